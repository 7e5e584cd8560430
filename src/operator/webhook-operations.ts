// Webhook endpoints and their deliveries over the operator's interface.
import { events } from '../api/events.ts'
import type { Statements } from '../database/database.ts'
import { badRequest } from '../errors/problem.ts'
import { Type } from '../shape/schema.ts'
import {
  flag,
  instant,
  integer,
  list,
  mapOf,
  maybe,
  oneOf,
  orNull,
  record,
  type Static,
  text,
} from '../shape/shape.ts'
import type { EventScope } from '../store/feeds/past-events.ts'
import { callerKind } from '../store/keys/owners.ts'
import { upTo999 } from '../store/lists/list.ts'
import {
  attempts,
  deliveries,
  deliveryState,
  recoverDeliveries,
  replayDelivery,
} from '../store/webhooks/deliveries.ts'
import { endpointState, endpoints, removeEndpoint } from '../store/webhooks/endpoints.ts'
import {
  addEndpoint,
  changeEndpoint,
  defaultOverlapMs,
  type WithSecret as EndpointWithSecret,
  endpointNamed,
  rotateSecret,
  samplesFor,
  testEndpoint,
  triggerEvent,
} from '../webhooks/register.ts'
import { diagnoseSignature, signatureFaults } from '../webhooks/signature-doctor.ts'
import { deliverySubject, endpointSubject } from './audit.ts'
import { oneWithOwnerNames, withOwnerNames } from './key-operations.ts'
import { countFrom, existingRow, listFrom } from './list-operations.ts'
import { type OperatorBackend, operatorOperation } from './operation.ts'

const texts = Type.Array(Type.String({ minLength: 1, maxLength: 200 }))

const WithSecret = record({ secret: text, endpoint: endpoints.Row })

const changeable = {
  url: maybe(Type.String({ minLength: 1, maxLength: 2048 })),
  types: maybe(texts),
  projects: maybe(texts),
  daysBefore: maybe(orNull(Type.Array(Type.Number(), { maxItems: 400 }))),
  description: maybe(orNull(Type.String({ maxLength: 500 }))),
}

const PostOutcome = record({
  status: maybe(integer),
  error: maybe(text),
  retryAfterMs: maybe(integer),
  durationMs: integer,
  answer: maybe(text),
})

/** What operators and holders of keys may do alike; for these it is confined to what their key hears of. */
export const sharedDeclarations = {
  samples: {
    query: { type: Type.String({ minLength: 1, maxLength: 200 }), limit: upTo999 },
    answers: list(
      record({ type: text, object: text, objectId: text, label: orNull(text), at: orNull(instant) }),
    ),
  },
  test: { summary: 'Send a signed request now and see the answer', answers: PostOutcome },
  trigger: {
    changes: endpointSubject,
    body: record({ type: text, objectId: Type.String({ minLength: 1, maxLength: 64 }) }),
    answers: record({ deliveryId: text, eventId: text, outcome: PostOutcome }),
  },
  delivery: {
    summary: 'One delivery with all its attempts',
    answers: record({ delivery: deliveries.Row, attempts: list(attempts.Row) }),
  },
  replay: {
    summary: 'Send one delivery again',
    changes: deliverySubject,
    answers: record({ id: text, state: deliveryState }),
  },
}

const SignedRequest = record({
  headers: Type.Record(Type.String(), Type.String({ maxLength: 8000 })),
  body: Type.String(),
  secret: Type.String({ minLength: 1, maxLength: 1000 }),
  receivedAt: maybe(instant),
})

export const signatureCheck = {
  summary:
    'What is wrong with a signature that does not fit, by its headers, its body and the secret, of which nothing is kept',
  changes: 'nothing' as const,
  body: SignedRequest,
  answers: record({
    valid: flag,
    fault: orNull(oneOf(...signatureFaults)),
    text,
    expected: mapOf(text),
    checks: list(record({ what: oneOf('headers', 'secret', 'timestamp', 'signature'), ok: flag, text })),
  }),
  async run({ body: { receivedAt, ...signed } }: { body: Static<typeof SignedRequest> }) {
    const at = receivedAt === undefined ? new Date() : timestamp(receivedAt, 'receivedAt')
    return diagnoseSignature({ ...signed, at })
  },
}

function timestamp(value: string, name: string): Date {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) throw badRequest(`${name} is not a timestamp`)
  return moment
}

/** The delivery with this id and all its attempts; where it is said what is heard, only if it is of that. */
export async function deliveryWithAttempts(database: Statements, id: string, heard?: readonly EventScope[]) {
  const delivery = await existingRow(deliveries, database, id, { heard })
  return { delivery, attempts: await attempts.rows(database, { delivery: id }) }
}

export async function replayOne(database: Statements, id: string) {
  await existingRow(deliveries, database, id)
  if (!(await replayDelivery(database, id))) throw deliveries.missing()
  return { id, state: 'waiting' }
}

const withSecret = async ({ secret, endpoint }: EndpointWithSecret, backend: OperatorBackend) => ({
  secret,
  endpoint: await oneWithOwnerNames(endpoint, backend),
})

