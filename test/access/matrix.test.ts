// The authentication matrix, generated from the declarations: every route × every state of a key × every method,
// to the exact status, code and headers; and what each of them consumed.
import assert from 'node:assert/strict'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { test } from 'node:test'
import { newSecret } from '../../src/access/key-format.ts'
import { operations } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { statusOf } from '../../src/errors/problem.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import { takeClock } from '../support/clock.ts'
import { expected, type KeyState, keyStates, limits } from '../support/key-states.ts'
import { rivals } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { expectNoSecret } from '../support/secret-scan.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load(rivals())
const clock = await takeClock(server.database, '2026-03-02T12:00:00Z')
const scopes = [...new Set(operations.flatMap(({ scopes }) => scopes))]
const states = await keyStates(server, clock, { company: ['c1', 'c2'], agency: ['a1'] }, scopes)

const paths = [...new Set(operations.map(operation => operation.path)), '/nowhere', '/']
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
const { hostname, port } = new URL(server.origin)

type Seen = { status: number; headers: IncomingHttpHeaders; text: string }

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
/** How a key may be sent. */
const schemes = {
  Bearer: (secret: string) => `Bearer ${secret}`,
  'Basic, as the user name': (secret: string) => basic(`${secret}:`),
  'Basic, as the password': (secret: string) => basic(`key:${secret}`),
}
type Scheme = keyof typeof schemes

function ask(method: string, path: string, secret: string | undefined, scheme: Scheme): Promise<Seen> {
  const headers = secret === undefined ? {} : { Authorization: schemes[scheme](secret) }
  const answer = Promise.withResolvers<Seen>()
  const sent = request({ agent, hostname, port, method, path: `${apiPrefix}${path}`, headers }, response => {
    let text = ''
    response.setEncoding('utf8').on('data', chunk => {
      text += chunk
    })
    response.on('end', () =>
      answer.resolve({ status: response.statusCode!, headers: response.headers, text }),
    )
  })
  sent.on('error', answer.reject)
  sent.end()
  return answer.promise
}

const policyOf = (state: KeyState) => {
  const [minute, day] = [/over the minute/, /over the day/].map(word =>
    word.test(state.name) ? 1 : undefined,
  )
  return `"minute";q=${minute ?? limits.perMinute};w=60,"day";q=${day ?? limits.perDay};w=86400`
}

function checkHeaders(
  headers: IncomingHttpHeaders,
  state: KeyState,
  scheme: Scheme,
  { status, allow }: { status: number; allow: string },
): void {
  assert.match(headers['x-request-id'] as string, /^[\w-]{8,64}$/)
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(headers['cache-control'], `private, ${headers.etag ? 'no-cache' : 'no-store'}`)
  const challenge =
    scheme === 'Bearer' || state.secret === undefined ? 'Bearer' : 'Basic realm="Muster", charset="UTF-8"'
  assert.equal(headers['www-authenticate'], status === 401 ? challenge : undefined)
  assert.equal(headers['ratelimit-policy'], status === 401 ? undefined : policyOf(state))
  if (status === 401) assert.equal(headers.ratelimit, undefined)
  else if (state.refused) assert.equal(headers.ratelimit, state.rateLimit)
  else assert.match(headers.ratelimit as string, /^"minute";r=99\d{4};t=60,"day";r=199\d{4};t=43140$/)
  assert.equal(headers['retry-after'], status === 429 ? state.retryAfter : undefined)
  assert.equal(headers.allow, status === 405 ? allow : undefined)
}

async function check({ state, path, method, scheme }: Case): Promise<void> {
  const found = operations.filter(operation => operation.path === path)
  const code = expected(state, found, method)
  const { status, headers, text } = await ask(
    method,
    path.replace(/\{\w+\}/g, 'missing'),
    state.secret,
    scheme,
  )
  try {
    expectNoSecret(text, path)
    const error = text === '' ? undefined : JSON.parse(text).error
    if (code === 'ok') {
      // Whoever is let through hears of what comes next: a record that is not there, a feature, a body.
      const next = method !== 'GET' ? [400, 404, 415] : path.includes('{') ? [404] : [200]
      assert.ok(next.includes(status) || error?.code === 'FEATURE_NOT_ENABLED', `${status} ${text}`)
      if (status === 200) assert.equal(error, undefined)
    } else {
      assert.equal(status, statusOf[code])
      if (method === 'HEAD') assert.equal(text, '')
      else assert.equal(error.code, code)
    }
    const allow = found.map(operation => operation.method).join(', ')
    checkHeaders(headers, state, scheme, { status, allow })
  } catch (error) {
    throw new Error(
      `${method} ${path} with a key that is "${state.name}", by ${scheme}: ${(error as Error).message}`,
    )
  }
}

