// Match attempts as rows: what agencies sent of somebody who may be known already, and pairs of stored workers that may
// be one person, each pair once. Each attempt has its candidates.

import { plainRow, type Statements, type Transaction } from '../../database/database.ts'
import { none, sql } from '../../database/sql.ts'
import { Problem } from '../../errors/problem.ts'
import { newId } from '../../formats/id.ts'
import type { MatchScore } from '../../matching/score.ts'
import type { MatchState } from './matches.ts'

/** What a submission or a worker was compared with, and how that came out. */
export type CandidateRow = { worker: string } & Omit<MatchScore, 'match'>

/** `one` has the smaller id; the fingerprints are of what each is matched by, as of the last comparison. */
export type WorkerPair = {
  one: string
  other: string
  fingerprints: readonly [one: string | null, other: string | null]
}

export type AttemptContent = {
  id: string
  state: MatchState
  files: string[]
  sealed?: Buffer
  /** The agency that sent a submission, and what tells its content from others. */
  agency?: string
  fingerprint?: string
  pair?: WorkerPair
  /** Set while the decision can be undone, with what that needs. */
  undoUntil?: string
  undo?: string
}

/** Counts another post of what is open already; false where nothing like it is. */
export const countRepeat = (db: Statements, agency: string, fingerprints: readonly string[]) =>
  db.hasRows(sql`
    update match_attempt set posts = posts + 1, last_at = now()
    where agency_id = ${agency} and fingerprint = any(${fingerprints}::text[]) and state = 'open' returning id`)

/** Locks the candidates until the transaction ends, so that none of them is erased before the attempt is stored. */
export async function lockCandidates(tx: Transaction, workers: readonly string[]): Promise<void> {
  const allLocked = async () => {
    const labels = await tx.column(sql`
      select label from worker where id = any(${workers}::text[]) order by id for share`)
    return labels.length === new Set(workers).size && !labels.some(label => JSON.parse(label).erased)
  }
  // A load replaces rows, so the one that was waited for may be gone: a second look finds its successor.
  if ((await allLocked()) || (await allLocked())) return
  throw new Problem('SERVICE_UNAVAILABLE', 'Somebody like this was erased just now; send it again', {
    'Retry-After': '1',
  })
}

type NewAttempt = Record<'id' | 'agency' | 'keyId' | 'fingerprint', string> & {
  sealed: Buffer
  files: readonly string[]
  candidates: readonly CandidateRow[]
}

/** False where another process has just stored the same attempt. */
export async function insertAttempt(tx: Transaction, attempt: NewAttempt): Promise<boolean> {
  const { id, agency, keyId, fingerprint, sealed, files, candidates } = attempt
  const isNew = await tx.hasRows(sql`
    insert into match_attempt (id, agency_id, key_id, fingerprint, state, sealed, files)
    values (${id}, ${agency}, ${keyId}, ${fingerprint}, 'open', ${sealed}, ${files}::text[])
    on conflict (agency_id, fingerprint) where state = 'open' do nothing returning id`)
  if (isNew) await replaceCandidates(tx, id, candidates)
  return isNew
}

const insertPair = (state: MatchState, { one, other, fingerprints }: WorkerPair) => sql`
  insert into match_attempt as a (id, state, one, other, one_print, other_print, files)
  values (${newId()}, ${state}, ${one}, ${other}, ${fingerprints[0]}, ${fingerprints[1]}, '{}')
  on conflict (one, other) where one is not null`

/** Opens a pair that is new, or that was decided before what one of the two is matched by changed. */
export async function openPair(tx: Transaction, pair: WorkerPair, verdict: Omit<CandidateRow, 'worker'>) {
  const id = await tx.value(sql`${insertPair('open', pair)} do update
      set state = 'open', one_print = excluded.one_print, other_print = excluded.other_print,
        last_at = now(), undo = null, undo_until = null
      where a.state = 'closed' or (a.state <> 'open'
        and (a.one_print, a.other_print) is distinct from (excluded.one_print, excluded.other_print))
    returning id`)
  if (id !== undefined) await replaceCandidates(tx, id, [{ worker: pair.other, ...verdict }])
  return id !== undefined
}

