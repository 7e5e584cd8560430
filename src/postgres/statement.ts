// A statement with parameters, by the extended protocol: described once, and where it is to be prepared, known to the
// connection from then on. Its rows are read as values, or left as the bytes they came in.
import type { ReadBuffer } from './buffers.ts'
import { PostgresError } from './errors.ts'
import { type PreparedStatement, type StatementColumn, Task, type TaskConnection } from './task.ts'
import { type Type, typeOf, types, writeParameters } from './types.ts'

export type ResultRow = Record<string, unknown>
export type Bytes = readonly (Buffer | null)[]

/** Rows as PostgreSQL sent them, in memory that is used again once they are released. */
export type ByteRows = { rows: Bytes[]; release(): void }

/** The rows in memory of their own, all in one piece, and the other released. */
export function copyRows({ rows, release }: ByteRows): Bytes[] {
  const length = rows.reduce((sum, row) => row.reduce((all, column) => all + (column?.length ?? 0), sum), 0)
  const own = Buffer.allocUnsafeSlow(length)
  let to = 0
  const copy = (column: Buffer | null) => {
    if (column === null) return null
    const from = to
    to += column.copy(own, from)
    return own.subarray(from, to)
  }
  const copies = rows.map(row => row.map(copy))
  release()
  return copies
}

const text: Type = {}
const mostParameters = 65_535
/** The plan's result has changed, or the server has forgotten it. */
const isForgotten = (error: unknown) =>
  error instanceof PostgresError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))

export abstract class Statement<T> extends Task {
  protected readonly statement: string
  protected readonly parameters: readonly unknown[]
  private readonly isPrepared: boolean
  private readonly given: readonly number[]
  private readonly key: string
  private readonly readers: typeof types
  private oids: number[] = []
  private known: PreparedStatement | undefined
  private isRepeated = false
  protected columns: readonly StatementColumn[] = []
  private readonly settling = Promise.withResolvers<T>()

  constructor(statement: string, parameters: readonly unknown[], isPrepared: boolean, readers = types) {
    super()
    this.readers = readers
    if (parameters.length > mostParameters)
      throw new RangeError(`A statement has at most ${mostParameters} parameters`)
    this.statement = statement
    this.parameters = parameters
    this.isPrepared = isPrepared
    this.given = parameters.map(typeOf)
    this.key = this.given.some(oid => oid > 0) ? `${this.given.join()} ${statement}` : statement
  }

  /** One that has to be described first, and is not kept: PgBouncer gives the server to somebody else as soon as what came
   * before is answered, and the description with it. */
  override get startsAlone(): boolean {
    return !this.isPrepared && !this.isSentAtOnce
  }

  /** Whether it needs no description, and is sent in one go. */
  private get isSentAtOnce(): boolean {
    return !this.isPrepared && this.parameters.length === 0 && !this.needsColumns
  }

  get done(): Promise<T> {
    return this.settling.promise
  }

  protected abstract row(buffer: ReadBuffer, from: number, to: number): void
  protected abstract result(): T
  /** Whether the columns' types have to be known before it is carried out. */
  protected readonly needsColumns: boolean = true
  protected execute(connection: TaskConnection): void {
    connection.out.message('E', () => {
      connection.out.zeroEnded('')
      connection.out.int32(0)
    })
    connection.out.message('S')
    this.isWhole = true
  }

  start(connection: TaskConnection): void {
    this.known = this.isPrepared ? connection.prepared.get(this.key) : undefined
    if (this.known) {
      this.columns = this.known.columns
      this.bind(connection, this.known.name, this.known.oids)
      return
    }
    const { out } = connection
    const name = this.isPrepared ? connection.nextName() : ''
    this.known = { name, oids: this.oids, columns: [] }
    out.message('P', () => {
      out.zeroEnded(name)
      out.zeroEnded(this.statement)
      out.count(this.given.length)
      for (const oid of this.given) out.int32(oid)
    })
    if (this.isSentAtOnce) this.bind(connection, name, [])
    else this.describe(connection, name)
  }

  /** Whether nothing else may be sent before the answer, as this statement goes on with it. */
  private describe({ out }: TaskConnection, name: string): void {
    out.message('D', () => {
      out.byte('S'.charCodeAt(0))
      out.zeroEnded(name)
    })
    out.message('H')
  }

