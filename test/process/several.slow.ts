// Several processes that share a port: one server to its clients, to operators and to whoever starts and stops it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { newSecret } from '../../src/access/key-format.ts'
import { recordTypes } from '../../src/api/index.ts'
import { load } from '../../src/load/load.ts'
import { version } from '../../src/settings/version.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { command } from '../support/command.ts'
import { testDatabase, urlOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { metricsIn } from '../support/exposition.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { dataFolder, postmasterPid, run, stop, total, type Up, up } from '../support/process.ts'
import { type Json, ndjson } from '../support/server.ts'

const several = (
  data: string,
  processes: number,
  env: Record<string, string> = {},
  more: readonly string[] = [],
) => up(data, ['--processes', String(processes), ...more], env)

type Asked = { status: number; body: string; ms: number }

/** A request over a connection of its own, so that the kernel picks a process for it. */
async function ask(url: string | URL, secret?: string, agent: Agent | false = false): Promise<Asked> {
  const began = performance.now()
  const asked = request(url, { agent, headers: secret ? { Authorization: `Bearer ${secret}` } : {} }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, body: await text(response), ms: performance.now() - began }
}

const at = (server: Up, path: string) => new URL(path, server.baseUrl)
const tokenOf = async (data: string, env: Record<string, string>) =>
  JSON.parse((await command(['tokens', 'create', '--json', '--data', data], env)).stdout).token as string
const statusOf = async (data: string, env: Record<string, string> = {}): Promise<Json> =>
  JSON.parse((await command(['status', '--json', '--data', data], env)).stdout)
const metricsOf = async (server: Up, token: string) =>
  metricsIn((await ask(at(server, '/operator/metrics'), token)).body)
const pidsOf = async (data: string, env: Record<string, string> = {}): Promise<number[]> =>
  (await statusOf(data, env)).servers.map((each: Json) => each.pid)
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const linesIn = (server: Up): Json[] =>
  server
    .log()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))

async function external() {
  const { database, connection } = await testDatabase()
  const sheets = Array.from({ length: 60 }, (_, index) =>
    timesheet(`t${index}`, { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }),
  )
  await load(database, recordTypes, ndjson([...rivals(), ...sheets]))
  const env = { DATABASE_URL: urlOf(connection), MUSTER_SECRET: 's'.repeat(32) }
  const key = async (perMinute: number, kind: 'company' | 'agency' = 'company') =>
    (
      await createKey(database, {
        kind,
        owners: [kind === 'company' ? 'c1' : 'a1'],
        name: 'k',
        scopes: [kind === 'company' ? 'read:timesheets' : 'write:workers'],
        perMinute,
        perDay: 1_000_000,
      })
    ).secret
  return { database, env, key }
}

test('one setting starts two processes on the embedded database with one demo, and one signal stops all that was started', async () => {
  const data = await dataFolder()
  const server = await several(data, 2, { LOG_LEVEL: 'info' }, ['--demo', '--scale', '0.02'])
  const status = await statusOf(data)
  assert.deepEqual(
    status.servers.map((each: Json) => [each.supervisor, each.memoryBytes > 10_000_000]),
    [
      [server.pid, true],
      [server.pid, true],
    ],
  )
  assert.deepEqual([status.pid, new Set(status.servers.map((each: Json) => each.pid)).size], [server.pid, 2])
  const said = (await command(['status', '--data', data])).stdout
  assert.match(
    said,
    new RegExp(`^Server +running on .*, 2 processes under process ${server.pid}, \\d+ MB$`, 'm'),
  )
  assert.match(said, /^ +process \d+, since 20.* UTC, \d+ connections, \d+ MB$/m)

  const ready = JSON.parse((await ask(at(server, '/readyz'))).body)
  assert.deepEqual(ready, { status: 'ready', processes: { ready: 2, of: 2 } })
  assert.ok((await total(server)) > 0)
  const { companyKey } = JSON.parse(await readFile(`${data}/demo.json`, 'utf8'))
  assert.equal(companyKey, server.companyKey)
  const keys = JSON.parse((await command(['keys', 'list', '--json', '--data', data])).stdout)
  assert.deepEqual(keys.map((key: Json) => key.name).sort(), ['Demo agency key', 'Demo company key'])

  for (let asked = 0; asked < 40; asked++) assert.equal((await ask(at(server, '/healthz'))).status, 200)
  await eventually('requests of both processes are in the log', async () => {
    const by = new Set(linesIn(server).flatMap(line => (line.route === '/healthz' ? line.process : [])))
    return by.size === 2
  })
  const second = await run(['up', '--processes', '2', '--port', '0', '--data', data])
  assert.deepEqual([second.code, second.stderr.includes(`(process ${server.pid}) already runs`)], [1, true])
  const taken = [
    'up',
    '--processes',
    '2',
    '--port',
    new URL(server.baseUrl).port,
    '--data',
    await dataFolder(),
  ]
  const refused = await run(taken)
  assert.deepEqual(
    [refused.code, /Port \d+ is in use; choose another with PORT=/.test(refused.stderr)],
    [1, true],
  )

  const pids = await pidsOf(data)
  assert.equal(await stop(server), 0)
  assert.deepEqual(pids.filter(isAlive), [])
  await assert.rejects(postmasterPid(data), 'the database was stopped with the server')
})

