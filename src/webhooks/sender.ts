// Sends what the outbox holds: takes what is due, a few at a time for each endpoint, and writes down what came of it
// in batches. Any number of processes do this at once.
import type { KeyObject } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eventNamed } from '../api/events.ts'
import { payloadOf } from '../kernel/event.ts'
import type { RecordType } from '../kernel/record-type.ts'
import { type Claimed, claim, type Recorded, record, type Standing } from '../store/claims.ts'
import type { Database } from '../store/database.ts'
import { outboxChannel } from '../store/outbox.ts'
import { visibleTo } from '../store/sight.ts'
import type { Post } from './post.ts'
import { healthAfter, nextOf, type Outcome, pauseAfterFailures, succeeded } from './schedule.ts'
import { unseal } from './sealed.ts'
import { type Message, signedHeaders, signingKey } from './sign.ts'

export type Pace = {
  leaseMs: number
  slots: { well: number; failing: number; paused: number }
  /** The longest time until what is due is looked for again; new events are told of at once. */
  pollMs: number
  /** How long a slot rests after a failure: who fails quickly shall not keep us busy. */
  coolMs: number
  /** What ends at about the same time is written down together, and its slots are filled together. */
  gatherMs: number
}

export const usualPace: Pace = {
  leaseMs: 60_000,
  slots: { well: 64, failing: 4, paused: 1 },
  pollMs: 1_000,
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
  pace?: Partial<Pace>
  random?: () => number
}

type Ended = { claimed: Claimed; at: Date; outcome: Outcome } | { claimed: Claimed; withheld: true }

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
  private readonly parts: SenderParts & { pace: Pace }
  private readonly busy = new Map<string, number>()
  private readonly flying = new Set<Promise<void>>()
  private ended: Ended[] = []
  private recording: Promise<void> | undefined
  private stopping = false
  private over = false
  private patience: Promise<unknown> | undefined
  private wake: () => void = () => {}
  private awake = false

  constructor(parts: SenderParts & { pace: Pace }) {
    this.parts = parts
  }

  async run(): Promise<void> {
    const { trouble } = this.parts
    const listening = this.listen()
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
    await (await listening)?.stop().catch(() => {})
  }

  /** Until it can be listened for what is new, it is looked for now and then. */
  private async listen(): Promise<{ stop(): Promise<void> } | undefined> {
    const { database, trouble, pace } = this.parts
    while (!this.stopping) {
      try {
        return await database.listen(outboxChannel, () => this.rouse())
      } catch (error) {
        if (!this.stopping) trouble(error, 'new events are looked for but not listened for')
        await wait(pace.pollMs)
      }
    }
    return undefined
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

  private async take(): Promise<number> {
    const { database, pace } = this.parts
    const claimed = await claim(database, {
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
  private async inSight(claimed: readonly Claimed[]): Promise<Set<Claimed>> {
    const groups = Map.groupBy(claimed, ({ endpoint, event }) => `${event.object} ${endpoint.owners.join()}`)
    const found = await Promise.all(
      [...groups.values()].map(async group => {
        const { endpoint, event } = group[0]!
        const type = this.parts.types.find(known => known.type === event.object)!
        const ids = [...new Set(group.map(one => one.event.objectId))]
        const visible = await visibleTo(this.parts.database, endpoint, type, ids)
        return group.filter(one => visible.has(one.event.objectId))
      }),
    )
    return new Set(found.flat())
  }

  private start(claimed: Claimed): void {
    const { id } = claimed.endpoint
    this.busy.set(id, (this.busy.get(id) ?? 0) + 1)
    const at = new Date()
    const flight = this.attempt(claimed, at).then(outcome => {
      this.flying.delete(flight)
      this.end({ claimed, at, outcome })
      if (succeeded(outcome)) this.free(id)
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

  private async attempt(claimed: Claimed, at: Date): Promise<Outcome> {
    try {
      return await attemptAt(claimed, at, this.parts)
    } catch (error) {
      this.parts.trouble(error, 'a webhook could not be sent')
      return { error: 'failed before it was sent', durationMs: 0 }
    }
  }

  private end(ended: Ended): void {
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
        await recordEnded(this.parts.database, batch, this.parts.random ?? Math.random)
      } catch (error) {
        // Not written down is not delivered: it is due again when its lease is over.
        this.parts.trouble(error, 'what was sent could not be written down')
      }
      await wait(this.parts.pace.gatherMs)
    }
  }
}

export const messageOf = ({ event }: Pick<Claimed, 'event'>): Message => {
  const { key, name } = eventNamed(event.type)!
  return { id: event.id, type: event.type, body: JSON.stringify(payloadOf({ key, name }, event)) }
}

export async function attemptAt(
  claimed: Claimed,
  at: Date,
  { keys, post }: Pick<SenderParts, 'keys' | 'post'>,
): Promise<Outcome> {
  const { id, url, sealed } = claimed.endpoint
  const secrets = sealed.map(each => unseal(keys, id, each)).filter(each => each !== undefined)
  if (secrets.length === 0)
    return {
      error: 'the secret of this endpoint does not open with the master secret; rotate it',
      durationMs: 0,
    }
  const message = messageOf(claimed)
  const headers = {
    ...signedHeaders(message, secrets.map(signingKey), at),
    'User-Agent': 'Muster-Webhooks/1',
    'X-Service-Delivery-Attempt': String(claimed.attempts + 1),
  }
  return post(new URL(url), headers, message.body)
}

export async function recordEnded(
  database: Database,
  batch: readonly Ended[],
  random: () => number,
): Promise<void> {
  const ids = [...new Set(batch.map(one => one.claimed.endpoint.id))]
  await record(database, ids, (standings, now) => decide(batch, new Map(standings), now, random))
}

function decide(
  batch: readonly Ended[],
  standings: Map<string, Standing>,
  now: Date,
  random: () => number,
): Recorded {
  const recorded: Recorded = { deliveries: [], attempts: [], endpoints: [] }
  const before = new Map(standings)
  for (const ended of batch) {
    const { n, lease, attempts, endpoint } = ended.claimed
    const standing = standings.get(endpoint.id)
    // Removed meanwhile, and its deliveries with it.
    if (!standing) continue
    if ('withheld' in ended) {
      recorded.deliveries.push({ n, lease, state: 'withheld', attempts, inMs: 0 })
      continue
    }
    const { outcome, at } = ended
    const next = nextOf(attempts + 1, outcome, random())
    const inMs = next.state === 'waiting' ? next.inMs : 0
    recorded.deliveries.push({ n, lease, state: next.state, attempts: attempts + 1, inMs })
    recorded.attempts.push({ n, lease, attempt: attempts + 1, at, ...outcome })
    standings.set(endpoint.id, { id: endpoint.id, ...healthAfter(standing, outcome, next, now) })
  }
  recorded.endpoints = [...standings.values()].filter(each => !isAlike(before.get(each.id)!, each))
  return recorded
}

/** That all went well once more need not be written down every time. */
const alikeMs = 5_000

const isAlike = (one: Standing, other: Standing) =>
  JSON.stringify({ ...one, lastSuccessAt: 0 }) === JSON.stringify({ ...other, lastSuccessAt: 0 }) &&
  (other.lastSuccessAt?.getTime() ?? 0) - (one.lastSuccessAt?.getTime() ?? 0) < alikeMs
