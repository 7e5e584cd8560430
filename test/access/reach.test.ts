// The rows a key may see, for each way in which a record can say whose it is: exactly these branches, each once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audienceOf, isSeenByAll } from '../../src/access/audience.ts'
import type { Caller, Link } from '../../src/access/caller.ts'
import type { Narrowing } from '../../src/access/ownership.ts'
import {
  grantedBy,
  many,
  narrowReach,
  type Owners,
  onlyBranches,
  orGeneric,
  viaLinks,
} from '../../src/access/ownership.ts'
import { reachOf } from '../../src/access/reach.ts'
import { caller } from '../support/callers.ts'

const companies = (...ids: string[]) =>
  ids.map(id => ({ id, name: id, nanoid: id, prefix: id, features: [] }))
const company = caller({ kind: 'company', companies: companies('c1', 'c2') })
const agency = (...links: Link[]): Caller =>
  caller({
    kind: 'agency',
    companies: companies(...new Set(links.map(link => link.company))),
    agencies: [
      { id: 'a1', name: 'a1' },
      { id: 'a2', name: 'a2' },
    ],
    links,
  })
const link = (company: string, agency: string, ...projects: string[]): Link => ({
  company,
  agency,
  ...(projects.length > 0 && { projects }),
})
const some = agency(link('c1', 'a1'), link('c1', 'a1'), link('c2', 'a2'), link('c3', 'a1'))

const branches = (who: Caller, owners: Owners, narrowing?: Narrowing) =>
  reachOf(who, owners, narrowing).branches

test('what is everybody’s has one branch without a condition', () => {
  for (const who of [company, some, agency()])
    assert.deepEqual(branches(who, 'everyone', { companies: ['elsewhere'] }), [{}])
})

test('a company key sees the rows of its companies, whoever else does', () => {
  for (const [owners, column] of [
    [{ company: 'company.id' }, 'company_id'],
    [{ company: 'company.id', agency: 'agency.id', linkedAt: 'project.company.id' }, 'company_id'],
    [{ company: many('companies.id') }, 'companies_id'],
    [{ company: grantedBy({ own: 'company.id' }), agency: many('agencies.id') }, 'open_to'],
  ] as [Owners, string][]) {
    assert.deepEqual(branches(company, owners), [{ [column]: 'c1' }, { [column]: 'c2' }])
    assert.deepEqual(branches(company, owners, { companies: ['c2'] }), [{ [column]: 'c2' }])
  }
})

test('a company that is not the key’s is refused by its name, even beside one that is', () => {
  for (const who of [company, some])
    assert.throws(() => reachOf(who, { company: 'company.id' }, { companies: ['c1', 'c8', 'c9'] }), {
      code: 'COMPANY_ACCESS_DENIED',
      message: 'company=c8: this key has no access to that company; GET /me lists what it has access to',
    })
})

test('an agency key sees nothing of what has no agency, nor without a link', () => {
  assert.deepEqual(branches(some, { company: 'company.id' }), [])
  for (const path of ['agency.id', many('agencies.id'), viaLinks('project.id'), orGeneric('agency.id', 'x')])
    assert.deepEqual(branches(agency(), { company: 'company.id', agency: path }), [])
})

test('of rows with one agency or several, an agency key sees its own at the companies it is linked to', () => {
  for (const [path, column] of [
    ['agency.id', 'agency_id'],
    [many('agencies.id'), 'agencies_id'],
  ] as const) {
    const owners = { company: 'company.id', agency: path }
    const pair = (company: string, agency: string) => ({ company_id: company, [column]: agency })
    assert.deepEqual(branches(some, owners), [pair('c1', 'a1'), pair('c2', 'a2'), pair('c3', 'a1')])
    assert.deepEqual(branches(some, owners, { companies: ['c3', 'c2'] }), [
      pair('c2', 'a2'),
      pair('c3', 'a1'),
    ])
    assert.deepEqual(branches(some, owners, { agencies: ['a2'] }), [pair('c2', 'a2')])
    assert.deepEqual(branches(some, owners, { agencies: ['a2'], companies: ['c1'] }), [])
    assert.deepEqual(branches(some, { ...owners, linkedAt: 'project.ownCompany.id' }, { agencies: ['a2'] }), [
      { project_own_company_id: 'c2', [column]: 'a2' },
    ])
  }
})

