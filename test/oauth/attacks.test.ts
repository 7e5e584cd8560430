// The attacks that RFC 9700 describes, each tried against a server where assistants may sign in.
import assert from 'node:assert/strict'
import { request as plainRequest } from 'node:http'
import { test } from 'node:test'
import { sql } from '../../src/database/sql.ts'
import { listKeys } from '../../src/store/keys/keys.ts'
import { sweepOauth } from '../../src/store/keys/oauth.ts'
import { audit } from '../../src/store/operators/audit.ts'
import { findInTables } from '../support/find-anywhere.ts'
import { back, codeIn, type Form, issuer, oauthServer, pkce, publicUrl, request } from '../support/oauth.ts'
import { secretsIn } from '../support/secret-scan.ts'

const server = await oauthServer()
const { at, parent, client, signIn, list, refresh, exchange, agree, post, register, database } = server
const { secret } = await parent()

/** An agreement that waits for its code to be exchanged. */
async function agreed(more: Form = {}) {
  const id = await client()
  const { verifier, challenge } = pkce()
  return { id, verifier, challenge, code: codeIn(await agree(secret, request(id, challenge, more))) }
}

test('a code that was stolen is worth nothing to another client, without its verifier, or at another address', async () => {
  const { id, verifier, challenge, code } = await agreed()
  const thief = await client()
  const wrong: [string, string, string, Form][] = [
    ['injected into another session', id, pkce().verifier, {}],
    ['another client’s', thief, verifier, {}],
    ['another address', id, verifier, { redirect_uri: `${back}/` }],
    ['no address', id, verifier, { redirect_uri: '' }],
    ['the challenge for its verifier', id, challenge, {}],
    ['no verifier', id, '', {}],
    ['another resource', id, verifier, { resource: `${publicUrl}/mcp` }],
  ]
  for (const [how, who, proof, more] of wrong) {
    const { status, body } = await exchange(who, code, proof, more)
    assert.equal(status, 400, how)
    assert.ok(!('access_token' in body), how)
  }
  assert.equal((await exchange(id, code, verifier)).status, 200, 'whom it was made for is not hindered')
})

test('nobody signs in without a challenge by S256', async () => {
  const id = await client()
  const { verifier, challenge } = pkce()
  const none = { code_challenge: undefined, code_challenge_method: undefined }
  for (const weaker of [
    none,
    { code_challenge_method: 'plain', code_challenge: verifier },
    { code_challenge_method: undefined },
    { code_challenge: '' },
    { code_challenge: challenge.slice(1) },
  ]) {
    const query = Object.fromEntries(
      Object.entries({ ...request(id, challenge), ...weaker }).filter(([, value]) => value !== undefined),
    ) as Form
    const { status, headers } = await at(`/oauth/authorize?${new URLSearchParams(query)}`)
    const to = new URL(headers.get('location')!)
    assert.deepEqual(
      [status, to.origin + to.pathname, to.searchParams.get('error')],
      [303, back, 'invalid_request'],
    )
    const { body } = await agree(secret, query)
    assert.equal(new URL(body.data.location).searchParams.get('code'), null)
  }
})

test('every answer says who gave it, so that no client takes it for another server’s', async () => {
  const { body: found } = await at('/.well-known/oauth-authorization-server/oauth')
  assert.deepEqual([found.issuer, found.authorization_response_iss_parameter_supported], [issuer, true])
  const id = await client()
  const query = new URLSearchParams(request(id, pkce().challenge, { response_type: 'token' }))
  const wrong = new URL((await at(`/oauth/authorize?${query}`)).headers.get('location')!)
  assert.deepEqual([wrong.searchParams.get('iss'), wrong.searchParams.get('state')], [issuer, 'xyz'])
  assert.equal(wrong.searchParams.get('error'), 'unsupported_response_type')
})

test('a code that is used twice ends what came of it', async () => {
  const { clientId, code, verifier, access, refresh: token } = await signIn(secret)
  assert.equal((await list(access)).status, 200)
  assert.equal((await exchange(clientId, code, pkce().verifier)).status, 400)
  assert.equal((await list(access)).status, 200, 'who cannot prove anything ends nothing')
  assert.equal((await exchange(clientId, code, verifier)).body.error, 'invalid_grant')
  assert.equal((await list(access)).status, 401)
  assert.equal((await refresh(clientId, token)).body.error, 'invalid_grant')
})

test('of one code exchanged ten times at once, one pair of tokens comes', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, verifier, code } = await agreed()
    const came = await Promise.all(Array.from({ length: 10 }, () => exchange(id, code, verifier)))
    assert.equal(came.filter(({ status }) => status === 200).length, 1)
    assert.ok(came.every(({ status, body }) => status === 200 || body.error === 'invalid_grant'))
  }
})

