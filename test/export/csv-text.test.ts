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
}) as fc.Arbitrary<Value>

const fieldsOf = (names: string) => fieldsParameter(Shape).read(names, 'company')

const tables = [
  {},
  { fields: fieldsOf('items,label,id,inner.deeper.note') },
  { fields: fieldsOf('inner.amount,inner,on') },
  { fields: fieldsOf('words,open,map') },
  { fields: fieldsOf('on,items.id') },
].map(asked => tableOf(Shape, { kind: 'company', absent: new Set(), ...asked }))

test('text and values give the same row', () => {
  let cut = 0
  fc.assert(
    fc.property(value, given => {
      const stored = JSON.stringify(given)
      for (const table of tables) {
        const fromText = csvFromText(table)
        const most = fromText.most(Buffer.from(stored))
        if (most < 0) continue
        cut++
        const out = Buffer.alloc(most)
        const rows = out.toString('utf8', 0, fromText.write(out, 0))
        assert.equal(rows, [...csvRows(table)(JSON.parse(stored))].join(''))
      }
    }),
    { numRuns: 3000 },
  )
  assert.ok(cut > 3000, 'hardly any row was cut out of its text')
})
