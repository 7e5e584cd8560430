// The HTTP surface: sockets in, envelopes out. It decodes requests into calls and writes answers; it knows no
// operation by name and decides nothing about access.

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isOfUnknownSecret, Refusal, rateHeaders } from '../access/refusal.ts'
import type { SlowDown } from '../access/slow-down.ts'
import { Problem, withoutSecrets } from '../errors/problem.ts'
import { answerCall, type Call, type CallOutcome, freshnessIn, problemOf } from '../kernel/call/call.ts'
import { loadedAtHeader, type World } from '../kernel/operation/operation.ts'
import { beginSpan, type Span, traceIdIn, traceparentIn, withinSpan } from '../telemetry/trace.ts'
import { challengeTo, keyIn } from './authorization.ts'
import { type IncomingBody, readBody, takeBody } from './body.ts'
import { type AddressOf, clientAddress } from './client-address.ts'
import { pageLinks } from './page-links.ts'
import { asksForDetails, detailsOf, problemDetailsType } from './problem-details.ts'
import { splitQuery } from './query-string.ts'
import { roomFor } from './room.ts'
import { sendReply } from './send.ts'
import { sendStreamed } from './streamed.ts'
import {
  type Api,
  apiPrefix,
  type ForwardedRequest,
  isApiPath,
  type Reply,
  type RequestReport,
  type RequestTarget,
  type Surface,
  type TakeBody,
} from './surface.ts'

const maxUrlBytes = 8 * 1024
const maxHeaderBytes = 16 * 1024

export function httpServer(surface: Surface): Server {
  const addressOf = clientAddress(surface.trustedProxies)
  const { room = roomFor() } = surface
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    requireHostHeader: false,
    headersTimeout: 15_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    connectionsCheckingInterval: 2_000,
  })
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    void respond(surface, addressOf, { request, response, room })
  server.on('request', handle)
  server.on('checkContinue', handle)
  // Another expectation than to be asked for the body is none that we know, and may be ignored.
  server.on('checkExpectation', handle)
  server.on('clientError', refuseMalformed)
  server.on('connect', (_request, socket) =>
    refuse(
      socket as Socket,
      new Problem('METHOD_NOT_ALLOWED', 'CONNECT is not allowed here', { Allow: 'GET, POST' }),
    ),
  )
  server.setTimeout(120_000)
  return server
}

async function respond(surface: Surface, addressOf: AddressOf, incoming: IncomingBody) {
  const { request, response } = incoming
  surface.began?.()
  const began = performance.now()
  const requestId = requestIdOf(request)
  const seen = { requestId, method: request.method ?? '', route: 'none' } as RequestReport
  const span = beginSpan('request', 'server', traceparentIn(request.headers.traceparent))
  if (span) seen.traceId = traceIdIn(span.traceparent)
  const crossOrigin = crossOriginOf(surface, request)
  let reply: Reply
  try {
    reply =
      crossOrigin?.preflight(request) ??
      (await withinSpan(span, () => replyTo(surface, addressOf, incoming, seen)))
  } catch (thrown) {
    seen.error = thrown
    reply = problemReply(problemOf(thrown, requestId))
  }
  if (reply.problem) {
    seen.code = reply.problem.code
    if (asksForDetails(request.headers.accept)) asDetails(reply, reply.problem, requestId)
  }
  if (reply.tool) seen.tool = reply.tool
  const { hold, holdKey } = surface.slowDown
  if (reply.unknownSecret) await holdBack(hold, addressOf(request), response)
  else if (reply.status === 429 && seen.keyId) await holdBack(holdKey, seen.keyId, response)
  crossOrigin?.share(request, reply)
  reply.headers['X-Request-Id'] = requestId
  reply.headers['X-Content-Type-Options'] = 'nosniff'
  if (reply.stream)
    Object.assign(seen, await sendStreamed(request, response, reply, reply.stream, reply.spill!))
  else await sendReply(request, response, reply)
  seen.status = reply.status
  seen.ms = Math.round((performance.now() - began) * 100) / 100
  surface.observe(seen)
  if (span) endSpan(span, seen, reply.status)
}

