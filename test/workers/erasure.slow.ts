// A person can be forgotten: what is theirs goes everywhere, what others are paid by stays, and no load brings it back.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import { backup } from '../../src/store/backup/backup.ts'
import { createEndpoint } from '../../src/store/webhooks/endpoints.ts'
import { erasePerson } from '../../src/workers/erasure.ts'
import { findInBytes, findInFolder, findInTables } from '../support/find-anywhere.ts'
import { type Life, lifeOf } from '../support/life.ts'
import { rivals, worker } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { masterLists, newcomer, paper, pdf, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const secret = 'the master secret of those who are erased'
const server = await testServer({ operations, types: recordTypes, files: { secrets: [secret] } })
const { database, files } = server
await server.load([...rivals(), ...masterLists()])
const [companyKey, agencyKey, rivalKey] = [
  await server.key('company', ['c1']),
  await server.key('agency', ['a1']),
  await server.key('agency', ['a2']),
]
const erasing = { database, types: recordTypes, store: files.store, secrets: files.secrets }
const seal = sealOf(files.secrets)

async function loaded(life: Life): Promise<void> {
  const rejected: unknown[] = []
  await server.load(life.lines, { onRejection: ({ text: _, ...one }) => void rejected.push(one) })
  assert.deepEqual(rejected, [])
}

const hashesOf = ({ numbers }: Life) => [
  ...seal.hashes(`ni:${numbers.nationalIns.slice(0, 8)}`),
  ...[numbers.passport, numbers.shareCode].flatMap(number => seal.hashes(`travel:${number}`)),
]

async function expectForgotten(life: Life): Promise<void> {
  const words = [...life.words, ...hashesOf(life)]
  assert.deepEqual(await findInTables(database, words), [])
  assert.deepEqual(await findInFolder(files.content, words), [])
}

const told = async (secret: string, after: string) => {
  const { body } = await server.get(`/changes?after=${after}&limit=200`, secret)
  return new Set(
    body.data.map(
      (one: { type: string; id: string; change: string }) => `${one.type} ${one.id} ${one.change}`,
    ),
  )
}
const cursor = async (secret: string) => (await server.get('/changes?after=now', secret)).body.meta.next

test('where records need the worker, what is left of it says nothing of the person', async () => {
  const life = lifeOf(1)
  await loaded(life)
  assert.ok((await findInTables(database, life.words)).length > 20)
  assert.ok((await findInFolder(files.content, life.words)).length > 0)
  await server.get(`/workers/${life.id}`, companyKey)
  await server.ledger.flush()
  const [company, agency] = [await cursor(companyKey), await cursor(agencyKey)]
  const dry = await erasePerson(erasing, life.id, { by: 'tests', dryRun: true })
  assert.deepEqual(
    [dry.outcome, dry.records, dry.files, dry.checks],
    ['emptied', { requisition: 1, assignment: 1, timesheet: 1, expense: 1 }, 6, 1],
  )
  assert.ok((await findInTables(database, life.words)).length > 20, 'a dry run changes nothing')
  const report = await erasePerson(erasing, life.id, { by: 'tests' })
  assert.deepEqual({ ...report, dryRun: true }, dry)
  await expectForgotten(life)
  const { body } = await server.get(`/workers/${life.id}`, companyKey)
  assert.deepEqual(
    [body.data.name, body.data.reference, body.data.dob, body.data.attachments],
    ['Erased worker', 'WK-91', undefined, []],
  )
  const sheet = (await server.get(`/timesheets/t-${life.id}?includeTimelogs=true`, companyKey)).body.data
  assert.deepEqual(
    [sheet.worker.name, sheet.netHours, sheet.timelogs[0].hours.total],
    ['Erased worker', 40, 8],
  )
  assert.equal(sheet.approvalRequestedBy.name, 'Erased worker')
  const { agencies } = (await server.get(`/requisitions/r-${life.id}`, companyKey)).body.data
  assert.deepEqual(
    agencies[0].submissions.map((one: { worker: { name: string } }) => one.worker.name),
    ['Erased worker', 'Ada w1'],
  )
  const ids = [
    `worker ${life.id}`,
    `timesheet t-${life.id}`,
    `assignment as-${life.id}`,
    `expense e-${life.id}`,
  ]
  for (const heard of [await told(companyKey, company), await told(agencyKey, agency)])
    for (const id of ids) assert.ok(heard.has(`${id} upserted`), `${id} in ${[...heard]}`)
})

test('no later load brings a person back, and what it says of others stays as it is', async () => {
  const life = lifeOf(1)
  const rejected: string[] = []
  const report = await server.load(life.lines, { onRejection: ({ reason }) => void rejected.push(reason) })
  const kinds = rejected.map(reason => /^this (\w+) was erased with a person on \d{4}-/.exec(reason)?.[1])
  assert.deepEqual([...new Set(kinds)].sort(), ['file', 'rightToWorkCheck', 'worker'])
  assert.deepEqual([report.counts.updated, report.counts.unchanged], [0, 4])
  await erasePerson(erasing, life.id, { by: 'tests' })
  await expectForgotten(life)
})

test('where nothing needs the record it goes whole, and stays away', async () => {
  const life = lifeOf(2, true)
  await loaded(life)
  const after = await cursor(agencyKey)
  const report = await erasePerson(erasing, life.id, { by: 'tests' })
  assert.equal(report.outcome, 'deleted')
  assert.equal((await server.get(`/workers/${life.id}`, agencyKey)).status, 404)
  assert.ok((await told(agencyKey, after)).has(`worker ${life.id} deleted`))
  await expectForgotten(life)
  const rejected: string[] = []
  await server.load(life.lines, { onRejection: ({ reason }) => void rejected.push(reason) })
  assert.equal(rejected.length, 5)
  const again = await erasePerson(erasing, life.id, { by: 'tests' })
  assert.equal(again.outcome, 'erased before')
  await assert.rejects(erasePerson(erasing, 'nobody', { by: 'tests' }), /There is no worker nobody/)
})

test('who came by POST is forgotten with the stored answer, the attempts of others and their files', async () => {
  const passport = (documentNumber: string) => paper('passport', { documentNumber, expiration: '2031-01-01' })
  const body = newcomer(41, { rightToWork: [passport('771234567')] })
  const {
    body: created,
    status,
    text,
  } = await server.get('/workers', agencyKey, posted(body, { 'Idempotency-Key': 'once' }))
  assert.equal(status, 200, text)
  const same = { ...body, agencyId: 'other-41', email: 'second41@people.example' }
  assert.equal((await server.get('/workers', rivalKey, posted(same))).status, 409)
  const words = [body.firstName, body.lastName, body.email, body.nationalIns, '771234567', 'page-0.pdf'].map(
    String,
  )
  assert.ok((await findInTables(database, words)).length > 0)
  const report = await erasePerson(erasing, created.data.id, { by: 'tests' })
  assert.deepEqual([report.outcome, report.attempts, report.answers], ['deleted', 1, 1])
  assert.deepEqual(await findInTables(database, words), [])
  assert.deepEqual(await findInFolder(files.content, words), [])
  assert.equal((await database.rows(sql`select 1 from match_attempt`)).length, 0)
  const repeated = await server.get('/workers', agencyKey, posted(body, { 'Idempotency-Key': 'once' }))
  assert.deepEqual([repeated.status, repeated.body.error.code], [410, 'WORKER_ERASED'])
  assert.equal(
    (await server.get('/workers', rivalKey, posted(same))).status,
    200,
    'whoever comes again is new',
  )
})

test('who was sent before the worker came, and was taken for another, is forgotten with it', async () => {
  const scan = { fileName: 'cv.pdf', content: pdf('of forty-three') }
  const body = newcomer(43, { attachments: [paper('cv', { files: [scan] })] })
  const { firstName, lastName, dob, email, nationalIns } = body
  const holder = (id: string, more: Record<string, unknown>) => ({
    ...worker(id, more),
    facts: { nationalIns },
  })
  await server.load([holder('taken-for', {})])
  assert.equal((await server.get('/workers', rivalKey, posted(body))).status, 409)
  const name = `${firstName} ${lastName}`
  await server.load([holder('came-later', { firstName, lastName, name, dob, email })])
  const report = await erasePerson(erasing, 'came-later', { by: 'tests' })
  assert.deepEqual([report.outcome, report.attempts, report.files], ['deleted', 1, 1])
  assert.deepEqual(await findInFolder(files.content, ['of forty-three']), [])
  assert.equal((await database.rows(sql`select 1 from match_attempt`)).length, 0)
  await erasePerson(erasing, 'taken-for', { by: 'tests' })
})

test('webhooks tell it to those who may still see what is left, and what receivers answered goes', async () => {
  const life = lifeOf(3)
  const endpoint = { id: 'whe_1', kind: 'company', owners: ['c1'], types: ['*'], projects: [] } as const
  await createEndpoint(
    database,
    { ...endpoint, url: 'https://receiver.example/hook' },
    Buffer.from('sealed'),
    [],
  )
  await loaded(life)
  const [row] = await database.rows<{ n: string }>(sql`
    insert into delivery (endpoint_id, event_seq, state, next_at)
    select w.id, e.seq, 'delivered', now() from endpoint w, event e where e.object_id = ${`r-${life.id}`}
    on conflict (endpoint_id, event_seq) do update set state = 'delivered' returning n`)
  await database.rows(sql`
    insert into attempt (delivery_n, n, at, duration_ms, status, answer)
    values (${row!.n}::bigint, 1, now(), 5, 200, ${`thanks for ${life.words[0]}`})`)
  await erasePerson(erasing, life.id, { by: 'tests' })
  await expectForgotten(life)
  const events = await database.rows<{ owner: string }>(sql`
    select o.owner from event e join event_owner o using (seq) where e.type = 'worker_erased' and e.object_id = ${life.id}
    order by 1`)
  assert.deepEqual(
    events.map(({ owner }) => owner),
    ['a:a1', 'c:c1'],
  )
  const sent = await database.rows(sql`
    select 1 from delivery d join event e on e.seq = d.event_seq where e.type = 'worker_erased'`)
  assert.equal(sent.length, 1)
})

test('nobody else loses a word, and a backup made afterwards has none of theirs', async () => {
  const [one, other] = [lifeOf(5), lifeOf(6)]
  await loaded(one)
  await loaded(other)
  const before = await findInTables(database, other.words)
  await erasePerson(erasing, one.id, { by: 'tests' })
  await expectForgotten(one)
  assert.deepEqual(await findInTables(database, other.words), before)
  const chunks: Buffer[] = []
  const to = new Writable({
    write: (chunk, _, done) => {
      chunks.push(chunk)
      done()
    },
  })
  await backup(database, files.content, to, () => {})
  const bytes = Buffer.concat(chunks)
  const text = bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b])) ? gunzipSync(bytes) : bytes
  assert.ok(findInBytes(text, other.words, 'the backup').length > 0)
  assert.deepEqual(findInBytes(text, [...one.words, ...hashesOf(one)], 'the backup'), [])
  for (const request of server.seen)
    assert.deepEqual(findInBytes(Buffer.from(JSON.stringify(request)), one.words, 'a log line'), [])
})

