// The ids of records that a load has not named yet, in a table of its own session: any number of them takes no memory of
// ours, and nothing is left of it.
import type { RecordType } from '../kernel/record-type.ts'
import type { Database } from './database.ts'
import { ofCompany } from './selection.ts'
import { name, sql } from './sql.ts'
import { narrowTable } from './tables.ts'

export type StoredMissing = {
  remove(type: string, ids: readonly string[]): Promise<void>
  /** How many are left of each type, of how many there were. */
  counts(): Promise<Record<string, { missing: number; of: number }>>
  of(type: string): AsyncIterable<string[]>
  close(): Promise<void>
}

const batchIds = 500

/** All that are there now; what comes later is not missed. */
export async function openMissing(
  database: Database,
  types: readonly RecordType[],
  company: string | undefined,
): Promise<StoredMissing> {
  const session = await database.session()
  const all: Record<string, number> = {}
  await session.script(
    'create temp table missing (type text, id text collate "C", primary key (type, id)) on commit preserve rows',
  )
  for (const type of types) {
    const [row] = await session.rows<{ n: string }>(sql`
      with found as (
        insert into missing select ${type.type}, s.id from ${name(narrowTable(type.type))} s
        where ${ofCompany(type, company)} returning 1
      ) select count(*) as n from found`)
    all[type.type] = Number(row!.n)
  }
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
    async *of(type) {
      for (let last = ''; ; ) {
        const rows = await session.rows<{ id: string }>(sql`
          select id from missing where type = ${type} and id > ${last} order by id limit ${batchIds}`)
        if (rows.length === 0) return
        yield rows.map(({ id }) => id)
        last = rows.at(-1)!.id
      }
    },
    close: () => session.release(),
  }
}
