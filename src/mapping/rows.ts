// Tables as rows: CSV and TSV, JSON and NDJSON. Each row knows its line, and one that cannot be read says why.

import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { linesOf } from '../body/lines.ts'
import { Problem } from '../errors/problem.ts'
import { isObject } from '../formats/json-object.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { howMany, sentence } from '../shape/sentence.ts'

/** Values by column; those of JSON may be more than text. */
export type TableRow = Readonly<Record<string, unknown>>
export type NumberedRow = { line: number; row: TableRow | InvalidValue }

export type TableForm = {
  /** What stands between fields; found in the first line unless it is given. */
  delimiter?: string | undefined
  /** The names of the columns, where the first line has none. */
  header?: readonly string[] | undefined
  /** Rows of JSON, a line each, of which there may be none. */
  hasLines?: boolean
}

/** A table that was opened. */
export type SourceTable = {
  /** What people call it. */
  name: string
  /** Its columns, where it says them before its rows; rows of JSON each have their own. */
  header?: readonly string[] | undefined
  rows: AsyncIterable<NumberedRow>
  /** Lets go of it, where its rows are not read to their end. */
  close(): Promise<unknown>
}

/** What a file is called also says how it is written. */
export const tableFormOf = (name: string, { delimiter, header }: TableForm = {}): TableForm => ({
  delimiter: delimiter ?? (/\.tsv(\.gz)?$/i.test(name) ? '\t' : undefined),
  header,
  hasLines: /\.(ndjson|jsonl)(\.gz)?$/i.test(name),
})

/** No table begins with more blanks than this. */
const mostBlanks = 1 << 20

/** What it is, is told by how it begins. The bytes are UTF-8 already. */
export async function openTable(
  name: string,
  text: AsyncIterable<Buffer>,
  form: TableForm = tableFormOf(name),
): Promise<SourceTable> {
  const { start, all } = await beginning(text, name)
  const first = start.trimStart()[0]
  const close = () => all.return(undefined)
  if (first === undefined) {
    if (form.hasLines) return { name, rows: ndjsonRows(all), close }
    await close()
    throw new Problem(
      'BAD_REQUEST',
      `${name} is empty: a table has a header at least, and a table of JSON that has no rows is written []`,
    )
  }
  if (start.startsWith('PK\u0003\u0004'))
    throw new Problem('BAD_REQUEST', `${name} is a spreadsheet or a zip file; save the table as CSV`)
  if (first === '[') return { name, rows: jsonRows(all, name), close }
  if (first === '{') return { name, rows: ndjsonRows(all), close }
  const delimiter = form.delimiter ?? delimiterIn(start.split('\n')[0]!)
  return csvTable(name, all, { ...form, delimiter })
}

/** The first line, or as much as tells what it is, and all of the text. */
async function beginning(text: AsyncIterable<Buffer>, name: string) {
  const chunks = text[Symbol.asyncIterator]()
  const held: Buffer[] = []
  let start = ''
  let blanks = 0
  while (start === '' || (!start.includes('\n') && start.length < 1 << 16)) {
    const next = await chunks.next()
    if (next.done) break
    held.push(next.value)
    const more = next.value.toString()
    if (start === '' && more.trim() === '') blanks += more.length
    else start = start === '' ? more.trimStart() : start + more
    if (blanks > mostBlanks)
      throw new Problem('BAD_REQUEST', `${name} begins with more than a million empty characters`)
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      yield* held
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
    } finally {
      await chunks.return?.()
    }
  }
  return { start, all: all() }
}

/** The one that parts the first line most often. */
function delimiterIn(line: string): string {
  const outside = line.replace(/"[^"]*"/g, '')
  const times = (mark: string) => outside.split(mark).length
  return [',', ';', '\t', '|'].reduce((best, mark) => (times(mark) > times(best) ? mark : best))
}

const notObject = () =>
  new InvalidValue('', 'is not a JSON object', 'give an object with the columns as names')

/** A JSON list is parsed in one piece, so its size is limited. */
const [longestJsonBytes, mostJsonValues] = [64 * 1024 * 1024, 4_000_000]

