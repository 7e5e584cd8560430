// How a search is carried out. A reference that is there whole is all it gives; what few records have is found by its
// letters; what many have is met soon enough on the way through the usual order, and counted there.
import { searchedLong, searchedShort } from '../kernel/columns.ts'
import type { Plan } from '../kernel/plan.ts'
import type { RecordType } from '../kernel/record-type.ts'
import type { Database } from './database.ts'
import { join, name, none, type Sql, sql } from './sql.ts'
import { lettersColumn, narrowTable } from './tables.ts'
import { andAll, conditions, inReach, literal } from './where.ts'

/** A plan whose search is settled: by conditions, by all that it gives, or it stays for every row to be asked. */
export type Settled = Plan & { found?: Found }

/** How many there are, and those of the page. */
type Found = { total: number; ids: readonly string[] }

/** So many may be found by their letters; an index of letters has none for less than three. */
const few = 20_000
const fewOthers = 2000
const fewestLetters = 3

export async function settleSearch(database: Database, plan: Plan, type: RecordType): Promise<Settled> {
  const { search, ...rest } = plan
  if (!search) return plan
  if (search.column && search.exactly.length > 0) {
    const whole = { column: search.column, in: search.exactly }
    const hits = await database.rows(
      sql`select 1 from ${narrow(plan)} s where ${inReach(plan.reach, type)} and ${conditions({ where: [whole] })} limit 1`,
    )
    if (hits.length > 0) return { ...rest, where: [...plan.where, whole] }
  }
  const rare = await rareRows(database, type, search.within)
  if (!rare) return { ...plan, search: { ...search, exactly: [] } }
  return { ...rest, found: await findRare(database, plan, type, rare) }
}

/** Looked up once, whoever asks: to look for each owner's by themselves takes as long every time. */
async function findRare(database: Database, plan: Plan, type: RecordType, rare: Sql): Promise<Found> {
  const direction = plan.order.descending ? sql` desc` : none
  const nulls = plan.order.nullable ? sql` nulls last` : none
  const [found] = await database.rows<Found>(
    sql`with found as materialized (
        select s.id, s.${name(plan.order.column)} as k from (${rare} offset 0) s
        where ${inReach(plan.reach, type)}${andAll(plan)}
      )
      select (select count(*)::int from found) as total, array(
        select id from found order by k${direction}${nulls}, id${direction}
        offset ${literal(plan.offset)} limit ${literal(plan.limit)}
      ) as ids`,
    { once: true },
  )
  return found!
}

/** The rows with these words, whoever's they are, where they are few. */
async function rareRows(database: Database, type: RecordType, within: string): Promise<Sql | undefined> {
  if (within.length < fewestLetters) return undefined
  const letters = lettersColumn(type)
  const own = sql`s.${name(letters)} like ${like(within)} or ${long} like ${like(within)}`
  const rows = sql`select * from ${narrow(type)} s where`
  if (!(await isRare(database, sql`${rows} ${own}`))) return undefined
  if (letters === searchedShort) return sql`${rows} ${own}`
  const { through = [] } = type.columns.find(column => column.name === letters)!
  const others = await Promise.all(
    through.map(async ({ type: other, column }) => {
      const found = await database.rows<{ id: string }>(
        sql`select id from ${narrow({ type: other })} s where ${short} like ${like(within)} or ${long} like ${like(within)}
          limit ${literal(fewOthers + 1)}`,
        { once: true },
      )
      const indexed = type.indexes.some(index => index.columns[0] === column)
      const ids = found.map(({ id }) => id)
      return ids.length > (indexed ? fewOthers : 0) ? undefined : sql`s.${name(column)} = any(${ids}::text[])`
    }),
  )
  if (others.some(other => !other)) return undefined
  const { short: has, long: hasLong } = hasWords({ within })
  return sql`${rows} (${own} or ${join(others as Sql[], ' or ')}) and (${has} or ${hasLong})`
}

/** As PostgreSQL itself reckons, from what it has sampled. */
async function isRare(database: Database, rows: Sql): Promise<boolean> {
  const [row] = await database.rows<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${rows}`,
    { once: true },
  )
  return row!['QUERY PLAN'][0].Plan['Plan Rows'] <= few
}

/** That a row has the words, asked of the row and not of the index of letters. */
export const hasWords = ({ within }: { within: string }) => ({
  short: sql`strpos(${short}, ${within}::text) > 0`,
  long: sql`${long} like ${like(within)}`,
})

const short = sql`s.${name(searchedShort)}`
const long = sql`s.${name(searchedLong)}`

const like = (within: string) => `%${within.replace(/[\\%_]/g, '\\$&')}%`

const narrow = (plan: { type: string }): Sql => name(narrowTable(plan.type))
