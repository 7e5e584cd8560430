// Whatever happens to a rival's data, no answer to the other changes by a byte: not rows, names, counts, order,
// filter hits or dates. Random changes, the same requests before and after.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CallerKind } from '../../src/access/caller.ts'
import { allowsKind } from '../../src/access/permit.ts'
import { operations } from '../../src/api/index.ts'
import { checkToEnd } from '../../src/checks/checker.ts'
import { sql } from '../../src/database/sql.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
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
  trade,
  worker,
} from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { type TestServer, testServer } from '../support/server.ts'

const rounds = isLong ? 20 : 1

/** Ids, names and dates of both sides, to be asked for in every parameter that takes such a thing. */
const ids = 'c1 c2 a1 a2 p1 p2 s1 s2 w1 w2 as1 as2 as3 t1 t2 r1'.split(' ')
/** By what is fetched: one of one's own, and one of the rival's or a number that they may take. */
const idsOf: Record<string, readonly string[]> = {
  company: ['c1', 'c2'],
  project: ['p1', 'p2', 'rp1'],
  worker: ['w1', 'w2'],
  trade: ['tr1', 'tr2'],
  rate: ['ra1', 'rr1'],
  requisition: ['re1', 'rr1'],
  'purchase order': ['po1', 'rp1'],
  assignment: ['as1', 'ra1'],
  timesheet: ['t1', 'rt1-2026-03-05'],
  expense: ['e1', 're1'],
  invoice: ['i1', 'ri1'],
  AfP: ['f1', 'f2'],
  'credit note': ['n1', 'rn1'],
}
/** What is worked out of both sides' records, by the ids that it has here. */
let findings: readonly string[] = []
const asked = ['a2', 'p2', 'w2', 'a1', 'p1', 're1', 't1', 'tr1']
const words = ['rival', 'Agency a2', '0', 'Company c2', 'Ada w2', 'C1-T', 'C2-T-t2', 't3']
const days = ['from=2026-01-01&to=2026-12-31', 'from=2026-03-01', 'to=2026-03-05']
/** Of each parameter so many values. */
const [values, orders, ranges] = isLong ? [8, 2, 3] : [2, 1, 1]

function idsFor({ noun }: Operation): readonly string[] {
  const own = noun === 'billing check' ? findings : idsOf[noun]
  assert.ok(own, `ids to ask for each ${noun} by`)
  return isLong ? [...new Set([...ids, ...own])] : own
}

function requestsFor(operation: Operation): string[] {
  const paths = operation.path.includes('{id}')
    ? idsFor(operation).map(id => operation.path.replace('{id}', id))
    : [operation.path]
  const queries = operation.parameters.flatMap(({ name, schema, httpOnly }) => {
    if (httpOnly) return []
    const choices = (schema as { enum?: string[] }).enum
    if (name === 'company') return ['company=c1']
    if (name === 'fields')
      return ['fields=id', 'fields=submissionAnswers.value,company.name'].slice(
        0,
        operation.path === '/timesheets' ? 2 : 1,
      )
    if (name === 'query') return words.slice(0, values).map(word => `query=${encodeURIComponent(word)}`)
    if (name === 'sortBy')
      return choices!.flatMap(sort =>
        [`sortBy=${sort}&sortOrder=desc&page=2&limit=2`, `sortBy=${sort}&sortOrder=asc&limit=3`].slice(
          0,
          orders,
        ),
      )
    if (name === 'dateField')
      return choices!.flatMap(field => days.slice(0, ranges).map(day => `dateField=${field}&${day}`))
    if (choices) return choices.slice(0, isLong ? choices.length : values).map(choice => `${name}=${choice}`)
    if (name.startsWith('include')) return [`${name}=true`]
    if (/from|to|page|limit|sortOrder/.test(name)) return []
    return asked.slice(0, values).map(id => `${name}=${id}`)
  })
  const own = operation.path.endsWith('{id}') ? queries.slice(0, 1) : queries
  // Of the weeks of these records, and not of the last ones.
  const weeks = /^\/billing-checks(\/[a-z]+)?$/.test(operation.path) ? [days[0]!] : []
  return paths.flatMap(path => [
    path,
    ...weeks.map(week => `${path}?${week}`),
    ...own.map(query => `${path}?${[query, ...weeks].join('&')}`),
  ])
}

