// Each form of ownership by itself: the rows a key may see, the viewers the writer tells and the names in which a
// reference is shown are one decision.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { audienceOf, openedBy, viewersOf } from '../../src/access/audience.ts'
import type { Link, Principal } from '../../src/access/caller.ts'
import { rescopedBy } from '../../src/access/links.ts'
import {
  type AgencyForm,
  type Branch,
  type CompanyForm,
  type DeclaredOwners,
  grantedBy,
  grantsColumnName,
  many,
  nobody,
  noParticularAgency,
  orGeneric,
  ownership,
  viaLinks,
} from '../../src/access/ownership.ts'
import { mergeParts } from '../../src/access/part-merge.ts'
import { reachOf } from '../../src/access/reach.ts'
import { ownEntries, ownersEverywhere, viewerOf } from '../../src/access/viewer.ts'
import { namesIn } from '../../src/shape/path.ts'
import { columnName, type StoredRecord, storedAt } from '../../src/shape/stored.ts'

const forms: Record<string, DeclaredOwners> = {
  'one company': { company: 'company.id' },
  'several companies': { company: many('companies.id') },
  'one company and one agency': { company: 'company.id', agency: 'agency.id' },
  'one company and several agencies': { company: 'company.id', agency: many('agencies.id') },
  'several companies and an agency linked at one': {
    company: many('companies.id'),
    agency: 'agency.id',
    linkedAt: 'company.id',
  },
  'the agencies linked to a company': { company: 'company.id', agency: viaLinks('company.id') },
  'the agencies linked to a project': { company: 'company.id', agency: viaLinks('project.id') },
  'an agency or all': { company: 'company.id', agency: orGeneric('facts.agency') },
  'an agency or all, within projects': {
    company: 'company.id',
    agency: orGeneric('facts.agency', 'facts.project'),
  },
  'whom others open it to': { company: grantedBy({ own: 'companies.id' }), agency: many('agencies.id') },
  'an agency alone': { agency: 'agency.id' },
  nobody: {},
}

const companyIds = ['c1', 'c2', 'c3']
const agencyIds = ['a1', 'a2', 'a3']
const projectIds = ['p1', 'p2', 'p3']
const paths = ['company.id', 'companies.id', 'agency.id', 'agencies.id', 'project.id']
const pathOf = new Map([...paths, 'facts.agency', 'facts.project'].map(path => [columnName(path), path]))

const one = (ids: readonly string[]) => fc.constantFrom(...ids)
const named = (ids: readonly string[]) => one(ids).map(id => ({ id }))
const some = (ids: readonly string[]) => fc.subarray([...ids]).map(all => all.map(id => ({ id })))

const links: fc.Arbitrary<Link[]> = fc.array(
  fc.record(
    { company: one(companyIds), agency: one(agencyIds), projects: fc.subarray(projectIds) },
    { requiredKeys: ['company', 'agency'] },
  ),
  { maxLength: 8 },
)
const records: fc.Arbitrary<StoredRecord> = fc.record({
  record: fc.record(
    {
      company: named(companyIds),
      companies: some(companyIds),
      agency: named(agencyIds),
      agencies: some(agencyIds),
      project: named(projectIds),
    },
    { requiredKeys: ['company', 'companies', 'agencies'] },
  ),
  facts: fc.record(
    {
      agency: one([...agencyIds, noParticularAgency, nobody]),
      project: one([...projectIds, noParticularAgency, nobody]),
    },
    { requiredKeys: [] },
  ),
})

function principal(owner: string, all: readonly Link[]): Principal {
  const id = owner.slice(2)
  const scopes = 'all'
  if (owner.startsWith('c:')) return { kind: 'company', companies: [{ id }], agencies: [], links: [], scopes }
  const own = all.filter(link => link.agency === id)
  const companies = [...new Set(own.map(link => link.company))].map(company => ({ id: company }))
  return { kind: 'agency', companies, agencies: [{ id }], links: own, scopes }
}

