// Runs test files one after another in this process, while any is left that no other process has taken. A process for
// each file would spend as long on its imports as on its tests.
import { globSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { after, describe } from 'node:test'
import { fileURLToPath } from 'node:url'

const tests = new URL('../', import.meta.url)

/** Folders whose files take longest come first, so that the processes end together. */
const slowest = ['workers/', 'process/']

const rank = (file: string) => slowest.findIndex(folder => file.startsWith(folder))

const files = globSync('**/*.test.ts', { cwd: fileURLToPath(tests), exclude: ['node_modules'] }).sort(
  (one, other) => rank(other) - rank(one) || (one < other ? -1 : 1),
)

const isTaken = (file: string) =>
  mkdir(`${process.env.MUSTER_TEST_CLUSTER}/taken-${file.replaceAll('/', '-')}`).then(
    () => false,
    () => true,
  )

for (const file of files) {
  if (await isTaken(file)) continue
  await new Promise<void>(ended => {
    describe(file, { timeout: 180_000 }, async () => {
      after(() => ended())
      await import(new URL(file, tests).href)
    })
  })
}
