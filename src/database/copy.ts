// Rows in bulk, by COPY: as text into any table, and in PostgreSQL's binary format, which it reads faster, into those of
// records. Both in chunks, so that PostgreSQL works on one while the next is written.
import type { Transaction } from './database.ts'
import { join, name, type Sql, sql } from './sql.ts'

type CopyValue = string | number | boolean | readonly string[] | null

type Rows = readonly (readonly CopyValue[])[]

type CopyKind = 'text' | 'folded' | 'instant' | 'number' | 'flag' | 'texts' | 'integer' | 'place'

export type CopyColumn = { name: string; kind: CopyKind }

const chunkLength = 128 * 1024

const into = (table: string, columns: readonly string[]): Sql =>
  sql`copy ${name(table)} (${join(columns.map(name), ', ')}) from stdin`

export async function copyInto(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  rows: Rows,
): Promise<void> {
  if (rows.length > 0) await tx.copyIn(into(table, columns), copyText(rows))
}

export async function copyTypedInto(
  tx: Transaction,
  table: string,
  columns: readonly CopyColumn[],
  rows: Rows,
): Promise<void> {
  if (rows.length === 0) return
  const names = columns.map(column => column.name)
  await tx.copyIn(
    sql`${into(table, names)} (format binary)`,
    copyBytes(
      columns.map(({ kind }) => writers[kind]),
      rows,
    ),
  )
}

function* copyText(rows: Rows): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    for (const [at, value] of row.entries()) chunk += (at > 0 ? '\t' : '') + copyValue(value)
    chunk += '\n'
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

function copyValue(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'object')
    return escaped(`{${value.map(item => `"${item.replace(/["\\]/g, '\\$&')}"`).join()}}`)
  return String(value)
}

const special: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string) =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, found => special[found]!) : text

/** Writes a value that is there at a place in the bytes, and gives the place after it. */
type Writer = (bytes: Buffer, at: number, value: never) => number

const oidOfText = 25
const year2000Ms = Date.UTC(2000, 0, 1)

const text = (bytes: Buffer, at: number, value: string) => at + bytes.write(value, at)

/** With its length before it. */
function sized(bytes: Buffer, at: number, write: Writer, value: unknown): number {
  const end = write(bytes, at + 4, value as never)
  bytes.writeInt32BE(end - at - 4, at)
  return end
}

const writers: Record<CopyKind, Writer> = {
  text,
  folded: text,
  instant: (bytes, at, value: string) =>
    bytes.writeBigInt64BE(BigInt(Date.parse(value) - year2000Ms) * 1000n, at),
  number: (bytes, at, value: number) => bytes.writeDoubleBE(value, at),
  integer: (bytes, at, value: number) => bytes.writeInt32BE(value, at),
  /** Where a row lies, as PostgreSQL writes its ctid: the page, and which of its rows. */
  place(bytes, at, value: string) {
    const [page, row] = value.slice(1, -1).split(',').map(Number) as [number, number]
    return bytes.writeUInt16BE(row, bytes.writeUInt32BE(page, at))
  },
  flag: (bytes, at, value: boolean) => bytes.writeUInt8(value ? 1 : 0, at),
  /** Dimensions, whether there are nulls, the type; then of the one dimension its length and first place. */
  texts(bytes, at, value: readonly string[]) {
    const dimensions = value.length > 0 ? [1, 0, oidOfText, value.length, 1] : [0, 0, oidOfText]
    let end = at
    for (const number of dimensions) end = bytes.writeInt32BE(number, end)
    for (const item of value) end = sized(bytes, end, text, item)
    return end
  },
}

/** No fewer bytes than the value takes: three for each UTF-16 unit. */
function mostBytes(value: CopyValue): number {
  if (typeof value === 'string') return 4 + value.length * 3
  if (value === null || typeof value !== 'object') return 12
  return value.reduce((sum, item) => sum + 4 + item.length * 3, 24)
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')

function* copyBytes(kinds: readonly Writer[], rows: Rows): Generator<Buffer> {
  let bytes = Buffer.allocUnsafe(2 * chunkLength)
  let at = signature.copy(bytes)
  for (const row of rows) {
    const most = row.reduce<number>((sum, value) => sum + mostBytes(value), 4)
    if (at > chunkLength || at + most > bytes.length) {
      yield bytes.subarray(0, at)
      bytes = Buffer.allocUnsafe(Math.max(2 * chunkLength, most + 2))
      at = 0
    }
    at = bytes.writeInt16BE(kinds.length, at)
    for (const [index, write] of kinds.entries()) {
      const value = row[index]!
      at = value === null ? bytes.writeInt32BE(-1, at) : sized(bytes, at, write, value)
    }
  }
  yield bytes.subarray(0, at)
  yield Buffer.from([0xff, 0xff])
}
