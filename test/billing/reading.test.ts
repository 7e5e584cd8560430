// Billing checks as keys read them: which weeks, which findings count, whose they are, and what a key learns without a scope.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { billingCheckScopes, billingCodeNames } from '../../src/api/billing-checks/codes.ts'
import { recordTypes } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { sql } from '../../src/database/sql.ts'
import { daysAfter } from '../../src/formats/day.ts'
import { lastFullWeeks } from '../../src/formats/period.ts'
import { readCsv, readExport, readLines } from '../support/exports.ts'
import { agency, connection } from '../support/lines.ts'
import { type Json, testServer } from '../support/server.ts'
import { check, deleted, emptied, lines, loading, now, owners, rowsOf } from './checked-world.ts'
import { midnight } from './records.ts'

const server = await testServer()
const { database } = server
const load = loading(server)
const { timesheet, assignment, invoice, expense, creditNote, purchaseOrder } = lines

const today = new Date().toISOString().slice(0, 10)
const { from: first, to: last } = lastFullWeeks(4, today)
/** The last full week, and the one in which grace has just passed or has not. */
const weekOf = (day: string) => ({ weekEnding: midnight(day), end: `${day}T23:59:59.999Z`, timelogs: [] })
const whole = 'from=2026-01-26&to=2026-02-01'

beforeEach(async () => {
  await emptied(database)
  await load([...owners, assignment(), timesheet(), invoice()])
})

const keys = new Map<string, string>()
async function keyOf(owner: string, scopes: readonly string[] = scopesFor('company')): Promise<string> {
  const name = `${owner} ${scopes}`
  const kind = owner.startsWith('a') ? 'agency' : 'company'
  const made = keys.get(name) ?? (await server.key(kind, [owner], { scopes: scopes as never }))
  keys.set(name, made)
  return made
}

const get = async (owner: string, query = whole, scopes?: readonly string[]) => {
  const { status, body, text } = await server.get(`/billing-checks?${query}`, await keyOf(owner, scopes))
  assert.equal(status, 200, text)
  return body
}
const told = async (owner: string, query?: string, scopes?: readonly string[]): Promise<string[]> =>
  (await get(owner, query, scopes)).data.map((one: Json) => one.code).toSorted()

test('without from and to it shows the last four full weeks, and never more than 53', async () => {
  const days = [last, first, daysAfter(first, -1), daysAfter(last, 7)]
  // Whatever day a week ends on, it is named by its Sunday.
  await load(
    days.map((day, at) =>
      timesheet({ id: `S${at}`, worker: { id: 'w2' }, status: 'pending', ...weekOf(day) }),
    ),
  )
  await load([invoice({ id: 'I2', of: ['S0', 'S1', 'S2', 'S3'], weekEnding: midnight(last) })])
  await check(database)
  const weeks = async (query: string) =>
    (await get('c1', `code=notApproved&sortBy=weekEnding&sortOrder=asc&${query}`)).data.map((one: Json) =>
      one.weekEnding.slice(0, 10),
    )
  assert.deepEqual(await weeks(''), [daysAfter(first, 6), last])
  assert.deepEqual(await weeks(`from=${daysAfter(first, -7)}`), [
    daysAfter(first, -1),
    daysAfter(first, 6),
    last,
    daysAfter(last, 7),
  ])
  assert.deepEqual(await weeks(`to=${daysAfter(first, -1)}`), [daysAfter(first, -1)])
  assert.deepEqual(await weeks(`from=${daysAfter(last, 1 - 7 * 53)}&to=${daysAfter(last, 0)}`), [
    daysAfter(first, -1),
    daysAfter(first, 6),
    last,
  ])
  const { status, body } = await server.get(
    `/billing-checks?from=${daysAfter(last, -7 * 53)}&to=${last}`,
    await keyOf('c1'),
  )
  assert.equal(status, 400)
  assert.match(body.error.message, /are more than 53 weeks; ask for fewer at a time$/)
  for (const end of ['to=0001-01-07', 'from=9999-12-27'])
    assert.deepEqual(await weeks(end), [], 'at the ends of the calendar')
})

