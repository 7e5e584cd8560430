// Erasures as rows: the id of what was erased, when and by whom; nothing about the person.

import { plainRow, type Statements, type Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { recordKey } from '../../record-types/record-key.ts'
import { InvalidValue } from '../../shape/invalid-value.ts'
import { declaredWord, sentence } from '../../shape/sentence.ts'

type Erasure = { id: string; whole: boolean; by: string; at: string }

/** Types that can be erased with a person. */
const kinds = ['worker', 'rightToWorkCheck', 'file']

/** When each of these records and files was erased, by `type:id`. */
export async function erasureTimes(
  tx: Transaction,
  entries: readonly { type: { type: string }; id: string }[],
): Promise<Map<string, string>> {
  const erasable = entries.filter(({ type }) => kinds.includes(type.type))
  if (erasable.length === 0) return new Map()
  const [types, ids] = [erasable.map(({ type }) => type.type), erasable.map(({ id }) => id)]
  // A file that other records name is still stored.
  const rows = await tx.rows<{ type: string; id: string; at: Date }>(sql`
    select e.type, e.id, e.at from unnest(${types}::text[], ${ids}::text[]) u(type, id) join erasure e using (type, id)
    where e.type <> 'file' or not exists (select 1 from file f where f.id = e.id)`)
  return new Map(rows.map(row => [recordKey(row), row.at.toISOString()]))
}

/** Why a load does not bring back what was erased, though its source still has it. */
export class RefusedAsErased extends InvalidValue {
  /** What may be kept of the line: the rest is about the person. */
  readonly text: string

  constructor({ type: { type }, id, stored }: RefusedEntry, at?: string) {
    const day = declaredWord(at ? ` on ${at.slice(0, 10)}` : '')
    super(
      'id',
      sentence`this ${declaredWord(type)} was erased with a person${day}`,
      'erase it in the source too',
    )
    this.text = JSON.stringify(stored ? { type, record: { id } } : { type, id })
  }
}

type RefusedEntry = { type: { type: string }; id: string; stored?: unknown }

/** The first erasure of a record is the one that counts. */
export async function recordErasures(
  tx: Transaction,
  erasures: readonly (Omit<Erasure, 'at'> & { type: string; nanoid?: string })[],
): Promise<void> {
  for (const { type, id, whole, by, nanoid = null } of erasures)
    await tx.rows(sql`
      insert into erasure (type, id, whole, erased_by, nanoid) values (${type}, ${id}, ${whole}, ${by}, ${nanoid})
      on conflict (type, id) do update set whole = erasure.whole or excluded.whole`)
}

/** Files that other records name were not erased. */
export const forgetSharedFiles = (db: Statements) =>
  db.rows(sql`delete from erasure e using file f where e.type = 'file' and f.id = e.id`)

/** Found by id or by nanoid. */
export async function erasureOf(db: Statements, type: string, id: string): Promise<Erasure | undefined> {
  const row = await db.row(sql`
    select id, whole, erased_by as by, at from erasure
    where type = ${type} and (id = ${id} or nanoid = ${id}) order by id = ${id} desc limit 1`)
  return row && plainRow<Erasure>(row)
}
