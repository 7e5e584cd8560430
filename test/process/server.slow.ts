// The server as a process: starts, stops, and where its data goes.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { newSecret } from '../../src/access/key-format.ts'
import { command } from '../support/command.ts'
import { newDatabase, onCluster, urlOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { longTest } from '../support/long.ts'
import { dataFolder, demoFolder, emptyFolder, run, stop, total, up } from '../support/process.ts'

const shell = promisify(execFile)
const muster = fileURLToPath(new URL('../../muster', import.meta.url))

test('first start loads a demo and prints what to do; the second is ready in 3 s with the same data and keys', async () => {
  const data = await dataFolder()
  const port = await freePort()
  const starting = up(data, ['--demo', '--scale', '0.02', '--port', String(port)])
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, said: ((await response.json()) as { status: string }).status }
  }
  const seen = new Set<string>()
  const ready = eventually('it is ready', async () => {
    // Before it listens there is no answer at all.
    const found = await ask('/readyz').catch(() => undefined)
    if (!found || found.status === 200) return found
    seen.add(`${found.status} ${found.said}`)
    assert.equal((await ask('/healthz')).status, 200)
    return false
  })
  await Promise.race([ready, starting])
  assert.deepEqual([...seen], ['503 loading the demo programme'])
  const first = await starting
  const [before, agencyBefore] = [await total(first), await total(first, first.agencyKey)]
  assert.ok(before > agencyBefore && agencyBefore > 0)
  assert.equal((await stat(join(data, 'demo.json'))).mode & 0o777, 0o600)
  assert.deepEqual(JSON.parse(await readFile(join(data, 'demo.json'), 'utf8')), {
    baseUrl: first.baseUrl,
    companyKey: first.companyKey,
    agencyKey: first.agencyKey,
  })
  assert.equal(await stop(first), 0)
  await assert.rejects(
    stat(join(data, 'postgres-18/postmaster.pid')),
    'the database was stopped with the server',
  )

  // Where the machine is busy, a command that starts the database and stops it again takes longer, too.
  const began = performance.now()
  assert.equal((await run(['keys', 'list', '--data', data])).code, 0)
  const commandMs = performance.now() - began
  const second = await up(data)
  const told = `ready after ${second.readyMs} ms, where a command took ${commandMs} ms`
  assert.ok(second.readyMs < Math.max(3_000, 2 * commandMs), told)
  assert.deepEqual(
    [await total(second), second.companyKey, second.agencyKey],
    [before, first.companyKey, first.agencyKey],
  )
  // As npm does: it hands on what the terminal has told the server already.
  process.kill(second.pid, 'SIGTERM')
  assert.equal(await stop(second, 'SIGINT'), 0)
  await assert.rejects(stat(join(data, 'postgres-18/postmaster.pid')), 'two signals at once are one')
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

test('what it prints fits a screen, and the printed curl gives records', async () => {
  const data = await demoFolder()
  const child = spawn(
    new URL('../../muster', import.meta.url).pathname,
    ['up', '--demo', '--port', '0', '--data', data],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  let shown = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    shown += chunk
    if (shown.includes('Ctrl-C')) break
  }
  assert.ok(shown.split('\n').length < 24, shown)
  assert.ok(
    shown.split('\n').every(line => line.startsWith('  curl') || line.length <= 110),
    shown,
  )
  const curl = /^ {2}(curl .*)$/m.exec(shown)![1]!
  const { stdout } = await shell('sh', ['-c', curl])
  const answer = JSON.parse(stdout)
  assert.deepEqual([answer.success, answer.data.length], [true, 1])
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
})

test('unknown keys and tokens are refused more and more slowly, whichever surface they are tried at', async () => {
  const server = await up(await dataFolder(), [], await onCluster())
  const refusedAfter = async (path: string, secret: string) => {
    const began = performance.now()
    const headers = { Authorization: `Bearer ${secret}` }
    const response = await fetch(new URL(path, server.baseUrl), { method: 'POST', headers })
    assert.equal(response.status, 401)
    await response.text()
    return performance.now() - began
  }
  for (const path of ['/operator/keys', '/operator/loads']) await refusedAfter(path, newSecret('operator'))
  for (const path of ['/mcp', '/api/open/v1/workers']) await refusedAfter(path, newSecret('agency'))
  await refusedAfter('/operator/status', 'wfo_mistyped')
  // Timers may go off a millisecond early.
  assert.ok((await refusedAfter('/api/open/v1/workers', newSecret('agency'))) >= 124)
  assert.ok((await refusedAfter('/operator/keys', newSecret('operator'))) >= 249)
  assert.ok((await refusedAfter('/mcp', newSecret('agency'))) >= 499)
  assert.equal(await stop(server), 0)
})

test('a second server on the same folder is refused with a clear message, and the first goes on', async () => {
  const data = await demoFolder()
  const first = await up(data)
  const second = await run(['up', '--port', '0', '--data', data])
  assert.equal(second.code, 1)
  assert.match(
    second.stderr,
    new RegExp(`Another Muster server \\(process ${first.pid}\\) already runs on this data folder`),
  )
  assert.ok((await total(first)) > 0)
  const taken = ['up', '--port', new URL(first.baseUrl).port, '--data', await dataFolder()]
  const busy = await run(taken, await onCluster())
  assert.deepEqual([busy.code, /Port \d+ is in use; choose another with PORT=/.test(busy.stderr)], [1, true])
  assert.match((await command(['down', '--data', data])).stdout, /Stopped the server/)
  assert.equal(first.child.exitCode ?? (await once(first.child, 'close'))[0], 0)
})

test('a server whose output nobody reads goes on, and stops with its database', async () => {
  const data = await emptyFolder()
  for (const more of [[], ['--processes', '2']]) {
    const port = await freePort()
    const args = ['up', '--port', String(port), '--data', data, ...more]
    const child = spawn(muster, args, { env: { ...process.env, DATABASE_URL: '' }, stdio: 'pipe' })
    child.stdout.destroy()
    child.stderr.destroy()
    const closed = once(child, 'close')
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      )
    await eventually('it is ready', async () => {
      assert.equal(child.exitCode, null, 'it runs while nobody reads')
      return isReady()
    })
    child.kill('SIGTERM')
    assert.deepEqual(await closed, [0, null])
    await assert.rejects(stat(join(data, 'postgres-18/postmaster.pid')), 'the database was stopped as well')
  }
})

