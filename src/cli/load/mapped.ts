// The tables of a load with --map: which mapping reads which source, and the lines that come of it.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { recordTypes } from '../../api/index.ts'
import type { Database } from '../../database/database.ts'
import { foreignColumns, foreignRows } from '../../database/foreign-rows.ts'
import { orNearestOrAll } from '../../errors/nearest.ts'
import type { Places } from '../../load/places.ts'
import type { NumberedLine } from '../../load/read.ts'
import { columnIn } from '../../mapping/expression.ts'
import { leftOutNote } from '../../mapping/left-out.ts'
import { mappedLines } from '../../mapping/map-rows.ts'
import { type Mapping, type MappingFile, readMapping, readsFrom } from '../../mapping/mapping.ts'
import type { NumberedRow, SourceTable, TableRow } from '../../mapping/rows.ts'
import { checkTable } from '../../mapping/table-columns.ts'
import { dateIn, type Forms } from '../../mapping/values.ts'
import { type MappingRef, savedMapping } from '../../store/writing/mappings.ts'
import { CliProblem, exitCodes, usageProblem } from '../command.ts'
import { checkOtherTables, openSourceTable, otherTables, type SourceTableOptions } from './other-tables.ts'
import type { Source, Sources } from './sources.ts'

export const tableForms = ['.csv', '.tsv', '.txt', '.json', '.ndjson', '.jsonl', '.xlsx', '.xlsm']

/** A mapping, and all that it reads. */
export type Job = {
  /** What it is called where sources are listed. */
  name: string
  mapping: Mapping
  sources: readonly Source[]
  rows: number
  rejected: number
  /** The newest value of the column that says what is new. */
  newest?: string
  /** Lines that give a record again, and other values for it; the first of them. */
  repeated: { count: number; lines: number[] }
  /** What is odd about its tables. */
  notes: string[]
  /** Whether there were rows, and none of them was wanted. */
  isEmpty?: boolean
}

/** A mapping by the name that its sources are listed under, and where it was saved, its version. */
export type NamedMapping = MappingFile & { name: string; saved?: MappingRef }

/** The mapping that was saved under a name. */
export async function readSavedMapping(database: Database, called: string): Promise<NamedMapping> {
  const { name, version, text } = await savedMapping(database, called)
  return { ...readMapping(text, recordTypes), name, saved: { name, version } }
}

export async function readMappingFile(path: string): Promise<NamedMapping> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CliProblem(`There is no file ${path}`, exitCodes.notFound)
  })
  const file = readMapping(text, recordTypes)
  return { name: basename(path).replace(/(\.map)?\.ya?ml$/, ''), ...file }
}

/** What a mapping is called by what it makes; where several make the same, by what each reads, too. */
function jobNames({ name, mappings }: NamedMapping): string[] {
  const types = mappings.map(({ type }) => type)
  return mappings.map(({ type, source }, index) => {
    const isFirst = types.indexOf(type) === index
    return `${name}/${type}${isFirst ? '' : `/${source ?? index + 1}`}`
  })
}

/** One job for each mapping that has something to read, in the order of the file; and the mappings that have not. */
export function jobsFor(
  file: NamedMapping,
  { all: sources, isWhole }: Pick<Sources, 'all' | 'isWhole'>,
  from: string | undefined,
): { jobs: Job[]; idle: Mapping[] } {
  const { mappings } = file
  const names = jobNames(file)
  const job = (mapping: Mapping, read: readonly Source[]): Job => ({
    name: names[mappings.indexOf(mapping)]!,
    mapping,
    sources: read,
    rows: 0,
    rejected: 0,
    repeated: { count: 0, lines: [] },
    notes: [],
  })
  if (from !== undefined) {
    const [dumb] = mappings.filter(({ query }) => query === undefined)
    if (dumb) throw usageProblem(`--from needs a query for ${dumb.type} in the mapping`)
    return { jobs: mappings.map(mapping => job(mapping, [])), idle: [] }
  }
  const isBeside = (name: string) =>
    mappings.some(({ beside }) => beside.some(({ source }) => readsFrom(source, name)))
  const unread = new Set(sources.map(({ name }) => name).filter(name => !isBeside(name)))
  const all = mappings.map(mapping => {
    const read = sources.filter(({ name }) =>
      mapping.source === undefined
        ? mappings.length === 1 && !isBeside(name)
        : readsFrom(mapping.source, name),
    )
    for (const { name } of read) unread.delete(name)
    return job(mapping, read)
  })
  const jobs = all.filter(({ sources: read }) => read.length > 0)
  const idle = all.filter(one => !jobs.includes(one)).map(({ mapping }) => mapping)
  const nameless = idle.find(({ source }) => source === undefined)
  if (nameless) throw usageProblem(`Say in the mapping of ${nameless.type} with "source" which file it reads`)
  // A folder has all that there is: what is not in it was not exported.
  const [missing] = isWhole || jobs.length === 0 ? idle : []
  if (missing)
    throw usageProblem(`The mapping of ${missing.type} reads ${missing.source}, and no such file was given`)
  const [piped, again] = jobs.filter(({ sources: read }) => read.some(({ isFile }) => !isFile))
  if (piped && again)
    throw usageProblem(
      `Standard input is read once, and the mappings of ${piped.name} and ${again.name} both read it`,
    )
  for (const name of unread) {
    const beside = jobs.find(one =>
      one.sources.some(source => source.isSheet && bookOf(source.name) === bookOf(name)),
    )
    if (beside) beside.notes.push(`No mapping reads ${name}, which was left out.`)
    else
      throw usageProblem(
        `No mapping reads ${name}${orNearestOrAll(
          name,
          mappings.map(one => one.source ?? one.type),
        )}`,
      )
  }
  return { jobs, idle }
}

