// The gate: two processes that let in requests of one key, of which two may come in any three moments.
import type { Model, Move } from './explorer.ts'

export type LimitRules = {
  /** Whether what came in is looked at under the lock under which it is written. */
  looks: 'under the lock' | 'before the lock'
  /** What counts: all of the last moments, or what came since the window began. */
  window: 'slides' | 'begins anew'
}
export const limitsInForce: LimitRules = { looks: 'under the lock', window: 'slides' }

const most = 2
const span = 3
const lastMoment = 6

export type LimitState = {
  moment: number
  /** When requests came in. */
  granted: readonly number[]
  /** What each process saw before it had the lock. */
  seen: readonly [number | null, number | null]
  /** Whether one was refused though there was room. */
  refusedWrongly: boolean
}

const inWindow = ({ moment, granted }: LimitState, { window }: LimitRules) =>
  granted.filter(at =>
    window === 'slides' ? at > moment - span : Math.floor(at / span) === Math.floor(moment / span),
  ).length

function* moves(rules: LimitRules, at: LimitState): Generator<Move<LimitState>> {
  if (at.moment < lastMoment) yield { does: 'time passes', to: { ...at, moment: at.moment + 1 } }
  for (const process of [0, 1] as const) {
    const seen = rules.looks === 'under the lock' ? inWindow(at, rules) : at.seen[process]
    if (seen === null) {
      yield {
        does: `process ${process} counts`,
        to: { ...at, seen: at.seen.with(process, inWindow(at, rules)) as never },
      }
      continue
    }
    const isIn = seen < most
    const free = at.granted.filter(one => one > at.moment - span).length < most
    yield {
      does: `process ${process} ${isIn ? 'lets one in' : 'refuses one'}`,
      to: {
        ...at,
        granted: isIn ? [...at.granted, at.moment] : at.granted,
        seen: at.seen.with(process, null) as never,
        refusedWrongly: at.refusedWrongly || (!isIn && free),
      },
    }
  }
}

export const limits = (rules = limitsInForce): Model<LimitState> => ({
  start: { moment: 0, granted: [], seen: [null, null], refusedWrongly: false },
  moves: state => moves(rules, state),
  promises: {
    'no more than the limit come in within any minute': ({ granted }) =>
      granted.every(from => granted.filter(at => at >= from && at < from + span).length <= most),
    'nobody is refused while there is room': ({ refusedWrongly }) => !refusedWrongly,
  },
})
