// Sessions of the portal and the links that open them, as they are kept: hashes of secrets, whose they are, and how
// long they last. By the database's clock.

import { randomBytes } from 'node:crypto'
import { hashOfSecret } from '../../access/key-format.ts'
import type { Operator, OperatorRole } from '../../access/operators.ts'
import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { newId } from '../../formats/id.ts'
import { instant, oneOf, orNull, type Static, text } from '../../shape/shape.ts'
import { declareList } from '../lists/list.ts'
import { keepSetting, settingOf } from '../schema/setting-table.ts'
import { operatorRole } from './tokens.ts'

const sessionState = oneOf('open', 'idle', 'expired', 'revoked', 'token revoked')
type SessionState = Static<typeof sessionState>

/** Sessions `s`, each with its state, of which those are idle that nobody used for so long. */
const sessionsWithState = ({ idleMinutes }: { idleMinutes: number }) =>
  sql`portal_session s left join operator_token t on s.via = 'token' and t.id = s.who cross join lateral (
    select case
      when s.revoked_at is not null then 'revoked'
      when t.revoked_at is not null then 'token revoked'
      when s.expires_at <= gate_clock() then 'expired'
      when s.used_at <= gate_clock() - ${idleMinutes} * interval '1 minute' then 'idle'
      else 'open' end as state) now`

export const sessions = declareList({
  noun: 'session',
  from: sessionsWithState,
  columns: {
    id: [text, sql`s.id`],
    via: [oneOf('token', 'link', 'oidc', 'key'), sql`s.via`],
    who: [text, sql`s.who`],
    name: [text, sql`s.name`],
    role: [orNull(operatorRole), sql`s.role`],
    state: [sessionState, sql`now.state`],
    createdAt: [instant, sql`s.created_at`],
    usedAt: [instant, sql`s.used_at`],
    expiresAt: [instant, sql`s.expires_at`],
  },
  order: { id: sql`s.id`, all: sql`s.created_at desc, s.id`, most: 1000 },
})

export type SessionTimes = { hours: number; idleMinutes: number }

type KeyHolder = { via: 'key'; id: string; name: string; hash: Buffer }
export type SessionHolder = Operator | KeyHolder

const newCode = () => randomBytes(32).toString('base64url')

export async function openSession(db: Statements, who: SessionHolder, { hours }: SessionTimes) {
  const secret = newCode()
  const id = newId()
  const [role, keyHash] = who.via === 'key' ? [null, who.hash] : [who.role, null]
  const expiresAt = await db.value<Date>(sql`
    insert into portal_session (id, hash, via, who, name, role, key_hash, created_at, used_at, expires_at)
    select ${id}, ${hashOfSecret(secret)}, ${who.via}, ${who.id}, ${who.name}, ${role}, ${keyHash}::bytea,
      moment, moment, moment + ${hours} * interval '1 hour' from gate_clock() moment
    returning expires_at`)
  return { id, secret, expiresAt: expiresAt!.toISOString() }
}

export type StoredSession = { id: string; state: SessionState; expiresAt: string; who: SessionHolder }

type SessionRow = Record<'id' | 'who' | 'name', string> & {
  via: SessionHolder['via']
  role: OperatorRole | null
  key_hash: Buffer | null
  expires_at: Date
  state: SessionState
}

/** Uses are written down so often, which is far below the shortest time that a session may be idle. */
const notedEverySeconds = 15

/** Whose session this is and whether it still holds; that it was used is noted. */
export async function sessionWith(
  db: Statements,
  secret: string,
  times: SessionTimes,
): Promise<StoredSession | undefined> {
  const row = await db.row<SessionRow>(sql`
    with found as (
      select s.*, now.state from ${sessionsWithState(times)} where s.hash = ${hashOfSecret(secret)}
    ), noted as (
      update portal_session s set used_at = gate_clock() from found
      where s.id = found.id and found.state = 'open'
        and s.used_at < gate_clock() - ${notedEverySeconds} * interval '1 second'
    )
    select * from found`)
  if (!row) return undefined
  const { id, state, via, name, role } = row
  const holder = { id: row.who, name }
  const who = via === 'key' ? { via, ...holder, hash: row.key_hash! } : { via, ...holder, role: role! }
  return { id, state, expiresAt: row.expires_at.toISOString(), who }
}

/** False where there is none. */
export const revokeSession = (db: Statements, id: string) =>
  db.hasRows(sql`
    update portal_session set revoked_at = coalesce(revoked_at, gate_clock()) where id = ${id} returning id`)

type SignInLink = Omit<Operator, 'via'> & { via: 'link' | 'oidc' }

/** A code that signs somebody in once, within so many minutes. */
export async function createLink(db: Statements, who: SignInLink, minutes: number): Promise<string> {
  const code = newCode()
  await db.rows(sql`
    insert into portal_link (hash, via, who, name, role, expires_at)
    values (${hashOfSecret(code)}, ${who.via}, ${who.id}, ${who.name}, ${who.role},
      gate_clock() + ${minutes} * interval '1 minute')`)
  return code
}

/** Where the server that started last has its portal. */
export const portalAddress = (db: Statements) => settingOf(db, 'portal')

export const rememberPortal = (db: Statements, address: string) => keepSetting(db, 'portal', address)

/** The first to come uses it up; later ones are told so. */
export async function takeLink(db: Statements, code: string) {
  const hash = hashOfSecret(code)
  const taken = await db.row<SignInLink>(sql`
    update portal_link set used_at = gate_clock()
    where hash = ${hash} and used_at is null and expires_at > gate_clock()
    returning via, who as id, name, role`)
  if (taken) return taken
  const [used] = await db.column<Date | null>(sql`select used_at from portal_link where hash = ${hash}`)
  return used === undefined ? 'unknown' : used === null ? 'expired' : 'used'
}

/** Kept for a week after their end, so that whoever comes back is told why. */
export async function sweepSessions(db: Statements): Promise<void> {
  await db.rows(sql`
    delete from portal_session
    where least(expires_at, coalesce(revoked_at, expires_at)) < gate_clock() - interval '7 days'`)
  await db.rows(sql`delete from portal_link where expires_at < gate_clock() - interval '7 days'`)
}
