// What an earlier version stored otherwise: rewritten where its record type says how, told where it does not, and in a line
// of a load taken as it would be stored now.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sampleLines, sampleOf } from '../../src/api/samples.ts'
import { sql } from '../../src/database/sql.ts'
import {
  checkStored,
  faultOf,
  type ShapeCheckOptions,
  type ShapeCheckResult,
} from '../../src/load/stored-shapes.ts'
import { shapeChecksum } from '../../src/record-types/shape-checksum.ts'
import { readRows, wholeRecord } from '../../src/store/records/record-rows.ts'
import { schemaNumber } from '../../src/store/schema/schema-version.ts'
import { invalidRecords } from '../../src/store/schema/shape-checks.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const { database } = server
const lines = sampleLines(recordTypes)
const strict = {
  onRejection: ({ line, path, reason }: { line: number; path: string; reason: string }) =>
    assert.fail(`line ${line}, ${path}: ${reason}`),
}
await server.load(lines, strict)
const connections = recordTypes.find(({ type }) => type === 'connection')!
const connection = structuredClone(sampleOf('connection'))
type Override = Record<'trade' | 'mode' | 'rateUplifts' | 'enhancedUplifts', unknown>
const stored = async (id: unknown) => {
  const rows = await readRows(database, connections, [String(id)])
  return wholeRecord(connections, rows.get(String(id))!).record.tradeUpliftOverrides as Override[]
}
const [override] = await stored(connection.record.id)
const uplifts = [{ description: 'Night work', type: 'wdNw', uplift: 20 }]
const { enhancedUplifts: _, rateUplifts: __, ...rest } = override!
/** As the first versions had it, and as it is now. */
const before = { ...rest, mode: 'enhanced', enhancedUplifts: uplifts }
const after = { ...rest, mode: 'standard', rateUplifts: uplifts.map(one => ({ ...one, regions: [] })) }

const checked = async (more: Partial<ShapeCheckOptions> = {}) => {
  const told: ShapeCheckResult[] = []
  const tell = (found: ShapeCheckResult) => void told.push(found)
  await checkStored(database, recordTypes, { stopped: () => false, rest: async () => {}, tell, ...more })
  return told
}
/** Past every check, as an earlier version could. */
const store = (id: string, overrides: readonly object[]) =>
  database.rows(sql`
    update connection_text set record = jsonb_set(record::jsonb, '{tradeUpliftOverrides}', ${JSON.stringify(overrides)}::text::jsonb)::text
    where id = ${id}`)
const again = () =>
  database.rows(sql`update shape_check set schema_number = 0, checksum = 'of an earlier version'`)

test('whoever asks for some types again, as a load does, waits for no others', async () => {
  const owned = recordTypes.filter(({ ownedItems }) => ownedItems).map(({ type }) => type)
  assert.deepEqual(await checked({ again: owned }), [])
  const looked = await database.rows<{ type: string }>(sql`select type from shape_check order by type`)
  assert.deepEqual(
    looked.map(({ type }) => type),
    owned,
  )
})

test('every sample fits its Shape as it is stored, with what others decide in it', async () => {
  assert.deepEqual(await checked(), [])
  const [row] = await database.rows(
    sql`select count(*)::int as types, bool_and(done) as done from shape_check`,
  )
  assert.deepEqual(row, { types: recordTypes.length, done: true })
  for (const type of recordTypes) {
    const { record, facts = {} } = sampleOf(type.type)
    const rows = await readRows(database, type, [String(record.id)])
    const whole = wholeRecord(type, rows.get(String(record.id))!)
    assert.equal(faultOf(type, whole), undefined, type.type)
    assert.ok(faultOf(type, { record: { ...whole.record, createdAt: 7, name: 7, id: 7 }, facts }), type.type)
  }
})

test('what an earlier version stored otherwise is rewritten, once, and whoever keeps a copy is told', async () => {
  const ids = ['c-1', 'c-2', 'c-3'].map(id => ({ ...connection, record: { ...connection.record, id } }))
  await server.load(ids, strict)
  for (const { record } of ids) await store(record.id, [before])
  await again()
  const [head] = await database.rows<{ seq: string }>(sql`select seq::text from head`)
  const told = await checked()
  assert.deepEqual(told, [{ type: 'connection', rewritten: 3, invalid: [] }])
  for (const { record } of ids) assert.deepEqual(await stored(record.id), [after])
  const [now] = await database.rows<{ seq: string }>(sql`select seq::text from head`)
  assert.ok(Number(now!.seq) >= Number(head!.seq) + 3)
  await again()
  assert.deepEqual(await checked(), [])
})

