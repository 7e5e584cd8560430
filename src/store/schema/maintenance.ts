// Keeps the tables of records quick after much was written: vacuum, statistics, indexes, and where texts lie.

import {
  type Database,
  runAll,
  type Statements,
  type Transacting,
  type Transaction,
} from '../../database/database.ts'
import { name, none, sql } from '../../database/sql.ts'
import { sqlStates } from '../../database/sql-states.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { narrowTable, recordTables, tallyTable, textPlace, textTable } from '../records/tables.ts'
import { lockWriter } from './writer-lock.ts'

/** Below these shares of new rows a table is left to PostgreSQL's own vacuum, in the background: ours would cost much of a
 * small load, and more the longer the table is. */
const shares = { vacuum: 0.05, statistics: 0.2 }

/** A vacuum makes the visibility map, which counts read instead of rows. A table that is locked
 * is left out: where an index of it is being built, each would wait for the other, and whoever builds it tidies up after. */
export async function tidyTables(database: Database, type: RecordType, written: number): Promise<void> {
  const [narrow, ...texts] = recordTables(type)
  const ofNarrow = sql`select reltuples from pg_class where oid = to_regclass(${narrow})`
  const rows = (await database.value<number>(ofNarrow))!
  const isMuch = written >= shares.vacuum * rows
  const isNew = written >= shares.statistics * rows
  if (isMuch)
    await runAll(database, sql`vacuum (skip_locked${isNew ? sql`, analyze` : none}) ${name(narrow)}`)
  if (isNew) await runAll(database, ...texts.map(table => sql`analyze (skip_locked) ${name(table)}`))
  if (!type.tally) return
  const tally = name(tallyTable(type.type))
  // However few rows are new: each change of a status leaves one, and they would be read with the others for ever.
  // Those that another load holds stay: it may wait for one that was taken before.
  await database.rows(sql`
    delete from ${tally} where ctid = any(array(select ctid from ${tally} where n = 0 for update skip locked))`)
  if (isMuch) await runAll(database, sql`vacuum (skip_locked, analyze) ${tally}`)
  if (isNew) await indexAgain(database, tallyTable(type.type))
}

/** Every change of a figure is an entry more, and its pages stay when the old entries have gone, which slows counts down.
 * Whoever counts waits meanwhile; where somebody counts for longer, it is left for the next load. */
export async function indexAgain(database: Database, table: string): Promise<void> {
  const indexing = database.transaction(async tx => {
    await tx.rows(sql`set local lock_timeout = '1s'`)
    await tx.rows(sql`reindex table ${name(table)}`)
  })
  await indexing.catch((error: { code?: string }) => {
    if (!leftAlone.has(error.code)) throw error
  })
}

/** The table is locked for longer, or belongs to another role. */
const leftAlone = new Set<string | undefined>([sqlStates.lockNotAvailable, sqlStates.insufficientPrivilege])

/** What was written of late waits in a list beside each inverted index until there is much of it, and every look into the
 * index reads that list: pages of workers most of all, whose rows change with each assignment that opens them. */
export const mergePending = (database: Statements, types: readonly RecordType[]): Promise<unknown> =>
  database.rows(sql`
    select gin_clean_pending_list(c.oid)
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'gin' and i.indisvalid and pg_has_role(c.relowner, 'usage')
      and i.indrelid = any(${types.map(({ type }) => narrowTable(type))}::text[]::regclass[])`)

/** Gives back the last id that it wrote; nothing at the end. */
export type WriteBatch = (tx: Transaction, after: string) => Promise<string | undefined>

/** One batch after another, each with the writer's lock; others write between them. */
export async function writeInBatches(
  database: Transacting,
  first: string,
  write: WriteBatch,
  stopped: () => boolean = () => false,
): Promise<void> {
  for (let after: string | undefined = first; after !== undefined && !stopped(); ) {
    const from: string = after
    after = await database.transaction(async tx => {
      await lockWriter(tx)
      return write(tx, from)
    })
  }
}

/** Notes anew where texts lie, after their table was rewritten. */
export async function notePlaces(
  database: Transacting,
  { type }: RecordType,
  batchRows = 1000,
): Promise<void> {
  const rows = name(narrowTable(type))
  await writeInBatches(database, '', async (tx, after) => {
    const last = sql`
      with next as (select id from ${rows} where id > ${after} order by id limit ${batchRows}::int),
      placed as (
        update ${rows} s set ${name(textPlace)} = t.ctid from next join ${name(textTable(type))} t on t.id = next.id
        where s.id = next.id and s.${name(textPlace)} is distinct from t.ctid)
      select max(id collate "C") from next`
    return tx.value(last)
  })
}
