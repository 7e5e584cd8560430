// Requests with a key: tried again where that is safe and useful, and failing with one kind of error.
import { type ErrorCode, MusterError } from './error.ts'

export type Options = {
  /** Where the server is, with or without /api/open/v1. Unless it is given: MUSTER_URL of the environment. */
  url?: string | undefined
  /** Unless it is given: MUSTER_API_KEY of the environment. */
  key?: string | undefined
  /** How often a request is tried, the first time included. */
  attempts?: number
  /** How long an answer may take; of an export, until it begins. */
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
export type Transport = {
  ask(request: Sent): Promise<Answered>
  /** An answer whose body is left to be read. */
  open(request: Sent): Promise<Response>
}

const prefix = '/api/open/v1'
const firstWaitMs = 250
const longestWaitMs = 60_000

export function transportFor({ url, key, attempts = 4, timeoutMs = 30_000, fetch: own }: Options): Transport {
  const address = given(url, 'url', 'MUSTER_URL')
  const base = `${address.replace(/\/+$/, '').replace(new RegExp(`${prefix}$`), '')}${prefix}`
  const sender: Sender = { send: own ?? fetch, base, key: given(key, 'key', 'MUSTER_API_KEY'), timeoutMs }
  async function repeated<T>(request: Sent, read: (response: Response) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(sender, request, read)
      } catch (error) {
        if (!(error instanceof MusterError) || attempt >= attempts || !mayRepeat(request, error)) throw error
        await pause(waitMs(error, attempt), request.signal)
      }
    }
  }
  return {
    ask: request => repeated(request, async response => answerIn(response, await response.text())),
    open: request =>
      repeated(request, async response => {
        if (!response.ok) answerIn(response, await response.text())
        return response
      }),
  }
}

function given(value: string | undefined, name: string, variable: string): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  const found = value || process?.env?.[variable]
  if (found) return found
  throw new TypeError(`${name} is missing: give it, or set ${variable}`)
}

type Sender = { send: typeof fetch; base: string; key: string; timeoutMs: number }

async function once<T>(
  { send, base, key, timeoutMs }: Sender,
  { method, path, query, body, headers, signal }: Sent,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const search = new URLSearchParams(query).toString()
  const patience = new AbortController()
  const timer = setTimeout(
    () => patience.abort(new DOMException(`No answer within ${timeoutMs} ms`, 'TimeoutError')),
    timeoutMs,
  )
  try {
    const response = await send(`${base}${path}${search ? `?${search}` : ''}`, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
    })
    return await read(response)
  } catch (cause) {
    if (cause instanceof MusterError) throw cause
    signal?.throwIfAborted()
    throw new MusterError('NETWORK_ERROR', `${method} ${path}: ${reasonOf(cause)}`, { cause })
  } finally {
    clearTimeout(timer)
  }
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

/** A GET may be repeated after a temporary failure; a POST only if it was never sent. */
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
