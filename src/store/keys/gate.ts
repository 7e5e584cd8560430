// Letting requests in: those that wait at the same moment share one call to the database's gate, so limits are
// exact over any number of processes, revocation is immediate, and nothing is synced per request.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller, Usage } from '../../access/caller.ts'
import { hashOfSecret, hexHashOfSecret } from '../../access/key-format.ts'
import {
  type GateState,
  isOwnerless,
  type RefusedState,
  refusalOfKey,
  unknownKey,
  wellFormedSecret,
} from '../../access/refusal.ts'
import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { Readiness } from '../schema/readiness.ts'
import type { CallerBook, KnownCaller } from './callers.ts'

/** What the gate says of a group: the first `admitted` of it come in, `state` is what becomes of the others. */
type Verdict = {
  place: number
  state: GateState
  admitted: number
  key_id: string
  stamp: string
  version: string
  per_minute: number
  granted: number
  oldest: Date | null
  per_day: number
  used: number
  moment: Date
  last_used: Date | null
  /** Moves with what is declared of the tables and what of it is filled. */
  schema: string
}

type Admission = { state: GateState; usage: Usage; verdict: Verdict }
/** Requests of one secret from one address, each with a place in `waiting`. */
type Group = { hash: string; ip: string; waiting: PromiseWithResolvers<Admission | undefined>[] }

export type KeyGate = { admit(secret: string | undefined, ip: string): Promise<Caller> }

/** A gate that counts, and that a call can be taken back from for the day. */
export type CountingGate = KeyGate & {
  /** The same for a secret of which only the hash is known. */
  admitHash(hash: Buffer, ip: string): Promise<Caller>
  /** Settles when the database has it. Where it cannot be written, the call counts. */
  giveBack(caller: Caller): Promise<void>
  /** Calls to the database since the start, and the requests that they were for. */
  readonly counted: { calls: number; requests: number }
}

/** A call costs the same for one request as for fifty: when several came at once, the next ones gather first, until
 * they are as many again or so long have waited. */
const gatherMs = 10
const several = 4

/** `steadyMs` is a clock that only ever runs, whoever sets the time; `readiness` follows the schema that the gate tells. */
export function gateOf(
  database: Statements,
  callers: CallerBook,
  steadyMs = () => performance.now(),
  readiness?: Pick<Readiness, 'upTo'>,
): CountingGate {
  let heard: { moment: Date; atMs: number } | undefined
  const ask = async (groups: readonly Group[]) => {
    const verdicts = await askGate(database, groups, {
      take: true,
      clock: heard && [heard.moment, new Date(heard.moment.getTime() + steadyMs() - heard.atMs)],
    })
    if (verdicts[0]) {
      heard = { moment: verdicts[0].moment, atMs: steadyMs() }
      await readiness?.upTo(verdicts[0].schema)
    }
    return verdicts
  }
  const { admissionOf, counted } = gathered(ask)
  const admitted = async (hash: string, ip: string): Promise<Caller> => {
    const admission = await admissionOf(hash, ip)
    if (!admission) throw unknownKey()
    const { usage, verdict } = admission
    const ownerless = (taken: number) => noteOwnerless(database, verdict, taken)
    const known = await knownOf(callers, admission, ip, { ownerless })
    const before = callers.used(verdict.key_id, verdict.moment, verdict.last_used)
    const lastUsed = before && { lastUsedAt: before.toISOString() }
    return { ...known, ...lastUsed, version: verdict.version, usage }
  }
  return {
    admit: async (secret, ip) => admitted(hexHashOfSecret(wellFormedSecret(secret)), ip),
    admitHash: (hash, ip) => admitted(hash.toString('hex'), ip),
    giveBack: givingBack(database),
    counted,
  }
}

/** Requests that wait at the same moment are asked for together, one call after another. */
function gathered(ask: (groups: readonly Group[]) => Promise<Verdict[]>) {
  let gathering = new Map<string, Group>()
  let waiting = 0
  let isFlying = false
  let enough: { many: number; go(): void } | undefined
  const counted = { calls: 0, requests: 0 }
  const rest = async (many: number, mostMs: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, mostMs)
    enough = { many, go: resolve }
    await promise
    clearTimeout(timer)
    enough = undefined
  }
  const fly = async () => {
    isFlying = true
    while (gathering.size > 0) {
      const groups = [...gathering.values()]
      gathering = new Map()
      waiting = 0
      const beganMs = performance.now()
      try {
        settle(groups, await ask(groups))
      } catch (error) {
        for (const group of groups) for (const each of group.waiting) each.reject(error)
      }
      const served = groups.reduce((sum, group) => sum + group.waiting.length, 0)
      counted.calls++
      counted.requests += served
      const restMs = gatherMs - (performance.now() - beganMs)
      if (served >= several && waiting < served && restMs > 0) await rest(served, restMs)
    }
    isFlying = false
  }
  const admissionOf = (hash: string, ip: string) => {
    const own: Group['waiting'][number] = Promise.withResolvers()
    const group = gathering.get(`${hash} ${ip}`)
    if (group) group.waiting.push(own)
    else gathering.set(`${hash} ${ip}`, { hash, ip, waiting: [own] })
    if (++waiting === enough?.many) enough.go()
    if (!isFlying) void fly()
    return own.promise
  }
  return { admissionOf, counted }
}

