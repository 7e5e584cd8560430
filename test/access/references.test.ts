// A reference tells of a record: it is shown, filtered and searched by those alone who could fetch that record.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assignment,
  company,
  connection,
  creditNote,
  expense,
  invoice,
  project,
  requisition,
  response,
  rivals,
  submission,
  timesheet,
  worker,
} from '../support/lines.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
/** c2 is the managed service provider of c1. */
const flows = ['supplierToClient', 'supplierToMsp', 'mspToClient'] as const
await server.load(rivals())
await server.load([
  timesheet('t1', of, { reference: 'C1-T-1' }),
  requisition('raised', { company: 'c1', project: 'p1' }, { status: 'raised', agencies: [response('a1')] }),
  assignment('as1', of, { requisition: { id: 'raised' } }),
  ...flows.flatMap(flow => [
    invoice(flow, of, {
      invoiceType: flow,
      timesheets: [{ id: 't1' }],
      ...(flow !== 'supplierToClient' && { msp: 'c2' }),
    }),
    creditNote(`note-${flow}`, of, { invoice: flow }),
    expense(`spent-${flow}`, of, { invoice: flow, timesheet: 't1' }),
  ]),
  creditNote('account', of),
])
const client = await server.key('company', ['c1'])
const msp = await server.key('company', ['c2'])
const agency = await server.key('agency', ['a1'])

const idsOf = async (path: string, key: string) => {
  const { status, body, text } = await server.get(path, key)
  assert.equal(status, 200, text)
  return body.data.map((one: Json) => one.id).sort()
}

test('credit notes follow the flow of their invoice, in lists, by id and in the feed', async () => {
  const seen = {
    [client]: ['supplierToClient', 'mspToClient'],
    [msp]: ['supplierToMsp', 'mspToClient'],
    [agency]: ['supplierToClient', 'supplierToMsp'],
  }
  for (const [key, own] of Object.entries(seen)) {
    const notes = own.map(flow => `note-${flow}`)
    const account = key === msp ? [] : ['account']
    assert.deepEqual(await idsOf('/credit-notes', key), [...notes, ...account].sort())
    assert.deepEqual(await idsOf('/invoices', key), [...own].sort())
    for (const flow of flows) {
      const status = own.includes(flow) ? 200 : 404
      assert.equal((await server.get(`/credit-notes/note-${flow}`, key)).status, status)
      assert.deepEqual(
        await idsOf(`/credit-notes?invoice=${flow}`, key),
        own.includes(flow) ? [`note-${flow}`] : [],
      )
    }
    const { data } = (await server.get('/changes?limit=200', key)).body
    const told = data.filter((one: Json) => one.type === 'creditNote').map((one: Json) => one.id)
    assert.deepEqual([...new Set(told)].sort(), [...notes, ...account].sort())
  }
})

test('a credit note changes hands with the flow of its invoice', async () => {
  const cursor = (await server.get('/changes?after=now', agency)).body.meta.next
  const flow = (invoiceType: string) =>
    server.load([invoice('supplierToClient', of, { invoiceType, msp: 'c2', timesheets: [{ id: 't1' }] })])
  await flow('mspToClient')
  assert.equal((await server.get('/credit-notes/note-supplierToClient', agency)).status, 404)
  assert.equal((await server.get('/credit-notes/note-supplierToClient', msp)).status, 200)
  const { data } = (await server.get(`/changes?after=${encodeURIComponent(cursor)}`, agency)).body
  assert.ok(data.some((one: Json) => one.type === 'creditNote' && one.change === 'out_of_scope'))
  await flow('supplierToClient')
  assert.equal((await server.get('/credit-notes/note-supplierToClient', agency)).status, 200)
})

test('an expense shows the bills it is on to those who could fetch them', async () => {
  const shown = async (flow: string, key: string) =>
    'invoice' in (await server.get(`/expenses/spent-${flow}`, key)).body.data
  for (const flow of flows) {
    assert.equal(await shown(flow, client), flow !== 'supplierToMsp')
    assert.equal(await shown(flow, agency), flow !== 'mspToClient')
  }
})

