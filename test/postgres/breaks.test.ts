// A connection that breaks after any message of any kind of statement: whoever waits is told once, truthfully whether it may
// have been carried out, and everything else goes on.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openDatabase } from '../../src/database/database.ts'
import type { Connection } from '../../src/postgres/connection.ts'
import { Cursor } from '../../src/postgres/cursor.ts'
import { ConnectionError } from '../../src/postgres/errors.ts'
import { openConnection } from '../../src/postgres/open.ts'
import { Pool } from '../../src/postgres/pool.ts'
import { CopyIn, CopyOut, Script } from '../../src/postgres/script.ts'
import { BytesStatement, RowsStatement } from '../../src/postgres/statement.ts'
import { eventually } from '../support/eventually.ts'
import { connected, newAddress, opening } from './support/connections.ts'
import { rows, script } from './support/kinds.ts'
import { byMessages, proxyTo, type Side } from './support/proxy.ts'

const address = await newAddress()
const watcher = await openConnection(address, opening())
after(() => watcher.end(0))
await script(watcher, 'create table written (mark text not null)')

const insert = 'insert into written values ($1) returning mark'
const direct = (mark: string) => `insert into written values ('${mark}')`
const returning = (mark: string, count: number) =>
  `with made as (${direct(mark)} returning mark) select mark, i from made, generate_series(1, ${count}) i`

/** What is asked, by the mark that it leaves where it is carried out. */
type Asked = Record<string, Promise<unknown>>
type Kind = { name: string; ask(pool: Pool, mark: (of: string) => string): Asked }

async function readAll(chunks: Promise<AsyncIterable<unknown>> | AsyncIterable<unknown>): Promise<void> {
  for await (const _ of await chunks);
}

const alone = async <T>(pool: Pool, use: (connection: Connection) => Promise<T>): Promise<T> => {
  const connection = await pool.reserve()
  try {
    return await use(connection)
  } finally {
    pool.release(connection)
  }
}

const kinds: readonly Kind[] = [
  {
    name: 'a statement that is prepared, and asked again',
    ask: (pool, mark) => {
      const first = pool.ask(new RowsStatement(insert, [mark('first')], true)).done
      const again = () => pool.ask(new RowsStatement(insert, [mark('again')], true)).done
      return { first, again: first.then(again, again) }
    },
  },
  {
    name: 'a statement for once',
    ask: (pool, mark) => ({ once: pool.ask(new RowsStatement(insert, [mark('once')], false)).done }),
  },
  {
    name: 'bytes without parameters',
    ask: (pool, mark) => ({
      bytes: pool.ask(new BytesStatement(`${direct(mark('bytes'))} returning mark`, [], false)).done,
    }),
  },
  { name: 'a script', ask: (pool, mark) => ({ script: pool.ask(new Script(direct(mark('script')))).done }) },
  {
    name: 'a transaction',
    ask: (pool, mark) => ({
      commit: alone(pool, async connection => {
        await script(connection, 'begin')
        await rows(connection, insert, [mark('commit')], true)
        await script(connection, 'commit')
      }),
    }),
  },
  {
    name: 'a copy in',
    ask: (pool, mark) => ({
      copy: pool.ask(new CopyIn('copy written from stdin', [`${mark('copy')}\n`, Buffer.alloc(0)])).done,
    }),
  },
  {
    name: 'a copy out',
    ask: (pool, mark) => ({
      out: readAll(pool.ask(new CopyOut(`copy (${direct(mark('out'))} returning mark) to stdout`)).rows),
    }),
  },
  {
    name: 'a cursor',
    ask: (pool, mark) => ({
      cursor: alone(pool, connection =>
        readAll(connection.ask(new Cursor(returning(mark('cursor'), 25), [], 10)).batches(connection)),
      ),
    }),
  },
  {
    name: 'several one behind the other',
    ask: (pool, mark) => ({
      one: pool.ask(new RowsStatement(insert, [mark('one')], true)).done,
      two: pool.ask(new RowsStatement(insert, [mark('two')], true)).done,
      three: pool.ask(new Script(direct(mark('three')))).done,
      four: pool.ask(new CopyIn('copy written from stdin', [`${mark('four')}\n`])).done,
      five: pool.ask(new BytesStatement(insert, [mark('five')], true)).done,
    }),
  },
]

