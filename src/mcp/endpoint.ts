// The tools over streamable HTTP, at /mcp and its subsets: one handler for the stateless protocol and for
// 2025-era clients. A key is required on every request.
import { createMcpHandler, isJsonContentType } from '@modelcontextprotocol/server'
import type { Caller } from '../access/caller.ts'
import { rateHeaders } from '../access/refusal.ts'
import { Problem, withoutSecrets } from '../errors/problem.ts'
import { type HostNames, strangerIn } from '../formats/hosts.ts'
import type { Backend } from '../kernel/call/call.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { paramsFault } from './checked-server.ts'
import { type Exchange, type ToolCall, toolOperations, toolServer } from './server.ts'
import { toolsetAt, toolsetNames } from './toolsets.ts'

type McpRequest = {
  /** Without its body. */
  request: Request
  body(): Promise<unknown>
  path: string
  ip: string
  secret: string | undefined
}
type McpResponse = { response: Response; keyId?: string; tool?: Omit<ToolCall, 'keyId'> }
export type Endpoint = { matches(path: string): boolean; answer(asked: McpRequest): Promise<McpResponse> }

export function toolAnswers(
  operations: readonly Operation[],
  backend: Backend,
  hosts: HostNames,
  /** Origins whose pages may use the tools besides. */
  mayAsk?: (origin: string) => boolean,
): Endpoint['answer'] {
  const tools = toolOperations(operations)
  const handler = createMcpHandler(
    ({ authInfo }) => toolServer(tools, backend, authInfo!.extra!.exchange as Exchange),
    { maxSubscriptions: 0 },
  )
  return async ({ request, body, path, ip, secret }) => {
    const stranger = strangerIn(request.headers, hosts, mayAsk)
    if (stranger) return { response: failure(403, -32000, stranger) }
    const set = toolsetAt(path)
    if (!set)
      throw new Problem(
        'NOT_FOUND',
        `There are no tools here; they are at /mcp, /mcp/readonly and ${toolsetNames.map(name => `/mcp/x/${name}`).join(', ')}`,
      )
    // Nothing of a body is read before its key is known.
    const looked = await backend.look!(secret, ip).catch(asOverLimit)
    const exchange: Exchange = { secret, ip, set }
    const message = takesMessage(request) ? await body().catch(asNotJson) : undefined
    // A call is admitted, counted and noted by call.ts; everything else is only looked at.
    if (!isCall(message)) exchange.caller = admitted(looked)
    const response = await answerTo(request, message, exchange)
    // A call that never came so far, such as one of a tool that is not there, is no way round the key.
    if (!exchange.caller && !exchange.called) exchange.caller = admitted(looked)
    if (exchange.refused) throw exchange.refused
    const { caller, called } = exchange
    const said = { ...(caller && rateHeaders(caller.usage)), ...exchange.headers }
    for (const [name, value] of Object.entries(said)) response.headers.set(name, value)
    if (!called) return { response, ...(caller && { keyId: caller.keyId }) }
    const { keyId = caller?.keyId, ...tool } = called
    return { response, ...(keyId !== undefined && { keyId }), tool }
  }

  async function answerTo(request: Request, message: unknown, exchange: Exchange): Promise<Response> {
    if (message instanceof Problem) return failure(400, -32700, message.message)
    const fault = paramsFault(message)
    if (fault) return failure(400, -32602, fault, (message as { id: unknown }).id)
    const authInfo = { token: '', clientId: '', scopes: [], extra: { exchange } }
    const parsed = message === undefined ? {} : { parsedBody: message }
    return whole(await handler.fetch(request, { authInfo, ...parsed }))
  }
}

/** 2025-era answers come as a stream of one event: it is let run out, so that what became of a call is known. */
const whole = async ({ body, status, headers }: Response) =>
  new Response(body && (await new Response(body).arrayBuffer()), { status, headers })

const failure = (status: number, code: number, message: string, id: unknown = null) =>
  Response.json({ jsonrpc: '2.0', error: { code, message: withoutSecrets(message) }, id }, { status })

/** Whoever is over a limit hears of it in the answer to what was asked, so that has to be read. */
function asOverLimit(problem: unknown): Problem {
  if (problem instanceof Problem && problem.code === 'RATE_LIMIT_EXCEEDED') return problem
  throw problem
}

function admitted(looked: Caller | Problem): Caller {
  if (looked instanceof Problem) throw looked
  return looked
}

/** Every other request is refused by what its headers say. */
const takesMessage = ({ method, headers }: Request) =>
  method === 'POST' && isJsonContentType(headers.get('content-type'))

function asNotJson(problem: unknown): Problem {
  if (problem instanceof Problem && problem.code === 'INVALID_JSON') return problem
  throw problem
}

const isCall = (message: unknown) =>
  (message as { method?: unknown } | null | undefined)?.method === 'tools/call'