test('four processes admit exactly what a key may, and count unknown keys together', async () => {
  const { env, key } = await external()
  const data = await dataFolder()
  const server = await several(data, 4, { ...env, LOG_LEVEL: 'info' })
  const secret = await key(80)
  const storm = await Promise.all(Array.from({ length: 240 }, () => ask(`${server.baseUrl}/me`, secret)))
  const admitted = storm.filter(({ status }) => status === 200)
  const used = admitted.map(({ body }) => JSON.parse(body).data.usage.requestsToday as number)
  assert.deepEqual(
    used.sort((one, other) => one - other),
    Array.from({ length: 80 }, (_, index) => index + 1),
  )
  assert.equal(storm.filter(({ status }) => status === 429).length, 160)
  const by = new Set(linesIn(server).flatMap(line => (line.route === '/me' ? line.process : [])))
  assert.deepEqual([...by].sort(), [1, 2, 3, 4])

  const stranger = newSecret('company')
  for (let tries = 0; tries < 7; tries++)
    assert.equal((await ask(`${server.baseUrl}/me`, stranger)).status, 401)
  const token = await tokenOf(data, env)
  // Each process has heard of them when it has answered its supervisor twice.
  for (let times = 0; times < 2; times++) await metricsOf(server, token)
  const slow = await Promise.all(Array.from({ length: 12 }, () => ask(`${server.baseUrl}/me`, stranger)))
  assert.ok(Math.min(...slow.map(({ ms }) => ms)) >= 499, `${slow.map(({ ms }) => Math.round(ms))}`)
  assert.equal(await stop(server), 0)
})

test('a process that is killed under load costs only the requests it had, another takes its place, and nothing counted is lost', async () => {
  const { env, key } = await external()
  const data = await dataFolder()
  const server = await several(data, 2, { ...env, LOG_LEVEL: 'warn' })
  const [secret, token] = [await key(1_000_000), await tokenOf(data, env)]
  const before = await pidsOf(data, env)
  const url = `${server.baseUrl}/timesheets?limit=5`
  let isOver = false
  let answered = 0
  const broken: unknown[] = []
  const client = async () => {
    // Each keeps its connection, as most clients do.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) {
      const { status } = await ask(url, secret, agent).catch(error => {
        broken.push(error)
        return { status: 200 }
      })
      assert.equal(status, 200)
      answered++
    }
    agent.destroy()
  }
  const clients = Array.from({ length: 8 }, client)
  await eventually('the load is on', async () => answered > 200)
  const seen = await metricsOf(server, token)
  process.kill(before[1]!, 'SIGKILL')
  const after = await eventually('another process answers', async () => {
    const pids = await pidsOf(data, env)
    const { body } = await ask(at(server, '/readyz'))
    return pids.length === 2 && !pids.includes(before[1]!) && body.includes('"ready":2') && pids
  })
  assert.ok(after.includes(before[0]!))
  const then = answered
  await eventually('the load goes on', async () => answered > then + 200)
  isOver = true
  await Promise.all(clients)
  assert.ok(broken.length <= clients.length, `${broken.length} requests were broken off`)
  const now = await metricsOf(server, token)
  for (const [name, value] of seen.values)
    if (/^muster_(http_request_duration_seconds_|gate_|answers_asked)/.test(name))
      assert.ok(now.values.get(name)! >= value, name)
  assert.equal(now.values.get('muster_process_ends_total'), 1)
  assert.equal(now.values.get('muster_processes{state="ready"}'), 2)
  const told = linesIn(server).filter(({ ended }) => ended)
  assert.deepEqual(
    told.map(({ ended }) => [ended.pid, ended.how]),
    [[before[1], 'SIGKILL']],
  )
  assert.equal(await stop(server), 0)
})