export const webhookOperations = [
  operatorOperation('GET', '/event-types', {
    summary: 'The events that endpoints can ask for, and when each fires',
    for: 'read',
    answers: list(
      record({
        name: text,
        summary: text,
        fetch: text,
        scope: text,
        hears: list(callerKind),
        usualDays: maybe(list(integer)),
      }),
    ),
    run: async () =>
      events.map(({ name, summary, fetch, hears, usualDays, scopes }) => ({
        name,
        summary,
        fetch,
        hears,
        usualDays,
        scope: scopes.join(' and '),
      })),
  }),
  operatorOperation('GET', '/webhooks', {
    summary: 'All webhook endpoints',
    for: 'read',
    ...listFrom(endpoints, { show: withOwnerNames }),
  }),
  operatorOperation('POST', '/webhooks', {
    summary: 'Register an endpoint; its secret is in this answer and never again',
    for: 'operate',
    changes: endpointSubject,
    body: record({
      ...changeable,
      kind: callerKind,
      owners: texts,
      url: Type.String({ minLength: 1, maxLength: 2048 }),
    }),
    answers: WithSecret,
    status: 201,
    run: async ({ body, ...backend }) => {
      const { description, types = ['*'], ...rest } = body
      const endpoint = { ...rest, types, ...(description != null && { description }) }
      return withSecret(await addEndpoint(backend.webhooks, endpoint), backend)
    },
  }),
  operatorOperation('GET', '/webhooks/{id}', {
    summary: 'One webhook endpoint',
    for: 'read',
    answers: endpoints.Row,
    run: async ({ path, ...backend }) =>
      oneWithOwnerNames(await endpointNamed(backend.webhooks, path.id), backend),
  }),
  operatorOperation('PATCH', '/webhooks/{id}', {
    summary: 'Change an endpoint; state active enables it again',
    for: 'operate',
    changes: endpointSubject,
    body: record({ ...changeable, state: maybe(endpointState) }),
    answers: endpoints.Row,
    run: async ({ path, body, ...backend }) =>
      oneWithOwnerNames(await changeEndpoint(backend.webhooks, path.id, body), backend),
  }),
  operatorOperation('DELETE', '/webhooks/{id}', {
    summary: 'Remove an endpoint and its deliveries',
    for: 'operate',
    changes: endpointSubject,
    answers: record({ id: text, removed: flag }),
    run: async ({ path, webhooks, database }) => {
      const { id } = await endpointNamed(webhooks, path.id)
      return { id, removed: await removeEndpoint(database, id) }
    },
  }),
  operatorOperation('POST', '/webhooks/{id}/test', {
    ...sharedDeclarations.test,
    for: 'operate',
    changes: endpointSubject,
    run: ({ path, webhooks }) => testEndpoint(webhooks, path.id),
  }),
  operatorOperation('POST', '/webhooks/{id}/rotate', {
    summary: 'A new secret at once; the one before signs too for the overlap, 24 hours unless given',
    for: 'operate',
    changes: endpointSubject,
    body: record({ overlapSeconds: maybe(Type.Integer({ minimum: 0, maximum: 30 * 86_400 })) }),
    answers: WithSecret,
    run: async ({ path, body, ...backend }) => {
      const overlapMs = (body.overlapSeconds ?? defaultOverlapMs / 1000) * 1000
      return withSecret(await rotateSecret(backend.webhooks, path.id, overlapMs), backend)
    },
  }),
  operatorOperation('POST', '/webhooks/{id}/trigger', {
    summary: 'Tell this endpoint alone of a real record, now',
    for: 'operate',
    ...sharedDeclarations.trigger,
    run: ({ path, body, webhooks }) => triggerEvent(webhooks, path.id, body),
  }),
  operatorOperation('POST', '/webhooks/{id}/recover', {
    summary: 'Send again what was given up since a time, and what the endpoint missed while disabled',
    for: 'operate',
    changes: endpointSubject,
    body: record({ since: instant }),
    answers: record({ again: integer, missed: integer }),
    run: async ({ path, body, webhooks, database }) => {
      const since = timestamp(body.since, 'since')
      return recoverDeliveries(database, (await endpointNamed(webhooks, path.id)).id, since)
    },
  }),
  operatorOperation('GET', '/webhooks/{id}/deliveries', {
    summary: 'The deliveries of an endpoint, newest first; after is the last of the page before',
    for: 'read',
    ...listFrom(deliveries, {
      confinedTo: async ({ path, webhooks }) => ({
        endpoint: (await endpointNamed(webhooks, path.id)).id,
      }),
    }),
  }),
  operatorOperation('GET', '/webhooks/{id}/samples', {
    summary:
      'Records that this endpoint could be told of, the latest first: of one type of event, or of all that it hears',
    for: 'operate',
    ...sharedDeclarations.samples,
    run: async ({ path, query, webhooks }) =>
      samplesFor(webhooks, await endpointNamed(webhooks, path.id), query.type, Number(query.limit ?? 10)),
  }),
  operatorOperation('POST', '/signatures/check', {
    for: 'read',
    ...signatureCheck,
  }),
  operatorOperation('GET', '/deliveries', {
    summary: 'The deliveries of all endpoints, newest first; since is when their events happened',
    for: 'read',
    ...listFrom(deliveries),
  }),
  operatorOperation('GET', '/deliveries/count', {
    summary: 'How many deliveries these filters leave, on all pages of the list',
    for: 'read',
    ...countFrom(deliveries),
  }),
  operatorOperation('GET', '/deliveries/{id}', {
    ...sharedDeclarations.delivery,
    // Receivers answer what they like, and some repeat what they were sent.
    for: 'operate',
    run: ({ path, database }) => deliveryWithAttempts(database, path.id),
  }),
  operatorOperation('POST', '/deliveries/{id}/replay', {
    ...sharedDeclarations.replay,
    for: 'operate',
    run: ({ path, database }) => replayOne(database, path.id),
  }),
]
