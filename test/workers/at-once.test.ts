// Fifty equal posts at once make one worker, in one process and over two.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/database/sql.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { rivals } from '../support/lines.ts'
import { masterLists } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'
import { race } from './at-once.ts'

const rounds = process.env.MUSTER_LONG ? 100 : 1

const server = await testServer()
await server.load([...rivals(), ...masterLists()])
const key = await server.key('agency', ['a1'])

test(`fifty equal posts at once, ${rounds} rounds: one is created, the others go to review`, async () => {
  await race([server.origin], key, server.database, { rounds, from: 1 })
})

test('what the others had sent is not left in the file store', async () => {
  let kept = 0
  for await (const _ of server.files.store.list()) kept++
  const [rows] = await server.database.rows<{ n: number }>(sql`select count(*)::int as n from file`)
  assert.equal(kept, rows!.n)
  assert.equal(rows!.n, rounds * 2, 'one file of each worker, one of each attempt')
  assert.equal(await sweepFiles(server.database, server.files.store, new Date(Date.now() + 7_200_000)), 0)
})
