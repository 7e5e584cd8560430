// Records of several companies each, in every order: whoever holds one company or several gets each record that they may
// fetch once, and no other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { company, connection, invoice, rivals } from '../support/lines.ts'
import {
  allPages,
  expectInEveryOrder,
  fetchedOneByOne,
  idsOf,
  repeatable,
  type SortValues,
} from '../support/lists.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()

const random = repeatable(7)
const one = <T>(of: readonly T[]): T => of[random(of.length)]!
const day = (most: number) => `2026-0${1 + random(3)}-${String(1 + random(most)).padStart(2, '0')}`

const companies = ['c1', 'c2', 'm1', 'm2']
const agencies = ['a1', 'a2']
const flows = ['supplierToClient', 'supplierToMsp', 'mspToClient']

const made = Array.from({ length: 120 }, (_, index) => {
  const invoiceType = one(flows)
  return invoice(
    `i${index}`,
    { company: one(companies), agency: one(agencies) },
    {
      reference: `${one(['brk', 'BRK', 'lng'])}-${random(40)}${index % 9 === 0 ? '-long'.repeat(100) : ''}`,
      invoiceType,
      // The client may be its own MSP.
      msp: invoiceType === 'supplierToClient' ? null : one(['m1', 'm2', 'c1']),
      mspInvoiceType: one(['payable', 'receivable', null]),
      status: one(['pending', 'confirmed']),
      createdAt: `${day(4)}T09:00:00.000Z`,
      updatedAt: `${day(28)}T09:00:00.000Z`,
      due: random(5) === 0 ? null : day(5),
      weekEnding: '2026-03-08',
      confirmedDate: random(3) === 0 ? null : day(20),
    },
  )
})

await server.load([
  ...rivals(),
  ...['m1', 'm2'].map(id => company(id)),
  ...['m1', 'm2'].flatMap(id => agencies.map(agency => connection(id, agency))),
  ...made,
])

type Holder = readonly ['company' | 'agency', readonly string[]]
const holders: Holder[] = [
  ...companies.map(id => ['company', [id]] as const),
  ['company', ['c1', 'm1']],
  ['company', companies],
  ...agencies.map(id => ['agency', [id]] as const),
  ['agency', agencies],
]
const keys = new Map<Holder, string>()
for (const holder of holders) keys.set(holder, await server.key(...holder))

const ids = made.map(({ record }) => record.id as string)
const fetched = (key: string) => fetchedOneByOne(server, '/invoices', ids, key)
const listed = (query: string, key: string, limit: number) =>
  allPages(server, `/invoices?${query}`, key, limit)

test('each order has every record once, whoever asks', async () => {
  const values: SortValues = {
    createdAt: row => row.createdAt,
    updatedAt: row => row.updatedAt,
    due: row => row.due,
    weekEnding: row => row.weekEnding,
    confirmedDate: row => row.confirmedDate,
    invoiceRef: row => row.reference.toLowerCase().slice(0, 200),
  }
  for (const [holder, key] of keys) {
    const all = await fetched(key)
    assert.ok(all.length > 0, String(holder))
    await expectInEveryOrder(all, values, query => listed(query, key, 7), String(holder))
  }
})

test('filters, dates and searches give those of the same records that fit', async () => {
  const asked: [string, (row: Json) => boolean][] = [
    ['status=confirmed', row => row.status === 'confirmed'],
    ['status=pending&sortBy=due&sortOrder=desc', row => row.status === 'pending'],
    ['invoiceType=mspToClient', row => row.invoiceType === 'mspToClient'],
    ['mspInvoiceType=payable', row => row.mspInvoiceType === 'payable'],
    ['agency=a1', row => row.agency.id === 'a1'],
    ['dateField=due&from=2026-02-01&to=2026-02-28', row => row.due?.startsWith('2026-02') === true],
    ['query=BRK', row => row.reference.toLowerCase().includes('brk')],
    ['query=lng&sortBy=due&sortOrder=desc', row => row.reference.includes('lng')],
    ['query=g', row => JSON.stringify([row.reference, row.company, row.agency, row.msp]).includes('g')],
  ]
  for (const [holder, key] of keys) {
    const all = await fetched(key)
    for (const [query, fits] of asked)
      assert.deepEqual(idsOf(await listed(query, key, 9)), idsOf(all.filter(fits)), `${holder}: ${query}`)
  }
})

test('when its flow changes, a record leaves the lists of those who no longer see it', async () => {
  const id = made.find(({ record }) => record.status === 'pending')!.record.id as string
  const load = async (invoiceType: string, updatedAt: string) => {
    const of = { company: 'c2', agency: 'a1' }
    const { counts, reasons } = await server.load([invoice(id, of, { invoiceType, msp: 'm1', updatedAt })])
    assert.equal(counts.updated, 1, JSON.stringify(reasons))
  }
  const holds = async (owner: string) => {
    const key = keys.get(holders.find(([, ids]) => ids.length === 1 && ids[0] === owner)!)!
    return idsOf(await listed('sortBy=invoiceRef', key, 50)).includes(id)
  }
  await load('mspToClient', '2026-05-01T09:00:00.000Z')
  assert.deepEqual([await holds('c2'), await holds('m1'), await holds('a1')], [true, true, false])
  await load('supplierToMsp', '2026-05-02T09:00:00.000Z')
  assert.deepEqual([await holds('c2'), await holds('m1'), await holds('a1')], [false, true, true])
})
