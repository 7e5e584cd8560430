// What is kept only for a while goes when its setting says, and nothing goes sooner.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { newStorageKey } from '../../src/files/store.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { runServer } from '../../src/server/serve.ts'
import { sweepsOf } from '../../src/server/upkeep/sweeps.ts'
import { readSettings, SettingError } from '../../src/settings/settings.ts'
import { createOperatorToken } from '../../src/store/operators/tokens.ts'
import { recoverDeliveries } from '../../src/store/webhooks/deliveries.ts'
import { createEndpoint } from '../../src/store/webhooks/endpoints.ts'
import { logger } from '../../src/telemetry/log.ts'
import { erasePerson } from '../../src/workers/erasure.ts'
import { command } from '../support/command.ts'
import { urlOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { testFolder } from '../support/files.ts'
import { findInFolder } from '../support/find-anywhere.ts'
import { lifeOf } from '../support/life.ts'
import { project, requisition, rivals, worker } from '../support/lines.ts'
import { masterLists, newcomer, posted } from '../support/newcomer.ts'
import { run } from '../support/process.ts'
import { testServer } from '../support/server.ts'

const secret = 'the master secret of what is kept'
const server = await testServer({
  operations,
  types: recordTypes,
  files: { secrets: [secret] },
  answersHours: 1,
})
const { database, files, connection } = server
await server.load([...rivals(), ...masterLists(), worker('w8'), worker('w9')])
const c1 = await server.key('company', ['c1'])

type Environment = Record<string, string>

/** The jobs of a server that has these settings, once. */
async function sweep(environment: Environment): Promise<void> {
  const { keep } = readSettings({}, environment)
  for (const { run } of sweepsOf({
    database,
    types: recordTypes,
    files: files.store,
    keep,
    stopped: () => false,
  }))
    await run()
}

/** The first column of what is stored, in order. */
async function all(query: ReturnType<typeof sql>): Promise<string[]> {
  const rows = await database.rows<{ is: string }>(query)
  return rows.map(row => row.is).sort()
}

test('the use of keys and readings of people go after KEEP_LEDGER_DAYS', async () => {
  await database.rows(sql`
    insert into key_tally (key_id, day, operation, outcome, requests)
    select 'kept' || d, (now() at time zone 'UTC')::date - d, 'GET', '200', 1 from unnest(array[4, 5, 6]) d`)
  await database.rows(sql`
    insert into key_day (key_n, day, used)
    select 1000 + d, (now() at time zone 'UTC')::date - d, 1 from unnest(array[4, 5, 6]) d`)
  await database.rows(sql`
    insert into record_read (kind, id, key_id, operation, at)
    select 'worker', 'kept' || d, 'k', 'GET', now() - d * interval '1 day' from unnest(array[4, 6]) d`)
  await sweep({ KEEP_LEDGER_DAYS: '5' })
  const tallies = await all(sql`select key_id as is from key_tally where key_id like 'kept%'`)
  const days = await all(sql`select key_n::text as is from key_day where key_n > 1000`)
  const readings = await all(sql`select id as is from record_read where id like 'kept%'`)
  assert.deepEqual([tallies, days, readings], [['kept4', 'kept5'], ['1004', '1005'], ['kept4']])
  const audit = await command(['audit', 'worker', 'w1'], {
    DATABASE_URL: urlOf(connection),
    MUSTER_SECRET: secret,
    KEEP_LEDGER_DAYS: '5',
  })
  assert.match(audit.stdout, /in the last 5 days/)
})

test('backups go after KEEP_BACKUPS_DAYS but for the last of each kind that succeeded', async () => {
  await database.rows(sql`
    insert into backup_run (kind, file, who, began_at, error)
    select kind, kind || ' ' || d, 'me', now() - d * interval '1 day', case when d = 6 then 'the disk is full' end
    from unnest(array['backup', 'restore']) kind, unnest(array[9, 8, 6, 4]) d where kind = 'backup' or d > 5`)
  await sweep({ KEEP_BACKUPS_DAYS: '5' })
  assert.deepEqual(await all(sql`select file as is from backup_run`), ['backup 4', 'restore 8'])
  await database.rows(sql`delete from backup_run`)
})

test('of each saved mapping KEEP_MAPPING_VERSIONS stay, with the one in use', async () => {
  await database.rows(sql`
    insert into mapping (name, version, text, who)
    select name, v, 'text', 'me' from unnest(array['kept', 'other']) name, generate_series(1, 5) v
    where name = 'kept' or v < 3`)
  await sweep({ KEEP_MAPPING_VERSIONS: '2' })
  assert.deepEqual(await all(sql`select name || ' ' || version as is from mapping`), [
    'kept 4',
    'kept 5',
    'other 1',
    'other 2',
  ])
  await sweep({ KEEP_MAPPING_VERSIONS: '1' })
  assert.deepEqual(await all(sql`select name || ' ' || version as is from mapping`), ['kept 5', 'other 2'])
  await database.rows(sql`delete from mapping`)
})

test('loads go after KEEP_LOADS_DAYS, but for the last of an expected job that succeeded', async () => {
  await database.rows(sql`
    insert into load (id, source, who, name, dry_run, options, state, job, began_at, beat_at)
    select job || d, 'command', 'me', null, false, '{}', case when d = 6 then 'failed' else 'done' end, job,
      now() - d * interval '1 day', now() - d * interval '1 day'
    from unnest(array['monthly', 'once']) job, unnest(array[6, 8, 9]) d`)
  await database.rows(
    sql`insert into expected_job (name, every_minutes, who) values ('monthly', 43200, 'me')`,
  )
  await sweep({ KEEP_LOADS_DAYS: '5' })
  assert.deepEqual(await all(sql`select id as is from load where job is not null`), ['monthly8'])
  await database.rows(sql`delete from load where job is not null`)
  await database.rows(sql`delete from expected_job`)
})

test('an Idempotency-Key gives its answer as long as KEEP_ANSWERS_HOURS, and is not kept longer', async () => {
  const key = await server.key('agency', ['a1'])
  const post = (body: object, called: string) =>
    server.get('/workers', key, posted(body, { 'Idempotency-Key': called }))
  const age = (called: string, minutes: number) =>
    database.rows(
      sql`update idempotency set at = now() - ${minutes} * interval '1 minute' where name = ${called}`,
    )
  const [one, other] = [newcomer(1), newcomer(2)]
  for (const [body, called] of [
    [one, 'young'],
    [other, 'old'],
  ] as const)
    assert.equal((await post(body, called)).status, 200)
  await age('young', 50)
  await age('old', 70)
  assert.equal((await post(one, 'young')).headers.get('idempotency-replayed'), 'true')
  assert.match((await post(other, 'young')).body.error.message, /within an hour/)
  assert.equal((await post(other, 'old')).status, 409)
  await sweep({ KEEP_ANSWERS_HOURS: '1' })
  assert.deepEqual(await all(sql`select name as is from idempotency`), ['young'])
  await database.rows(sql`delete from match_attempt`)
})

test('attempts that nobody decides are forgotten after KEEP_OPEN_MATCHES_DAYS', async () => {
  await database.rows(sql`
    insert into match_attempt (id, agency_id, key_id, fingerprint, state, sealed, files, last_at)
    select 'open' || d, 'a1', 'k', 'f' || d, 'open', 'sealed', '{}', now() - d * interval '1 day'
    from unnest(array[6, 8]) d`)
  await sweep({ KEEP_OPEN_MATCHES_DAYS: '7' })
  const states = await all(
    sql`select id || ' ' || state || ' ' || coalesce(length(sealed), 0) as is from match_attempt`,
  )
  assert.deepEqual(states, ['open6 open 6', 'open8 expired 0'])
  await database.rows(sql`delete from match_attempt`)
})

test('decided matches go after KEEP_DECIDED_MATCHES_DAYS, and their decisions stay without notes', async () => {
  await database.rows(sql`
    insert into match_attempt (id, agency_id, key_id, fingerprint, state, files, created_at, last_at)
    select 'decided' || d, 'a1', 'k', 'f', 'dismissed', '{}', now() - interval '30 days', now() - interval '30 days'
    from unnest(array[6, 8]) d`)
  await database.rows(sql`
    insert into match_decision (attempt_id, agency_id, decision, decided_by, note, at)
    select 'decided' || d, 'a1', 'dismiss', 'me', 'why', now() - d * interval '1 day' from unnest(array[6, 8]) d`)
  await database.rows(sql`
    insert into match_attempt (id, one, other, one_print, other_print, state, files, last_at)
    select id, one, other, 'p', 'p', state, '{}', now() - d * interval '1 day' from (values
      ('apart', 'w8', 'w9', 'different', 8), ('halved', 'w8', 'wgone', 'open', 8), ('fresh', 'w9', 'wgone', 'open', 6)
    ) v(id, one, other, state, d)`)
  await sweep({ KEEP_DECIDED_MATCHES_DAYS: '7' })
  const left = await all(sql`select id || ' ' || state as is from match_attempt`)
  assert.deepEqual(left, ['apart different', 'decided6 dismissed', 'fresh closed'])
  const decisions = await all(sql`
    select concat_ws(' ', attempt_id, decision, decided_by, note) as is from match_decision
    where attempt_id like 'decided%'`)
  assert.deepEqual(decisions, ['decided6 dismiss me why', 'decided8 dismiss me'])
})

test('a cursor older than KEEP_FEEDS_DAYS is told to read again, and a younger one goes on', async () => {
  const cursor = async () => (await server.get('/changes?after=now', c1)).body.meta.next
  const old = await cursor()
  await server.load([project('early', 'c1')])
  const young = await cursor()
  await server.load([project('late', 'c1')])
  const read = async (after: string) => {
    const { status, body } = await server.get(`/changes?after=${after}`, c1)
    return status === 200 ? body.data.map(({ id }: { id: string }) => id) : body.error.code
  }
  await database.rows(sql`update change set at = now() - interval '6 days'`)
  await database.rows(sql`
    update change set at = now() - interval '8 days' where seq < (select min(seq) from change where id = 'late')`)
  assert.notEqual(await read(old), 'RESYNC_REQUIRED')
  await sweep({ KEEP_FEEDS_DAYS: '7' })
  assert.equal(await read(old), 'RESYNC_REQUIRED')
  assert.ok((await read(young)).includes('late'))
})

test('attempts to deliver go after KEEP_DELIVERY_ATTEMPTS_DAYS, and nothing is sent twice for that', async () => {
  const endpoint = { kind: 'company' as const, owners: ['c1'], types: ['*'], projects: [] }
  await createEndpoint(
    database,
    { ...endpoint, id: 'hook', url: 'https://receiver.example/hook' },
    Buffer.from('sealed'),
    [],
  )
  for (const status of ['approved', 'filled'])
    await server.load([requisition('r1', { company: 'c1', project: 'p1' }, { status })])
  const [row] = await database.rows<{ n: string }>(
    sql`update delivery set state = 'delivered' where endpoint_id = 'hook' returning n`,
  )
  await database.rows(sql`
    insert into attempt (delivery_n, n, at, duration_ms, status, answer)
    select ${row!.n}::bigint, d, now() - d * interval '1 day', 5, 200, 'thanks' from unnest(array[1, 3]) d`)
  await sweep({ KEEP_DELIVERY_ATTEMPTS_DAYS: '2' })
  assert.deepEqual(await all(sql`select n::text as is from attempt`), ['1'])
  const recovered = await recoverDeliveries(database, 'hook', new Date(0))
  assert.deepEqual(recovered, { again: 0, missed: 0 })
})

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
async function keys(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of files.store.list()) found.push(key)
  return found.sort()
}

