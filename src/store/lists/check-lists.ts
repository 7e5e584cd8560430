// What only the tables can tell of a list that is declared: a server asks when it starts, and refuses in one line.
import type { Statements } from '../../database/database.ts'
import { commas, sql } from '../../database/sql.ts'
import { listMistake } from './declaration.ts'
import { type AnyList, selectedColumns } from './list.ts'

/** Asks the tables, in two statements where nothing is wrong. */
export async function checkLists(db: Statements, lists: readonly AnyList[]): Promise<void> {
  try {
    await db.rows(sql`select ${commas(lists.map(counted))}`)
  } catch (error) {
    for (const list of lists) await findMistake(db, list)
    throw error
  }
  for (const { noun, declared } of lists) {
    const { order } = declared
    if ('table' in order && !(await isUnique(db, order.table, order.columns.at(-1)!)))
      throw listMistake(
        noun,
        `its pages begin after ${order.columns.at(-1)}, of which ${order.table} may have two`,
      )
  }
}

const allColumns = ({ declared: { columns, parts, facts } }: AnyList) => ({ ...columns, ...parts, ...facts })

/** Whatever is asked of this reader is null. */
const nobody = new Proxy({}, { get: () => null })

const nothingOf = (list: AnyList, columns = allColumns(list)) =>
  sql`select ${selectedColumns(columns)} from ${list.source(nobody)} limit 0`

const counted = (list: AnyList) => sql`(select count(*) from (${nothingOf(list)}) list)`

async function findMistake(db: Statements, list: AnyList): Promise<void> {
  for (const [column, declared] of Object.entries(allColumns(list)))
    if (declared[1])
      await db.rows(nothingOf(list, { [column]: declared })).catch(error => {
        throw listMistake(list.noun, `column ${column}: ${(error as Error).message}`)
      })
}

const isUnique = (db: Statements, table: string, column: string) =>
  db.hasRows(sql`
    select 1 from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = to_regclass(${table}::text) and i.indisunique and i.indnkeyatts = 1 and i.indpred is null
      and a.attname = ${column} limit 1`)
