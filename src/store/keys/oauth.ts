// What signing in with an assistant keeps: clients that registered, codes and refresh tokens, all secrets as hashes. Each
// exchange is one transaction under the lock of its row, so that of any number at once one is first.
import { hashOfSecret } from '../../access/key-format.ts'
import { type Database, databaseWithin, type Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { type AuditEntry, writeAudit } from '../operators/audit.ts'
import { createSignIn, type KeyInfo, keys, lendSecret, type NewSignIn, revokeKey } from './keys.ts'

export type RegisteredClient = {
  id: string
  name: string
  redirectUris: readonly string[]
  secretHash: Buffer | null
}

/** False where so many registered that nobody has signed in with. */
export const addClient = (db: Statements, client: RegisteredClient, mostUnused: number) =>
  db.hasRows(sql`
    insert into oauth_client (id, name, redirect_uris, secret_hash, created_at)
    select ${client.id}, ${client.name}, ${client.redirectUris}::text[], ${client.secretHash}::bytea, gate_clock()
    where (select count(*) from oauth_client where used_at is null) < ${mostUnused}::int returning id`)

export const findClient = (db: Statements, id: string) =>
  db.row<RegisteredClient>(sql`
    select id, name, redirect_uris as "redirectUris", secret_hash as "secretHash" from oauth_client where id = ${id}`)

/** What somebody agreed to: the sign-in, with which key, and who it was. */
export type SignInAgreement = {
  parentId: string
  signIn: Omit<NewSignIn, 'expiresAt'> & { expiresAt: string }
  who: AuditEntry['who']
}

type NewCode = {
  code: string
  clientId: string
  redirectUri: string
  challenge: string
  agreement: SignInAgreement
}

export const addCode = (db: Statements, given: NewCode, seconds: number) =>
  db.rows(sql`
    insert into oauth_code (hash, client_id, redirect_uri, challenge, parent_id, agreed, expires_at)
    values (${hashOfSecret(given.code)}, ${given.clientId}, ${given.redirectUri}, ${given.challenge},
      ${given.agreement.parentId}, ${JSON.stringify(given.agreement)}::text::jsonb,
      gate_clock() + ${seconds} * interval '1 second')`)

export type Tokens = { access: string; refresh: string }

/** Why nothing was exchanged: there is no such thing, it is over, or it was used before, which ended the sign-in. */
export type ExchangeRefusal = 'unknown' | 'over' | 'replayed'

/** Where it asks for a scope that was not given; its token stays as it was. */
type RefreshRefusal = ExchangeRefusal | 'wider'

export type SignInGrant = { key: KeyInfo; expiresIn: number }

type CodeRow = {
  clientId: string
  redirectUri: string
  challenge: string
  agreed: SignInAgreement
  isOver: boolean
  isUsed: boolean
  keyId: string | null
}

/** `proves` says whether whoever came with the code is who it was made for; for others it stays as it was. */
export async function exchangeCode(
  database: Database,
  code: string,
  proves: (row: Pick<CodeRow, 'clientId' | 'redirectUri' | 'challenge'>) => boolean,
  { tokens, seconds }: { tokens: Tokens; seconds: number },
): Promise<SignInGrant | ExchangeRefusal> {
  const hash = hashOfSecret(code)
  return database.transaction(async tx => {
    const row = await tx.row<CodeRow>(sql`
      select client_id as "clientId", redirect_uri as "redirectUri", challenge, agreed, key_id as "keyId",
        expires_at <= gate_clock() as "isOver", used_at is not null as "isUsed"
      from oauth_code where hash = ${hash} for update`)
    if (!row || !proves(row)) return 'unknown'
    const db = databaseWithin(database, tx)
    if (row.isUsed) {
      await endReplayed(db, row.keyId, 'a code was used twice')
      return 'replayed'
    }
    if (row.isOver) return 'over'
    const { parentId, signIn, who } = row.agreed
    const key = await createSignIn(db, parentId, { ...signIn, expiresAt: new Date(signIn.expiresAt) })
    await tx.rows(sql`
      update oauth_code set used_at = gate_clock(), key_id = ${key?.id ?? null} where hash = ${hash}`)
    if (key?.state !== 'active') return 'over'
    await tx.rows(sql`update oauth_client set used_at = gate_clock() where id = ${row.clientId}`)
    const { name, scopes, owners, expiresAt, parentName } = key
    const after = { name, signedInWith: parentName, scopes, owners, expiresAt }
    await writeAudit(db, { who, operation: 'POST /oauth/token', kind: 'key', subject: key.id, after })
    await addTokens(tx, { key, clientId: row.clientId, tokens, seconds })
    return { key, expiresIn: seconds }
  })
}

type NewTokens = { key: KeyInfo; clientId: string; tokens: Tokens; seconds: number }

async function addTokens(tx: Statements, { key, clientId, tokens, seconds }: NewTokens): Promise<void> {
  await lendSecret(tx, key.id, tokens.access, seconds)
  await tx.rows(sql`
    insert into oauth_refresh (hash, key_id, client_id, created_at)
    values (${hashOfSecret(tokens.refresh)}, ${key.id}, ${clientId}, gate_clock())`)
}

/** Whoever has the other copy of what was used twice must get nothing more. */
const endReplayed = async (db: Database, keyId: string | null, because: string) =>
  keyId === null ? undefined : endSignIn(db, keyId, 'POST /oauth/token', because)

/** Ends a sign-in because of what its client did, and says so in the audit. */
export async function endSignIn(
  db: Database,
  keyId: string,
  operation: string,
  because: string,
): Promise<void> {
  const before = await keys.find(db, keyId)
  if (!before || before.state === 'revoked') return
  await revokeKey(db, before.id)
  await writeAudit(db, {
    who: { via: 'key', id: before.id, name: before.name },
    operation,
    kind: 'key',
    subject: before.id,
    before: { state: before.state },
    after: { state: 'revoked', because },
  })
}

type RefreshRow = {
  keyId: string
  clientId: string
  nextHash: Buffer | null
  /** Used so long ago that it is no other request of the same client, made at the same time. */
  isUsedUp: boolean
}

type RefreshGrant = SignInGrant & { tokens: Tokens }

/** The same tokens for the same refresh token: `next` has them, once for each secret of the installation that is accepted.
 * Those that come at once, or within the grace, get one pair between them. */
export async function exchangeRefresh(
  database: Database,
  { refresh, clientId, scopes }: { refresh: string; clientId: string; scopes: readonly string[] },
  next: readonly Tokens[],
  { seconds, graceSeconds }: { seconds: number; graceSeconds: number },
): Promise<RefreshGrant | RefreshRefusal> {
  const hash = hashOfSecret(refresh)
  return database.transaction(async tx => {
    const db = databaseWithin(database, tx)
    const row = await tx.row<RefreshRow>(sql`
      select key_id as "keyId", client_id as "clientId", next_hash as "nextHash",
        coalesce(used_at <= gate_clock() - ${graceSeconds} * interval '1 second', false) as "isUsedUp"
      from oauth_refresh where hash = ${hash} for update`)
    if (row?.clientId !== clientId) return 'unknown'
    if (row.isUsedUp) {
      await endReplayed(db, row.keyId, 'a refresh token was used twice')
      return 'replayed'
    }
    const key = await keys.find(db, row.keyId)
    if (key?.state !== 'active') return 'over'
    if (scopes.some(scope => !key.scopes.includes(scope))) return 'wider'
    if (row.nextHash) {
      const tokens = next.find(each => hashOfSecret(each.refresh).equals(row.nextHash!))
      const expiresIn = tokens ? await secondsLeft(tx, tokens.access) : 0
      return tokens && expiresIn > 0 ? { key, expiresIn, tokens } : 'over'
    }
    const tokens = next[0]!
    await tx.rows(sql`
      update oauth_refresh set used_at = gate_clock(), next_hash = ${hashOfSecret(tokens.refresh)} where hash = ${hash}`)
    await addTokens(tx, { key, clientId, tokens, seconds })
    return { key, expiresIn: seconds, tokens }
  })
}

async function secondsLeft(db: Statements, access: string): Promise<number> {
  const left = await db.value<number>(sql`
    select floor(extract(epoch from until - gate_clock()))::int from key_secret where hash = ${hashOfSecret(access)}`)
  return left ?? 0
}

/** The sign-in that a token of this client belongs to. */
export function signInOfToken(db: Statements, token: string, clientId: string) {
  const hash = hashOfSecret(token)
  return db.value(sql`
    select r.key_id from oauth_refresh r where r.client_id = ${clientId} and (r.hash = ${hash} or r.key_id = (
      select k.id from key_secret s join api_key k on k.n = s.key_n where s.hash = ${hash} and k.parent_n is not null)) limit 1`)
}

/** Forgets what is over: codes after a day, tokens with their sign-in or when no replay of them could matter, and clients that
 * nobody signed in with, or not for three months. A sign-in goes with what the ledger has of it. */
export async function sweepOauth(db: Statements, keptDays: number): Promise<void> {
  await db.rows(sql`delete from oauth_code where expires_at < gate_clock() - interval '1 day'`)
  await db.rows(sql`
    delete from oauth_refresh r using api_key k where k.id = r.key_id
      and least(k.expires_at, coalesce(k.revoked_at, k.expires_at)) < gate_clock() - interval '1 day'`)
  await db.rows(sql`
    delete from key_secret s using api_key k
    where k.n = s.key_n and k.parent_n is not null and s.until < gate_clock() - interval '1 day'`)
  await db.rows(sql`
    delete from api_key k where k.parent_n is not null
      and least(k.expires_at, k.revoked_at) < gate_clock() - ${keptDays} * interval '1 day'`)
  await db.rows(sql`
    delete from oauth_client c where coalesce(c.used_at, c.created_at) <
      gate_clock() - case when c.used_at is null then interval '1 day' else interval '90 days' end
      and not exists (select 1 from oauth_refresh r where r.client_id = c.id)`)
}
