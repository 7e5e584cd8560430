// One attempt: a POST over a guarded connection, never redirected, limited in time and in what is read of the answer.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { AddressRefused, type Guard, TimedOut } from './guard.ts'

export type PostLimits = { connectMs: number; exchangeMs: number; readBytes: number; keptBytes: number }

export const usualLimits: PostLimits = {
  connectMs: 5_000,
  exchangeMs: 15_000,
  readBytes: 16 * 1024,
  keptBytes: 4 * 1024,
}

/** What came of it; without a status there was no answer, and `error` says why. */
export type PostOutcome = {
  status?: number
  error?: string
  retryAfterMs?: number
  durationMs: number
  answer?: string
}

export const isSuccess = ({ status, error }: PostOutcome) =>
  error === undefined && status !== undefined && status >= 200 && status < 300

export type Post = (url: URL, headers: Record<string, string>, body: string) => Promise<PostOutcome>

type Poster = { post: Post; close(): void }

export function posterOf(guard: Guard, limits: PostLimits = usualLimits): Poster {
  const options = { keepAlive: true, maxFreeSockets: 64, timeout: 30_000, scheduling: 'lifo' } as const
  const agents = {
    'http:': guarded(new HttpAgent(options), 'http:', guard, limits.connectMs),
    'https:': guarded(new HttpsAgent(options), 'https:', guard, limits.connectMs),
  }
  const once = (url: URL, headers: Record<string, string>, body: string) =>
    exchange(url, agents[url.protocol as 'https:'], headers, body, limits)
  return {
    async post(url, headers, body) {
      const began = performance.now()
      const first = await once(url, headers, body)
      // A connection that was kept and that the receiver had closed meanwhile says nothing about the receiver.
      const outcome = first.stale ? await once(url, headers, body) : first
      const { stale: _, ...rest } = outcome
      return { ...rest, durationMs: Math.round(performance.now() - began) }
    },
    close: () => Object.values(agents).forEach(agent => void agent.destroy()),
  }
}

/** The agent asks the guard for each new connection; there is no other way out. */
function guarded<A extends HttpAgent>(agent: A, protocol: string, guard: Guard, timeoutMs: number): A {
  type Made = (error: Error | null, socket?: Duplex) => void
  const createConnection = (options: { host?: string | null; port?: string | number | null }, made: Made) => {
    const host = options.host ?? ''
    const url = new URL(`${protocol}//${host.includes(':') ? `[${host}]` : host}:${options.port}`)
    guard.connect(url, timeoutMs).then(
      socket => made(null, socket),
      error => made(error as Error),
    )
    return undefined
  }
  return Object.assign(agent, { createConnection })
}

type PostExchange = Omit<PostOutcome, 'durationMs'> & { stale?: boolean }

function exchange(
  url: URL,
  agent: HttpAgent,
  headers: Record<string, string>,
  body: string,
  limits: PostLimits,
): Promise<PostExchange> {
  const { promise, resolve } = Promise.withResolvers<PostExchange>()
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    agent,
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
  })
  let answered: IncomingMessage | undefined
  const timer = setTimeout(() => {
    request.destroy(new TimedOut(answered ? 'the answer took too long' : 'no answer in time'))
  }, limits.exchangeMs)
  promise.finally(() => clearTimeout(timer))
  request.on('error', error => {
    const stale = request.reusedSocket && !answered && !(error instanceof TimedOut)
    resolve({ ...statusOf(answered), error: describe(error), ...(stale && { stale }) })
  })
  request.on('response', response => {
    answered = response
    read(response, limits).then(
      answer => resolve({ ...statusOf(response), answer }),
      error => resolve({ ...statusOf(response), error: describe(error) }),
    )
  })
  // A receiver that wants to speak something else has not taken it.
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    resolve({ ...statusOf(response), error: 'the receiver wants another protocol' })
  })
  request.on('close', () => {
    if (!answered) resolve({ error: 'connection closed' })
  })
  request.end(body)
  return promise
}

const statusOf = (response: IncomingMessage | undefined) => ({
  ...(response?.statusCode !== undefined && { status: response.statusCode }),
  ...retryAfter(response?.headers['retry-after']),
})

/** Seconds, or a date. */
function retryAfter(header: string | undefined): { retryAfterMs?: number } {
  if (header === undefined) return {}
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? { retryAfterMs: Math.max(0, ms) } : {}
}

/** The beginning of the answer; what is longer than we read ends the connection. */
async function read(response: IncomingMessage, { readBytes, keptBytes }: PostLimits): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= readBytes) break
  }
  return Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8').replaceAll('\0', '\ufffd')
}

const codes: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection closed',
  ENOTFOUND: 'the name cannot be resolved',
  ENODATA: 'the name has no address',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'connecting took too long',
  ETIMEOUT: 'the name took too long to resolve',
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  if (error instanceof AddressRefused || error instanceof TimedOut) return message
  return codes[code ?? ''] ?? `failed (${code ?? 'unknown'})`
}