test('content stays KEEP_FILES_HOURS after the last record that named it, and its row goes at once', async () => {
  const life = lifeOf(1, true)
  await server.load(life.lines)
  const before = await keys()
  assert.ok(before.length > 0)
  await server.load([{ type: 'worker', id: life.id, deleted: true }], { keepFilesHours: 48 })
  const due = sql`select storage_key as is from file_left where due > now() + interval '47 hours'`
  const kept = await all(due)
  assert.ok(kept.length > 0)
  assert.deepEqual(await all(sql`select id as is from file where storage_key = any(${kept}::text[])`), [])
  await sweep({ KEEP_FILES_HOURS: '48' })
  await sweepFiles(database, files.store, hours(47))
  assert.deepEqual(await keys(), before)
  const leftByCrash = newStorageKey()
  await database.rows(sql`
    insert into file (id, file_name, content_type, size, sha256, storage_key, created_at, unnamed_since)
    values ('left', 'left.pdf', 'application/pdf', 1, '', ${leftByCrash}, now(), now())`)
  await sweep({ KEEP_FILES_HOURS: '48' })
  assert.ok((await all(due)).includes(leftByCrash))
  await database.rows(sql`update file_left set due = now() - interval '1 second'`)
  await sweep({ KEEP_FILES_HOURS: '48' })
  assert.deepEqual(
    await keys(),
    before.filter(key => !kept.includes(key)),
  )
})

