// Statements at their limits: forgotten plans, many names, many parameters, what cannot be sent, and what is read late or not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Cursor } from '../../src/postgres/cursor.ts'
import type { PostgresError } from '../../src/postgres/errors.ts'
import { CopyIn, CopyOut, Script } from '../../src/postgres/script.ts'
import { BytesStatement, RowsStatement } from '../../src/postgres/statement.ts'
import { eventually } from '../support/eventually.ts'
import { connected, newAddress } from './support/connections.ts'
import { bytes, rows, script } from './support/kinds.ts'
import { byMessages, proxyTo } from './support/proxy.ts'

const address = await newAddress()

test('what the server has forgotten is prepared anew, also for all that was sent behind it', () =>
  connected(address, async connection => {
    const ask = (n: number) => rows(connection, 'select $1::int as n', [n], true)
    await ask(1)
    for (const forget of ['deallocate all', 'discard all']) {
      await script(connection, forget)
      const asked = Array.from({ length: 20 }, (_, n) => ask(n))
      const found = await Promise.all([...asked, bytes(connection, 'select $1::text', ['x'], true)])
      assert.deepEqual(
        found.slice(0, 20),
        Array.from({ length: 20 }, (_, n) => [{ n }]),
      )
    }
    const [left] = await rows(connection, 'select count(*)::int as count from pg_prepared_statements')
    assert.deepEqual(left, { count: 2 })
  }))

test('a statement whose result has changed is prepared anew, for values and for bytes', () =>
  connected(address, async connection => {
    await script(connection, 'create temp table changing (a int); insert into changing values (1)')
    const values = () => rows(connection, 'select * from changing where a = $1', [1], true)
    const raw = () => bytes(connection, 'select changing.*, 1 from changing where a = $1', [1], true)
    assert.deepEqual(await values(), [{ a: 1 }])
    await raw()
    for (const column of ['b', 'c']) {
      await script(connection, `alter table changing add ${column} text default '${column}'`)
      const [row] = await values()
      assert.equal(row![column], column)
      assert.equal((await raw())[0]!.length, Object.keys(row!).length + 1)
    }
    await script(connection, 'alter table changing alter a type text')
    assert.deepEqual((await rows(connection, 'select a from changing where a = $1', ['1'], true))[0], {
      a: '1',
    })
    await assert.rejects(values(), /operator does not exist|text = integer/)
  }))

test('in a transaction it fails once, as the transaction has failed, and works in the next', () =>
  connected(address, async connection => {
    const ask = () => rows(connection, 'select $1::int as n', [1], true)
    await ask()
    await script(connection, 'deallocate all')
    await script(connection, 'begin')
    await assert.rejects(ask(), (error: PostgresError) => error.code === '26000')
    await assert.rejects(ask(), (error: PostgresError) => error.code === '25P02')
    await script(connection, 'rollback')
    await script(connection, 'begin')
    assert.deepEqual(await ask(), [{ n: 1 }])
    assert.deepEqual(await ask(), [{ n: 1 }])
    const end = connection.ask(new Script('commit'))
    await end.done
    assert.equal(end.tag, 'COMMIT')
  }))

test('hundreds of statements stay prepared side by side, each with its own columns and types', () =>
  connected(address, async connection => {
    for (let round = 0; round < 3; round++)
      await Promise.all(
        Array.from({ length: 300 }, async (_, n) => {
          const type = n % 2 ? 'int' : 'text'
          const [row] = await rows(connection, `select $1::${type} as c${n}`, [n], true)
          assert.deepEqual(row, { [`c${n}`]: n % 2 ? n : String(n) })
        }),
      )
    assert.equal((await rows(connection, 'select name from pg_prepared_statements')).length, 300)
  }))

test('one text is one statement for each kind of values that it is given', () =>
  connected(address, async connection => {
    const text = 'select pg_typeof($1)::text as type, $1 as value'
    for (let round = 0; round < 2; round++) {
      assert.equal((await rows(connection, text, [new Date(0)], true))[0]!.type, 'timestamp with time zone')
      assert.equal((await rows(connection, text, [Buffer.from('x')], true))[0]!.type, 'bytea')
      assert.equal((await rows(connection, text, [true], true))[0]!.type, 'boolean')
      assert.equal((await rows(connection, text, [7n], true))[0]!.type, 'bigint')
    }
  }))

