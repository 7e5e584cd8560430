// Sends what the outbox holds: takes what is due, a few at a time for each endpoint, and writes down what came of it
// in batches. Any number of processes do this at once.
import type { KeyObject } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { isSuccess, type Post, type PostOutcome } from '../outbound/post.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { outboxChannel } from '../store/feeds/outbox.ts'
import { visibleTo } from '../store/keys/visible-to.ts'
import {
  type ClaimedDelivery,
  claimDue,
  type DeliveryOutcome,
  followClock,
} from '../store/webhooks/claims.ts'
import { type AttemptResult, attemptAt, recordAttempts } from './attempt.ts'
import { pauseAfterFailures } from './schedule.ts'

export type SenderTimings = {
  leaseMs: number
  slots: { well: number; failing: number; paused: number }
  /** The longest time until what is due is looked for again; new events are told of at once. */
  pollMs: number
  /** How often the clock is looked at, in case it was set back. */
  clockMs: number
  /** How long a slot rests after a failure: who fails quickly shall not keep us busy. */
  coolMs: number
  /** What ends at about the same time is written down together, and its slots are filled together. */
  gatherMs: number
}

export const usualPace: SenderTimings = {
  leaseMs: 60_000,
  slots: { well: 64, failing: 4, paused: 1 },
  pollMs: 1_000,
  clockMs: 10_000,
  coolMs: 200,
  gatherMs: 10,
}

export type SenderParts = {
  database: Database
  types: readonly RecordType[]
  /** Keys that open the secrets of endpoints. */
  keys: readonly KeyObject[]
  post: Post
  /** Told of what goes wrong on our side; never of addresses, secrets or answers. */
  trouble(error: unknown, what: string): void
  /** Told what became of each attempt, once that is written down; one that waits is tried again. */
  ended?(state: DeliveryOutcome['state']): void
  pace?: Partial<SenderTimings>
  random?: () => number
}

export type Sender = { stop(patienceMs?: number): Promise<void> }

export function startSender(parts: SenderParts): Sender {
  const sending = new Sending({ ...parts, pace: { ...usualPace, ...parts.pace } })
  const running = sending.run()
  return {
    async stop(patienceMs = 5_000) {
      sending.stop(patienceMs)
      await running
    },
  }
}

class Sending {
  private readonly parts: SenderParts & { pace: SenderTimings }
  private readonly busy = new Map<string, number>()
  private readonly flying = new Set<Promise<void>>()
  private ended: AttemptResult[] = []
  private recording: Promise<void> | undefined
  private stopping = false
  private over = false
  private patience: Promise<unknown> | undefined
  private wake: () => void = () => {}
  private awake = false
  /** By the steady clock of this process. */
  private clockDueMs = 0

  constructor(parts: SenderParts & { pace: SenderTimings }) {
    this.parts = parts
  }

  async run(): Promise<void> {
    const { database, trouble } = this.parts
    const listening = database.listen(outboxChannel, () => this.rouse())
    while (!this.stopping) {
      const taken = await this.take().catch(error => {
        if (!this.stopping) trouble(error, 'what is to be sent could not be read')
        return 0
      })
      await this.rest(taken === 0)
    }
    await Promise.race([Promise.all(this.flying), this.patience])
    this.over = true
    while (this.recording) await this.recording
    await listening.stop()
  }

  stop(patienceMs: number): void {
    this.stopping = true
    this.patience = wait(patienceMs, undefined, { ref: false })
    this.rouse()
  }

  private rouse(): void {
    this.awake = true
    this.wake()
  }

  /** Until there may be something to do: after work there may be more at once, else when roused, or after a while. */
  private async rest(idle: boolean): Promise<void> {
    const { gatherMs, pollMs } = this.parts.pace
    if (idle && !this.awake) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, pollMs)
      this.wake = resolve
      await promise
      clearTimeout(timer)
    }
    this.awake = false
    if (!this.stopping) await wait(gatherMs)
  }

  /** A wait until a time that was told by a clock since set back would last as much longer. */
  private async watchClock(): Promise<void> {
    const { database, pace, trouble } = this.parts
    if (performance.now() < this.clockDueMs) return
    this.clockDueMs = performance.now() + pace.clockMs
    const seconds = await followClock(database)
    if (seconds > 0)
      trouble(
        new Error(`the clock was set back by ${Math.round(seconds)} s`),
        'what waits to be sent was moved with the clock',
      )
  }

  private async take(): Promise<number> {
    const { database, pace } = this.parts
    await this.watchClock()
    const claimed = await claimDue(database, {
      leaseMs: pace.leaseMs,
      slots: pace.slots,
      busy: this.busy,
      pauseAfterFailures,
    })
    if (claimed.length === 0) return 0
    const visible = await this.inSight(claimed)
    for (const one of claimed) {
      if (visible.has(one)) this.start(one)
      else this.end({ claimed: one, withheld: true })
    }
    return claimed.length
  }

  /** Those whose owners could still fetch what the event is about. */
  private async inSight(claimed: readonly ClaimedDelivery[]): Promise<Set<ClaimedDelivery>> {
    const groups = Map.groupBy(claimed, ({ endpoint, event }) => `${event.object} ${endpoint.owners.join()}`)
    const found = await Promise.all(
      [...groups.values()].map(async group => {
        const { endpoint, event } = group[0]!
        const ids = [...new Set(group.map(one => one.event.objectId))]
        const { database, types } = this.parts
        const visible = await visibleTo(database, types, endpoint, event.object, ids)
        return group.filter(one => visible.has(one.event.objectId))
      }),
    )
    return new Set(found.flat())
  }

  private start(claimed: ClaimedDelivery): void {
    const { id } = claimed.endpoint
    this.busy.set(id, (this.busy.get(id) ?? 0) + 1)
    const at = new Date()
    const flight = this.attempt(claimed, at).then(outcome => {
      this.flying.delete(flight)
      this.end({ claimed, at, outcome })
      if (isSuccess(outcome)) this.free(id)
      else setTimeout(() => this.free(id), this.parts.pace.coolMs).unref()
    })
    this.flying.add(flight)
  }

  private free(id: string): void {
    const left = this.busy.get(id)! - 1
    if (left > 0) this.busy.set(id, left)
    else this.busy.delete(id)
    this.rouse()
  }

  private async attempt(claimed: ClaimedDelivery, at: Date): Promise<PostOutcome> {
    try {
      return await attemptAt(claimed, at, this.parts)
    } catch (error) {
      this.parts.trouble(error, 'a webhook could not be sent')
      return { error: 'failed before it was sent', durationMs: 0 }
    }
  }

  private end(ended: AttemptResult): void {
    // Too late to be written down; it is due again when its lease is over.
    if (this.over) return
    this.ended.push(ended)
    this.recording ??= this.recordAll().finally(() => {
      this.recording = undefined
    })
  }

  /** What ends while a batch is being written comes into the next. */
  private async recordAll(): Promise<void> {
    while (this.ended.length > 0) {
      const batch = this.ended
      this.ended = []
      try {
        const { database, random = Math.random, ended } = this.parts
        const decided = await recordAttempts(database, batch, random)
        for (const { state } of decided) ended?.(state)
      } catch (error) {
        // Not written down is not delivered: it is due again when its lease is over.
        this.parts.trouble(error, 'what was sent could not be written down')
      }
      await wait(this.parts.pace.gatherMs)
    }
  }
}
