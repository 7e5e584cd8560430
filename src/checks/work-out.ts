// Works weeks out without holding up anybody: small ones at once, large ones in a thread that ends when there has been no more
// for a while.
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { StoredRow } from '../store/records/record-rows.ts'
import { findingsOfWeek, type WeekResult } from './week-findings.ts'
import { checkedTypes, ofEachType, type WeekRows } from './week-rows.ts'
import type { WeekPiece } from './week-thread.ts'

/** More take longer to work out than others should wait. */
const rowsAtOnce = 60
const rowsPerPiece = 100
const idleMs = 30_000

export type WeekWorker = { workOut(week: WeekRows): Promise<WeekResult>; close(): Promise<void> }

export function weekWorker(): WeekWorker {
  let thread: Worker | undefined
  // What the thread has of the week that it worked out last.
  let held: ReadonlySet<StoredRow> = new Set()
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    const ended = thread
    thread = undefined
    held = new Set()
    await ended?.terminate()
  }
  const aside = async ({ rows, ...week }: WeekRows): Promise<WeekResult> => {
    clearTimeout(idle)
    thread ??= new Worker(new URL('./week-thread.ts', import.meta.url), { name: 'checks' })
    thread.unref()
    const worker = thread
    const over = new AbortController()
    const hand = (piece: WeekPiece) => worker.postMessage(piece)
    try {
      const ended = once(worker, 'exit', over).then(() => {
        throw new Error('The thread that works out weeks has ended')
      })
      const answer = Promise.race([once(worker, 'message', over), ended])
      for (const settled of [ended, answer]) settled.catch(() => {})
      for (const type of checkedTypes) {
        const fresh = rows[type].filter(row => !held.has(row))
        for (let from = 0; from < fresh.length; from += rowsPerPiece) {
          hand({ type, rows: fresh.slice(from, from + rowsPerPiece) })
          await turn()
        }
      }
      hand({ week, ids: ofEachType(type => rows[type].map(({ id }) => id)) })
      held = new Set(checkedTypes.flatMap(type => rows[type]))
      const [result] = (await answer) as [WeekResult]
      idle = setTimeout(end, idleMs).unref()
      return result
    } catch (error) {
      await end()
      throw error
    } finally {
      // Otherwise each week would leave its listeners.
      over.abort()
    }
  }
  return {
    async workOut(week) {
      const total = checkedTypes.reduce((sum, type) => sum + week.rows[type].length, 0)
      return total <= rowsAtOnce ? findingsOfWeek(week) : aside(week)
    },
    async close() {
      clearTimeout(idle)
      await end()
    },
  }
}