/** Of the API, and of what the surface names besides: nothing else here is for pages of others. */
const crossOriginOf = ({ api, crossOriginAt }: Surface, { url = '' }: IncomingMessage) =>
  api?.crossOrigin && isApiPath(url.split('?', 1)[0]!) ? api.crossOrigin : crossOriginAt?.(url)

function asDetails(reply: Reply, problem: Problem, requestId: string): void {
  reply.headers['Content-Type'] = problemDetailsType
  reply.body = detailsOf(problem, requestId)
}

function endSpan(
  span: Span,
  { method, route, keyId, code, requestId, tool }: RequestReport,
  status: number,
): void {
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'muster.request.id': requestId,
    ...(keyId !== undefined && { 'muster.key.id': keyId }),
    ...(tool && { 'muster.tool.operation': tool.operation }),
  }
  span.end(attributes, status >= 500 ? (code ?? String(status)) : undefined, `${method} ${route}`)
}

async function holdBack(hold: SlowDown['hold'], name: string, response: ServerResponse): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  if (!(await hold(name, gone.signal))) response.shouldKeepAlive = false
}

async function replyTo(
  surface: Surface,
  addressOf: AddressOf,
  incoming: IncomingBody,
  seen: RequestReport,
): Promise<Reply> {
  const { request } = incoming
  checkRepeated(request)
  // A whole address names the same thing as its path.
  const target = request.url ?? '/'
  const url = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  if (url.length > maxUrlBytes)
    throw new Problem('URI_TOO_LONG', `The address is longer than ${maxUrlBytes} bytes`)
  if (request.httpVersion === '1.1' && !request.headers.host) {
    throw new Problem('BAD_REQUEST', 'A Host header is required')
  }
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const search = mark < 0 ? '' : url.slice(mark + 1)
  const { api } = surface
  if (api && !api.open?.has(path) && isApiPath(path))
    return apiReply(api, addressOf, incoming, { url, path: path.slice(apiPrefix.length), search }, seen)
  const given = await handlerReply(surface, incoming, { path, search, requestId: seen.requestId }, seen)
  if (!('api' in given)) return given
  const reply = await apiReply(given.api, addressOf, incoming, { url, path: given.path, search }, seen)
  if (given.isLook) {
    delete seen.surface
    delete seen.keyId
  }
  return reply
}

async function apiReply(
  api: Api,
  addressOf: AddressOf,
  incoming: IncomingBody,
  { url, path, search }: { url: string; path: string; search: string },
  seen: RequestReport,
): Promise<Reply> {
  const { request } = incoming
  seen.surface = 'http'
  let release = () => {}
  const made: Call = {
    secret: keyIn(request.headers.authorization),
    ip: addressOf(request),
    find: () => api.routes(request.method ?? '', path || '/'),
    query: () => splitQuery(search),
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    streams: { accept: request.headers.accept },
    known: { address: url, tags: request.headers['if-none-match'] },
    body: async rule => {
      const body = await readBody(incoming, rule)
      release = body.release
      return body.bytes
    },
  }
  let outcome: CallOutcome
  try {
    outcome = await answerCall(made, api.backend)
  } finally {
    release()
  }
  const reply = outcomeReply(outcome, seen, api.backend.world)
  // A key that somebody searched for by mistake must not come back.
  if ('answer' in outcome && outcome.answer.page && withoutSecrets(url) === url)
    reply.headers.Link = pageLinks(`${api.address(request)}${url}`, outcome.answer.page)
  if (reply.status === 401) reply.headers['WWW-Authenticate'] = challengeTo(request.headers.authorization)
  if (request.httpVersion === '1.0' && reply.stream?.format.showsItsEnd === false) {
    await reply.stream.close()
    throw new Problem(
      'BAD_REQUEST',
      `Ask with HTTP/1.1: over HTTP/1.0 nobody can tell whether ${reply.stream.format.noun} is whole`,
    )
  }
  reply.spill = api.spill
  return reply
}

