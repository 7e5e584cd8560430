// A canary in every value that belongs to somebody: no operation, kind of key or part may let it out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowsKind } from '../../src/access/permit.ts'
import { operations } from '../../src/api/index.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { nodeOf, withoutNull } from '../../src/shape/shape.ts'
import { readExport, readXlsx } from '../support/exports.ts'
import {
  afp,
  agency,
  answer,
  assignment,
  company,
  connection,
  creditNote,
  expense,
  invoice,
  type Line,
  named,
  project,
  purchaseOrder,
  rate,
  requisition,
  response,
  site,
  submission,
  tag,
  timesheet,
  touched,
  trade,
  worker,
} from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const companies = ['ca', 'cb', 'cc']
const agencies = ['aa', 'ab', 'ac']
const secret = (owner: string) => `secret-of-${owner}`

/** Everything any company and agency could have, each text saying whose it is. */
function programme(): Line[] {
  const lines: Line[] = [named('user', 'u'), named('masterTrade', 'mt')]
  for (const id of agencies) lines.push(agency(id, { name: secret(id) }))
  for (const id of companies) {
    lines.push(
      {
        ...company(id, { name: secret(id), config: { note: secret(id) } }),
        facts: { stageTracking: { enabled: true } },
      },
      project(`p-${id}`, id, { name: secret(id) }),
      site(`s-${id}`, `p-${id}`, id, { name: secret(id), email: `${secret(id)}@x.example` }),
      tag(`g-${id}`, id, { name: secret(id) }),
      trade(`tr-${id}`, id, { name: secret(id), tags: [{ id: `g-${id}` }] }),
      rate(`ra-${id}`, { company: id, trade: `tr-${id}` }),
      purchaseOrder(`po-${id}`, id, { reference: secret(id) }),
    )
    for (const other of agencies) if (!(id === 'cc' && other !== 'ac')) lines.push(connection(id, other))
  }
  for (const id of companies) {
    for (const other of agencies) lines.push(...pairOf(id, other))
    lines.push(shared(id))
  }
  return lines
}

/** A requisition that all agencies are on, each with an entry that says whose it is. */
const shared = (company: string): Line =>
  requisition(
    `re-${company}`,
    { company, project: `p-${company}` },
    {
      reference: secret(company),
      agencies: agencies.map(other =>
        response(other, {
          submissions: [submission(`w-${company}-${other}`, { rejectionReason: secret(other) })],
        }),
      ),
      submissionAnswers: agencies.map(other => answer(other, secret(other))),
    },
    {
      stages: agencies.map(other => ({
        worker: { id: `w-${company}-${other}` },
        agency: { id: other },
        submittedAt: null,
        isRejected: false,
        stage: 'submitted',
        history: [{ stage: 'submitted', at: null, byUserId: null, comments: secret(other) }],
      })),
    },
  )

const document = (id: string, owner: string) => ({
  id,
  type: 'attachment',
  documentType: secret(owner),
  createdAt: '2026-01-01',
  files: [],
})

/** What an agency has at a company; every agency's answers are in the snapshot. */
function pairOf(company: string, agency: string): Line[] {
  const key = `${company}-${agency}`
  const of = { company, project: `p-${company}`, agency, worker: `w-${key}` }
  const both = `${secret(company)} ${secret(agency)}`
  const version = { version: 1, snapshotReason: both, snapshotAt: '2026-03-05', netHours: 1, expenseValue: 0 }
  const rival = agencies.find(other => other !== agency)!
  return [
    {
      ...worker(`w-${key}`, {
        name: `Person ${key}`,
        agencies: [
          { id: agency, active: true },
          { id: rival, active: true },
        ],
        companyIds: companies.map(id => ({ company: id, id: secret(id) })),
        attachments: [document(`d-${key}`, agency), document(`e-${key}`, rival)],
        documentValidations: companies.map(id => ({
          id: `v-${id}-${key}`,
          document: `d-${key}`,
          system: false,
          company: { id },
          competency: null,
          user: { id: null, name: secret(id) },
          validationType: 'x',
          status: 'y',
          statusHistory: [],
          createdAt: '2026-01-01',
          updatedAt: '2026-01-01',
        })),
      }),
      facts: {
        documentOwners: [
          { document: `d-${key}`, agency },
          { document: `e-${key}`, agency: rival },
        ],
        nationalIns: secret('nobody'),
      },
    },
    rate(`ra-${key}`, { company, trade: `tr-${company}` }, { agency }),
    {
      ...assignment(`as-${key}`, of, {
        submissionAnswers: agencies.map(other => answer(other, secret(other))),
        purchaseOrder: both,
        reference: both,
        replacement: { replacedBy: { id: `as-${company}-${rival}` }, reason: secret(rival) },
        clone: { date: '2026-01-01', original: { id: `as-${company}-${rival}` } },
        activities: [{ created: '2026-01-01', activityType: 'x', entity: { id: `as-${company}-${rival}` } }],
      }),
    },
    timesheet(`t-${key}`, of, {
      assignment: `as-${key}`,
      reference: both,
      versionHistory: [{ ...version, values: { pay: {}, charge: {} }, rates: {} }],
    }),
    expense(`e-${key}`, of, { description: both }),
    invoice(`i-${key}`, of, { reference: both }),
    afp(`f-${key}`, of, { reference: both }),
    creditNote(`n-${key}`, of, { reference: both }),
  ]
}

