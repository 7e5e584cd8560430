// The HTTP surface: the API under its prefix, the paths beside it, their replies, and what is recorded of each request.

import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { SlowDown } from '../access/slow-down.ts'
import { methodNotAllowed, type Problem } from '../errors/problem.ts'
import type { Backend, RequestSurface } from '../kernel/call/call.ts'
import type { Stream } from '../kernel/operation/answer.ts'
import type { BodyBytes } from './body.ts'
import type { OwnAddress } from './own-address.ts'
import type { ReadingPace } from './pace.ts'
import type { Room } from './room.ts'
import type { Routes } from './routes.ts'
import type { SpillOptions } from './spill.ts'
import type { SpillRoom } from './spill-room.ts'

export const apiPrefix = '/api/open/v1'

export const isApiPath = (path: string) => path === apiPrefix || path.startsWith(`${apiPrefix}/`)

/** What is only read takes GET and HEAD. */
export function requireReading({ method }: IncomingMessage): void {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD', 'GET')
}

/** A value as JSON that nobody keeps. */
export const jsonReply = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  body: JSON.stringify(value),
})

export type RequestTarget = { path: string; search: string; requestId: string }

/** Reads the body, in the room that there is for all of them; `tooLarge` is said of one that is. */
export type TakeBody = (maxBytes: number, tooLarge?: string) => Promise<BodyBytes>

/** A path outside the API that answers by itself, such as a health check, or that stands for one of the API. */
export type Handler = ((
  request: IncomingMessage,
  asked: RequestTarget,
  take: TakeBody,
  /** Says what to call the address in logs and figures, where it may still be refused. */
  found: (route: string) => void,
) => Promise<Reply | ForwardedRequest | undefined>) & { surface?: RequestSurface }

/** What this API answers to the same request under another path of it. */
export type ForwardedRequest = {
  api: Api
  path: string
  /** Set where an operator looks as a key does, which counts as no request of the key. */
  isLook?: true
}
export type Reply = {
  status: number
  headers: Record<string, string>
  /** A stream comes with its Content-Length among the headers. */
  body: string | Buffer | Buffer[] | Readable
  /** Called when all of the body is with the operating system. Where it never is, as the client has gone, its memory is
   * collected like any other. */
  release?: (() => void) | undefined
  /** What is sent in the place of a body while it is made, and where it waits for those who read slowly. */
  stream?: Stream
  spill?: StreamBuffer
  /** What to call the address in logs and figures, where it names something. */
  route?: string
  /** The key that made the request, where it is known. */
  keyId?: string
  /** Set where it refuses a secret that nobody holds. */
  unknownSecret?: true
  /** Of an error. */
  problem?: Problem
  /** The operation that a tool called, and what became of it. */
  tool?: ToolReport
}

export type ToolReport = { method: string; operation: string; status: number; code?: string }

export type RequestReport = {
  requestId: string
  /** The trace that the client says the request is part of. */
  traceId?: string
  method: string
  route: string
  status: number
  ms: number
  keyId?: string
  code?: string
  surface?: RequestSurface
  tool?: ToolReport
  /** Set where an answer that had begun was not sent to its end: its client went, something failed here, or it was read
   * too slowly. */
  brokenOff?: 'client' | 'server' | 'slow'
  error?: unknown
}

/** What pages of other origins may do. */
export type CrossOrigin = {
  /** The answer to a preflight of an origin that may ask; it needs no key. */
  preflight(request: IncomingMessage): Reply | undefined
  /** Lets the page that asked read this reply. */
  share(request: IncomingMessage, reply: Reply): void
}

export type Api = {
  routes: Routes
  backend: Backend
  /** Paths under its prefix that need no key: the handlers answer them. */
  open?: ReadonlySet<string>
  /** Under which clients reach it, for links to other pages of a list. */
  address: OwnAddress
  /** Set where pages of other origins may call it. */
  crossOrigin?: CrossOrigin | undefined
  /** Where streams wait for those who read slowly. */
  spill: StreamBuffer
}

/** Where what is not read yet waits, and how fast it has to be read. */
export type StreamBuffer = SpillOptions & { room: SpillRoom; pace: ReadingPace }

export type Surface = {
  /** The API itself; a listener for operators alone has none. */
  api?: Api
  handlers: readonly Handler[]
  /** What pages of other origins may do at an address outside the API; undefined where nothing. */
  crossOriginAt?: ((url: string) => CrossOrigin | undefined) | undefined
  trustedProxies: readonly string[]
  slowDown: SlowDown
  /** Where several listeners share the room for bodies. */
  room?: Room
  /** Told of every request when it begins, and of the same when it has been answered. */
  began?(): void
  observe(request: RequestReport): void
}
