// What everything means: said of every property, parameter, scope, event and error, and carried into every document.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { events } from '../../src/api/events.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { scopes } from '../../src/api/scopes.ts'
import { type Meanings, missingMeanings, onlyRepeats } from '../../src/describe/meaning.ts'
import { openApiDocument } from '../../src/describe/openapi.ts'
import { sheetsOf } from '../../src/describe/reference/site.ts'
import { meaningOf } from '../../src/errors/problem.ts'
import { collection, namedAsPath, part } from '../../src/kernel/resource/collection.ts'
import { toolOperations } from '../../src/mcp/server.ts'
import {
  derived,
  hidden,
  instant,
  list,
  maybe,
  oneName,
  oneOf,
  orNull,
  record,
  type TSchema,
  text,
  words,
} from '../../src/shape/shape.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document, walked freely
type Any = any

const committed = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
const document = openApiDocument(operations, events)
const nothing = { recordTypes: [], operations: [], events: [], scopes: {}, errors: {} }

test('everything that is published says what it means, in 120 characters, and not by its own name', () => {
  const said = { recordTypes, operations: toolOperations(operations), events, scopes, errors: meaningOf }
  assert.deepEqual(missingMeanings(said), [])
})

const said = (sentence: string | undefined) => (sentence === undefined ? text : ([text, sentence] as const))

/** A kind of record of which one property is explained by this. */
const widgets = (sentence: string | undefined) =>
  collection({
    path: '/widgets',
    noun: 'widget',
    record: record({
      id: [text, 'Finds it.'],
      kind: [words({ a: 'the first', b: 'the second' }), 'What it is like.'],
      owner: [record({ siteName: said(sentence) }), 'Whose it is.'],
      parts: [list(record({ siteName: said(sentence) })), 'What it is made of.'],
      other: [orNull(record({ siteName: said(sentence) })), 'What goes with it.'],
      kept: derived(hidden(maybe(text))),
      createdAt: [instant, 'When it was made.'],
    }),
    owners: { company: 'id' },
    dates: ['createdAt'],
    sorts: namedAsPath('createdAt'),
    defaultSort: 'createdAt desc',
    operations: { list: 'listWidgets', get: 'getWidget' },
  })

const faultsOf = ({ stored, operations: own }: Pick<ReturnType<typeof widgets>, 'stored' | 'operations'>) =>
  missingMeanings({ ...nothing, recordTypes: [stored], operations: own })

test('a property without a sentence, at any depth, is named once, in one line that says what to do', () => {
  assert.deepEqual(faultsOf(widgets('What the site is called.')), [])
  assert.deepEqual(
    faultsOf(widgets(undefined)),
    ['owner', 'parts', 'other'].map(
      name => `widget.${name}.siteName does not say what it means: write [schema, sentence] beside it`,
    ),
  )
})

test('a sentence over 120 characters and one that says the name again are refused', () => {
  assert.match(
    faultsOf(widgets(`${'x'.repeat(120)}.`))[0]!,
    /^widget\.owner\.siteName is explained in 121 characters; 120 /,
  )
  assert.match(
    faultsOf(widgets('The name of the site.'))[0]!,
    /^widget\.owner\.siteName is explained by its own name: /,
  )
  assert.ok(onlyRepeats('The ids of the sites', 'site.siteIds'))
  assert.ok(!onlyRepeats('What it is called on site', 'site.name'))
})

test('a sentence that a Shape says in several places is refused only where it says the name again in all of them', () => {
  const person = record({ name: [text, 'The name of the client.'] })
  const holding = (...places: string[]) =>
    missingMeanings({
      ...nothing,
      operations: [
        {
          ...widgets('Where.').operations[0]!,
          answers: record(Object.fromEntries(places.map(place => [place, [person, 'Who it is.']]))),
        },
      ],
    })
  assert.deepEqual(holding('client', 'contact'), [])
  assert.match(holding('client').join(), /^widget\.client\.name is explained by its own name: [^\n]+$/)
})

test('a word to choose without a meaning is refused, unless words are names', () => {
  const answering = (kind: TSchema) =>
    missingMeanings({
      ...nothing,
      operations: [
        {
          ...widgets('Where.').operations[0]!,
          answers: record({ kind: [kind, 'Its sort.'] }),
        },
      ],
    })
  const fault = (word: string) =>
    `widget.kind, ${word} does not say what it means: write words({ word: meaning }) beside it`
  assert.deepEqual(answering(oneOf('a', 'b')), [fault('a'), fault('b')])
  assert.deepEqual(answering(list(words({ a: 'the first', b: '' }))), [fault('b')])
  assert.deepEqual(answering(orNull(words({ a: 'the first', b: '' }))), [fault('b')])
  assert.deepEqual(answering(oneName('Fuel', 'Parking')), [])
})

