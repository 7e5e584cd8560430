// From a record type to its tables: a narrow one with what is filtered, sorted and searched, one with the ready text,
// joined by id, and one with the Parts where there are any. Child rows have a table of their own. docs/decisions.md says
// why it is not one wide table.
import { guardMarks } from '../../access/shown-to.ts'
import type { Child } from '../../record-types/child.ts'
import {
  type Column,
  searchedLong,
  searchedOwn,
  searchedRestricted,
  searchedShort,
} from '../../record-types/columns.ts'
import type { Index, Tally } from '../../record-types/layout.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { memoized } from '../../shape/memoized.ts'
import { seenByProperty, without } from '../../shape/shape.ts'
import { snake } from '../../shape/stored.ts'
import { join, name, type Sql, sql } from '../database/sql.ts'

export const narrowTable = (type: string) => snake(type)
export const textTable = (type: string) => `${snake(type)}_text`
/** Apart, so that the text, which every read wants, lies in its row and not out of line. */
export const partTable = (type: string) => `${snake(type)}_part`
/** Tables with one row for each record, by its id. */
export const recordTables = ({ type, parts }: Pick<RecordType, 'type' | 'parts'>): [string, ...string[]] => [
  narrowTable(type),
  textTable(type),
  ...(parts.length > 0 ? [partTable(type)] : []),
]
export const childTable = (type: string, child: string) => `${snake(type)}_${snake(child)}`
export const tallyTable = (type: string) => `${snake(type)}_tally`
/** Where a tally has the sum of a column. */
export const tallySum = (column: string) => `sum_${column}`
/** Where in a text there is something that not everybody is shown, and who is (access/spans.ts). In the row of the text, so
 * that one is never written without the other. */
export const spansColumn = 'spans'
/** Where the text of a narrow row lies. It is right until the text is written again without the narrow row, and then
 * the text is looked up by its id. */
export const textPlace = 'text_at'
export const partColumn = (property: string) => `part_${snake(property)}`

const sqlTypes = {
  text: 'text collate "C"',
  folded: 'text collate "C"',
  instant: 'timestamptz',
  number: 'double precision',
  flag: 'boolean',
  texts: 'text[]',
} as const satisfies Record<Column['kind'], string>

/** Something a database must have for the declarations to work; `definition` changes when it must be redone. */
export type Wanted =
  | { kind: 'column'; name: string; definition: string; table: string; sqlType: string }
  | { kind: 'part'; name: string; definition: string; table: string }
  /** What records mention, in a column that every narrow table has. */
  | { kind: 'mentions'; name: string; definition: string }
  /** Where texts lie, in a column that every narrow table has. */
  | { kind: 'place'; name: string; definition: string }
  /** Where in texts there is something that not everybody is shown, in a column beside them. */
  | { kind: 'spans'; name: string; definition: string }
  /** How the rows of texts are stored. */
  | { kind: 'layout'; name: string; definition: string }
  | { kind: 'child'; name: string; definition: string; create: readonly Sql[] }
  | {
      kind: 'tally'
      name: string
      definition: string
      create: readonly Sql[]
      keep: readonly Sql[]
      fill: Sql
    }
  /** What sets the places of owners that others open records to. */
  | { kind: 'places'; name: string; definition: string; keep: readonly Sql[] }
  | {
      kind: 'index'
      name: string
      definition: string
      create: (concurrently: boolean) => Sql
      needs: readonly string[]
    }

export const wantedBy = memoized((type: RecordType): readonly Wanted[] => {
  const table = narrowTable(type.type)
  return [
    ...type.columns.map(column => ({
      kind: 'column' as const,
      name: column.name,
      definition: `${sqlTypes[column.kind]} from ${takenFrom(column)}${column.paths.join(', ')}`,
      table,
      sqlType: sqlTypes[column.kind],
    })),
    ...type.parts.map(property => ({
      kind: 'part' as const,
      name: partColumn(property),
      definition: `text from ${property}`,
      table: partTable(type.type),
    })),
    ...(type.names
      ? [{ kind: 'mentions' as const, name: 'mentions', definition: 'references and names' }]
      : []),
    ...wantedSpans(type),
    { kind: 'layout', name: textTable(type.type), definition: inline },
    { kind: 'place', name: textPlace, definition: 'where the text lies' },
    ...type.children.map(child => wantedChild(type, child)),
    ...(type.tally ? [wantedTally(type, type.tally)] : []),
    ...wantedPlaces(type),
    ...indexesOf(type),
  ]
})

