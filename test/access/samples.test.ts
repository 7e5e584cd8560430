// The sample beside each declaration, once for each of two rivals: whatever a newcomer declares, neither sees a word of
// the other's, and what is marked for companies alone is not shown to agencies.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowsKind } from '../../src/access/permit.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { type SampleRecord, sampleLines, sampleOf } from '../../src/api/samples.ts'
import { type Node, nodeOf, withoutNull } from '../../src/shape/shape.ts'
import { touched } from '../support/lines.ts'
import { sampleId, samples, shownToday } from '../support/samples.ts'
import { testServer } from '../support/server.ts'

const typeOf = new Map([...samples].map(([type, { record }]) => [record.id, type]))
/** What belongs to nobody is there once. */
const isShared = (type: string) => {
  const { owners } = recordTypes.find(known => known.type === type)!
  return !owners && type !== 'company' && type !== 'agency'
}
const rivals = [
  { company: 'ca', agency: 'aa' },
  { company: 'cb', agency: 'ab' },
]
type Rival = (typeof rivals)[number]

/** A record's id as this rival has it. */
function idFor(id: string, rival: Rival): string {
  const type = typeOf.get(id)!
  if (type === 'company' || type === 'agency') return rival[type]
  return isShared(type) ? id : `${id.slice(-8)}-${rival.company}`
}

/** The same with the ids of this rival, and its words in the place of every text that may have any. */
function planted(value: unknown, schema: Node | undefined, rival: Rival, words: string): unknown {
  const node = schema && withoutNull(schema).node
  if (typeof value === 'string') {
    if (typeOf.has(value)) return idFor(value, rival)
    const isFree = node?.type === 'string' && !node.enum && !node['x-instant'] && !node['x-file']
    return isFree && !URL.canParse(value) ? words : value
  }
  if (Array.isArray(value)) return value.map(item => planted(item, node?.items, rival, words))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const child = node?.properties?.[name]
      const hidden = child?.['x-only'] === 'company' ? `company-only ${words}` : words
      return [name, planted(inner, child, rival, hidden)]
    }),
  )
}

function linesOf({ type, record, facts = {} }: SampleRecord, rival: Rival): object {
  const shapes = recordTypes.find(known => known.type === type)!
  const words = isShared(type) ? 'Shared words' : `Words of-${rival.company}`
  const node = nodeOf(shapes.record)
  return { type, record: planted(record, node, rival, words), facts: planted(facts, undefined, rival, words) }
}

const own = await testServer()
const server = await testServer()
const rejected: unknown[] = []
const lines = recordTypes.flatMap(({ type }) =>
  (isShared(type) ? [rivals[0]!] : rivals).map(rival => linesOf(shownToday(samples.get(type)!), rival)),
)
for (const some of [[sampleOf('file'), ...lines], touched(lines)])
  await server.load(some, {
    onRejection: ({ path, reason, text }) => void rejected.push({ path, reason, text: text.slice(0, 60) }),
  })

test('a sample of every type can be loaded, each naming only samples, without a warning', async () => {
  const told: unknown[] = []
  const report = await own.load(sampleLines(recordTypes), {
    onRejection: rejected => void told.push(rejected),
    onWarning: warning => void told.push(warning),
  })
  assert.deepEqual(told, [])
  assert.equal(report.counts.created, recordTypes.length + 1)
})

const wordsOf = (text: string) => new Set(text.match(/(company-only )?Words of-\w+/g) ?? [])

for (const [index, rival] of rivals.entries()) {
  for (const kind of ['company', 'agency'] as const) {
    test(`of two rivals, ${kind} ${rival[kind]} sees its own words and none of the other's`, async () => {
      assert.deepEqual(rejected, [])
      const key = await server.key(kind, [rival[kind]])
      const other = `of-${rivals[1 - index]!.company}`
      const own = new Set<string>()
      for (const operation of operations) {
        if (!allowsKind(operation, kind) || operation.method !== 'GET') continue
        const paths = operation.path.includes('{id}')
          ? rivals.map(each => operation.path.replace('{id}', idFor(sampleId(operation), each)))
          : [operation.path]
        const flags = operation.parameters
          .filter(({ name, callers }) => name.startsWith('include') && (!callers || callers === kind))
          .map(({ name }) => (name === 'include' ? 'include=records&limit=200' : `${name}=true`))
        for (const path of paths) {
          const { text } = await server.get(`${path}?${flags.join('&')}`, key)
          for (const words of wordsOf(text)) {
            assert.ok(!words.endsWith(other), `${path} let out "${words}"`)
            assert.ok(kind === 'company' || !words.startsWith('company-only'), `${path} let out "${words}"`)
            own.add(operation.noun)
          }
        }
      }
      assert.ok(own.size > 10, `its own words were seen in ${[...own]} alone`)
    })
  }
}
