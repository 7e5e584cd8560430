// The tables of a load with --map: which mapping reads which source, and the lines that come of it.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { recordTypes } from '../api/index.ts'
import { plainText, readEncoding } from '../body/lines.ts'
import { guessOrAll } from '../formats/nearest.ts'
import type { NumberedLine } from '../load/read.ts'
import { columnIn } from '../mapping/expression.ts'
import { mappedLines } from '../mapping/map-rows.ts'
import { type Mapping, type MappingFile, readMapping, readsFrom } from '../mapping/mapping.ts'
import type { Beside } from '../mapping/plan.ts'
import { type NumberedRow, type Row, rowsOf } from '../mapping/rows.ts'
import { dateIn, type Forms } from '../mapping/values.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { foreignRows } from '../store/engine/foreign.ts'
import { CliProblem, exit, usage } from './command.ts'
import { counted, type Places, type Source, sourceIn } from './sources.ts'

export const tableForms = ['.csv', '.tsv', '.txt', '.json', '.ndjson', '.jsonl']

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
}

export async function readMappingFile(path: string): Promise<MappingFile & { name: string }> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CliProblem(`There is no file ${path}`, exit.notFound)
  })
  const file = readMapping(text, recordTypes)
  return { name: basename(path).replace(/(\.map)?\.ya?ml$/, ''), ...file }
}

/** One job for each mapping, in the order of the file. */
export function jobsFor(
  file: MappingFile & { name: string },
  sources: readonly Source[],
  from: string | undefined,
): Job[] {
  const { mappings } = file
  const job = (mapping: Mapping, read: readonly Source[]): Job => ({
    name: `${file.name}/${mapping.type}`,
    mapping,
    sources: read,
    rows: 0,
    rejected: 0,
    repeated: { count: 0, lines: [] },
  })
  if (from !== undefined) {
    const [dumb] = mappings.filter(({ query }) => query === undefined)
    if (dumb) throw usage(`--from needs a query for ${dumb.type} in the mapping`)
    return mappings.map(mapping => job(mapping, []))
  }
  const beside = new Set(
    mappings.flatMap(({ record, facts }) => [...record.beside, ...facts.beside]).map(one => one.source),
  )
  const unread = new Set(sources.map(({ name }) => name).filter(name => !beside.has(name)))
  const jobs = mappings.map(mapping => {
    const read = sources.filter(({ name }) =>
      mapping.source === undefined
        ? mappings.length === 1 && !beside.has(name)
        : readsFrom(mapping.source, name),
    )
    for (const { name } of read) unread.delete(name)
    return job(mapping, read)
  })
  const [idle] = jobs.filter(({ sources: read }) => read.length === 0)
  if (idle)
    throw usage(
      idle.mapping.source === undefined
        ? `Say in the mapping of ${idle.mapping.type} with "source" which file it reads`
        : `The mapping of ${idle.mapping.type} reads ${idle.mapping.source}, and no such file was given`,
    )
  for (const name of unread)
    throw usage(
      `No mapping reads ${name}${guessOrAll(
        name,
        mappings.map(one => one.source ?? one.type),
      )}`,
    )
  return jobs
}

type Reading = {
  places: Places
  encoding: string | undefined
  folder: string
  all: readonly Source[]
  from: string | undefined
  since?: { column: string; marks: ReadonlyMap<string, string> } | undefined
  read(bytes: number): void
}

/** The lines of all jobs, numbered over all of them. */
export async function* linesOfJobs(jobs: readonly Job[], reading: Reading): AsyncGenerator<NumberedLine> {
  const { places, since } = reading
  for (const job of jobs) {
    const beside = await besideOf(job.mapping, reading)
    const mark = since?.marks.get(job.name)
    const isAgain = repeats()
    for (const { name, rows } of tablesOf(job, reading, mark)) {
      places.begin(name, job)
      for await (const { line, text, given, rows: own } of mappedLines(
        job.mapping,
        noted(job, rows),
        beside,
      )) {
        if (since && own.length > 0 && !isNew(job, own, since.column, mark)) continue
        const number = places.number(line)
        if (typeof text === 'string' && isAgain(text)) noteRepeat(job, number)
        yield { line: number, text, given }
      }
    }
  }
}

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

function tablesOf({ name, mapping, sources }: Job, reading: Reading, mark: string | undefined) {
  if (reading.from !== undefined) {
    const since = reading.since && { column: reading.since.column, mark, group: mapping.group }
    return [{ name, rows: numberedRows(foreignRows(reading.from, mapping.query!, since)) }]
  }
  return sources.map(source => ({ name: source.name, rows: tableRows(source, mapping, reading) }))
}

async function* numberedRows(rows: AsyncIterable<Row>): AsyncGenerator<NumberedRow> {
  let line = 0
  for await (const row of rows) yield { line: ++line, row }
}

export function tableRows(
  { open, name }: Source,
  { table }: Pick<Mapping, 'table'>,
  { encoding, read }: Pick<Reading, 'encoding' | 'read'>,
): AsyncGenerator<NumberedRow> {
  const delimiter = table.delimiter ?? (/\.tsv(\.gz)?$/.test(name) ? '\t' : undefined)
  return rowsOf(plainText(counted(open(), read), readEncoding(encoding)), { ...table, delimiter })
}

/** Rows of other files are kept in memory by their key: what is in them belongs to records all over this one. */
export async function besideOf(
  { record, facts, table }: Mapping,
  reading: Pick<Reading, 'all' | 'folder' | 'encoding' | 'read'>,
): Promise<Beside> {
  const kept = new Map<string, Map<string, { line: number; row: Row }[]>>()
  for (const { source, key } of [...record.beside, ...facts.beside]) {
    if (kept.has(`${source} ${key}`)) continue
    const found =
      reading.all.find(({ name }) => readsFrom(source, name)) ??
      (await sourceIn(join(reading.folder, source)))
    if (!found)
      throw new CliProblem(`There is no file ${source}, which the mapping reads items from`, exit.notFound)
    const byKey = new Map<string, { line: number; row: Row }[]>()
    for await (const { line, row } of tableRows(found, { table: { delimiter: table.delimiter } }, reading)) {
      if (row instanceof InvalidValue)
        throw new CliProblem(`${source}: line ${line} ${row.reason}; ${row.hint}`)
      const value = String(columnIn(row, key) ?? '')
      const same = byKey.get(value)
      if (same) same.push({ line, row })
      else byKey.set(value, [{ line, row }])
    }
    kept.set(`${source} ${key}`, byKey)
  }
  return (source, key, value) => kept.get(`${source} ${key}`)?.get(String(value ?? '')) ?? []
}

/** Whether any of these rows is at least as new as the mark; what is exactly as new may not have been there. */
function isNew(job: Job, rows: readonly Row[], column: string, mark: string | undefined): boolean {
  const values = rows.map(row => columnIn(row, column)).filter(value => value !== undefined && value !== null)
  if (values.length === 0 && !rows.some(row => column in row))
    throw new CliProblem(`${job.name}: there is no column "${column}" to tell by what is new`)
  const { forms } = job.mapping
  for (const value of values.map(String))
    if (value !== '' && (job.newest === undefined || isAfter(value, job.newest, forms))) job.newest = value
  return mark === undefined || values.some(value => !isAfter(mark, String(value), forms))
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
