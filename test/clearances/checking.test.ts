// What lists say while somebody is not worked out yet: to whoever will be told something else, and to nobody besides.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSomeClearances } from '../../src/checks/check-clearances.ts'
import { noteEveryCompany } from '../support/noted-work.ts'
import { toldWorld, worldUntil } from './told-world.ts'

const { server, begin, workOn } = await toldWorld()
const { database } = server
const keys = {
  company: await server.key('company', ['c1']),
  agency: await server.key('agency', ['a1']),
  other: await server.key('agency', ['a2']),
}

const checking = async () =>
  Promise.all(
    (['company', 'agency', 'other'] as const).map(
      async who => (await server.get('/clearances', keys[who])).body.meta.checking,
    ),
  )

test('while everybody is worked out for the first time, a company and its agencies are told that this is not all', async () => {
  await begin(worldUntil('2026-06-30'), '2026-03-02')
  assert.deepEqual(await checking(), [false, false, false])
  await database.transaction(tx => noteEveryCompany(tx, 'standings:', true))
  assert.deepEqual(await checking(), [true, true, false])
  assert.equal(await checkSomeClearances(database, {}), true)
  assert.deepEqual(await checking(), [true, true, false], 'as soon as it is known whom that means')
  await workOn('2026-03-02')
  assert.deepEqual(await checking(), [false, false, false])
})
