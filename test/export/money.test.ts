// Amounts of money are declared once: the document publishes their currency, and a workbook shows them as money.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { operations } from '../../src/api/index.ts'
import { openApiDocument } from '../../src/describe/openapi.ts'
import { nodeOf } from '../../src/shape/shape.ts'
import { tableOf } from '../../src/tables/columns.ts'
import { cellStyles } from '../../src/tables/sheet-xml.ts'
import { workbookChunks } from '../../src/tables/xlsx.ts'

const operationAt = (path: string) => operations.find(one => one.method === 'GET' && one.path === path)!

test('what is said to be in pounds is money, and hours and percentages are not', () => {
  const kinds = (path: string) =>
    new Map(
      tableOf(nodeOf(operationAt(path).answers).items!, { kind: 'company', absent: new Set() }).columns.map(
        ({ name, kind }) => [name, kind],
      ),
    )
  const timesheets = kinds('/timesheets')
  for (const name of ['values.pay.total', 'values.charge.bankHoliday', 'values.expense'])
    assert.equal(timesheets.get(name), 'money', name)
  assert.equal(timesheets.get('netHours'), 'number')
  const invoices = kinds('/invoices')
  assert.equal(invoices.get('values.finalTotal'), 'money')
  for (const name of ['values.vatRate', 'values.cisRate', 'values.netHours'])
    assert.equal(invoices.get(name), 'number', name)
})

test('the document says of which currency', () => {
  const text = JSON.stringify(openApiDocument([operationAt('/purchase-orders')]))
  assert.match(text, /"value":\{"type":"number","x-currency":"GBP"/)
})

test('a workbook has money as money', async () => {
  const table = tableOf(nodeOf(operationAt('/purchase-orders').answers).items!, {
    kind: 'company',
    absent: new Set(),
    fields: new Map([['value', true]]),
  })
  async function* batches() {
    yield [{ value: 1234.5 }]
  }
  const parts: Buffer[] = []
  for await (const part of workbookChunks(table, batches(), { name: 'x', links: text => text }))
    parts.push(part)
  const bytes = Buffer.concat(parts)
  // The first entry is the sheet: its content begins after its header and its name.
  const at = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28)
  const sheet = inflateRawSync(bytes.subarray(at), { finishFlush: 2 }).toString()
  assert.match(sheet, new RegExp(`<c r="A2" s="${cellStyles.money}"><v>1234.5</v></c>`))
})
