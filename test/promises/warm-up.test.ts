// What a server asks itself before it listens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../src/api/index.ts'
import type { Backend } from '../../src/call.ts'
import type { Plan } from '../../src/kernel/query/plan.ts'
import { warmUp } from '../../src/warm-up.ts'

const gone = () => Promise.reject(Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' }))

test('a server asks itself for every list, as a company that there is not, and starts whatever is answered', async () => {
  const asked: Plan[] = []
  const page = (plan: Plan) => {
    asked.push(plan)
    return gone()
  }
  const world = { records: { page, one: gone, some: gone }, now: () => new Date() }
  await warmUp({ admit: gone, world: world as unknown as Backend['world'] }, operations)
  const types = new Set(asked.map(({ type }) => type))
  for (const type of ['timesheet', 'worker', 'invoice', 'requisition', 'site'])
    assert.ok(types.has(type), `${type} is not among ${[...types].join(', ')}`)
  const owners = asked.flatMap(({ reach }) => reach.branches.flatMap(branch => Object.values(branch)))
  assert.ok(owners.length > 0 && owners.every(id => id === ''), owners.join())
})
