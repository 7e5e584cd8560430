// Signing operators in with an account elsewhere, against a real OpenID Connect provider.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { roleOf } from '../../src/portal/oidc.ts'
import { readSettings, SettingError } from '../../src/settings/settings.ts'
import { audit } from '../../src/store/operators/audit.ts'
import { findInTables } from '../support/find-anywhere.ts'
import { oidcProvider } from '../support/oidc.ts'
import { portal } from '../support/portal.ts'

const { issuer, settings, serve, forging, away } = await oidcProvider()
const server = await portal(settings)
serve(server.origin)

type Visit = { status: number; location: string | null; text: string; cookies: string[]; headers: Headers }

/** A browser as far as redirects, forms and cookies go; cookies go to the host they are of. */
function visitor() {
  const jar = new Map<string, Map<string, string>>()
  return {
    jar,
    async visit(url: string, form?: Record<string, string>): Promise<Visit> {
      const { origin } = new URL(url)
      const cookies = jar.get(origin) ?? new Map<string, string>()
      jar.set(origin, cookies)
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { Cookie: [...cookies].map(each => each.join('=')).join('; ') },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
      const set = response.headers.getSetCookie()
      for (const each of set) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(each)!
        if (value === '') cookies.delete(name!)
        else cookies.set(name!, value!)
      }
      const location = response.headers.get('location')
      return {
        status: response.status,
        location: location && new URL(location, url).href,
        text: await response.text(),
        cookies: set,
        headers: response.headers,
      }
    },
  }
}

type Visitor = ReturnType<typeof visitor>

/** Goes through the provider's pages, and gives the address that it sends the browser back to. */
async function callbackFor(browser: Visitor, login: string, { origin } = server): Promise<string> {
  let { location } = await browser.visit(`${origin}/portal/oidc/start`)
  for (let step = 0; step < 20; step++) {
    if (location!.startsWith(`${origin}/`)) return location!
    const at = location!
    const page = await browser.visit(at)
    location = page.location
    if (page.status !== 200) continue
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page.text)!
    const [, prompt] = /name="prompt" value="([^"]+)"/.exec(page.text)!
    ;({ location } = await browser.visit(new URL(action!, at).href, {
      prompt: prompt!,
      login,
      password: 'any',
    }))
  }
  throw new Error('The provider never came to an end')
}

const fragmentOf = ({ location }: Visit) => new URL(location!).hash.slice(1)

test('the sign-in page is told what the provider is called', async () => {
  const { data } = (await server.browser().ask('GET', '/sign-in')).body
  assert.deepEqual(data, { operator: true, oidc: { name: 'Example ID' } })
})

test('an account is signed in with the role of the first rule that fits it', async () => {
  const expected = [
    ['ann', 'Ann Reed', 'operator'],
    ['bob', 'Bob Grey', 'matches'],
    ['cat', 'cat99', 'matches'],
    ['dan', 'dan@example.com', 'matches'],
    ['fay', 'fay', 'matches'],
    ['gus', 'G'.repeat(200), 'matches'],
  ] as const
  for (const [login, name, role] of expected) {
    const visiting = visitor()
    const done = await visiting.visit(await callbackFor(visiting, login))
    assert.equal(new URL(done.location!).pathname, '/portal')
    assert.match(done.cookies[0]!, /^muster_oidc=; Path=\/portal\/oidc; Max-Age=0; HttpOnly; SameSite=Lax$/)
    const [, link] = /^link=(.+)$/.exec(fragmentOf(done))!
    const browser = server.browser()
    const { status, body } = await browser.signIn({ link: link! })
    assert.equal(status, 201)
    assert.deepEqual([body.data.name, body.data.role], [name, role])
    assert.equal((await server.browser().signIn({ link: link! })).status, 401)
    const [row] = await audit.rows(server.database, { limit: 1 })
    assert.deepEqual([row!.via, row!.who, row!.name], ['oidc', `oidc:${login}`, name])
    assert.deepEqual(await findInTables(server.database, [link!, browser.secret!]), [])
    assert.ok(!server.log().includes(link!))
  }
})

test('whoever no rule fits does not get in, an unverified address least of all', async () => {
  const visiting = visitor()
  assert.equal(fragmentOf(await visiting.visit(await callbackFor(visiting, 'eve'))), 'oidc=refused')
})

test('an ID token that its provider did not sign gets nobody in', async () => {
  forging.on = true
  try {
    const visiting = visitor()
    assert.equal(fragmentOf(await visiting.visit(await callbackFor(visiting, 'ann'))), 'oidc=failed')
    assert.match(server.log(), /a sign-in by OpenID Connect failed/)
  } finally {
    forging.on = false
  }
})

