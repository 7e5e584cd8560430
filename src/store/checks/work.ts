// The work that writes leave to a checker: noted in their transactions, taken by one process at a time, and removed with what
// came of it. All of it is written under the writer's lock, so that what is taken never lacks a write that it stands for.
import { connectedIn, ownerSeeing, readOwner } from '../../access/owners.ts'
import type { Statements, Transaction } from '../../database/database.ts'
import { name, type Sql, sql } from '../../database/sql.ts'
import type { Recheck, WorkKey, WorkKind } from '../../record-types/rules.ts'
import { connectedOwnerSql, ownerSql } from '../records/owners-sql.ts'
import { keepSetting, settingOf } from '../schema/setting-table.ts'
import { type RowCondition, rowsMeeting } from './find-records.ts'

export type NotedWork = Recheck & { silent: boolean }

/** Work on bills is done in this order: what has to be looked up first, then weeks, then orders over all their weeks. How things
 * stand is worked out beside it: what it is about is looked up, then each by itself. */
export const stages = { lookUp: 1, weeks: 2, orders: 3, standingsLookUp: 4, standings: 5 } as const

export const billingStages: readonly Stage[] = [stages.lookUp, stages.weeks, stages.orders]
export const standingStages: readonly Stage[] = [stages.standingsLookUp, stages.standings]

type Stage = (typeof stages)[keyof typeof stages]

const stageOfKind: Readonly<Record<WorkKind, Stage>> = {
  timesheet: stages.lookUp,
  invoice: stages.lookUp,
  afp: stages.lookUp,
  assignment: stages.lookUp,
  order: stages.lookUp,
  all: stages.lookUp,
  week: stages.weeks,
  check: stages.weeks,
  spending: stages.orders,
  standings: stages.standingsLookUp,
  standingsOfAll: stages.standingsLookUp,
  standingsOfWorker: stages.standingsLookUp,
  standingsOfTrade: stages.standingsLookUp,
  standingsOfProject: stages.standingsLookUp,
  standingsOfAgency: stages.standingsLookUp,
  standing: stages.standings,
}

export const workKind = (key: string): WorkKind => key.split(':', 1)[0] as WorkKind

/** Ids may have the separator in them. */
export const workSubject = (key: string): string => key.slice(key.indexOf(':') + 1)

const stageOf = (key: WorkKey): Stage => stageOfKind[workKind(key)]

/** Notes rows of company, key, owner, silent and stage, each once. It stays silent only while all that noted it were. */
const noted = (rows: Sql) => sql`
  insert into check_work (company, key, owner, silent, stage)
  ${rows} order by 1, 2, 3
  on conflict (company, key, owner, taken) do update set silent = false
  where check_work.silent and not excluded.silent`

/** A dry run notes nothing. */
export async function noteWork(
  tx: Transaction,
  rechecks: readonly Recheck[],
  silent: boolean,
): Promise<void> {
  if (rechecks.length === 0 || tx.isRehearsal) return
  const distinct = [
    ...new Map(rechecks.map(one => [`${one.company} ${one.owner ?? ''} ${one.key}`, one])).values(),
  ]
  await tx.rows(
    noted(sql`
    select company, key, owner, ${silent}::boolean, stage
    from unnest(${distinct.map(one => one.company)}::text[], ${distinct.map(one => one.key)}::text[],
      ${distinct.map(one => one.owner ?? '')}::text[], ${distinct.map(({ key }) => stageOf(key))}::smallint[])
      w(company, key, owner, stage)`),
  )
}

/** Of what waits, all of one stage, and of that only what has waited for so long. */
type WaitingWork = { stage: Stage; agedMs?: number }

const aged = (agedMs = 0) => sql`(taken or since <= now() - ${agedMs} * interval '1 millisecond')`

/** What a newer version beside this one noted waits for that one. */
const isKnown = sql`split_part(key, ':', 1) = any(${Object.keys(stageOfKind)}::text[])`

const matching = ({ stage, agedMs }: WaitingWork) =>
  sql`stage = ${stage}::smallint and ${isKnown} and ${aged(agedMs)}`

/** Whether there is any such work: asked often, and without a lock. */
export const isAnyWaiting = async (db: Statements, agedMs?: number): Promise<boolean> =>
  (await db.value<boolean>(sql`select exists (select from check_work where ${isKnown} and ${aged(agedMs)})`))!

/** Work of one kind for one owner, by the subjects that it is about. */
export type AlikeWork = Omit<NotedWork, 'key' | 'owner'> & {
  owner: string
  kind: WorkKind
  subjects: string[]
}

