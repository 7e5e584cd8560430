// The addresses of the authorization server: documents, the way to the page that asks for consent, registration, tokens.
import type { IncomingMessage } from 'node:http'
import { methodNotAllowed } from '../errors/problem.ts'
import { basicIn } from '../http/authorization.ts'
import { clientAddress } from '../http/client-address.ts'
import { staticPages } from '../http/pages.ts'
import type { Handler, Reply, TakeBody } from '../http/surface.ts'
import { metadataPages, oauthPaths } from './addresses.ts'
import { type AuthorizationParts, readAuthorization } from './authorization.ts'
import { OauthProblem, oauthReply, problemReply } from './errors.ts'
import { revokeToken, type TokenParts, tokensFor } from './tokens.ts'

export type OauthParts = AuthorizationParts & TokenParts & { trustedProxies: readonly string[] }

type Asked = { request: IncomingMessage; search: string; take: TakeBody }
type Answer = (asked: Asked) => Promise<Reply>

const mostBytes = 16 * 1024

export function oauthSurface(parts: OauthParts): Handler {
  const addressOf = clientAddress(parts.trustedProxies)
  const documents = metadataPages(parts.addresses, parts.scopes)
  const { handler } = staticPages(Object.keys(documents), path => documents[path]!)
  const answers: Record<string, [method: string, answer: Answer]> = {
    [oauthPaths.authorize]: ['GET', async ({ search }) => redirect(await destinationOf(parts, search))],
    [oauthPaths.register]: [
      'POST',
      async ({ request, take }) =>
        oauthReply(
          201,
          await parts.clients.register(await textOf(request, take, 'application/json'), addressOf(request)),
        ),
    ],
    [oauthPaths.token]: [
      'POST',
      async ({ request, take }) => {
        const { clientId, form } = await authenticated(parts, request, take)
        return oauthReply(200, await tokensFor(parts, clientId, form))
      },
    ],
    [oauthPaths.revoke]: [
      'POST',
      async ({ request, take }) => {
        const { clientId, form } = await authenticated(parts, request, take)
        await revokeToken(parts, clientId, form)
        return oauthReply(200, {})
      },
    ],
  }
  return async (request, asked, take, found) => {
    const [method, answer] = answers[asked.path] ?? []
    if (!answer) return handler(request, asked, take, found)
    found(asked.path)
    if (request.method !== method) throw methodNotAllowed(request.method, method!)
    const reply = await answer({ request, search: asked.search, take }).catch(asReply(request))
    return { ...reply, route: asked.path }
  }
}

const asReply =
  ({ headers }: IncomingMessage) =>
  (problem: unknown): Reply => {
    if (!(problem instanceof OauthProblem)) throw problem
    const reply = problemReply(problem)
    if (reply.status === 401 && headers.authorization)
      reply.headers['WWW-Authenticate'] = 'Basic realm="Muster"'
    return reply
  }

const redirect = (to: string): Reply => ({
  status: 303,
  headers: { Location: to, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  body: '',
})

/** Where the page asks for consent; it says by itself what is wrong where nobody may be sent back. */
async function destinationOf(parts: OauthParts, search: string): Promise<string> {
  const read = await readAuthorization(parts, search).catch((problem: unknown) => {
    if (problem instanceof OauthProblem) return undefined
    throw problem
  })
  return read && 'redirect' in read ? read.redirect : `${parts.addresses.publicUrl}/portal/consent?${search}`
}

async function textOf({ headers }: IncomingMessage, take: TakeBody, type: string): Promise<string> {
  if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== type)
    throw new OauthProblem('invalid_request', `The body must be ${type}`)
  const { bytes, release } = await take(mostBytes, `The body is larger than ${mostBytes} bytes`)
  try {
    return bytes.toString()
  } finally {
    release()
  }
}

/** The form that was sent, and the client that proves to have sent it. */
async function authenticated({ clients }: OauthParts, request: IncomingMessage, take: TakeBody) {
  const query = new URLSearchParams(await textOf(request, take, 'application/x-www-form-urlencoded'))
  const names = [...query.keys()]
  if (new Set(names).size < names.length)
    throw new OauthProblem('invalid_request', 'A parameter was sent more than once')
  const form: Record<string, string> = Object.fromEntries(query)
  const basic = clientIn(request.headers.authorization)
  if (basic && (form.client_secret !== undefined || (form.client_id ?? basic.id) !== basic.id))
    throw new OauthProblem('invalid_request', 'Say who the client is in one way, not in two')
  const { id, secret } = basic ?? { id: form.client_id, secret: form.client_secret }
  if (!id) throw new OauthProblem('invalid_client', 'client_id is missing')
  return { clientId: await clients.authenticated(id, secret), form }
}

/** The client in a Basic header, where both are encoded as in a form (RFC 6749 §2.3.1). */
function clientIn(header: string | undefined): { id: string; secret: string } | undefined {
  if (header === undefined) return undefined
  const { user = '', password = '' } = basicIn(header) ?? {}
  if (user === '') throw new OauthProblem('invalid_client', 'The Authorization header is not Basic')
  const decoded = (text: string) => new URLSearchParams(`x=${text}`).get('x')!
  return { id: decoded(user), secret: decoded(password) }
}
