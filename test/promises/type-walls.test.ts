// A mistaken record type, event or scope is refused in one line when the declarations are read: what a mark, a path or an
// event names is there, and what a Shape promises some code keeps to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Assembly, checkAssembly } from '../../src/kernel/resource/assembly.ts'
import { collection } from '../../src/kernel/resource/collection.ts'
import { recordType } from '../../src/record-types/record-type.ts'
import { Type } from '../../src/shape/schema.ts'
import {
  companyOnly,
  hidden,
  idList,
  instant,
  linkedAgencyOnly,
  list,
  mapOf,
  maybe,
  number,
  oneOf,
  orNull,
  ownAgencyOnly,
  ownName,
  type PropertyDeclarations,
  privateItems,
  record,
  reference,
  restrictedReference,
  sealed,
  shownWith,
  text,
} from '../../src/shape/shape.ts'

/** A record type with one more property, or other words. */
const stored = (properties: PropertyDeclarations, words: object = {}) =>
  recordType({ type: 'gadget', record: record({ id: text, name: text, ...properties }), ...words })
const plain = record({ id: text, agency: record({ id: text }) })

const wrongTypes: [string, () => unknown, string][] = [
  [
    'a format that no code writes',
    () => stored({ email: Type.String({ format: 'email' }) }),
    'record.email has the format "email", which no code reads or writes; there is only "date-time", which instant has',
  ],
  [
    'a keyword that nothing checks',
    () => stored({ share: Type.Number({ maximum: 100 }) }),
    'record.share has the keyword "maximum", which no code looks at; there are',
  ],
  [
    'a mark that there is none of',
    () => stored({ note: { ...text, 'x-hiden': true } as typeof text }),
    'record.note has the mark "x-hiden", which no code looks at; the nearest one is "x-hidden"',
  ],
  [
    'a mark beside null, where it would show what it hides',
    () => stored({ note: orNull(hidden(text)) }),
    'record.note is marked hidden inside a list or beside null, where nothing looks for it; write hidden(…) around the whole property',
  ],
  [
    'a mark on the items of a list, where it would show what it hides',
    () => stored({ offers: list(companyOnly(plain)) }),
    'record.offers is marked companyOnly inside a list or beside null, where nothing looks for it; write companyOnly(…) around the whole property',
  ],
  [
    'a mark in a map, where it would show what it hides',
    () => stored({ offers: mapOf(record({ price: companyOnly(number) })) }),
    'record.offers.price has something marked companyOnly in a map, a choice or a list of lists, where nothing looks for it; make it a property',
  ],
  [
    'a reference in a list of lists, where no name is filled in',
    () => stored({ offers: list(list(record({ company: reference('company', 'name') }))) }),
    'record.offers.company has something marked reference in a map, a choice or a list of lists, where nothing looks for it; make it a property',
  ],
  [
    'an owner of items at a path that leads nowhere',
    () => stored({ offers: ownAgencyOnly('agncy.id', list(plain)) }),
    'record.offers is ownAgencyOnly: it looks at "agncy.id", which is not in it; the nearest one is "agency"',
  ],
  [
    'an agency of items at a path that leads nowhere',
    () => stored({ offers: linkedAgencyOnly('ids', list(plain)) }),
    'record.offers is linkedAgencyOnly: it looks at "ids", which is not in it; the nearest one is "id"',
  ],
  [
    'an object that is shown with what is not in it',
    () =>
      stored({ clone: shownWith(['orignal'], record({ original: restrictedReference('gadget', 'name') })) }),
    'record.clone is shownWith: it looks at "orignal", which is not in it; the nearest one is "original"',
  ],
  [
    'items that are private to nobody',
    () => stored({ papers: privateItems(list(plain)) }),
    'record.papers is marked privateItems, and its items have no ownedBy that says whose they are',
  ],
  [
    'a property that would be stored and shown as it is, though it is marked to be encrypted',
    () => stored({ number: sealed(text => ({ text, foundBy: text }), maybe(text)) }),
    'record.number is marked sealed, which only facts can be; move it there',
  ],
  [
    'a name of nobody',
    () => stored({ by: record({ name: ownName('worker') }) }),
    'record.by.name is marked ownName, and there is no id beside it that says whose',
  ],
  [
    'ids that are looked for where there are none',
    () => stored({}, { rules: { names: { compny: 'company' } } }),
    'rules.names looks at "compny", which is not in the record; there are id, name, facts',
  ],
  [
    'what should be one record’s alone, and is not there',
    () => stored({}, { rules: { distinct: [{ code: 'SAME', path: 'nam' }] } }),
    'rules.distinct looks at "nam", which is not in the record; the nearest one is "name"',
  ],
  [
    'a derivation by what is not there',
    () => stored({}, { derived: { derivations: [{ type: 'company', by: ['nmae'] }] } }),
    'derived.derivations of company looks at "nmae", which is not in the record; the nearest one is "name"',
  ],
  [
    'a count in what is not there',
    () => stored({}, { derived: { counts: { sites: { type: 'site', by: 'id' } } } }),
    'derived.counts looks at "sites", which is not in the record; there are id, name, facts',
  ],
  [
    'a status that there is none of',
    () =>
      stored({ status: oneOf('open', 'closed') }, { rules: { forbiddenTransitions: { closed: ['opne'] } } }),
    'rules.forbiddenTransitions has "opne", which is no status; the nearest one is "open"',
  ],
]

