// What a new day changes without a write: findings begin to count once their grace has passed, marks end, and clearances do or
// are about to. All of it is noted once for each day, whichever server comes first.
import { usualGraceDays } from '../api/billing-checks/codes.ts'
import { typeNamed } from '../api/index.ts'
import type { Database, Transaction } from '../database/database.ts'
import { daysAfter, utcDay } from '../formats/day.ts'
import { columnValues, findIds, type RowCondition } from '../store/checks/find-records.ts'
import { lastCheckedDay, noteWork, setCheckedDay } from '../store/checks/work.ts'
import { lockWriter } from '../store/schema/writer-lock.ts'
import { noteClearancesOfDay } from './check-clearances.ts'
import { unitIn, workOfUnit } from './checked-units.ts'

/** Gives back whether there was a new day. */
export async function beginDay(database: Database, now: Date): Promise<boolean> {
  const today = utcDay(now)
  if ((await lastCheckedDay(database)) === today) return false
  return database.transaction(async tx => {
    await lockWriter(tx)
    const last = await lastCheckedDay(tx)
    if (last === today) return false
    // On the first day nothing is left from the one before.
    if (last !== undefined) {
      await noteChanged(tx, last, today)
      await noteClearancesOfDay(tx, last, today)
    }
    await setCheckedDay(tx, today)
    return true
  })
}

async function noteChanged(tx: Transaction, last: string, today: string): Promise<void> {
  const current: RowCondition = { column: 'facts_state', in: ['current'] }
  const ids = await findIds(
    tx,
    typeNamed('billingCheck'),
    // The day after the last of grace is the first that counts.
    [
      current,
      {
        column: 'facts_counts_from',
        from: daysAfter(last, -usualGraceDays),
        before: daysAfter(today, -usualGraceDays),
      },
    ],
    [current, { column: 'facts_marked_until', from: daysAfter(last, -1), before: today }],
  )
  const texts = await columnValues(tx, typeNamed('billingCheck'), 'facts_unit', ids)
  await noteWork(
    tx,
    texts.map(text => workOfUnit(unitIn(text))),
    false,
  )
}
