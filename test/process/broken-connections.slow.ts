// Connections that break in the middle of something: the asker is told, the process lives, the pool comes back.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase, type Statements } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { newDatabase, urlOf } from '../support/database.ts'
import { dataFolder, stop, up } from '../support/process.ts'

const connection = await newDatabase()
const open = (connections: number) =>
  openDatabase({ connection }, { connections, applicationName: 'muster tests' })
const database = open(4)
const other = open(1)
after(() => Promise.all([database.close(), other.close()]))

const ownPid = async (statements: Statements) =>
  (await statements.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid

/** Ends a backend, and waits until it is gone. */
const end = (pid: number) => other.rows(sql`select pg_terminate_backend(${pid}::int, 5000)`)

/** Each connection may fail one statement more, since it is told of its break only then; after that all is well. */
async function expectAllWell(asked: Database) {
  const began = performance.now()
  const ask = () =>
    Promise.all(Array.from({ length: 12 }, (_, n) => asked.rows<{ n: number }>(sql`select ${n}::int as n`)))
  for (let round = 1; round < 4; round++) await ask().catch(() => {})
  assert.deepEqual(
    (await ask()).flat().map(({ n }) => n),
    Array.from({ length: 12 }, (_, n) => n),
  )
  assert.ok(performance.now() - began < 5_000, 'a connection that broke is not back')
}

const goingOn: Record<string, (tx: Statements) => Promise<unknown>> = {
  'a short statement': tx => tx.rows(sql`select 1 as one`),
  'a long statement': tx => tx.rows(sql`select ${'x'.repeat(5000)}::text as one`),
  'several at once': tx => Promise.all([1, 2, 3].map(n => tx.rows(sql`select ${n}::int as one`))),
  'a copy': tx => tx.copyIn(sql`copy kept (n) from stdin`, ['1\n', '2\n']),
  'nothing more, to be committed': async () => {},
  'an error of its own': async () => {
    throw new Error('of its own')
  },
}

await database.script('create schema if not exists muster; create table muster.kept (n int)')

for (const [what, goOn] of Object.entries(goingOn))
  test(`a transaction whose connection broke goes on with ${what}`, async () => {
    let wentOn: Promise<unknown> = Promise.resolve()
    const told = database.transaction(async tx => {
      await tx.rows(sql`insert into kept values (1)`)
      await end(await ownPid(tx))
      await assert.rejects(tx.rows(sql`select 1`))
      wentOn = goOn(tx)
      await wentOn
    })
    await assert.rejects(told)
    await wentOn.catch(() => {})
    await expectAllWell(database)
    assert.deepEqual(await database.rows(sql`select * from kept`), [])
  })

test('a copy whose connection breaks meanwhile fails, and nothing of it is kept', async () => {
  const halfway = Promise.withResolvers<void>()
  const failed = assert.rejects(
    database.transaction(async tx => {
      const pid = await ownPid(tx)
      async function* chunks() {
        yield '1\n'
        await end(pid)
        halfway.resolve()
        for (let n = 0; n < 100; n++) yield `${n}\n`.repeat(10_000)
      }
      await tx.copyIn(sql`copy kept (n) from stdin`, chunks())
    }),
  )
  await halfway.promise
  await failed
  await expectAllWell(database)
  assert.deepEqual(await database.rows(sql`select * from kept`), [])
})

test('what waits for a copy is asked when it has ended, and fails with it where its connection breaks', async () => {
  const order: string[] = []
  const counted = await database.transaction(async tx => {
    async function* chunks() {
      yield '1\n'
      order.push('first')
      await wait(1)
      order.push('last')
      yield '2\n'
    }
    const copied = tx.copyIn(sql`copy kept (n) from stdin`, chunks())
    const asked = tx.rows<{ n: number }>(sql`select count(*)::int as n from kept`)
    const copiedMore = tx.copyIn(sql`copy kept (n) from stdin`, ['3\n'])
    const [, found] = await Promise.all([copied, asked, copiedMore])
    order.push('told')
    return found
  })
  assert.deepEqual([order, counted], [['first', 'last', 'told'], [{ n: 2 }]])
  assert.equal((await database.rows(sql`delete from kept returning n`)).length, 3)
  const waiting: Promise<unknown>[] = []
  await assert.rejects(
    database.transaction(async tx => {
      const pid = await ownPid(tx)
      async function* chunks() {
        yield '1\n'
        waiting.push(assert.rejects(tx.rows(sql`select 1`)))
        await end(pid)
        for (let n = 0; n < 100; n++) yield `${n}\n`.repeat(10_000)
      }
      await tx.copyIn(sql`copy kept (n) from stdin`, chunks())
    }),
  )
  assert.equal(waiting.length, 1)
  await waiting[0]
  await expectAllWell(database)
  assert.deepEqual(await database.rows(sql`select * from kept`), [])
})

test('all connections break at once, again and again, under statements that follow each other', async () => {
  let over = false
  const asking = Array.from({ length: 8 }, async (_, n) => {
    while (!over) await database.rows(sql`select ${n}::int as n, pg_sleep(0.001)`).catch(() => {})
  })
  try {
    for (let round = 0; round < 20; round++) {
      await other.rows(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      await wait(10)
    }
  } finally {
    over = true
    await Promise.all(asking)
  }
  await expectAllWell(database)
})

test('a refused connection takes the others of its pool with it as little as another’s error does', async () => {
  const role = `few_${process.pid}`
  await other.script(`create role ${role} login password 'few' connection limit 2`)
  const few = openDatabase(
    { connection: { ...connection, user: role, password: 'few' } },
    { connections: 4, applicationName: 'muster tests' },
  )
  try {
    const ask = () =>
      few.rows(sql`select pg_sleep(0.05)`).then(
        () => true,
        () => false,
      )
    for (let round = 0; round < 5; round++) {
      const answered = await Promise.all([ask(), ask(), ask(), ask()])
      assert.ok(answered.filter(Boolean).length >= 2, `round ${round}: ${answered}`)
    }
  } finally {
    await few.close()
    await other.script(`drop role ${role}`)
  }
  const backends = () =>
    other.rows(sql`select pid from pg_stat_activity where datname = current_database() order by pid`)
  await expectAllWell(database)
  const before = await backends()
  await assert.rejects(
    database.transaction(() => readFile('/nowhere/at/all')),
    { code: 'ENOENT' },
  )
  await expectAllWell(database)
  assert.deepEqual(await backends(), before, 'an error that is not the database’s breaks nothing')
})

test('while the database is away, connections do not pile up', async () => {
  const away = openDatabase(
    { url: 'postgres://nobody@127.0.0.1:1/nothing' },
    { connections: 4, applicationName: 'x' },
  )
  const until = performance.now() + 500
  let asked = 0
  for (; performance.now() < until; asked++) await away.rows(sql`select 1`).catch(() => {})
  assert.ok(asked < 100, `asked ${asked} times: nothing waits between them`)
  await away.close()
})

test('a listener hears on after its connection broke, and stops at any time', async () => {
  const bell = new EventTarget()
  const heard = () => once(bell, 'heard')
  const first = heard()
  const listening = database.listen('muster_test', () => bell.dispatchEvent(new Event('heard')))
  await first
  const again = heard()
  await other.rows(sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and query = 'listen "muster_test"'`)
  await again
  const notified = heard()
  await other.rows(sql`select pg_notify('muster_test', '')`)
  await notified
  await listening.stop()
  await database.listen('muster_test', () => {}).stop()
})

test('a server whose database is dropped answers 503, and stops when told', async () => {
  const dropped = await newDatabase()
  const server = await up(await dataFolder(), [], {
    DATABASE_URL: urlOf(dropped),
    MUSTER_SECRET: 's'.repeat(32),
    LOG_LEVEL: 'error',
    STOP_TIMEOUT: '2',
  })
  await other.script(`drop database ${dropped.database} with (force)`)
  const response = await fetch(`${server.baseUrl}/timesheets`, {
    headers: { Authorization: `Bearer ${'k'.repeat(40)}` },
  })
  assert.ok(response.status === 503 || response.status === 401, String(response.status))
  const began = performance.now()
  assert.equal(await stop(server), 0)
  assert.ok(performance.now() - began < 15_000)
})

/** Leads to the same database by TCP, until it falls silent. */
async function relay() {
  const { host, port } = connection
  const made = { host: '', isSilent: false }
  // What is waited for is the client's doing alone.
  const server = createServer({ noDelay: true }, client => {
    const onward = connect(`${host}/.s.PGSQL.${port}`)
    client.on('data', data => made.isSilent || onward.write(data))
    onward.pipe(client)
    client.on('close', () => onward.end())
    for (const socket of [client, onward]) socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  made.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return made
}

function openAt(...hosts: string[]): Database {
  const { user, password, database: called } = connection
  const opened = openDatabase(
    { url: `postgres://${user}:${password}@${hosts.join()}/${called}` },
    { connections: 4, applicationName: 'muster tests', connectTimeoutMs: 1_000 },
  )
  after(() => opened.close())
  return opened
}

const nobody = ['127.0.0.1:1', '127.0.0.1:2']

test('over TCP, the one of several hosts that answers is found, and a copy of a row waits for nothing', async () => {
  const distant = openAt(...nobody, (await relay()).host)
  await expectAllWell(distant)
  const tookMs: number[] = []
  for (let round = 0; round < 30; round++) {
    const began = performance.now()
    await distant.transaction(tx => tx.copyIn(sql`copy kept (n) from stdin`, ['1\n']))
    tookMs.push(performance.now() - began)
  }
  // What waits for a confirmation of what was sent before waits 40 ms for it. A new connection confirms at once.
  const fastest = Math.min(...tookMs.slice(15))
  assert.ok(fastest < 30, `${fastest} ms`)
})

const cutShort: Record<string, (asked: Database, fallSilent: () => void) => Promise<unknown>> = {
  'a statement': (asked, fallSilent) => {
    fallSilent()
    return asked.rows(sql`select 1`)
  },
  'the begin of a transaction': (asked, fallSilent) => {
    fallSilent()
    return asked.transaction(tx => tx.rows(sql`select 1`))
  },
  'a copy': (asked, fallSilent) =>
    asked.transaction(async tx => {
      await tx.rows(sql`select 1`)
      fallSilent()
      await tx.copyIn(sql`copy kept (n) from stdin`, ['1\n'])
    }),
  'a commit': (asked, fallSilent) =>
    asked.transaction(async tx => {
      await tx.rows(sql`select 1`)
      fallSilent()
    }),
}

for (const [what, ask] of Object.entries(cutShort))
  test(`a host falls silent at ${what}: whoever asked is told, and the next one is asked`, async () => {
    const [first, second] = [await relay(), await relay()]
    const asked = openAt(first.host, second.host).answering(1_000)
    await expectAllWell(asked)
    const began = performance.now()
    await assert.rejects(
      ask(asked, () => {
        first.isSilent = true
      }),
      { code: 'NO_ANSWER', ...(what === 'a commit' && { mayBeWritten: true }) },
    )
    assert.ok(performance.now() - began < 3_000)
    await expectAllWell(asked)
  })
