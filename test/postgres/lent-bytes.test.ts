// Bytes that are lent and taken back, by many at once, aborted at random: everybody has their own, and nobody anybody else's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../src/database/database.ts'
import { NoAnswer } from '../../src/database/limit.ts'
import { sql } from '../../src/database/sql.ts'
import { Buffers } from '../../src/postgres/buffers.ts'
import { openConnection } from '../../src/postgres/open.ts'
import { Pool } from '../../src/postgres/pool.ts'
import { type ByteRows, BytesStatement } from '../../src/postgres/statement.ts'
import { newDatabase } from '../support/database.ts'
import { isLong } from '../support/long.ts'
import { newAddress, opening } from './support/connections.ts'

/** The same dice for everybody who knows the seed. */
function diceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const seed = Number(process.env.MUSTER_SEED ?? Math.floor(Math.random() * 2 ** 31))
const rounds = isLong ? 20_000 : 1_500

/** Rows of one owner: every column is nothing but their mark, again and again. */
const marked = `select repeat($1, $2::int + i), case when i % 3 = 0 then null else $1 end, '' from generate_series(1, $3::int) i`
const markOf = (owner: number) => `<owner ${owner}>`

function expectOwn({ rows }: ByteRows, owner: number, length: number, count: number): void {
  const mark = markOf(owner)
  assert.equal(rows.length, count)
  for (const [index, [long, short, empty]] of rows.entries()) {
    assert.equal(long!.toString(), mark.repeat(length + index + 1))
    assert.equal(short === null ? null : short!.toString(), (index + 1) % 3 === 0 ? null : mark)
    assert.equal(empty!.length, 0)
  }
}

test('rows that are read late, released at random or never are their owner’s, byte for byte', async t => {
  t.diagnostic(`seed ${seed}`)
  const dice = diceOf(seed)
  const address = await newAddress()
  const pool = new Pool(address, { max: 4, settings: {}, connectTimeoutMs: 20_000, readBytes: 128 * 1024 })
  let whole = 0
  const one = async (owner: number) => {
    const [length, count] = [Math.floor(dice() ** 4 * 3_000), 1 + Math.floor(dice() * 20)]
    const statement = new BytesStatement(marked, [markOf(owner), length, count], dice() < 0.8)
    const fate = dice()
    pool.ask(statement)
    if (fate < 0.1) statement.isAbandoned = true
    if (fate < 0.2) await wait(dice() * 3)
    if (fate > 0.1 && fate < 0.15) statement.isAbandoned = true
    // One that is abandoned gives its memory back by itself, and is never told to anybody.
    if (statement.isAbandoned) return void statement.done.catch(() => {})
    const found = await statement.done
    expectOwn(found, owner, length, count)
    if (fate > 0.5) await wait(dice() * 8)
    expectOwn(found, owner, length, count)
    whole++
    if (fate < 0.9) found.release()
    if (fate < 0.3) found.release()
  }
  for (let round = 0; round < rounds; round += 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => one(round + index)))
  assert.ok(whole > rounds * 0.7, `${whole} of ${rounds}`)
  await pool.close(5_000)
})

test('rows on connections that break and are renewed meanwhile are their owner’s too', async () => {
  const dice = diceOf(seed + 1)
  const address = await newAddress()
  const pool = new Pool(address, { max: 4, settings: {}, connectTimeoutMs: 20_000, readBytes: 128 * 1024 })
  const admin = await openConnection(address, opening())
  let [whole, broken] = [0, 0]
  const kill = `select pg_terminate_backend(pid)::text from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() order by random() limit 1`
  const one = async (owner: number) => {
    if (dice() < 0.02) pool.renew()
    if (dice() < 0.02) await admin.ask(new BytesStatement(kill, [], false)).done
    const [length, count] = [Math.floor(dice() ** 3 * 2_000), 1 + Math.floor(dice() * 10)]
    const found = await pool
      .ask(new BytesStatement(marked, [markOf(owner), length, count], true))
      .done.catch(error => {
        assert.equal(error.name, 'ConnectionError', error.message)
        broken++
      })
    if (!found) return
    await wait(dice() * 5)
    expectOwn(found, owner, length, count)
    whole++
    if (dice() < 0.8) found.release()
  }
  for (let round = 0; round < rounds; round += 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => one(round + index)))
  assert.ok(whole > rounds / 2, `${whole} whole, ${broken} broken`)
  await admin.end(0)
  await pool.close(5_000)
})

test('those whose time is up are told so, and the others have their own rows', async () => {
  const connection = await newDatabase()
  const database = openDatabase({ connection }, { connections: 3, applicationName: 'muster tests' })
  const hurried = database.answering(40)
  const dice = diceOf(seed + 2)
  let [whole, late] = [0, 0]
  const one = async (owner: number) => {
    const isSlow = dice() < 0.03
    const length = Math.floor(dice() * 500)
    const asked = hurried.raw(
      sql`select repeat(${markOf(owner)}::text, ${length}::int), pg_sleep(${isSlow ? 0.1 : 0}::float8)::text`,
      { once: false },
    )
    const found = await asked.catch(error => {
      assert.ok(error instanceof NoAnswer || error.name === 'ConnectionError', error)
      late++
    })
    if (!found) return
    await wait(dice() * 5)
    assert.equal(found.rows[0]![0]!.toString(), markOf(owner).repeat(length))
    whole++
    found.release()
  }
  for (let round = 0; round < rounds / 3; round += 10)
    await Promise.all(Array.from({ length: 10 }, (_, index) => one(round + index)))
  assert.ok(late > 0, 'nobody was late')
  assert.ok(whole > late, `${whole} whole, ${late} late`)
  await database.close()
})

test('memory that is held is never lent to another, and what is released is used again', () => {
  const buffers = new Buffers(1024)
  const one = buffers.take(0)
  one.hold()
  one.release()
  const other = buffers.take(0)
  assert.notEqual(other.bytes, one.bytes)
  one.release()
  assert.equal(buffers.take(0).bytes, one.bytes)
  assert.throws(() => one.release(), /more often than it was held/)
  assert.equal(buffers.take(5_000).bytes.length >= 5_000, true)
})

test('rows that are never released are collected, and memory stays in bounds', async () => {
  const address = await newAddress()
  const pool = new Pool(address, { max: 2, settings: {}, connectTimeoutMs: 20_000, readBytes: 256 * 1024 })
  const ask = () => pool.ask(new BytesStatement(marked, ['x'.repeat(10), 1000, 20], true)).done
  const most = async (asks: number) => {
    let highest = 0
    for (let n = 0; n < asks; n++) {
      await ask()
      highest = Math.max(highest, process.memoryUsage().arrayBuffers)
    }
    return highest
  }
  const [first, later] = [await most(300), await most(isLong ? 10_000 : 900)]
  assert.ok(later < first + 100e6, `${first} then ${later} bytes`)
  await pool.close(1_000)
})
