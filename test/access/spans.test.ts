// What is hidden from a caller is cut out of the bytes of a record exactly as it is cut out of its values.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { restrictedMark, schemaRedaction } from '../../src/access/redact.ts'
import { spanCutter, spanWriter } from '../../src/access/spans.ts'
import type { Viewer } from '../../src/access/viewer.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { name, sql } from '../../src/database/sql.ts'
import { answerMemory } from '../../src/kernel/call/answer-memory.ts'
import {
  companyOnly,
  hidden,
  linkedAgencyOnly,
  list,
  maybe,
  orNull,
  ownAgencyOnly,
  ownCompanyOnly,
  privateItems,
  record,
  restrictedReference,
  shownWith,
  text,
} from '../../src/shape/shape.ts'
import { hasSpans, spansColumn, textTable } from '../../src/store/records/tables.ts'
import { fillPending } from '../../src/store/schema/fill.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { testDatabase } from '../support/database.ts'
import { testServer } from '../support/server.ts'
import { diceOf } from './dice.ts'
import { callersOf, loadWhole, withoutNothing } from './isolation.ts'
import { everyonesLines, randomWorld } from './worlds.ts'

const item = record({
  secret: companyOnly(text),
  id: text,
  by: list(record({ id: text })),
  last: maybe(hidden(text)),
})
const pair = record({ from: maybe(restrictedReference('x', 'name')), to: restrictedReference('x', 'name') })
/** Every mark, first and last in its object, alone and inside others. */
const shape = record({
  first: maybe(hidden(text)),
  company: maybe(record({ id: text })),
  mine: ownAgencyOnly('by.id', list(item)),
  both: linkedAgencyOnly('id', ownAgencyOnly('id', list(item))),
  ours: companyOnly(maybe(ownCompanyOnly('id', list(record({ id: text }))))),
  notes: privateItems(list(item)),
  one: maybe(ownAgencyOnly('by.id', item)),
  reference: maybe(restrictedReference('x', 'name')),
  pairs: shownWith(['from', 'to'], list(pair)),
  deep: orNull(record({ lists: list(orNull(record({ mine: ownAgencyOnly('id', list(item)), id: text }))) })),
  last: maybe(companyOnly(text)),
})

const ids = ['a1', 'a2', 'a3', 'c1', 'c2']
const id = fc.constantFrom(...ids)
const words = fc.oneof(id, fc.constantFrom('', ',', '",', ']},{"', '\\', 'é', '文件', '\u{1F4C4},', '\u0001'))
const several = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 4 })
const some = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined })
const anItem = fc.record({
  secret: some(words),
  id,
  by: several(fc.record({ id })),
  ownedBy: some(id),
  last: some(words),
})
const aReference = fc.record({
  id: words,
  name: words,
  seenBy: some(several(fc.constantFrom('c:c1', 'c:c2', 'a:a1@c1', 'a:a2@c1', 'a:a2@c2'))),
})
const aRecord = fc.record({
  first: some(words),
  company: some(fc.record({ id: fc.constantFrom('c1', 'c2') })),
  mine: several(anItem),
  both: several(anItem),
  ours: some(several(fc.record({ id }))),
  notes: several(anItem),
  one: some(fc.option(anItem)),
  reference: some(aReference),
  pairs: several(fc.record({ from: some(aReference), to: aReference })),
  deep: fc.option(fc.record({ lists: several(fc.option(fc.record({ mine: several(anItem), id: words }))) })),
  last: some(words),
})

const viewer = (kind: Viewer['kind'], more: Partial<Viewer>): Viewer => ({
  kind,
  owners: [],
  everywhere: [],
  linked: [],
  names: [],
  version: '1',
  ...more,
})
const viewers = [
  viewer('company', { owners: ['c1'], linked: ['a1', 'a3'], names: ['c:c1'] }),
  viewer('company', { owners: ['c1', 'c2'], linked: ['a2'], names: ['c:c1', 'c:c2'] }),
  viewer('company', { owners: ['a1'], names: ['c:a1'] }),
  viewer('agency', { owners: ['a1'], names: ['a:a1@c1'] }),
  viewer('agency', { owners: ['a1', 'a2'], names: ['a:a1@c1', 'a:a2@c1', 'a:a2@c2'] }),
  viewer('agency', { owners: ['c1'] }),
]

test('any record is cut out of bytes as it is out of values, whoever looks at it', () => {
  for (const connectedTo of [undefined, 'company.id']) {
    const write = spanWriter(shape, connectedTo, JSON.stringify)!
    const { redact } = schemaRedaction(shape, connectedTo)
    fc.assert(
      fc.property(aRecord, fc.constantFrom('', restrictedMark), (value, mark) => {
        const { record: written, spans } = write(value, mark)
        assert.equal(written, mark + JSON.stringify(value))
        for (const who of viewers) {
          const right = JSON.parse(written)
          redact(right, who)
          const shown = spans === null ? written : cutBy(who, written, spans)
          assert.equal(shown, JSON.stringify(right))
        }
      }),
      { numRuns: 300 },
    )
  }
})

