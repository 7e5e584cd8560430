// A table described as data and made again from it, for the tables that no migration makes: those of the records.
import type { Statements } from '../database/database.ts'
import { schema } from '../database/database.ts'
import { join, name, none, Sql, sql } from '../database/sql.ts'
import { BackupProblem, type Index, type Table } from './format.ts'

export const qualified = (table: string) => sql`${name(schema)}.${name(table)}`

export const columnsOf = ({ columns }: Table) =>
  join(
    columns.map(column => name(column.name)),
    ', ',
  )

type Described = Table & { oid: string; references: string[] }

/** The tables that outlive a crash, each after those it refers to; locked, so that none can be replaced. */
export async function describeTables(tx: Statements): Promise<Table[]> {
  const tables = await tx.rows<Described>(catalogue)
  if (tables.length === 0) return []
  const all = join(
    tables.map(({ table }) => qualified(table)),
    ', ',
  )
  await tx.script(sql`lock table ${all} in access share mode`.compile().text)
  const current = await tx.rows<{ same: boolean }>(
    sql`select to_regclass(${schema} || '.' || t.name)::oid = t.oid::oid as same
      from unnest(${tables.map(({ table }) => table)}::text[], ${tables.map(({ oid }) => oid)}::text[]) t(name, oid)`,
  )
  if (current.some(({ same }) => !same))
    throw new BackupProblem('The tables were replaced while the backup began; run it again')
  return inOrder(tables).map(({ oid, references, ...table }) => table)
}

function inOrder(tables: readonly Described[]): Described[] {
  const left = new Map(tables.map(table => [table.table, table]))
  const ordered: Described[] = []
  while (left.size > 0) {
    const ready = [...left.values()].filter(each => !each.references.some(other => left.has(other)))
    for (const table of ready.length > 0 ? ready : [...left.values()]) {
      ordered.push(table)
      left.delete(table.table)
    }
  }
  return ordered
}

const catalogue = sql`
  select c.oid::text as oid, c.relname as table, coalesce(to_json(c.reloptions), '[]') as options,
    array(
      select o.relname::text from pg_constraint f join pg_class o on o.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and o.oid <> c.oid
    ) as references,
    (
      select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
        'collation', case when a.attcollation <> t.typcollation then l.collname end,
        'storage', case a.attstorage when 'p' then 'plain' when 'm' then 'main' when 'e' then 'external' else 'extended' end
      ) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_collation l on l.oid = a.attcollation
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns,
    (
      select coalesce(json_agg(json_build_object(
        'column', a.attname,
        'last', pg_sequence_last_value(pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname)::regclass)::text
      ) order by a.attnum), '[]')
      from pg_attribute a where a.attrelid = c.oid and a.attidentity <> ''
    ) as identities,
    (
      select coalesce(json_agg(json_build_object(
        'name', i.relname, 'method', m.amname,
        'kind', case when x.indisprimary then 'primary key' when x.indisunique then 'unique' else 'index' end,
        'keys', (
          select json_agg(json_build_object(
            'column', a.attname, 'operators', case when not o.opcdefault then o.opcname end,
            'descending', k.option & 1 = 1, 'nullsFirst', k.option & 2 = 2
          ) order by k.place)
          from unnest(x.indkey::int2[], x.indclass::oid[], x.indoption::int2[]) with ordinality k(number, class, option, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
          join pg_opclass o on o.oid = k.class
        ),
        'carries', (
          select coalesce(json_agg(a.attname order by k.place), '[]')
          from unnest(x.indkey::int2[]) with ordinality k(number, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
          where k.place > x.indnkeyatts
        ),
        'options', coalesce(to_json(i.reloptions), '[]'),
        'having', substring(pg_get_expr(x.indpred, c.oid) from '^\\((\\w+) IS NOT NULL\\)$')
      ) order by i.relname), '[]')
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_am m on m.oid = i.relam
      where x.indrelid = c.oid and x.indisvalid and x.indexprs is null
        and (x.indpred is null or pg_get_expr(x.indpred, c.oid) ~ '^\\(\\w+ IS NOT NULL\\)$')
    ) as indexes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = ${schema} and c.relkind = 'r' and c.relpersistence = 'p'
  order by c.relname`

const columnTypes: Record<string, Sql> = {
  text: sql`text`,
  boolean: sql`boolean`,
  integer: sql`integer`,
  bigint: sql`bigint`,
  numeric: sql`numeric`,
  'double precision': sql`double precision`,
  'timestamp with time zone': sql`timestamptz`,
  date: sql`date`,
  bytea: sql`bytea`,
  jsonb: sql`jsonb`,
  inet: sql`inet`,
  uuid: sql`uuid`,
  tid: sql`tid`,
}

const storages = {
  plain: sql`plain`,
  main: sql`main`,
  external: sql`external`,
  extended: sql`extended`,
}

/** The columns alone; the rest is quicker once the rows are there. */
export function createTable({ table, columns, options }: Table): Sql[] {
  const definitions = columns.map(column => {
    const collation = column.collation === null ? none : sql` collate ${collationNamed(column.collation)}`
    return sql`${name(column.name)} ${typeNamed(column.type)}${collation}${column.required ? sql` not null` : none}`
  })
  return [
    sql`create table ${qualified(table)} (${join(definitions, ', ')})${withOptions(options)}`,
    ...columns
      .filter(column => column.storage === 'external' || column.storage === 'main')
      .map(
        column =>
          sql`alter table ${qualified(table)} alter column ${name(column.name)} set storage ${storages[column.storage]}`,
      ),
  ]
}

/** Their form was checked on the way in. */
function withOptions(options: readonly string[]): Sql {
  const settings = join(
    options.map(option => new Sql([option], [])),
    ', ',
  )
  return options.length > 0 ? sql` with (${settings})` : none
}

export const createIndexes = ({ table, indexes }: Table): Sql[] =>
  indexes.map(index => createIndex(table, index))

function createIndex(
  table: string,
  { name: called, kind, method, keys, carries = [], having = null, options = [] }: Index,
): Sql {
  const carried = carries.length > 0 ? sql` include (${join(carries.map(name), ', ')})` : none
  if (kind !== 'index') {
    const columns = join(
      keys.map(key => name(key.column)),
      ', ',
    )
    const unique = kind === 'unique' ? sql`unique` : sql`primary key`
    return sql`alter table ${qualified(table)} add constraint ${name(called)} ${unique} (${columns})${carried}`
  }
  const on = keys.map(({ column, operators, descending, nullsFirst }) => {
    const order = descending ? sql` desc` : none
    const nulls = descending === nullsFirst ? none : nullsFirst ? sql` nulls first` : sql` nulls last`
    return sql`${name(column)}${operators === null ? none : sql` ${name(operators)}`}${order}${nulls}`
  })
  const present = having === null ? none : sql` where ${name(having)} is not null`
  return sql`create index ${name(called)} on ${qualified(table)} using ${name(method)} (${join(on, ', ')})${carried}${withOptions(options)}${present}`
}

function typeNamed(type: string): Sql {
  const list = type.endsWith('[]')
  const known = columnTypes[list ? type.slice(0, -2) : type]
  if (!known) throw new BackupProblem('This backup has a column of a type that is not known here')
  return list ? sql`${known}[]` : known
}

function collationNamed(collation: string): Sql {
  if (collation !== 'C')
    throw new BackupProblem('This backup has a column with a collation that is not known here')
  return sql`"C"`
}
