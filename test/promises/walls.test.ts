// A declaration that is mistaken, or would let a caller ask by what it is not shown, is refused in one line when it is
// read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { furtherScopes, many, orGeneric, viaLinks } from '../../src/access/ownership.ts'
import { schemaBook } from '../../src/describe/schema.ts'
import { countParameter } from '../../src/kernel/operation/parameter.ts'
import { checkAssembly } from '../../src/kernel/resource/assembly.ts'
import { collection, factDate, ownedDate, part, privateDate } from '../../src/kernel/resource/collection.ts'
import { agencyIds, choice, ids } from '../../src/record-types/filter.ts'
import {
  companyOnly,
  hidden,
  instant,
  linkedAgencyOnly,
  list,
  maybe,
  number,
  oneOf,
  ownAgencyOnly,
  ownCompanyOnly,
  privateItems,
  record,
  restrictedReference,
  text,
} from '../../src/shape/shape.ts'

const Widget = record({
  id: text,
  name: text,
  company: record({ id: text }),
  secretCost: companyOnly(number),
  grade: companyOnly(maybe(oneOf('a', 'b'))),
  remark: hidden(maybe(text)),
  size: number,
  spare: maybe(number),
  colours: list(text),
  offers: ownAgencyOnly(
    'agency.id',
    list(record({ agency: record({ id: text }), at: instant, price: number })),
  ),
  badges: ownCompanyOnly('company', list(record({ company: text, id: text }))),
  papers: privateItems(list(record({ id: text, ownedBy: hidden(maybe(text)), lapsesAt: maybe(instant) }))),
  partners: linkedAgencyOnly('id', list(record({ id: text }))),
  order: maybe(restrictedReference('purchaseOrder', 'reference')),
  createdAt: instant,
})

const right = {
  path: '/widgets',
  noun: 'widget',
  record: Widget,
  facts: record({ heaviness: maybe(number) }),
  owners: { company: 'company.id' },
  dates: ['createdAt'],
  sorts: { createdAt: 'createdAt' },
  defaultSort: 'createdAt desc',
  operations: { list: 'listWidgets' },
} as const

const counted = { operations: { ...right.operations, totals: 'getWidgetTotals' } }

const Kinds = record({
  id: text,
  company: record({ id: text }),
  kind: oneOf('small', 'large'),
  createdAt: instant,
})

const ofAgencies = { agency: many('partners.id') }

// biome-ignore lint/suspicious/noExplicitAny: each of these is refused when it is read, not by the compiler
const declare = (more: object) => collection({ ...right, ...more } as any)