test('as many parameters as the protocol has are taken, and one more is refused', () =>
  connected(address, async connection => {
    for (const count of [32_767, 32_768, 65_535]) {
      const text = `select ${Array.from({ length: count }, (_, i) => `$${i + 1}::int`).join('+')} as sum`
      // PostgreSQL itself gives up on so deep a sum: a list is flat.
      const list = text
        .replaceAll('+', ',')
        .replace('select ', 'select array[')
        .replace(' as sum', '] as list')
      const [row] = (await rows(
        connection,
        list,
        Array.from({ length: count }, (_, i) => i),
      )) as [{ list: number[] }]
      assert.equal(row.list.length, count)
      assert.equal(row.list.at(-1), count - 1)
    }
    assert.throws(
      () => new RowsStatement('select 1', Array(65_536).fill(1), false),
      /at most 65535 parameters/,
    )
    assert.deepEqual(await rows(connection, 'select 1 as one'), [{ one: 1 }])
  }))

test('what cannot be sent fails for whoever asked, and the others do not notice', () =>
  connected(address, async connection => {
    const wrong: [Promise<unknown>, RegExp][] = [
      [rows(connection, 'select \0'), /zero byte/],
      [script(connection, 'select \0'), /zero byte/],
      [connection.ask(new CopyIn('copy x\0', [])).done, /zero byte/],
      [connection.ask(new CopyOut('copy x\0')).rows, /zero byte/],
      [rows(connection, 'select $1::int', [undefined]), /undefined/],
      [rows(connection, 'select $1::int', [undefined], true), /undefined/],
      [rows(connection, 'select $1::int', [undefined], true), /undefined/],
      [bytes(connection, 'select $1::int[]', [[1, undefined]], true), /undefined/],
      [rows(connection, 'select $1::text', ['a\0b']), /invalid byte sequence/],
      [rows(connection, 'select $1::int', []), /bind message supplies 0 parameters/],
      [rows(connection, 'select 1', [1]), /supplies 1 parameters|could not determine/],
    ]
    const right = Array.from({ length: 10 }, (_, n) => rows(connection, 'select $1::int as n', [n], true))
    const outcomes = await Promise.allSettled(wrong.map(([asked]) => asked))
    for (const [index, outcome] of outcomes.entries())
      assert.match(String((outcome as PromiseRejectedResult).reason), wrong[index]![1])
    assert.deepEqual(
      (await Promise.all(right)).flat(),
      Array.from({ length: 10 }, (_, n) => ({ n })),
    )
  }))

test('a cursor that is read later than it is asked for, or left early, or fails, leaves the connection of use', () =>
  connected(address, async connection => {
    const series = 'select i from generate_series(1, 30) i'
    const late = connection.ask(new Cursor(series, [], 10))
    // Its first batch has come when a notice behind it would have.
    for (let turns = 0; turns < 50; turns++) await turn()
    let count = 0
    for await (const batch of late.batches(connection)) count += batch.length
    assert.equal(count, 30)
    for await (const batch of connection.ask(new Cursor(series, [], 10)).batches(connection)) {
      assert.equal(batch.length, 10)
      break
    }
    const failing = connection.ask(new Cursor('select 1 / (i - 15) from generate_series(1, 30) i', [], 10))
    await assert.rejects(async () => {
      for await (const _ of failing.batches(connection));
    }, /division by zero/)
    assert.deepEqual(await rows(connection, 'select 1 as one'), [{ one: 1 }])
    assert.equal(connection.isIdle, true)
  }))

test('a copy out that is left early, or is none, leaves the connection of use', () =>
  connected(address, async connection => {
    const text = `copy (select repeat('x', 1000) from generate_series(1, 20000)) to stdout`
    for await (const chunk of await connection.ask(new CopyOut(text)).rows) {
      assert.ok(chunk.length > 0)
      break
    }
    await assert.rejects(connection.ask(new CopyOut('select 1')).rows, /copies no rows out/)
    await assert.rejects(connection.ask(new CopyOut('copy nowhere to stdout')).rows, /does not exist/)
    await assert.rejects(
      script(connection, 'create temp table c (a int); copy c from stdin'),
      /no rows to copy/,
    )
    await script(connection, 'copy (select 1) to stdout')
    assert.deepEqual(await rows(connection, 'select 1 as one'), [{ one: 1 }])
  }))

test('a slow reader of a copy out has PostgreSQL wait, rather than all rows in memory', () =>
  connected(address, async connection => {
    const text = `copy (select repeat('x', 10000) from generate_series(1, 5000)) to stdout`
    const chunks = (await connection.ask(new CopyOut(text)).rows)[Symbol.asyncIterator]()
    await chunks.next()
    const before = process.memoryUsage().arrayBuffers
    // PostgreSQL sends as much as it may meanwhile.
    for (let turns = 0; turns < 300; turns++) await turn()
    const grown = process.memoryUsage().arrayBuffers - before
    assert.ok(grown < 8e6, `${grown} bytes more`)
    let length = 10_001
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) length += next.value.length
    assert.equal(length, 5000 * 10_001)
  }))

