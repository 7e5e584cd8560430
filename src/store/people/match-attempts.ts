// What waits for people to decide, as rows: attempts to create somebody who may be known, with who they may be, and
// pairs of stored workers that may be one person.
import { Problem } from '../../problem.ts'
import type { Database, Statements, Transaction } from '../engine/database.ts'
import { sql } from '../engine/sql.ts'
import { commandLine, noteReadings } from '../keys/ledger.ts'
import { deleteFile, markUnnamed } from '../records/file-rows.ts'

export const attemptStates = [
  'open',
  'linked',
  'created',
  'different',
  'dismissed',
  'expired',
  'closed',
] as const
export type AttemptState = (typeof attemptStates)[number]

export type AttemptRow = {
  id: string
  kind: 'submission' | 'pair'
  /** Who sent it, and with which key; a pair was sent by nobody. */
  agencyId?: string
  keyId?: string
  /** The two of a pair. */
  workers?: [string, string]
  state: AttemptState
  posts: number
  createdAt: string
  lastAt: string
  candidates: number
}

export type CandidateRow = { worker: string; total: number; exact?: string; bits: Record<string, number> }

export type NewAttempt = {
  id: string
  agency: string
  keyId: string
  fingerprint: string
  sealed: Buffer
  files: readonly string[]
  candidates: readonly CandidateRow[]
}

/** One more post of what is waiting already; whether there was one. */
export async function countAgain(db: Statements, agency: string, fingerprint: string): Promise<boolean> {
  const rows = await db.rows(sql`
    update match_attempt set posts = posts + 1, last_at = now()
    where agency_id = ${agency} and fingerprint = ${fingerprint} and state = 'open' returning id`)
  return rows.length > 0
}

/** They stay as they are until the transaction ends; nobody is kept as like somebody who is erased meanwhile. */
export async function holdCandidates(tx: Transaction, workers: readonly string[]): Promise<void> {
  const hold = () =>
    tx.rows<{ label: string }>(
      sql`select label from worker where id = any(${workers}::text[]) order by id for share`,
    )
  const areThere = (held: readonly { label: string }[]) =>
    held.length === new Set(workers).size && !held.some(({ label }) => JSON.parse(label).erased)
  // A load replaces rows: who was waited for is another row then.
  if (areThere(await hold()) || areThere(await hold())) return
  throw new Problem('SERVICE_UNAVAILABLE', 'Somebody like this was erased just now; send it again', {
    'Retry-After': '1',
  })
}

/** False where another process has kept the same just now. */
export async function insertAttempt(tx: Transaction, attempt: NewAttempt): Promise<boolean> {
  const { id, agency, keyId, fingerprint, sealed, files, candidates } = attempt
  const rows = await tx.rows(sql`
    insert into match_attempt (id, agency_id, key_id, fingerprint, state, sealed, files)
    values (${id}, ${agency}, ${keyId}, ${fingerprint}, 'open', ${sealed}, ${files}::text[])
    on conflict (agency_id, fingerprint) where state = 'open' do nothing returning id`)
  if (rows.length === 0) return false
  await replaceCandidates(tx, id, candidates)
  return true
}

/** Who an attempt may be, as it is now. */
export async function replaceCandidates(
  tx: Transaction,
  attempt: string,
  candidates: readonly CandidateRow[],
): Promise<void> {
  await tx.rows(sql`delete from match_candidate where attempt_id = ${attempt}`)
  for (const { worker, total, exact, bits } of candidates)
    await tx.rows(sql`
      insert into match_candidate (attempt_id, worker_id, total, exact, bits)
      values (${attempt}, ${worker}, ${total}::double precision, ${exact ?? null}, ${JSON.stringify(bits)})`)
}

type Row = {
  id: string
  agency_id: string | null
  key_id: string | null
  one: string | null
  other: string | null
  state: AttemptState
  posts: number
  created_at: Date
  last_at: Date
  candidates: string
}

/** `after` is the last of the page before. */
export type AttemptPage = { limit: number; after?: string }

/** The newest first; pairs of which one is gone wait no more. */
export async function listAttempts(
  db: Statements,
  states: readonly string[],
  { limit, after }: Partial<AttemptPage> = {},
): Promise<AttemptRow[]> {
  const rest =
    after === undefined
      ? sql`true`
      : sql`(a.created_at, a.id) < (select p.created_at, p.id from match_attempt p where p.id = ${after})`
  const rows = await db.rows<Row>(sql`
    select a.id, a.agency_id, a.key_id, a.one, a.other, a.state, a.posts, a.created_at, a.last_at,
      (select count(*) from match_candidate c where c.attempt_id = a.id) as candidates
    from match_attempt a where a.state = any(${states}::text[]) and ${rest} and not (a.state = 'open' and ${isHalved})
    order by a.created_at desc, a.id desc limit ${limit ?? null}::int`)
  return rows.map(row => ({
    id: row.id,
    kind: row.one === null ? 'submission' : 'pair',
    ...(row.agency_id !== null && { agencyId: row.agency_id }),
    ...(row.key_id !== null && { keyId: row.key_id }),
    ...(row.one !== null && row.other !== null && { workers: [row.one, row.other] }),
    state: row.state,
    posts: row.posts,
    createdAt: row.created_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    candidates: Number(row.candidates),
  }))
}