test('the content of somebody who is erased goes at once, though a server that keeps content is faster', async () => {
  const life = lifeOf(2)
  await server.load(life.lines)
  assert.ok((await findInFolder(files.content, life.words)).length > 0)
  const raced: typeof database = {
    ...database,
    transaction: async (run, mode) => {
      const result = await database.transaction(run, mode)
      await sweep({ KEEP_FILES_HOURS: '48' })
      return result
    },
  }
  await erasePerson(
    { database: raced, types: recordTypes, store: files.store, secrets: files.secrets },
    life.id,
    { by: 'tests' },
  )
  assert.deepEqual(await findInFolder(files.content, life.words), [])
})

test('a server whose clock is years ahead takes nothing for old that was just written', async t => {
  const key = newStorageKey()
  await files.store.put(key, Buffer.from('not committed yet'))
  const { next } = (await server.get('/changes?after=now', c1)).body.meta
  await server.load([project('just-written', 'c1')])
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 1_000 * 86_400_000 })
  await sweep({})
  t.mock.timers.reset()
  const { status, body } = await server.get(`/changes?after=${next}`, c1)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.data[0].id, 'just-written')
  const stored: string[] = []
  for await (const one of files.store.list()) stored.push(one.key)
  assert.ok(stored.includes(key), 'content that a load is about to name')
})

