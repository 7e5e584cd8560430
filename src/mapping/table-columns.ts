// Whether a table has the columns that a mapping names. One that is not there is never read as empty: a column that was
// renamed at the source would empty every record.
import { orNearest, orNearestOrAll } from '../errors/nearest.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { type Mapping, mappingProblem } from './mapping.ts'
import type { NumberedRow, SourceTable, TableRow } from './rows.ts'

/** Each row of JSON has names of its own: what none of so many has, is not there. */
const [rowsLookedAt, charactersLookedAt] = [100_000, 64 * 1024 * 1024]

type TableCheck = {
  mapping: Mapping
  /** The other table that is looked at, as the mapping calls it, where it is not the mapping's own. */
  source?: string | undefined
  /** A column that the command names. */
  since?: string | undefined
}

/** Whether a row of JSON has it; with dots, inside. What is said to be nothing is there. */
function hasColumn(row: TableRow, name: string): boolean {
  if (Object.hasOwn(row, name)) return true
  let value: unknown = row
  for (const part of name.split('.')) {
    if (value === null) return true
    if (typeof value !== 'object' || !Object.hasOwn(value as TableRow, part)) return false
    value = (value as TableRow)[part]
  }
  return true
}

/** All rows, once it is sure that none of the columns is missing. */
export async function* checkedRows(table: SourceTable, looked: TableCheck): AsyncGenerator<NumberedRow> {
  const { name, header, rows } = table
  if (header) {
    refuse(looked, name, header)
    yield* rows
    return
  }
  const unseen = new Set(wanted(looked))
  const seen = new Set<string>()
  const held: NumberedRow[] = []
  let isSure = unseen.size === 0
  let characters = 0
  for await (const numbered of rows) {
    if (isSure) {
      yield numbered
      continue
    }
    held.push(numbered)
    if (!(numbered.row instanceof InvalidValue)) {
      characters += JSON.stringify(numbered.row).length
      for (const column of Object.keys(numbered.row)) seen.add(column)
      for (const column of unseen) if (hasColumn(numbered.row, column)) unseen.delete(column)
    }
    if (held.length >= rowsLookedAt || characters > charactersLookedAt)
      refuse(looked, name, [...seen], unseen)
    isSure = unseen.size === 0
    if (isSure) yield* held.splice(0)
  }
  // A table without rows lacks nothing.
  if (seen.size > 0) refuse(looked, name, [...seen], unseen)
  yield* held
}

/** Looks at a table before anything is loaded, as far as it takes. */
export async function checkTable(table: SourceTable, looked: TableCheck): Promise<void> {
  try {
    const rows = checkedRows(table, looked)
    if (table.header) refuse(looked, table.name, table.header)
    else await rows.next()
    await rows.return(undefined)
  } finally {
    await table.close()
  }
}

function wanted({ mapping: { named, optional }, source, since }: TableCheck): string[] {
  const own = named.filter(one => one.source === source && !optional.has(one.column)).map(one => one.column)
  return [...new Set([...own, ...(since === undefined ? [] : [since])])]
}

function refuse(
  looked: TableCheck,
  name: string,
  there: readonly string[],
  unseen: ReadonlySet<string> = new Set(wanted(looked).filter(column => !there.includes(column))),
): void {
  if (unseen.size === 0) return
  const { mapping, source, since } = looked
  // Then the first line may be personal data, which messages must not show.
  const isOther = unseen.size === wanted(looked).length
  const nearest = (column: string) => (isOther ? orNearest(column, there) : orNearestOrAll(column, there))
  const told = mapping.named
    .filter(one => one.source === source && unseen.has(one.column))
    .map(({ column, path }) => ({
      line: mapping.lineOf(path),
      message: `${name} has no column "${column.slice(0, 60)}"${nearest(column)}`,
    }))
  if (since !== undefined && unseen.has(since) && told.length === 0)
    told.push({
      line: 1,
      message: `${name} has no column "${since}", which is to say what is new${nearest(since)}`,
    })
  const isFirst = isOther && unseen.size > 1
  throw mappingProblem(told, [
    isFirst
      ? `${name} has none of the columns that the mapping names: see whether it is the right table, and whether its first line has their names.`
      : 'Nothing was loaded. What a table may lack is named under "optional", as in optional: [FAX].',
  ])
}