test('what waits for the way back is signed, out of reach of scripts, and comes back from another site', async () => {
  const { location, cookies, headers } = await visitor().visit(`${server.origin}/portal/oidc/start`)
  assert.deepEqual(
    ['cache-control', 'referrer-policy'].map(name => headers.get(name)),
    ['no-store', 'no-referrer'],
  )
  assert.match(
    cookies[0]!,
    /^muster_oidc=[\w-]+\.[\w-]{43}; Path=\/portal\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
  const asked = new URL(location!).searchParams
  const { state, nonce, code_challenge, ...rest } = Object.fromEntries(asked)
  assert.deepEqual(rest, {
    response_type: 'code',
    client_id: 'muster',
    scope: 'openid profile email groups',
    code_challenge_method: 'S256',
    redirect_uri: `${server.origin}/portal/oidc/callback`,
  })
  for (const random of [state, nonce, code_challenge]) assert.ok(random!.length >= 43)
})

test('over https, what waits for the way back is for https alone', async () => {
  const secure = await portal({ ...settings, PUBLIC_URL: 'https://muster.example' })
  const { cookies, location } = await visitor().visit(`${secure.operatorOrigin}/portal/oidc/start`)
  assert.match(cookies[0]!, /; SameSite=Lax; Secure$/)
  assert.equal(
    new URL(location!).searchParams.get('redirect_uri'),
    'https://muster.example/portal/oidc/callback',
  )
})

test('whoever comes back after ten minutes has to begin again', async t => {
  const visiting = visitor()
  const url = await callbackFor(visiting, 'ann')
  const kept = visiting.jar.get(server.origin)!.get('muster_oidc')!
  const { until } = JSON.parse(Buffer.from(kept.split('.')[0]!, 'base64url').toString())
  const backAt = async (now: number) => {
    t.mock.timers.enable({ apis: ['Date'], now })
    visiting.jar.get(server.origin)!.set('muster_oidc', kept)
    const fragment = fragmentOf(await visiting.visit(url))
    t.mock.timers.reset()
    return fragment
  }
  assert.equal(await backAt(until + 1), 'oidc=expired')
  assert.notEqual(await backAt(until), 'oidc=expired')
})

test('a provider that has only ID tokens to tell with is listened to', async () => {
  const other = await oidcProvider({ userinfo: false })
  const signedInTo = await portal(other.settings)
  other.serve(signedInTo.origin)
  const visiting = visitor()
  const done = await visiting.visit(await callbackFor(visiting, 'bob', signedInTo))
  const { body } = await signedInTo.browser().signIn({ link: fragmentOf(done).replace('link=', '') })
  assert.deepEqual([body.data.name, body.data.role], ['Bob Grey', 'matches'])
})

test('a way back that this browser did not begin, that was changed or is used twice signs nobody in', async () => {
  const visiting = visitor()
  const url = await callbackFor(visiting, 'ann')
  assert.equal(fragmentOf(await visitor().visit(url)), 'oidc=expired')
  const cookies = visiting.jar.get(server.origin)!
  const kept = cookies.get('muster_oidc')!
  const other = new URL(url)
  other.searchParams.set('state', 'another')
  assert.equal(fragmentOf(await visiting.visit(other.href)), 'oidc=failed')
  const begun = JSON.parse(Buffer.from(kept.split('.')[0]!, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...begun, nonce: 'x' })).toString('base64url')
  cookies.set('muster_oidc', `${forged}.${kept.split('.')[1]}`)
  assert.equal(fragmentOf(await visiting.visit(url)), 'oidc=expired')
  cookies.set('muster_oidc', kept)
  assert.match(fragmentOf(await visiting.visit(url)), /^link=/)
  assert.ok(!cookies.has('muster_oidc'))
  cookies.set('muster_oidc', kept)
  assert.equal(fragmentOf(await visiting.visit(url)), 'oidc=failed')
})

test('somebody who began in one browser cannot end in another one that began too', async () => {
  const [mine, yours] = [visitor(), visitor()]
  await yours.visit(`${server.origin}/portal/oidc/start`)
  assert.equal(fragmentOf(await yours.visit(await callbackFor(mine, 'ann'))), 'oidc=failed')
})

test('with a listener for operators, accounts sign in there alone', async () => {
  const split = await portal({ ...settings, OPERATOR_PORT: '0' })
  assert.equal((await split.browser(split.origin).ask('GET', '/sign-in')).body.data.oidc, null)
  const at = (origin: string) => visitor().visit(`${origin}/portal/oidc/start`)
  assert.ok((await at(split.operatorOrigin)).location!.startsWith(issuer))
  assert.notEqual((await at(split.origin)).status, 302)
})

