// Sends an answer while it is made: compressed where the client asks for it, and waiting aside where it reads slowly. One
// that is broken off ends without its last chunk, so that no client takes it for whole.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip, createZstdCompress } from 'node:zlib'
import { weightIn } from '../kernel/export/format.ts'
import type { Stream } from '../kernel/operation/answer.ts'
import type { Observed, Reply } from './server.ts'
import { type SpillOptions, spilled } from './spill.ts'

type Encoding = { name: string; compressor(): Transform }

const chunkSize = 64 * 1024

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
  spill: SpillOptions,
): Promise<Pick<Observed, 'brokenOff' | 'error'>> {
  request.resume()
  const encoding = stream.isCompressed ? undefined : encodingFor(request.headers['accept-encoding'])
  const made = encoding ? compressed(stream.chunks, encoding) : stream.chunks
  const isGone = () => response.destroyed
  let failure: { error: unknown } | undefined
  const failed = (error: unknown) => {
    // What ends because nobody reads it any more is no failure of ours.
    if (isGone()) return
    failure = { error }
    response.destroy()
  }
  response.once('close', () => void stream.close())
  try {
    response.writeHead(status, {
      ...headers,
      ...(encoding && { 'Content-Encoding': encoding.name }),
      // HTTP/1.0 has no chunks, and so no place for trailers.
      ...(request.httpVersion !== '1.0' && { Trailer: stream.trailerNames.join(', ') }),
    })
    for await (const piece of spilled(made, spill, failed)) {
      if (isGone()) break
      if (!response.write(piece)) await roomIn(response)
    }
    if (!isGone()) {
      response.addTrailers(stream.trailers())
      response.end()
      return {}
    }
  } catch (error) {
    failed(error)
  } finally {
    await stream.close()
  }
  return failure ? { brokenOff: 'server', error: failure.error } : { brokenOff: 'client' }
}

/** Until there is room for more, or nobody who reads. */
function roomIn(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const settle = () => {
    response.off('drain', settle).off('close', settle)
    resolve()
  }
  response.on('drain', settle).on('close', settle)
  return promise
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
