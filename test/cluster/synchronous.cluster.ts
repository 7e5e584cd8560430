// A synchronous standby makes the primary show a commit later than other replicas do: nobody is shown what the next answer
// would take back. And how many reads the primary answers in place of replicas while records are written.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { load } from '../../src/load/load.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { createOperatorToken } from '../../src/store/operators/tokens.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { waitForReaders } from '../../src/store/scrub/rewriting.ts'
import { readExport } from '../support/exports.ts'
import { project, rivals } from '../support/lines.ts'
import { dataFolder, stop, type Up, up } from '../support/process.ts'
import { ndjson } from '../support/server.ts'
import { primaryNode, standbyOf, until } from './nodes.ts'
import { type Counted, replicaReads } from './replica-reads.ts'

const primary = await primaryNode()
const database = openDatabase({ url: primary.url() }, { connections: 2, applicationName: 'muster tests' })
after(() => database.close())
await prepareDatabase(database, recordTypes)
await load(database, recordTypes, ndjson([...rivals(), project('p9', 'c2')]))
const feedback = { hot_standby_feedback: 'on' }
const free = await standbyOf(primary, { ...feedback, cluster_name: 'free' })
const waitedFor = await standbyOf(primary, { ...feedback, cluster_name: 'waited_for' })

const keyOf = async (owner: string) => {
  const limits = { perMinute: 1_000_000, perDay: 10_000_000 }
  const scopes = ['read:projects', 'read:timesheets'] as const
  return (
    await createKey(database, {
      kind: 'company',
      owners: [owner],
      name: owner,
      scopes: [...scopes],
      ...limits,
    })
  ).secret
}
const keys = { c1: await keyOf('c1'), c2: await keyOf('c2') }
const { secret: token } = await createOperatorToken(database, 'tests', 'owner')

const serverOver = async (...replicas: (typeof primary)[]) => {
  const server = await up(await dataFolder(), [], {
    DATABASE_URL: primary.url(),
    DATABASE_REPLICA_URLS: replicas.map(node => node.url()).join(' '),
    MUSTER_SECRET: 's'.repeat(32),
    LOG_LEVEL: 'error',
    // What is remembered is read from nowhere.
    ANSWER_MEMORY_MB: '0',
  })
  after(() => stop(server))
  await until(async () => {
    await get(server, '/projects/p1')
    assert.ok((await replicaReads(server, token)).answered > 0)
  }, 30_000)
  return server
}

const get = async (server: Up, path: string, key = keys.c1) => {
  const response = await fetch(`${server.baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` } })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return JSON.parse(text)
}

let renamed = 0
const rename = (name: string) => {
  // Each later than the one before, however fast they come.
  const updatedAt = new Date(Date.now() + renamed++).toISOString()
  return load(database, recordTypes, ndjson([project('p1', 'c1', { name, updatedAt })]))
}

/** The primary waits until this standby shows a commit, before it does. */
const waitingFor = async (name: string, howLong = 'remote_apply') => {
  await primary.sql(`alter system set synchronous_standby_names = '${name}'`)
  await primary.sql(`alter system set synchronous_commit = '${howLong}'`)
  await primary.sql('select pg_reload_conf()')
  await until(async () => {
    assert.equal(await primary.sql('show synchronous_standby_names'), name)
    if (name !== '')
      assert.equal(
        await primary.sql(`select sync_state from pg_stat_replication where application_name = '${name}'`),
        'sync',
      )
  }, 20_000)
}

test('a commit that a replica shows before the primary does is shown to nobody, in pages, records and exports', async () => {
  await rename('as it was')
  await waitingFor('waited_for')
  const server = await serverOver(free, waitedFor)
  const before = await replicaReads(server, token)
  await waitedFor.sql('select pg_wal_replay_pause()')
  const writing = rename('as it will be')
  await until(
    async () =>
      assert.match(
        await free.sql("select t::text from muster.project_text t where id = 'p1'"),
        /as it will be/,
      ),
    20_000,
  )
  for (let round = 0; round < 20; round++) {
    const { data } = await get(server, '/projects/p1')
    assert.equal(data.name, 'as it was')
    const page = await get(server, '/projects?limit=50')
    assert.equal(page.data.find(({ id }: { id: string }) => id === 'p1').name, 'as it was')
  }
  const { text } = await readExport(new URL(server.baseUrl).origin, '/projects?format=ndjson', keys.c1)
  const lines = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.equal(lines.find(({ id }) => id === 'p1').name, 'as it was')
  assert.deepEqual((await get(server, `/changes?after=${lines.at(-1).next}`)).data, [])
  assert.ok(
    (await replicaReads(server, token)).ahead > before.ahead,
    'the replica that is ahead was never asked',
  )

  await waitedFor.sql('select pg_wal_replay_resume()')
  await writing
  assert.equal((await get(server, '/projects/p1')).data.name, 'as it will be')
  const { data } = await get(server, `/changes?after=${lines.at(-1).next}`)
  assert.ok(data.some(({ id }: { id: string }) => id === 'p1'))
  await waitingFor('')
  assert.equal(await stop(server), 0)
})

