// Letting requests in: those that wait at the same moment share one call to the database's gate, so limits are
// exact over any number of processes, revocation is immediate, and nothing is synced per request.
import { hashOfSecret } from '../access/key-format.ts'
import { type GateState, refusal, unknownKey, wellFormedSecret } from '../access/refusal.ts'
import type { Caller, Usage } from '../kernel/caller.ts'
import type { CallerBook } from './callers.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

type Verdict = {
  place: number
  state: GateState
  key_id: string
  stamp: string
  version: string
  per_minute: number
  minute_left: number
  frees_in: number
  per_day: number
  used_today: number
}

type Waiting = { hash: Buffer; ip: string; settle: PromiseWithResolvers<Verdict | undefined> }

export type Gate = { admit(secret: string | undefined, ip: string): Promise<Caller> }

export function gateOf(database: Database, callers: CallerBook, now: () => Date = () => new Date()): Gate {
  let queue: Waiting[] = []
  let flying = false

  const fly = async () => {
    flying = true
    while (queue.length > 0) {
      const asked = queue
      queue = []
      await ask(database, asked)
    }
    flying = false
  }

  const verdictOn = (hash: Buffer, ip: string) => {
    const settle = Promise.withResolvers<Verdict | undefined>()
    queue.push({ hash, ip, settle })
    if (!flying) void fly()
    return settle.promise
  }

  return {
    async admit(secret, ip) {
      const verdict = await verdictOn(hashOfSecret(wellFormedSecret(secret)), ip)
      if (!verdict) throw unknownKey()
      const usage = usageOf(verdict, now())
      if (verdict.state !== 'in') throw refusal(verdict.state, usage, ip)
      const before = callers.used(verdict.key_id, now())
      const known = await callers.find(verdict.key_id, verdict.stamp, verdict.version)
      return {
        ...known,
        ...(before && { lastUsedAt: before.toISOString() }),
        version: verdict.version,
        usage,
      }
    },
  }
}

async function ask(database: Database, asked: readonly Waiting[]): Promise<void> {
  try {
    const hashes = asked.map(waiting => `\\x${waiting.hash.toString('hex')}`)
    const ips = asked.map(waiting => waiting.ip)
    const verdicts = await database.rows<Verdict>(
      sql`select * from gate(${hashes}::text[]::bytea[], ${ips}::text[]::inet[])`,
    )
    const byPlace = new Map(verdicts.map(verdict => [verdict.place, verdict]))
    for (const [index, waiting] of asked.entries()) waiting.settle.resolve(byPlace.get(index + 1))
  } catch (error) {
    for (const waiting of asked) waiting.settle.reject(error)
  }
}

function usageOf(verdict: Verdict, now: Date): Usage {
  const midnight = new Date(now)
  midnight.setUTCHours(24, 0, 0, 0)
  return {
    perMinute: verdict.per_minute,
    perDay: verdict.per_day,
    minuteLeft: verdict.minute_left,
    minuteFreesIn: verdict.frees_in,
    usedToday: verdict.used_today,
    resetsAt: midnight.toISOString(),
  }
}
