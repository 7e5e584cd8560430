// Signing in to the portal and out of it: a secret is exchanged for a session, and a session is looked at anew with
// each request, so that what ends it ends it at once.
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../access/caller.ts'
import { hashOfSecret } from '../access/key-format.ts'
import type { Operator } from '../access/operators.ts'
import { wellFormedSecret } from '../access/refusal.ts'
import { type Database, databaseWithin } from '../database/database.ts'
import { badRequest, Problem } from '../errors/problem.ts'
import { readCheckedBody } from '../http/checked-request.ts'
import type { TakeBody } from '../http/surface.ts'
import { callableBy } from '../operator/key-operations.ts'
import { operatorWith } from '../operator/surface.ts'
import { Type } from '../shape/schema.ts'
import { maybe, record } from '../shape/shape.ts'
import type { CallerBook } from '../store/keys/callers.ts'
import { gatePreview } from '../store/keys/gate.ts'
import { shownPartOf } from '../store/keys/keys.ts'
import { writeAudit } from '../store/operators/audit.ts'
import {
  openSession,
  revokeSession,
  type SessionHolder,
  type SessionTimes,
  type StoredSession,
  sessionWith,
  takeLink,
} from '../store/operators/sessions.ts'
import { sessionCookie } from './requests.ts'

export type SessionParts = {
  database: Database
  callers: CallerBook
  times: SessionTimes
  /** Who may sign in on this listener. */
  admits: { operators: boolean; keys: boolean }
}

type KeyHolder = Extract<SessionHolder, { via: 'key' }>

/** Whoever is signed in; a key is asked for separately, since it may have ended since. */
export type PortalSession = Pick<StoredSession, 'id' | 'expiresAt' | 'who'>

export async function sessionOf(
  request: IncomingMessage,
  { database, times, admits }: SessionParts,
): Promise<PortalSession> {
  const secret = sessionCookie(request)
  if (!secret)
    throw new Problem('MISSING_SESSION', 'Nobody is signed in here, or the session is over; sign in')
  const found = await sessionWith(database, secret, times)
  if (!found) throw new Problem('EXPIRED_SESSION', 'This session ended long ago; sign in again')
  requireOpen(found, times)
  if (!(found.who.via === 'key' ? admits.keys : admits.operators)) throw elsewhere(found.who.via)
  return found
}

/** Cookies of a host go to all of its ports. */
const elsewhere = (via: SessionHolder['via']) =>
  new Problem(
    'MISSING_SESSION',
    via === 'key'
      ? 'This address is for operators; with an API key, sign in at the address of the API'
      : 'Operators sign in at the address of the operator interface, not here',
  )

function requireOpen({ state }: StoredSession, { hours, idleMinutes }: SessionTimes): void {
  switch (state) {
    case 'revoked':
      throw new Problem('REVOKED_SESSION', 'This session was ended; sign in again')
    case 'token revoked':
      throw new Problem('REVOKED_SESSION', 'The operator token that opened this session was revoked')
    case 'expired':
      throw new Problem(
        'EXPIRED_SESSION',
        `A session lasts ${hours} hours, and this one is over; sign in again`,
      )
    case 'idle':
      throw new Problem('EXPIRED_SESSION', `Nothing was done for ${idleMinutes} minutes; sign in again`)
  }
}

/** The key of a session as a caller, from this address; refuses where the key was revoked, has expired or may not be
 * used from there. Nothing is counted, and limits that are used up do not matter. */
export const holderOf = (
  { database, callers }: Pick<SessionParts, 'database' | 'callers'>,
  { hash }: Pick<KeyHolder, 'hash'>,
  ip: string,
): Promise<Caller> => gatePreview(database, callers, hash, { whenSpent: true }).admit(undefined, ip)

const secretText = maybe(Type.String({ minLength: 1, maxLength: 200 }))
const SignIn = record({ token: secretText, link: secretText, key: secretText })
type SignIn = { token?: string; link?: string; key?: string }

type NewSession = { secret: string; session: PortalSession }

export async function signIn(
  request: IncomingMessage,
  take: TakeBody,
  parts: SessionParts,
  asked: { ip: string; requestId: string },
): Promise<NewSession> {
  const given = (await readCheckedBody(request, take, SignIn)) as SignIn
  if (Object.keys(given).length !== 1) throw badRequest('Give one of token, link and key')
  const before = sessionCookie(request)
  const opened =
    given.key === undefined
      ? await operatorSession(parts, given, asked.requestId)
      : await keySession(parts, given.key, asked.ip)
  if (before) await endSession(parts, before)
  return opened
}

async function endSession({ database, times }: SessionParts, secret: string): Promise<void> {
  const found = await sessionWith(database, secret, times)
  if (found) await revokeSession(database, found.id)
}

async function keySession(parts: SessionParts, key: string, ip: string): Promise<NewSession> {
  if (!parts.admits.keys) throw notHere('With an API key, sign in at the address of the API')
  const hash = hashOfSecret(wellFormedSecret(key))
  const { keyId, name } = await holderOf(parts, { hash }, ip)
  return opened(parts.database, { via: 'key', id: keyId, name, hash }, parts.times)
}

const notHere = (message: string) => new Problem('ROLE_NOT_ALLOWED', message)

/** A link is used up only if the session is there. */
async function operatorSession(
  { database, times, admits }: SessionParts,
  { token, link }: SignIn,
  requestId: string,
): Promise<NewSession> {
  if (!admits.operators) throw notHere('Operators sign in at the address of the operator interface')
  return database.transaction(async tx => {
    const who =
      token === undefined
        ? await holderOfLink(tx, link!)
        : await operatorWith(databaseWithin(database, tx), token)
    const made = await opened(tx, who, times)
    await writeAudit(tx, {
      who,
      operation: 'POST /portal/session',
      kind: 'session',
      subject: made.session.id,
      after: { via: who.via, role: who.role, expiresAt: made.session.expiresAt },
      requestId,
    })
    return made
  })
}

async function opened(db: Parameters<typeof openSession>[0], who: SessionHolder, times: SessionTimes) {
  const { secret, ...made } = await openSession(db, who, times)
  return { secret, session: { ...made, who } }
}

async function holderOfLink(db: Parameters<typeof takeLink>[0], code: string): Promise<Operator> {
  const taken = await takeLink(db, code)
  if (typeof taken === 'object') return taken
  const why = {
    unknown: 'There is no such sign-in link',
    used: 'This sign-in link was used already; it works once',
    expired: 'This sign-in link is too old',
  }[taken]
  throw new Problem('INVALID_SIGN_IN_LINK', `${why}. ./muster portal link makes another`)
}

/** What a page is told of who is signed in. */
export async function describeSession(parts: SessionParts, { who, expiresAt }: PortalSession, ip: string) {
  if (who.via !== 'key') return { kind: 'operator' as const, name: who.name, role: who.role, expiresAt }
  const { keyId, name, kind, companies, agencies, scopes, usage, allowedIps } = await holderOf(parts, who, ip)
  const owners = kind === 'company' ? companies : agencies
  const key = {
    id: keyId,
    name,
    hint: await shownPartOf(parts.database, who.hash),
    kind,
    owners: owners.map(({ id, name }) => ({ id, name })),
    scopes: [...scopes],
    /** What it may call of the API: menus, forms and lists of options ask this and nothing else. */
    operations: callableBy({ kind, scopes: [...scopes] }),
    perMinute: usage.perMinute,
    perDay: usage.perDay,
    allowedIps,
  }
  return { kind: 'key' as const, key, expiresAt }
}
