// Agreeing to what an assistant asks for: by the holder of a key that is signed in, or by an operator with one of the keys.
// The request is read anew from its query each time; the page that shows it is believed nothing but what was chosen.
import type { IncomingMessage } from 'node:http'
import { requireRole } from '../access/operators.ts'
import { scopes } from '../api/scopes.ts'
import { badRequest, Problem } from '../errors/problem.ts'
import { dayMs } from '../formats/day.ts'
import { readCheckedBody } from '../http/checked-request.ts'
import type { Reply, RequestTarget, TakeBody } from '../http/surface.ts'
import {
  type AuthorizationParts,
  type AuthorizationRequest,
  giveCode,
  readAuthorization,
} from '../oauth/authorization.ts'
import { OauthProblem } from '../oauth/errors.ts'
import { Type } from '../shape/schema.ts'
import { flag, maybe, record, type Static } from '../shape/shape.ts'
import { type KeyInfo, keys } from '../store/keys/keys.ts'
import type { SignInAgreement } from '../store/keys/oauth.ts'
import { dataReply } from './requests.ts'
import { holderOf, type SessionParts, sessionOf } from './sessions.ts'

const mostDays = 90
/** Open at once with one key: more than these nobody looks through. */
const mostSignIns = 50

const texts = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 200 })
const Decision = record({
  /** The query that the assistant sent the user with. */
  query: Type.String({ maxLength: 8000 }),
  agree: flag,
  /** With which key, where an operator agrees. */
  keyId: maybe(Type.String({ minLength: 1, maxLength: 64 })),
  scopes: maybe(texts),
  owners: maybe(texts),
  days: maybe(Type.Integer({ minimum: 1, maximum: mostDays })),
})
type Decision = Static<typeof Decision>

/** What the page shows before anybody agrees; where the assistant asked wrongly, the address to go back to with that. */
export type ConsentRequest =
  | { redirect: string }
  | {
      client: string
      place: string
      asked: string[]
      scopes: { name: string; opens: string; writes: boolean }[]
    }

type RequestHandler = (request: IncomingMessage, asked: RequestTarget, take: TakeBody) => Promise<Reply>

export function consentMethods(
  parts: SessionParts,
  oauth: AuthorizationParts,
  addressOf: (request: IncomingMessage) => string,
): Record<string, Record<string, RequestHandler>> {
  return {
    '/portal/consent/request': {
      GET: async (_, { search }) => dataReply(described(await asked(oauth, search))),
    },
    '/portal/consent/answer': {
      POST: async (request, _, take) => {
        const decision = (await readCheckedBody(request, take, Decision)) as Decision
        const read = await asked(oauth, decision.query)
        if ('redirect' in read) return dataReply({ location: read.redirect })
        if (!decision.agree) return dataReply({ location: read.answer({ error: 'access_denied' }) })
        const agreement = await agreementOf(parts, request, addressOf(request), decision, read)
        return dataReply({ location: await giveCode(oauth, read, agreement) })
      },
    },
  }
}

const asked = (oauth: AuthorizationParts, search: string) =>
  readAuthorization(oauth, search.replace(/^\?/, '')).catch((problem: unknown) => {
    throw problem instanceof OauthProblem ? badRequest(problem.message) : problem
  })

const described = (read: AuthorizationRequest | { redirect: string }): ConsentRequest =>
  'redirect' in read
    ? { redirect: read.redirect }
    : {
        client: read.client.name,
        place: read.place,
        asked: read.scopes,
        scopes: Object.entries(scopes).map(([name, opens]) => ({
          name,
          opens,
          writes: name.startsWith('write:'),
        })),
      }

/** The key that is signed in with, and what it has to give. */
type ParentKey = Pick<SignInAgreement, 'parentId' | 'who'> & {
  scopes: readonly string[]
  owners: readonly string[]
  secretHash?: string
}

async function agreementOf(
  parts: SessionParts,
  request: IncomingMessage,
  ip: string,
  decision: Decision,
  { client, place }: AuthorizationRequest,
): Promise<SignInAgreement> {
  const key = await parentOf(parts, request, ip, decision.keyId)
  const { scopes: chosen = [], owners = key.owners, days } = decision
  const beyond = (some: readonly string[], all: readonly string[]) => some.find(one => !all.includes(one))
  const missing = beyond(chosen, key.scopes) ?? beyond(owners, key.owners)
  if (missing !== undefined) throw badRequest(`The key does not have ${missing.slice(0, 80)}`)
  if (chosen.length === 0) throw badRequest('Choose at least one scope')
  if (days === undefined) throw badRequest(`Say for how many days, up to ${mostDays}`)
  return {
    parentId: key.parentId,
    who: key.who,
    signIn: {
      name: client.name,
      description: place,
      scopes: [...new Set(chosen)],
      owners: [...new Set(owners)],
      expiresAt: new Date(Date.now() + days * dayMs).toISOString(),
      secretHash: key.secretHash,
    },
  }
}

async function parentOf(
  parts: SessionParts,
  request: IncomingMessage,
  ip: string,
  keyId: string | undefined,
): Promise<ParentKey> {
  const { who } = await sessionOf(request, parts)
  if (who.via === 'key') {
    const { keyId: id, name, kind, companies, agencies, scopes } = await holderOf(parts, who, ip)
    if (keyId !== undefined && keyId !== id) throw badRequest('You are signed in with another key')
    const key = await keys.find(parts.database, id)
    if (key?.parentId !== null) throw badRequest('Nobody signs in with a sign-in')
    refuseTooMany(key)
    const owners = (kind === 'company' ? companies : agencies).map(owner => owner.id)
    const secretHash = who.hash.toString('hex')
    return { parentId: id, who: { via: 'key', id, name }, scopes: [...scopes], owners, secretHash }
  }
  requireRole(who, 'operate')
  const key = keyId === undefined ? undefined : await keys.find(parts.database, keyId)
  if (key?.state !== 'active' || key.parentId !== null)
    throw new Problem('NOT_FOUND', 'Choose a key that is active')
  refuseTooMany(key)
  const { via, id, name } = who
  return { parentId: key.id, who: { via, id, name }, scopes: key.scopes, owners: key.owners }
}

function refuseTooMany({ signIns, name }: KeyInfo): void {
  if (signIns >= mostSignIns)
    throw badRequest(`${signIns} assistants are signed in with ${name} already; revoke some of them first`)
}
