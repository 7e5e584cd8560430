// Connections that several share: nobody's statement becomes part of another's transaction, is cancelled with it, or waits for
// ever for a database that is not there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { AddressError, readDatabaseAddress } from '../../src/postgres/address.ts'
import { Pool } from '../../src/postgres/pool.ts'
import { RowsStatement } from '../../src/postgres/statement.ts'
import { newDatabase } from '../support/database.ts'
import { fakeServer, letIn, ready } from './support/fake-server.ts'

const connection = await newDatabase()
const open = (connections: number) =>
  openDatabase({ connection }, { connections, applicationName: 'sharing' })
const options = { settings: {}, connectTimeoutMs: 1_000, readBytes: 256 * 1024 }

test('a statement of a transaction that is over is refused, and not carried out by itself', async () => {
  const db = open(2)
  await db.script('create table stray (a int)')
  const late = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const failed = db.transaction(tx =>
    Promise.all([
      tx.rows(sql`select 1 / 0`),
      tx
        .rows(sql`select 1`)
        .catch(() => over.promise)
        .then(() => assert.rejects(tx.rows(sql`insert into stray values (2)`), /transaction is over/))
        .then(late.resolve, late.reject),
    ]),
  )
  await assert.rejects(failed, { code: '22012' })
  over.resolve()
  await late.promise
  assert.deepEqual(await db.rows(sql`select * from stray`), [])
  await db.close()
})

test('a statement that has to be prepared anew is not repeated in the transaction of another', async () => {
  const db = open(1)
  await db.script('create table kept (a int, b text)')
  const write = (n: number) => db.rows(sql`insert into kept values (${n}) returning *`)
  await write(1)
  await db.script('alter table kept add c text')
  const slow = db.rows(sql`select pg_sleep(0.2)`)
  const written = write(2)
  const other = db.transaction(async tx => {
    await tx.rows(sql`select 1`)
    throw new Error('changed my mind')
  })
  await assert.rejects(other, /changed my mind/)
  await Promise.all([slow, written])
  assert.deepEqual(await db.rows(sql`select a from kept order by a`), [{ a: 1 }, { a: 2 }])
  await db.close()
})

test('whoever gives up waiting for a transaction ends nobody else’s statement', async () => {
  const db = open(1)
  await db.rows(sql`select 1`)
  const holder = open(1)
  await holder.rows(sql`select pg_advisory_lock(7)`)
  const long = db.rows(sql`select 7 as n from pg_advisory_lock(7)`)
  await assert.rejects(
    db.answering(300).transaction(tx => tx.rows(sql`select 1`)),
    { code: 'NO_ANSWER' },
  )
  await holder.close()
  assert.deepEqual(await long, [{ n: 7 }])
  await db.close()
})

test('however many wait for a database that is not there, all are told', { timeout: 20_000 }, async () => {
  for (const waiting of [1, 2, 5]) {
    const pool = new Pool(readDatabaseAddress('postgres://a:b@127.0.0.1:9/x'), { max: 10, ...options })
    const asked = Array.from(
      { length: waiting },
      () => pool.ask(new RowsStatement('select 1', [], false)).done,
    )
    const told = await Promise.allSettled(asked)
    for (const one of told) assert.equal(one.status === 'rejected' && one.reason.code, 'ECONNREFUSED')
    await pool.close(0)
  }
})

test('a server that falls silent after the login is given up, too', { timeout: 20_000 }, async () => {
  const fake = await fakeServer([() => Buffer.concat([letIn, ready])])
  const pool = new Pool(
    { ...fake.address, attributes: 'primary' },
    { max: 1, ...options, connectTimeoutMs: 300 },
  )
  await assert.rejects(pool.ask(new RowsStatement('select 1', [], false)).done)
  await pool.close(0)
  await fake.close()
})

test('renewals in a row do not end connections that were only just asked for', {
  timeout: 20_000,
}, async () => {
  const db = open(2)
  const pool = new Pool(
    readDatabaseAddress(
      `postgres://${connection.user}:${connection.password}@/${connection.database}?host=${encodeURIComponent(connection.host)}`,
    ),
    { max: 2, ...options },
  )
  const asked = pool.ask(new RowsStatement('select 1 as one', [], false)).done
  for (let n = 0; n < 50; n++) {
    pool.renew(1_000)
    await wait(1)
  }
  assert.deepEqual(await asked, [{ one: 1 }])
  await pool.close(0)
  await db.close()
})

test('no part of a password is in what is said of an address', () => {
  for (const address of [
    'postgres://user:Sec/ret@host/db',
    'postgres://user:p@Secret:word@host:5432/db',
    'postgres://user:pw?Secret@host/db',
    'postgres://user:pw#Secret@host/db',
  ])
    assert.throws(
      () => readDatabaseAddress(address),
      error => error instanceof AddressError && !/Sec|ret@|:word/.test(error.message),
      address,
    )
})

test('authorities that everybody trusts are believed only with the host’s name', () => {
  assert.equal(readDatabaseAddress('postgres://u:p@h/db?sslrootcert=system').tls.mode, 'verify-full')
  for (const weaker of [
    'sslrootcert=system&sslmode=require',
    'sslrootcert=system&sslmode=prefer',
    'sslmode=verify-ca',
  ])
    assert.throws(() => readDatabaseAddress(`postgres://u:p@h/db?${weaker}`), AddressError, weaker)
})
