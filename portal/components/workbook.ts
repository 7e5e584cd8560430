// A table that a page has, as a workbook of Excel, made in the browser: numbers, dates and money as such, with filters.
import {
  cellXml,
  columnLetters,
  columnWidths,
  frameOf,
  headerRow,
  sheetEnd,
  sheetStart,
} from '../../src/tables/sheet-xml.ts'
import { type Packing, zipArchive } from '../../src/tables/zip.ts'
import type { TableData } from './table-actions.tsx'

/** `about` stands on a sheet of its own, so that the first is a table and nothing else. */
export async function workbookOf(
  { name, head, rows, money = [] }: TableData,
  about: readonly (readonly [what: string, value: string])[],
): Promise<Blob> {
  const sheetName = name.replaceAll(/[[\]:*?/\\<>&"']/g, ' ').slice(0, 31)
  const parts = {
    ...frameOf([sheetName, 'About']),
    'xl/worksheets/sheet1.xml': sheetOf(head, rows, money),
    'xl/worksheets/sheet2.xml': sheetOf(['What', 'Value'], about, []),
  }
  async function* entries() {
    for (const [name, text] of Object.entries(parts))
      yield { name, content: [new TextEncoder().encode(text)] }
  }
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return new Blob(await allOf(zipArchive(entries(), packing)), { type })
}

const sheetOf = (head: readonly string[], rows: TableData['rows'], money: readonly string[]): string =>
  [
    sheetStart,
    columnWidths(head.map((_, at) => widthOf(rows.map(row => row[at])))),
    '<sheetData>',
    headerRow(head),
    ...rows.map((row, index) => {
      const cells = row.map((value, at) =>
        cellOf(value, `${columnLetters(at)}${index + 2}`, money.includes(head[at]!)),
      )
      return `<row r="${index + 2}">${cells.join('')}</row>`
    }),
    sheetEnd(head.length, rows.length + 1),
  ].join('')

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/.test(value)

const widthOf = (values: readonly unknown[]) =>
  Math.min(60, Math.max(12, ...values.map(value => String(value ?? '').length + 2)))

const cellOf = (value: TableData['rows'][number][number], place: string, isMoney: boolean): string =>
  value === null ? '' : cellXml(value, place, isMoney ? 'money' : isInstant(value) ? 'instant' : undefined)

async function allOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>[]> {
  const all: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of pieces) all.push(piece as Uint8Array<ArrayBuffer>)
  return all
}

/** As browsers have it, who have no checksum of their own. */
const packing: Packing = {
  async *deflate(content) {
    const packed = new Blob(await allOf(content)).stream().pipeThrough(new CompressionStream('deflate-raw'))
    yield new Uint8Array(await new Response(packed).arrayBuffer())
  },
  crc32(bytes, before) {
    let sum = ~before
    for (const byte of bytes) {
      sum ^= byte
      for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1
    }
    return ~sum >>> 0
  },
}
