// Records that are worked out here: no line loads or deletes one, no feed tells of them, and they go with what they name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sampleLines, sampleOf } from '../../src/api/samples.ts'
import { sql } from '../../src/database/sql.ts'
import { readSnapshot } from '../../src/load/snapshot.ts'
import { loadableTypes } from '../../src/record-types/record-type.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load(sampleLines(loadableTypes(recordTypes)))
const finding = sampleOf('billingCheck')
const company = await server.key('company', [sampleOf('company').record.id])

const isStored = async () => {
  const found = await server.database.rows(sql`select from billing_check where id = ${finding.record.id}`)
  return found.length > 0
}

test('a line of a type that is worked out here is refused, to write as to delete', async () => {
  const said: string[] = []
  const lines = [finding, { type: 'billingCheck', id: finding.record.id, deleted: true }]
  const { rejected } = await server.load(lines, {
    takesComputed: false,
    onRejection: ({ reason }) => void said.push(reason),
  })
  assert.equal(rejected, 2)
  assert.match(said[0]!, /^billingCheck records are worked out here from others, and no line loads/)
  assert.equal(said[1], said[0])
})

test('a snapshot of such a type is refused, and no list of types names it', () => {
  assert.throws(
    () => readSnapshot(recordTypes, { types: 'billingCheck' }),
    ({ message }: Error) => /is not a type of record/.test(message) && !/, billingCheck/.test(message),
  )
})

test('no feed tells of it, and the versions of those who see it move', async () => {
  const before = (await server.get('/changes?after=now', company)).body.meta.next as string
  const versionOf = async () =>
    (
      await server.database.rows<{ version: string }>(
        sql`select version::text from owner_version where owner = ${`c:${finding.facts!.companies}`}`,
      )
    )[0]!.version
  const version = await versionOf()
  await server.load([finding])
  assert.ok(await isStored())
  const { body } = await server.get(`/changes?after=${before}`, company)
  assert.deepEqual(body.data, [])
  assert.notEqual(await versionOf(), version)
})

test('it keeps nothing that it names from being deleted, and goes with it', async () => {
  const creditNote = sampleOf('creditNote').record.id
  const { counts } = await server.load([{ type: 'creditNote', id: creditNote, deleted: true }])
  assert.equal(counts.deleted, 1)
  assert.ok(!(await isStored()))
})
