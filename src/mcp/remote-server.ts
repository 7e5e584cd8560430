// The server that a bridge passes everything on to: asked over HTTP, and where it gives no answer of its own, what is wrong
// and what to change, in words for whoever set the bridge up.
import { ProtocolError } from '@modelcontextprotocol/server'
import { Problem, type ProblemCode, statusOf, withoutSecrets } from '../errors/problem.ts'

export type RemoteServer = {
  /** As it was given: only its origin counts. */
  address: string
  key: string
  /** The path of the tools that are wanted. */
  path: string
  /** What the two are called where they can be changed. */
  settings: { address: string; key: string }
}

/** Nobody there, or not a Muster; the message says what to change. */
export class NoServer extends Error {
  constructor(message: string) {
    super(withoutSecrets(message))
  }
}

/** Without any path; undefined where it is no address of a server. */
export const originIn = (address: string): string | undefined =>
  /^https?:\/\/[^/]/i.test(address.trim()) && URL.canParse(address.trim())
    ? new URL(address.trim()).origin
    : undefined

type RpcResponse = { result?: unknown; error?: { code: number; message: string } }

/** The result of a message to the tools. */
export async function askTools(remote: RemoteServer, method: string, params: object): Promise<unknown> {
  const text = await postToServer(remote, remote.path, { jsonrpc: '2.0', id: 1, method, params })
  const { result, error } = parsed(/^data: (\{.*\})$/m.exec(text)?.[1] ?? text) as RpcResponse
  if (error) throw new ProtocolError(error.code, error.message)
  if (result === undefined) throw notMuster(remote, 'gave no answer of Muster; change')
  return result
}

/** The text that it answers to a body; refusals are thrown. */
export async function postToServer(remote: RemoteServer, path: string, body: object): Promise<string> {
  const response = await reached(remote, path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${remote.key.trim()}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
    // The key goes to the server that was named, and to no other that it names.
    redirect: 'manual',
  })
  const text = await response.text()
  if (response.ok) return text
  throw refusalIn(remote, text) ?? notMuster(remote, whatItDid(response))
}

async function reached(remote: RemoteServer, path: string, init: RequestInit): Promise<Response> {
  const { address, settings } = remote
  const origin = originIn(address)
  if (!origin)
    throw new NoServer(
      `"${address.slice(0, 200)}" is not the address of a server; change ${settings.address}: it begins with https:// or http://`,
    )
  if (!remote.key.trim()) throw new NoServer(`There is no API key; set ${settings.key}`)
  try {
    return await fetch(`${origin}${path}`, init)
  } catch (error) {
    const { code = 'no answer' } = ((error as Error).cause ?? {}) as { code?: string }
    throw new NoServer(
      /CERT|SIGNATURE|SSL|TLS/.test(code)
        ? `The server at ${origin} has no certificate that this machine trusts (${code}); ask whoever runs it, or change ${settings.address}`
        : `There is no server at ${origin} (${code}); start it, or change ${settings.address}`,
    )
  }
}

const notMuster = ({ address, settings }: RemoteServer, did: string) =>
  new NoServer(`${originIn(address)} ${did} ${settings.address}`)

function whatItDid({ status, headers }: Response): string {
  const to = headers.get('location')
  if (status >= 300 && status < 400 && to && URL.canParse(to))
    return `has moved to ${new URL(to).origin}; change`
  return status >= 500
    ? `answered ${status} and may just be starting; try again in a moment, or change`
    : `answered ${status}, which is no answer of Muster; change`
}

/** What the server itself says against a request; undefined where it says nothing that could be told. */
function refusalIn(remote: RemoteServer, text: string): Error | undefined {
  const { code, message } = (parsed(text) as { error?: { code?: unknown; message?: unknown } }).error ?? {}
  if (typeof message !== 'string') return undefined
  return typeof code === 'string' && Object.hasOwn(statusOf, code)
    ? new Problem(code as ProblemCode, message)
    : notMuster(remote, `says “${message.slice(0, 200)}”; ask whoever runs it, or change`)
}

function parsed(text: string): object {
  try {
    return (JSON.parse(text) as object | null) ?? {}
  } catch {
    return {}
  }
}
