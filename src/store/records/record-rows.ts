// Stored records as rows: read them to compare, count them, write them in bulk, delete them. No access rules here; callers
// of the API never come this way.

import { ownersWhoSee } from '../../access/audience.ts'
import { restrictedMark } from '../../access/redact.ts'
import { spanWriter } from '../../access/spans.ts'
import { type CopyColumn, copyTypedInto } from '../../database/copy.ts'
import type { Statements, Transaction } from '../../database/database.ts'
import { commas, name, none, sql, unionAll } from '../../database/sql.ts'
import type { ColumnValue } from '../../record-types/columns.ts'
import { recordKey } from '../../record-types/record-key.ts'
import { namedBy, type RecordType, type ReferenceSlot, slotsOf } from '../../record-types/record-type.ts'
import { readMarked, writeMarked } from '../../shape/file-mark.ts'
import { AsText } from '../../shape/list-text.ts'
import { memoized } from '../../shape/memoized.ts'
import { isErasedRecord } from '../../shape/personal.ts'
import { nodeOf, seenByProperty, type TSchema } from '../../shape/shape.ts'
import { columnName, type StoredRecord } from '../../shape/stored.ts'
import {
  allTables,
  childTable,
  hasSpans,
  narrowRows,
  narrowTable,
  partColumn,
  partTable,
  spansColumn,
  textPlace,
  textTable,
} from './tables.ts'

/** The values that other records repeat of a record. */
export type Label = {
  nanoid: string
  reference?: string
  name?: string
  description?: string
  /** In whose names it may be seen, where references to it are shown by that. */
  seenBy?: readonly string[]
  /** The person was erased: what others say about them goes too. */
  erased?: boolean
}

/** People are told by their reference. */
export const labelText = (label: Label | undefined) => label?.reference ?? label?.name ?? null

export type RecordRow = {
  id: string
  nanoid: string
  label: string
  mentions: string[]
  columns: ColumnValue[]
  record: string
  /** Where in it there is something that not everybody is shown; not kept where all of the type is shown to all. */
  spans?: string | null
  facts: string
  parts: (string | null)[]
  /** The rows of each child. */
  children: (readonly (readonly ColumnValue[])[])[]
}

export type StoredRow = Pick<RecordRow, 'id' | 'nanoid' | 'record' | 'facts' | 'parts'>

export type RowMaker = (
  id: string,
  nanoid: string,
  stored: StoredRecord,
  slots?: readonly ReferenceSlot[],
) => RecordRow

/** From a record to its row. */
export const rowMaker = memoized((type: RecordType): RowMaker => {
  const shown = propertiesOf(type.record).filter(property => !type.parts.includes(property))
  const paths = type.columns.flatMap(column => (column.kind === 'text' ? column.paths : []))
  const indexed = new Set(paths.map(path => path.replace(/\.id$/, '')))
  const write = type.mentions.some(mention => mention.type === 'file') ? writeMarked : JSON.stringify
  const partText = (part: unknown) =>
    part === undefined ? null : part instanceof AsText ? part.text : write(part)
  const known = propertiesOf(type.facts)
  const refers = type.mentions.some(mention => mention.isRestricted)
  const withSpans = hasSpans(type) ? spanWriter(type.record, type.owners?.connectedTo, write) : undefined
  return (id, nanoid, stored, slots = slotsOf(type, stored)) => {
    const mark = refers && slots.some(isRestricted) ? restrictedMark : ''
    const record = inOrder(stored.record, shown)
    return {
      id,
      nanoid,
      label: JSON.stringify(labelOf(nanoid, { record, facts: stored.facts })),
      mentions: mentionsOf(slots, namedBy(type, stored), indexed),
      columns: type.columns.map(column => column.read(stored)),
      ...(withSpans?.(record, mark) ?? { record: mark + write(record) }),
      facts: write(inOrder(stored.facts, known)),
      parts: type.parts.map(part => partText(stored.record[part])),
      children: type.children.map(child => child.rows(stored)),
    }
  }
})

const propertiesOf = (shape: TSchema) => Object.keys(nodeOf(shape).properties ?? {})

/** In the Shape's order whatever came first, so that what is unchanged is byte-equal. */
function inOrder(value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const ordered: Record<string, unknown> = {}
  for (const name of names) if (value[name] !== undefined) ordered[name] = value[name]
  return ordered
}

const isRestricted = ({ target }: ReferenceSlot) => target[seenByProperty] !== undefined

export const labelOf = (nanoid: string, stored: StoredRecord): Label =>
  ({
    nanoid,
    reference: stored.record.reference,
    name: stored.record.name,
    description: stored.record.description,
    ...(isErasedRecord(stored) && { erased: true }),
  }) as Label

/** What the record mentions besides the ids that have an indexed column of their own, and what it only names. */
function mentionsOf(
  slots: readonly ReferenceSlot[],
  named: readonly ReferenceSlot[],
  indexed: ReadonlySet<string>,
): string[] {
  const mentions = new Set<string>()
  for (const slot of slots) if (!indexed.has(slot.path)) mentions.add(recordKey(slot))
  if (mentions.size > 0)
    for (const slot of slots) if (indexed.has(slot.path)) mentions.delete(recordKey(slot))
  for (const slot of named) mentions.add(recordKey(slot))
  return [...mentions].sort()
}

