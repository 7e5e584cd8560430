// The portal's addresses that answer JSON: who is signed in, and the operator's interface and the API as whoever that
// is. It does nothing by itself that those two do not.
import type { IncomingMessage } from 'node:http'
import type { Trace } from '../access/caller.ts'
import { type Operator, requireRole } from '../access/operators.ts'
import { Refusal } from '../access/refusal.ts'
import { badRequest, methodNotAllowed, Problem } from '../errors/problem.ts'
import type { HostNames } from '../formats/hosts.ts'
import { clientAddress } from '../http/client-address.ts'
import { ownAddress } from '../http/own-address.ts'
import type { Api, ForwardedRequest, Handler, Reply, RequestTarget, TakeBody } from '../http/surface.ts'
import type { AuthorizationParts } from '../oauth/authorization.ts'
import type { OperatorAnswers, OwnAnswers } from '../operator/surface.ts'
import { type CountingGate, gatePreview } from '../store/keys/gate.ts'
import { currentHash, listKeys } from '../store/keys/keys.ts'
import { noteReadings } from '../store/keys/ledger.ts'
import { revokeSession } from '../store/operators/sessions.ts'
import { consentMethods } from './consent.ts'
import { type OidcParts, oidcOf } from './oidc.ts'
import { dataReply, isSecure, requireOwnPage, withoutSession, withSession } from './requests.ts'
import {
  describeSession,
  holderOf,
  type PortalSession,
  type SessionParts,
  sessionOf,
  signIn,
} from './sessions.ts'

export type PortalParts = SessionParts & {
  api: Api & { backend: Pick<CountingGate, 'admitHash'> }
  operators: OperatorAnswers
  own: OwnAnswers
  /** Where assistants may ask to be signed in. */
  oauth?: AuthorizationParts | undefined
  /** Where operators may sign in with an account elsewhere. */
  oidc?: Pick<OidcParts, 'settings' | 'secrets'>
  publicUrl: string | undefined
  hosts: HostNames
  /** Where the API is, if this listener does not serve it. */
  apiUrl?(): string
  trustedProxies: readonly string[]
  trouble(error: unknown, what: string): void
}

type RequestHandler = (
  request: IncomingMessage,
  asked: RequestTarget,
  take: TakeBody,
  found: (route: string) => void,
) => Promise<Reply | ForwardedRequest>

export function portalSurface(parts: PortalParts): Handler {
  const address = ownAddress(parts.publicUrl, parts.trustedProxies, parts.hosts)
  const addressOf = clientAddress(parts.trustedProxies)
  const oidc = parts.oidc && parts.admits.operators ? oidcOf({ ...parts, ...parts.oidc, address }) : undefined
  const exact: Record<string, Record<string, RequestHandler>> = {
    '/portal/sign-in': {
      GET: async () =>
        dataReply({ operator: parts.admits.operators, oidc: oidc ? { name: oidc.name } : null }),
    },
    '/portal/session': sessionMethods(parts, addressOf, request => isSecure(request, address)),
    ...(parts.oauth && consentMethods(parts, parts.oauth, addressOf)),
  }
  /** Addresses that the browser itself opens, not a page of the portal. */
  const navigations: Record<string, RequestHandler> = oidc
    ? {
        '/portal/oidc/start': request => oidc.start(request),
        '/portal/oidc/callback': (request, { search }) => oidc.callback(request, search),
      }
    : {}
  const rooms = roomsFor(parts, addressOf)

  // Not in the log of requests: what is only looked at is asked for every few seconds, and changes are in the audit.
  return async (request, asked, take, found) => {
    const [, name = '', rest = ''] = /^\/portal\/(operator|api|as|own)(?:(\/.*))?$/.exec(asked.path) ?? []
    const elsewhere = navigations[asked.path]
    if (elsewhere) return elsewhere(request, asked, take, found)
    const methods = exact[asked.path]
    if (!methods && !rooms[name]) return undefined
    requireOwnPage(request, address)
    if (!methods) return rooms[name]!(request, { ...asked, path: rest }, take, found)
    const answer = methods[request.method === 'HEAD' ? 'GET' : request.method!]
    if (answer) return answer(request, asked, take, found)
    throw methodNotAllowed(request.method, Object.keys(methods).join(', '))
  }
}

type AddressOf = (request: IncomingMessage) => string

