// A table that a page has, as a workbook of Excel, made in the browser: numbers, dates and money as such, with filters.
import {
  cellXml,
  columnWidths,
  frameOf,
  headerRow,
  letters,
  sheetEnd,
  sheetStart,
} from '../src/tables/sheet-xml.ts'
import type { TableData } from './table-actions.tsx'

/** `about` stands on a sheet of its own, so that the first is a table and nothing else. */
export function workbookOf(
  { name, head, rows, money = [] }: TableData,
  about: readonly (readonly [what: string, value: string])[],
): Blob {
  const sheetName = name.replaceAll(/[[\]:*?/\\<>&"']/g, ' ').slice(0, 31)
  const entries = Object.entries({
    ...frameOf([sheetName, 'About']),
    'xl/worksheets/sheet1.xml': sheetOf(head, rows, money),
    'xl/worksheets/sheet2.xml': sheetOf(['What', 'Value'], about, []),
  })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return new Blob(zipped(entries), { type })
}

const sheetOf = (head: readonly string[], rows: TableData['rows'], money: readonly string[]): string =>
  [
    sheetStart,
    columnWidths(head.map((_, at) => widthOf(rows.map(row => row[at])))),
    '<sheetData>',
    headerRow(head),
    ...rows.map((row, index) => {
      const cells = row.map((value, at) =>
        cellOf(value, `${letters(at)}${index + 2}`, money.includes(head[at]!)),
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

/** An archive without compression: what a page shows is small. */
function zipped(entries: readonly (readonly [name: string, text: string])[]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for (const [name, text] of entries) {
    const [path, content] = [bytes(name), bytes(text)]
    // Version, flags (names in UTF-8), stored, time, day, checksum, both sizes, length of the name, no more.
    const facts = [u16(20), u16(0x800), u16(0), u16(0), u16(0x21), u32(crc(content))]
    const sizes = [u32(content.length), u32(content.length), u16(path.length), u16(0)]
    const head = joined([u32(0x04034b50), ...facts, ...sizes, path])
    parts.push(head, content)
    directory.push(
      joined([u32(0x02014b50), u16(20), ...facts, ...sizes, u16(0), u16(0), u16(0), u32(0), u32(at), path]),
    )
    at += head.length + content.length
  }
  const listed = joined(directory)
  const count = u16(entries.length)
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(listed.length), u32(at), u16(0)]
  return [...parts, listed, joined(end)]
}

const bytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
const u16 = (value: number) => new Uint8Array([value & 255, value >>> 8])
const u32 = (value: number) =>
  new Uint8Array([value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24])

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function crc(content: Uint8Array): number {
  let sum = 0xffff_ffff
  for (const byte of content) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1
  }
  return (sum ^ 0xffff_ffff) >>> 0
}
