// A submission that was linked to a known worker: what was decided and what joined the worker stays, whatever the next
// loads leave out, until a line says otherwise; and nobody else notices.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { sealOf, secretFingerprints } from '../../src/encryption/sealing.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { exportRecords } from '../../src/export/records.ts'
import { removeUnnamed } from '../../src/files/unnamed.ts'
import type { LoadOptions } from '../../src/load/load.ts'
import { guardOf } from '../../src/outbound/guard.ts'
import { forgetDecided } from '../../src/store/people/match-decisions.ts'
import { matches as storedMatches } from '../../src/store/people/matches.ts'
import { runMigrations } from '../../src/store/schema/migrate.ts'
import { changeSecret } from '../../src/store/writing/sealed-with.ts'
import { decideMatch } from '../../src/workers/decisions.ts'
import { erasePerson } from '../../src/workers/erasure.ts'
import { undoDecision } from '../../src/workers/undo.ts'
import { command } from '../support/command.ts'
import { urlOf } from '../support/database.ts'
import { agency, assignment, connection, rivals, worker } from '../support/lines.ts'
import { type Body, masterLists, newcomer, paper, pdf, posted } from '../support/newcomer.ts'
import { type Json, type TestServer, testServer } from '../support/server.ts'

const secret = 'the master secret of these links, whole'
const declared = { operations, types: recordTypes, files: { secrets: [secret] } }
const server = await testServer(declared)
const { database, files } = server
const configuration = {
  type: 'smartCheckConfiguration',
  record: { id: 's2', company: { id: 'c2' }, provider: 'simulator', active: true },
}
await server.load([...rivals(), ...masterLists(), agency('a3'), connection('c1', 'a3'), configuration])
const [a1, a2, a3] = await Promise.all(['a1', 'a2', 'a3'].map(id => server.key('agency', [id])))
const c1 = await server.key('company', ['c1'])
const deciding = {
  database,
  store: files.store,
  secrets: files.secrets,
  guard: guardOf({ loopback: true }),
  trouble: () => {},
}

/** Somebody whom agency a1 has by a load, as its source sends them every night. */
const nightly = (id: string, more: object = {}) =>
  worker(id, { agencies: [{ id: 'a1', agencyId: `S-${id}`, active: true }], ...more })

let people = 100
/** Loads somebody, has another agency send them too, and links what was sent. */
async function linked(
  id: string,
  { key = a2!, loaded = {} as object, ...more }: Body & { key?: string } = {},
) {
  const person = newcomer(++people, { agencyId: `B-${id}`, ...more })
  await server.load([{ ...nightly(id, loaded as object), facts: { nationalIns: person.nationalIns } }])
  return { ...(await sendAndLink(id, person, key as string)), person }
}

async function sendAndLink(id: string, body: Body, key: string) {
  const { status, text } = await server.get('/workers', key, posted(body))
  assert.equal(status, 409, text)
  const [attempt] = await storedMatches.rows(database, { state: 'open' })
  const decision = { attempt: attempt!.id, by: 'tests' }
  return { attempt: attempt!.id, decided: await decideMatch(deciding, decision, 'link', id) }
}

const shown = async (id: string, key = a2!): Promise<Json> =>
  (await server.get(`/workers/${id}`, key)).body.data
const statusOf = async (id: string, key: string) => (await server.get(`/workers/${id}`, key)).status
const loading = (line: object, options?: LoadOptions) => server.load([line], options)
const typesOf = (documents: Json[]) => documents.map(one => one.documentType)

