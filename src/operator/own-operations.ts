// What the holder of an API key may look up and do about the key itself: its use, its requests, its events, the endpoints
// that are wholly its owners' and, for agencies, submissions that wait for a decision. Every operation is confined to the
// caller; what belongs to others does not exist for it.
import type { Caller } from '../access/caller.ts'
import { ownersOfKey } from '../access/owners.ts'
import { missingScopes, requirePermission, scopesText } from '../access/permit.ts'
import { reachOf } from '../access/reach.ts'
import { createWorker } from '../api/create-worker/operation.ts'
import { events } from '../api/events.ts'
import { Problem } from '../errors/problem.ts'
import { UsageSummary, usageSummary } from '../keys/usage-summary.ts'
import { Type } from '../shape/schema.ts'
import { flag, integer, list, record, text } from '../shape/shape.ts'
import { type Listener, PastEvent, pastEvents } from '../store/feeds/past-events.ts'
import { type KeyInfo, keys, revokeKey } from '../store/keys/keys.ts'
import { usage } from '../store/keys/ledger.ts'
import { upTo999 } from '../store/lists/list.ts'
import { type MatchState, type Submission, submissions } from '../store/people/matches.ts'
import { requests } from '../store/requests/requests.ts'
import { deliveries } from '../store/webhooks/deliveries.ts'
import { endpoints, type WebhookEndpoint } from '../store/webhooks/endpoints.ts'
import { samplesFor, testEndpoint, triggerEvent } from '../webhooks/register.ts'
import { openSubmission } from '../workers/attempts.ts'
import { keySubject } from './audit.ts'
import { oneWithOwnerNames, withOwnerNames } from './key-operations.ts'
import { countFrom, existingRow, listFrom, oneFrom } from './list-operations.ts'
import { type OwnBackend, type OwnCall, ownOperation } from './operation.ts'
import { RequestSummary, requestSpan, requestSummary } from './request-operations.ts'
import { ownViewOperations } from './view-operations.ts'
import { deliveryWithAttempts, replayOne, sharedDeclarations, signatureCheck } from './webhook-operations.ts'

const ownEndpoint = (backend: OwnBackend, id: string): Promise<WebhookEndpoint> =>
  existingRow(endpoints, backend.database, id, { listener: listenerOf(backend) })

async function ownDelivery(backend: OwnBackend, id: string) {
  const found = await deliveryWithAttempts(backend.database, id, listenerOf(backend).heard)
  await ownEndpoint(backend, found.delivery.endpointId).catch(error => {
    throw error instanceof Problem && error.code === 'NOT_FOUND' ? deliveries.missing() : error
  })
  return found
}

/** Endpoints are told of what their owners see; the holder of a key hears only of what the key itself could fetch. */
function listenerOf({ types, caller }: OwnBackend): Listener {
  const heard = [...Map.groupBy(heardBy(caller), ({ object }) => object)].map(([name, group]) => {
    const object = types.find(({ type }) => type === name)!
    return { types: group.map(event => event.name), object, reach: reachOf(caller, object.owners ?? {}) }
  })
  return { owners: ownersOfKey(caller), heard }
}

const ofListener = {
  confinedTo: (call: OwnCall) => ({ listener: listenerOf(call) }),
  show: (found: WebhookEndpoint[], call: OwnCall) => withOwnerNames(found, call),
}

function hearing({ kind, scopes }: Caller, event: (typeof events)[number]) {
  if (!event.hears.includes(kind)) return { heard: false, why: `It is not for ${kind} keys` }
  const missing = missingScopes(event, scopes)
  if (missing.length > 0) return { heard: false, why: `The key needs ${scopesText(missing)}` }
  return { heard: true, why: `The key has ${scopesText(event.scopes)}` }
}

const heardBy = (caller: Caller) => events.filter(event => hearing(caller, event).heard)

function requireHeard(caller: Caller, type: string | undefined): void {
  if (type !== undefined && !heardBy(caller).some(({ name }) => name === type))
    throw new Problem('NOT_FOUND', 'There is no such event for this key; GET /event-types lists them')
}

const ofKey = { confinedTo: ({ caller }: OwnCall) => ({ key: caller.keyId }), instead: 'key' }

