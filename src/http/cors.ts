// Pages of other origins that the operator has named may ask from a browser (CORS), with a key or a token of their own and
// never with cookies.
import type { IncomingMessage } from 'node:http'
import { nextChangeHeader } from '../kernel/operation/export.ts'
import { loadedAtHeader } from '../kernel/operation/operation.ts'
import type { CrossOrigin } from './surface.ts'

const allowedHeaders = [
  ...['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'traceparent'],
  // Of clients of the tools.
  ...['X-Request-Id', 'Last-Event-ID', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id'],
].join(', ')
const exposedHeaders = [
  ...['Allow', 'Content-Disposition', 'ETag', 'Link', loadedAtHeader, nextChangeHeader, 'RateLimit'],
  ...['RateLimit-Policy', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
].join(', ')
const preflightSeconds = '600'

/** `mayAsk` says of which origins pages may. */
export function crossOrigin(mayAsk: (origin: string) => boolean): CrossOrigin {
  const originOf = ({ headers: { origin } }: IncomingMessage) =>
    origin !== undefined && mayAsk(origin) ? origin : undefined
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
