// A disk that is really full, a small one of memory: whoever writes hears 503 and why, nothing is kept by halves, and
// all is well once there is room.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { command } from '../support/command.ts'
import { onCluster } from '../support/database.ts'
import { rivals } from '../support/lines.ts'
import { masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { dataFolder } from '../support/process.ts'
import { fill } from '../support/small-disk.ts'

const muster = fileURLToPath(new URL('../../muster', import.meta.url))

type Served = {
  baseUrl: string
  disk: string
  inside: (args: readonly string[], input?: string) => Promise<string>
}

/** A server whose data folder is a file system of its own, which is gone with the process. */
async function serveOn(t: TestContext, megabytes: number, env: Record<string, string>): Promise<Served> {
  const data = await dataFolder()
  const namespace = process.getuid?.() === 0 ? '-m' : '-rm'
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=755 tmpfs "$0" && exec "$1" up --json --port 0 --data "$0"`
  const child = spawn('unshare', [namespace, 'sh', '-c', script, data, muster], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    log += text
  })
  // Before the folder is removed, which would take the disk away from under PostgreSQL.
  t.after(async () => {
    if (child.exitCode !== null) return
    const closed = once(child, 'close')
    child.kill()
    await closed
  })
  const ended = once(child, 'close').then(() => assert.fail(`The server ended: ${log}`))
  ended.catch(() => {})
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string]
  const { baseUrl, pid } = JSON.parse(line)
  const inside = (args: readonly string[], input = '') => insideOf(pid, [...args, '--data', data], input)
  return { baseUrl, disk: join(`/proc/${pid}/root`, data), inside }
}

/** A command that sees the disk of a server. */
async function insideOf(pid: number, args: readonly string[], input: string): Promise<string> {
  const entering = process.getuid?.() === 0 ? ['-m'] : ['-m', '-U', '--preserve-credentials']
  const child = spawn('nsenter', ['-t', String(pid), ...entering, muster, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(input)
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  assert.equal(code, 0, stdout)
  return stdout
}

async function answered(url: string, key: string, init: RequestInit) {
  const response = await fetch(url, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), Authorization: `Bearer ${key}` },
  })
  const body = (await response.json()) as { error?: { code: string; message: string } }
  return {
    status: response.status,
    retryAfter: response.headers.get('Retry-After'),
    error: body.error,
  }
}

const well = { status: 200, retryAfter: null, error: undefined }

const noRoom = {
  status: 503,
  retryAfter: '60',
  error: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server has no disk space left; its operator must make some',
  },
}

const lines = [...rivals(), ...masterLists()].map(line => JSON.stringify(line)).join('\n')
const keyOf = async (args: readonly string[], env: Record<string, string>) =>
  JSON.parse((await command([...args, '--json'], env)).stdout)

test('a full disk of the file store is 503 to a worker with files', async t => {
  const env = await onCluster()
  assert.equal((await command(['load', '-'], env, lines)).code, 0)
  const { secret } = await keyOf(['keys', 'create', '--agency', 'a1', '--scopes', 'all'], env)
  const server = await serveOn(t, 4, { ...env, LOG_LEVEL: 'warn' })
  const make = (at: number) =>
    answered(`${server.baseUrl}/workers`, secret, posted(newcomer(at, { attachments: [paper('course')] })))
  assert.equal((await make(1)).status, 200)
  const free = await fill(server.disk)
  let made = 1
  assert.deepEqual(await untilRefused(() => make(++made)), noRoom)
  await free()
  assert.deepEqual(await make(made), well)
})

test('a full disk of the embedded PostgreSQL is 503 to a worker and to a load, and nothing is lost', async t => {
  const server = await serveOn(t, 400, { LOG_LEVEL: 'warn' })
  await server.inside(['load', '-'], lines)
  const { secret } = JSON.parse(
    await server.inside(['keys', 'create', '--agency', 'a1', '--scopes', 'all', '--json']),
  )
  const { token } = JSON.parse(await server.inside(['tokens', 'create', '--json']))
  const make = (at: number) => answered(`${server.baseUrl}/workers`, secret, posted(newcomer(at)))
  let loaded = 0
  const load = () =>
    answered(new URL('/operator/loads', server.baseUrl).href, token, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: Array.from({ length: 800 }, () =>
        JSON.stringify({ type: 'region', record: { id: `r${loaded++}`, name: 'x'.repeat(2_000) } }),
      ).join('\n'),
    })
  const free = await fill(server.disk)
  // What was taken for rows and the log before still has room.
  assert.deepEqual(await untilRefused(load), noRoom)
  let made = 0
  assert.deepEqual(await untilRefused(() => make(++made)), noRoom)
  await free()
  assert.deepEqual(await make(made), well)
  assert.deepEqual(await load(), well)
  const all = await fetch(`${server.baseUrl}/workers?limit=1`, {
    headers: { Authorization: `Bearer ${secret}` },
  })
  const before = rivals().filter(({ type }) => type === 'worker').length
  const { meta } = (await all.json()) as { meta: { total: number } }
  await server.inside(['down'])
  assert.ok(meta.total >= made && meta.total <= made + before, `${meta.total} of ${made}`)
})

async function untilRefused(ask: () => ReturnType<typeof answered>) {
  for (let times = 0; times < 300; times++) {
    const answer = await ask()
    if (answer.status !== 200) return answer
  }
  return assert.fail('it was never refused')
}

test('a command whose target has no room fails, says so, and does not wait for ever', async () => {
  const env = await onCluster()
  const rejected = JSON.stringify({ type: 'nonsense' })
  const loaded = await command(['load', '-', '--rejects', '/dev/full'], env, `${lines}\n${rejected}`)
  assert.equal(loaded.code, 1)
  assert.match(loaded.stdout, /1 rejected[\s\S]*could not all be written to \/dev\/full \(ENOSPC/)
  // More than is held back while nothing is taken.
  const many = Array.from({ length: 500 }, (_, at) =>
    JSON.stringify({ type: 'region', record: { id: `r${at}`, name: 'x'.repeat(2_000) } }),
  )
  assert.equal((await command(['load', '-'], env, many.join('\n'))).code, 0)
  for (const call of [
    ['export', 'all', '--to', '/dev/full'],
    ['backup', '/dev/full'],
  ]) {
    const { code, stderr } = await command(call, env)
    assert.deepEqual([code, /^muster: ENOSPC: no space left/m.test(stderr)], [1, true], stderr)
  }
  const { rdev } = await stat('/dev/full')
  assert.notEqual(rdev, 0, 'the device is still one')
})
