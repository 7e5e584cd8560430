// Everything that a record type wants of the database, as one list: columns, Parts, rows beside records, a tally, indexes.
import { guardMarks } from '../../access/shown-to.ts'
import { runAll, type Statements } from '../../database/database.ts'
import { join, name, none, type Sql, sql } from '../../database/sql.ts'
import type { Child } from '../../record-types/child.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { memoized } from '../../shape/memoized.ts'
import { withoutProperties } from '../../shape/shape.ts'
import {
  childColumn,
  childTable,
  columnSql,
  hasSpans,
  narrowTable,
  partColumn,
  partTable,
  spansColumn,
  sqlText,
  sqlTypes,
  textPlace,
  textTable,
} from '../records/tables.ts'
import { indexesOf, indexName } from './indexes.ts'
import { type Fill, type Requirement, statementsText } from './requirement.ts'
import { placesFill, placesRequirements, tallyRequirement } from './tally.ts'

export const requirementsOf = memoized((type: RecordType): readonly Requirement[] => [
  ...columnRequirements(type),
  ...type.parts.map(property => partRequirement(type.type, property)),
  ...(type.names ? [{ name: 'mentions', definition: 'references and names', fill: narrowRows }] : []),
  ...(hasSpans(type) ? [spansRequirement(type)] : []),
  layoutRequirement(type.type),
  textPlaceRequirement(type.type),
  ...type.children.flatMap(child => [childRequirement(type, child), ...laterColumns(type, child)]),
  ...(type.tally ? [tallyRequirement(type, type.tally)] : []),
  ...placesRequirements(type),
  ...indexesOf(type),
])

const narrowRows: Fill = { by: 'records', tables: ['narrow'] }
/** With its text a row's place changes, which is in its narrow row. */
const textRows: Fill = { by: 'records', tables: ['narrow', 'text'] }

const addColumn = (table: string, column: Sql) =>
  sql`alter table ${name(table)} add column if not exists ${column}`

function columnRequirements(type: RecordType): Requirement[] {
  const splits = type.columns.flatMap(({ split }) => (split?.rest ? [...split.items, split.rest] : []))
  return type.columns.map(({ name: column, kind, takes = '', paths }) => ({
    name: column,
    definition: `${sqlTypes[kind]} from ${takes}${paths.join(', ')}`,
    add: (tx, isNew) =>
      isNew ? runAll(tx, addColumn(narrowTable(type.type), columnSql(column, sqlTypes[kind]))) : undefined,
    // The database itself sets these where it is written whom a record is open to.
    fill: splits.includes(column) ? placesFill(type) : narrowRows,
  }))
}

function partRequirement(type: string, property: string): Requirement {
  const column = partColumn(property)
  return {
    name: column,
    definition: `text from ${property}`,
    add: tx => runAll(tx, ...addParts(type, [column])),
    fill: { by: 'records', tables: ['narrow', 'text', 'parts'] },
  }
}

/** Worked out anew where a mark on the Shape has changed: until then, records are read and cut as values. */
function spansRequirement({ type, record, owners, parts }: RecordType): Requirement {
  const marks = guardMarks(withoutProperties(record, parts))
  const at = owners?.connectedTo ?? 'no company'
  const table = textTable(type)
  return {
    name: spansColumn,
    definition: `edition 1 of ${marks.join(', ')} at ${at}`,
    // Emptied, as spans of other marks would be wrong.
    add: tx =>
      runAll(
        tx,
        sql`alter table ${name(table)} drop column if exists ${name(spansColumn)}`,
        addColumn(table, columnSql(spansColumn, 'text')),
        ...asTexts(table, [spansColumn]),
      ),
    fill: textRows,
  }
}

/** The longest rows that a page can hold stay in one piece, as putting a text together again is slow. */
const inOnePiece = 'toast_tuple_target = 8160'

/** How the rows of texts lie on disk. What lies out of line comes into its row when it is written again. */
const layoutRequirement = (type: string): Requirement => ({
  name: textTable(type),
  definition: inOnePiece,
  isOptional: true,
  async add(tx) {
    await runAll(tx, sql`alter table ${name(textTable(type))} set (${sqlText(inOnePiece)})`)
    await moveParts(tx, type)
  },
  fill: { by: 'rewriting', table: textTable(type), set: sql`record = t.record || ''` },
})

const textPlaceRequirement = (type: string): Requirement => ({
  name: textPlace,
  definition: 'where the text lies',
  add: tx => runAll(tx, addColumn(narrowTable(type), columnSql(textPlace, 'tid'))),
  fill: narrowRows,
})

/** A child's table is made whole, with its indexes: it is empty then, and filled from the records. What it was in an edition to
 * which only columns were added stays, and gets these. */
function childRequirement(type: RecordType, child: Child): Requirement {
  const table = childTable(type.type, child.name)
  const create = createChild(table, child)
  const added = Math.min(...Object.values(child.since))
  const earlier = Array.from({ length: child.edition }, (_, edition) => edition).filter(
    edition => edition > 0 && edition >= added - 1,
  )
  return {
    name: table,
    definition: childDefinition(child.edition, create),
    formers: earlier.map(edition => childDefinition(edition, createChild(table, childAt(child, edition)))),
    create,
    add: tx => runAll(tx, sql`drop table if exists ${name(table)}`, ...create),
    fill: { by: 'records', tables: ['children'] },
  }
}

