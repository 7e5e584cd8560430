// Pairs of stored workers that may be one person, as rows: each pair once, whichever of the two was looked at first.
import { newId } from '../../formats/id.ts'
import type { Statements, Transaction } from '../engine/database.ts'
import { sql } from '../engine/sql.ts'
import { type AttemptState, type CandidateRow, replaceCandidates } from './match-attempts.ts'

/** `one` has the smaller id; each with what it is known by now. */
export type Pair = { one: string; other: string; prints: readonly [string, string] }

/** Puts a pair into the queue: new, or decided while one of the two was known by something else. */
export async function openPair(
  tx: Transaction,
  { one, other, prints }: Pair,
  verdict: Omit<CandidateRow, 'worker'>,
): Promise<boolean> {
  const [row] = await tx.rows<{ id: string }>(sql`
    insert into match_attempt as a (id, state, one, other, one_print, other_print, files)
    values (${newId()}, 'open', ${one}, ${other}, ${prints[0]}, ${prints[1]}, '{}')
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

/** Notes that two are not one person, where that was decided otherwise than in the queue; gives back the pair's id. */
export async function keepApart(tx: Transaction, { one, other, prints }: Pair): Promise<string | undefined> {
  const [row] = await tx.rows<{ id: string }>(sql`
    insert into match_attempt (id, state, one, other, one_print, other_print, files)
    values (${newId()}, 'different', ${one}, ${other}, ${prints[0]}, ${prints[1]}, '{}')
    on conflict (one, other) where one is not null do nothing returning id`)
  return row?.id
}

/** How the two are known as of now. */
export async function setPair(
  tx: Transaction,
  id: string,
  state: AttemptState,
  prints: readonly [string, string] | readonly [null, null],
): Promise<void> {
  await tx.rows(sql`
    update match_attempt set state = ${state}, one_print = ${prints[0]}, other_print = ${prints[1]}
    where id = ${id}`)
}

/** A worker is known by the same in other words: its pairs stay decided. */
export async function renamePrint(db: Statements, worker: string, was: string, is: string): Promise<void> {
  await db.rows(sql`update match_attempt set one_print = ${is} where one = ${worker} and one_print = ${was}`)
  await db.rows(
    sql`update match_attempt set other_print = ${is} where other = ${worker} and other_print = ${was}`,
  )
}