/** Signing in and out, and who is signed in. */
function sessionMethods(
  parts: PortalParts,
  addressOf: AddressOf,
  secure: (request: IncomingMessage) => boolean,
): Record<string, RequestHandler> {
  const shown = async (session: PortalSession, ip: string) => ({
    ...(await describeSession(parts, session, ip)),
    ...(parts.apiUrl && { api: parts.apiUrl() }),
  })
  return {
    GET: async request => dataReply(await shown(await sessionOf(request, parts), addressOf(request))),
    POST: async (request, { requestId }, take) => {
      const ip = addressOf(request)
      const { secret, session } = await signIn(request, take, parts, { ip, requestId })
      const cookie = withSession(secret, parts.times.hours * 3600, secure(request))
      return dataReply(await shown(session, ip), { status: 201, headers: { 'Set-Cookie': cookie } })
    },
    DELETE: async request => {
      const { id } = await sessionOf(request, parts)
      await revokeSession(parts.database, id)
      return dataReply(null, { headers: { 'Set-Cookie': withoutSession(secure(request)) } })
    },
  }
}

/** The interfaces behind the portal, each for whoever is signed in. */
function roomsFor(parts: PortalParts, addressOf: AddressOf): Record<string, RequestHandler> {
  const operatorOf = async (request: IncomingMessage) => operatorIn(await sessionOf(request, parts))
  return {
    operator: async (request, asked, take, found) => {
      const reply = await parts.operators(request, asked, await operatorOf(request), take, found)
      return { ...reply, route: `/portal${reply.route}` }
    },
    api: async (request, { path }) => {
      const { hash } = keyIn(await sessionOf(request, parts))
      const { api } = parts
      const admit = (_: unknown, ip: string) => api.backend.admitHash(hash, ip)
      return { api: { ...api, backend: { ...api.backend, admit } }, path }
    },
    as: async (request, { path }) => {
      const operator = await operatorOf(request)
      requireRole(operator, 'operate')
      return asKey(parts, request, path, operator)
    },
    own: async (request, asked, take) => {
      const who = keyIn(await sessionOf(request, parts))
      return parts.own(request, asked, await holderOf(parts, who, addressOf(request)), take)
    },
  }
}

function operatorIn({ who }: PortalSession): Operator {
  if (who.via !== 'key') return who
  throw new Problem('ROLE_NOT_ALLOWED', 'This is for operators; you are signed in with an API key')
}

function keyIn({ who }: PortalSession) {
  if (who.via === 'key') return who
  throw new Problem('ROLE_NOT_ALLOWED', 'This is for holders of an API key; you are signed in as an operator')
}

/** What a key would be answered. Nothing is counted, and whoever looked is noted as the one who read. */
async function asKey(
  { database, callers, api, trouble }: PortalParts,
  request: IncomingMessage,
  given: string,
  operator: Operator,
): Promise<ForwardedRequest> {
  if (request.method !== 'GET')
    throw new Problem('METHOD_NOT_ALLOWED', 'One can only look as a key; use GET', { Allow: 'GET' })
  const [, id = '', ...path] = given.split('/')
  const [key] = await listKeys(database, id)
  if (key?.id !== id) throw new Problem('NOT_FOUND', 'There is no key with this id')
  const gate = gatePreview(database, callers, await currentHash(database, id))
  const from = key.allowedIps[0]?.replace(/\/.*$/, '')
  const { world, decode } = api.backend
  const note = ({ read, operation }: Trace) => {
    if (!read) return
    noteReadings(database, read.kind, [read.id], operator.id, operation).catch(error =>
      trouble(error, 'that an operator read a record was not noted'),
    )
  }
  const backend = {
    admit: (_: unknown, ip: string) => gate.admit(undefined, from ?? ip).catch(asBadRequest),
    world: { ...world, exports: { begin: notExported } },
    ...(decode && { decode }),
    note,
  }
  return { api: { ...api, backend }, path: `/${path.join('/')}`, isLook: true }
}

/** A key's own refusal would be a 401, which here says that nobody is signed in. */
function asBadRequest(problem: unknown): never {
  if (problem instanceof Refusal && problem.status === 401)
    throw badRequest(`This key would be refused: ${problem.message}`)
  throw problem
}

const notExported = async () => {
  throw badRequest('Whole lists are exported with the key itself; look at them page by page here')
}
