// Requests to the server that this page came from: who is signed in is in the cookie, never in a script.
import { signal } from '@preact/signals'
import type { Needs, OperationName, OperatorAnswer } from '../../src/operator/answers.ts'

/** What the server refused, in its own words. */
export class ApiError extends Error {
  status: number
  code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Set when a request finds that nobody is signed in any more, with the server's reason. */
export const signedOut = signal<string | undefined>(undefined)

/** Only then is anything asked for again by itself. */
export const isLookedAt = () => document.visibilityState === 'visible' && signedOut.value === undefined

/** When the newest of what is shown was read. */
export const readAt = signal<Date | undefined>(undefined)

type QueryValues = Record<string, string | number | undefined | null>
type SendOptions = { body?: unknown; stream?: Blob | undefined; signal?: AbortSignal | undefined }
type RequestOptions<Name extends OperationName> = Needs<Name> &
  Pick<SendOptions, 'stream' | 'signal'> & { query?: QueryValues }

/** Nothing else has to be given where an operation needs neither. */
type Given<Name extends OperationName> =
  Record<never, never> extends RequestOptions<Name> ? [RequestOptions<Name>?] : [RequestOptions<Name>]

/** Calls an operation of the operator's interface, or of a key holder's; its declaration says what it takes and answers. */
export async function request<Name extends OperationName>(
  name: Name,
  ...[options]: Given<Name>
): Promise<OperatorAnswer<Name>> {
  const {
    path: values = {},
    query: asked = {},
    ...sent
  } = (options ?? {}) as SendOptions & {
    path?: Record<string, string>
    query?: QueryValues
  }
  const [method, template] = name.split(' ') as [string, string]
  const path = template.replace(/\{(\w+)\}/g, (_, place: string) => encodeURIComponent(values[place]!))
  return send(method, `${path}${query(asked)}`, sent)
}

/** The API as the key that signed in sees it, or one that an operator sees as. */
export type ApiPath = `/api${string}` | `/as/${string}`

export const get = <T>(path: ApiPath | '/session' | '/sign-in', signal?: AbortSignal): Promise<T> =>
  send<T>('GET', path, { signal })

/** For what no operation declares; the path says what is answered. */
export async function send<T>(method: string, path: string, sent: SendOptions = {}): Promise<T> {
  const { data } = await envelope<T>(method, path, sent)
  return data
}

type PageAnswer<T> = { data: T; meta?: { page: number; limit: number; total: number } }

/** The whole answer, with what it says about its pages. */
export async function envelope<T>(
  method: string,
  path: string,
  { body, stream, signal }: SendOptions = {},
): Promise<PageAnswer<T>> {
  const answer = await fetch(`/portal${path}`, {
    method,
    headers: {
      'X-Muster-Portal': '1',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(stream && { 'Content-Type': 'application/x-ndjson' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(stream && { body: stream }),
    ...(signal && { signal }),
    credentials: 'same-origin',
  }).catch(error => {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'UNREACHABLE', 'The server does not answer; it may be restarting')
  })
  const value = await answer.json().catch(() => undefined)
  if (answer.ok && value) {
    readAt.value = new Date()
    return value
  }
  const { code = 'UNKNOWN', message = `The server answered ${answer.status}` } = value?.error ?? {}
  if (answer.status === 401 && path !== '/session') signedOut.value = message
  throw new ApiError(answer.status, code, message)
}

/** A query string of what is set. */
export function query(values: QueryValues): string {
  const given = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