/** Worked out anew where a mark on the Shape has changed: until then, records are read and cut as values. */
function wantedSpans({ record, owners, parts, columns }: RecordType): Wanted[] {
  if (!columns.some(column => column.name.startsWith('guarded_'))) return []
  const marks = guardMarks(without(record, parts))
  const at = owners?.connectedTo ?? 'no company'
  return [{ kind: 'spans', name: spansColumn, definition: `edition 1 of ${marks.join(', ')} at ${at}` }]
}

export const hasSpans = (type: RecordType) => wantedBy(type).some(want => want.kind === 'spans')

const takenFrom = ({ day, place, kind }: Column) => {
  if (day) return 'the day of '
  if (place === undefined) return ''
  return kind === 'texts' ? `values beyond ${place} of ` : `value ${place + 1} of `
}

/** The longest rows that a page can hold stay in one piece, as putting a text together again is slow. */
export const inline = 'toast_tuple_target = 8160'

/** A child's table is made whole, with its indexes: it is empty then, and filled from the records. */
function wantedChild(type: RecordType, child: Child): Wanted {
  const table = childTable(type.type, child.name)
  const columns = child.columns.map(column => columnSql(column.name, sqlTypes[column.kind]))
  const create = [
    sql`create table ${name(table)} (
  id text collate "C",
  n integer,
  ${join(columns, ', ')},
  primary key (id, n)
)`,
    ...child.indexes.map(names => {
      const index = indexName(`${table}_by_${names.join('_')}`)
      return sql`create index ${name(index)} on ${name(table)} (${join([...names, 'id', 'n'].map(name), ', ')})`
    }),
  ]
  const text = create.map(statement => statement.compile().text).join(';\n')
  return { kind: 'child', name: table, definition: `edition ${child.edition} of ${text}`, create }
}

/**
 * Figures that every write keeps, in whatever way it writes: a small part of the rows that they add up. Moments are cut to
 * their day, and a missing value is an empty text. Numbers are added as decimals: their shortest text is what was loaded. Its
 * index also has the numbers of records, so that counts read nothing else.
 */
function wantedTally(type: RecordType, { by, sums }: Tally): Wanted {
  const [from, table] = [name(narrowTable(type.type)), tallyTable(type.type)]
  const kindOf = (column: string) => type.columns.find(known => known.name === column)!.kind
  const keys = by.map(column => sql`${name(column)} ${typeNames[sqlTypes[kindOf(column)]]!} not null`)
  const figures = sums.map(column => name(tallySum(column)))
  const days = by.map(column =>
    kindOf(column) === 'instant'
      ? sql`date_trunc('day', ${name(column)} at time zone 'UTC') at time zone 'UTC'`
      : sql`coalesce(${name(column)}, '')`,
  )
  const numbers = sums.map(column => sql`coalesce(sum(${name(column)}::text::numeric), 0)`)
  const places = join(
    by.map((_, at) => sqlText(String(at + 1))),
    ', ',
  )
  const all = join([...by.map(name), sql`n`, ...figures], ', ')
  const added = (rows: Sql) =>
    sql`select ${join([...days, sql`count(*)`, ...numbers], ', ')} from ${rows} group by ${places} order by ${places}`
  const more = ['n', ...sums.map(tallySum)].map(
    column => sql`${name(column)} = kept.${name(column)} + excluded.${name(column)}`,
  )
  const signed = [sql`n * sign`, ...figures.map(figure => sql`${figure} * sign`)]
  const keep = name(`keep_${table}`)
  const trigger = (called: string, event: Sql, rows: Sql, sign: Sql) =>
    sql`create trigger ${name(`${table}_${called}`)} after ${event} on ${from} referencing ${rows} table as changed
  for each statement execute function ${keep}(${sign})`
  const create = [
    sql`create table ${name(table)} (
  ${join([...keys, sql`n bigint not null`, ...figures.map(figure => sql`${figure} numeric not null`)], ', ')},
  unique (${join(by.map(name), ', ')}) include (n)
) with (fillfactor = 80)`,
  ]
  const kept = [
    sql`create function ${keep}() returns trigger language plpgsql
set search_path from current set extra_float_digits = 1 as $$
declare
  sign integer := tg_argv[0];
begin
  insert into ${name(table)} as kept (${all})
  select ${join([...by.map(name), ...signed], ', ')} from (${added(sql`changed`)}) added (${all})
  on conflict (${join(by.map(name), ', ')}) do update set ${join(more, ', ')};
  return null;
end
$$`,
    trigger('insert', sql`insert`, sql`new`, sql`'1'`),
    trigger('delete', sql`delete`, sql`old`, sql`'-1'`),
    trigger('update_from', sql`update`, sql`old`, sql`'-1'`),
    trigger('update_to', sql`update`, sql`new`, sql`'1'`),
  ]
  const definition = [...create, ...kept].map(statement => statement.compile().text).join(';\n')
  return {
    kind: 'tally',
    name: table,
    definition,
    create,
    keep: kept,
    fill: sql`insert into ${name(table)} (${all}) ${added(from)}`,
  }
}

