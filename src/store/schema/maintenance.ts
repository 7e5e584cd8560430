// Keeps the tables of records quick after much was written: vacuum, statistics, indexes, and where texts lie.
import type { RecordType } from '../../record-types/record-type.ts'
import type { Database, Statements, Transacting } from '../database/database.ts'
import { name, none, sql } from '../database/sql.ts'
import { narrowTable, recordTables, tallyTable, textPlace, textTable } from '../records/tables.ts'
import { lockWriter } from './writer-lock.ts'

/** Below these shares of new rows a table is left to PostgreSQL's own vacuum, in the background: ours would cost much of a
 * small load, and more the longer the table is. */
const shares = { vacuum: 0.05, statistics: 0.2 }

/** A vacuum makes the visibility map, which counts read instead of rows. A table that is locked
 * is left out: where an index of it is being built, each would wait for the other, and whoever builds it tidies up after. */
export async function tidy(database: Database, type: RecordType, written: number): Promise<void> {
  const [narrow, ...texts] = recordTables(type)
  const [known] = await database.rows<{ rows: number }>(
    sql`select reltuples as rows from pg_class where oid = to_regclass(${narrow})`,
  )
  const isMuch = written >= shares.vacuum * known!.rows
  const isNew = written >= shares.statistics * known!.rows
  if (isMuch)
    await database.script(
      sql`vacuum (skip_locked${isNew ? sql`, analyze` : none}) ${name(narrow)}`.compile().text,
    )
  if (isNew)
    for (const table of texts) await database.script(sql`analyze (skip_locked) ${name(table)}`.compile().text)
  if (!type.tally) return
  const tally = name(tallyTable(type.type))
  // However few rows are new: each change of a status leaves one, and they would be read with the others for ever.
  // Those that another load holds stay: it may wait for one that was taken before.
  await database.rows(sql`
    delete from ${tally} where ctid = any(array(select ctid from ${tally} where n = 0 for update skip locked))`)
  if (isMuch) await database.script(sql`vacuum (skip_locked, analyze) ${tally}`.compile().text)
  if (isNew) await indexAgain(database, tallyTable(type.type))
}

/** Every change of a figure is an entry more, and its pages stay when the old entries have gone, which slows counts down.
 * Whoever counts waits meanwhile; where somebody counts for longer, it is left for the next load. */
export async function indexAgain(database: Database, table: string): Promise<void> {
  const made = database.transaction(async tx => {
    await tx.rows(sql`set local lock_timeout = '1s'`)
    await tx.rows(sql`reindex table ${name(table)}`)
  })
  await made.catch(error => {
    if (!leftAlone.has((error as { code?: string }).code)) throw error
  })
}

/** The table is locked for longer, or belongs to another role. */
const leftAlone = new Set<string | undefined>(['55P03', '42501'])

/** What was written of late waits in a list beside each inverted index until there is much of it, and every look into the
 * index reads that list: pages of workers most of all, whose rows change with each assignment that opens them. */
export const mergePending = (database: Statements, types: readonly RecordType[]): Promise<unknown> =>
  database.rows(sql`
    select gin_clean_pending_list(c.oid)
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'gin' and i.indisvalid and pg_has_role(c.relowner, 'usage')
      and i.indrelid = any(${types.map(({ type }) => narrowTable(type))}::text[]::regclass[])`)

/** Notes anew where texts lie, after their table was rewritten. Others write between the batches. */
export async function notePlaces(
  database: Transacting,
  { type }: RecordType,
  batchRows = 1000,
): Promise<void> {
  const rows = name(narrowTable(type))
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await database.transaction(async tx => {
      await lockWriter(tx)
      const [row] = await tx.rows<{ last: string | null }>(sql`
        with next as (select id from ${rows} where id > ${from} order by id limit ${batchRows}::int),
        placed as (
          update ${rows} s set ${name(textPlace)} = t.ctid from next join ${name(textTable(type))} t on t.id = next.id
          where s.id = next.id and s.${name(textPlace)} is distinct from t.ctid)
        select max(id collate "C") as last from next`)
      return row!.last
    })
  }
}
