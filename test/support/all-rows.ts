// Everything that is stored of records, as text, to hold two databases against each other.
import assert from 'node:assert/strict'
import { recordTypes } from '../../src/api/index.ts'
import type { Database } from '../../src/database/database.ts'
import { join, name, sql } from '../../src/database/sql.ts'
import { childTable, narrowTable, textPlace, textTable } from '../../src/store/records/tables.ts'

/** Rows of every table of records, each as one JSON text, by table; but not where they lie. */
export async function allRows(database: Database): Promise<Record<string, string[]>> {
  const tables = recordTypes.flatMap(({ type, children }) => [
    narrowTable(type),
    textTable(type),
    ...children.map(child => childTable(type, child.name)),
  ])
  const found: Record<string, string[]> = {}
  for (const table of tables) found[table] = await rowsIn(database, sql`select t.* from ${name(table)} t`)
  const naming = join(
    recordTypes
      .filter(({ mentions }) => mentions.some(({ type }) => type === 'file'))
      .map(
        ({ type }) =>
          sql`select 1 from ${name(narrowTable(type))} s where s.mentions @> array['file:' || f.id]`,
      ),
    ' union all ',
  )
  // Of files, those that records name.
  found.file = await rowsIn(
    database,
    sql`select id, file_name, content_type, size, sha256 from file f where exists (${naming})`,
  )
  return found
}

async function rowsIn(database: Database, query: ReturnType<typeof sql>): Promise<string[]> {
  const rows = await database.rows<{ row: string }>(
    sql`select (to_jsonb(q) - ${textPlace}::text)::text as row from (${query}) q order by 1`,
  )
  return rows.map(({ row }) => row)
}

/** Fails with the first rows that differ: all of them would be too many to read. */
export async function expectSameRows(one: Database, other: Database): Promise<void> {
  const [rows, others] = [await allRows(one), await allRows(other)]
  for (const [table, is] of Object.entries(rows)) {
    const was = new Set(others[table])
    const more = is.filter(row => !was.delete(row))
    assert.deepEqual([more.slice(0, 2), [...was].slice(0, 2)], [[], []], `the rows of ${table} differ`)
  }
}
