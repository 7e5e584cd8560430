// Reads over replicas, in every state that a small model of gate, publishing, replicas and memories can be in: what was
// acknowledged is seen, and no read shows less than one that was answered before it. Then that the database decides as the
// model does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOfSecret } from '../../src/access/key-format.ts'
import { recordTypes as types } from '../../src/api/index.ts'
import { type Sql, sql } from '../../src/database/sql.ts'
import { load } from '../../src/load/load.ts'
import { publishWrite } from '../../src/store/feeds/publish.ts'
import { callerBook } from '../../src/store/keys/callers.ts'
import { gatePreview } from '../../src/store/keys/gate.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { testDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { company } from '../support/lines.ts'
import { ndjson } from '../support/server.ts'
import { explore, mayAnswer, type Rules } from './read-protocol.ts'

const inForce: Rules = { replicaHas: 'exactly', publishers: 'in turn', versions: 'summed' }
const { database } = await testDatabase(types)
await load(database, types, ndjson(['c1', 'c2', 'c3'].map(id => company(id))))

test('a replica that has exactly the versions of a request shows all that was acknowledged, and never goes back', t => {
  const { states, ...broken } = explore(inForce)
  t.diagnostic(`${states} states`)
  assert.ok(states > 50_000)
  assert.deepEqual(broken, {})
})

test('one that may have more shows a commit before the primary does, which then shows less', () => {
  const { unseenWrite, readGoesBack } = explore({ ...inForce, replicaHas: 'at least' })
  assert.equal(unseenWrite, undefined)
  assert.deepEqual(readGoesBack, [
    'write 0 is in the log',
    'replica 0 applies write 0',
    'request 0 is sent',
    'request 0 is let in',
    'request 0 is answered by replica 0 with [0]',
    'request 0 is sent',
    'request 0 is let in',
    'request 0 is answered by the primary with []',
  ])
})

test('commits that show in another order break sums of versions, and not versions that are listed', () => {
  const atOnce: Rules = { ...inForce, publishers: 'at once' }
  const { states: _, ...broken } = explore({ ...atOnce, versions: 'listed' })
  assert.deepEqual(broken, {})
  assert.ok(explore(atOnce).unseenWrite)
})

test('those who publish take turns until their commit shows, whatever owners and pairs they touch', async () => {
  const order: string[] = []
  const publishing = (one: string, other: string) =>
    database.transaction(async tx => {
      const pairs = [[one, other] as const]
      await publishWrite(tx, {
        changes: [{ type: 'company', id: one, kind: 'upserted', before: [], after: [], pairs }],
        touched: [one],
      })
      order.push(`${one} published`)
      return isFirst.shift()?.()
    })
  const first = Promise.withResolvers<void>()
  const hasPublished = Promise.withResolvers<void>()
  const isFirst = [
    async () => {
      hasPublished.resolve()
      await first.promise
      order.push('the first commits')
    },
  ]
  const one = publishing('c:1', 'a:1')
  await hasPublished.promise
  const two = publishing('c:2', 'a:2')
  const waitsForHead = async () => {
    const [row] = await database.rows<{ waits: boolean }>(sql`
      select exists (select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%update head%') as waits`)
    return row!.waits
  }
  await eventually('the second waits', waitsForHead)
  first.resolve()
  await Promise.all([one, two])
  assert.deepEqual(order, ['c:1 published', 'the first commits', 'c:2 published'])
})

test('the database says of every state of a replica and every version of the gate what the model says', async () => {
  const owners = ['c1', 'c2', 'c3']
  const { secret } = await createKey(database, { kind: 'company', owners, name: 'k', scopes: [] })
  const gate = gatePreview(database, callerBook(database, types), hashOfSecret(secret))
  const listed: Rules = { ...inForce, versions: 'listed' }
  const versions: Record<string, (writes: number) => Sql> = {
    owner_version: writes => sql`
      insert into owner_version (owner, version) values ('c:c1', ${10 + (writes & 1)}), ('c:c2', ${10 + (writes >> 1)})
      on conflict (owner) do update set version = excluded.version`,
    owner_pair: writes => sql`
      insert into owner_pair (one, other, version)
      values ('c:c1', 'c:c2', ${10 + (writes & 1)}), ('c:c1', 'c:c3', ${10 + (writes >> 1)})
      on conflict (one, other) do update set version = excluded.version`,
  }
  /** Any other failure is none of a replica's. */
  const holds = (statement: Sql) =>
    database.rows(statement).then(
      () => true,
      error => {
        assert.match(error.code, /^MU00[12]$/)
        return false
      },
    )
  for (const [table, written] of Object.entries(versions)) {
    const isListed = table === 'owner_version'
    for (let admitted = 0; admitted < 4; admitted++)
      for (let applied = 0; applied < 4; applied++) {
        await database.rows(written(admitted))
        const { version } = await gate.admit(undefined, '')
        await database.rows(written(applied))
        const rules = isListed ? listed : inForce
        const own = isListed ? admitted : (admitted & 1) + (admitted >> 1)
        assert.deepEqual(
          {
            exactly: await holds(sql`select exactly_reached(${version}::text)`),
            atLeast: await holds(sql`select reached(${version}::text)`),
          },
          {
            exactly: mayAnswer(rules, applied, own),
            atLeast: mayAnswer({ ...rules, replicaHas: 'at least' }, applied, own),
          },
          `${table}: ${version} at ${applied}`,
        )
      }
  }
})
