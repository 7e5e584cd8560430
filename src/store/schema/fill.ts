// Fills what was added to the record tables empty: from the stored records, in batches with a watermark, and by building
// indexes without locking. Until then only requests that use it wait.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Session, Statements } from '../../database/database.ts'
import { locks, tryLock } from '../../database/locks.ts'
import { name, type Sql, sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { refreshGrants } from '../records/grants.ts'
import { readRows, rowMaker, wholeRecord, writeRows } from '../records/record-rows.ts'
import { narrowTable, spansColumn } from '../records/tables.ts'
import { buildIndex } from './indexes.ts'
import { tidyTables, type WriteBatch, writeInBatches } from './maintenance.ts'
import { unfilledRequirements } from './readiness.ts'
import type { Fill, Requirement, RowTable } from './requirement.ts'
import { lockWriter } from './writer-lock.ts'

const batchRows = 1000

/** What is filled in one way. */
const filledBy = <B extends Fill['by']>(requirements: readonly Requirement[], by: B) =>
  requirements.filter((one): one is Requirement & { fill: Extract<Fill, { by: B }> } => one.fill.by === by)

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
export async function fillPending(
  database: Database,
  types: readonly RecordType[],
  stopped: () => boolean = () => false,
): Promise<void> {
  const session = await database.session()
  try {
    if (!(await takeTurn(session, stopped))) return
    for (const type of types) {
      const requirements = await unfilledRequirements(session, type)
      if (requirements.length === 0) continue
      for (const step of steps) {
        await step({ database, session, types, type, stopped }, requirements)
        if (stopped()) return
      }
      await updateDeclared(session, type, requirements, sql`filled = true`)
      // What every row was written again for is known to nobody who plans by it, and to no count, until it is tidied. A load
      // that ended while an index was built has left it to this.
      if (requirements.some(({ fill }) => fill.by !== 'statement'))
        await tidyTables(database, type, Number.POSITIVE_INFINITY)
    }
  } finally {
    await session.release()
  }
}

async function rewriteRows(work: Work, requirements: readonly Requirement[]): Promise<void> {
  const tables = Map.groupBy(filledBy(requirements, 'rewriting'), ({ fill }) => fill.table)
  for (const [table, filled] of tables) {
    const { set } = filled[0]!.fill
    await fillInBatches(work, filled, async (tx, after) => {
      const last = sql`
        with next as (${nextIds(table, after)}),
        written as (update ${name(table)} t set ${set} from next where t.id = next.id returning t.id)
        select max(id collate "C") from written`
      return tx.value(last)
    })
  }
}

/** Writes every record's rows once more, with the columns and Parts that are new. */
async function makeRows(work: Work, requirements: readonly Requirement[]): Promise<void> {
  const { types, type } = work
  const filled = filledBy(requirements, 'records')
  if (filled.length === 0) return
  const has = (table: RowTable) => filled.some(({ fill }) => fill.tables.includes(table))
  const changed = { narrow: has('narrow'), text: has('text'), parts: has('parts'), children: has('children') }
  // Most records have none and stay as they are.
  const onlySpans = filled.every(({ name }) => name === spansColumn)
  const make = rowMaker(type)
  await fillInBatches(work, filled, async (tx, after) => {
    const next = await tx.column(nextIds(narrowTable(type.type), after))
    const rows = [...(await readRows(tx, type, next)).values()]
      .map(row => make(row.id, row.nanoid, wholeRecord(type, row)))
      .filter(row => !onlySpans || row.spans != null)
    await writeRows(
      tx,
      type,
      rows.map(row => ({ row, fresh: false, ...changed })),
    )
    const ids = rows.map(row => row.id)
    if (changed.narrow) await refreshGrants(tx, types, type, ids)
    return next.at(-1)
  })
}

async function runStatements({ database }: Work, requirements: readonly Requirement[]): Promise<void> {
  for (const { fill } of filledBy(requirements, 'statement'))
    await database.transaction(async tx => {
      await lockWriter(tx)
      // Rows written since it was made are in it already; it is emptied, so that they are not counted twice.
      await tx.rows(sql`truncate ${name(fill.table)}`)
      await tx.rows(fill.insert)
    })
}

async function buildIndexes({ session }: Work, requirements: readonly Requirement[]): Promise<void> {
  for (const { name, fill } of filledBy(requirements, 'index')) await buildIndex(session, name, fill.create)
}

const nextIds = (table: string, after: string): Sql =>
  sql`select id from ${name(table)} where id > ${after} order by id limit ${batchRows}::int`

/** From where the last run ended. */
async function fillInBatches(
  { database, type, stopped }: Work,
  requirements: readonly Requirement[],
  write: WriteBatch,
): Promise<void> {
  const names = requirements.map(({ name }) => name)
  const watermark = await database.value(
    sql`select min(watermark collate "C") from declared where type = ${type.type} and name = any(${names}::text[])`,
  )
  const writeAndNote: WriteBatch = async (tx, after) => {
    const last = await write(tx, after)
    if (last !== undefined) await updateDeclared(tx, type, requirements, sql`watermark = ${last}`)
    return last
  }
  await writeInBatches(database, watermark ?? '', writeAndNote, stopped)
}

/** Only of what is still declared so: another version may have declared its own meanwhile. */
async function updateDeclared(
  db: Statements,
  type: RecordType,
  requirements: readonly Requirement[],
  set: Sql,
): Promise<void> {
  const [names, definitions] = [requirements.map(one => one.name), requirements.map(one => one.definition)]
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
