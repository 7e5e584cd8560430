// A server where assistants may sign in, and an assistant that does what it is told, rightly or wrongly.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { scopesFor } from '../../src/api/scopes.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { type Portal, portal } from './portal.ts'
import type { Json } from './server.ts'

export const publicUrl = 'https://muster.example'
export const issuer = `${publicUrl}/oauth`
export const resource = `${publicUrl}/mcp/oauth`
export const back = 'https://assistant.example/back'

type Told = { status: number; headers: Headers; body: Json }
export type Form = Record<string, string>

export const pkce = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** What an assistant sends the user with. */
export const request = (clientId: string, challenge: string, more: Form = {}): Form => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: back,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'xyz',
  resource,
  ...more,
})

export function codeIn({ status, body }: Pick<Told, 'status' | 'body'>): string {
  assert.equal(status, 200, JSON.stringify(body))
  const url = new URL(body.data.location)
  assert.equal(url.searchParams.get('iss'), issuer)
  return url.searchParams.get('code') ?? ''
}

export async function oauthServer(settings: Record<string, string> = {}) {
  const server = await portal({
    PUBLIC_URL: publicUrl,
    ASSISTANT_HOSTS: 'assistant.example,localhost',
    ...settings,
  })
  const sending = senderTo(server.operatorOrigin)
  const assistant = { ...sending, ...clientOf(sending) }
  return {
    ...server,
    // PUBLIC_URL leads nowhere here.
    origin: server.operatorOrigin,
    ...assistant,
    ...holderOn(server, assistant),
    parent: (kind: 'company' | 'agency' = 'company', more: object = {}) =>
      createKey(server.database, {
        kind,
        owners: [kind === 'company' ? 'c1' : 'a1'],
        name: 'Payroll',
        scopes: scopesFor(kind),
        perMinute: 10_000,
        perDay: 100_000,
        ...more,
      }),
  }
}

function senderTo(origin: string) {
  let asked = 0
  const at = async (path: string, init: RequestInit = {}): Promise<Told> => {
    // Each from an address of its own, so that none is slowed down for what another tried.
    const from = { 'X-Forwarded-For': `10.9.${(++asked >> 8) & 255}.${asked & 255}` }
    const headers = { ...from, ...(init.headers as Record<string, string>) }
    const response = await fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(text) }
  }
  return {
    at,
    post: (path: string, form: Form, headers: Record<string, string> = {}) =>
      at(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(form).toString(),
      }),
  }
}

type Sender = ReturnType<typeof senderTo>

function clientOf({ at, post }: Sender) {
  const register = (metadata: object = {}) =>
    at('/oauth/register', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        client_name: 'An assistant',
        redirect_uris: [back],
        token_endpoint_auth_method: 'none',
        ...metadata,
      }),
    })
  const ask = (token: string | undefined, message: object, path = '/mcp/oauth') =>
    at(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    })
  return {
    register,
    async client(metadata: object = {}): Promise<string> {
      const { status, body } = await register(metadata)
      assert.equal(status, 201, JSON.stringify(body))
      return body.client_id
    },
    exchange: (clientId: string, code: string, verifier: string, more: Form = {}) =>
      post('/oauth/token', {
        grant_type: 'authorization_code',
        client_id: clientId,
        code,
        redirect_uri: back,
        code_verifier: verifier,
        resource,
        ...more,
      }),
    refresh: (clientId: string, token: string, more: Form = {}) =>
      post('/oauth/token', {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: token,
        ...more,
      }),
    list: (token: string | undefined, path?: string) => ask(token, { method: 'tools/list' }, path),
    call: (token: string, name: string, given: object = {}) =>
      ask(token, { method: 'tools/call', params: { name, arguments: given } }),
  }
}

type Assistant = Sender & ReturnType<typeof clientOf>

function holderOn(server: Portal, { client, exchange }: Assistant) {
  /** The holder of a key agrees, to what is said or to everything. */
  const agree = async (secret: string, query: Form | string, choice: object = {}) => {
    const browser = server.browser()
    await browser.signIn({ key: secret })
    const { body: session } = await browser.ask('GET', '/session')
    const search = new URLSearchParams(query).toString()
    const body = { query: search, agree: true, scopes: session.data.key.scopes, days: 30, ...choice }
    return browser.ask('POST', '/consent/answer', body)
  }
  return {
    agree,
    /** From nothing to tokens. */
    async signIn(secret: string, choice: object = {}) {
      const clientId = await client()
      const { verifier, challenge } = pkce()
      const code = codeIn(await agree(secret, request(clientId, challenge), choice))
      const { status, body } = await exchange(clientId, code, verifier)
      assert.equal(status, 200, JSON.stringify(body))
      const { access_token: access, refresh_token: refresh } = body as Record<string, string>
      return { clientId, code, verifier, access: access!, refresh: refresh!, body }
    },
  }
}

function parsed(text: string): Json {
  const event = /^data: (.*)$/m.exec(text)?.[1]
  try {
    return JSON.parse(event ?? text)
  } catch {
    return text
  }
}
