// What the portal refuses: requests of other sites, roles that may not, keys that try to be operators.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { operatorRoles, rolesFor } from '../../src/access/operators.ts'
import { operations } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { ownOperations } from '../../src/operator/own-operations.ts'
import { operatorOperations } from '../../src/operator/surface.ts'
import { revokeKey } from '../../src/store/keys/keys.ts'
import { readingsOf } from '../../src/store/keys/ledger.ts'
import { createLink } from '../../src/store/operators/sessions.ts'
import { eventually } from '../support/eventually.ts'
import { checkOperatorAnswer } from '../support/operator-check.ts'
import { type Answer, type Browser, portal } from '../support/portal.ts'

const server = await portal()
const { database } = server
const code = ({ body }: Answer) => body.error?.code
const nobody = (path: string) => path.replaceAll(/\{\w+\}/g, 'nobody')

const { secret: key, key: company } = await server.key('company', 'c1')
const holder = server.browser()
const browsers: Record<string, Browser> = {}
const tokens: Record<string, string> = {}

before(async () => {
  await holder.signIn({ key })
  for (const role of operatorRoles) {
    tokens[role] = (await server.token(role)).secret
    browsers[role] = server.browser()
    assert.equal((await browsers[role]!.signIn({ token: tokens[role]! })).status, 201)
  }
})

const addresses: [method: string, path: string][] = [
  ['GET', '/sign-in'],
  ['GET', '/session'],
  ['POST', '/session'],
  ['DELETE', '/session'],
  ['GET', '/operator/keys'],
  ['POST', '/operator/keys'],
  ['GET', '/api/sites'],
  ['POST', '/api/workers'],
  ['GET', `/as/${company.id}/sites`],
  ['GET', '/own/usage'],
  ['OPTIONS', '/session'],
]

test('a request without the portal’s header is refused at every address, and no preflight is granted', async () => {
  for (const [method, path] of addresses) {
    const answer = await browsers.owner!.ask(method, path, undefined, { 'X-Muster-Portal': '' })
    assert.deepEqual([answer.status, code(answer)], [403, 'FOREIGN_REQUEST'], `${method} ${path}`)
    for (const name of ['origin', 'headers', 'credentials'])
      assert.equal(answer.headers.get(`access-control-allow-${name}`), null)
  }
})

test('a request is refused where a page of another site sent it', async () => {
  const foreign = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: `http://127.0.0.1:1` },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ]
  for (const [method, path] of addresses)
    for (const headers of foreign) {
      const answer = await browsers.owner!.ask(method, path, method === 'GET' ? undefined : {}, headers)
      assert.deepEqual([answer.status, code(answer)], [403, 'FOREIGN_REQUEST'], JSON.stringify(headers))
      assert.match(
        answer.body.error.message,
        /^This was sent by a page of another (site$|address; behind a proxy)/,
      )
    }
  const own = await browsers.owner!.ask('GET', '/session')
  assert.deepEqual([own.status, own.body.success], [200, true])
  assert.equal(own.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(own.headers.get('cache-control'), 'no-store')
})

test('one looks as a key by GET, and by nothing else', async () => {
  const path = `/as/${company.id}/sites`
  assert.equal((await browsers.owner!.ask('GET', path)).status, 200)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await browsers.owner!.ask(method, path)
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET'], method)
    assert.match(answer.body.error.message, /One can only look as a key; use GET/)
  }
})

test('one looks as a key by its id and by nothing else of it, and from where it may be used', async () => {
  const limited = await server.key('company', 'c1', { allowedIps: ['192.0.2.0/24', '198.51.100.7'] })
  assert.equal((await browsers.owner!.ask('GET', `/as/${limited.key.id}/sites`)).status, 200)
  for (const other of [limited.secret, limited.key.hint, limited.key.id.slice(0, -1), '']) {
    const answer = await browsers.owner!.ask('GET', `/as/${other}/sites`)
    assert.deepEqual([answer.status, code(answer)], [404, 'NOT_FOUND'], other)
    assert.match(answer.body.error.message, /There is no key with this id/)
  }
  assert.equal(code(await browsers.owner!.ask('GET', `/as/${limited.key.id}`)), 'NOT_FOUND')
})

test('another method than those of an address is refused with the names of these', async () => {
  for (const [path, methods] of Object.entries({ '/sign-in': 'GET', '/session': 'GET, POST, DELETE' })) {
    const answer = await browsers.owner!.ask('PATCH', path, {})
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, methods])
    assert.match(answer.body.error.message, new RegExp(`^PATCH is not allowed here; use ${methods}$`))
    assert.equal((await browsers.owner!.ask('HEAD', path)).status, 200)
  }
})

