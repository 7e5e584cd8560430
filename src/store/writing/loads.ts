// Loads as they are kept: who loaded what, how far it is or how it ended, and why lines were rejected.
import {
  anything,
  flag,
  instant,
  integer,
  list,
  mapOf,
  maybe,
  oneOf,
  orNull,
  record,
  type Static,
  text,
} from '../../shape/shape.ts'
import type { Statements } from '../database/database.ts'
import { join, none, type Sql, sql } from '../database/sql.ts'

export const loadState = oneOf('running', 'done', 'failed', 'interrupted')

const source = oneOf('command', 'http', 'portal')
const fields = {
  id: text,
  source,
  who: text,
  name: orNull(text),
  state: loadState,
  stage: orNull(oneOf('reading', 'retrying', 'deleting', 'refreshing', 'tidying')),
  dryRun: flag,
  options: mapOf(anything),
  beganAt: instant,
  endedAt: orNull(instant),
  lines: integer,
  bytes: integer,
  counts: mapOf(integer),
  rejected: integer,
  warned: integer,
  error: orNull(text),
}
export const LoadInfo = record(fields)
export type LoadInfo = Static<typeof LoadInfo>

/** Lines that were rejected for the same reason; nothing of the lines themselves. */
const RejectionGroup = record({ path: text, reason: text, fix: text, count: integer, lines: list(integer) })
export type RejectionGroup = Static<typeof RejectionGroup>

const LoadOutcome = record({
  losses: mapOf(integer),
  /** What was kept because it was decided here; not known of loads before that was told. */
  kept: maybe(list(RejectionGroup)),
  followed: integer,
  unresolved: maybe(integer),
  events: mapOf(integer),
  /** Warnings: what can hardly be right and was accepted. */
  warnings: list(RejectionGroup),
  snapshot: orNull(
    record({ missing: mapOf(record({ missing: integer, of: integer })), refused: maybe(text) }),
  ),
})
export type LoadOutcome = Static<typeof LoadOutcome>

/** `outcome` is null until it has ended well. */
export const WholeLoad = record({
  ...fields,
  rejections: list(RejectionGroup),
  notGrouped: integer,
  outcome: orNull(LoadOutcome),
})
export type WholeLoad = Static<typeof WholeLoad>

export type NewLoad = {
  id: string
  source: Static<typeof source>
  /** Who asked for it. */
  who: string
  /** Of the file, where it has one. */
  name?: string | undefined
  dryRun: boolean
  options: object
}

/** False where a load with this id exists. */
export async function beginLoad(db: Statements, load: NewLoad): Promise<boolean> {
  const rows = await db.rows(sql`
    insert into load (id, source, who, name, dry_run, options)
    values (${load.id}, ${load.source}, ${load.who}, ${load.name ?? null}, ${load.dryRun}, ${JSON.stringify(load.options)})
    on conflict do nothing returning id`)
  return rows.length > 0
}

export type LoadProgress = {
  stage: string | null
  lines: number
  bytes: number
  counts: Readonly<Record<string, number>>
  rejected: number
  warned: number
  rejections: readonly RejectionGroup[]
  notGrouped: number
}

/** Reports progress; with an `end`, that the load has ended. */
export async function noteLoad(
  db: Statements,
  id: string,
  progress: LoadProgress,
  end?: { state: 'done'; outcome: LoadOutcome } | { state: 'failed'; error: string },
): Promise<void> {
  const { stage, lines, bytes, counts, rejected, warned, rejections, notGrouped } = progress
  const ended = end
    ? sql`, state = ${end.state}, error = ${end.state === 'failed' ? end.error : null},
        outcome = ${end.state === 'done' ? JSON.stringify(end.outcome) : null}, ended_at = clock_timestamp()`
    : none
  const update = sql`
    update load set beat_at = clock_timestamp(), stage = ${end ? null : stage}, lines = ${lines}::bigint,
      bytes = ${bytes}::bigint, counts = ${JSON.stringify(counts)}, rejected = ${rejected}::bigint, warned = ${warned}::bigint,
      rejections = ${JSON.stringify(rejections)}, not_grouped = ${notGrouped}::bigint ${ended}
    where id = ${id}`
  await db.rows(end ? counted(update) : update)
}

/** Loads are forgotten; how many there were is not. */
const counted = (update: Sql) => sql`
  with ended as (${update} returning state, lines, rejected, dry_run)
  insert into load_total as t (outcome, loads, lines, rejected)
  select state, 1, lines, rejected from ended where not dry_run
  on conflict (outcome) do update set loads = t.loads + 1, lines = t.lines + excluded.lines,
    rejected = t.rejected + excluded.rejected`

/** Loads report progress at least this often. */
export const loadBeatMs = 10_000
/** Three missed reports. */
const isSilent = sql`(state = 'running' and beat_at < clock_timestamp() - interval '30 seconds')`

type LoadFilter = { id?: string; state?: string; limit?: number; after?: string }

/** Newest first. */
export async function listLoads(db: Statements, filter: LoadFilter): Promise<LoadInfo[]> {
  const rows = await loadRows(db, filter)
  return rows.map(({ rejections: _, notGrouped: __, outcome: ___, ...row }) => row)
}

export async function loadWith(db: Statements, id: string): Promise<WholeLoad | undefined> {
  return (await loadRows(db, { id }))[0]
}

async function loadRows(db: Statements, { id, state, limit = 50, after }: LoadFilter): Promise<WholeLoad[]> {
  const conditions = [
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    ...(after === undefined
      ? []
      : [sql`(began_at, id) < (select p.began_at, p.id from load p where p.id = ${after})`]),
    ...(state === undefined ? [] : [sql`case when ${isSilent} then 'interrupted' else state end = ${state}`]),
    sql`true`,
  ]
  const rows = await db.rows<Row>(sql`
    select *, case when ${isSilent} then 'interrupted' else state end as shown, ${isSilent} as silent
    from load where ${join(conditions, ' and ')} order by began_at desc, id desc limit ${limit}::int`)
  return rows.map(row => ({
    id: row.id,
    source: row.source,
    who: row.who,
    name: row.name,
    state: row.shown,
    stage: row.stage,
    dryRun: row.dry_run,
    options: JSON.parse(row.options),
    beganAt: row.began_at.toISOString(),
    endedAt: (row.silent ? row.beat_at : row.ended_at)?.toISOString() ?? null,
    lines: Number(row.lines),
    bytes: Number(row.bytes),
    counts: JSON.parse(row.counts),
    rejected: Number(row.rejected),
    warned: Number(row.warned),
    error: row.error,
    rejections: JSON.parse(row.rejections),
    notGrouped: Number(row.not_grouped),
    outcome: row.outcome === null ? null : JSON.parse(row.outcome),
  }))
}

type Row = Pick<LoadInfo, 'id' | 'source' | 'who' | 'name' | 'stage' | 'error'> &
  Record<
    'lines' | 'bytes' | 'rejected' | 'warned' | 'not_grouped' | 'options' | 'counts' | 'rejections',
    string
  > & {
    shown: LoadInfo['state']
    silent: boolean
    dry_run: boolean
    outcome: string | null
    began_at: Date
    beat_at: Date
    ended_at: Date | null
  }

export async function sweepLoads(db: Statements, keptDays: number): Promise<void> {
  await db.rows(sql`delete from load where beat_at < now() - ${keptDays} * interval '1 day'`)
}