/** Stores a pair as two different people, unless the pair is stored already; gives back its id. */
export const insertDifferentPair = (tx: Transaction, pair: WorkerPair): Promise<string | undefined> =>
  tx.value(sql`${insertPair('different', pair)} do nothing returning id`)

export const updatePair = (
  tx: Transaction,
  id: string,
  state: MatchState,
  [one, other]: WorkerPair['fingerprints'],
) =>
  tx.rows(sql`
    update match_attempt set state = ${state}, one_print = ${one}, other_print = ${other} where id = ${id}`)

/** Resealing changes a worker's fingerprint but not the worker: its pairs stay decided. */
export async function replaceFingerprint(db: Statements, worker: string, was: string, is: string) {
  await db.rows(sql`update match_attempt set one_print = ${is} where one = ${worker} and one_print = ${was}`)
  await db.rows(
    sql`update match_attempt set other_print = ${is} where other = ${worker} and other_print = ${was}`,
  )
}

export async function replaceCandidates(
  tx: Transaction,
  attempt: string,
  candidates: readonly CandidateRow[],
): Promise<void> {
  await tx.rows(sql`delete from match_candidate where attempt_id = ${attempt}`)
  for (const { worker, total, exact, ...weighed } of candidates)
    await tx.rows(sql`
      insert into match_candidate (attempt_id, worker_id, total, exact, bits)
      values (${attempt}, ${worker}, ${total}::double precision, ${exact ?? null}, ${JSON.stringify(weighed)})`)
}

export async function candidatesOf(db: Statements, attempt: string): Promise<CandidateRow[]> {
  const rows = await db.rows<{ bits: string; total: number }>(sql`
    select worker_id as worker, total, nullif(exact, '') as exact, bits from match_candidate
    where attempt_id = ${attempt} order by match_candidate.exact nulls last, total desc, worker_id`)
  return rows.map(({ bits, ...row }) =>
    plainRow<CandidateRow>({ ...row, ...weighedIn(JSON.parse(bits), row.total) }),
  )
}

type Weighed = Pick<MatchScore, 'fields' | 'limit'>

/** Rows of earlier versions have the weight of each field alone, and not what was taken off the sum. */
function weighedIn(kept: Weighed | Record<string, number>, total: number): Weighed {
  if (Array.isArray(kept.fields)) return kept as Weighed
  const byField = Object.entries(kept as Record<string, number>)
  const fields = byField.map(([field, weight]) => ({ field, finding: 'notKept', weight }))
  const limit = Math.round((total - fields.reduce((sum, { weight }) => sum + weight, 0)) * 10) / 10
  return { fields, ...(limit < 0 && { limit }) } as Weighed
}

/** Removes a worker from all candidates and pairs. */
export async function removeCandidate(tx: Transaction, worker: string): Promise<void> {
  await tx.rows(sql`delete from match_attempt where one = ${worker} or other = ${worker}`)
  await tx.rows(sql`delete from match_candidate where worker_id = ${worker}`)
}

type ContentRow = { one: string | null; other: string; one_print: string | null; other_print: string | null }

/** Locks the attempt where it is read in a transaction. */
export async function attemptContent(db: Statements, id: string): Promise<AttemptContent | undefined> {
  const row = await db.row<ContentRow>(sql`
    select id, state, sealed, files, agency_id as agency, fingerprint, one, other, one_print, other_print,
      case when undo_until > clock_timestamp() then undo_until end as "undoUntil", undo
    from match_attempt where id = ${id} ${'transaction' in db ? sql`for update` : none}`)
  if (!row) return undefined
  const { one, other, one_print, other_print, ...rest } = row
  const pair: WorkerPair | undefined =
    one === null ? undefined : { one, other, fingerprints: [one_print, other_print] }
  return { ...plainRow<AttemptContent>(rest), ...(pair && { pair }) }
}

/** Submissions that nobody has decided yet. */
export const openSubmissions = (db: Statements) =>
  db.rows<{ id: string; agency: string; sealed: Buffer }>(sql`
    select id, agency_id as agency, sealed from match_attempt
    where state = 'open' and one is null and sealed is not null order by id`)

/** The open attempt with the same content from the same agency. */
export const openDuplicateOf = (db: Statements, { agency = '', fingerprint = '' }: AttemptContent) =>
  db.value(sql`
    select id from match_attempt where agency_id = ${agency} and fingerprint = ${fingerprint} and state = 'open'`)
