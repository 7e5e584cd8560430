// Signing in to the portal in each way, and how sessions end.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSecret } from '../../src/access/key-format.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { sql } from '../../src/database/sql.ts'
import { revokeKey, rotateKey, updateKey } from '../../src/store/keys/keys.ts'
import { audit } from '../../src/store/operators/audit.ts'
import { revokeOperatorToken } from '../../src/store/operators/tokens.ts'
import { takeClock } from '../support/clock.ts'
import { command } from '../support/command.ts'
import { type Answer, portal } from '../support/portal.ts'

const server = await portal()
const { database } = server
const clock = await takeClock(database, new Date().toISOString())
const later = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000))
const code = ({ body }: Answer) => body.error?.code

async function link(...options: string[]): Promise<string> {
  const { stdout } = await command(['portal', 'link', ...options, '--json'], server.environment)
  const address = new URL(JSON.parse(stdout).link)
  assert.deepEqual([address.origin, address.pathname], [server.operatorOrigin, '/portal'])
  return address.hash.replace('#link=', '')
}

async function operator() {
  const token = await server.token('owner', 'Ann')
  const browser = server.browser()
  assert.equal((await browser.signIn({ token: token.secret })).status, 201)
  return { token, browser }
}

async function holder(more = {}) {
  const made = await server.key('company', 'c1', more)
  const browser = server.browser(server.origin)
  assert.equal((await browser.signIn({ key: made.secret })).status, 201)
  return { ...made, browser }
}

test('whoever is not signed in is told so, and which ways of signing in there are', async () => {
  const browser = server.browser()
  assert.deepEqual((await browser.ask('GET', '/sign-in')).body.data, { operator: true, oidc: null })
  for (const path of ['/session', '/operator/keys', '/api/sites', '/as/x/sites', '/own/usage']) {
    const answer = await browser.ask('GET', path)
    assert.deepEqual([answer.status, code(answer)], [401, 'MISSING_SESSION'], path)
    assert.match(answer.body.error.message, /Nobody is signed in here/)
  }
  browser.secret = 'x'.repeat(43)
  const unknown = await browser.ask('GET', '/session')
  assert.equal(code(unknown), 'EXPIRED_SESSION')
  assert.match(unknown.body.error.message, /ended long ago; sign in again/)
})

test('an operator token opens a session that is the operator’s, until it is ended', async () => {
  const { browser } = await operator()
  const { data } = (await browser.ask('GET', '/session')).body
  const { expiresAt, ...rest } = data
  assert.deepEqual(rest, { kind: 'operator', name: 'Ann', role: 'owner' })
  assert.equal(Date.parse(expiresAt), clock.now().getTime() + 12 * 3_600_000)
  assert.equal((await browser.ask('GET', '/operator/keys')).status, 200)
  const kept = browser.secret!
  const out = await browser.ask('DELETE', '/session')
  assert.equal(out.status, 200)
  assert.match(out.headers.get('set-cookie')!, /^muster_session=; Path=\/portal; Max-Age=0; HttpOnly/)
  assert.equal(browser.secret, undefined)
  browser.secret = kept
  const after = await browser.ask('GET', '/operator/keys')
  assert.deepEqual([after.status, code(after)], [401, 'REVOKED_SESSION'])
  assert.match(after.body.error.message, /was ended/)
})

test('that an operator signed in is in the audit, with how, as what and until when', async () => {
  const { token } = await operator()
  const [line] = await audit.rows(database, { limit: 1 })
  assert.deepEqual([line!.operation, line!.kind, line!.who], ['POST /portal/session', 'session', token.id])
  const expiresAt = new Date(clock.now().getTime() + 12 * 3_600_000).toISOString()
  assert.deepEqual(line!.after, { via: 'token', role: 'owner', expiresAt })
})

test('the cookie is for the portal alone, out of reach of scripts and of other sites', async () => {
  const { secret } = await server.token('owner')
  const { headers } = await server.browser().signIn({ token: secret })
  assert.match(
    headers.get('set-cookie')!,
    /^muster_session=[\w-]{43}; Path=\/portal; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  )
})

