// Everything kept about one worker outside their own record, found by the worker's id: for data subject access requests
// and erasure.

import { type Database, plainRow, type Statements, type Transaction } from '../../database/database.ts'
import { name, or, sql } from '../../database/sql.ts'
import { badRequest } from '../../errors/problem.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { allTables, narrowTable, textTable } from '../records/tables.ts'
import { mentionCondition } from '../writing/load-queries.ts'

/** A worker's id, from an id, a nanoid or a reference that no other worker has. */
export async function workerIdOf(db: Statements, which: string): Promise<string | undefined> {
  const known = await db.value(
    sql`select id from worker where id = ${which} or nanoid = ${which} order by id = ${which} desc limit 1`,
  )
  if (known !== undefined) return known
  const [referred, another] = await db.column(
    sql`select id from worker where position(${`"reference":${JSON.stringify(which)}`} in label) > 0 limit 2`,
  )
  if (another === undefined) return referred
  throw badRequest(`Several workers have the reference ${which.slice(0, 64)}; give the id`)
}

export type WorkerListing = {
  id: string
  reference: string
  name: string
  dob: string | null
  agencies: string[]
  isErased: boolean
}

/** Stored workers as lists of people show them, with the names of their agencies. */
export async function workerListings(db: Statements, ids: readonly string[]): Promise<WorkerListing[]> {
  const rows = await db.rows<{ id: string; label: string; dob: string | null; agencies: string[] }>(sql`
    select w.id, w.label, i.dob, array(
      select g.label::json->>'name' from agency g where g.id = any(w.agencies_id) order by 1) as agencies
    from worker w left join worker_identity i on i.id = w.id where w.id = any(${ids}::text[])`)
  return rows.map(({ label, ...row }) => {
    const { name, reference, erased } = JSON.parse(label)
    return { ...row, name, reference, isErased: erased === true }
  })
}

/** Records that name the worker, by type. */
export async function recordsNaming(db: Statements, types: readonly RecordType[], worker: string) {
  const naming = new Map<RecordType, string[]>()
  const quoted = JSON.stringify(worker)
  for (const type of types) {
    const mentions = mentionCondition(type, 'worker', sql`${worker}::text`)
    // Ids in lists have no index, so the text of the records is searched.
    const lists = type.people.some(path => path.type === 'worker')
      ? sql`s.id in (select t.id from ${name(textTable(type.type))} t
          where position(${quoted} in t.record) > 0 or position(${quoted} in t.facts) > 0)`
      : undefined
    const names = [mentions, lists].filter(condition => condition !== undefined)
    if (names.length === 0) continue
    const named = sql`select s.id from ${name(narrowTable(type.type))} s where ${or(names)} order by s.id`
    const ids = await db.column(named)
    if (ids.length > 0) naming.set(type, ids)
  }
  return naming
}

/** Home Office checks of these share codes, which are given as hashes. */
export const checksOfCodes = (db: Statements, hashes: readonly string[]) =>
  db.column(
    sql`select distinct id from right_to_work_check_code where hash = any(${hashes}::text[]) order by id`,
  )

export type NamingAttempt = {
  id: string
  state: string
  /** Null for a pair of stored workers. */
  agency: string | null
  sealed: Buffer | null
  files: string[]
  /** Decided to be the worker, or has an identity number of theirs. */
  certain: boolean
  /** How many other candidates there are. */
  others: number
}

/** Match attempts that may be the worker or were decided to be, and those in `like`. */
export const attemptsNaming = (db: Statements, worker: string, like: readonly string[]) =>
  db.rows<NamingAttempt>(sql`
    select id, state, agency_id as agency, sealed, files,
      id = any(${like}::text[])
        or exists (select 1 from match_decision d where d.attempt_id = a.id and d.worker_id = ${worker})
        or exists (select 1 from match_candidate c
          where c.attempt_id = a.id and c.worker_id = ${worker} and c.exact is not null) as certain,
      (select count(*) from match_candidate c where c.attempt_id = a.id and c.worker_id <> ${worker})::int as others
    from match_attempt a
    where one = ${worker} or other = ${worker} or id = any(${like}::text[])
      or exists (select 1 from match_candidate c where c.attempt_id = a.id and c.worker_id = ${worker})
      or exists (select 1 from match_decision d where d.attempt_id = a.id and d.worker_id = ${worker})
    order by id`)