function settle(groups: readonly Group[], verdicts: readonly Verdict[]): void {
  const byPlace = new Map(verdicts.map(verdict => [verdict.place, verdict]))
  for (const [at, { waiting }] of groups.entries()) {
    const verdict = byPlace.get(at + 1)
    const admissions = verdict && admissionsBy(verdict)
    for (const [index, each] of waiting.entries()) each.resolve(admissions?.(index))
  }
}

/** `clock` is what the database's clock showed when it was last heard, and what it shows now at the least, by a clock that
 * nobody sets: so the gate knows of a jump. */
function askGate(
  database: Statements,
  groups: readonly { hash: string; ip: string; waiting: { length: number } }[],
  { take, clock }: { take: boolean; clock?: readonly [heard: Date, expected: Date] | undefined },
) {
  const hashes = groups.map(group => `\\x${group.hash}`)
  const ips = groups.map(group => group.ip || null)
  const counts = groups.map(group => group.waiting.length)
  return database.rows<Verdict>(sql`
    select *, (select v.stamp::text from schema_version v) as schema
    from gate(${hashes}::text[]::bytea[], ${ips}::text[]::inet[], ${counts}::int[],
      ${clock?.[0] ?? null}::timestamptz, ${clock?.[1] ?? null}::timestamptz, ${take})`)
}

/** The verdict on each request of a group, by its place in it. */
function admissionsBy(verdict: Verdict): (index: number) => Admission {
  const { moment, oldest, per_minute, per_day, granted, used, admitted } = verdict
  const midnight = new Date(moment)
  midnight.setUTCHours(24, 0, 0, 0)
  const first = oldest ?? (admitted > 0 ? moment : undefined)
  const same = {
    perMinute: per_minute,
    perDay: per_day,
    minuteFreesIn: first ? Math.max(0, (first.getTime() + 60_000 - moment.getTime()) / 1000) : 0,
    at: moment.toISOString(),
    resetsAt: midnight.toISOString(),
  }
  return index => {
    const taken = Math.min(index + 1, admitted)
    const minuteLeft = Math.max(0, per_minute - granted - taken)
    const usage = { ...same, minuteLeft, usedToday: used + taken }
    return { state: index < admitted ? 'in' : verdict.state, usage, verdict }
  }
}

/** Who it is, or why they are not let in: decided here for calls, tools, sessions and looks alike. */
async function knownOf(
  callers: CallerBook,
  { state, usage, verdict }: Admission,
  ip: string,
  { whenSpent = false, ownerless }: { whenSpent?: boolean; ownerless?: (taken: number) => Promise<unknown> },
): Promise<KnownCaller> {
  const refused = (why: RefusedState) => refusalOfKey({ state: why, keyId: verdict.key_id, usage }, ip)
  if (state === 'revoked' || state === 'expired' || state === 'replaced' || state === 'ownerless')
    throw refused(state)
  const known = await callers.find(verdict.key_id, verdict.stamp, verdict.version)
  if (isOwnerless(known)) {
    await ownerless?.(state === 'in' ? 1 : 0)
    throw refused('ownerless')
  }
  const isSpent = state === 'minute' || state === 'day'
  if (state !== 'in' && !(whenSpent && isSpent)) throw refused(state)
  return known
}

/** From then on the gate itself refuses the key, for as long as nothing changes for its owners; what this request took
 * is given back. Where that cannot be written, the next request finds it out again. */
const noteOwnerless = (database: Statements, { key_id, version }: Verdict, taken: number) =>
  database.rows(sql`select gate_ownerless(${key_id}, ${version}, ${taken}::int)`).catch(() => {})

/** Calls taken back in the same turn of the loop, as those of one call to the gate are, or while others are being written
 * are written together. */
function givingBack(database: Statements): CountingGate['giveBack'] {
  type Batch = { calls: Map<string, { id: string; day: string; count: number }>; written: Promise<void> }
  let open: Batch | undefined
  let last = Promise.resolve()
  const write = async () => {
    await last
    await nextTurn()
    const calls = [...open!.calls.values()]
    open = undefined
    const [ids, days, counts] = [calls.map(c => c.id), calls.map(c => c.day), calls.map(c => c.count)]
    await database.rows(sql`select gate_give_back(${ids}::text[], ${days}::text[]::date[], ${counts}::int[])`)
  }
  return ({ keyId, usage }) => {
    open ??= { calls: new Map(), written: write().catch(() => {}) }
    last = open.written
    const day = usage.at.slice(0, 10)
    const key = `${keyId} ${day}`
    const before = open.calls.get(key)
    if (before) before.count++
    else open.calls.set(key, { id: keyId, day, count: 1 })
    return open.written
  }
}

/** Lets nobody in but says who would be: the same verdict on this secret's hash, and nothing is consumed. With
 * `whenSpent`, limits that are used up are no reason to refuse: for what is not a call of the API. */
export function gatePreview(
  database: Statements,
  callers: CallerBook,
  hash: Buffer,
  { whenSpent = false } = {},
): KeyGate {
  return {
    async admit(_secret, ip) {
      const group = { hash: hash.toString('hex'), ip, waiting: [1] }
      const [verdict] = await askGate(database, [group], { take: false })
      if (!verdict) throw unknownKey()
      const admission = admissionsBy(verdict)(0)
      const known = await knownOf(callers, admission, ip, { whenSpent })
      return { ...known, version: verdict.version, usage: admission.usage }
    },
  }
}

/** Tells who holds a secret, at once and without counting. */
export const keyLookup =
  (database: Statements, callers: CallerBook): KeyGate['admit'] =>
  async (secret, ip) =>
    gatePreview(database, callers, hashOfSecret(wellFormedSecret(secret))).admit(secret, ip)
