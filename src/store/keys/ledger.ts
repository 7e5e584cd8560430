// The access ledger: what each key did on each day and how it ended, and who read the single records of people.
// Gathered in memory and written in batches, never once per request.

import type { CallerKind, Trace } from '../../access/caller.ts'
import type { Database, Statements } from '../../database/database.ts'
import { name, sql } from '../../database/sql.ts'
import { instant, maybe, number, text } from '../../shape/shape.ts'
import { declareList, type RowIn } from '../lists/list.ts'
import { ownerIdSql } from '../records/owners-sql.ts'
import { narrowTable } from '../records/tables.ts'

export type Ledger = ReturnType<typeof ledgerOf>

type Tally = { keyId: string; day: string; operation: string; outcome: string; requests: number }
type RecordReading = { kind: string; id: string; keyId: string; operation: string; at: string }

export function ledgerOf(database: Database) {
  let tallies = new Map<string, Tally>()
  let readings: RecordReading[] = []

  const count = (tally: Tally) => {
    const place = `${tally.keyId} ${tally.day} ${tally.outcome} ${tally.operation}`
    const known = tallies.get(place)
    if (known) known.requests += tally.requests
    else tallies.set(place, tally)
  }

  return {
    note({ keyId, at, operation, outcome, read }: Trace): void {
      count({ keyId, day: at.slice(0, 10), operation, outcome, requests: 1 })
      if (read) readings.push({ ...read, keyId, operation, at })
    },
    /** Writes what is still only in memory; on failure it stays there. */
    async flush(): Promise<void> {
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
async function write(tx: Statements, tallies: readonly Tally[], readings: readonly RecordReading[]) {
  await tx.rows(sql`
    insert into key_tally as t (key_id, day, operation, outcome, requests)
    select * from json_to_recordset(${JSON.stringify(tallies)}::text::json)
      u("keyId" text, day date, operation text, outcome text, requests bigint) order by 1, 2, 3, 4
    on conflict (key_id, day, operation, outcome) do update set requests = t.requests + excluded.requests`)
  if (readings.length === 0) return
  await tx.rows(sql`
    insert into record_read (kind, id, key_id, operation, at)
    select * from json_to_recordset(${JSON.stringify(readings)}::text::json)
      u(kind text, id text, "keyId" text, operation text, at timestamptz)`)
}

/** Stands for the key where an operator at the command line read or decided something. */
export const commandLine = 'command line'

/** Notes that somebody other than a key read these records, at once. */
export const noteReadings = (
  db: Statements,
  kind: string,
  ids: readonly string[],
  by: string,
  operation: string,
) =>
  db.rows(sql`
    insert into record_read (kind, id, key_id, operation, at)
    select ${kind}, id, ${by}, ${operation}, now() from unnest(${ids}::text[]) u(id)`)

/** Forgets what is older than it has to be kept, and what the gate remembers of keys that are not in use. */
export async function sweepLedger(database: Database, keptDays: number): Promise<void> {
  for (const table of ['key_tally', 'key_day'])
    await database.rows(sql`
      delete from ${name(table)} where day < (gate_clock() at time zone 'UTC')::date - ${keptDays}::int`)
  await database.rows(sql`delete from record_read where at < gate_clock() - ${keptDays} * interval '1 day'`)
  await database.transaction(async tx => {
    // No request is let in meanwhile, so that a key's grants and their sum go together.
    await tx.rows(sql`select pg_advisory_xact_lock(16, 0)`)
    await tx.rows(sql`
      with idle as (delete from key_window where newest < gate_clock() - interval '1 hour' returning key_n)
      delete from key_grant g using idle where g.key_n = idle.key_n`)
  })
}

/** What a key did in the last days. */
export const usage = declareList({
  noun: 'day of use',
  from: sql`key_tally t`,
  columns: {
    day: [text, sql`t.day::text`],
    operation: [text, sql`t.operation`],
    outcome: [text, sql`t.outcome`],
    requests: [number, sql`t.requests`],
  },
  order: { all: sql`t.day desc, t.operation, t.outcome` },
  confined: ({ key, days }: { key: string; days: number }) => [
    sql`t.key_id = ${key} and t.day > (gate_clock() at time zone 'UTC')::date - ${days}::int`,
  ],
})

/** Who read a record or decided about it. */
const readings = declareList({
  noun: 'reading',
  from: sql`record_read r left join api_key k on k.id = r.key_id left join lateral (
    select t.name from operator_token t where t.id = r.key_id
    union all (select a.name from operator_audit a where a.who = r.key_id order by a.n desc) limit 1
  ) o on k.id is null`,
  columns: {
    at: [instant, sql`r.at`],
    keyId: [text, sql`r.key_id`],
    /** What the key is called now; absent where it is gone. */
    keyName: [maybe(text), sql`coalesce(k.name, o.name)`],
    owner: [
      maybe(text),
      sql`case when o.name is not null then 'operator' else k.kind || ' ' || (
        select string_agg(${ownerIdSql(sql`u.owner`)}, ', ' order by u.at) from unnest(k.owners) with ordinality u(owner, at)) end`,
    ],
    operation: [text, sql`r.operation`],
  },
  order: { all: sql`r.at desc` },
  confined: ({ kind, id }: { kind: string; id: string }) => [
    sql`r.kind = ${kind} and r.id in (
      select ${id}::text union select n.id from ${name(narrowTable(kind))} n where n.nanoid = ${id})`,
  ],
})

export type ReadingLine = RowIn<typeof readings>

type KeyTally = {
  keyId: string
  keyName: string
  kind: CallerKind
  owners: string[]
  operation: string
  requests: number
  firstDay: string
  lastDay: string
}

/** How often keys that are there have had an answer from these operations, and on which days. */
export const answeredTallies = (db: Statements, operations: readonly string[]): Promise<KeyTally[]> =>
  db.rows(sql`
    select k.id as "keyId", k.name as "keyName", k.kind, k.owners, t.operation, sum(t.requests)::float8 as requests,
      min(t.day)::text as "firstDay", max(t.day)::text as "lastDay"
    from key_tally t join api_key k on k.id = t.key_id
    where t.operation = any(${operations}::text[]) and t.outcome = '200'
    group by k.id, t.operation order by max(t.day) desc, k.name, k.id, t.operation`)

/** By the id or nanoid of a record, newest first. */
export const readingsOf = (database: Statements, kind: string, id: string): Promise<ReadingLine[]> =>
  readings.rows(database, { kind, id })