const fates: Record<MatchState, { text: string; next: string }> = {
  open: {
    text: 'Somebody like this may be known already; a person will decide',
    next: 'Wait. Sending it again does not hurry it, and what is corrected is looked at beside it',
  },
  linked: {
    text: 'It is somebody who was known already, and who is now yours too, with those documents that they lacked and that passed their checks',
    next: 'Find them with GET /workers by the identifier that you sent, and see which documents they have',
  },
  created: { text: 'It is somebody new, and was created', next: 'Read them with GET /workers/{id}' },
  different: { text: 'It is somebody else', next: 'Nothing is left to do' },
  dismissed: { text: 'Nothing was done with it', next: 'Send it again if it is still wanted' },
  expired: {
    text: 'Nobody decided in time, and what was sent is forgotten',
    next: 'Send it again if it is still wanted',
  },
  closed: { text: 'It was closed without a decision', next: 'Send it again if it is still wanted' },
}

/** Only what the agency itself sent, and what became of that. */
const shownSubmissions = (found: Submission[], { caller, deciding: { secrets } }: OwnCall) =>
  found.map(({ id, agencyId, state, posts, createdAt, lastAt, decidedAt, worker, keyId, sealed }) => ({
    id,
    agencyId,
    state,
    sentAs: sealed ? openSubmission(secrets, sealed).worker.agencyId : null,
    posts,
    createdAt,
    lastAt,
    decidedAt,
    sentByThisKey: keyId === caller.keyId,
    worker,
    ...fates[state],
  }))

const ofOwnAgencies = {
  confinedTo({ caller }: OwnCall) {
    requirePermission(createWorker, caller)
    return { agencies: caller.agencies.map(({ id }) => id) }
  },
  show: shownSubmissions,
}

/** A sign-in with this key; those with others do not exist for it. */
async function ownSignIn({ database, caller }: OwnBackend, id: string): Promise<KeyInfo> {
  const found = await existingRow(keys, database, id)
  if (found.parentId !== caller.keyId) throw keys.missing()
  return found
}

const signInOperations = [
  ownOperation('GET', '/sign-ins', {
    summary: 'The assistants that somebody signed in with this key, newest first, and what each may do',
    answers: list(keys.Row),
    run: async backend =>
      withOwnerNames(await keys.rows(backend.database, { parent: backend.caller.keyId }), backend),
  }),
  ownOperation('POST', '/sign-ins/{id}/revoke', {
    summary: 'End one of them at once, for good',
    changes: keySubject,
    answers: keys.Row,
    run: async ({ path, ...backend }) => {
      const { id } = await ownSignIn(backend, path.id)
      return oneWithOwnerNames(await revokeKey(backend.database, id), backend)
    },
  }),
]

