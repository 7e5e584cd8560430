// The tables that a mapping looks into besides its own: their rows by what ties them to records.
import { join } from 'node:path'
import { plainText, readEncoding } from '../../body/lines.ts'
import { columnIn, type OtherTables } from '../../mapping/expression.ts'
import { type Mapping, readsFrom } from '../../mapping/mapping.ts'
import { openTable, type SourceTable, type TableRow, tableFormOf } from '../../mapping/rows.ts'
import { checkedRows, checkTable } from '../../mapping/table-columns.ts'
import { CliProblem, exitCodes, readableCount } from '../command.ts'
import { countBytes, type Source, sourceIn } from './sources.ts'

/** Where the tables of a load are found, and how they are read. */
export type SourceTableOptions = {
  encoding: string | undefined
  folder: string
  all: readonly Source[]
  read(bytes: number): void
}

import { faultTexts, InvalidValue } from '../../shape/invalid-value.ts'

type Found = { line: number; row: TableRow; isTied?: boolean }

export function openSourceTable(
  { open, name }: Source,
  { table, encoding: own }: Pick<Mapping, 'table' | 'encoding'>,
  { encoding = own, read }: Pick<SourceTableOptions, 'encoding' | 'read'>,
): Promise<SourceTable> {
  return openTable(
    name,
    plainText(countBytes(open(), read), readEncoding(encoding)),
    tableFormOf(name, table),
  )
}

/** The files that a mapping calls so: of those that were given, or beside them. */
async function filesOf(source: string, { all, folder }: SourceTableOptions): Promise<Source[]> {
  const given = all.filter(({ name }) => readsFrom(source, name))
  if (given.length > 0) return given
  const found = await sourceIn(join(folder, source))
  if (found) return [found]
  throw new CliProblem(`There is no file ${source}, which the mapping looks into`, exitCodes.notFound)
}

const formFor = ({ table, encoding }: Mapping) => ({ table: { delimiter: table.delimiter }, encoding })

export async function checkOtherTables(mapping: Mapping, options: SourceTableOptions): Promise<void> {
  for (const source of new Set(mapping.beside.map(one => one.source)))
    for (const file of await filesOf(source, options))
      await checkTable(await openSourceTable(file, formFor(mapping), options), { mapping, source })
}

/** Their rows are kept in memory by their key: what is in them belongs to records all over this one. */
export async function otherTables(
  mapping: Mapping,
  options: SourceTableOptions,
): Promise<{ beside: OtherTables; untied(type: string): string[] }> {
  const kept = new Map<string, Map<string, Found[]>>()
  for (const { source, key } of mapping.beside) {
    if (kept.has(`${source} ${key}`)) continue
    const byKey = new Map<string, Found[]>()
    for (const file of await filesOf(source, options)) {
      const table = await openSourceTable(file, formFor(mapping), options)
      for await (const { line, row } of checkedRows(table, { mapping, source })) {
        if (row instanceof InvalidValue) {
          const [fault] = faultTexts(row)
          throw new CliProblem(`${file.name}: line ${line} ${fault!.reason}; ${fault!.hint}`)
        }
        const value = String(columnIn(row, key) ?? '').trim()
        const same = byKey.get(value)
        if (same) same.push({ line, row })
        else byKey.set(value, [{ line, row }])
      }
    }
    kept.set(`${source} ${key}`, byKey)
  }
  return {
    beside(source, key, value) {
      if (value === undefined || value === null || value === '') return []
      const found = kept.get(`${source} ${key}`)?.get(String(value).trim()) ?? []
      for (const one of found) one.isTied = true
      return found
    },
    untied: type => mapping.beside.filter(one => one.hasItems).flatMap(one => untied(one, kept, type)),
  }
}

/** Items that belong to no record that was read: a wrong column ties none of them. */
function untied(
  { source, key }: { source: string; key: string },
  kept: ReadonlyMap<string, ReadonlyMap<string, readonly Found[]>>,
  type: string,
): string[] {
  const rows = [...(kept.get(`${source} ${key}`)?.values() ?? [])].flat()
  const left = rows.filter(({ isTied }) => !isTied)
  if (left.length === 0) return []
  const lines = left.slice(0, 5).map(({ line }) => line)
  const all = left.length === rows.length ? 'None of the' : `${readableCount(left.length)} of the`
  return [
    `${all} ${readableCount(rows.length)} rows of ${source} belong${left.length === 1 ? 's' : ''} to ${left.length === rows.length ? 'a' : 'no'} ${type} that was read, by ${key} (lines ${lines.join(', ')}${left.length > lines.length ? ', …' : ''}).`,
  ]
}