test('what no way is declared for stays as it is and is told with type, count, ids and place, until it fits or is gone', async () => {
  const both = { ...before, rateUplifts: uplifts }
  await store('c-1', [both])
  await store('c-2', [{ ...after, rateUplifts: 'none' }])
  await again()
  const [found] = await checked()
  assert.deepEqual([found!.rewritten, found!.invalid.map(({ id }) => id)], [0, ['c-1', 'c-2']])
  assert.deepEqual((await stored('c-1'))[0]!.enhancedUplifts, uplifts)
  const [told] = await invalidRecords(database)
  assert.deepEqual([told!.type, told!.count], ['connection', 2])
  assert.deepEqual(told!.first[0], {
    id: 'c-1',
    path: 'record.tradeUpliftOverrides.0.enhancedUplifts',
    reason: 'must be object',
  })
  assert.ok(!JSON.stringify(told).includes('Night work'))
  await server.load([{ ...connection, record: { ...connection.record, id: 'c-1' }, replace: true }], strict)
  await server.load([{ type: 'connection', id: 'c-2', deleted: true }], strict)
  assert.deepEqual(await checked(), [])
  assert.deepEqual(await invalidRecords(database), [])
})

test('a property that is not declared is told and never taken away, whatever else the record lacks', async () => {
  const id = 'c-4'
  await server.load([{ ...connection, record: { ...connection.record, id } }], strict)
  const texts = () => database.rows(sql`select record, facts from connection_text where id = ${id}`)
  for (const [record, facts, path] of [
    ['{"later": 7}', '{}', 'record.later'],
    ['{}', '{"later": 7}', 'facts.later'],
    [`{"later": 7, "tradeUpliftOverrides": [${JSON.stringify(before)}]}`, '{}', undefined],
  ]) {
    await database.rows(sql`
      update connection_text set record = (record::jsonb || ${record!}::text::jsonb)::text,
        facts = (facts::jsonb || ${facts!}::text::jsonb)::text where id = ${id}`)
    await again()
    const [was, [found]] = [await texts(), await checked()]
    assert.deepEqual([found!.rewritten, found!.invalid.map(one => one.id)], [0, [id]])
    if (path) assert.deepEqual(found!.invalid, [{ id, path, reason: 'is not declared' }])
    assert.deepEqual(await texts(), was)
    await server.load([{ ...connection, record: { ...connection.record, id }, replace: true }], strict)
  }
  assert.deepEqual(await checked(), [])
})

test('an older server neither begins a check again that a newer one has begun nor looks at a record', async () => {
  await checked({ number: schemaNumber + 1 })
  await store('c-3', [before])
  const marks = () => database.rows(sql`select * from shape_check order by type`)
  await database.rows(sql`update shape_check set checksum = 'of a newer version'`)
  const newer = await marks()
  assert.deepEqual(await checked(), [])
  assert.deepEqual(await marks(), newer)
  assert.deepEqual(await stored('c-3'), [before])
  await checked({ number: schemaNumber + 2 })
  assert.deepEqual(await stored('c-3'), [after])
  await database.rows(sql`delete from shape_check`)
})

test('it goes on where it was stopped, and two that begin at once do it once', async () => {
  const type = 'worker'
  await server.load(
    Array.from({ length: 250 }, (_, at) => {
      const { record, facts } = sampleOf(type)
      const { agencyId: ____, ...one } = record
      return {
        type,
        facts,
        record: { ...one, id: `w${1000 + at}`, email: `w${at}@example.com`, reference: `W${at}` },
      }
    }),
  )
  await database.rows(sql`delete from shape_check`)
  const mark = async () => {
    const [row] = await database.rows<{ watermark: string; done: boolean }>(
      sql`select watermark, done from shape_check where type = ${type}`,
    )
    return row
  }
  let isStopped = false
  const rest = async () => {
    if ((await mark())?.watermark) isStopped = true
  }
  await checked({ stopped: () => isStopped, rest })
  const half = await mark()
  assert.deepEqual([half?.watermark === '', half?.done], [false, false])
  await Promise.all([checked(), checked()])
  await checked()
  assert.equal((await mark())?.done, true)
})

test('an export of an earlier version is loaded as it would be stored now; what no way leads from is rejected', async () => {
  const line = (overrides: readonly object[]) => ({
    ...connection,
    record: { ...connection.record, id: 'c-9', tradeUpliftOverrides: overrides },
    replace: true,
  })
  await server.load([line([before])], strict)
  assert.deepEqual(await stored('c-9'), [after])
  const faults: string[] = []
  const report = await server.load([line([{ ...before, rateUplifts: uplifts }])], {
    onRejection: ({ path }) => void faults.push(path),
  })
  assert.deepEqual([report.rejected, faults], [1, ['record.tradeUpliftOverrides.0.enhancedUplifts']])
})

test('records are held against their Shapes again when these change, and not when only their words do', () => {
  const { description: ____, ...bare } = connections.record as { description?: string }
  const words = { ...connections, record: { ...bare, description: 'other words' } as never }
  assert.equal(shapeChecksum(words), shapeChecksum(connections))
  const shape = { ...connections, record: { ...bare, required: [] } as never }
  assert.notEqual(shapeChecksum(shape), shapeChecksum(connections))
})
