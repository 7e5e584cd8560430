// What each mark on a Shape takes out of a record, for whom, at any depth and whatever the record holds there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type GuardPlace,
  guardPlaces,
  guardsIn,
  guardText,
  itemOwnersIn,
  linkedAgencyPaths,
  restrictedMark,
  schemaRedaction,
} from '../../src/access/redact.ts'
import type { Viewer } from '../../src/access/viewer.ts'
import {
  companyOnly,
  linkedAgencyOnly,
  list,
  maybe,
  orNull,
  ownAgencyOnly,
  ownCompanyOnly,
  privateItems,
  record,
  restrictedReference,
  shownWith,
  type TSchema,
  text,
} from '../../src/shape/shape.ts'

const viewer = (kind: Viewer['kind'], more: Partial<Viewer> = {}): Viewer => ({
  kind,
  owners: [],
  everywhere: [],
  linked: [],
  names: [],
  version: '1',
  ...more,
})
const companies = viewer('company', { owners: ['c1'], linked: ['a1'], names: ['c:c1'] })
const agencies = viewer('agency', { owners: ['a1', 'a2'], names: ['a:a1@c1', 'a:a2@c2'] })

function shown(schema: TSchema, who: Viewer, value: object, connectedTo?: string): unknown {
  const copy = structuredClone(value)
  schemaRedaction(schema, connectedTo).redact(copy, who)
  return copy
}
const hides = (schema: TSchema) => [
  schemaRedaction(schema).hides('company'),
  schemaRedaction(schema).hides('agency'),
]

test('without a mark nothing is hidden, and the record stays as it is', () => {
  const plain = record({ id: text, items: list(record({ id: text })) })
  assert.deepEqual(hides(plain), [false, false])
  for (const who of [companies, agencies])
    assert.deepEqual(shown(plain, who, { id: 'x', items: [{ id: 'y' }] }), { id: 'x', items: [{ id: 'y' }] })
})

test('what is for companies only is taken from agencies, in lists and in what may be null too', () => {
  const item = record({ id: text, rate: companyOnly(text) })
  const shape = record({ rate: companyOnly(text), one: orNull(item), all: list(orNull(item)) })
  assert.deepEqual(hides(shape), [false, true])
  const value = { rate: '1', one: { id: 'x', rate: '2' }, all: [{ id: 'y', rate: '3' }, null] }
  assert.deepEqual(shown(shape, companies, value), value)
  assert.deepEqual(shown(shape, agencies, value), { one: { id: 'x' }, all: [{ id: 'y' }, null] })
  for (const one of [{ one: null }, {}]) assert.deepEqual(shown(shape, agencies, one), one)
})

test('of items with an owner, each kind of caller is shown its own', () => {
  const item = record({ id: text, by: list(record({ id: text })) })
  const shape = record({
    mine: ownAgencyOnly('by.id', list(item)),
    ours: ownCompanyOnly('by.id', list(item)),
    theirs: linkedAgencyOnly('by.id', list(item)),
    one: maybe(ownAgencyOnly('by.id', item)),
  })
  assert.deepEqual(hides(shape), [true, true])
  const by = (...ids: string[]) => ({ id: ids.join(), by: ids.map(id => ({ id })) })
  const all = [by('a1'), by('a9', 'a2'), by('a9'), by('c1'), by('c9'), by()]
  const value = { mine: all, ours: all, theirs: all, one: by('a9') }
  assert.deepEqual(shown(shape, agencies, value), {
    mine: [by('a1'), by('a9', 'a2')],
    ours: all,
    theirs: all,
  })
  assert.deepEqual(shown(shape, companies, value), {
    mine: all,
    ours: [by('c1')],
    theirs: [by('a1')],
    one: by('a9'),
  })
  assert.deepEqual(shown(shape, agencies, { one: by('a2') }), { one: by('a2') })
  for (const one of [{ one: null }, {}]) assert.deepEqual(shown(shape, agencies, one), one)
})