const refused: [string, object, RegExp][] = [
  [
    'an operation that is called as its tool is',
    { operations: { list: 'open_api_list_widgets' } },
    /operations\.list is "open_api_list_widgets": call it list…, such as listWidgets/,
  ],
  [
    'totals that are called as something else is',
    { operations: { totals: 'countWidgets' } },
    /operations\.totals is "countWidgets": call it get…Totals, such as getWidgetTotals/,
  ],
  [
    'the name of totals that there are none of',
    counted,
    /operations\.totals .*give reading\.totals their groups/,
  ],
  [
    'totals without a name',
    { reading: { totals: { groups: ['name'] } } },
    /reading\.totals need a name: give operations\.totals, such as getWidgetTotals/,
  ],
  [
    'an operation that there is none of',
    { operations: { lists: 'listWidgets' } },
    /operations\.lists is not a word of operations; the nearest one is "list"/,
  ],
  [
    'a sort',
    { sorts: { createdAt: 'createdAt', cost: 'secretCost' } },
    /sorts\.cost looks at secretCost, which agency keys are not shown/,
  ],
  [
    'a search',
    { search: { within: ['name', 'remark'] } },
    /search for remark looks at remark, which nobody is shown/,
  ],
  [
    'a filter',
    { filters: { grade: choice('grade') } },
    /filters\.grade looks at grade, which agency keys are not shown/,
  ],
  [
    'a filter of a company’s own entries',
    { filters: { badge: ids('badges.id') } },
    /filters\.badge looks at badges, of which company keys are shown their own entries/,
  ],
  [
    'a filter of an agency’s own entries',
    { filters: { offer: ids('offers.agency.id') } },
    /filters\.offer looks at offers, of which agency keys/,
  ],
  [
    'a filter of linked agencies',
    { filters: { partner: ids('partners.id') } },
    /filters\.partner looks at partners, of which company keys/,
  ],
  [
    'a date of others',
    { dates: { offered: 'offers.at' } },
    /dates\.offered looks at offers, of which agency keys/,
  ],
  [
    'a date of each that names another owner',
    { dates: { offered: ownedDate('offers', 'id', 'at') } },
    /dates\.offered looks at offers/,
  ],
  [
    'a date of private items that takes them for anybody’s',
    { dates: { lapses: 'papers.lapsesAt' } },
    /dates\.lapses looks at papers, of which (company|agency) keys are not shown every item/,
  ],
  [
    'a date of private items of what is no such list',
    { owners: ofAgencies, dates: { lapses: privateDate(['offers'], 'at', 'when it ends') } },
    /dates\.lapses looks at offers, of which agency keys/,
  ],
  [
    'a date of private items where a company says which agencies see them',
    { dates: { lapses: privateDate(['papers'], 'lapsesAt', 'when it ends') } },
    /dates\.lapses looks at private items of records whose company says which agencies/,
  ],
  [
    'a sum that few have',
    { reading: { totals: { groups: ['name'], sums: [], moreSums: ['secretCost'] } } },
    /reading\.totals\.moreSums looks at secretCost, which agency keys are not shown/,
  ],
  [
    'a sort by a reference',
    { sorts: { createdAt: 'createdAt', order: 'order.reference' } },
    /sorts\.order looks at order, which is shown to those who could fetch/,
  ],
  [
    'a group',
    { reading: { totals: { groups: ['grade'], sums: [] } } },
    /reading\.totals\.groups looks at grade, which agency keys are not shown/,
  ],
  [
    'a group by a reference',
    { reading: { totals: { groups: ['order'], sums: [] } } },
    /reading\.totals\.groups looks at order, which is shown to those who could fetch/,
  ],
  [
    'a sum',
    { reading: { totals: { groups: ['name'], sums: ['secretCost'] } } },
    /reading\.totals\.sums looks at secretCost, which agency keys are not shown/,
  ],
  [
    'a selection',
    { reading: { selection: { parameters: [], looksAt: ['secretCost'], select: () => [] } } },
    /reading\.selection\.looksAt looks at secretCost, which agency keys are not shown/,
  ],
]

for (const [what, more, message] of refused)
  test(`${what} that crosses a mark is refused in one line that names the place and the word`, () => {
    assert.throws(
      () => declare(more),
      (error: Error) => {
        assert.match(error.message, /^\/widgets: /)
        assert.match(error.message, message)
        return !error.message.includes('\n')
      },
    )
  })

test('words that look at the caller’s own entries, and resources of one kind of key, may', () => {
  declare({ filters: { offer: agencyIds('offers.agency.id') } })
  declare({ filters: { partner: agencyIds('partners.id') } })
  declare({ filters: { order: ids('order.id') } })
  declare({ search: { within: ['name', 'order.reference'] } })
  declare({ dates: { offered: ownedDate('offers', 'agency.id', 'at') } })
  declare({ owners: ofAgencies, dates: { lapses: privateDate(['papers'], 'lapsesAt', 'when it ends') } })
  declare({ filters: { weight: ids('facts.heaviness', { note: 'no answer shows it' }) } })
  declare({ callers: 'company', sorts: { createdAt: 'createdAt', cost: 'secretCost' } })
  declare({
    callers: 'company',
    ...counted,
    reading: { totals: { groups: ['grade'], sums: ['secretCost'] } },
  })
})

const nowhere = (place: string, path: string, close: string) =>
  `${place} looks at "${path}", which is not in the record; the nearest one is "${close}"`

const unseen = (place: string, path: string) =>
  `${place} looks at ${path}, which no answer shows: give it a note that tells callers so, or show it`

