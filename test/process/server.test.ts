// The server as a process: starts, stops, crashes, and what it leaves behind.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { operations } from '../../src/api/index.ts'
import { checkAnswer } from '../support/answer-check.ts'
import { newDatabase } from '../support/database.ts'
import { site } from '../support/lines.ts'
import { dataFolder, demoFolder, run, stop, type Up, up } from '../support/process.ts'

const shell = promisify(execFile)
const timesheets = operations.find(operation => operation.path === '/timesheets')!

async function total(server: Up, key = server.companyKey): Promise<number> {
  const url = `${server.baseUrl}/timesheets?limit=1`
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } })
  const body = (await response.json()) as { meta: { total: number } }
  checkAnswer(timesheets, url, response.status, response.headers, body)
  return body.meta.total
}

const postmasterPid = async (data: string) =>
  Number((await readFile(join(data, 'postgres-18/postmaster.pid'), 'utf8')).split('\n')[0])

test('first start loads a demo and prints what to do; the second is ready in 3 s with the same data and keys', async () => {
  const data = await dataFolder()
  const first = await up(data)
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

  const second = await up(data)
  assert.ok(second.readyMs < 3000, `ready after ${second.readyMs} ms`)
  assert.deepEqual(
    [await total(second), second.companyKey, second.agencyKey],
    [before, first.companyKey, first.agencyKey],
  )
  assert.equal(await stop(second, 'SIGINT'), 0)
})

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
  const busy = await run(['up', '--port', new URL(first.baseUrl).port, '--data', await dataFolder()])
  assert.deepEqual([busy.code, /Port \d+ is in use; choose another with PORT=/.test(busy.stderr)], [1, true])
  assert.match((await run(['down', '--data', data])).stdout, /Stopped the server/)
  assert.equal(first.child.exitCode ?? (await once(first.child, 'close'))[0], 0)
})

for (const [name, victims] of Object.entries({
  'the server': ['server'],
  PostgreSQL: ['postgres'],
  'both, the server first': ['server', 'postgres'],
  'both, PostgreSQL first': ['postgres', 'server'],
})) {
  test(`after kill -9 of ${name}, the next start recovers by itself`, async () => {
    const data = await demoFolder()
    const first = await up(data)
    const before = await total(first)
    const postmaster = await postmasterPid(data)
    for (const victim of victims) process.kill(victim === 'server' ? first.pid : postmaster, 'SIGKILL')
    if (victims.includes('server')) await once(first.child, 'close')
    else await stop(first)
    const second = await up(data)
    assert.equal(await total(second), before)
    assert.equal(await stop(second), 0)
  })
}

test('a server whose database dies under it answers 503 meanwhile and brings it back', async () => {
  const data = await demoFolder()
  const server = await up(data)
  const before = await total(server)
  process.kill(await postmasterPid(data), 'SIGKILL')
  const statuses = new Set<number>()
  for (let status = 0; status !== 200; ) {
    const response = await fetch(`${server.baseUrl}/timesheets?limit=1`, {
      headers: { Authorization: `Bearer ${server.companyKey}` },
    })
    await response.arrayBuffer()
    status = response.status
    statuses.add(status)
    await wait(20)
  }
  assert.ok(
    [...statuses].every(status => status === 200 || status === 503),
    [...statuses].join(),
  )
  assert.equal(await total(server), before)
  assert.equal(await stop(server), 0)
})