test('an agency that a decision assigned stays when a nightly line names the first alone, and the report says so', async () => {
  await linked('night')
  const before = await shown('night')
  const report = await loading(nightly('night', { email: 'new@people.example', updatedAt: '2026-09-01' }))
  assert.deepEqual([report.counts.updated, report.losses], [1, {}])
  assert.deepEqual((await shown('night')).agencies, before.agencies)
  const told = report.kept.map(({ type, path, count, lines }) => [type, path, count, lines])
  assert.deepEqual(told, [['worker', 'record.agencies', 1, [1]]])
  assert.match(report.kept[0]!.reason, /leaves out agency "a2", which a decision on a match assigned/)
  const again = await loading(nightly('night', { email: 'new@people.example', updatedAt: '2026-09-01' }))
  assert.deepEqual([again.counts.unchanged, again.kept[0]?.count], [1, 1], 'it is told every night')
  const patch = {
    type: 'worker',
    record: { id: 'night', agencies: [{ id: 'a1', active: true }] },
    patch: true,
  }
  const dry = await loading(patch, { dryRun: true })
  const patched = await loading(patch)
  assert.deepEqual(dry.kept, patched.kept)
  assert.deepEqual([patched.losses, patched.kept[0]?.count, await statusOf('night', a2!)], [{}, 1, 200])
  const older = await loading(nightly('night', { updatedAt: '2026-01-01' }))
  assert.deepEqual([older.counts.older, older.kept], [1, []])
})

/** Each takes back what was decided, and says so. */
const endings: Record<string, object> = {
  'null in place of the list': { ...nightly('end-0', { agencies: null }) },
  'null in place of what was decided': { ...nightly('end-1'), facts: { linkedAgencies: null } },
  'a line that is all there is of the worker': { ...nightly('end-2'), replace: true },
  'a patch that names what was decided with null': {
    type: 'worker',
    record: { id: 'end-3', agencies: [{ id: 'a1', active: true }] },
    facts: { linkedAgencies: null },
    patch: true,
  },
}
for (const [index, [what, line]] of Object.entries(endings).entries())
  test(`what a person decided ends with ${what}, which is told, and does not come back`, async () => {
    const id = `end-${index}`
    await linked(id)
    const { losses, kept } = await loading(line)
    assert.deepEqual([losses.agencies! >= 1, kept, await statusOf(id, a2!)], [true, [], 404])
    await loading(nightly(id))
    assert.deepEqual([await statusOf(id, a1!), await statusOf(id, a2!)], [200, 404])
  })

test('a line that still has the agency inactive does not end the link; what else it says of the agency counts', async () => {
  await linked('named')
  const tie = (more: object) =>
    nightly('named', {
      agencies: [
        { id: 'a1', active: true },
        { id: 'a2', ...more },
      ],
    })
  const { kept, losses } = await loading(tie({ active: false, agencyId: 'OLD' }))
  assert.match(kept[0]!.reason, /^makes inactive agency "a2", which a decision/)
  assert.deepEqual([kept.length, losses], [1, {}])
  assert.deepEqual((await shown('named')).agencies, [
    { id: 'a2', name: 'Agency a2', agencyId: 'B-named', active: true },
  ])
  assert.equal((await shown('named', a1)).agencies[0].agencyId, 'S-named')
  await loading(tie({ active: true, agencyId: 'theirs' }))
  assert.equal((await shown('named')).agencies[0].agencyId, 'theirs')
  const cleared = await loading(tie({ active: true, agencyId: null }))
  assert.deepEqual(cleared.losses, { 'identifiers of agencies': 1 })
  assert.equal((await loading(nightly('named'))).kept.length, 1, 'what was decided was decided for good')
  assert.equal(await statusOf('named', a2!), 200)
})

test('of two links each is undone by itself, and the one that stands still stays', async () => {
  const { person } = await linked('twice')
  const before = await shown('twice')
  const again = await sendAndLink('twice', { ...person, agencyId: 'B-other' }, a2!)
  assert.equal((await shown('twice')).agencies[0].agencyId, 'B-other')
  await undoDecision(database, again.attempt, { by: 'tests' })
  assert.deepEqual(await shown('twice'), before)
  assert.equal((await loading(nightly('twice'))).kept.length, 1)
  const third = await sendAndLink('twice', { ...person, agencyId: 'C-1' }, a3!)
  assert.deepEqual((await loading(nightly('twice'))).kept[0]?.count, 2)
  assert.equal(await statusOf('twice', a3!), 200)
  assert.equal(third.decided.kind, 'submission')
})