/**
 * Whoever writes whom a record is open to, an earlier version too, sets the places by it, without the pairs beside
 * companies. A row that is new comes with the places of those that it names itself (column-values.ts).
 */
function wantedPlaces({ type, columns }: RecordType): Wanted[] {
  return columns.flatMap(({ name: column, places = [], more }) => {
    if (!more) return []
    const called = `${narrowTable(type)}_${column}_places`
    const keep = name(`keep_${called}`)
    const at = (place: number) => sqlText(String(place + 1))
    const set = [...places, more].map(place => sql`new.${name(place)}`)
    const each = places.map((_, place) => sql`owners[${at(place)}]`)
    const create = [
      sql`create function ${keep}() returns trigger language plpgsql as $$
begin
  select ${join(each, ', ')}, nullif(owners[${at(places.length)}:], '{}') into ${join(set, ', ')}
  from (select array(
    select owner from unnest(new.${name(column)}) owner where strpos(owner, ' ') = 0 order by owner collate "C"
  ) as owners) opened;
  return new;
end
$$`,
      sql`create trigger ${name(called)} before update of ${name(column)} on ${name(narrowTable(type))}
  for each row execute function ${keep}()`,
    ]
    const definition = create.map(statement => statement.compile().text).join(';\n')
    return [{ kind: 'places' as const, name: called, definition, keep: create }]
  })
}

const sqlText = (text: string) => sql([text] as unknown as TemplateStringsArray)

function indexesOf(type: RecordType): Wanted[] {
  const found = new Map<string, Wanted>()
  for (const index of type.indexes) found.set(index.columns.join(), ordered(type.type, index))
  for (const column of type.columns) {
    if (column.kind === 'texts' && !isOnlyMet(column))
      found.set(column.name, inverted(type.type, column.name, sql``, howWritten(column)))
    if (column.name === searchedLong || column.name === lettersColumn(type)) {
      const few = column.name === searchedLong ? filledOnly(column.name) : sql``
      found.set(column.name, inverted(type.type, column.name, sql` gin_trgm_ops`, few))
    }
  }
  return [...found.values()]
}

const howWritten = (column: Column) =>
  column.lookedUp ? unbuffered : column.place === undefined ? sql`` : filledOnly(column.name)

const filledOnly = (column: string) => sql` where ${name(column)} is not null`

/** Rows are in the index at once, as every look-up would read the whole list of those that wait to be put into it. */
const unbuffered = sql` with (fastupdate = off)`

/** Columns that are read and never searched by. */
const isOnlyMet = ({ name, paths, ownedDate }: Column) =>
  name.startsWith('guarded_') ||
  name === searchedRestricted ||
  ownedDate !== undefined ||
  paths[0]?.endsWith(`.${seenByProperty}`)

/** The column whose letters are indexed. */
export const lettersColumn = ({ columns }: Pick<RecordType, 'columns'>) =>
  columns.some(column => column.name === searchedOwn) ? searchedOwn : searchedShort

function ordered(type: string, { columns: names, carries, counted, filled }: Index): Wanted {
  const index = indexName(`${snake(type)}_by_${names.join('_')}`)
  const by = [...names.map(name), ...(counted ? [] : [sql`id`])]
  // Counting needs no text.
  const included = counted ? carries : [...carries, textPlace]
  const carried = included.length > 0 ? sql` include (${join(included.map(name), ', ')})` : sql``
  const where = filled ? filledOnly(names[0]!) : sql``
  const on = sql`on ${name(narrowTable(type))} (${join(by, ', ')})${carried}${where}`
  return wantedIndex(index, [...names, ...carries], concurrently =>
    concurrently
      ? sql`create index concurrently ${name(index)} ${on}`
      : sql`create index ${name(index)} ${on}`,
  )
}

function inverted(type: string, column: string, operators: Sql, where: Sql = sql``): Wanted {
  const index = indexName(`${snake(type)}_with_${column}`)
  const on = sql`on ${name(narrowTable(type))} using gin (${name(column)}${operators})${where}`
  return wantedIndex(index, [column], concurrently =>
    concurrently
      ? sql`create index concurrently ${name(index)} ${on}`
      : sql`create index ${name(index)} ${on}`,
  )
}

const wantedIndex = (
  index: string,
  needs: readonly string[],
  create: (concurrently: boolean) => Sql,
): Wanted => ({
  kind: 'index',
  name: index,
  definition: create(false).compile().text,
  create,
  needs,
})