test('with DATABASE_URL it uses that database and starts none; a backup moves between the two, unchanged', async () => {
  const data = await demoFolder()
  const embedded = await up(data)
  const [before, agencyBefore] = [await total(embedded), await total(embedded, embedded.agencyKey)]
  const file = join(data, 'all.backup')
  assert.equal((await run(['backup', file, '--data', data])).code, 0)
  const { companyKey, agencyKey } = embedded
  await stop(embedded)

  const { user, password, database, host } = await newDatabase()
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`
  const elsewhere = await dataFolder()
  const restored = await run(['restore', file, '--data', elsewhere], { DATABASE_URL: url })
  assert.equal(restored.code, 0, restored.stderr)
  const external = await up(elsewhere, [], { DATABASE_URL: url })
  assert.deepEqual(
    [await total({ ...external, companyKey }), await total(external, agencyKey)],
    [before, agencyBefore],
  )
  await assert.rejects(stat(join(elsewhere, 'postgres-18')))
  const back = join(elsewhere, 'back.backup')
  assert.equal((await run(['backup', back, '--data', elsewhere], { DATABASE_URL: url })).code, 0)
  await stop(external)

  assert.match((await run(['restore', back, '--data', data])).stderr, /already holds|not empty/)
  const third = await dataFolder()
  assert.equal((await run(['restore', back, '--data', third])).code, 0)
  const again = await up(third, [])
  assert.deepEqual(
    [await total({ ...again, companyKey }), await total(again, agencyKey)],
    [before, agencyBefore],
  )
  await stop(again)
})

test('the command line uses a running database, else starts one and stops it again', async () => {
  const data = await dataFolder()
  assert.match((await run(['status', '--data', data])).stdout, /Nothing runs on this data folder/)
  const none = await run(['keys', 'list', '--data', data])
  assert.match(none.stdout, /There are no keys yet/)
  await assert.rejects(stat(join(data, 'postgres-18/postmaster.pid')))
  const server = await up(data)
  const status = JSON.parse((await run(['status', '--json', '--data', data])).stdout)
  assert.deepEqual(
    [status.running, status.pid, status.embedded, status.records.company],
    [true, server.pid, true, 3],
  )
  const companies = JSON.parse(
    await (
      await fetch(`${server.baseUrl}/me`, { headers: { Authorization: `Bearer ${server.companyKey}` } })
    ).text(),
  ).data.companies
  const made = JSON.parse(
    (
      await run([
        'keys',
        'create',
        '--company',
        companies[0].id,
        '--scopes',
        'read:timesheets',
        '--name',
        'Payroll',
        '--json',
        '--data',
        data,
      ])
    ).stdout,
  )
  assert.ok((await total(server, made.secret)) > 0)
  assert.match((await run(['keys', 'show', made.hint, '--data', data])).stdout, /Payroll/)
  const lines = [site('cli-site', 'no-such', companies[0].id), '', { type: 'nonsense' }]
    .map(line => JSON.stringify(line))
    .join('\n')
  const file = join(data, 'some.ndjson')
  await writeFile(file, lines)
  const loaded = await run(['load', file, '--data', data])
  assert.deepEqual(
    [
      loaded.code,
      /3 rejected/.test(loaded.stdout),
      /there is no project with the id "no-such"/.test(loaded.stdout),
    ],
    [3, true, true],
  )
  assert.equal((await stat(`${file}.rejects.ndjson`)).mode & 0o777, 0o600)
  assert.ok((await total(server)) > 0, 'the server goes on after the command line has left')
  await stop(server)
})

test('exit codes and errors are for programs too', async () => {
  const data = await dataFolder()
  assert.equal((await run([])).code, 2)
  assert.equal((await run(['--help'])).code, 0)
  assert.equal((await run(['nonsense'])).code, 2)
  assert.equal((await run(['keys', 'create', '--data', data])).code, 2)
  assert.equal((await run(['keys', 'show', 'nobody', '--data', data])).code, 5)
  assert.equal((await run(['load', 'no-such-file', '--data', data])).code, 5)
  const wrong = await run(['up', '--json', '--data', data], { PORT: 'eighty' })
  assert.deepEqual(
    [wrong.code, JSON.parse(wrong.stdout)],
    [2, { error: { code: 2, message: 'PORT=eighty: must be a whole number of at least 0' } }],
  )
  const help = await run(['load', '--help'])
  assert.match(help.stdout, /Usage: \.\/muster load FILE\|-[\s\S]*Examples:/)
  const settings = JSON.parse(
    (await run(['settings', '--json'], { DATABASE_URL: 'postgres://u:hunter2@h/d' })).stdout,
  )
  assert.ok(!JSON.stringify(settings).includes('hunter2'))
})
