// Where the address of the database names several hosts, what is read has at least the versions that the gate gave.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { ofSeveralHosts } from '../../src/store/replicas/reads.ts'
import { readExport } from '../support/exports.ts'
import { project, rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

test('a host that lacks what was written is not read from, in pages, questions apart and exports', async () => {
  const { database, load } = await testServer()
  await load(rivals())
  const reads = ofSeveralHosts(database)
  const [row] = await database.rows<{ version: string }>(
    sql`select 'c:c1=' || version as version from owner_version where owner = 'c:c1'`,
  )
  const one = sql`select 1 as one`
  const given = row!.version
  const begin = 'begin isolation level repeatable read read only'
  assert.deepEqual(await reads.at(given).rows(one), [{ one: 1 }])
  const { session } = await reads.session(given, begin)
  assert.deepEqual(await session.rows(one), [{ one: 1 }])
  await session.release()

  const later = `${given}0`
  const isLater = { code: 'SERVICE_UNAVAILABLE' }
  await assert.rejects(reads.at(later).rows(one), isLater)
  await assert.rejects(reads.at(later).raw(one), isLater)
  await assert.rejects(reads.apart(later, { connections: 1, timeoutMs: 0 }, database).raw(one), isLater)
  await assert.rejects(reads.session(later, begin), isLater)
  await assert.rejects(reads.sure(database, later).raw(one), isLater)
  await assert.rejects(reads.at(given).rows(sql`select 1 / 0`), { code: '22012' })
})

test('searches, totals, changes and exports by words wait too, rather than be read from such a host', async () => {
  let lacks = ''
  const server = await testServer({
    operations,
    types: recordTypes,
    reads(primary) {
      const several = ofSeveralHosts(primary)
      return { ...several, sure: (own, versions) => several.sure(own, `${versions}${lacks}`) }
    },
  })
  await server.load(rivals())
  const key = await server.key('company', ['c1'])
  const { body } = await server.get('/changes?after=now', key)
  await server.load([project('p9', 'c1')])
  const paths = [
    '/projects?query=p9',
    '/timesheets/totals?groupBy=project&sum=netHours&query=p9',
    `/changes?after=${body.meta.next}&include=records`,
    '/projects?query=p9&format=ndjson',
  ]
  const statuses = () =>
    Promise.all(paths.map(async path => (await readExport(server.origin, path, key)).status))
  assert.deepEqual(await statuses(), [200, 200, 200, 200])
  lacks = '0'
  assert.deepEqual(await statuses(), [503, 503, 503, 503])
})

test('a replica is a single node: an address of several hosts is refused when settings are read', () => {
  const read = (replicas: string) =>
    readSettings({}, { DATABASE_URL: 'postgres://m@a/m', DATABASE_REPLICA_URLS: replicas }).replicas
  for (const several of ['postgres://m:x@a,b/m', 'postgres://m@c/m postgresql://m@a:1,b:2/m?weight=2'])
    assert.throws(() => read(several), /names several hosts; give each replica an address of its own/)
  assert.throws(() => read('c:5432/m'), /must be addresses that begin with postgres:\/\//)
  assert.deepEqual(read('postgres://m@a/m postgres://m@b/m?weight=2'), [
    { url: 'postgres://m@a/m', weight: 1 },
    { url: 'postgres://m@b/m', weight: 2 },
  ])
})
