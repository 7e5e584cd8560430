// Decisions about match attempts as rows: who decided what, what undoing it needs, what came since, and how long each
// part of a decided attempt is kept.

import type { Database, Statements, Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { instant, maybe, text } from '../../shape/shape.ts'
import { commandLine, noteReadings } from '../keys/ledger.ts'
import { declareList } from '../lists/list.ts'
import { deleteFile, markUnnamed } from '../writing/file-rows.ts'
import { type AttemptContent, attemptContent, type WorkerPair } from './match-attempts.ts'
import { hasLostWorker } from './matches.ts'

/** A name, and the operator token where one was used. */
export type Decider = { by: string; note?: string; token?: string }

const stateAfter = {
  link: 'linked',
  create: 'created',
  different: 'different',
  dismiss: 'dismissed',
  expire: 'expired',
  undo: 'open',
} as const

type RecordedDecision = Decider & { decision: keyof typeof stateAfter; worker?: string }

export const undoMinutes = 10

/** Content is kept for as long as the decision can be undone, with what `undo` needs. */
export async function recordDecision(
  tx: Transaction,
  content: AttemptContent,
  decided: RecordedDecision,
  undo: object = {},
): Promise<void> {
  const { decision } = decided
  const isFinal = decision === 'expire' || decision === 'undo'
  await tx.rows(sql`
    update match_attempt set state = ${stateAfter[decision]}, undo = ${isFinal ? null : JSON.stringify(undo)},
      undo_until = clock_timestamp() + ${isFinal ? null : undoMinutes}::int * interval '1 minute'
    where id = ${content.id}`)
  await insertDecision(tx, content, decided)
  if (decision === 'expire') await forgetContent(tx, content)
}

export async function insertDecision(
  tx: Transaction,
  { id, agency, pair }: { id: string; agency?: string; pair?: WorkerPair },
  { decision, worker, by, note, token }: RecordedDecision,
): Promise<void> {
  await tx.rows(sql`
    insert into match_decision (attempt_id, agency_id, decision, worker_id, decided_by, note, token_id)
    values (${id}, ${agency ?? null}, ${decision}, ${worker ?? null}, ${by}, ${note ?? null}, ${token ?? null})`)
  const workers = new Set([...(worker ? [worker] : []), ...(pair ? [pair.one, pair.other] : [])])
  await noteReadings(tx, 'worker', [...workers], token ?? commandLine, `match ${decision}`)
}

/** What was decided about an attempt, in order. */
export const decisions = declareList({
  noun: 'decision',
  from: sql`match_decision d`,
  columns: {
    decision: [text, sql`d.decision`],
    worker: [maybe(text), sql`nullif(d.worker_id, '')`],
    by: [text, sql`d.decided_by`],
    note: [maybe(text), sql`nullif(d.note, '')`],
    token: [maybe(text), sql`nullif(d.token_id, '')`],
    at: [instant, sql`d.at`],
  },
  order: { all: sql`d.n` },
  confined: ({ attempt }: { attempt: string }) => [sql`d.attempt_id = ${attempt}`],
})

/** A submission that came, or a pair that was decided, since `attempt` created this worker, and that may be them. */
export const laterMatchOf = (
  db: Statements,
  worker: string,
  attempt: string,
  ownPairs: readonly string[],
): Promise<string | undefined> =>
  db.value(sql`
    select a.id from match_candidate c join match_attempt a on a.id = c.attempt_id
    where c.worker_id = ${worker} and a.one is null
      and a.last_at > (select max(d.at) from match_decision d where d.attempt_id = ${attempt})
    union all
    select id from match_attempt
    where (one = ${worker} or other = ${worker}) and state not in ('open', 'closed')
      and id <> all(${ownPairs}::text[])
    limit 1`)

/** Files that joined a worker are theirs, unless they have lost them meanwhile. */
async function forgetContent(tx: Transaction, { id, state, files }: AttemptContent): Promise<void> {
  await tx.rows(sql`
    update match_attempt set sealed = null, files = '{}', undo = null, undo_until = null where id = ${id}`)
  if (state === 'created' || state === 'linked') await markUnnamed(tx, files)
  else for (const file of files) await deleteFile(tx, file)
}

/** Forgets the content of attempts whose decision can no longer be undone. */
export async function forgetDecided(database: Database): Promise<void> {
  const due = await database.column(
    sql`select id from match_attempt where undo_until <= clock_timestamp() order by undo_until limit 1000`,
  )
  for (const id of due)
    await database.transaction(async tx => {
      const content = await attemptContent(tx, id)
      if (content && content.state !== 'open' && content.undoUntil === undefined)
        await forgetContent(tx, content)
    })
}

/** Closes pairs that lost a worker, and forgets the fingerprints of both. */
export const closeIncompletePairs = (db: Statements) =>
  db.rows(sql`
    update match_attempt a set one_print = null, other_print = null,
      state = case when a.state = 'open' then 'closed' else a.state end
    where a.one_print is not null and ${hasLostWorker}`)

/**
 * Deletes matches that were decided so many days ago. Decisions stay without their notes, which nobody could find when
 * a person is erased. A pair whose workers are both stored stays decided, or the next scan would ask again.
 */
export const forgetOldMatches = (db: Statements, days: number) =>
  db.rows(sql`
    with gone as (
      delete from match_attempt a
      where a.state <> 'open' and a.sealed is null and a.undo_until is null and (a.one is null or ${hasLostWorker})
        and coalesce((select max(d.at) from match_decision d where d.attempt_id = a.id), a.last_at)
          < now() - ${days}::int * interval '1 day'
      returning a.id
    )
    update match_decision d set note = null from gone where d.attempt_id = gone.id and d.note is not null`)

/** Submissions that have been open for so many days. */
export const staleAttempts = (db: Statements, days: number) =>
  db.column(
    sql`select id from match_attempt where state = 'open' and one is null and last_at < now() - ${days}::int * interval '1 day'`,
  )
