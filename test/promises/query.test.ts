// What a query becomes before the store sees it: pages, fields, filters, steps of time, and which Parts are shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../src/access/caller.ts'
import { schemaRedaction } from '../../src/access/redact.ts'
import { fieldsParameter } from '../../src/kernel/query/fields.ts'
import { isoWeek, stepOf, steps } from '../../src/kernel/query/figures.ts'
import { conditionsOf, filterParameter, narrowsReach } from '../../src/kernel/query/filter.ts'
import { byIdsParameter, pageOf, pageParameters, pagesOf } from '../../src/kernel/query/paging.ts'
import { noExports } from '../../src/kernel/query/plan.ts'
import {
  featureOf,
  partParameters,
  partsOn,
  requireFeatures,
  viewsOf,
  wantedParts,
} from '../../src/kernel/query/view.ts'
import type { CollectionDeclaration } from '../../src/kernel/resource/declaration.ts'
import { agencyIds, choice, id, ids, onOff } from '../../src/record-types/filter.ts'
import type { Part } from '../../src/record-types/words.ts'
import {
  describe,
  flag,
  linkedAgencyOnly,
  list,
  maybe,
  number,
  oneOf,
  record,
  restrictedReference,
  text,
  words,
} from '../../src/shape/shape.ts'

const callerOf = (more: Partial<Caller> = {}) =>
  ({
    kind: 'company',
    companies: [{ id: 'c1', features: ['stages'] }],
    agencies: [],
    linkedAgencies: ['a1'],
    links: [],
    version: '1',
    ...more,
  }) as unknown as Caller
const company = callerOf()
const agency = callerOf({ kind: 'agency', agencies: [{ id: 'a1', name: 'A' }] })

test('a page begins where those before it end, and has at most 200 records', () => {
  assert.deepEqual(pageOf({}), { page: 1, limit: 50, offset: 0 })
  assert.deepEqual(pageOf({ page: 3, limit: 10 }), { page: 3, limit: 10, offset: 20 })
  assert.deepEqual(pageOf({ page: 2, limit: 500 }), { page: 2, limit: 200, offset: 200 })
  assert.deepEqual(pageOf({ id: ['x'] }), { page: 1, limit: 200, offset: 0 })
  assert.deepEqual(pageOf({ id: ['x'], limit: 7 }), { page: 1, limit: 7, offset: 0 })
  const most = Number.MAX_SAFE_INTEGER
  assert.deepEqual(pageOf({ page: most, limit: 1 }), { page: most, limit: 1, offset: most - 200 })
  const last = Math.floor(most / 200) + 1
  assert.equal(pageOf({ page: last, limit: 200 }).offset, most - 200)
  assert.throws(() => pageOf({ page: last + 1, limit: 200 }), {
    code: 'BAD_REQUEST',
    message: `page=${last + 1} is too far: with limit=200 it can be at most ${last}, so that its offset is a safe integer`,
  })
})

test('pages, limits and ids say how they are given', () => {
  assert.deepEqual(
    pageParameters.map(({ name, description, schema }) => [name, description, schema]),
    [
      ['page', 'Which page, from 1', { type: 'integer', minimum: 1, default: 1 }],
      [
        'limit',
        'Records a page; above 200 is read as 200',
        { type: 'integer', minimum: 1, default: 50, maximum: 200 },
      ],
    ],
  )
  assert.match(pagesOf('Groups')[1]!.description, /^Groups a page/)
  const { name, description, most } = byIdsParameter('ids or nanoids')
  assert.deepEqual([name, most], ['id', 200])
  assert.match(
    description,
    /^Only records with these ids or nanoids, comma-separated, at most 200; all on one/,
  )
})

const Shape = record({
  id: text,
  status: describe(oneOf('open', 'closed'), 'How it stands.'),
  stage: words({ first: 'nothing is done', last: 'all is done' }),
  active: flag,
  isLate: flag,
  worker: record({ id: text, name: text }),
  order: maybe(restrictedReference('order', 'reference')),
  agencies: linkedAgencyOnly('id', list(record({ id: text }))),
  items: list(record({ id: text, amount: number })),
})

test('fields are names and dot paths that exist, one comma between them', () => {
  const fields = fieldsParameter(Shape)
  assert.deepEqual([fields.name, fields.example], ['fields', 'id,status'])
  assert.match(fields.description, /^Comma-separated top-level fields or dot paths/)
  assert.deepEqual(fields.schema, { type: 'string', minLength: 1, maxLength: 2000 })
  assert.doesNotThrow(() => fields.read('id,worker.name,a_1'.replace(',a_1', ''), 'company'))
  const refused: [string, RegExp][] = [
    ['id,,status', /fields has an empty entry; separate names with single commas/],
    ['id,', /empty entry/],
    ['worker..name', /"worker\.\.name" is not a field; write names or dot paths such as worker\.name/],
    ['worker.na me', /is not a field/],
    ['-id', /"-id" is not a field/],
    ['id!', /"id!" is not a field/],
    ['statuss', /there is no field "statuss"; the nearest one is "status"/],
    ['nothing.id', /there is no field "nothing"/],
    [`${'x'.repeat(100)}`, /there is no field "x{80}"/],
    [`${'!'.repeat(100)}`, /fields: "!{80}" is not/],
  ]
  for (const [given, because] of refused)
    assert.throws(() => fields.read(given, 'company'), { code: 'BAD_REQUEST', message: because }, given)
})

