// Reads all rows of a list as of one moment, each over a connection of its own, so that pages wait for none of it.

import { setImmediate as turnOfAll } from 'node:timers/promises'
import type { Caller, Link } from '../../access/caller.ts'
import type { FeedPlan } from '../../kernel/operation/feed.ts'
import type { Exports, Row, Snapshot, WholePlan } from '../../kernel/query/plan.ts'
import type { RecordType } from '../../kernel/resource/record-type.ts'
import { Problem } from '../../problem.ts'
import type { Database, Session } from '../engine/database.ts'
import { sql } from '../engine/sql.ts'
import { endOfChanges } from '../events/stored-feeds.ts'
import type { Readiness } from './evolve.ts'
import { activeLinks } from './links.ts'
import { storedRecords, wholeReading } from './records.ts'
import { literal } from './where.ts'

export type ExportLimits = {
  /** How many may be under way at once: of a key, and in this process. */
  perKey: number
  atOnce: number
  /** How long one may take, sending included. */
  ms: number
}

type Options = {
  database: Database
  types: readonly RecordType[]
  readiness: Readiness
  limits: ExportLimits
  /** What GET /changes tells a caller. */
  followedBy(caller: Caller): Pick<FeedPlan, 'owners' | 'types'>
}

export function storedExports(options: Options): Exports {
  const enter = roomFor(options.limits)
  const turn = turns()
  return {
    async begin(caller, plan) {
      const leave = enter(caller.keyId)
      try {
        return await snapshotOf(options, caller, plan, { leave, turn })
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

/** Counts what is under way; gives back how to end it, once. */
function roomFor({ perKey, atOnce }: ExportLimits): (keyId: string) => () => void {
  const underWay = new Map<string, number>()
  let all = 0
  const wait = { 'Retry-After': '10' }
  return keyId => {
    const own = underWay.get(keyId) ?? 0
    if (own >= perKey)
      throw new Problem(
        'RATE_LIMIT_EXCEEDED',
        `This key has ${own} ${own === 1 ? 'export' : 'exports'} under way, as many as it may have at once; try again when one has ended`,
        wait,
      )
    if (all >= atOnce)
      throw new Problem(
        'SERVICE_UNAVAILABLE',
        'The server has as many exports under way as it may have at once; try again shortly',
        wait,
      )
    underWay.set(keyId, own + 1)
    all++
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      all--
      const left = underWay.get(keyId)! - 1
      if (left > 0) underWay.set(keyId, left)
      else underWay.delete(keyId)
    }
  }
}

/** One batch of all exports together, then everybody else. */
function turns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => turnOfAll())
    return last
  }
}

/** So much is read at once, and sent to be written: a few milliseconds of work. */
const batch = { rows: 100, bytes: 1_000_000 }

/** How many rows to read after these, as large as they are. */
function rowsAfter(rows: readonly (Buffer | null)[][]): number {
  const bytes = rows.flat().reduce((sum, column) => sum + (column?.length ?? 0), 0)
  return Math.max(1, Math.min(batch.rows, Math.floor((rows.length * batch.bytes) / bytes)))
}

type Own = { leave(): void; turn(): Promise<void> }

async function snapshotOf(
  { database, types, readiness, limits, followedBy }: Options,
  caller: Caller,
  plan: WholePlan,
  { leave, turn }: Own,
): Promise<Snapshot> {
  const session = await database.session()
  let ended = false
  let closing: Promise<void> | undefined
  let pid: number | undefined
  const close = () => {
    closing ??= end()
    return closing
  }
  /** Whatever it is at, even sorting, ends at once. */
  const stop = async () => {
    if (!ended && pid !== undefined)
      await database.rows(sql`select pg_terminate_backend(${pid}::int)`).catch(() => {})
  }
  const end = async () => {
    clearTimeout(timer)
    await stop()
    leave()
    await session.release(0).catch(() => {})
  }
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort(new Error(`This export took longer than ${limits.ms / 1000} s`))
    void stop()
  }, limits.ms)
  try {
    await session.script(`begin isolation level repeatable read read only; ${planned}`)
    pid = (await session.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid
    await requireSameLinks(session, types, caller)
    const follows = followedBy(caller)
    const next = follows.types.includes(plan.type) ? await endOfChanges(session, follows) : undefined
    const type = types.find(known => known.type === plan.type)!
    const whole = await wholeReading(session, type, readiness, plan)
    if (whole) await session.rows(sql`declare export no scroll cursor for ${whole.statement}`, { once: true })
    const batches = async function* () {
      if (whole) yield* fetched(session, whole.read, turn)
      ended = true
      // Nothing is held while the rest is sent.
      await session.release()
    }
    return {
      rows: batches(),
      records: storedRecords(session, types, readiness),
      ...(next && { next }),
      late: late.signal,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Texts are looked up one by one in the order of the narrow rows: to join them otherwise, they would all be sorted. */
const planned = 'set local enable_hashjoin = off; set local enable_mergejoin = off; set local jit = off'

/** The next rows are on their way while these are written. */
async function* fetched(
  session: Session,
  read: (columns: (Buffer | null)[]) => Row,
  turn: () => Promise<void>,
): AsyncGenerator<Row[]> {
  const fetch = (count: number) => {
    const rows = session.raw(sql`fetch forward ${literal(count)} from export`)
    rows.catch(() => {})
    return { count, rows }
  }
  for (let next = fetch(10); ; ) {
    const { count } = next
    const rows = await next.rows
    const isLast = rows.length < count
    if (!isLast) next = fetch(rowsAfter(rows))
    await turn()
    if (rows.length > 0) yield rows.map(read)
    if (isLast) return
  }
}

/** What a caller sees was worked out before the snapshot was taken. Changes of it in between would be missing from the
 * rows, and from what is read after the cursor. */
async function requireSameLinks(
  session: Session,
  types: readonly RecordType[],
  caller: Caller,
): Promise<void> {
  const ids = (owners: readonly { id: string }[]) => owners.map(({ id }) => id)
  const isCompany = caller.kind === 'company'
  const links = await activeLinks(
    session,
    types,
    isCompany ? { companies: ids(caller.companies) } : { agencies: ids(caller.agencies) },
  )
  const isSame = isCompany
    ? isSameSet(
        links.map(({ agency }) => agency),
        caller.linkedAgencies,
      )
    : isSameSet(links.map(written), caller.links.map(written))
  if (isSame) return
  throw new Problem('SERVICE_UNAVAILABLE', 'What this key may see has changed this moment; try again', {
    'Retry-After': '1',
  })
}

const written = ({ agency, company, projects }: Link) => JSON.stringify([agency, company, projects])
const isSameSet = (some: readonly string[], others: readonly string[]) =>
  some.every(one => others.includes(one)) && others.every(one => some.includes(one))
