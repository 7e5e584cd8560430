// The tables that a backup has, as the database describes them: what is needed to put their rows back.

import { BackupProblem, type BackupTable } from '../../backup-file/format.ts'
import { qualifiedName, runAll, type Statements, schemaName } from '../../database/database.ts'
import { join, name, type Sql, sql } from '../../database/sql.ts'
import { sqlStates } from '../../database/sql-states.ts'

/** COPY of these columns; whether to or from comes after it. */
export const copyStatement = ({ table, columns }: BackupTable): Sql =>
  sql`copy ${qualifiedName(table)} (${join(
    columns.map(column => name(column.name)),
    ', ',
  )})`

/** Values must read alike on both sides, whatever a server's own settings are. */
export const copySettings = `
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '30s'`

type DescribedTable = BackupTable & { oid: string; references: string[] }

/** The tables that outlive a crash, each after those it refers to; locked, so that none can be replaced. */
export async function describeTables(tx: Statements): Promise<BackupTable[]> {
  const tables = await tx.rows<DescribedTable>(catalogue)
  if (tables.length === 0) return []
  const names = tables.map(({ table }) => table)
  await runAll(tx, sql`lock table ${join(names.map(qualifiedName), ', ')} in access share mode`)
  const replaced = await tx.rows(sql`
    select 1 from unnest(${names}::text[], ${tables.map(({ oid }) => oid)}::text[]) t(name, oid)
    where to_regclass(${schemaName} || '.' || t.name)::oid is distinct from t.oid::oid`)
  if (replaced.length > 0)
    throw new BackupProblem('The tables were replaced while the backup began; run it again')
  const byName = new Map(tables.map(each => [each.table, each]))
  const depth = ({ references }: DescribedTable): number =>
    Math.max(0, ...references.map(other => 1 + depth(byName.get(other)!)))
  return tables
    .toSorted((one, other) => depth(one) - depth(other))
    .map(({ oid, references, ...table }) => table)
}

const catalogue = sql`
  select c.oid::text as oid, c.relname as table,
    array(
      select o.relname::text from pg_constraint f join pg_class o on o.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and o.oid <> c.oid
    ) as references,
    (
      select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'collation', case when a.attcollation <> t.typcollation then l.collname end
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
    ) as identities
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = ${schemaName} and c.relkind = 'r' and c.relpersistence = 'p'
  order by c.relname`

/** PostgreSQL's message may quote stored values, so only its code is shown. */
export function explainedError(error: unknown, task: string): unknown {
  const { name, code } = error as { name?: string; code?: string }
  if (name !== 'PostgresError') return error
  const reason =
    code === sqlStates.lockNotAvailable
      ? 'another process is using the tables; stop it and try again'
      : `PostgreSQL answered with error ${code}`
  return new BackupProblem(`Could not ${task}: ${reason}. Nothing was changed.`)
}
