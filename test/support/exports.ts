// Reads exports as clients do: over HTTP with trailers, and with readers that know nothing of us.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { sql } from '../../src/database/sql.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import readSheets from '../node_modules/read-excel-file/node/index.js'
import type { Json, TestServer } from './server.ts'

export type Export = {
  status: number
  headers: IncomingHttpHeaders
  trailers: NodeJS.Dict<string>
  bytes: Buffer
  text: string
}

/** The answer's head; the rest comes as it is read. */
export function openExport(
  origin: string,
  path: string,
  secret: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(
    `${origin}${apiPrefix}${path}`,
    { headers: { Authorization: `Bearer ${secret}`, ...headers }, agent: false },
    resolve,
  )
    .on('error', reject)
    .end()
  return promise
}

/** All of it; rejects where it is broken off. */
export async function readExport(
  origin: string,
  path: string,
  secret: string,
  headers: Record<string, string> = {},
): Promise<Export> {
  const answer = await openExport(origin, path, secret, headers)
  const bytes = unpacked(Buffer.concat(await answer.toArray()), answer.headers['content-encoding'])
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    trailers: answer.trailers,
    bytes,
    text: bytes.toString(),
  }
}

const unpacked = (bytes: Buffer, encoding: string | undefined) =>
  encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'zstd' ? zstdDecompressSync(bytes) : bytes

/** Transactions that exports have open: their connections sit in one, or run a statement of one. */
export async function snapshots(of: TestServer): Promise<number> {
  const found = await of.database.rows<{ n: string }>(sql`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      and backend_type = 'client backend' and query ~ '(from export|for select)'`)
  return Number(found[0]!.n)
}

/** Lines without the last, and that one. */
export function readLines(text: string): { lines: string[]; end: Json } {
  assert.ok(text.endsWith('\n'), 'the last line has no end')
  const lines = text.slice(0, -1).split('\n')
  const end = JSON.parse(lines.pop()!)
  assert.equal(end.exportComplete, true)
  assert.equal(end.count, lines.length)
  return { lines, end }
}

export type Cells = { header: string[]; rows: unknown[][] }

export function readCsv(text: string): Cells {
  const [header, ...rows] = parse(text, { record_delimiter: '\r\n' }) as string[][]
  return { header: header!, rows }
}

const script = `
import csv, io, json, sys
text = sys.stdin.buffer.read().decode('utf-8')
json.dump(list(csv.reader(io.StringIO(text, newline=''), strict=True)), sys.stdout)`

/** The same as Python's own reader has it. */
export function readCsvByPython(bytes: Buffer): string[][] {
  const options = { input: bytes, maxBuffer: 100_000_000, encoding: 'utf8' } as const
  return JSON.parse(execFileSync('python3', ['-c', script], options))
}

/** The rows of all sheets, each of which begins with the header. The reader leaves out rows without a value at the end of a
 * sheet: up to `count`, they are given back. */
export async function readXlsx(bytes: Buffer, count = 0): Promise<Cells & { sheets: string[] }> {
  const sheets = (await readSheets(bytes)) as { sheet: string; data: unknown[][] }[]
  // The reader cuts moments off where it should round them: days are numbers with a fraction.
  const exact = (cell: unknown) =>
    cell instanceof Date ? new Date(Math.round(cell.getTime() / 10) * 10) : cell
  const header = sheets[0]!.data[0] as string[]
  const rows = sheets.flatMap(({ data }) => data.slice(1).map(row => row.map(exact)))
  while (rows.length < count) rows.push(header.map(() => null))
  return {
    header,
    rows,
    sheets: sheets.map(({ sheet }) => sheet),
  }
}

const at = (record: Json, path: string) =>
  path.split('.').reduce((found, name) => (found === null ? undefined : found?.[name]), record)

const isInstant = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

/** What a cell of a CSV file has of a value. */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
}

/** What a cell of a workbook has of a value. */
export function xlsxCell(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null
  if (isInstant(value)) return new Date(Math.floor(Date.parse(value as string) / 1000) * 1000)
  return typeof value === 'object' ? JSON.stringify(value) : value
}

/** Every path to a value of a record that no list lies on; nothing is in no column as well. */
function pathsIn(value: Json, path = ''): string[] {
  if (value === null) return []
  if (typeof value !== 'object' || Array.isArray(value)) return [path]
  return Object.entries(value).flatMap(([name, child]) =>
    pathsIn(child, path === '' ? name : `${path}.${name}`),
  )
}

/** JSON in a cell is the same in any order of names. */
function ordered(cell: unknown): unknown {
  return typeof cell === 'string' && /^[[{]/.test(cell) ? JSON.parse(cell) : cell
}

/** A table has exactly the values of these records: each cell that at its path, and no value without a column. */
export function expectTable(
  { header, rows }: Cells,
  records: readonly Json[],
  cell: (value: unknown) => unknown,
  where: string,
): void {
  assert.equal(new Set(header).size, header.length, `${where}: a column is there twice`)
  const expected = records.map(record => header.map(path => cell(at(record, path))))
  assert.deepEqual(
    rows.map(row => row.map(ordered)),
    expected.map(row => row.map(ordered)),
    where,
  )
  const isCovered = (path: string) => header.some(column => path === column || path.startsWith(`${column}.`))
  const missing = records.flatMap(record => pathsIn(record)).filter(path => !isCovered(path))
  assert.deepEqual(missing, [], `${where}: there is no column for these`)
}
