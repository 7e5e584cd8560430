// Attempts to create somebody who may be known, as rows: kept for people to decide, with who they may be.
import type { Statements, Transaction } from './database.ts'
import { deleteFile } from './file-rows.ts'
import { sql } from './sql.ts'

export type AttemptState = 'open' | 'linked' | 'created' | 'dismissed' | 'expired'

export type AttemptRow = {
  id: string
  agencyId: string
  keyId: string
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
  agency_id: string
  key_id: string
  state: AttemptState
  posts: number
  created_at: Date
  last_at: Date
  candidates: string
}

export async function listAttempts(db: Statements, states: readonly string[]): Promise<AttemptRow[]> {
  const rows = await db.rows<Row>(sql`
    select a.id, a.agency_id, a.key_id, a.state, a.posts, a.created_at, a.last_at,
      (select count(*) from match_candidate c where c.attempt_id = a.id) as candidates
    from match_attempt a where a.state = any(${states}::text[]) order by a.created_at desc, a.id`)
  return rows.map(row => ({
    id: row.id,
    agencyId: row.agency_id,
    keyId: row.key_id,
    state: row.state,
    posts: row.posts,
    createdAt: row.created_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    candidates: Number(row.candidates),
  }))
}

export type AttemptContent = { agency: string; state: AttemptState; sealed: Buffer | null; files: string[] }

/** With a transaction, nobody else decides it meanwhile. */
export async function attemptContent(db: Statements, id: string): Promise<AttemptContent | undefined> {
  const lock = 'transaction' in db ? sql`for update` : sql``
  const [row] = await db.rows<{
    agency_id: string
    state: AttemptState
    sealed: Buffer | null
    files: string[]
  }>(sql`select agency_id, state, sealed, files from match_attempt where id = ${id} ${lock}`)
  return row && { agency: row.agency_id, state: row.state, sealed: row.sealed, files: row.files }
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

export type Decided = {
  attempt: string
  decision: 'link' | 'create' | 'dismiss' | 'expire'
  worker?: string
  by: string
  note?: string
}

const states = { link: 'linked', create: 'created', dismiss: 'dismissed', expire: 'expired' } as const

/** Ends an attempt: who was sent is forgotten, the decision is kept. Its files go unless a worker has them now. */
export async function recordDecision(
  tx: Transaction,
  content: AttemptContent,
  decided: Decided,
): Promise<void> {
  const { attempt, decision, worker, by, note } = decided
  if (decision !== 'create') for (const file of content.files) await deleteFile(tx, file)
  await tx.rows(
    sql`update match_attempt set state = ${states[decision]}, sealed = null, files = '{}' where id = ${attempt}`,
  )
  await tx.rows(sql`
    insert into match_decision (attempt_id, agency_id, decision, worker_id, decided_by, note)
    values (${attempt}, ${content.agency}, ${decision}, ${worker ?? null}, ${by}, ${note ?? null})`)
}

export type DecisionRow = { decision: string; worker?: string; by: string; note?: string; at: string }

export async function decisionsOf(db: Statements, attempt: string): Promise<DecisionRow[]> {
  const rows = await db.rows<{
    decision: string
    worker_id: string | null
    decided_by: string
    note: string | null
    at: Date
  }>(sql`
    select decision, worker_id, decided_by, note, at from match_decision where attempt_id = ${attempt} order by n`)
  return rows.map(row => ({
    decision: row.decision,
    ...(row.worker_id && { worker: row.worker_id }),
    by: row.decided_by,
    ...(row.note && { note: row.note }),
    at: row.at.toISOString(),
  }))
}

/** Attempts that nobody has decided for so long. */
export async function staleAttempts(db: Statements, days: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from match_attempt where state = 'open' and last_at < now() - ${days}::int * interval '1 day'`,
  )
  return rows.map(row => row.id)
}
