// Whether the process is alive, and whether it can serve.
import { setTimeout as wait } from 'node:timers/promises'
import { type Handler, jsonReply, requireReading } from './surface.ts'

/** A question to the database, answered when the database can answer. */
type Reachable = () => Promise<void>

/** What keeps the server from serving, if anything. */
export type Busy = () => string | undefined

/** How many of several processes that share the port answer. */
export type ReadyProcesses = () => { ready: number; of: number }

export function healthHandler(reachable: Reachable, busy: Busy, processes?: ReadyProcesses): Handler {
  return async (request, { path }) => {
    if (path !== '/healthz' && path !== '/readyz') return undefined
    requireReading(request)
    if (path === '/healthz') return jsonReply(200, { status: 'ok' })
    const status = busy()
    if (status !== undefined) return jsonReply(503, { status })
    const wrong = await Promise.race([reachable().then(() => undefined, whyNot), silence()])
    if (wrong !== undefined) return jsonReply(503, wrong)
    return jsonReply(200, { status: 'ready', ...(processes && { processes: processes() }) })
  }
}

/** Whoever asks has a time limit of its own, usually of a few seconds. */
const mostMs = 2_000

const silence = () =>
  wait(
    mostMs - 200,
    { status: 'database does not answer', reason: 'nothing was heard from it in time' },
    { ref: false },
  )

/** The code alone: messages of the database may quote values. */
function whyNot(error: unknown): object {
  const { code } = error as { code?: unknown }
  return { status: 'database not reachable', ...(code !== undefined && { reason: String(code) }) }
}