/** Each with the line it is refused with. The compiler refuses all but the last three too. */
const mistakes: [string, () => unknown, string][] = [
  [
    'a word that there is none of',
    // @ts-expect-error
    () => collection({ ...right, filtres: {} }),
    '"filtres" is not a word of a collection; the nearest one is "filters"',
  ],
  [
    'a word in the singular, which would open it to everybody',
    // @ts-expect-error
    () => collection({ ...right, caller: 'company' }),
    '"caller" is not a word of a collection; the nearest one is "callers"',
  ],
  [
    'a word of owners that there is none of, which would count other connections',
    () => collection({ ...right, owners: { company: 'company.id', linkedat: 'company.id' } }),
    'owners.linkedat is not a word of owners; the nearest one is "linkedAt"',
  ],
  [
    'a date that is none',
    () => collection({ ...right, dates: ['name'] }),
    'dates.name looks at "name", which is not a date: make it an instant, or take it out',
  ],
  [
    'a part that every record has',
    () => collection({ ...right, parts: { includeName: part('name') } }),
    'parts.includeName adds name, which must be maybe(…): records are shown without it',
  ],
  [
    'a feature of a company that records do not name',
    () =>
      collection({
        ...right,
        owners: 'everyone',
        parts: { includeOrder: part('order', { feature: 'ordering' }) },
      }),
    "parts.includeOrder needs a feature of the record's company, and owners do not say which that is: give owners.company the path of one",
  ],
  [
    'a flag that does not say that it includes',
    () => collection({ ...right, parts: { order: part('order') } }),
    'parts.order is a flag: call it include…',
  ],
  [
    'a filter that is called as every list’s own',
    () => collection({ ...right, filters: { id: ids('id') } }),
    'filters.id: every list has an id parameter; call it something else',
  ],
  [
    'a noun of two words without a type',
    () => collection({ ...right, noun: 'small widget' }),
    '"small widget" needs a type: one word that lines call it by, such as "smallWidget"',
  ],
  [
    'a filter that leads nowhere',
    // @ts-expect-error
    () => collection({ ...right, filters: { company: ids('compny.id') } }),
    nowhere('filters.company', 'compny.id', 'company'),
  ],
  [
    'a filter that leads nowhere further in',
    // @ts-expect-error
    () => collection({ ...right, filters: { offer: agencyIds('offers.agency.idd') } }),
    nowhere('filters.offer', 'offers.agency.idd', 'id'),
  ],
  [
    'a search for what there is not',
    // @ts-expect-error
    () => collection({ ...right, search: { within: ['name', 'nmae'] } }),
    nowhere('search for nmae', 'nmae', 'name'),
  ],
  [
    'a date that there is not',
    // @ts-expect-error
    () => collection({ ...right, dates: ['createdat'] }),
    nowhere('dates.createdat', 'createdat', 'createdAt'),
  ],
  [
    'a sort by what there is not',
    // @ts-expect-error
    () => collection({ ...right, sorts: { createdAt: 'createdAt', name: 'nam' } }),
    nowhere('sorts.name', 'nam', 'name'),
  ],
  [
    'an owner by the id of another kind of record',
    () => collection({ ...right, owners: { company: 'order.id' } }),
    'owners.company looks at "order.id", which is the id of a purchaseOrder and not of a company',
  ],
  [
    'a choice of what lists no words',
    () => collection({ ...right, filters: { name: choice('name') } }),
    'filters.name looks at "name", which lists no words to choose from: make it words({…}), or take the filter out',
  ],
  [
    'an owner that there is not',
    // @ts-expect-error
    () => collection({ ...right, owners: { company: 'company.ids' } }),
    nowhere('owners.company', 'company.ids', 'id'),
  ],
  [
    'a default sort that is none of the sorts',
    // @ts-expect-error
    () => collection({ ...right, defaultSort: 'creatdAt desc' }),
    'defaultSort "creatdAt desc" is not one of its sorts; the nearest one is "createdAt"',
  ],
  [
    'a default sort without a direction',
    // @ts-expect-error
    () => collection({ ...right, defaultSort: 'createdAt descending' }),
    'defaultSort "createdAt descending" has no direction; there are asc, desc',
  ],
  [
    'a Part that is not a property',
    // @ts-expect-error
    () => collection({ ...right, parts: { includeOffer: part('offer') } }),
    nowhere('parts.includeOffer', 'offer', 'offers'),
  ],
  [
    'a search through a reference that there is not',
    () => collection({ ...right, search: { within: ['name'], through: { ordr: ['name'] } } }),
    nowhere('search.through', 'ordr', 'order'),
  ],
  [
    'a filter of what no answer shows, of which nobody is told',
    () => collection({ ...right, filters: { weight: ids('facts.heaviness') } }),
    unseen('filters.weight', 'facts.heaviness'),
  ],
  [
    'a word of a filter that stands for what no answer shows, of which nobody is told',
    () =>
      collection({
        ...right,
        callers: 'company',
        filters: { grade: choice('grade', { alias: { heavy: 'facts.heaviness' } }) },
      }),
    unseen('filters.grade', 'facts.heaviness'),
  ],
  [
    'a sort by what no answer shows',
    () => collection({ ...right, sorts: { createdAt: 'createdAt', weight: 'facts.heaviness' } }),
    unseen('sorts.weight', 'facts.heaviness'),
  ],
  [
    'a search for what no answer shows, of which nobody is told',
    () => collection({ ...right, search: { within: ['name', 'facts.heaviness'] } }),
    unseen('search for facts.heaviness', 'facts.heaviness'),
  ],
  [
    'a date that no answer shows, of which nobody is told',
    () => collection({ ...right, facts: record({ sold: maybe(instant) }), dates: { sold: 'facts.sold' } }),
    unseen('dates.sold', 'facts.sold'),
  ],
  [
    'a date that falls back to what is no date',
    () =>
      collection({
        ...right,
        facts: record({ sold: maybe(instant) }),
        dates: { sold: factDate('facts.sold', 'never shown', 'name') },
      }),
    'dates.sold looks at "name", which is not a date: make it an instant, or take it out',
  ],
  [
    'a search through what is no reference',
    () => collection({ ...right, search: { within: ['name'], through: { company: ['name'] } } }),
    'search.through has "company", which is no reference',
  ],
  [
    'a search through a reference for what is not searched',
    () => collection({ ...right, search: { within: ['name'], through: { order: ['order.reference'] } } }),
    'search.through.order has "order.reference", which is not searched within; there is only "name"',
  ],
  [
    'a word of agencies that a filter does not have',
    () =>
      collection({ ...right, callers: 'company', filters: { grade: choice('grade', { agency: ['c'] }) } }),
    'filters.grade.agency has "c", which is no word of it; the nearest one is "a"',
  ],
  [
    'a filter of a reference that there is not',
    () => collection({ ...right, filters: { order: ids('order.id', { reference: 'ordr' }) } }),
    nowhere('filters.order.reference', 'ordr', 'order'),
  ],
  [
    'a Part that nobody is shown',
    () => collection({ ...right, parts: { includeRemark: part('remark') } }),
    'parts.includeRemark adds remark, which nobody is shown',
  ],
  [
    'a column of what there is not',
    () => collection({ ...right, derived: { columns: ['facts.weight'] } }),
    'derived.columns looks at "facts.weight", which is not in the record; there is only "heaviness"',
  ],
  [
    'a sum of what there is not',
    // @ts-expect-error
    () => collection({ ...right, reading: { totals: { groups: ['name'], sums: ['sizes'] } } }),
    nowhere('reading.totals.sums', 'sizes', 'size'),
  ],
  [
    'a group of what there is not',
    // @ts-expect-error
    () => collection({ ...right, reading: { totals: { groups: ['nmae'], sums: [] } } }),
    nowhere('reading.totals.groups', 'nmae', 'name'),
  ],
  [
    'a sum of what is no number',
    () => collection({ ...right, reading: { totals: { groups: [], sums: ['name'] } } }),
    'reading.totals.sums looks at "name", which is not a number',
  ],
  [
    'a group of numbers',
    () => collection({ ...right, reading: { totals: { groups: ['size'], sums: [] } } }),
    'reading.totals.groups looks at "size", which is neither a reference nor a word nor a date',
  ],
  [
    'a group of which a record has several',
    () => collection({ ...right, reading: { totals: { groups: ['colours'], sums: [] } } }),
    'reading.totals.groups looks at "colours", of which a record has several',
  ],
  [
    'a sum of facts, which lists do not show',
    () => collection({ ...right, reading: { totals: { groups: [], sums: ['facts.heaviness'] } } }),
    'reading.totals.sums looks at "facts.heaviness", which is never shown',
  ],
  [
    'a sum of a Part, which lists do not show',
    () =>
      collection({
        ...right,
        parts: { includeSpare: part('spare') },
        reading: { totals: { groups: [], sums: ['spare'] } },
      }),
    'reading.totals.sums looks at "spare", which lists do not show',
  ],
  [
    'what is kept by no group',
    () => collection({ ...right, reading: { totals: { groups: ['name'], sums: [], kept: ['size'] } } }),
    'reading.totals.kept has "size", which is no group',
  ],
  [
    'what is kept by a text that may be empty, which stands for nothing there',
    () => collection({ ...right, reading: { totals: { groups: ['name'], sums: [], kept: ['name'] } } }),
    'reading.totals.kept has "name", a text that may be empty',
  ],
  [
    'totals of what is everybody’s',
    () => collection({ ...right, owners: 'everyone', reading: { totals: { groups: ['name'], sums: [] } } }),
    'reading.totals needs owners: figures are kept until one of them sees a change',
  ],
  [
    'a reference to a type that nobody declares',
    () => {
      const { operations, stored } = collection(right)
      checkAssembly({ operations, recordTypes: [stored], scopes: [] })
    },
    'widget.order names purchaseOrder, which is not listed; there is only "widget"',
  ],
  [
    'a selection by a path that is not there',
    () => declare({ reading: { selection: { parameters: [], looksAt: ['sise'], select: () => [] } } }),
    'reading.selection.looksAt looks at "sise", which is not in the record; the nearest one is "size"',
  ],
  [
    'a selection by what has no column',
    () => declare({ reading: { selection: { parameters: [], looksAt: ['size'], select: () => [] } } }),
    'reading.selection looks at size, which no column has: add it to derived.columns',
  ],
  [
    'a selection with a parameter that is there',
    () =>
      declare({
        reading: {
          selection: {
            parameters: [countParameter('limit', 'x', { most: 9, example: 1 })],
            looksAt: [],
            select: () => [],
          },
        },
      }),
    'reading.selection has the parameter limit, which every such list has already',
  ],
  [
    'more in meta under a name that is there',
    () => declare({ reading: { meta: { shape: record({ total: number }), of: async () => ({}) } } }),
    'reading.meta has total, which every list says already',
  ],
  [
    'a period of several dates',
    () =>
      declare({
        facts: record({ madeAt: instant }),
        dates: { createdAt: 'createdAt', madeAt: factDate('facts.madeAt', 'when it was made') },
        reading: { period: { mostWeeks: 4, usual: () => ({ from: '', to: '' }), said: '' } },
      }),
    'reading.period needs one date that from and to apply to, and there are 2',
  ],
  [
    'further scopes by a word that is not there',
    () =>
      declare({
        record: Kinds,
        owners: { company: 'company.id', needs: furtherScopes('kind', { small: [], lage: [] }) },
      }),
    'owners.needs has "lage", which is no word of kind; the nearest one is "large"',
  ],
  [
    'further scopes that leave out a word',
    () =>
      declare({
        record: Kinds,
        owners: { company: 'company.id', needs: furtherScopes('kind', { small: [] }) },
      }),
    'owners.needs does not say what kind "large" needs: give it a list, if need be empty',
  ],
]