test('people are seen by their agencies wherever they work, and at a company only through work there', () => {
  const owners: Owners = { company: grantedBy({ own: 'company.id' }), agency: many('agencies.id') }
  assert.deepEqual(branches(agency(), owners), [{ agencies_id: 'a1' }, { agencies_id: 'a2' }])
  assert.deepEqual(branches(some, owners, { agencies: ['a2', 'a9'] }), [{ agencies_id: 'a2' }])
  assert.deepEqual(branches(some, owners, { companies: ['c2'] }), [
    { open_to: 'c2 a2', agencies_id: 'a1' },
    { open_to: 'c2 a2', agencies_id: 'a2' },
  ])
  assert.deepEqual(branches(some, owners, { companies: ['c3'], agencies: ['a2'] }), [
    { open_to: 'c3 a1', agencies_id: 'a2' },
  ])
})

test('through links, whole companies are seen and otherwise the projects that links name, each once', () => {
  const owners: Owners = { company: 'company.id', agency: viaLinks('project.id') }
  const who = agency(
    link('c1', 'a1', 'p1'),
    link('c1', 'a2'),
    link('c2', 'a1', 'p2', 'p3'),
    link('c2', 'a2', 'p3'),
    link('c3', 'a1'),
  )
  assert.deepEqual(branches(who, owners), [
    { company_id: 'c1' },
    { company_id: 'c2', project_id: 'p2' },
    { company_id: 'c2', project_id: 'p3' },
    { company_id: 'c3' },
  ])
  assert.deepEqual(branches(who, owners, { agencies: ['a1'], companies: ['c1', 'c2'] }), [
    { company_id: 'c1', project_id: 'p1' },
    { company_id: 'c2', project_id: 'p2' },
    { company_id: 'c2', project_id: 'p3' },
  ])
  assert.deepEqual(branches(who, { company: 'id', agency: viaLinks('id') }, { companies: ['c2', 'c1'] }), [
    { id: 'c1' },
    { id: 'c2' },
  ])
})

test('own and generic rows are seen, of projects those that links reach or that have none', () => {
  const owners: Owners = { company: 'company.id', agency: orGeneric('agency.id', 'project.id') }
  const who = agency(
    link('c1', 'a1', 'p1'),
    link('c1', 'a1', 'p1', 'p2'),
    link('c2', 'a1', 'p3'),
    link('c2', 'a2'),
  )
  const row = (company: string, agency: string, project?: string) => ({
    company_id: company,
    agency_id: agency,
    ...(project && { project_id: project }),
  })
  assert.deepEqual(branches(who, owners, { companies: ['c1'] }), [
    row('c1', 'a1', 'p1'),
    row('c1', 'a1', '*'),
    row('c1', '*', 'p1'),
    row('c1', '*', '*'),
    row('c1', 'a1', 'p2'),
    row('c1', '*', 'p2'),
  ])
  // All of the generic rows are seen through the other agency already; all of one's own are not.
  assert.deepEqual(branches(who, owners, { companies: ['c2'] }), [
    row('c2', 'a1', 'p3'),
    row('c2', 'a1', '*'),
    row('c2', 'a2'),
    row('c2', '*'),
  ])
  assert.deepEqual(branches(who, owners, { companies: ['c2'], agencies: ['a1'] }), [
    row('c2', 'a1', 'p3'),
    row('c2', 'a1', '*'),
  ])
  assert.deepEqual(branches(who, { company: 'company.id', agency: orGeneric('agency.id') }), [
    row('c1', 'a1'),
    row('c1', '*'),
    row('c2', 'a1'),
    row('c2', '*'),
    row('c2', 'a2'),
  ])
})

