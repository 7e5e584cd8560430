// The tools over streamable HTTP, at /mcp and its subsets: one handler for the stateless protocol and for
// 2025-era clients. A key is required on every request.
import { createMcpHandler } from '@modelcontextprotocol/server'
import { rateHeaders } from '../access/rate-headers.ts'
import { wellFormedSecret } from '../access/refusal.ts'
import type { Desk } from '../call.ts'
import type { Operation } from '../kernel/operation.ts'
import { Problem } from '../kernel/problem.ts'
import { type Hosts, strangerIn } from './hosts.ts'
import { type Exchange, toolOperations, toolServer } from './server.ts'
import { toolsetAt, toolsetNames } from './toolsets.ts'

export type Asked = {
  headers: Headers
  request(): Promise<Request>
  path: string
  ip: string
  secret: string | undefined
}
export type Answered = { response: Response; keyId?: string }
export type Endpoint = { matches(path: string): boolean; answer(asked: Asked): Promise<Answered> }

export const maxBodyBytes = 4 * 1024 * 1024

export function mcpEndpoint(operations: readonly Operation[], desk: Desk, hosts: Hosts): Endpoint {
  const tools = toolOperations(operations)
  const handler = createMcpHandler(
    ({ authInfo }) => toolServer(tools, desk, authInfo!.extra!.exchange as Exchange),
    { maxRequestBodySize: maxBodyBytes, maxSubscriptions: 0 },
  )
  return {
    matches: path => path === '/mcp' || path.startsWith('/mcp/'),
    async answer({ headers, request: read, path, ip, secret }) {
      const stranger = strangerIn(headers, hosts)
      if (stranger) return { response: refused(stranger) }
      const set = toolsetAt(path)
      if (!set)
        throw new Problem(
          'NOT_FOUND',
          `There are no tools here; they are at /mcp, /mcp/readonly and ${toolsetNames.map(name => `/mcp/x/${name}`).join(', ')}`,
        )
      // Before a byte of the body is read: a key that cannot be right opens nothing.
      wellFormedSecret(secret)
      const exchange: Exchange = { secret, ip, set }
      const request = await read()
      const body = await bodyOf(request)
      // A call is admitted, counted and noted by call.ts; everything else is only looked at.
      if (!isCall(body)) exchange.caller = await desk.look!(secret, ip)
      const authInfo = { token: '', clientId: '', scopes: [], extra: { exchange } }
      const parsed = body === undefined ? {} : { parsedBody: body }
      const response = await whole(await handler.fetch(request, { authInfo, ...parsed }))
      // A call that never came so far, such as one of a tool that is not there, is no way round the key.
      if (!exchange.caller && !exchange.called) exchange.caller = await desk.look!(secret, ip)
      if (exchange.refused) throw exchange.refused
      const { caller } = exchange
      const said = { ...(caller && rateHeaders(caller.usage)), ...exchange.headers }
      for (const [name, value] of Object.entries(said)) response.headers.set(name, value)
      return { response, ...(caller && { keyId: caller.keyId }) }
    },
  }
}

/** 2025-era answers come as a stream of one event: it is let run out, so that what became of a call is known. */
const whole = async ({ body, status, headers }: Response) =>
  new Response(body && (await new Response(body).arrayBuffer()), { status, headers })

const refused = (message: string) =>
  Response.json({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }, { status: 403 })

/** The body as JSON; what is none is left to the handler, which answers as the protocol says. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.method !== 'POST') return undefined
  try {
    return JSON.parse(await request.clone().text())
  } catch {
    return undefined
  }
}

const isCall = (body: unknown) => (body as { method?: unknown } | undefined)?.method === 'tools/call'
