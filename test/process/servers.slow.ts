// Which servers run on one database is known as long as they do, and no longer.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { serverName, serverNamed } from '../../src/database/servers.ts'
import { runningDatabase, startDatabase, stopDatabase } from '../../src/embedded/postgresql.ts'
import { version } from '../../src/settings/version.ts'
import { command } from '../support/command.ts'
import { onCluster } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { dataFolder, run, stop, up } from '../support/process.ts'
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

const moduleAt = (file: string) => new URL(`../../src/${file}.ts`, import.meta.url).href

/** A process that uses the database of a folder under this name, and stops when it is asked to. `ID` is its own number. */
async function user(data: string, called: string, isServer: boolean): Promise<ChildProcess> {
  const script = `
    import { openDatabase } from '${moduleAt('database/database')}'
    import { runningDatabase } from '${moduleAt('embedded/postgresql')}'
    import { takeLock } from '${moduleAt('database/home')}'
    const connection = await runningDatabase(process.argv[1])
    const applicationName = process.argv[2].replace('ID', process.pid)
    const database = openDatabase({ connection }, { connections: 1, applicationName })
    ${isServer ? 'await takeLock(database)' : "await database.script('select 1')"}
    process.on('SIGTERM', () => process.exit(0))
    console.log('there')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, data, called], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(() => child.kill('SIGKILL'))
  await once(child.stdout!, 'data')
  return child
}

test('down stops the server that holds the folder, whatever its version is called, and nothing that it cannot tell', async () => {
  const data = await dataFolder()
  const { connection } = await startDatabase(data, () => {})
  after(() => stopDatabase(data))
  const down = () => command(['down', '--data', data])
  const earlier = await user(data, 'muster server ID', true)
  const status = JSON.parse((await command(['status', '--json', '--data', data])).stdout)
  assert.deepEqual(
    status.servers.map(({ pid, version: own, host }: Json) => [pid, own, host]),
    [[earlier.pid, 'unknown', 'unknown']],
  )
  const ended = once(earlier, 'exit')
  const stopped = await down()
  assert.equal(stopped.stdout, `Stopped the server (process ${earlier.pid}) and its database.\n`)
  assert.deepEqual(await ended, [0, null])
  assert.equal(await runningDatabase(data), undefined)

  await startDatabase(data, () => {})
  for (const called of ['muster server ID 9.9.9 abc another-host', 'muster server 4999999']) {
    const elsewhere = await user(data, called, true)
    const { code, stderr } = await down()
    assert.equal(code, 4)
    assert.match(
      stderr,
      /is not here but in another container or on another machine; stop it there\. Nothing was/,
    )
    assert.equal(elsewhere.exitCode, null)
    const over = once(elsewhere, 'exit')
    elsewhere.kill()
    await over
  }
  const strange = await user(data, 'something else', true)
  const refused = await down()
  assert.deepEqual(
    [refused.code, /called "something else".*Nothing was stopped/.test(refused.stderr)],
    [4, true],
  )
  assert.deepEqual([strange.exitCode, (await runningDatabase(data))?.host], [null, connection.host])
  const gone = once(strange, 'exit')
  strange.kill('SIGTERM')
  await gone

  const loading = await user(data, 'muster cli ID', false)
  const kept = await down()
  assert.deepEqual([kept.code, kept.stderr.includes(`muster cli ${loading.pid}`)], [4, true], kept.stderr)
  const over = once(loading, 'exit')
  loading.kill('SIGTERM')
  await over
  await eventually('nobody uses it', async () => (await down()).code === 0)
})

test('servers that start again and again beside a load end nothing of it', async () => {
  const env = { ...(await onCluster()), LOG_LEVEL: 'error' }
  const [data, there] = [await dataFolder(), await dataFolder()]
  const file = join(data, 'lines.ndjson')
  const sheets = Array.from({ length: 6_000 }, (_, at) =>
    timesheet(`t${at}`, { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }),
  )
  await writeFile(file, [...rivals(), ...sheets].map(line => JSON.stringify(line)).join('\n'))
  let isOver = false
  const loading = run(['load', file, '--json', '--data', data], env).finally(() => {
    isOver = true
  })
  let starts = 0
  for (; !isOver; starts++) await stop(await up(there, [], env))
  const { code, stdout, stderr } = await loading
  assert.equal(code, 0, stderr)
  assert.deepEqual([JSON.parse(stdout).rejected, starts > 0], [0, true])
})

test('the name of a server fits into what PostgreSQL keeps of it, and keeps the end of a long host name', () => {
  const name = serverName('muster-of-a-company-with-a-long-name-7d9c6b5f4-x2x7q')
  assert.equal(name.length, 63)
  assert.match(serverNamed(name)!.host, /-7d9c6b5f4-x2x7q$/)
  assert.deepEqual(serverNamed(serverName('plain'))!.host, 'plain')
  assert.equal(serverNamed('muster cli 12'), undefined)
})