export type NamingDecision = { attempt: string; decision: string; by: string; note?: string; at: string }

/** Decisions about these attempts, and about the worker in attempts that are deleted. */
export async function decisionsNaming(db: Statements, worker: string, attempts: readonly string[]) {
  const rows = await db.rows(sql`
    select attempt_id as attempt, decision, decided_by as by, nullif(note, '') as note, at from match_decision
    where worker_id = ${worker} or attempt_id = any(${attempts}::text[]) order by n`)
  return rows.map(plainRow<NamingDecision>)
}

export type NamingAnswer = { keyId: string; name: string; answer: string; at: string }

/** Answers that are kept for repetitions under an Idempotency-Key. */
export async function answersNaming(db: Statements, worker: string) {
  const rows = await db.rows(sql`
    select key_id as "keyId", name, answer, at from idempotency
    where position(${`"id":"${worker}"`} in answer) > 0 order by at`)
  return rows.map(plainRow<NamingAnswer>)
}

export type NamingDelivery = Record<'event' | 'type' | 'objectId' | 'url' | 'state' | 'at', string> & {
  attempts: number
}

/** Webhook deliveries about these records. */
export async function deliveriesOf(db: Statements, ids: readonly string[]) {
  const rows = await db.rows(sql`
    select e.id as event, e.type, e.object_id as "objectId", w.url, d.state, d.attempts, e.at
    from event e join delivery d on d.event_seq = e.seq join endpoint w on w.id = d.endpoint_id
    where e.object_id = any(${ids}::text[]) order by e.seq, d.n`)
  return rows.map(plainRow<NamingDelivery>)
}

/** Deletes what receivers answered to deliveries about these records. */
export const forgetReceivers = (tx: Transaction, ids: readonly string[]) =>
  tx.rows(sql`
    update attempt a set answer = null from delivery d join event e on e.seq = d.event_seq
    where a.delivery_n = d.n and a.answer is not null and e.object_id = any(${ids}::text[])`)

/** Deletes attempts and candidates; decisions stay without their notes. */
export async function forgetAttempts(tx: Transaction, worker: string, attempts: readonly string[]) {
  await tx.rows(sql`
    update match_decision set note = null
    where note is not null and (worker_id = ${worker} or attempt_id = any(${attempts}::text[]))`)
  await tx.rows(sql`delete from match_attempt where id = any(${attempts}::text[])`)
  await tx.rows(sql`delete from match_candidate where worker_id = ${worker}`)
}

/** Until the transaction ends, no new attempt can have the worker as a candidate. */
export const lockWorker = (tx: Transaction, worker: string) =>
  tx.rows(sql`select 1 from worker where id = ${worker} for update`)

/** The planner's statistics hold sampled values, so they are taken again. */
export async function analyzeTables(database: Database, types: readonly RecordType[]): Promise<void> {
  for (const table of types.flatMap(allTables))
    await database.script(sql`analyze ${name(table)}`.compile().text)
}

/** Nothing of the answer is left but that its worker was erased, under a hash of what the client called it. */
export async function eraseAnswer(tx: Transaction, { keyId, name }: NamingAnswer, hash: string) {
  await tx.rows(sql`delete from idempotency where key_id = ${keyId} and name = ${hash} and erased`)
  await tx.rows(sql`
    update idempotency set name = ${hash}, fingerprint = '', answer = '', erased = true
    where key_id = ${keyId} and name = ${name}`)
}
