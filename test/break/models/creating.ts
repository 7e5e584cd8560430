// One request sent twice under one Idempotency-Key, to two servers that may die before they answer.
import type { Model, Move } from './explorer.ts'

export type CreatingRules = {
  /** Whether it is asked again under the writer's lock what was answered under the key. */
  asks: 'again under the lock' | 'once before it'
  /** Whether the answer is kept in the transaction of what it answers. */
  answerIs: 'with the write' | 'after the write'
}
export const creatingInForce: CreatingRules = { asks: 'again under the lock', answerIs: 'with the write' }

type Server = 'idle' | 'looked' | 'written' | 'answered' | 'dead'
export type CreatingState = {
  servers: readonly [Server, Server]
  workers: number
  kept: number | null
  /** Which worker each was told of. */
  told: readonly [number | null, number | null]
}

function* moves(rules: CreatingRules, at: CreatingState): Generator<Move<CreatingState>> {
  for (const one of [0, 1] as const) {
    const is = at.servers[one]
    const becoming = (server: Server, more: Partial<CreatingState> = {}) => ({
      ...at,
      servers: at.servers.with(one, server) as [Server, Server],
      ...more,
    })
    const told = (worker: number) => at.told.with(one, worker) as [number | null, number | null]
    if (is === 'idle') {
      if (at.kept === null) yield { does: `server ${one} finds no answer`, to: becoming('looked') }
      else
        yield {
          does: `server ${one} gives the kept answer`,
          to: becoming('answered', { told: told(at.kept) }),
        }
    }
    if (is === 'looked' && rules.asks === 'again under the lock' && at.kept !== null)
      yield {
        does: `server ${one} finds the answer under the lock`,
        to: becoming('answered', { told: told(at.kept) }),
      }
    else if (is === 'looked') {
      const workers = at.workers + 1
      const isWhole = rules.answerIs === 'with the write'
      yield {
        does: `server ${one} creates a worker`,
        to: becoming('written', { workers, ...(isWhole && { kept: workers }) }),
      }
    }
    if (is === 'written') {
      yield {
        does: `server ${one} answers`,
        to: becoming('answered', { told: told(at.kept ?? at.workers), kept: at.kept ?? at.workers }),
      }
      // Whoever got no answer sends it again.
      yield { does: `server ${one} dies before it answers, and it is sent again`, to: becoming('idle') }
    }
  }
}

export const creating = (rules = creatingInForce): Model<CreatingState> => ({
  start: { servers: ['idle', 'idle'], workers: 0, kept: null, told: [null, null] },
  moves: state => (state.workers > 3 ? [] : moves(rules, state)),
  promises: {
    'one Idempotency-Key creates one worker': ({ workers }) => workers <= 1,
    'both hear of the same worker': ({ told: [one, other] }) =>
      one === null || other === null || one === other,
  },
})