test('private items are shown to the agency that owns them, and nobody is shown who does', () => {
  const shape = record({ notes: privateItems(list(record({ id: text }))) })
  assert.deepEqual(hides(shape), [true, true])
  const value = { notes: [{ id: 'x' }, { id: 'y', ownedBy: 'a1' }, { id: 'z', ownedBy: 'a9' }] }
  assert.deepEqual(shown(shape, agencies, value), { notes: [{ id: 'x' }, { id: 'y' }] })
  assert.deepEqual(shown(shape, companies, value), { notes: [{ id: 'x' }] })
  const asAgency = viewer('company', { owners: ['a1'] })
  assert.deepEqual(shown(shape, asAgency, value), { notes: [{ id: 'x' }] }, 'whatever a company is called')
})

test('where several marks are on one list, an item is shown only if all of them allow it', () => {
  const shape = record({ notes: ownAgencyOnly('by', privateItems(list(record({ by: text })))) })
  const value = {
    notes: [
      { by: 'a1', ownedBy: 'a9' },
      { by: 'a9', ownedBy: 'a1' },
      { by: 'a1', ownedBy: 'a1' },
    ],
  }
  assert.deepEqual(shown(shape, agencies, value), { notes: [{ by: 'a1' }] })
})

test('a text that is marked as restricted is told from others by its first byte, and is the same JSON', () => {
  assert.equal(restrictedMark.length, 1)
  assert.deepEqual(JSON.parse(`${restrictedMark}{"id":"x"}`), { id: 'x' })
  assert.ok(!JSON.stringify({ id: 'x' }).startsWith(restrictedMark))
})

test('an agency’s entries are its own only at a company that it is connected to', () => {
  const shape = record({
    company: record({ id: text }),
    notes: ownAgencyOnly('id', list(record({ id: text }))),
  })
  const value = { company: { id: 'c1' }, notes: [{ id: 'a1' }, { id: 'a2' }] }
  const kept = (who: Viewer, connectedTo?: string) =>
    (shown(shape, who, value, connectedTo) as typeof value).notes.map(({ id }) => id)
  assert.deepEqual(kept(agencies), ['a1', 'a2'])
  assert.deepEqual(kept(agencies, 'company.id'), ['a1'])
  assert.deepEqual(kept(viewer('company', { owners: [] }), 'company.id'), ['a1', 'a2'])
  for (const nowhere of [{ notes: value.notes }, { company: {}, notes: value.notes }])
    assert.deepEqual(shown(shape, agencies, nowhere, 'company.id'), { ...nowhere, notes: [] })
  const ours = record({
    company: record({ id: text }),
    notes: ownCompanyOnly('id', list(record({ id: text }))),
  })
  assert.deepEqual(shown(ours, viewer('company', { owners: ['a1'] }), value, 'company.id'), {
    company: { id: 'c1' },
    notes: [{ id: 'a1' }],
  })
})

test('a reference is shown to those who could fetch its record, without the list of them', () => {
  const shape = record({ one: maybe(restrictedReference('x')), all: list(restrictedReference('x')) })
  assert.deepEqual(hides(shape), [true, true])
  const value = {
    one: { id: 'x', seenBy: ['c:c9', 'a:a1@c1'] },
    all: [{ id: 'y' }, { id: 'z', seenBy: ['c:c1'] }, { id: 'w', seenBy: [] }],
  }
  assert.deepEqual(shown(shape, agencies, value), { one: { id: 'x' }, all: [{ id: 'y' }] })
  assert.deepEqual(shown(shape, companies, value), { all: [{ id: 'y' }, { id: 'z' }] })
})

