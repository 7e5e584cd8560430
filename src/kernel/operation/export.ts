// A whole list in one answer: from its rows, or from records that were worked out, to the bytes of a format. Clean rows
// are handed on as NDJSON without being read.

import type { Caller } from '../../access/caller.ts'
import { ownersOfKey } from '../../access/owners.ts'
import { type Fields, onlyFields } from '../../shape/fields.ts'
import { writeMarked } from '../../shape/file-mark.ts'
import type { TSchema } from '../../shape/shape.ts'
import { type Table, type TableOptions, tableOf } from '../../tables/columns.ts'
import { countTrailer, type ExportFormat, type ExportRecords } from '../../tables/export-format.ts'
import type { ExportSnapshot, Row } from '../query/plan.ts'
import { type Answer, recordOf, shownRecord, shownRow, storedText, type View, wholeLines } from './answer.ts'
import type { LinkFillerFor } from './operation.ts'
import { onceSent } from './sent-chunks.ts'

type RecordBatch = readonly Record<string, unknown>[]

/** Where the records of an export come from. */
type ExportSource = ExportRecords & {
  /** Aborted when they have taken too long. */
  late?: AbortSignal
  /** Gives back what they are read with. */
  close(): Promise<void>
}

type ExportForm = {
  format: ExportFormat
  table: Table
  /** Set where records may have links to files in them. */
  links: LinkFillerFor | undefined
  caller: Caller
  /** What the file is called, without its ending. */
  name: string
}

/** The table that a format needs; lines of JSON need none. */
export const tableFor = (format: ExportFormat, shown: TSchema, options: TableOptions): Table =>
  format.isTable ? tableOf(shown, options) : { columns: [] }

export const nextChangeHeader = 'Muster-Next-Change'

export function exportAnswer(
  source: ExportSource,
  { format, table, caller, name, links }: ExportForm,
): Answer {
  const tally = { count: 0 }
  const fill = (body: readonly Buffer[]) => links?.(caller).fill(body) ?? [...body]
  return {
    status: 200,
    body: [],
    headers: {
      'Content-Type': format.contentType ?? format.mediaType,
      'Content-Disposition': `attachment; filename="${name}.${format.name}"`,
      Vary: 'Accept, Accept-Encoding',
      ...(source.next !== undefined && { [nextChangeHeader]: source.next }),
    },
    stream: {
      chunks: format.write(source, tally, { table, name, fill }),
      trailers: () => ({ [countTrailer]: String(tally.count) }),
      trailerNames: [countTrailer],
      owners: ownersOfKey(caller),
      format,
      late: source.late,
      close: () => source.close(),
    },
  }
}

/** Records that are there as values, which take many times the memory of their bytes. */
const valuesAtOnce = 16
const newline = Buffer.from('\n')

/** Rows of the store, through the eyes of a caller; `enrich` works more of the records out. */
export function rowsSource(
  { rows, next, late, close }: Omit<ExportSnapshot, 'records'>,
  view: View,
  enrich: ((records: Record<string, unknown>[]) => void | Promise<void>) | undefined,
): ExportSource {
  const values = async function* () {
    for await (const group of rows) {
      if (enrich) {
        const records = group.each().map(row => recordOf(row, view))
        group.done?.()
        await enrich(records)
        yield records
        continue
      }
      const all = group.each()
      for (let at = 0; at < all.length; at += valuesAtOnce)
        yield all.slice(at, at + valuesAtOnce).map(row => shownRecord(row, view))
      group.done?.()
    }
  }
  const lines = async function* () {
    for await (const group of rows) {
      const lines = wholeLines(group, view)
      const { count, done = () => {} } = group
      if (lines) {
        onceSent(lines, done)
        yield { count, bytes: [lines, newline] }
        continue
      }
      const bytes = [Buffer.concat(group.each().flatMap(row => [...shownRow(row, view), newline]))]
      done()
      yield { count, bytes }
    }
  }
  const stored = {
    textOf: (row: Row) => storedText(row, view),
    recordOf: (row: Row) => shownRecord(row, view),
    whenSent: onceSent,
    async *batches() {
      for await (const group of rows) yield { rows: group.each(), done: () => group.done?.() }
    },
  }
  if (!enrich) return { values, rows: stored, lines, next, late, close }
  return { values, lines: () => valueLines(values(), view.fields), next, late, close }
}

/** Records that were worked out. */
export function valuesSource(values: readonly object[], fields: Fields | undefined): ExportSource {
  const all = async function* () {
    yield values as RecordBatch
  }
  return { values: all, lines: () => valueLines(all(), fields), close: async () => {} }
}

async function* valueLines(batches: AsyncIterable<RecordBatch>, fields: Fields | undefined) {
  for await (const values of batches) {
    const lines = values.map(value => `${writeMarked(fields ? onlyFields(value, fields) : value)}\n`)
    yield { count: values.length, bytes: [Buffer.from(lines.join(''))] }
  }
}