/** Lacking a scope is a state only on the routes that need it; elsewhere such a key is as good as any. */
const isAbout = (state: KeyState, path: string) =>
  state.lacks === undefined ||
  operations.some(operation => operation.path === path && operation.scopes.some(one => one === state.lacks))

/** GET of each route, and of the other methods an eighth in the short suite, other ones from route to route. */
const methodsAt = (at: number) =>
  methods.filter((method, index) => isLong || method === 'GET' || (at + index) % 8 === 0)

const schemeNames = Object.keys(schemes) as Scheme[]
type Case = { state: KeyState; path: string; method: string; scheme: Scheme }

/** One scheme for each in the short suite, another from one to the next. */
const all: Case[] = states
  .flatMap(state =>
    paths
      .filter(path => isAbout(state, path))
      .flatMap((path, at) => methodsAt(at).map(method => ({ state, path, method }))),
  )
  .flatMap((one, at) =>
    schemeNames
      .filter((_, index) => isLong || at % schemeNames.length === index)
      .map(scheme => ({ ...one, scheme })),
  )

/** How many of the requests were made with each key, of those that count. */
function requestsBy(counts: (state: KeyState) => boolean): Map<string, number> {
  const found = new Map<string, number>()
  for (const { state } of all)
    if (state.keyId && counts(state)) found.set(state.keyId, (found.get(state.keyId) ?? 0) + 1)
  return found
}

/** The one request that used up a limit before. */
const before = (keyId: string) =>
  states.some(state => state.keyId === keyId && state.refused === 'RATE_LIMIT_EXCEEDED') ? 1 : 0

test(`${paths.length} routes × ${states.length} states of a key × ${methods.length} methods × ${schemeNames.length} ways to send it are answered exactly`, async () => {
  for (let at = 0; at < all.length; at += 64) await Promise.all(all.slice(at, at + 64).map(check))
  agent.destroy()
})

test('an operator token is told what it is, a key that is cut short or unknown what it is not', async () => {
  const said = async (secret: string | undefined) => (await server.get('/me', secret)).body.error
  const token = states.find(state => state.name === 'an operator token')!.secret!
  assert.deepEqual(await said(token), {
    code: 'INVALID_API_KEY',
    message: 'This is an operator token; the API takes API keys only',
  })
  assert.deepEqual(await said(token.slice(0, -1)), await said(token))
  for (const [secret, message] of [
    ['hunter2', 'This is not an API key: it is mistyped or cut short'],
    [newSecret('company').slice(0, -1), 'This is not an API key: it is mistyped or cut short'],
    [newSecret('agency'), 'This API key does not exist'],
  ])
    assert.deepEqual(await said(secret), { code: 'INVALID_API_KEY', message })
  assert.deepEqual(await said(undefined), {
    code: 'MISSING_API_KEY',
    message: 'An API key is required; send the header "Authorization: Bearer <API_KEY>"',
  })
})

test('401, the 403 of an address and 429 consumed nothing, and every other answer once', async () => {
  const rows = await server.database.rows<{ id: string; used: number }>(
    sql`select k.id, d.used from api_key k join key_day d on d.key_n = k.n`,
  )
  const used = new Map(rows.map(row => [row.id, row.used]))
  const counted = requestsBy(state => !state.refused)
  for (const { keyId, name } of states)
    if (keyId) assert.equal(used.get(keyId) ?? 0, (counted.get(keyId) ?? 0) + before(keyId), name)
})

test('the ledger counts every call of a known key, also those that were refused', async () => {
  await server.ledger.flush()
  const rows = await server.database.rows<{ id: string; requests: string }>(
    sql`select key_id as id, sum(requests) as requests from key_tally group by key_id`,
  )
  const requests = new Map(rows.map(row => [row.id, Number(row.requests)]))
  const asked = requestsBy(state => state.refused !== 'INVALID_API_KEY')
  for (const { keyId, name } of states)
    if (keyId) assert.equal(requests.get(keyId), asked.get(keyId)! + before(keyId), name)
})
