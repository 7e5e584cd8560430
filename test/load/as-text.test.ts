// Lists that are stored as the text they came in: that this makes no difference but in time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { recordTypes } from '../../src/api/index.ts'
import { part } from '../../src/kernel/resource/collection.ts'
import { lineReader, type Upsert } from '../../src/load/read.ts'
import { recordType } from '../../src/record-types/record-type.ts'
import { faultTexts, InvalidValue } from '../../src/shape/invalid-value.ts'
import { AsText, capturedNumbers, textReader } from '../../src/shape/list-text.ts'
import { list, number, record, reference, text } from '../../src/shape/shape.ts'
import { rowMaker } from '../../src/store/records/record-rows.ts'
import { isLong } from '../support/long.ts'

const readLine = lineReader(recordTypes)
const timesheet = recordTypes.find(type => type.type === 'timesheet')!
const toRow = rowMaker(timesheet)

/** What becomes of a line: what is stored and warned of it, or why it is rejected. */
function outcomeOf(line: string) {
  try {
    const entry = readLine(line, 1) as Upsert
    entry.complete?.((readLine(lineOf(''), 1) as Upsert).stored)
    return { ...toRow(entry.id, 'short', entry.stored), warnings: entry.warnings }
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    const [fault] = faultTexts(error)
    const { path, reason, hint } = fault!
    return { path, reason: reason.replace(/ at position.*/, ''), hint }
  }
}

/** The same line, written so that nothing of it is taken as text. */
const spaced = (line: string) => line.replace('{', '{ ')

const lineOf = (more: string, first = '') =>
  `{"type":"timesheet","record":{${first}"id":"t1","reference":"T1","status":"pending","worker":{"id":"w1"},` +
  `"company":{"id":"c1"},"project":{"id":"p1"},"agency":{"id":"a1"},"start":"2026-03-02T00:00:00.000Z",` +
  `"end":"2026-03-08T23:59:59.999Z","weekEnding":"2026-03-08T00:00:00.000Z","version":1,` +
  `"timesheetApprovers":[],"netHours":8,"pieceRateEntries":[],"createdAt":"2026-03-02T06:00:00.000Z",` +
  `"updatedAt":"2026-03-02T06:00:00.000Z"${more}}}`

type Texts = { id: string; date: string; breaks: string; total: string; more: string }

const timelogOf = ({ id, date, breaks, total, more }: Texts) =>
  `{"id":${id},"status":"approved","date":${date},"start":${date},"end":${date},"breaks":${breaks},` +
  `"hours":{"standard":8,"overtime":0,"total":${total}},` +
  `"rates":{"pay":1,"emp":0,"margin":0.5,"charge":1.5},"values":{${['pay', 'emp', 'margin', 'charge']
    .map(name => `"${name}":{"standard":8,"overtime":0,"total":8}`)
    .join()}}${more}}`

const plain: Texts = {
  id: '"l1"',
  date: '"2026-03-02T00:00:00.000Z"',
  breaks: '30',
  total: '8.5',
  more: ',"costCodeAllocations":[{"costCode":{"name":"CC-1"},"hours":8}]',
}

const listOf = (...logs: Texts[]) => `,"timelogs":[${logs.map(timelogOf).join()}]`

const numbers = fc.oneof(
  fc.double().map(String),
  fc.integer().map(String),
  fc.constantFrom(
    '-0',
    '0.0',
    '-0.5',
    '1.50',
    '1e3',
    '1E+2',
    '0.1',
    '0.30000000000000004',
    '1e999',
    '01',
    '.5',
  ),
  fc.constantFrom('0.000001', '0.0000001', '123456789.123456', '999999999999999', '9007199254740993', 'null'),
)
const texts = fc.oneof(
  fc.string({ unit: 'binary' }).map(value => JSON.stringify(value)),
  fc.constantFrom('"\\u0041"', '"\\ud800"', '"\ud800"', '"a\\/b"', '"\\u0000"', '"é — 漢字"', '"😀"', '7'),
)
const dates = fc.constantFrom(
  ...['2026-03-31T10:00:00.000Z', '2024-02-29T00:00:00.000Z', '2026-02-29T00:00:00.000Z', '2026-03-02'],
  ...[
    '2026-04-31T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '2026-03-02T24:00:00.000Z',
    '2026-03-02T10:00Z',
  ],
)
const extras = fc.constantFrom(
  ...['', ',"absenceAuthorized":true', ',"absenceReason":"ill"', ',"costCodeAllocations":[]', ',"unknown":1'],
  ...[
    ',"shiftType":"day"',
    ',"absenceReason":null',
    ',"costCodeAllocations":[{"costCode":{"name":"A"},"hours":2}]',
  ],
  ...[',"id":"again"', ' ', ','],
)
/** Mostly as it should be, so that one thing that is not stands alone. */
const mostly = (usual: string, others: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others })
const log = fc.record({
  id: mostly(plain.id, texts),
  date: mostly(
    plain.date,
    dates.map(date => `"${date}"`),
  ),
  breaks: mostly(plain.breaks, numbers),
  total: mostly(plain.total, numbers),
  more: mostly(plain.more, extras),
})
const around = mostly(
  '',
  fc.constantFrom(',"versionHistory":[]', ',"timelogs":[]', ',"time\\u006cogs":[]', ' ', ',"x":1'),
)