test('after a link is undone the next line leaves the worker as its source has them', async () => {
  const { attempt } = await linked('undone', { attachments: [paper('cv'), paper('course')] })
  await undoDecision(database, attempt, { by: 'tests' })
  const { counts, kept } = await loading(nightly('undone'))
  assert.deepEqual([counts.unchanged, kept, await statusOf('undone', a2!)], [1, [], 404])
})

test('an agency stays as long as a worker was linked to it, and goes with the link', async () => {
  await server.load([agency('a9'), connection('c1', 'a9')])
  const a9 = await server.key('agency', ['a9'])
  await linked('last', { key: a9 })
  const gone = [
    { type: 'connection', id: 'c1-a9', deleted: true },
    { type: 'agency', id: 'a9', deleted: true },
  ]
  const reasons: string[] = []
  const options = { onRejection: (one: { reason: string }) => void reasons.push(one.reason) }
  await server.load([nightly('last'), ...gone], options)
  assert.deepEqual(reasons, ['is still mentioned by worker last'])
  await server.load([{ ...nightly('last'), facts: { linkedAgencies: null } }, ...gone], options)
  assert.equal(reasons.length, 1)
})

test('somebody who is erased keeps nothing of what was decided', async () => {
  await linked('erased', { attachments: [paper('cv')] })
  await server.load([
    assignment('as-erased', { company: 'c1', project: 'p1', agency: 'a1', worker: 'erased' }),
  ])
  await erasePerson({ database, types: recordTypes, store: files.store, secrets: files.secrets }, 'erased', {
    by: 'tests',
  })
  const [row] = await database.rows<{ facts: string }>(sql`select facts from worker_text where id = 'erased'`)
  assert.deepEqual(JSON.parse(row!.facts), { erased: true })
})

async function exportedFrom(from: TestServer): Promise<object[]> {
  const lines: object[] = []
  const identity = { seal: sealOf(from.files.secrets), opening: async () => {} }
  const options = { types: recordTypes, files: from.files.store, identity }
  await exportRecords(from.database, options, async line => void lines.push(JSON.parse(line)))
  return lines
}

test('an export takes decisions and what joined to another server, where they stay as here', async () => {
  await linked('copied', { attachments: [paper('cv')] })
  const copy = await testServer(declared)
  const report = await copy.load(await exportedFrom(server))
  assert.deepEqual(report.rejected, 0)
  const { kept, losses } = await copy.load([nightly('copied')])
  assert.deepEqual([kept.length, losses], [1, {}])
  const key = await copy.key('agency', ['a2'])
  const there = (await copy.get('/workers/copied', key)).body.data
  assert.deepEqual([there.agencies[0].agencyId, typesOf(there.attachments)], ['B-copied', ['CV']])
})

test('links that were decided before loads kept them are kept from the upgrade on', async () => {
  await linked('upgraded')
  const undone = await linked('taken-back')
  await undoDecision(database, undone.attempt, { by: 'tests' })
  const factsOf = async (id: string) => {
    const [row] = await database.rows<{ facts: string }>(sql`select facts from worker_text where id = ${id}`)
    return row!.facts
  }
  const right = await factsOf('upgraded')
  await database.rows(sql`
    update worker_text set facts = regexp_replace(facts, ',?"linkedAgencies":[[][^]]*]', '') where true`)
  assert.notEqual(await factsOf('upgraded'), right)
  await database.transaction(tx => runMigrations(tx, ['0044-linked-agencies.sql']))
  assert.equal(await factsOf('upgraded'), right)
  assert.ok(!(await factsOf('taken-back')).includes('linkedAgencies'))
  assert.equal((await loading(nightly('upgraded'))).kept.length, 1)
})

