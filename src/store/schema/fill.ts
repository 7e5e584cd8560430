// Fills what was added to the record tables empty: from the stored records, in batches with a watermark, and by building
// indexes without locking. Until then only requests that use it wait.
import { setTimeout as wait } from 'node:timers/promises'
import type { RecordType } from '../../record-types/record-type.ts'
import type { Database, Session, Statements, Transaction } from '../database/database.ts'
import { locks } from '../database/locks.ts'
import { tryLock } from '../database/servers.ts'
import { name, type Sql, sql } from '../database/sql.ts'
import { refreshGrants } from '../records/grants.ts'
import { readRows, rowMaker, unsplit, writeRows } from '../records/record-rows.ts'
import { narrowTable, spansColumn } from '../records/tables.ts'
import { buildIndex } from './indexes.ts'
import { tidy } from './maintenance.ts'
import { unfilledOf } from './readiness.ts'
import type { Fill, RowTable, Wanted } from './wanted.ts'
import { lockWriter } from './writer-lock.ts'

const batchRows = 1000

type FilledWant<F extends Fill = Fill> = Wanted & { fill: F }
type By = Fill['by']

/** What is filled in one way. */
const filledBy = <B extends By>(wanted: readonly Wanted[], by: B) =>
  wanted.filter((want): want is FilledWant<Extract<Fill, { by: B }>> => want.fill.by === by)

type Work = {
  database: Database
  session: Session
  types: readonly RecordType[]
  type: RecordType
  stopped(): boolean
}

/** What lies out of line comes into its row before where it lies is noted. */
const steps = [rewriteRows, makeRows, runStatements, buildIndexes]

/** Fills and builds everything that is pending; any number of processes may call it, one works at a time. */
export async function complete(
  database: Database,
  types: readonly RecordType[],
  stopped: () => boolean = () => false,
): Promise<void> {
  const session = await database.session()
  try {
    if (!(await takeTurn(session, stopped))) return
    for (const type of types) {
      const wanted = await unfilledOf(session, type)
      if (wanted.length === 0) continue
      for (const step of steps) {
        await step({ database, session, types, type, stopped }, wanted)
        if (stopped()) return
      }
      await updateDeclared(session, type, wanted, sql`filled = true`)
      // What every row was written again for is known to nobody who plans by it, and to no count, until it is tidied. A load
      // that ended while an index was built has left it to this.
      if (wanted.some(({ fill }) => fill.by !== 'statement'))
        await tidy(database, type, Number.POSITIVE_INFINITY)
    }
  } finally {
    await session.release()
  }
}

async function rewriteRows(work: Work, wanted: readonly Wanted[]): Promise<void> {
  const tables = Map.groupBy(filledBy(wanted, 'rewriting'), want => want.fill.table)
  for (const [table, filled] of tables) {
    const { set } = filled[0]!.fill
    await inBatches(work, filled, async (tx, after) => {
      const [row] = await tx.rows<{ last: string | null }>(sql`
        with next as (${nextIds(table, after)}),
        written as (update ${name(table)} t set ${set} from next where t.id = next.id returning t.id)
        select max(id collate "C") as last from written`)
      return row!.last
    })
  }
}

/** Writes every record's rows once more, with the columns and Parts that are new. */
async function makeRows(work: Work, wanted: readonly Wanted[]): Promise<void> {
  const { types, type } = work
  const filled = filledBy(wanted, 'records')
  if (filled.length === 0) return
  const has = (table: RowTable) => filled.some(({ fill }) => fill.tables.includes(table))
  const changed = { narrow: has('narrow'), text: has('text'), parts: has('parts'), children: has('children') }
  // Most records have none and stay as they are.
  const onlySpans = filled.every(want => want.name === spansColumn)
  const make = rowMaker(type)
  await inBatches(work, filled, async (tx, after) => {
    const found = (await tx.rows<{ id: string }>(nextIds(narrowTable(type.type), after))).map(({ id }) => id)
    const rows = [...(await readRows(tx, type, found)).values()]
      .map(row => make(row.id, row.nanoid, unsplit(type, row)))
      .filter(row => !onlySpans || row.spans != null)
    await writeRows(
      tx,
      type,
      rows.map(row => ({ row, fresh: false, ...changed })),
    )
    const ids = rows.map(row => row.id)
    if (changed.narrow) await refreshGrants(tx, types, type, ids)
    return found.at(-1) ?? null
  })
}

async function runStatements({ database }: Work, wanted: readonly Wanted[]): Promise<void> {
  for (const { fill } of filledBy(wanted, 'statement'))
    await database.transaction(async tx => {
      await lockWriter(tx)
      // Rows written since it was made are in it already; it is emptied, so that they are not counted twice.
      await tx.rows(sql`truncate ${name(fill.table)}`)
      await tx.rows(fill.insert)
    })
}

async function buildIndexes({ session }: Work, wanted: readonly Wanted[]): Promise<void> {
  for (const { name, fill } of filledBy(wanted, 'index')) await buildIndex(session, name, fill.create)
}

const nextIds = (table: string, after: string): Sql =>
  sql`select id from ${name(table)} where id > ${after} order by id limit ${batchRows}::int`

/** From where the last run ended. `write` gives back the last id that it wrote, and null at the end. */
async function inBatches(
  { database, type, stopped }: Work,
  wanted: readonly Wanted[],
  write: (tx: Transaction, after: string) => Promise<string | null>,
): Promise<void> {
  const names = wanted.map(want => want.name)
  const [row] = await database.rows<{ low: string | null }>(
    sql`select min(watermark collate "C") as low from declared where type = ${type.type} and name = any(${names}::text[])`,
  )
  for (let after: string | null = row?.low ?? ''; after !== null && !stopped(); ) {
    const from: string = after
    after = await database.transaction(async tx => {
      await lockWriter(tx)
      const last = await write(tx, from)
      if (last !== null) await updateDeclared(tx, type, wanted, sql`watermark = ${last}`)
      return last
    })
  }
}

/** Only of what is still declared so: another version may have declared its own meanwhile. */
async function updateDeclared(
  db: Statements,
  type: RecordType,
  wanted: readonly Wanted[],
  set: Sql,
): Promise<void> {
  const [names, definitions] = [wanted.map(want => want.name), wanted.map(want => want.definition)]
  await db.rows(sql`
    update declared d set ${set} from unnest(${names}::text[], ${definitions}::text[]) w(name, definition)
    where d.type = ${type.type} and d.name = w.name and d.definition = w.definition`)
}

/** Asks again and again: to wait inside PostgreSQL would block the building of an index without end. */
async function takeTurn(session: Statements, stopped: () => boolean): Promise<boolean> {
  while (!stopped()) {
    if (await tryLock(session, locks.fill)) return true
    await wait(200)
  }
  return false
}
