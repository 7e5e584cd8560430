// When a delivery is tried again and when an endpoint is left alone: pure decisions about time, carried out by the
// sender and stored by the store.
import { isSuccess, type PostOutcome } from '../outbound/post.ts'
import type { SendingEndpoint } from '../store/webhooks/claims.ts'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000] as const

/** The waits after the first attempt, the second and so on: ten attempts in about three days. */
export const waitsMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
/** Spread, so that deliveries that failed together do not come back together. */
export const jitter = 0.2
export const longestRetryAfterMs = 24 * hour
/** So many waits may be as short as a receiver asks for: then the usual ones are kept, or ten attempts would be over in
 * seconds. */
export const mostRequestedWaits = 5
export const pauseAfterFailures = 5
export const pauseMs = 30 * second
export const disableAfterMs = 5 * day
export const disableAfterGivenUp = 10

type NextStep = { state: 'delivered' } | { state: 'waiting'; inMs: number } | { state: 'exhausted' }

/** `attempts` counts this one; `random` is in [0, 1). */
export function nextStep(attempts: number, outcome: PostOutcome, random: number): NextStep {
  if (isSuccess(outcome)) return { state: 'delivered' }
  const waitMs = waitsMs[attempts - 1]
  if (waitMs === undefined) return { state: 'exhausted' }
  const inMs = Math.round(waitMs * (1 + jitter * (2 * random - 1)))
  if (outcome.status !== 429 || outcome.retryAfterMs === undefined) return { state: 'waiting', inMs }
  const askedMs = Math.min(outcome.retryAfterMs, longestRetryAfterMs)
  return { state: 'waiting', inMs: attempts <= mostRequestedWaits ? askedMs : Math.max(askedMs, inMs) }
}

export type EndpointHealth = Omit<SendingEndpoint, 'id'>

/** How an endpoint stands after an attempt at one of its deliveries. */
export function healthAfter(
  health: EndpointHealth,
  outcome: PostOutcome,
  next: NextStep,
  now: Date,
): EndpointHealth {
  if (next.state === 'delivered') {
    const { failingSince: _, pausedUntil: __, ...rest } = health
    return { ...rest, failures: 0, givenUp: 0, lastSuccessAt: now }
  }
  const failures = outcome.status === undefined ? health.failures + 1 : 0
  const paused = failures >= pauseAfterFailures ? new Date(now.getTime() + pauseMs) : undefined
  const { pausedUntil: _, ...rest } = health
  const after: EndpointHealth = {
    ...rest,
    failures,
    ...(paused && { pausedUntil: paused }),
    failingSince: health.failingSince ?? now,
    givenUp: health.givenUp + (next.state === 'exhausted' ? 1 : 0),
  }
  const because = reasonToDisable(after, outcome, now)
  return because === undefined || after.state === 'disabled'
    ? after
    : { ...after, state: 'disabled', disabledBy: 'failures', disabledBecause: because }
}

function reasonToDisable(health: EndpointHealth, { status }: PostOutcome, now: Date): string | undefined {
  if (status === 410) return 'the receiver answered 410 Gone'
  const failingMs = now.getTime() - (health.failingSince ?? now).getTime()
  if (health.givenUp >= disableAfterGivenUp && failingMs >= disableAfterMs)
    return `nothing was delivered for ${disableAfterMs / day} days, and ${health.givenUp} deliveries were given up`
  return undefined
}
