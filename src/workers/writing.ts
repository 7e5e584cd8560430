// Writes a worker through the same batch that loads go through, and says what a refusal of it means.
import { recordTypes } from '../api/index.ts'
import type { Seal } from '../kernel/resource/seal.ts'
import { type Entry, lineReader } from '../load/read.ts'
import { batchWriter } from '../load/write.ts'
import { Problem } from '../problem.ts'
import type { Database, Transaction } from '../store/engine/database.ts'
import { limitWaiting } from '../store/people/new-workers.ts'
import { lockWriter } from '../store/records/load-queries.ts'

/** As long as that a creation waits for its turn to write, from when it asked: loads take theirs batch by batch. */
const longestWaitMs = 20_000

export type InTurn = <T>(write: (tx: Transaction) => Promise<T>) => Promise<T>

/** One creation at a time holds a connection; the others wait here, so that reads always find one. Each is answered when
 * its own time is up, whatever it waits for, and then never writes. */
export function writingInTurn(database: Database, waitMs = longestWaitMs): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return write => {
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
        await limitWaiting(tx, deadline - performance.now())
        await lockWriter(tx)
        unlessLate()
        clearTimeout(timer)
        return write(tx)
      })
    })
    // Whoever was answered may still hold its connection.
    last = mine.catch(() => {}).finally(() => clearTimeout(timer))
    return Promise.race([mine, late.promise]).catch(error => {
      throw (error as { code?: string }).code === '55P03' ? busy() : error
    })
  }
}

const busy = () =>
  new Problem(
    'SERVICE_UNAVAILABLE',
    'A large load is being written just now; nothing was stored, try again',
    {
      'Retry-After': '20',
    },
  )

const workers = recordTypes.filter(({ type }) => type === 'worker')

export type EntryReader = (line: object) => Entry

/** From a line to an entry, as a load reads it. */
export function entryReader(seal: Seal): EntryReader {
  const read = lineReader(workers, { seal })
  return line => read(JSON.stringify(line), 1)
}

export async function writeEntry(tx: Transaction, entry: Entry): Promise<void> {
  const { rejected } = await batchWriter(run => run(tx), recordTypes)([entry], true)
  const [first] = rejected
  if (first) throw new Problem('VALIDATION_ERROR', `${first.path}: ${first.reason}; try again`)
}