test('the command says what stays because it was decided', async () => {
  await linked('said')
  const env = { DATABASE_URL: urlOf(server.connection), MUSTER_SECRET: secret }
  const { stdout } = await command(['load', '-'], env, JSON.stringify(nightly('said')))
  assert.match(
    stdout,
    /Stays, because a person decided it here or it belongs to one agency:\n {2}1 × worker record\.agencies: leaves out agency "a2".*\n.*line 1; give facts\.linkedAgencies as null/,
  )
})

test('documents that the known worker lacks join it, an agency’s own for that agency alone', async () => {
  const passport = paper('passport', { documentNumber: '556677889', expiration: '2040-01-01' })
  const { decided, person } = await linked('joins', {
    attachments: [paper('cv'), paper('course')],
    rightToWork: [passport],
  })
  const outcome = (documentType: string) => ({ documentType, outcome: 'joined' })
  assert.deepEqual(decided.documents, [outcome('CV'), outcome('Manual Handling'), outcome('UK passport')])
  await server.load([assignment('as-joins', { company: 'c1', project: 'p1', agency: 'a1', worker: 'joins' })])
  const [theirs, others, company] = [await shown('joins'), await shown('joins', a1), await shown('joins', c1)]
  assert.deepEqual(typesOf(theirs.attachments), ['CV', 'Manual Handling'])
  assert.deepEqual(typesOf(theirs.rightToWork), ['UK passport'])
  for (const seen of [others, company]) assert.deepEqual(typesOf(seen.attachments), ['Manual Handling'])
  await later()
  assert.equal((await fetch((await shown('joins')).attachments[0].files[0].url)).status, 200)
  assert.deepEqual(await namedBySealedNumber('556677889'), ['joins'])
  const report = await loading(nightly('joins', { attachments: [], rightToWork: [] }))
  assert.deepEqual(
    [report.losses, typesOf((await shown('joins')).attachments)],
    [{}, ['CV', 'Manual Handling']],
  )
  assert.equal(
    (await server.get('/workers', a3, posted({ ...newcomer(9_000), rightToWork: [passport] }))).status,
    409,
  )
  assert.ok(person)
})

/** As the server does once a decision cannot be undone any more. */
async function later(): Promise<void> {
  await database.rows(sql`update match_attempt set undo_until = undo_until - interval '10 minutes'`)
  await forgetDecided(database)
  await removeUnnamed({ database, types: recordTypes, store: files.store })
}

async function namedBySealedNumber(number: string): Promise<string[]> {
  const [hash] = sealOf(files.secrets).hashes(`travel:${number}`)
  const rows = await database.rows<{ id: string }>(sql`select id from worker_number where hash = ${hash!}`)
  return rows.map(({ id }) => id)
}

test('a document that the worker has is not stored twice, one that lasts longer is', async () => {
  const card = (expiration: string) => paper('passport', { documentNumber: '11-22 33 445', expiration })
  const [course, other] = [paper('course'), paper('course', { files: [scan('another course')] })]
  const known = {
    id: 'had',
    type: 'rightToWork',
    documentType: 'UK passport',
    documentNumber: '112233445',
    expiration: '2032-05-01',
    createdAt: '2026-01-01',
    files: [],
  }
  const { person, decided } = await linked('had', {
    loaded: { rightToWork: [known] },
    rightToWork: [card('2032-05-01')],
    attachments: [course, paper('cv')],
  })
  assert.deepEqual(
    decided.documents?.map(one => one.outcome),
    ['joined', 'joined', 'known'],
  )
  const again = await sendAndLink(
    'had',
    { ...person, attachments: [course, other, paper('cv')], rightToWork: [card('2042-05-01')] },
    a2!,
  )
  assert.deepEqual(
    again.decided.documents?.map(one => one.outcome),
    ['known', 'joined', 'known', 'joined'],
  )
  const { attachments, rightToWork } = await shown('had')
  assert.deepEqual(
    [typesOf(attachments), rightToWork.map((one: Json) => one.expiration.slice(0, 4))],
    [
      ['Manual Handling', 'CV', 'Manual Handling'],
      ['2032', '2042'],
    ],
  )
  const third = await sendAndLink('had', { ...person, agencyId: 'C-had', rightToWork: [] }, a3!)
  assert.deepEqual(
    third.decided.documents?.map(one => one.outcome),
    ['known', 'joined'],
    'its CV is its own',
  )
  await later()
  const [{ n }] = (await database.rows<{ n: number }>(
    sql`select count(*)::int as n from file f where not exists (select 1 from worker w where 'file:' || f.id = any(w.mentions))
      and not exists (select 1 from match_attempt a where f.id = any(a.files))`,
  )) as [{ n: number }]
  assert.equal(n, 0, 'files of what had been there are gone')
})