test('a link signs in once, with its role and name, and says why it does not any more', async () => {
  const once = await link('--role', 'matches', '--name', 'Bea')
  const [one, two] = [server.browser(), server.browser()]
  const { data } = (await one.signIn({ link: once })).body
  assert.deepEqual([data.name, data.role], ['Bea', 'matches'])
  const again = await two.signIn({ link: once })
  assert.deepEqual([again.status, code(again)], [401, 'INVALID_SIGN_IN_LINK'])
  assert.match(again.body.error.message, /used already/)
  const old = await link()
  await later(15)
  assert.match((await two.signIn({ link: old })).body.error.message, /too old/)
  assert.match((await two.signIn({ link: 'nothing' })).body.error.message, /no such/)
  const { message } = (await two.signIn({ link: 'nothing' })).body.error
  assert.match(message, /\. \.\/muster portal link makes another$/)
  assert.equal(two.secret, undefined)
})

test('of many who use a link at once exactly one is signed in', async () => {
  for (let round = 0; round < 5; round++) {
    const once = await link()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.browser().signIn({ link: once })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(401)])
  }
})

test('a wrong secret signs nobody in, and what is no sign-in at all is refused', async () => {
  const { secret: token } = await server.token('owner')
  const { secret: key } = await server.key('company', 'c1')
  const wrong: [object, number, string][] = [
    [{ token: newSecret('operator') }, 401, 'INVALID_OPERATOR_TOKEN'],
    [{ token: key }, 401, 'INVALID_OPERATOR_TOKEN'],
    [{ key: newSecret('company') }, 401, 'INVALID_API_KEY'],
    [{ key: token }, 401, 'INVALID_API_KEY'],
    [{ key: 'hunter2' }, 401, 'INVALID_API_KEY'],
    [{ token, key }, 400, 'BAD_REQUEST'],
    [{}, 400, 'BAD_REQUEST'],
    [{ password: 'x' }, 400, 'VALIDATION_ERROR'],
    [{ key: '' }, 400, 'VALIDATION_ERROR'],
    [{ key: 'x'.repeat(201) }, 400, 'VALIDATION_ERROR'],
    [{ key: 'x'.repeat(200) }, 401, 'INVALID_API_KEY'],
    [{ link: 'x' }, 401, 'INVALID_SIGN_IN_LINK'],
  ]
  for (const [body, status, expected] of wrong) {
    const answer = await server.browser().ask('POST', '/session', body)
    assert.deepEqual([answer.status, code(answer)], [status, expected])
    if (expected === 'BAD_REQUEST') assert.match(answer.body.error.message, /Give one of token, link and key/)
    assert.equal(answer.headers.get('set-cookie'), null)
  }
  assert.equal((await server.browser().ask('PUT', '/session', {})).status, 405)
})

test('whoever keeps trying secrets is refused more and more slowly', async () => {
  const browser = server.browser()
  const tries = [{ link: 'x' }, { token: newSecret('operator') }, { key: newSecret('company') }] as const
  for (let times = 0; times < 6; times++) assert.equal((await browser.signIn(tries[times % 3]!)).status, 401)
  const began = performance.now()
  assert.equal((await browser.signIn({ link: 'x' })).status, 401)
  assert.ok(performance.now() - began >= 240)
})

test('a session ends when it is idle and when its time is over, and each says so', async () => {
  const { browser } = await operator()
  for (let minutes = 0; minutes < 11 * 60 + 30; minutes += 30) {
    await later(30)
    assert.equal((await browser.ask('GET', '/session')).status, 200, `${minutes}`)
  }
  await later(30)
  const over = await browser.ask('GET', '/session')
  assert.deepEqual([over.status, code(over)], [401, 'EXPIRED_SESSION'])
  assert.match(over.body.error.message, /lasts 12 hours/)
  const other = await operator()
  await later(60)
  const idle = await other.browser.ask('GET', '/session')
  assert.deepEqual([idle.status, code(idle)], [401, 'EXPIRED_SESSION'])
  assert.match(idle.body.error.message, /60 minutes/)
})

test('revoking a token ends its sessions at once', async () => {
  const { browser, token } = await operator()
  await revokeOperatorToken(database, token.id)
  const answer = await browser.ask('GET', '/operator/keys')
  assert.deepEqual([answer.status, code(answer)], [401, 'REVOKED_SESSION'])
  assert.match(answer.body.error.message, /token/)
})

test('signing in again ends the session that the browser had', async () => {
  const { browser, token } = await operator()
  const before = browser.secret!
  await browser.signIn({ token: token.secret })
  assert.notEqual(browser.secret, before)
  browser.secret = before
  assert.equal(code(await browser.ask('GET', '/session')), 'REVOKED_SESSION')
})

