// §2.5, §4.8: expenses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { company, expense, rivals, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const at = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
await server.load([
  ...rivals(),
  { ...company('c1'), facts: { timesheetCutoff: '2026-02-01' } },
  timesheet('old', at, { start: '2026-01-05', end: '2026-01-11', weekEnding: '2026-01-11' }),
  timesheet('new', at),
  timesheet('theirs', { ...at, agency: 'a2', worker: 'w2' }),
  expense('e1', at, {
    timesheet: 'old',
    category: 'Mileage',
    description: 'Trip to Hull',
    date: '2026-01-07',
    value: 9,
  }),
  expense('e2', at, { timesheet: 'new', status: 'approved', approvalDate: '2026-03-10', approvedBy: 'u1' }),
  expense('e3', { ...at, agency: 'a2', worker: 'w2' }, { timesheet: 'theirs', category: 'Plant', value: 20 }),
  expense(
    'e4',
    { company: 'c2', project: 'p2', agency: 'a1', worker: 'w1' },
    { description: 'fuel for the HULL run' },
  ),
])
const both = await server.key('company', ['c1', 'c2'])
const a1 = await server.key('agency', ['a1'])
const idsOf = async (query: string, key = both) => {
  const answer = await server.get(`/expenses?fields=id&sortBy=createdAt&sortOrder=asc&${query}`, key)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map((row: { id: string }) => row.id).join(' ')
}

test('timesheet takes one id, several or repeats; those before the cutoff or outside the key match nothing', async () => {
  assert.equal(await idsOf('timesheet=new'), 'e2')
  assert.equal(await idsOf('timesheet=old'), '')
  assert.equal(await idsOf('timesheet=old,new'), 'e2')
  assert.equal(await idsOf('timesheet=new&timesheet=theirs'), 'e2 e3')
  assert.equal(await idsOf('timesheet=new&timesheet=theirs', a1), 'e2')
  assert.equal(await idsOf('timesheet=theirs', a1), '')
  assert.equal((await server.get('/expenses?worker=w1&worker=w2', both)).status, 400)
})

test('the cutoff follows the company’s configuration', async () => {
  await server.load([{ ...company('c1'), facts: { timesheetCutoff: null } }])
  assert.equal(await idsOf('timesheet=old'), 'e1')
})

test('category is exact and one of those listed; query looks at category and description', async () => {
  assert.equal(await idsOf('category=Mileage'), 'e1')
  assert.equal((await server.get('/expenses?category=mileage', both)).status, 400)
  assert.equal(await idsOf('query=hull'), 'e1 e4')
  assert.equal(await idsOf('query=PLANT'), 'e3')
})

test('dates apply to the expense’s own date unless told otherwise', async () => {
  assert.equal(await idsOf('from=2026-01-01&to=2026-01-31'), 'e1')
  assert.equal(await idsOf('dateField=approvalDate&from=2026-03-10'), 'e2')
})

test('sorts by date, value, status and category too', async () => {
  const order = async (sort: string) =>
    (await server.get(`/expenses?fields=id&sortOrder=asc&sortBy=${sort}`, both)).body.data
      .map((row: { id: string }) => row.id)
      .join(' ')
  assert.equal(await order('value'), 'e1 e2 e4 e3')
  assert.equal(await order('category'), 'e2 e4 e1 e3')
  assert.equal(await order('status'), 'e2 e1 e3 e4')
  assert.equal(await order('date'), 'e1 e2 e3 e4')
})

test('a single expense names its worker, timesheet and approver', async () => {
  const { data } = (await server.get('/expenses/e2', a1)).body
  assert.deepEqual(
    [data.worker, data.timesheet, data.approvedBy],
    [
      { id: 'w1', reference: 'WK-w1', name: 'Ada w1' },
      { id: 'new', reference: 'C1-T-new' },
      { id: 'u1', name: 'Uma Reid' },
    ],
  )
  assert.equal((await server.get('/expenses/e3', a1)).status, 404)
})
