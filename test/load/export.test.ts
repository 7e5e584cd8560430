// Exports load elsewhere as the same database, whole, by company and since a cursor.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoProgramme } from '../../demo/programme.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import type { Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import { exportRecords, type RecordExportOptions } from '../../src/export/records.ts'
import { idsOf } from '../../src/store/reading/selection.ts'
import { expectSameRows } from '../support/all-rows.ts'
import { masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { type TestServer, testServer } from '../support/server.ts'

const [server, copy] = [await testServer(), await testServer()]
await server.load(demoProgramme(new Date('2026-11-16'), { seed: 5, scale: 0.1, timesheets: 50 }))
await server.load(masterLists())

type Line = Record<string, unknown> & { type: string }

async function exported(from: TestServer, options: Partial<RecordExportOptions> = {}) {
  const lines: Line[] = []
  const opened: string[] = []
  const report = await exportRecords(
    from.database,
    {
      types: recordTypes,
      files: from.files.store,
      identity: { seal: sealOf(from.files.secrets), opening: async (_, ids) => void opened.push(...ids) },
      ...options,
    },
    async line => {
      lines.push(JSON.parse(line))
    },
  )
  return { lines, report, opened }
}

async function intoCopy(lines: Iterable<object>): Promise<void> {
  const rejected: unknown[] = []
  await copy.load(lines, { onRejection: one => void rejected.push({ ...one, text: undefined }) })
  assert.deepEqual(rejected, [])
}

const agency = await server.database.rows<{ id: string }>(sql`select id from agency order by id limit 1`)
const agencyKey = await server.key('agency', [agency[0]!.id])

const post = (body: object) => server.get('/workers', agencyKey, posted(body))

let cursor: string

test('everything that is exported loads as the same database', async () => {
  const created = await post(
    newcomer(1, {
      rightToWork: [paper('passport', { documentNumber: '123456789', expiration: '2031-01-01' })],
    }),
  )
  assert.equal(created.status, 200, created.text)
  const { lines, report, opened } = await exported(server)
  assert.equal(report.lines, lines.length)
  assert.ok(report.files > 0 && opened.length > 0)
  await intoCopy(lines)
  await expectSameRows(copy.database, server.database)
  const [key, other] = [
    await server.key('agency', [agency[0]!.id]),
    await copy.key('agency', [agency[0]!.id]),
  ]
  for (const { method, path } of operations.filter(({ path }) => !path.includes('{')))
    if (method === 'GET' && !['/me', '/events', '/changes'].includes(path)) {
      const [one, two] = [await server.get(path, key), await copy.get(path, other)]
      assert.equal(unsigned(two.text), unsigned(one.text), path)
    }
  cursor = report.cursor
})

/** Links to files are signed for the key and the moment. */
const unsigned = (text: string) => text.replaceAll(/http:[^"]*\/files\/[^"]*/g, 'link')

test('what was written and deleted since a cursor brings a copy up to date', async () => {
  const { lines: none } = await exported(server, { since: cursor })
  assert.deepEqual(none, [])
  const [site] = await server.database.rows<{ record: string }>(sql`select record from site_text limit 1`)
  const [expense] = await server.database.rows<{ id: string }>(sql`select id from expense limit 1`)
  const [role] = await server.database.rows<{ record: string; facts: string }>(
    sql`select record, facts from role_text limit 1`,
  )
  const { id } = JSON.parse(site!.record)
  await server.load([
    { type: 'site', record: { id, name: 'Another name of it' }, patch: true },
    { type: 'expense', id: expense!.id, deleted: true },
    { type: 'role', record: { ...JSON.parse(role!.record), name: 'Nobody is told of this' } },
  ])
  assert.equal((await post(newcomer(2))).status, 200)
  const { lines } = await exported(server, { since: cursor })
  const told = new Set(lines.map(({ type, deleted }) => (deleted ? `no ${type}` : type)))
  for (const type of ['site', 'no expense', 'role', 'worker']) assert.ok(told.has(type), type)
  assert.ok(!told.has('company') && !told.has('trade'))
  await intoCopy(lines)
  await expectSameRows(copy.database, server.database)
})

test('identity numbers are left out unless asked for, and a copy keeps those it has', async () => {
  const { lines } = await exported(server, { identity: undefined })
  const text = JSON.stringify(lines)
  for (const name of ['"nationalIns"', '"passportNo"', '"shareCodes"', '"documentNumbers"', '"credentials"'])
    assert.ok(!text.includes(name), name)
  assert.ok(!text.includes('s1.'))
  await intoCopy(lines.filter(({ type }) => type !== 'file'))
  await expectSameRows(copy.database, server.database)
})

test('an export of a company has what is its own and nothing of another’s', async () => {
  const [company, other] = await server.database.rows<{ id: string }>(sql`select id from company order by id`)
  const types = recordTypes.filter(({ owners }) => owners?.company !== undefined)
  const { lines } = await exported(server, { types, company: company!.id })
  const of = (type: string) => lines.filter(line => line.type === type).map(line => line.record as never)
  assert.deepEqual(
    of('company').map(({ id }) => id),
    [company!.id],
  )
  for (const { company: owner } of of('timesheet') as { company: { id: string } }[])
    assert.equal(owner.id, company!.id)
  const [open] = await server.database.rows<{ n: string }>(
    sql`select count(*) as n from worker where open_to @> array[${company!.id}]`,
  )
  assert.equal(of('worker').length, Number(open!.n))
  assert.ok(of('worker').length > 0 && of('timesheet').length > 0)
  assert.notEqual(other, undefined)
  const region = recordTypes.filter(({ type }) => type === 'region')
  await assert.rejects(exported(server, { types: region, company: company!.id }), /belongs to no company/)
})

test('a record that moved to another company is deleted from a copy of the first', async () => {
  const { report } = await exported(server)
  const [tag] = await server.database.rows<{ record: string }>(sql`select record from tag_text limit 1`)
  const record = JSON.parse(tag!.record)
  const [other] = await server.database.rows<{ id: string }>(
    sql`select id from company where id <> ${record.company} limit 1`,
  )
  await server.load([{ type: 'tag', record: { ...record, company: other!.id } }])
  const types = recordTypes.filter(({ type }) => type === 'tag')
  const since = (company: string) => exported(server, { types, company, since: report.cursor })
  assert.deepEqual((await since(record.company)).lines, [{ type: 'tag', id: record.id, deleted: true }])
  assert.equal((await since(other!.id)).lines.length, 1)
})

test('a cursor of another database, and one older than what is kept, is refused', async () => {
  const { report } = await exported(copy)
  await assert.rejects(exported(server, { since: report.cursor }), /not a cursor of an export/)
  await assert.rejects(exported(server, { since: 'nonsense' }), /not a cursor of an export/)
  await server.database.rows(sql`update head set floor_seq = seq`)
  await assert.rejects(exported(server, { since: cursor }), /older than the changes that are kept/)
})

test('records are looked for some at a time, however many ids are given', async () => {
  const type = recordTypes.find(({ type }) => type === 'timesheet')!
  const all = await server.database.rows<{ id: string }>(sql`select id from timesheet order by id`)
  const ids = all.map(({ id }) => id)
  const strangers = Array.from({ length: 5_000 }, (_, index) => `stranger-${index}`)
  const asked: number[] = []
  const counting: Database = {
    ...server.database,
    rows: statement => {
      const { parameters } = statement.compile()
      asked.push(Math.max(0, ...parameters.map(one => (Array.isArray(one) ? one.length : 0))))
      return server.database.rows(statement)
    },
  }
  const found: string[] = []
  for await (const some of idsOf(counting, type, undefined, [...strangers, ...ids])) found.push(...some)
  assert.deepEqual(found, ids)
  assert.ok(Math.max(...asked) <= 500, `${Math.max(...asked)} in one statement`)
})
