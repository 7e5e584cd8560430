// The progress of a scrub as one row, and the lock of the process that does it.

import { type Database, plainRow, type Session, type Statements } from '../../database/database.ts'
import { lockedSession, locks } from '../../database/locks.ts'
import { sql } from '../../database/sql.ts'
import { instant, integer, list, maybe, oneOf, record, type Static, text } from '../../shape/shape.ts'

/** `done` of `total` tables are rewritten. `erasedSince` counts workers who were erased after it was asked for: of them it may leave bytes. */
export const ScrubState = record({
  state: oneOf('under way', 'done', 'failed'),
  by: text,
  step: text,
  total: integer,
  done: integer,
  startedAt: instant,
  finishedAt: maybe(instant),
  /** Why it ended without being done. */
  failed: maybe(text),
  /** What it could not reach, and who can. */
  unreached: list(text),
  erasedSince: integer,
})
export type Scrub = Static<typeof ScrubState>

/** The scrub that is under way, or else the last one. */
export async function lastScrub(db: Statements): Promise<Scrub | undefined> {
  const row = await db.row(sql`
    select case when failed is not null then 'failed' when finished_at is null then 'under way' else 'done' end as state,
      asked_by as by, step, total, done, started_at as "startedAt", finished_at as "finishedAt", failed, unreached,
      (select count(*)::int from erasure e where e.type = 'worker' and e.at >= s.started_at) as "erasedSince"
    from scrub s`)
  return row && plainRow<Scrub>(row)
}

/** Asks for a scrub. One that waits to begin is the same; one that has begun keeps what its readers may still see of whoever
 * was erased since, so that another one follows it. */
export async function askForScrub(db: Statements, by: string): Promise<Scrub> {
  await db.rows(sql`
    insert into scrub (n, asked_by, started_at, total, done, step) values (1, ${by}, now(), 0, 0, 'waiting to begin')
    on conflict (n) do update set asked_by = excluded.asked_by, started_at = now(), total = 0, done = 0,
      step = excluded.step, finished_at = null, failed = null, unreached = '{}'`)
  return (await lastScrub(db))!
}

/** When the scrub that is under way was asked for: the same until it is asked for anew. */
export const scrubAsked = (db: Statements): Promise<string | undefined> =>
  db.value(sql`select started_at::text from scrub where finished_at is null`)

export const noteScrubStep = (
  db: Statements,
  { step, done, total }: Pick<Scrub, 'step' | 'done' | 'total'>,
) => db.rows(sql`update scrub set step = ${step}, done = ${done}::int, total = ${total}::int`)

/** Ends the one that was asked for then; one that was asked for meanwhile stays to be done. */
export const finishScrub = (
  db: Statements,
  startedAt: string,
  { failed = null, unreached = [] }: { failed?: string | null; unreached?: readonly string[] },
) =>
  db.rows(sql`
    update scrub set finished_at = now(), step = ${failed === null ? 'done' : 'ended'}, failed = ${failed},
      unreached = ${unreached}::text[]
    where started_at::text = ${startedAt}`)

/** Makes this the one process that scrubs, until the session ends; undefined where another one does. */
export const takeScrub = (database: Database): Promise<Session | undefined> =>
  lockedSession(database, locks.scrub)
