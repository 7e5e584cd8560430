// Which master secret the sealed values of this database were made with, and which one is in use for what is new: their
// fingerprints, which tell nothing of them. The two differ while everything is sealed anew.

import type { Statements, Transaction } from '../../database/database.ts'
import { isServer, ownServerName } from '../../database/servers.ts'
import { none, sql } from '../../database/sql.ts'
import { keepSetting, settingOf } from '../schema/setting-table.ts'

export const sealedWith = (db: Statements) => settingOf(db, 'sealed-with')

/** Which edition of what is sealed everything was gone through for. */
export const sealedEdition = (db: Statements) => settingOf(db, 'sealed-edition')

/** Raised when more of a record is sealed than before: the next start goes through what is stored. */
export const sealingEdition = '2'

export async function noteSealedWith(db: Statements, fingerprint: string): Promise<void> {
  await changeSecret(db, fingerprint)
  await db.rows(sql`
    insert into setting (name, value)
    values ('sealed-with', ${fingerprint}), ('sealed-edition', ${sealingEdition})
    on conflict (name) do update set value = excluded.value`)
}

/** `turn` counts changes of the secret. */
export type SecretInUse = { fingerprint: string; turn: number }

/** Undefined in a database that no server has used yet. Held, it stays the same until the transaction ends; a rehearsal
 * stores nothing, and holds nobody up. */
export async function secretInUse(
  db: Statements & Partial<Pick<Transaction, 'isRehearsal'>>,
  { hold = false } = {},
): Promise<SecretInUse | undefined> {
  const held = hold && !db.isRehearsal ? sql` for share` : none
  const value = await db.value(sql`select value from setting where name = 'sealing-with'${held}`)
  const [turn, fingerprint] = value?.split(' ') ?? []
  return fingerprint === undefined ? undefined : { fingerprint, turn: Number(turn) }
}

/** Takes a secret into use for what is new, once nobody writes with the one before. */
export const changeSecret = (db: Statements, fingerprint: string) =>
  db.rows(sql`
    insert into setting as s (name, value) values ('sealing-with', ${`0 ${fingerprint}`})
    on conflict (name) do update
      set value = (split_part(s.value, ' ', 1)::int + 1) || ' ' || ${fingerprint}
      where split_part(s.value, ' ', 2) <> ${fingerprint}`)

/** Says which secrets this server accepts, by their fingerprints. */
export async function announceSecrets(db: Statements, accepts: readonly string[]): Promise<void> {
  await db.rows(sql`
    insert into server_secret (server, accepts) values (${ownServerName()}, ${accepts}::text[])
    on conflict (server) do update set accepts = excluded.accepts, at = now()`)
  await db.rows(sql`
    delete from server_secret where at < now() - interval '30 days'
      and server not in (select application_name from pg_stat_activity where ${isServer})`)
}

/** Running servers that do not accept this secret, or have not said so, as an older Muster does not. */
export async function serversWithout(db: Statements, fingerprint: string): Promise<string[]> {
  const without = sql`
    select distinct a.application_name as server from pg_stat_activity a
      left join server_secret s on s.server = a.application_name
    where ${isServer} and not coalesce(${fingerprint} = any(s.accepts), false) order by 1`
  return db.column(without)
}

/** How many records have been gone through, of how many, since everything is sealed anew. */
type SealingProgress = { done: number; total: number; since: string }

export async function sealingProgress(db: Statements): Promise<SealingProgress | undefined> {
  const value = await settingOf(db, 'sealing-progress')
  return value === undefined ? undefined : JSON.parse(value)
}

export const noteSealing = (db: Statements, progress: SealingProgress) =>
  keepSetting(db, 'sealing-progress', JSON.stringify(progress))

/** Attempts that wait, each with what is sealed in it. */
export const sealedAttempts = (tx: Transaction): Promise<{ id: string; sealed: Buffer }[]> =>
  tx.rows(sql`select id, sealed from match_attempt where sealed is not null for update`)

export const replaceSealed = (tx: Transaction, id: string, sealed: Buffer) =>
  tx.rows(sql`update match_attempt set sealed = ${sealed} where id = ${id}`)
