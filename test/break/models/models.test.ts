// Every state of small models of the protocols: what each promises holds in all of them, and each of the mistakes that are
// planted breaks a promise.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creating, creatingInForce } from './creating.ts'
import { explore, type Model } from './explorer.ts'
import { failover, failoverInForce } from './failover.ts'
import { feed, feedInForce } from './feed.ts'
import { leases, leasesInForce } from './leases.ts'
import { limits, limitsInForce } from './limits.ts'

/** A model, and the mistakes that are planted in it. */
type Tried = { model: Model<never>; mistakes: Readonly<Record<string, Model<never>>> }
const tried = <R, S>(
  of: (rules: R) => Model<S>,
  right: R,
  mistakes: Readonly<Record<string, Partial<R>>>,
): Tried => ({
  model: of(right) as unknown as Model<never>,
  mistakes: Object.fromEntries(
    Object.entries(mistakes).map(([what, change]) => [
      what,
      of({ ...right, ...change }) as unknown as Model<never>,
    ]),
  ),
})

const all: Record<string, Tried> = {
  'leases of deliveries': tried(leases, leasesInForce, {
    'a delivery is taken without a lease': { takes: 'nothing' },
    'a failure is written down without the lease': { failureCounts: 'always' },
    'a success counts only with the lease': { successCounts: 'while the lease is held' },
  }),
  feeds: tried(feed, feedInForce, {
    'numbers come from a counter': { numbers: 'by a counter' },
    'a full page ends at the head': { fullPage: 'ends at the head' },
    'the end of the feed is looked up after the page': { lastPage: 'of a later look' },
    'a change is committed after its write': { changeIs: 'after the write' },
  }),
  limits: tried(limits, limitsInForce, {
    'what came in is counted before the lock': { looks: 'before the lock' },
    'windows begin anew': { window: 'begins anew' },
  }),
  'creating once': tried(creating, creatingInForce, {
    'the kept answer is looked for once': { asks: 'once before it' },
    'the answer is kept after the write': { answerIs: 'after the write' },
  }),
  'a take-over': tried(failover, failoverInForce, {
    'a write is acknowledged before the standby has it': { acknowledges: 'before' },
    'answers are remembered over a take-over': { memory: 'stays' },
    'a version moves before its write': { version: 'moves before it' },
  }),
}

for (const [name, { model, mistakes }] of Object.entries(all)) {
  test(`${name}: ${Object.keys(model.promises).join('; ')}`, t => {
    const { states, isWhole, broken } = explore(model)
    t.diagnostic(`${states} states`)
    assert.deepEqual(broken, {})
    assert.ok(isWhole, 'every state was visited')
  })
  for (const [mistake, planted] of Object.entries(mistakes))
    test(`${name}: where ${mistake}, a promise is broken`, t => {
      const broken = Object.entries(explore(planted).broken)
      assert.ok(broken.length > 0, 'no promise is broken')
      for (const [sentence, trace] of broken) t.diagnostic(`not "${sentence}": ${trace.join('; ')}`)
    })
}
