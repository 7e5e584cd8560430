// Whatever happens to a rival's data, no answer to the other changes by a byte: not rows, names, counts, order,
// filter hits or dates. Random changes, the same requests before and after.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { operations } from '../../src/api/index.ts'
import type { CallerKind } from '../../src/kernel/caller.ts'
import { allows, type Operation } from '../../src/kernel/operation.ts'
import {
  agency,
  answer,
  assignment,
  company,
  connection,
  type Line,
  named,
  project,
  site,
  timesheet,
  worker,
} from '../support/lines.ts'
import { type TestServer, testServer } from '../support/server.ts'

const rounds = 8

/** Ids, names and dates of both sides, to be asked for in every parameter that takes such a thing. */
const ids = [
  'c1',
  'c2',
  'a1',
  'a2',
  'p1',
  'p2',
  's1',
  's2',
  'w1',
  'w2',
  'as1',
  'as2',
  'as3',
  't1',
  't2',
  'r1',
]
const words = ['Company c2', 'Agency a2', 'Ada w2', 'rival', 'C1-T', 'C2-T-t2', 't3', '0']
const days = ['from=2026-03-01', 'to=2026-03-05', 'from=2026-01-01&to=2026-12-31']

function requestsFor(operation: Operation): string[] {
  const paths = operation.path.includes('{id}')
    ? ids.map(id => operation.path.replace('{id}', id))
    : [operation.path]
  const queries = operation.parameters.flatMap(({ name, schema }) => {
    const choices = (schema as { enum?: string[] }).enum
    if (name === 'company') return ['company=c1']
    if (name === 'fields')
      return ['fields=id', 'fields=submissionAnswers.value,company.name'].slice(
        0,
        operation.path === '/timesheets' ? 2 : 1,
      )
    if (name === 'query') return words.map(word => `query=${encodeURIComponent(word)}`)
    if (name === 'sortBy')
      return choices!.flatMap(sort => [
        `sortBy=${sort}&sortOrder=asc&limit=3`,
        `sortBy=${sort}&sortOrder=desc&page=2&limit=2`,
      ])
    if (name === 'dateField') return choices!.flatMap(field => days.map(day => `dateField=${field}&${day}`))
    if (choices) return choices.map(choice => `${name}=${choice}`)
    if (name.startsWith('include')) return [`${name}=true`]
    if (/from|to|page|limit|sortOrder/.test(name)) return []
    return ids.map(id => `${name}=${id}`)
  })
  return paths.flatMap(path => [
    path,
    ...(operation.path.includes('{id}') ? queries.slice(0, 2) : queries).map(query => `${path}?${query}`),
  ])
}

async function everything(server: TestServer, kind: CallerKind, key: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const operation of operations) {
    if (operation.path === '/me' || !allows(operation, kind)) continue
    for (const request of requestsFor(operation)) {
      const { status, text } = await server.get(request, key)
      assert.ok(status < 500, request)
      answers.set(request, `${status} ${text}`)
    }
  }
  return answers
}

const ofA = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const shared = (): Line[] => [
  named('region', 'r1'),
  company('c1'),
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
  worker('w1'),
  worker('w2'),
  assignment('as1', ofA, { submissionAnswers: [answer('a1', 'own')] }),
  ...Array.from({ length: 5 }, (_, i) =>
    timesheet(`t${i}`, ofA, {
      assignment: 'as1',
      createdAt: `2026-03-0${i + 1}`,
      ...(i % 2 && { approvedDate: `2026-04-0${i + 1}`, status: 'approved' }),
    }),
  ),
]

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
  fc.tuple(number, day).map(([n, at]) => ({ type: 'timesheet', id: `rt${n}-${at}`, deleted: true })),
  number.map(n => ({ type: 'site', id: `rs${n}`, deleted: true })),
)

/** A change of anything of agency a2, seen from agency a1, at companies both work for. */
const ofRivalAgency: fc.Arbitrary<Line | object> = fc.oneof(
  word.map(name => agency('a2', { name: `${name} a2`, email: 'x@a2.example' })),
  word.map(name => worker('w2', { name: `${name} w2` })),
  fc.boolean().map(active => connection('c1', 'a2', { active })),
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
  const key = await server.key(kind, [owner])

  test(`nothing a rival of ${kind} ${owner} does changes an answer to it by a byte`, async () => {
    const before = await everything(server, kind, key)
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 12 }), async lines => {
        await server.load(lines)
        const after = await everything(server, kind, key)
        const moved = [...before]
          .filter(([request, answer]) => after.get(request) !== answer)
          .map(([request]) => request)
        assert.deepEqual(moved, [])
      }),
      { numRuns: rounds, endOnFailure: true },
    )
  })
}