/** A pair of which a worker is no longer stored. */
const isHalved = sql`(a.one is not null and (
  not exists (select 1 from worker w where w.id = a.one) or not exists (select 1 from worker w where w.id = a.other)))`

/** Closes pairs that lost a worker, and forgets what the two were known by. */
export async function closeHalvedPairs(db: Statements): Promise<void> {
  await db.rows(sql`
    update match_attempt a set one_print = null, other_print = null,
      state = case when a.state = 'open' then 'closed' else a.state end
    where a.one_print is not null and ${isHalved}`)
}

export type AttemptContent = {
  id: string
  state: AttemptState
  /** Of a submission, who sent it. */
  agency?: string
  fingerprint?: string
  sealed: Buffer | null
  files: string[]
  pair?: StoredPair
  /** Until when it can be undone, where it still can, and what that needs. */
  undoUntil?: string
  undo?: string
}

export type StoredPair = { one: string; other: string; prints: [string | null, string | null] }

/** In a transaction, nobody else decides it meanwhile. */
export async function attemptContent(db: Statements, id: string): Promise<AttemptContent | undefined> {
  const lock = 'transaction' in db ? sql`for update` : sql``
  const [row] = await db.rows<{
    state: AttemptState
    agency_id: string | null
    fingerprint: string | null
    sealed: Buffer | null
    files: string[]
    one: string | null
    other: string | null
    one_print: string | null
    other_print: string | null
    undo_until: Date | null
    undo: string | null
  }>(sql`
    select state, agency_id, fingerprint, sealed, files, one, other, one_print, other_print,
      case when undo_until > clock_timestamp() then undo_until end as undo_until, undo
    from match_attempt where id = ${id} ${lock}`)
  if (!row) return undefined
  const { state, sealed, files, one, other } = row
  return {
    id,
    state,
    sealed,
    files,
    ...(row.agency_id !== null && { agency: row.agency_id }),
    ...(row.fingerprint !== null && { fingerprint: row.fingerprint }),
    ...(one !== null && other !== null && { pair: { one, other, prints: [row.one_print, row.other_print] } }),
    ...(row.undo_until && { undoUntil: row.undo_until.toISOString() }),
    ...(row.undo !== null && { undo: row.undo }),
  }
}

/** What agencies sent and nobody has decided of. */
export async function openSubmissions(
  db: Statements,
): Promise<{ id: string; agency: string; sealed: Buffer }[]> {
  return db.rows(sql`
    select id, agency_id as agency, sealed from match_attempt
    where state = 'open' and one is null and sealed is not null order by id`)
}

export async function candidatesOf(db: Statements, attempt: string): Promise<CandidateRow[]> {
  const rows = await db.rows<{ worker_id: string; total: number; exact: string | null; bits: string }>(sql`
    select worker_id, total, exact, bits from match_candidate
    where attempt_id = ${attempt} order by exact nulls last, total desc, worker_id`)
  return rows.map(({ worker_id, total, exact, bits }) => ({
    worker: worker_id,
    total,
    ...(exact && { exact }),
    bits: JSON.parse(bits),
  }))
}

/** Who decides: a name, and the operator token where one was used. */
export type Decider = { by: string; note?: string; token?: string }

export type Decided = Decider & {
  decision: 'link' | 'create' | 'different' | 'dismiss' | 'expire' | 'undo'
  worker?: string
}

const states = {
  link: 'linked',
  create: 'created',
  different: 'different',
  dismiss: 'dismissed',
  expire: 'expired',
  undo: 'open',
} as const

/** So long a decision can be undone. */
export const undoMinutes = 10

/** Ends an attempt. What was sent is kept as long as the decision can be undone, with what that needs. */
export async function recordDecision(
  tx: Transaction,
  content: AttemptContent,
  decided: Decided,
  undo: object = {},
): Promise<void> {
  const { decision } = decided
  const isFinal = decision === 'expire' || decision === 'undo'
  await tx.rows(sql`
    update match_attempt set state = ${states[decision]}, undo = ${isFinal ? null : JSON.stringify(undo)},
      undo_until = clock_timestamp() + ${isFinal ? null : undoMinutes}::int * interval '1 minute'
    where id = ${content.id}`)
  await noteDecision(tx, content, decided)
  if (decision === 'expire') await forgetContent(tx, content)
}

