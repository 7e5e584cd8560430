// The indexes of a record type's narrow table.

import { runAll, type Statements } from '../../database/database.ts'
import { join, name, none, type Sql, sql } from '../../database/sql.ts'
import type { Column, InvertedIndex } from '../../record-types/columns.ts'
import type { Index } from '../../record-types/index-rules.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { snake } from '../../shape/stored.ts'
import { narrowTable, textPlace } from '../records/tables.ts'
import type { Requirement } from './requirement.ts'

export function indexesOf({ type, columns, indexes }: RecordType): Requirement[] {
  const byColumns = new Map<string, Requirement>()
  for (const index of indexes) byColumns.set(index.columns.join(), ordered(type, index))
  for (const { name, index } of columns) if (index) byColumns.set(name, inverted(type, name, index))
  return [...byColumns.values()]
}

function ordered(type: string, { columns, carries, counted, filled }: Index): Requirement {
  const by = [...columns.map(name), ...(counted ? [] : [sql`id`])]
  // Counting needs no text.
  const included = counted ? carries : [...carries, textPlace]
  const carried = included.length > 0 ? sql` include (${join(included.map(name), ', ')})` : none
  const where = filled ? filledOnly(columns[0]!) : none
  return indexRequirement(type, `by_${columns.join('_')}`, sql`(${join(by, ', ')})${carried}${where}`)
}

function inverted(type: string, column: Column['name'], { of, filled, atOnce }: InvertedIndex): Requirement {
  const operators = of === 'letters' ? sql` gin_trgm_ops` : none
  const how = sql`${atOnce ? unbuffered : none}${filled ? filledOnly(column) : none}`
  return indexRequirement(type, `with_${column}`, sql`using gin (${name(column)}${operators})${how}`)
}

const filledOnly = (column: string) => sql` where ${name(column)} is not null`

/** Rows are in the index at once, as every look-up would read the whole list of those that wait to be put into it. */
const unbuffered = sql` with (fastupdate = off)`

function indexRequirement(type: string, suffix: string, what: Sql): Requirement {
  const index = indexName(`${snake(type)}_${suffix}`)
  const on = sql`${name(index)} on ${name(narrowTable(type))} ${what}`
  const create = sql`create index ${on}`
  return {
    name: index,
    definition: create.compile().text,
    isOptional: true,
    create: [create],
    add: (tx, isNew) => (isNew ? undefined : setAside(tx, index)),
    fill: { by: 'index', create: sql`create index concurrently ${on}` },
  }
}

/** PostgreSQL cuts names at 63 bytes; a name that would be cut keeps its head and gets a checksum. */
export function indexName(text: string): string {
  if (text.length <= 60) return text
  let sum = 0
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) >>> 0
  return `${text.slice(0, 50)}_${sum.toString(36)}`
}

/** What an index is called that is kept until another one of its name is built. */
const formerIndex = (index: string): string => indexName(`former_${index}`)

/** An index that is to be built differently serves under another name until the new one is there. */
async function setAside(tx: Statements, index: string): Promise<void> {
  if (!(await isValid(tx, index))) return void (await tx.rows(sql`drop index if exists ${name(index)}`))
  await tx.rows(sql`drop index if exists ${name(formerIndex(index))}`)
  await tx.rows(sql`alter index ${name(index)} rename to ${name(formerIndex(index))}`)
}

/** Undefined where there is no such index; one whose building was cut short is invalid. */
const isValid = (db: Statements, index: string) =>
  db.value<boolean>(sql`select indisvalid from pg_index where indexrelid = to_regclass(${index})`)

export async function buildIndex(session: Statements, index: string, create: Sql): Promise<void> {
  const valid = await isValid(session, index)
  if (valid === false) await runAll(session, sql`drop index concurrently ${name(index)}`)
  if (!valid) await runAll(session, create)
  await runAll(session, sql`drop index concurrently if exists ${name(formerIndex(index))}`)
}

export async function dropIndex(tx: Statements, index: string): Promise<void> {
  await runAll(tx, ...[index, formerIndex(index)].map(each => sql`drop index if exists ${name(each)}`))
}
