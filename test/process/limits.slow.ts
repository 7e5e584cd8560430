// Limits over real servers on one database: exact under uneven load, after restarts and crashes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { load } from '../../src/load/load.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { command } from '../support/command.ts'
import { testDatabase, urlOf } from '../support/database.ts'
import { rivals } from '../support/lines.ts'
import { dataFolder, stop, type Up, up } from '../support/process.ts'
import { ndjson } from '../support/server.ts'

const { database, connection } = await testDatabase()
await load(database, recordTypes, ndjson(rivals()))
const env = {
  DATABASE_URL: urlOf(connection),
  MUSTER_SECRET: 's'.repeat(32),
  LOG_LEVEL: 'warn',
}
const data = await dataFolder()
const start = () => up(data, [], env)

const newKey = (perMinute: number) =>
  createKey(database, { kind: 'company', owners: ['c1'], name: 'k', scopes: [], perMinute, perDay: 100_000 })

async function ask(server: Up, secret: string): Promise<{ status: number; used: number }> {
  const response = await fetch(`${server.baseUrl}/me`, { headers: { Authorization: `Bearer ${secret}` } })
  const body = (await response.json()) as { data?: { usage: { requestsToday: number } } }
  return { status: response.status, used: body.data?.usage.requestsToday ?? 0 }
}

/** So many requests at each server, at once. */
const storm = async (servers: readonly Up[], counts: readonly number[], secret: string) =>
  (
    await Promise.all(
      counts.flatMap((count, index) =>
        Array.from({ length: count }, () =>
          ask(servers[index]!, secret).catch(() => ({ status: 0, used: 0 })),
        ),
      ),
    )
  ).filter(({ status }) => status === 200)

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)
const usedBy = (came: readonly { used: number }[]) => came.map(({ used }) => used).sort((a, b) => a - b)

test('four servers on one database admit exactly the limit; a restart forgets nothing, a change and a revocation hold at once', async () => {
  const servers = await Promise.all([start(), start(), start(), start()])
  const alone = await newKey(80)
  assert.deepEqual(usedBy(await storm(servers, [200], alone.secret)), upTo(80))
  const { secret, key } = await newKey(150)
  assert.deepEqual(usedBy(await storm(servers, [220, 1, 60, 9], secret)), upTo(150))

  assert.equal(await stop(servers[0]!), 0)
  servers[0] = await start()
  const shown = await command(['keys', 'show', key.id, '--json'], env)
  assert.equal(JSON.parse(shown.stdout).usedToday, 150)
  assert.equal((await ask(servers[0]!, secret)).status, 429)
  assert.equal((await command(['keys', 'update', key.id, '--per-minute', '160'], env)).code, 0)
  assert.deepEqual(usedBy(await storm(servers, [9, 9, 9, 9], secret)), upTo(160).slice(150))

  const revoked = await newKey(1000)
  assert.equal((await storm(servers, [1, 1, 1, 1], revoked.secret)).length, 4)
  assert.equal((await command(['keys', 'revoke', revoked.key.id], env)).code, 0)
  for (const server of servers) assert.equal((await ask(server, revoked.secret)).status, 401)

  for (const server of servers) assert.equal(await stop(server), 0)
  const usage = JSON.parse((await command(['keys', 'usage', key.id, '--json'], env)).stdout)
  const counted = Object.fromEntries(
    usage.lines.map((line: { outcome: string; requests: number }) => [line.outcome, line.requests]),
  )
  assert.equal(counted[200], 160, 'servers that stop write what is left of the ledger')
})

test('what a server let in before it crashed stays counted', async () => {
  const servers = await Promise.all([start(), start()])
  const { secret, key } = await newKey(120)
  const came = storm(servers, [150, 150], secret)
  process.kill(servers[1]!.pid, 'SIGKILL')
  const admitted = (await came).length
  const { usedToday } = JSON.parse((await command(['keys', 'show', key.id, '--json'], env)).stdout)
  assert.ok(admitted <= 120 && usedToday === 120, `${admitted} answered, ${usedToday} counted`)
  assert.equal(await stop(servers[0]!), 0)
})
