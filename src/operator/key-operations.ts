// Keys over the operator's interface.
import { Type } from 'typebox'
import { plainRange } from '../access/address.ts'
import type { CallerKind } from '../access/caller.ts'
import { scopesFor } from '../api/scopes.ts'
import { badRequest, Problem } from '../problem.ts'
import { instant, integer, list, maybe, number, oneOf, orNull, record, text } from '../shape/shape.ts'
import type { Database } from '../store/engine/database.ts'
import {
  createKey,
  type KeyInfo,
  listKeys,
  revokeKey,
  rotateKey,
  unknownOwners,
  updateKey,
} from '../store/keys/keys.ts'
import { usageOf } from '../store/keys/ledger.ts'
import { operatorOperation, upTo999 } from './operation.ts'

const kind = oneOf('company', 'agency')
const texts = Type.Array(Type.String({ minLength: 1 }))
const limit = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })

const Key = record({
  id: text,
  kind,
  name: text,
  description: orNull(text),
  owners: list(text),
  scopes: list(text),
  hint: text,
  perMinute: integer,
  perDay: integer,
  allowedIps: list(text),
  expiresAt: orNull(instant),
  revokedAt: orNull(instant),
  lastUsedAt: orNull(instant),
  createdAt: instant,
  state: oneOf('active', 'revoked', 'expired'),
  usedToday: integer,
  oldSecrets: list(record({ hint: text, until: instant })),
})
const Fresh = record({ secret: text, key: Key })

const changeable = {
  name: maybe(Type.String({ minLength: 1, maxLength: 200 })),
  description: maybe(orNull(text)),
  scopes: maybe(texts),
  owners: maybe(texts),
  perMinute: maybe(limit),
  perDay: maybe(limit),
  allowedIps: maybe(texts),
  expiresAt: maybe(orNull(instant)),
}

type Changeable = {
  scopes?: string[]
  owners?: string[]
  allowedIps?: string[]
  expiresAt?: string | null
}

export async function keyWith(database: Database, id: string): Promise<KeyInfo> {
  const [key] = await listKeys(database, id)
  if (key?.id === id) return key
  throw new Problem('NOT_FOUND', 'There is no key with this id')
}

/** The same rules as the command line has. */
async function checkedKey(database: Database, kind: CallerKind, given: Changeable) {
  const { scopes, owners, allowedIps, expiresAt } = given
  const open = scopesFor(kind)
  const strange = scopes?.find(scope => !open.includes(scope as never))
  if (strange !== undefined)
    throw badRequest(`"${strange.slice(0, 80)}" is not a scope of ${kind} keys, which are ${open.join(', ')}`)
  if (scopes?.length === 0) throw badRequest(`Give at least one scope: ${open.join(', ')}`)
  if (owners) {
    if (owners.length === 0) throw badRequest(`Give the id of at least one ${kind}`)
    const unknown = await unknownOwners(database, kind, owners)
    if (unknown.length > 0) throw new Problem('NOT_FOUND', `There is no ${kind} ${unknown.join(', ')}`)
  }
  const ranges = allowedIps?.map(ip => {
    const range = plainRange(ip)
    if (range === undefined) throw badRequest(`"${ip.slice(0, 80)}" is not an address or CIDR range`)
    return range
  })
  if (expiresAt && Number.isNaN(Date.parse(expiresAt))) throw badRequest('expiresAt is not a date')
  if (expiresAt && Date.parse(expiresAt) <= Date.now())
    throw badRequest('expiresAt is over; revoke stops a key at once')
  return {
    ...(scopes && { scopes: [...new Set(scopes)] }),
    ...(owners && { owners: [...new Set(owners)] }),
    ...(ranges && { allowedIps: [...new Set(ranges)] }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
  }
}

export const keyOperations = [
  operatorOperation({
    method: 'GET',
    path: '/keys',
    summary: 'All API keys',
    answers: list(Key),
    run: (_, { database }) => listKeys(database),
  }),
  operatorOperation({
    method: 'POST',
    path: '/keys',
    summary: 'Make an API key; its secret is in this answer and never again',
    body: record({ ...changeable, kind, owners: texts, scopes: texts }),
    answers: Fresh,
    status: 201,
    run: async ({ body }, { database }) => {
      const { description, expiresAt: _, ...rest } = body
      const { expiresAt, ...checked } = await checkedKey(database, body.kind, body)
      return createKey(database, {
        ...rest,
        name: rest.name ?? `${body.kind} key`,
        ...(description != null && { description }),
        ...checked,
        ...(expiresAt && { expiresAt }),
      })
    },
  }),
  operatorOperation({
    method: 'GET',
    path: '/keys/{id}',
    summary: 'One API key',
    answers: Key,
    run: ({ path }, { database }) => keyWith(database, path.id!),
  }),
  operatorOperation({
    method: 'PATCH',
    path: '/keys/{id}',
    summary: 'Change an API key',
    body: record(changeable),
    answers: Key,
    run: async ({ path, body }, { database }) => {
      const key = await keyWith(database, path.id!)
      const { expiresAt: _, ...rest } = body
      return updateKey(database, key, { ...rest, ...(await checkedKey(database, key.kind, body)) })
    },
  }),
  operatorOperation({
    method: 'POST',
    path: '/keys/{id}/rotate',
    summary: 'A new secret at once; the one before works for the overlap, 24 hours unless given',
    body: record({ overlapSeconds: maybe(Type.Integer({ minimum: 0, maximum: 30 * 86_400 })) }),
    answers: Fresh,
    run: async ({ path, body }, { database }) => {
      const key = await keyWith(database, path.id!)
      if (key.state !== 'active')
        throw badRequest(`This key is ${key.state}; a new secret would not open anything`)
      return rotateKey(database, key.id, (body.overlapSeconds ?? 86_400) * 1000)
    },
  }),
  operatorOperation({
    method: 'POST',
    path: '/keys/{id}/revoke',
    summary: 'End an API key at once, for good',
    answers: Key,
    run: async ({ path }, { database }) => revokeKey(database, (await keyWith(database, path.id!)).id),
  }),
  operatorOperation({
    method: 'GET',
    path: '/keys/{id}/usage',
    summary: 'What a key did by day, operation and outcome',
    query: { days: upTo999 },
    answers: list(record({ day: text, operation: text, outcome: text, requests: number })),
    run: async ({ path, query }, { database }) =>
      usageOf(database, (await keyWith(database, path.id!)).id, Number(query.days ?? 30)),
  }),
]
