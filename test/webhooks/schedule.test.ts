// The whole schedule on a clock of its own: days pass in milliseconds, for a thousand seeded endpoints.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PostOutcome } from '../../src/outbound/post.ts'
import {
  disableAfterGivenUp,
  disableAfterMs,
  type EndpointHealth,
  healthAfter,
  jitter,
  longestRetryAfterMs,
  mostRequestedWaits,
  nextStep,
  pauseAfterFailures,
  pauseMs,
  waitsMs,
} from '../../src/webhooks/schedule.ts'

const hour = 3_600_000
const day = 24 * hour

function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Delivery = { at: number; nextAt: number; attempts: number[]; outcomes: PostOutcome[]; state: string }
type Behaviour = (now: number) => PostOutcome

const durationMs = 20
const silence: PostOutcome = { error: 'connection refused', durationMs }

/** How a receiver may be: well, dead, flaky, limiting, gone after a while, down for some days. */
function behaviourOf(random: () => number): Behaviour {
  const kind = Math.floor(random() * 7)
  const [from, to] = [random() * 6 * day, random() * 14 * day]
  if (kind === 0) return () => ({ status: 200, durationMs })
  if (kind === 1) return () => silence
  if (kind === 2) return () => ({ status: 503, durationMs })
  if (kind === 3) return () => (random() < 0.6 ? silence : { status: 204, durationMs })
  if (kind === 4)
    return () =>
      random() < 0.7
        ? { status: 429, retryAfterMs: random() ** 8 * 40 * hour, durationMs }
        : { status: 200, durationMs }
  if (kind === 5) return now => ({ status: now > from ? 410 : 200, durationMs })
  return now => (now > from && now < to ? silence : { status: 302, durationMs })
}

type Run = {
  deliveries: Delivery[]
  health: EndpointHealth
  pauses: { from: number; until: number }[]
  disabledAt?: number
}

/** What the sender does, one attempt after another in the order they are due. */
function simulate(seed: number, days: number): Run {
  const random = dice(seed)
  const behave = behaviourOf(random)
  const run: Run = { deliveries: [], health: { state: 'active', failures: 0, givenUp: 0 }, pauses: [] }
  for (let i = 0; i < 20; i++) {
    const at = Math.floor(random() * 8 * day)
    run.deliveries.push({ at, nextAt: at, attempts: [], outcomes: [], state: 'waiting' })
  }
  for (;;) {
    const waiting = run.deliveries.filter(one => one.state === 'waiting')
    const next = waiting.reduce<Delivery | undefined>(
      (first, one) => (first === undefined || one.nextAt < first.nextAt ? one : first),
      undefined,
    )
    if (!next || run.health.state === 'disabled') return run
    const now = Math.max(next.nextAt, run.health.pausedUntil?.getTime() ?? 0)
    if (now > days * day) return run
    step(run, next, now, behave(now), random())
  }
}

function step(run: Run, delivery: Delivery, now: number, outcome: PostOutcome, chance: number): void {
  delivery.attempts.push(now)
  delivery.outcomes.push(outcome)
  const next = nextStep(delivery.attempts.length, outcome, chance)
  delivery.state = next.state
  if (next.state === 'waiting') delivery.nextAt = now + next.inMs
  const before = run.health
  run.health = healthAfter(before, outcome, next, new Date(now))
  const { pausedUntil } = run.health
  if (pausedUntil) run.pauses.push({ from: now, until: pausedUntil.getTime() })
  if (run.health.state === 'disabled') run.disabledAt = now
}

function checkSpacing(delivery: Delivery, pauses: Run['pauses'], seed: number): void {
  const { attempts, outcomes } = delivery
  assert.ok(attempts.length <= 10, `seed ${seed}: ${attempts.length} attempts`)
  for (let i = 1; i < attempts.length; i++) {
    const gap = attempts[i]! - attempts[i - 1]!
    const usual = waitsMs[i - 1]!
    const { retryAfterMs } = outcomes[i - 1]!
    const asked = Math.min(retryAfterMs ?? 0, longestRetryAfterMs)
    const exact = retryAfterMs !== undefined && i <= mostRequestedWaits
    const least = exact ? asked : Math.max(usual * (1 - jitter), asked)
    // While others pause the endpoint, what is due waits with them.
    const paused = pauses.filter(({ from }) => from >= attempts[i - 1]! && from <= attempts[i]!).length
    const most = (exact ? asked : Math.max(usual * (1 + jitter), asked)) + (paused + 1) * pauseMs
    assert.ok(gap >= least - 1 && gap <= most + 1, `seed ${seed}: a gap of ${gap}, not ${least} to ${most}`)
  }
}

