// Jobs that come again and again, such as the loads and the backup of every night: when each came last, what it changed, and
// whether one did not come that was expected.

import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { badRequest } from '../../errors/problem.ts'
import { flag, instant, integer, mapOf, oneOf, orNull, text } from '../../shape/shape.ts'
import { declareList, type RowIn } from '../lists/list.ts'

/** The job whose runs are backups. */
const backupJob = 'backup'

/** A job may be late by a twenty-fourth of its interval, and by a quarter of an hour at least. */
const grace = sql`greatest(interval '15 minutes', j.every_minutes * interval '1 minute' / 24)`

const next = sql`coalesce(good.began_at, j.since) + j.every_minutes * interval '1 minute'`

/** Loads say which job they are of; a backup is always of the same. */
const runs = sql`(
    select job, id, state, began_at, coalesce(ended_at, beat_at) as ended_at, counts, rejected, error
    from load where job is not null and not dry_run
    union all
    select ${backupJob}::text collate "C", null, case when error is null then 'done' else 'failed' end, began_at, ended_at,
      '{}', 0, error
    from backup_run where kind = 'backup'
  )`

export const jobs = declareList({
  noun: 'job',
  missing: 'There is no job of this name',
  from: sql`(
      select name from expected_job
      union select job from load where job is not null and not dry_run
      union select ${backupJob}::text collate "C"
    ) n
    left join expected_job j on j.name = n.name
    left join lateral (select * from ${runs} r where r.job = n.name order by began_at desc limit 1) last on true
    left join lateral (
      select began_at from ${runs} r where r.job = n.name and r.state = 'done' order by began_at desc limit 1
    ) good on true`,
  columns: {
    name: [text, sql`n.name`],
    /** Null where nobody said how often it is expected. */
    everyMinutes: [orNull(integer), sql`j.every_minutes`],
    lastAt: [orNull(instant), sql`last.began_at`],
    lastState: [orNull(oneOf('running', 'done', 'failed')), sql`last.state`],
    lastLoad: [orNull(text), sql`last.id`],
    lastCounts: [mapOf(integer), sql`coalesce(last.counts, '{}')`],
    lastRejected: [integer, sql`coalesce(last.rejected, 0)`],
    lastError: [orNull(text), sql`last.error`],
    /** When one that ended well began. */
    succeededAt: [orNull(instant), sql`good.began_at`],
    /** When it is expected next, or was and did not come. */
    nextAt: [orNull(instant), sql`${next}`],
    isLate: [flag, sql`coalesce(${next} + ${grace} < now(), false)`],
  },
  order: { id: sql`n.name`, all: sql`n.name` },
  table: {
    Job: 'name',
    Every: ({ everyMinutes }) => everyWords(everyMinutes),
    Last: ({ lastAt }) => lastAt ?? 'never',
    State: ({ lastState, isLate }) => (isLate ? 'did not come' : (lastState ?? '')),
    Next: ({ nextAt }) => nextAt ?? '',
  },
})
export type JobStatus = RowIn<typeof jobs>

/** How often, in the largest unit that says it. */
export function everyWords(minutes: number | null): string {
  if (minutes === null) return 'not expected'
  const [count, unit] =
    minutes % 1440 === 0
      ? [minutes / 1440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute']
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
}

/** What is said of a job that did not come. */
export function lateWords({ name, everyMinutes, lastState, lastError, succeededAt }: JobStatus): string {
  const failed = lastState === 'failed' ? `; its last run failed: ${lastError}` : ''
  const last = succeededAt === null ? 'it never came' : `it last succeeded at ${succeededAt.slice(0, 16)}Z`
  return `The job ${name} is expected ${everyWords(everyMinutes)} and did not come: ${last}${failed}`
}

const nameForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** A name as it can be typed behind --job or --mapping. */
export function typedName(of: 'job' | 'mapping', name: string): string {
  if (nameForm.test(name)) return name
  throw badRequest(
    `The name of a ${of} has 1 to 64 letters, digits, ".", "_" or "-", and begins with a letter or a digit`,
  )
}

/** From now on it is expected so often; what came before counts. */
export const expectJob = (
  db: Statements,
  { name, everyMinutes, who }: { name: string; everyMinutes: number; who: string },
) =>
  db.rows(sql`
    insert into expected_job (name, every_minutes, who) values (${typedName('job', name)}, ${everyMinutes}::int, ${who})
    on conflict (name) do update set every_minutes = excluded.every_minutes, who = excluded.who`)

export const stopExpecting = (db: Statements, name: string) =>
  db.rows(sql`delete from expected_job where name = ${name}`)
