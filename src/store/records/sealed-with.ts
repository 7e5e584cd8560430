// Which master secret the sealed values of this database were made with: its fingerprint, which tells nothing of it.
import type { RecordType } from '../../record-types/record-type.ts'
import type { Statements, Transaction } from '../engine/database.ts'
import { join, name, sql } from '../engine/sql.ts'
import { narrowTable } from './tables.ts'

const settingOf = async (db: Statements, setting: string): Promise<string | undefined> =>
  (await db.rows<{ value: string }>(sql`select value from setting where name = ${setting}`))[0]?.value

export const sealedWith = (db: Statements) => settingOf(db, 'sealed-with')

/** Which edition of what is sealed everything was gone through for. */
export const sealedEdition = (db: Statements) => settingOf(db, 'sealed-edition')

/** Raised when more of a record is sealed than before: the next start goes through what is stored. */
export const sealingEdition = '2'

export async function noteSealedWith(db: Statements, fingerprint: string): Promise<void> {
  await db.rows(sql`
    insert into setting (name, value)
    values ('sealed-with', ${fingerprint}), ('sealed-edition', ${sealingEdition})
    on conflict (name) do update set value = excluded.value`)
}

export async function anyOf(db: Statements, types: readonly RecordType[]): Promise<boolean> {
  const found = types.map(type => sql`(select 1 from ${name(narrowTable(type.type))} limit 1)`)
  return (await db.rows(join(found, ' union all '))).length > 0
}

/** The next ids of a type, in order. */
export async function idsAfter(
  db: Statements,
  type: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from ${name(narrowTable(type))} where id > ${after} order by id limit ${limit}::int`,
  )
  return rows.map(row => row.id)
}

/** Attempts that wait, each with what is sealed in it. */
export async function sealedAttempts(tx: Transaction): Promise<{ id: string; sealed: Buffer }[]> {
  return tx.rows(sql`select id, sealed from match_attempt where sealed is not null for update`)
}

export async function replaceSealed(tx: Transaction, id: string, sealed: Buffer): Promise<void> {
  await tx.rows(sql`update match_attempt set sealed = ${sealed} where id = ${id}`)
}
