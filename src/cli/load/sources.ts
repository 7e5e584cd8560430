// What a load reads: files, the files of a folder, or standard input, one after the other as one load.
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { linesOf, plainText } from '../../body/lines.ts'
import { orNearestOrAll } from '../../errors/nearest.ts'
import type { Places } from '../../load/places.ts'
import type { NumberedLine } from '../../load/read.ts'
import { checkWorkbookSize, isWorkbook, workbookSheets } from '../../tables/read-workbook.ts'
import { CliProblem, exitCodes, type Terminal, usageProblem } from '../command.ts'

/** Where bytes come from; `name` is what people call it. */
export type Source = {
  name: string
  size: number
  /** It can be opened more than once. */
  isFile: boolean
  /** It is one sheet of a workbook, whose others may be for people alone. */
  isSheet?: boolean
  open(): AsyncIterable<Buffer>
}

export type Sources = {
  all: readonly Source[]
  /** What the files that lines name are beside. */
  folder: string
  /** Where rejected lines are set aside unless another place is given. */
  rejects: string
  /** A folder was given, which has all there is, and not single files. */
  isWhole: boolean
}

/** Where neither a file nor a folder gives it a name. */
const unnamedRejects = 'muster.rejects.ndjson'

/** Lines that were set aside are not loaded again by themselves. */
const isSetAside = (name: string) => name.endsWith('.rejects.ndjson')

/** `forms` are the ends of the names that are read of a folder. */
export async function openSources(
  given: readonly string[],
  forms: readonly string[],
  { stdin }: Terminal,
): Promise<Sources> {
  const [first] = given
  if (first === undefined) throw usageProblem('Give a file, a folder, or - for standard input')
  if (given.includes('-')) {
    if (given.length > 1) throw usageProblem('Give files, or - for standard input, not both')
    const all = [{ name: 'standard input', size: 0, isFile: false, open: () => stdin }]
    return { all, folder: process.cwd(), rejects: unnamedRejects, isWhole: false }
  }
  const all: Source[] = []
  for (const path of given) all.push(...(await sourcesAt(path, forms)))
  const areFolders = await Promise.all(
    given.map(async path => (await stat(path).catch(() => undefined))?.isDirectory() ?? false),
  )
  const [isFolder] = areFolders
  const file = sheetIn(first)?.book ?? first
  return {
    all,
    isWhole: areFolders.includes(true),
    folder: resolve(isFolder ? first : dirname(file)),
    rejects: /^[./]*$/.test(first) ? unnamedRejects : `${file.replace(/\/+$/, '')}.rejects.ndjson`,
  }
}

async function sourcesAt(path: string, forms: readonly string[]): Promise<Source[]> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile()) return sourcesIn(path, found.size, forms)
  const sheet = sheetIn(path)
  if (sheet && (await stat(sheet.book).catch(() => undefined))?.isFile()) return [await sheetAt(sheet, forms)]
  if (!found?.isDirectory()) throw new CliProblem(`There is no file ${path}`, exitCodes.notFound)
  const names = (await readdir(path))
    .filter(name => forms.some(form => name.toLowerCase().replace(/\.gz$/, '').endsWith(form)))
    .filter(name => !isSetAside(name))
    .sort()
  if (names.length === 0)
    throw new CliProblem(
      `The folder ${path} has no file to load: their names end with ${forms.join(', ')}, or the same and .gz`,
      exitCodes.notFound,
    )
  const all: Source[] = []
  for (const name of names)
    all.push(...(await sourcesIn(join(path, name), (await stat(join(path, name))).size, forms)))
  return all
}

async function sourcesIn(path: string, size: number, forms: readonly string[]): Promise<Source[]> {
  return isWorkbook(path) ? sheetsAt(path, forms) : [sourceAt(path, size)]
}

/** `people.xlsx/Workers` is one sheet of a workbook. */
function sheetIn(path: string): { book: string; name: string } | undefined {
  const at = path.lastIndexOf('/')
  const book = path.slice(0, at)
  return at > 0 && isWorkbook(book) ? { book, name: `${basename(book)}/${path.slice(at + 1)}` } : undefined
}

async function sheetAt(
  { book, name }: { book: string; name: string },
  forms: readonly string[],
): Promise<Source> {
  const all = await sheetsAt(book, forms)
  const found = all.find(sheet => sheet.name === name)
  if (found) return found
  throw new CliProblem(
    `There is no sheet ${name}${orNearestOrAll(
      name,
      all.map(sheet => sheet.name),
    )}`,
    exitCodes.notFound,
  )
}

/** Each sheet of a workbook is a table. */
async function sheetsAt(path: string, forms: readonly string[]): Promise<Source[]> {
  if (!forms.includes('.xlsx'))
    throw usageProblem(`${path} is a workbook; say with --map or --mapping how its sheets are read`)
  checkWorkbookSize(basename(path), (await stat(path)).size)
  const sheets = await workbookSheets(basename(path), await readFile(path))
  return sheets.map(({ name, csv }) => ({
    name,
    size: 0,
    isFile: true,
    isSheet: true,
    open: () => encoded(csv()),
  }))
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}

export async function sourceIn(path: string): Promise<Source | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? sourceAt(path, found.size) : undefined
}

const sourceAt = (path: string, size: number): Source => ({
  name: basename(path),
  size,
  isFile: true,
  open: () => createReadStream(path, { highWaterMark: 1 << 20 }),
})

/** All lines of all sources. */
export async function* linesIn(
  sources: readonly Source[],
  places: Places,
  encoding: string | undefined,
  read: (bytes: number) => void,
): AsyncGenerator<NumberedLine> {
  for (const { name, open } of sources) {
    places.begin(name)
    for await (const { line, text } of linesOf(plainText(countBytes(open(), read), encoding)))
      yield { line: places.number(line), text }
  }
}

export async function* countBytes(stream: AsyncIterable<Buffer>, read: (bytes: number) => void) {
  for await (const chunk of stream) {
    read(chunk.length)
    yield chunk
  }
}