type StoredTexts = Pick<StoredRow, 'record' | 'facts' | 'parts'>

/** The record as it was before it was split for storage, parsed when it is looked at: of many only facts are. */
export function wholeRecord(type: RecordType, row: StoredTexts): StoredRecord {
  let record: StoredRecord['record'] | undefined
  let facts: StoredRecord['facts'] | undefined
  return {
    get record() {
      record ??= joinedWithParts(type, row)
      return record
    },
    get facts() {
      facts ??= readMarked(row.facts) as StoredRecord['facts']
      return facts
    },
  }
}

function joinedWithParts(type: RecordType, row: StoredTexts): StoredRecord['record'] {
  const record = readMarked(row.record) as StoredRecord['record']
  for (const [index, part] of type.parts.entries()) {
    const text = row.parts[index]
    if (text != null) record[part] = readMarked(text)
  }
  return record
}

/** In the order of the ids: what is written in it is told in it, and where rows lie is nobody's business. */
export async function readRows(db: Statements, type: RecordType, ids: readonly string[]) {
  const parts = commas([none, ...type.parts.map(part => sql`p.${name(partColumn(part))}`)])
  const apart = type.parts.length > 0 ? sql` left join ${name(partTable(type.type))} p using (id)` : none
  // The ids are given for one table alone: given for each, PostgreSQL would sort them again for every row that one table
  // leads to in the other.
  const { rows, release } = await db.raw(sql`
    select s.id, s.nanoid, t.record, t.facts${parts}
    from ${narrowRows(type)} s join ${name(textTable(type.type))} t using (id)${apart}
    where s.id = any(${ids}::text[])`)
  const stored = new Map(
    rows.map((row): [string, StoredRow] => {
      const [id, nanoid, record, facts, ...parts] = row.map(value => value?.toString() ?? null)
      return [id!, { id: id!, nanoid: nanoid!, record: record!, facts: facts!, parts }]
    }),
  )
  release()
  return new Map(ids.filter(id => stored.has(id)).map(id => [id, stored.get(id)!]))
}

export async function readLabels(
  db: Statements,
  type: string,
  ids: readonly string[],
): Promise<Map<string, Label>> {
  const rows = await db.rows<{ id: string; label: string }>(
    sql`select id, label from ${narrowRows({ type })} where id = any(${ids}::text[])`,
  )
  return new Map(rows.map(row => [row.id, JSON.parse(row.label)]))
}

/** The same, with those in whose names the records may be seen. */
export async function readReferred(
  db: Statements,
  { type, owners }: RecordType,
  ids: readonly string[],
): Promise<Map<string, Label>> {
  const { company, agency, connectedTo } = owners ?? {}
  const paths = [company?.named, agency?.named, connectedTo].filter(path => path !== undefined)
  const names = [...new Set(paths.map(columnName))]
  const rows = await db.rows<Record<string, string | string[] | null> & { id: string; label: string }>(
    sql`select ${commas(['id', 'label', ...names].map(name))} from ${narrowRows({ type })} where id = any(${ids}::text[])`,
  )
  return new Map(
    rows.map(row => {
      const seenBy = ownersWhoSee(owners, path => asList(row[columnName(path)]!))
      if (!seenBy) throw new Error(`A reference to a ${type} is shown by its owners, which it does not say`)
      return [row.id, { ...JSON.parse(row.label), seenBy }]
    }),
  )
}

const asList = (value: string | string[] | null): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

export async function readByAlias(db: Statements, type: RecordType, aliases: readonly string[]) {
  const holders = await db.rows<{ id: string; alias: string }>(
    sql`select id, alias from ${narrowRows(type)} where alias = any(${aliases}::text[]) order by id`,
  )
  const ids = holders.map(({ id }) => id)
  const rows = await readRows(db, type, ids)
  const best = new Map<string, StoredRecord>()
  for (const { id, alias } of holders) {
    const stored = wholeRecord(type, rows.get(id)!)
    if (!best.has(alias) || comesFirst(type, stored, best.get(alias)!)) best.set(alias, stored)
  }
  return best
}

/** Which of two records that go by one alias is meant: the later one, unless only the other is one of the first. */
export const comesFirst = ({ alias }: RecordType, one: StoredRecord, other: StoredRecord): boolean =>
  alias?.first === undefined || alias.first(one) || !alias.first(other)

/** A row to write: which of its tables it changes, and whether it is there already. */
type Replacement = {
  row: RecordRow
  fresh: boolean
  narrow: boolean
  text?: boolean
  parts?: boolean
  children?: boolean
}

