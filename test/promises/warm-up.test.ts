// What a server asks itself before it listens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import type { Database, StatementOptions } from '../../src/database/database.ts'
import { type Sql, sql } from '../../src/database/sql.ts'
import { isId } from '../../src/formats/id.ts'
import type { Backend } from '../../src/kernel/call/call.ts'
import type { Plan } from '../../src/kernel/query/plan.ts'
import { meetRecent, warmUp } from '../../src/server/warm-up.ts'
import { callerBook } from '../../src/store/keys/callers.ts'
import { gateOf } from '../../src/store/keys/gate.ts'
import { rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const gone = () => Promise.reject(Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' }))

/** A world that hears which lists are asked for. */
function heard() {
  const asked: Plan[] = []
  const page = async (plan: Plan) => {
    asked.push(plan)
    return { rows: [], total: 0 }
  }
  const world = { records: { page, one: gone, some: gone }, now: () => new Date() }
  return { asked, world: world as unknown as Backend['world'] }
}

const ownersOf = (asked: readonly Plan[], list: string) =>
  asked
    .filter(({ type }) => type === list)
    .flatMap(({ reach }) => reach.branches.flatMap(branch => Object.values(branch)))

test('a server asks itself for every list, each time as another company that there is not', async () => {
  const { asked, world } = heard()
  await warmUp({ admit: gone, world }, operations, 2)
  const types = new Set(asked.map(({ type }) => type))
  for (const type of ['timesheet', 'worker', 'invoice', 'requisition', 'site'])
    assert.ok(types.has(type), `${type} is not among ${[...types].join(', ')}`)
  const owners = ownersOf(asked, 'timesheet')
  assert.deepEqual(owners, ['nobody 1', 'nobody 2'])
  assert.ok(
    owners.every(id => !isId(id)),
    'no record can have such an id',
  )
})

test('a server starts whatever is answered, and asks a database that does not answer once', async () => {
  let asked = 0
  const page = () => {
    asked++
    return gone()
  }
  const world = { records: { page, one: gone, some: gone }, now: () => new Date() }
  await warmUp({ admit: gone, world: world as unknown as Backend['world'] }, operations, 1)
  const once = asked
  await warmUp({ admit: gone, world: world as unknown as Backend['world'] }, operations, 4)
  assert.equal(asked, 2 * once)
})

test('those who asked last are known before they ask again, and nothing of theirs is consumed', async () => {
  const server = await testServer()
  await server.load(rivals())
  const { database } = server
  const [known, unused] = [await server.key('company', ['c1']), await server.key('company', ['c2'])]
  await server.get('/sites', known)
  await database.rows(sql`update api_key set last_used_at = now() where owners = array['c:c1']`)
  const read: string[] = []
  const watched = {
    ...database,
    rows: (statement: Sql, keeping?: StatementOptions) => {
      const { text } = statement.compile()
      if (text.includes('from api_key where id')) read.push(text)
      return database.rows(statement, keeping)
    },
  } as Database
  const callers = callerBook(watched, recordTypes)
  const { asked, world } = heard()
  await meetRecent(watched, callers, operations, world, new AbortController().signal)
  assert.equal(read.length, 1)
  for (const list of ['timesheet', 'worker', 'invoice'])
    assert.deepEqual(ownersOf(asked, list), ['c1'], `${list}s are read as the last key has them`)
  const late = heard()
  await meetRecent(watched, callers, operations, late.world, AbortSignal.abort())
  assert.deepEqual(late.asked, [], 'no list is read when the time is up')
  const gate = gateOf(watched, callers)
  const { usage } = await gate.admit(known, '::1')
  assert.deepEqual([read.length, usage.usedToday], [1, 2])
  await gate.admit(unused, '::1')
  assert.equal(read.length, 2)
})
