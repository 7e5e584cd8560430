// How a search is carried out: a reference that matches whole is the only result; what few records have is found by an
// index of letters; what many have is met in the usual order of the list, and counted there.

import type { Statements } from '../../database/database.ts'
import { name, none, or, type Sql, sql } from '../../database/sql.ts'
import type { Plan } from '../../kernel/query/plan.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import {
  foundByEverybody,
  searchedLong,
  searchedOwn,
  searchedRestricted,
  searchedShort,
  wordSeparator,
} from '../../record-types/search-columns.ts'
import { narrowRows } from '../records/tables.ts'
import { andAll, conditionsSql, inReach, orderBy, rowCountSql } from './where.ts'

/** A plan whose search is resolved: into conditions, into all its matches, or it stays for every row to be asked. */
export type ResolvedPlan = Omit<Plan, 'search'> & { search?: SearchWords; matches?: Matches }

/** What a row has to have inside, or else it is of one of these owners, who have it in their names. */
type SearchWords = {
  within: string
  /** In whose names it is looked for, where some words are not for everybody who sees the row. */
  seenBy?: readonly string[]
  owners?: { column: string; ids: readonly string[] }
  /** The condition that a row contains the words, where few do. */
  rare?: Sql
}

/** How many there are, and those of the page. */
type Matches = { total: number; ids: readonly string[] }

/** The index of letters is asked for what few rows have: at most a 32nd of them, where that is between 500 and 20,000. Of a
 * million workers, 20,000 may be called Smith; what more have is soon met on the way through the usual order. The index has
 * nothing for fewer than three letters. */
const few = { least: 500, share: 1 / 32, most: 20_000 }
const fewOthers = 2000
const fewestLetters = 3

const searched = [searchedShort, searchedLong, searchedOwn, searchedRestricted]

/** Every column that a search looks at, those of other types included. */
export const searchedIn = (type: RecordType): { type: string; column: string }[] => [
  ...searched.map(column => ({ type: type.type, column })),
  ...(type.search?.through ?? []).map(other => ({ type: other.type, column: searchedShort })),
]

export async function resolveSearch(
  database: Statements,
  plan: Plan,
  type: RecordType,
): Promise<ResolvedPlan> {
  const { search, ids, ...rest } = plan
  const among = async (narrowed: ResolvedPlan, words?: SearchWords): Promise<ResolvedPlan> =>
    ids ? { ...narrowed, matches: await find(database, narrowed, type, withIds(ids), words) } : narrowed
  if (!search) return among(rest)
  if (search.column && search.exactly.length > 0) {
    const whole = { column: search.column, in: search.exactly }
    const hasHit = await database.hasRows(
      sql`select 1 from ${narrowRows(plan)} s where ${inReach(plan.reach, type)} and ${conditionsSql({ where: [whole] })} limit 1`,
    )
    if (hasHit) return among({ ...rest, where: [...plan.where, whole] })
  }
  const owner = type.search?.owner
  const owners = owner && { column: owner.column, ids: await idsWith(database, owner.type, search.within) }
  const seenBy = type.search?.isRestricted ? [foundByEverybody, ...plan.viewer.names] : undefined
  const words = { within: search.within, ...(seenBy && { seenBy }) }
  if (ids) return among(rest, { ...words, ...(owners && { owners }) })
  const rare = await rareRows(database, type, words)
  if (rare && !owners?.ids.length) return { ...rest, matches: await find(database, rest, type, rare) }
  return { ...rest, search: { ...words, ...(owners && { owners }), ...(rare && { rare }) } }
}

/** Records of a type that have these words. */
async function idsWith(database: Statements, type: string, within: string, most = 10_000): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    sql`select id from ${narrowRows({ type })} s where ${isInside(short, within)} or ${isInside(long, within)}
      limit ${rowCountSql(most)}`,
    { once: true },
  )
  return rows.map(({ id }) => id)
}

/** Each by an index of its own. */
const withIds = (ids: readonly string[]) => sql`s.id = any(${ids}::text[]) or s.nanoid = any(${ids}::text[])`