test('a day belongs to its month, quarter, year and the week of its Thursday', () => {
  assert.deepEqual(steps, ['day', 'week', 'month', 'quarter', 'year'])
  const all = (day: string) => steps.map(step => stepOf(day, step))
  assert.deepEqual(all('2026-01-01'), ['2026-01-01', '2026-W01', '2026-01', '2026-Q1', '2026'])
  assert.deepEqual(all('2026-03-31'), ['2026-03-31', '2026-W14', '2026-03', '2026-Q1', '2026'])
  assert.deepEqual(all('2026-04-01'), ['2026-04-01', '2026-W14', '2026-04', '2026-Q2', '2026'])
  assert.deepEqual(all('2026-12-31'), ['2026-12-31', '2026-W53', '2026-12', '2026-Q4', '2026'])
  const weeks = {
    '2027-01-03': '2026-W53',
    '2027-01-04': '2027-W01',
    '2025-12-29': '2026-W01',
    '2024-12-29': '2024-W52',
    '2024-12-30': '2025-W01',
    '2021-01-03': '2020-W53',
    '0099-06-15': '0099-W25',
    '0001-01-01': '0001-W01',
  }
  for (const [day, week] of Object.entries(weeks)) assert.equal(isoWeek(day), week, day)
})

test('each kind of filter is a parameter that says what it takes', () => {
  const several = filterParameter(
    'workerTrade',
    ids('worker.id', { repeats: true, note: 'also old ones' }),
    Shape,
  )
  assert.equal(several.description, 'Only records of these worker trades: ids, comma-separated')
  assert.deepEqual([several.repeats, several.note], [true, 'also old ones'])
  assert.equal(
    filterParameter('agency', ids('worker.id'), Shape).description.slice(0, 36),
    'Only records of these agencies: ids,',
  )
  assert.equal(filterParameter('agency', ids('worker.id'), Shape).repeats, undefined)
  assert.equal(
    filterParameter('theOldWorker', id('worker.id'), Shape).description,
    'Only records of this the old worker: one id',
  )
  assert.match(filterParameter('daySheet', ids('worker.id'), Shape).description, /these day sheets:/)
  assert.match(filterParameter('keysmith', ids('worker.id'), Shape).description, /these keysmiths:/)
  const active = filterParameter('state', onOff('active'), Shape)
  assert.deepEqual((active.schema as { enum?: string[] }).enum, ['active', 'inactive'])
  assert.equal(active.description, 'Only the active or only the inactive ones; omitted = all')
  const status = filterParameter(
    'status',
    choice('status', { alias: { late: 'isLate' }, meanings: { late: 'after its day' }, agency: ['open'] }),
    Shape,
  )
  assert.equal(status.description, 'By status: how it stands; late = after its day')
  assert.deepEqual(status.choices, { company: ['late', 'open', 'closed'], agency: ['open'] })
  assert.throws(() => status.read('x', 'company'), { message: /one of late \(after its day\), open, closed/ })
  assert.equal(filterParameter('status', choice('status'), Shape).choices, undefined)
  const stage = filterParameter('stage', choice('stage'), Shape)
  assert.equal(stage.description, 'By stage')
  assert.throws(() => stage.read('x', 'company'), {
    message: /one of first \(nothing is done\), last \(all is done\)/,
  })
  assert.throws(() => filterParameter('x', choice('id'), Shape), /"id" lists no values to choose from/)
})