  protected bind(connection: TaskConnection, name: string, oids: readonly number[]): void {
    const { out } = connection
    out.message('B', () => {
      out.zeroEnded('')
      out.zeroEnded(name)
      writeParameters(out, this.parameters, oids)
      if (!this.needsColumns) {
        out.int16(1)
        out.int16(1)
      } else {
        out.int16(this.columns.length)
        for (const { read } of this.columns) out.int16(read ? 1 : 0)
      }
    })
    this.isUnderWay = true
    this.execute(connection)
  }

  take(connection: TaskConnection, letter: string, buffer: ReadBuffer, from: number, to: number): void {
    const { bytes } = buffer
    if (letter === 'D') this.row(buffer, from, to)
    else if (letter === 't') for (let at = from + 2; at < to; at += 4) this.oids.push(bytes.readUInt32BE(at))
    else if (letter === 'T' || letter === 'n') {
      this.columns = letter === 'T' ? columnsIn(bytes, from, this.readers) : []
      this.described(connection)
    }
  }

  private described(connection: TaskConnection): void {
    const { name, oids } = this.known!
    if (this.isPrepared) connection.prepared.set(this.key, { name, oids, columns: this.columns })
    const before = connection.out.length
    try {
      this.bind(connection, name, oids)
      connection.flush()
    } catch (error) {
      connection.out.rewind(before)
      this.isWhole = false
      this.refused(connection, error as Error)
    }
  }

  override end(connection: TaskConnection): boolean {
    if (isForgotten(this.error) && this.isPrepared) {
      connection.prepared.delete(this.key)
      if (!this.isRepeated && connection.isIdle) return this.again()
    }
    return super.end(connection)
  }

  protected settle(): void {
    if (this.error) this.settling.reject(this.error)
    else this.settling.resolve(this.result())
  }

  private again(): true {
    this.isRepeated = true
    this.error = undefined
    this.isWhole = false
    this.isUnderWay = false
    this.oids = []
    return true
  }
}

/** The names of the columns that a statement would answer with; it is not carried out. */
export class Description extends Statement<string[]> {
  protected override bind(connection: TaskConnection): void {
    connection.out.message('S')
    this.isWhole = true
  }
  protected row(): void {}
  protected result(): string[] {
    return this.columns.map(({ name }) => name)
  }
}

/** Values by the names of their columns. */
export class RowsStatement extends Statement<ResultRow[]> {
  private rows: ResultRow[] = []

  protected row({ bytes }: ReadBuffer, from: number): void {
    this.rows.push(readRow(bytes, from, this.columns))
  }
  protected result(): ResultRow[] {
    return this.rows
  }
}

export function readRow(bytes: Buffer, from: number, columns: readonly StatementColumn[]): ResultRow {
  const row: ResultRow = {}
  let at = from + 2
  for (const { name, read, parse } of columns) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) {
      row[name] = null
      continue
    }
    const end = at + length
    if (read) row[name] = read(bytes, at, end)
    else row[name] = parse ? parse(bytes.toString('utf8', at, end)) : bytes.toString('utf8', at, end)
    at = end
  }
  return row
}

/** Columns in binary, all of them, as they came. */
export class BytesStatement extends Statement<ByteRows> {
  protected override readonly needsColumns = false
  private readonly rows: Bytes[] = []
  private readonly held: ReadBuffer[] = []

  protected row(buffer: ReadBuffer, from: number): void {
    const { bytes } = buffer
    if (this.held.at(-1) !== buffer) this.held.push(buffer.hold())
    const count = bytes.readInt16BE(from)
    const row = new Array<Buffer | null>(count)
    let at = from + 2
    for (let index = 0; index < count; index++) {
      const length = bytes.readInt32BE(at)
      at += 4
      row[index] = length < 0 ? null : bytes.subarray(at, at + length)
      if (length > 0) at += length
    }
    this.rows.push(row)
  }

  protected result(): ByteRows {
    return { rows: this.rows, release: () => this.release() }
  }

  protected override settle(): void {
    if (this.error || this.isAbandoned) this.release()
    super.settle()
  }

  /** Read once, however often it is asked for. */
  private release(): void {
    for (const buffer of this.held.splice(0)) buffer.release()
  }
}

function columnsIn(bytes: Buffer, from: number, readers: typeof types): StatementColumn[] {
  const columns: StatementColumn[] = []
  let at = from + 2
  for (let left = bytes.readInt16BE(from); left > 0; left--) {
    const end = bytes.indexOf(0, at)
    // After the name: the table, the place in it, the type, its length and modifier, the format.
    const { read, parse } = readers.get(bytes.readUInt32BE(end + 7)) ?? text
    columns.push({ name: bytes.toString('utf8', at, end), read, parse })
    at = end + 19
  }
  return columns
}
