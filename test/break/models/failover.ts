// A primary, a standby that takes over at any moment, and a server that remembers answers under versions.
import type { Model, Move } from './explorer.ts'

export type FailoverRules = {
  /** When a write is acknowledged: once the standby has it, or before. */
  acknowledges: 'once the standby has it' | 'before'
  /** Whether what is remembered is forgotten when connections break. */
  memory: 'is forgotten' | 'stays'
  /** Whether a write and the move of its version are one transaction. */
  version: 'moves with the write' | 'moves before it'
}
export const failoverInForce: FailoverRules = {
  acknowledges: 'once the standby has it',
  memory: 'is forgotten',
  version: 'moves with the write',
}

/** What a database holds: its writes in order, and the version; versions are given a second time after a take-over. */
type Held = { writes: readonly number[]; version: number }
export type FailoverState = {
  primary: Held
  standby: Held
  next: number
  acknowledged: readonly number[]
  isOver: boolean
  /** A version that moved before its write. */
  pending: boolean
  memory: { version: number; shows: readonly number[] } | null
  /** A request that was let in with a version, and what had been acknowledged when it was sent. */
  request: { version: number; acknowledged: readonly number[] } | null
  answered: 'rightly' | 'without an acknowledged write'
}

const nothing: Held = { writes: [], version: 0 }
const start: FailoverState = {
  primary: nothing,
  standby: nothing,
  next: 1,
  acknowledged: [],
  isOver: false,
  pending: false,
  memory: null,
  request: null,
  answered: 'rightly',
}
const mostWrites = 3

function* writes(rules: FailoverRules, at: FailoverState): Generator<Move<FailoverState>> {
  const { primary, standby, next } = at
  const wrote = (held: Held, isMoved: boolean): Held => ({
    writes: [...held.writes, next],
    version: held.version + (isMoved ? 1 : 0),
  })
  if (next <= mostWrites) {
    if (rules.version === 'moves before it' && !at.pending)
      yield {
        does: 'the version moves',
        to: { ...at, pending: true, primary: { ...primary, version: primary.version + 1 } },
      }
    else
      yield {
        does: `write ${next} is on the primary`,
        to: {
          ...at,
          next: next + 1,
          pending: false,
          primary: wrote(primary, rules.version === 'moves with the write'),
        },
      }
  }
  if (!at.isOver && JSON.stringify(primary) !== JSON.stringify(standby))
    yield { does: 'the standby catches up', to: { ...at, standby: primary } }
  for (const write of primary.writes) {
    const isSafe = at.isOver || rules.acknowledges === 'before' || standby.writes.includes(write)
    if (!at.acknowledged.includes(write) && isSafe)
      yield {
        does: `write ${write} is acknowledged`,
        to: { ...at, acknowledged: [...at.acknowledged, write] },
      }
  }
  if (!at.isOver)
    yield {
      does: 'the standby takes over',
      to: {
        ...at,
        isOver: true,
        pending: false,
        primary: standby,
        memory: rules.memory === 'is forgotten' ? null : at.memory,
        // Its connection broke.
        request: null,
      },
    }
}

function* requests(at: FailoverState): Generator<Move<FailoverState>> {
  const { request, primary, memory, acknowledged } = at
  if (!request) {
    yield { does: 'a request is let in', to: { ...at, request: { version: primary.version, acknowledged } } }
    return
  }
  const answer = (
    shows: readonly number[],
    kept: FailoverState['memory'],
    from: string,
  ): Move<FailoverState> => ({
    does: `it is answered from ${from} with ${JSON.stringify(shows)}`,
    to: {
      ...at,
      request: null,
      memory: kept,
      answered: request.acknowledged.every(one => shows.includes(one))
        ? at.answered
        : 'without an acknowledged write',
    },
  })
  if (memory?.version === request.version) yield answer(memory.shows, memory, 'memory')
  else yield answer(primary.writes, { version: request.version, shows: primary.writes }, 'the database')
}

export const failover = (rules = failoverInForce): Model<FailoverState> => ({
  start,
  *moves(state) {
    yield* writes(rules, state)
    yield* requests(state)
  },
  promises: {
    'what was acknowledged is there after a take-over': ({ acknowledged, primary }) =>
      acknowledged.every(one => primary.writes.includes(one)),
    'every answer has what was acknowledged before it was asked for': ({ answered }) =>
      answered === 'rightly',
  },
})