test('what waits counts once graceDays full days have passed after its week', async () => {
  const week = daysAfter(last, -7)
  const ago = Math.round((Date.parse(today) - Date.parse(week)) / 86_400_000)
  await load([timesheet({ id: 'T2', worker: { id: 'w2' }, ...weekOf(week) })])
  await check(database)
  assert.deepEqual(await told('c1', `graceDays=${ago - 1}`), ['notBilled'])
  assert.deepEqual(await told('c1', `graceDays=${ago}`), [])
  assert.deepEqual(await told('c1', ''), [], 'within two weeks of it')
  const [{ id }] = (await get('c1', 'graceDays=0')).data
  assert.equal((await get('c1', `id=${id}`)).data[0].id, id, 'asked for by its id it need not count')
  const totals = (query: string) =>
    keyOf('c1').then(key => server.get(`/billing-checks/totals?${query}`, key))
  assert.equal((await totals(`graceDays=${ago - 1}`)).body.data[0].count, 1)
  assert.equal((await totals(`graceDays=${ago}`)).body.data[0].count, 0)
  for (const bad of ['-1', '1.5', '372', 'x'])
    assert.equal((await server.get(`/billing-checks?graceDays=${bad}`, await keyOf('c1'))).status, 400, bad)
})

test('a finding that was put right is in no list, and by its id says what it said last, and since when it is right', async () => {
  const wrong = timesheet({ status: 'pending_approval' })
  await load([wrong])
  await check(database)
  const [wasTold] = (await get('c1')).data as Json[]
  const { id } = wasTold
  const one = async (owner: string, scopes?: readonly string[]) =>
    server.get(`/billing-checks/${id}`, await keyOf(owner, scopes))
  const mark = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"state":"accepted"}',
  }
  assert.equal((await server.get(`/billing-checks/${id}/mark`, await keyOf('c1'), mark)).status, 200)
  await load([timesheet()])
  await check(database)
  assert.deepEqual(await told('c1'), [])
  assert.deepEqual(await told('c1', `id=${id}`), [])
  assert.equal((await get('c1')).meta.total, 0)
  const { resolvedAt, ...said } = (await one('c1')).body.data
  assert.ok(resolvedAt)
  assert.deepEqual(said, wasTold, 'without the mark')
  assert.equal((await server.get(`/billing-checks/${id}/mark`, await keyOf('c1'), mark)).status, 409)
  assert.equal((await one('a1')).status, 404, 'it is the client’s')

  await load([wrong])
  await check(database, { now: () => new Date(now.getTime() + 1000) })
  const { since, ...again } = (await one('c1')).body.data
  assert.deepEqual({ ...again, since: wasTold.since }, wasTold, 'found again it is the same')
  assert.ok(since > resolvedAt)

  await load([timesheet()])
  await check(database)
  await load([deleted('invoice', 'I1')])
  assert.equal((await one('c1')).status, 404, 'gone with what it named')
})

test('an agency that is not connected any more is told nothing of what was put right before', async () => {
  await load([timesheet({ status: 'pending_approval' })])
  await check(database)
  const [{ id }] = (await get('a1')).data
  await load([timesheet()])
  await check(database)
  const status = async () => (await server.get(`/billing-checks/${id}`, await keyOf('a1'))).status
  assert.equal(await status(), 200)
  await load([connection('c1', 'a1', { active: false })])
  assert.equal(await status(), 404)
})

test('each side is told of its own alone, an MSP of what it sees, a rival and who is not connected of nothing', async () => {
  const msp = { msp: { id: 'm1' }, of: [] }
  await load([
    agency('a3'),
    timesheet({ status: 'pending_approval' }),
    invoice({ id: 'I2', invoiceType: 'supplierToMsp', ...msp }),
    invoice({ id: 'I3', invoiceType: 'mspToClient', values: { netHours: 50 }, ...msp }),
  ])
  await check(database)
  assert.deepEqual(await told('c1'), ['notApproved'])
  assert.deepEqual(await told('a1'), ['notApproved'])
  assert.deepEqual(await told('m1'), ['flowsDiffer'])
  for (const nobody of ['a2', 'a3']) assert.deepEqual(await told(nobody), [])
  const all = (await rowsOf(database)).map(({ id }) => id)
  for (const owner of ['c1', 'a1', 'm1', 'a2']) {
    const own = new Set((await get(owner)).data.map((one: Json) => one.id))
    for (const id of all) {
      const { status } = await server.get(`/billing-checks/${id}`, await keyOf(owner))
      assert.equal(status, own.has(id) ? 200 : 404, `${owner} ${id}`)
    }
    assert.equal((await get(owner, `id=${all}`)).meta.total, own.size)
  }
  await load([connection('c1', 'a1', { active: false })])
  assert.deepEqual(await told('a1'), [], 'before anything is checked again')
})

