// What a load asks of the database besides rows: the writer's lock, who mentions a record.
import { Problem } from '../../errors/problem.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { Database, Statements, Transacting, Transaction } from '../engine/database.ts'
import { locks } from '../engine/locks.ts'
import { join, name, none, type Sql, sql } from '../engine/sql.ts'
import { newerSchema, schemaNumber } from './schema-version.ts'
import { childTable, narrowTable, recordTables, tallyTable, textPlace, textTable } from './tables.ts'

/** One writer of loaded records at a time, in the order they asked. Held to the end of the transaction. A rehearsal
 * writes nothing that is shared, and waits for nobody. PostgreSQL itself ends the wait, with 55P03, of whoever has a limit:
 * a transaction that was only given up would get the lock in its turn, and keep it. Where a newer version has upgraded the
 * database meanwhile, nothing is written: its lists would not have it. */
export async function lockWriter(tx: Transaction, waitMs = Number.POSITIVE_INFINITY): Promise<void> {
  if (tx.isRehearsal) return
  const mostMs = Math.min(waitMs, (tx.limitMs ?? Number.POSITIVE_INFINITY) * shareOfLimit)
  const lock = sql`pg_advisory_xact_lock(${locks.writer})`
  // Zero would mean no limit.
  const limit = `${Math.max(1, Math.ceil(mostMs))}ms`
  const [, newer] = await Promise.all([
    tx.rows(
      Number.isFinite(mostMs)
        ? sql`select set_config('lock_timeout', ${limit}, true), ${lock}`
        : sql`select ${lock}`,
    ),
    newerSchema(tx, schemaNumber),
  ])
  if (newer) throw new Problem('SERVICE_UNAVAILABLE', `${newer}. Nothing was changed.`)
}

const shareOfLimit = 0.8

/** Below these shares of new rows PostgreSQL's own vacuum sees to a table, in the background: after 3,000 more AfPs it cost a
 * third of loading them, and more the longer the table was. */
const shares = { vacuum: 0.05, statistics: 0.2 }

/** Counts read the visibility map instead of rows once it is there: 308 ms become 56 at 400,000 rows. A table that is locked
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

/** Every change of a figure is an entry more, and the pages stay when the old ones have gone: 6,158 instead of 2,542 after
 * 1,000,000 timesheets, so that totals were counted a third as often. Whoever counts waits meanwhile, a second at 3,000,000;
 * where somebody counts for longer, it is left for the next load. */
export async function indexAgain(database: Database, table: string): Promise<void> {
  const made = database.transaction(async tx => {
    await tx.rows(sql`set local lock_timeout = '1s'`)
    await tx.rows(sql`reindex table ${name(table)}`)
  })
  await made.catch(error => {
    if (!leftAlone.has((error as { code?: string }).code)) throw error
  })
}

/** Somebody has it for longer, or it is another role's. */
const leftAlone = new Set<string | undefined>(['55P03', '42501'])

/** What was written of late waits in a list beside each inverted index until there is much of it, and every look into the
 * index reads that list: 12 ms of a page of workers, whose rows change with each assignment that opens them. */
export const mergePending = (database: Statements, types: readonly RecordType[]): Promise<unknown> =>
  database.rows(sql`
    select gin_clean_pending_list(c.oid)
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'gin' and i.indisvalid and pg_has_role(c.relowner, 'usage')
      and i.indrelid = any(${types.map(({ type }) => narrowTable(type))}::text[]::regclass[])`)

/** Where a type may mention records of another: an indexed column where there is one, else the mentions list. */
export function mentionCondition(type: RecordType, mentioned: string, id: Sql): Sql | undefined {
  const mentions = type.mentions.filter(mention => mention.type === mentioned)
  if (mentions.length === 0) return undefined
  const columns = mentions.map(mention =>
    type.columns.find(
      column =>
        column.kind === 'text' && column.paths.length === 1 && column.paths[0] === `${mention.path}.id`,
    ),
  )
  const conditions = columns.flatMap(column => (column ? [sql`s.${name(column.name)} = ${id}`] : []))
  return sql`(${join([...conditions, isListed(mentioned, id)], ' or ')})`
}

const isListed = (mentioned: string, id: Sql) =>
  sql`s.mentions @> array[${mentioned} || ':' || ${id}]::text[]`

/** The same, and where it only names them. */
function namedCondition(type: RecordType, mentioned: string, id: Sql): Sql | undefined {
  const isNamed = Object.values(type.names ?? {}).includes(mentioned)
  return mentionCondition(type, mentioned, id) ?? (isNamed ? isListed(mentioned, id) : undefined)
}