test('ids that read alike when they are put together are still told apart', () => {
  const row = (company: string, agency: string, project?: string) => ({
    company_id: company,
    agency_id: agency,
    ...(project && { project_id: project }),
  })
  const who = agency(link('c', 'c1'), link('cc', '1', 'p'))
  assert.deepEqual(branches(who, { company: 'company.id', agency: orGeneric('agency.id', 'project.id') }), [
    row('c', 'c1'),
    row('c', '*'),
    row('cc', '1', 'p'),
    row('cc', '1', '*'),
    row('cc', '*', 'p'),
    row('cc', '*', '*'),
  ])
  assert.deepEqual(branches(who, { company: 'company.id', agency: 'agency.id' }), [
    row('c', 'c1'),
    row('cc', '1'),
  ])
  const named = agency(link('c', 'a1', '1p'), link('c1', 'a1', 'p'))
  assert.deepEqual(branches(named, { company: 'company.id', agency: viaLinks('project.id') }), [
    { company_id: 'c', project_id: '1p' },
    { company_id: 'c1', project_id: 'p' },
  ])
})

test('the writer names the same companies and agencies as those who see the record', () => {
  const stored = {
    record: {
      company: { id: 'c1' },
      agencies: [{ id: 'a1' }, { id: 'a2' }],
      project: { company: { id: 'c9' } },
    },
    facts: {},
  }
  const pair: Owners = { company: 'company.id', agency: many('agencies.id') }
  assert.deepEqual(audienceOf(pair, stored), ['c:c1', 'a:a1@c1', 'a:a2@c1'])
  assert.deepEqual(audienceOf({ ...pair, linkedAt: 'project.company.id' }, stored), [
    'c:c1',
    'a:a1@c9',
    'a:a2@c9',
  ])
  assert.deepEqual(audienceOf({ company: many('agencies.id') }, stored), ['c:a1', 'c:a2'])
  assert.deepEqual(audienceOf({ company: 'company.id' }, stored), ['c:c1'])
  const unlinked = { company: many('company.id'), agency: 'agencies.id' }
  for (const use of [() => audienceOf(unlinked, stored), () => branches(some, unlinked)])
    assert.throws(use, /needs linkedAt/, 'of several companies none decides which agencies see a record')
  for (const owners of [
    undefined,
    {},
    { agency: 'agency.id' },
    { company: grantedBy({ own: 'company.id' }) },
    { company: 'company.id', agency: viaLinks('project.id') },
  ])
    assert.equal(audienceOf(owners, stored), undefined)
})

test('a Reach is narrowed by values and branches, and never widened', () => {
  const reach = reachOf(some, { company: 'company.id', agency: 'agency.id' })
  const [first, second, third] = reach.branches
  assert.deepEqual(narrowReach(reach, 'status', ['x', 'y']).branches.slice(0, 2), [
    { ...first, status: 'x' },
    { ...first, status: 'y' },
  ])
  assert.deepEqual(narrowReach(reach, 'agency_id', ['a2', 'a9']).branches, [second])
  assert.deepEqual(narrowReach(reach, 'company_id', ['c1', 'c3']).branches, [first, third])
  assert.deepEqual(onlyBranches(reach, index => index !== 1).branches, [first, third])
})

test('one audience covers another where nobody of it is missing, and never one that is not known', () => {
  const owners: Owners = { company: 'company', agency: 'agency', linkedAt: 'at' }
  const both = audienceOf(owners, { record: { company: 'c1', agency: 'a1', at: 'c1' }, facts: {} })!
  assert.deepEqual(both, ['c:c1', 'a:a1@c1'])
  assert.deepEqual(audienceOf(owners, { record: { company: 'c1', agency: 'a1' }, facts: {} }), ['c:c1'])
  assert.equal(isSeenByAll(both, ['a:a1@c1']), true)
  assert.equal(isSeenByAll(both, []), true)
  assert.equal(isSeenByAll(['c:c1'], both), false)
  assert.equal(isSeenByAll(both, undefined), false)
})
