// Tables filled from a backup. Those of records are made as this version declares them, with the columns that another
// version had besides, so that prepare() finds all that the older one left.
import type { RecordType } from '../../record-types/record-type.ts'
import { schema, type Transaction } from '../database/database.ts'
import { name, none, Sql, sql } from '../database/sql.ts'
import { type TableDefinition, tableDefinitions } from '../schema/wanted-by.ts'
import { BackupProblem, type Table } from './format.ts'
import { copyStatement, qualified } from './table-list.ts'

export class RestoredTables {
  private readonly tx: Transaction
  private readonly definitions: ReadonlyMap<string, TableDefinition>
  private readonly unfinished: Sql[] = []

  constructor(tx: Transaction, types: readonly RecordType[]) {
    this.tx = tx
    this.definitions = new Map(types.flatMap(tableDefinitions).map(each => [each.table, each]))
  }

  async fill(table: Table, rows: AsyncIterable<Buffer>): Promise<void> {
    const place = qualified(table.table)
    const existing = await this.columnsIn(table.table)
    // What refers to this table comes later in the file, so that nothing restored is lost.
    if (existing.size > 0) await this.run(sql`truncate ${place} cascade`)
    else await this.create(table)
    await this.tx.copyIn(sql`${copyStatement(table)} from stdin with (freeze)`, rows)
    for (const { column, last } of table.identities)
      await this.tx.rows(sql`
        select setval(pg_get_serial_sequence(${`${schema}.${table.table}`}, ${column}), highest)
        from (select greatest(max(${name(column)}), ${last}::bigint) as highest from ${place}) h
        where highest is not null`)
    await this.run(sql`analyze ${place}`)
  }

  /** Indexes, which are quicker to build once the rows are there, and triggers, which would count them again. */
  async finish(): Promise<void> {
    for (const statement of this.unfinished) await this.run(statement)
  }

  private async create({ table, columns }: Table): Promise<void> {
    const definition = this.definitions.get(table)
    for (const statement of definition?.create ?? []) await this.run(statement)
    const own = await this.columnsIn(table)
    const others = columns.filter(column => !own.has(column.name))
    if (definition && !(definition.isDerived && (others.length > 0 || own.size > columns.length))) {
      this.unfinished.push(...definition.finish)
      return this.addColumns(table, others)
    }
    // Nothing declares it, or it will be made anew from the records.
    await this.run(sql`drop table if exists ${qualified(table)}`)
    await this.run(sql`create table ${qualified(table)} ()`)
    await this.addColumns(table, columns)
  }

  private async addColumns(table: string, columns: Table['columns']): Promise<void> {
    for (const column of columns)
      await this.run(sql`alter table ${qualified(table)} add column ${name(column.name)} ${typeOf(column)}`)
  }

  private async columnsIn(table: string): Promise<Set<string>> {
    const rows = await this.tx.rows<{ name: string }>(sql`
      select attname as name from pg_attribute
      where attrelid = to_regclass(${`${schema}.${table}`}) and attnum > 0 and not attisdropped`)
    return new Set(rows.map(row => row.name))
  }

  private run = (statement: Sql) => this.tx.script(statement.compile().text)
}

const knownTypes = new Set(
  'text,boolean,integer,bigint,numeric,double precision,timestamp with time zone,date,bytea,jsonb,inet,uuid,tid'.split(
    ',',
  ),
)

function typeOf({ type, collation }: Table['columns'][number]): Sql {
  if (!knownTypes.has(type.replace(/\[\]$/, '')))
    throw new BackupProblem('This backup has a column of a type that is not known here')
  if (collation !== null && collation !== 'C')
    throw new BackupProblem('This backup has a column with a collation that is not known here')
  return sql`${new Sql([type], [])}${collation === 'C' ? sql` collate "C"` : none}`
}
