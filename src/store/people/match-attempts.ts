// Match attempts as rows: what agencies sent of somebody who may be known already, and pairs of stored workers that may
// be one person, each with its candidates.
import { Problem } from '../../errors/problem.ts'
import { mapOf, maybe, number, record, type Static, text } from '../../shape/shape.ts'
import type { Statements, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { present } from './candidates.ts'
import type { MatchState } from './matches.ts'

/** `exact` is the kind of identity number that both have. */
export const candidateFields = { worker: text, total: number, exact: maybe(text), bits: mapOf(number) }
const CandidateRow = record(candidateFields)
export type CandidateRow = Static<typeof CandidateRow>

/** Counts another post of what is open already; false where nothing like it is. */
export async function countRepeat(
  db: Statements,
  agency: string,
  fingerprints: readonly string[],
): Promise<boolean> {
  const rows = await db.rows(sql`
    update match_attempt set posts = posts + 1, last_at = now()
    where agency_id = ${agency} and fingerprint = any(${fingerprints}::text[]) and state = 'open' returning id`)
  return rows.length > 0
}

/** Locks the candidates until the transaction ends, so that none of them is erased before the attempt is stored. */
export async function lockCandidates(tx: Transaction, workers: readonly string[]): Promise<void> {
  const allLocked = async () => {
    const rows = await tx.rows<{ label: string }>(
      sql`select label from worker where id = any(${workers}::text[]) order by id for share`,
    )
    return rows.length === new Set(workers).size && !rows.some(({ label }) => JSON.parse(label).erased)
  }
  // A load replaces rows, so the one that was waited for may be gone: a second look finds its successor.
  if ((await allLocked()) || (await allLocked())) return
  throw new Problem('SERVICE_UNAVAILABLE', 'Somebody like this was erased just now; send it again', {
    'Retry-After': '1',
  })
}

/** False where another process has just stored the same attempt. */
export async function insertAttempt(
  tx: Transaction,
  attempt: Record<'id' | 'agency' | 'keyId' | 'fingerprint', string> & {
    sealed: Buffer
    files: readonly string[]
    candidates: readonly CandidateRow[]
  },
): Promise<boolean> {
  const { id, agency, keyId, fingerprint, sealed, files, candidates } = attempt
  const rows = await tx.rows(sql`
    insert into match_attempt (id, agency_id, key_id, fingerprint, state, sealed, files)
    values (${id}, ${agency}, ${keyId}, ${fingerprint}, 'open', ${sealed}, ${files}::text[])
    on conflict (agency_id, fingerprint) where state = 'open' do nothing returning id`)
  if (rows.length === 0) return false
  await replaceCandidates(tx, id, candidates)
  return true
}

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

export async function candidatesOf(db: Statements, attempt: string): Promise<CandidateRow[]> {
  const rows = await db.rows<{ bits: string }>(sql`
    select worker_id as worker, total, nullif(exact, '') as exact, bits from match_candidate
    where attempt_id = ${attempt} order by match_candidate.exact nulls last, total desc, worker_id`)
  return rows.map(row => present<CandidateRow>({ ...row, bits: JSON.parse(row.bits) }))
}

export type AttemptContent = {
  id: string
  state: MatchState
  sealed: Buffer | null
  files: string[]
  /** The agency that sent a submission, and what tells its content from others. */
  agency?: string
  fingerprint?: string
  pair?: StoredPair
  /** Set while the decision can be undone, with what that needs. */
  undoUntil?: string
  undo?: string
}

/** Fingerprints of what each is matched by, as of the last comparison. */
export type StoredPair = { one: string; other: string; fingerprints: [string | null, string | null] }

/** Locks the attempt where it is read in a transaction. */
export async function attemptContent(db: Statements, id: string): Promise<AttemptContent | undefined> {
  const lock = 'transaction' in db ? sql`for update` : sql``
  type Row = Omit<AttemptContent, 'pair'> &
    Record<'one' | 'other' | 'one_print' | 'other_print', string | null>
  const [row] = await db.rows<Row>(sql`
    select id, state, sealed, files, agency_id as agency, fingerprint, one, other, one_print, other_print,
      case when undo_until > clock_timestamp() then undo_until end as "undoUntil", undo
    from match_attempt where id = ${id} ${lock}`)
  if (!row) return undefined
  const { one, other, one_print, other_print, sealed, ...rest } = row
  const pair = one !== null &&
    other !== null && { one, other, fingerprints: [one_print, other_print] as const }
  return { ...present<AttemptContent>(rest), sealed, ...(pair && { pair: pair as unknown as StoredPair }) }
}

/** Submissions that nobody has decided yet. */
export async function openSubmissions(
  db: Statements,
): Promise<{ id: string; agency: string; sealed: Buffer }[]> {
  return db.rows(sql`
    select id, agency_id as agency, sealed from match_attempt
    where state = 'open' and one is null and sealed is not null order by id`)
}

/** The open attempt with the same content from the same agency. */
export async function openDuplicateOf(
  db: Statements,
  { agency = '', fingerprint = '' }: AttemptContent,
): Promise<string | undefined> {
  const [row] = await db.rows<{ id: string }>(sql`
    select id from match_attempt
    where agency_id = ${agency} and fingerprint = ${fingerprint} and state = 'open'`)
  return row?.id
}
