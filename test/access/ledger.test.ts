// The access ledger: what keys did by day, and who read a worker, written in batches and kept 400 days.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { notFound } from '../../src/errors/problem.ts'
import { singleAnswer } from '../../src/kernel/operation/answer.ts'
import { operation } from '../../src/kernel/operation/operation.ts'
import { record, text } from '../../src/shape/shape.ts'
import { listKeys, updateKey } from '../../src/store/keys/keys.ts'
import { ledgerOf, readingsOf, sweepLedger, usage } from '../../src/store/keys/ledger.ts'
import { takeClock } from '../support/clock.ts'
import { rivals, worker } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const people = operation({
  method: 'GET',
  path: '/people/{id}',
  name: 'testGetPerson',
  summary: 'A worker, for this test',
  scope: 'read:workers',
  audited: 'worker',
  answers: record({ id: text, name: text }),
  noun: 'worker',
  run: async ({ path }) => {
    if (path.id === 'broken') throw new Error('broken')
    if (path.id === 'missing') throw notFound('worker')
    return singleAnswer({ id: path.id === 'nano-w1' ? 'w1' : path.id, name: 'Ada' })
  },
})

const server = await testServer({ operations: [people], types: recordTypes })
await server.load([...rivals(), { ...worker('w1'), nanoid: 'nano-w1' }])
const { database, ledger } = server
const clock = await takeClock(database, '2026-03-02T23:59:00Z')

const counts = async (keyId: string) =>
  (await usage.rows(database, { key: keyId, days: 400 })).map(
    line => `${line.day} ${line.operation} ${line.outcome} ${line.requests}`,
  )

test('each call is counted by day, operation and outcome, and written in one batch', async () => {
  const secret = await server.key('company', ['c1'], { perMinute: 6 })
  const [key] = await listKeys(database, secret)
  for (const path of ['/people/w1', '/people/w2', '/people/missing', '/nowhere', '/people/broken'])
    await server.get(path, secret)
  await clock.set('2026-03-03T00:00:30Z')
  for (let i = 0; i < 3; i++) await server.get('/people/w1', secret)
  assert.deepEqual(await counts(key!.id), [], 'nothing is written while requests are answered')
  await ledger.flush()
  assert.deepEqual(await counts(key!.id), [
    '2026-03-03  RATE_LIMIT_EXCEEDED 2',
    '2026-03-03 GET /people/{id} 200 1',
    '2026-03-02  NOT_FOUND 1',
    '2026-03-02 GET /people/{id} 200 2',
    '2026-03-02 GET /people/{id} INTERNAL_ERROR 1',
    '2026-03-02 GET /people/{id} NOT_FOUND 1',
  ])
  await updateKey(database, key!, { perMinute: 100 })
  await server.get('/people/w1', secret)
  await ledger.flush()
  assert.ok((await counts(key!.id)).includes('2026-03-03 GET /people/{id} 200 2'), 'later batches add up')
})

test('who read a worker, and when, is found by its id and its nanoid; a 404 is no reading', async () => {
  await clock.set('2026-03-04T10:00:00Z')
  const payroll = await server.key('company', ['c1', 'c2'], { name: 'Payroll' })
  const agency = await server.key('agency', ['a1'], { name: 'Push' })
  await server.get('/people/w9', payroll)
  await clock.set('2026-03-04T10:00:05Z')
  await server.get('/people/w9', agency)
  await server.get('/people/missing', agency)
  await server.get('/people/nano-w1', agency)
  await ledger.flush()
  const [second, first, ...others] = await readingsOf(database, 'worker', 'w9')
  assert.deepEqual(others, [])
  assert.deepEqual(
    [first!.at, first!.keyName, first!.owner, first!.operation],
    ['2026-03-04T10:00:00.000Z', 'Payroll', 'company c1, c2', 'GET /people/{id}'],
  )
  assert.deepEqual([second!.keyName, second!.owner], ['Push', 'agency a1'])
  assert.deepEqual(await readingsOf(database, 'worker', 'missing'), [])
  const [byNanoid] = await readingsOf(database, 'worker', 'nano-w1')
  assert.deepEqual(byNanoid, (await readingsOf(database, 'worker', 'w1'))[0])
  assert.equal(byNanoid!.keyName, 'Push')
})

test('what could not be written is kept and written later, once', async () => {
  const broken = openDatabase(
    { connection: { ...server.connection, database: 'no_such_database' } },
    { connections: 1, applicationName: 'broken' },
  )
  after(() => broken.close())
  let target = broken
  const own = ledgerOf({ ...broken, transaction: (run, mode) => target.transaction(run, mode) })
  const trace = { keyId: 'k', at: '2026-03-04T11:00:00.000Z', operation: 'GET /people/{id}', outcome: '200' }
  own.note({ ...trace, read: { kind: 'worker', id: 'kept' } })
  await assert.rejects(own.flush())
  own.note(trace)
  target = database
  await Promise.all([own.flush(), own.flush()])
  assert.deepEqual(await counts('k'), ['2026-03-04 GET /people/{id} 200 2'])
  assert.equal((await readingsOf(database, 'worker', 'kept')).length, 1)
})

test('it is kept 400 days, and swept then; the gate forgets keys that rest and nothing of those that do not', async () => {
  await clock.set('2026-03-05T10:00:00Z')
  const busy = await server.key('company', ['c1'], { perMinute: 2 })
  await server.get('/people/old', busy)
  await ledger.flush()
  await clock.set('2027-04-09T10:00:00Z')
  await sweepLedger(database, 400)
  assert.equal((await readingsOf(database, 'worker', 'old')).length, 1)
  assert.deepEqual(await database.rows(sql`select * from key_window`), [])
  assert.deepEqual(await database.rows(sql`select * from key_grant`), [])
  await server.get('/people/new', busy)
  await clock.set('2027-04-09T10:00:59Z')
  await sweepLedger(database, 400)
  assert.equal((await server.get('/people/new', busy)).status, 200)
  assert.equal((await server.get('/people/new', busy)).status, 429)
  await clock.set('2027-04-10T10:00:01Z')
  await sweepLedger(database, 400)
  assert.deepEqual(await readingsOf(database, 'worker', 'old'), [])
  const left = await database.rows<{ day: string }>(sql`select distinct day::text from key_day`)
  assert.ok(left.every(({ day }) => day > '2026-03-05'))
})

test('when a key was last used is told across processes and written in batches', async () => {
  const server = await testServer()
  await server.load(rivals())
  const own = await takeClock(server.database, '2027-05-01T10:00:00Z')
  const secret = await server.key('company', ['c1'])
  assert.ok(!('lastUsedAt' in (await server.get('/me', secret)).body.data))
  await own.set('2027-05-01T10:00:10Z')
  assert.equal((await server.get('/me', secret)).body.data.lastUsedAt, '2027-05-01T10:00:00.000Z')
  await server.database.rows(sql`update api_key set last_used_at = '2027-05-01T10:00:30Z'`)
  assert.equal((await server.get('/me', secret)).body.data.lastUsedAt, '2027-05-01T10:00:30.000Z')
})
