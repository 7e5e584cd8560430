// Webhook endpoints and their deliveries over the operator's interface.

import { events } from '../api/events.ts'
import { badRequest, Problem } from '../problem.ts'
import { Type } from '../shape/schema.ts'
import { flag, instant, integer, list, maybe, oneOf, orNull, record, text } from '../shape/shape.ts'
import {
  attemptsOf,
  type DeliveryState,
  deliveryStates,
  listDeliveries,
  recoverDeliveries,
  replayDelivery,
} from '../store/events/deliveries.ts'
import { listEndpoints, removeEndpoint } from '../store/events/endpoints.ts'
import {
  addEndpoint,
  changeEndpoint,
  defaultOverlapMs,
  endpointNamed,
  rotateSecret,
  testEndpoint,
  triggerEvent,
} from '../webhooks/register.ts'
import { operatorOperation, upTo999 } from './operation.ts'
import { deliverySubject, endpointSubject } from './subjects.ts'

const kind = oneOf('company', 'agency')
const state = oneOf('active', 'disabled')
const deliveryState = oneOf(...(deliveryStates as DeliveryState[]))
const texts = Type.Array(Type.String({ minLength: 1, maxLength: 200 }))

const Endpoint = record({
  id: text,
  kind,
  owners: list(text),
  url: text,
  types: list(text),
  projects: list(text),
  description: orNull(text),
  state,
  disabledBecause: orNull(text),
  pausedUntil: orNull(instant),
  failingSince: orNull(instant),
  lastSuccessAt: orNull(instant),
  createdAt: instant,
  oldSecretUntil: orNull(instant),
  deliveries: record({ waiting: integer, delivered: integer, exhausted: integer, withheld: integer }),
})
const Fresh = record({ secret: text, endpoint: Endpoint })

const PostOutcome = {
  status: maybe(integer),
  error: maybe(text),
  retryAfterMs: maybe(integer),
  durationMs: integer,
  answer: maybe(text),
}

const Delivery = record({
  id: text,
  endpointId: text,
  eventId: text,
  type: text,
  objectId: text,
  state: deliveryState,
  attempts: integer,
  nextAt: orNull(instant),
  createdAt: instant,
  finishedAt: orNull(instant),
  lastStatus: orNull(integer),
  lastError: orNull(text),
})
const Attempt = record({
  attempt: integer,
  at: instant,
  status: orNull(integer),
  error: orNull(text),
  durationMs: integer,
  answer: orNull(text),
})

const changeable = {
  url: maybe(Type.String({ minLength: 1, maxLength: 2048 })),
  types: maybe(texts),
  projects: maybe(texts),
  description: maybe(orNull(Type.String({ maxLength: 500 }))),
}

const isDelivery = (id: string) => /^\d{1,18}$/.test(id)
const noDelivery = () => new Problem('NOT_FOUND', 'There is no delivery with this id')

export const webhookOperations = [
  operatorOperation('GET', '/event-types', {
    summary: 'The events that endpoints can ask for, and when each fires',
    for: 'read',
    answers: list(record({ name: text, summary: text, fetch: text, scope: text, hears: list(kind) })),
    run: async () =>
      events.map(({ name, summary, fetch, scope, hears }) => ({ name, summary, fetch, scope, hears })),
  }),
  operatorOperation('GET', '/webhooks', {
    summary: 'All webhook endpoints',
    for: 'read',
    answers: list(Endpoint),
    run: (_, { database }) => listEndpoints(database),
  }),
  operatorOperation('POST', '/webhooks', {
    summary: 'Register an endpoint; its secret is in this answer and never again',
    for: 'operate',
    changes: endpointSubject,
    body: record({
      ...changeable,
      kind,
      owners: texts,
      url: Type.String({ minLength: 1, maxLength: 2048 }),
    }),
    answers: Fresh,
    status: 201,
    run: ({ body }, { webhooks }) => {
      const { description, types = ['*'], ...rest } = body
      return addEndpoint(webhooks, { ...rest, types, ...(description != null && { description }) })
    },
  }),
  operatorOperation('GET', '/webhooks/{id}', {
    summary: 'One webhook endpoint',
    for: 'read',
    answers: Endpoint,
    run: ({ path }, { webhooks }) => endpointNamed(webhooks, path.id!),
  }),
  operatorOperation('PATCH', '/webhooks/{id}', {
    summary: 'Change an endpoint; state active enables it again',
    for: 'operate',
    changes: endpointSubject,
    body: record({ ...changeable, state: maybe(state) }),
    answers: Endpoint,
    run: ({ path, body }, { webhooks }) => changeEndpoint(webhooks, path.id!, body),
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
    run: ({ path, body }, { webhooks }) =>
      rotateSecret(webhooks, path.id!, (body.overlapSeconds ?? defaultOverlapMs / 1000) * 1000),
  }),
  operatorOperation('POST', '/webhooks/{id}/trigger', {
    summary: 'Tell this endpoint alone of a real record, now',
    for: 'operate',
    changes: endpointSubject,
    body: record({ type: text, objectId: Type.String({ minLength: 1, maxLength: 64 }) }),
    answers: record({ deliveryId: text, eventId: text, outcome: record(PostOutcome) }),
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
    summary: 'The latest deliveries of an endpoint',
    for: 'read',
    query: { state: deliveryState, limit: upTo999 },
    answers: list(Delivery),
    run: async ({ path, query }, { webhooks, database }) =>
      listDeliveries(database, {
        endpointId: (await endpointNamed(webhooks, path.id!)).id,
        ...(query.state && { state: query.state as DeliveryState }),
        limit: Number(query.limit ?? 50),
      }),
  }),
  operatorOperation('GET', '/deliveries/{id}', {
    summary: 'One delivery with all its attempts',
    for: 'read',
    answers: record({ delivery: Delivery, attempts: list(Attempt) }),
    run: async ({ path }, { database }) => {
      const [delivery] = isDelivery(path.id!) ? await listDeliveries(database, { id: path.id! }) : []
      if (!delivery) throw noDelivery()
      return { delivery, attempts: await attemptsOf(database, delivery.id) }
    },
  }),
  operatorOperation('POST', '/deliveries/{id}/replay', {
    summary: 'Send one delivery again',
    for: 'operate',
    changes: deliverySubject,
    answers: record({ id: text, state: deliveryState }),
    run: async ({ path }, { database }) => {
      if (!isDelivery(path.id!) || !(await replayDelivery(database, path.id!))) throw noDelivery()
      return { id: path.id!, state: 'waiting' }
    },
  }),
]
