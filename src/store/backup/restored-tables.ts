// Tables filled from a backup. Those of records are made as this version declares them, with the columns that another
// version had besides, so that prepareDatabase() finds all that the older one left.

import { BackupProblem, type BackupTable } from '../../backup-file/format.ts'
import { qualifiedName, runAll, schemaName, type Transaction } from '../../database/database.ts'
import { name, none, Sql, sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { tableDefinitions } from '../schema/requirements.ts'
import { copyStatement } from './table-list.ts'

export type RestoredTables = ReturnType<typeof restoredTables>

export function restoredTables(tx: Transaction, types: readonly RecordType[]) {
  const definitions = new Map(types.flatMap(tableDefinitions).map(each => [each.table, each]))
  /** Indexes, which are quicker to build once the rows are there, and triggers, which would count them again. */
  const unfinished: Sql[] = []
  const columnsIn = async (table: string) =>
    new Set(
      await tx.column(sql`select attname from pg_attribute
          where attrelid = to_regclass(${`${schemaName}.${table}`}) and attnum > 0 and not attisdropped`),
    )
  const addColumns = (table: string, columns: BackupTable['columns']) =>
    runAll(
      tx,
      ...columns.map(
        column => sql`alter table ${qualifiedName(table)} add column ${name(column.name)} ${typeOf(column)}`,
      ),
    )
  const create = async ({ table, columns }: BackupTable) => {
    const definition = definitions.get(table)
    await runAll(tx, ...(definition?.create ?? []))
    const own = await columnsIn(table)
    const others = columns.filter(column => !own.has(column.name))
    if (definition && !(definition.isDerived && (others.length > 0 || own.size > columns.length))) {
      unfinished.push(...definition.finish)
      return addColumns(table, others)
    }
    // Nothing declares it, or it will be made anew from the records.
    await runAll(
      tx,
      sql`drop table if exists ${qualifiedName(table)}`,
      sql`create table ${qualifiedName(table)} ()`,
    )
    await addColumns(table, columns)
  }
  return {
    async fill(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<void> {
      const place = qualifiedName(table.table)
      // What refers to this table comes later in the file, so that nothing restored is lost.
      if ((await columnsIn(table.table)).size > 0) await runAll(tx, sql`truncate ${place} cascade`)
      else await create(table)
      await tx.copyIn(sql`${copyStatement(table)} from stdin with (freeze)`, rows)
      for (const { column, last } of table.identities)
        await tx.rows(sql`
          select setval(pg_get_serial_sequence(${`${schemaName}.${table.table}`}, ${column}), highest)
          from (select greatest(max(${name(column)}), ${last}::bigint) as highest from ${place}) h
          where highest is not null`)
      await runAll(tx, sql`analyze ${place}`)
    },
    finish: () => runAll(tx, ...unfinished),
  }
}

const knownTypes = new Set(
  'text,boolean,integer,bigint,numeric,double precision,timestamp with time zone,date,bytea,jsonb,inet,uuid,tid'.split(
    ',',
  ),
)

function typeOf({ type, collation }: BackupTable['columns'][number]): Sql {
  if (!knownTypes.has(type.replace(/\[\]$/, '')))
    throw new BackupProblem('This backup has a column of a type that is not known here. Nothing was changed.')
  if (collation !== null && collation !== 'C')
    throw new BackupProblem(
      'This backup has a column with a collation that is not known here. Nothing was changed.',
    )
  return sql`${new Sql([type], [])}${collation === 'C' ? sql` collate "C"` : none}`
}
