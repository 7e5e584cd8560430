// One thing asked of a connection: a statement, a copy, a cursor. It writes its messages when its turn comes, takes
// PostgreSQL's as they arrive, and ends when PostgreSQL is ready for the next.
import type { ReadBuffer } from './buffers.ts'
import { PostgresError } from './errors.ts'
import type { MessageWriter } from './output.ts'
import type { Type } from './types.ts'

export type StatementColumn = { name: string; read: Type['read']; parse: Type['parse'] }
export type PreparedStatement = { name: string; oids: readonly number[]; columns: readonly StatementColumn[] }

/** What tasks use of their connection. */
export type TaskConnection = {
  readonly out: MessageWriter
  readonly prepared: Map<string, PreparedStatement>
  /** Whether it is in no transaction. */
  readonly isIdle: boolean
  nextName(): string
  flush(): void
}

export abstract class Task {
  /** Whether all of it has been sent, so that the next may follow at once. */
  isWhole = false
  /** Whether it is sent only when all before it are answered. */
  get startsAlone(): boolean {
    return false
  }
  /** Nobody waits for it any more; where nothing of it was sent, nothing will be. */
  isAbandoned = false
  /** Whether PostgreSQL was told to carry it out. */
  isUnderWay = false
  error: Error | undefined

  /** Writes what it begins with. */
  abstract start(connection: TaskConnection): void
  /** A message that is about it. */
  abstract take(
    connection: TaskConnection,
    letter: string,
    buffer: ReadBuffer,
    from: number,
    to: number,
  ): void
  /** Tells whoever asked what came of it. */
  protected abstract settle(): void

  /** PostgreSQL is ready for the next. True where this one wants to be asked again. */
  end(_connection: TaskConnection): boolean {
    this.settle()
    return false
  }

  fail(error: Error): void {
    this.error = error
    this.isWhole = true
    this.settle()
  }

  /** PostgreSQL skips what else was sent, up to the next Sync. */
  refused(connection: TaskConnection, error: Error): void {
    this.error ??= error
    if (this.isWhole) return
    this.isWhole = true
    connection.out.message('S')
    connection.flush()
  }
}

/** Letter by letter, each with its text, until a zero. */
export function errorIn(bytes: Buffer, from: number, to: number): PostgresError {
  const fields = new Map<string, string>()
  for (let at = from; at < to && bytes[at] !== 0; ) {
    const end = bytes.indexOf(0, at)
    fields.set(String.fromCharCode(bytes[at]!), bytes.toString('utf8', at + 1, end))
    at = end + 1
  }
  return new PostgresError(fields)
}
