// Serves surfaces that are written in web Requests and Responses, beside the API: what comes in is bounded, what goes out
// is passed on as it is.
import type { IncomingMessage } from 'node:http'
import type { Parse } from '../kernel/operation/body.ts'
import { keyIn } from './authorization.ts'
import { clientAddress } from './client-address.ts'
import type { Handler, Reply, ToolReport } from './surface.ts'

type WebRequest = {
  /** Without its body. */
  request: Request
  /** What was sent, as the value it stands for: read when it is asked for, and refused where it is not JSON. */
  body(): Promise<unknown>
  path: string
  ip: string
  secret: string | undefined
}
type WebAnswer = { response: Response; keyId?: string; tool?: ToolReport }

type WebSurface = { matches(path: string): boolean; answer(asked: WebRequest): Promise<WebAnswer> }

type WebOptions = { trustedProxies: readonly string[]; maxBytes: number; parse: Parse }

export function webHandler(surface: WebSurface, { trustedProxies, maxBytes, parse }: WebOptions): Handler {
  const addressOf = clientAddress(trustedProxies)
  const handler: Handler = async (request, { path }, take) => {
    if (!surface.matches(path)) return undefined
    let release = () => {}
    const answering = surface.answer({
      request: requestOf(request, path),
      body: async () => {
        const taken = await take(maxBytes)
        release = taken.release
        return parse(taken.bytes)
      },
      path,
      ip: addressOf(request),
      secret: keyIn(request.headers.authorization),
    })
    const { response, keyId, tool } = await answering.finally(() => release())
    return { ...(await replyOf(response)), ...(keyId && { keyId }), ...(tool && { tool }) }
  }
  return Object.assign(handler, { surface: 'tool' as const })
}

function requestOf({ method = 'GET', headers: given }: IncomingMessage, path: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value))
  }
  return new Request(`http://localhost${path}`, { method, headers })
}

const replyOf = async (response: Response): Promise<Reply> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: Buffer.from(await response.arrayBuffer()),
})
