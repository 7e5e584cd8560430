// §2.10, §2.12, §4.20 to §4.22: trades, rates, purchase orders; and the lists every key may read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connection, named, purchaseOrder, rate, rivals, tag, trade } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([
  ...rivals(),
  connection('c2', 'a2', { active: false }),
  named('masterTrade', 'mt', 'Bricklayer'),
  tag('g', 'c1', { name: 'Scarce' }),
  trade('t1', 'c1', { name: 'bricklayer', masterTrade: { id: 'mt' }, tags: [{ id: 'g' }] }),
  trade('t2', 'c1', { name: 'Carpenter', active: false }),
  trade('t3', 'c2'),
  rate('r1', { company: 'c1', trade: 't1' }),
  rate('r2', { company: 'c1', trade: 't1' }, { agency: 'a1' }),
  rate('r3', { company: 'c1', trade: 't1' }, { agency: 'a2', project: 'p1' }),
  rate('r4', { company: 'c2', trade: 't3' }),
  purchaseOrder('o1', 'c1', {
    projects: [{ id: 'p1' }],
    trades: [{ id: 't1' }],
    startDate: '2026-01-01',
    endDate: '2026-06-30',
    value: 5,
    agency: 'a1',
    site: 's1',
    tag: 'g',
  }),
  purchaseOrder('o2', 'c1', { status: 'expired', value: 50, endDate: '2025-12-31' }),
  purchaseOrder('o3', 'c1', { status: 'inactive', revoked: { user: { id: 'u1' }, date: '2026-02-02' } }),
])
const c1 = await server.key('company', ['c1'])
const a1 = await server.key('agency', ['a1'])
const a2 = await server.key('agency', ['a2'])
const idsOf = async (path: string, key = c1) => {
  const found = await server.get(path, key)
  assert.equal(found.status, 200, found.text)
  return found.body.data.map((row: { id: string }) => row.id).join(' ')
}

test('the list of trades is for companies; a single trade also for linked agencies', async () => {
  assert.equal(await idsOf('/trades'), 't1 t2')
  assert.equal(await idsOf('/trades?status=inactive'), 't2')
  assert.equal(await idsOf('/trades?query=CARP'), 't2')
  assert.equal((await server.get('/trades', a1)).body.error.code, 'COMPANY_KEY_REQUIRED')
  assert.equal((await server.get('/trades/t3', a1)).status, 200)
  assert.equal((await server.get('/trades/t3', a2)).status, 404)
  const { data } = (await server.get('/trades/t1', c1)).body
  assert.deepEqual(
    [data.masterTrade, data.tags],
    [{ id: 'mt', name: 'Bricklayer' }, [{ id: 'g', name: 'Scarce' }]],
  )
  assert.equal((await server.get('/trades?includeRates=true', c1)).status, 400)
})

test('an agency gets generic rates and its own; another’s is not found', async () => {
  assert.equal(await idsOf('/rates?sortOrder=asc', a1), 'r1 r2 r4')
  assert.equal(await idsOf('/rates?sortOrder=asc', a2), 'r1 r3')
  assert.equal(await idsOf('/rates?sortOrder=asc&trade=t1'), 'r1 r2 r3')
  assert.equal(await idsOf('/rates?agency=a2'), 'r3')
  assert.equal(await idsOf('/rates?agency=a2', a1), '')
  const outside = await server.get('/rates/r3', a1)
  assert.deepEqual([outside.status, outside.body.error.message], [404, 'Rate not found'])
  const { data } = (await server.get('/rates/r1', c1)).body
  assert.deepEqual([data.project, data.agency, data.rates.paye], [null, null, null])
})

test('purchase orders: the exact status, start and end dates, company keys only', async () => {
  assert.equal(await idsOf('/purchase-orders?status=inactive'), 'o3')
  assert.equal(await idsOf('/purchase-orders?status=expired'), 'o2')
  assert.equal(await idsOf('/purchase-orders?dateField=end&from=2026-01-01'), 'o1')
  assert.equal(await idsOf('/purchase-orders?dateField=start&from=2026-01-01'), 'o1')
  assert.equal(await idsOf('/purchase-orders?sortBy=value&sortOrder=desc'), 'o3 o2 o1')
  assert.equal(await idsOf('/purchase-orders?sortBy=end&sortOrder=desc'), 'o1 o2 o3')
  assert.equal(await idsOf('/purchase-orders?project=p1&site=s1&agency=a1&query=po-O1'), 'o1')
  assert.equal((await server.get('/purchase-orders', a1)).body.error.code, 'COMPANY_KEY_REQUIRED')
  const { data } = (await server.get('/purchase-orders/o1', c1)).body
  assert.deepEqual(
    [data.tag, 'revoked' in data, 'reinstated' in data],
    [{ id: 'g', name: 'Scarce' }, false, false],
  )
  assert.deepEqual((await server.get('/purchase-orders/o3', c1)).body.data.revoked.user, {
    id: 'u1',
    name: 'Uma Reid',
  })
})

test('reference lists answer any valid key, paged like all others', async () => {
  const bare = await server.key('agency', ['a1'], { scopes: [] })
  for (const path of [
    '/countries',
    '/telephone-country-codes',
    '/genders',
    '/master-trades',
    '/master-qualifications',
  ]) {
    assert.equal((await server.get(path, bare)).status, 200, path)
    assert.equal((await server.get(path)).status, 401, path)
  }
  const names = async (path: string) =>
    (await server.get(path, bare)).body.data.map((one: { name: string }) => one.name)
  assert.deepEqual(await names('/countries?query=iris'), ['Irish'])
  assert.ok((await names('/countries?limit=200&page=2')).includes('United Kingdom'))
  assert.deepEqual(await names('/telephone-country-codes?query=%2B353'), ['+353'])
  assert.deepEqual(await names('/genders'), ['Male', 'Female', 'Non-binary', 'Prefer not to say'])
  assert.deepEqual(await names('/master-trades'), ['Bricklayer'])
})

test('reference lists have nothing twice, and telephone codes name countries of the list', async () => {
  const all = async (path: string) => {
    const pages = [1, 2].map(page => server.get(`${path}?limit=200&page=${page}`, c1))
    return (await Promise.all(pages)).flatMap(({ body }) => body.data)
  }
  const isUnique = (values: string[]) =>
    assert.deepEqual(
      values.filter((value, at) => values.indexOf(value) < at),
      [],
    )
  const [countries, codes, genders] = await Promise.all(
    ['/countries', '/telephone-country-codes', '/genders'].map(all),
  )
  const names = countries!.map(({ name }) => name)
  for (const list of [countries, codes, genders]) isUnique(list!.map(({ name }) => name))
  assert.deepEqual(names, names.toSorted(), 'in order')
  // Irish is a nationality that the contract names beside the country.
  isUnique(countries!.filter(({ name }) => name !== 'Irish').map(({ code }) => code))
  const dialled = codes!.flatMap(one => one.countries)
  isUnique(dialled)
  assert.deepEqual(
    dialled.filter(name => !names.includes(name)),
    [],
  )
  for (const { countries: own } of codes!) assert.deepEqual(own, own.toSorted())
  for (const text of [...names, ...dialled]) assert.equal(text, text.normalize('NFC').trim())
})
