// A whole server with its portal in this process, over a test database, and browsers that keep its cookie.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { after } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import type { Database } from '../../src/database/database.ts'
import { load } from '../../src/load/load.ts'
import { runServer } from '../../src/server/serve.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { createKey, type NewKey } from '../../src/store/keys/keys.ts'
import { createOperatorToken } from '../../src/store/operators/tokens.ts'
import { logger } from '../../src/telemetry/log.ts'
import { testDatabase, urlOf } from './database.ts'
import { assignment, rivals } from './lines.ts'
import { masterLists } from './newcomer.ts'
import { checkOperatorAnswer } from './operator-check.ts'
import { type Json, ndjson } from './server.ts'

export type Answer = { status: number; headers: Headers; body: Json }

export type Browser = {
  /** The session's secret, as the cookie has it. */
  secret: string | undefined
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  signIn(secret: { token: string } | { link: string } | { key: string }): Promise<Answer>
}

export type Portal = {
  origin: string
  operatorOrigin: string
  database: Database
  /** For commands on the same installation. */
  environment: Record<string, string>
  log(): string
  browser(at?: string): Browser
  key(kind: 'company' | 'agency', owner: string, more?: Partial<NewKey>): ReturnType<typeof createKey>
  token(
    role: Parameters<typeof createOperatorToken>[2],
    name?: string,
  ): Promise<{ id: string; secret: string }>
}

const programme = () => [
  ...rivals(),
  ...masterLists(),
  assignment('as1', { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }),
]

export async function portal(settings: Record<string, string> = {}): Promise<Portal> {
  const { database, connection } = await testDatabase()
  await load(database, recordTypes, ndjson(programme()))
  const data = await mkdtemp(join(tmpdir(), 'muster-portal-'))
  after(() => rm(data, { recursive: true, force: true }))
  const environment = {
    DATABASE_URL: urlOf(connection),
    MUSTER_SECRET: 'the master secret of all the tests',
    MUSTER_DATA: data,
    PORT: '0',
    TRUSTED_PROXIES: '127.0.0.1',
    ...settings,
  }
  let lines = ''
  const stream = new Writable({
    write(chunk, _, done) {
      lines += chunk
      done()
    },
  })
  const log = logger('trace', stream)
  const running = await runServer(readSettings({}, environment), log, () => {})
  after(() => running.stop())
  const origin = new URL(running.baseUrl).origin
  return {
    origin,
    operatorOrigin: running.operatorUrl,
    database,
    environment,
    log: () => lines,
    browser: (at = running.operatorUrl) => browserAt(at),
    key: (kind, owner, more = {}) =>
      createKey(database, {
        kind,
        owners: [owner],
        name: `${owner} key`,
        scopes: scopesFor(kind),
        perMinute: 1_000_000,
        perDay: 100_000_000,
        ...more,
      }),
    token: (role, name = `the ${role}`) => createOperatorToken(database, name, role),
  }
}

let browsers = 0

/** Each at an address of its own, so that none is slowed down for what another tried. */
function browserAt(origin: string): Browser {
  const n = browsers++
  const address = `10.0.${n >> 8}.${n & 255}`
  const browser: Browser = {
    secret: undefined,
    async ask(method, path, body, headers = {}) {
      const response = await fetch(`${origin}/portal${path}`, {
        method,
        redirect: 'manual',
        headers: {
          'X-Muster-Portal': '1',
          'X-Forwarded-For': address,
          ...(method !== 'GET' && { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(browser.secret && { Cookie: `theme=dark; muster_session=${browser.secret}` }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const [, set] = /^muster_session=([^;]*)/.exec(response.headers.get('set-cookie') ?? '') ?? []
      if (set !== undefined) browser.secret = set || undefined
      const text = await response.text()
      const operated = path.startsWith('/operator/') ? path.slice('/operator'.length) : undefined
      if (operated !== undefined) checkOperatorAnswer(method, operated, response, text)
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return {
        status: response.status,
        headers: response.headers,
        body: isJson && text !== '' ? JSON.parse(text) : text,
      }
    },
    signIn: secret => browser.ask('POST', '/session', secret),
  }
  return browser
}