/** A world with a finding of each of these codes. */
async function manyFaults(): Promise<void> {
  await load([
    purchaseOrder({ value: 900 }),
    assignment({ purchaseOrder: 'BRK-PO1', startDate: midnight('2026-01-28') }),
    timesheet({ status: 'approved', netHours: 39 }),
    timesheet({
      id: 'T2',
      worker: { id: 'w2' },
      assignment: undefined,
      status: 'pending_approval',
      timelogs: [],
    }),
    invoice({ of: ['T1', 'T2'], subtotal: 2100, values: { cis: 1, netHours: 80 } }),
    creditNote({ value: 4000 }),
    expense({ value: 30, invoice: { id: 'I1' } }),
  ])
  await check(database)
}

test('a key without a scope learns nothing of the codes that need it, and is told which', async () => {
  await manyFaults()
  const allCodes = await told('c1')
  assert.ok(allCodes.length >= 6, `${allCodes}`)
  for (const further of [
    'read:expenses',
    'read:assignments',
    'read:rates',
    'read:purchase-orders',
    'read:credit-notes',
  ]) {
    const scopes = scopesFor('company').filter(scope => scope !== further)
    const { data, meta } = await get('c1', whole, scopes)
    const closed = new Set(meta.notChecked.map((one: Json) => one.code))
    assert.ok(closed.size > 0)
    for (const { scopes } of meta.notChecked) assert.deepEqual(scopes, [further])
    assert.deepEqual(
      data.map((one: Json) => one.code).toSorted(),
      allCodes.filter(code => !closed.has(code)),
      further,
    )
    assert.equal(meta.total, data.length)
    const key = await keyOf('c1', scopes)
    const everything = (await get('c1')).data as Json[]
    for (const { id, code } of everything) {
      const { status } = await server.get(`/billing-checks/${id}`, key)
      assert.equal(status, closed.has(code) ? 404 : 200, code)
    }
    const byId = await get('c1', `id=${everything.map(({ id }) => id)}`, scopes)
    assert.equal(byId.meta.total, data.length)
    for (const code of billingCodeNames) {
      const one = await get('c1', `${whole}&code=${code}`, scopes)
      assert.equal(one.meta.total, closed.has(code) ? 0 : allCodes.filter(known => known === code).length)
    }
    const totals = await server.get(`/billing-checks/totals?${whole}&groupBy=code&sum=amount`, key)
    assert.deepEqual(
      totals.body.data.map((row: Json) => row.code),
      [...new Set(data.map((one: Json) => one.code))].toSorted(),
    )
    assert.equal(totals.body.meta.all.count, data.length)
    for (const format of ['ndjson', 'csv']) {
      const { text } = await readExport(server.origin, `/billing-checks?${whole}&format=${format}`, key)
      for (const code of closed) assert.ok(!text.includes(String(code)), `${format}: ${code}`)
    }
  }
})

test('what a finding names can be read with the scopes that its code needs', async () => {
  await manyFaults()
  const least = { timesheets: 'read:timesheets', invoices: 'read:invoices', afps: 'read:invoices' }
  const further = {
    assignments: 'read:assignments',
    expenses: 'read:expenses',
    creditNotes: 'read:credit-notes',
    purchaseOrders: 'read:purchase-orders',
  }
  const scopeOf: Record<string, string> = { ...least, ...further }
  const closedTo = async (scope: string) => {
    const scopes = scopesFor('company').filter(one => one !== scope)
    return new Set((await get('c1', whole, scopes)).meta.notChecked.map((one: Json) => one.code))
  }
  for (const [list, scope] of Object.entries(scopeOf)) {
    if (billingCheckScopes.some(needed => needed === scope)) continue
    const closed = await closedTo(scope)
    for (const one of (await get('c1')).data as Json[])
      if (one[list].length > 0) assert.ok(closed.has(one.code), `${one.code} names ${list}`)
  }
})

