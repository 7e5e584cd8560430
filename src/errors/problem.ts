// Every way a call can fail: one table of code → status, one of what each means, one error type, one envelope.
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
  KEY_OWNER_DELETED: 401,
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
  BILLING_CHECK_CHANGED: 409,
  WORKER_ERASED: 410,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMIT_EXCEEDED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  STORAGE_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

/** Those that only the operator's interface and the portal have; the list above is the API's own. */
export const operatorStatusOf = {
  MISSING_OPERATOR_TOKEN: 401,
  INVALID_OPERATOR_TOKEN: 401,
  MISSING_SESSION: 401,
  EXPIRED_SESSION: 401,
  REVOKED_SESSION: 401,
  INVALID_SIGN_IN_LINK: 401,
  ROLE_NOT_ALLOWED: 403,
  FOREIGN_REQUEST: 403,
  CHANGED_MEANWHILE: 409,
} as const

/** Messages quote what was sent, and that can be a key in the wrong place. */
export const withoutSecrets = (text: string) =>
  text
    .replace(/(wf[caotrgs]_)[0-9A-Za-z]{38,}([0-9A-Za-z]{4})/g, '$1…$2')
    .replace(/whsec_[0-9A-Za-z+/=]{16,}/g, 'whsec_…')

export type ProblemCode = keyof typeof statusOf
export type AnyProblemCode = ProblemCode | keyof typeof operatorStatusOf

/** What each means to a client and what to do about it, for documents and assistants. */
export const meaningOf: Record<AnyProblemCode, string> = {
  BAD_REQUEST:
    'A parameter or id is unknown, repeated, empty or wrong; the message names it. Fix the request.',
  INVALID_JSON: 'The body is not JSON. Fix the request.',
  VALIDATION_ERROR: 'A field of the body is missing or wrong; the message names every one. Fix the request.',
  INVALID_DOCUMENT: 'A document breaks the rules of its qualification. Fix the document.',
  UNSUPPORTED_FILE_TYPE: 'A file is not a PDF, JPEG or PNG.',
  FILE_TOO_LARGE: 'A file is larger than 20 MB.',
  MISSING_API_KEY: 'No key was sent.',
  INVALID_API_KEY: 'The key is mistyped or does not exist.',
  EXPIRED_API_KEY: 'The key has expired, or this secret of it was rotated away.',
  REVOKED_API_KEY: 'The key was revoked.',
  KEY_OWNER_DELETED: 'The company or agency that the key is for was deleted; ask whoever made the key.',
  MISSING_OPERATOR_TOKEN: 'No operator token was sent.',
  INVALID_OPERATOR_TOKEN: 'The operator token is mistyped, revoked or does not exist.',
  MISSING_SESSION: 'Nobody is signed in.',
  EXPIRED_SESSION: 'The session was open or idle for too long; sign in again.',
  REVOKED_SESSION: 'The session was ended, or the token that opened it was revoked.',
  INVALID_SIGN_IN_LINK: 'The sign-in link was used, is too old or does not exist.',
  ROLE_NOT_ALLOWED: 'Another role may do this, and the message says which.',
  FOREIGN_REQUEST: 'The request does not come from the portal’s own pages.',
  CHANGED_MEANWHILE: 'Somebody else changed it since it was read; read it again, and decide anew.',
  INSUFFICIENT_SCOPE: 'The key lacks the scope; ask whoever made it.',
  IP_NOT_ALLOWED: 'The key may not be used from this address.',
  COMPANY_ACCESS_DENIED: 'A company in the request is not one of the key’s.',
  AGENCY_ACCESS_DENIED: 'An agency in the request is not one of the key’s.',
  COMPANY_KEY_REQUIRED: 'Only company-scoped keys may call this.',
  AGENCY_KEY_REQUIRED: 'Only agency-scoped keys may call this.',
  FEATURE_NOT_ENABLED: 'No company in the request has the feature; do not retry until that changes.',
  NOT_FOUND: 'It does not exist, or is not the key’s to see.',
  METHOD_NOT_ALLOWED: 'The path takes another method; see the Allow header.',
  REQUEST_TIMEOUT: 'The request took too long to arrive.',
  WORKER_MATCH_REQUIRES_REVIEW:
    'Somebody like this may be known already; a person reviews it in the portal. Do not retry.',
  WORKER_CONFLICT: 'It conflicts with another worker, such as an agencyId in use.',
  IDEMPOTENCY_CONFLICT: 'The Idempotency-Key was used with another body.',
  RESYNC_REQUIRED: 'The cursor is too old or the scope has changed: read the lists again from a new cursor.',
  BILLING_CHECK_CHANGED:
    'The finding was put right, or something else is at stake by now: read it again, and decide anew.',
  WORKER_ERASED:
    'The worker created under this Idempotency-Key was erased. Do not retry; creating them anew takes a new one.',
  PAYLOAD_TOO_LARGE: 'The body is larger than the operation takes; the message says how much that is.',
  URI_TOO_LONG: 'The address is longer than 8 kB.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not application/json, or is encoded.',
  RATE_LIMIT_EXCEEDED: 'Too many requests; wait as long as Retry-After says.',
  HEADERS_TOO_LARGE: 'The headers are larger than 16 kB.',
  INTERNAL_ERROR: 'Something went wrong at the server; quote the request id.',
  STORAGE_ERROR: 'The server could not store or check something; nothing was kept. Try again.',
  SERVICE_UNAVAILABLE:
    'The server is busy, the question takes too long, or the database is not reachable; wait as long as Retry-After says.',
}

export const statuses: Readonly<Record<AnyProblemCode, number>> = { ...statusOf, ...operatorStatusOf }

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

/** What PostgreSQL and the system say where a disk has no room left. */
export const diskFullCodes = /^(53100|ENOSPC|EDQUOT)$/

export const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && diskFullCodes.test(String(error.code))

export const badRequest = (message: string) => new Problem('BAD_REQUEST', message)

/** `allow` has the methods that are; `use` those to name. */
export const methodNotAllowed = (method: string | undefined, allow: string, use = allow) =>
  new Problem('METHOD_NOT_ALLOWED', `${method} is not allowed here; use ${use}`, { Allow: allow })

/** The same words whether it does not exist or is not the caller's to see. */
export const notFound = (noun: string) =>
  new Problem('NOT_FOUND', `${noun[0]!.toUpperCase()}${noun.slice(1)} not found`)