test('a thousand endpoints over a month: every delivery ends well, given up or waiting, at the right times', () => {
  const seen = { delivered: 0, exhausted: 0, waiting: 0, disabled: 0, paused: 0 }
  for (let seed = 1; seed <= 1000; seed++) {
    const run = simulate(seed, 30)
    for (const delivery of run.deliveries) {
      checkSpacing(delivery, run.pauses, seed)
      seen[delivery.state as 'waiting']++
      const last = delivery.outcomes.at(-1)
      if (delivery.state === 'delivered') assert.ok(last!.status! >= 200 && last!.status! < 300)
      if (delivery.state === 'exhausted') assert.equal(delivery.attempts.length, 10)
      if (delivery.state === 'waiting') assert.ok(run.disabledAt !== undefined, `seed ${seed}: left waiting`)
      for (const { from, until } of run.pauses)
        assert.ok(!delivery.attempts.some(at => at > from && at < until), `seed ${seed}: tried while paused`)
    }
    checkDisabling(run, seed)
    if (run.disabledAt !== undefined) seen.disabled++
    if (run.pauses.length > 0) seen.paused++
  }
  for (const [what, count] of Object.entries(seen)) assert.ok(count > 50, `only ${count} ${what}`)
})

function checkDisabling({ deliveries, disabledAt, health }: Run, seed: number): void {
  if (disabledAt === undefined) return
  const all = deliveries.flatMap(({ attempts, outcomes }) =>
    attempts.map((at, i) => ({ at, ...outcomes[i]! })),
  )
  assert.ok(
    all.every(one => one.at <= disabledAt),
    `seed ${seed}: tried after it was disabled`,
  )
  if (all.some(one => one.status === 410)) return
  const last = Math.max(0, ...all.filter(one => one.status && one.status < 300).map(one => one.at))
  assert.ok(disabledAt - last >= disableAfterMs, `seed ${seed}: disabled too early`)
  assert.ok(health.givenUp >= disableAfterGivenUp, `seed ${seed}: only ${health.givenUp} given up`)
}

test('without jitter ten attempts take about three days, and chance stays within a fifth', () => {
  const failed = { status: 500, durationMs }
  const total = waitsMs.reduce((sum, each) => sum + each, 0)
  assert.ok(total > 3 * day && total < 3.5 * day)
  for (const [index, usual] of waitsMs.entries()) {
    const at = (random: number) => (nextStep(index + 1, failed, random) as { inMs: number }).inMs
    assert.deepEqual([at(0), at(0.5)], [Math.round(usual * 0.8), usual])
    assert.ok(at(0.999999) <= usual * 1.2)
  }
  assert.deepEqual(nextStep(10, failed, 0.5), { state: 'exhausted' })
  assert.deepEqual(nextStep(10, { status: 200, durationMs }, 0.5), { state: 'delivered' })
})

test('five failures to connect pause, an answer of any kind begins to count again', () => {
  let health: EndpointHealth = { state: 'active', failures: 0, givenUp: 0 }
  const fail = (outcome: PostOutcome) => {
    health = healthAfter(health, outcome, { state: 'waiting', inMs: 1 }, new Date(1000))
  }
  const paused = () => health.pausedUntil?.getTime()
  for (let i = 1; i < pauseAfterFailures; i++) fail(silence)
  assert.equal(paused(), undefined)
  fail({ status: 500, durationMs })
  assert.equal(health.failures, 0)
  for (let i = 1; i <= pauseAfterFailures; i++) fail(silence)
  assert.equal(paused(), 1000 + pauseMs)
  fail(silence)
  assert.equal(paused(), 1000 + pauseMs)
  assert.deepEqual(healthAfter(health, { status: 200, durationMs }, { state: 'delivered' }, new Date(5)), {
    state: 'active',
    failures: 0,
    givenUp: 0,
    lastSuccessAt: new Date(5),
  })
})
