// What a call rejects with: the server's own code and words, or that it could not be reached.
import type { ProblemCode } from './generated.ts'

export type ErrorCode = ProblemCode | 'NETWORK_ERROR'

export class MusterError extends Error {
  override readonly name = 'MusterError'
  /** For programs: one of the codes of the API, or NETWORK_ERROR. */
  readonly code: ErrorCode
  /** The status of the answer; 0 where there was none. */
  readonly status: number
  /** Names the request in the server's logs. */
  readonly requestId: string | undefined
  /** Seconds after which it may be tried again, where the server says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    about: {
      status?: number
      requestId?: string | undefined
      retryAfterSeconds?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, about.cause === undefined ? {} : { cause: about.cause })
    this.code = code
    this.status = about.status ?? 0
    this.requestId = about.requestId
    this.retryAfterSeconds = about.retryAfterSeconds
  }
}
