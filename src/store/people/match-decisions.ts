// Decisions about match attempts as rows: who decided what, what undoing it needs, and what came since.
import { instant, maybe, text } from '../../shape/shape.ts'
import type { Statements, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { commandLine, noteReadings } from '../keys/ledger.ts'
import { declareList } from '../lists/list.ts'
import type { AttemptContent, StoredPair } from './match-attempts.ts'
import { forgetContent } from './match-retention.ts'

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
  { id, agency, pair }: Pick<AttemptContent, 'id' | 'agency'> & { pair?: Pick<StoredPair, 'one' | 'other'> },
  { decision, worker, by, note, token }: RecordedDecision,
): Promise<void> {
  await tx.rows(sql`
    insert into match_decision (attempt_id, agency_id, decision, worker_id, decided_by, note, token_id)
    values (${id}, ${agency ?? null}, ${decision}, ${worker ?? null}, ${by}, ${note ?? null}, ${token ?? null})`)
  const workers = [...new Set([...(worker ? [worker] : []), ...(pair ? [pair.one, pair.other] : [])])]
  await noteReadings(tx, 'worker', workers, token ?? commandLine, `match ${decision}`)
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
export async function laterMatchOf(
  db: Statements,
  worker: string,
  attempt: string,
  ownPairs: readonly string[],
): Promise<string | undefined> {
  const [row] = await db.rows<{ id: string }>(sql`
    select a.id from match_candidate c join match_attempt a on a.id = c.attempt_id
    where c.worker_id = ${worker} and a.one is null
      and a.last_at > (select max(d.at) from match_decision d where d.attempt_id = ${attempt})
    union all
    select id from match_attempt
    where (one = ${worker} or other = ${worker}) and state not in ('open', 'closed')
      and id <> all(${ownPairs}::text[])
    limit 1`)
  return row?.id
}

/** Removes a worker from all candidates and pairs. */
export async function removeCandidate(tx: Transaction, worker: string): Promise<void> {
  await tx.rows(sql`delete from match_attempt where one = ${worker} or other = ${worker}`)
  await tx.rows(sql`delete from match_candidate where worker_id = ${worker}`)
}
