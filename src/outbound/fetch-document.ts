// A document from an address that somebody else chose: one GET over a guarded connection, never redirected, limited in time
// and size.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Guard } from './guard.ts'

type DocumentLimits = { ms: number; bytes: number }

/** The text of a JSON document; fails where there is none within the limits. */
export async function fetchDocument(guard: Guard, url: URL, { ms, bytes }: DocumentLimits): Promise<string> {
  const signal = AbortSignal.timeout(ms)
  const socket = await guard.connect(url, ms)
  try {
    const request = httpRequest({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: { Host: url.host, Accept: 'application/json', Connection: 'close' },
      createConnection: () => socket,
      signal,
    })
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request.on('response', resolve)
    request.on('error', reject)
    request.end()
    return await textOf(await promise, bytes)
  } finally {
    socket.destroy()
  }
}

async function textOf(response: IncomingMessage, most: number): Promise<string> {
  if (response.statusCode !== 200) throw new Error(`it was answered with ${response.statusCode}`)
  if (!/^application\/([\w.-]+\+)?json\b/i.test(response.headers['content-type'] ?? ''))
    throw new Error('it is not JSON')
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > most) throw new Error(`it is larger than ${most} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
