// The ids of records that a load has not named yet, in a table of its own session: any number of them takes no memory of
// ours, and nothing is left of it.

import type { Database, Session, Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { batchIds, idBatches, onlyOfCompany } from '../reading/selection.ts'
import { narrowRows } from '../records/tables.ts'

export type StoredMissing = {
  remove(type: string, ids: readonly string[]): Promise<void>
  /** How many are left of each type, of how many there were. */
  counts(): Promise<Record<string, { missing: number; of: number }>>
  of(type: string): AsyncIterable<string[]>
  close(): Promise<void>
}

/** All that are there now, of a company those that no other has; what comes later is not missed. */
export async function openMissing(
  database: Database,
  types: readonly RecordType[],
  company: string | undefined,
): Promise<StoredMissing> {
  const session = await database.session()
  try {
    return missingIn(session, await fill(session, types, company))
  } catch (error) {
    await session.release()
    throw error
  }
}

/** Gives back how many there are of each type. Of whoever was erased their source says nothing any more. */
async function fill(session: Session, types: readonly RecordType[], company: string | undefined) {
  const all: Record<string, number> = {}
  await session.script(
    'create temp table missing (type text, id text collate "C", primary key (type, id)) on commit preserve rows',
  )
  for (const type of types) {
    const count = await session.value(sql`
      with added as (
        insert into missing select ${type.type}, s.id from ${narrowRows(type)} s
        where ${onlyOfCompany(type, company)}
          and not exists (select from erasure e where e.type = ${type.type} and e.id = s.id) returning 1
      ) select count(*) from added`)
    all[type.type] = Number(count)
  }
  return all
}

function missingIn(session: Session, all: Readonly<Record<string, number>>): StoredMissing {
  return {
    async remove(type, ids) {
      await session.rows(sql`delete from missing where type = ${type} and id = any(${ids}::text[])`)
    },
    async counts() {
      const rows = await session.rows<{ type: string; n: string }>(
        sql`select type, count(*) as n from missing group by type`,
      )
      const left = new Map(rows.map(({ type, n }) => [type, Number(n)]))
      return Object.fromEntries(
        Object.entries(all).map(([type, of]) => [type, { missing: left.get(type) ?? 0, of }]),
      )
    },
    of: type =>
      idBatches(after => {
        const next = sql`select id from missing where type = ${type} and id > ${after} order by id limit ${batchIds}`
        return session.column(next)
      }),
    close: () => session.release(),
  }
}

export const isStored = (db: Statements, type: string, id: string) =>
  db.hasRows(sql`select 1 from ${narrowRows({ type })} where id = ${id}`)