test('a provider that is away is no more than a sign-in that fails', async () => {
  const unreachable = await portal({ ...settings, PORTAL_OIDC_ISSUER: 'http://127.0.0.1:9' })
  assert.equal(fragmentOf(await visitor().visit(`${unreachable.origin}/portal/oidc/start`)), 'oidc=failed')
  assert.match(unreachable.log(), /provider could not be asked/)
})

test('a provider that does not answer is given ten seconds', async t => {
  const asked = Promise.withResolvers<void>()
  const silent = createServer(() => asked.resolve()).listen(0, '127.0.0.1')
  t.after(() => {
    silent.closeAllConnections()
    silent.close()
  })
  await once(silent, 'listening')
  const silentIssuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const waiting = await portal({ ...settings, PORTAL_OIDC_ISSUER: silentIssuer })
  // Node knows it, and its types do not yet.
  t.mock.timers.enable({ apis: ['AbortSignal.timeout' as 'setTimeout'] })
  let fragment: string | undefined
  const started = visitor()
    .visit(`${waiting.origin}/portal/oidc/start`)
    .then(visit => (fragment = fragmentOf(visit)))
  await asked.promise
  t.mock.timers.tick(9_999)
  for (let n = 0; n < 3; n++) await waiting.browser().ask('GET', '/sign-in')
  assert.equal(fragment, undefined, 'others are answered while it waits')
  t.mock.timers.tick(1)
  assert.equal(await started, 'oidc=failed')
})

test('a provider that was away is asked again by the next who signs in', async () => {
  const fresh = await portal(settings)
  const start = () => visitor().visit(`${fresh.origin}/portal/oidc/start`)
  away.on = true
  assert.equal(fragmentOf(await start()), 'oidc=failed')
  away.on = false
  assert.ok((await start()).location!.startsWith(issuer))
})

test('claims are compared as they are told: lists by their members, addresses where they are verified', () => {
  const rules = [
    { claim: 'groups', value: 'admins', role: 'owner' },
    { claim: 'email', value: 'Ann@Example.com', role: 'operator' },
    { claim: 'dept', value: 'it', role: 'read-only' },
  ] as const
  const role = (claims: object) => roleOf(rules, { sub: 'x', ...claims })
  assert.equal(role({ groups: ['a', 'admins'] }), 'owner')
  assert.equal(role({ groups: 'admins' }), 'owner')
  assert.equal(role({ groups: 'administrators,admins' }), undefined)
  assert.equal(role({ email: 'ann@example.com', email_verified: true }), 'operator')
  assert.equal(role({ email: 'ann@example.com' }), undefined)
  assert.equal(role({ email: 'ann@example.com', email_verified: 'true' }), undefined)
  assert.equal(role({ dept: 'it', groups: ['admins'] }), 'owner')
  assert.equal(role({}), undefined)
})

test('settings of a provider that cannot be right stop the start with their name', () => {
  const given = {
    PORTAL_OIDC_ISSUER: 'https://login.example.com',
    PORTAL_OIDC_CLIENT_ID: 'muster',
    PORTAL_OIDC_CLIENT_SECRET: 'x',
    PORTAL_OIDC_ROLES: 'groups:a:b=c=owner',
  }
  const [rule] = readSettings({}, given).oidc!.roles
  assert.deepEqual(rule, { claim: 'groups', value: 'a:b=c', role: 'owner' })
  const wrong: [Record<string, string>, RegExp][] = [
    [{ PORTAL_OIDC_ISSUER: 'http://login.example.com' }, /PORTAL_OIDC_ISSUER.*https/],
    [{ PORTAL_OIDC_CLIENT_ID: '' }, /PORTAL_OIDC_CLIENT_ID is required/],
    [{ PORTAL_OIDC_CLIENT_SECRET: '' }, /PORTAL_OIDC_CLIENT_SECRET is required/],
    [{ PORTAL_OIDC_ROLES: '' }, /PORTAL_OIDC_ROLES is required/],
    [{ PORTAL_OIDC_ROLES: 'groups:a=king' }, /PORTAL_OIDC_ROLES.*owner, operator/],
    [{ PORTAL_OIDC_SCOPES: 'email' }, /PORTAL_OIDC_SCOPES.*openid/],
  ]
  for (const [change, message] of wrong)
    assert.throws(
      () => readSettings({}, { ...given, ...change }),
      (error: Error) => {
        assert.ok(error instanceof SettingError)
        assert.match(error.message, message)
        return true
      },
    )
})
