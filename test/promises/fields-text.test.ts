// What `fields` cuts out of the bytes of a record is what it leaves of the values, for every Shape there is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { recordTypes } from '../../src/api/index.ts'
import { type Fields, fieldsAt, onlyFields } from '../../src/shape/fields.ts'
import { markFor, readMarked, writeMarked } from '../../src/shape/file-mark.ts'
import { type Node, nodeOf } from '../../src/shape/shape.ts'
import { fieldsOfText } from '../../src/tables/fields-text.ts'
import { isLong } from '../support/long.ts'

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter(text => !text.includes('\u0001')),
  fc.constantFrom('', '"', '\\', '\\"', '{"a":1}', '],[', '\n\u2028', 'ż,ł', 'null', '\u{1F4C4}'),
)
const plain = fc.stringMatching(/^[ -!#-[\]-~żł]{0,12}$/)
const patternsOf = (node: Node) =>
  Object.values((node as { patternProperties?: Record<string, Node> }).patternProperties ?? {})

/** Values as the Shape has them, with nothing escaped in one half of the cases. */
function valueIn(node: Node, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (node['x-file']) return fc.stringMatching(/^[a-z0-9-]{1,9}$/).map(markFor)
  if (node.anyOf) return fc.oneof(...node.anyOf.map(each => valueIn(each, text)))
  const [each] = patternsOf(node)
  if (each) return fc.dictionary(text, valueIn(each, text), { maxKeys: 3, noNullPrototype: true })
  if (node.properties) {
    const entries = Object.entries(node.properties).map(
      ([name, child]) => [name, valueIn(child, text)] as const,
    )
    const made = fc.record(Object.fromEntries(entries), { noNullPrototype: true })
    return fc.tuple(made, fc.subarray(entries.map(([name]) => name))).map(([whole, left]) => {
      for (const name of left) if (!node.required?.includes(name)) delete whole[name]
      return whole
    })
  }
  if (node.type === 'array') return fc.array(valueIn(node.items!, text), { maxLength: 3 })
  if (node.type === 'string') return text
  if (node.type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true })
  if (node.type === 'integer') return fc.integer()
  if (node.type === 'boolean') return fc.boolean()
  if (node.type === 'null') return fc.constant(null)
  return fc
    .jsonValue({ maxDepth: 2, stringUnit: 'grapheme' })
    .filter(made => !JSON.stringify(made).includes('u0001'))
}

/** Paths that lead somewhere, and some that lead on from there to nothing. */
function pathsIn(node: Node, depth = 0): string[] {
  const inside = [...(node.anyOf ?? []), ...(node.items ? [node.items] : [])]
  const own = Object.entries(node.properties ?? {}).flatMap(([name, child]) => [
    name,
    ...(depth < 3 ? pathsIn(child, depth + 1).map(path => `${name}.${path}`) : []),
    `${name}.nothing`,
  ])
  return [...own, ...inside.flatMap(each => pathsIn(each, depth))]
}

const cutBoth = (text: string, fields: Fields): [string, string] => [
  fieldsOfText(Buffer.from(text), fields).toString(),
  writeMarked(onlyFields(readMarked(text), fields)),
]

for (const { type, record } of recordTypes)
  test(`fields of a ${type} are cut out of its text as out of its values`, () => {
    const node = nodeOf(record)
    const possible = [...new Set(pathsIn(node))]
    const maxLength = Math.min(12, possible.length)
    const paths = fc.subarray(possible, { minLength: 1, maxLength })
    const shuffled = paths.chain(chosen => fc.shuffledSubarray(chosen, { minLength: chosen.length }))
    const value = fc.oneof(valueIn(node, plain), valueIn(node, word))
    fc.assert(
      fc.property(value, shuffled, (value, paths) => {
        const [cut, right] = cutBoth(writeMarked(value), fieldsAt(paths))
        assert.equal(cut, right)
      }),
      { numRuns: isLong ? 2000 : 60 },
    )
  })

test('fields are cut out of a text at any place of a buffer, and never out of what lies behind it', () => {
  const text = '{"id":"a","inner":{"b":[{"c":1,"d":null},null,3,{"d":{"e":[]}}]},"z":"end"}'
  const [fields, right] = [
    fieldsAt(['z', 'inner.b.d', 'id.x']),
    '{"inner":{"b":[{"d":null},null,{"d":{"e":[]}}]},"z":"end"}',
  ]
  for (const behind of ['', ',', '","secret":"x"}'])
    for (const before of ['', 'xx']) {
      const whole = Buffer.from(before + text + behind)
      const cut = fieldsOfText(whole.subarray(before.length, before.length + text.length), fields)
      assert.equal(cut.toString(), right)
    }
  const broken = Buffer.from('{"id":"a","z":"unended","secret":"x"}')
  assert.throws(() => fieldsOfText(broken.subarray(0, 18), fieldsAt(['z'])), /ends elsewhere/)
})
