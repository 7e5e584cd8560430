// Records are read from replicas, and nobody ever sees less than what was answered before: whether replicas follow, lag,
// hang or are gone.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { openDatabase } from '../../src/database/database.ts'
import { load } from '../../src/load/load.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { createOperatorToken } from '../../src/store/operators/tokens.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { project, rivals } from '../support/lines.ts'
import { dataFolder, stop, up } from '../support/process.ts'
import { ndjson } from '../support/server.ts'
import { primaryNode, standbyOf, until } from './nodes.ts'
import { replicaReads } from './replica-reads.ts'

const primary = await primaryNode()
const database = openDatabase({ url: primary.url() }, { connections: 2, applicationName: 'muster tests' })
await prepareDatabase(database, recordTypes)
await load(database, recordTypes, ndjson(rivals()))
const near = await standbyOf(primary)
const keepingRows = async (isOn: boolean) => {
  await near.sql(`alter system set hot_standby_feedback = ${isOn}`)
  await near.sql('select pg_reload_conf()')
}
await keepingRows(true)
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
const everything = await createKey(database, {
  kind: 'company',
  owners: ['c1'],
  name: 'everything',
  scopes: scopesFor('company'),
})
const { secret: token } = await createOperatorToken(database, 'tests', 'owner')
const env = {
  DATABASE_URL: primary.url(),
  DATABASE_REPLICA_URLS: `${near.url()}?weight=2 ${far.url()}`,
  MUSTER_SECRET: 's'.repeat(32),
  LOG_LEVEL: 'error',
}
/** One that remembers answers, and one that reads each anew, so that what is read can be counted. */
const remembering = await up(await dataFolder(), [], env)
const server = await up(await dataFolder(), [], { ...env, ANSWER_MEMORY_MB: '0' })

after(async () => {
  await Promise.all([stop(server), stop(remembering)])
  await database.close()
})

const get = async (path: string, from = server, key = secret) => {
  const response = await fetch(`${from.baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` } })
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
    const paths = [`/projects/${known.id}`, '/projects?limit=50', '/projects?limit=7']
    const answers = await Promise.all(paths.flatMap(path => [get(path), get(path, remembering)]))
    const names = answers.map(answer => [answer].flat().find(({ id }) => id === known.id).name)
    assert.deepEqual(new Set(names), new Set([name]))
  }
}

test('what was written before is in every answer, though one replica is always behind', () =>
  writeAndRead(60, 'near and far'))

/** Asks until all that was asked was answered by replicas, and the primary looked nothing up. */
async function readFromReplicas(ask: () => Promise<unknown>, times: number): Promise<void> {
  await until(async () => {
    const before = { onPrimary: await lookUps(primary), ...(await replicaReads(server, token)) }
    for (let round = 0; round < times; round++) await ask()
    const { answered, ...others } = await replicaReads(server, token)
    assert.ok(answered >= before.answered + times)
    assert.partialDeepStrictEqual(before, others)
    assert.equal(await lookUps(primary), before.onPrimary)
  }, 30_000)
}

test('where nothing is written, replicas answer pages, records and totals, and the primary looks nothing up', async () => {
  await until(
    async () =>
      assert.equal(await far.sql('select pg_last_wal_replay_lsn() = pg_last_wal_receive_lsn()'), 't'),
    20_000,
  )
  const before = (await lookUps(near)) + (await lookUps(far))
  await readFromReplicas(() => get(`/projects/${known.id}`), 200)
  // Each database counts them a moment later.
  await until(async () => assert.ok((await lookUps(near)) + (await lookUps(far)) >= before + 200), 10_000)
  await readFromReplicas(() => get('/projects?limit=7'), 20)
  // Each once: totals are remembered until something is written.
  const groups = ['status', 'project', 'site', 'agency', 'worker']
  await readFromReplicas(() => get(`/timesheets/totals?sum=netHours&groupBy=${groups.pop()}`), 1)
})

test('a key of several owners reads from replicas as others do', () =>
  readFromReplicas(() => get(`/projects/${known.id}`, server, both.secret), 50))

test('searches, reference lists and feeds are asked of no replica', async () => {
  const before = await replicaReads(server, token)
  for (const path of ['/projects?query=a', '/master-trades?limit=5', '/changes?limit=5', '/me'])
    await get(path, server, everything.secret)
  assert.deepEqual(await replicaReads(server, token), before)
})

test('what is no standby of this database is never read from', async () => {
  const other = await primaryNode()
  const strange = openDatabase({ url: other.url() }, { connections: 1, applicationName: 'muster tests' })
  await prepareDatabase(strange, recordTypes)
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
  await readFromReplicas(() => get(`/projects/${known.id}`), 50)
  await writeAndRead(20, 'back')
})

test('a replica that does not answer within two seconds is left out until it does', async () => {
  await near.signal('SIGSTOP')
  const beganMs = performance.now()
  await get(`/projects/${known.id}`)
  const [waitedMs, { unasked }] = [performance.now() - beganMs, await replicaReads(server, token)]
  assert.ok(waitedMs < 10_000, `${waitedMs} ms`)
  for (let round = 0; round < 20; round++) await get(`/projects/${known.id}`)
  assert.ok((await replicaReads(server, token)).unasked >= unasked + 20)
  await near.signal('SIGCONT')
  await readFromReplicas(() => get(`/projects/${known.id}`), 20)
})

test('exports are read from a replica that keeps what is being read, and else by the primary', async () => {
  const lines = async () => {
    const response = await fetch(`${server.baseUrl}/projects?format=ndjson`, {
      headers: { Authorization: `Bearer ${secret}` },
    })
    return (await response.text()).trim().split('\n').slice(0, -1)
  }
  await rename('exported')
  const all = await lines()
  assert.ok(all.some(line => JSON.parse(line).name === 'exported'))
  await readFromReplicas(async () => assert.deepEqual(await lines(), all), 1)
  await keepingRows(false)
  await until(async () => {
    const { answered, unasked } = await replicaReads(server, token)
    assert.deepEqual(await lines(), all)
    const after = await replicaReads(server, token)
    assert.deepEqual([after.answered, after.unasked], [answered, unasked + 1])
  }, 30_000)
})

test('totals and pages of a list are the same from wherever they are read', async () => {
  const [pages, totals] = [await get('/timesheets?limit=50'), await get('/timesheets/totals?sum=netHours')]
  await near.signal('SIGKILL')
  assert.deepEqual(
    [await get('/timesheets?limit=50'), await get('/timesheets/totals?sum=netHours')],
    [pages, totals],
  )
  assert.deepEqual([await stop(server), await stop(remembering)], [0, 0])
})
