// What the holder of a key asks about the key, signed in to the portal of a real server with it; every answer held to its
// declaration.
import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import { routesOf } from '../../src/http/routes.ts'
import type { OwnOperation } from '../../src/operator/operation.ts'
import { ownOperations } from '../../src/operator/own-operations.ts'
import type { OperatorServer } from './operator.ts'
import type { Json } from './server.ts'

export const ownAnswered = new Set<OwnOperation>()

export type AskOwn = (secret: string, method: string, path: string, body?: unknown) => Promise<Json>

export function ownClient({ running }: OperatorServer): AskOwn {
  const routes = routesOf(ownOperations)
  const cookies = new Map<string, string>()
  const send = (method: string, path: string, cookie: string, body?: unknown) =>
    fetch(new URL(`/portal${path}`, running.operatorUrl), {
      method,
      headers: {
        'X-Muster-Portal': '1',
        ...(cookie && { Cookie: cookie }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const cookieOf = async (secret: string) => {
    const known = cookies.get(secret)
    if (known) return known
    const opened = await send('POST', '/session', '', { key: secret })
    assert.equal(opened.status, 201, await opened.text())
    const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!
    cookies.set(secret, cookie)
    return cookie
  }
  return async (secret, method, address, body) => {
    const response = await send(method, `/own${address}`, await cookieOf(secret), body)
    const { data, error } = (await response.json()) as Json
    if (error) return { status: response.status, error }
    const { operation } = routes(method, address.split('?')[0]!)
    const check = Compile(operation.answers)
    assert.deepEqual(check.Check(data) ? [] : check.Errors(data).slice(0, 3), [], `${method} ${address}`)
    ownAnswered.add(operation)
    return { status: response.status, data }
  }
}
