// The rows of one statement in batches: PostgreSQL works out the next ones when they are asked for.
import type { ReadBuffer } from './buffers.ts'
import type { Connection } from './connection.ts'
import { type ResultRow, readRow, Statement } from './statement.ts'
import { types } from './types.ts'

export class Cursor extends Statement<void> {
  private readonly batchRows: number
  private rows: ResultRow[] = []
  private isLast = false
  /** Whether a batch has come that was not handed on. */
  private hasCome = false
  private wake: (() => void) | undefined

  constructor(statement: string, parameters: readonly unknown[], batchRows: number, readers = types) {
    super(statement, parameters, false, readers)
    this.batchRows = batchRows
    this.done.catch(() => {})
  }

  protected override execute(connection: Connection): void {
    connection.out.message('E', () => {
      connection.out.zeroEnded('')
      connection.out.int32(this.batchRows)
    })
    connection.out.message('H')
    connection.flush()
  }

  protected row({ bytes }: ReadBuffer, from: number): void {
    this.rows.push(readRow(bytes, from, this.columns))
  }
  protected result(): void {}

  override take(connection: Connection, letter: string, buffer: ReadBuffer, from: number, to: number): void {
    super.take(connection, letter, buffer, from, to)
    if (letter === 'C' || letter === 'I') this.finish(connection)
    if (letter !== 's') return
    this.hasCome = true
    this.wake?.()
  }

  protected override settle(): void {
    this.isLast = true
    this.wake?.()
    super.settle()
  }

  private finish(connection: Connection): void {
    if (this.isWhole) return
    this.isWhole = true
    connection.out.message('S')
    connection.flush()
  }

  /** To be read once, and the statement asked before. */
  async *batches(connection: Connection): AsyncGenerator<ResultRow[]> {
    try {
      for (;;) {
        if (!this.isLast && !this.hasCome)
          await new Promise<void>(resolve => {
            this.wake = resolve
          })
        if (this.error) throw this.error
        const { rows } = this
        this.rows = []
        this.hasCome = false
        if (rows.length > 0) yield rows
        if (this.isLast) return
        this.execute(connection)
      }
    } finally {
      this.finish(connection)
      await this.done.catch(() => {})
    }
  }
}
