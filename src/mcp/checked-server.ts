// A server of the protocol that reports faulty params of a message in one sentence, instead of the library's validation
// errors.
import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  specTypeSchemas,
} from '@modelcontextprotocol/server'

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>
/** `expected` is the type that there should be; absent where the type is not what is wrong. */
type Issue = { path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined; expected?: string }

/** The requests that are answered here, and what each must look like. */
const requests = {
  initialize: specTypeSchemas.InitializeRequest,
  ping: specTypeSchemas.PingRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
}

export class CheckedServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler)
    return async (request, context) => {
      const fault = faultIn(method, request)
      if (fault) throw new ProtocolError(ProtocolErrorCode.InvalidParams, fault)
      return wrapped(request, context)
    }
  }
}

function faultIn(method: string, request: JSONRPCRequest): string | undefined {
  if (!Object.hasOwn(requests, method)) return undefined
  const { issues } = requests[method as keyof typeof requests]['~standard'].validate(request)
  return issues?.[0] && `${method}: ${said(issues[0], request)}`
}

const articles: Record<string, string> = { object: 'an object', array: 'a list', record: 'an object' }
const oneOf = (kind: string) => articles[kind] ?? (kind === 'null' ? kind : `a ${kind}`)

function said({ expected, path = [] }: Issue, request: unknown): string {
  const names = path.map(step => String(typeof step === 'object' ? step.key : step))
  const where = names.join('.')
  if (!expected) return `${where} is not in the right form`
  const received = names.reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], request)
  return received === undefined
    ? `${where} is missing; give ${oneOf(expected)}`
    : `${where} must be ${oneOf(expected)}, not ${oneOf(kindOf(received))}`
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

type Message = { id?: unknown; method?: unknown; params?: unknown }

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Params that are none: the library would take the whole message for something else. */
export function paramsFault(message: unknown): string | undefined {
  if (!isObject(message)) return undefined
  const { id, method, params } = message as Message
  if (typeof method !== 'string' || !['string', 'number'].includes(typeof id) || params === undefined)
    return undefined
  if (!isObject(params)) return `${method.slice(0, 80)}: params must be an object`
  const { _meta: meta } = params as { _meta?: unknown }
  return meta === undefined || isObject(meta)
    ? undefined
    : `${method.slice(0, 80)}: params._meta must be an object`
}