test('a server and the command line keep what their settings say', async () => {
  const environment = {
    DATABASE_URL: urlOf(connection),
    MUSTER_SECRET: secret,
    MUSTER_DATA: await testFolder(),
    PORT: '0',
    KEEP_ANSWERS_HOURS: '3',
    KEEP_FILES_HOURS: '48',
  }
  await database.rows(sql`
    insert into idempotency (key_id, name, fingerprint, answer, at)
    select 'k', 'kept' || h, 'f', '{}', now() - h * interval '1 hour' from unnest(array[2, 4]) h`)
  await database.rows(sql`
    insert into request (at, request_id, key_id, surface, method, operation, status, ms)
    select now() - interval '3 hours', 'r' || n, 'k', 'http', 'GET', '/me', 200, 1 from generate_series(1, 7) n`)
  const { secret: token } = await createOperatorToken(database, 'tests', 'owner')
  const running = await runServer(readSettings({}, environment), logger('silent'), () => {})
  const keptFor48Hours = async (number: number, load: (lines: string) => Promise<unknown>) => {
    const life = lifeOf(number, true)
    for (const lines of [life.lines, [{ type: 'worker', id: life.id, deleted: true }]])
      await load(lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    const kept = await all(sql`
      delete from file_left where due between now() + interval '47 hours' and now() + interval '48 hours'
      returning storage_key as is`)
    assert.ok(kept.length > 0)
  }
  await keptFor48Hours(4, body =>
    fetch(`${running.operatorUrl}/operator/loads`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' },
      body,
    }),
  )
  // Hours that are over are counted, for those who look at a week of requests.
  await eventually('an hour is counted', async () => {
    const rows = await all(sql`select counted as is from request_hour where key_id = 'k'`)
    return rows[0] === '[[200, null, 0, 7, null]]'
  })
  await running.stop()
  assert.deepEqual(await all(sql`select name as is from idempotency where name like 'kept%'`), ['kept2'])
  await keptFor48Hours(5, input => command(['load', '-'], environment, input))
})

test('a number that makes no sense stops the start and is told by its name', async () => {
  const wrong: [Environment, RegExp][] = [
    ...[
      'KEEP_OPEN_MATCHES_DAYS',
      'KEEP_DECIDED_MATCHES_DAYS',
      'KEEP_ANSWERS_HOURS',
      'KEEP_LEDGER_DAYS',
      'KEEP_REQUESTS_DAYS',
      'KEEP_REQUESTS_MOST',
      'KEEP_LOADS_DAYS',
      'KEEP_BACKUPS_DAYS',
      'KEEP_MAPPING_VERSIONS',
      'KEEP_FEEDS_DAYS',
      'KEEP_DELIVERY_ATTEMPTS_DAYS',
    ].map((name): [Environment, RegExp] => [{ [name]: '0' }, new RegExp(`^${name}=0: .* at least [15]$`)]),
    [{ KEEP_FEEDS_DAYS: '4' }, /^KEEP_FEEDS_DAYS=4: .* at least 5$/],
    [{ KEEP_FILES_HOURS: '-1' }, /^KEEP_FILES_HOURS=-1: /],
    [{ KEEP_LEDGER_DAYS: 'a year' }, /^KEEP_LEDGER_DAYS=a year: /],
    [{ KEEP_LEDGER_DAYS: '' }, /^KEEP_LEDGER_DAYS=: /],
    [{ KEEP_FEEDS_DAYS: '36501' }, /^KEEP_FEEDS_DAYS=36501: must be at most 36500$/],
    [
      { KEEP_FEEDS_DAYS: '7', KEEP_DELIVERY_ATTEMPTS_DAYS: '8' },
      /^KEEP_DELIVERY_ATTEMPTS_DAYS=8: must be at most KEEP_FEEDS_DAYS, which is 7$/,
    ],
  ]
  for (const [environment, message] of wrong)
    assert.throws(
      () => readSettings({}, environment),
      error => error instanceof SettingError && message.test(error.message),
      JSON.stringify(environment),
    )
  assert.equal(readSettings({}, { KEEP_FEEDS_DAYS: '7' }).keep.deliveryAttemptsDays, 7)
  const { code, stderr } = await run(['up', '--data', await testFolder()], { KEEP_LEDGER_DAYS: '0' })
  assert.deepEqual([code, /KEEP_LEDGER_DAYS=0/.test(stderr)], [2, true])
})
