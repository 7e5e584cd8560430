// Whether the process is alive, and whether it can serve.
import { Problem } from '../problem.ts'
import type { Extra, Reply } from './server.ts'

/** Anything that answers a question when the database does. */
export type Reachable = () => Promise<void>

const reply = (status: number, body: object): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
  body: JSON.stringify(body),
})

/** What the server is at that keeps it from serving, where there is something. */
export type Busy = () => string | undefined

export function health(reachable: Reachable, busy: Busy): Extra {
  return async (request, { path }) => {
    if (path !== '/healthz' && path !== '/readyz') return undefined
    if (request.method !== 'GET') {
      throw new Problem('METHOD_NOT_ALLOWED', `${request.method} is not allowed here; use GET`, {
        Allow: 'GET',
      })
    }
    if (path === '/healthz') return reply(200, { status: 'ok' })
    const status = busy()
    if (status !== undefined) return reply(503, { status })
    const ready = await reachable().then(
      () => true,
      () => false,
    )
    return ready ? reply(200, { status: 'ready' }) : reply(503, { status: 'database not reachable' })
  }
}
