// What triggers keep with each write, whoever writes: the figures of a tally, and the places of a record's owners.
import { grantsColumnName } from '../../access/ownership.ts'
import { runAll, type Statements } from '../../database/database.ts'
import { join, name, type Sql, sql } from '../../database/sql.ts'
import type { Tally } from '../../record-types/layout.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { castTo, narrowTable, sqlText, tallySum, tallyTable } from '../records/tables.ts'
import { type Requirement, statementsText } from './requirement.ts'

/** Figures that every write keeps, in whatever way it writes: a small part of the rows that they add up. Its index also has
 * the numbers of records, so that counts read nothing else. */
export function tallyRequirement(type: RecordType, { by, sums }: Tally): Requirement {
  const table = tallyTable(type.type)
  const keys = by.map(column => sql`${name(column)} ${castTo(type, column)} not null`)
  const figures = sums.map(column => name(tallySum(column)))
  const all = join([...by.map(name), sql`n`, ...figures], ', ')
  const create = [
    sql`create table ${name(table)} (
  ${join([...keys, sql`n bigint not null`, ...figures.map(figure => sql`${figure} numeric not null`)], ', ')},
  unique (${join(by.map(name), ', ')}) include (n)
) with (fillfactor = 80)`,
  ]
  const triggers = tallyTriggers(type, { by, sums }, all)
  return {
    name: table,
    definition: statementsText([...create, ...triggers]),
    create: [...create, ...triggers],
    add: tx =>
      runAll(tx, sql`drop table if exists ${name(table)}`, ...create, dropKeeper(table), ...triggers),
    fill: {
      by: 'statement',
      table,
      insert: sql`insert into ${name(table)} (${all}) ${addedUp(type, { by, sums }, name(narrowTable(type.type)))}`,
    },
  }
}

/** Moments are cut to their day, and a missing value is an empty text. Numbers are added as decimals: their shortest text is
 * what was loaded. */
function addedUp({ columns }: RecordType, { by, sums }: Tally, rows: Sql): Sql {
  const isMoment = (column: string) => columns.find(known => known.name === column)!.kind === 'instant'
  const keys = by.map(column =>
    isMoment(column)
      ? sql`date_trunc('day', ${name(column)} at time zone 'UTC') at time zone 'UTC'`
      : sql`coalesce(${name(column)}, '')`,
  )
  const numbers = sums.map(column => sql`coalesce(sum(${name(column)}::text::numeric), 0)`)
  const places = join(
    by.map((_, at) => sqlText(String(at + 1))),
    ', ',
  )
  return sql`select ${join([...keys, sql`count(*)`, ...numbers], ', ')} from ${rows} group by ${places} order by ${places}`
}

function tallyTriggers(type: RecordType, { by, sums }: Tally, all: Sql): Sql[] {
  const table = tallyTable(type.type)
  const keep = name(`keep_${table}`)
  const figures = ['n', ...sums.map(tallySum)]
  const more = figures.map(figure => sql`${name(figure)} = kept.${name(figure)} + excluded.${name(figure)}`)
  const signed = [sql`n * sign`, ...sums.map(column => sql`${name(tallySum(column))} * sign`)]
  const trigger = (suffix: string, event: Sql, rows: Sql, sign: Sql) =>
    sql`create trigger ${name(`${table}_${suffix}`)} after ${event} on ${name(narrowTable(type.type))} referencing ${rows} table as changed
  for each statement execute function ${keep}(${sign})`
  return [
    sql`create function ${keep}() returns trigger language plpgsql
set search_path from current set extra_float_digits = 1 as $$
declare
  sign integer := tg_argv[0];
begin
  insert into ${name(table)} as kept (${all})
  select ${join([...by.map(name), ...signed], ', ')} from (${addedUp(type, { by, sums }, sql`changed`)}) added (${all})
  on conflict (${join(by.map(name), ', ')}) do update set ${join(more, ', ')};
  return null;
end
$$`,
    trigger('insert', sql`insert`, sql`new`, sql`'1'`),
    trigger('delete', sql`delete`, sql`old`, sql`'-1'`),
    trigger('update_from', sql`update`, sql`old`, sql`'-1'`),
    trigger('update_to', sql`update`, sql`new`, sql`'1'`),
  ]
}

/** What makes every row's places be set again. */
export const placesFill = ({ type }: RecordType): Requirement['fill'] => ({
  by: 'rewriting',
  table: narrowTable(type),
  set: sql`${name(grantsColumnName)} = t.${name(grantsColumnName)}`,
})

/** Whoever writes whom a record is open to, an earlier version too, sets the places by it, without the pairs beside
 * companies. A row that is new comes with the places of those that it names itself. */
export function placesRequirements(type: RecordType): Requirement[] {
  return type.columns.flatMap(({ name: column, split }) => {
    if (!split?.rest) return []
    const trigger = `${narrowTable(type.type)}_${column}_places`
    const keep = name(`keep_${trigger}`)
    const at = (place: number) => sqlText(String(place + 1))
    const set = [...split.items, split.rest].map(place => sql`new.${name(place)}`)
    const each = split.items.map((_, place) => sql`owners[${at(place)}]`)
    const create = [
      sql`create function ${keep}() returns trigger language plpgsql as $$
begin
  select ${join(each, ', ')}, nullif(owners[${at(split.items.length)}:], '{}') into ${join(set, ', ')}
  from (select array(
    select owner from unnest(new.${name(column)}) owner where strpos(owner, ' ') = 0 order by owner collate "C"
  ) as owners) opened;
  return new;
end
$$`,
      sql`create trigger ${name(trigger)} before update of ${name(column)} on ${name(narrowTable(type.type))}
  for each row execute function ${keep}()`,
    ]
    const add = (tx: Statements) => runAll(tx, dropKeeper(trigger), ...create)
    return [{ name: trigger, definition: statementsText(create), create, add, fill: placesFill(type) }]
  })
}

/** With its function go the triggers that call it. */
export const dropKeeper = (of: string) => sql`drop function if exists ${name(`keep_${of}`)} cascade`