for (const [what, declare, line] of wrongTypes)
  test(`${what} is refused in one line that names the place`, () => {
    assert.throws(declare, (error: Error) => {
      assert.ok(error.message.startsWith(`gadget: ${line}`), error.message)
      return !error.message.includes('\n')
    })
  })

const { operations: widgetOperations, stored: widgets } = collection({
  path: '/widgets',
  noun: 'widget',
  scope: 'read:projects',
  callers: 'company',
  record: record({ id: text, company: record({ id: text }), createdAt: instant }),
  owners: { company: 'company.id' },
  dates: ['createdAt'],
  sorts: { createdAt: 'createdAt' },
  defaultSort: 'createdAt desc',
  operations: { get: 'getWidget' },
})
const sold = {
  name: 'widget_sold',
  object: 'widget',
  cause: 'widget',
  fetch: '/widgets/{id}',
  scopes: ['read:projects'],
  hears: ['company'],
} as const

const assembled = (more: Partial<Assembly>) =>
  checkAssembly({ operations: widgetOperations, recordTypes: [widgets], scopes: ['read:projects'], ...more })
const event = (more: object) => () => assembled({ events: [{ ...sold, ...more }] })
const withType =
  (properties: PropertyDeclarations, words: object = {}) =>
  () =>
    assembled({ recordTypes: [widgets, stored(properties, words)] })

