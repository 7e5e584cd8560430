// The access ledger: what each key did on each day and how it ended, and who read the single records of people.
// Gathered in memory and written in batches, never once per request.
import type { Trace } from '../../access/caller.ts'
import type { Database, Statements } from '../database/database.ts'
import { name, sql } from '../database/sql.ts'
import { narrowTable } from '../records/tables.ts'

export type Ledger = {
  note(trace: Trace): void
  /** Writes what is still only in memory; on failure it stays there. */
  flush(): Promise<void>
}

type Tally = { keyId: string; day: string; operation: string; outcome: string; requests: number }
type Reading = { kind: string; id: string; keyId: string; operation: string; at: string }

export function ledgerOf(database: Database): Ledger {
  let tallies = new Map<string, Tally>()
  let readings: Reading[] = []

  const count = (tally: Tally) => {
    const place = `${tally.keyId} ${tally.day} ${tally.outcome} ${tally.operation}`
    const known = tallies.get(place)
    if (known) known.requests += tally.requests
    else tallies.set(place, tally)
  }

  return {
    note({ keyId, at, operation, outcome, read }) {
      count({ keyId, day: at.slice(0, 10), operation, outcome, requests: 1 })
      if (read) readings.push({ ...read, keyId, operation, at })
    },
    async flush() {
      if (tallies.size === 0) return
      const [counted, read] = [[...tallies.values()], readings]
      tallies = new Map()
      readings = []
      try {
        await database.transaction(tx => write(tx, counted, read))
      } catch (error) {
        for (const tally of counted) count(tally)
        readings = [...read, ...readings]
        throw error
      }
    },
  }
}

/** In one order, so that processes that write at once do not lock each other out. */
async function write(tx: Statements, tallies: readonly Tally[], readings: readonly Reading[]): Promise<void> {
  const column = (name: keyof Tally) => tallies.map(tally => String(tally[name]))
  await tx.rows(sql`
    insert into key_tally as t (key_id, day, operation, outcome, requests)
    select key_id, day::date, operation, outcome, requests::bigint
    from unnest(${column('keyId')}::text[], ${column('day')}::text[], ${column('operation')}::text[],
      ${column('outcome')}::text[], ${column('requests')}::text[]) u(key_id, day, operation, outcome, requests)
    order by 1, 2, 3, 4
    on conflict (key_id, day, operation, outcome) do update set requests = t.requests + excluded.requests`)
  if (readings.length === 0) return
  const field = (name: keyof Reading) => readings.map(reading => reading[name])
  await tx.rows(sql`
    insert into record_read (kind, id, key_id, operation, at)
    select kind, id, key_id, operation, at::timestamptz
    from unnest(${field('kind')}::text[], ${field('id')}::text[], ${field('keyId')}::text[],
      ${field('operation')}::text[], ${field('at')}::text[]) u(kind, id, key_id, operation, at)`)
}

/** Stands for the key where an operator at the command line read or decided something. */
export const commandLine = 'command line'

/** Notes that somebody other than a key read these records, at once. */
export async function noteReadings(
  db: Statements,
  kind: string,
  ids: readonly string[],
  by: string,
  operation: string,
): Promise<void> {
  await db.rows(sql`
    insert into record_read (kind, id, key_id, operation, at)
    select ${kind}, id, ${by}, ${operation}, now() from unnest(${ids}::text[]) u(id)`)
}

/** Forgets what is older than it has to be kept, and what the gate remembers of keys that are not in use. */
export async function sweepLedger(database: Database, keptDays: number): Promise<void> {
  await database.rows(
    sql`delete from key_tally where day < (gate_clock() at time zone 'UTC')::date - ${keptDays}::int`,
  )
  await database.rows(
    sql`delete from key_day where day < (gate_clock() at time zone 'UTC')::date - ${keptDays}::int`,
  )
  await database.rows(sql`delete from record_read where at < gate_clock() - ${keptDays} * interval '1 day'`)
  await database.transaction(async tx => {
    // No request is let in meanwhile, so that a key's grants and their sum go together.
    await tx.rows(sql`select pg_advisory_xact_lock(16, 0)`)
    await tx.rows(sql`
      with idle as (delete from key_window where newest < gate_clock() - interval '1 hour' returning key_n)
      delete from key_grant g using idle where g.key_n = idle.key_n`)
  })
}

export type UsageLine = { day: string; operation: string; outcome: string; requests: number }

/** What a key did, newest day first. */
export async function usageOf(database: Database, keyId: string, days: number): Promise<UsageLine[]> {
  const rows = await database.rows<Omit<UsageLine, 'requests'> & { requests: string }>(sql`
    select day::text, operation, outcome, requests from key_tally
    where key_id = ${keyId} and day > (gate_clock() at time zone 'UTC')::date - ${days}::int
    order by key_tally.day desc, operation, outcome`)
  return rows.map(row => ({ ...row, requests: Number(row.requests) }))
}

export type ReadingLine = {
  at: string
  keyId: string
  /** What the key is called now; absent where it is gone. */
  keyName?: string
  owner?: string
  operation: string
}

/** Who read a record or decided about it, by its id or nanoid; newest first. */
export async function readingsOf(database: Statements, kind: string, id: string): Promise<ReadingLine[]> {
  const rows = await database.rows<{
    at: Date
    key_id: string
    operation: string
    name: string | null
    kind: string | null
    owners: string[] | null
    operator: boolean
  }>(sql`
    select r.at, r.key_id, r.operation, coalesce(k.name, o.name) as name, k.kind, k.owners, o.name is not null as operator
    from record_read r left join api_key k on k.id = r.key_id left join lateral (
      select t.name from operator_token t where t.id = r.key_id
      union all (select a.name from operator_audit a where a.who = r.key_id order by a.n desc) limit 1
    ) o on k.id is null
    where r.kind = ${kind} and r.id in (
      select ${id}::text union select n.id from ${name(narrowTable(kind))} n where n.nanoid = ${id}
    ) order by r.at desc`)
  return rows.map(row => ({
    at: row.at.toISOString(),
    keyId: row.key_id,
    ...(row.name !== null && { keyName: row.name }),
    ...(row.owners && { owner: `${row.kind} ${row.owners.map(owner => owner.slice(2)).join(', ')}` }),
    ...(row.operator && { owner: 'operator' }),
    operation: row.operation,
  }))
}