async function* jsonRows(text: AsyncIterable<Buffer>, name: string): AsyncGenerator<NumberedRow> {
  const chunks: Buffer[] = []
  let [bytes, values] = [0, 0]
  for await (const chunk of text) {
    chunks.push(chunk)
    bytes += chunk.length
    for (const byte of chunk) if (byte === comma || byte === openObject || byte === openList) values++
    if (bytes > longestJsonBytes || values > mostJsonValues)
      throw new Problem(
        'BAD_REQUEST',
        `${name} is a list of JSON with more than 64 MB or 4 million values; write one object a line, which is read row by row`,
      )
  }
  let rows: unknown
  try {
    rows = JSON.parse(Buffer.concat(chunks).toString())
  } catch (error) {
    throw new Problem('BAD_REQUEST', `${name} is not JSON: ${(error as Error).message.slice(0, 120)}`)
  }
  for (const [index, row] of (rows as unknown[]).entries())
    yield { line: index + 1, row: isObject(row) ? row : notObject() }
}

const [comma, openObject, openList] = Buffer.from(',{[') as unknown as [number, number, number]

async function* ndjsonRows(text: AsyncIterable<Buffer>): AsyncGenerator<NumberedRow> {
  for await (const { line, text: found } of linesOf(text, longestRowBytes)) {
    if (found instanceof InvalidValue) yield { line, row: found }
    else if (found.trim() !== '') yield { line, row: rowIn(found) }
  }
}

function rowIn(text: string): TableRow | InvalidValue {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : notObject()
  } catch {
    return new InvalidValue('', 'is not JSON', 'write one JSON object a line')
  }
}

type ParsedCsv = { record: string[]; info: { lines: number } }

async function csvTable(name: string, text: AsyncIterable<Buffer>, form: TableForm): Promise<SourceTable> {
  const records = csvRecords(text, form)
  const rest = { [Symbol.asyncIterator]: () => records }
  const close = () => records.return(undefined)
  const first = await records.next()
  const found = first.done ? [] : namesFrom(first.value.record)
  const rowsUnder = async function* (header: readonly string[], more: readonly CsvRecord[]) {
    for (const { line, record } of more) yield { line, row: rowFrom(record, header) }
    for await (const { line, record } of rest) yield { line, row: rowFrom(record, header) }
  }
  const given = form.header
  if (!given) return { name, header: found, rows: rowsUnder(found, []), close }
  if (found.join('\n').toLowerCase() === given.join('\n').toLowerCase())
    throw new Problem(
      'BAD_REQUEST',
      `${name} begins with the very columns that csv.header names; leave csv.header out, or its first line is read as a row`,
    )
  return { name, header: given, rows: rowsUnder(given, first.done ? [] : [first.value]), close }
}

/** Far more than texts may have; a quotation mark that is never closed would take in all the rest. */
const longestRowBytes = 1024 * 1024

type CsvRecord = { line: number; record: string[] }

async function* csvRecords(text: AsyncIterable<Buffer>, form: TableForm): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter: form.delimiter ?? ',',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRowBytes,
  })
  const source = Readable.from(text)
  source.on('error', error => parser.destroy(error))
  let line = 1
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<ParsedCsv>) {
      // A row is told by the line that it begins in; what is counted is where it ends.
      yield { line, record }
      line = info.lines + 1
    }
  } catch (error) {
    throw unreadable(error as CsvError)
  } finally {
    source.destroy()
  }
}

function namesFrom(record: readonly string[]): string[] {
  const names = record.map(name => name.trim())
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (twice === undefined) return names
  throw new Problem('BAD_REQUEST', `Two columns are called "${twice}"; give each its own name`)
}

function rowFrom(record: readonly string[], header: readonly string[]): TableRow | InvalidValue {
  if (record.length !== header.length)
    return new InvalidValue(
      '',
      sentence`has ${howMany(record.length)} fields, and the header has ${howMany(header.length)}`,
      'see whether a quotation mark or a delimiter is missing, or one too many',
    )
  return Object.fromEntries(header.map((name, index) => [name, record[index]]))
}

function unreadable(error: CsvError): Error {
  if (!error.code?.startsWith('CSV_')) return error
  const why =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quotation mark is never closed'
      : error.code === 'CSV_MAX_RECORD_SIZE'
        ? 'a row is longer than 1 MB; see whether a quotation mark is never closed'
        : error.message.split('\n')[0]
  const { lines } = error as { lines?: number }
  return new Problem('BAD_REQUEST', `The table cannot be read${lines ? ` at line ${lines}` : ''}: ${why}`)
}
