// Rows of a table as the lines of a load, one for each record; rows that belong together are gathered first.
import { maxLineBytes } from '../body/lines.ts'
import { orNearest } from '../errors/nearest.ts'
import { isId } from '../formats/id.ts'
import { type Fault, InvalidValue } from '../shape/invalid-value.ts'
import { declaredWord, jsonValue, sentence } from '../shape/sentence.ts'
import { columnIn, MissingRow, type OtherTables } from './expression.ts'
import type { Mapping } from './mapping.ts'
import type { NumberedRow, SourceTable, TableRow } from './rows.ts'
import { checkedRows } from './table-columns.ts'

/** A line of a load, by the line of the row that it begins with; or why there is none. */
export type MappedLine = {
  line: number
  text: string | InvalidValue
  rows: readonly TableRow[]
  /** Where there is none: which record it would have been, as far as that is known, and the row. */
  given?: string
}

type MapOptions = {
  beside?: OtherTables
  /** A column that the command names. */
  since?: string | undefined
  /** Called with notes about the table as a whole, and where none of its rows was wanted. */
  note?: (note: string, isEmpty: boolean) => void
}

type RowGroup = { line: number; rows: TableRow[] }

export async function* mappedLines(
  mapping: Mapping,
  table: SourceTable,
  { beside = () => [], since, note }: MapOptions = {},
): AsyncGenerator<MappedLine> {
  const filter = new Filter(mapping)
  for await (const found of gathered(mapping, checkedRows(table, { mapping, since }), filter)) {
    if ('text' in found) yield found
    else yield boundedLine(mapping, found, beside)
  }
  for (const told of filter.told(table.name)) note?.(told, filter.isEmpty)
}

/** As `words` are compared: however it is written. */
const folded = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase()
const fewValues = 20

/** Which rows are wanted, and which wanted values no row has. */
class Filter {
  private readonly wanted: [string, ReadonlySet<string>][]
  private readonly seen = new Map<string, Map<string, string>>()
  private readonly where: Mapping['where']
  private taken = 0
  private rows = 0

  constructor({ where }: Mapping) {
    this.where = where
    this.wanted = Object.entries(where).map(([name, values]) => [name, new Set(values.map(folded))])
    for (const [name] of this.wanted) this.seen.set(name, new Map())
  }

  takes(row: TableRow): boolean {
    if (this.wanted.length === 0) return true
    this.rows++
    let isWanted = true
    for (const [name, values] of this.wanted) {
      const value = columnIn(row, name)
      const word = folded(value)
      const seen = this.seen.get(name)!
      if (values.has(word) || seen.size <= fewValues) seen.set(word, String(value ?? ''))
      isWanted &&= values.has(word)
    }
    if (isWanted) this.taken++
    return isWanted
  }

  get isEmpty(): boolean {
    return this.rows > 0 && this.taken === 0
  }

  told(table: string): string[] {
    if (this.rows === 0) return []
    const missing = Object.entries(this.where).flatMap(([name, values]) => {
      const seen = this.seen.get(name)!
      const there = [...seen.values()]
      const others = (value: string) =>
        there.length <= fewValues
          ? `; there are ${there.map(one => JSON.stringify(one)).join(', ')}`
          : orNearest(value, there)
      return values
        .filter(value => !seen.has(folded(value)))
        .map(value => `No row of ${table} has "${value}" in ${name}${others(value)}.`)
    })
    if (!this.isEmpty) return missing
    return missing.length > 0 ? missing : [`"where" leaves out every row of ${table}.`]
  }
}

/** Rows of one record must stand together: a source is read once, however large it is. */
async function* gathered(
  { group }: Mapping,
  rows: AsyncIterable<NumberedRow>,
  filter: Filter,
): AsyncGenerator<RowGroup | MappedLine> {
  const seen = new Set<string>()
  let held: (RowGroup & { key: string }) | undefined
  for await (const { line, row } of rows) {
    if (row instanceof InvalidValue) yield { line, text: row, rows: [] }
    else if (!filter.takes(row)) continue
    else if (group === undefined) yield { line, rows: [row] }
    else {
      const key = String(columnIn(row, group) ?? '').trim()
      if (held?.key === key) {
        held.rows.push(row)
        continue
      }
      if (held) yield held
      held = undefined
      if (key === '') yield { line, text: ungrouped(group), rows: [row] }
      else if (seen.has(key)) yield { line, text: scattered(group, key), rows: [row] }
      else held = { key, line, rows: [row] }
      seen.add(key)
    }
  }
  if (held) yield held
}

const ungrouped = (group: string) =>
  new InvalidValue(
    '',
    sentence`there is no ${declaredWord(group)} in this row, by which it would belong to others`,
    `group by a column that every row has`,
  )
const scattered = (group: string, key: string) =>
  new InvalidValue(
    '',
    sentence`rows with ${declaredWord(group)} "${key.slice(0, 60)}" do not stand together`,
    `sort the source by ${group}`,
  )

const noId = {
  path: 'record.id',
  reason: 'there is no id in this row',
  hint: 'name a column that every row has, or make the id of others with idFrom',
}
const notId = (id: string) => ({
  path: 'record.id',
  reason: sentence`${jsonValue(id)} is no id`,
  hint: 'make one with idFrom, here and in every mapping that refers to it',
})

function idFaults(found: unknown): Fault[] {
  if (found instanceof MissingRow) return [{ path: 'record.id', reason: found.reason, hint: found.hint }]
  if (found === undefined) return [noId]
  return isId(String(found)) ? [] : [notId(String(found))]
}

/** A row that is made into more than a line may have is rejected by itself. */
function boundedLine(mapping: Mapping, gathered: RowGroup, beside: OtherTables): MappedLine {
  const { line, rows } = gathered
  try {
    const made = lineFrom(mapping, gathered, beside)
    return made.text instanceof InvalidValue || made.text.length <= maxLineBytes
      ? made
      : { line, rows, text: tooLong }
  } catch (error) {
    // What is longer than any text can be.
    if (error instanceof RangeError) return { line, rows, text: tooLong }
    throw error
  }
}

const tooLong = new InvalidValue(
  '',
  'what the mapping makes of this row is longer than 64 MB',
  'see what the mapping joins, and whether the row is as it should be',
)

function lineFrom(mapping: Mapping, { line, rows }: RowGroup, beside: OtherTables): MappedLine {
  const row = rows[0]!
  const { type, patch, deleted } = mapping
  const found = mapping.id(row, beside)
  const id = String(found)
  const faults = idFaults(found)
  const isKnown = faults.length === 0
  const isDeleted = deleted?.(row, beside, faults)
  if (isDeleted && faults.length === 0)
    return { line, rows, text: JSON.stringify({ type, id, deleted: true }) }
  const record = mapping.record(row, rows, beside)
  const facts = mapping.facts(row, rows, beside)
  faults.push(...record.faults, ...facts.faults)
  if (faults.length > 0) {
    const given = JSON.stringify({ type, ...(isKnown && { record: { id } }), row })
    return { line, rows, given, text: InvalidValue.of(faults) }
  }
  const value = {
    type,
    record: { id, ...record.value },
    ...(Object.keys(facts.value).length > 0 && { facts: facts.value }),
    ...(patch && { patch }),
  }
  return { line, rows, text: JSON.stringify(value) }
}