const scan = (saying: string) => ({ fileName: 'page.pdf', content: pdf(saying) })

test('checks are made as for a new worker: a card that fails stays out, and one that passes has its result', async () => {
  const card = (documentNumber: string) => paper('card', { documentNumber, expiration: '2030-06-30' }, 2)
  const visa = paper('visa', { documentNumber: 'W4G12K88K' })
  const { decided } = await linked('checked', {
    attachments: [card('12345677'), card('12345601')],
    rightToWork: [visa],
  })
  assert.deepEqual(
    decided.documents?.map(one => one.outcome),
    ['joined', 'refused', 'refused'],
  )
  assert.match(decided.documents![1]!.reason!, /the card was cancelled/)
  assert.match(decided.documents![2]!.reason!, /no Home Office check is saved/)
  const { attachments, rightToWork } = await shown('checked')
  assert.deepEqual([attachments.length, rightToWork.length], [1, 0])
  assert.equal(attachments[0].verification.verified, true)
  const [{ id, documentType, documentNumber, createdAt }] = attachments
  const named = { id, type: 'attachment', documentType, documentNumber, createdAt, expiration: '2029-01-01' }
  const kept = await loading(nightly('checked', { attachments: [named] }))
  assert.deepEqual(kept.losses, {})
  const [after] = (await shown('checked')).attachments
  assert.deepEqual(
    [after.verification, after.files.length, after.expiration],
    [attachments[0].verification, 2, '2029-01-01T00:00:00.000Z'],
  )
  const cleared = await loading(
    nightly('checked', { attachments: [{ ...named, verification: null, files: [] }] }),
  )
  assert.deepEqual(cleared.losses, { 'files of documents': 2, 'results of checks': 1 })
})

test('a result and scans stay with their document, and not with another number', async () => {
  const body = newcomer(++people, {
    agencyId: 'renewed',
    attachments: [paper('card', { documentNumber: '55555577', expiration: '2030-06-30' }, 2)],
  })
  const { id } = (await server.get('/workers', a2, posted(body))).body.data
  const [{ verification, ...card }] = (await shown(id)).attachments
  assert.ok(verification)
  const line = (more: object) => ({
    type: 'worker',
    record: {
      ...{ id, reference: 'WK-R', firstName: 'R', lastName: 'N', name: 'R N', createdAt: '2026-01-01' },
      updatedAt: '2031-01-01',
      attachments: [
        {
          id: card.id,
          type: 'attachment',
          documentType: card.documentType,
          createdAt: card.createdAt,
          ...more,
        },
      ],
    },
  })
  assert.deepEqual((await loading(line({ documentNumber: '55555577' }))).losses, {})
  const renewed = await loading(line({ documentNumber: '66666677' }))
  assert.deepEqual(renewed.losses, { 'files of documents': 2, 'results of checks': 1 })
})

