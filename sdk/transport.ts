// Requests with a key: tried again where that is safe and useful, and failing with one kind of error.
import { type ErrorCode, MusterError } from './error.ts'

export type Options = {
  /** Where the server is, with or without /api/open/v1. */
  url: string
  key: string
  /** How often a request is tried, the first time included. */
  attempts?: number
  /** How long an answer may take. */
  timeoutMs?: number
  /** Instead of the global fetch. */
  fetch?: typeof fetch
}

export type Sent = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is what the generated types say of its operation
export type Answered = { data: any; meta?: any }
export type Transport = (request: Sent) => Promise<Answered>

const prefix = '/api/open/v1'
const firstWaitMs = 250
const longestWaitMs = 60_000

export function transportFor({ url, key, attempts = 4, timeoutMs = 30_000, fetch: own }: Options): Transport {
  const base = `${url.replace(/\/+$/, '').replace(new RegExp(`${prefix}$`), '')}${prefix}`
  const send = own ?? fetch
  return async request => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(send, base, key, timeoutMs, request)
      } catch (error) {
        if (!(error instanceof MusterError) || attempt >= attempts || !mayRepeat(request, error)) throw error
        await pause(waitMs(error, attempt), request.signal)
      }
    }
  }
}

async function once(
  send: typeof fetch,
  base: string,
  key: string,
  timeoutMs: number,
  { method, path, query, body, headers, signal }: Sent,
): Promise<Answered> {
  const search = new URLSearchParams(query).toString()
  const patience = AbortSignal.timeout(timeoutMs)
  let response: Response
  let text: string
  try {
    response = await send(`${base}${path}${search ? `?${search}` : ''}`, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new MusterError('NETWORK_ERROR', `${method} ${path}: ${reasonOf(cause)}`, { cause })
  }
  return answerIn(response, text)
}

function answerIn(response: Response, text: string): Answered {
  const about = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number(response.headers.get('retry-after') ?? Number.NaN) || undefined,
  }
  let answer: { data?: unknown; meta?: unknown; error?: { code: ErrorCode; message: string } }
  try {
    answer = JSON.parse(text)
  } catch {
    throw new MusterError('NETWORK_ERROR', `The answer (${response.status}) is not from the API`, about)
  }
  if (response.ok) return answer as Answered
  const { code = 'INTERNAL_ERROR', message = `The server answered ${response.status}` } = answer.error ?? {}
  throw new MusterError(code, message, about)
}

const codeOf = (cause: unknown): string => {
  const { code, cause: inner } = cause as { code?: string; cause?: unknown }
  return typeof code === 'string' ? code : inner ? codeOf(inner) : ''
}
const reasonOf = (cause: unknown) =>
  `${(cause as Error).message}${codeOf(cause) ? ` (${codeOf(cause)})` : ''}`

/** Failures before anything was sent. */
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

/** A GET may be repeated after trouble that passes; a POST only if it never left. */
function mayRepeat({ method }: Sent, error: MusterError): boolean {
  if (method !== 'GET') return error.code === 'NETWORK_ERROR' && unsent.has(codeOf(error.cause ?? {}))
  return error.code === 'NETWORK_ERROR' || error.status === 429 || error.status >= 500
}

function waitMs({ retryAfterSeconds }: MusterError, attempt: number): number {
  if (retryAfterSeconds !== undefined) return Math.min(retryAfterSeconds * 1000, longestWaitMs)
  return firstWaitMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
