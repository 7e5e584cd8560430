// A sample of small mistakes in the sources that decide who sees what: the tests notice them.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'

test('of small mistakes in access, gate, guard, signatures and redaction, the tests notice all that matter', async () => {
  const script = join(import.meta.dirname, '../scripts/mutate.ts')
  const run = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(run, 'close')
  assert.equal(code, 0, 'the output says which lived')
})
