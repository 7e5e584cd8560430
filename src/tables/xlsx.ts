// Records as a workbook of Excel, written while they are read: numbers, dates and flags as such, texts as texts and never
// as formulas, the header row frozen. What is more than a sheet can hold goes on in the next.

import { pipeline } from 'node:stream/promises'
import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { onlyFields } from '../shape/fields.ts'
import { writeMarked } from '../shape/file-mark.ts'
import { cellAt, itemsOf, type Table, type TableColumn, turnLength } from './columns.ts'
import {
  cellXml,
  columnLetters,
  columnWidths,
  frameOf,
  headerRow,
  sheetEnd,
  sheetStart,
} from './sheet-xml.ts'
import { type Packing, type ZipEntry, zipArchive } from './zip.ts'

type Bounds = { rows: number; bytes: number }

/** What a sheet can hold by Excel's own limits, and by those of the archive it lies in. */
const bounds: Bounds = { rows: 1_048_576, bytes: 3_000_000_000 }

type XlsxOptions = {
  /** What the sheets are called. */
  name: string
  /** Puts addresses in the place of links to files. */
  links: (text: string) => string
  bounds?: Bounds
}

type Batches = AsyncIterable<readonly unknown[]>

export async function* workbookChunks(
  table: Table,
  batches: Batches,
  options: XlsxOptions,
): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, length } of zipArchive(
    partsOf(table, batches, options),
    zlibPacking,
  ))
    yield Buffer.from(buffer, byteOffset, length)
}

export const zlibPacking: Packing = {
  crc32,
  async *deflate(content) {
    const deflate = createDeflateRaw({ level: 1, chunkSize: 64 * 1024 })
    // What fails on the way ends the stream, and is thrown where that is read.
    const packing = pipeline(content, deflate).catch(() => {})
    try {
      yield* deflate
    } finally {
      deflate.destroy()
      await packing
    }
  },
}

async function* partsOf(table: Table, batches: Batches, options: XlsxOptions): AsyncGenerator<ZipEntry> {
  const rows = new Rows(batches, table)
  const names: string[] = []
  try {
    do {
      names.push(names.length === 0 ? options.name : `${options.name} ${names.length + 1}`)
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheet(table, rows, options) }
    } while (await rows.has())
  } finally {
    await rows.close()
  }
  for (const [name, text] of Object.entries(frameOf(names))) yield { name, content: [Buffer.from(text)] }
}

/** Rows one after another, from batches of records: each a record and one of its items. */
class Rows {
  private readonly batches: AsyncIterator<readonly unknown[]>
  private readonly table: Table
  private ready: [record: unknown, item: unknown][] = []
  private at = 0

  constructor(batches: Batches, table: Table) {
    this.batches = batches[Symbol.asyncIterator]()
    this.table = table
  }

  /** Whether there is one more. */
  async has(): Promise<boolean> {
    while (this.at === this.ready.length) {
      const { done, value } = await this.batches.next()
      if (done) return false
      this.ready = value.flatMap(record =>
        itemsOf(record, this.table).map((item): [unknown, unknown] => [record, item]),
      )
      this.at = 0
    }
    return true
  }

  /** The next, of those that are there already. */
  take(): [record: unknown, item: unknown] | undefined {
    return this.at < this.ready.length ? this.ready[this.at++] : undefined
  }

  async close(): Promise<void> {
    await this.batches.return?.()
  }
}

async function* sheet(table: Table, rows: Rows, options: XlsxOptions): AsyncGenerator<Buffer> {
  const { rows: mostRows, bytes: mostBytes } = options.bounds ?? bounds
  const columns = table.columns.map((column, index) => ({
    ofItem: column.ofItem,
    cell: cellOf(column, columnLetters(index), options.links),
  }))
  let [row, bytes] = [1, 0]
  yield Buffer.from(
    `${sheetStart}${widthsOf(table)}<sheetData>${headerRow(table.columns.map(({ name }) => name))}`,
  )
  while (row < mostRows && bytes < mostBytes && (await rows.has())) {
    let text = ''
    while (row < mostRows && text.length < turnLength) {
      const next = rows.take()
      if (!next) break
      const [record, item] = next
      row++
      text += `<row r="${row}">`
      for (const { ofItem, cell } of columns) text += cell(ofItem ? item : record, row)
      text += '</row>'
    }
    const chunk = Buffer.from(text)
    bytes += chunk.length
    yield chunk
    await turnOfOthers()
  }
  yield Buffer.from(sheetEnd(columns.length, row))
}

function cellOf({ path, kind, keep }: TableColumn, column: string, links: XlsxOptions['links']) {
  const shown = kind === 'money' || kind === 'instant' ? kind : undefined
  return (holder: unknown, row: number): string => {
    const value = cellAt(holder, path)
    if (value === undefined || value === null) return ''
    const place = `${column}${row}`
    if (typeof value === 'number' || typeof value === 'boolean') return cellXml(value, place, shown)
    const text = typeof value === 'string' ? value : writeMarked(keep ? onlyFields(value, keep) : value)
    return cellXml(text.includes('\u0001') ? links(text) : text, place, shown)
  }
}

/** In characters: a moment has to fit, or Excel shows signs in its place. */
const widths: Record<TableColumn['kind'], number> = {
  instant: 20,
  number: 12,
  money: 14,
  flag: 10,
  text: 24,
  open: 28,
}

const widthsOf = ({ columns }: Table) => columnWidths(columns.map(({ kind }) => widths[kind]))