test('with DATABASE_URL it uses that database, starts none and requires the master secret', async () => {
  const data = await dataFolder()
  const { MUSTER_SECRET, ...env } = await onCluster()
  const secretless = await command(['up', '--port', '0', '--data', data], env)
  assert.deepEqual([secretless.code, /MUSTER_SECRET is required/.test(secretless.stderr)], [2, true])
  const server = await up(data, [], { ...env, MUSTER_SECRET })
  const { token } = JSON.parse((await command(['tokens', 'create', '--json', '--data', data], env)).stdout)
  const headers = { Authorization: `Bearer ${token}` }
  assert.equal((await fetch(new URL('/operator/status', server.baseUrl), { headers })).status, 200)
  await assert.rejects(stat(join(data, 'postgres-18')))
  assert.equal(await stop(server), 0)
})

longTest('a backup moves between an embedded database and one of DATABASE_URL, unchanged', async () => {
  const data = await demoFolder()
  const embedded = await up(data)
  const [before, agencyBefore] = [await total(embedded), await total(embedded, embedded.agencyKey)]
  const file = join(data, 'all.backup')
  assert.equal((await command(['backup', file, '--data', data])).code, 0)
  const { companyKey, agencyKey } = embedded
  await stop(embedded)

  const url = urlOf(await newDatabase())
  const elsewhere = await dataFolder()
  // Identity numbers can be read with the secret that they were encrypted with, and with no other.
  const secret = (await readFile(join(data, 'secret'), 'utf8')).trim()
  const other = { DATABASE_URL: url, MUSTER_SECRET: 's'.repeat(32) }
  const refused = await command(['restore', file, '--data', elsewhere], other)
  assert.deepEqual([refused.code, /another master secret/.test(refused.stderr)], [1, true], refused.stderr)
  const restored = await command(['restore', file, '--data', elsewhere], {
    DATABASE_URL: url,
    MUSTER_SECRET: secret,
  })
  assert.equal(restored.code, 0, restored.stderr)
  const external = await up(elsewhere, [], { DATABASE_URL: url, MUSTER_SECRET: secret })
  assert.deepEqual(
    [await total({ ...external, companyKey }), await total(external, agencyKey)],
    [before, agencyBefore],
  )
  await assert.rejects(stat(join(elsewhere, 'postgres-18')))
  const back = join(elsewhere, 'back.backup')
  assert.equal((await command(['backup', back, '--data', elsewhere], { DATABASE_URL: url })).code, 0)
  await stop(external)

  assert.match((await command(['restore', back, '--data', data])).stderr, /already holds|not empty/)
  const third = await emptyFolder()
  await copyFile(join(data, 'secret'), join(third, 'secret'))
  assert.equal((await command(['restore', back, '--data', third])).code, 0)
  const again = await up(third, [])
  assert.deepEqual(
    [await total({ ...again, companyKey }), await total(again, agencyKey)],
    [before, agencyBefore],
  )
  await stop(again)
})

test('a database whose server was started and stopped and got nothing else takes a backup without --replace', async () => {
  const data = await dataFolder()
  const file = join(await emptyFolder(), 'nothing.backup')
  const server = await up(data, [])
  assert.equal((await run(['backup', file, '--data', data])).code, 0)
  assert.equal(await stop(server), 0)
  const restored = await run(['restore', file, '--data', data])
  assert.equal(restored.code, 0, restored.stderr)
})
