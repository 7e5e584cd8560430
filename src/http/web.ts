// A surface that speaks in web Requests and Responses, beside the API: what comes in is bounded, what goes out is
// passed on as it is.
import type { IncomingMessage } from 'node:http'
import { Problem } from '../kernel/problem.ts'
import { clientAddress } from './client-address.ts'
import { bearer, type Extra, type Reply } from './server.ts'

type Asked = {
  headers: Headers
  /** The whole of it, with its body: read when it is asked for. */
  request(): Promise<Request>
  path: string
  ip: string
  secret: string | undefined
}
type Answered = { response: Response; keyId?: string }

export type WebSurface = { matches(path: string): boolean; answer(asked: Asked): Promise<Answered> }

export function webExtra(
  surface: WebSurface,
  { trustedProxies, maxBytes }: { trustedProxies: readonly string[]; maxBytes: number },
): Extra {
  const addressOf = clientAddress(trustedProxies)
  return async (request, { path }) => {
    if (!surface.matches(path)) return undefined
    const headers = headersOf(request)
    const { response, keyId } = await surface.answer({
      headers,
      request: () => requestOf(request, path, headers, maxBytes),
      path,
      ip: addressOf(request),
      secret: bearer(request.headers.authorization),
    })
    return { ...(await replyOf(response)), ...(keyId && { keyId }) }
  }
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value))
  }
  return headers
}

async function requestOf(
  request: IncomingMessage,
  path: string,
  headers: Headers,
  maxBytes: number,
): Promise<Request> {
  const method = request.method ?? 'GET'
  const body = method === 'POST' ? await bytesOf(request, maxBytes) : undefined
  return new Request(`http://localhost${path}`, { method, headers, ...(body && { body }) })
}

async function bytesOf(request: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new Problem('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes} bytes`)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

const replyOf = async (response: Response): Promise<Reply> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: Buffer.from(await response.arrayBuffer()),
})