export const ownOperations = [
  ownOperation('GET', '/usage', {
    summary: 'What this key did by day, operation and outcome',
    ...listFrom(usage, {
      confinedTo: ({ query, caller }: OwnCall) => ({
        key: caller.keyId,
        days: Number(query.days ?? 30),
      }),
    }),
    query: { days: upTo999 },
  }),
  ownOperation('GET', '/usage/summary', {
    summary:
      'The same added up by day and by operation, with each refusal by its name, and what is left today',
    query: { days: upTo999 },
    answers: record({ ...UsageSummary.properties, perDay: integer, usedToday: integer, leftToday: integer }),
    run: async ({ query, database, caller: { keyId } }) => {
      const days = Number(query.days ?? 30)
      const [{ perDay, usedToday }, rows] = await Promise.all([
        existingRow(keys, database, keyId),
        usage.rows(database, { key: keyId, days }),
      ])
      return {
        ...usageSummary(rows, days),
        perDay,
        usedToday,
        leftToday: Math.max(0, perDay - usedToday),
      }
    },
  }),
  ownOperation('GET', '/requests', {
    summary: 'The requests of this key, newest first; after is the last of the page before',
    ...listFrom(requests, ofKey),
  }),
  ownOperation('GET', '/requests/count', {
    summary: 'How many requests of this key these filters leave, on all pages of the list',
    ...countFrom(requests, ofKey),
  }),
  ownOperation('GET', '/requests/summary', {
    summary: 'How the requests of this key ended and how long they took, and what went wrong',
    query: { span: requestSpan },
    answers: RequestSummary,
    run: ({ query, database, caller }) => requestSummary(database, query, caller.keyId),
  }),
  ownOperation('GET', '/webhooks', {
    summary:
      'The endpoints all of whose owners are this key’s; of their deliveries, those that it may hear of count',
    ...listFrom(endpoints, ofListener),
  }),
  ownOperation('GET', '/webhooks/{id}', {
    summary: 'One endpoint',
    ...oneFrom(endpoints, ofListener),
  }),
  ownOperation('GET', '/webhooks/{id}/deliveries', {
    summary:
      'The deliveries of an endpoint that this key may hear of, newest first; after is the last of the page before',
    ...listFrom(deliveries, {
      confinedTo: async ({ path, query, ...backend }: OwnCall) => {
        const { id } = await ownEndpoint(backend, path.id!)
        requireHeard(backend.caller, query.type)
        return { endpoint: id, heard: listenerOf(backend).heard }
      },
    }),
  }),
  ownOperation('GET', '/webhooks/{id}/samples', {
    summary: 'Records that an endpoint could be told of, the latest first, as far as this key may read them',
    ...sharedDeclarations.samples,
    run: async ({ path, query, ...backend }) => {
      const endpoint = await ownEndpoint(backend, path.id)
      const open = heardBy(backend.caller).map(({ name }) => name)
      const types = endpoint.types.includes('*') ? open : endpoint.types.filter(type => open.includes(type))
      requireHeard(backend.caller, query.type)
      const { webhooks, caller } = backend
      const limit = Number(query.limit ?? 10)
      return samplesFor(webhooks, { ...endpoint, types }, query.type, limit, caller.scopes)
    },
  }),
  ownOperation('POST', '/webhooks/{id}/test', {
    ...sharedDeclarations.test,
    changes: 'nothing',
    run: async ({ path, ...backend }) =>
      testEndpoint(backend.webhooks, (await ownEndpoint(backend, path.id)).id),
  }),
  ownOperation('POST', '/webhooks/{id}/trigger', {
    summary: 'Tell an endpoint alone of a real record, now, as far as this key may read it',
    ...sharedDeclarations.trigger,
    run: async ({ path, body, ...backend }) => {
      const { id } = await ownEndpoint(backend, path.id)
      requireHeard(backend.caller, body.type)
      return triggerEvent(backend.webhooks, id, body, backend.caller.scopes)
    },
  }),
  ownOperation('GET', '/deliveries/{id}', {
    ...sharedDeclarations.delivery,
    run: ({ path, ...backend }) => ownDelivery(backend, path.id),
  }),
  ownOperation('POST', '/deliveries/{id}/replay', {
    ...sharedDeclarations.replay,
    run: async ({ path, ...backend }) =>
      replayOne(backend.database, (await ownDelivery(backend, path.id)).delivery.id),
  }),
  ownOperation('POST', '/signatures/check', signatureCheck),
  ownOperation('GET', '/event-types', {
    summary: 'Every event, and whether this key hears of it',
    answers: list(record({ name: text, summary: text, fetch: text, scope: text, heard: flag, why: text })),
    run: async ({ caller }) =>
      events.map(event => {
        const { name, summary, fetch, scopes } = event
        return { name, summary, fetch, scope: scopes.join(' and '), ...hearing(caller, event) }
      }),
  }),
  ownOperation('GET', '/events', {
    summary:
      'What this key heard of and may still read, newest first; after is the last of the page before. GET /events of the API has it in the order it happened',
    query: { type: text, limit: upTo999, after: Type.String({ minLength: 1, maxLength: 64 }) },
    answers: list(PastEvent),
    run: async ({ query: { type, after, limit }, ...backend }) => {
      requireHeard(backend.caller, type)
      const page = { type, after, limit: Number(limit ?? 50) }
      const found = await pastEvents(backend.database, { ...listenerOf(backend), ...page })
      if (!found) throw new Problem('NOT_FOUND', 'There is no event with this id')
      return found
    },
  }),
  ownOperation('GET', '/matches', {
    summary:
      'What this key’s agencies sent of somebody who may be known already, newest first, and what became of it',
    ...listFrom(submissions, ofOwnAgencies),
  }),
  ownOperation('GET', '/matches/{id}', {
    summary: 'One of them',
    ...oneFrom(submissions, ofOwnAgencies),
  }),
  ...signInOperations,
  ...ownViewOperations,
]
