// A workbook of Excel as tables: each sheet as CSV, its cells as they mean it, dates as ISO 8601. What cannot be read rightly
// is refused in words, and what unpacks to too much is, too. It runs in a browser as well.
import { badRequest } from '../errors/problem.ts'
import { type CellFormat, cellFormatOf, shownNumber } from './cell-formats.ts'
import { type XmlListener, XmlScanner } from './scan-xml.ts'
import { type Archive, openArchive } from './unzip.ts'

/** A sheet, and its rows as CSV; it may be read more than once. */
type WorkbookSheet = {
  /** What the file is called, a slash, and what the sheet is called. */
  name: string
  csv(): AsyncGenerator<string>
}

export const isWorkbook = (name: string) => /\.xls[xm]$/i.test(name)

const mostBytes = 64 * 1024 * 1024
/** What a sheet can have. */
const [mostRows, mostColumns] = [1_048_576, 16_384]
const [mostSharedTexts, mostSharedLetters] = [4_000_000, 64 * 1024 * 1024]

/** What a workbook may become, however small it is: its parts unpacked, and each sheet as CSV. */
type WorkbookBounds = { mostUnpackedBytes: number; mostLetters: number }
const usualBounds: WorkbookBounds = { mostUnpackedBytes: 512 * 1024 * 1024, mostLetters: 512 * 1024 * 1024 }

/** Before it is read into memory. */
export function checkWorkbookSize(name: string, bytes: number): void {
  if (bytes > mostBytes)
    throw badRequest(
      `${name} is larger than ${mostBytes / 1024 / 1024} MB; save its tables as CSV, which may be as long as you like`,
    )
}

/** The sheets that are shown and not empty. */
export async function workbookSheets(
  name: string,
  bytes: Uint8Array,
  bounds: WorkbookBounds = usualBounds,
): Promise<WorkbookSheet[]> {
  checkWorkbookSize(name, bytes.length)
  const archive = openArchive(checkedStart(name, bytes), { name, ...bounds })
  const book = { ...(await bookIn(name, archive)), mostLetters: bounds.mostLetters }
  const sheets = book.sheets.map(
    ({ name: called, path }): WorkbookSheet => ({
      name: `${name}/${called}`,
      csv: () => csvOf(`${name}/${called}`, archive.read(path), book),
    }),
  )
  const filled: WorkbookSheet[] = []
  for (const sheet of sheets) {
    const rows = sheet.csv()
    if (!(await rows.next()).done) filled.push(sheet)
    await rows.return(undefined)
  }
  if (filled.length === 0) throw badRequest(`${name} has no sheet with anything in it`)
  return filled
}

/** Excel keeps workbooks that are old or have a password in another form. */
function checkedStart(name: string, bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw badRequest(
      `${name} is an old workbook, or has a password; save it as .xlsx without one, or its table as CSV`,
    )
  return bytes
}

type Book = {
  sheets: { name: string; path: string }[]
  texts: readonly string[]
  formats: readonly CellFormat[]
  from1904: boolean
  mostLetters: number
}

async function bookIn(name: string, archive: Archive): Promise<Omit<Book, 'mostLetters'>> {
  const root = await linksIn(name, archive, '')
  const main = root.find(({ type }) => type === 'officeDocument')?.path
  if (main === undefined || !archive.has(main) || !main.endsWith('.xml'))
    throw badRequest(`${name} is no workbook of Excel (.xlsx); save it as one, or its table as CSV`)
  const links = await linksIn(name, archive, main)
  const listed: { name: string; link: string }[] = []
  let from1904 = false
  await scan(name, archive.read(main), {
    open(element, { name: called, id, state, date1904 }) {
      if (element === 'workbookPr') from1904 = date1904 === '1' || date1904 === 'true'
      // What nobody sees who opens the workbook is not read from it.
      const isShown = state === undefined || state === 'visible'
      if (element === 'sheet' && called !== undefined && id !== undefined && isShown)
        listed.push({ name: called, link: id })
    },
  })
  const sheets = listed.flatMap(sheet => {
    const link = links.find(({ id, type }) => id === sheet.link && type === 'worksheet')
    return link ? [{ name: sheet.name, path: link.path }] : []
  })
  const pathOf = (type: string) => links.find(link => link.type === type && archive.has(link.path))?.path
  return {
    sheets,
    from1904,
    texts: await sharedTexts(name, archive, pathOf('sharedStrings')),
    formats: await cellFormats(name, archive, pathOf('styles')),
  }
}