test('what is shown with references goes where one of them does', () => {
  const pair = record({ from: maybe(restrictedReference('x')), to: restrictedReference('x'), note: text })
  const shape = record({ one: shownWith(['to'], pair) })
  const [seen, unseen] = [
    { id: 'x', seenBy: ['c:c1'] },
    { id: 'y', seenBy: ['c:c2'] },
  ]
  const value = { one: { from: unseen, to: seen, note: '1' } }
  assert.deepEqual(shown(shape, companies, value), { one: { to: { id: 'x' }, note: '1' } })
  assert.deepEqual(shown(shape, companies, { one: { to: unseen, note: '2' } }), {})
  const whole = record({ pairs: shownWith(['from', 'to'], list(pair)) })
  assert.deepEqual(
    shown(whole, companies, {
      pairs: [
        { from: seen, to: seen, note: '3' },
        { from: seen, to: unseen, note: '4' },
        { from: unseen, to: seen, note: '5' },
        { to: { id: 'z' }, note: '6' },
      ],
    }),
    {
      pairs: [
        { from: { id: 'x' }, to: { id: 'x' }, note: '3' },
        { to: { id: 'z' }, note: '6' },
      ],
    },
  )
})

test('the paths that guard a record are all found, at any depth, for each kind of caller', () => {
  const item = record({ id: text, agency: record({ id: text }), rate: companyOnly(text) })
  const shape = record({
    mine: ownAgencyOnly('agency.id', list(item)),
    ours: ownCompanyOnly('id', list(record({ id: text }))),
    theirs: linkedAgencyOnly('agency.id', list(item)),
    notes: privateItems(list(record({ id: text }))),
    deep: orNull(record({ lists: list(orNull(record({ mine: ownAgencyOnly('id', list(item)) }))) })),
  })
  const rates = ['mine.rate', 'theirs.rate', 'deep.lists.mine.rate']
  const [agency, company] = (['agency', 'company'] as const).map(kind =>
    guardPlaces(shape, kind).map(guardText),
  )
  assert.deepEqual(agency!.slice(0, 2), ['mine agency.id', 'deep.lists.mine id'])
  assert.deepEqual(agency!.slice(2).sort(), ['!notes.ownedBy', ...rates.map(rate => `!${rate}`)].sort())
  assert.deepEqual(company, ['ours id', '!theirs.agency.id', '!notes.ownedBy'])
  assert.deepEqual(
    guardPlaces(shape, 'agency').filter(place => 'hidden' in place && place.isItemOwner),
    [{ hidden: 'notes.ownedBy', isItemOwner: true }],
  )
  assert.deepEqual(linkedAgencyPaths(shape), ['theirs.agency.id'])
  const nested = record({
    all: linkedAgencyOnly('id', list(record({ inner: linkedAgencyOnly('of', list(item)) }))),
  })
  assert.deepEqual(linkedAgencyPaths(nested), ['all.id', 'all.inner.of'])
})

test('a stored record is guarded by the owners of its items, and by nobody where they have none', () => {
  const stored = {
    record: {
      mine: [{ agency: { id: 'a1' } }, { agency: { id: 'a2' } }, { agency: { id: 'a1' } }],
      gone: [{ agency: { name: 'a' } }],
      notes: [{ id: 'x' }, { id: 'y', ownedBy: 'a3' }],
      rates: [],
    },
    facts: {},
  }
  const guards = (...places: GuardPlace[]) => guardsIn(places, stored)
  const [mine, gone, other] = ['mine', 'gone', 'other'].map(items => ({ items, owner: 'agency.id' }))
  assert.deepEqual(guards(mine!), ['a1', 'a2'])
  assert.deepEqual(guards(gone!, mine!), ['!', 'a1', 'a2'])
  assert.deepEqual(guards({ hidden: 'notes.ownedBy', isItemOwner: true }), ['!'])
  assert.deepEqual(guards({ hidden: 'rates' }), ['!'], 'an empty list tells, too')
  assert.deepEqual(guards({ hidden: 'notes.other' }, { hidden: 'other' }, other!), [])
  assert.deepEqual(itemOwnersIn([mine!, { hidden: 'rates' }], stored), [])
  assert.deepEqual(itemOwnersIn([{ hidden: 'notes.ownedBy', isItemOwner: true }], stored), ['a3'])
})