test('metrics and status are of the whole, whichever process is asked', async () => {
  const { env, key } = await external()
  const data = await dataFolder()
  const server = await several(data, 4, { ...env, LOG_LEVEL: 'warn', ANSWER_MEMORY_MB: '40' })
  const [secret, token] = [await key(1_000_000), await tokenOf(data, env)]
  for (let asked = 0; asked < 60; asked++)
    assert.equal((await ask(`${server.baseUrl}/timesheets?limit=2`, secret)).status, 200)
  const name = 'muster_http_request_duration_seconds_count{route="/timesheets",method="GET",status="200"}'
  for (let asked = 0; asked < 8; asked++) {
    const { values } = await metricsOf(server, token)
    assert.equal(values.get(name), 60)
    assert.equal(values.get(`muster_servers{version="${version}"}`), 1)
    assert.equal(values.get('muster_database_pool_limit'), 16)
    for (const process of ['supervisor', 1, 2, 3, 4])
      assert.ok(values.get(`process_resident_memory_bytes{process="${process}"}`)! > 10_000_000)
    for (const process of [1, 2, 3, 4])
      assert.equal(values.get(`muster_database_up{process="${process}"}`), 1)
  }
  const { data: status } = JSON.parse((await ask(at(server, '/operator/status'), token)).body)
  assert.deepEqual(
    status.servers.map((each: Json) => [each.supervisor, each.memoryBytes > 10_000_000]),
    Array(4).fill([server.pid, true]),
  )
  const today = JSON.parse((await ask(at(server, '/operator/today'), token)).body)
  assert.deepEqual(today.data.attention, [])
  assert.equal(await stop(server), 0)
})

test('after kill -9 of the supervisor its processes end by themselves, and the next start finds port and folder free', async () => {
  const data = await dataFolder()
  const server = await several(data, 2, { LOG_LEVEL: 'warn' })
  const pids = await pidsOf(data)
  const { port } = new URL(server.baseUrl)
  process.kill(server.pid, 'SIGKILL')
  await eventually('no process is left', async () => !pids.some(isAlive))
  const again = await several(data, 2, { LOG_LEVEL: 'warn' }, ['--port', port])
  assert.equal((await ask(at(again, '/readyz'))).status, 200)
  assert.match((await command(['down', '--data', data])).stdout, new RegExp(`process ${again.pid}\\)`))
  assert.equal(again.child.exitCode ?? (await once(again.child, 'close'))[0], 0)
})

