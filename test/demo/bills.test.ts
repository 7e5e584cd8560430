// The demo's expenses, invoices, applications and credit notes add up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Any, byId, factsOf, halfUp, of, pence, sum, timesheets } from './lines.ts'

const claims = Map.groupBy(
  of('expense').filter(one => one.timesheet),
  one => one.timesheet.id,
)
const total = (expenses: Any[]) => sum(expenses.map(one => pence(one.value)))

test('an expense belongs to its timesheet, which shows what was not refused', () => {
  const sheets = byId('timesheet')
  for (const expense of of('expense')) {
    const { status, hours, rate, wra, value, category, receipts, noReceiptReason, timesheet } = expense
    assert.equal(status === 'approved', expense.approvedBy !== undefined)
    assert.equal(status === 'approved', expense.approvalDate !== undefined)
    if (hours) assert.equal(pence(value), halfUp(pence(rate.value) * hours * 60, 60))
    if (wra?.applicable) assert.equal(pence(value), pence(wra.dailyAmount) * wra.daysPaid)
    if (noReceiptReason) assert.equal(receipts.length, 0)
    if (!timesheet) continue
    const sheet = sheets.get(timesheet.id)
    for (const name of ['worker', 'company', 'project', 'agency']) {
      assert.equal(expense[name].id, sheet[name].id, `${category} ${name}`)
    }
    assert.ok(sheet.start <= expense.date && expense.date <= sheet.end)
    assert.ok(status !== 'approved' || sheet.status === 'approved')
    assert.ok(sheet.status !== 'approved' || status !== 'pending')
  }
  for (const { id, values } of timesheets) {
    const own = (claims.get(id) ?? []).filter(one => one.status !== 'rejected')
    assert.equal(pence(values.expense), total(own))
  }
  const cutoff = factsOf('company').find(facts => facts.timesheetCutoff).timesheetCutoff
  assert.ok(of('expense').some(one => one.timesheet && sheets.get(one.timesheet.id).end < cutoff))
})

/** Of an invoice or an application: that it adds up, and how much the managing company added. */
function marginOf({ values, company, agency, timesheets: listed }: Any, sheets: Map<string, Any>): number {
  const own = listed.map((one: Any) => sheets.get(one.id))
  const expenses = own.flatMap((sheet: Any) => claims.get(sheet.id) ?? []).filter(isApproved)
  const logs = own.flatMap((sheet: Any) => sheet.timelogs)
  const pieces = own.flatMap((sheet: Any) => sheet.pieceRateEntries)
  const worked =
    sum(own.map((sheet: Any) => pence(sheet.values.charge.total))) +
    sum(pieces.map((entry: Any) => pence(entry.totals.chargeValue)))
  const { subtotal, vat, cis, finalTotal, creditNotes } = values
  if (own.length > 0) {
    assert.equal(pence(subtotal), worked + total(expenses))
    assert.equal(values.netHours, sum(own.map((sheet: Any) => sheet.netHours)))
    assert.equal(values.grossHours, sum(logs.map((log: Any) => log.hours.total)))
    for (const sheet of own) {
      assert.deepEqual([sheet.status, sheet.company.id, sheet.agency.id], ['approved', company.id, agency.id])
    }
  }
  assert.equal(pence(values.expenses), total(expenses))
  assert.equal(pence(vat), halfUp(pence(subtotal) * values.vatRate, 100))
  assert.equal(pence(values.total), pence(subtotal) + pence(vat))
  const plant = total(expenses.filter((one: Any) => one.category === 'Plant'))
  assert.equal(pence(cis), halfUp((pence(subtotal) - plant) * values.cisRate, 100))
  assert.equal(pence(values.netValue), pence(finalTotal) - pence(creditNotes))
  return pence(finalTotal) - pence(values.total) + pence(cis)
}
const isApproved = ({ status }: Any) => status === 'approved'

test('invoices and applications add up, and a timesheet is on one of each flow', () => {
  const sheets = byId('timesheet')
  const [direct] = of('connection').filter(tie => tie.drc)
  const msp = of('company')[2].id
  for (const [kind, flow] of [
    ['invoice', 'invoiceType'],
    ['afp', 'afpType'],
  ] as const) {
    const billed = new Set<string>()
    const kinds = new Set<string>()
    for (const bill of of(kind)) {
      const managed = bill[flow] === 'mspToClient' && bill.timesheets.length > 0
      const margin = marginOf(bill, sheets)
      assert.equal(margin, managed ? halfUp(pence(bill.values.subtotal) * 2, 100) : 0)
      assert.equal(bill.msp?.id, bill[flow] === 'supplierToClient' ? undefined : msp)
      assert.equal(bill.status === 'confirmed', bill.confirmedDate !== undefined)
      assert.equal(bill.reason !== undefined, bill.timesheets.length === 0)
      if (bill.company.id === direct.company.id) assert.equal(bill.values.vat, 0)
      if (bill.vatToBeApplied === false) assert.equal(bill.values.vat, 0)
      for (const { id } of bill.timesheets) {
        assert.ok(
          sheets.get(id).weekEnding === bill.weekEnding && sheets.get(id).approvedDate < bill.createdAt,
        )
        assert.ok(bill.projects.some((project: Any) => project.id === sheets.get(id).project.id))
        assert.ok(!billed.has(`${id} ${bill[flow]}`), `${id} is twice on ${bill[flow]}`)
        billed.add(`${id} ${bill[flow]}`)
      }
      kinds.add(`${bill[flow]} ${bill.status}`).add(`cis ${bill.values.cisRate}`)
    }
    assert.ok(kinds.size >= 8, [...kinds].join(', '))
    for (const key of billed) {
      const [id, type] = key.split(' ')
      const other = type === 'mspToClient' ? 'supplierToMsp' : 'mspToClient'
      assert.equal(billed.has(`${id} ${other}`), type !== 'supplierToClient')
    }
  }
})

test('credit notes and expenses come to what their invoices say', () => {
  const notes = Map.groupBy(
    of('creditNote').filter(note => note.invoice),
    note => note.invoice.id,
  )
  const spent = (kind: 'invoice' | 'afp') =>
    Map.groupBy(
      of('expense').filter(one => one[kind]),
      one => one[kind].id,
    )
  const invoices = byId('invoice')
  for (const { id, values, company, agency } of invoices.values()) {
    const own = notes.get(id) ?? []
    assert.equal(pence(values.creditNotes), total(own))
    for (const note of own) assert.deepEqual([note.company.id, note.agency.id], [company.id, agency.id])
  }
  for (const kind of ['invoice', 'afp'] as const) {
    const named = spent(kind)
    for (const bill of of(kind)) {
      const own = named.get(bill.id) ?? []
      if ((bill.invoiceType ?? bill.afpType) === 'supplierToMsp') assert.equal(own.length, 0)
      else assert.equal(pence(bill.values.expenses), total(own))
      for (const one of own) assert.ok(isApproved(one) && one.updatedAt >= bill.createdAt)
    }
  }
  assert.ok(of('creditNote').some(note => !note.invoice) && notes.size > 20)
  for (const flow of ['supplierToClient', 'supplierToMsp', 'mspToClient']) {
    const bills = [...invoices.values()].filter(one => one.invoiceType === flow)
    assert.ok(bills.filter(one => one.values.creditNotes > 0).length > 1, `credit notes on ${flow}`)
    assert.ok(bills.filter(one => one.values.expenses > 0).length > 1, `expenses on ${flow}`)
  }
})