test('an unavailable check leaves the match open, with nothing stored', async () => {
  const card = paper('card', { documentNumber: '12345604', expiration: '2030-06-30' }, 2)
  await assert.rejects(
    linked('unavailable', { attachments: [card] }),
    /not available just now; nothing was stored/,
  )
  const [attempt] = await storedMatches.rows(database, { state: 'open' })
  assert.equal(await statusOf('unavailable', a2!), 404)
  await decideMatch(deciding, { attempt: attempt!.id, by: 'tests' }, 'dismiss')
})

test('whose view of the worker is the same hears nothing of a link: no tag, no updatedAt, no feed', async () => {
  await server.load([agency('a5'), connection('c2', 'a5')])
  const a5 = await server.key('agency', ['a5'])
  const tagOf = async (key: string) => (await server.get('/workers/quiet', key)).headers.get('etag')
  const toldOf = async (key: string, cursor: string) =>
    (await server.get(`/changes?after=${cursor}`, key)).body.data.filter((one: Json) => one.id === 'quiet')
  const now = async (key: string) => (await server.get('/changes?after=now', key)).body.meta.next
  const person = newcomer(++people, { agencyId: 'B-quiet', attachments: [paper('cv')] })
  await server.load([{ ...nightly('quiet'), facts: { nationalIns: person.nationalIns } }])
  await server.load([assignment('as-quiet', { company: 'c1', project: 'p1', agency: 'a1', worker: 'quiet' })])
  const others = [a1!, c1]
  const views = () => Promise.all(others.map(async key => [await shown('quiet', key), await tagOf(key)]))
  const [before, cursors] = [await views(), await Promise.all(others.map(now))]
  const toldOthers = () => Promise.all(others.map((key, index) => toldOf(key, cursors[index]!)))
  const { attempt } = await sendAndLink('quiet', person, a5)
  assert.deepEqual([await views(), await toldOthers()], [before, [[], []]])
  await undoDecision(database, attempt, { by: 'tests' })
  assert.deepEqual([await views(), await toldOthers()], [before, [[], []]])
  const { decided } = await sendAndLink('quiet', { ...person, attachments: [paper('course')] }, a5)
  assert.equal(decided.documents![0]!.outcome, 'joined')
  const after = await shown('quiet', a1)
  assert.deepEqual(
    [typesOf(after.attachments), after.updatedAt],
    [['Manual Handling'], before[0]![0].updatedAt],
  )
  assert.deepEqual(
    (await toldOthers()).map(told => told.length),
    [1, 1],
    'who sees another document is told',
  )
  const { counts } = await loading(
    nightly('quiet', { updatedAt: '2026-03-04', email: 'later@people.example' }),
  )
  assert.equal(counts.updated, 1, 'what the source sent before the decision is not older than it')
})

test('a link seals with the secret that the database was changed over to, not with the one that was in use here', async () => {
  const passport = paper('passport', { documentNumber: '771122334', expiration: '2041-01-01' })
  const person = newcomer(++people, { agencyId: 'B-rolled', rightToWork: [passport] })
  await server.load([{ ...nightly('rolled'), facts: { nationalIns: person.nationalIns } }])
  assert.equal((await server.get('/workers', a2, posted(person))).status, 409)
  const [attempt] = await storedMatches.rows(database, { state: 'open' })
  const next = 'the secret that others changed over to'
  const secrets = secretsOf([secret, next])
  const [former, present] = secretFingerprints(secrets)
  await changeSecret(database, former!)
  await changeSecret(database, present!)
  try {
    const decision = { attempt: attempt!.id, by: 'tests' }
    await decideMatch({ ...deciding, secrets }, decision, 'link', 'rolled')
    const [hash] = sealOf(secretsOf([next])).hashes('travel:771122334')
    assert.deepEqual(await database.rows(sql`select id from worker_number where hash = ${hash!}`), [
      { id: 'rolled' },
    ])
  } finally {
    await changeSecret(database, former!)
  }
})

