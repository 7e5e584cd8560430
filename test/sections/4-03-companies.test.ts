// §2.3, §2.4, §4.3, §4.4: companies and their tags.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { company, project, rivals, tag } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([
  ...rivals(),
  {
    ...company('c1', {
      config: { currency: 'GBP' },
      finance: { vat: 'GB1', paymentTerms: { days: 30, term: 'net' } },
    }),
    nanoid: 'nanoOfC1__',
  },
  project('p3', 'c1'),
  tag('g1', 'c1', { name: 'zulu', resourceType: 'user' }),
  tag('g2', 'c1', { name: 'Alpha', description: 'first' }),
  tag('g3', 'c2'),
])
const key = await server.key('company', ['c1'])
const tags = async (query: string, path = 'c1') =>
  (await server.get(`/companies/${path}/tags?${query}`, key)).body.data
    .map((found: { name: string }) => found.name)
    .join(', ')

test('a company shows its configuration only when asked, and how many projects it has', async () => {
  const plain = (await server.get('/companies/c1', key)).body.data
  assert.ok(!('config' in plain))
  assert.deepEqual([plain.projectCount, plain.finance.paymentTerms.days], [2, 30])
  assert.deepEqual((await server.get('/companies/c1?includeConfig=true', key)).body.data.config, {
    currency: 'GBP',
  })
  assert.ok(!('config' in (await server.get('/companies/c1?includeConfig=false', key)).body.data))
})

test('the number of projects follows when one is added, moved or deleted', async () => {
  const count = async () => (await server.get('/companies/c1', key)).body.data.projectCount
  await server.load([project('p4', 'c1')])
  assert.equal(await count(), 3)
  await server.load([project('p4', 'c2')])
  assert.equal(await count(), 2)
  await server.load([{ type: 'project', id: 'p3', deleted: true }])
  assert.equal(await count(), 1)
})

test('a missing company id is 400, another company is 404, an agency key is refused', async () => {
  assert.equal((await server.get('/companies/', key)).status, 400)
  assert.equal((await server.get('/companies//tags', key)).status, 400)
  assert.equal((await server.get('/companies/c2', key)).status, 404)
  assert.equal((await server.get('/companies/c2/tags', key)).status, 404)
  assert.equal(
    (await server.get('/companies/c1/tags', await server.key('agency', ['a1']))).body.error.code,
    'COMPANY_KEY_REQUIRED',
  )
})

test('tags are found by the company’s id, nanoid or prefix, sorted by name, and by what they label', async () => {
  assert.equal(await tags(''), 'Alpha, zulu')
  assert.equal(await tags('', 'nanoOfC1__'), 'Alpha, zulu')
  assert.equal(await tags('', 'C1'), 'Alpha, zulu')
  assert.equal(await tags('resourceType=user'), 'zulu')
  assert.equal(await tags('query=ALP'), 'Alpha')
  assert.equal(await tags('sortOrder=desc'), 'zulu, Alpha')
  assert.equal((await server.get('/companies/c1/tags?resourceType=site', key)).status, 400)
  assert.equal((await server.get('/companies/c1/tags?company=c1', key)).status, 400)
  const [first] = (await server.get('/companies/c1/tags', key)).body.data
  assert.deepEqual([first.company, first.description, first.mandatory], ['c1', 'first', false])
})