test('a code is worth nothing after a minute', async () => {
  const { id, verifier, code } = await agreed()
  await database.rows(sql`update oauth_code set expires_at = gate_clock() where used_at is null`)
  assert.equal((await exchange(id, code, verifier)).body.error, 'invalid_grant')
})

test('one refresh token exchanged ten times at once gives one pair, to all who came', async () => {
  for (let round = 0; round < 5; round++) {
    const { clientId, refresh: token, access } = await signIn(secret)
    const came = await Promise.all(Array.from({ length: 10 }, () => refresh(clientId, token)))
    assert.deepEqual(new Set(came.map(({ status }) => status)), new Set([200]))
    const pairs = new Set(came.map(({ body }) => `${body.access_token} ${body.refresh_token}`))
    assert.equal(pairs.size, 1)
    const [next] = [...pairs][0]!.split(' ')
    assert.ok(next !== access && (await list(next)).status === 200)
  }
})

test('a refresh token that is used again after the grace ends the sign-in, and the audit says so', async () => {
  const { clientId, refresh: token } = await signIn(secret)
  const { body: next } = await refresh(clientId, token)
  const { body: last } = await refresh(clientId, next.refresh_token)
  await database.rows(sql`update oauth_refresh set used_at = used_at - interval '121 seconds'`)
  assert.equal((await refresh(clientId, token)).body.error, 'invalid_grant')
  for (const each of [next, last]) assert.equal((await list(each.access_token)).status, 401)
  assert.equal((await refresh(clientId, last.refresh_token)).body.error, 'invalid_grant')
  const rows = await audit.rows(database, { kind: 'key' })
  assert.match(JSON.stringify(rows[0]!.after), /a refresh token was used twice/)
})

test('a refresh token is its own client’s, gives no scope that was not agreed to, and stays good when refused', async () => {
  const { clientId, refresh: token } = await signIn(secret, { scopes: ['read:projects'] })
  assert.equal((await refresh(await client(), token)).body.error, 'invalid_grant')
  const wider = await refresh(clientId, token, { scope: 'read:projects read:workers' })
  assert.equal(wider.body.error, 'invalid_scope')
  assert.equal(
    (await refresh(clientId, token, { resource: 'https://evil.example/mcp' })).body.error,
    'invalid_target',
  )
  // As long afterwards as it takes a used token to be one that was stolen.
  await database.rows(sql`update oauth_refresh set used_at = used_at - interval '121 seconds'`)
  assert.equal((await refresh(clientId, token, { scope: '' })).body.scope, 'read:projects')
})

const tricks = [
  'https://evil.example/back',
  `${back}/more`,
  `${back}?more=1`,
  `${back}#fragment`,
  back.toUpperCase(),
  'https://assistant.example:8443/back',
  'https://assistant.example.evil.example/back',
  'https://assistant.example@evil.example/back',
  'https://evil.example\\@assistant.example/back',
  'https://evil.example/..//assistant.example/back',
  'http://assistant.example/back',
  '//assistant.example/back',
  'https://assistant.example/%2e%2e/back',
  'https://assistant.example/back%00',
  'https://assistant.example/back\r\nSet-Cookie: a=b',
  'javascript:alert(1)//',
  'data:text/html,hello',
  'cursor://anysphere.cursor-mcp/back',
]

test('nobody is sent to an address that the client did not register, with a code or with an error', async () => {
  const id = await client()
  for (const uri of tricks) {
    for (const more of [{}, { response_type: 'token' }]) {
      const query = request(id, pkce().challenge, { redirect_uri: uri, ...more })
      const { status, headers } = await at(`/oauth/authorize?${new URLSearchParams(query)}`)
      assert.ok(status === 303 && headers.get('location')!.startsWith(`${publicUrl}/portal/consent?`), uri)
      assert.equal((await agree(secret, query)).status, 400, uri)
    }
  }
  const twice = `${new URLSearchParams(request(id, pkce().challenge))}&redirect_uri=https%3A%2F%2Fevil.example`
  assert.ok(
    (await at(`/oauth/authorize?${twice}`)).headers.get('location')!.startsWith(`${publicUrl}/portal/`),
  )
})

