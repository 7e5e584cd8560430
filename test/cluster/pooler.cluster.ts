// Servers behind PgBouncer in transaction mode: everything works as over a connection of one's own, or the start is refused
// in a sentence that says what to set.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { dataFolder, run, stop, up } from '../support/process.ts'
import { ordinary, pgBouncer, primaryNode, until } from './nodes.ts'

const node = await primaryNode()
await node.sql('create database other owner muster', 'postgres')
const bouncer = await pgBouncer(node, 3)
const secret = { MUSTER_SECRET: 's'.repeat(32), LOG_LEVEL: 'error' }

const paths = [
  '/timesheets?limit=50',
  '/timesheets?status=approved&limit=5',
  '/workers?query=a',
  '/invoices?sortBy=createdAt',
  '/me',
  '/changes?limit=10',
  '/timesheets?format=ndjson',
  '/timesheets/totals?groupBy=status',
  '/sites?fields=id,name',
]

const refused = async (env: Record<string, string>) => {
  const { code, stderr } = await run(['keys', 'list', '--data', await dataFolder()], { ...secret, ...env })
  assert.notEqual(code, 0)
  return stderr
}

test('without the address of PostgreSQL itself, or with a wrong one, the start is refused with what to set', async () => {
  const url = bouncer.url()
  assert.match(await refused({ DATABASE_URL: url }), /leads to a connection pooler.*set DATABASE_DIRECT_URL/)
  assert.match(
    await refused({ DATABASE_URL: url, DATABASE_DIRECT_URL: url }),
    /leads to a connection pooler too/,
  )
  assert.match(
    await refused({ DATABASE_URL: url, DATABASE_DIRECT_URL: node.url('other') }),
    /another PostgreSQL, or another database/,
  )
})

test('a role that only owns its database is enough, once no connection is busy from before its search path was set', async () => {
  const env = { DATABASE_URL: bouncer.url(), DATABASE_DIRECT_URL: node.url() }
  const rights = 'rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls'
  assert.equal(await node.sql(`select ${rights} from pg_roles where rolname = '${ordinary}'`), 'f')
  const busy = openDatabase({ url: node.url() }, { connections: 1, applicationName: 'muster tests' })
  const session = await busy.session()
  await session.script('begin; select 1')
  assert.match(await refused(env), /connections from before Muster set the search path.*RECONNECT/)
  await session.script('commit')
  const { code, stderr } = await run(['keys', 'list', '--data', await dataFolder()], { ...secret, ...env })
  assert.equal(code, 0, stderr)
  await session.lost
  await session.release(0)
  await busy.close()
})

test('two servers over three pooled connections answer everything, also after the pooler was restarted', async () => {
  const env = { ...secret, DATABASE_URL: bouncer.url(), DATABASE_DIRECT_URL: node.url() }
  const data = await dataFolder()
  const first = await up(data, ['--demo', '--scale', '0.1'], env)
  const second = await up(await dataFolder(), [], env)
  const servers = [first, second]
  const ask = async (
    path: string,
    server = servers[Math.floor(Math.random() * 2)]!,
    key = first.companyKey,
  ) => {
    const response = await fetch(`${server.baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` } })
    return { status: response.status, text: await response.text() }
  }
  await openLimits()
  for (let round = 0; round < 20; round++) {
    const heard = await Promise.all(paths.flatMap(path => [ask(path), ask(path)]))
    for (const [at, { status, text }] of heard.entries())
      assert.ok(
        status === 200 || status === 503,
        `${paths[at >> 1]}: ${status} ${text.slice(0, 300)} ${servers.map(each => each.log()).join('')}`,
      )
    // Exports beyond the places for them are told to come again.
    assert.ok(heard.filter(({ status }) => status === 200).length >= heard.length - 2)
  }
  const before = JSON.parse((await ask('/timesheets?limit=1', second)).text).meta.total
  await bouncer.restart()
  const again = await until(async () => {
    const { status, text } = await ask('/timesheets?limit=1', second)
    assert.ok(status === 200 || status === 503, text)
    assert.equal(status, 200)
    return JSON.parse(text).meta.total
  }, 15_000)
  assert.equal(again, before)
  assert.deepEqual([await stop(first), await stop(second)], [0, 0])
})

