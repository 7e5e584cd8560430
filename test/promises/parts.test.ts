// What an include flag adds to a record that has none of it: an empty list where it is a list, nothing where it is not,
// whichever way the record is written: as its stored bytes, without what is hidden, or narrowed by `fields`.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allowsKind } from '../../src/access/permit.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { type SampleRecord, sampleLines, sampleOf } from '../../src/api/samples.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { type Node, nodeOf } from '../../src/shape/shape.ts'
import {
  answer,
  assignment,
  company,
  requisition,
  response,
  rivals,
  timesheet,
  trade,
  worker,
} from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const shared = [answer('a1', 'nights'), answer('a2', 'days')]
const { rejected } = await server.load([
  ...rivals(),
  { ...company('c1'), facts: { stageTracking: { enabled: true } } },
  { ...company('c2'), facts: { stageTracking: { enabled: false } } },
  assignment('shared', of, { submissionAnswers: shared }),
  // Of each pair, the second has something that is hidden from the agency.
  timesheet('t1', of),
  timesheet('t2', of, { assignment: 'shared' }),
  requisition('r1', of, { agencies: [response('a1')] }),
  requisition('r2', of, { agencies: [response('a1'), response('a2')] }),
  requisition('r3', { ...of, company: 'c2', project: 'p2' }, { agencies: [response('a1')] }),
  trade('tr1', 'c1'),
  worker('w1', { agencies: [{ id: 'a1', active: true }] }),
])
assert.equal(rejected, 0)
const keys = {
  company: await server.key('company', ['c1', 'c2']),
  agency: await server.key('agency', ['a1']),
}
const ids: Record<string, readonly string[]> = {
  timesheet: ['t1', 't2'],
  requisition: ['r1', 'r2'],
  trade: ['tr1'],
  company: ['c1'],
  worker: ['w1'],
}

/** Of other resources, the sample beside their declaration, without what flags add. */
const sampleOwners = { company: sampleOf('company').record.id, agency: sampleOf('agency').record.id }
const flagsOf = ({ parameters }: Operation) => parameters.filter(({ name }) => /^include[A-Z]/.test(name))

/** The properties that an operation's flags add, with their Shapes; what is put elsewhere is there in any case. */
function addedBy(operation: Operation): [string, Node][] {
  const { items, properties = items!.properties } = nodeOf(operation.answers)
  const names = flagsOf(operation).flatMap(({ adds = [] }) => adds.filter(path => !path.includes('.')))
  return names.map(name => [name, properties![name]!])
}

/** Of operations that read records: what else a flag adds is no Part. */
const including = operations.filter(operation => operation.reads && flagsOf(operation).length > 0)

function promiseOf(name: string, node: Node, record: Record<string, unknown>): void {
  if (node.type === 'array' && !node['x-filled']) assert.deepEqual(record[name], [], `${record.id} ${name}`)
  else assert.ok(!(name in record), `${record.id} ${name}`)
}

const unknown = including.filter(({ noun }) => !ids[noun])
if (unknown.length > 0)
  await server.load(
    (sampleLines(recordTypes) as SampleRecord[]).map(line => {
      const parts = unknown.filter(({ reads }) => reads === line.type).flatMap(addedBy)
      const kept = Object.entries(line.record ?? {}).filter(
        ([name]) => !parts.some(([part]) => part === name),
      )
      return line.record ? { ...line, record: Object.fromEntries(kept) } : line
    }),
  )

const sampleKeys =
  unknown.length > 0
    ? {
        company: await server.key('company', [sampleOwners.company]),
        agency: await server.key('agency', [sampleOwners.agency]),
      }
    : keys

for (const operation of including) {
  const known = ids[operation.noun] ?? [sampleOf(operation.reads!).record.id]
  const own = ids[operation.noun] ? keys : sampleKeys
  const asked = ids[operation.noun] ? 'c1' : sampleOwners.company
  const flags = flagsOf(operation).filter(({ callers }) => callers === undefined)
  const query = flags.map(({ name }) => `${name}=true`).join('&')
  describe(`${operation.method} ${operation.path}`, () => {
    for (const kind of ['company', 'agency'] as const) {
      if (!allowsKind(operation, kind)) continue
      test(`a record without what the flags add has empty lists of it, for ${kind} keys`, async () => {
        const paths = operation.path.includes('{id}')
          ? known.map(id => `${operation.path.replace('{id}', id)}?${query}`)
          : [`${operation.path}?company=${asked}&${query}`]
        for (const path of paths) {
          const { status, body, text } = await server.get(path, own[kind])
          assert.equal(status, 200, text)
          const records = [body.data].flat()
          assert.equal(records.length, operation.shape === 'list' ? known.length : 1)
          for (const record of records)
            for (const [name, node] of addedBy(operation)) promiseOf(name, node, record)
        }
      })

      if (operation.shape !== 'list') continue
      test(`so it has with fields, and only where they ask for it, for ${kind} keys`, async () => {
        for (const [name, node] of addedBy(operation)) {
          const get = async (fields: string) =>
            (await server.get(`${operation.path}?company=${asked}&${query}&fields=id,${fields}`, own[kind]))
              .body.data
          const inner = Object.keys(node.items?.properties ?? {})[0]
          for (const fields of [name, ...(inner ? [`${name}.${inner}`] : [])])
            for (const record of await get(fields)) promiseOf(name, node, record)
          for (const record of await get('createdAt')) assert.ok(!(name in record))
        }
      })
    }
  })
}

test('a Part that a feature unlocks is there for companies that have it alone', async () => {
  for (const key of Object.values(keys)) {
    const { data } = (await server.get('/requisitions?includeStageTracking=true&sortOrder=asc', key)).body
    const tracked = data.map((one: { id: string; stageTracking?: unknown }) => [one.id, one.stageTracking])
    assert.deepEqual(Object.fromEntries(tracked), { r1: [], r2: [], r3: undefined })
  }
})
