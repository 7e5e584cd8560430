// What each way to fail means to a client and what to do about it, for documents and assistants.
import type { ProblemCode } from './problem.ts'

export const meaningOf: Record<ProblemCode, string> = {
  BAD_REQUEST:
    'A parameter or id is unknown, repeated, empty or wrong; the message names it. Mend the request.',
  INVALID_JSON: 'The body is not JSON. Mend the request.',
  VALIDATION_ERROR: 'A field of the body is missing or wrong; the message names every one. Mend the request.',
  INVALID_DOCUMENT: 'A document breaks the rules of its qualification. Mend the document.',
  UNSUPPORTED_FILE_TYPE: 'A file is not a PDF, JPEG or PNG.',
  FILE_TOO_LARGE: 'A file is larger than 20 MB.',
  MISSING_API_KEY: 'No key was sent.',
  INVALID_API_KEY: 'The key is mistyped or does not exist.',
  EXPIRED_API_KEY: 'The key has expired, or this secret of it was rotated away.',
  REVOKED_API_KEY: 'The key was revoked.',
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
  PAYLOAD_TOO_LARGE: 'The body is larger than 50 MB.',
  URI_TOO_LONG: 'The address is longer than 8 kB.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not application/json, or is encoded.',
  RATE_LIMIT_EXCEEDED: 'Too many requests; wait as long as Retry-After says.',
  HEADERS_TOO_LARGE: 'The headers are larger than 16 kB.',
  INTERNAL_ERROR: 'Something went wrong at the server; quote the request id.',
  STORAGE_ERROR: 'The server could not store or check something; nothing was kept. Try again.',
  SERVICE_UNAVAILABLE: 'The database is not reachable just now; wait as long as Retry-After says.',
}