const matches = (branch: Branch, stored: StoredRecord, granted: readonly string[]) =>
  Object.entries(branch).every(([column, value]) =>
    column === grantsColumnName
      ? granted.includes(value)
      : storedAt(stored, namesIn(pathOf.get(column)!)).includes(value),
  )

for (const [form, owned] of Object.entries(forms))
  test(`a record of ${form} is in the Reach of exactly those whom the writer names`, () => {
    const owners = ownership(owned)
    const check = fc.property(links, records, (all, stored) => {
      const granted = storedAt(stored, ['companies', 'id']) as string[]
      const byCompany = Map.groupBy(all, link => link.company)
      const viewers = viewersOf({ owners }, stored, byCompany, [...granted, 'c1 a1'])
      assert.ok(!viewers.some(viewer => viewer.includes(' ')), 'pairs beside companies are no owners')
      const audience = audienceOf(owners, stored)
      for (const owner of [...companyIds.map(id => `c:${id}`), ...agencyIds.map(id => `a:${id}`)]) {
        const who = principal(owner, all)
        const sees = reachOf(who, owners).branches.some(branch => matches(branch, stored, granted))
        assert.equal(viewers.includes(owner), sees, owner)
        if (!audience) continue
        const { names } = viewerOf({ ...who, linkedAgencies: [], version: '' })
        assert.equal(
          names.some(name => audience.includes(name)),
          sees,
          `${owner}, by name`,
        )
      }
    })
    fc.assert(check, { numRuns: 300 })
  })

test('each form has a column for every path that it looks at, and an index where it names one owner', () => {
  const of = ({ paths, named, isOne = false }: AgencyForm | CompanyForm) => ({ paths, named, isOne })
  const at = (path: string) => ({ paths: [path], named: path })
  const { company, agency } = ownership({ company: 'x', agency: 'y' })
  assert.deepEqual(
    [of(company!), of(agency!)],
    [
      { ...at('x'), isOne: true },
      { ...at('y'), isOne: true },
    ],
  )
  assert.deepEqual(of(many('x')), { ...at('x'), isOne: false })
  const nowhere = { named: undefined, isOne: false }
  assert.deepEqual(of(viaLinks('x')), { paths: ['x'], ...nowhere })
  assert.deepEqual(of(orGeneric('x')), { paths: ['x'], ...nowhere })
  assert.deepEqual(of(orGeneric('x', 'y')), { paths: ['x', 'y'], ...nowhere })
  assert.deepEqual(of(grantedBy({ own: 'x' })), { paths: [], ...nowhere })
})

test('a record is open to the companies that it names and that others of the same write open it to', () => {
  const owners = ownership({
    company: grantedBy({ own: 'companies.id' }, { type: 'work', by: 'of.id', owner: 'company.id' }),
  })
  const stored = (record: Record<string, unknown>): StoredRecord => ({ record, facts: {} })
  const person = {
    type: { type: 'person', owners },
    id: 'x',
    before: stored({ companies: [{ id: 'c1' }] }),
    after: stored({}),
  }
  const work = (company: string, of: string, type = 'work') => ({
    type: { type, owners: ownership({}) },
    id: company,
    after: stored({ of: { id: of }, company: { id: company } }),
  })
  const writes = [person, work('c2', 'x'), work('c3', 'y'), work('c4', 'x', 'play')]
  assert.deepEqual(openedBy(person, 'before', writes), ['c1'])
  assert.deepEqual(openedBy(person, 'after', writes), ['c2'])
  assert.deepEqual(openedBy(writes[1]!, 'after', writes), [])
})

