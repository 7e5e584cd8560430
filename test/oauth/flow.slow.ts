// From nothing to an answered question: real clients of both kinds, as programs and as a page, find the server, open its page
// in a real Chromium, where somebody pastes a key or signs in with an account and agrees, and ask. And the official
// conformance tool against the authorization server.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import { listKeys } from '../../src/store/keys/keys.ts'
import { audit } from '../../src/store/operators/audit.ts'
import {
  chromiumPath,
  expectNarrow,
  faultsOf,
  hasChromium,
  type Looks,
  noChromium,
} from '../portal/browser.ts'
import { oidcProvider } from '../support/oidc.ts'
import { portal } from '../support/portal.ts'
import { relay } from '../support/relay.ts'
import type { Json } from '../support/server.ts'

const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** The server has to know its address before it listens. */
const { origin, passOnTo } = await relay()
const accounts = await oidcProvider()
const server = await portal({
  PUBLIC_URL: origin,
  ASSISTANT_HOSTS: 'localhost',
  WEBHOOK_LOOPBACK: 'yes',
  ...accounts.settings,
})
passOnTo(server.operatorOrigin)
accounts.serve(origin)

/** Where an assistant waits for the browser to come back, and has its document. */
const callbacks: URL[] = []
const waiting: ((url: URL) => void)[] = []
const program = createServer((request, response) => {
  const url = new URL(request.url!, callbackOrigin)
  if (url.pathname === '/client.json') {
    response.setHeader('Content-Type', 'application/json')
    return void response.end(JSON.stringify({ ...metadata, client_id: `${callbackOrigin}/client.json` }))
  }
  if (url.pathname === '/page' || url.pathname === '/page.js')
    return void pageOfAssistant(url.pathname).then(([type, text]) => {
      response.setHeader('Content-Type', type)
      response.end(text)
    })
  response.end('<!doctype html><title>Back</title><h1>Back at the assistant</h1>')
  if (url.pathname !== '/back') return
  const next = waiting.shift()
  if (next) next(url)
  else callbacks.push(url)
})
const callbackOrigin = `http://127.0.0.1:${await listening(program)}`
after(() => {
  program.closeAllConnections()
  program.close()
})
const comesBack = () =>
  new Promise<URL>(resolve => {
    const url = callbacks.shift()
    if (url) resolve(url)
    else waiting.push(resolve)
  })

const metadata = {
  client_name: 'Test assistant',
  redirect_uris: [`${callbackOrigin}/back`, `${callbackOrigin}/page`],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
}

let browser: Browser | undefined
async function newPage({ width = 1440, colorScheme = 'light' }: Looks = {}): Promise<Page> {
  browser ??= await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return page
}
after(() => browser?.close())

async function looksRight(page: Page, name: string): Promise<void> {
  assert.deepEqual(await faultsOf(page), [])
  await expectNarrow(page)
  const shots = process.env.MUSTER_SHOTS
  const { width } = page.viewportSize()!
  if (shots) await page.screenshot({ path: `${shots}/consent-${name}-${width}.png`, fullPage: true })
}

/** Pastes the key and agrees, having looked at what the page says. */
async function agreeInBrowser(url: URL, secret: string, page: Page): Promise<void> {
  await page.goto(url.href)
  await agreeWithKey(page, secret)
  await page.getByRole('heading', { name: 'Back at the assistant' }).waitFor()
}

async function agreeWithKey(page: Page, secret: string): Promise<void> {
  await page.getByRole('heading', { name: 'Let Test assistant use Muster?' }).waitFor()
  await looksRight(page, 'ways-in')
  await page.fill('input[type=password]', secret)
  await page.keyboard.press('Enter')
  const allow = page.getByRole('button', { name: 'Allow Test assistant' })
  await allow.waitFor()
  await looksRight(page, 'by-key')
  await allow.click()
}

/** Signs in with an account of the organisation, and is back at what the assistant asks for. */
async function signInWithAccount(page: Page, login: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Example ID' }).click()
  await page.fill('input[name=login]', login)
  await page.fill('input[name=password]', 'any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Let Test assistant use Muster?' }).waitFor()
}

