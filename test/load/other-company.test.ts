// A record of one company that names one of another is told, for every reference between types that have a company.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sampleLines, sampleOf } from '../../src/api/samples.ts'
import type { RecordType } from '../../src/record-types/record-type.ts'
import { nodeOf } from '../../src/shape/shape.ts'
import { company } from '../support/lines.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
const lines = sampleLines(recordTypes)
assert.equal((await server.load([...lines, company('elsewhere')])).rejected, 0)

const hasCompany = ({ record }: RecordType) => nodeOf(record).properties?.company !== undefined
const typeOf = (name: string) => recordTypes.find(({ type }) => type === name)
const references = recordTypes.filter(hasCompany).flatMap(type =>
  type.mentions.flatMap(({ path, type: name }) => {
    const other = typeOf(name)
    return other && hasCompany(other) ? [{ type, path, other }] : []
  }),
)

/** The sample of a type, as a record of another company. */
function foreign({ type }: RecordType): Json {
  const line = structuredClone(sampleOf(type)) as Json
  line.record.id = `far-${type}`
  line.record.company = typeof line.record.company === 'string' ? 'elsewhere' : { id: 'elsewhere' }
  delete line.nanoid
  return line
}

/** What the sample lacks around a reference. */
const around: Record<string, object> = { clone: { date: '2026-01-01' } }

/** Puts the id where the path leads. */
function name(record: Json, path: string, id: string): void {
  const [first, ...rest] = path.split('.')
  const value = record[first!] ?? around[path.split('.')[0]!]
  if (rest.length === 0) record[first!] = Array.isArray(value) ? [{ id }] : { id }
  else {
    record[first!] = value
    name(Array.isArray(value) ? value[0] : value, rest.join('.'), id)
  }
}

test('every reference between records of companies warns where the other is another company’s', async () => {
  assert.ok(references.length >= 38, String(references.length))
  const others = [...new Set(references.map(({ other }) => other))].map(foreign)
  const near = references.map(({ type, path, other }, index) => {
    const line = structuredClone(sampleOf(type.type)) as Json
    line.record.id = `near-${index}`
    delete line.nanoid
    name(line.record, path, `far-${other.type}`)
    return line
  })
  for (const options of [{ dryRun: true }, {}]) {
    const warned = new Set<string>()
    await server.load([...others, ...near], {
      ...options,
      onRejection: ({ line, path, reason }) => assert.fail(`line ${line}: ${path} ${reason}`),
      onWarning: ({ line, code, path }) => void warned.add(`${line} ${code} ${path}`),
    })
    const untold = references.filter(({ path }, index) => {
      const expected = `${others.length + index + 1} OTHER_COMPANY record.${path}`
      return !warned.has(expected) && !warned.has(`${expected}.0`)
    })
    assert.deepEqual(
      untold.map(({ type, path }) => `${type.type}.${path}`),
      [],
    )
  }
})

test('no sample is of another company than what it names', async () => {
  const { warnedOf } = await (await testServer()).load(lines)
  assert.deepEqual(
    warnedOf.filter(({ code }) => code === 'OTHER_COMPANY').map(({ type, path }) => `${type} ${path}`),
    [],
  )
})
