// Rewrites tables whole, so that nothing of replaced and deleted rows is left in their files and in those of their
// indexes: a vacuum only marks that room as free, and the bytes stay until it is used again.
import { setTimeout as wait } from 'node:timers/promises'
import { type Session, type Statements, schemaName } from '../../database/database.ts'
import { name, type Sql, sql } from '../../database/sql.ts'
import { sqlStates } from '../../database/sql-states.ts'
import { Problem } from '../../errors/problem.ts'

/** Whoever asks for the table waits behind a rewrite that waits: so long, and then others have their turn. */
const lockMs = 2_000
const betweenMs = 1_000

export type Patience = { withinMs: number; stopped(): boolean }

export class ScrubStopped extends Error {}

/** Every table of Muster, the smallest first. */
export const tablesBySize = (db: Statements): Promise<{ table: string; bytes: number }[]> =>
  db.rows(sql`
    select relname as table, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relnamespace = ${schemaName}::regnamespace and relkind in ('r', 'm') and relpersistence <> 't' order by 2, 1`)

/** Waits until nobody reads as of before now: rows that such a reader may still see survive a rewrite. A transaction that has
 * written counts between its statements, too, and so does a replica that has its primary keep rows, without a database. */
export async function waitForReaders(session: Session, patience: Patience): Promise<void> {
  const now = await session.value(sql`select pg_current_xact_id()::xid::text`)
  const older = sql`
    select coalesce(nullif(application_name, ''), backend_type) as who from pg_stat_activity
      where (datname = current_database() or backend_type = 'walsender') and pid <> pg_backend_pid()
        and greatest(age(backend_xmin), age(backend_xid)) > age(${now}::xid)
    union select 'the prepared transaction ' || gid from pg_prepared_xacts where database = current_database()
    union select 'the replication slot ' || slot_name from pg_replication_slots
      where age(xmin) > age(${now}::xid)`
  await until(patience, async () => {
    const readers = (await session.rows<{ who: string }>(older, { once: true })).map(({ who }) => who)
    return readers.length === 0 ? undefined : `rows from before are still being used by ${readers.join(', ')}`
  })
}

/** What is to be said where PostgreSQL does not show this role what connections of others read: nobody was seen, and somebody
 * may have been there. */
export async function unseenReaders(session: Session): Promise<string[]> {
  const blind = sql`select current_user::text where not pg_has_role('pg_read_all_stats', 'usage')`
  return (await session.column(blind)).map(
    role =>
      `Rows that a connection of another role or a replica still read when it began: the role ${role} may not see those, so it was not waited for them. GRANT pg_read_all_stats TO ${role}, and repeat it.`,
  )
}

/** Asks again until there is nothing in the way, and says what is where that takes too long. */
async function until(
  { withinMs, stopped }: Patience,
  inTheWay: () => Promise<string | undefined>,
): Promise<void> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const what = await inTheWay()
    if (what === undefined) return
    if (stopped()) throw new ScrubStopped()
    if (performance.now() > deadline)
      throw new Problem(
        'SERVICE_UNAVAILABLE',
        `It was waited ${Math.round(withinMs / 1000)} s for, and ${what}; try again when that has ended`,
      )
    await wait(betweenMs)
  }
}

/** Takes the table for itself while it is rewritten, with its indexes and what lies out of line. */
export async function rewriteTable(session: Session, table: Sql, patience: Patience): Promise<void> {
  const called = table.compile().text
  const fileOf = () => session.value(sql`select pg_relation_filenode(${called}::regclass)::text`)
  const before = await fileOf()
  await session.rows(sql`select set_config('lock_timeout', ${`${lockMs}ms`}, false)`)
  await until(patience, async () => {
    try {
      await session.script(`vacuum (full, analyze) ${called}`)
      return undefined
    } catch (error) {
      if ((error as { code?: string }).code !== sqlStates.lockNotAvailable) throw error
      return `${called} is still being used, such as by a backup or an export`
    }
  })
  // PostgreSQL only warns of what it may not rewrite.
  if ((await fileOf()) === before)
    throw new Problem('SERVICE_UNAVAILABLE', `This role may not rewrite ${called}; its owner may`)
}

/** The samples that plans are made by. Those of a table that became empty would stay; only a superuser may delete them. */
export async function rewriteSamples(session: Session, patience: Patience): Promise<string[]> {
  const role = await session.row<{ superuser: boolean; owner: boolean }>(sql`
    select rolsuper as superuser, rolsuper or pg_has_role(d.datdba, 'usage') as owner
    from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`)
  if (!role?.owner)
    return [
      'The samples that PostgreSQL plans by (pg_statistic): the owner of the database may rewrite them, by VACUUM FULL pg_statistic.',
    ]
  if (role.superuser)
    await session.rows(sql`
      delete from pg_statistic where starelid in (
        select oid from pg_class where relnamespace = ${schemaName}::regnamespace and reltuples = 0)`)
  for (const table of ['pg_statistic', 'pg_statistic_ext_data'])
    await rewriteTable(session, sql`pg_catalog.${name(table)}`, patience)
  if (role.superuser) return []
  return [
    'Samples (pg_statistic) of tables that are empty now: PostgreSQL keeps them until there are rows again, or a superuser deletes them.',
  ]
}