test('an assistant registers addresses of hosts that the operator named, and of the user’s own machine', async () => {
  for (const uri of [
    ...tricks.filter(uri => !/^https:\/\/assistant\.example(\/|:8443)/.test(uri)),
    'https://10.0.0.1/back',
  ])
    assert.equal((await register({ redirect_uris: [back, uri] })).body.error, 'invalid_redirect_uri', uri)
  for (const redirect_uris of [undefined, [], 'https://assistant.example', [7], Array(11).fill(back)])
    assert.equal((await register({ redirect_uris })).body.error, 'invalid_redirect_uri')
  const id = await client({ redirect_uris: ['http://127.0.0.1:1234/back', 'http://localhost/back'] })
  for (const [uri, isOpen] of [
    ['http://127.0.0.1:9999/back', true],
    ['http://localhost:9999/back', true],
    ['http://127.0.0.1:9999/other', false],
    ['http://127.0.0.2:1234/back', false],
    ['http://[::1]:1234/back', false],
    ['https://localhost/back', false],
    ['http://localhost.evil.example/back', false],
  ] as const) {
    const { status } = await agree(secret, request(id, pkce().challenge, { redirect_uri: uri }))
    assert.equal(status, isOpen ? 200 : 400, uri)
  }
})

test('the page that asks cannot be framed, and no other page can answer it', async () => {
  const query = new URLSearchParams(request(await client(), pkce().challenge))
  const page = await at(`/portal/consent?${query}`)
  assert.match(page.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  const browser = server.browser()
  await browser.signIn({ key: secret })
  const body = { query: String(query), agree: true, scopes: ['read:projects'], days: 1 }
  for (const headers of [
    { 'X-Muster-Portal': '' },
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])
    assert.equal(
      (await browser.ask('POST', '/consent/answer', body, headers)).status,
      403,
      JSON.stringify(headers),
    )
  assert.equal((await browser.ask('POST', '/consent/answer', body)).status, 200)
})

test('a client with a secret proves it, in one way, and one that is gone is told so', async () => {
  for (const method of ['client_secret_post', 'client_secret_basic', undefined]) {
    const { body: made } = await register({ token_endpoint_auth_method: method })
    assert.match(made.client_secret, /^wfs_/)
    const { verifier, challenge } = pkce()
    const code = codeIn(await agree(secret, request(made.client_id, challenge)))
    const form = { grant_type: 'authorization_code', code, redirect_uri: back, code_verifier: verifier }
    const basic = (given: string) => ({
      Authorization: `Basic ${Buffer.from(`${made.client_id}:${given}`).toString('base64')}`,
    })
    const own = { client_id: made.client_id }
    const wrong = `${made.client_secret.slice(0, -1)}?`
    assert.equal((await post('/oauth/token', { ...form, ...own })).status, 401)
    assert.equal((await post('/oauth/token', { ...form, ...own, client_secret: wrong })).status, 401)
    assert.equal((await post('/oauth/token', form, basic(wrong))).status, 401)
    const both = { ...form, ...own, client_secret: made.client_secret }
    assert.equal((await post('/oauth/token', both, basic(made.client_secret))).body.error, 'invalid_request')
    const right =
      method === 'client_secret_post'
        ? post('/oauth/token', both)
        : post('/oauth/token', form, basic(made.client_secret))
    assert.equal((await right).status, 200)
  }
  const id = await client()
  assert.equal(
    (await post('/oauth/token', { grant_type: 'refresh_token', client_id: id, client_secret: 'x' })).status,
    401,
  )
  await database.rows(
    sql`update oauth_client set created_at = created_at - interval '25 hours' where id = ${id}`,
  )
  await sweepOauth(database, 400)
  const gone = await refresh(id, 'x')
  assert.deepEqual([gone.status, gone.body.error], [401, 'invalid_client'])
})

test('clients that have a sign-in are kept, however long ago they registered', async () => {
  const { clientId, refresh: token } = await signIn(secret)
  await database.rows(
    sql`update oauth_client set created_at = created_at - interval '1 year', used_at = used_at - interval '1 year'`,
  )
  await sweepOauth(database, 400)
  assert.equal((await refresh(clientId, token)).status, 200)
})

test('nobody registers without end', async () => {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.9' }
  const body = JSON.stringify({ redirect_uris: [back], token_endpoint_auth_method: 'none' })
  const statuses = []
  for (let n = 0; n < 21; n++)
    statuses.push((await at('/oauth/register', { method: 'POST', headers, body })).status)
  assert.deepEqual(statuses, [...Array(20).fill(201), 429])
  const others = { ...headers, 'X-Forwarded-For': '198.51.100.9' }
  await database.rows(
    sql`insert into oauth_client (id, name, redirect_uris) select 'u' || n, 'x', '{}' from generate_series(1, 500) n`,
  )
  assert.equal((await at('/oauth/register', { method: 'POST', headers: others, body })).status, 429)
  await database.rows(sql`delete from oauth_client where name = 'x'`)
})

test('tokens are in headers alone: neither in addresses nor in the log, and in the database as hashes', async () => {
  const { access, refresh: token, code, clientId } = await signIn(secret)
  const { body: next } = await refresh(clientId, token)
  assert.equal((await list(undefined, `/mcp/oauth?access_token=${access}`)).status, 401)
  await list(access)
  assert.deepEqual(secretsIn(server.log()), [])
  const all = [access, token, code, next.access_token, next.refresh_token]
  assert.deepEqual(await findInTables(database, [...all, ...all.map(each => each.slice(4, 44))]), [])
})

test('a made-up Host changes no address that anybody is sent to', async () => {
  const asked = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const sent = plainRequest(
        `${server.origin}${path}`,
        { headers: { Host: 'evil.example' } },
        response => {
          let text = JSON.stringify(response.headers)
          response.on('data', piece => (text += piece)).on('end', () => resolve(text))
        },
      )
      sent.on('error', reject).end()
    })
  const query = new URLSearchParams(request(await client(), pkce().challenge))
  for (const path of [
    '/.well-known/oauth-authorization-server/oauth',
    '/.well-known/oauth-protected-resource/mcp/oauth',
    `/oauth/authorize?${query}`,
    '/mcp/oauth',
  ])
    assert.ok(!(await asked(path)).replace(/known as[^"]*"[^"]*"/, '').includes('evil.example'), path)
})

test('a client’s name cannot hide what stands beside it', async () => {
  const id = await client({ client_name: '\u202eMuster\u0000 \u200bportal<b>\n'.repeat(9) })
  const { body } = await server
    .browser()
    .ask('GET', `/consent/request?${new URLSearchParams(request(id, pkce().challenge))}`)
  assert.match(body.data.client, /^[\p{L}\p{P} ]{1,80}$/u)
  assert.equal(body.data.place, 'assistant.example')
})

test('sign-ins that nobody agreed to are in no list', async () => {
  const before = (await listKeys(database)).length
  await agreed()
  assert.equal((await listKeys(database)).length, before)
})

test('a sign-in that ended goes when the ledger forgets it, and one that is open stays', async () => {
  const [ended, open] = [await signIn(secret), await signIn(secret)]
  await post('/oauth/revoke', { client_id: ended.clientId, token: ended.refresh })
  const signIns = async () => (await listKeys(database)).filter(({ parentId }) => parentId !== null)
  const before = await signIns()
  await sweepOauth(database, 400)
  assert.equal((await signIns()).length, before.length)
  await database.rows(
    sql`update api_key set revoked_at = revoked_at - interval '401 days' where parent_n is not null`,
  )
  await sweepOauth(database, 400)
  const after = await signIns()
  assert.ok(after.length < before.length && after.every(({ state }) => state === 'active'))
  assert.equal((await list(open.access)).status, 200)
  assert.equal((await list(ended.access)).status, 401)
})

test('nobody signs in without end with one key', async () => {
  const { secret, key } = await parent()
  await database.rows(sql`
    insert into api_key (id, kind, name, scopes, owners, per_minute, per_day, parent_n)
    select 'many' || g.n, kind, 'x', scopes, owners, 1, 1, k.n from api_key k, generate_series(1, 50) g(n) where id = ${key.id}`)
  const query = request(await client(), pkce().challenge)
  const { status, body } = await agree(secret, query)
  assert.deepEqual([status, /50 assistants are signed in/.test(body.error.message)], [400, true])
})

test('what no text may have is refused as what is not there', async () => {
  for (const id of ['\0', 'a\0', '\ud800', 'x'.repeat(2000), '__proto__', 'constructor']) {
    assert.equal((await refresh(id, 'x')).body.error, 'invalid_client', JSON.stringify(id))
    const query = new URLSearchParams(request(id, pkce().challenge))
    assert.equal((await at(`/oauth/authorize?${query}`)).status, 303)
  }
  const { clientId, refresh: token } = await signIn(secret)
  assert.equal((await refresh(clientId, `${token}\0`)).body.error, 'invalid_grant')
  assert.equal((await exchange(clientId, '\0', '\0', { redirect_uri: '\0' })).body.error, 'invalid_grant')
  assert.equal((await post('/oauth/revoke', { client_id: clientId, token: '\0' })).status, 200)
  assert.equal((await register({ client_name: `${'x'.repeat(79)}\ud83d\ude00` })).status, 201)
})