test('once nothing needs it any more, erasing again takes the rest', async () => {
  const life = lifeOf(7)
  await loaded(life)
  await erasePerson(erasing, life.id, { by: 'tests' })
  await server.load(
    [`e-${life.id}`, `t-${life.id}`, `as-${life.id}`, `r-${life.id}`].map((id, index) => ({
      type: ['expense', 'timesheet', 'assignment', 'requisition'][index],
      id,
      deleted: true,
    })),
  )
  await erasePerson(erasing, life.id, { by: 'tests' })
  assert.equal((await server.get(`/workers/${life.id}`, agencyKey)).status, 404)
})

/** Each step takes a second or two; `npm run test:long` tries every one. */
const stride = Number(process.env.MUSTER_KILL_STRIDE ?? 100)

test('an erasure that is killed at any step is whole when it is repeated', async () => {
  const path = fileURLToPath(new URL('./killed-erasure.ts', import.meta.url))
  const env = {
    ...process.env,
    CONNECTION: JSON.stringify(server.connection),
    CONTENT: files.content,
    SECRET: secret,
  }
  for (const free of isLong ? [false, true] : [false]) {
    const seen = new Set<string>()
    for (let step = 1; !seen.has('ended'); step += stride) {
      const life = lifeOf((free ? 3000 : 1000) + step, free)
      await loaded(life)
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path], {
        env: { ...env, WORKER: life.id, STEP: String(step) },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const [code, signal] = await once(child, 'exit')
      assert.equal(signal ?? code, signal ? 'SIGKILL' : 0)
      const isLeft = (await findInTables(database, life.words)).length > 0
      seen.add(signal === null ? 'ended' : isLeft ? 'killed early' : 'killed late')
      await erasePerson(erasing, life.id, { by: 'tests' })
      await expectForgotten(life)
    }
    assert.ok(seen.has('killed early'))
  }
})