for (const [what, declare, line] of mistakes)
  test(`${what} is refused in one line that names the place and the word`, () => {
    assert.throws(declare, (error: Error) => {
      assert.equal(error.message.replace(/^(\/widgets|The declarations do not fit together): /, ''), line)
      return true
    })
  })

test('an owner at a path that leads nowhere does not compile, whatever its form', () => {
  const company = 'company.id'
  collection({ ...right, owners: { company, agency: orGeneric('name', 'company.id') } })
  const wrong = [
    // @ts-expect-error
    () => collection({ ...right, owners: { company: 'compny.id' } }),
    // @ts-expect-error
    () => collection({ ...right, owners: { company: many('companies.id') } }),
    // @ts-expect-error
    () => collection({ ...right, owners: { company, agency: 'agency.id' } }),
    // @ts-expect-error
    () => collection({ ...right, owners: { company, agency: viaLinks('project.id') } }),
    // @ts-expect-error
    () => collection({ ...right, owners: { company, agency: orGeneric('agency.id', 'company.id') } }),
    // @ts-expect-error
    () => collection({ ...right, owners: { company, agency: orGeneric('name', 'project.id') } }),
  ]
  for (const declare of wrong) assert.throws(declare, /which is not in the record/)
})

test('what one kind of key is not shown is required of no answer', () => {
  const { required } = schemaBook({}).use(Widget) as { required: string[] }
  assert.ok(required.includes('name') && !required.includes('secretCost') && !required.includes('remark'))
})
