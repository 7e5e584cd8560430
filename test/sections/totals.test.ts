// GET /{list}/totals: counts and exact sums, by groups.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoWeek } from '../../src/kernel/query/figures.ts'
import { agency, company, connection, expense, project, site, timesheet, worker } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const hours = (total: number | undefined) => ({ pay: {}, charge: total === undefined ? {} : { total } })
const sheet = (id: string, of: object, more: object = {}) =>
  timesheet(id, { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1', ...of } as never, {
    netHours: 0.1,
    ...more,
  })
const report = await server.load([
  company('c1'),
  company('c2'),
  agency('a1', { name: 'Zeta' }),
  agency('a2', { name: 'alpha' }),
  connection('c1', 'a1'),
  connection('c1', 'a2'),
  connection('c2', 'a1'),
  project('p1', 'c1', { name: 'Wharf' }),
  project('p2', 'c1', { name: 'bridge' }),
  project('p3', 'c2', { name: 'Elsewhere' }),
  site('s1', 'p1', 'c1', { name: 'North' }),
  worker('w1'),
  worker('w2'),
  sheet('t1', {}, { weekEnding: '2025-12-28', status: 'approved', values: hours(0.1), site: { id: 's1' } }),
  sheet('t2', {}, { weekEnding: '2026-01-04', netHours: 0.2, values: hours(0.2) }),
  sheet('t3', { project: 'p2', agency: 'a2', worker: 'w2' }, { weekEnding: '2026-03-29T00:30:00.000Z' }),
  sheet('t4', { project: 'p2' }, { weekEnding: '2026-03-31T23:59:59.999Z', values: hours(1234.1) }),
  sheet('t5', { company: 'c2', project: 'p3' }, { weekEnding: '2026-04-05', netHours: 7 }),
  expense(
    'e1',
    { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' },
    { value: 1e-7, date: '2026-10-25' },
  ),
  expense('e2', { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }, { value: 9007199254740991 }),
])
assert.equal(report.rejected, 0)
const key = await server.key('company', ['c1'])
const agencyKey = await server.key('agency', ['a1'])
const get = async (path: string, secret = key) => {
  const reply = await server.get(path, secret)
  assert.equal(reply.status, 200, reply.text)
  return reply
}

test('sums are exact, where adding the same numbers in binary is not', async () => {
  const { body, text } = await get('/timesheets/totals?sum=netHours&project=p1')
  assert.deepEqual(body.data, [{ count: 2, sums: { netHours: 0.3 } }])
  assert.match(text, /"netHours":0\.3}/)
  assert.notEqual(0.1 + 0.2, 0.3)
})

test('a sum has all its digits, however large and small the numbers are', async () => {
  const { text } = await get('/expenses/totals?sum=value')
  assert.match(text, /"sums":{"value":9007199254740991\.0000001}/)
})

test('pay and charge are added up by kind of time too, beside what the kept figures have', async () => {
  const both = 'values.pay.bankHoliday,values.pay.bankHolidayNight'
  const paid = { values: { pay: { bankHoliday: 0.1, bankHolidayNight: 0, total: 0.1 }, charge: {} } }
  await server.load([
    sheet('h1', {}, { weekEnding: '2026-05-10', ...paid }),
    sheet('h2', { agency: 'a2' }, { weekEnding: '2026-05-10', ...paid }),
    sheet('h3', {}, { weekEnding: '2026-05-10', values: { pay: { bankHoliday: 0.2 }, charge: {} } }),
  ])
  const asked = `/timesheets/totals?dateField=weekEnding&from=2026-05-04&to=2026-05-10&sum=${both},values.pay.total`
  const sums = (holiday: number, total: number) => ({
    'values.pay.bankHoliday': holiday,
    'values.pay.bankHolidayNight': 0,
    'values.pay.total': total,
  })
  assert.deepEqual((await get(asked)).body.data, [{ count: 3, sums: sums(0.4, 0.2) }])
  assert.deepEqual((await get(asked, agencyKey)).body.data, [{ count: 2, sums: sums(0.3, 0.1) }])
  const sorted = await get(`${asked}&groupBy=agency&sortBy=values.pay.bankHoliday`)
  assert.deepEqual(
    sorted.body.data.map((row: { agency: { id: string } }) => row.agency.id),
    ['a1', 'a2'],
  )
  await server.load(['h1', 'h2', 'h3'].map(id => ({ type: 'timesheet', id, deleted: true })))
  const unknown = await server.get('/timesheets/totals?sum=values.pay.bankholiday', key)
  assert.equal(unknown.status, 400)
  assert.match(unknown.body.error.message, /the nearest one is "values\.pay\.bankHoliday"/)
})

test('groups are shown as the list shows them, in the order of their names; none comes last', async () => {
  const { body } = await get('/timesheets/totals?groupBy=project,site&sum=values.charge.total')
  assert.deepEqual(body.data, [
    { project: { id: 'p2', name: 'bridge' }, site: null, count: 2, sums: { 'values.charge.total': 1234.1 } },
    {
      project: { id: 'p1', name: 'Wharf' },
      site: { id: 's1', name: 'North' },
      count: 1,
      sums: { 'values.charge.total': 0.1 },
    },
    { project: { id: 'p1', name: 'Wharf' }, site: null, count: 1, sums: { 'values.charge.total': 0.2 } },
  ])
  assert.deepEqual(body.meta, {
    page: 1,
    limit: 50,
    total: 3,
    all: { count: 4, sums: { 'values.charge.total': 1234.4 } },
  })
})