test('so are parameters, events, scopes and errors', () => {
  const [first] = widgets('What the site is called.').operations
  const bare = { ...first!, parameters: [{ ...first!.parameters[0]!, description: '' }] }
  const tables: [Partial<Meanings>, RegExp][] = [
    [{ operations: [bare] }, /^GET \/widgets\?company does not say what it means: give its parameter a /],
    [{ scopes: { 'read:widgets': 'widgets' } }, /^the scope read:widgets is explained by its own name/],
    [{ errors: { WIDGET_LOST: '' } }, /^the error WIDGET_LOST does not say what it means$/],
    [
      { events: [{ name: 'widget_lost', summary: 'x'.repeat(121) }] },
      /^the event widget_lost is explained in 121/,
    ],
  ]
  for (const [given, line] of tables) {
    const [fault, ...others] = missingMeanings({ ...nothing, ...given })
    assert.match(fault!, line)
    assert.ok(!fault!.includes('\n') && others.length === 0)
  }
})

/** Every property of a document, with the path to it. */
function* propertiesOf(node: Any, path: string): Generator<[string, Any]> {
  if (node === null || typeof node !== 'object') return
  for (const [name, child] of Object.entries((!Array.isArray(node) && node.properties) || {}) as [
    string,
    Any,
  ][])
    if (typeof child === 'object') yield [`${path}.${name}`, child]
  for (const [key, value] of Object.entries(node))
    if (key !== 'example' && key !== 'examples') yield* propertiesOf(value, `${path}/${key}`)
}

test('OpenAPI says it of every property, its own or that of the shape it refers to', () => {
  const schemas = document.components.schemas
  const isSaid = (schema: Any): boolean =>
    Boolean(schema.description) ||
    (schema.$ref && isSaid(schemas[schema.$ref.split('/').at(-1)])) ||
    (schema.anyOf ?? []).some(isSaid)
  const all = [...propertiesOf(document, '')]
  assert.ok(all.length > 3000)
  assert.deepEqual(
    all.filter(([, schema]) => !isSaid(schema)).map(([path]) => path),
    [],
  )
})

test('a shared shape says it once; a property may say it better; words tell what they mean', () => {
  const { Timesheet, Address, Worker } = document.components.schemas as Any
  assert.equal(Timesheet.properties.company.description, 'The company that hires.')
  assert.equal(Timesheet.properties.worker.description, 'Whose week it is.')
  assert.match(Address.description, /absent/)
  assert.equal(Worker.properties.address.description, 'Where the worker lives.')
  assert.match(Timesheet.properties.status.description, /`pending_approval`: approval has been asked for\./)
})

test('what a payroll goes wrong by is said where it is read: gross hours, breaks, approvers, net values', async () => {
  const { Timesheet, Invoice } = document.components.schemas as Any
  const log = Timesheet.properties.timelogs.items.properties
  assert.match(log.breaks.description, /^Minutes/)
  assert.match(log.hours.properties.total.description, /gross/)
  assert.match(log.hours.properties.standard.description, /gross/)
  assert.match(Timesheet.properties.netHours.description, /after breaks/)
  assert.match(Timesheet.properties.timesheetApprovers.description, /not necessarily who did/)
  const values = Invoice.properties.values.properties
  assert.match(values.subtotal.description, /before VAT, CIS and margin adjustments/)
  assert.match(values.finalTotal.description, /before credit notes/)
  assert.match(values.netValue.description, /finalTotal less creditNotes/)
  for (const path of ['sdk/generated.ts', 'sdk/python/muster/types.py', 'docs/records/timesheet.md'])
    assert.ok((await committed(path)).includes(log.breaks.description), path)
})

test('the reference shows the meaning of fields, and who is shown them', () => {
  const pages = sheetsOf(operations, events)
    .map(sheet => sheet.markdown())
    .join('')
  assert.ok(pages.includes('Hours worked in the week, after breaks.'))
  assert.ok(
    pages.includes('What companies call the worker in their own systems. Only for company-scoped keys.'),
  )
})

test('an include flag and a filter say what their property says, and name it as it is shown', () => {
  const described = (path: string, name: string) =>
    operations.find(one => one.path === path)!.parameters.find(one => one.name === name)!.description
  assert.equal(
    described('/workers/{id}', 'includeDocumentValidations'),
    'Adds validations to attachments and rightToWork: who looked at it and decided what',
  )
  assert.equal(described('/timesheets', 'includeTimelogs'), 'Adds timelogs: a log for each day')
  assert.equal(described('/timesheets', 'status'), 'By status: how far the week has come')
  const flags = collection({
    path: '/gadgets',
    noun: 'gadget',
    record: record({ id: text, state: oneOf('on', 'off'), notes: maybe(list(text)), createdAt: instant }),
    owners: { company: 'id' },
    dates: ['createdAt'],
    sorts: namedAsPath('createdAt'),
    defaultSort: 'createdAt desc',
    parts: { includeNotes: part('notes') },
    operations: { get: 'getGadget' },
  })
  assert.equal(flags.operations[0]!.parameters[0]!.description, 'Adds notes')
})