const childDefinition = (edition: number, create: readonly Sql[]) =>
  `edition ${edition} of ${statementsText(create)}`

/** With the columns that it had in this edition. */
const childAt = ({ columns, since, ...child }: Child, edition: number) => ({
  ...child,
  columns: columns.filter(column => (since[column.name] ?? 0) <= edition),
})

function createChild(table: string, { columns, indexes }: Pick<Child, 'columns' | 'indexes'>): Sql[] {
  return [
    sql`create table ${name(table)} (
  id text collate "C",
  n integer,
  ${join(
    columns.map(column => columnSql(column.name, sqlTypes[column.kind])),
    ', ',
  )},
  primary key (id, n)
)`,
    ...indexes.map(names => {
      const index = indexName(`${table}_by_${names.join('_')}`)
      return sql`create index ${name(index)} on ${name(table)} (${join([...names, 'id', 'n'].map(name), ', ')})`
    }),
  ]
}

/** Columns that were added to a child's rows. */
function laterColumns(type: RecordType, child: Child): Requirement[] {
  const { name: table, definition } = childRequirement(type, child)
  return child.columns.flatMap(({ name: column, kind }) =>
    child.since[column] === undefined
      ? []
      : [
          {
            name: childColumn(type.type, child.name, column),
            definition: `${sqlTypes[kind]} since edition ${child.since[column]}`,
            within: { name: table, definition },
            add: tx => runAll(tx, addColumn(table, columnSql(column, sqlTypes[kind]))),
            fill: { by: 'records', tables: ['children'] } as const,
          },
        ],
  )
}

/** A table of a record type: what makes it, and what is quicker, or counts right, once its rows are there. One that is
 * derived has rows made from the records. */
type TableDefinition = {
  table: string
  isDerived: boolean
  create: readonly Sql[]
  finish: readonly Sql[]
}

export function tableDefinitions(type: RecordType): TableDefinition[] {
  const derived = [
    ...type.children.map(child => childRequirement(type, child)),
    ...(type.tally ? [tallyRequirement(type, type.tally)] : []),
  ]
  return [
    narrowDefinition(type),
    textDefinition(type),
    ...(type.parts.length > 0
      ? [stored(partTable(type.type), createParts(type.type, type.parts.map(partColumn)))]
      : []),
    ...derived.map(({ name, create = [] }) => ({
      table: name,
      isDerived: true,
      create: create.slice(0, 1),
      finish: create.slice(1),
    })),
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

function narrowDefinition(type: RecordType): TableDefinition {
  const table = narrowTable(type.type)
  const columns = type.columns.map(column => columnSql(column.name, sqlTypes[column.kind]))
  const create = sql`create table ${name(table)} (
  id text collate "C" primary key,
  nanoid text collate "C" not null unique,
  label text not null,
  mentions text[] not null,
  ${columnSql(textPlace, 'tid')}${columns.length > 0 ? sql`,\n  ` : none}${join(columns, ', ')}
)`
  return stored(
    table,
    [create],
    [
      sql`create index ${name(indexName(`${table}_with_mentions`))} on ${name(table)} using gin (mentions)`,
      ...[...indexesOf(type), ...placesRequirements(type)].flatMap(({ create = [] }) => create),
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
  facts text not null${spans.length > 0 ? sql`,\n  ${columnSql(spansColumn, 'text')}` : none}
) with (${sqlText(inOnePiece)})`,
    ...asTexts(table, ['record', 'facts', ...spans]),
  ])
}

/** One row for each record that has Parts. */
const createParts = (type: string, columns: readonly string[]): Sql[] => [
  sql`create table ${name(partTable(type))} (
  id text collate "C" primary key,
  ${join(
    columns.map(column => columnSql(column, 'text')),
    ', ',
  )}
) with (${sqlText(inOnePiece)})`,
  ...asTexts(partTable(type), columns),
]

const addParts = (type: string, columns: readonly string[]): Sql[] => [
  sql`create table if not exists ${name(partTable(type))} (id text collate "C" primary key) with (${sqlText(inOnePiece)})`,
  ...columns.map(column => addColumn(partTable(type), columnSql(column, 'text'))),
  ...asTexts(partTable(type), columns),
]

/** Whole texts are stored as they are, without statistics: nobody looks for one, and sampling them is slow. */
const asTexts = (table: string, columns: readonly string[]): Sql[] =>
  columns.flatMap(column => [
    sql`alter table ${name(table)} alter column ${name(column)} set storage external`,
    sql`alter table ${name(table)} alter column ${name(column)} set statistics 0`,
  ])

/** Earlier versions kept Parts in the rows of the texts. They move at once, so that nobody has to look in two
 * places. */
async function moveParts(tx: Statements, type: string): Promise<void> {
  const texts = textTable(type)
  const parts = await tx.column(sql`
    select attname from pg_attribute
    where attrelid = to_regclass(${texts}) and attname like 'part\\_%' and not attisdropped order by attnum`)
  if (parts.length === 0) return
  const columns = join(parts.map(name), ', ')
  await runAll(
    tx,
    ...addParts(type, parts),
    sql`insert into ${name(partTable(type))} (id, ${columns})
      select id, ${columns} from ${name(texts)} where coalesce(${columns}) is not null`,
    ...parts.map(part => sql`alter table ${name(texts)} drop column ${name(part)}`),
  )
}
