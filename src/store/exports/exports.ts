// Reads all rows of a list as of one moment, on a connection of its own, so that no page waits for it.

import { setTimeout as pause, setImmediate as turnOfAll } from 'node:timers/promises'
import type { Caller, Link } from '../../access/caller.ts'
import type { Bytes, Database, Session, Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { Problem } from '../../errors/problem.ts'
import type { FeedPlan } from '../../kernel/operation/feed.ts'
import type { ExportSnapshot, Exports, RowGroup, WholePlan } from '../../kernel/query/plan.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import {
  type ExportPlace,
  ExportPlaces,
  type ExportsUnderWay,
  type PlaceLimits,
} from '../../sharing/export-places.ts'
import { endOfChanges } from '../feeds/stored-feeds.ts'
import { activeLinks } from '../keys/links.ts'
import { isEverybodys, storedRecords, type WholeReading, wholeReading } from '../reading/records.ts'
import { type ReadGroup, readGroup } from '../reading/row-groups.ts'
import { rowCountSql } from '../reading/where.ts'
import { noReplicas, type Reads } from '../replicas/reads.ts'
import type { Readiness } from '../schema/readiness.ts'

export type ExportLimits = PlaceLimits & {
  /** How long one may take, sending included. */
  ms: number
}

type Options = {
  database: Database
  reads: Reads
  types: readonly RecordType[]
  readiness: Readiness
  limits: ExportLimits
  /** What GET /changes tells a caller. */
  followedBy(caller: Caller): Pick<FeedPlan, 'owners' | 'types'>
}

export function storedExports(options: Options): Exports & { underWay(): ExportsUnderWay } {
  const places = new ExportPlaces(options.limits)
  const turn = turns(() => options.database.underWay().statements > 0)
  return {
    async begin(caller, plan) {
      const place = await places.enter(caller)
      try {
        return await snapshotOf(options, caller, plan, place, turn)
      } catch (error) {
        place.leave()
        throw error
      }
    },
    underWay: () => places.counts(),
  }
}

/** One batch of all exports together, then everybody else, who are let finish what they ask of the database. */
function turns(isAsked: () => boolean): () => Promise<void> {
  let last = Promise.resolve()
  const giveWay = async () => {
    await turnOfAll()
    const until = performance.now() + longestPauseMs
    while (isAsked() && performance.now() < until) await pause(1)
  }
  return () => {
    last = last.then(giveWay)
    return last
  }
}

/** Exports go on even under a load that never ends. */
const longestPauseMs = 5

/** How much is read at once. */
const batch = { groups: 8, bytes: 1_000_000 }

/** How many groups to read after these, as large as they are. */
function groupsAfter(groups: readonly Bytes[]): number {
  const bytes = groups.flat().reduce((sum, column) => sum + (column?.length ?? 0), 0)
  return Math.max(1, Math.min(batch.groups, Math.floor((groups.length * batch.bytes) / bytes)))
}

async function snapshotOf(
  { database: primary, reads, types, readiness, limits, followedBy }: Options,
  caller: Caller,
  plan: WholePlan,
  place: ExportPlace,
  turn: () => Promise<void>,
): Promise<ExportSnapshot> {
  const source = plan.search || isEverybodys(plan) ? noReplicas(primary) : reads
  const { session, database } = await source.session(plan.viewer.version, begin, { isLarge: true })
  let ended = false
  let closing: Promise<void> | undefined
  let pid: number | undefined
  const close = () => {
    closing ??= end()
    return closing
  }
  /** The current statement ends at once, even while it sorts. */
  const stop = async () => {
    if (!ended && pid !== undefined)
      await database.rows(sql`select pg_terminate_backend(${pid}::int)`).catch(() => {})
  }
  const end = async () => {
    clearTimeout(timer)
    await stop()
    place.leave()
    await session.release(0).catch(() => {})
  }
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort(new Error(`This export took longer than ${limits.ms / 1000} s`))
    void stop()
  }, limits.ms)
  try {
    pid = await session.value<number>(sql`select pg_backend_pid()`)
    await requireSameLinks(reads.sure(session, plan.viewer.version), types, caller)
    const follows = followedBy(caller)
    const next = follows.types.includes(plan.type) ? await endOfChanges(session, follows) : undefined
    const type = types.find(known => known.type === plan.type)!
    const whole = await wholeReading(session, type, readiness, plan)
    // Texts are the same bytes in either form, and as binary PostgreSQL neither copies nor counts them again.
    if (whole)
      await session.rows(sql`declare export binary no scroll cursor for ${whole.statement}`, { once: true })
    const batches = async function* () {
      if (whole) yield* fetched(session, whole, turn)
      ended = true
      // Nothing is held while the rest is sent.
      await session.release()
      place.read()
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
const begin =
  'begin isolation level repeatable read read only; set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_hashagg = off; set local jit = off'

/** The next groups are on their way while these are written. */
async function* fetched(
  session: Session,
  { long }: WholeReading,
  turn: () => Promise<void>,
): AsyncGenerator<RowGroup> {
  const fetch = (count: number) => {
    const groups = session.raw(sql`fetch forward ${rowCountSql(count)} from export`)
    groups.catch(() => {})
    return { count, groups }
  }
  // The next group is requested early, so that PostgreSQL never waits for us.
  const ahead = [fetch(1), fetch(1)]
  for (;;) {
    const next = ahead.shift()!
    const { rows: groups, release } = await next.groups
    let left = groups.length
    const isLast = groups.length < next.count
    if (!isLast) ahead.push(fetch(groupsAfter(groups)))
    for (const columns of groups) {
      await turn()
      const group = readGroup(columns)
      let isDone = false
      const done = () => {
        if (!isDone && --left === 0) release()
        isDone = true
      }
      if (group.long.size === 0) yield { ...group.rows, done }
      else yield* withLong(group, long)
    }
    if (isLast) return
  }
}

/** One by one, so that only one long row is in memory at a time. */
async function* withLong(
  { rows, long: ids }: ReadGroup,
  long: WholeReading['long'],
): AsyncGenerator<RowGroup> {
  for (const [index, row] of rows.each().entries()) {
    const id = ids.get(index)
    const whole = id === undefined ? row : await long(id)
    yield { count: 1, each: () => [whole] }
  }
}

/** What a caller sees was worked out before the snapshot was taken. Changes of it in between would be missing from the
 * rows, and from what is read after the cursor. */
async function requireSameLinks(session: Statements, types: readonly RecordType[], caller: Caller) {
  const ids = (owners: readonly { id: string }[]) => owners.map(({ id }) => id)
  const isCompany = caller.kind === 'company'
  const links = await activeLinks(
    session,
    types,
    isCompany ? { companies: ids(caller.companies) } : { agencies: ids(caller.agencies) },
  )
  const [now, before] = isCompany
    ? [links.map(({ agency }) => agency), caller.linkedAgencies]
    : [links.map(written), caller.links.map(written)]
  if (now.every(one => before.includes(one)) && before.every(one => now.includes(one))) return
  throw new Problem('SERVICE_UNAVAILABLE', 'What this key may see has changed this moment; try again', {
    'Retry-After': '1',
  })
}

const written = ({ agency, company, projects }: Link) => JSON.stringify([agency, company, projects])
