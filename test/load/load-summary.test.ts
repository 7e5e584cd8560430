// What `muster load` says at its end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { command } from '../support/command.ts'
import { onCluster } from '../support/database.ts'
import { rivals, timesheet, worker } from '../support/lines.ts'

const env = await onCluster()

async function said(...lines: object[]): Promise<string> {
  const input = lines.map(line => JSON.stringify(line)).join('\n')
  const { code, stdout, stderr } = await command(['load', '-'], env, input)
  assert.equal(code, 0, stdout + stderr)
  return stdout
}

test('records that follow others are counted as what they are, whichever load changed the others', async () => {
  const at = { company: 'c1', agency: 'a1', project: 'p1', worker: 'one' }
  await said(...rivals(), worker('one', { name: 'First' }), timesheet('t1', at))
  const one = await said(worker('one', { name: 'Second' }))
  assert.match(one, /^1 record was brought up to date with what it repeats of others\.$/m)
  await said(timesheet('t2', at))
  const two = await said(worker('one', { name: 'Third' }))
  assert.match(two, /^2 records were brought up to date with what they repeat of others\.$/m)
})
