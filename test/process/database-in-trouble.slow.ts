// A database that refuses or says nothing: whoever asks hears "later" soon, and all is well when it is.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations, recordTypes } from '../../src/api/index.ts'
import { openDatabase } from '../../src/database/database.ts'
import { locks } from '../../src/database/locks.ts'
import { name, sql } from '../../src/database/sql.ts'
import { problemOf } from '../../src/kernel/call/call.ts'
import { command } from '../support/command.ts'
import { newDatabase, templateDatabase, urlOf } from '../support/database.ts'
import { rivals } from '../support/lines.ts'
import { masterLists, newcomer, posted } from '../support/newcomer.ts'
import { dataFolder, demoFolder, postmasterPid, stop, total, type Up, up } from '../support/process.ts'
import { testServer } from '../support/server.ts'

const muster = fileURLToPath(new URL('../../muster', import.meta.url))

type Heard = { status: number; ms: number; text: string; retryAfter: string | null }

async function ask(address: string, key?: string): Promise<Heard> {
  const began = performance.now()
  const response = await fetch(address, key ? { headers: { Authorization: `Bearer ${key}` } } : {})
  const text = await response.text()
  const retryAfter = response.headers.get('Retry-After')
  return { status: response.status, ms: performance.now() - began, text, retryAfter }
}

const page = (server: Up) => ask(`${server.baseUrl}/timesheets?limit=1`, server.companyKey)
const ready = (server: Up) => ask(new URL('/readyz', server.baseUrl).href)

test('a frozen database gives 503 within its time limit, /readyz says so within 2 s, and thawed all is well', async () => {
  const data = await demoFolder()
  const server = await up(data, ['--demo'], { DATABASE_TIMEOUT: '3', LOG_LEVEL: 'error' })
  const before = await total(server)
  const { token } = JSON.parse((await command(['tokens', 'create', '--json', '--data', data])).stdout)
  const scrape = () => ask(new URL('/operator/metrics', server.baseUrl).href, token)
  assert.match((await scrape()).text, /^muster_database_up 1$/m)
  const processes = await familyOf(await postmasterPid(data))
  const all = (signal: NodeJS.Signals) => processes.forEach(pid => void kill(pid, signal))
  all('SIGSTOP')
  try {
    const [asked, again, health, watched] = await Promise.all([
      page(server),
      page(server),
      ready(server),
      scrape(),
    ])
    assert.deepEqual([asked.status, again.status, health.status], [503, 503, 503])
    assert.ok(asked.ms < 8_000 && again.ms < 8_000, `${asked.ms} and ${again.ms} ms`)
    assert.ok(health.ms < 2_000, `${health.ms} ms`)
    assert.match(health.text, /does not answer/)
    assert.equal(asked.retryAfter, '5')
    assert.ok(watched.ms < 8_000, `${watched.ms} ms`)
    assert.equal(watched.status, 200, 'who watches is answered all the same')
    // What was heard from the database just now is kept for some seconds.
    const later = await untilSettled(scrape, /^muster_database_up 0$/m)
    assert.match(later.text, /^muster_database_unanswered_total [1-9]/m)
    assert.match(later.text, /^muster_http_errors_total\{code="SERVICE_UNAVAILABLE"\} [1-9]/m)
  } finally {
    all('SIGCONT')
  }
  for (let heard = await page(server); heard.status !== 200; heard = await page(server))
    assert.equal(heard.status, 503)
  assert.equal(await total(server), before)
  assert.equal((await ready(server)).status, 200)
  assert.match(server.log(), /NO_ANSWER/)
  assert.equal(await stop(server), 0)
})

const other = await newDatabase()
const admin = openDatabase({ connection: other }, { connections: 1, applicationName: 'muster tests' })
after(() => admin.close())

