// Equal posts to two server processes on one database, and an attempt repeated after a restart.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import { load } from '../../src/load/load.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { testDatabase, urlOf } from '../support/database.ts'
import { rivals } from '../support/lines.ts'
import { masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { dataFolder, stop, type Up, up } from '../support/process.ts'
import { ndjson } from '../support/server.ts'
import { race } from './at-once.ts'

const rounds = process.env.MUSTER_LONG ? 100 : 1

const { database, connection } = await testDatabase()
await load(database, recordTypes, ndjson([...rivals(), ...masterLists()]))
const env = {
  DATABASE_URL: urlOf(connection),
  MUSTER_SECRET: 's'.repeat(32),
  LOG_LEVEL: 'warn',
}
const data = await dataFolder()
const servers: Up[] = [await up(data, [], env), await up(data, [], env)]
after(() => Promise.all(servers.map(server => stop(server))))
const { secret } = await createKey(database, {
  kind: 'agency',
  owners: ['a1'],
  name: 'k',
  scopes: scopesFor('agency'),
  perMinute: 1_000_000,
  perDay: 100_000_000,
})
const origins = () => servers.map(({ baseUrl }) => baseUrl.slice(0, -apiPrefix.length))

test(`fifty equal posts over two processes, ${rounds} rounds: one is created`, async () => {
  await race(origins(), secret, database, { rounds, from: 5000 })
})

test('an attempt repeated after a restart, and on the other process, has the answer it had, signed anew', async () => {
  const body = newcomer(9000, { attachments: [paper('course')] })
  const post = async (server: Up) => {
    const { headers, ...init } = posted(body, { 'Idempotency-Key': 'attempt-1' })
    const response = await fetch(`${server.baseUrl}/workers`, {
      ...init,
      headers: { ...headers, Authorization: `Bearer ${secret}` },
    })
    return { status: response.status, data: ((await response.json()) as { data: Answer }).data }
  }
  type Answer = { id: string; attachments: { files: { url: string }[] }[] }
  const first = await post(servers[0]!)
  assert.equal(first.status, 200)
  process.kill(servers[0]!.pid, 'SIGKILL')
  servers[0] = await up(data, [], env)
  for (const server of servers) {
    const again = await post(server)
    assert.deepEqual([again.status, again.data.id], [200, first.data.id])
    assert.equal((await fetch(again.data.attachments[0]!.files[0]!.url)).status, 200)
  }
})
