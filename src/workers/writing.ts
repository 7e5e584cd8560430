// Writes a worker through the same batch that loads go through, and says what a refusal of it means.
import { recordTypes } from '../api/index.ts'
import { Problem } from '../kernel/problem.ts'
import type { Seal } from '../kernel/seal.ts'
import { batchWriter } from '../load/batch.ts'
import { type Entry, lineReader } from '../load/line.ts'
import type { Database, Transaction } from '../store/database.ts'
import { lockWriter } from '../store/load-queries.ts'
import { limitWaiting } from '../store/new-workers.ts'

/** As long as that a creation waits for its turn to write: loads take theirs batch by batch. */
const waitSeconds = 20

export type InTurn = <T>(write: (tx: Transaction) => Promise<T>) => Promise<T>

/** Longer than that in the line, and its files might be taken for left over before it comes to write. */
const longestLineMs = 120_000

/** One creation at a time holds a connection; the others wait here, so that reads always find one. */
export function writingInTurn(database: Database): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return write => {
    const since = performance.now()
    const mine = last.then(() => {
      if (performance.now() - since > longestLineMs) throw busy()
      return database.transaction(async tx => {
        await limitWaiting(tx, waitSeconds)
        await lockWriter(tx)
        return write(tx)
      })
    })
    last = mine.catch(() => {})
    return mine.catch(error => {
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
