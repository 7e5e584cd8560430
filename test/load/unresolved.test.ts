// Stored records that name what is not there, as earlier versions allowed: what they repeat of others follows all the same,
// and they are told wherever an operator looks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { name, sql } from '../../src/database/sql.ts'
import { checkStored } from '../../src/load/stored-shapes.ts'
import { invalidRecords } from '../../src/store/schema/shape-checks.ts'
import { erasePerson } from '../../src/workers/erasure.ts'
import { agency, assignment, company, rivals, worker } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const { database, files } = server
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'once' }
const replacement = { replacedBy: { id: 'new' }, reason: 'saidxq' }
const clone = { date: '2026-01-01', original: { id: 'first' } }
await server.load([
  ...rivals(),
  worker('once'),
  assignment('new', of),
  assignment('first', of, { reference: 'TRN-9' }),
  assignment('old', of, { replacement, clone }),
])
/** As earlier versions, which did not look for it, could store it. */
const lose = (id: string, other: string) =>
  database.rows(sql`
    update assignment_text set record = replace(record, ${`"${id}"`}::text, ${`"${other}"`}::text) where id = 'old'`)
await lose('first', 'gone')
const stored = async () => {
  const [row] = await database.rows<{ record: string }>(
    sql`select record from assignment_text where id = 'old'`,
  )
  return JSON.parse(row!.record)
}
const told = async () =>
  (await invalidRecords(database)).map(({ type, count, first }) => ({ type, count, first }))
const expected = [
  {
    type: 'assignment',
    count: 1,
    first: [
      { id: 'old', path: 'record.clone.original.id', reason: 'there is no assignment with the id "gone"' },
    ],
  },
]

test('a record that names what is not there follows a new name all the same, and is told', async () => {
  const renamed = company('c1', { name: 'Renamed', updatedAt: '2030-01-01' })
  const dry = await server.load([renamed], { dryRun: true })
  assert.equal(dry.unresolved, 1)
  assert.deepEqual(await told(), [])
  const { followed, unresolved } = await server.load([renamed])
  assert.deepEqual([dry.followed, unresolved], [followed, 1])
  const { company: named, clone } = await stored()
  assert.equal(named.name, 'Renamed')
  assert.equal(clone.original.reference, 'TRN-9', 'what is not known stays')
  assert.deepEqual(await told(), expected)
})

test('it is found after an upgrade, too, and told until what it names is there', async () => {
  await database.rows(sql`delete from invalid_record`)
  await database.rows(sql`update shape_check set schema_number = 0, checksum = 'of an earlier version'`)
  const check = () =>
    checkStored(database, recordTypes, { stopped: () => false, rest: async () => {}, tell: () => {} })
  await check()
  assert.deepEqual(await told(), expected)
  await check()
  assert.deepEqual(await told(), expected)
  await server.load([assignment('gone', of)])
  await check()
  assert.deepEqual(await told(), [])
  assert.equal((await server.load([company('c1', { name: 'Again', updatedAt: '2031-01-01' })])).unresolved, 0)
})

test('what it says about somebody who is erased goes from it', async () => {
  await lose('gone', 'lost')
  assert.match(JSON.stringify(await stored()), /saidxq/)
  const erasing = { database, types: recordTypes, store: files.store, secrets: files.secrets }
  await erasePerson(erasing, 'once', { by: 'tests' })
  assert.doesNotMatch(JSON.stringify(await stored()), /saidxq/)
})

test('an agency that was stored as the owner of a document, and is gone, stops no other change and no decision', async () => {
  const on = await testServer()
  const cv = { id: 'cv1', type: 'attachment', documentType: 'CV', createdAt: '2025-01-01' }
  await on.load([
    ...rivals(),
    agency('a9'),
    {
      ...worker('own', { agencies: [{ id: 'a1', active: true }], attachments: [cv] }),
      facts: { documentOwners: [{ document: 'cv1', agency: 'a9' }] },
    },
  ])
  for (const table of ['agency', 'agency_text'])
    await on.database.rows(sql`delete from ${name(table)} where id = 'a9'`)
  const patch = (of: object) => ({ type: 'worker', patch: true, record: { id: 'own' }, ...of })
  const changed = await on.load([patch({ record: { id: 'own', email: 'x@example.org' } })])
  assert.deepEqual([changed.counts.updated, changed.rejected], [1, 0])
  const added = await on.load([patch({ facts: { documentOwners: [{ document: 'cv1', agency: 'a8' }] } })])
  assert.equal(added.rejected, 1, 'one that is new has to be there')
})
