// A whole list in one answer: from its rows, or from records that were worked out, to the bytes of a format. Clean rows
// are handed on as NDJSON without being read.

import { setImmediate as turnOfOthers } from 'node:timers/promises'
import type { Caller } from '../../access/caller.ts'
import { ownersOfKey } from '../../access/ownership.ts'
import { type Fields, project } from '../../shape/fields.ts'
import { writeMarked } from '../../shape/file-mark.ts'
import type { TSchema } from '../../shape/shape.ts'
import { type Asked, type Table, tableOf, turnLength } from '../../tables/columns.ts'
import { csvHeader, csvRows } from '../../tables/csv.ts'
import { csvChunks } from '../../tables/csv-chunks.ts'
import { xlsx } from '../../tables/xlsx.ts'
import type { ExportSnapshot, Row } from '../query/plan.ts'
import {
  type Answer,
  recordOf,
  shown,
  shownRecord,
  storedText,
  type View,
  whenSent,
  wholeLines,
} from './answer.ts'
import { type Format, mediaTypes } from './format.ts'
import type { LinkFillerFor } from './operation.ts'

type RecordBatch = readonly Record<string, unknown>[]

/** Where the records of an export come from, in batches. */
export type ExportSource = {
  /** As they are shown, before `fields`. */
  values(): AsyncIterable<RecordBatch>
  /** The same as rows of CSV, where they need not be read to write them. */
  cells?(table: Table): AsyncIterable<{ count: number; bytes: Buffer[] }>
  /** The same as lines of JSON. */
  lines(): AsyncIterable<{ count: number; bytes: Buffer[] }>
  /** The cursor of GET /changes that goes on from these records. */
  next?: string | undefined
  /** Aborted when they have taken too long. */
  late?: AbortSignal
  /** Gives back what they are read with. */
  close(): Promise<void>
}

export type ExportForm = {
  format: Format
  table: Table
  /** Set where records may have links to files in them. */
  links: LinkFillerFor | undefined
  caller: Caller
  /** What the file is called, without its ending. */
  name: string
}

/** The table that a format needs; lines of JSON need none. */
export const tableFor = (format: Format, shown: TSchema, asked: Asked): Table =>
  format === 'ndjson' ? { columns: [] } : tableOf(shown, asked)

/** So that no record can be taken for it, no record has a property of this name. */
export const lastLineProperty = 'exportComplete'

export const nextChangeHeader = 'Muster-Next-Change'
export const countTrailer = 'Muster-Count'

export function exported(source: ExportSource, options: ExportForm): Answer {
  const { format, caller, name, links } = options
  const tally = { count: 0 }
  return {
    status: 200,
    body: [],
    headers: {
      'Content-Type':
        format === 'csv' ? `${mediaTypes.csv}; charset=utf-8; header=present` : mediaTypes[format],
      'Content-Disposition': `attachment; filename="${name}.${format}"`,
      Vary: 'Accept, Accept-Encoding',
      ...(source.next !== undefined && { [nextChangeHeader]: source.next }),
    },
    stream: {
      chunks: writers[format](source, tally, {
        ...options,
        fill: body => links?.(caller).fill(body) ?? [...body],
      }),
      trailers: () => ({ [countTrailer]: String(tally.count) }),
      trailerNames: [countTrailer],
      owners: ownersOfKey(caller),
      isCompressed: format === 'xlsx',
      showsItsEnd: format !== 'csv',
      late: source.late,
      close: () => source.close(),
    },
  }
}

type RecordCount = { count: number }
type WriterOptions = ExportForm & { fill(body: readonly Buffer[]): Buffer[] }

type ExportWriter = (
  source: ExportSource,
  tally: RecordCount,
  writing: WriterOptions,
) => AsyncIterable<Buffer>

async function* ndjson(
  source: ExportSource,
  tally: RecordCount,
  { fill }: WriterOptions,
): AsyncGenerator<Buffer> {
  for await (const { count, bytes } of source.lines()) {
    tally.count += count
    yield* fill(bytes)
  }
  const { next } = source
  const end = { [lastLineProperty]: true, count: tally.count, ...(next !== undefined && { next }) }
  yield Buffer.from(`${JSON.stringify(end)}\n`)
}

async function* csv(
  source: ExportSource,
  tally: RecordCount,
  { table, fill }: WriterOptions,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHeader(table))
  // What is repeated in thousands of rows is copied faster from its text than from its bytes.
  if (source.cells && !table.explode) {
    for await (const { count, bytes } of source.cells(table)) {
      tally.count += count
      yield* fill(bytes)
    }
    return
  }
  const rows = csvRows(table)
  let text = ''
  for await (const values of source.values()) {
    tally.count += values.length
    for (const value of values)
      for (const row of rows(value)) {
        text += row
        if (text.length < turnLength) continue
        yield* fill([Buffer.from(text)])
        text = ''
        await turnOfOthers()
      }
  }
  yield* fill([Buffer.from(text)])
}

function workbook(
  source: ExportSource,
  tally: RecordCount,
  { table, fill, name }: WriterOptions,
): AsyncGenerator<Buffer> {
  const counted = async function* () {
    for await (const values of source.values()) {
      tally.count += values.length
      yield values
    }
  }
  const links = (text: string) => Buffer.concat(fill([Buffer.from(text)])).toString()
  return xlsx(table, counted(), { name, links })
}

/** What writes each format that lists can be asked for. */
const writers: Readonly<Record<Format, ExportWriter>> = { ndjson, csv, xlsx: workbook }

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
        whenSent(lines, done)
        yield { count, bytes: [lines, newline] }
        continue
      }
      const bytes = [Buffer.concat(group.each().flatMap(row => [...shown(row, view), newline]))]
      done()
      yield { count, bytes }
    }
  }
  const cells = async function* (table: Table) {
    const chunks = csvChunks<Row>(table, {
      textOf: row => storedText(row, view),
      recordOf: row => shownRecord(row, view),
      whenSent,
    })
    for await (const group of rows) {
      const bytes = chunks(group.each())
      group.done?.()
      yield { count: group.count, bytes }
    }
  }
  if (!enrich) return { values, cells, lines, next, late, close }
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
    const lines = values.map(value => `${writeMarked(fields ? project(value, fields) : value)}\n`)
    yield { count: values.length, bytes: [Buffer.from(lines.join(''))] }
  }
}
