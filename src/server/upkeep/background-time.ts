// The time in which a server does its work beside answering: how long there is some, and what came of it.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../telemetry/log.ts'

/** Work beside answering: its name in metrics, and what is logged, and shown to operators, where it fails. */
export type Work = { name: string; trouble: string }

/** Of work that failed and has not gone well since. */
export type Trouble = { text: string; since: string; count: number }

export type BackgroundTime = {
  stopped(): boolean
  rest(ms: number): Promise<void>
  ended: Promise<unknown>
  attempt(work: Work, run: () => Promise<unknown>): Promise<void>
}

export function backgroundTimeUntil(
  ending: AbortSignal,
  { troubles, log }: { troubles: Map<Work['name'], Trouble>; log: Logger },
): BackgroundTime {
  return {
    stopped: () => ending.aborted,
    ended: once(ending, 'abort'),
    rest: ms => wait(ms, undefined, { signal: ending }).catch(() => {}),
    attempt: ({ name, trouble }, run) =>
      run().then(
        () => void troubles.delete(name),
        error => {
          if (ending.aborted) return
          log.warn({ err: error, work: name }, trouble)
          const { since = new Date().toISOString(), count = 0 } = troubles.get(name) ?? {}
          troubles.set(name, { text: trouble, since, count: count + 1 })
        },
      ),
  }
}