async function everything(server: TestServer, kind: CallerKind, key: string): Promise<Map<string, string>> {
  const open = operations.filter(operation => operation.path !== '/me' && allowsKind(operation, kind))
  const requests = open.flatMap(requestsFor)
  const answers = new Map<string, string>()
  const next = requests[Symbol.iterator]()
  const work = async () => {
    for (const request of next) {
      const { status, text } = await server.get(request, key)
      assert.ok(status < 500, request)
      answers.set(request, `${status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return answers
}

const ofA = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
/** A person of both agencies; what is the rival's varies. */
const sharedWorker = (documents: readonly string[], validations: readonly string[]): Line => ({
  ...worker('w1', {
    agencies: [
      { id: 'a1', agencyId: 'own', active: true },
      { id: 'a2', ...(documents[0] && { agencyId: documents[0] }), active: true },
    ],
    companyIds: [
      { company: 'c1', id: 'E1' },
      ...(validations.length > 0 ? [{ company: 'c2', id: validations[0] }] : []),
    ],
    attachments: ['own', ...documents].map((text, index) => ({
      id: `d${index}`,
      type: 'attachment',
      documentType: text,
      expiration: `2026-03-${10 + index}`,
      createdAt: '2026-01-01',
      files: [],
    })),
  }),
  facts: { documentOwners: documents.map((_, index) => ({ document: `d${index + 1}`, agency: 'a2' })) },
})

/** A requisition both agencies are on; what is the rival's varies. */
const sharedRequisition = (theirs: readonly string[]): Line =>
  requisition(
    're1',
    { company: 'c1', project: 'p1' },
    {
      agencies: [
        response('a1', { dateAccepted: '2026-03-04', submissions: [submission('w1')] }),
        ...(theirs.length > 0
          ? [
              response('a2', {
                offered: theirs.length,
                dateAccepted: theirs[0],
                submissions: theirs.map(() => submission('w2')),
              }),
            ]
          : []),
      ],
      submissionAnswers: [answer('a1', 'own'), ...theirs.map(text => answer('a2', text))],
    },
    {
      stages: theirs.map(text => ({
        worker: { id: 'w2' },
        agency: { id: 'a2' },
        submittedAt: text,
        isRejected: false,
        stage: 'submitted',
        history: [],
      })),
    },
  )

const shared = (): Line[] => [
  named('region', 'r1'),
  { ...company('c1'), facts: { stageTracking: { enabled: true } } },
  company('c2'),
  agency('a1'),
  agency('a2'),
  connection('c1', 'a1'),
  connection('c1', 'a2'),
  connection('c2', 'a1'),
  connection('c2', 'a2'),
  project('p1', 'c1', { region: 'r1' }),
  project('p2', 'c2'),
  site('s1', 'p1', 'c1'),
  named('masterTrade', 'mt'),
  trade('tr1', 'c1'),
  trade('tr2', 'c2'),
  sharedWorker([], []),
  worker('w2', { agencies: [{ id: 'a2', active: true }] }),
  sharedRequisition([]),
  expense('e1', ofA),
  invoice('i1', ofA, { projects: [{ id: 'p1' }], timesheets: [{ id: 't0' }, { id: 't1' }] }),
  afp('f1', ofA),
  creditNote('n1', ofA),
  rate('ra1', { company: 'c1', trade: 'tr1' }),
  purchaseOrder('po1', 'c1'),
  tag('g1', 'c1'),
  assignment('as1', ofA, { submissionAnswers: [answer('a1', 'own')] }),
  ...Array.from({ length: 5 }, (_, i) =>
    timesheet(`t${i}`, ofA, {
      assignment: 'as1',
      createdAt: `2026-03-0${i + 1}`,
      ...(i % 2 && { approvedDate: `2026-04-0${i + 1}`, status: 'approved' }),
    }),
  ),
]

const ofRival = { company: 'c2', project: 'p2', agency: 'a1', worker: 'w2' }
const word = fc.constantFrom('rival', 'Agency a1', 'C1-T-t3', 'zzz', 'Ada w1', '')
const day = fc.integer({ min: 1, max: 28 }).map(n => `2026-03-${String(n).padStart(2, '0')}`)
const status = fc.constantFrom('pending', 'approved', 'absent', 'cancelled', 'pending_approval')
const number = fc.integer({ min: 0, max: 9 })

/** A change of anything of company c2, seen from company c1. */
const ofRivalCompany: fc.Arbitrary<Line | object> = fc.oneof(
  word.map(name => company('c2', { name: `${name} c2`, prefix: 'C1' })),
  fc
    .tuple(number, word, day)
    .map(([n, name, at]) => project(`rp${n}`, 'c2', { name: `${name} ${n}`, createdAt: at })),
  fc
    .tuple(number, word, day)
    .map(([n, name, at]) => site(`rs${n}`, 'p2', 'c2', { name: `${name} ${n}`, createdAt: at })),
  fc
    .tuple(number, word, day, fc.constantFrom('a1', 'a2'))
    .map(([n, ref, at, by]) =>
      timesheet(
        `rt${n}-${at}`,
        { company: 'c2', project: 'p2', agency: by, worker: 'w2' },
        { reference: `${ref}${n}`, createdAt: at, weekEnding: at },
      ),
    ),
  fc.boolean().map(active => connection('c2', 'a1', { active })),
  fc.tuple(number, day).map(([n, at]) =>
    requisition(
      `rr${n}`,
      { company: 'c2', project: 'p2' },
      {
        reference: `C1-R-${n}`,
        createdAt: at,
        agencies: [response('a1', { dateAccepted: at, submissions: [submission('w2')] })],
      },
    ),
  ),
  fc.tuple(number, word).map(([n, text]) => expense(`re${n}`, ofRival, { description: text })),
  fc
    .tuple(number, word, day)
    .map(([n, text, at]) =>
      invoice(
        `ri${n}`,
        { company: 'c2', agency: 'a1' },
        { reference: `${text}${n}`, due: at, projects: [{ id: 'p2' }] },
      ),
    ),
  fc.tuple(number, word).map(([n, text]) => purchaseOrder(`rp${n}`, 'c2', { reference: `${text}${n}` })),
  fc.tuple(number, word).map(([n, text]) => tag(`rg${n}`, 'c2', { name: `${text}${n}` })),
  number.map(n => rate(`rr${n}`, { company: 'c2', trade: 'tr2' })),
  fc.array(word, { maxLength: 2 }).map(words => sharedWorker([], words)),
  fc.tuple(number, day).map(([n, at]) => ({ type: 'timesheet', id: `rt${n}-${at}`, deleted: true })),
  number.map(n => ({ type: 'site', id: `rs${n}`, deleted: true })),
)

/** A change of anything of agency a2, seen from agency a1, at companies both work for. */
const ofRivalAgency: fc.Arbitrary<Line | object> = fc.oneof(
  word.map(name => agency('a2', { name: `${name} a2`, email: 'x@a2.example' })),
  word.map(name => worker('w2', { name: `${name} w2` })),
  fc.boolean().map(active => connection('c1', 'a2', { active })),
  fc.array(day, { maxLength: 3 }).map(sharedRequisition),
  fc.array(word, { maxLength: 3 }).map(words => sharedWorker(words, [])),
  fc
    .tuple(number, word)
    .map(([n, text]) => expense(`re${n}`, { ...ofA, agency: 'a2', worker: 'w2' }, { description: text })),
  fc
    .tuple(number, word)
    .map(([n, text]) => invoice(`ri${n}`, { company: 'c1', agency: 'a2' }, { reference: `${text}${n}` })),
  fc
    .tuple(number, word)
    .map(([n, text]) => creditNote(`rn${n}`, { company: 'c1', agency: 'a2' }, { reference: `${text}${n}` })),
  number.map(n => rate(`rr${n}`, { company: 'c1', trade: 'tr1' }, { agency: 'a2' })),
  number.map(n => assignment(`ra${n}`, { ...ofA, agency: 'a2', worker: 'w1' })),
  fc.constantFrom('agency', 'umbrella').map(supplierType => connection('c2', 'a2', { supplierType })),
  fc
    .tuple(number, word, day, fc.constantFrom('c1', 'c2'))
    .map(([n, ref, at, of]) =>
      timesheet(
        `rt${n}-${at}`,
        { company: of, project: of === 'c1' ? 'p1' : 'p2', agency: 'a2', worker: 'w2' },
        { reference: `${ref}${n}`, createdAt: at, weekEnding: at },
      ),
    ),
  fc.tuple(fc.array(word, { maxLength: 3 }), status).map(([values]) =>
    assignment('as1', ofA, {
      submissionAnswers: [answer('a1', 'own'), ...values.map(value => answer('a2', value))],
    }),
  ),
  fc.tuple(number, day).map(([n, at]) => ({ type: 'timesheet', id: `rt${n}-${at}`, deleted: true })),
)

const scenarios = [
  { kind: 'company' as const, owner: 'c1', changes: ofRivalCompany },
  { kind: 'agency' as const, owner: 'a1', changes: ofRivalAgency },
]

for (const { kind, owner, changes } of scenarios) {
  const server = await testServer()
  await server.load(shared())
  await checkToEnd(server.database)
  const key = await server.key(kind, [owner])

  test(`nothing a rival of ${kind} ${owner} does changes an answer to it by a byte`, async () => {
    findings = (await server.database.rows<{ id: string }>(sql`select id from billing_check`)).map(
      ({ id }) => id,
    )
    const before = await everything(server, kind, key)
    const told = JSON.parse(before.get(`/billing-checks?${days[0]}`)!.slice(4))
    assert.ok(told.data.length > 0, 'there is something to find out about')
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 20, maxLength: 40 }), async lines => {
        await server.load(lines)
        // What waits to be checked tells nothing either.
        const list = `/billing-checks?${days[0]}`
        assert.equal(`200 ${(await server.get(list, key)).text}`, before.get(list))
        await checkToEnd(server.database)
        const after = await everything(server, kind, key)
        const moved = [...before]
          .filter(([request, answer]) => after.get(request) !== answer)
          .map(([request]) => request)
        assert.deepEqual(
          moved.map(request => [request, before.get(request), after.get(request)]),
          [],
        )
      }),
      { numRuns: rounds, endOnFailure: true },
    )
  })
}