/** Removes work from the list, for whoever notes in the same transaction what it amounts to. */
export async function takeAway(tx: Transaction, work: WaitingWork, most: number): Promise<AlikeWork[]> {
  const taken = await tx.rows<NotedWork>(sql`
    delete from check_work where ctid = any(array(
      select ctid from check_work where ${matching(work)} order by since limit ${most}::int
    )) returning company, key, owner, silent`)
  const alike = Map.groupBy(taken, ({ company, owner, silent, key }) =>
    JSON.stringify([company, owner, silent, workKind(key)]),
  )
  return [...alike.values()].map(works => {
    const { company, owner = '', silent, key } = works[0]!
    return { company, owner, silent, kind: workKind(key), subjects: works.map(one => workSubject(one.key)) }
  })
}

/** Takes work of the company that has waited longest, its weeks one after the other: what a week leaves for the next one joins
 * what waits there. And what an interrupted process had taken. */
export async function takeWork(
  tx: Transaction,
  wanted: WaitingWork,
  mostSubjects: number,
): Promise<NotedWork[]> {
  const company = await tx.value(
    sql`select company from check_work where ${matching(wanted)} order by since limit 1`,
  )
  if (company === undefined) return []
  const subject = sql`substr(key, position(':' in key) + 1)`
  const meant = sql`company = ${company} and stage = ${wanted.stage}::smallint and ${subject} in (
    select ${subject} from check_work where company = ${company} and ${matching(wanted)}
    group by 1 order by 1 limit ${mostSubjects}::int)`
  const keys = await tx.column(sql`select distinct key from check_work where ${meant}`)
  const taken = sql`company = ${company} and key = any(${keys}::text[])`
  await tx.rows(sql`
    insert into check_work (company, key, owner, taken, silent, since, stage)
    select company, key, owner, true, silent, since, stage from check_work where ${taken} and not taken
    on conflict (company, key, owner, taken)
    do update set silent = check_work.silent and excluded.silent`)
  await tx.rows(sql`delete from check_work where ${taken} and not taken`)
  return tx.rows<NotedWork>(sql`select company, key, owner, silent from check_work where ${taken} and taken`)
}

/** Forgets what was taken; what was noted meanwhile stays. */
export const removeTaken = (tx: Transaction, company: string, keys: readonly string[]) =>
  tx.rows(sql`delete from check_work where company = ${company} and key = any(${keys}::text[]) and taken`)

/** Of all who are placed at a company, whose agencies are told as well. */
const wholeCompanyWork: WorkKey = 'standings:'

/** Whether anything waits that somebody may find different in these names, as `asCompany` and `asAgency` write them. */
export async function isWorkWaiting(
  db: Statements,
  names: readonly string[],
  among: readonly Stage[],
): Promise<boolean> {
  const companies = names.map(readOwner).flatMap(({ kind, id }) => (kind === 'company' ? id : []))
  const partners = names.flatMap(name => connectedIn(name) ?? [])
  const owners = [...new Set(names.map(ownerSeeing))]
  const isOf = sql`stage = any(${among}::smallint[])`
  const found = await db.value<boolean>(sql`select exists (select from check_work
        where company = any(${companies}::text[]) and owner = '' and ${isOf})
      or exists (select from check_work
        where company = any(${partners}::text[]) and owner = '' and key = ${wholeCompanyWork} and ${isOf})
      or exists (select from check_work where owner = any(${owners}::text[]) and ${isOf}
        and (owner = any(${names}::text[]) or ${connectedOwnerSql(sql`owner`, sql`company`)} = any(${names}::text[])))`)
  return found!
}

/** `owner` is one, or the agency that a column names. */
type Noted = {
  company: string
  subject: string
  kind: WorkKind
  owner: string | { agencyIn: string }
  silent: boolean
}

/** Notes what a column of each record says that meets the conditions of one of these ways, for the company that another says. */
export async function noteOfEach(
  tx: Transaction,
  type: { type: string },
  ways: readonly (readonly RowCondition[])[],
  { company, subject, kind, owner, silent }: Noted,
): Promise<void> {
  const whose =
    typeof owner === 'string' ? sql`${owner}::text` : ownerSql('agency', sql`s.${name(owner.agencyIn)}`)
  const columns = sql`s.${name(subject)} as subject, s.${name(company)} as company, ${whose} as owner`
  const found = rowsMeeting(type, columns, ways)
  if (!found) return
  await tx.rows(
    noted(sql`
    select distinct company, ${kind}::text || ':' || subject, owner, ${silent}::boolean, ${stageOf(kind)}::smallint
    from (${found}) f where company is not null and subject is not null and owner is not null`),
  )
}

/** The last day on which it was looked what a new day changes. */
export const lastCheckedDay = (db: Statements): Promise<string | undefined> => settingOf(db, 'checkedDay')

export const setCheckedDay = (tx: Transaction, day: string) => keepSetting(tx, 'checkedDay', day)
