// Reads the body of a request: what is wrong with its headers is told before any of it is read, and no more bytes
// are held at a time than there is room for.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodyRule } from '../kernel/operation/body.ts'
import { Problem } from '../problem.ts'

/** Bytes of bodies held at once; small ones always find room. */
const roomBytes = 256 * 1024 * 1024
const smallBytes = 256 * 1024
const patienceMs = 60_000
/** Whoever holds room must fill it: so much in each stretch of time. */
const pace = { bytes: 160 * 1024, ms: 10_000 }

export type Room = {
  take(bytes: number): Promise<() => void>
  /** What large bodies hold of it, and how many more wait for some. */
  held(): { bytes: number; limit: number; waiting: number }
}

/** First come, first served: a large body is not overtaken for ever by small ones. */
export function roomFor(total = roomBytes): Room {
  let left = total
  const waiting: { bytes: number; enter: () => void }[] = []
  const admit = () => {
    while (waiting[0] && waiting[0].bytes <= left) {
      const { bytes, enter } = waiting.shift()!
      left -= bytes
      enter()
    }
  }
  const leave = (bytes: number) => {
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      left += bytes
      admit()
    }
  }
  return {
    async take(bytes) {
      if (bytes <= smallBytes) return () => {}
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const entry = { bytes, enter: resolve }
      waiting.push(entry)
      admit()
      const patience = setTimeout(() => {
        const at = waiting.indexOf(entry)
        if (at >= 0) waiting.splice(at, 1)
        reject(busy())
      }, patienceMs)
      await promise.finally(() => clearTimeout(patience))
      return leave(bytes)
    },
    held: () => ({ bytes: total - left, limit: total, waiting: waiting.length }),
  }
}

const busy = () =>
  new Problem('SERVICE_UNAVAILABLE', 'Too many large bodies are being taken in just now; try again', {
    'Retry-After': '5',
  })

export type Incoming = { request: IncomingMessage; response: ServerResponse; room: Room }

/** The whole body, and how to give its room back. */
export type Taken = { bytes: Buffer; release(): void }

export async function readBody(incoming: Incoming, { maxBytes }: BodyRule): Promise<Taken> {
  checkHeaders(incoming.request)
  return takeBody(incoming, maxBytes)
}

/** The same where what the headers say of it is for somebody else to judge. */
export async function takeBody({ request, response, room }: Incoming, maxBytes: number): Promise<Taken> {
  const length = lengthOf(request)
  if (length !== undefined && length > maxBytes) throw tooLarge(maxBytes)
  const release = await room.take(length ?? maxBytes)
  try {
    if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue()
    return { bytes: await collect(request, length, maxBytes), release }
  } catch (error) {
    release()
    throw error
  }
}

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

const tooLarge = (maxBytes: number) =>
  new Problem('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes / 1024 / 1024} MB; send smaller files`)

/** Into one buffer of its own, which can be handed to a thread without a copy. */
async function collect(
  request: IncomingMessage,
  length: number | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  const whole = length === undefined ? undefined : Buffer.allocUnsafeSlow(length)
  let size = 0
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const take = (chunk: Buffer) => {
    if (size + chunk.length > maxBytes) return reject(tooLarge(maxBytes))
    if (whole) chunk.copy(whole, size)
    else chunks.push(chunk)
    size += chunk.length
  }
  const breakOff = () => reject(new Problem('BAD_REQUEST', 'The body broke off before its end'))
  const watch = (length ?? maxBytes) > smallBytes ? keepingPace(() => size, reject) : undefined
  request.on('data', take).on('end', resolve).on('close', breakOff).on('error', breakOff)
  // Whoever went away while it waited for room says so no more.
  if (request.destroyed) breakOff()
  try {
    await ended
  } finally {
    clearInterval(watch)
    request.off('data', take).off('end', resolve).off('close', breakOff)
  }
  return whole ?? joined(chunks, size)
}

function joined(chunks: readonly Buffer[], size: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(size)
  let at = 0
  for (const chunk of chunks) at += chunk.copy(whole, at)
  return whole
}

function keepingPace(size: () => number, refuse: (problem: Problem) => void): NodeJS.Timeout {
  let last = 0
  return setInterval(() => {
    if (size() - last < pace.bytes)
      refuse(new Problem('REQUEST_TIMEOUT', 'The body came too slowly; send it faster, or smaller files'))
    last = size()
  }, pace.ms)
}