/** Loads somebody as an earlier version stored them: with a CV that does not say whose it is, which is hidden since. */
async function withHiddenDocument(id: string, facts: object): Promise<object> {
  const [kind] = masterLists().filter(({ record }) => 'name' in record && record.name === 'CV')
  const cv = { id: `cv-${id}`, type: 'attachment', documentType: 'CV', createdAt: '2025-01-01' }
  const course = { ...cv, id: `course-${id}`, documentType: 'Manual Handling' }
  const line = { ...nightly(id, { attachments: [cv, course] }), facts }
  await server.load([{ ...kind, record: { ...kind!.record, agencySpecific: false } }, line])
  assert.deepEqual(typesOf((await shown(id, a1)).attachments), ['CV', 'Manual Handling'])
  await server.load([kind!])
  assert.deepEqual(typesOf((await shown(id, a1)).attachments), ['Manual Handling'])
  return line
}

for (const [what, attachments] of Object.entries({ 'no document': [], 'a CV of its own': [paper('cv')] }))
  test(`somebody with a hidden document is linked to an agency that sent ${what}, and it stays hidden`, async () => {
    const id = attachments.length > 0 ? 'hides' : 'hid'
    const person = newcomer(++people, { agencyId: `B-${id}`, attachments })
    await withHiddenDocument(id, { nationalIns: person.nationalIns })
    const before = await shown(id, a1)
    const { attempt } = await sendAndLink(id, person, a2!)
    const own = attachments.map(() => 'CV')
    assert.deepEqual(typesOf((await shown(id)).attachments), ['Manual Handling', ...own])
    assert.deepEqual(typesOf((await shown(id, a1)).attachments), ['Manual Handling'])
    await undoDecision(database, attempt, { by: 'tests' })
    assert.deepEqual(await shown(id, a1), before)
  })

test('a line that does not bring a hidden document leaves it hidden; one that brings it is told what to add', async () => {
  const line = (await withHiddenDocument('whose', {})) as Json
  const { attachments, ...record } = line.record
  const [cv, course] = attachments
  for (const [email, given] of Object.entries({
    'whole@people.example': { ...line, record },
    'patched@people.example': { type: 'worker', record: { id: 'whose' }, patch: true },
    'listed@people.example': { ...line, record: { ...record, attachments: [course] } },
  })) {
    const report = await loading({ ...given, record: { ...given.record, email } })
    assert.deepEqual([report.counts.updated, report.rejected], [1, 0], email)
    const seen = await shown('whose', a1)
    assert.deepEqual([seen.email, typesOf(seen.attachments)], [email, ['Manual Handling']])
  }
  const others = { ...cv, id: 'cv-other' }
  const told = async (given: Json) => {
    const faults: { path: string; hint: string }[] = []
    const report = await loading(given, {
      onRejection: fault => void faults.push(fault, ...(fault.others ?? [])),
    })
    assert.equal(report.rejected, 1)
    return faults.map(({ path, hint }) => [path, hint.replace(/^.* and that of the agency: /, '')])
  }
  const both = { ...line, record: { ...line.record, attachments: [cv, course, others] } }
  const entries = ['cv-whose', 'cv-other'].map(document => ({ document, agency: 'a1' }))
  assert.deepEqual(await told(both), [
    ['record.attachments.0', JSON.stringify(entries[0])],
    ['record.attachments.2', JSON.stringify(entries[1])],
  ])
  const agencies = ['a1', 'a2'].map(id => ({ id, active: true }))
  assert.deepEqual(await told({ ...line, record: { ...line.record, agencies } }), [
    ['record.attachments.0', '{"document":"cv-whose","agency":"…"}, where the agency is "a1" or "a2"'],
  ])
  assert.equal((await loading({ ...both, facts: { documentOwners: entries } })).counts.updated, 1)
  assert.deepEqual(typesOf((await shown('whose', a1)).attachments).sort(), ['CV', 'CV', 'Manual Handling'])
})
