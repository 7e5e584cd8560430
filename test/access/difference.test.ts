// Whose view of a record a write has changed: an owner's alone, that of a key of two, or nobody's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LinksByCompany } from '../../src/access/audience.ts'
import type { Link } from '../../src/access/caller.ts'
import {
  companiesInReferences,
  countsDifferently,
  differsFor,
  differsForPairs,
  linkedAgenciesIn,
  type RecordUpdate,
} from '../../src/access/difference.ts'
import { many } from '../../src/access/ownership.ts'
import { ref } from '../../src/api/shapes.ts'
import { collection, namedAsPath } from '../../src/kernel/resource/collection.ts'
import {
  instant,
  linkedAgencyOnly,
  list,
  maybe,
  ownAgencyOnly,
  record,
  restrictedReference,
  text,
} from '../../src/shape/shape.ts'
import type { StoredRecord } from '../../src/shape/stored.ts'

const share = record({ agency: ref('agency'), price: text })
const offer = record({
  agency: ref('agency'),
  price: text,
  shares: maybe(ownAgencyOnly('agency.id', list(share))),
})
const { stored: type } = collection({
  path: '/tenders',
  noun: 'tender',
  scope: 'read:tenders',
  record: record({
    id: text,
    company: ref('company'),
    agencies: list(ref('agency')),
    offers: maybe(ownAgencyOnly('agency.id', list(offer))),
    visits: maybe(linkedAgencyOnly('agency.id', list(offer))),
    task: maybe(restrictedReference('assignment', 'name')),
    createdAt: instant,
  }),
  owners: { company: 'company.id', agency: many('agencies.id') },
  dates: ['createdAt'],
  sorts: namedAsPath('createdAt'),
  defaultSort: 'createdAt desc',
  operations: { list: 'listTenders' },
})

const link = (agency: string): Link => ({ agency, company: 'c1', projects: undefined }) as unknown as Link
const links: LinksByCompany = new Map([['c1', ['a1', 'a2', 'a3'].map(link)]])
const by = (agency: string, price: string) => ({ agency: { id: agency }, price })
const tender = (more: object): StoredRecord =>
  ({
    record: { id: 't1', company: { id: 'c1' }, agencies: [{ id: 'a1' }], ...more },
    facts: {},
  }) as StoredRecord
const rewritten = (before: object, after: object, more = {}): RecordUpdate =>
  ({
    type,
    before: tender(before),
    after: tender(after),
    sameText: false,
    newNanoid: false,
    ...more,
  }) as never

const offers = { offers: [by('a1', '10'), by('a2', '20'), by('a3', '30')] }
const cheaper = { offers: [by('a1', '10'), by('a2', '15'), by('a3', '30')] }

test('an agency hears of its own entries, and not of a rival’s; the company hears of all', () => {
  const change = rewritten(offers, cheaper)
  assert.deepEqual(
    ['c:c1', 'a:a1', 'a:a2', 'a:a3'].map(owner => differsFor(owner, change, links)),
    [true, false, true, false],
  )
  assert.equal(differsFor('a:a2', { ...change, sameText: true }, links), false)
  assert.equal(differsFor('a:a1', { ...change, newNanoid: true }, links), true, 'it is found by another name')
})

test('what lists can be asked by makes a difference, shown or not', () => {
  const asked = { ...type, askedFacts: ['facts.due'] } as typeof type
  const due = (day: string) => ({ ...tender({}), facts: { due: day } }) as StoredRecord
  const change = { ...rewritten({}, {}), type: asked, sameText: true } as RecordUpdate
  assert.equal(differsFor('a:a1', { ...change, before: due('1'), after: due('2') }, links), true)
  assert.equal(differsFor('a:a1', { ...change, before: due('1'), after: due('1') }, links), false)
})

test('a key of two agencies hears of what one sees in a record that only the other sees', () => {
  const change = rewritten(offers, cheaper)
  assert.deepEqual(differsForPairs(['a:a1'], [], change, links), [['a:a1', 'a:a2']])
  assert.deepEqual(differsForPairs(['a:a1', 'a:a3'], [], change, links), [
    ['a:a1', 'a:a2'],
    ['a:a3', 'a:a2'],
  ])
  assert.deepEqual(differsForPairs(['a:a1'], ['a:a2'], change, links), [], 'who is told already')
  assert.deepEqual(differsForPairs(['c:c2'], [], change, links), [], 'no key has a company and an agency')
  assert.deepEqual(differsForPairs([], [], change, links), [])
  assert.deepEqual(differsForPairs(['a:a1'], [], { ...change, sameText: true }, links), [])
})

test('where it takes more than two, each pair that a key may have hears of it, and none with nobody', () => {
  const nobodys = { agency: { id: null }, price: '0' }
  const shared = (price: string) => ({ offers: [{ ...by('a2', '20'), shares: [by('a3', price)] }, nobodys] })
  assert.deepEqual(differsForPairs(['a:a1'], [], rewritten(shared('5'), shared('6')), links), [
    ['a:a1', 'a:a2'],
    ['a:a1', 'a:a3'],
  ])
})

test('what is of two agencies together makes a difference to those two, and to nobody with a third', () => {
  const shared = (price: string) => ({
    offers: [{ ...by('a2', '20'), shares: [by('a3', price)] }, by('a4', '7')],
  })
  assert.deepEqual(differsForPairs(['a:a2'], [], rewritten(shared('5'), shared('6')), links), [
    ['a:a2', 'a:a3'],
  ])
})

test('so does a key of a company that agencies with entries are linked to', () => {
  const change = rewritten({ visits: [by('a2', '1')] }, { visits: [by('a2', '2')] })
  assert.equal(differsFor('c:c2', change, links), false)
  assert.equal(differsFor('c:c1', change, links), true)
  assert.deepEqual(differsForPairs(['c:c2'], [], change, links), [['c:c2', 'c:c1']])
  assert.deepEqual(linkedAgenciesIn(type, change.after), ['a2'])
})

const naming = (id: string, ...seenBy: string[]) => ({ task: { id, name: id, seenBy } })

test('a reference makes a difference to those who could fetch what it names', () => {
  const change = rewritten(naming('one', 'a:a2@c1', 'c:c1'), naming('other', 'a:a2@c1', 'c:c1'))
  assert.deepEqual(
    ['c:c1', 'c:c2', 'a:a1', 'a:a2'].map(owner => differsFor(owner, change, links)),
    [true, false, false, true],
  )
  assert.deepEqual(differsForPairs(['a:a1'], [], change, links), [['a:a1', 'a:a2']])
  assert.deepEqual(companiesInReferences(type, change.after), ['c1'])
  assert.deepEqual(companiesInReferences(type, tender({})), [])
})

test('where a reference passes from one to another, each key that has one of them hears of it', () => {
  const change = rewritten(naming('one', 'c:c1'), naming('one', 'c:c2'))
  assert.deepEqual(differsForPairs(['c:c3'], [], change, links), [
    ['c:c3', 'c:c1'],
    ['c:c3', 'c:c2'],
  ])
  assert.deepEqual(differsForPairs(['c:c1'], [], change, links), [], 'a key of both sees it before and after')
})

test('figures of companies come out differently where the rows behind them do', () => {
  const children = (figures: boolean) => [{ figures, rows: ({ record }: StoredRecord) => record }] as never
  const differs = (figures: boolean, before: object, after: object) =>
    countsDifferently({ ...rewritten(before, after), type: { ...type, children: children(figures) } })
  assert.equal(differs(true, offers, cheaper), true)
  assert.equal(differs(true, offers, offers), false)
  assert.equal(differs(false, offers, cheaper), false)
})
