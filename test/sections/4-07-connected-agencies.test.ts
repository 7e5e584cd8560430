// §2.13, §4.7: the suppliers of a project.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/database/sql.ts'
import { agency, company, connection, project, rivals, trade } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([
  ...rivals(),
  project('p3', 'c1'),
  agency('a3', { name: 'zebra' }),
  agency('a4'),
  agency('a5'),
  connection('c1', 'a1', { supplierType: 'umbrella', tier: 2, markupAdjustment: 1 }),
  connection('c1', 'a1', {
    project: 'p1',
    tier: 1,
    markupAdjustment: 3,
    email: 'p1@a1.example',
    paymentTerms: null,
  }),
  connection('c1', 'a2', { restricted: true, createdAt: '2026-05-01' }),
  { ...connection('c1', 'a3', { restricted: true }), facts: { projects: ['p1'] } },
  connection('c1', 'a4', { project: 'p3' }),
  connection('c1', 'a5', { active: false, supplierType: 'umbrella' }),
  project('p5', 'c1'),
  connection('c1', 'a5', { project: 'p5' }),
  company('c3'),
  project('alone', 'c3'),
  project('two', 'c3'),
  agency('a6', { name: 'x \u{1F3D7}' }),
  agency('a7', { name: 'x \uFB01' }),
  connection('c3', 'a6', { project: 'two' }),
  connection('c3', 'a7', { project: 'two' }),
])
const key = await server.key('company', ['c1'])
const of = async (id: string, query = '') => {
  const found = await server.get(`/projects/${id}/connected-agencies?${query}`, key)
  assert.equal(found.status, 200, found.text)
  return found.body.data
}
const names = async (id: string, query = '') =>
  (await of(id, query)).map((one: { agency: { name: string } }) => one.agency.name).join(', ')

test('a project has its own connections and the company’s that apply to it, by name', async () => {
  assert.equal(await names('p1'), 'Agency a1, zebra')
  assert.equal(await names('p3'), 'Agency a1, Agency a4')
})

test('a project’s connection replaces the company’s, but the supplier type stays the company’s', async () => {
  const [first] = await of('p1')
  assert.deepEqual(
    [
      first.connectionLevel,
      first.tier,
      first.markupAdjustment,
      first.supplierType,
      first.email,
      first.paymentTerms,
    ],
    ['project', 1, 3, 'umbrella', 'p1@a1.example', null],
  )
  const [other] = await of('p3')
  assert.deepEqual([other.connectionLevel, other.tier, other.supplierType], ['company', 2, 'umbrella'])
  assert.ok(!('projects' in other) && !('active' in other) && !('company' in other))
})

test('the supplier type is the company’s though that connection has ended', async () => {
  const found = (await of('p5')).find((one: { agency: { id: string } }) => one.agency.id === 'a5')
  assert.deepEqual([found.connectionLevel, found.supplierType], ['project', 'umbrella'])
})

test('a restricted connection reaches its projects wherever they are written', async () => {
  await server.load([connection('c1', 'a2', { restricted: true, projects: ['p1'] })])
  const a2 = await server.key('agency', ['a2'])
  assert.deepEqual(
    (await server.get('/projects?company=c1', a2)).body.data.map((one: { id: string }) => one.id),
    ['p1'],
  )
  const patch = (record: object, facts = {}) => ({
    type: 'connection',
    patch: true,
    record: { id: 'c1-a2', ...record },
    facts,
  })
  const reached = async () => (await server.get('/projects?company=c1', a2)).body.meta.total
  await server.load([patch({ projects: null })])
  assert.equal(await reached(), 0)
  await server.load([patch({ projects: ['p1'] })])
  await server.load([patch({}, { projects: null })])
  assert.equal(await reached(), 0)
  const [row] = await server.database.rows<{ text: string }>(
    sql`select record as text from connection_text where id = 'c1-a2'`,
  )
  assert.ok(!row!.text.includes('"projects"'), row!.text)
  const again = connection('c1', 'a2', { restricted: true, createdAt: '2026-05-01' })
  await server.load([{ ...again, facts: { projects: null } }])
})

test('names sort by code points, and days the wrong way round are refused where nobody is connected', async () => {
  const c3 = await server.key('company', ['c3'])
  const get = async (path: string) => await server.get(`/projects/${path}`, c3)
  assert.equal((await get('alone/connected-agencies?from=2026-02-02&to=2026-02-01')).status, 400)
  const { data } = (await get('two/connected-agencies')).body
  // U+FB01 comes before U+1F3D7, though its UTF-16 unit is greater than the other's first.
  assert.deepEqual(
    data.map((one: { agency: { id: string } }) => one.agency.id),
    ['a7', 'a6'],
  )
})

