// Tables as rows: CSV and TSV, JSON and NDJSON. Each row knows its line, and one that cannot be read says why.

import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { linesOf } from '../body/lines.ts'
import { Problem } from '../problem.ts'
import { InvalidValue } from '../shape/invalid-value.ts'

/** Values by column; those of JSON may be more than text. */
export type Row = Readonly<Record<string, unknown>>
export type NumberedRow = { line: number; row: Row | InvalidValue }

export type TableForm = {
  /** What stands between fields; found in the first line unless it is given. */
  delimiter?: string | undefined
  /** The names of the columns, where the first line has none. */
  header?: readonly string[] | undefined
}

/** What it is, is told by how it begins. The bytes are UTF-8 already. */
export async function* rowsOf(
  text: AsyncIterable<Buffer>,
  form: TableForm = {},
): AsyncGenerator<NumberedRow> {
  const chunks = text[Symbol.asyncIterator]()
  const held: Buffer[] = []
  let start = ''
  while (start.trim() === '' || (!/\n/.test(start) && start.length < 1 << 16)) {
    const next = await chunks.next()
    if (next.done) break
    held.push(next.value)
    start = Buffer.concat(held).toString()
  }
  const all = async function* () {
    try {
      yield* held
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
    } finally {
      await chunks.return?.()
    }
  }
  const first = start.trimStart()[0]
  if (first === undefined) return
  if (first === '[') yield* jsonRows(all())
  else if (first === '{') yield* ndjsonRows(all())
  else yield* csvRows(all(), { delimiter: delimiterIn(start.split('\n')[0]!), ...defined(form) })
}

const defined = (form: TableForm): TableForm =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))

/** The one that parts the first line most often. */
function delimiterIn(line: string): string {
  const outside = line.replace(/"[^"]*"/g, '')
  const times = (mark: string) => outside.split(mark).length
  return [',', ';', '\t', '|'].reduce((best, mark) => (times(mark) > times(best) ? mark : best))
}

const isObject = (value: unknown): value is Row =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const notObject = () =>
  new InvalidValue('', 'is not a JSON object', 'give an object with the columns as names')

async function* jsonRows(text: AsyncIterable<Buffer>): AsyncGenerator<NumberedRow> {
  const chunks: Buffer[] = []
  for await (const chunk of text) chunks.push(chunk)
  let rows: unknown
  try {
    rows = JSON.parse(Buffer.concat(chunks).toString())
  } catch (error) {
    throw new Problem('BAD_REQUEST', `The source is not JSON: ${(error as Error).message.slice(0, 120)}`)
  }
  for (const [index, row] of (rows as unknown[]).entries())
    yield { line: index + 1, row: isObject(row) ? row : notObject() }
}

async function* ndjsonRows(text: AsyncIterable<Buffer>): AsyncGenerator<NumberedRow> {
  let line = 0
  for await (const found of linesOf(text)) {
    line++
    if (found instanceof InvalidValue) yield { line, row: found }
    else if (found.trim() !== '') yield { line, row: objectIn(found) }
  }
}

function objectIn(text: string): Row | InvalidValue {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : notObject()
  } catch {
    return new InvalidValue('', 'is not JSON', 'write one JSON object a line')
  }
}

type Parsed = { record: string[]; info: { lines: number } }

async function* csvRows(text: AsyncIterable<Buffer>, form: TableForm): AsyncGenerator<NumberedRow> {
  const parser = parse({
    delimiter: form.delimiter ?? ',',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 64 * 1024 * 1024,
  })
  const source = Readable.from(text)
  source.on('error', error => parser.destroy(error))
  let header = form.header
  let line = 1
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<Parsed>) {
      // A row is told by the line that it begins in; what is counted is where it ends.
      const begins = line
      line = info.lines + 1
      if (header) yield { line: begins, row: rowFrom(record, header) }
      else header = namesFrom(record)
    }
  } catch (error) {
    throw unreadable(error as CsvError)
  }
}

function namesFrom(record: readonly string[]): string[] {
  const names = record.map(name => name.trim())
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (twice === undefined) return names
  throw new Problem('BAD_REQUEST', `Two columns are called "${twice}"; give each its own name`)
}

function rowFrom(record: readonly string[], header: readonly string[]): Row | InvalidValue {
  if (record.length !== header.length)
    return new InvalidValue(
      '',
      `has ${record.length} fields, and the header has ${header.length}`,
      'see whether a quotation mark or a delimiter is missing, or one too many',
    )
  return Object.fromEntries(header.map((name, index) => [name, record[index]]))
}

function unreadable(error: CsvError): Error {
  if (!error.code?.startsWith('CSV_')) return error
  const why =
    error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quotation mark is never closed' : error.message.split('\n')[0]
  const { lines } = error as { lines?: number }
  return new Problem('BAD_REQUEST', `The table cannot be read${lines ? ` at line ${lines}` : ''}: ${why}`)
}
