// Loads as they are written down: that one began, how far it is, and how it ended.

import type { Statements } from '../../database/database.ts'
import { none, type Sql, sql } from '../../database/sql.ts'
import {
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
import { declareList } from '../lists/list.ts'

const loadState = oneOf('running', 'done', 'failed', 'interrupted')
const source = oneOf('command', 'http', 'portal')
type LoadSurface = Static<typeof source>

/** Lines that were rejected for the same reason; nothing of the lines themselves. */
const RejectionGroup = record({
  path: text,
  reason: text,
  fix: text,
  count: integer,
  lines: list(integer),
  /** The same lines with the files that they are in, of a load from several. */
  where: maybe(text),
})

/** Each is absent in loads from before it was noted. */
const LoadOptions = record({
  patch: maybe(flag),
  events: maybe(flag),
  allowOlder: maybe(flag),
  snapshot: maybe(orNull(list(text))),
  company: maybe(orNull(text)),
  /** The saved mapping that it read tables by. */
  mapping: maybe(orNull(record({ name: text, version: integer }))),
})

export const SnapshotReport = record({
  /** How many of each type are not in the load, of how many that there were. */
  missing: mapOf(record({ missing: integer, of: integer })),
  /** Why nothing was deleted. */
  refused: maybe(text),
})
export type SnapshotReport = Static<typeof SnapshotReport>

const LoadOutcome = record({
  losses: mapOf(integer),
  /** What was kept because it was decided here; not known of loads before that was told. */
  kept: maybe(list(RejectionGroup)),
  followed: integer,
  unresolved: maybe(integer),
  events: mapOf(integer),
  /** Warnings: what can hardly be right and was accepted. */
  warnings: list(RejectionGroup),
  snapshot: orNull(SnapshotReport),
})
export type LoadOutcome = Static<typeof LoadOutcome>

/** Loads report progress at least this often. */
export const loadBeatMs = 10_000

/** A load that runs has reported since; one that has not was interrupted, after three missed reports. */
export const lastLoadBeat = sql`clock_timestamp() - 3 * ${loadBeatMs}::int * interval '1 millisecond'`

const isSilent = sql`(l.state = 'running' and l.beat_at < ${lastLoadBeat})`

const loadStage = oneOf('reading', 'retrying', 'deleting', 'refreshing', 'tidying')
export type LoadStage = Static<typeof loadStage>

export const loads = declareList({
  noun: 'load',
  from: sql`load l`,
  columns: {
    id: [text, sql`l.id`],
    source: [source, sql`l.source`],
    who: [text, sql`l.who`],
    name: [orNull(text), sql`l.name`],
    /** The job that it is of, where it said so. */
    job: [orNull(text), sql`l.job`],
    state: [loadState, sql`case when ${isSilent} then 'interrupted' else l.state end`],
    stage: [orNull(loadStage), sql`l.stage`],
    dryRun: [flag, sql`l.dry_run`],
    options: [LoadOptions, sql`l.options`],
    beganAt: [instant, sql`l.began_at`],
    endedAt: [orNull(instant), sql`case when ${isSilent} then l.beat_at else l.ended_at end`],
    lines: [integer, sql`l.lines`],
    bytes: [integer, sql`l.bytes`],
    counts: [mapOf(integer), sql`l.counts`],
    rejected: [integer, sql`l.rejected`],
    warned: [integer, sql`l.warned`],
    error: [orNull(text), sql`l.error`],
  },
  parts: {
    rejections: [list(RejectionGroup), sql`l.rejections`],
    notGrouped: [integer, sql`l.not_grouped`],
    /** Null until it has ended well. */
    outcome: [orNull(LoadOutcome), sql`l.outcome`],
  },
  filters: { state: 'state', job: 'job' },
  order: { table: 'load', alias: 'l', columns: ['began_at', 'id'] },
})

export type NewLoad = {
  id: string
  source: LoadSurface
  /** Who asked for it. */
  who: string
  /** Of the file, where it has one. */
  name?: string | undefined
  /** The job that it is of, such as the one of every night. */
  job?: string | undefined
  dryRun: boolean
  options: Static<typeof LoadOptions>
}

/** False where a load with this id exists. */
export const beginLoad = (db: Statements, load: NewLoad) =>
  db.hasRows(sql`
    insert into load (id, source, who, name, job, dry_run, options)
    values (${load.id}, ${load.source}, ${load.who}, ${load.name ?? null}, ${load.job ?? null}, ${load.dryRun}, ${JSON.stringify(load.options)})
    on conflict do nothing returning id`)

type StoredLoad = NonNullable<Awaited<ReturnType<typeof loads.find>>>
export type LoadProgress = Pick<
  StoredLoad,
  'stage' | 'lines' | 'bytes' | 'counts' | 'rejected' | 'warned' | 'rejections' | 'notGrouped'
>

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

/** The last load of an expected job that succeeded stays: without it the job would be said never to have come. */
export const sweepLoads = (db: Statements, keptDays: number) =>
  db.rows(sql`
    delete from load l
    where beat_at < now() - ${keptDays} * interval '1 day'
      and not (
        l.job is not null and l.state = 'done' and not l.dry_run
        and exists (select from expected_job j where j.name = l.job)
        and not exists (
          select from load r
          where r.job = l.job and r.state = 'done' and not r.dry_run and r.began_at > l.began_at
        )
      )`)