/** An assistant that is a page: the SDK in the browser, which keeps what it knows while its user is away to agree. */
const assistantPage = `
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
const kept = name => JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined
const keep = name => value => sessionStorage.setItem(name, JSON.stringify(value))
const provider = {
  redirectUrl: location.origin + '/page',
  clientMetadata: METADATA,
  clientInformation: () => kept('client'),
  saveClientInformation: keep('client'),
  tokens: () => kept('tokens'),
  saveTokens: keep('tokens'),
  codeVerifier: () => kept('verifier'),
  saveCodeVerifier: keep('verifier'),
  redirectToAuthorization: url => location.assign(url),
}
const transport = () => new StreamableHTTPClientTransport(new URL('ORIGIN/mcp/oauth'), { authProvider: provider })
const say = text => document.body.append(Object.assign(document.createElement('h1'), { textContent: text }))
try {
  const back = new URLSearchParams(location.search)
  if (back.has('code')) await transport().finishAuth(back)
  const client = new Client({ name: 'page', version: '1' })
  await client.connect(transport())
  const { structuredContent } = await client.callTool({ name: 'open_api_list_sites', arguments: {} })
  say('Answered: ' + structuredContent.data.map(({ id }) => id).join(', '))
} catch (error) {
  if (error.name !== 'UnauthorizedError') say('Failed: ' + error)
}
`

async function pageOfAssistant(path: string): Promise<[type: string, text: string]> {
  if (path === '/page')
    return [
      'text/html',
      '<!doctype html><title>Page</title><body><script type="module" src="/page.js"></script>',
    ]
  const given = assistantPage
    .replace('METADATA', JSON.stringify({ ...metadata, redirect_uris: [`${callbackOrigin}/page`] }))
    .replace('ORIGIN', origin)
  const resolveDir = fileURLToPath(new URL('..', import.meta.url))
  const built = await build({
    stdin: { contents: given, resolveDir },
    ...{ bundle: true, format: 'esm', platform: 'browser', write: false },
  })
  return ['text/javascript', built.outputFiles[0]!.text]
}

type Kept = Record<'information' | 'tokens' | 'verifier' | 'asked', Json>

/** What a program remembers of its sign-in, in the form that both kinds of client take. */
const remembering = (kept: Partial<Kept>): Json => ({
  redirectUrl: `${callbackOrigin}/back`,
  clientMetadata: metadata,
  clientInformation: () => kept.information,
  saveClientInformation: (information: Json) => Object.assign(kept, { information }),
  tokens: () => kept.tokens,
  saveTokens: (tokens: Json) => Object.assign(kept, { tokens }),
  redirectToAuthorization: (asked: URL) => Object.assign(kept, { asked }),
  saveCodeVerifier: (verifier: string) => Object.assign(kept, { verifier }),
  codeVerifier: () => kept.verifier,
})

type Asking = { connect(): Promise<void>; finish(back: URL): Promise<void>; sites(): Promise<Json> }

const kinds: Record<string, (provider: Json) => Asking> = {
  '2026': provider => {
    const url = new URL(`${origin}/mcp/oauth`)
    const transport = () => new StreamableHTTPClientTransport(url, { authProvider: provider })
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    const first = transport()
    return {
      connect: async () => client.connect(provider.tokens() ? transport() : first),
      finish: back => first.finishAuth(back.searchParams),
      sites: () => client.callTool({ name: 'open_api_list_sites', arguments: {} }),
    }
  },
  '2025': provider => {
    const url = new URL(`${origin}/mcp/oauth`)
    const transport = () => new OldTransport(url, { authProvider: provider })
    const client = new OldClient({ name: 'test', version: '1' })
    const first = transport()
    return {
      connect: async () => client.connect((provider.tokens() ? transport() : first) as never),
      finish: back => first.finishAuth(back.searchParams.get('code')!),
      sites: () => client.callTool({ name: 'open_api_list_sites', arguments: {} }),
    }
  },
}

