// Keys over the operator's interface.
import { type CallerKind, callerKinds } from '../access/caller.ts'
import { ownersOf } from '../access/owners.ts'
import { allowsKind, callableWith } from '../access/permit.ts'
import { operations } from '../api/index.ts'
import { type ScopeName, scopes, scopesFor } from '../api/scopes.ts'
import { badRequest } from '../errors/problem.ts'
import { Explanation, explainKey, requestToExplain } from '../keys/explain-key.ts'
import { checkedKey, refuseSignIn } from '../keys/key-rules.ts'
import { presets } from '../keys/key-tasks.ts'
import { Type } from '../shape/schema.ts'
import { instant, integer, list, maybe, orNull, record, text } from '../shape/shape.ts'
import {
  createKey,
  currentHash,
  type KeyInfo,
  keys,
  revokeKey,
  rotateKey,
  updateKey,
} from '../store/keys/keys.ts'
import { usage } from '../store/keys/ledger.ts'
import { callerKind, findOwners, ownerNames } from '../store/keys/owners.ts'
import { upTo999 } from '../store/lists/list.ts'
import { keySubject } from './audit.ts'
import { existingRow, listFrom, oneFrom } from './list-operations.ts'
import { type OperatorBackend, operatorOperation } from './operation.ts'

const texts = Type.Array(Type.String({ minLength: 1 }))
const limit = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })

const WithSecret = record({ secret: text, key: keys.Row })

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

type Owned = { kind: CallerKind; owners: readonly string[] }

/** With the name of each owner, or its id where that is not known. */
export async function withOwnerNames<T extends Owned>(
  all: readonly T[],
  { database, types }: OperatorBackend,
): Promise<(T & { ownerNames: string[] })[]> {
  const owners = new Set(all.flatMap(({ kind, owners }) => ownersOf(kind, owners)))
  const nameOf = await ownerNames(database, types, [...owners])
  return all.map(one => ({
    ...one,
    ownerNames: ownersOf(one.kind, one.owners).map(nameOf),
  }))
}

export const oneWithOwnerNames = async <T extends Owned>(one: T, backend: OperatorBackend) =>
  (await withOwnerNames([one], backend))[0]!

const withSecret = async ({ secret, key }: { secret: string; key: KeyInfo }, backend: OperatorBackend) => ({
  secret,
  key: await oneWithOwnerNames(key, backend),
})

function expiryIn(expiry: string | null | undefined): { expiresAt?: Date | null } {
  if (expiry === undefined) return {}
  if (expiry === null) return { expiresAt: null }
  const expiresAt = new Date(expiry)
  if (Number.isNaN(expiresAt.getTime())) throw badRequest('expiresAt is not a date')
  if (expiresAt.getTime() <= Date.now()) throw badRequest('expiresAt is over; revoke stops a key at once')
  return { expiresAt }
}

/** The operations of the API that such a key may call. */
export const callableBy = (
  { kind, scopes }: Pick<KeyInfo, 'kind' | 'scopes'>,
  among: typeof operations = operations,
): string[] => callableWith({ kind, scopes: new Set(scopes) }, among)

function operationNamed(name: string): (typeof operations)[number] {
  const found = operations.find(({ method, path }) => `${method} ${path}` === name)
  if (found) return found
  throw badRequest(`calls: the API has no operation ${name.slice(0, 80)}; one is GET /sites/{id}`)
}

