// Lines that wait for others are kept outside the database, and nothing of them outlives their load.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { testDatabase } from '../support/database.ts'
import { testFolder } from '../support/files.ts'
import { project } from '../support/lines.ts'

const { connection } = await testDatabase()

test('a load that is killed leaves nothing of the lines it kept', async () => {
  const folder = await testFolder()
  const lines = Array.from({ length: 1500 }, (_, n) => project(`p${n}`, 'missing'))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('./killed-load.ts', import.meta.url))],
    {
      env: { ...process.env, TMPDIR: folder, CONNECTION: JSON.stringify(connection) },
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  )
  child.stdin!.end(lines.map(line => JSON.stringify(line)).join('\n'))
  assert.deepEqual(await once(child, 'close'), [null, 'SIGKILL'])
  assert.deepEqual(await readdir(folder, { recursive: true }), [])
})