test('every role is let into exactly the operations that are for it, by token and in the portal alike', async () => {
  for (const operation of operatorOperations) {
    const { method, path } = operation
    const body = method === 'GET' ? undefined : '{}'
    for (const role of operatorRoles) {
      const where = `${method} ${path} as ${role}`
      const isAllowed = rolesFor(operation.for).includes(role)
      const inPortal = await browsers[role]!.ask(method, `/operator${nobody(path)}`, body)
      const direct = await fetch(`${server.origin}/operator${nobody(path)}`, {
        method,
        headers: { Authorization: `Bearer ${tokens[role]}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body }),
      })
      checkOperatorAnswer(method, nobody(path), direct, await direct.text())
      assert.equal(inPortal.status, direct.status, where)
      assert.equal(inPortal.status !== 403, isAllowed, where)
      if (isAllowed) continue
      assert.equal(code(inPortal), 'ROLE_NOT_ALLOWED', where)
      assert.equal(
        inPortal.body.error.message,
        `This takes the role ${rolesFor(operation.for).join(' or ')}; yours is ${role}. An owner can give you another token or link`,
      )
    }
  }
})

test('roles are what they are said to be', () => {
  const may = (role: (typeof operatorRoles)[number]) =>
    operatorOperations.filter(operation => rolesFor(operation.for).includes(role))
  assert.deepEqual(may('owner'), operatorOperations)
  for (const { method, path, changes } of may('read-only')) {
    assert.ok(method === 'GET' || changes === 'nothing', path)
    assert.ok(!/^\/people|^\/(matches|deliveries)\/\{id\}|^\/(tokens|sessions|audit)/.test(path), path)
  }
  for (const { path } of may('matches')) assert.match(path, /^\/matches|^\/openapi.json$/)
  const paths = (role: (typeof operatorRoles)[number]) => may(role).map(({ path }) => path)
  for (const path of ['/keys', '/loads', '/today']) assert.ok(paths('read-only').includes(path), path)
  assert.ok(paths('matches').includes('/matches/{id}'))
  const ownersAlone = operatorOperations.filter(operation => !may('operator').includes(operation))
  for (const { path } of ownersAlone)
    assert.match(path, /^\/(tokens|sessions)|^\/people\/(\{id\}\/erase|scrub)$/)
  for (const path of ['/tokens', '/sessions', '/people/{id}/erase'])
    assert.ok(
      ownersAlone.some(operation => operation.path === path),
      path,
    )
})

test('every operation that is no GET says what it changes', () => {
  for (const { method, path, changes } of operatorOperations)
    assert.equal(changes !== undefined, method !== 'GET', `${method} ${path}`)
})

test('a key’s session opens no operation of operators and looks as no key', async () => {
  for (const { method, path } of operatorOperations) {
    const answer = await holder.ask(method, `/operator${nobody(path)}`, method === 'GET' ? undefined : '{}')
    assert.deepEqual([answer.status, code(answer)], [403, 'ROLE_NOT_ALLOWED'], `${method} ${path}`)
    assert.match(answer.body.error.message, /for operators; you are signed in with an API key/)
  }
  for (const { method, path } of operations)
    for (const id of [company.id, 'nobody', '']) {
      const answer = await holder.ask(method, `/as/${id}${nobody(path)}`, method === 'GET' ? undefined : '{}')
      assert.deepEqual([answer.status, code(answer)], [403, 'ROLE_NOT_ALLOWED'], `${method} ${path}`)
    }
})

test('an operator’s session calls nothing as a key, and roles without people look as none', async () => {
  for (const role of operatorRoles) {
    const refused = await browsers[role]!.ask('GET', '/api/sites')
    assert.equal(code(refused), 'ROLE_NOT_ALLOWED')
    assert.match(refused.body.error.message, /for holders of an API key; you are signed in as an operator/)
    for (const { method, path } of ownOperations) {
      const answer = await browsers[role]!.ask(
        method,
        `/own${nobody(path)}`,
        method === 'GET' ? undefined : '{}',
      )
      assert.equal(code(answer), 'ROLE_NOT_ALLOWED', path)
    }
  }
  for (const role of ['read-only', 'matches'])
    assert.equal(code(await browsers[role]!.ask('GET', `/as/${company.id}/workers`)), 'ROLE_NOT_ALLOWED')
})

test('the holder of a key is answered about what is its own, and nothing of that is counted', async () => {
  const agency = server.browser()
  await agency.signIn({ key: (await server.key('agency', 'a1')).secret })
  const used = async () => (await agency.ask('GET', '/own/usage')).body
  const before = await used()
  for (const { method, path } of ownOperations) {
    const answer = await agency.ask(method, `/own${nobody(path)}`, method === 'GET' ? undefined : '{}')
    const expected = method === 'GET' && !path.includes('{') ? [200] : [400, 404]
    assert.ok(expected.includes(answer.status), `${method} ${path}: ${answer.status}`)
  }
  assert.deepEqual(await used(), before)
  assert.equal((await agency.ask('GET', '/own/nothing')).status, 404)
})

test('a session names the operations that its key may call, and those alone are not refused to it', async () => {
  const narrow = { scopes: ['read:timesheets', 'read:workers'] }
  for (const [kind, owner, options] of [
    ['company', 'c1', {}],
    ['agency', 'a1', {}],
    ['agency', 'a1', narrow],
    ['company', 'c1', narrow],
  ] as const) {
    const { secret, key: made } = await server.key(kind, owner, options)
    const browser = server.browser()
    const { operations: callable } = (await browser.signIn({ key: secret })).body.data.key
    const { body } = await browsers.operator!.ask('GET', `/operator/keys/${made.id}/operations`)
    assert.deepEqual(body.data, callable)
    for (const { method, path } of operations) {
      const answer = await browser.ask(method, `/api${nobody(path)}`, method === 'GET' ? undefined : '{}')
      const refusals = ['COMPANY_KEY_REQUIRED', 'AGENCY_KEY_REQUIRED', 'INSUFFICIENT_SCOPE']
      const name = `${method} ${path}`
      assert.equal(refusals.includes(code(answer)), !callable.includes(name), `${kind} ${name}`)
    }
  }
})

test('keys are narrowed to those that may call an operation, and one that does not exist is refused', async () => {
  const ask = (calls: string) =>
    browsers.operator!.ask('GET', `/operator/keys?calls=${encodeURIComponent(calls)}`)
  const all = (await browsers.operator!.ask('GET', '/operator/keys')).body.data
  const found = (await ask('GET /sites')).body.data
  assert.ok(found.length > 0 && found.length < all.length)
  assert.ok(found.every(({ kind }: { kind: string }) => kind === 'company'))
  const wrong = await ask('GET /site')
  assert.equal(code(wrong), 'BAD_REQUEST')
  assert.match(wrong.body.error.message, /has no operation GET \/site;/)
})

test('an operator who looks as a key sees what the key is answered, and nothing is counted', async () => {
  const used = async () => {
    const [row] = await database.rows<{ used: number }>(
      sql`select coalesce(sum(used), 0)::int as used from key_day d join api_key k on k.n = d.key_n where k.id = ${company.id}`,
    )
    return row!.used
  }
  const lists = operations.filter(({ method, path }) => method === 'GET' && !/\{|^\/me$/.test(path))
  for (const { path } of lists) {
    const direct = await fetch(`${server.origin}/api/open/v1${path}?`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const asked = await used()
    const seen = await browsers.operator!.ask('GET', `/as/${company.id}${path}`)
    assert.equal(await used(), asked, path)
    assert.equal(seen.status, direct.status, path)
    const { cursor: _, ...expected } = (await direct.json()) as Record<string, unknown>
    const { cursor: __, ...shown } = seen.body
    if (!/changes|events/.test(path)) assert.deepEqual(shown, expected, path)
  }
  const csv = await browsers.operator!.ask('GET', `/as/${company.id}/sites?format=csv`)
  assert.equal(csv.status, 400)
  assert.match(csv.body.error.message, /exported with the key itself; look at them page by page here/)
  assert.equal((await browsers.operator!.ask('POST', `/as/${company.id}/workers`, {})).status, 405)
  assert.equal((await browsers.operator!.ask('GET', '/as/nobody/sites')).status, 404)
})

test('what an operator reads as a key is noted as read by the operator', async () => {
  const byLink = server.browser()
  const cyd = { via: 'link', id: 'link:1', name: 'Cyd', role: 'operator' } as const
  await byLink.signIn({ link: await createLink(database, cyd, 1) })
  for (const browser of [browsers.owner!, byLink])
    assert.equal((await browser.ask('GET', `/as/${company.id}/workers/w1`)).status, 200)
  const lines = await eventually('both readings are in the ledger', async () => {
    const found = await readingsOf(database, 'worker', 'w1')
    return found.length >= 2 && found
  })
  assert.deepEqual(lines.map(({ keyName, owner }) => `${keyName}, ${owner}`).sort(), [
    'Cyd, operator',
    'the owner, operator',
  ])
})

test('to look as a key that would be refused is no sign-out', async () => {
  const gone = await server.key('company', 'c1')
  await revokeKey(database, gone.key.id)
  const answer = await browsers.owner!.ask('GET', `/as/${gone.key.id}/sites`)
  assert.equal(answer.status, 400)
  assert.match(answer.body.error.message, /revoked/)
})

test('with a listener for operators, each kind of session is good on its own listener alone', async () => {
  const split = await portal({ OPERATOR_PORT: '0' })
  const { secret: token } = await split.token('owner')
  const { secret: apiKey, key: made } = await split.key('company', 'c1')
  const front = split.browser(split.origin)
  const back = split.browser(split.operatorOrigin)
  assert.notEqual(split.origin, split.operatorOrigin)
  assert.equal((await front.ask('GET', '/sign-in')).body.data.operator, false)
  assert.equal((await back.ask('GET', '/sign-in')).body.data.operator, true)
  const [forOperators, forKeys] = [/at the address of the operator interface/, /at the address of the API/]
  const refused = [
    [front, { token }, forOperators],
    [front, { link: 'x' }, forOperators],
    [back, { key: apiKey }, forKeys],
  ] as const
  for (const [browser, secret, where] of refused) {
    const { status, body } = await browser.signIn(secret)
    assert.equal(status, 403)
    assert.match(body.error.message, where)
  }
  assert.equal((await back.signIn({ token })).status, 201)
  assert.equal((await front.signIn({ key: apiKey })).status, 201)
  assert.equal((await back.ask('GET', '/session')).body.data.api, split.origin, 'what snippets lead to')
  assert.equal((await front.ask('GET', '/session')).body.data.api, undefined)
  assert.equal((await back.ask('GET', '/operator/keys')).status, 200)
  assert.equal((await back.ask('GET', `/as/${made.id}/sites`)).status, 200)
  assert.equal((await front.ask('GET', '/api/sites')).status, 200)
  ;[front.secret, back.secret] = [back.secret, front.secret]
  for (const path of ['/session', '/operator/keys', `/as/${made.id}/sites`, '/api/sites'])
    for (const [browser, where] of [
      [front, forOperators],
      [back, forKeys],
    ] as const) {
      const answer = await browser.ask('GET', path)
      assert.deepEqual([answer.status, code(answer)], [401, 'MISSING_SESSION'], path)
      assert.match(answer.body.error.message, where)
    }
})

test('over https, as PUBLIC_URL or a trusted proxy says, the cookie is for https alone', async () => {
  const { secret: token } = await server.token('owner')
  const plain = await server.browser().ask('POST', '/session', { token })
  assert.match(plain.headers.get('set-cookie')!, /; SameSite=Strict$/)
  const proxied = await server.browser().ask('POST', '/session', { token }, { 'X-Forwarded-Proto': 'https' })
  assert.match(proxied.headers.get('set-cookie')!, /; Secure$/)
  const secure = await portal({ PUBLIC_URL: 'https://muster.example', TRUSTED_PROXIES: '' })
  const { secret } = await secure.token('owner')
  const browser = secure.browser(secure.operatorOrigin)
  const answer = await browser.ask(
    'POST',
    '/session',
    { token: secret },
    { Origin: 'https://muster.example' },
  )
  assert.match(answer.headers.get('set-cookie')!, /; Secure$/)
})

test('with a listener of their own, operators find there what is published of the API, and the API itself not', async () => {
  const split = await portal({ OPERATOR_PORT: '0' })
  for (const path of ['/api/open/v1/openapi.json', '/docs'])
    assert.equal((await fetch(`${split.operatorOrigin}${path}`)).status, 200, path)
  const { secret } = await split.key('company', 'c1')
  const answer = await fetch(`${split.operatorOrigin}/api/open/v1/sites`, {
    headers: { Authorization: `Bearer ${secret}` },
  })
  assert.equal(answer.status, 404)
  const page = await fetch(`${split.operatorOrigin}/nothing-here`, { headers: { Accept: 'text/html' } })
  assert.equal(page.status, 404)
  assert.match(page.headers.get('content-type')!, /^text\/html/)
})