test('a stop lets what is under way finish, a second signal ends all at once, and both within seconds', async () => {
  const { env, key } = await external()
  const secret = await key(1_000, 'agency')
  const begun = async (server: Up) => {
    const asked = request(`${server.baseUrl}/workers`, {
      agent: false,
      method: 'POST',
      headers: {
        Authorization: `Bearer ${secret}`,
        'Content-Type': 'application/json',
        Expect: '100-continue',
      },
    })
    const answer = once(asked, 'response') as Promise<[IncomingMessage]>
    answer.catch(() => {})
    asked.write('{')
    await once(asked, 'continue')
    return { asked, answer }
  }
  const first = await several(await dataFolder(), 2, { ...env, LOG_LEVEL: 'warn' })
  const { asked, answer } = await begun(first)
  const stopped = stop(first)
  await eventually('no more connections are taken', () =>
    ask(at(first, '/healthz')).then(
      () => false,
      error => error.code === 'ECONNREFUSED',
    ),
  )
  asked.end('}')
  const [response] = await answer
  assert.equal(response.statusCode, 400)
  const began = performance.now()
  assert.equal(await stopped, 0)
  assert.ok(performance.now() - began < 5_000)

  const data = await dataFolder()
  const second = await several(data, 2, { ...env, LOG_LEVEL: 'warn' })
  const pids = (await statusOf(data, env)).servers.flatMap((each: Json) =>
    each.supervisor === second.pid ? each.pid : [],
  )
  const { answer: never } = await begun(second)
  process.kill(second.pid, 'SIGTERM')
  const closed = once(second.child, 'close')
  // A press of Ctrl-C under npm comes twice at once, and means one.
  await new Promise(resolve => setTimeout(resolve, 1_100))
  process.kill(second.pid, 'SIGTERM')
  assert.deepEqual(await closed, [1, null])
  await assert.rejects(never)
  await eventually('no process is left', async () => !pids.some(isAlive))
})

test('an embedded database that dies under several processes is started again by the one that has it', async () => {
  const data = await dataFolder()
  const server = await several(data, 2, { LOG_LEVEL: 'info' }, ['--demo', '--scale', '0.02'])
  const before = await total(server)
  process.kill(await postmasterPid(data), 'SIGKILL')
  const told = () => linesIn(server).filter(({ msg }) => /embedded database went away/.test(msg))
  // What was connected may answer once more.
  await eventually('it is noticed', async () => told().length > 0)
  await eventually('records are read again', async () => {
    const { status, body } = await ask(`${server.baseUrl}/timesheets?limit=1`, server.companyKey)
    return status === 200 && JSON.parse(body).meta.total === before
  })
  assert.deepEqual(
    told().map(({ process }) => process),
    ['supervisor'],
  )
  assert.equal(await stop(server), 0)
})

test('one process is a server as ever: no other beside it, and nothing of several in what it says', async () => {
  const { env } = await external()
  const data = await dataFolder()
  const server = await several(data, 1, { ...env, LOG_LEVEL: 'info' })
  assert.deepEqual(JSON.parse((await ask(at(server, '/readyz'))).body), { status: 'ready' })
  const { servers, pid } = await statusOf(data, env)
  assert.deepEqual([pid, servers.length, servers[0].supervisor], [server.pid, 1, undefined])
  const { values } = await metricsOf(server, await tokenOf(data, env))
  assert.deepEqual(
    [...values.keys()].filter(name => name.includes('process="')),
    [],
  )
  assert.equal(values.get('muster_processes{state="ready"}'), 1)
  assert.ok(linesIn(server).every(line => line.process === undefined))
  assert.equal(await stop(server), 0)
})

test('a start that cannot be made says why, and leaves nothing', async () => {
  const { env } = await external()
  const { MUSTER_SECRET: _, ...secretless } = env
  const data = await dataFolder()
  const args = ['up', '--processes', '2', '--port', '0', '--data', data]
  const unsealed = await run(args, secretless)
  assert.deepEqual([unsealed.code, /MUSTER_SECRET is required/.test(unsealed.stderr)], [2, true])
  const wrong = await run(args, { ...env, HOST: '203.0.113.9' })
  assert.deepEqual(
    [wrong.code, /203\.0\.113\.9 is not an address of this machine/.test(wrong.stderr)],
    [1, true],
  )
  const none = await run(['up', '--processes', '0', '--data', data])
  assert.deepEqual(
    [none.code, /PROCESSES=0: must be a whole number of at least 1/.test(none.stderr)],
    [2, true],
  )
  assert.deepEqual(await pidsOf(data, env), [])
})