function cutBy(who: Viewer, written: string, spans: string): string {
  const before = Buffer.from('[1,')
  const target = Buffer.alloc(before.length + Buffer.byteLength(written), before)
  const end = spanCutter(who)(Buffer.from(written), Buffer.from(spans), target, before.length)!
  assert.equal(target.toString('utf8', 0, before.length), '[1,', 'what stands before it stays')
  return target.toString('utf8', before.length, end)
}

test('spans of a text of another length cut nothing: it is read instead', () => {
  const { record: written, spans } = spanWriter(shape, undefined, JSON.stringify)!({ first: 'secret' }, '')
  const [text, target] = [Buffer.from(`${written} `), Buffer.alloc(100)]
  assert.equal(spanCutter(viewers[0]!)(text, Buffer.from(spans!), target, 0), undefined)
})

const on = await testDatabase(recordTypes)
const server = await testServer({ operations, types: recordTypes, on, memory: answerMemory(0) })
const types = recordTypes.filter(hasSpans)
const read = operations.filter(({ reads }) => types.some(({ type }) => type === reads))
const world = randomWorld(5_113, 'spa', everyonesLines())
await server.load(everyonesLines().map(withoutNothing))
await loadWhole(server, [world])
const secrets = await Promise.all(
  callersOf(diceOf(5_113), world).map(({ kind, owners }) => server.key(kind, owners)),
)

const withoutLinks = (text: string) => text.replaceAll(/&expires=\d+&sig=[\w-]+/g, '')

const fieldsOf: Record<string, string> = {
  worker: 'id,agencies.name,attachments.files',
  requisition: 'id,agencies.id,submissionAnswers',
  assignment: 'id,requisition.reference,submissionAnswers',
  timesheet: 'id,assignment,submissionAnswers',
}

/** Every answer with such records in it: lists with and without fields, and each record by itself. */
async function answers(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [at, secret] of secrets.entries())
    for (const { path, reads, shape } of read) {
      const lines = world.of(reads!).map(({ record }) => record.id as string)
      const paths =
        shape === 'list'
          ? [`${path}?limit=200`, `${path}?fields=${fieldsOf[reads!]}`]
          : lines.map(one => path.replace('{id}', one))
      for (const one of paths) {
        const { status, text } = await server.get(one, secret)
        assert.ok(status === 200 || status === 404, text)
        found.set(`${at} ${one}`, withoutLinks(text))
      }
    }
  return found
}

type Kept = { id: string; spans: string | null }

const keptSpans = async (type: string) =>
  (await server.database.rows<Kept>(sql`select id, spans from ${name(textTable(type))} order by id`)).map(
    ({ id, spans }) => `${id} ${spans}`,
  )

const allKept = async () =>
  new Map(await Promise.all(types.map(async ({ type }) => [type, await keptSpans(type)] as const)))

test('answers are the same bytes whether records are cut as bytes or, where it is not known where, as values', async () => {
  assert.deepEqual(
    types.map(({ type }) => type),
    ['worker', 'requisition', 'assignment', 'timesheet'],
  )
  const right = await answers()
  for (const { type } of types) {
    assert.ok(
      (await keptSpans(type)).some(row => !row.endsWith(' null')),
      `none of ${type}`,
    )
    await server.database.rows(sql`update ${name(textTable(type))} set ${name(spansColumn)} = null`)
  }
  assert.deepEqual(await answers(), right)
  for (const { type } of types)
    await server.database.rows(
      sql`update ${name(textTable(type))} set ${name(spansColumn)} = '[' || octet_length(record) || ']'`,
    )
  await assert.rejects(answers(), /ownedBy/, 'it is by these that they are cut')
  await loadWhole(server, [world])
})

test('an upgrade works them out for what is stored, and answers are the same before, meanwhile and afterwards', async () => {
  const { database, readiness } = on
  for (const { type } of types)
    await database.rows(sql`update ${name(textTable(type))} set ${name(spansColumn)} = null`)
  const right = await answers()
  for (const { type } of types) {
    await database.rows(sql`alter table ${name(textTable(type))} drop column ${name(spansColumn)}`)
    await database.rows(sql`delete from declared where type = ${type} and name = ${spansColumn}`)
  }
  await prepareDatabase(database, recordTypes)
  await readiness.refresh()
  assert.equal(readiness.pending(), types.length)
  assert.deepEqual(await answers(), right)
  await fillPending(database, recordTypes)
  await readiness.refresh()
  assert.equal(readiness.pending(), 0)
  assert.deepEqual(await answers(), right)
  const filled = await allKept()
  for (const { type } of types)
    await database.rows(
      sql`update declared set definition = 'edition 0' where type = ${type} and name = ${spansColumn}`,
    )
  await prepareDatabase(database, recordTypes)
  assert.ok(
    [...(await allKept()).values()].flat().every(row => row.endsWith(' null')),
    'others are not believed',
  )
  await fillPending(database, recordTypes)
  assert.deepEqual(await allKept(), filled)
  await readiness.refresh()
})