/** Of each of these one decides, and who stands in front of us may have gone by another than we would. */
const single = ['Host', 'Authorization', 'Content-Type', 'Idempotency-Key']

function checkRepeated(request: IncomingMessage): void {
  // Nearly no request has a header twice, and to tell them apart costs more than to count them.
  if (request.rawHeaders.length === 2 * Object.keys(request.headers).length) return
  const { headersDistinct } = request
  const repeated = single.find(name => (headersDistinct[name.toLowerCase()]?.length ?? 0) > 1)
  if (repeated) throw new Problem('BAD_REQUEST', `There is more than one ${repeated} header; send one`)
}

async function handlerReply(
  surface: Surface,
  incoming: IncomingBody,
  asked: RequestTarget,
  seen: RequestReport,
): Promise<Reply | ForwardedRequest> {
  const take: TakeBody = (maxBytes, tooLarge) => takeBody(incoming, maxBytes, tooLarge)
  const found = (route: string) => {
    seen.route = route
  }
  for (const handler of surface.handlers) {
    if (handler.surface) seen.surface = handler.surface
    const reply = await handler(incoming.request, asked, take, found)
    if (!reply) {
      delete seen.surface
      continue
    }
    if ('api' in reply) return reply
    seen.route = reply.route ?? asked.path
    if (reply.keyId) seen.keyId = reply.keyId
    return reply
  }
  throw new Problem(
    'NOT_FOUND',
    `There is nothing at this address${surface.api ? `; the API is under ${apiPrefix}` : ''}`,
  )
}

function loadedHeader(world: World, outcome: CallOutcome): Record<string, string> {
  const fresh = freshnessIn(outcome, world)
  return fresh ? { [loadedAtHeader]: fresh.loadedAt } : {}
}

function outcomeReply(outcome: CallOutcome, seen: RequestReport, world: World): Reply {
  const { caller, operation } = outcome
  if (operation) seen.route = operation.path
  if (caller) seen.keyId = caller.keyId
  const limits = caller ? rateHeaders(caller.usage) : {}
  if ('answer' in outcome) {
    const { status, body, headers, stream, release } = outcome.answer
    const about = operation?.exportable ? jsonOrExport : json
    const all = { ...about, ...limits, ...headers, ...loadedHeader(world, outcome) }
    return { status, body, release, headers: all, ...(stream && { stream }) }
  }
  if (!(outcome.problem instanceof Problem)) seen.error = outcome.problem
  if (outcome.problem instanceof Refusal) seen.keyId = outcome.problem.keyId
  const reply = problemReply(problemOf(outcome.problem, seen.requestId))
  return { ...reply, headers: { ...limits, ...reply.headers } }
}

const json = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'private, no-store',
}
const jsonOrExport = { ...json, Vary: 'Accept' }

const problemReply = (problem: Problem): Reply => ({
  status: problem.status,
  headers: { ...json, ...(problem.status === 401 && { 'WWW-Authenticate': 'Bearer' }), ...problem.headers },
  body: problem.body,
  problem,
  ...(isOfUnknownSecret(problem) && { unknownSecret: true }),
})

function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  // A key in the wrong header must not come back, nor get into the log.
  const usable = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) && withoutSecrets(given) === given
  return usable ? given : randomUUID()
}

/** What cannot be parsed as a request still gets an envelope. */
function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  refuse(socket, malformation(error.code))
}

function malformation(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('HEADERS_TOO_LARGE', `The headers are larger than ${maxHeaderBytes} bytes`)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('REQUEST_TIMEOUT', 'The request took too long to arrive')
  if (code === 'HPE_INVALID_METHOD')
    return new Problem('METHOD_NOT_ALLOWED', 'That method is not known here', { Allow: 'GET, POST' })
  return new Problem('BAD_REQUEST', 'This is not a well-formed HTTP request')
}

function refuse(socket: Socket, problem: Problem): void {
  const reply = problemReply(problem)
  const headers = {
    ...reply.headers,
    'X-Request-Id': randomUUID(),
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': Buffer.byteLength(problem.body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.status} ${problem.code}\r\n${lines.join('')}\r\n${problem.body}`)
}