export const keyOperations = [
  operatorOperation('GET', '/keys', {
    summary:
      'All API keys and the sign-ins with them; calls, such as GET /sites, leaves those that may call that operation of the API, parent the sign-ins with that key',
    for: 'read',
    ...listFrom(keys),
    query: { ...keys.query, calls: Type.String({ minLength: 1, maxLength: 200 }) },
    run: async ({ query: { calls, ...query }, ...backend }) => {
      const all = await keys.rows(backend.database, query)
      const wanted = calls === undefined ? undefined : operationNamed(calls)
      return withOwnerNames(wanted ? all.filter(key => callableBy(key, [wanted]).length > 0) : all, backend)
    },
  }),
  operatorOperation('POST', '/keys', {
    summary: 'Make an API key; its secret is in this answer and never again',
    for: 'operate',
    changes: keySubject,
    body: record({ ...changeable, kind: callerKind, owners: texts, scopes: texts }),
    answers: WithSecret,
    status: 201,
    run: async ({ body, ...backend }) => {
      const { database } = backend
      const { description, expiresAt: expiry, ...rest } = body
      const checked = await checkedKey(database, body.kind, body)
      const { expiresAt } = expiryIn(expiry)
      const created = await createKey(database, {
        ...rest,
        name: rest.name ?? `${body.kind} key`,
        ...(description != null && { description }),
        ...checked,
        ...(expiresAt && { expiresAt }),
      })
      return withSecret(created, backend)
    },
  }),
  operatorOperation('GET', '/keys/{id}', {
    summary: 'One API key',
    for: 'read',
    ...oneFrom(keys, { show: withOwnerNames }),
  }),
  operatorOperation('GET', '/keys/{id}/operations', {
    summary: 'The operations of the API that this key may call, each as GET /sites/{id}',
    for: 'read',
    answers: list(text),
    run: async ({ path, database }) => callableBy(await existingRow(keys, database, path.id)),
  }),
  operatorOperation('PATCH', '/keys/{id}', {
    summary: 'Change an API key',
    for: 'operate',
    changes: keySubject,
    body: record(changeable),
    answers: keys.Row,
    run: async ({ path, body, ...backend }) => {
      const { database } = backend
      const key = await existingRow(keys, database, path.id)
      refuseSignIn(key)
      const { expiresAt, ...rest } = body
      const checked = await checkedKey(database, key.kind, body)
      return oneWithOwnerNames(
        await updateKey(database, key, { ...rest, ...checked, ...expiryIn(expiresAt) }),
        backend,
      )
    },
  }),
  operatorOperation('POST', '/keys/{id}/rotate', {
    summary:
      'A new secret at once; the one before works for the overlap, 24 hours unless given, and sign-ins with it end then',
    for: 'operate',
    changes: keySubject,
    body: record({ overlapSeconds: maybe(Type.Integer({ minimum: 0, maximum: 30 * 86_400 })) }),
    answers: WithSecret,
    run: async ({ path, body, ...backend }) => {
      const { database } = backend
      const key = await existingRow(keys, database, path.id)
      refuseSignIn(key)
      if (key.state !== 'active')
        throw badRequest(`This key is ${key.state}; a new secret would not open anything`)
      return withSecret(await rotateKey(database, key.id, (body.overlapSeconds ?? 86_400) * 1000), backend)
    },
  }),
  operatorOperation('POST', '/keys/{id}/revoke', {
    summary: 'End an API key or a sign-in at once, for good; sign-ins with a key end with it',
    for: 'operate',
    changes: keySubject,
    answers: keys.Row,
    run: async ({ path, ...backend }) => {
      const { id } = await existingRow(keys, backend.database, path.id)
      return oneWithOwnerNames(await revokeKey(backend.database, id), backend)
    },
  }),
  operatorOperation('GET', '/keys/{id}/usage', {
    summary: 'What a key did by day, operation and outcome',
    for: 'read',
    ...listFrom(usage, {
      confinedTo: async ({ path, query, database }) => ({
        key: (await existingRow(keys, database, path.id)).id,
        days: Number(query.days ?? 30),
      }),
    }),
    query: { days: upTo999 },
  }),
  operatorOperation('GET', '/keys/{id}/explain', {
    summary:
      'Whether a request of this key would be allowed, and by which rule; it is not made. method and path are needed',
    for: 'read',
    query: {
      method: Type.String({ pattern: '^[A-Za-z]{1,16}$', description: 'a method such as GET' }),
      path: Type.String({ minLength: 1, maxLength: 8000 }),
      ip: Type.String({ minLength: 1, maxLength: 80 }),
    },
    answers: Explanation,
    run: async ({ path, query, database, readiness }) => {
      if (!query.method || !query.path) throw badRequest('Say what to explain: give method and path')
      const request = requestToExplain(query.method, query.path, query.ip)
      const key = await existingRow(keys, database, path.id)
      const hash = await currentHash(database, key.id)
      return explainKey(database, readiness, { request, key, hash, secret: undefined })
    },
  }),
  operatorOperation('GET', '/key-tasks', {
    summary: 'Common tasks of keys, with the scopes and limits that each needs',
    for: 'read',
    answers: list(
      record({
        task: text,
        purpose: text,
        kind: orNull(callerKind),
        name: text,
        scopes: record({ company: maybe(list(text)), agency: maybe(list(text)) }),
        perMinute: integer,
        perDay: integer,
      }),
    ),
    run: async () =>
      Object.entries(presets).map(([task, { kind: only, scopes: open, ...preset }]) => ({
        task,
        ...preset,
        kind: only ?? null,
        scopes: Object.fromEntries((only ? [only] : callerKinds).map(each => [each, open(each)])),
      })),
  }),
  operatorOperation('GET', '/scopes', {
    summary: 'Every scope, the kinds of keys that may have it and the operations that it opens',
    for: 'read',
    answers: list(
      record({
        name: text,
        opens: text,
        kinds: list(callerKind),
        operations: list(record({ method: text, path: text, summary: text, kinds: list(callerKind) })),
      }),
    ),
    run: async () =>
      (Object.keys(scopes) as ScopeName[]).map(name => ({
        name,
        opens: scopes[name],
        kinds: callerKinds.filter(each => scopesFor(each).includes(name)),
        operations: operations
          .filter(({ scopes }) => scopes.includes(name))
          .map(({ method, path, summary, callers }) => ({
            method,
            path,
            summary,
            kinds: callerKinds.filter(each => allowsKind(callers ? { callers } : {}, each)),
          })),
      })),
  }),
  operatorOperation('GET', '/owners', {
    summary: 'Companies and agencies by name; query is part of the name, or a prefix or id',
    for: 'read',
    query: { kind: callerKind, query: Type.String({ maxLength: 200 }), limit: upTo999 },
    answers: list(record({ kind: callerKind, id: text, name: text, prefix: orNull(text) })),
    run: ({ query, database, types }) =>
      findOwners(database, types, {
        limit: Number(query.limit ?? 20),
        ...(query.kind && { kind: query.kind as CallerKind }),
        ...(query.query && { query: query.query }),
      }),
  }),
]
