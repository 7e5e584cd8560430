// Reads the body of a request: faults in its headers are reported before any of it is read, and no more bytes are held at
// a time than there is room for.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '../errors/problem.ts'
import type { BodyRule } from '../kernel/operation/body.ts'
import type { BodyPlace, Room } from './room.ts'

/** Bodies up to this size need no room. */
const smallBytes = 256 * 1024
/** A large body must keep coming: at least so much in each stretch of time. */
const pace = { bytes: 160 * 1024, ms: 10_000 }

export type IncomingBody = { request: IncomingMessage; response: ServerResponse; room: Room }

/** The whole body, and how to give its room back. */
export type BodyBytes = { bytes: Buffer; release(): void }

export async function readBody(incoming: IncomingBody, { maxBytes }: BodyRule): Promise<BodyBytes> {
  checkHeaders(incoming.request)
  return takeBody(incoming, maxBytes)
}

/** The same without judging the headers, which the caller does. */
export async function takeBody(
  { request, response, room }: IncomingBody,
  maxBytes: number,
  tooLarge = tooLargeFor(maxBytes),
): Promise<BodyBytes> {
  const refuseLarge = () => new Problem('PAYLOAD_TOO_LARGE', tooLarge)
  const length = lengthOf(request)
  if (length !== undefined && length > maxBytes) throw refuseLarge()
  const refused = Promise.withResolvers<never>()
  refused.promise.catch(() => {})
  const isLarge = (length ?? maxBytes) > smallBytes
  const body = isLarge ? await room.enter(senderOf(request), refused.reject) : undefined
  const release = () => body?.leave()
  try {
    if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue()
    const bytes = await Promise.race([
      collect(request, { length, maxBytes, refuseLarge, body, refused: refused.promise }),
      refused.promise,
    ])
    body?.isWhole()
    return { bytes, release }
  } catch (error) {
    release()
    throw error
  }
}

const tooLargeFor = (maxBytes: number) =>
  maxBytes < largeFrom
    ? `The body is larger than ${maxBytes / 1024} kB`
    : `The body is larger than ${maxBytes / 1024 / 1024} MB; send smaller files`

/** The sender of a body: its secret, which has been admitted by now, or else its address. */
const senderOf = ({ headers, socket }: IncomingMessage) =>
  headers.authorization?.trim().split(/\s+/).at(-1) ?? socket.remoteAddress ?? 'somebody'

function checkHeaders({ headers }: IncomingMessage): void {
  const type = headers['content-type'] ?? ''
  if (!/^application\/json *(; *charset="?utf-8"? *)?$/i.test(type))
    throw new Problem(
      'UNSUPPORTED_MEDIA_TYPE',
      `${type === '' ? 'There is no Content-Type' : `The Content-Type is "${type.slice(0, 80)}"`}; send application/json in UTF-8`,
    )
  const encoding = headers['content-encoding']
  if (encoding !== undefined)
    throw new Problem(
      'UNSUPPORTED_MEDIA_TYPE',
      `The Content-Encoding is "${encoding.slice(0, 80)}"; send the body as it is`,
    )
}

const lengthOf = ({ headers }: IncomingMessage) =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length'])

/** What comes is gathered in blocks: a buffer for each chunk would take hundreds of bytes for one that is sent. Blocks of
 * large bodies are so large that the system has them back as soon as they are free (see MALLOC_… in muster). */
const blockBytes = 64 * 1024
const largeBlockBytes = 256 * 1024
const largeFrom = 1024 * 1024

type CollectOptions = {
  length: number | undefined
  maxBytes: number
  refuseLarge(): Problem
  body: BodyPlace | undefined
  refused: Promise<never>
}

/** Into one buffer of its own, which can be handed to a thread without a copy. */
async function collect(
  request: IncomingMessage,
  { length = blockBytes, maxBytes, refuseLarge, body, refused }: CollectOptions,
): Promise<Buffer> {
  const perBlock = length >= largeFrom ? largeBlockBytes : Math.max(1, Math.min(length, blockBytes))
  const blocks: Buffer[] = []
  let size = 0
  let isHeld = false
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  refused.catch(reject)
  const take = (chunk: Buffer) => {
    if (size + chunk.length > maxBytes) return reject(refuseLarge())
    const known = blocks.length
    for (let from = 0; from < chunk.length; ) {
      const at = size % perBlock
      if (at === 0) blocks.push(Buffer.allocUnsafeSlow(perBlock))
      const copied = chunk.copy(blocks.at(-1)!, at, from)
      from += copied
      size += copied
    }
    const added = (blocks.length - known) * perBlock
    const room = added > 0 ? body?.grow(added) : undefined
    if (!room) return
    isHeld = true
    request.pause()
    void room.then(() => {
      isHeld = false
      request.resume()
    })
  }
  const breakOff = () => reject(new Problem('BAD_REQUEST', 'The body broke off before its end'))
  const progress = () => (isHeld ? undefined : size)
  const watch = body ? keepingPace(progress, reject) : undefined
  request.on('data', take).on('end', resolve).on('close', breakOff).on('error', breakOff)
  // A client that went away while it waited for room raises no further event.
  if (request.destroyed) breakOff()
  try {
    await ended
  } finally {
    clearInterval(watch)
    request.off('data', take).off('end', resolve).off('close', breakOff)
  }
  return blocks.length === 1 && size === perBlock ? blocks[0]! : joined(blocks, size)
}

function joined(blocks: readonly Buffer[], size: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(size)
  let at = 0
  for (const block of blocks) at += block.copy(whole, at)
  return whole
}

/** `progress` is undefined while the server itself makes the sender wait. */
function keepingPace(progress: () => number | undefined, refuse: (problem: Problem) => void): NodeJS.Timeout {
  let last: number | undefined = 0
  return setInterval(() => {
    const size = progress()
    if (size !== undefined && last !== undefined && size - last < pace.bytes)
      refuse(new Problem('REQUEST_TIMEOUT', 'The body came too slowly; send it faster, or smaller files'))
    last = size
  }, pace.ms)
}
