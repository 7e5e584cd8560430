// What a load reads: files, the files of a folder, or standard input, one after the other as one load.
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { linesOf, plainText } from '../../body/lines.ts'
import type { NumberedLine } from '../../load/read.ts'
import { CliProblem, exit, type Terminal, usageProblem } from '../command.ts'

/** Where bytes come from; `name` is what people call it. */
export type Source = {
  name: string
  size: number
  /** It can be opened more than once. */
  isFile: boolean
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
  const areFolders = await Promise.all(given.map(async path => (await stat(path)).isDirectory()))
  const [isFolder] = areFolders
  return {
    all,
    isWhole: areFolders.includes(true),
    folder: resolve(isFolder ? first : dirname(first)),
    rejects: /^[./]*$/.test(first) ? unnamedRejects : `${first.replace(/\/+$/, '')}.rejects.ndjson`,
  }
}

async function sourcesAt(path: string, forms: readonly string[]): Promise<Source[]> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile()) return [sourceAt(path, found.size)]
  if (!found?.isDirectory()) throw new CliProblem(`There is no file ${path}`, exit.notFound)
  const names = (await readdir(path))
    .filter(name => forms.some(form => name.toLowerCase().replace(/\.gz$/, '').endsWith(form)))
    .filter(name => !isSetAside(name))
    .sort()
  if (names.length === 0)
    throw new CliProblem(
      `The folder ${path} has no file to load: their names end with ${forms.join(', ')}, or the same and .gz`,
      exit.notFound,
    )
  return Promise.all(names.map(async name => sourceAt(join(path, name), (await stat(join(path, name))).size)))
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

/** Numbers that are unique over all sources, and where the line of such a number is. */
export class Places {
  private readonly starts: { name: string; first: number; owner?: object | undefined }[] = []
  private last = 0

  begin(name: string, owner?: object): void {
    this.starts.push({ name, first: this.last, owner })
  }

  /** What the source of a line was begun for. */
  ownerOf(number: number): object | undefined {
    return this.starts.findLast(({ first }) => first < number)?.owner
  }

  /** The number of a line of the source that began last. */
  number(line: number): number {
    const { first } = this.starts.at(-1)!
    this.last = Math.max(this.last, first + line)
    return first + line
  }

  of(number: number): { file?: string; line: number } {
    const found = this.starts.findLast(({ first }) => first < number)
    if (!found) return { line: number }
    return { ...(this.starts.length > 1 && { file: found.name }), line: number - found.first }
  }

  /** The name of a file once, before its lines. */
  text(numbers: readonly number[]): string {
    const groups = Map.groupBy(
      numbers.map(number => this.of(number)),
      ({ file }) => file,
    )
    return [...groups]
      .map(([file, found]) => {
        const lines = found.map(({ line }) => line).join(', ')
        return `${file === undefined ? '' : `${file} `}line${found.length > 1 ? 's' : ''} ${lines}`
      })
      .join(', ')
  }
}

/** All lines of all sources. */
export async function* linesIn(
  sources: readonly Source[],
  places: Places,
  encoding: string | undefined,
  read: (bytes: number) => void,
): AsyncGenerator<NumberedLine> {
  for (const { name, open } of sources) {
    places.begin(name)
    for await (const { line, text } of linesOf(plainText(counted(open(), read), encoding)))
      yield { line: places.number(line), text }
  }
}

export async function* counted(stream: AsyncIterable<Buffer>, read: (bytes: number) => void) {
  for await (const chunk of stream) {
    read(chunk.length)
    yield chunk
  }
}
