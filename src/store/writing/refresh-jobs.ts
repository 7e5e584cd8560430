// Work that a change leaves behind: the records that repeat what changed, listed once and then taken in batches,
// so that a rename of any size commits at once and goes on after a crash where it stopped.

import type { Statements, Transaction } from '../../database/database.ts'
import { and, name, or, type Sql, sql, unionAll, unnested } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { columnName } from '../../shape/stored.ts'
import { narrowRows } from '../records/tables.ts'
import { mentionCondition } from './load-queries.ts'

/** A record others repeat; with an alias where they follow more than its label. */
export type CopiedRecord = { type: string; id: string; alias?: string }
export type RefreshJob = CopiedRecord & { n: string; listed: boolean }

/** Notes down those of these whose followers are already stored; who comes later sees them as they now are. */
export async function addRefreshJobs(
  tx: Transaction,
  types: readonly RecordType[],
  followed: readonly CopiedRecord[],
): Promise<number> {
  const inUse = await withDependants(tx, types, followed)
  const wanted = followed.filter(one => one.alias === undefined || inUse.has(`${one.type} ${one.alias}`))
  if (wanted.length > 0)
    await tx.rows(sql`
      insert into follow_job (type, id, alias)
      select u.type, u.id, u.alias
      from ${unnested(wanted, 'type', 'id', 'alias')} with ordinality u(type, id, alias, place) order by place`)
  return wanted.length
}

/** The aliases, after their type, that stored records follow. A first load would else leave a job a record. */
async function withDependants(
  tx: Transaction,
  types: readonly RecordType[],
  followed: readonly CopiedRecord[],
): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const [leader, group] of Map.groupBy(followed, one => one.type)) {
    const aliases = group.flatMap(({ alias }) => alias ?? [])
    for (const type of types) {
      const follows = followCondition(type, leader, sql`led.alias`)
      if (!follows) continue
      const inUse = sql`select led.alias from unnest(${aliases}::text[]) led(alias) cross join lateral (
        select 1 from ${narrowRows(type)} s where ${follows} limit 1) follower`
      for (const alias of await tx.column(inUse)) keys.add(`${leader} ${alias}`)
    }
  }
  return keys
}

/** A job for records that are known already. */
export async function addListedJob(
  tx: Transaction,
  { type, id }: CopiedRecord,
  rows: readonly { type: string; id: string }[],
): Promise<void> {
  if (rows.length === 0) return
  const n = await tx.value(sql`
    insert into follow_job (type, id, listed) values (${type}, ${id}, true) returning n`)
  await tx.rows(sql`
    insert into follow_row (job, type, id)
    select ${n}::bigint, u.type, u.id
    from ${unnested(rows, 'type', 'id')} u(type, id)`)
}

/** The mark of a job that concerns the record itself: its numbers have to be counted again. */
const itself = ''

export async function addRecounts(tx: Transaction, records: readonly { type: string; id: string }[]) {
  if (records.length === 0) return
  await tx.rows(sql`
    insert into follow_job (type, id, alias)
    select u.type, u.id, ${itself} from ${unnested(records, 'type', 'id')} with ordinality u(type, id, place)
    where not exists (
      select 1 from follow_job f where f.type = u.type and f.id = u.id and f.alias = ${itself} and not f.listed
    ) order by place`)
}

export const nextRefreshJob = (db: Statements): Promise<RefreshJob | undefined> =>
  db.row<RefreshJob>(sql`select n, type, id, alias, listed from follow_job order by n limit 1`)

/** Whether a migration left records to be brought up to date before anybody is shown them. */
export const isUpgrading = (db: Statements) =>
  db.hasRows(sql`select 1 from follow_job where type = 'upgrade' limit 1`)

/** Writes down every record the job concerns. */
export async function listDependants(tx: Transaction, types: readonly RecordType[], job: RefreshJob) {
  if (job.alias === itself) {
    await tx.rows(
      sql`insert into follow_row (job, type, id) values (${job.n}::bigint, ${job.type}, ${job.id}) on conflict do nothing`,
    )
  }
  for (const { type, condition } of dependantConditions(types, job))
    await tx.rows(sql`
      insert into follow_row (job, type, id)
      select ${job.n}::bigint, ${type.type}, s.id from ${narrowRows(type)} s where ${condition}
      on conflict do nothing`)
  await tx.rows(sql`update follow_job set listed = true where n = ${job.n}::bigint`)
}

/** The types of the records the job concerns. */
export async function dependantTypes(db: Statements, types: readonly RecordType[], job: RefreshJob) {
  if (job.alias === itself) return [job.type]
  const conditions = job.listed ? [] : dependantConditions(types, job)
  const there = conditions.map(
    ({ type, condition }) =>
      sql`select ${type.type}::text as type where exists (
        select from ${narrowRows(type)} s where ${condition})`,
  )
  const listed = sql`select distinct type from follow_row where job = ${job.n}::bigint`
  const rows = await db.rows<{ type: string }>(unionAll([listed, ...there]), { once: true })
  return rows.map(({ type }) => type)
}

function dependantConditions(types: readonly RecordType[], job: RefreshJob) {
  if (job.alias === itself) return []
  return types.flatMap(type => {
    const condition =
      job.alias == null
        ? mentionCondition(type, job.type, sql`${job.id}::text`)
        : followCondition(type, job.type, sql`${job.alias}::text`)
    return condition ? [{ type, condition }] : []
  })
}

/** The condition that a record `s` derives values from the record of a type that goes by this alias. */
function followCondition(type: RecordType, leader: string, alias: Sql): Sql | undefined {
  const isPart = (path: string, index: number) =>
    sql`s.${name(columnName(path))} = split_part(${alias}, ' ', ${index + 1}::int) collate "C"`
  const derivations = type.derivations.filter(derivation => derivation.type === leader)
  return derivations.length > 0 ? sql`(${or(derivations.map(({ by }) => and(by.map(isPart))))})` : undefined
}

/** Takes up to `most` records off the job's list, in order, and the job itself with the last of them. */
export async function takeDependants(tx: Transaction, job: RefreshJob, most: number) {
  const rows = await tx.rows<{ type: string; id: string }>(sql`
    with taken as (
      delete from follow_row where (job, type, id) in (
        select job, type, id from follow_row where job = ${job.n}::bigint order by type, id limit ${most}::int
      ) returning type, id
    ) select type, id from taken order by type, id`)
  if (rows.length < most) await tx.rows(sql`delete from follow_job where n = ${job.n}::bigint`)
  return rows
}

export async function refreshesLeft(db: Statements): Promise<{ jobs: number; rows: number }> {
  const row = await db.row<{ jobs: string; rows: string }>(
    sql`select (select count(*) from follow_job) as jobs, (select count(*) from follow_row) as rows`,
  )
  return { jobs: Number(row!.jobs), rows: Number(row!.rows) }
}
