// Postcodes come back in their standard form, however they were sent: by a load, in any type of record, and by POST /workers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { type SampleRecord, sampleOf } from '../../src/api/samples.ts'
import { type Node, nodeOf, withoutNull } from '../../src/shape/shape.ts'
import { masterLists, newcomer, posted } from '../support/newcomer.ts'
import { sampleId } from '../support/samples.ts'
import { testServer } from '../support/server.ts'

/** The sample with this in the place of every postcode, and how many it has. */
function withPostcode(given: Node | undefined, value: unknown, code: string): unknown {
  const node = given && withoutNull(given).node
  if (node?.['x-postcode']) return code
  if (Array.isArray(value)) return value.map(item => withPostcode(node?.items, item, code))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withPostcode(node?.properties?.[name], inner, code)]),
  )
}

const lines = (code: string): SampleRecord[] => [
  sampleOf('file'),
  ...recordTypes.map(({ type, record }) => {
    const sample = sampleOf(type)
    return { ...sample, record: withPostcode(nodeOf(record), sample.record, code) as SampleRecord['record'] }
  }),
]

const server = await testServer()
const company = await server.key('company', [sampleOf('company').record.id])
const own = await server.key('agency', [sampleOf('agency').record.id])

/** Every value in an answer that is called a postcode. */
function codesIn(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return []
  const holds = 'lineOne' in value || 'line1' in value || ('city' in value && 'code' in value)
  const here = holds ? Object.entries(value).filter(([name]) => /^(code|postcode)$/.test(name)) : []
  return [...here.map(([, code]) => code), ...Object.values(value).flatMap(codesIn)]
}

test('every postcode that is loaded is shown in its standard form, and the same one sent otherwise changes nothing', async () => {
  const sent = lines('ec1a1bb')
  const { rejected } = await server.load(sent)
  assert.equal(rejected, 0)
  const shown = new Set<string>()
  for (const operation of operations) {
    if (operation.method !== 'GET' || !operation.reads) continue
    const path = operation.path.includes('{id}')
      ? operation.path.replace('{id}', sampleId(operation))
      : operation.path
    const { body } = await server.get(path, company)
    for (const code of codesIn(body.data)) {
      assert.equal(code, 'EC1A 1BB', path)
      shown.add(operation.reads)
    }
  }
  assert.deepEqual([...shown].sort(), ['assignment', 'company', 'project', 'site', 'worker'])
  for (const code of [' EC1A  1BB', 'EC1A 1BB']) {
    const { counts } = await server.load(lines(code))
    assert.equal(counts.updated, 0, code)
  }
})

const people: [string, string, string][] = [
  ['m11ae', 'United Kingdom', 'M1 1AE'],
  ['GIR 0AA', 'United Kingdom', 'GIR 0AA'],
  ['d02x285', 'Ireland', 'D02 X285'],
  ['75 008', 'France', '75 008'],
]

test('a postcode that was posted is shown in its standard form, and a foreign one as it was sent', async () => {
  await server.load(masterLists())
  for (const [index, [code, country, standard]] of people.entries()) {
    const person = newcomer(500 + index)
    const address = { ...(person.address as object), country, code }
    const made = await server.get('/workers', own, posted({ ...person, address }))
    assert.equal(made.status, 200, made.text)
    const { body } = await server.get(`/workers/${made.body.data.id}`, own)
    assert.equal(body.data.address.code, standard)
    // A nightly load of the same worker says it as the source does.
    const { counts } = await server.load([
      { type: 'worker', patch: true, record: { id: body.data.id, address: { ...body.data.address, code } } },
    ])
    assert.equal(counts.updated, 0, code)
  }
})