test('used-up connections and a database that turned read-only give 503 with Retry-After, and no 500', async () => {
  await admin.script(`
    create role few login password 'few' connection limit 100;
    grant all on database ${other.database} to few;`)
  const url = new URL(urlOf(other))
  url.username = url.password = 'few'
  const server = await up(await dataFolder(), ['--demo', '--scale', '0.1'], {
    DATABASE_URL: url.href,
    MUSTER_SECRET: 's'.repeat(32),
    LOG_LEVEL: 'error',
  })
  const dropped = () =>
    admin.rows(sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'few'`)
  const expectLater = async (change: string, undo: string, message: RegExp) => {
    await admin.script(change)
    await dropped()
    const heard = await untilSettled(() => page(server), message)
    assert.equal(heard.status, 503, heard.text)
    assert.ok(heard.retryAfter)
    await admin.script(undo)
    await dropped()
    await untilSettled(() => page(server), /"success":true/)
  }
  await expectLater('alter role few connection limit 0', 'alter role few connection limit 100', /no room/)
  await expectLater(
    `alter database ${other.database} set default_transaction_read_only = on`,
    `alter database ${other.database} reset default_transaction_read_only`,
    /takes no changes/,
  )
  assert.equal(await stop(server), 0)
})

test('listen says that the database does not answer and that it does again, each once, and goes on', async () => {
  const connection = await newDatabase(templateDatabase)
  const env = { DATABASE_URL: urlOf(connection), MUSTER_SECRET: 'the master secret of all the tests' }
  const data = join(await dataFolder(), 'not-there-yet')
  const admin = openDatabase(
    { connection: { ...connection, database: 'postgres' } },
    { connections: 1, applicationName: 'muster tests' },
  )
  after(() => admin.close())
  const allow = (allowed: boolean) => {
    const database = sql`alter database ${name(connection.database)} with allow_connections`.compile().text
    return admin.script(`${database} ${allowed}`)
  }
  const child = spawn(muster, ['listen', '--data', data], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  const heard = async (pattern: RegExp) => {
    while (!pattern.test(said)) said += String((await once(child.stderr, 'data'))[0])
  }
  await heard(/Listening for what comes next/)
  await allow(false)
  await admin.rows(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${connection.database}`,
  )
  await heard(/The database does not answer \(.+\); trying again\./)
  await allow(true)
  await heard(/The database answers again\./)
  assert.equal(said.split('does not answer').length, 2, said)
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'close'), [0, null])
})

test('whoever waited in vain to write holds up nobody afterwards', async () => {
  const server = await testServer({ operations, types: recordTypes, databaseTimeoutMs: 1_500 })
  await server.load([...rivals(), ...masterLists()])
  const key = await server.key('agency', ['a1'])
  const holder = await server.database.session()
  await holder.rows(sql`select pg_advisory_lock(${locks.writer})`)
  const refused = await Promise.all([1, 2, 3].map(at => server.get('/workers', key, posted(newcomer(at)))))
  assert.deepEqual(
    refused.map(({ status }) => status),
    [503, 503, 503],
  )
  await holder.release()
  const began = performance.now()
  assert.equal((await server.get('/workers', key, posted(newcomer(4)))).status, 200)
  assert.ok(performance.now() - began < 1_500)
})

test('every code that means "later" is a 503 that says when to try again; others tell nothing', () => {
  const problem = (code: string) => problemOf(Object.assign(new Error('of the database'), { code }), 'r1')
  const later = [
    '53300',
    '53400',
    '53200',
    '53100',
    '58030',
    'EIO',
    'ENOSPC',
    '25006',
    '57014',
    '57P01',
    '57P03',
    '08006',
    '08P01',
  ]
  for (const code of [
    ...later,
    'NO_ANSWER',
    'CONNECT_TIMEOUT',
    'ECONNREFUSED',
    'EHOSTUNREACH',
    '40P01',
    '55P03',
  ]) {
    const { status, headers } = problem(code)
    assert.deepEqual([code, status, Number(headers['Retry-After']) > 0], [code, 503, true])
  }
  assert.match(problem('53100').message, /no disk space left/)
  for (const code of ['58030', 'EIO']) assert.match(problem(code).message, /its disk, which reports an error/)
  for (const code of ['42P01', '22003', 'XX000', 'EACCES', ''])
    assert.deepEqual([code, problem(code).status], [code, 500])
})

/** Asks until the answer is as awaited; meanwhile only 200 and 503 may come. */
async function untilSettled(asking: () => Promise<Heard>, awaited: RegExp): Promise<Heard> {
  for (const began = performance.now(); ; ) {
    const heard = await asking()
    assert.ok(heard.status === 200 || heard.status === 503, heard.text)
    if (awaited.test(heard.text)) return heard
    assert.ok(performance.now() - began < 20_000, heard.text)
  }
}

/** PostgreSQL and its children. */
async function familyOf(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return [postmaster, ...children.trim().split(' ').map(Number)]
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone meanwhile.
  }
}