/** Candidates are looked up once, whoever asks: to look for each owner's by themselves takes as long every time. */
async function find(
  database: Statements,
  plan: ResolvedPlan,
  type: RecordType,
  candidates: Sql,
  words?: SearchWords,
): Promise<Matches> {
  const has = words && containsWords(words)
  const matches = await database.row<Matches>(
    sql`with found as materialized (
        select s.id, s.${name(plan.order.column)} as k
        from (select * from ${narrowRows(plan)} s where ${candidates} offset 0) s
        where ${inReach(plan.reach, type)}${andAll(plan)}${has ? sql` and (${has.short} or ${has.long})` : none}
      )
      select (select count(*)::int from found) as total, array(
        select id from found order by ${orderBy(sql`k`, sql`id`, plan.order)}
        offset ${rowCountSql(plan.offset)} limit ${rowCountSql(plan.limit)}
      ) as ids`,
    { once: true },
  )
  return matches!
}

/** The condition that a row contains these words, whoever owns it, where few do. */
async function rareRows(database: Statements, type: RecordType, words: SearchWords) {
  const { within } = words
  if (within.length < fewestLetters) return undefined
  const { letters, owner, through: all } = type.search!
  const own = sql`${isInside(sql`s.${name(letters)}`, within)} or ${hasLong(words)}`
  if (!(await isRare(database, type, own))) return undefined
  const through = all.filter(other => other !== owner)
  if (through.length === 0) return sql`(${own})`
  const ids = await Promise.all(through.map(other => idsWith(database, other.type, within, fewOthers + 1)))
  if (ids.some(found => found.length > fewOthers)) return undefined
  const others = through.map(({ column }, index) => sql`s.${name(column)} = any(${ids[index]}::text[])`)
  const has = containsWords(words)
  return sql`(${own} or ${or(others)}) and (${has.short} or ${has.long})`
}

/** As PostgreSQL estimates it from its statistics. */
async function isRare(database: Statements, type: RecordType, own: Sql): Promise<boolean> {
  const reckoned = async (where: Sql) => {
    const row = await database.row<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      sql`explain (format json) select 1 from ${narrowRows(type)} s${where}`,
      { once: true },
    )
    return row!['QUERY PLAN'][0].Plan['Plan Rows']
  }
  const [rows, all] = await Promise.all([reckoned(sql` where ${own}`), reckoned(none)])
  return rows <= Math.min(few.most, Math.max(few.least, all * few.share))
}

/** The condition that a row contains the words, checked on the row and not in the index of letters. */
export function containsWords(words: SearchWords): { short: Sql; long: Sql } {
  const { within, owners } = words
  const has = { short: sql`strpos(${short}, ${within}::text) > 0`, long: hasLong(words) }
  if (!owners || owners.ids.length === 0) return has
  const owned = ofOwners(owners)
  return { short: sql`(${owned} or ${has.short})`, long: sql`${has.long} and (${owned}) is not true` }
}

/** The same to be counted: where few have it inside, those of the owners and the few. */
export function countedWords(words: SearchWords): { short: Sql; long: Sql } {
  const { owners, rare } = words
  if (!owners || !rare) return containsWords(words)
  return { short: ofOwners(owners), long: sql`${rare} and (${ofOwners(owners)}) is not true` }
}

const ofOwners = ({ column, ids }: NonNullable<SearchWords['owners']>) =>
  sql`s.${name(column)} = any(${ids}::text[])`

/** Of words that are not for everybody, those count that may be seen in one of these names. */
function hasLong({ within, seenBy }: SearchWords): Sql {
  const has = isInside(long, within)
  if (!seenBy) return has
  const restricted = sql`s.${name(searchedRestricted)}`
  return sql`(${has} and (${restricted} is null or exists (
    select 1 from unnest(${restricted}) words
    where split_part(words, ${wordSeparator}::text, 1) = any(${seenBy}::text[])
      and strpos(substr(words, strpos(words, ${wordSeparator}::text) + 1), ${within}::text) > 0)))`
}

const short = sql`s.${name(searchedShort)}`
const long = sql`s.${name(searchedLong)}`

/**
 * By the index of letters. Of a reference only its number is looked for there, and the rest asked of the rows that have it:
 * all references of a company begin alike, so their first letters tell nothing.
 */
function isInside(column: Sql, within: string): Sql {
  const [number = within] = within.match(/\d{4,}/g)?.toSorted((one, other) => other.length - one.length) ?? []
  const has = sql`${column} like ${like(number)}`
  return number === within ? has : sql`(${has} and strpos(${column}, ${within}::text) > 0)`
}

const like = (within: string) => `%${within.replace(/[\\%_]/g, '\\$&')}%`