/** What the process has open, by its kind. */
function resources(): Record<string, number> {
  const counts: Record<string, number> = { descriptors: readdirSync('/proc/self/fd').length }
  for (const name of process.getActiveResourcesInfo()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** Sockets that were closed are gone a few turns later. */
async function settled(before: Record<string, number>): Promise<void> {
  for (let turns = 0; turns < 200; turns++) {
    const now = resources()
    if (Object.entries(now).every(([name, count]) => count <= (before[name] ?? 0))) return
    await turn()
  }
  assert.deepEqual(resources(), before)
}

/** Breaks the second connection after the nth message of one side, counted from its login or from after it; false where there
 * were not so many. */
async function broken(kind: Kind, side: Side, nth: number, withLogin: boolean): Promise<boolean> {
  const name = `break ${side} ${nth}`
  let [messages, isLoggedIn, isBroken, isOver] = [0, withLogin, false, false]
  const between = byMessages(({ side: from, letter, accepted, client, server }) => {
    if (accepted !== 2 || isOver || !isLoggedIn) {
      if (accepted === 2 && from === 'server' && letter === 'Z') isLoggedIn = true
      return !(accepted === 2 && isBroken)
    }
    if (from === side) messages++
    if (isBroken || messages <= nth) return !isBroken
    isBroken = true
    // What was given on before is still delivered.
    client.destroySoon()
    server.destroySoon()
    return false
  })
  const proxy = await proxyTo(address, between)
  const settings = { application_name: name }
  const pool = new Pool(proxy.address, { max: 2, settings, connectTimeoutMs: 20_000, readBytes: 128 * 1024 })
  const other = await pool.reserve()
  const marks = (of: string) => `${kind.name} ${name} ${of}`
  const asked = kind.ask(pool, marks)
  const meanwhile = rows(other, 'select 1 as one')
  const outcomes = await Promise.allSettled(Object.values(asked))
  isOver = true
  assert.deepEqual(await meanwhile, [{ one: 1 }])
  assert.deepEqual(await rows(other, 'select 2 as two'), [{ two: 2 }])
  assert.deepEqual(await pool.ask(new RowsStatement('select 3 as three', [], false)).done, [{ three: 3 }])
  pool.release(other)
  await pool.close(1_000)
  await proxy.close()
  await gone(name)
  for (const [index, of] of Object.keys(asked).entries()) {
    const [found] = await rows(
      watcher,
      'select count(*)::int as count from written where mark = $1',
      [marks(of)],
      true,
    )
    const outcome = outcomes[index]!
    const label = `${kind.name}, ${of}, after message ${nth} of the ${side}`
    if (outcome.status === 'fulfilled') assert.equal(found!.count, 1, label)
    else {
      assert.ok(outcome.reason instanceof ConnectionError, `${label}: ${outcome.reason}`)
      assert.match(
        outcome.reason.message,
        outcome.reason.mayHaveRun ? /may have been/ : /was not carried out/,
      )
      assert.ok(outcome.reason.mayHaveRun || found!.count === 0, `${label}: it was carried out`)
    }
  }
  return isBroken
}

/** PostgreSQL has ended every session of this name. */
async function gone(name: string): Promise<void> {
  const sessions = 'select from pg_stat_activity where application_name = $1'
  await eventually(
    `no session is called ${name}`,
    async () => (await rows(watcher, sessions, [name], true)).length === 0,
  )
}

for (const kind of kinds)
  for (const side of ['client', 'server'] as const)
    test(`${kind.name}: a break after any message of the ${side} is told once and truthfully`, async () => {
      const before = resources()
      let nth = 0
      // The login is the same for all.
      while (await broken(kind, side, nth, kind === kinds[0])) nth++
      assert.ok(nth > 0, `${nth} messages`)
      await settled(before)
    })

test('what was only described when the connection broke was certainly not carried out', async () => {
  // The server’s description never comes, so that nothing was bound.
  const proxy = await proxyTo(
    address,
    byMessages(({ side, letter, client }) => {
      if (side === 'server' && letter === 't') client.destroy()
      return true
    }),
  )
  await connected(proxy.address, async connection => {
    const asked = [rows(connection, insert, ['never'], true), rows(connection, insert, ['never'], true)]
    for (const { reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
      assert.ok(reason instanceof ConnectionError)
      assert.equal(reason.mayHaveRun, false)
    }
    const late = await Promise.allSettled([rows(connection, 'select 1')])
    assert.equal((late[0] as PromiseRejectedResult).reason.mayHaveRun, false)
  })
  await proxy.close()
})

test('whoever listens hears that they listen anew, whichever message the connection broke after', async () => {
  const before = resources()
  await Promise.all(
    Array.from({ length: 16 }, async (_, nth) => {
      let messages = 0
      const proxy = await proxyTo(
        address,
        byMessages(({ accepted, client }) => {
          if (accepted === 1 && ++messages > nth) client.destroy()
          return true
        }),
      )
      const [{ host }] = proxy.address.hosts
      const url = `postgres://${address.user}:${address.password}@/${address.database}?host=${host}`
      const database = openDatabase({ url }, { connections: 1, applicationName: 'muster tests' })
      const heard = Promise.withResolvers<void>()
      const listening = database.listen('news', () => proxy.accepted > 1 && heard.resolve())
      await heard.promise
      await listening.stop()
      await database.close()
      await proxy.close()
    }),
  )
  await settled(before)
})
