// The tools over standard input and output, for assistants on a desktop: every message is answered by a server
// elsewhere, so that nothing is decided here. Only documents are read here, from the paths that are given.
import { ProtocolError } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Problem, type ProblemCode, statusOf } from '../errors/problem.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { bodyOf, queryOf, type ToolArguments } from './arguments.ts'
import { CheckedServer } from './checked-server.ts'
import { takingPaths, withContents } from './documents.ts'
import { instructions } from './instructions.ts'
import { answerResult, problemResult, type ToolResult } from './result.ts'
import { serverInfo } from './server.ts'
import type { ToolDefinition } from './tool.ts'
import { toolsetAt } from './toolsets.ts'

export type RemoteServer = {
  /** Where the server is, without any path. */
  origin: string
  key: string
  /** The path of the tools that are wanted. */
  path: string
}

type RpcResponse = { id: number; result?: unknown; error?: { code: number; message: string } }

export function serveBridge(far: RemoteServer, operations: readonly Operation[]): Promise<void> {
  return new Promise(ended => {
    serveStdio(() => {
      const server = new CheckedServer(serverInfo, { capabilities: { tools: {} }, instructions })
      server.setRequestHandler('tools/list', async () => {
        const { tools } = (await ask(far, 'tools/list', {})) as { tools: ToolDefinition[] }
        return { tools: tools.map(takingPaths) }
      })
      server.setRequestHandler('tools/call', async ({ params }) => {
        const operation = operations.find(one => one.tool === params.name)
        const given = (params.arguments ?? {}) as ToolArguments
        // What the set leaves out is left to the server to refuse.
        if (operation?.body && toolsetAt(far.path)?.(operation)) return write(far, operation, given)
        return (await ask(far, 'tools/call', { name: params.name, arguments: given }).catch(
          asResult,
        )) as ToolResult
      })
      return server
    })
    process.stdin.on('close', ended)
  })
}

const headersOf = (far: RemoteServer) => ({
  Authorization: `Bearer ${far.key}`,
  'Content-Type': 'application/json',
})

async function ask(far: RemoteServer, method: string, params: object): Promise<unknown> {
  const response = await reach(`${far.origin}${far.path}`, {
    method: 'POST',
    headers: { ...headersOf(far), Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  if (!response.ok) throw problemIn(text) ?? new Error(`The server answered ${response.status}`)
  const data = /^data: (\{.*\})$/m.exec(text)?.[1] ?? text
  const told = JSON.parse(data) as RpcResponse
  if (told.error) throw new ProtocolError(told.error.code, told.error.message)
  return told.result
}

/** Documents can be larger than a message to the tools may be: they go to the operation itself. */
async function write(far: RemoteServer, operation: Operation, given: ToolArguments): Promise<ToolResult> {
  try {
    const query = [...queryOf(operation, given)].map(([name, [value]]): [string, string] => [name, value!])
    const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
    const response = await reach(`${far.origin}/api/open/v1${operation.path}${search}`, {
      method: operation.method,
      headers: headersOf(far),
      body: JSON.stringify(await withContents(bodyOf(operation, given))),
    })
    const text = await response.text()
    if (response.ok) return answerResult(operation, given, text)
    throw problemIn(text) ?? new Error(`The server answered ${response.status}`)
  } catch (error) {
    return asResult(error)
  }
}

/** The problem in an answer of the server, where it is one of ours. */
function problemIn(text: string): Problem | undefined {
  try {
    const { code, message } = JSON.parse(text).error
    return new Problem(Object.hasOwn(statusOf, code) ? (code as ProblemCode) : 'INTERNAL_ERROR', message)
  } catch {
    return undefined
  }
}

/** What went wrong is a result that says what to do next. */
function asResult(error: unknown): ToolResult {
  if (error instanceof Problem) return problemResult(error)
  throw error
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch {
    throw new Error(`There is no server at ${new URL(url).origin}; start it, or set MUSTER_URL`)
  }
}
