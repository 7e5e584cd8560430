// §2.2, §4.2: sites.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rivals, site } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([
  ...rivals(),
  site('s3', 'p1', 'c1', { name: 'alder Yard', active: false, createdAt: '2026-03-05' }),
  site('s4', 'p1', 'c1', {
    name: 'Birch Yard',
    email: 'birch@site.example',
    phone: { countryCode: '+44', number: '7700900001' },
    address: { line1: '1 Birch Way', city: 'Leeds', postcode: 'LS1 1AA' },
  }),
])
const key = await server.key('company', ['c1'])
const names = async (query: string) =>
  (await server.get(`/sites?${query}`, key)).body.data.map((found: { name: string }) => found.name).join(', ')

test('sorts by name in lower case, ascending, unless told otherwise', async () => {
  assert.equal(await names(''), 'alder Yard, Birch Yard, Site s1')
  assert.equal(await names('sortOrder=desc'), 'Site s1, Birch Yard, alder Yard')
  assert.equal(await names('sortBy=createdAt&sortOrder=desc'), 'alder Yard, Birch Yard, Site s1')
})

test('status is the boolean seen as active or inactive', async () => {
  assert.equal(await names('status=inactive'), 'alder Yard')
  assert.equal(await names('status=active'), 'Birch Yard, Site s1')
  assert.equal((await server.get('/sites?status=Active', key)).status, 400)
})

test('project takes exactly one id', async () => {
  assert.equal(await names('project=p1'), 'alder Yard, Birch Yard, Site s1')
  assert.equal(await names('project=p2'), '')
  assert.equal((await server.get('/sites?project=p1,p2', key)).status, 400)
  assert.equal((await server.get('/sites?project=p1&project=p2', key)).status, 400)
})

test('query looks at the name in any case; from and to at the created day', async () => {
  assert.equal(await names('query=YARD'), 'alder Yard, Birch Yard')
  assert.equal(await names('from=2026-03-05&to=2026-03-05'), 'alder Yard')
})

test('a site has what was loaded, in the order of the contract, and nothing else', async () => {
  const { data } = (await server.get('/sites?query=birch', key)).body
  assert.deepEqual(data, [
    {
      id: 's4',
      name: 'Birch Yard',
      active: true,
      project: { id: 'p1', name: 'Project p1' },
      company: { id: 'c1', name: 'Company c1' },
      email: 'birch@site.example',
      phone: { countryCode: '+44', number: '7700900001' },
      address: { line1: '1 Birch Way', city: 'Leeds', postcode: 'LS1 1AA' },
      createdAt: '2026-03-02T09:00:00.000Z',
      updatedAt: '2026-03-03T09:00:00.000Z',
    },
  ])
  assert.deepEqual(Object.keys(data[0]!), [
    'id',
    'name',
    'active',
    'project',
    'company',
    'email',
    'phone',
    'address',
    'createdAt',
    'updatedAt',
  ])
})

test('query finds a name by its own beginning in alphabets whose case depends on the place', async () => {
  await server.load([
    site('gr', 'p1', 'c1', { name: 'ΟΔΥΣΣΕΥΣ' }),
    site('tr', 'p1', 'c1', { name: 'İstanbul Yolu' }),
  ])
  for (const query of ['ΟΔΥΣ', 'οδυσ', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευς'])
    assert.equal(await names(`query=${encodeURIComponent(query)}`), 'ΟΔΥΣΣΕΥΣ', query)
  for (const query of ['istanbul', 'İSTANBUL'])
    assert.equal(await names(`query=${encodeURIComponent(query)}`), 'İstanbul Yolu', query)
})
