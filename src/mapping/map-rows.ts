// Rows of a table as the lines of a load, one for each record; rows that belong together are gathered first.
import { isId } from '../formats/id.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { columnIn } from './expression.ts'
import type { Mapping } from './mapping.ts'
import type { Beside } from './plan.ts'
import type { NumberedRow, Row } from './rows.ts'
import { flagIn } from './values.ts'

/** A line of a load, by the line of the row that it begins with; or why there is none. */
export type MappedLine = {
  line: number
  text: string | InvalidValue
  rows: readonly Row[]
  /** Where there is none: which record it would have been, as far as that is known, and the row. */
  given?: string
}

type Gathered = { line: number; rows: Row[] }

export async function* mappedLines(
  mapping: Mapping,
  rows: AsyncIterable<NumberedRow>,
  beside: Beside = () => [],
): AsyncGenerator<MappedLine> {
  for await (const found of gathered(mapping, rows)) {
    if ('text' in found) yield found
    else yield lineFrom(mapping, found, beside)
  }
}

const isWanted = ({ where }: Mapping, row: Row) =>
  Object.entries(where).every(([name, values]) => values.includes(String(columnIn(row, name) ?? '')))

/** Rows of one record must stand together: a source is read once, however large it is. */
async function* gathered(
  mapping: Mapping,
  rows: AsyncIterable<NumberedRow>,
): AsyncGenerator<Gathered | MappedLine> {
  const { group } = mapping
  const seen = new Set<string>()
  let held: (Gathered & { key: string }) | undefined
  for await (const { line, row } of rows) {
    if (row instanceof InvalidValue) yield { line, text: row, rows: [] }
    else if (!isWanted(mapping, row)) continue
    else if (group === undefined) yield { line, rows: [row] }
    else {
      const key = String(columnIn(row, group) ?? '')
      if (held?.key === key) {
        held.rows.push(row)
        continue
      }
      if (held) yield held
      held = undefined
      if (seen.has(key)) yield { line, text: scattered(group, key), rows: [row] }
      else held = { key, line, rows: [row] }
      seen.add(key)
    }
  }
  if (held) yield held
}

const scattered = (group: string, key: string) =>
  new InvalidValue(
    '',
    `rows with ${group} "${key.slice(0, 60)}" do not stand together`,
    `sort the source by ${group}`,
  )

const noId = {
  path: 'record.id',
  reason: 'there is no id in this row',
  hint: 'name a column that every row has, or make the id of others with idFrom',
}
const notId = (id: string) => ({
  path: 'record.id',
  reason: `${JSON.stringify(id).slice(0, 60)} is no id`,
  hint: 'make one with idFrom, here and in every mapping that refers to it',
})

function lineFrom(mapping: Mapping, { line, rows }: Gathered, beside: Beside): MappedLine {
  const row = rows[0]!
  const { type, patch, deleted, forms } = mapping
  const found = mapping.id(row)
  const id = found === undefined ? undefined : String(found)
  const faults = id === undefined ? [noId] : isId(id) ? [] : [notId(id)]
  const isDeleted = deleted && flagIn(String(deleted(row) ?? 'no'), forms)
  if (isDeleted && faults.length === 0)
    return { line, rows, text: JSON.stringify({ type, id, deleted: true }) }
  const record = mapping.record(row, rows, beside)
  const facts = mapping.facts(row, rows, beside)
  const [first, ...others] = [...faults, ...record.faults, ...facts.faults]
  if (first) {
    const known = faults.length === 0 ? { record: { id } } : {}
    const given = JSON.stringify({ type, ...known, row })
    return { line, rows, given, text: new InvalidValue(first.path, first.reason, first.hint, others) }
  }
  const value = {
    type,
    record: { id, ...record.value },
    ...(Object.keys(facts.value).length > 0 && { facts: facts.value }),
    ...(patch && { patch }),
  }
  return { line, rows, text: JSON.stringify(value) }
}
