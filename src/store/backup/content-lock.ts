// A lock that keeps the content of files from being removed while somebody reads the rows that name it and then the
// content; whoever removes content waits or comes back later.
import type { Database, Session, Transaction } from '../../database/database.ts'
import { locks } from '../../database/locks.ts'
import { sql } from '../../database/sql.ts'

/** Content that is there now stays until this has run; rows must be read in the session given. */
export async function readingContent<T>(
  database: Database,
  run: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await database.session()
  let isLost = false
  session.lost.then(() => {
    isLost = true
  })
  try {
    await session.script(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0; set idle_in_transaction_session_timeout = 0',
    )
    // In a statement of its own: what is read afterwards is read with the lock.
    await session.rows(sql`select pg_advisory_lock_shared(${locks.content})`)
    const result = await run(session)
    if (isLost)
      throw new Error('The connection to the database broke while files were read; run the command again')
    return result
  } finally {
    await session.release()
  }
}

/** Runs while nobody reads content; undefined where somebody does and the caller does not wait. */
export function removingContent<T>(
  database: Database,
  wait: boolean,
  run: (tx: Transaction) => Promise<T>,
): Promise<T | undefined> {
  return database.transaction(async tx => {
    await tx.script('set local idle_in_transaction_session_timeout = 0')
    if (wait) {
      await tx.script('set local statement_timeout = 0; set local lock_timeout = 0')
      await tx.rows(sql`select pg_advisory_xact_lock(${locks.content})`)
      return run(tx)
    }
    const isFree = await tx.value<boolean>(sql`select pg_try_advisory_xact_lock(${locks.content})`)
    return isFree ? run(tx) : undefined
  })
}
