// Pairs of stored workers that may be one person, as rows: each pair once, whichever of the two the scan met first.
import { newId } from '../../formats/id.ts'
import type { Statements, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { type CandidateRow, replaceCandidates } from './match-attempts.ts'
import type { MatchState } from './matches.ts'

/** `one` has the smaller id; the fingerprints are of what each is matched by. */
export type Pair = { one: string; other: string; fingerprints: readonly [string, string] }

/** Opens a pair that is new, or that was decided before what one of the two is matched by changed. */
export async function openPair(
  tx: Transaction,
  { one, other, fingerprints }: Pair,
  verdict: Omit<CandidateRow, 'worker'>,
): Promise<boolean> {
  const [row] = await tx.rows<{ id: string }>(sql`
    insert into match_attempt as a (id, state, one, other, one_print, other_print, files)
    values (${newId()}, 'open', ${one}, ${other}, ${fingerprints[0]}, ${fingerprints[1]}, '{}')
    on conflict (one, other) where one is not null do update
      set state = 'open', one_print = excluded.one_print, other_print = excluded.other_print,
        last_at = now(), undo = null, undo_until = null
      where a.state = 'closed' or (a.state <> 'open'
        and (a.one_print, a.other_print) is distinct from (excluded.one_print, excluded.other_print))
    returning id`)
  if (!row) return false
  await replaceCandidates(tx, row.id, [{ worker: other, ...verdict }])
  return true
}

/** Stores a pair as two different people, unless the pair is stored already; gives back its id. */
export async function insertDifferentPair(
  tx: Transaction,
  { one, other, fingerprints }: Pair,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ id: string }>(sql`
    insert into match_attempt (id, state, one, other, one_print, other_print, files)
    values (${newId()}, 'different', ${one}, ${other}, ${fingerprints[0]}, ${fingerprints[1]}, '{}')
    on conflict (one, other) where one is not null do nothing returning id`)
  return row?.id
}

export async function updatePair(
  tx: Transaction,
  id: string,
  state: MatchState,
  fingerprints: readonly [string, string] | readonly [null, null],
): Promise<void> {
  await tx.rows(sql`
    update match_attempt set state = ${state}, one_print = ${fingerprints[0]}, other_print = ${fingerprints[1]}
    where id = ${id}`)
}

/** Resealing changes a worker's fingerprint but not the worker: its pairs stay decided. */
export async function replaceFingerprint(
  db: Statements,
  worker: string,
  was: string,
  is: string,
): Promise<void> {
  await db.rows(sql`update match_attempt set one_print = ${is} where one = ${worker} and one_print = ${was}`)
  await db.rows(
    sql`update match_attempt set other_print = ${is} where other = ${worker} and other_print = ${was}`,
  )
}
