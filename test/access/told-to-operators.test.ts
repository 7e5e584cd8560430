// What operators are told of who sees what: why an owner sees a record, and which fields each kind of key is shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Link } from '../../src/access/caller.ts'
import { type DeclaredOwners, grantedBy, many, ownership, viaLinks } from '../../src/access/ownership.ts'
import { seenBecause } from '../../src/access/seen-because.ts'
import { type ShownField, shownFields } from '../../src/access/shown-fields.ts'
import {
  companyOnly,
  list,
  maybe,
  nodeOf,
  ownAgencyOnly,
  ownCompanyOnly,
  record,
  restrictedReference,
  text,
} from '../../src/shape/shape.ts'
import type { StoredRecord } from '../../src/shape/stored.ts'

const links = new Map<string, Link[]>([
  ['c1', [{ agency: 'a1', company: 'c1', projects: null } as unknown as Link]],
])

const told = (owners: DeclaredOwners, given: object, granted: readonly string[] = []) =>
  seenBecause(
    { owners: ownership(owners) },
    { record: given, facts: {} } as unknown as StoredRecord,
    links,
    granted,
  )

test('a company sees what names it, wherever that is, and what others open to it', () => {
  const own = { kind: 'company', why: 'owner', through: [] }
  assert.deepEqual(told({ company: 'company.id' }, { company: { id: 'c1' } }), [
    { ...own, id: 'c1', text: 'The record names this company, at company.id' },
  ])
  const opened = grantedBy(
    { own: 'companies.id' },
    { type: 'assignment', by: 'worker.id', owner: 'company.id' },
    { type: 'timesheet', by: 'worker.id', owner: 'company.id' },
  )
  assert.deepEqual(told({ company: opened }, { companies: [{ id: 'c2' }] }, ['c1', 'c2']), [
    {
      kind: 'company',
      id: 'c1',
      why: 'grant',
      text: 'Other records open it to this company: assignment or timesheet',
      through: [],
    },
    { ...own, id: 'c2', text: 'The record names this company, at companies.id' },
  ])
})

test('an agency sees what names it, and what is of the companies that it is connected to', () => {
  const agencies = (owners: DeclaredOwners, given: object) =>
    told(owners, given).filter(({ kind }) => kind === 'agency')
  const given = { company: { id: 'c1' }, agencies: [{ id: 'a1' }, { id: 'a2' }] }
  assert.deepEqual(agencies({ company: 'company.id', agency: many('agencies.id') }, given), [
    {
      kind: 'agency',
      id: 'a1',
      why: 'owner',
      text: 'The record names this agency, at agencies.id, and it is connected to the company',
      through: ['c1'],
    },
  ])
  assert.deepEqual(
    agencies({ agency: many('agencies.id') }, given).map(({ id, text, through }) => [id, text, through]),
    ['a1', 'a2'].map(id => [id, 'The record names this agency, at agencies.id', []]),
  )
  assert.deepEqual(agencies({ company: 'company.id', agency: viaLinks('company.id') }, given), [
    {
      kind: 'agency',
      id: 'a1',
      why: 'link',
      text: 'Agencies of the company see such records',
      through: ['c1'],
    },
  ])
})

const rows = (fields: readonly ShownField[]) =>
  fields.map(({ path, company, agency }) => [path, company, agency].join(' '))

test('of a Shape each field at its top is told, and inside it what not everybody is shown', () => {
  const shape = record({
    id: text,
    cost: companyOnly(text),
    site: record({
      name: text,
      secret: companyOnly(text),
      notes: ownCompanyOnly('company', list(record({ company: text }))),
    }),
    days: maybe(
      list(record({ day: text, paid: companyOnly(text), inner: list(record({ deep: companyOnly(text) })) })),
    ),
    offers: ownAgencyOnly('agency.id', list(record({ agency: record({ id: text }), price: text }))),
    task: maybe(restrictedReference('assignment', 'name')),
    tasks: list(restrictedReference('assignment', 'name')),
  })
  assert.deepEqual(rows(shownFields(nodeOf(shape))), [
    'id yes yes',
    'cost yes no',
    'site yes yes',
    'site.secret yes no',
    'site.notes own yes',
    'days yes yes',
    'days.paid yes no',
    'days.inner.deep yes no',
    'offers yes own',
    'task fetched fetched',
    'tasks fetched fetched',
  ])
})

test('of answers in several Shapes, the fields of all are told once', () => {
  const [one, other] = [record({ id: text, first: text }), record({ id: text, second: companyOnly(text) })]
  assert.deepEqual(rows(shownFields({ anyOf: [nodeOf(one), nodeOf(other)] } as never)), [
    'id yes yes',
    'first yes yes',
    'second yes no',
  ])
})
