// Every way a call can fail: one table of code → status, one error type, one envelope.
// It must not know which operation failed.

export const statusOf = {
  BAD_REQUEST: 400,
  INVALID_JSON: 400,
  VALIDATION_ERROR: 400,
  INVALID_DOCUMENT: 400,
  UNSUPPORTED_FILE_TYPE: 400,
  FILE_TOO_LARGE: 400,
  MISSING_API_KEY: 401,
  INVALID_API_KEY: 401,
  EXPIRED_API_KEY: 401,
  REVOKED_API_KEY: 401,
  INSUFFICIENT_SCOPE: 403,
  IP_NOT_ALLOWED: 403,
  COMPANY_ACCESS_DENIED: 403,
  AGENCY_ACCESS_DENIED: 403,
  COMPANY_KEY_REQUIRED: 403,
  AGENCY_KEY_REQUIRED: 403,
  FEATURE_NOT_ENABLED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  WORKER_MATCH_REQUIRES_REVIEW: 409,
  WORKER_CONFLICT: 409,
  IDEMPOTENCY_CONFLICT: 409,
  RESYNC_REQUIRED: 409,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMIT_EXCEEDED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  STORAGE_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

/** Those that only the operator's interface has; the list above is the API's own. */
export const operatorStatusOf = { MISSING_OPERATOR_TOKEN: 401, INVALID_OPERATOR_TOKEN: 401 } as const

/** Messages quote what was sent, and that can be a key in the wrong place. */
export const withoutSecrets = (text: string) =>
  text
    .replace(/(wf[cao]_)[0-9A-Za-z]{38,}([0-9A-Za-z]{4})/g, '$1…$2')
    .replace(/whsec_[0-9A-Za-z+/=]{16,}/g, 'whsec_…')

export type ProblemCode = keyof typeof statusOf
export type AnyProblemCode = ProblemCode | keyof typeof operatorStatusOf

const statuses: Record<AnyProblemCode, number> = { ...statusOf, ...operatorStatusOf }

export class Problem extends Error {
  readonly code: AnyProblemCode
  readonly status: number
  readonly headers: Record<string, string>

  constructor(code: AnyProblemCode, message: string, headers: Record<string, string> = {}) {
    super(withoutSecrets(message))
    this.code = code
    this.status = statuses[code]
    this.headers = headers
  }

  get body(): string {
    return JSON.stringify({ success: false, error: { code: this.code, message: this.message } })
  }
}

export const badRequest = (message: string) => new Problem('BAD_REQUEST', message)

/** The same words whether it does not exist or is not the caller's to see. */
export const notFound = (noun: string) =>
  new Problem('NOT_FOUND', `${noun[0]!.toUpperCase()}${noun.slice(1)} not found`)