const misfits: [string, () => unknown, string][] = [
  [
    'an event about a type that is not there',
    event({ object: 'wigdet' }),
    'the event widget_sold has the object wigdet, which is no type of record; the nearest one is "widget"',
  ],
  [
    'an event of writes of a type that is not there',
    event({ cause: 'wdget' }),
    'the event widget_sold has the cause wdget, which is no type of record; the nearest one is "widget"',
  ],
  [
    'an event whose fetch is no operation',
    event({ fetch: '/widget/{id}' }),
    'the event widget_sold is fetched with GET /widget/{id}, which is no operation; the nearest one is "/widgets/{id}"',
  ],
  [
    'an event that other keys hear of than can fetch the record',
    event({ scopes: ['read:workers'] }),
    'the event widget_sold needs the scope read:workers, and GET /widgets/{id} needs read:projects',
  ],
  [
    'an event that agencies hear of and cannot fetch',
    event({ hears: ['company', 'agency'] }),
    'the event widget_sold is heard by agency keys, to which GET /widgets/{id} is refused: give it hears',
  ],
  [
    'an event by a status that its record has no word for',
    () => {
      const states = stored({ status: oneOf('open', 'closed') })
      assembled({
        recordTypes: [widgets, states],
        events: [{ ...sold, cause: 'gadget', statuses: ['clsoed'] }],
      })
    },
    'the event widget_sold is fired by "clsoed", which is no status of gadget; the nearest one is "closed"',
  ],
  [
    'an event that is listed twice',
    () => assembled({ events: [sold, sold] }),
    'the event widget_sold is listed twice',
  ],
  [
    'two operations with one tool',
    () => assembled({ operations: [...widgetOperations, { ...widgetOperations[0]!, path: '/gizmos' }] }),
    'the tool open_api_get_widget is given to each of /widgets/{id}, /gizmos',
  ],
  [
    'a scope that opens nothing',
    () => assembled({ scopes: ['read:projects', 'read:widgets'] }),
    'the scope read:widgets opens nothing: take it out of src/api/scopes.ts',
  ],
  [
    'a reference that repeats what is not there',
    withType({ widget: reference('widget', 'reference') }),
    'gadget.widget repeats the reference of widget, which has none; there are',
  ],
  [
    'a reference that repeats what not everybody is shown',
    () => {
      const secret = stored({ reference: companyOnly(text) })
      const naming = recordType({
        type: 'case',
        record: record({ id: text, gadget: reference('gadget', 'reference') }),
      })
      assembled({ recordTypes: [widgets, secret, naming] })
    },
    'case.gadget repeats the reference of gadget, which not everybody is shown who sees the gadget',
  ],
  [
    'ids of a type that is not there',
    withType({ widgets: list(text) }, { rules: { names: { widgets: 'wigdet' } } }),
    'gadget.widgets names wigdet, which is not listed; the nearest one is "widget"',
  ],
  [
    'ids of people of a type that is not there',
    withType({ workerIds: idList('wrker') }),
    'gadget.workerIds names wrker, which is not listed; there are widget, gadget',
  ],
  [
    'a count by what is not there',
    withType({ size: number }, { derived: { counts: { size: { type: 'widget', by: 'compny.id' } } } }),
    'gadget.size, counted by widget, looks at "compny.id", which is not in the record; the nearest one is "company"',
  ],
]

for (const [what, assemble, line] of misfits)
  test(`${what} is refused in one line that names the place and the word`, () => {
    assert.throws(assemble, (error: Error) => {
      assert.ok(error.message.startsWith(`The declarations do not fit together: ${line}`), error.message)
      return !error.message.includes('\n')
    })
  })

test('a mistake that several operations share is one sentence', () => {
  const second = { ...widgetOperations[0]!, path: '/gizmos', tool: 'open_api_gizmo' }
  const operations = [...widgetOperations, second]
  const message = (said: string) => ({ message: `The declarations do not fit together: ${said}` })
  assert.throws(
    () => assembled({ operations, scopes: ['read:project'] }),
    message(
      '/widgets/{id} needs the scope read:projects, which src/api/scopes.ts does not have; the nearest one is "read:project"',
    ),
  )
  assert.throws(
    () => assembled({ operations, scopes: [] }),
    message('/widgets/{id} needs the scope read:projects: add it to src/api/scopes.ts'),
  )
  assert.throws(
    () => assembled({ operations, recordTypes: [] }),
    message('/widgets/{id} reads widget: add its `stored` to recordTypes in src/api/index.ts'),
  )
})

test('an operation without a verb in its name is refused in one line', () => {
  assert.throws(() => assembled({ operations: [{ ...widgetOperations[0]!, name: 'widget' }] }), {
    message:
      'The declarations do not fit together: GET /widgets/{id} is called "widget": a verb and what it is about, such as getGateList',
  })
})

test('what fits together is taken', () => {
  assembled({ events: [sold] })
  stored({ note: hidden(maybe(text)), offers: ownAgencyOnly('agency.id', list(plain)) })
})
