// §2.10, §2.15, §4.6, §4.20, §4.21: competency requirements, and rates with the agency's markup.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agency, connection, named, project, rate, rivals, trade } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const needs = (...names: string[]) => [{ rule: 'all', items: names.map(name => ({ name })), groups: [] }]
const entry = (id: string, of: string, more: object, ...names: string[]) => ({
  type: 'competencyEntry',
  record: {
    id,
    company: { id: 'c1' },
    trade: { id: of },
    requirements: needs(...names),
    createdAt: '2026-01-01',
    updatedAt: '2026-01-01',
    ...more,
  },
})
const ref = (id: string) => ({ id })
await server.load([
  ...rivals(),
  named('sector', 'rail'),
  project('p1', 'c1', { sector: 'rail' }),
  project('p3', 'c1'),
  project('p4', 'c1', { sector: 'rail' }),
  trade('t1', 'c1'),
  trade('t2', 'c1'),
  entry('e1', 't1', {}, 'CSCS'),
  entry('e2', 't1', { sector: ref('rail') }, 'PTS'),
  entry('e3', 't1', { project: ref('p1'), mode: 'additive' }, 'Induction'),
  entry('e4', 't1', { project: ref('p3'), mode: 'replacement' }, 'Only this'),
  entry('e5', 't2', {}, 'Gas Safe'),
  connection('c1', 'a1', {
    markupAdjustment: 10,
    tradeMarkupAdjustments: [{ trade: { id: 't2' }, adjustment: 1.5 }],
  }),
  connection('c1', 'a2', { active: false }),
  connection('c1', 'a2', { project: 'p3', markupAdjustment: 20 }),
  rate('r1', { company: 'c1', trade: 't1' }),
  rate('r2', { company: 'c1', trade: 't1' }, { agency: 'a1' }),
  rate(
    'r3',
    { company: 'c1', trade: 't2' },
    { agency: 'a1', rates: { cis: { pay: 24.5, emp: 0, margin: 2, charge: 26.5 }, paye: null, psc: null } },
  ),
  rate('r4', { company: 'c1', trade: 't1' }, { agency: 'a2', project: 'p3' }),
  agency('a3'),
  connection('c1', 'a3', { markupAdjustment: 0.57 }),
  rate(
    'r5',
    { company: 'c1', trade: 't2' },
    { agency: 'a3', rates: { cis: { pay: 50, emp: 0, margin: 1, charge: 51 }, paye: null, psc: null } },
  ),
])
const key = await server.key('company', ['c1'])
const a2 = await server.key('agency', ['a2'])
type Entry = {
  trade: { id: string }
  source: string
  project: { id: string } | null
  sector: { id: string } | null
  requirements: { items: { name: string }[] }[]
}
const matrix = async (query: string, by = key) =>
  (await server.get(`/companies/c1/competency-matrix${query}`, by)).body.data.entries
    .map(
      (one: Entry) =>
        `${one.trade.id} ${one.source} ${one.requirements.flatMap(need => need.items.map(item => item.name)).join('+')}`,
    )
    .sort()

test('without a project: all entries as stored, with their source', async () => {
  assert.deepEqual(await matrix(''), [
    't1 company CSCS',
    't1 project Induction',
    't1 project Only this',
    't1 sector PTS',
    't2 company Gas Safe',
  ])
  const { data } = (await server.get('/companies/c1/competency-matrix', key)).body
  assert.ok(!('project' in data))
  assert.deepEqual(data.company, { id: 'c1', name: 'Company c1' })
})

test('with a project: additive requirements join the sector’s or company’s, replacements stand alone', async () => {
  assert.deepEqual(await matrix('?projectId=p1'), ['t1 project PTS+Induction', 't2 company Gas Safe'])
  assert.deepEqual(await matrix('?projectId=p3'), ['t1 project Only this', 't2 company Gas Safe'])
  assert.deepEqual(await matrix('?projectId=p4'), ['t1 sector PTS', 't2 company Gas Safe'])
  assert.equal(
    (await server.get('/companies/c1/competency-matrix?projectId=p1', key)).body.data.project.name,
    'Project p1',
  )
  assert.equal((await server.get('/companies/c1/competency-matrix?projectId=p2', key)).status, 404)
})

