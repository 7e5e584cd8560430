// Which servers run on one database is known as long as they do, and no longer.
import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { test } from 'node:test'
import { serverName, serverNamed } from '../../src/store/engine/servers.ts'
import { version } from '../../src/version.ts'
import { command } from '../support/command.ts'
import { onCluster } from '../support/database.ts'
import { eventually } from '../support/operator.ts'
import { dataFolder, stop, up } from '../support/process.ts'
import type { Json } from '../support/server.ts'

test('status names every server of a shared database, with host, version and start, and a killed one no more', async () => {
  const [env, began] = [{ ...(await onCluster()), LOG_LEVEL: 'error' }, Date.now()]
  const data = await dataFolder()
  const status = async (): Promise<Json> =>
    JSON.parse((await command(['status', '--json', '--data', data], env)).stdout)
  assert.deepEqual([(await status()).running, (await status()).servers], [false, []])
  const [one, other] = [await up(data, [], env), await up(await dataFolder(), [], env)]
  const { servers, running } = await status()
  assert.deepEqual([running, servers.map((each: Json) => each.pid)], [true, [one.pid, other.pid]])
  for (const each of servers) {
    assert.deepEqual([each.host, each.version], [hostname(), version])
    const since = new Date(each.since).getTime()
    assert.ok(since > began - 2_000 && since < Date.now(), each.since)
    assert.ok(each.connections > 0)
  }
  const said = (await command(['status', '--data', data], env)).stdout
  assert.match(said, new RegExp(`^Servers +running on ${hostname()}, process ${one.pid}, since 20`, 'm'))
  const { token } = JSON.parse((await command(['tokens', 'create', '--json', '--data', data], env)).stdout)
  const asked = async () => {
    const answer = await fetch(new URL('/operator/status', one.baseUrl), {
      headers: { Authorization: `Bearer ${token}` },
    })
    return ((await answer.json()) as Json).data.servers.map((each: Json) => each.pid)
  }
  assert.deepEqual(await asked(), [one.pid, other.pid])
  await stop(other, 'SIGKILL')
  await eventually('only the other one is named', async () => (await asked()).length === 1)
  assert.deepEqual(
    (await status()).servers.map((each: Json) => each.pid),
    [one.pid],
  )
  await stop(one)
})

test('the name of a server fits into what PostgreSQL keeps of it, and keeps the end of a long host name', () => {
  const name = serverName('muster-of-a-company-with-a-long-name-7d9c6b5f4-x2x7q')
  assert.equal(name.length, 63)
  assert.match(serverNamed(name)!.host, /-7d9c6b5f4-x2x7q$/)
  assert.deepEqual(serverNamed(serverName('plain'))!.host, 'plain')
  assert.equal(serverNamed('muster cli 12'), undefined)
})
