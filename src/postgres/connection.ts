// A connection to PostgreSQL by its protocol 3.0: tasks are sent one behind the other without waiting for answers, which
// come in the same order.
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type Address, AddressError, type Host } from './address.ts'
import type { Buffers, ReadBuffer } from './buffers.ts'
import { ConnectionError, PostgresError } from './errors.ts'
import { logInToPostgres } from './login.ts'
import { Messages } from './messages.ts'
import { MessageWriter } from './output.ts'
import { openSocket } from './socket.ts'
import { errorIn, type PreparedStatement, type Task, type TaskConnection } from './task.ts'

export type SessionOptions = {
  buffers: Buffers
  /** Set for the session from its start. */
  settings: Readonly<Record<string, string>>
  timeoutMs: number
  signal?: AbortSignal | undefined
  onNotify?: (() => void) | undefined
}

const cancelCode = 80_877_102
const endingMs = 1_000

export class Connection implements TaskConnection {
  readonly out = new MessageWriter()
  readonly prepared = new Map<string, PreparedStatement>()
  readonly closed: Promise<void>
  isClosed = false
  /** Which process serves it, and what cancels a statement there. */
  process = 0
  private secret = 0
  /** Set once a host has been reached. */
  private socket!: Socket
  private readonly waiting: Task[] = []
  private readonly sent: Task[] = []
  private readonly messages: Messages
  private readonly host: Host
  private readonly address: Address
  private readonly onNotify: (() => void) | undefined
  private readonly prefix = `m${randomBytes(4).toString('hex')}_`
  private names = 0
  private transaction = 'I'
  private isFlushing = false
  private fatal: Error | undefined
  private readonly ended = Promise.withResolvers<void>()
  /** Called whenever everything asked is answered. */
  onIdle: () => void = () => {}
  /** Takes messages until the session has begun. */
  private starting: ((letter: string, bytes: Buffer, from: number, to: number) => void) | undefined

  private constructor(host: Host, address: Address, { buffers, onNotify }: SessionOptions) {
    this.host = host
    this.address = address
    this.onNotify = onNotify
    this.closed = this.ended.promise
    this.messages = new Messages(buffers, (letter, buffer, from, to) =>
      this.take(String.fromCharCode(letter), buffer, from, to),
    )
  }

  /** To one host. */
  static async open(host: Host, address: Address, opening: SessionOptions): Promise<Connection> {
    const connection = new Connection(host, address, opening)
    const late = AbortSignal.timeout(opening.timeoutMs)
    const signal = opening.signal ? AbortSignal.any([late, opening.signal]) : late
    try {
      const way = await openSocket(host, address.tls, connection.messages, signal)
      connection.socket = way.socket
      way.socket.on('error', error => {
        connection.fatal ??= error
      })
      way.socket.once('close', () => connection.broke())
      signal.throwIfAborted()
      const stop = () => way.socket.destroy(signal.reason)
      signal.addEventListener('abort', stop)
      try {
        await logInToPostgres(connection, way, address, opening.settings, hear => {
          connection.starting = hear
        })
      } finally {
        signal.removeEventListener('abort', stop)
      }
      return connection
    } catch (error) {
      connection.destroy()
      throw late.aborted ? tooLate(opening.timeoutMs) : explained(error as Error)
    }
  }

  /** Whether it is in no transaction. */
  get isIdle(): boolean {
    return this.transaction === 'I'
  }
  /** The number of tasks that are not answered yet. */
  get pending(): number {
    return this.waiting.length + this.sent.length
  }

  nextName(): string {
    return `${this.prefix}${++this.names}`
  }

  ask<T extends Task>(task: T): T {
    this.waiting.push(task)
    if (this.isClosed) this.failAll()
    else this.send()
    return task
  }

  /** Sends what was written, with whatever else is written in this turn. */
  flush(): void {
    if (this.isFlushing) return
    this.isFlushing = true
    queueMicrotask(() => {
      this.isFlushing = false
      if (this.out.length > 0 && !this.isClosed) this.socket.write(this.out.take())
    })
  }

  /** Called when a task that could not be sent at once has been sent. */
  sentAll(task: Task): void {
    task.isWhole = true
    this.flush()
    if (this.waiting.length > 0 && !this.isClosed) this.send()
  }

  /** Bytes that are sent from where they are; false while the socket has more than enough. */
  write(chunk: Uint8Array): boolean {
    this.socket.cork()
    if (this.out.length > 0) this.socket.write(this.out.take())
    const hasRoom = this.socket.write(chunk)
    this.socket.uncork()
    return hasRoom
  }

  /** Settles when the socket has room, or is gone. */
  drained(): Promise<void> {
    if (this.isClosed || !this.socket.writableNeedDrain) return Promise.resolve()
    return new Promise(resolve => {
      const done = () => {
        this.socket.off('drain', done).off('close', done)
        resolve()
      }
      this.socket.on('drain', done).on('close', done)
    })
  }

  pause(): void {
    this.socket.pause()
  }
  resume(): void {
    if (!this.isClosed) this.socket.resume()
  }