test('findings are found by their records, sides, sizes and marks, and sorted by what is at stake', async () => {
  await manyFaults()
  const { data } = await get('c1')
  const stakes = data.map((one: Json) => one.atStake)
  assert.deepEqual(
    stakes,
    stakes.toSorted((a: number, b: number) => b - a),
  )
  const ids = (rows: Json[]) => rows.map(({ id }) => id).toSorted()
  const expectFound = async (query: string, holds: (one: Json) => boolean) =>
    assert.deepEqual(ids((await get('c1', `${whole}&${query}`)).data), ids(data.filter(holds)), query)
  const names = (list: string, id: string) => (one: Json) => one[list].some((ref: Json) => ref.id === id)
  await expectFound('invoice=I1', names('invoices', 'I1'))
  await expectFound('timesheet=T2', names('timesheets', 'T2'))
  await expectFound('worker=w1', one => one.worker?.id === 'w1')
  await expectFound('agency=a1', one => one.agency?.id === 'a1')
  await expectFound('project=p1', one => one.project?.id === 'p1')
  await expectFound('severity=likely', one => one.severity === 'likely')
  await expectFound('side=client', () => true)
  await expectFound('side=agency', () => false)
  await expectFound('leastAmount=100.01', one => one.atStake >= 100.01)
  await expectFound('mark=open', () => true)
  await expectFound('mark=disputed', () => false)
  for (const bad of ['leastAmount=-1', 'leastAmount=1e3', 'leastAmount=0.001', 'mark=none', 'code=nothing'])
    assert.equal((await server.get(`/billing-checks?${bad}`, await keyOf('c1'))).status, 400, bad)
})

test('lists say that something waits until it has been looked at, and exports have what lists have', async () => {
  await check(database)
  assert.equal((await get('c1')).meta.checking, false)
  await load([timesheet({ netHours: 41 })])
  assert.equal((await get('c1')).meta.checking, true)
  assert.equal((await get('a1')).meta.checking, true)
  assert.equal((await get('a2')).meta.checking, false)
  await check(database)
  assert.equal((await get('c1')).meta.checking, false)
  await manyFaults()
  const { data } = await get('c1')
  const exported = async (format: string) =>
    (await readExport(server.origin, `/billing-checks?${whole}&format=${format}`, await keyOf('c1'))).text
  assert.deepEqual(
    readLines(await exported('ndjson')).lines.map(line => JSON.parse(line)),
    data,
  )
  assert.equal(readCsv(await exported('csv')).rows.length, data.length)
})

test('no answer has a tag or is remembered, as the day and the scopes decide too', async () => {
  const key = await keyOf('c1')
  const { headers } = await server.get('/billing-checks', key)
  assert.equal(headers.get('etag'), null)
  await load([timesheet({ status: 'pending_approval' })])
  await check(database)
  const [{ id }] = (await get('c1')).data
  assert.equal((await server.get(`/billing-checks/${id}`, key)).headers.get('etag'), null)
  // Nothing moves a version here.
  await database.rows(sql`update billing_check set facts_counts_from = now() + interval '1 day'`)
  assert.deepEqual(await told('c1'), [])
})

test('GET /changes tells nothing of findings, and names no such type', async () => {
  await manyFaults()
  const key = await keyOf('c1')
  const { body } = await server.get('/changes?limit=200', key)
  assert.ok(body.data.every((one: Json) => one.type !== 'billingCheck'))
  assert.equal((await server.get('/changes?type=billingCheck', key)).status, 400)
  assert.ok(recordTypes.some(({ type }) => type === 'billingCheck'))
})

test('a record that goes out of sight is no longer named, nor found by, before its week is checked again', async () => {
  await load([timesheet({ status: 'pending_approval' })])
  await check(database)
  await load([deleted('invoice', 'I1')])
  assert.deepEqual(await told('c1', `${whole}&invoice=I1`), [])
})