const report = await server.load(programme())
assert.equal(report.rejected, 0)
assert.equal((await server.load(touched(programme()))).rejected, 0)

/** `cb` and `ab` are as `ca` and `aa` are, in all but name. */
const callers = [
  ...['ca', 'cc', ...(isLong ? ['cb'] : [])].map(id => ({ kind: 'company' as const, owners: [id] })),
  { kind: 'company' as const, owners: ['ca', 'cb'] },
  ...['aa', 'ac', ...(isLong ? ['ab'] : [])].map(id => ({ kind: 'agency' as const, owners: [id] })),
  { kind: 'agency' as const, owners: ['aa', 'ac'] },
]

/** Agencies are named to companies, and companies to the agencies they are linked with; rivals never. */
function mayName(caller: (typeof callers)[number], owner: string): boolean {
  if (caller.owners.includes(owner)) return true
  if (caller.kind === 'company') return agencies.includes(owner)
  return owner === 'cc' ? caller.owners.includes('ac') : companies.includes(owner)
}

const each = (prefix: string) => companies.flatMap(id => agencies.map(other => `${prefix}-${id}-${other}`))
const idsFor: Record<string, readonly string[]> = {
  company: companies,
  timesheet: each('t'),
  project: companies.map(id => `p-${id}`),
  worker: each('w'),
  trade: companies.map(id => `tr-${id}`),
  rate: [...each('ra'), ...companies.map(id => `ra-${id}`)],
  requisition: companies.map(id => `re-${id}`),
  'purchase order': companies.map(id => `po-${id}`),
  assignment: each('as'),
  invoice: each('i'),
  AfP: each('f'),
  'credit note': each('n'),
  expense: each('e'),
}

/** An answer; of a feed, all of it. */
async function allOf(path: string, key: string): Promise<{ text: string; status: number }> {
  const { text, status, body } = await server.get(path, key)
  if (!body.meta?.more) return { text, status }
  const rest = await allOf(`${path.replace(/&after=\w+/, '')}&after=${body.meta.next}`, key)
  return { text: text + rest.text, status }
}

const visited = new Set<string>()

/** References that totals are grouped by. */
const namedBy = ({ list, answers }: Operation) =>
  Object.entries(list === undefined ? {} : nodeOf(answers).items!.properties!)
    .filter(([, child]) => withoutNull(child).node['x-reference'])
    .map(([name]) => name)

const formats = ['ndjson', 'csv', 'xlsx']

/** All the text of an answer; that of a workbook lies compressed in it. */
async function answered(path: string, key: string): Promise<{ status: number; text: string }> {
  if (!path.includes('format=')) return allOf(path, key)
  const { status, bytes, text } = await readExport(server.origin, path, key)
  if (status !== 200 || !path.includes('format=xlsx')) return { status, text }
  return { status, text: JSON.stringify(await readXlsx(bytes)) }
}

/** Three keys of a kind take turns, so that each list is asked in every format by each kind. */
const formatsFor = (key: number, list: number) =>
  isLong ? formats : [formats[(key + list) % formats.length]!]

for (const [number, caller] of callers.entries()) {
  test(`a key of ${caller.kind} ${caller.owners.join(' and ')} never sees a rival's value`, async () => {
    const key = await server.key(caller.kind, caller.owners)
    let seen = 0
    let told = 0
    for (const [at, operation] of operations.entries()) {
      if (!allowsKind(operation, caller.kind) || operation.method !== 'GET') continue
      const flags = operation.parameters
        .filter(
          parameter =>
            parameter.name.startsWith('include') && (!parameter.callers || parameter.callers === caller.kind),
        )
        .map(({ name }) => (name === 'include' ? 'include=records&limit=200' : `${name}=true`))
      const ids = operation.parameters.some(({ name }) => name === 'id') && idsFor[operation.noun]
      if (idsFor[operation.noun]) visited.add(operation.noun)
      // What is not here has a sample: samples.test.ts looks for it.
      const paths = operation.path.includes('{id}')
        ? (idsFor[operation.noun] ?? []).map(id => operation.path.replace('{id}', id))
        : [operation.path]
      const exports = operation.parameters.some(({ name }) => name === 'format') ? formatsFor(number, at) : []
      const asked = [
        flags,
        ...exports.map(format => [...flags, `format=${format}`]),
        ...namedBy(operation).map(group => [`groupBy=${group}`]),
        ...(ids ? [[...flags, `id=${ids}`]] : []),
      ]
      for (const path of paths.flatMap(each => asked.map(query => `${each}?${query.join('&')}`))) {
        const { text, status } = await answered(path, key)
        const found = [...new Set(text.match(/secret-of-\w+/g) ?? [])].map(word =>
          word.slice('secret-of-'.length),
        )
        const leaked = found.filter(owner => !mayName(caller, owner))
        assert.deepEqual(leaked, [], `${path} (${status}) let out ${leaked}`)
        seen += found.length
        if (operation.shape === 'feed') told += text.split('"record":{').length - 1
      }
    }
    assert.ok(told > 10, `only ${told} records came with the changes`)
    assert.ok(seen > 0, 'the canary was never seen by anyone: the test shows nothing')
  })
}

test('every record that was planted was looked at', () => {
  assert.deepEqual([...visited].sort(), Object.keys(idsFor).sort())
})
