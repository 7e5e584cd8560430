// Runs test files one after another in this process, while any is left that no other process has taken. A process for
// each file would spend as long on its imports as on its tests.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { after, describe } from 'node:test'
import { fileURLToPath } from 'node:url'

const tests = new URL('../', import.meta.url)

/** `test` for the short suite; `slow` for what starts processes, browsers or other programs of its own, or needs the
 * whole demo. */
const kind = process.env.MUSTER_TESTS ?? 'test'

/** Folders whose files take longest come first, so that the processes end together. */
const slowest = ['workers/', 'process/']

const rank = (file: string) => slowest.findIndex(folder => file.startsWith(folder))

const files = globSync(`**/*.${kind}.ts`, { cwd: fileURLToPath(tests), exclude: ['node_modules'] }).sort(
  (one, other) => rank(other) - rank(one) || (one < other ? -1 : 1),
)

/** Files of which each needs the whole demo programme, which a process then has: one takes them all. */
const together = ['demo/']

const units = Map.groupBy(files, file => together.find(folder => file.startsWith(folder)) ?? file)

const isTaken = (unit: string) =>
  mkdir(`${process.env.MUSTER_TEST_CLUSTER}/taken-${unit.replaceAll('/', '-')}`).then(
    () => false,
    () => true,
  )

for (const [unit, files] of units) {
  if (await isTaken(unit)) continue
  for (const file of files)
    await new Promise<void>(ended => {
      describe(file, { timeout: 600_000 }, async () => {
        after(() => ended())
        await import(new URL(file, tests).href)
      })
    })
}

// What a test leaves open would keep the suite waiting for ever.
setTimeout(() => {
  const children = spawnSync('ps', ['-o', 'pid,args', '--ppid', String(process.pid)], { encoding: 'utf8' })
  const open = process.getActiveResourcesInfo().join(', ')
  console.error(`Tests left open what keeps this process from ending: ${open}\n${children.stdout}`)
  process.exit(1)
}, 60_000).unref()