/** Of each of these records that others mention or name one of those, besides some of each type. */
export async function mentionedBy(
  tx: Transaction,
  types: readonly RecordType[],
  mentioned: string,
  ids: readonly string[],
  except: (type: string) => readonly string[] = () => [],
): Promise<Map<string, { type: string; id: string }>> {
  const found = new Map<string, { type: string; id: string }>()
  for (const { type, ...rest } of types) {
    const condition = namedCondition({ type, ...rest }, mentioned, sql`i.id`)
    if (!condition) continue
    const rows = await tx.rows<{ of: string; id: string }>(
      sql`select i.id as of, by.id from unnest(${ids}::text[]) i(id) cross join lateral (
        select s.id from ${name(narrowTable(type))} s
        where ${condition} and s.id <> all(${except(type)}::text[]) limit 1
      ) by`,
    )
    for (const { of, id } of rows) found.set(of, { type, id })
  }
  return found
}

/** Of these records, as `type:id`, those that a type's records name, but for some of them. */
export async function namedIn(
  tx: Transaction,
  type: string,
  keys: readonly string[],
  except: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await tx.rows<{ key: string }>(sql`
    select distinct m as key from ${name(narrowTable(type))} s, unnest(s.mentions) m
    where s.mentions && ${keys}::text[] and m = any(${keys}::text[]) and s.id <> all(${except}::text[])`)
  return rows.map(row => row.key)
}

/** Which of the short ids given in a batch are taken, and by whom. */
export async function nanoidsInUse(
  tx: Transaction,
  entries: readonly { type: RecordType; nanoid?: string }[],
): Promise<Map<string, string>> {
  const taken = new Map<string, string>()
  for (const type of new Set(entries.map(entry => entry.type))) {
    const given = entries.flatMap(entry => (entry.type === type && entry.nanoid ? [entry.nanoid] : []))
    if (given.length === 0) continue
    const rows = await tx.rows<{ id: string; nanoid: string }>(
      sql`select id, nanoid from ${name(narrowTable(type.type))} where nanoid = any(${given}::text[])`,
    )
    for (const row of rows) taken.set(`${type.type}:${row.nanoid}`, row.id)
  }
  return taken
}

/** How many records of a type name each of these ids in a column. */
export async function countBy(
  tx: Transaction,
  type: string,
  column: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; number: string }>(sql`
    select ${name(column)} as id, count(*) as number from ${name(narrowTable(type))}
    where ${name(column)} = any(${ids}::text[]) group by 1`)
  return new Map(rows.map(row => [row.id, Number(row.number)]))
}

type Wanted = {
  column: string
  values: readonly string[]
  /** Only those that have one of these values in other columns, with a space between, which is given back, too. */
  among?: { columns: readonly string[]; values: readonly string[] }
  /** The rows beside each record that have the column, where the record itself has not. */
  rows?: string | undefined
}

/** Which records have one of these values. */
export async function holdersOf(
  tx: Transaction,
  type: string,
  { column, values, among, rows }: Wanted,
): Promise<{ id: string; value: string; among: string }[]> {
  if (values.length === 0) return []
  const table = name(rows === undefined ? narrowTable(type) : childTable(type, rows))
  const texts = (among?.columns ?? []).map(column => sql`coalesce(${name(column)}::text, '')`)
  const group = texts.length > 0 ? sql`concat_ws(' ', ${join(texts, ', ')})` : sql`''`
  const within = texts.length > 0 ? sql`and ${group} = any(${[...new Set(among!.values)]}::text[])` : sql``
  return tx.rows(sql`select id, ${name(column)} as value, ${group} as among from ${table}
    where ${name(column)} = any(${[...new Set(values)]}::text[]) ${within}`)
}

/** All records of a type of which there are few. */
export const textsOf = (db: Statements, type: string): Promise<{ text: string }[]> =>
  db.rows(sql`select record as text from ${name(textTable(type))}`)

/** Of each of these records what is in this column. */
export async function valuesOf(
  tx: Transaction,
  type: string,
  column: string,
  ids: readonly string[],
): Promise<{ id: string; value: string }[]> {
  if (ids.length === 0) return []
  return tx.rows(sql`select id, ${name(column)} as value from ${name(narrowTable(type))}
    where id = any(${ids}::text[]) and ${name(column)} is not null`)
}

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
