// A whole server in this process, as `muster up` runs one, over a database with two rivals in it, and a client of the
// operator's interface whose every answer is held to its document.

import { after } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { load } from '../../src/load/load.ts'
import { runServer } from '../../src/server/serve.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { createKey, type KeyInfo, type NewKey } from '../../src/store/keys/keys.ts'
import { createOperatorToken } from '../../src/store/operators/tokens.ts'
import { logger } from '../../src/telemetry/log.ts'
import { testDatabase, urlOf } from './database.ts'
import { rivals } from './lines.ts'
import { masterLists } from './newcomer.ts'
import { checkOperatorAnswer } from './operator-check.ts'
import { dataFolder } from './process.ts'
import { expectNoSecret } from './secret-scan.ts'
import { type Json, ndjson } from './server.ts'

export type OperatorServer = Awaited<ReturnType<typeof operatorServer>>

/** Asks the operator's interface of a server with a token, and holds each answer to its document. */
export const operatorAt =
  (origin: string, token: string) =>
  async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Json> => {
    const response = await fetch(`${origin}/operator${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    })
    const text = await response.text()
    checkOperatorAnswer(method, path, response, text)
    if (!/secret/.test(text)) expectNoSecret(text, `the answer of ${method} ${path}`)
    return { status: response.status, requestId: response.headers.get('x-request-id'), ...JSON.parse(text) }
  }

export async function operatorServer(more: Record<string, string> = {}) {
  const { database, connection } = await testDatabase()
  await load(database, recordTypes, ndjson([...rivals(), ...masterLists()]))
  const environment = {
    DATABASE_URL: urlOf(connection),
    MUSTER_SECRET: 's'.repeat(32),
    MUSTER_DATA: await dataFolder(),
    PORT: '0',
    WEBHOOK_LOOPBACK: 'yes',
    ...more,
  }
  const running = await runServer(readSettings({}, environment), logger('silent'), () => {})
  running.ready()
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= running.stop()
    return stopping
  }
  after(stop)
  const { secret: token, id: tokenId } = await createOperatorToken(database, 'tests', 'owner')

  const operator = operatorAt(running.operatorUrl, token)

  return {
    database,
    running,
    environment,
    token,
    tokenId,
    operator,
    stop,
    loaded: (...lines: object[]) =>
      operator('POST', '/loads', lines.map(line => `${JSON.stringify(line)}\n`).join('')),
    key: (
      kind: 'company' | 'agency',
      owners: readonly string[],
      given: Partial<NewKey> = {},
    ): Promise<{ secret: string; key: KeyInfo }> =>
      createKey(database, {
        kind,
        owners,
        name: `key of ${owners}`,
        scopes: scopesFor(kind),
        perMinute: 1_000_000,
        perDay: 1_000_000,
        ...given,
      }),
    api: async (path: string, secret: string, init: RequestInit = {}): Promise<Json> => {
      const headers = { ...init.headers, Authorization: `Bearer ${secret}` }
      const response = await fetch(`${running.baseUrl}${path}`, { ...init, headers })
      const requestId = response.headers.get('x-request-id')
      return { status: response.status, requestId, ...((await response.json()) as object) }
    },
  }
}
