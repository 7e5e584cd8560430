// Files as rows: what they are called and where their content lies. Content itself never comes here.

import type { Statements, Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { hasOwner, stillWorks } from '../keys/owners.ts'
import { settingOf } from '../schema/setting-table.ts'

export type FileRow = {
  id: string
  fileName: string
  contentType: string
  size: number
  /** In hexadecimal digits. */
  sha256: string
  storageKey: string
}

/** A FileRow from the table `f`. */
const fileColumns = sql`f.id, f.file_name as "fileName", f.content_type as "contentType", f.size::float8 as size,
  encode(f.sha256, 'hex') as sha256, f.storage_key as "storageKey"`

export async function readFiles(db: Statements, ids: readonly string[]): Promise<Map<string, FileRow>> {
  const rows = await db.rows<FileRow>(sql`select ${fileColumns} from file f where f.id = any(${ids}::text[])`)
  return new Map(rows.map(row => [row.id, row]))
}

/** What these replace keeps its content for a while. */
export async function writeFileRows(tx: Transaction, files: readonly FileRow[]): Promise<void> {
  if (files.length === 0) return
  const all = <K extends keyof FileRow>(column: K) => files.map(file => file[column])
  const newRows = sql`unnest(
    ${all('id')}::text[], ${all('fileName')}::text[], ${all('contentType')}::text[], ${all('size')}::bigint[],
    ${all('sha256')}::text[], ${all('storageKey')}::text[]
  ) g(id, file_name, content_type, size, sha256, storage_key)`
  await tx.rows(sql`
    insert into file_left (storage_key, file_id)
    select f.storage_key, f.id from file f join ${newRows} on f.id = g.id collate "C" where f.storage_key <> g.storage_key
    on conflict (storage_key) do nothing`)
  // In a dry run this is a view, which takes no "on conflict".
  await tx.rows(sql`
    update file f set file_name = g.file_name, content_type = g.content_type, size = g.size,
      sha256 = decode(g.sha256, 'hex'), storage_key = g.storage_key from ${newRows} where f.id = g.id collate "C"`)
  await tx.rows(sql`
    insert into file (id, file_name, content_type, size, sha256, storage_key, created_at)
    select g.id, g.file_name, g.content_type, g.size, decode(g.sha256, 'hex'), g.storage_key, now() from ${newRows}
    where not exists (select 1 from file f where f.id = g.id collate "C")`)
}

export const deleteFile = (tx: Transaction, id: string) =>
  tx.rows(sql`
    with gone as (delete from file where id = ${id} returning storage_key, id)
    insert into file_left (storage_key, file_id) select storage_key, id from gone on conflict (storage_key) do nothing`)

/** Content that these files had before goes now, whoever may still be reading it. */
export const hastenContent = (tx: Transaction, ids: readonly string[]) =>
  tx.rows(sql`update file_left set due = now() where file_id = any(${ids}::text[])`)

/** The same of files that no record names; their content goes after so many hours, or at once with who was erased. */
export const deleteUnnamed = (tx: Transaction, ids: readonly string[], hours: number) =>
  tx.rows(sql`
    with gone as (delete from file where id = any(${ids}::text[]) returning id, storage_key)
    insert into file_left (storage_key, due)
    select storage_key, case when exists (select 1 from erasure e where e.type = 'file' and e.id = gone.id)
      then now() else now() + ${hours} * interval '1 hour' end from gone
    on conflict (storage_key) do update set due = excluded.due`)

/** Content to be removed now. */
export const dueContent = (db: Statements, most: number) =>
  db.column(sql`select storage_key from file_left where due <= now() order by storage_key limit ${most}`)

/** Records have stopped naming these; somebody who waits to be decided on may still have them. */
export async function markUnnamed(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const waiting = await filesOfAttempts(tx, ids)
  await tx.rows(sql`
    update file set unnamed_since = now() where id = any(${ids}::text[]) and id <> all(${waiting}::text[])`)
}

/** Files that records have stopped naming. */
export const unnamedFiles = (db: Statements, most: number) =>
  db.column(sql`select id from file where unnamed_since is not null order by id limit ${most}`)

/** Notes that records name them again. */
export const clearUnnamed = (tx: Transaction, ids: readonly string[]) =>
  tx.rows(sql`update file set unnamed_since = null where id = any(${ids}::text[])`)

/** Of these files, those that belong to somebody who waits to be decided on. */
export const filesOfAttempts = (tx: Transaction, ids: readonly string[]) =>
  tx.column(sql`
    select distinct f.id from match_attempt a, unnest(a.files) f(id) where a.files && ${ids}::text[]`)

/** Which of these ids are files. */
export const existingFiles = (db: Statements, ids: readonly string[]) =>
  db.column(sql`select id from file where id = any(${ids}::text[])`)

type LinkedFile = FileRow & {
  /** Whether the key may be used from where it is asked for, as the gate decides it. */
  here: boolean
}

/** A file that was linked for a key: nothing once that key is revoked, expired or gone. */
export const linkedFile = (
  db: Statements,
  { fileId, keyId }: { fileId: string; keyId: string },
  ip: string,
  now: Date,
): Promise<LinkedFile | undefined> =>
  db.row<LinkedFile>(sql`
    select ${fileColumns}, cardinality(k.allowed_ips) = 0
        or coalesce(${ip === '' ? null : ip}::text::inet <<= any (k.allowed_ips), false) as here
    from file f join api_key k on k.id = ${keyId}
    where f.id = ${fileId} and (${hasOwner})
      and ${stillWorks('k', sql`${now.toISOString()}::text::timestamptz`)}`)

/** Of these storage keys, those that no file uses, nor did after `since`, and that are not to be kept longer. */
export const unusedKeys = (
  db: Statements,
  keys: readonly string[],
  { since, now }: { since: Date; now: Date },
) =>
  db.column(sql`
    select k.key from unnest(${keys}::text[]) k(key)
    where not exists (select 1 from file f where f.storage_key = k.key collate "C")
      and not exists (
        select 1 from file_left l
        where l.storage_key = k.key collate "C" and (l.at > ${since.toISOString()}::text::timestamptz
          or l.due > ${now.toISOString()}::text::timestamptz))`)

export const forgetLeftContent = (db: Statements, keys: readonly string[]) =>
  db.rows(sql`delete from file_left where storage_key = any(${keys}::text[])`)

/** What this database is called in a file store. */
export const installationOf = async (db: Statements): Promise<string> =>
  (await settingOf(db, 'installation'))!
