// The time in which a server does its work beside answering: how long there is some, and what came of it.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../telemetry/log.ts'

/** Work that failed and has not gone well since. */
export type Trouble = { since: string; count: number }

export type Shift = {
  stopped(): boolean
  rest(ms: number): Promise<void>
  ended: Promise<unknown>
  /** `trouble` is what is logged, and shown to operators, where it fails. */
  attempt(trouble: string, run: () => Promise<unknown>): Promise<void>
}

export function shiftUntil(
  ending: AbortSignal,
  { troubles, log }: { troubles: Map<string, Trouble>; log: Logger },
): Shift {
  return {
    stopped: () => ending.aborted,
    ended: once(ending, 'abort'),
    rest: ms => wait(ms, undefined, { signal: ending }).catch(() => {}),
    attempt: (trouble, run) =>
      run().then(
        () => void troubles.delete(trouble),
        error => {
          if (ending.aborted) return
          log.warn({ err: error }, trouble)
          const { since = new Date().toISOString(), count = 0 } = troubles.get(trouble) ?? {}
          troubles.set(trouble, { since, count: count + 1 })
        },
      ),
  }
}
