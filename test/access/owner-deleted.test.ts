// A key whose company or agency was deleted is told so, wherever it is used: empty lists would not say why they are empty.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowsKind } from '../../src/access/permit.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { listTable } from '../../src/cli/command.ts'
import { describeKey } from '../../src/cli/keys/key-tables.ts'
import { load } from '../../src/load/load.ts'
import { ownOperations } from '../../src/operator/own-operations.ts'
import { createKey, keys, listKeys, revokeKey } from '../../src/store/keys/keys.ts'
import { agency, company, rivals } from '../support/lines.ts'
import { portal } from '../support/portal.ts'
import { ndjson, testServer } from '../support/server.ts'

const message =
  'The company or agency that this API key is for was deleted; ask whoever made the key for another'

const server = await testServer()
await server.load([...rivals(), company('c9'), agency('a9')])
const owners = { company: ['c1', 'c9'], agency: ['a1', 'a9'] } as const

async function toolRequest(key: string, method: string) {
  const params = method === 'tools/call' ? { name: 'open_api_get_me', arguments: {} } : {}
  const response = await fetch(`${server.origin}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return { status: response.status, text: await response.text() }
}

/** What is left of the minute and of the day. */
const leftIn = (headers: Headers) =>
  [...(headers.get('RateLimit') ?? '').matchAll(/r=(\d+)/g)].map(([, left]) => Number(left))

for (const kind of ['company', 'agency'] as const)
  test(`a key whose ${kind} was deleted is told so by every operation, and works again once it is back`, async () => {
    const [other, gone] = owners[kind]
    const key = await server.key(kind, [gone])
    const both = await server.key(kind, [other, gone])
    assert.equal((await server.get('/me', key)).status, 200)
    const { counts } = await server.load([{ type: kind, id: gone, deleted: true }])
    assert.equal(counts.deleted, 1)
    for (const operation of operations.filter(each => allowsKind(each, kind))) {
      const path = operation.path.replace('{id}', 'x1')
      const { status, headers, body } = await server.get(path, key, { method: operation.method })
      assert.equal(status, 401, path)
      assert.deepEqual(body.error, { code: 'KEY_OWNER_DELETED', message })
      assert.equal(headers.get('RateLimit'), null, 'as with any other key that is refused')
    }
    for (const [path, method] of [
      ['/no-such-list', 'GET'],
      ['/workers', 'DELETE'],
    ] as const)
      assert.equal((await server.get(path, key, { method })).status, 401, path)
    for (const method of ['tools/call', 'tools/list', 'ping', 'initialize']) {
      const { status, text } = await toolRequest(key, method)
      assert.equal(status, 401, method)
      assert.match(text, /that this API key is for was deleted/)
    }
    const list = kind === 'company' ? 'companies' : 'agencies'
    const { body } = await server.get('/me', both)
    assert.deepEqual(
      body.data[list].map(({ id }: { id: string }) => id),
      [other],
    )
    await server.load([kind === 'company' ? company(gone) : agency(gone)])
    assert.equal((await server.get('/me', key)).body.data[list][0].id, gone)
  })

test('a key whose owner was deleted consumes nothing, however many ask at once, and is told so rather than of its limits', async () => {
  const perMinute = 5
  const { secret } = await createKey(server.database, {
    kind: 'company',
    owners: ['c9'],
    name: 'of one that goes and comes back',
    scopes: [],
    perMinute,
    perDay: 1000,
  })
  const { headers } = await server.get('/me', secret)
  const left = leftIn(headers)
  assert.deepEqual(left, [perMinute - 1, 999])
  await server.load([{ type: 'company', id: 'c9', deleted: true }])
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(Array.from({ length: 12 }, () => server.get('/me', secret)))
    assert.deepEqual([...new Set(answers.map(({ body }) => body.error.code))], ['KEY_OWNER_DELETED'])
  }
  await server.load([company('c9')])
  assert.deepEqual(leftIn((await server.get('/me', secret)).headers), [perMinute - 2, 998])
})

test('a key whose owner was deleted opens no session in the portal, and what is open shows nothing more', async () => {
  const site = await portal()
  await load(site.database, recordTypes, ndjson([company('c9')]))
  const { secret, key } = await site.key('company', 'c9')
  const [browser, late, owner] = [site.browser(site.origin), site.browser(site.origin), site.browser()]
  assert.equal((await browser.signIn({ key: secret })).status, 201)
  assert.equal((await browser.ask('GET', '/own/webhooks')).status, 200)
  await load(site.database, recordTypes, ndjson([{ type: 'company', id: 'c9', deleted: true }]))
  const refused = await late.signIn({ key: secret })
  assert.deepEqual([refused.status, refused.body.error], [401, { code: 'KEY_OWNER_DELETED', message }])
  for (const { method, path } of ownOperations) {
    const { status, body } = await browser.ask(method, `/own${path.replace('{id}', 'x1')}`)
    assert.deepEqual([status, body.error?.code], [401, 'KEY_OWNER_DELETED'], path)
  }
  assert.equal((await browser.ask('GET', '/api/me')).body.error.code, 'KEY_OWNER_DELETED')
  await owner.signIn({ token: (await site.token('owner')).secret })
  const seen = await owner.ask('GET', `/as/${key.id}/me`)
  assert.deepEqual([seen.status, seen.body.error.message], [400, `This key would be refused: ${message}`])
})

test('lists of keys call active what the gate lets in, and of what it refuses they say why', async () => {
  const site = await portal()
  const lines = (deleted: boolean) =>
    ndjson(
      deleted
        ? [
            { type: 'company', id: 'c9', deleted },
            { type: 'agency', id: 'a9', deleted },
          ]
        : [company('c9'), agency('a9')],
    )
  await load(site.database, recordTypes, lines(false))
  const secrets = new Map<string, string>()
  for (const kind of ['company', 'agency'] as const)
    for (const owned of [[owners[kind][0]], [owners[kind][1]], owners[kind]])
      for (const isRevoked of [false, true]) {
        const { secret, key } = await site.key(kind, owned[0]!, { owners: owned })
        secrets.set(key.id, secret)
        if (isRevoked) await revokeKey(site.database, key.id)
      }
  const browser = site.browser()
  await browser.signIn({ token: (await site.token('owner')).secret })
  const refusals = { REVOKED_API_KEY: 'revoked', KEY_OWNER_DELETED: 'ownerless' } as Record<string, string>
  async function compared(): Promise<string[]> {
    const listed = (await browser.ask('GET', '/operator/keys')).body.data
    assert.equal(listed.length, secrets.size)
    for (const key of await listKeys(site.database)) {
      const response = await fetch(`${site.origin}/api/open/v1/me`, {
        headers: { Authorization: `Bearer ${secrets.get(key.id)}` },
      })
      const { error } = (await response.json()) as { error?: { code: string } }
      assert.equal(key.state, error ? refusals[error.code] : 'active', `${key.kind} ${key.owners}`)
      const { state, note } = listed.find(({ id }: { id: string }) => id === key.id)
      assert.deepEqual([state, note], [key.state, key.note])
      assert.match(listTable(keys, [key]), new RegExp(` ${key.state} `))
      const isOwnerless = key.state === 'ownerless'
      assert.equal(note?.startsWith(`the ${key.kind} that it is for was deleted`) ?? false, isOwnerless)
      if (isOwnerless) assert.ok(describeKey(key).includes(`State     ownerless: ${note}`))
    }
    return listed.map(({ state }: { state: string }) => state)
  }
  const count = (states: string[], wanted: string) => states.filter(state => state === wanted).length
  assert.equal(count(await compared(), 'active'), 6)
  await load(site.database, recordTypes, lines(true))
  const states = await compared()
  assert.deepEqual([count(states, 'active'), count(states, 'ownerless'), count(states, 'revoked')], [4, 2, 6])
  const { id } = (await listKeys(site.database)).find(({ state }) => state === 'ownerless')!
  const rotated = await browser.ask('POST', `/operator/keys/${id}/rotate`, {})
  assert.deepEqual(
    [rotated.status, rotated.body.error.message],
    [400, 'This key is ownerless; a new secret would not open anything'],
  )
  await load(site.database, recordTypes, lines(false))
  assert.equal(count(await compared(), 'active'), 6)
})

test('a company or agency that other records name is not deleted', async () => {
  for (const [type, id] of [
    ['company', 'c1'],
    ['agency', 'a1'],
  ]) {
    const { rejected } = await server.load([{ type, id, deleted: true }])
    assert.equal(rejected, 1)
  }
})
