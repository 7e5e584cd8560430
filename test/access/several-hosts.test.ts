// Where the address of the database names several hosts, what is read has at least the versions that the gate gave.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofSeveralHosts } from '../../src/store/engine/replicas.ts'
import { sql } from '../../src/store/engine/sql.ts'
import { rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

test('a host that lacks what was written is not read from, in pages, questions apart and exports', async () => {
  const { database, load } = await testServer()
  await load(rivals())
  const reads = ofSeveralHosts(database)
  const [row] = await database.rows<{ version: string }>(
    sql`select 'c:c1=' || version as version from owner_version where owner = 'c:c1'`,
  )
  const one = sql`select 1 as one`
  const given = row!.version
  assert.deepEqual(await reads.at(given).rows(one), [{ one: 1 }])
  const { session } = await reads.session(given)
  assert.deepEqual(await session.rows(one), [{ one: 1 }])
  await session.release()

  const later = `${given}0`
  const isLater = { code: 'SERVICE_UNAVAILABLE' }
  await assert.rejects(reads.at(later).rows(one), isLater)
  await assert.rejects(reads.at(later).raw(one), isLater)
  await assert.rejects(reads.apart(later, { connections: 1, timeoutMs: 0 }, database).raw(one), isLater)
  await assert.rejects(reads.session(later), isLater)
  await assert.rejects(reads.at(given).rows(sql`select 1 / 0`), { code: '22012' })
})
