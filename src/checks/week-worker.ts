// Works weeks out without holding up anybody: small ones at once, large ones in a thread that ends when there has been no more
// for a while.
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { findingsOfWeek, type WeekResult } from './week-findings.ts'
import { weekPieces } from './week-pieces.ts'
import { checkedTypes, type WeekRows } from './week-rows.ts'

/** More take longer to work out than others should wait. */
const rowsAtOnce = 60
const idleMs = 30_000

type WeekWorker = { workOut(week: WeekRows): Promise<WeekResult>; close(): Promise<void> }

export function weekWorker(): WeekWorker {
  let thread: ReturnType<typeof begun> | undefined
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    const ended = thread
    thread = undefined
    await ended?.worker.terminate()
  }
  const aside = async (week: WeekRows): Promise<WeekResult> => {
    clearTimeout(idle)
    thread ??= begun()
    const { worker, pieces } = thread
    const over = new AbortController()
    try {
      const ended = once(worker, 'exit', over).then(() => {
        throw new Error('The thread that works out weeks has ended')
      })
      const answer = Promise.race([once(worker, 'message', over), ended])
      for (const settled of [ended, answer]) settled.catch(() => {})
      for (const piece of pieces(week)) {
        worker.postMessage(piece)
        await turn()
      }
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

function begun() {
  const worker = new Worker(new URL('./week-thread.ts', import.meta.url), { name: 'checks' })
  worker.unref()
  return { worker, pieces: weekPieces() }
}
