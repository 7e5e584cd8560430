// The simple protocol: scripts of several statements, and COPY in both directions.
import type { ReadBuffer } from './buffers.ts'
import type { Connection } from './connection.ts'
import { Task } from './task.ts'

/** Statements without parameters, one after the other; their rows are not looked at. */
export class Script extends Task {
  protected readonly text: string
  /** What PostgreSQL says that the last statement has done. */
  tag = ''
  protected readonly settling = Promise.withResolvers<void>()

  constructor(text: string) {
    super()
    this.text = text
    this.settling.promise.catch(() => {})
  }

  get done(): Promise<void> {
    return this.settling.promise
  }

  start({ out }: Connection): void {
    out.message('Q', () => out.zeroEnded(this.text))
    this.isUnderWay = true
    this.isWhole = true
  }

  take(connection: Connection, letter: string, { bytes }: ReadBuffer, from: number, to: number): void {
    if (letter === 'C') this.tag = bytes.toString('latin1', from, to - 1)
    if (letter !== 'G') return
    connection.out.message('f', () => connection.out.zeroEnded('A script has no rows to copy'))
    connection.flush()
  }

  override refused(_connection: Connection, error: Error): void {
    this.error ??= error
    this.isWhole = true
  }

  protected settle(): void {
    this.isWhole = true
    if (this.error) this.settling.reject(this.error)
    else this.settling.resolve()
  }
}

type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/** Rows that are sent behind their statement without asking whether it will have them: PostgreSQL passes over those of a
 * copy that it refused. */
export class CopyIn extends Script {
  private readonly chunks: Chunks
  /** The error that ended the rows, if any. */
  private failure: Error | undefined

  constructor(text: string, chunks: Chunks) {
    super(text)
    this.chunks = chunks
  }

  override start(connection: Connection): void {
    super.start(connection)
    this.isWhole = false
    void this.copy(connection)
  }

  override take(): void {}

  private async copy(connection: Connection): Promise<void> {
    try {
      for await (const chunk of this.chunks) {
        if (this.isWhole) return
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        connection.out.byte('d'.charCodeAt(0))
        connection.out.int32(bytes.length + 4)
        if (!connection.write(bytes)) await connection.drained()
      }
      if (!this.isWhole) connection.out.message('c')
    } catch (error) {
      this.failure = error as Error
      if (!this.isWhole) connection.out.message('f', () => connection.out.zeroEnded('There are no more rows'))
    }
    connection.sentAll(this)
  }

  protected override settle(): void {
    this.error = this.failure ?? this.error
    super.settle()
  }
}

/** How many bytes may wait to be taken before PostgreSQL has to wait. */
const mostWaiting = 1024 * 1024

/** Rows as they come, each chunk one or several of them in memory of its own. */
export class CopyOut extends Script {
  private readonly begun = Promise.withResolvers<AsyncIterable<Buffer>>()
  private waiting: Buffer[] = []
  private waitingBytes = 0
  private wake: (() => void) | undefined
  private isEnded = false
  private isUnwanted = false

  /** Settles when PostgreSQL begins to send. */
  get rows(): Promise<AsyncIterable<Buffer>> {
    return this.begun.promise
  }

  override take(
    connection: Connection,
    letter: string,
    { bytes }: ReadBuffer,
    from: number,
    to: number,
  ): void {
    if (letter === 'H') this.begun.resolve(this.read(connection))
    if (letter !== 'd' || this.isUnwanted) return
    this.waiting.push(Buffer.from(bytes.subarray(from, to)))
    this.waitingBytes += to - from
    if (this.waitingBytes > mostWaiting) connection.pause()
    this.wake?.()
  }

  override end(connection: Connection): boolean {
    connection.resume()
    return super.end(connection)
  }

  protected override settle(): void {
    this.isEnded = true
    this.wake?.()
    this.begun.reject(this.error ?? new Error('The statement copies no rows out'))
    super.settle()
  }

  /** A reader that stops early has the rest read and dropped; until then the connection takes nothing else. */
  private async *read(connection: Connection): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const chunks = this.waiting
        this.waiting = []
        this.waitingBytes = 0
        connection.resume()
        yield* chunks
        if (this.waiting.length > 0) continue
        if (this.isEnded) break
        await new Promise<void>(resolve => {
          this.wake = resolve
        })
      }
      if (this.error) throw this.error
    } finally {
      this.isUnwanted = true
      this.waiting = []
      connection.resume()
      await this.done.catch(() => {})
    }
  }
}
