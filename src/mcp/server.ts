// A tool server for one exchange: lists what the key may call, and runs calls through the same call.ts as HTTP.
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { Caller } from '../access/caller.ts'
import { mayCall } from '../access/permit.ts'
import { Refusal } from '../access/refusal.ts'
import { orNearest } from '../errors/nearest.ts'
import { Problem } from '../errors/problem.ts'
import { answerCall, type Backend, type CallOutcome, problemOf } from '../kernel/call/call.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { bodyOf, detailOf, operationFor, queryOf, routeFor, type ToolArguments } from './arguments.ts'
import { CheckedServer } from './checked-server.ts'
import { instructions } from './instructions.ts'
import { metadataOperation } from './metadata.ts'
import { finderIn } from './next-call.ts'
import { serverInfo, type ToolDefinition, type ToolResult } from './protocol.ts'
import { resultOf } from './result.ts'
import { definitionOf, isTool, sharedDefinition } from './tool.ts'
import type { Toolset } from './toolsets.ts'

/** The operation that a tool called, and what became of it. */
export type ToolCall = { method: string; operation: string; status: number; code?: string; keyId?: string }

/** The caller, the path, and the outcome. */
export type Exchange = {
  secret: string | undefined
  ip: string
  set: Toolset
  /** Known before a call is made; a call finds out by itself. */
  caller?: Caller
  /** Set once an operation was called. */
  called?: ToolCall
  /** Why nothing was answered: said by HTTP, not by a result. */
  refused?: unknown
  /** What a refusal that is a result says in headers. */
  headers?: Record<string, string>
}

/** Every tool there is, the one that describes first after the one that says who one is. */
export function toolOperations(operations: readonly Operation[]): Operation[] {
  const tools = operations.filter(isTool)
  return [...tools.slice(0, 1), metadataOperation(operations), ...tools.slice(1)]
}

export const toolsFor = (
  tools: readonly Operation[],
  caller: Pick<Caller, 'kind' | 'scopes'>,
  set: Toolset = () => true,
): ToolDefinition[] => {
  const open = Map.groupBy(
    tools.filter(one => set(one) && mayCall(one, caller)),
    one => one.tool,
  )
  return [...open.values()].map(tool =>
    tool[0]!.list === undefined ? definitionOf(tool[0]!, caller.kind) : sharedDefinition(tool, caller.kind),
  )
}

export function toolServer(tools: readonly Operation[], backend: Backend, exchange: Exchange): Server {
  const server = new CheckedServer(serverInfo, {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { 'tools/list': { ttlMs: 300_000, cacheScope: 'private' } },
  })
  server.setRequestHandler('tools/list', async () => ({
    tools: exchange.caller ? toolsFor(tools, exchange.caller, exchange.set) : [],
  }))
  server.setRequestHandler('tools/call', async ({ params }) =>
    runTool(
      toolNamed(tools, params.name, exchange.set),
      (params.arguments ?? {}) as ToolArguments,
      backend,
      exchange,
      tools,
    ),
  )
  return server
}

function toolNamed(tools: readonly Operation[], name: string, set: Toolset): Operation[] {
  const open = tools.filter(set)
  const found = open.filter(one => one.tool === name)
  if (found.length > 0) return found
  const names = [...new Set(open.map(one => one.tool))]
  const all = '; open_api_describe_metadata with topic "index" names them all'
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool "${name.slice(0, 80)}" here${alike(name, open) || orNearest(name, names) || all}`,
  )
}

const verbs = ['open', 'api', 'get', 'list', 'create', 'describe']

/** The things that a tool's name is about, in the singular. */
const thingsIn = (name: string): string[] =>
  (name.slice(0, 80).match(/[A-Z]?[a-z]+/g) ?? [])
    .map(word => word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, ''))
    .filter(word => !verbs.includes(word))

/** Tools that read about the same things, those with the most in common; the nearest where they have all of them. */
function alike(name: string, open: readonly Operation[]): string {
  const asked = thingsIn(name)
  const names = new Set(open.filter(({ method }) => method === 'GET').map(({ tool }) => tool))
  const byCount = Map.groupBy(names, one => thingsIn(one).filter(word => asked.includes(word)).length)
  const most = Math.max(...byCount.keys())
  const found = most > 0 ? byCount.get(most)! : []
  if (found.length === 0) return ''
  return (most === asked.length && orNearest(name, found)) || `; about the same are ${found.join(', ')}`
}

const isForHttp = (problem: unknown) => !(problem instanceof Problem) || problem.status === 401

async function runTool(
  tool: readonly Operation[],
  given: ToolArguments,
  backend: Backend,
  exchange: Exchange,
  tools: readonly Operation[],
): Promise<ToolResult> {
  let operation = tool[0]!
  const outcome = await answerCall(
    {
      secret: exchange.secret,
      ip: exchange.ip,
      find: () => {
        detailOf(given)
        operation = operationFor(tool, given)
        return routeFor(operation, given)
      },
      query: () => queryOf(operation, given),
      ...(operation.body && { body: async () => Buffer.from(JSON.stringify(bodyOf(operation, given))) }),
    },
    backend,
  )
  exchange.called = calledBy(operation, outcome)
  // Who may not come in, and what went wrong here, are answered and logged as over HTTP.
  if ('problem' in outcome && isForHttp(outcome.problem)) exchange.refused = outcome.problem
  else if ('problem' in outcome) exchange.headers = (outcome.problem as Problem).headers
  if (outcome.caller) exchange.caller = outcome.caller
  const finder = finderIn(tools.filter(exchange.set), exchange.caller)
  return resultOf(operation, given, outcome, { finder, world: backend.world })
}

function calledBy({ method, path }: Operation, outcome: CallOutcome): ToolCall {
  if ('answer' in outcome) return { method, operation: path, status: outcome.answer.status }
  const { problem } = outcome
  const { status, code } = problemOf(problem, '')
  return {
    method,
    operation: path,
    status,
    code,
    ...(problem instanceof Refusal && { keyId: problem.keyId }),
  }
}