/** Lists of the same name elsewhere, where what is there is thrown away unread or refused. */
const others = [
  `"submissionAnswers":{"a":1${listOf(plain)}},`,
  `"supplierType":{"a":1${listOf(plain)}},`,
  `"worker":{"id":"w1","name":{"a":1${listOf(plain)}}},`,
  `"values":{"pay":{},"charge":{}${listOf(plain)}},`,
]
const before = mostly(
  '',
  fc
    .tuple(
      fc.constantFrom('', '"timelogs":[],', '"timelogs" :[],', ' "timelogs":[],'),
      fc.constantFrom('', ...others),
    )
    .map(both => both.join('')),
)

test('a list taken as text is stored, warned and rejected just as one that is read, of patches too', () => {
  fc.assert(
    fc.property(
      before,
      fc.option(fc.array(log, { maxLength: 3 })),
      around,
      fc.boolean(),
      (first, logs, after, isPatch) => {
        const whole = lineOf((logs ? listOf(...logs) : '') + after, first)
        const line = isPatch ? whole.replace(/}$/, ',"patch":true}') : whole
        assert.deepEqual(outcomeOf(line), outcomeOf(spaced(line)))
      },
    ),
    { numRuns: isLong ? 3000 : 500 },
  )
})

test('a list that comes as we would write it is taken as text, with the numbers that are looked at', () => {
  const line = lineOf(listOf(plain, { ...plain, id: '"l2"', breaks: '15.5', more: '' }))
  const { stored, warnings } = readLine(line, 1) as Upsert
  assert.ok(stored.record.timelogs instanceof AsText)
  assert.deepEqual(stored.record.timelogs.numbers, [
    [8.5, 30],
    [8.5, 15.5],
  ])
  assert.deepEqual(
    warnings?.map(warning => warning.path),
    ['record.netHours'],
  )
  const read = readLine(spaced(line), 1) as Upsert
  assert.ok(Array.isArray(read.stored.record.timelogs))
  assert.deepEqual(
    capturedNumbers(read.stored.record.timelogs, ['hours.total', 'breaks']),
    stored.record.timelogs.numbers,
  )
  assert.equal(JSON.stringify(stored.record.timelogs), JSON.stringify(read.stored.record.timelogs))
})

test('a list of something inside the record is not taken for its own', () => {
  const line = lineOf(`,"values":{"pay":{},"charge":{}${listOf(plain)}}`)
  assert.deepEqual(outcomeOf(line), outcomeOf(spaced(line)))
  assert.equal((outcomeOf(line) as { path: string }).path, 'record.values.timelogs')
})

test('old versions are taken as text too, and empty ones are left out', () => {
  const old =
    '{"version":1,"snapshotReason":"amended","snapshotAt":"2026-03-09T10:00:00.000Z","netHours":8,' +
    '"expenseValue":0,"values":{"pay":{"total":8},"charge":{}},"rates":{"wd":{"pay":1,"emp":0,"margin":0.5,' +
    '"charge":1.5,"uplift":null}}}'
  const line = lineOf(`,"versionHistory":[${old},${old.replace('"version":1', '"version":2')}]`)
  const { stored } = readLine(line, 1) as Upsert
  assert.ok(stored.record.versionHistory instanceof AsText)
  assert.deepEqual(outcomeOf(line), outcomeOf(spaced(line)))
  assert.ok(!('versionHistory' in (readLine(lineOf(',"versionHistory":[]'), 1) as Upsert).stored.record))
})

test('a declaration whose list cannot be text, or is looked into, is refused', () => {
  const named = list(record({ worker: reference('worker', 'name') }))
  assert.throws(() => textReader(named, []), /cannot be taken as text/)
  assert.throws(() => textReader(list(record({ n: number })), ['m']), /no number at m/)
  const shape = record({ id: text, logs: list(record({ n: number })) })
  const declared = { type: 'thing', record: shape, parts: { includeLogs: part('logs', { asText: [] }) } }
  assert.ok(recordType(declared))
  assert.throws(() => recordType({ ...declared, derived: { columns: ['logs.n'] } }), /logs.n is in a list/)
})
