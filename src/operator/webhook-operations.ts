// Webhook endpoints and their deliveries over the operator's interface.
import { events } from '../api/events.ts'
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
import type { Statements } from '../store/database/database.ts'
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
import {
  endpointState,
  endpoints,
  removeEndpoint,
  type WebhookEndpoint,
} from '../store/webhooks/endpoints.ts'
import {
  addEndpoint,
  changeEndpoint,
  defaultOverlapMs,
  endpointNamed,
  rotateSecret,
  samplesFor,
  testEndpoint,
  triggerEvent,
  type WithSecret,
} from '../webhooks/register.ts'
import { diagnose, signatureFaults } from '../webhooks/signature-doctor.ts'
import { withOwnerNames } from './key-operations.ts'
import { listFrom } from './list-operations.ts'
import { type OperatorBackend, operatorOperation } from './operation.ts'
import { deliverySubject, endpointSubject } from './subjects.ts'

const texts = Type.Array(Type.String({ minLength: 1, maxLength: 200 }))

const Fresh = record({ secret: text, endpoint: endpoints.Row })

export const PostOutcome = {
  status: maybe(integer),
  error: maybe(text),
  retryAfterMs: maybe(integer),
  durationMs: integer,
  answer: maybe(text),
}

export const Trigger = record({ type: text, objectId: Type.String({ minLength: 1, maxLength: 64 }) })
export const Triggered = record({ deliveryId: text, eventId: text, outcome: record(PostOutcome) })

const changeable = {
  url: maybe(Type.String({ minLength: 1, maxLength: 2048 })),
  types: maybe(texts),
  projects: maybe(texts),
  description: maybe(orNull(Type.String({ maxLength: 500 }))),
}

export const DeliveryWithAttempts = record({ delivery: deliveries.Row, attempts: list(attempts.Row) })

/** The delivery with this id and all its attempts; where it is said what is heard, only if it is of that. */
export async function deliveryWith(database: Statements, id: string, heard?: readonly EventScope[]) {
  const delivery = await deliveries.find(database, id, { heard })
  if (!delivery) throw deliveries.missing()
  return { delivery, attempts: await attempts.rows(database, { delivery: id }) }
}

export const sampleQuery = { type: Type.String({ minLength: 1, maxLength: 200 }), limit: upTo999 }
export const Samples = list(
  record({ type: text, object: text, objectId: text, label: orNull(text), at: orNull(instant) }),
)

export const signatureCheck = {
  summary:
    'What is wrong with a signature that does not fit, by its headers, its body and the secret, of which nothing is kept',
  body: record({
    headers: Type.Record(Type.String(), Type.String({ maxLength: 8000 })),
    body: Type.String(),
    secret: Type.String({ minLength: 1, maxLength: 1000 }),
    receivedAt: maybe(instant),
  }),
  answers: record({
    valid: flag,
    fault: orNull(oneOf(...(signatureFaults as unknown as ['mismatch']))),
    text,
    expected: mapOf(text),
    checks: list(record({ what: oneOf('headers', 'secret', 'timestamp', 'signature'), ok: flag, text })),
  }),
}

export function checkSignature({ receivedAt, ...signed }: Static<typeof signatureCheck.body>) {
  const at = receivedAt === undefined ? new Date() : new Date(receivedAt)
  if (Number.isNaN(at.getTime())) throw badRequest('receivedAt is not a timestamp')
  return diagnose({ ...signed, at })
}

export const replayed = async (database: Statements, id: string) => {
  if (!(await deliveries.find(database, id)) || !(await replayDelivery(database, id)))
    throw deliveries.missing()
  return { id, state: 'waiting' }
}

const named = async (backend: OperatorBackend, endpoint: WebhookEndpoint) =>
  (await withOwnerNames([endpoint], backend))[0]!

const fresh = async (backend: OperatorBackend, { secret, endpoint }: WithSecret) => ({
  secret,
  endpoint: await named(backend, endpoint),
})

