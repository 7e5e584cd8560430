// Records are read from replicas, and nobody ever sees less than what was answered before: whether replicas follow, lag,
// hang or are gone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { load } from '../../src/load/load.ts'
import { openDatabase } from '../../src/store/engine/database.ts'
import { prepare } from '../../src/store/engine/home.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { project, rivals } from '../support/lines.ts'
import { dataFolder, stop, up } from '../support/process.ts'
import { ndjson } from '../support/server.ts'
import { installed, primaryNode, standbyOf, until } from './nodes.ts'

await installed('postgresql-15')
const primary = await primaryNode()
await primary.sql('create database muster', 'postgres')
const database = openDatabase({ url: primary.url() }, { connections: 2, applicationName: 'muster tests' })
await prepare(database, recordTypes)
await load(database, recordTypes, ndjson(rivals()))
const near = await standbyOf(primary, { hot_standby_feedback: 'on' })
const far = await standbyOf(primary, { recovery_min_apply_delay: '3s' })
const { secret } = await createKey(database, {
  kind: 'company',
  owners: ['c1'],
  name: 'k',
  scopes: ['read:projects', 'read:timesheets'],
  perMinute: 100_000,
  perDay: 1_000_000,
})
const both = await createKey(database, {
  kind: 'company',
  owners: ['c1', 'c2'],
  name: 'both',
  scopes: ['read:projects'],
  perMinute: 100_000,
  perDay: 1_000_000,
})
const server = await up(await dataFolder(), [], {
  DATABASE_URL: primary.url(),
  DATABASE_REPLICA_URLS: `${near.url()}?weight=2 ${far.url()}`,
  MUSTER_SECRET: 's'.repeat(32),
  LOG_LEVEL: 'error',
})

const get = async (path: string) => {
  const response = await fetch(`${server.baseUrl}${path}`, { headers: { Authorization: `Bearer ${secret}` } })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return JSON.parse(text).data
}

const known = (await get('/projects?limit=1'))[0]
const lineOf = (name: string) => project(known.id, 'c1', { name, updatedAt: new Date().toISOString() })
const rename = (name: string) => load(database, recordTypes, ndjson([lineOf(name)]))

/** Look-ups of texts of projects, as each database counts them a moment later. */
const lookUps = async (node: typeof primary) =>
  Number(
    await node.sql(
      "select coalesce(idx_scan, 0) + seq_scan from pg_stat_user_tables where relname = 'project_text'",
    ),
  )

/** What is written is there in each answer that comes after. */
async function writeAndRead(rounds: number, about: string): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const name = `${about} ${round}`
    await rename(name)
    const answers = await Promise.all([
      get(`/projects/${known.id}`),
      get('/projects?limit=50'),
      get('/projects?limit=7'),
    ])
    const names = answers.map(answer => [answer].flat().find(({ id }) => id === known.id).name)
    assert.deepEqual(names, [name, name, name])
  }
}

test('what was written before is in every answer, though one replica is always behind', () =>
  writeAndRead(60, 'near and far'))

test('where nothing is written, replicas answer all of it and the primary looks nothing up', async () => {
  await until(
    async () =>
      assert.equal(await far.sql('select pg_last_wal_replay_lsn() = pg_last_wal_receive_lsn()'), 't'),
    20_000,
  )
  await until(async () => {
    const before = [await lookUps(primary), (await lookUps(near)) + (await lookUps(far))]
    for (let round = 0; round < 200; round++) await get(`/projects/${known.id}`)
    await until(
      async () => assert.ok((await lookUps(near)) + (await lookUps(far)) >= before[1]! + 200),
      5_000,
    )
    assert.equal(await lookUps(primary), before[0])
  }, 20_000)
})

test('a key of several owners reads from replicas as others do', async () => {
  await until(async () => {
    const before = (await lookUps(near)) + (await lookUps(far))
    for (let round = 0; round < 50; round++) {
      const response = await fetch(`${server.baseUrl}/projects/${known.id}`, {
        headers: { Authorization: `Bearer ${both.secret}` },
      })
      assert.equal(response.status, 200)
    }
    await until(async () => assert.ok((await lookUps(near)) + (await lookUps(far)) >= before + 50), 3_000)
  }, 20_000)
})

test('what is no standby of this database is never read from', async () => {
  const other = await primaryNode()
  await other.sql('create database muster', 'postgres')
  const strange = openDatabase({ url: other.url() }, { connections: 1, applicationName: 'muster tests' })
  await prepare(strange, recordTypes)
  await load(strange, recordTypes, ndjson([...rivals(), project('p1', 'c1', { name: 'of strangers' })]))
  await strange.close()
  const asking = await up(await dataFolder(), [], {
    DATABASE_URL: primary.url(),
    DATABASE_REPLICA_URLS: `${other.url()} ${primary.url()}`,
    MUSTER_SECRET: 's'.repeat(32),
    LOG_LEVEL: 'error',
  })
  const before = await lookUps(other)
  for (let round = 0; round < 200; round++) {
    const response = await fetch(`${asking.baseUrl}/projects/p1`, {
      headers: { Authorization: `Bearer ${secret}` },
    })
    assert.notEqual(((await response.json()) as { data: { name: string } }).data.name, 'of strangers')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  assert.equal(await lookUps(other), before)
  assert.equal(await stop(asking), 0)
})

test('a replica that hangs, dies or comes back changes no answer', async () => {
  await near.signal('SIGSTOP')
  await writeAndRead(5, 'frozen')
  await near.signal('SIGCONT')
  await writeAndRead(5, 'thawed')
  await near.signal('SIGKILL')
  await far.signal('SIGKILL')
  await writeAndRead(5, 'killed')
  await near.start()
  await until(async () => {
    const before = await lookUps(near)
    for (let round = 0; round < 50; round++) await get(`/projects/${known.id}`)
    await until(async () => assert.ok((await lookUps(near)) >= before + 50), 3_000)
  }, 30_000)
  await writeAndRead(20, 'back')
})

test('exports are read from a replica that keeps what is being read', async () => {
  const lines = async () => {
    const response = await fetch(`${server.baseUrl}/projects?format=ndjson`, {
      headers: { Authorization: `Bearer ${secret}` },
    })
    return (await response.text()).trim().split('\n').slice(0, -1)
  }
  await rename('exported')
  const all = await lines()
  assert.ok(all.some(line => JSON.parse(line).name === 'exported'))
  await until(async () => {
    const before = await lookUps(near)
    assert.deepEqual(await lines(), all)
    await until(async () => assert.ok((await lookUps(near)) > before), 2_000)
  }, 20_000)
})

test('totals and pages of a list are the same from wherever they are read', async () => {
  const [pages, totals] = [await get('/timesheets?limit=50'), await get('/timesheets/totals?sum=netHours')]
  await near.signal('SIGKILL')
  assert.deepEqual(
    [await get('/timesheets?limit=50'), await get('/timesheets/totals?sum=netHours')],
    [pages, totals],
  )
  assert.equal(await stop(server), 0)
  await database.close()
})