  /** Asks PostgreSQL to cancel the current statement. Sent over a connection of its own, it may come too late, and then hit
   * what comes next: so nothing else may be asked of this one. */
  async cancel(): Promise<void> {
    const { socket } = await openSocket(this.host, this.address.tls, nobody, AbortSignal.timeout(endingMs))
    const request = Buffer.alloc(16)
    for (const [index, value] of [16, cancelCode, this.process, this.secret].entries())
      request.writeInt32BE(value | 0, 4 * index)
    socket.on('error', () => {}).setTimeout(endingMs, () => socket.destroy())
    socket.end(request)
  }

  /** Ends it when everything asked is answered, or so many milliseconds have passed. */
  async end(patienceMs: number): Promise<void> {
    if (this.pending > 0 && patienceMs > 0 && !this.isClosed) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.onIdle = resolve
      const timer = setTimeout(resolve, patienceMs).unref()
      await Promise.race([promise, this.closed])
      clearTimeout(timer)
    }
    if (this.isClosed) return
    if (this.pending > 0) return this.destroy()
    this.out.message('X')
    this.socket.end(this.out.take())
    const timer = setTimeout(() => this.destroy(), endingMs)
    await this.closed
    clearTimeout(timer)
  }

  destroy(reason?: Error): void {
    this.fatal ??= reason
    if (this.socket) this.socket.destroy()
    this.broke()
  }

  /** From the login: which process it is, and what cancels it. */
  begun(process: number, secret: number): void {
    this.process = process
    this.secret = secret
  }

  private send(): void {
    while (this.waiting.length > 0 && (this.sent.at(-1)?.isWhole ?? true)) {
      if (this.sent.length > 0 && this.waiting[0]!.startsAlone) break
      const task = this.waiting.shift()!
      const before = this.out.length
      if (!task.isAbandoned) {
        try {
          task.start(this)
          this.sent.push(task)
        } catch (error) {
          this.out.rewind(before)
          task.fail(error as Error)
        }
      }
    }
    this.flush()
  }

  private take(letter: string, buffer: ReadBuffer, from: number, to: number): void {
    const { bytes } = buffer
    // Notices and reports of settings are ignored.
    if (letter === 'S' || letter === 'N') return
    if (letter === 'A') this.onNotify?.()
    else if (letter === 'E') this.refused(errorIn(bytes, from, to))
    else if (this.starting) this.starting(letter, bytes, from, to)
    else if (letter === 'Z') this.ready(String.fromCharCode(bytes[from]!))
    else {
      const task = this.sent[0]
      task?.take(this, letter, buffer, from, to)
      if (task?.isWhole && this.waiting.length > 0) this.send()
    }
  }

  private refused(error: PostgresError): void {
    if (error.severity === 'FATAL' || error.severity === 'PANIC' || this.starting) {
      this.destroy(error)
    } else this.sent[0]?.refused(this, error)
  }

  private ready(transaction: string): void {
    this.transaction = transaction
    const task = this.sent.shift()
    if (task?.end(this)) this.waiting.unshift(task)
    if (this.waiting.length > 0) this.send()
    if (this.pending === 0) this.onIdle()
  }

  private broke(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.starting?.('', Buffer.alloc(0), 0, 0)
    this.failAll()
    this.messages.close()
    this.ended.resolve()
  }

  private failAll(): void {
    for (const task of [...this.sent.splice(0), ...this.waiting.splice(0)])
      task.fail(this.lost(task.isUnderWay))
  }

  /** The error of every statement that waits on it, and of every later one. */
  lost(mayHaveRun: boolean): Error {
    const { fatal } = this
    const code = (fatal as { code?: string } | undefined)?.code ?? 'CONNECTION_CLOSED'
    const outcome = mayHaveRun
      ? 'the statement may have been carried out'
      : 'the statement was not carried out'
    // PostgreSQL's own words at the end of a session quote nothing of a statement.
    const reason = fatal ? `: ${fatal.message}` : ''
    return new ConnectionError(`The connection to PostgreSQL has ended; ${outcome}${reason}`, {
      code,
      mayHaveRun,
      cause: fatal,
    })
  }

  /** Why it could not begin. */
  get refusal(): Error {
    return this.fatal ?? this.lost(false)
  }
}

/** PostgreSQL's own refusal, and what is wrong in an address, say what they are. */
function explained(error: Error): Error {
  if (error instanceof PostgresError || error instanceof ConnectionError || error instanceof AddressError)
    return error
  const { code = '' } = error as { code?: string }
  return new ConnectionError(`PostgreSQL cannot be reached: ${error.message || code}`, {
    // The system's own, such as ECONNREFUSED; those of TLS are many.
    code: /^E[A-Z]+$/.test(code) ? code : 'CONNECTION_FAILED',
    cause: error,
  })
}

const nobody = { space: () => Buffer.alloc(1024), read() {}, copy() {} }

const tooLate = (timeoutMs: number) =>
  new ConnectionError(`PostgreSQL did not let us in within ${timeoutMs / 1000} s`, {
    code: 'CONNECT_TIMEOUT',
  })