test('both ends of a link hear when it begins, ends, reaches elsewhere or shows differently, and only then', () => {
  const link = {
    company: 'company.id',
    agency: 'agency.id',
    active: 'active',
    project: 'project.id',
    restricted: 'restricted',
    projects: 'facts.projects',
    shows: ['markup'],
  }
  const tie = (more: Record<string, unknown> = {}, projects?: string[]): StoredRecord => ({
    record: { company: { id: 'c1' }, agency: { id: 'a1' }, active: true, ...more },
    facts: { ...(projects && { projects }) },
  })
  const rescoped = (
    before: StoredRecord | undefined,
    after: StoredRecord | undefined,
    type: { link?: typeof link } = { link },
  ) => rescopedBy([{ type, id: 'x', ...(before && { before }), ...(after && { after }) }])
  const ends = ['c:c1', 'a:a1']
  assert.deepEqual(rescoped(undefined, tie()), ends)
  assert.deepEqual(rescoped(tie(), undefined), ends)
  const others = [
    tie({ active: false }),
    tie({ project: { id: 'p1' } }),
    tie({ restricted: true }),
    tie({}, ['p1']),
    tie({ markup: 0 }),
  ]
  for (const other of others) assert.deepEqual(rescoped(tie(), other), ends)
  assert.deepEqual(rescoped(tie(), tie({ agency: { id: 'a2' } })), [...ends, 'a:a2'])
  assert.deepEqual(rescoped(tie(), tie({ email: 'x' })), [])
  assert.deepEqual(rescoped(tie({ active: false }), tie({ active: false, markup: 1 })), [])
  assert.deepEqual(rescoped(undefined, tie(), {}), [], 'what is no link moves nobody')
})

test('callers that share a list of links are each known by their own owners and companies', () => {
  const links = [{ company: 'c1', agency: 'a1' }]
  const [c1, c2, a1, a2] = ['c1', 'c2', 'a1', 'a2'].map(id => [{ id }])
  const seen = (agencies = a1!, companies = c1!) =>
    viewerOf({ kind: 'agency', companies, agencies, links, linkedAgencies: [], version: '' })
  assert.deepEqual([seen().owners, seen().everywhere], [['a1'], ['a1']])
  assert.deepEqual([seen(a2).owners, seen(a2).everywhere], [['a2'], []])
  assert.deepEqual([seen(a1, c2).owners, seen(a1, c2).everywhere], [['a1'], []])
})

test('an agency’s entries are its own where it is connected, and at every row only where it is everywhere', () => {
  const known = { linkedAgencies: ['a9'], version: '7' }
  const agencies = viewerOf({
    kind: 'agency',
    companies: [{ id: 'c1' }, { id: 'c2' }],
    agencies: [{ id: 'a1' }, { id: 'a2' }],
    links: ['c1 a1', 'c2 a1', 'c2 a2'].map(pair => ({ company: pair.slice(0, 2), agency: pair.slice(3) })),
    ...known,
  })
  const names = ['a:a1@c1', 'a:a1@c2', 'a:a2@c2']
  const all = { linked: ['a9'], version: '7' }
  assert.deepEqual(agencies, { kind: 'agency', owners: ['a1', 'a2'], everywhere: ['a1'], names, ...all })
  assert.deepEqual(ownersEverywhere(agencies, 'company.id'), ['a1'])
  assert.deepEqual(ownersEverywhere(agencies, undefined), ['a1', 'a2'])
  assert.deepEqual(ownEntries(agencies, 'company.id'), { names, connectedTo: 'company.id' })
  assert.deepEqual(ownEntries(agencies, undefined), { ids: ['a1', 'a2'] })
  const company = viewerOf({ kind: 'company', companies: [{ id: 'c1' }], agencies: [], links: [], ...known })
  assert.deepEqual(company, { kind: 'company', owners: ['c1'], everywhere: [], names: ['c:c1'], ...all })
  assert.deepEqual(ownersEverywhere(company, 'company.id'), ['c1'])
  assert.equal(ownEntries(company, 'company.id'), 'all')
  const merges = [
    {
      property: 'x',
      callers: 'company' as const,
      put: (record: object, value: unknown) => Object.assign(record, { merged: value }),
    },
    { property: 'y', callers: 'agency' as const, put: () => assert.fail('for agencies alone') },
    { property: 'z', callers: 'company' as const, put: () => undefined },
  ]
  const merged = (record: Record<string, unknown>) => {
    mergeParts(record, merges, company)
    return record
  }
  assert.deepEqual(merged({ id: 1, x: 2, y: 3, z: 4 }), { id: 1, merged: 2 })
  assert.deepEqual(merged({ id: 1 }), { id: 1, merged: [] })
})