export function replacementOf(
  row: RecordRow,
  old: RecordRow | undefined,
  stored: Pick<StoredRow, 'parts'> | undefined,
): Replacement {
  const narrow = ({ nanoid, label, mentions, columns }: RecordRow) =>
    JSON.stringify([nanoid, label, mentions, columns])
  return {
    row,
    fresh: !old,
    narrow: !old || narrow(old) !== narrow(row),
    parts: !old || row.parts.some((part, index) => part !== stored?.parts[index]),
    children: !old || JSON.stringify(old.children) !== JSON.stringify(row.children),
  }
}

const asText = (column: string): CopyColumn => ({ name: column, kind: 'text' })

const allHave: readonly CopyColumn[] = [
  ...['id', 'nanoid', 'label'].map(asText),
  { name: 'mentions', kind: 'texts' },
  { name: textPlace, kind: 'place' },
]

/** Those that are there already. */
const staleOf = (rows: readonly Replacement[]) => rows.flatMap(({ row, fresh }) => (fresh ? [] : [row.id]))

/** Replaces these rows. Those whose narrow row did not change keep their indexes untouched. */
export async function writeRows(tx: Transaction, type: RecordType, rows: readonly Replacement[]) {
  const narrow = rows.filter(row => row.narrow)
  const text = rows.filter(row => row.text !== false)
  await deleteFrom(tx, narrowTable(type.type), staleOf(narrow))
  const spans = hasSpans(type) ? [spansColumn] : []
  const textColumns = ['id', 'record', 'facts', ...spans].map(asText)
  await replaceIn(tx, textTable(type.type), textColumns, text, ({ id, record, facts, ...row }) => [
    [id, record, facts, ...spans.map(() => row.spans ?? null)],
  ])
  // What PostgreSQL tells is read here while it takes in the rest.
  const telling = placesOf(tx, type, narrow)
  telling.catch(() => {})
  if (type.parts.length > 0) {
    const partColumns = ['id', ...type.parts.map(partColumn)].map(asText)
    const changed = rows.filter(row => row.parts !== false)
    await replaceIn(tx, partTable(type.type), partColumns, changed, ({ id, parts }) =>
      parts.some(part => part !== null) ? [[id, ...parts]] : [],
    )
  }
  const changed = rows.filter(row => row.children !== false)
  for (const [index, child] of type.children.entries()) {
    const columns: CopyColumn[] = [asText('id'), { name: 'n', kind: 'integer' }, ...child.columns]
    await replaceIn(tx, childTable(type.type, child.name), columns, changed, ({ id, children }) =>
      children[index]!.map((cells, n) => [id, n, ...cells]),
    )
  }
  const places = await telling
  const lines = narrow.map(({ row: { id, nanoid, label, mentions, columns } }) => [
    ...[id, nanoid, label, mentions, places.get(id) ?? null],
    ...columns,
  ])
  await copyTypedInto(tx, narrowTable(type.type), [...allHave, ...type.columns], lines)
}

/** Writes these rows' lines of a table in place of those that are there. */
async function replaceIn(
  tx: Transaction,
  table: string,
  columns: readonly CopyColumn[],
  rows: readonly Replacement[],
  linesOf: (row: RecordRow) => readonly (readonly (ColumnValue | number)[])[],
): Promise<void> {
  await deleteFrom(tx, table, staleOf(rows))
  const lines = rows.flatMap(({ row }) => linesOf(row))
  await copyTypedInto(tx, table, columns, lines)
}

/** Where texts lie, by id. In a dry run they are in views, which have no places. */
async function placesOf(
  tx: Transaction,
  { type }: RecordType,
  replaced: readonly Replacement[],
): Promise<ReadonlyMap<string, string>> {
  if (tx.isRehearsal || replaced.length === 0) return new Map()
  const ids = replaced.map(({ row }) => row.id)
  const { rows, release } = await tx.raw(
    sql`select id, ctid::text from ${name(textTable(type))} where id = any(${ids}::text[])`,
  )
  const places = new Map(rows.map(([id, place]) => [id!.toString('latin1'), place!.toString('latin1')]))
  release()
  return places
}

export async function deleteRows(tx: Transaction, type: RecordType, ids: readonly string[]): Promise<void> {
  for (const table of allTables(type)) await deleteFrom(tx, table, ids)
}

async function deleteFrom(tx: Transaction, table: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.rows(sql`delete from ${name(table)} where id = any(${ids}::text[])`)
}

export async function countRecords(db: Statements, types: readonly RecordType[]): Promise<number> {
  const counts = types.map(type => sql`(select count(*)::int as count from ${narrowRows(type)})`)
  return (await db.column<number>(unionAll(counts))).reduce((sum, count) => sum + count, 0)
}

export const hasRecords = (db: Statements, types: readonly RecordType[]) =>
  db.hasRows(unionAll(types.map(type => sql`(select 1 from ${narrowRows(type)} limit 1)`)))

/** The next ids of a type, in order. */
export async function idsAfter(db: Statements, type: string, after: string, limit: number) {
  const next = sql`select id from ${narrowRows({ type })} where id > ${after} order by id limit ${limit}::int`
  return db.column(next)
}