test('a server has its DATABASE_CONNECTIONS and at most nine connections more', async t => {
  const server = await up(await dataFolder(), ['--demo', '--scale', '0.1'], {
    ...secret,
    DATABASE_URL: node.url('other'),
    DATABASE_CONNECTIONS: '4',
    // What is remembered is not asked for.
    ANSWER_MEMORY_MB: '0',
  })
  await openLimits('other')
  const ask = async (path: string) => {
    const response = await fetch(`${server.baseUrl}${path}`, {
      headers: { Authorization: `Bearer ${server.companyKey}` },
    })
    assert.equal(response.status, 200, await response.text())
  }
  const open = async () =>
    Number(
      await node.sql(
        `select count(*) from pg_stat_activity where datname = 'other' and usename = '${ordinary}'`,
        'postgres',
      ),
    )
  let most = 0
  for (let round = 0; round < 10; round++) {
    const asked = Promise.all([...paths, ...paths].filter(path => !path.includes('format')).map(ask))
    most = Math.max(most, await open())
    await asked
    most = Math.max(most, await open())
  }
  t.diagnostic(`${most} connections`)
  assert.ok(most <= 4 + 9, `${most} connections`)
  assert.equal(await stop(server), 0)
})

test('statements of every kind, many at once, are answered through the pooler as they are without it', async () => {
  await node.sql(`create schema rows authorization ${ordinary}`)
  await node.sql(`create table rows.line (n int, text text); grant all on rows.line to ${ordinary}`)
  const options = { connections: 4, applicationName: 'muster tests' }
  const place = { url: bouncer.url(), direct: node.url() }
  const servers = [openDatabase(place, options), openDatabase(place, options)]
  const asked = (db: Database): Promise<unknown>[] => [
    ...[1, 2, 3, 4].map(async n =>
      assert.deepEqual(await db.rows(sql`select ${n}::int as n, ${'é'.repeat(n)}::text as text`), [
        { n, text: 'é'.repeat(n) },
      ]),
    ),
    db
      .raw(sql`select 'x' from generate_series(1, ${5}::int)`)
      .then(({ rows }) => assert.equal(rows.length, 5)),
    db.raw(sql`select 'x' from generate_series(1, 3)`).then(({ rows }) => assert.equal(rows.length, 3)),
    assert.rejects(db.rows(sql`select ${1}::int / ${0}::int as n`), { code: '22012' }),
    db.transaction(async tx => {
      await tx.rows(sql`select ${1}::int as n`)
      await tx.copyIn(sql`copy rows.line from stdin`, ['1\ta\n', '2\tb\n'])
      const [row] = await tx.rows<{ own: number }>(
        sql`select count(*)::int as own from rows.line where xmin = pg_current_xact_id()::xid`,
      )
      assert.equal(row!.own, 2)
    }),
    db.transaction(tx => Promise.all([1, 2, 3].map(n => tx.rows(sql`select ${n}::int as n`))), 'read'),
    assert.rejects(
      db.transaction(tx => tx.copyIn(sql`copy rows.nowhere from stdin`, ['1\ta\n'])),
      { code: '42P01' },
    ),
  ]
  for (let round = 0; round < 40; round++) await Promise.all(servers.flatMap(asked))
  await Promise.all(servers.map(each => each.close()))
})

/** Keys of the demo may ask as often as a test does. */
async function openLimits(of = 'muster'): Promise<void> {
  const database = openDatabase({ url: node.url(of) }, { connections: 1, applicationName: 'muster tests' })
  await database.rows(sql`update api_key set per_minute = 100000, per_day = 1000000, stamp = stamp + 1`)
  await database.close()
}