export const webhookOperations = [
  operatorOperation('GET', '/event-types', {
    summary: 'The events that endpoints can ask for, and when each fires',
    for: 'read',
    answers: list(record({ name: text, summary: text, fetch: text, scope: text, hears: list(callerKind) })),
    run: async () =>
      events.map(({ name, summary, fetch, scope, hears }) => ({ name, summary, fetch, scope, hears })),
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
    answers: Fresh,
    status: 201,
    run: async ({ body }, backend) => {
      const { description, types = ['*'], ...rest } = body
      const asked = { ...rest, types, ...(description != null && { description }) }
      return fresh(backend, await addEndpoint(backend.webhooks, asked))
    },
  }),
  operatorOperation('GET', '/webhooks/{id}', {
    summary: 'One webhook endpoint',
    for: 'read',
    answers: endpoints.Row,
    run: async ({ path }, backend) => named(backend, await endpointNamed(backend.webhooks, path.id!)),
  }),
  operatorOperation('PATCH', '/webhooks/{id}', {
    summary: 'Change an endpoint; state active enables it again',
    for: 'operate',
    changes: endpointSubject,
    body: record({ ...changeable, state: maybe(endpointState) }),
    answers: endpoints.Row,
    run: async ({ path, body }, backend) =>
      named(backend, await changeEndpoint(backend.webhooks, path.id!, body)),
  }),
  operatorOperation('DELETE', '/webhooks/{id}', {
    summary: 'Remove an endpoint and its deliveries',
    for: 'operate',
    changes: endpointSubject,
    answers: record({ id: text, removed: flag }),
    run: async ({ path }, { webhooks, database }) => {
      const { id } = await endpointNamed(webhooks, path.id!)
      return { id, removed: await removeEndpoint(database, id) }
    },
  }),
  operatorOperation('POST', '/webhooks/{id}/test', {
    summary: 'Send a signed request now and see the answer',
    for: 'operate',
    changes: endpointSubject,
    answers: record(PostOutcome),
    run: ({ path }, { webhooks }) => testEndpoint(webhooks, path.id!),
  }),
  operatorOperation('POST', '/webhooks/{id}/rotate', {
    summary: 'A new secret at once; the one before signs too for the overlap, 24 hours unless given',
    for: 'operate',
    changes: endpointSubject,
    body: record({ overlapSeconds: maybe(Type.Integer({ minimum: 0, maximum: 30 * 86_400 })) }),
    answers: Fresh,
    run: async ({ path, body }, backend) => {
      const overlapMs = (body.overlapSeconds ?? defaultOverlapMs / 1000) * 1000
      return fresh(backend, await rotateSecret(backend.webhooks, path.id!, overlapMs))
    },
  }),
  operatorOperation('POST', '/webhooks/{id}/trigger', {
    summary: 'Tell this endpoint alone of a real record, now',
    for: 'operate',
    changes: endpointSubject,
    body: Trigger,
    answers: Triggered,
    run: ({ path, body }, { webhooks }) => triggerEvent(webhooks, path.id!, body),
  }),
  operatorOperation('POST', '/webhooks/{id}/recover', {
    summary: 'Send again what was given up since a time, and what the endpoint missed while disabled',
    for: 'operate',
    changes: endpointSubject,
    body: record({ since: instant }),
    answers: record({ again: integer, missed: integer }),
    run: async ({ path, body }, { webhooks, database }) => {
      const since = new Date(body.since)
      if (Number.isNaN(since.getTime())) throw badRequest('since is not a timestamp')
      return recoverDeliveries(database, (await endpointNamed(webhooks, path.id!)).id, since)
    },
  }),
  operatorOperation('GET', '/webhooks/{id}/deliveries', {
    summary: 'The deliveries of an endpoint, newest first; after is the last of the page before',
    for: 'read',
    ...listFrom(deliveries, {
      given: async ({ path }, { webhooks }: OperatorBackend) => ({
        endpoint: (await endpointNamed(webhooks, path.id!)).id,
      }),
    }),
  }),
  operatorOperation('GET', '/webhooks/{id}/samples', {
    summary:
      'Records that this endpoint could be told of, the latest first: of one type of event, or of all that it hears',
    for: 'operate',
    query: sampleQuery,
    answers: Samples,
    run: async ({ path, query }, { webhooks }) =>
      samplesFor(webhooks, await endpointNamed(webhooks, path.id!), query.type, Number(query.limit ?? 10)),
  }),
  operatorOperation('POST', '/signatures/check', {
    for: 'read',
    changes: 'nothing',
    ...signatureCheck,
    run: async ({ body }) => checkSignature(body),
  }),
  operatorOperation('GET', '/deliveries/{id}', {
    summary: 'One delivery with all its attempts',
    // Receivers answer what they like, and some repeat what they were sent.
    for: 'operate',
    answers: DeliveryWithAttempts,
    run: ({ path }, { database }) => deliveryWith(database, path.id!),
  }),
  operatorOperation('POST', '/deliveries/{id}/replay', {
    summary: 'Send one delivery again',
    for: 'operate',
    changes: deliverySubject,
    answers: record({ id: text, state: deliveryState }),
    run: ({ path }, { database }) => replayed(database, path.id!),
  }),
]
