// A database of a version that kept Parts in the rows of the texts: every answer is the same from the first start on,
// however often that is cut short.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sampleLines, sampleOf } from '../../src/api/samples.ts'
import { join, name, sql } from '../../src/database/sql.ts'
import { exportRecords } from '../../src/export/records.ts'
import { partColumn, partTable, textTable } from '../../src/store/records/tables.ts'
import { fillPending } from '../../src/store/schema/fill.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { eventually } from '../support/eventually.ts'
import { readExport } from '../support/exports.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const { database } = server
const withParts = recordTypes.filter(({ parts }) => parts.length > 0)
const sample = sampleOf('timesheet')
const { id: company } = sampleOf('company').record
const [timelog] = sample.record.timelogs as object[]
const sheets = Array.from({ length: 1100 }, (_, index) => {
  const { timelogs, versionHistory, ...record } = sample.record
  const id = `many${String(index).padStart(4, '0')}`
  const logged = index % 3 === 0 ? {} : { timelogs: Array.from({ length: 1 + (index % 10) }, () => timelog) }
  return { type: 'timesheet', facts: sample.facts, record: { ...record, id, reference: id, ...logged } }
})
await server.load([...sampleLines(recordTypes), ...sheets], {
  onRejection: ({ line, path, reason }) => assert.fail(`line ${line}, ${path}: ${reason}`),
})
const key = await server.key('company', [String(company)])

const asLoaded = async () => {
  const lines: string[] = []
  const { store } = server.files
  await exportRecords(database, { types: recordTypes, files: store }, async line => {
    lines.push(line)
  })
  return lines
}
const answers = async () => [
  (await server.get(`/timesheets/${sample.record.id}?includeTimelogs=true&includeVersionHistory=true`, key))
    .text,
  (await server.get('/timesheets?includeTimelogs=true&limit=200&page=3', key)).text,
  (await server.get('/timesheets?limit=200&page=2', key)).text,
  (await readExport(server.origin, '/timesheets?format=ndjson&includeTimelogs=true', key)).text,
  (await readExport(server.origin, '/timesheets?format=csv&explode=timelogs', key)).text,
  ...(await asLoaded()),
]

/** As the earlier version had it, in the middle of what it did. */
async function asEarlier(): Promise<void> {
  for (const { type, parts } of withParts) {
    const [texts, apart] = [name(textTable(type)), name(partTable(type))]
    const columns = parts.map(part => name(partColumn(part)))
    await database.script(sql`alter table ${texts} set (toast_tuple_target = 4080)`.compile().text)
    for (const column of columns) {
      await database.rows(sql`alter table ${texts} add column ${column} text`)
      await database.rows(sql`alter table ${texts} alter column ${column} set storage external`)
    }
    const set = columns.map(column => sql`${column} = p.${column}`)
    await database.rows(sql`update ${texts} t set ${join(set, ', ')} from ${apart} p where p.id = t.id`)
    await database.rows(sql`update ${texts} set record = record || ''`)
    await database.rows(sql`drop table ${apart}`)
  }
  await database.rows(sql`delete from declared where definition like 'toast_tuple_target%'`)
}

const outOfLine = async () => {
  const [row] = await database.rows<{ bytes: string }>(
    sql`select pg_relation_size(reltoastrelid) as bytes from pg_class where oid = 'timesheet_text'::regclass`,
  )
  return Number(row!.bytes)
}

test('what an earlier version stored is served as it was, from the first start to the last row that is moved', async () => {
  const right = await answers()
  await asEarlier()
  assert.ok((await outOfLine()) > 0)

  await cutShort()
  const [kept] = await database.rows<{ kept: number }>(
    sql`select count(part_timelogs)::int as kept from timesheet_text`,
  )
  assert.equal(kept!.kept, 734)

  const readiness = await prepareDatabase(database, recordTypes)
  assert.equal(readiness.pending(), recordTypes.length)
  assert.deepEqual(await answers(), right)

  let batches = 0
  const texts = recordTypes.filter(({ type }) => type === 'timesheet')
  await fillPending(database, texts, () => ++batches > 2)
  const [at] = await database.rows<{ watermark: string; filled: boolean }>(
    sql`select watermark, filled from declared where name = 'timesheet_text'`,
  )
  assert.ok(at!.watermark !== '' && !at!.filled, 'cut short')
  assert.deepEqual(await answers(), right)

  await fillPending(database, recordTypes)
  assert.equal(await readiness.refresh(), 0)
  await database.script('vacuum full timesheet_text')
  assert.equal(await outOfLine(), 0)
  assert.deepEqual(await answers(), right)
  const report = await server.load([sample, ...sheets])
  assert.equal(report.counts.unchanged, sheets.length + 1)
})

/** The process that moves them dies when they are written and nothing is settled. */
async function cutShort(): Promise<void> {
  const reading = await database.session()
  await reading.script('begin; lock table timesheet_text in access share mode')
  const moving = prepareDatabase(database, recordTypes)
  moving.catch(() => {})
  const { pid } = await eventually('they are written', async () => {
    const [row] = await database.rows<{ pid: number }>(
      sql`select pid from pg_locks where relation = 'timesheet_text'::regclass and not granted`,
    )
    return row
  })
  await database.rows(sql`select pg_terminate_backend(${pid}::int)`)
  await assert.rejects(moving)
  await reading.release()
}
