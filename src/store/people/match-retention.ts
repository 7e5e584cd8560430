// How long match attempts are kept: content until its decision is final, decided matches for so many days.
import { type Database, firstColumn, type Statements, type Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { deleteFile, markUnnamed } from '../writing/file-rows.ts'
import { type AttemptContent, attemptContent } from './match-attempts.ts'
import { hasLostWorker } from './matches.ts'

/** Files that joined a worker are theirs, unless they have lost them meanwhile. */
export async function forgetContent(tx: Transaction, { id, state, files }: AttemptContent): Promise<void> {
  await tx.rows(sql`
    update match_attempt set sealed = null, files = '{}', undo = null, undo_until = null where id = ${id}`)
  if (state === 'created' || state === 'linked') await markUnnamed(tx, files)
  else for (const file of files) await deleteFile(tx, file)
}

/** Forgets the content of attempts whose decision can no longer be undone. */
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

/** Closes pairs that lost a worker, and forgets the fingerprints of both. */
export async function closeIncompletePairs(db: Statements): Promise<void> {
  await db.rows(sql`
    update match_attempt a set one_print = null, other_print = null,
      state = case when a.state = 'open' then 'closed' else a.state end
    where a.one_print is not null and ${hasLostWorker}`)
}

/**
 * Deletes matches that were decided so many days ago. Decisions stay without their notes, which nobody could find when
 * a person is erased. A pair whose workers are both stored stays decided, or the next scan would ask again.
 */
export async function forgetOldMatches(db: Statements, days: number): Promise<void> {
  await db.rows(sql`
    with gone as (
      delete from match_attempt a
      where a.state <> 'open' and a.sealed is null and a.undo_until is null and (a.one is null or ${hasLostWorker})
        and coalesce((select max(d.at) from match_decision d where d.attempt_id = a.id), a.last_at)
          < now() - ${days}::int * interval '1 day'
      returning a.id
    )
    update match_decision d set note = null from gone where d.attempt_id = gone.id and d.note is not null`)
}

/** Submissions that have been open for so many days. */
export async function staleAttempts(db: Statements, days: number): Promise<string[]> {
  return firstColumn(
    db,
    sql`select id from match_attempt where state = 'open' and one is null and last_at < now() - ${days}::int * interval '1 day'`,
  )
}
