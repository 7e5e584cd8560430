// Single writes beside loads, through their batch writer: one at a time, and none waits longer than whoever asked for it.
import { recordTypes } from '../api/index.ts'
import type { Database, Transaction } from '../database/database.ts'
import { sqlStates } from '../database/sql-states.ts'
import { Problem } from '../errors/problem.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { type FaultText, faultText } from '../shape/invalid-value.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { lockWriter } from '../store/schema/writer-lock.ts'
import type { Deletion, LoadEntry, Upsert } from './read.ts'
import { batchWriter } from './write.ts'

const longestWaitMs = 20_000

/** One write at a time holds a connection; the others wait here, so that reads always find one. Whoever has waited for
 * `waitMs`, for the queue or for a load, is refused and never writes. */
export function writingInTurn(database: Database, waitMs = longestWaitMs) {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(write: (tx: Transaction) => Promise<T>): Promise<T> => {
    const deadline = performance.now() + waitMs
    const late = Promise.withResolvers<never>()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      late.reject(busy())
    }, waitMs)
    const unlessLate = () => {
      if (isLate) throw busy()
    }
    const mine = last.then(() => {
      unlessLate()
      return database.transaction(async tx => {
        unlessLate()
        await lockWriter(tx, deadline - performance.now())
        unlessLate()
        clearTimeout(timer)
        return write(tx)
      })
    })
    // Whoever was refused may still hold its connection.
    last = mine.catch(() => {}).finally(() => clearTimeout(timer))
    return Promise.race([mine, late.promise]).catch(error => {
      throw (error as { code?: string }).code === sqlStates.lockNotAvailable ? busy() : error
    })
  }
}

const busy = () =>
  new Problem(
    'SERVICE_UNAVAILABLE',
    'A large load is being written just now; nothing was stored, try again',
    { 'Retry-After': '20' },
  )

/** An entry that replaces a record. */
export const replacementEntry = (id: string, stored: StoredRecord, type: RecordType): Upsert => ({
  line: 0,
  text: '',
  type,
  id,
  stored,
})

export const deletionEntry = (id: string, type: RecordType): Deletion => ({
  line: 0,
  text: '',
  type,
  id,
  deleted: true,
})

const tryAgain = ({ path, reason }: FaultText) =>
  new Problem('VALIDATION_ERROR', `${path}: ${reason}; try again`)

export async function writeEntry(tx: Transaction, entry: LoadEntry, refused = tryAgain): Promise<void> {
  const { rejected } = await batchWriter(run => run(tx), recordTypes)([entry], true)
  if (rejected[0]) throw refused(faultText(rejected[0].faults[0]!))
}
