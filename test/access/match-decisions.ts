// Somebody whom an agency sends though another has them already: the operator links them, and the world knows it too.

import assert from 'node:assert/strict'
import { guardOf } from '../../src/outbound/guard.ts'
import { matches as storedMatches } from '../../src/store/people/matches.ts'
import { linkAttempt } from '../../src/workers/link.ts'
import { newcomer, posted } from '../support/newcomer.ts'
import type { TestServer } from '../support/server.ts'
import type { Dice } from './dice.ts'
import type { Any, World } from './worlds.ts'

/** Links a worker whose number is known to an agency; undefined where the world has none. */
export async function linkSomebody(
  server: TestServer,
  world: World,
  dice: Dice,
): Promise<string | undefined> {
  const known = world.of('worker').filter(line => line.facts.nationalIns)
  if (known.length === 0) return undefined
  const { record, facts } = dice.pick(known)
  const { id, name } = dice.pick(world.of('agency')).record
  const agencyId = `linked-${dice.int(1e9)}`
  const secret = await server.key('agency', [id], { scopes: ['write:workers'] })
  const body = newcomer(dice.int(1e6), { trades: ['mt1'], nationalIns: facts.nationalIns, agencyId })
  const sent = await server.get('/workers', secret, posted(body))
  assert.equal(sent.status, 409, sent.text)
  const [attempt] = await storedMatches.rows(server.database, { state: 'open' })
  const { secrets } = server.files
  const trouble = (error: unknown) => assert.fail(String(error))
  const deciding = { database: server.database, secrets, guard: guardOf({ loopback: true }), trouble }
  await linkAttempt(deciding, { attempt: attempt!.id, by: 'test' }, record.id)
  const own = { id, name, agencyId, active: true }
  const had = record.agencies.some((one: Any) => one.id === id)
  record.agencies = had
    ? record.agencies.map((one: Any) => (one.id === id ? own : one))
    : [...record.agencies, own]
  return `a match decision on ${record.id}`
}
