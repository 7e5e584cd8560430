// What is written waits beside inverted indexes, where every search reads through it: after a long load nothing waits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { mergePending } from '../../src/store/schema/maintenance.ts'
import { assignment, rivals, worker } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.database.rows(sql`create extension pgstattuple`)

/** Entries of workers that wait: their own, and those of companies that assignments open them to. */
async function waiting(): Promise<number> {
  const [row] = await server.database.rows<{ n: string }>(sql`
    select sum((pgstatginindex(indexrelid)).pending_tuples) as n from pg_index
    where indrelid = 'worker'::regclass and indexrelid::regclass::text like 'worker_with_%'`)
  return Number(row!.n)
}

const workers = Array.from({ length: 20 }, (_, at) => `w${at}`)
const ofC1 = { company: 'c1', project: 'p1', agency: 'a1' }
const assignments = Array.from({ length: 500 }, (_, at) =>
  assignment(`a${at}`, { ...ofC1, worker: workers[at % workers.length]! }),
)

test('a long load leaves nothing waiting, of records that it opened to others either', async () => {
  await server.load([...rivals(), ...workers.map(id => worker(id))])
  assert.ok((await waiting()) > 0, 'a short one does, or this test shows nothing')
  await server.load(assignments)
  assert.equal(await waiting(), 0)
})

test('what short loads leave is merged', async () => {
  await server.load([worker('late')])
  assert.ok((await waiting()) > 0)
  await mergePending(server.database, recordTypes)
  assert.equal(await waiting(), 0)
})
