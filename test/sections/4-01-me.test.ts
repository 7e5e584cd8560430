// §2.16, §4.1: what a key is told about itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load(rivals())

test('a company key sees its companies, limits and exact usage; what is not set is absent', async () => {
  const key = await server.key('company', ['c2', 'c1'], {
    name: 'BI read',
    perMinute: 90,
    perDay: 500,
    scopes: ['read:projects'],
  })
  const { data } = (await server.get('/me', key)).body
  assert.deepEqual(Object.keys(data), [
    'name',
    'scopes',
    'rateLimitPerMinute',
    'rateLimitPerDay',
    'usage',
    'companies',
    'createdAt',
  ])
  assert.deepEqual(
    [data.name, data.scopes, data.rateLimitPerMinute, data.rateLimitPerDay],
    ['BI read', ['read:projects'], 90, 500],
  )
  assert.deepEqual(data.companies, [
    { id: 'c1', name: 'Company c1' },
    { id: 'c2', name: 'Company c2' },
  ])
  assert.deepEqual([data.usage.requestsToday, data.usage.remainingToday], [1, 499])
  assert.match(data.usage.resetsAt, /T00:00:00\.000Z$/)
  const again = (await server.get('/me', key)).body.data
  assert.equal(again.usage.requestsToday, 2)
  assert.ok(Date.parse(again.lastUsedAt) > 0)
})

test('an agency key sees its agencies, its allow-list and its expiry', async () => {
  const key = await server.key('agency', ['a1'], {
    description: 'pushes workers',
    allowedIps: ['127.0.0.0/8', '::1'],
    expiresAt: new Date('2099-01-01T00:00:00Z'),
  })
  const { data } = (await server.get('/me', key)).body
  assert.deepEqual(data.agencies, [{ id: 'a1', name: 'Agency a1' }])
  assert.deepEqual(
    [data.description, data.ipAllowlist, data.expiresAt],
    ['pushes workers', ['127.0.0.0/8', '::1'], '2099-01-01T00:00:00.000Z'],
  )
  assert.ok(!('companies' in data))
})

test('refused requests consume nothing; every other answer counts once', async () => {
  const key = await server.key('company', ['c1'], { perDay: 3 })
  assert.equal((await server.get('/nowhere', key)).status, 404)
  assert.equal((await server.get('/sites?zzz=1', key)).status, 400)
  assert.equal((await server.get('/me', key)).body.data.usage.remainingToday, 0)
  for (let i = 0; i < 3; i++) assert.equal((await server.get('/me', key)).status, 429)
  const outside = await server.key('company', ['c1'], { allowedIps: ['10.0.0.0/8'] })
  const refused = await server.get('/me', outside)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'IP_NOT_ALLOWED'])
  assert.match(refused.headers.get('ratelimit') ?? '', /"day";r=100000000;/)
})

test('an expired key is refused as expired', async () => {
  const key = await server.key('company', ['c1'], { expiresAt: new Date('2020-01-01') })
  const answer = await server.get('/me', key)
  assert.deepEqual([answer.status, answer.body.error.code], [401, 'EXPIRED_API_KEY'])
})