type Link = { id: string; type: string; path: string }

/** What a part of the workbook links to; the workbook itself is the part without a name. */
async function linksIn(name: string, archive: Archive, part: string): Promise<Link[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`
  const links: Link[] = []
  if (!archive.has(path)) return links
  await scan(name, archive.read(path), {
    open(element, { Id, Type, Target }) {
      if (element !== 'Relationship' || Id === undefined || Type === undefined || Target === undefined) return
      const target = Target.startsWith('/') ? Target.slice(1) : folder + Target
      links.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path: target.replace('/./', '/') })
    },
  })
  return links
}

async function scan(
  what: string,
  pieces: AsyncIterable<Uint8Array>,
  listener: Partial<XmlListener>,
): Promise<void> {
  for await (const _ of scanned(what, pieces, { open() {}, close() {}, text() {}, ...listener }));
}

/** Yields after each piece, when its listener has heard what is in it. */
async function* scanned(
  what: string,
  pieces: AsyncIterable<Uint8Array>,
  listener: XmlListener,
): AsyncGenerator<void> {
  const scanner = new XmlScanner(what, listener)
  const decoder = new TextDecoder()
  for await (const piece of pieces) {
    scanner.push(decoder.decode(piece, { stream: true }))
    yield
  }
  scanner.push(decoder.decode())
  scanner.end()
  yield
}

/** Texts that cells share; what says how a word is pronounced is left out. */
async function sharedTexts(name: string, archive: Archive, path: string | undefined): Promise<string[]> {
  if (path === undefined) return []
  const texts: string[] = []
  let letters = 0
  let [text, isText, isSound] = ['', false, false]
  await scan(name, archive.read(path), {
    open(element) {
      if (element === 'si') text = ''
      else if (element === 't') isText = true
      else if (element === 'rPh') isSound = true
    },
    text(more) {
      if (isText && !isSound) text += more
    },
    close(element) {
      if (element === 't') isText = false
      else if (element === 'rPh') isSound = false
      else if (element === 'si') {
        letters += text.length
        if (texts.length >= mostSharedTexts || letters > mostSharedLetters) throw tooMuch(name)
        texts.push(unescaped(text))
      }
    },
  })
  return texts
}

const tooMuch = (name: string) =>
  badRequest(`${name} has more in it than can be read at once; save its tables as CSV`)

async function cellFormats(
  name: string,
  archive: Archive,
  path: string | undefined,
): Promise<readonly CellFormat[]> {
  if (path === undefined) return []
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let isOfCells = false
  await scan(name, archive.read(path), {
    open(element, { numFmtId = '0', formatCode }) {
      if (element === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode)
      else if (element === 'cellXfs') isOfCells = true
      else if (element === 'xf' && isOfCells) formats.push(cellFormatOf(Number(numFmtId), codes))
    },
    close(element) {
      if (element === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

/** What XML cannot hold is written as _xHHHH_. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Says that it is UTF-8, whatever is said of other files. */
const utf8Mark = '\ufeff'

/** The rows of a sheet as CSV, a line for each, empty where there is none: a line is then told by the row's own number. */
async function* csvOf(name: string, pieces: AsyncIterable<Uint8Array>, book: Book): AsyncGenerator<string> {
  const sheet = new SheetReader(name, book)
  let letters = 0
  for await (const _ of scanned(name, pieces, sheet)) {
    const text = sheet.taken()
    letters += text.length
    if (letters > book.mostLetters) throw tooMuch(name)
    if (text !== '') yield (letters === text.length ? utf8Mark : '') + text
  }
}

class SheetReader implements XmlListener {
  private readonly name: string
  private readonly book: Book
  private lines = ''
  /** The number of the last row that was written, and how many columns the first has. */
  private row = 0
  private width = 0
  private at = 0
  private cells: string[] = []
  private place = { row: 0, column: 0 }
  private kind = 'n'
  private format: CellFormat = 'number'
  private value: string | undefined
  private hasFormula = false
  private isText = false
  private isSound = false

  constructor(name: string, book: Book) {
    this.name = name
    this.book = book
  }

  /** The lines since it was asked last. */
  taken(): string {
    const { lines } = this
    this.lines = ''
    return lines
  }

  open(element: string, { r, s, t }: Readonly<Record<string, string>>): void {
    if (element === 'row') this.beginRow(r)
    else if (element === 'c') this.beginCell(r, s, t)
    else if (element === 'f') this.hasFormula = true
    else if (element === 'rPh') this.isSound = true
    else if (element === 'v' || element === 't') {
      this.isText = true
      this.value ??= ''
    }
  }

  text(text: string): void {
    if (this.isText && !this.isSound) this.value += text
  }

  close(element: string): void {
    if (element === 'v' || element === 't') this.isText = false
    else if (element === 'rPh') this.isSound = false
    else if (element === 'c') this.endCell()
    else if (element === 'row') this.endRow()
  }

  private beginRow(number: string | undefined): void {
    this.at = number === undefined ? this.at + 1 : Number(number)
    if (!(this.at > this.row && this.at <= mostRows)) throw this.damaged()
    this.cells = []
    this.place = { row: this.at, column: -1 }
  }

  private beginCell(place: string | undefined, style: string | undefined, kind = 'n'): void {
    const column = place === undefined ? this.place.column + 1 : columnOf(place)
    if (!(column >= 0 && column < mostColumns)) throw this.damaged()
    this.place = { row: this.at, column }
    this.kind = kind
    this.format = this.book.formats[Number(style ?? 0)] ?? 'number'
    this.value = undefined
    this.hasFormula = false
  }

  /** One that is empty takes no place: there may be thousands of them in a row. */
  private endCell(): void {
    const shown = this.shown()
    if (shown !== '') this.cells[this.place.column] = shown
  }

  private shown(): string {
    const { value, kind, format } = this
    if (value === undefined || value === '') {
      if (this.hasFormula && kind === 'n') throw this.unknownValue()
      return ''
    }
    if (kind === 's') {
      const shared = this.book.texts[Number(value)]
      if (shared === undefined) throw this.damaged()
      return shared
    }
    if (kind === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
    if (kind === 'n') return shownNumber(value, format, this.book.from1904)
    return unescaped(value)
  }

  private endRow(): void {
    const cells = Array.from(this.cells, cell => cell ?? '')
    while (cells.length > 0 && cells.at(-1)!.trim() === '') cells.pop()
    if (cells.length === 0) return
    if (this.at <= this.row) throw this.damaged()
    if (this.width === 0) this.width = cells.length
    const missing = ','.repeat(Math.max(0, this.width - cells.length))
    this.lines += `${'\n'.repeat(this.at - this.row - 1)}${cells.map(csvCell).join(',')}${missing}\n`
    this.row = this.at
  }

  private damaged(): Error {
    return badRequest(`${this.name} cannot be read: row ${this.at} is damaged; save the workbook again`)
  }

  private unknownValue(): Error {
    const { row, column } = this.place
    return badRequest(
      `${this.name} has a formula in row ${row}, column ${column + 1}, and its value was not saved with it; open the workbook in Excel and save it again`,
    )
  }
}

/** The number of a column by the letters of its cell's place, such as AB12; A is 0. */
function columnOf(place: string): number {
  let number = 0
  for (const letter of place) {
    const code = letter.charCodeAt(0)
    if (code < 65 || code > 90) break
    number = number * 26 + code - 64
  }
  return number - 1
}

/** What would be read as something else stands in quotation marks. */
const csvCell = (cell: string) =>
  cell !== '' && /[",;\t|\r\n]|^[\s[{]|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