const outcomes = ['answered', 'behind', 'ahead', 'failed', 'unasked'] as const
const measuredMs = 5_000

/** Reads by eight clients while one loads a record of c1 again and again, as fast as that goes. */
async function measured(
  server: Up,
  key: string,
  path: string,
): Promise<{ counted: Counted; writes: number }> {
  const before = await replicaReads(server, token)
  const endsMs = performance.now() + measuredMs
  let writes = 0
  const write = async () => {
    while (performance.now() < endsMs) {
      await rename(`version ${writes + 1}`)
      writes++
    }
  }
  const read = async () => {
    while (performance.now() < endsMs) {
      const least = writes
      const { data } = await get(server, path, key)
      const version = Number(data.name.split(' ')[1])
      if (data.id === 'p1' && version < least) assert.fail(`version ${version} after ${least} was written`)
    }
  }
  await rename('version 0')
  await Promise.all([write(), ...Array.from({ length: 8 }, read)])
  const after = await replicaReads(server, token)
  const counted = Object.fromEntries(outcomes.map(one => [one, after[one] - before[one]])) as Counted
  return { counted, writes: (writes * 1000) / measuredMs }
}

test('while one owner’s records are written without a pause, replicas still answer most of what others read', async t => {
  const server = await serverOver(free)
  for (const [name, howLong] of [
    ['', 'on'],
    ['free', 'on'],
    ['free', 'remote_apply'],
  ] as const) {
    await waitingFor(name, howLong)
    const about =
      name === '' ? 'a replica nobody waits for' : `a synchronous standby, synchronous_commit = ${howLong}`
    for (const [whose, key, path] of [
      ['that owner', keys.c1, '/projects/p1'],
      ['another owner', keys.c2, '/projects/p9'],
    ] as const) {
      const { counted, writes } = await measured(server, key, path)
      const all = outcomes.reduce((sum, one) => sum + counted[one], 0)
      const share = (one: keyof Counted) => `${((100 * counted[one]) / all).toFixed(1)} % ${one}`
      t.diagnostic(
        `${about}; ${writes.toFixed(0)} writes/s, ${(all / (measuredMs / 1000)).toFixed(0)} reads/s of ${whose}: ${outcomes.map(share).join(', ')}`,
      )
      assert.ok(counted.answered > 0, 'no replica answered')
      if (whose === 'another owner') assert.ok(counted.answered > all / 2, JSON.stringify(counted))
    }
  }
  await waitingFor('')
  assert.equal(await stop(server), 0)
})

test('a scrub waits for rows that a replica has its primary keep, and not for a replica that nobody reads', async () => {
  await free.sql("alter system set wal_receiver_status_interval = '1s'")
  await free.sql('select pg_reload_conf()')
  const opened = (url: string) => openDatabase({ url }, { connections: 1, applicationName: 'muster tests' })
  const [reader, superuser] = [opened(free.url()), opened(primary.superuserUrl())]
  const session = await superuser.session()
  const waiting = (withinMs: number) => waitForReaders(session, { withinMs, stopped: () => false })
  await reader.transaction(async tx => {
    await tx.rows(sql`select count(*) from setting`)
    await rename('while it is read')
    for (const until = Date.now() + 4_000; Date.now() < until; )
      await assert.rejects(waiting(-1), /rows from before are still being used by .*free/)
  }, 'read')
  await rename('when it was read')
  await waiting(30_000)
  await session.release()
  await Promise.all([reader.close(), superuser.close()])
})
