// Where erasing a person meets loads, copies, exports and other people.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfSaying } from '../../demo/files.ts'
import { createMuster } from '../../sdk/index.ts'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { sealOf, secretFingerprints } from '../../src/encryption/sealing.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { recordErasures } from '../../src/store/people/erasures.ts'
import { lockWorker } from '../../src/store/people/person-rows.ts'
import { runMigrations } from '../../src/store/schema/migrate.ts'
import { noteSealedWith } from '../../src/store/writing/sealed-with.ts'
import { erasePerson } from '../../src/workers/erasure.ts'
import { exportPerson } from '../../src/workers/person-export.ts'
import { command } from '../support/command.ts'
import { urlOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { findInFolder, findInTables } from '../support/find-anywhere.ts'
import {
  answer,
  assignment,
  requisition,
  response,
  rivals,
  submission,
  timesheet,
  worker,
} from '../support/lines.ts'
import { masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const { database, files } = server
await server.load([...rivals(), ...masterLists()])
const erasing = { database, types: recordTypes, store: files.store, secrets: files.secrets }
const erase = (id: string) => erasePerson(erasing, id, { by: 'tests' })
const of = (id: string) => ({ company: 'c1', project: 'p1', agency: 'a1', worker: id })
const found = async (word: string) => (await findInTables(database, [word])).length
const onDisk = async (word: string) => (await findInFolder(files.content, [word])).length

async function loaded(...lines: object[]): Promise<string[]> {
  const rejected: string[] = []
  await server.load(lines, { onRejection: ({ reason }) => void rejected.push(reason) })
  return rejected
}

const scan = (id: string, words: string) => ({
  type: 'file',
  id,
  fileName: 'scan.pdf',
  contentType: 'application/pdf',
  base64: pdfSaying(words).toString('base64'),
})
const document = (id: string, file: string) => ({
  id,
  type: 'attachment',
  documentType: 'Course',
  createdAt: '2026-03-01',
  files: [{ fileName: 'scan.pdf', url: `file:${file}` }],
})

test('whatever a line says of an erased worker, it stays empty, in a copy too', async () => {
  const line = worker('flagged', { email: 'backxq@people.example' })
  assert.deepEqual(await loaded({ ...line, facts: { erased: true } }, timesheet('tf', of('flagged'))), [])
  assert.equal(await found('backxq'), 0)
  assert.match((await loaded(line))[0]!, /was erased with a person/)
  assert.match((await loaded({ ...line, patch: true }))[0]!, /was erased with a person/)
  const scanned = { ...scan('flagged-scan', 'backxq'), fileName: 'backxq.pdf' }
  await database.transaction(tx =>
    recordErasures(tx, [{ type: 'file', id: 'flagged-scan', whole: true, by: 'tests' }]),
  )
  const kept: string[] = []
  await server.load([line, { ...line, patch: true }, scanned], {
    files: files.intake,
    onRejection: ({ text }) => void kept.push(text!),
  })
  const left = '{"type":"worker","record":{"id":"flagged"}}'
  assert.deepEqual(kept.sort(), ['{"type":"file","id":"flagged-scan"}', left, left])
  assert.equal(await found('backxq'), 0)
  const { body } = await server.get('/timesheets/tf', await server.key('company', ['c1']))
  assert.equal(body.data.worker.name, 'Erased worker')
})

test('answers that only list people go with the last of them, and names of candidates anywhere', async () => {
  const asked = (value: string, workerIds: string[]) => answer('a1', value, { workerIds })
  const request = requisition(
    'r-ids',
    { company: 'c1', project: 'p1' },
    {},
    {
      answers: [asked('alonexq', ['qa']), asked('bothxq', ['qa', 'qb']), asked('Nights', ['w1'])],
    },
  )
  const sheet = timesheet('t-cand', of('w1'), {
    approvalRequestedBy: { id: 'qa', name: 'Quillaxq', type: 'candidate' },
  })
  assert.deepEqual(await loaded(worker('qa'), worker('qb'), request, sheet), [])
  assert.deepEqual((await erase('qa')).records, { requisition: 1, timesheet: 1 })
  assert.deepEqual([await found('alonexq'), await found('Quillaxq')], [0, 0])
  assert.ok((await found('bothxq')) > 0)
  await erase('qb')
  assert.equal(await found('bothxq'), 0)
  assert.ok((await found('Nights')) > 0)
  await loaded(request, sheet)
  for (const word of ['alonexq', 'bothxq', 'Quillaxq']) assert.equal(await found(word), 0, word)
})

test('the export of a person has nothing of others who were submitted beside them', async () => {
  const others = answer('a1', 'theirsxq', { worker: { id: 'qe' }, workerIds: ['qe'], answerScope: 'worker' })
  const request = requisition(
    'r-two',
    { company: 'c1', project: 'p1' },
    { agencies: [response('a1', { submissions: [submission('qd'), submission('qe')] })] },
    { answers: [others] },
  )
  assert.deepEqual(await loaded(worker('qd'), worker('qe', { name: 'Ester xq' }), request), [])
  const { person } = await exportPerson(
    { database, types: recordTypes, secrets: files.secrets },
    'qd',
    'tests',
  )
  const text = JSON.stringify(person)
  assert.ok(text.includes('r-two') && text.includes('"qd"'))
  for (const word of ['theirsxq', 'Ester', 'qe']) assert.ok(!text.includes(word), word)
})

test('content that was replaced before, and files that come with a refused line, do not stay', async () => {
  const line = (file: string) => worker('qf', { attachments: [document('d1', file)] })
  assert.deepEqual(await loaded(scan('fd', 'oldscanxq'), line('fd')), [])
  await loaded(scan('fd', 'newscanxq'))
  await erase('qf')
  assert.deepEqual([await onDisk('oldscanxq'), await onDisk('newscanxq')], [0, 0])
  assert.equal((await loaded(scan('fe', 'laterxq'), line('fe'))).length, 1)
  assert.deepEqual([await found('scan.pdf'), await onDisk('laterxq')], [0, 0])
})

test('files in what lines say of an erased worker do not stay, where they name each other either', async () => {
  const line = { ...worker('qz'), facts: { erased: true } }
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'qz' }
  assert.deepEqual(await loaded(line, timesheet('tz', of)), [])
  const alone = [scan('ka', 'alonexq'), assignment('za', of, { kid: 'file:ka' })]
  const together = [
    scan('kb', 'togetherxq'),
    assignment('zb', of, { kid: 'file:kb', replacement: { replacedBy: { id: 'zc' } } }),
    assignment('zc', of, { replacement: { replacementFor: { id: 'zb' } } }),
  ]
  assert.deepEqual(await loaded(...alone, ...together), [])
  assert.deepEqual([await onDisk('alonexq'), await onDisk('togetherxq')], [0, 0])
})

test('a file that others name stays theirs, and can be loaded again', async () => {
  const holder = (id: string) => worker(id, { attachments: [document(`d-${id}`, 'shared')] })
  assert.deepEqual(await loaded(scan('shared', 'sharedxq'), holder('qk'), holder('ql')), [])
  await erase('qk')
  assert.ok((await onDisk('sharedxq')) > 0)
  await loaded({ type: 'worker', id: 'ql', deleted: true })
  assert.equal(await onDisk('sharedxq'), 0)
  assert.deepEqual(await loaded(scan('shared', 'sharedxq'), holder('ql')), [])
})

test('an erasure is repeated by the short id that it was asked by', async () => {
  await loaded({ ...worker('qn'), nanoid: 'shortqn' })
  assert.equal((await erase('shortqn')).outcome, 'deleted')
  assert.equal((await erase('shortqn')).outcome, 'erased before')
})

test('checks that were sealed with the secret before go too', async () => {
  const code = 'W12345678'
  const check = {
    type: 'rightToWorkCheck',
    record: {
      id: 'check-old',
      agency: { id: 'a1' },
      dob: '1990-01-01',
      status: 'passed',
      checkType: 'homeOfficeOnline',
      checkedAt: '2026-03-01',
      reference: 'oldsecretxq',
    },
    facts: { shareCode: code },
  }
  const [before, present] = ['b'.repeat(32), 'p'.repeat(32)]
  await server.load([check], { seal: sealOf(secretsOf([before])) })
  await server.load([{ ...worker('qs'), facts: { shareCodes: [code] } }], {
    seal: sealOf(secretsOf([present])),
  })
  const secrets = secretsOf([present, before])
  const report = await erasePerson({ ...erasing, secrets }, 'qs', { by: 'tests' })
  assert.deepEqual([report.checks, report.unopened, await found('oldsecretxq')], [1, 0, 0])
})

test('numbers that were sealed with a secret that is lost are counted, as nothing is found by them', async () => {
  const [lost, present] = ['l'.repeat(32), 'p'.repeat(32)].map(secret => secretsOf([secret]))
  await server.load([{ ...worker('ql'), facts: { shareCodes: ['W87654321', 'W87654322'] } }], {
    seal: sealOf(lost!),
  })
  const erasing = { database, types: recordTypes, store: files.store, secrets: present! }
  assert.equal((await erasePerson(erasing, 'ql', { by: 'tests', dryRun: true })).unopened, 2)
  assert.equal((await erasePerson(erasing, 'ql', { by: 'tests' })).unopened, 2)
  assert.equal((await erasePerson(erasing, 'ql', { by: 'tests' })).unopened, 0)
})

test('somebody who may as well be another waits for them, without the one who was erased', async () => {
  const [a1, a2] = [await server.key('agency', ['a1']), await server.key('agency', ['a2'])]
  const known = newcomer(71)
  const { body: first } = await server.get('/workers', a1, posted(known))
  const twin = { ...known, nationalIns: newcomer(72).nationalIns, phone: '07400999001', agencyId: 'twin' }
  await loaded({
    ...worker('twin', {
      firstName: known.firstName,
      lastName: known.lastName,
      name: `${known.firstName} ${known.lastName}`,
      dob: known.dob,
      email: known.email,
      agencies: [{ id: 'a1', active: true }],
    }),
  })
  const sent = { ...twin, rightToWork: [], attachments: [paper('cv')], nationalIns: newcomer(73).nationalIns }
  assert.equal((await server.get('/workers', a2, posted(sent))).status, 409)
  const open = () =>
    database.rows<{ worker: string }>(sql`
    select c.worker_id as worker from match_candidate c join match_attempt a on a.id = c.attempt_id
    where a.state = 'open' order by 1`)
  assert.equal((await open()).length, 2)
  await erase(first.data.id)
  assert.deepEqual(await open(), [{ worker: 'twin' }])
})

test('samples that plans are made by have nothing of somebody who was erased', async () => {
  const people = Array.from({ length: 30 }, (_, n) =>
    worker(`many${n}`, { email: `many${n}xq@people.example` }),
  )
  await loaded(...people)
  await database.script('analyze worker, worker_identity')
  const sampled = async () => {
    const rows = await database.rows<{ found: string }>(sql`
      select tablename as found from pg_stats
      where schemaname = current_schema() and position('many7xq' in pg_stats::text) > 0`)
    return rows.length
  }
  assert.ok((await sampled()) > 0)
  await erase('many7')
  assert.equal(await sampled(), 0)
})

test('somebody who is sent while one like them is erased is not kept as like them', async () => {
  const [a1, a2] = [await server.key('agency', ['a1']), await server.key('agency', ['a2'])]
  const body = newcomer(81)
  const { body: known } = await server.get('/workers', a1, posted(body))
  const waits = async () => {
    const rows = await database.rows(sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return rows.length > 0
  }
  let sent: ReturnType<typeof server.get> | undefined
  await database.transaction(async tx => {
    await lockWorker(tx, known.data.id)
    sent = server.get('/workers', a2, posted({ ...body, agencyId: 'again' }))
    await eventually('the post waits', waits)
    await tx.rows(sql`delete from worker where id = ${known.data.id}`)
  })
  assert.equal((await sent!).status, 503)
  assert.equal(
    (await database.rows(sql`select 1 from match_candidate where worker_id = ${known.data.id}`)).length,
    0,
  )
})

test('a repetition under the Idempotency-Key of an erased worker is told so, and nothing is kept of it', async () => {
  const key = await server.key('agency', ['a1'])
  for (const [number, isNeeded] of [
    [90, false],
    [91, true],
  ] as const) {
    const documentNumber = `8812399${number}`
    const body = newcomer(number, {
      rightToWork: [paper('passport', { documentNumber, expiration: '2031-01-01' })],
    })
    // Clients choose Idempotency-Keys, and some choose what is personal.
    const called = String(body.email)
    const send = (sent: object) => server.get('/workers', key, posted(sent, { 'Idempotency-Key': called }))
    const first = await send(body)
    assert.equal(first.status, 200, first.text)
    const { id } = first.body.data
    assert.equal((await send(body)).headers.get('idempotency-replayed'), 'true')
    if (isNeeded) assert.deepEqual(await loaded(timesheet(`t${number}`, of(id))), [])
    assert.equal((await erase(id)).answers, 1)
    for (const sent of [body, newcomer(number + 10)]) {
      const { status, body: told, headers } = await send(sent)
      assert.deepEqual([status, told.error.code], [410, 'WORKER_ERASED'])
      assert.equal(headers.get('idempotency-replayed'), null)
      assert.ok(!JSON.stringify(told).includes(id))
    }
    const words = [String(body.firstName), String(body.lastName), called, documentNumber]
    assert.deepEqual(await findInTables(database, words), [])
    const muster = createMuster({ url: server.origin, key })
    await assert.rejects(muster.workers.create(body as never, { idempotencyKey: called }), {
      name: 'MusterError',
      status: 410,
      code: 'WORKER_ERASED',
    })
    assert.equal((await erase(id)).answers, 0)
    const again = await server.get('/workers', key, posted(body, { 'Idempotency-Key': `${called} again` }))
    assert.equal(again.status, 200, 'under a new Idempotency-Key they are a new worker')
    assert.notEqual(again.body.data.id, id)
    await erase(again.body.data.id)
  }
})

const ways = {
  plain: {},
  patch: { patch: true },
  replace: { replace: true },
  'plain and strict': {},
}

test('a line that says that somebody was erased does all that erasing them does, whichever way it says so', async () => {
  const [a1, a2] = [await server.key('agency', ['a1']), await server.key('agency', ['a2'])]
  const submissions = async () => (await database.rows(sql`select 1 from match_attempt`)).length
  for (const [index, [way, said]] of Object.entries(ways).entries()) {
    const number = 140 + index * 3
    const body = newcomer(number, { attachments: [paper('cv')] })
    const send = () => server.get('/workers', a1, posted(body, { 'Idempotency-Key': `line ${number}` }))
    const created = await send()
    assert.equal(created.status, 200, created.text)
    const { id, reference } = created.body.data
    assert.deepEqual(await loaded(timesheet(`tl${number}`, of(id))), [])
    const before = await submissions()
    const again = { ...body, agencyId: `other${number}` }
    assert.equal((await server.get('/workers', a2, posted(again))).status, 409)
    const stamps = { createdAt: '2026-01-01', updatedAt: '2030-01-01' }
    const record = { ...worker(id).record, reference, agencies: [{ id: 'a1', active: true }], ...stamps }
    const line = {
      ...{ type: 'worker', facts: { erased: true }, ...said },
      record: way === 'patch' ? { id } : record,
    }
    const words = [String(body.lastName), String(body.email), `line ${number}`, `other${number}`]
    const dry = await server.load([line], { dryRun: true })
    assert.deepEqual([dry.rejected, dry.losses['records of people who were erased']], [0, 1], way)
    assert.equal(
      (await send()).headers.get('idempotency-replayed'),
      'true',
      `${way}: a dry run erases nobody`,
    )
    const { rejected, events, losses, reasons } = await server.load([line], {
      strict: way.includes('strict'),
    })
    assert.deepEqual([rejected, reasons, events.worker_erased], [0, [], 1], way)
    assert.equal(losses['records of people who were erased'], 1, way)
    const { status, body: told } = await send()
    assert.deepEqual([status, told.error?.code], [410, 'WORKER_ERASED'], way)
    assert.deepEqual(await findInTables(database, words), [], way)
    assert.equal(await submissions(), before, `${way}: nothing that was sent about them is left`)
    const noted = sql`select erased_by as by from erasure where type = 'worker' and id = ${id}`
    assert.deepEqual(await database.rows(noted), [{ by: 'load' }], way)
    // Whoever says it again, as a source does every night, changes nothing.
    const repeated = await server.load([line])
    assert.deepEqual([repeated.rejected, repeated.events, repeated.losses], [0, {}, {}], way)
    assert.equal((await erase(id)).outcome, 'erased before')
  }
})

test('a line that says that somebody was erased whom a load deleted leaves no answer about them', async () => {
  const key = await server.key('agency', ['a1'])
  const send = () =>
    server.get('/workers', key, posted(newcomer(155), { 'Idempotency-Key': 'deleted first' }))
  const { id } = (await send()).body.data
  assert.deepEqual(await loaded({ type: 'worker', id, deleted: true }), [])
  assert.equal((await send()).status, 200, 'what a load deletes is not erased')
  assert.deepEqual(await loaded({ ...worker(id), facts: { erased: true } }), [])
  assert.equal((await send()).body.error?.code, 'WORKER_ERASED')
  // Nor does it come back once the empty record is gone.
  assert.deepEqual(await loaded({ type: 'worker', id, deleted: true }), [])
  assert.match((await loaded(worker(id)))[0]!, /was erased with a person/)
})

test('a load without the master secret erases nobody who is stored, and says what does', async () => {
  assert.deepEqual(await loaded(worker('unsealed', { email: 'unsealedxq@people.example' })), [])
  const line = { ...worker('unsealed'), facts: { erased: true } }
  const hints: string[] = []
  const onRejection = ({ hint }: { hint: string }) => void hints.push(hint)
  for (const dryRun of [true, false]) await server.load([line], { eraser: undefined, dryRun, onRejection })
  const hint = 'give MUSTER_SECRET, or erase them with ./muster people erase unsealed'
  assert.deepEqual(hints, [hint, hint])
  assert.ok((await found('unsealedxq')) > 0)
  assert.deepEqual(
    (await server.load([{ ...line, record: worker('never').record }], { eraser: undefined })).rejected,
    0,
  )
})

test('an erasure while the master secret is changed is known to every server, and refused without that secret', async () => {
  const key = await server.key('agency', ['a1'])
  await noteSealedWith(database, secretFingerprints(files.secrets)[0]!)
  const next = 'a master secret that is not in use yet'
  const send = (number: number) =>
    server.get('/workers', key, posted(newcomer(number), { 'Idempotency-Key': `rolled ${number}` }))
  const { id } = (await send(120)).body.data
  for (const dryRun of [true, false])
    await assert.rejects(
      erasePerson({ ...erasing, secrets: secretsOf([next]) }, id, { by: 'tests', dryRun }),
      /sealed with another master secret/,
    )
  const env = { DATABASE_URL: urlOf(server.connection), MUSTER_SECRET: next }
  const said = await command(['people', 'erase', id, '--data', files.folder], env)
  assert.equal(said.code, 1, said.stdout)
  assert.match(said.stderr, /sealed with another master secret/)
  assert.equal((await send(120)).headers.get('idempotency-replayed'), 'true', 'nothing was erased')
  const secrets = secretsOf([next, 'the master secret of all the tests'])
  assert.equal((await erasePerson({ ...erasing, secrets }, id, { by: 'tests' })).answers, 1)
  const { status, body } = await send(120)
  assert.deepEqual([status, body.error?.code], [410, 'WORKER_ERASED'])
})

test('an upgrade empties the answers about erased workers alone', async () => {
  const key = await server.key('agency', ['a1'])
  const ids: string[] = []
  for (const number of [130, 131]) {
    const body = newcomer(number, { attachments: [paper('cv')] })
    const sent = await server.get('/workers', key, posted(body, { 'Idempotency-Key': `upgraded ${number}` }))
    ids.push(sent.body.data.id, sent.body.data.attachments[0].id)
  }
  const [gone, , stays, document] = ids
  // Records of other types may have the id of a worker.
  await database.transaction(tx =>
    recordErasures(
      tx,
      [gone!, document!].map(id => ({ type: 'worker', id, whole: true, by: 'tests' })),
    ),
  )
  await database.transaction(async tx => {
    await tx.rows(sql`alter table idempotency drop column erased`)
    await runMigrations(tx, ['0046-erased-answers.sql'])
  })
  const rows = await database.rows<{ name: string; erased: boolean; answer: string }>(
    sql`select name, erased, answer from idempotency where name like '%upgraded 13_' order by name`,
  )
  assert.deepEqual(
    rows.map(({ erased, answer }) => [erased, answer.includes(stays!)]),
    [
      [true, false],
      [false, true],
    ],
  )
})
