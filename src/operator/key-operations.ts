// Keys over the operator's interface.

import { badRequest, Problem } from '../problem.ts'
import { Type } from '../shape/schema.ts'
import { instant, integer, list, maybe, number, oneOf, orNull, record, text } from '../shape/shape.ts'
import type { Database } from '../store/engine/database.ts'
import { createKey, type KeyInfo, listKeys, revokeKey, rotateKey, updateKey } from '../store/keys/keys.ts'
import { usageOf } from '../store/keys/ledger.ts'
import { checkedKey } from './key-rules.ts'
import { operatorOperation, upTo999 } from './operation.ts'
import { keySubject } from './subjects.ts'

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

async function keyWith(database: Database, id: string): Promise<KeyInfo> {
  const [key] = await listKeys(database, id)
  if (key?.id === id) return key
  throw new Problem('NOT_FOUND', 'There is no key with this id')
}

function expiryIn(given: string | null | undefined): { expiresAt?: Date | null } {
  if (given === undefined) return {}
  if (given === null) return { expiresAt: null }
  const expiresAt = new Date(given)
  if (Number.isNaN(expiresAt.getTime())) throw badRequest('expiresAt is not a date')
  if (expiresAt.getTime() <= Date.now()) throw badRequest('expiresAt is over; revoke stops a key at once')
  return { expiresAt }
}

export const keyOperations = [
  operatorOperation('GET', '/keys', {
    summary: 'All API keys',
    for: 'read',
    answers: list(Key),
    run: (_, { database }) => listKeys(database),
  }),
  operatorOperation('POST', '/keys', {
    summary: 'Make an API key; its secret is in this answer and never again',
    for: 'operate',
    changes: keySubject,
    body: record({ ...changeable, kind, owners: texts, scopes: texts }),
    answers: Fresh,
    status: 201,
    run: async ({ body }, { database }) => {
      const { description, expiresAt: given, ...rest } = body
      const checked = await checkedKey(database, body.kind, body)
      const { expiresAt } = expiryIn(given)
      return createKey(database, {
        ...rest,
        name: rest.name ?? `${body.kind} key`,
        ...(description != null && { description }),
        ...checked,
        ...(expiresAt && { expiresAt }),
      })
    },
  }),
  operatorOperation('GET', '/keys/{id}', {
    summary: 'One API key',
    for: 'read',
    answers: Key,
    run: ({ path }, { database }) => keyWith(database, path.id!),
  }),
  operatorOperation('PATCH', '/keys/{id}', {
    summary: 'Change an API key',
    for: 'operate',
    changes: keySubject,
    body: record(changeable),
    answers: Key,
    run: async ({ path, body }, { database }) => {
      const key = await keyWith(database, path.id!)
      const { expiresAt, ...rest } = body
      const checked = await checkedKey(database, key.kind, body)
      return updateKey(database, key, { ...rest, ...checked, ...expiryIn(expiresAt) })
    },
  }),
  operatorOperation('POST', '/keys/{id}/rotate', {
    summary: 'A new secret at once; the one before works for the overlap, 24 hours unless given',
    for: 'operate',
    changes: keySubject,
    body: record({ overlapSeconds: maybe(Type.Integer({ minimum: 0, maximum: 30 * 86_400 })) }),
    answers: Fresh,
    run: async ({ path, body }, { database }) => {
      const key = await keyWith(database, path.id!)
      if (key.state !== 'active')
        throw badRequest(`This key is ${key.state}; a new secret would not open anything`)
      return rotateKey(database, key.id, (body.overlapSeconds ?? 86_400) * 1000)
    },
  }),
  operatorOperation('POST', '/keys/{id}/revoke', {
    summary: 'End an API key at once, for good',
    for: 'operate',
    changes: keySubject,
    answers: Key,
    run: async ({ path }, { database }) => revokeKey(database, (await keyWith(database, path.id!)).id),
  }),
  operatorOperation('GET', '/keys/{id}/usage', {
    summary: 'What a key did by day, operation and outcome',
    for: 'read',
    query: { days: upTo999 },
    answers: list(record({ day: text, operation: text, outcome: text, requests: number })),
    run: async ({ path, query }, { database }) =>
      usageOf(database, (await keyWith(database, path.id!)).id, Number(query.days ?? 30)),
  }),
]