test('an MSP is shown a bill without the client’s timesheets, and finds it by none of them', async () => {
  const bill = async (key: string) => (await server.get('/invoices/mspToClient', key)).body.data.timesheets
  assert.deepEqual(await bill(msp), [])
  assert.deepEqual(await bill(client), [{ id: 't1', reference: 'C1-T-1' }])
  assert.deepEqual(await idsOf('/invoices?query=c1-t-1', msp), [])
  assert.deepEqual(await idsOf('/invoices?query=t-1&invoiceType=mspToClient', client), ['mspToClient'])
  assert.deepEqual(await idsOf('/invoices?query=company c1&invoiceType=mspToClient', msp), ['mspToClient'])
})

test('what an agency may not see yet, its assignments do not refer to, nor are they found by it', async () => {
  assert.equal((await server.get('/assignments/as1', agency)).body.data.requisition, undefined)
  assert.deepEqual(await idsOf('/assignments?requisition=raised', agency), [])
  assert.deepEqual(await idsOf('/assignments?requisition=raised', client), ['as1'])
  const raised = { company: 'c1', project: 'p1' }
  await server.load([requisition('raised', raised, { status: 'approved', agencies: [response('a1')] })])
  assert.equal((await server.get('/assignments/as1', agency)).body.data.requisition.id, 'raised')
  assert.deepEqual(await idsOf('/assignments?requisition=raised', agency), ['as1'])
})

test('a key of two companies is told when what one of them refers to goes from the other to a third', async () => {
  const [here, there] = ['c1', 'c3'].map(id =>
    requisition('moving', { company: id, project: id.replace('c', 'p') }, { agencies: [] }),
  )
  await server.load([company('c3'), project('p3', 'c3'), here!])
  await server.load([
    assignment('as2', { ...of, company: 'c2', project: 'p2' }, { requisition: { id: 'moving' } }),
  ])
  const both = await server.key('company', ['c1', 'c2'])
  const all = await server.key('company', ['c1', 'c2', 'c3'])
  const refers = async (key: string) => 'requisition' in (await server.get('/assignments/as2', key)).body.data
  assert.deepEqual([await refers(both), await refers(all)], [true, true])
  const cursor = (await server.get('/changes?after=now', both)).body.meta.next
  await server.load([there!])
  assert.deepEqual([await refers(both), await refers(all)], [false, true])
  const { data } = (await server.get(`/changes?after=${encodeURIComponent(cursor)}`, both)).body
  assert.ok(data.some((one: Json) => one.type === 'assignment' && one.id === 'as2'))
})

test('a reference without a record behind it is a rejected line', async () => {
  const report = await server.load([
    expense('ghost', of, { invoice: { id: null, reference: 'I-1' } }),
    expense('other', of, { afp: { id: 'nowhere' } }),
  ])
  assert.deepEqual([report.rejected, report.counts.created], [2, 0])
})

test('of a key’s agencies those that are connected to the company count, for entries as for rows', async () => {
  const shared = {
    agencies: [
      response('a1', { dateAccepted: '2026-03-01', submissions: [submission('w1')] }),
      response('a2', { dateAccepted: '2026-05-01', submissions: [submission('w2')] }),
    ],
  }
  await server.load([
    worker('w2', { agencies: [{ id: 'a2', active: true }] }),
    requisition('shared', { company: 'c1', project: 'p1' }, shared),
  ])
  const both = await server.key('agency', ['a1', 'a2'])
  const entries = async () =>
    (await server.get('/requisitions/shared', both)).body.data.agencies.map((one: Json) => one.id)
  const accepted = () => idsOf('/requisitions?dateField=dateAccepted&from=2026-05-01', both)
  const asked = () => idsOf('/requisitions?agency=a2', both)
  assert.deepEqual([await entries(), await accepted(), await asked()], [['a1', 'a2'], ['shared'], ['shared']])
  await server.load([connection('c1', 'a2', { active: false })])
  assert.deepEqual([await entries(), await accepted(), await asked()], [['a1'], [], []])
  assert.deepEqual(await idsOf('/requisitions?agency=a1', both), ['raised', 'shared'])
})
