// One stored record as operators look at it: who it is open to, and what the feed tells of it.
import { linkedCompanies } from '../../access/audience.ts'
import { grantsColumnName } from '../../access/ownership.ts'
import type { Database, Statements } from '../../database/database.ts'
import { name, sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { activeLinks } from '../keys/links.ts'
import { readLabels, readRows, wholeRecord } from '../records/record-rows.ts'
import { narrowRows } from '../records/tables.ts'

/** All that decides who sees it. */
export async function visibilityFacts(
  db: Statements,
  types: readonly RecordType[],
  type: RecordType,
  id: string,
) {
  const row = (await readRows(db, type, [id])).get(id)
  if (!row) return undefined
  const stored = wholeRecord(type, row)
  const links = await activeLinks(db, types, { companies: linkedCompanies(type, stored) })
  const granted = sql`select ${name(grantsColumnName)} from ${narrowRows(type)} where id = ${id}`
  const [opened = []] = type.owners?.company?.grants ? await db.column<string[]>(granted) : []
  return {
    stored,
    label: (await readLabels(db, type.type, [id])).get(id),
    links: Map.groupBy(links, link => link.company),
    /** The companies that other records open it to. */
    granted: opened,
  }
}

/** What the feed still has of a record, newest first, and which owners were told. */
export async function changesOf(db: Database, type: string, id: string, limit: number) {
  const rows = await db.transaction(async tx => {
    // The planner takes a filter of ids for worse than it is, and would read all of the feed.
    await tx.script('set local enable_seqscan = off')
    return tx.rows<{ at: Date; what: string; version: string; owners: string[] }>(sql`
      select seq::text as version, kind as what, max(at) as at, array_agg(owner order by owner) as owners
      from change where type = ${type} and id = ${id} group by seq, kind order by seq desc limit ${limit}::int`)
  })
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}
