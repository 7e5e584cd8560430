// §2.9, §4.16, §4.17: invoices, applications for payment and credit notes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afp, company, creditNote, invoice, rivals, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const sheet = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const flows = [
  invoice(
    'i1',
    { company: 'c1', agency: 'a1' },
    { projects: [{ id: 'p1' }], timesheets: [{ id: 't1' }], due: '2026-04-01', weekEnding: '2026-03-08' },
  ),
  invoice(
    'i2',
    { company: 'c1', agency: 'a1' },
    { invoiceType: 'supplierToMsp', msp: 'm1', mspInvoiceType: 'payable' },
  ),
  invoice(
    'i3',
    { company: 'c1', agency: 'a1' },
    {
      invoiceType: 'mspToClient',
      msp: 'm1',
      mspInvoiceType: 'receivable',
      status: 'confirmed',
      confirmedDate: '2026-04-20',
      confirmedBy: 'u1',
      payment: {
        reference: 'BACS 1',
        paymentDate: '2026-04-20',
        file: { fileName: 'remittance.pdf', url: 'https://elsewhere.example/r.pdf' },
      },
    },
  ),
  invoice(
    'i4',
    { company: 'c2', agency: 'a2' },
    { mspInvoiceType: null, reason: 'Ad hoc', vatToBeApplied: true },
  ),
]
await server.load([
  ...rivals(),
  company('m1', { name: 'Middle Managers' }),
  timesheet('t1', sheet),
  ...flows,
  afp('f1', { company: 'c1', agency: 'a1' }, { afpType: 'supplierToMsp', msp: 'm1' }),
  afp('f2', { company: 'c1', agency: 'a2' }),
  creditNote('n1', { company: 'c1', agency: 'a1' }, { invoice: 'i1', reason: 'Overcharged' }),
  creditNote('n2', { company: 'c2', agency: 'a2' }, { value: 5 }),
])
const c1 = await server.key('company', ['c1'])
const msp = await server.key('company', ['m1'])
const all = await server.key('company', ['c1', 'c2', 'm1'])
const a1 = await server.key('agency', ['a1'])
const a2 = await server.key('agency', ['a2'])
const idsOf = async (path: string, key: string) => {
  const found = await server.get(path, key)
  assert.equal(found.status, 200, found.text)
  assert.equal(found.body.meta.total, found.body.data.length)
  return found.body.data
    .map((row: { id: string }) => row.id)
    .sort()
    .join(' ')
}

test('the client sees what is not between supplier and MSP, the MSP its own, an agency never MSP to client', async () => {
  assert.equal(await idsOf('/invoices', c1), 'i1 i3')
  assert.equal(await idsOf('/invoices', msp), 'i2 i3')
  assert.equal(await idsOf('/invoices', all), 'i1 i2 i3 i4')
  assert.equal(await idsOf('/invoices', a1), 'i1 i2')
  assert.equal(await idsOf('/invoices', a2), 'i4')
  for (const [id, key] of [
    ['i2', c1],
    ['i1', msp],
    ['i3', a1],
  ] as const)
    assert.equal((await server.get(`/invoices/${id}`, key)).status, 404)
})

test('AfPs are the same under their own names', async () => {
  assert.equal(await idsOf('/afps', c1), 'f2')
  assert.equal(await idsOf('/afps', msp), 'f1')
  assert.equal(await idsOf('/afps?afpType=supplierToMsp', a1), 'f1')
  assert.equal((await server.get('/afps?invoiceType=supplierToMsp', a1)).status, 400)
  const { data } = (await server.get('/afps/f2', a2)).body
  assert.deepEqual(
    [data.afpType, data.files, 'invoiceType' in data],
    ['supplierToClient', { afp: null, timesheetSnapshot: null }, false],
  )
  assert.equal((await server.get('/afps?sortBy=invoiceRef', c1)).status, 200)
})

test('searches reference, company, project, supplier and MSP names and linked timesheets', async () => {
  assert.equal(await idsOf('/invoices?query=C1-I-I1', all), 'i1')
  assert.equal(await idsOf('/invoices?query=company%20c2', all), 'i4')
  assert.equal(await idsOf('/invoices?query=project%20p1', all), 'i1')
  assert.equal(await idsOf('/invoices?query=agency%20a2', all), 'i4')
  assert.equal(await idsOf('/invoices?query=middle', all), 'i2 i3')
  assert.equal(await idsOf('/invoices?query=c1-t-t1', all), 'i1')
})

test('filters by flow, MSP side, status, project, agency and dates', async () => {
  assert.equal(await idsOf('/invoices?invoiceType=mspToClient', all), 'i3')
  assert.equal(await idsOf('/invoices?mspInvoiceType=payable', all), 'i2')
  assert.equal(await idsOf('/invoices?status=confirmed', all), 'i3')
  assert.equal(await idsOf('/invoices?project=p1,p2', all), 'i1')
  assert.equal(await idsOf('/invoices?agency=a2', all), 'i4')
  assert.equal(await idsOf('/invoices?dateField=due&from=2026-04-01&to=2026-04-01', all), 'i1')
  assert.equal(await idsOf('/invoices?dateField=confirmedDate&from=2026-01-01', all), 'i3')
  assert.equal(await idsOf('/invoices?company=m1', all), 'i2 i3')
})

test('what is not set is absent; null only where the contract says null', async () => {
  const plain = (await server.get('/invoices/i1', c1)).body.data
  for (const name of [
    'msp',
    'reason',
    'comments',
    'vatToBeApplied',
    'payment',
    'confirmedDate',
    'mspInvoiceType',
  ])
    assert.ok(!(name in plain), name)
  assert.deepEqual(plain.timesheets, [{ id: 't1', reference: 'C1-T-t1' }])
  const adHoc = (await server.get('/invoices/i4', all)).body.data
  assert.deepEqual([adHoc.mspInvoiceType, adHoc.reason, adHoc.vatToBeApplied], [null, 'Ad hoc', true])
})

test('a confirmed invoice cannot become pending again', async () => {
  const report = await server.load([{ ...flows[2]!, record: { ...flows[2]!.record, status: 'pending' } }])
  assert.equal(report.rejected, 1)
})

test('credit notes name their invoice', async () => {
  assert.equal(await idsOf('/credit-notes', a1), 'n1')
  assert.equal(await idsOf('/credit-notes?invoice=i1', all), 'n1')
  assert.deepEqual((await server.get('/credit-notes/n1', c1)).body.data.invoice, {
    id: 'i1',
    reference: 'C1-I-i1',
  })
})
