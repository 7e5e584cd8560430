// The tools over standard input and output, for assistants on a desktop: every message is answered by a server
// elsewhere, so that nothing is decided here. Only documents are read here, from the paths that are given.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Problem } from '../errors/problem.ts'
import { CheckedServer } from './checked-server.ts'
import { takingPaths, withContents } from './documents.ts'
import { instructions } from './instructions.ts'
import {
  bodyWithoutUnwanted,
  type PostTarget,
  postTargetName,
  problemResult,
  serverInfo,
  type ToolDefinition,
  type ToolResult,
  textResult,
} from './protocol.ts'
import { askTools, NoServer, postToServer, type RemoteServer } from './remote-server.ts'

export function serveBridge(remote: RemoteServer): Promise<void> {
  return new Promise(ended => {
    serveStdio(() => bridgeServer(remote))
    process.stdin.on('close', ended)
  })
}

function bridgeServer(remote: RemoteServer): CheckedServer {
  const server = new CheckedServer(serverInfo, {
    capabilities: { tools: { listChanged: true } },
    instructions,
  })
  let listed: readonly ToolDefinition[] | undefined
  const list = async () => {
    const { tools } = (await askTools(remote, 'tools/list', {})) as { tools: ToolDefinition[] }
    listed = tools
    return tools
  }
  const call = async (name: string, given: Record<string, unknown>): Promise<ToolResult> => {
    if (name === connectionName) {
      await list()
      await server.sendToolListChanged()
      return { content: [{ type: 'text', text: 'Muster answers again, and its tools are there.' }] }
    }
    // What is not listed is left to the server to refuse.
    const target = (listed ?? (await list())).find(tool => tool.name === name)?._meta?.[postTargetName]
    if (target) return write(remote, target, given)
    return (await askTools(remote, 'tools/call', { name, arguments: given })) as ToolResult
  }
  server.setRequestHandler('tools/list', async () => {
    try {
      return { tools: (await list()).map(takingPaths) }
    } catch (error) {
      const why = inWords(remote, error).content[0]!.text
      process.stderr.write(`${why}\n`)
      return { tools: [connectionTool(why)] }
    }
  })
  server.setRequestHandler('tools/call', ({ params }) =>
    call(params.name, params.arguments ?? {}).catch(error => inWords(remote, error)),
  )
  return server
}

const connectionName = 'muster_connection'

/** The only tool while the server gives none: an assistant without any could not tell its user why. */
const connectionTool = (why: string) => ({
  name: connectionName,
  description: `Muster cannot be used now. Tell the user why, and what to change: ${why} Call this once that is done.`,
  inputSchema: { type: 'object' as const, properties: {} },
  annotations: { readOnlyHint: true },
})

/** Documents can be larger than a message to the tools may be: they go to the operation itself. */
async function write(
  remote: RemoteServer,
  { path, query }: PostTarget,
  given: Record<string, unknown>,
): Promise<ToolResult> {
  const isOfQuery = ([name]: [string, unknown]) => query.includes(name)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(given).filter(isOfQuery))
    if (value !== undefined && value !== null) search.set(name, String(value))
  const body = Object.fromEntries(Object.entries(given).filter(one => !isOfQuery(one)))
  const address = `/api/open/v1${path}${search.size > 0 ? `?${search}` : ''}`
  return textResult(bodyWithoutUnwanted(await postToServer(remote, address, await withContents(body))))
}

/** What went wrong is a result that says what to do next. */
function inWords({ settings }: RemoteServer, error: unknown): ToolResult {
  if (error instanceof NoServer)
    return { content: [{ type: 'text', text: `${error.message}.` }], isError: true }
  if (error instanceof Problem)
    return problemResult(error, error.status === 401 ? `Change ${settings.key}.` : undefined)
  throw error
}
