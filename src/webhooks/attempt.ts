// One attempt at a delivery, from its secret to what is written down of it.
import type { KeyObject } from 'node:crypto'
import { payloadOf } from '../api/event.ts'
import { eventNamed } from '../api/events.ts'
import type { Database } from '../database/database.ts'
import { isSuccess, type Post, type PostOutcome } from '../outbound/post.ts'
import {
  type ClaimedDelivery,
  type DeliveryOutcome,
  recordResults,
  type SendingEndpoint,
  type SendingResults,
} from '../store/webhooks/claims.ts'
import { beginSpan } from '../telemetry/trace.ts'
import { healthAfter, nextStep } from './schedule.ts'
import { doesNotOpen, unsealSecret } from './sealed.ts'
import { type Message, signedHeaders, signingKey } from './sign.ts'

export type AttemptResult =
  | { claimed: ClaimedDelivery; at: Date; outcome: PostOutcome }
  | { claimed: ClaimedDelivery; withheld: true }

const messageOf = ({ event }: Pick<ClaimedDelivery, 'event'>): Message => {
  const { key, name } = eventNamed(event.type)!
  return { id: event.id, type: event.type, body: JSON.stringify(payloadOf({ key, name }, event)) }
}

export async function attemptAt(
  claimed: ClaimedDelivery,
  at: Date,
  { keys, post }: { keys: readonly KeyObject[]; post: Post },
): Promise<PostOutcome> {
  const { id, url } = claimed.endpoint
  const secrets = claimed.sealed.map(each => unsealSecret(keys, id, each)).filter(each => each !== undefined)
  if (secrets.length === 0) return { error: doesNotOpen, durationMs: 0 }
  const message = messageOf(claimed)
  const span = beginSpan('webhook', 'client', claimed.event.trace, {
    'muster.event.type': message.type,
    'muster.event.id': message.id,
    'muster.endpoint.id': id,
    'muster.attempt': claimed.attempts + 1,
  })
  const headers = {
    ...signedHeaders(message, secrets.map(signingKey), at),
    'User-Agent': 'Muster-Webhooks/1',
    'X-Service-Delivery-Attempt': String(claimed.attempts + 1),
    ...(span && { traceparent: span.traceparent }),
  }
  const outcome = await post(new URL(url), headers, message.body)
  const { status } = outcome
  const failure = status === undefined ? 'no_answer' : isSuccess(outcome) ? undefined : String(status)
  span?.end(status === undefined ? {} : { 'http.response.status_code': status }, failure)
  return outcome
}

/** Gives back what became of each delivery. */
export async function recordAttempts(
  database: Database,
  batch: readonly AttemptResult[],
  random: () => number,
): Promise<DeliveryOutcome[]> {
  const ids = [...new Set(batch.map(one => one.claimed.endpoint.id))]
  let decided: DeliveryOutcome[] = []
  await recordResults(database, ids, (states, now) => {
    const recorded = decide(batch, new Map(states), now, random)
    decided = recorded.deliveries
    return recorded
  })
  return decided
}

function decide(
  batch: readonly AttemptResult[],
  states: Map<string, SendingEndpoint>,
  now: Date,
  random: () => number,
): SendingResults {
  const recorded: SendingResults = { deliveries: [], attempts: [], endpoints: [] }
  const before = new Map(states)
  for (const ended of batch) {
    const { n, lease, attempts, endpoint } = ended.claimed
    const state = states.get(endpoint.id)
    // Removed meanwhile, and its deliveries with it.
    if (!state) continue
    if ('withheld' in ended) {
      recorded.deliveries.push({ n, lease, state: 'withheld', attempts, inMs: 0 })
      continue
    }
    const { outcome, at } = ended
    const next = nextStep(attempts + 1, outcome, random())
    const inMs = next.state === 'waiting' ? next.inMs : 0
    recorded.deliveries.push({ n, lease, state: next.state, attempts: attempts + 1, inMs })
    recorded.attempts.push({ n, attempt: attempts + 1, at, ...outcome })
    states.set(endpoint.id, { id: endpoint.id, ...healthAfter(state, outcome, next, now) })
  }
  recorded.endpoints = [...states.values()].filter(each => !isAlike(before.get(each.id)!, each))
  return recorded
}

/** A further success in a row is not written down every time. */
const alikeMs = 5_000

const isAlike = (one: SendingEndpoint, other: SendingEndpoint) =>
  JSON.stringify({ ...one, lastSuccessAt: 0 }) === JSON.stringify({ ...other, lastSuccessAt: 0 }) &&
  (other.lastSuccessAt?.getTime() ?? 0) - (one.lastSuccessAt?.getTime() ?? 0) < alikeMs