if (!hasChromium) test('signing in with an assistant', t => t.diagnostic(noChromium))
else {
  for (const [kind, clientOf] of Object.entries(kinds))
    for (const [how, known, looks] of [
      ['having registered', {}, { width: 1440, colorScheme: 'light' }],
      [
        'by its document',
        { information: { client_id: `${callbackOrigin}/client.json` } },
        { width: 390, colorScheme: 'dark' },
      ],
    ] as const)
      test(`a client of ${kind} gets from nothing to an answer, ${how}`, async () => {
        const { secret, key } = await server.key('company', 'c1', { name: 'Payroll' })
        const kept: Partial<Kept> = { ...known }
        const asking = clientOf(remembering(kept))
        await assert.rejects(asking.connect(), /Unauthorized/)
        assert.equal(kept.asked.origin, origin)
        const coming = comesBack()
        await agreeInBrowser(kept.asked, secret, await newPage(looks))
        const back = await coming
        assert.equal(back.searchParams.get('iss'), `${origin}/oauth`)
        await asking.finish(back)
        await asking.connect()
        assert.match(JSON.stringify(await asking.sites()), /s1/)
        const children = (await listKeys(server.database)).filter(({ parentId }) => parentId === key.id)
        assert.deepEqual(
          children.map(({ name, scopes }) => [name, scopes.every(scope => scope.startsWith('read:'))]),
          [['Test assistant', true]],
        )
      })

  for (const looks of [
    { width: 390, colorScheme: 'light' },
    { width: 1440, colorScheme: 'dark' },
  ] as const)
    test(`an operator agrees by an account of the organisation, for a key that they choose (${looks.width})`, async () => {
      const name = `Site office ${looks.width}`
      const { key } = await server.key('company', 'c1', { name })
      const kept: Partial<Kept> = {}
      const asking = kinds['2026']!(remembering(kept))
      await assert.rejects(asking.connect(), /Unauthorized/)
      const page = await newPage(looks)
      await page.goto(kept.asked.href)
      await signInWithAccount(page, 'ann')
      const choice = page.getByLabel('With which key')
      await choice.waitFor()
      await page.getByText('You are signed in as Ann Reed.').waitFor()
      await looksRight(page, 'account-chooses')
      assert.equal(
        await page.getByRole('button', { name: 'Allow Test assistant' }).count(),
        0,
        'no key is chosen',
      )
      await choice.selectOption(key.id)
      await page.getByText(name, { exact: true }).waitFor()
      await page.getByLabel('For how long').selectOption('7')
      await looksRight(page, 'account')
      const coming = comesBack()
      await page.getByRole('button', { name: 'Allow Test assistant' }).click()
      await asking.finish(await coming)
      await asking.connect()
      assert.match(JSON.stringify(await asking.sites()), /s1/)
      const [child] = (await listKeys(server.database)).filter(({ parentId }) => parentId === key.id)
      const days = (Date.parse(child!.expiresAt!) - Date.now()) / 86_400_000
      assert.ok(days > 6.9 && days <= 7)
      const [row] = await audit.rows(server.database, { kind: 'key', subject: child!.id })
      assert.deepEqual([row!.via, row!.who, row!.name], ['oidc', 'oidc:ann', 'Ann Reed'])
    })

  test('an account whose role may not let assistants in, or that has none, is told so, and a key is still a way', async () => {
    const kept: Partial<Kept> = {}
    await assert.rejects(kinds['2026']!(remembering(kept)).connect(), /Unauthorized/)
    const page = await newPage({ width: 390, colorScheme: 'light' })
    await page.goto(kept.asked.href)
    await signInWithAccount(page, 'bob')
    await page.getByText('Your role, matches, may not let assistants in. Sign in with an API key.').waitFor()
    assert.equal(await page.getByLabel('With which key').count(), 0)
    await looksRight(page, 'account-refused')
    await page.getByRole('button', { name: 'Sign in otherwise' }).click()
    await page.getByRole('link', { name: 'Continue with Example ID' }).waitFor()
    const { secret } = await server.key('company', 'c1')
    const other = await newPage({ width: 1440, colorScheme: 'dark' })
    await other.goto(kept.asked.href)
    await signInWithAccount(other, 'eve')
    await other.getByText('This account has no role here.').waitFor()
    await looksRight(other, 'account-unknown')
    const coming = comesBack()
    await agreeWithKey(other, secret)
    assert.ok((await coming).searchParams.get('code'), 'a key is still a way')
  })

  test('an assistant that is a page gets from nothing to an answer by itself', async () => {
    const { secret } = await server.key('company', 'c1')
    const page = await newPage()
    await page.goto(`${callbackOrigin}/page`)
    await agreeWithKey(page, secret)
    await page.waitForURL(`${callbackOrigin}/page?**`)
    await page.getByRole('heading', { name: /^(Answered|Failed)/ }).waitFor()
    assert.match((await page.textContent('h1'))!, /^Answered: .*s1/)
  })

  test('whoever does not want to sends the assistant back with that, and a frame shows nothing', async () => {
    const kept: Partial<Kept> = {}
    await assert.rejects(kinds['2026']!(remembering(kept)).connect(), /Unauthorized/)
    const page = await newPage()
    await page.goto(kept.asked.href)
    const coming = comesBack()
    await page.getByRole('button', { name: 'Do not allow' }).click()
    assert.equal((await coming).searchParams.get('error'), 'access_denied')
    await page.waitForURL(`${callbackOrigin}/back?**`)
    await page.goto(`${callbackOrigin}/framing`)
    const answered = page.waitForResponse(response => response.url().startsWith(`${origin}/portal/consent`))
    await page.setContent(`<iframe src="${kept.asked.href.replaceAll('&', '&amp;')}"></iframe>`)
    await answered
    const framed = page.frames().find(frame => frame !== page.mainFrame())!
    assert.equal(await framed.getByRole('heading', { name: /use Muster/ }).count(), 0)
  })

  test('a request that nobody may be sent back from is said to be wrong on the page', async () => {
    const page = await newPage()
    await page.goto(`${origin}/oauth/authorize?client_id=nobody&redirect_uri=https://evil.example/`)
    await page.getByRole('heading', { name: 'This cannot be agreed to' }).waitFor()
    assert.ok(page.url().startsWith(`${origin}/portal/consent?`))
    assert.deepEqual(await faultsOf(page), [])
  })

  test('the conformance tool finds nothing wrong with the authorization server', async () => {
    const { secret } = await server.key('company', 'c1')
    const registered = await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...metadata, redirect_uris: ['http://127.0.0.1/callback'] }),
    })
    const { client_id: id } = (await registered.json()) as Json
    const said = await conformanceOf(id, secret)
    const summaries = said.match(/Passed: \d+\/\d+, \d+ failed|\d+ passed, \d+ failed/g) ?? []
    assert.ok(summaries.length > 0 && summaries.every(each => / 0 failed/.test(each)), said)
  })

  /** What the tool says. It takes the port that it is told, which may have become somebody else's: then it is told another. */
  async function conformanceOf(id: string, secret: string): Promise<string> {
    const holder = createServer()
    const own = await listening(holder)
    holder.close()
    await once(holder, 'close')
    const tool = fileURLToPath(
      new URL('../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
    )
    const agreeFor = async (address: string) => {
      const page = await newPage()
      await page.goto(address)
      await page.fill('input[type=password]', secret)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Allow Test assistant' }).click()
      await page.waitForURL(`http://127.0.0.1:${own}/**`)
    }
    const args = [tool, 'authorization', '--url', `${origin}/oauth`, '--client-id', id, '--port', String(own)]
    const running = execFile(process.execPath, [...args, '--resource', `${origin}/mcp/oauth`])
    let said = ''
    let visited: Promise<void> | undefined
    const heard = (piece: string) => {
      said += piece
      const [address] = said.match(new RegExp(`${origin}/oauth/authorize\\?\\S+(?=\\s)`)) ?? []
      if (address) visited ??= agreeFor(address)
    }
    running.stdout!.on('data', heard)
    running.stderr!.on('data', heard)
    await once(running, 'close')
    await visited
    if (said.includes('EADDRINUSE')) return conformanceOf(id, secret)
    assert.ok(visited, said)
    return said
  }
}
