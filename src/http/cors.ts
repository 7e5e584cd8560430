// Pages of other origins that the operator has named may call the API from a browser (CORS), with a key of their own and
// never with cookies.
import type { IncomingMessage } from 'node:http'
import { nextChangeHeader } from '../kernel/operation/export.ts'
import { loadedAtHeader } from '../kernel/operation/operation.ts'
import type { CrossOrigin } from './surface.ts'

const allowedHeaders =
  'Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, traceparent, X-Request-Id'
const exposedHeaders = [
  ...['Allow', 'Content-Disposition', 'ETag', 'Link', loadedAtHeader, nextChangeHeader, 'RateLimit'],
  ...['RateLimit-Policy', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
].join(', ')
const preflightSeconds = '600'

/** Undefined where no origin may. */
export function crossOrigin(origins: readonly string[]): CrossOrigin | undefined {
  if (origins.length === 0) return undefined
  const listed = new Set(origins)
  const originOf = ({ headers: { origin } }: IncomingMessage) =>
    origin !== undefined && listed.has(origin) ? origin : undefined
  return {
    preflight: request => {
      const origin = originOf(request)
      const isPreflight =
        request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
      if (!origin || !isPreflight) return undefined
      return {
        status: 204,
        headers: {
          'Access-Control-Allow-Methods': 'GET, POST',
          'Access-Control-Allow-Headers': allowedHeaders,
          'Access-Control-Max-Age': preflightSeconds,
          Vary: 'Access-Control-Request-Method, Access-Control-Request-Headers',
        },
        body: '',
      }
    },
    share: (request, { headers }) => {
      headers.Vary = headers.Vary ? `${headers.Vary}, Origin` : 'Origin'
      const origin = originOf(request)
      if (!origin) return
      headers['Access-Control-Allow-Origin'] = origin
      headers['Access-Control-Expose-Headers'] = exposedHeaders
    },
  }
}
