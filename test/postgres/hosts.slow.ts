// Of several hosts the one that was asked for is found: whatever their order, past those that are dead, silent or full.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { type Address, readDatabaseAddress } from '../../src/postgres/address.ts'
import { ConnectionError, type PostgresError } from '../../src/postgres/errors.ts'
import { openConnection } from '../../src/postgres/open.ts'
import { Pool } from '../../src/postgres/pool.ts'
import { RowsStatement } from '../../src/postgres/statement.ts'
import { freePort } from '../cluster/nodes.ts'
import { opening } from './support/connections.ts'
import { fakeServer } from './support/fake-server.ts'
import { ownServer, programs } from './support/own-server.ts'

const found = (await programs())[0]!.programs!
const primary = await ownServer(found, {})
// It follows nobody, and is a standby all the same.
const standby = await ownServer(found, { 'standby.signal': '' })
const readOnly = await ownServer(found, {}, { default_transaction_read_only: 'on' })
const silent = await fakeServer([() => undefined])
const places: Record<string, string> = {
  primary: `127.0.0.1:${primary.port}`,
  standby: `127.0.0.1:${standby.port}`,
  'read-only': `localhost:${readOnly.port}`,
  dead: `127.0.0.1:${await freePort()}`,
  silent: `127.0.0.1:${silent.address.hosts[0].port}`,
}
const nameOf = (port: number) =>
  ({ [primary.port]: 'primary', [standby.port]: 'standby', [readOnly.port]: 'read-only' })[port]

const addressOf = (names: readonly string[], attributes?: string): Address =>
  readDatabaseAddress(
    `postgres://postgres@${names.map(name => places[name]).join()}/postgres?sslmode=disable${attributes ? `&target_session_attrs=${attributes}` : ''}`,
  )

const portQuery = `select current_setting('port')::int as port`

async function chosen(names: readonly string[], attributes?: string): Promise<string | undefined> {
  const connection = await openConnection(addressOf(names, attributes), opening({ timeoutMs: 400 }))
  const [row] = (await connection.ask(new RowsStatement(portQuery, [], false)).done) as [{ port: number }]
  await connection.end(0)
  return nameOf(row.port)
}

test('the first host that is what was asked for is taken, in whatever order they stand', async () => {
  const all = ['standby', 'read-only', 'primary']
  const orders = [all, [...all].reverse(), ['primary', 'standby', 'read-only']]
  const fits: Record<string, string[]> = {
    any: all,
    'read-write': ['primary'],
    'read-only': ['standby', 'read-only'],
    primary: ['primary', 'read-only'],
    standby: ['standby'],
    'prefer-standby': ['standby'],
  }
  for (const order of orders)
    for (const [attributes, fitting] of Object.entries(fits)) {
      const expected = order.find(name => fitting.includes(name))
      assert.equal(await chosen(order, attributes), expected, `${attributes} of ${order}`)
      assert.equal(await chosen(['dead', ...order], attributes), expected, `dead, ${attributes} of ${order}`)
    }
  assert.equal(await chosen(['primary', 'dead'], 'prefer-standby'), 'primary')
  assert.equal(await chosen(['dead', 'primary'], 'prefer-standby'), 'primary')
})

test('a host that accepts and never answers is passed over when its time is up', async () => {
  const began = performance.now()
  assert.equal(await chosen(['silent', 'primary']), 'primary')
  assert.ok(performance.now() - began >= 395)
  assert.equal(await chosen(['silent', 'dead', 'standby', 'primary'], 'primary'), 'primary')
})

test('where none will do, the last one’s reason is told', async () => {
  const refused = (code: string) => (error: PostgresError | ConnectionError) => error.code === code
  await assert.rejects(chosen(['standby', 'read-only'], 'read-write'), refused('25006'))
  await assert.rejects(chosen(['primary'], 'standby'), /not standby/)
  await assert.rejects(chosen(['dead']), refused('ECONNREFUSED'))
  await assert.rejects(chosen(['dead', 'silent']), refused('CONNECT_TIMEOUT'))
  await assert.rejects(
    openConnection(readDatabaseAddress('postgres://u@nowhere.invalid/d'), opening()),
    (error: ConnectionError) =>
      error.code === 'ENOTFOUND' && /cannot be reached: .*nowhere.invalid/.test(error.message),
  )
  await assert.rejects(
    openConnection(readDatabaseAddress('postgres://u@%2Fnowhere/d'), opening()),
    refused('ENOENT'),
  )
})

test('a Unix socket is one host among others, whatever sslmode says', async () => {
  const port = `&port=${primary.port}`
  for (const mode of ['disable', 'prefer', 'require', 'verify-full']) {
    const text = `postgres://postgres@/postgres?host=${primary.folder}${port}&sslmode=${mode}`
    const connection = await openConnection(readDatabaseAddress(text), opening())
    await connection.end(0)
  }
})

test('a server without TLS is taken where that is allowed, and otherwise it is said', async () => {
  const at = `postgres://postgres@127.0.0.1:${primary.port}/postgres`
  for (const mode of ['disable', 'allow', 'prefer']) {
    const connection = await openConnection(readDatabaseAddress(`${at}?sslmode=${mode}`), opening())
    await connection.end(0)
  }
  for (const mode of ['require', 'verify-ca', 'verify-full'])
    await assert.rejects(
      openConnection(readDatabaseAddress(`${at}?sslmode=${mode}&sslrootcert=/nowhere`), opening()),
      (error: ConnectionError) =>
        error.message.includes(`speaks no TLS here, and sslmode=${mode} asks for it`),
    )
})

test('a pool goes to the next host when its own is gone, and those who wait are served there', async () => {
  const pool = new Pool(addressOf(['dead', 'silent', 'standby', 'primary'], 'primary'), {
    max: 3,
    settings: {},
    connectTimeoutMs: 400,
    readBytes: 64 * 1024,
  })
  // The first hear that there was nobody, or are served.
  const asked = Array.from({ length: 9 }, () => pool.ask(new RowsStatement(portQuery, [], true)).done)
  for (const rows of await Promise.all(asked)) assert.equal(nameOf(rows[0]!.port as number), 'primary')
  const backends = `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  for (let round = 0; round < 3; round++) {
    await primary.sql(backends)
    const again = await pool.ask(new RowsStatement(portQuery, [], true)).done.catch(error => {
      // What was sent before anybody knew.
      assert.ok(error instanceof ConnectionError)
      return pool.ask(new RowsStatement(portQuery, [], true)).done
    })
    assert.equal(nameOf(again[0]!.port as number), 'primary')
  }
  await pool.close(0)
  await silent.close()
})

test('where the address does not say which of several hosts will do, the database is the one that takes writes', async () => {
  const hosts = ['standby', 'dead', 'primary'].map(name => places[name]).join()
  const database = openDatabase(
    { url: `postgres://postgres@${hosts}/postgres?sslmode=disable` },
    { connections: 2, applicationName: 'hosts', connectTimeoutMs: 1_000 },
  )
  const session = await database.session()
  for (const asked of [database, session]) {
    const [row] = await asked.rows<{ port: number }>(sql`select current_setting('port')::int as port`)
    assert.equal(nameOf(row!.port), 'primary')
  }
  await session.release(0)
  await database.close()
})