test('what a filter asks for becomes conditions on columns, as the caller may ask', () => {
  const of = (filter: Parameters<typeof conditionsOf>[0], value: unknown, caller = company) =>
    conditionsOf(filter, Shape)(value, caller)
  const [condition, ...none] = of(ids('worker.id'), ['w1', 'w2'])
  assert.deepEqual([condition, none], [{ column: 'worker_id', in: ['w1', 'w2'], many: false }, []])
  assert.deepEqual(of(id('worker.id'), 'w1'), [{ column: 'worker_id', in: ['w1'], many: false }])
  assert.deepEqual(of(onOff('active'), 'active'), [{ column: 'active', in: [true] }])
  assert.deepEqual(of(onOff('active'), 'inactive'), [{ column: 'active', in: [false] }])
  const status = choice('status', { alias: { late: 'isLate' } })
  assert.deepEqual(of(status, 'open'), [{ column: 'status', in: ['open'], many: false }])
  assert.deepEqual(of(status, 'late'), [{ column: 'is_late', in: [true] }])
  assert.deepEqual(of(ids('items.id'), ['x']), [{ column: 'items_id', in: ['x'], many: true }])
  const seen = of(ids('order.id'), ['o1'])
  assert.deepEqual(Object.keys(seen[1]!), ['column', 'seenBy'])
  assert.equal(seen.length, 2)
  const theirs = of(agencyIds('agencies.id'), ['a1', 'a2'])
  assert.deepEqual(theirs, [{ column: 'agencies_id', in: ['a1'], many: true }])
  assert.deepEqual(of(ids('agencies.id'), ['a1', 'a2'])[0], {
    column: 'agencies_id',
    in: ['a1', 'a2'],
    many: true,
  })
  assert.deepEqual(of(agencyIds('agencies.id'), ['a1', 'a2'], agency), [])
  assert.deepEqual(
    [
      narrowsReach(agencyIds('agencies.id'), agency),
      narrowsReach(agencyIds('agencies.id'), company),
      narrowsReach(ids('agencies.id'), agency),
      narrowsReach(onOff('active'), agency),
    ],
    [true, false, false, false],
  )
})

const parts: Record<string, Part> = {
  includeItems: { property: 'items', on: 'both' },
  includeAgencies: { property: 'agencies', on: 'get', feature: 'stages' },
  always: { property: 'order', on: 'always' },
  includeNames: {
    property: 'status',
    on: 'both',
    merge: {
      into: ['worker.name', 'items.id'],
      callers: 'company',
      put: (shown, value) => {
        shown.merged = value
      },
    },
  },
}
const declared = { record: Shape, parts } as unknown as CollectionDeclaration
const namesOf = (some: readonly [string, Part][]) => some.map(([name]) => name)

test('the Parts of a list are those that both show, and a flag asks for each that is not always there', () => {
  assert.deepEqual(namesOf(partsOn(declared, 'list')), ['includeItems', 'includeNames'])
  assert.deepEqual(namesOf(partsOn(declared, 'get')), Object.keys(parts))
  assert.deepEqual(partsOn({ record: Shape } as unknown as CollectionDeclaration, 'get'), [])
  const flags = partParameters(partsOn(declared, 'get'), Shape)
  assert.deepEqual(
    flags.map(({ name, description, adds, callers }) => ({ name, description, adds, callers })),
    [
      { name: 'includeItems', description: 'Adds items', adds: ['items'], callers: undefined },
      { name: 'includeAgencies', description: 'Adds agencies', adds: ['agencies'], callers: undefined },
      {
        name: 'includeNames',
        description: 'Adds id to worker and items',
        adds: ['worker.name', 'items.id'],
        callers: 'company',
      },
    ],
  )
  const [told] = partParameters([['includeStatus', { property: 'status', on: 'both' }]], Shape)
  assert.equal(told!.description, 'Adds status: how it stands')
})

test('a Part is shown that is asked for, always there or made rows of, and no other', () => {
  const all = partsOn(declared, 'get')
  const shown = (query: object, exploded?: string) =>
    wantedParts(all, query as Record<string, unknown>, exploded).map(({ property }) => property)
  assert.deepEqual(shown({}), ['order'])
  assert.deepEqual(shown({ includeItems: true, includeAgencies: false }), ['items', 'order'])
  assert.deepEqual(shown({}, 'items'), ['items', 'order'])
  assert.deepEqual(featureOf(all), { feature: 'stages' })
  assert.deepEqual(featureOf([]), {})
  assert.doesNotThrow(() => requireFeatures(Object.values(parts), company))
  assert.throws(() => requireFeatures(Object.values(parts), callerOf({ companies: [] })), {
    code: 'FEATURE_NOT_ENABLED',
    message: /so there is no agencies;/,
  })
  assert.throws(() => requireFeatures(Object.values(parts), company, ['c2']), { code: 'FEATURE_NOT_ENABLED' })
})

test('a view has the Parts in order, the lists that are never missing, and puts in what is merged', () => {
  const view = viewsOf(declared, schemaRedaction(Shape))
  const plain = view(company, [parts.includeItems!])
  assert.deepEqual(plain.parts, ['items'])
  assert.deepEqual(
    [...plain.lists!],
    ['items'],
    'a list that a feature unlocks may be missing, and others are no lists',
  )
  assert.ok(!('fields' in plain) && !('amend' in plain))
  const merged = view(company, [parts.includeNames!], fieldsParameter(Shape).read('id', 'company'))
  assert.ok('fields' in merged && 'amend' in merged)
  assert.equal(merged.viewer.kind, 'company')
  const shown: Record<string, unknown> = { id: 'x', status: 'open' }
  merged.amend!(shown)
  assert.deepEqual(shown, { id: 'x', merged: 'open' })
})

test('where nobody exports, asking for an export is a mistake', async () => {
  await assert.rejects(noExports.begin(company, {} as never), /Nothing is exported here/)
})
