// Sends a reply whose bytes exist already, or that is read from elsewhere, such as a file. streamed.ts sends what is made
// on the way.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Reply } from './surface.ts'

/** Of what is sent with its head in one write. */
const largest = 16 * 1024
/** So many are sent as they are: to join them takes longer, and as much memory again. */
const mostPieces = 4

export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): Promise<void> | undefined {
  if (reply.body instanceof Readable) return sendStream(request, response, reply, reply.body)
  const chunks = Array.isArray(reply.body) ? reply.body : [Buffer.from(reply.body)]
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const unread = !request.complete && hasBody(request)
  if (unread) response.shouldKeepAlive = false
  if (reply.status !== 304 && reply.status !== 204) reply.headers['Content-Length'] = String(length)
  response.writeHead(reply.status, reply.status === 304 ? ofNothing(reply) : reply.headers)
  if (reply.release) response.once('finish', reply.release)
  const isEmpty = request.method === 'HEAD' || length === 0
  if (!unread && !isEmpty && length > largest && chunks.length <= mostPieces) {
    response.cork()
    for (const chunk of chunks.slice(0, -1)) response.write(chunk)
    response.end(chunks.at(-1))
    request.resume()
    return undefined
  }
  const body = isEmpty ? '' : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)
  if (unread) return sendBeforeRest(request, response, body)
  // With the head in one write: bytes would be a second one, which costs more than to send 16 kB.
  if (length <= largest) response.end(body.toString('latin1'), 'latin1')
  else response.end(body)
  request.resume()
  return undefined
}

/** Of an answer that is not sent again, only what is about it now. */
function ofNothing({ headers: { 'Content-Type': _, ...about } }: Reply): Record<string, string> {
  return about
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

const rest = { bytes: 64 * 1024 * 1024, ms: 5_000 }

/** A client that is still sending would lose an answer if the connection ended under it: it may send a while. */
async function sendBeforeRest(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | Buffer | undefined,
): Promise<void> {
  response.write(body ?? '')
  let bytes = 0
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const patience = setTimeout(resolve, rest.ms)
  request.on('data', chunk => {
    bytes += chunk.length
    if (bytes > rest.bytes) resolve()
  })
  for (const event of ['end', 'close', 'error']) request.once(event, () => resolve())
  if (request.destroyed) resolve()
  await enough
  clearTimeout(patience)
  response.end()
}

/** A body that breaks off, on either side, ends the connection: the client sees that it is not whole. */
async function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers }: Reply,
  body: Readable,
): Promise<void> {
  request.resume()
  response.writeHead(status, headers)
  if (request.method === 'HEAD') {
    body.destroy()
    response.end()
    return
  }
  // Before the pipeline ends it with an error: that a client has left is no failure of what is read for it.
  response.once('close', () => body.destroy())
  if (response.destroyed) body.destroy()
  await pipeline(body, response).catch(() => response.destroy())
}
