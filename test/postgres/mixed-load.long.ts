// Statements of every kind for an hour, with clients that give up and connections that break: memory and descriptors stay flat.
// MUSTER_LOAD_SECONDS says for how long.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openConnection } from '../../src/postgres/open.ts'
import { Pool } from '../../src/postgres/pool.ts'
import { CopyIn, Script } from '../../src/postgres/script.ts'
import { BytesStatement, RowsStatement } from '../../src/postgres/statement.ts'
import { newAddress, opening } from './support/connections.ts'
import { kinds } from './support/kinds.ts'

// The runner gives a file an hour in all.
const seconds = Number(process.env.MUSTER_LOAD_SECONDS ?? 3_400)
assert.ok(seconds >= 30, 'MUSTER_LOAD_SECONDS is at least 30')

const descriptors = () => readdirSync('/proc/self/fd').length

test(`memory and descriptors stay flat for ${seconds} s of mixed load`, {
  timeout: (seconds + 120) * 1000,
}, async t => {
  const address = await newAddress()
  const pool = new Pool(address, { max: 6, settings: {}, connectTimeoutMs: 20_000, readBytes: 256 * 1024 })
  const admin = await openConnection(address, opening())
  await admin.ask(new Script('create table load (n int, words text)')).done
  const isOver = () => performance.now() > endsMs
  const endsMs = performance.now() + seconds * 1000
  let [asked, broken] = [0, 0]

  /** Only a connection that was broken on purpose may fail. */
  const tried = async (work: () => Promise<unknown>) => {
    asked++
    await work().catch(error => {
      if (error.name !== 'ConnectionError') throw error
      broken++
    })
  }
  const readers = async (id: number) => {
    while (!isOver()) {
      await tried(async () => {
        const text = `select repeat($1, 50), i::text from generate_series(1, $2::int) i`
        const count = 1 + Math.floor(Math.random() * 200)
        const statement = new BytesStatement(text, [`<${id}>`, count], Math.random() < 0.9)
        pool.ask(statement)
        if (Math.random() < 0.02) {
          statement.isAbandoned = true
          statement.done.catch(() => {})
          return
        }
        const { rows, release } = await statement.done
        await wait(Math.random() * 2)
        assert.equal(rows.length, count)
        for (const [words] of rows) assert.equal(words!.toString(), `<${id}>`.repeat(50))
        if (Math.random() < 0.98) release()
      })
    }
  }
  const writers = async () => {
    while (!isOver())
      await tried(async () => {
        const connection = await pool.reserve()
        try {
          await connection.ask(new Script('begin')).done
          await connection.ask(new RowsStatement('insert into load values ($1, $2)', [1, 'x'], true)).done
          await connection.ask(new CopyIn('copy load from stdin', [`1\t${'y'.repeat(5_000)}\n`])).done
          await connection.ask(new Script(Math.random() < 0.5 ? 'rollback' : 'truncate load; commit')).done
        } finally {
          pool.release(connection)
        }
      })
  }
  const each = async () => {
    while (!isOver())
      for (const { run } of kinds) {
        const connection = await pool.reserve()
        await tried(() => run(connection)).finally(() => pool.release(connection))
      }
  }
  const trouble = async () => {
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() order by random() limit 1`
    while (!isOver()) {
      await wait(500)
      if (Math.random() < 0.5) pool.renew()
      else await admin.ask(new RowsStatement(kill, [], false)).done
    }
  }
  const seen: { rss: number; open: number; lent: number }[] = []
  const watch = async () => {
    while (!isOver()) {
      await wait(Math.min(5_000, seconds * 50))
      const { rss, arrayBuffers } = process.memoryUsage()
      seen.push({ rss, open: descriptors(), lent: arrayBuffers })
    }
  }
  await Promise.all([
    ...Array.from({ length: 12 }, (_, id) => readers(id)),
    writers(),
    each(),
    trouble(),
    watch(),
  ])
  const third = Math.floor(seen.length / 3)
  const most = (part: typeof seen, of: 'rss' | 'open' | 'lent') => Math.max(...part.map(each => each[of]))
  const [early, late] = [seen.slice(0, 2 * third), seen.slice(2 * third)]
  const told = (of: 'rss' | 'open' | 'lent') => `${of}: ${most(early, of)}, then ${most(late, of)}`
  t.diagnostic(`${asked} asked, ${broken} broken off; ${told('rss')}; ${told('open')}; ${told('lent')}`)
  assert.ok(asked > seconds * 20, `${asked} asked`)
  assert.ok(broken > 0)
  assert.ok(most(late, 'open') <= most(early, 'open') + 4, told('open'))
  assert.ok(most(late, 'rss') < most(early, 'rss') * 1.25 + 30e6, told('rss'))
  assert.ok(most(late, 'lent') < most(early, 'lent') * 1.5 + 30e6, told('lent'))
  await pool.close(5_000)
  await admin.end(0)
})
