// Deliveries and their leases: two senders that may die or be slow at any moment, and one delivery that each may take.
import type { Model, Move } from './explorer.ts'

/** As the senders do it, or with one of the mistakes that a sender could make. */
export type LeaseRules = {
  /** Whether taking a delivery puts off when it is due. */
  takes: 'a lease' | 'nothing'
  /** Whose failure is written down. */
  failureCounts: 'while the lease is held' | 'always'
  /** Whose success is written down. */
  successCounts: 'always' | 'while the lease is held'
}
export const leasesInForce: LeaseRules = {
  takes: 'a lease',
  failureCounts: 'while the lease is held',
  successCounts: 'always',
}

/** What a sender holds: the lease it took, and what came of its post. */
type Sender = { lease: number; sent: 'no' | 'yes'; got: 'nothing' | 'success' | 'failure' } | null

export type LeaseState = {
  state: 'waiting' | 'delivered'
  /** By which lease it is put off, 0 for none, and whether it is due now. */
  lease: number
  isDue: boolean
  senders: readonly [Sender, Sender]
  /** How many leases were given, and how often what was written down moved another's lease or sent what was delivered. */
  leases: number
  overwritten: boolean
  /** Whether a receiver's success was written down, and sent again after that. */
  sentAfter: boolean
  successLost: boolean
  early: boolean
}

const none: Sender = null
const mostLeases = 3

const start: LeaseState = {
  state: 'waiting',
  lease: 0,
  isDue: true,
  senders: [none, none],
  leases: 0,
  overwritten: false,
  sentAfter: false,
  successLost: false,
  early: false,
}

function* moves(rules: LeaseRules, at: LeaseState): Generator<Move<LeaseState>> {
  if (at.state === 'waiting' && !at.isDue) yield { does: 'the wait is over', to: { ...at, isDue: true } }
  for (const index of [0, 1] as const) {
    const own = at.senders[index]
    const holding = (sender: Sender): [Sender, Sender] => at.senders.with(index, sender) as [Sender, Sender]
    const name = `sender ${index}`
    if (!own) {
      if (at.state !== 'waiting' || !at.isDue || at.leases === mostLeases) continue
      const lease = at.leases + 1
      const isTaken = rules.takes === 'a lease'
      const other = at.senders[1 - index]
      yield {
        does: `${name} takes it`,
        to: {
          ...at,
          leases: lease,
          ...(isTaken && { lease, isDue: false }),
          senders: holding({ lease, sent: 'no', got: 'nothing' }),
          // Somebody has it and its lease was not over.
          early: at.early || (!!other && at.lease !== other.lease && !isTaken),
        },
      }
      continue
    }
    yield { does: `${name} dies`, to: { ...at, senders: holding(none) } }
    if (own.sent === 'no') {
      for (const got of ['success', 'failure'] as const)
        yield {
          does: `${name} posts it, which is a ${got}`,
          to: {
            ...at,
            senders: holding({ ...own, sent: 'yes', got }),
            sentAfter: at.sentAfter || (at.state === 'delivered' && own.lease > at.lease),
          },
        }
      continue
    }
    const isHeld = at.lease === own.lease
    if (own.got === 'success') {
      const counts = rules.successCounts === 'always' || isHeld
      yield {
        does: `${name} writes its success down`,
        to: {
          ...at,
          ...(counts && at.state === 'waiting' && { state: 'delivered' as const, isDue: false }),
          successLost: at.successLost || (at.state === 'waiting' && !counts),
          senders: holding(none),
        },
      }
    } else {
      const counts = rules.failureCounts === 'always' || isHeld
      const moved = counts && at.state === 'waiting'
      yield {
        does: `${name} writes its failure down`,
        to: {
          ...at,
          ...(moved && { lease: 0, isDue: false }),
          overwritten: at.overwritten || (moved && !isHeld),
          senders: holding(none),
        },
      }
    }
  }
}

export const leases = (rules = leasesInForce): Model<LeaseState> => ({
  start,
  moves: state => moves(rules, state),
  promises: {
    'nobody takes what another holds before its lease is over': ({ early }) => !early,
    'a failure is written down by whoever holds the lease, and moves nobody else’s': ({ overwritten }) =>
      !overwritten,
    'a success is never forgotten': ({ successLost }) => !successLost,
    'nothing is taken that is written down as delivered': ({ sentAfter }) => !sentAfter,
  },
})
