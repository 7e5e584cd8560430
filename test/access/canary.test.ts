// A canary in every value that belongs to somebody: no operation, kind of key or part may let it out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../src/api/index.ts'
import { allows } from '../../src/kernel/operation.ts'
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
import { testServer } from '../support/server.ts'

const server = await testServer()
const companies = ['ca', 'cb', 'cc']
const agencies = ['aa', 'ab', 'ac']
const secret = (owner: string) => `secret-of-${owner}`

/** Everything any company and agency could have, each text saying whose it is. */
function programme(): Line[] {
  const lines: Line[] = [named('user', 'u')]
  for (const id of agencies) lines.push(agency(id, { name: secret(id) }))
  for (const id of companies) {
    lines.push(
      company(id, { name: secret(id), config: { note: secret(id) } }),
      project(`p-${id}`, id, { name: secret(id) }),
    )
    lines.push(site(`s-${id}`, `p-${id}`, id, { name: secret(id), email: `${secret(id)}@x.example` }))
    for (const other of agencies) if (!(id === 'cc' && other !== 'ac')) lines.push(connection(id, other))
  }
  for (const id of companies) for (const other of agencies) lines.push(...pairOf(id, other))
  return lines
}

/** One assignment and timesheet of an agency at a company; every agency's answers are in the snapshot. */
function pairOf(company: string, agency: string): Line[] {
  const key = `${company}-${agency}`
  const of = { company, project: `p-${company}`, agency, worker: `w-${key}` }
  const answers = agencies.map(other => answer(other, secret(other)))
  return [
    worker(`w-${key}`, {
      name: `${secret(company)} ${secret(agency)}`,
      agencies: [{ id: agency, name: secret(agency), active: true }],
    }),
    assignment(`as-${key}`, of, {
      submissionAnswers: answers,
      purchaseOrder: `${secret(company)} ${secret(agency)}`,
    }),
    timesheet(`t-${key}`, of, {
      assignment: `as-${key}`,
      reference: `${secret(company)} ${secret(agency)}`,
      versionHistory: [
        {
          version: 1,
          snapshotReason: `${secret(company)} ${secret(agency)}`,
          snapshotAt: '2026-03-05',
          netHours: 1,
          expenseValue: 0,
          values: { pay: {}, charge: {} },
          rates: {},
        },
      ],
    }),
  ]
}

const report = await server.load(programme())
assert.equal(report.rejected, 0)

const callers = [
  ...companies.map(id => ({ kind: 'company' as const, owners: [id] })),
  { kind: 'company' as const, owners: ['ca', 'cb'] },
  ...agencies.map(id => ({ kind: 'agency' as const, owners: [id] })),
  { kind: 'agency' as const, owners: ['aa', 'ac'] },
]

/** Agencies are named to companies, and companies to the agencies they are linked with; rivals never. */
function mayName(caller: (typeof callers)[number], owner: string): boolean {
  if (caller.owners.includes(owner)) return true
  if (caller.kind === 'company') return agencies.includes(owner)
  return owner === 'cc' ? caller.owners.includes('ac') : companies.includes(owner)
}

const idsFor: Record<string, readonly string[]> = {
  timesheet: companies.flatMap(id => agencies.map(other => `t-${id}-${other}`)),
  project: companies.map(id => `p-${id}`),
}

for (const caller of callers) {
  test(`a key of ${caller.kind} ${caller.owners.join(' and ')} never sees a rival's value`, async () => {
    const key = await server.key(caller.kind, caller.owners)
    let seen = 0
    for (const operation of operations) {
      if (!allows(operation, caller.kind) || operation.method !== 'GET') continue
      const flags = operation.parameters
        .filter(parameter => parameter.name.startsWith('include'))
        .map(({ name }) => `${name}=true`)
      const paths = operation.path.includes('{id}')
        ? idsFor[operation.noun]!.map(id => operation.path.replace('{id}', id))
        : [operation.path]
      for (const path of paths) {
        const { text, status } = await server.get(
          `${path}${flags.length > 0 ? `?${flags.join('&')}` : ''}`,
          key,
        )
        const found = [...new Set(text.match(/secret-of-\w+/g) ?? [])].map(word =>
          word.slice('secret-of-'.length),
        )
        const leaked = found.filter(owner => !mayName(caller, owner))
        assert.deepEqual(leaked, [], `${path} (${status}) let out ${leaked}`)
        seen += found.length
      }
    }
    assert.ok(seen > 0, 'the canary was never seen by anyone: the test shows nothing')
  })
}