test('several entries of a trade in one place all count', async () => {
  await server.load([
    trade('t9', 'c1'),
    entry('n1', 't9', {}, 'co-1'),
    entry('n2', 't9', {}, 'co-2'),
    entry('n3', 't9', { project: ref('p3'), mode: 'additive' }, 'p3-a'),
    entry('n4', 't9', { project: ref('p3'), mode: 'additive' }, 'p3-b'),
  ])
  const names = async (project: string) => {
    const { entries } = (await server.get(`/companies/c1/competency-matrix?projectId=${project}`, key)).body
      .data
    type Needed = { requirements: { items: { name: string }[] }[] }
    const own = entries.filter((one: Entry) => one.trade.id === 't9') as Needed[]
    return own.flatMap(one => one.requirements.flatMap(({ items }) => items.map(({ name }) => name)))
  }
  assert.deepEqual(await names('p3'), ['co-1', 'co-2', 'p3-a', 'p3-b'])
  assert.deepEqual(await names('p4'), ['co-1', 'co-2'])
  for (const id of ['n1', 'n2', 'n3', 'n4'])
    await server.load([{ type: 'competencyEntry', id, deleted: true }])
})

test('an agency sees linked companies’ matrix and the entries of projects it is connected to', async () => {
  assert.deepEqual(await matrix('', a2), [
    't1 company CSCS',
    't1 project Only this',
    't1 sector PTS',
    't2 company Gas Safe',
  ])
  assert.equal((await server.get('/companies/c1/competency-matrix?projectId=p1', a2)).status, 404)
})

test('a trade shows rates and requirements when asked; project overrides are left out', async () => {
  const { data } = (await server.get('/trades/t1?includeRates=true&includeCompetencyMatrix=true', key)).body
  assert.deepEqual(
    data.rates.map((one: { id: string }) => one.id),
    ['r1', 'r2', 'r4'],
  )
  assert.ok(!('trade' in data.rates[0]) && !('company' in data.rates[0]) && !('createdAt' in data.rates[0]))
  assert.deepEqual(
    data.competencyMatrix.map((one: Entry) => one.sector?.id ?? null),
    [null, 'rail'],
  )
  const plain = (await server.get('/trades/t1', key)).body.data
  assert.ok(!('rates' in plain) && !('competencyMatrix' in plain))
})

test('agency rates have the markup: the trade’s replaces the agency’s, the project’s comes before the company’s', async () => {
  const cis = async (id: string) => (await server.get(`/rates/${id}`, key)).body.data.rates.cis
  // Generic: as stored. 10 % of 20.00 is 2.00: margin 4.00. 1.5 % of 24.50 is 0.3675, so 0.37: margin 2.37.
  assert.deepEqual(await cis('r1'), { pay: 20, emp: 0, margin: 2, charge: 22 })
  assert.deepEqual(await cis('r2'), { pay: 20, emp: 0, margin: 4, charge: 24 })
  assert.deepEqual(await cis('r3'), { pay: 24.5, emp: 0, margin: 2.37, charge: 26.87 })
  assert.deepEqual(await cis('r4'), { pay: 20, emp: 0, margin: 6, charge: 26 })
  // 0.57 % of 50.00 is 0.285, so 0.29, which floating point makes 0.28.
  assert.deepEqual(await cis('r5'), { pay: 50, emp: 0, margin: 1.29, charge: 51.29 })
  const listed = (await server.get('/rates?sortOrder=asc&fields=id,rates.cis.margin&trade=t1', key)).body.data
  assert.deepEqual(listed[1], { id: 'r2', rates: { cis: { margin: 4 } } })
})