test('a copy in of more than the socket takes waits, and one that is refused half-way is told why', () =>
  connected(address, async connection => {
    await script(connection, 'create temp table big (a text)')
    const line = Buffer.from(`${'y'.repeat(100_000)}\n`)
    function* lines(count: number, last?: string) {
      for (let n = 0; n < count; n++) yield line
      if (last) yield last
    }
    await connection.ask(new CopyIn('copy big from stdin', lines(300))).done
    assert.deepEqual(await rows(connection, 'select count(*)::int as n from big'), [{ n: 300 }])
    const after = connection.ask(new CopyIn('copy big from stdin', lines(50, 'a\tb\n')))
    const behind = rows(connection, 'select count(*)::int as n from big')
    await assert.rejects(after.done, /extra data after last expected column/)
    assert.deepEqual(await behind, [{ n: 300 }])
  }))

test('texts of a database in another encoding are read and written as they are', async () => {
  const database = `latin_${process.pid}`
  await connected(address, async admin => {
    await script(admin, `create database ${database} encoding latin1 template template0 locale 'C'`)
    try {
      const there = { ...address, database }
      await connected(there, async connection => {
        const asked = 'select $1::text as words, length($1::text) as length'
        assert.deepEqual(await rows(connection, asked, ['Zürich, größer']), [
          { words: 'Zürich, größer', length: 14 },
        ])
        assert.deepEqual(await bytes(connection, `select chr(252)`), [[Buffer.from('ü').toString('hex')]])
        await assert.rejects(rows(connection, asked, ['漢']), /no equivalent in encoding "LATIN1"/)
      })
      // Somebody who asks for another encoding would read every text wrongly.
      const options = { ...there, settings: { options: '-c client_encoding=LATIN1' } }
      await connected(options, async connection => {
        assert.deepEqual(await rows(connection, `select chr(252) as letter`), [{ letter: 'ü' }])
      })
    } finally {
      await script(admin, `drop database ${database} with (force)`)
    }
  })
})

test('nothing that is described first is sent while an answer is awaited, as poolers would part it', async () => {
  let [awaited, flushes, early] = [0, 0, 0]
  const proxy = await proxyTo(
    address,
    byMessages(({ side, letter }) => {
      if (side === 'client' && (letter === 'S' || letter === 'Q')) awaited++
      if (side === 'server' && letter === 'Z') awaited = Math.max(0, awaited - 1)
      if (letter === 'H' && side === 'client') flushes++
      if (letter === 'H' && side === 'client' && awaited > 0) early++
      return true
    }),
  )
  await connected(proxy.address, async connection => {
    const asked = Array.from({ length: 60 }, (_, n): Promise<unknown> => {
      if (n % 3 === 0) return script(connection, 'select 1')
      if (n % 3 === 1) return bytes(connection, `select 'x'`)
      return rows(connection, `select $1::int + $2::int as sum`, [n, 1])
    })
    await Promise.all([
      ...asked,
      rows(connection, 'select 1 as one'),
      bytes(connection, 'select $1::text', ['x']),
    ])
  })
  await proxy.close()
  assert.ok(flushes > 20, `${flushes} flushes`)
  assert.equal(early, 0)
})

test('a statement is cancelled, and a notification is heard between others', async () => {
  const heard = Promise.withResolvers<void>()
  await connected(
    address,
    async connection => {
      await script(connection, 'listen news')
      const asleep = rows(connection, 'select pg_sleep(30)')
      asleep.catch(() => {})
      await connected(address, async other => {
        const running = `select from pg_stat_activity where pid = $1 and query = 'select pg_sleep(30)'`
        await eventually('it runs', async () => (await rows(other, running, [connection.process])).length > 0)
        await connection.cancel()
        await assert.rejects(asleep, (error: PostgresError) => error.code === '57014')
        await script(other, 'notify news')
      })
      await heard.promise
      assert.deepEqual(await rows(connection, 'select 1 as one'), [{ one: 1 }])
    },
    { onNotify: () => heard.resolve() },
  )
})

test('bytes of a statement that is abandoned before it is sent are never asked for', () =>
  connected(address, async connection => {
    await script(connection, 'create temp table asked (n int)')
    const slow = rows(connection, 'select $1::int as a, pg_sleep(0.05)', [1], true)
    const abandoned = new BytesStatement('insert into asked values ($1) returning n::text', [1], true)
    abandoned.isAbandoned = true
    connection.ask(abandoned)
    await slow
    assert.deepEqual(await rows(connection, 'select count(*)::int as n from asked'), [{ n: 0 }])
  }))