/** The workbook that a sheet is in. */
const bookOf = (sheet: string) => sheet.slice(0, sheet.lastIndexOf('/'))

type Reading = SourceTableOptions & {
  places: Places
  from: string | undefined
  /** The column of each job by which it is told what is new, and up to where it was read. */
  since?: ReadonlyMap<Job, { column: string; mark?: string | undefined }>
}

type Looking = Pick<Reading, 'all' | 'folder' | 'encoding' | 'from' | 'since'>

/** Refuses a mapping that names what its tables have not, before anything of any of them is loaded. */
export async function checkTables(jobs: readonly Job[], looking: Looking): Promise<void> {
  const reading = { ...looking, read: () => {} }
  for (const job of jobs) {
    const since = looking.since?.get(job)?.column
    await checkOtherTables(job.mapping, reading)
    if (looking.from !== undefined)
      await checkTable(await foreignOf(job, looking.from), { mapping: job.mapping, since })
    for (const source of job.sources)
      if (source.isFile)
        await checkTable(await openSourceTable(source, job.mapping, reading), { mapping: job.mapping, since })
  }
}

/** The lines of all jobs, numbered over all of them. */
export async function* linesOfJobs(jobs: readonly Job[], reading: Reading): AsyncGenerator<NumberedLine> {
  const { places } = reading
  for (const job of jobs) {
    const others = await otherTables(job.mapping, reading)
    const since = reading.since?.get(job)
    const isAgain = repeats()
    for await (const table of tablesOf(job, reading)) {
      places.begin(table.name, job)
      const lines = mappedLines(
        job.mapping,
        { ...table, rows: noted(job, table.rows) },
        { beside: others.beside, since: since?.column, note: noteFor(job) },
      )
      for await (const { line, text, given, rows: own } of lines) {
        if (since && own.length > 0 && !isNew(job, own, since.column, since.mark)) continue
        const number = places.number(line)
        if (typeof text === 'string' && isAgain(text)) noteRepeat(job, number)
        yield { line: number, text, given }
      }
    }
    job.notes.push(...others.untied(job.mapping.type))
  }
}

const noteFor = (job: Job) => (note: string, isEmpty: boolean) => {
  job.notes.push(note)
  job.isEmpty ||= isEmpty
}

/** What is odd about tables, and which were left out. */
export const notesOf = (jobs: readonly Job[], idle: readonly Mapping[]): string[] => [
  ...jobs.flatMap(({ notes }) => notes),
  ...leftOutNote(idle),
]

/** Of the first so many records alone: a load takes the same memory however long it is. */
const mostKept = 100_000
const firstLines = 5

/** Whether a line gives a record that an earlier one gave otherwise: one of the two is wrong, and each load would write
 * both in turn. */
function repeats(): (text: string) => boolean {
  const seen = new Map<string, string>()
  return text => {
    const id = /^\{"type":"\w+","record":\{"id":"([^"]+)"/.exec(text)?.[1]
    if (id === undefined) return false
    const is = createHash('sha1').update(text).digest('base64').slice(0, 12)
    const was = seen.get(id)
    if (was !== undefined || seen.size < mostKept) seen.set(id, is)
    return was !== undefined && was !== is
  }
}

function noteRepeat({ repeated }: Job, line: number): void {
  repeated.count++
  if (repeated.lines.length < firstLines) repeated.lines.push(line)
}

async function* noted(job: Job, rows: AsyncIterable<NumberedRow>): AsyncGenerator<NumberedRow> {
  for await (const row of rows) {
    job.rows++
    yield row
  }
}

export async function* tablesOf(
  job: Job,
  reading: Pick<Reading, 'from' | 'since' | 'encoding' | 'read'>,
): AsyncGenerator<SourceTable> {
  if (reading.from !== undefined) yield await foreignOf(job, reading.from, reading.since?.get(job))
  else for (const source of job.sources) yield await openSourceTable(source, job.mapping, reading)
}

/** What a query answers, as a table. */
async function foreignOf(
  { name, mapping }: Job,
  from: string,
  since?: { column: string; mark?: string | undefined },
): Promise<SourceTable> {
  const header = await foreignColumns(from, mapping.query!)
  const twice = mapping.named.find(({ column }) => header.indexOf(column) !== header.lastIndexOf(column))
  if (twice)
    throw usageProblem(
      `The query of ${name} answers with two columns called "${twice.column}"; name one of them otherwise, with "as"`,
    )
  const rows = foreignRows(from, mapping.query!, since && { ...since, group: mapping.group })
  return { name, header, rows: numberedRows(rows), close: async () => {} }
}

async function* numberedRows(rows: AsyncIterable<TableRow>): AsyncGenerator<NumberedRow> {
  let line = 0
  for await (const row of rows) yield { line: ++line, row }
}

/** Whether any of these rows is at least as new as the mark: what is exactly as new may not have been there, and what does
 * not say how new it is may be new. */
function isNew(job: Job, rows: readonly TableRow[], column: string, mark: string | undefined): boolean {
  const values = rows.map(row => String(columnIn(row, column) ?? '').trim())
  const { forms } = job.mapping
  for (const value of values)
    if (value !== '' && (job.newest === undefined || isAfter(value, job.newest, forms))) job.newest = value
  return mark === undefined || values.some(value => value === '' || !isAfter(mark, value, forms))
}

function isAfter(one: string, other: string, forms: Forms): boolean {
  const [left, right] = [one, other].map(text => {
    if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
    const date = dateIn(text, forms) ?? dateIn(text, { ...forms, dates: [] })
    return date === undefined ? Number.NaN : Date.parse(date)
  }) as [number, number]
  // Within a millisecond what is written decides: databases count finer.
  return Number.isNaN(left) || Number.isNaN(right) || left === right ? one > other : left > right
}
