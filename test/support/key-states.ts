// Every state a key can be in, made on a server whose clock stands still, and what each is answered.

import type { CallerKind, Scope } from '../../src/access/caller.ts'
import { newSecret } from '../../src/access/key-format.ts'
import { allowsKind } from '../../src/access/permit.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import type { ProblemCode } from '../../src/errors/problem.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { createKey, type NewKey, revokeKey, rotateKey } from '../../src/store/keys/keys.ts'
import { createOperatorToken } from '../../src/store/operators/tokens.ts'
import type { Clock } from './clock.ts'
import type { TestServer } from './server.ts'

export type KeyState = {
  name: string
  secret?: string
  kind?: CallerKind
  keyId?: string
  /** What becomes of everything this key asks, whatever it is. */
  refused?: ProblemCode
  /** The scopes it has, where it is not refused. */
  scopes?: readonly string[]
  /** The one scope it has not. */
  lacks?: Scope
  /** `RateLimit` of a refusal, and when to come back. */
  rateLimit?: string
  retryAfter?: string
}

export const limits = { perMinute: 1_000_000, perDay: 2_000_000 }
const kinds = ['company', 'agency'] as const

/** The clock must stand at noon; it is left a minute later. */
export async function keyStates(
  server: TestServer,
  clock: Clock,
  owners: Record<CallerKind, string[]>,
  scopes: readonly Scope[],
): Promise<KeyState[]> {
  const states: KeyState[] = [
    { name: 'none', refused: 'MISSING_API_KEY' },
    { name: 'malformed', secret: 'hunter2', refused: 'INVALID_API_KEY' },
    { name: 'unknown', secret: newSecret('company'), refused: 'INVALID_API_KEY' },
    {
      name: 'an operator token',
      secret: (await createOperatorToken(server.database, 'x', 'owner')).secret,
      refused: 'INVALID_API_KEY',
    },
  ]
  const replaced: KeyState[] = []
  for (const kind of kinds) {
    const make = (more: Partial<NewKey> = {}) =>
      createKey(server.database, {
        kind,
        owners: owners[kind],
        name: 'k',
        scopes: scopesFor(kind),
        ...limits,
        ...more,
      })
    const add = (name: string, made: { secret: string; key: { id: string } }, more: Partial<KeyState>) =>
      states.push({ name: `${kind}, ${name}`, kind, secret: made.secret, keyId: made.key.id, ...more })
    const good = await make()
    add('good', good, { scopes: scopesFor(kind) })
    add('bad checksum', { ...good, secret: mistyped(good.secret) }, { refused: 'INVALID_API_KEY' })
    for (const scope of scopes) {
      const others = scopesFor(kind).filter(other => other !== scope)
      add(`without ${scope}`, await make({ scopes: others }), { scopes: others, lacks: scope })
    }
    const revoked = await make()
    await revokeKey(server.database, revoked.key.id)
    add('revoked', revoked, { refused: 'REVOKED_API_KEY' })
    add('expired', await make({ expiresAt: clock.now() }), { refused: 'EXPIRED_API_KEY' })
    add('outside its addresses', await make({ allowedIps: ['192.0.2.0/24', '2001:db8::/32'] }), {
      refused: 'IP_NOT_ALLOWED',
      rateLimit: `"minute";r=${limits.perMinute};t=0,"day";r=${limits.perDay};t=43140`,
    })
    const rotated = await make()
    const fresh = await rotateKey(server.database, rotated.key.id, 120_000)
    add('rotated, within the overlap', rotated, { scopes: scopesFor(kind) })
    add('rotated, the new secret', fresh, { scopes: scopesFor(kind) })
    const old = await make()
    await rotateKey(server.database, old.key.id, 60_000)
    replaced.push({
      name: `${kind}, rotated, after the overlap`,
      kind,
      secret: old.secret,
      keyId: old.key.id,
      refused: 'EXPIRED_API_KEY',
    })
  }
  await clock.set(new Date(clock.now().getTime() + 60_000))
  return [...states, ...replaced, ...(await exhausted(server, owners))]
}

async function exhausted(server: TestServer, owners: Record<CallerKind, string[]>): Promise<KeyState[]> {
  const states: KeyState[] = []
  for (const kind of kinds) {
    for (const [name, few] of [
      ['minute', { perMinute: 1 }],
      ['day', { perDay: 1 }],
    ] as const) {
      const { secret, key } = await createKey(server.database, {
        kind,
        owners: owners[kind],
        name: 'k',
        scopes: scopesFor(kind),
        ...limits,
        ...few,
      })
      await server.get('/me', secret)
      const minute = name === 'minute' ? 0 : limits.perMinute - 1
      const day = name === 'day' ? 0 : limits.perDay - 1
      states.push({
        name: `${kind}, over the ${name}`,
        kind,
        secret,
        keyId: key.id,
        refused: 'RATE_LIMIT_EXCEEDED',
        rateLimit: `"minute";r=${minute};t=60,"day";r=${day};t=43140`,
        retryAfter: name === 'minute' ? '60' : '43140',
      })
    }
  }
  return states
}

const mistyped = (secret: string) =>
  `${secret.slice(0, 10)}${secret[10] === 'x' ? 'y' : 'x'}${secret.slice(11)}`

/** The code a request ends with, or 'ok' where it reaches its operation. */
export function expected(state: KeyState, found: readonly Operation[], method: string): ProblemCode | 'ok' {
  if (state.refused) return state.refused
  if (found.length === 0) return 'NOT_FOUND'
  const operation = found.find(each => each.method === method)
  if (!operation) return 'METHOD_NOT_ALLOWED'
  if (!allowsKind(operation, state.kind!))
    return operation.callers === 'company' ? 'COMPANY_KEY_REQUIRED' : 'AGENCY_KEY_REQUIRED'
  if (operation.scopes.some(scope => !state.scopes!.includes(scope))) return 'INSUFFICIENT_SCOPE'
  return 'ok'
}
