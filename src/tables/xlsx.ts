// Records as a workbook of Excel, written while they are read: numbers, dates and flags as such, texts as texts and never
// as formulas, the header row frozen. What is more than a sheet can hold goes on in the next.

import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { project } from '../shape/fields.ts'
import { writeMarked } from '../shape/file-mark.ts'
import { cellAt, itemsOf, type Table, type TableColumn, turnLength } from './columns.ts'
import { type ZipEntry, zip } from './zip.ts'

type Bounds = { rows: number; bytes: number }

/** What a sheet can hold by Excel's own limits, and by those of the archive it lies in. */
const bounds: Bounds = { rows: 1_048_576, bytes: 3_000_000_000 }
const longestCell = 32_767

export type XlsxOptions = {
  /** What the sheets are called. */
  name: string
  /** Puts addresses in the place of links to files. */
  links: (text: string) => string
  bounds?: Bounds
}

type Batches = AsyncIterable<readonly unknown[]>

export const workbook = (table: Table, batches: Batches, options: XlsxOptions): AsyncGenerator<Buffer> =>
  zip(partsOf(table, batches, options))

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
    cell: cellOf(column, letters(index), options.links),
  }))
  let [row, bytes] = [1, 0]
  yield Buffer.from(`${sheetStart}${widthsOf(table)}<sheetData>${headerRow(table)}`)
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
  yield Buffer.from('</sheetData></worksheet>')
}

const styles = { instant: 1, header: 2, day: 3 }

function cellOf({ path, kind, keep }: TableColumn, column: string, links: XlsxOptions['links']) {
  return (holder: unknown, row: number): string => {
    const value = cellAt(holder, path)
    if (value === undefined || value === null) return ''
    const at = `<c r="${column}${row}"`
    if (typeof value === 'number') return `${at}><v>${value}</v></c>`
    if (typeof value === 'boolean') return `${at} t="b"><v>${value ? 1 : 0}</v></c>`
    const days = kind === 'instant' ? serialOf(value as string) : undefined
    if (days !== undefined) {
      const style = Number.isInteger(days) ? styles.day : styles.instant
      return `${at} s="${style}"><v>${days}</v></c>`
    }
    const text = typeof value === 'string' ? value : writeMarked(keep ? project(value, keep) : value)
    return `${at} t="inlineStr"><is><t xml:space="preserve">${written(text.includes('\u0001') ? links(text) : text)}</t></is></c>`
  }
}

const firstDay = Date.UTC(1899, 11, 30)
/** Before this Excel counts a day that never was. */
const firstCertain = Date.UTC(1900, 2, 1)

/** Days since the beginning of Excel's calendar, in UTC; to the second, since Excel would show the last of a day as the
 * next. */
function serialOf(instant: string): number | undefined {
  const at = Math.floor(Date.parse(instant) / 1000) * 1000
  return at >= firstCertain ? (at - firstDay) / 86_400_000 : undefined
}

/** What XML cannot hold, Excel writes as _xHHHH_; so a text that has this in it already is written so as well. */
function written(text: string): string {
  const short = text.length > longestCell ? `${text.slice(0, longestCell - 1).toWellFormed()}…` : text
  if (!/[<>&\p{Cc}\uFFFE\uFFFF]|_x/u.test(short)) return short
  return short
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[<>&]/g, found => entities[found]!)
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, escaped)
}

const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }
const escaped = (letter: string) =>
  letter === '\n' || letter === '\t'
    ? letter
    : `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A, B … Z, AA, AB … */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last
}

/** In characters: a moment has to fit, or Excel shows signs in its place. */
const widths: Record<TableColumn['kind'], number> = { instant: 20, number: 12, flag: 10, text: 24, open: 28 }

const widthsOf = ({ columns }: Table) =>
  `<cols>${columns
    .map(
      ({ kind }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${widths[kind]}" customWidth="1"/>`,
    )
    .join('')}</cols>`

const headerRow = ({ columns }: Table) =>
  `<row r="1">${columns
    .map(
      ({ name }, index) =>
        `<c r="${letters(index)}1" s="${styles.header}" t="inlineStr"><is><t>${written(name)}</t></is></c>`,
    )
    .join('')}</row>`

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const sheetStart = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`

function frameOf(sheets: readonly string[]): Record<string, string> {
  const each = (write: (name: string, number: number) => string) =>
    sheets.map((name, index) => write(name, index + 1)).join('')
  return {
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((name, number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${contentType}.worksheet+xml"/>`)}</Types>`,
  }
}