/** What an index is called that is kept until another one of its name is built. */
export const formerIndex = (index: string): string => indexName(`former_${index}`)

/** PostgreSQL cuts names at 63 bytes; a name that would be cut keeps its head and gets a checksum. */
function indexName(text: string): string {
  if (text.length <= 60) return text
  let sum = 0
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) >>> 0
  return `${text.slice(0, 50)}_${sum.toString(36)}`
}

/** A table of a record type: what makes it, and what is quicker, or counts right, once its rows are there. One that is
 * derived has rows made from the records. */
export type TableDefinition = {
  table: string
  isDerived: boolean
  create: readonly Sql[]
  finish: readonly Sql[]
}

export function tableDefinitions(type: RecordType): TableDefinition[] {
  const wanted = wantedBy(type)
  return [
    narrowDefinition(type, wanted),
    textDefinition(type),
    ...(type.parts.length > 0
      ? [stored(partTable(type.type), createParts(type.type, type.parts.map(partColumn)))]
      : []),
    ...wanted.flatMap(want => {
      if (want.kind !== 'child' && want.kind !== 'tally') return []
      const [create, ...indexes] = want.create
      const finish = want.kind === 'tally' ? [...indexes, ...want.keep] : indexes
      return [{ table: want.name, isDerived: true, create: [create!], finish }]
    }),
  ]
}

/** Everything a new database needs for this type, in order. */
export function createTables(type: RecordType): Sql[] {
  const tables = tableDefinitions(type)
  return [...tables.flatMap(({ create }) => create), ...tables.flatMap(({ finish }) => finish)]
}

const stored = (table: string, create: readonly Sql[], finish: readonly Sql[] = []): TableDefinition => ({
  table,
  isDerived: false,
  create,
  finish,
})

function narrowDefinition({ type }: RecordType, wanted: readonly Wanted[]): TableDefinition {
  const table = narrowTable(type)
  const columns = wanted.flatMap(want => (want.kind === 'column' ? [columnSql(want.name, want.sqlType)] : []))
  const create = sql`create table ${name(table)} (
  id text collate "C" primary key,
  nanoid text collate "C" not null unique,
  label text not null,
  mentions text[] not null,
  ${columnSql(textPlace, 'tid')}${columns.length > 0 ? sql`,\n  ` : sql``}${join(columns, ', ')}
)`
  return stored(
    table,
    [create],
    [
      sql`create index ${name(indexName(`${table}_with_mentions`))} on ${name(table)} using gin (mentions)`,
      ...wanted.flatMap(want => (want.kind === 'index' ? [want.create(false)] : [])),
      ...wanted.flatMap(want => (want.kind === 'places' ? want.keep : [])),
    ],
  )
}

function textDefinition(type: RecordType): TableDefinition {
  const table = textTable(type.type)
  const spans = hasSpans(type) ? [spansColumn] : []
  return stored(table, [
    sql`create table ${name(table)} (
  id text collate "C" primary key,
  record text not null,
  facts text not null${spans.length > 0 ? sql`,\n  ${columnSql(spansColumn, 'text')}` : sql``}
) with (${sqlText(inline)})`,
    ...asTexts(table, ['record', 'facts', ...spans]),
  ])
}

/** One row for each record that has Parts. */
export const createParts = (type: string, columns: readonly string[]): Sql[] => [
  sql`create table ${name(partTable(type))} (
  id text collate "C" primary key,
  ${join(
    columns.map(column => columnSql(column, 'text')),
    ', ',
  )}
) with (${sqlText(inline)})`,
  ...asTexts(partTable(type), columns),
]

/** Whole texts are stored as they are, without statistics: nobody looks for one, and sampling them is slow. */
export const asTexts = (table: string, columns: readonly string[]): Sql[] =>
  columns.flatMap(column => [
    sql`alter table ${name(table)} alter column ${name(column)} set storage external`,
    sql`alter table ${name(table)} alter column ${name(column)} set statistics 0`,
  ])

const typeNames: Record<string, Sql> = {
  'text collate "C"': sql`text collate "C"`,
  timestamptz: sql`timestamptz`,
  'double precision': sql`double precision`,
  boolean: sql`boolean`,
  'text[]': sql`text[]`,
  text: sql`text`,
  tid: sql`tid`,
}

/** The type that the text of a column's value is read back as. */
export const castTo = ({ columns }: Pick<RecordType, 'columns'>, column: string): Sql =>
  typeNames[sqlTypes[column === 'id' ? 'text' : columns.find(known => known.name === column)!.kind]]!

export const columnSql = (column: string, type: string): Sql => sql`${name(column)} ${typeNames[type]!}`