export async function noteDecision(
  tx: Transaction,
  { id, agency, pair }: Pick<AttemptContent, 'id' | 'agency'> & { pair?: Pick<StoredPair, 'one' | 'other'> },
  { decision, worker, by, note, token }: Decided,
): Promise<void> {
  await tx.rows(sql`
    insert into match_decision (attempt_id, agency_id, decision, worker_id, decided_by, note, token_id)
    values (${id}, ${agency ?? null}, ${decision}, ${worker ?? null}, ${by}, ${note ?? null}, ${token ?? null})`)
  const workers = [...new Set([...(worker ? [worker] : []), ...(pair ? [pair.one, pair.other] : [])])]
  await noteOperator(tx, workers, `match ${decision}`, token)
}

/** Who looked at these workers, or decided about them, in the name of the operator. */
export async function noteOperator(
  db: Statements,
  workers: readonly string[],
  operation: string,
  token = commandLine,
): Promise<void> {
  await noteReadings(db, 'worker', workers, token, operation)
}

/** Its files go unless a worker has them now: the one that was made of it may have lost them meanwhile. */
async function forgetContent(tx: Transaction, { id, state, files }: AttemptContent): Promise<void> {
  await tx.rows(sql`
    update match_attempt set sealed = null, files = '{}', undo = null, undo_until = null where id = ${id}`)
  if (state === 'created') await markUnnamed(tx, files)
  else for (const file of files) await deleteFile(tx, file)
}

/** Forgets what was sent once its decision cannot be undone any more. */
export async function forgetDecided(database: Database): Promise<void> {
  const due = await database.rows<{ id: string }>(
    sql`select id from match_attempt where undo_until <= clock_timestamp() order by undo_until limit 1000`,
  )
  for (const { id } of due)
    await database.transaction(async tx => {
      const content = await attemptContent(tx, id)
      if (content && content.state !== 'open' && content.undoUntil === undefined)
        await forgetContent(tx, content)
    })
}

/** The attempt that waits with exactly this, sent by this agency. */
export async function waitingWith(
  db: Statements,
  { agency = '', fingerprint = '' }: AttemptContent,
): Promise<string | undefined> {
  const [row] = await db.rows<{ id: string }>(sql`
    select id from match_attempt
    where agency_id = ${agency} and fingerprint = ${fingerprint} and state = 'open'`)
  return row?.id
}

/** What was sent, or decided of pairs, since an attempt made this worker, and may be the worker. */
export async function cameToBe(
  db: Statements,
  worker: string,
  attempt: string,
  apart: readonly string[],
): Promise<string | undefined> {
  const [row] = await db.rows<{ id: string }>(sql`
    select a.id from match_candidate c join match_attempt a on a.id = c.attempt_id
    where c.worker_id = ${worker} and a.one is null
      and a.last_at > (select max(d.at) from match_decision d where d.attempt_id = ${attempt})
    union all
    select id from match_attempt
    where (one = ${worker} or other = ${worker}) and state not in ('open', 'closed') and id <> all(${apart}::text[])
    limit 1`)
  return row?.id
}

/** Nothing may be this worker any more. */
export async function forgetCandidate(tx: Transaction, worker: string): Promise<void> {
  await tx.rows(sql`delete from match_attempt where one = ${worker} or other = ${worker}`)
  await tx.rows(sql`delete from match_candidate where worker_id = ${worker}`)
}

export type DecisionRow = {
  decision: string
  worker?: string
  by: string
  note?: string
  token?: string
  at: string
}

export async function decisionsOf(db: Statements, attempt: string): Promise<DecisionRow[]> {
  const rows = await db.rows<{
    decision: string
    worker_id: string | null
    decided_by: string
    note: string | null
    token_id: string | null
    at: Date
  }>(sql`
    select decision, worker_id, decided_by, note, token_id, at
    from match_decision where attempt_id = ${attempt} order by n`)
  return rows.map(row => ({
    decision: row.decision,
    ...(row.worker_id && { worker: row.worker_id }),
    by: row.decided_by,
    ...(row.note && { note: row.note }),
    ...(row.token_id && { token: row.token_id }),
    at: row.at.toISOString(),
  }))
}

/**
 * Ends matches that were decided so many days ago. Decisions stay without their notes, which nobody could find when a
 * person is erased. A pair of stored workers stays decided, or the next scan would ask again.
 */
export async function forgetOldMatches(db: Statements, days: number): Promise<void> {
  await db.rows(sql`
    with gone as (
      delete from match_attempt a
      where a.state <> 'open' and a.sealed is null and a.undo_until is null and (a.one is null or ${isHalved})
        and coalesce((select max(d.at) from match_decision d where d.attempt_id = a.id), a.last_at)
          < now() - ${days}::int * interval '1 day'
      returning a.id
    )
    update match_decision d set note = null from gone where d.attempt_id = gone.id and d.note is not null`)
}

/** Attempts that nobody has decided for so long. */
export async function staleAttempts(db: Statements, days: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from match_attempt where state = 'open' and one is null and last_at < now() - ${days}::int * interval '1 day'`,
  )
  return rows.map(row => row.id)
}
