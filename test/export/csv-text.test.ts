// Rows that are cut out of stored text are those that its values give, whatever the record holds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fieldsParameter } from '../../src/kernel/query/fields.ts'
import {
  anything,
  flag,
  list,
  mapOf,
  maybe,
  number,
  orNull,
  record,
  type Static,
  text,
} from '../../src/shape/shape.ts'
import { tableOf } from '../../src/tables/columns.ts'
import { csvRows } from '../../src/tables/csv.ts'
import { csvFromText } from '../../src/tables/csv-text.ts'

const Inner = record({ id: text, amount: maybe(number), deeper: maybe(record({ note: orNull(text) })) })
const Shape = record({
  id: text,
  label: maybe(text),
  on: maybe(flag),
  inner: maybe(orNull(Inner)),
  open: maybe(anything),
  map: maybe(mapOf(number)),
  words: maybe(list(text)),
  items: maybe(list(Inner)),
  longerThanAllThatFollows: maybe(text),
  z: maybe(number),
})
type Value = Static<typeof Shape>

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    '=1+1',
    '-3',
    'a,b',
    'a;b',
    '',
    'null',
    'true',
    '{}',
    '[',
    'ż',
    '@x',
    '＝1+1',
    '＠x',
    '＊',
    'back\\slash',
    'q"uote',
  ),
)
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const inner = fc.record({
  id: word,
  amount: some(fc.double({ noNaN: true, noDefaultInfinity: true })),
  deeper: some(fc.record({ note: fc.option(word, { nil: null }) })),
})
const value = fc.record({
  id: word,
  label: some(word),
  on: some(fc.boolean()),
  inner: some(fc.option(inner, { nil: null })),
  open: some(fc.jsonValue({ maxDepth: 2 })),
  map: some(fc.dictionary(word, fc.integer())),
  words: some(fc.array(word, { maxLength: 3 })),
  items: some(fc.array(inner, { maxLength: 3 })),
  longerThanAllThatFollows: some(word),
  z: some(fc.nat(9)),
}) as fc.Arbitrary<Value>

const fieldsOf = (names: string) => fieldsParameter(Shape).read(names, 'company')

const tables = [
  {},
  { fields: fieldsOf('items,label,id,inner.deeper.note') },
  { fields: fieldsOf('inner.amount,inner,on') },
  { fields: fieldsOf('words,open,map') },
  { fields: fieldsOf('on,items.id') },
  { fields: fieldsOf('longerThanAllThatFollows') },
].map(asked => tableOf(Shape, { kind: 'company', absent: new Set(), ...asked }))

/** Alone in its memory, or between bytes that would change every cell if they were taken for its own. */
const placed = (stored: string, before: string, after: string): Buffer => {
  const [text, all] = [Buffer.from(stored), Buffer.from(before + stored + after)]
  const memory = Buffer.allocUnsafeSlow(all.length)
  all.copy(memory)
  return memory.subarray(Buffer.byteLength(before)).subarray(0, text.length)
}
const around = fc.string({ unit: fc.constantFrom(...'",;{}[]=n0\\'), maxLength: 9 })

test('text and values give the same row, wherever the text lies', () => {
  let cut = 0
  fc.assert(
    fc.property(value, around, around, (given, before, after) => {
      const stored = JSON.stringify(given)
      for (const table of tables) {
        const fromText = csvFromText(table)
        const most = fromText.most(placed(stored, before, after))
        if (most < 0) continue
        cut++
        const start = before.length
        const out = Buffer.alloc(start + most, '#')
        const rows = out.toString('utf8', start, fromText.write(out, start))
        assert.equal(rows, [...csvRows(table)(JSON.parse(stored))].join(''))
        assert.equal(out.toString('utf8', 0, start), '#'.repeat(start))
      }
    }),
    { numRuns: 3000 },
  )
  assert.ok(cut > 3000, 'hardly any row was cut out of its text')
})

test('a text that is shorter or longer than its record is refused, whatever follows it', () => {
  const fromText = csvFromText(tables[0]!)
  const stored = JSON.stringify({
    id: 'one',
    label: 'a label',
    inner: { id: 'i', amount: 12.5 },
    words: ['w'],
  })
  assert.ok(fromText.most(placed(stored, '', '')) > 0)
  for (let length = 1; length < stored.length; length++)
    assert.throws(() => fromText.most(placed(stored.slice(0, length), '', stored.slice(length))), `${length}`)
  for (let length = 1; length < stored.length; length++)
    assert.throws(() => fromText.most(placed(stored.slice(0, length), '', '')), `${length}, and nothing more`)
  assert.throws(() => fromText.most(placed(`${stored}\n${stored}`, '', '')))
})