test('an owner sees the sessions and ends any of them', async () => {
  const owner = await operator()
  const other = await operator()
  const listed = (await owner.browser.ask('GET', '/operator/sessions')).body.data
  const { id } = listed.find((each: { who: string }) => each.who === other.token.id)
  assert.ok(!JSON.stringify(listed).includes(other.browser.secret!))
  const ended = await owner.browser.ask('POST', `/operator/sessions/${id}/revoke`)
  assert.deepEqual([ended.status, ended.body.data.state], [200, 'revoked'])
  assert.equal(code(await other.browser.ask('GET', '/session')), 'REVOKED_SESSION')
  assert.equal((await owner.browser.ask('POST', '/operator/sessions/nobody/revoke')).status, 404)
})

test('the holder of a key sees the key and its owners, and reads the API as it', async () => {
  const { browser, key, secret } = await holder({ perMinute: 70 })
  const { data } = (await browser.ask('GET', '/session')).body
  const { operations: callable, ...shown } = data.key
  assert.ok(callable.includes('GET /sites') && !callable.includes('POST /workers'))
  assert.deepEqual(
    [data.kind, shown],
    [
      'key',
      {
        id: key.id,
        name: 'c1 key',
        hint: key.hint,
        kind: 'company',
        owners: [{ id: 'c1', name: 'Company c1' }],
        scopes: scopesFor('company'),
        perMinute: 70,
        perDay: 100_000_000,
        allowedIps: [],
      },
    ],
  )
  const agency = server.browser(server.origin)
  const { body } = await agency.signIn({ key: (await server.key('agency', 'a1')).secret })
  assert.deepEqual(body.data.key.owners, [{ id: 'a1', name: 'Agency a1' }])
  const mine = await browser.ask('GET', '/api/sites?limit=2&sort=name')
  const direct = await fetch(`${server.origin}/api/open/v1/sites?limit=2&sort=name`, {
    headers: { Authorization: `Bearer ${secret}` },
  })
  assert.deepEqual(mine.body, await direct.json())
  assert.match(mine.headers.get('ratelimit')!, /r=69/)
})

test('requests of a key’s session count and are limited as the key’s own; the session itself is not', async () => {
  const { browser, key } = await holder({ perMinute: 2 })
  for (const status of [200, 200, 429]) assert.equal((await browser.ask('GET', '/api/me')).status, status)
  assert.equal((await browser.ask('GET', '/session')).status, 200)
  const [row] = await database.rows<{ used: number }>(
    sql`select used from key_day d join api_key k on k.n = d.key_n where k.id = ${key.id}`,
  )
  assert.equal(row!.used, 2)
})

test('a key’s session ends with the key: revoked, expired, its secret rotated away, or from elsewhere', async () => {
  const revoked = await holder()
  await revokeKey(database, revoked.key.id)
  const expired = await holder()
  await updateKey(database, expired.key, { expiresAt: clock.now() })
  const rotated = await holder()
  await rotateKey(database, rotated.key.id, 0)
  const elsewhere = await holder()
  await updateKey(database, elsewhere.key, { allowedIps: ['192.0.2.0/24'] })
  const cases = [
    [revoked, 401, 'REVOKED_API_KEY'],
    [expired, 401, 'EXPIRED_API_KEY'],
    [rotated, 401, 'EXPIRED_API_KEY'],
    [elsewhere, 403, 'IP_NOT_ALLOWED'],
  ] as const
  for (const [{ browser, secret }, status, expected] of cases) {
    for (const path of ['/session', '/api/sites']) {
      const answer = await browser.ask('GET', path)
      assert.deepEqual([answer.status, code(answer)], [status, expected], path)
    }
    assert.equal((await server.browser(server.origin).signIn({ key: secret })).status, status)
  }
})

test('a new worker is created through a session as through the API', async () => {
  const { browser } = await holder()
  const refused = await browser.ask('POST', '/api/workers', { firstName: 'A' })
  assert.deepEqual([refused.status, code(refused)], [403, 'AGENCY_KEY_REQUIRED'])
  const made = await server.key('agency', 'a1')
  const agency = server.browser(server.origin)
  await agency.signIn({ key: made.secret })
  assert.equal((await agency.ask('POST', '/api/workers', { firstName: 'A' })).status, 400)
})