test('days, weeks, months, quarters and years are those of UTC, over the change of clocks and of years', async () => {
  const by = async (step: string) =>
    (await get(`/timesheets/totals?groupBy=weekEnding:${step}`)).body.data.map(
      (row: { weekEnding: string; count: number }) => [row.weekEnding, row.count],
    )
  assert.deepEqual(await by('day'), [
    ['2025-12-28', 1],
    ['2026-01-04', 1],
    ['2026-03-29', 1],
    ['2026-03-31', 1],
  ])
  assert.deepEqual(await by('week'), [
    ['2025-W52', 1],
    ['2026-W01', 1],
    ['2026-W13', 1],
    ['2026-W14', 1],
  ])
  assert.deepEqual(['0001-01-01', '0099-12-31', '9999-12-31'].map(isoWeek), [
    '0001-W01',
    '0099-W53',
    '9999-W52',
  ])
  assert.deepEqual(await by('month'), [
    ['2025-12', 1],
    ['2026-01', 1],
    ['2026-03', 2],
  ])
  assert.deepEqual(await by('quarter'), [
    ['2025-Q4', 1],
    ['2026-Q1', 3],
  ])
  assert.deepEqual(await by('year'), [
    ['2025', 1],
    ['2026', 3],
  ])
})

test('without groups there is one row, of nothing too; with groups of nothing there is none', async () => {
  const nothing = { count: 0, sums: { netHours: 0 } }
  const one = (await get('/timesheets/totals?project=nowhere&sum=netHours')).body
  assert.deepEqual([one.data, one.meta.all, one.meta.total], [[nothing], nothing, 1])
  const none = (await get('/timesheets/totals?project=nowhere&sum=netHours&groupBy=status')).body
  assert.deepEqual([none.data, none.meta.all, none.meta.total], [[], nothing, 0])
})

test('figures sort the largest first, and a sum that is sorted by is shown', async () => {
  const { body } = await get('/timesheets/totals?groupBy=worker&sortBy=netHours&limit=1')
  assert.deepEqual(body.data, [{ worker: { id: 'w1', name: 'Ada w1' }, count: 3, sums: { netHours: 0.4 } }])
  assert.deepEqual([body.meta.total, body.meta.all], [2, { count: 4, sums: { netHours: 0.5 } }])
})

test('ids choose what is added up, and those of others add nothing', async () => {
  const { body } = await get('/timesheets/totals?id=t1,t3,t5,nobody&sum=netHours')
  assert.deepEqual(body.data, [{ count: 2, sums: { netHours: 0.2 } }])
  const kept = (await get('/timesheets/totals?id=t1,t3&status=approved&groupBy=project')).body
  assert.deepEqual(kept.data, [{ project: { id: 'p1', name: 'Wharf' }, count: 1, sums: {} }])
})

test('an agency is told of its own alone, and finds nothing of a rival by asking', async () => {
  const { body } = await get('/timesheets/totals?groupBy=agency&sum=netHours', agencyKey)
  assert.deepEqual(body.data, [{ agency: { id: 'a1', name: 'Zeta' }, count: 4, sums: { netHours: 7.4 } }])
  assert.equal((await get('/timesheets/totals?agency=a2', agencyKey)).body.data[0].count, 0)
})

test('what is changed or deleted is added up as it is now', async () => {
  const before = (await get('/timesheets/totals?sum=netHours')).body.data[0]
  await server.load([sheet('t9', {}, { netHours: 1.01 })])
  await server.load([sheet('t9', { project: 'p2' }, { netHours: 2.02, weekEnding: '2026-05-03' })])
  const moved = (
    await get('/timesheets/totals?sum=netHours&groupBy=weekEnding:month&dateField=weekEnding&from=2026-05-01')
  ).body
  assert.deepEqual(moved.data, [{ weekEnding: '2026-05', count: 1, sums: { netHours: 2.02 } }])
  await server.load([{ type: 'timesheet', id: 't9', deleted: true }])
  assert.deepEqual((await get('/timesheets/totals?sum=netHours')).body.data[0], before)
})

const refused: [string, RegExp][] = [
  [
    'groupBy=projct',
    /groupBy: "projct" is no group here; the nearest one is "project"\. There are company, project, .*weekEnding/,
  ],
  [
    'groupBy=weekEnding',
    /groupBy: "weekEnding" needs one of day, week, month, quarter, year, such as weekEnding:month/,
  ],
  ['groupBy=weekEnding:monht', /such as weekEnding:month/],
  ['groupBy=weekEnding:month:day', /needs one of day/],
  ['groupBy=project:month', /project is no date and has no steps; write project/],
  ['groupBy=weekEnding:month,weekEnding:year', /weekEnding is there twice/],
  ['groupBy=company,project,site,agency,status', /5 are too many; give at most 4/],
  ['groupBy=assignment', /"assignment" is no group here/],
  [
    'sum=nethours',
    /sum: "nethours" is no sum here; the nearest one is "netHours"\. There are netHours, values\.pay\.total/,
  ],
  ['sum=', /sum is empty/],
  ['sortBy=project', /sortBy=project: must be one of group, count, netHours/],
]

for (const [query, message] of refused)
  test(`${query} is refused with what would be right`, async () => {
    const { status, body } = await server.get(`/timesheets/totals?${query}`, key)
    assert.equal(status, 400)
    assert.match(body.error.message, message)
  })
