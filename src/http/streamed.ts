// Sends an answer while it is made: compressed where the client asks for it, buffered where the client reads slowly. One
// that is broken off ends without its last chunk, so that no client takes it for complete.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip, createZstdCompress } from 'node:zlib'
import type { Stream } from '../kernel/operation/answer.ts'
import { weightIn } from '../kernel/operation/format.ts'
import { noteSent } from '../kernel/operation/sent-chunks.ts'
import { paceOf } from './pace.ts'
import { spillOver } from './spill.ts'
import { ReaderTooSlow } from './spill-room.ts'
import type { Reply, RequestReport, StreamBuffer } from './surface.ts'

type Encoding = { name: string; compressor(): Transform }

const chunkSize = 64 * 1024
/** The pace of a reader is seen by pieces of this size. */
const writtenAtOnce = 256 * 1024

/** Fast rather than small; the first is preferred where a client likes them equally. */
const encodings: readonly Encoding[] = [
  {
    name: 'zstd',
    compressor: () => createZstdCompress({ chunkSize, params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  },
  { name: 'gzip', compressor: () => createGzip({ chunkSize, level: 1 }) },
]

export async function sendStreamed(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  stream: Stream,
  waiting: StreamBuffer,
): Promise<Pick<RequestReport, 'brokenOff' | 'error'>> {
  request.resume()
  const encoding = stream.format.isCompressed ? undefined : encodingFor(request.headers['accept-encoding'])
  const made = encoding ? compressed(stream.chunks, encoding) : stream.chunks
  const { socket } = request
  const isGone = () => response.destroyed || socket.destroyed
  let failure: { error: unknown } | undefined
  const failed = (error: unknown) => {
    // An answer that ends because its client left is no failure of the server.
    if (isGone()) return
    failure = { error }
    // Over HTTP/1.0 an orderly end would look as if the answer were complete.
    socket.resetAndDestroy()
  }
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const forget = onClose(request, response, resolve)
  if (response.closed || socket.destroyed) resolve()
  const given = closed.then(() => stream.close())
  const place = waiting.room.enter(stream.owners, failed)
  const pace = paceOf(waiting.pace, failed)
  // How long a reader may take is a matter of its pace; sockets that are only waited for would be closed without a word.
  response.on('timeout', () => {})
  const breakOff = () => failed(stream.late!.reason)
  try {
    stream.late?.throwIfAborted()
    stream.late?.addEventListener('abort', breakOff)
    response.writeHead(status, {
      ...headers,
      ...(encoding && { 'Content-Encoding': encoding.name }),
      // HTTP/1.0 has no chunks, and so no place for trailers.
      ...(request.httpVersion !== '1.0' && { Trailer: stream.trailerNames.join(', ') }),
    })
    for await (const piece of spillOver(made, waiting, failed, place)) {
      for (let at = 0; at < piece.length && !isGone(); at += writtenAtOnce) {
        const part = piece.subarray(at, at + writtenAtOnce)
        const isLast = at + writtenAtOnce >= piece.length
        const isTaken = response.write(part, () => isLast && noteSent(piece))
        await pace.taken(part.length, isTaken ? undefined : roomIn(request, response))
      }
      if (isGone()) break
    }
    if (!isGone()) {
      response.addTrailers(stream.trailers())
      response.end()
      await pace.taken(0, closed)
    }
  } catch (error) {
    failed(error)
  }
  await given
  place.leave()
  forget()
  stream.late?.removeEventListener('abort', breakOff)
  if (failure)
    return {
      brokenOff: failure.error instanceof ReaderTooSlow ? 'slow' : 'server',
      error: failure.error,
    }
  return response.writableFinished ? {} : { brokenOff: 'client' }
}

/** Waits until there is room for more, or the reader has gone. */
function roomIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (response.destroyed || request.socket.destroyed) resolve()
  const forget = onClose(request, response, resolve)
  response.once('drain', resolve)
  return promise.finally(() => {
    forget()
    response.off('drain', resolve)
  })
}

/** Calls back when either is closed: a response that waits for the one before it is not told that its socket is. */
function onClose({ socket }: IncomingMessage, response: ServerResponse, then: () => void): () => void {
  const both = [socket, response]
  for (const each of both) each.once('close', then)
  return () => {
    for (const each of both) each.off('close', then)
  }
}

/** What fails on the way ends the compressor, and is thrown where that is read. */
function compressed(chunks: AsyncIterable<Buffer>, { compressor }: Encoding): Readable {
  const transform = compressor()
  pipeline(chunks, transform).catch(() => {})
  return transform
}

function encodingFor(header: string | string[] | undefined): Encoding | undefined {
  const weights = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map(entry => {
        const [name, ...parameters] = entry.split(';').map(piece => piece.trim())
        return [name!, weightIn(parameters)] as const
      }),
  )
  const weightOf = ({ name }: Encoding) => weights.get(name) ?? 0
  const best = Math.max(...encodings.map(weightOf))
  return best > 0 ? encodings.find(each => weightOf(each) === best) : undefined
}