test('searches name and e-mail, sorts, dates and pages like every list', async () => {
  assert.equal(await names('p1', 'query=ZEB'), 'zebra')
  assert.equal(await names('p1', 'query=p1%40a1'), 'Agency a1')
  assert.equal(await names('p1', 'sortOrder=desc'), 'zebra, Agency a1')
  assert.equal(await names('p1', 'sortBy=tier&limit=1'), 'Agency a1')
  assert.equal(await names('p1', 'from=2026-03-03'), '')
  assert.deepEqual(await of('p1', 'fields=agency.name&limit=1&page=2'), [{ agency: { name: 'zebra' } }])
})

test('an e-mail is found whether it is the connection’s or the agency’s own, which is not shown', async () => {
  await server.load([
    company('c4'),
    project('mail', 'c4'),
    agency('m1', { name: 'One', email: 'Desk@One.example' }),
    agency('m2', { name: 'Two', email: 'desk@two.example' }),
    agency('m3', { name: 'Three' }),
    agency('m4', { name: 'Four', email: 'unconnected@one.example' }),
    connection('c4', 'm1', { email: 'bids@elsewhere.example' }),
    connection('c4', 'm2', { project: 'mail', email: null }),
    connection('c4', 'm3', { email: 'three@one.example' }),
  ])
  const c4 = await server.key('company', ['c4'])
  const found = async (query: string) => {
    const { body, text } = await server.get(`/projects/mail/connected-agencies?query=${query}`, c4)
    assert.ok(!/desk@/i.test(text), text)
    assert.equal(body.meta.total, body.data.length)
    return body.data.map((one: { agency: { name: string } }) => one.agency.name).join(', ')
  }
  assert.equal(await found('desk%40'), 'One, Two')
  assert.equal(await found('one.EXAMPLE'), 'One, Three')
  assert.equal(await found('elsewhere'), 'One')
  assert.equal(await found('two'), 'Two')
  assert.equal(await found('unconnected'), '')
})

test('a trade’s uplifts are a list like the agency’s, or an object like an assignment’s', async () => {
  const regions = [{ id: 'r1', name: 'London', uplift: 25 }]
  const rateUplifts = [{ description: 'Night work', type: 'wdNw', uplift: 20, regions }]
  const weekly = { threshold: 40, enforce: true, blockThresholds: { 0: 40, 1: 45 } }
  const enhancedUplifts = { enabled: true, mode: 'blocks', weekly, breakdown: [] }
  const overrides = [
    { trade: { id: 'up1' }, mode: 'standard', rateUplifts },
    { trade: { id: 'up2' }, mode: 'enhanced', enhancedUplifts },
  ]
  const lines = (tradeUpliftOverrides: object[]) => [
    company('c5'),
    project('up', 'c5'),
    trade('up1', 'c5'),
    trade('up2', 'c5'),
    connection('c5', 'a1', { rateUplifts, tradeUpliftOverrides }),
  ]
  assert.equal((await server.load(lines(overrides))).rejected, 0)
  const c5 = await server.key('company', ['c5'])
  const [shown] = (await server.get('/projects/up/connected-agencies', c5)).body.data
  assert.deepEqual(shown.rateUplifts, rateUplifts)
  const [standard, enhanced] = shown.tradeUpliftOverrides
  assert.deepEqual([standard.rateUplifts, enhanced.enhancedUplifts], [rateUplifts, enhancedUplifts])
  const report = await server.load(
    lines([{ trade: { id: 'up2' }, mode: 'enhanced', enhancedUplifts: rateUplifts }]),
  )
  assert.equal(report.rejected, 1)
})

test('a connection that was stored before every list had to be there has them, and null where nothing is set', async () => {
  await server.load([company('c6'), project('old', 'c6'), connection('c6', 'a1')])
  const c6 = await server.key('company', ['c6'])
  const bare = {
    id: 'c6-a1',
    company: { id: 'c6', name: 'C6' },
    agency: { id: 'a1', name: 'A1' },
    active: true,
  }
  const stamps = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
  const text = JSON.stringify({ ...bare, rateUplifts: [{ type: 'sat', uplift: 50 }], ...stamps })
  const changed = await server.database.rows(sql`
    update connection_text set record = ${text} where record like ${'%"company":{"id":"c6"%'} returning id`)
  assert.equal(changed.length, 1)
  const [shown] = (await server.get('/projects/old/connected-agencies', c6)).body.data
  const { tradeMarkupAdjustments, tradeUpliftOverrides, rateUplifts, cis, email, paymentTerms } = shown
  assert.deepEqual(
    [tradeMarkupAdjustments, tradeUpliftOverrides, cis, email, paymentTerms],
    [[], [], null, null, null],
  )
  assert.deepEqual(rateUplifts, [{ type: 'sat', uplift: 50, regions: [] }])
})

test('another company’s project is not found; agencies are refused', async () => {
  assert.equal((await server.get('/projects/p2/connected-agencies', key)).status, 404)
  assert.equal((await server.get('/projects//connected-agencies', key)).status, 400)
  assert.equal(
    (await server.get('/projects/p1/connected-agencies', await server.key('agency', ['a1']))).status,
    403,
  )
})
