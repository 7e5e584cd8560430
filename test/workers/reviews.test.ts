// Attempts that wait for a person: kept whole and sealed, shown with their scores, decided once, and remembered.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { removeUnnamed } from '../../src/files/unnamed.ts'
import { forgetDecided } from '../../src/store/people/match-decisions.ts'
import { matches as storedMatches } from '../../src/store/people/matches.ts'
import { expireAttempts } from '../../src/workers/decisions.ts'
import { command } from '../support/command.ts'
import { urlOf } from '../support/database.ts'
import { rivals } from '../support/lines.ts'
import { type Body, masterLists, newcomer, paper, pdf, posted } from '../support/newcomer.ts'
import { type Json, testServer } from '../support/server.ts'

const secret = 'the master secret of these reviews, whole'
const server = await testServer({ operations, types: recordTypes, files: { secrets: [secret] } })
await server.load([...rivals(), ...masterLists()])
const [a1, a2] = [await server.key('agency', ['a1']), await server.key('agency', ['a2'])]
const env = {
  DATABASE_URL: urlOf(server.connection),
  MUSTER_SECRET: secret,
}

async function matches(...args: string[]): Promise<{ code: number; out: Json }> {
  const { code, stdout } = await command(['matches', ...args, '--json'], env)
  return { code, out: JSON.parse(stdout) }
}
const post = (body: Body, key: string) => server.get('/workers', key, posted(body))
const files = async () => {
  const [row] = await server.database.rows<{ n: number }>(sql`select count(*)::int as n from file`)
  return row!.n
}

/** As the server does once a decision cannot be undone any more. */
async function tenMinutesLater(): Promise<void> {
  await server.database.rows(sql`update match_attempt set undo_until = undo_until - interval '10 minutes'`)
  await forgetDecided(server.database)
  await removeUnnamed({ database: server.database, types: recordTypes, store: server.files.store })
}

/** Somebody of one agency whom the other sends too; gives back both ids. */
async function sentTwice(number: number, more: Body = {}) {
  const known = (await post(newcomer(number), a1)).body.data.id as string
  const again = newcomer(number, {
    agencyId: `B-${number}`,
    attachments: [paper('course'), paper('cv')],
    ...more,
  })
  assert.equal((await post(again, a2)).status, 409)
  const [attempt] = await storedMatches.rows(server.database, { state: 'open' })
  return { known, attempt: attempt!.id }
}

test('link assigns the known worker to the agency, with documents it lacks, and forgets what was sent', async () => {
  const before = await files()
  const { known, attempt } = await sentTwice(1)
  assert.equal(await files(), before + 2)
  assert.equal((await server.get(`/workers/${known}`, a2)).status, 404)
  const shown = (await matches('show', attempt)).out
  assert.deepEqual([shown.agency, shown.sent.agencyId, shown.sent.numbers], ['a2', 'B-1', ['nationalIns']])
  assert.equal(shown.candidates[0].worker, known)
  assert.equal(shown.candidates[0].exact, 'nationalIns')
  const [{ fields, limit, total }] = shown.candidates
  const tenths = (weight: number) => Math.round(weight * 10)
  const sum = fields.reduce(
    (all: number, { weight }: Json) => all + tenths(weight),
    tenths(limit?.weight ?? 0),
  )
  assert.equal(sum, tenths(total), 'what is shown adds up')
  assert.ok(limit.weight < 0 && limit.words.includes('24 at most'))
  assert.deepEqual(
    shown.consequences.map(({ decision, worker }: Json) => [decision, worker]),
    [
      ['link', known],
      ['different', undefined],
      ['dismiss', undefined],
    ],
  )
  assert.ok(!JSON.stringify(shown).includes(newcomer(1).nationalIns as string))
  assert.equal((await matches('decide', attempt, 'link')).code, 2)
  assert.equal((await matches('decide', attempt, 'link', '--worker', 'w1')).code, 5)
  const { code, out } = await matches(
    ...['decide', attempt, 'link', '--worker', known, '--by', 'Ada', '--note', 'seen'],
  )
  assert.deepEqual(
    [code, out.documents.map((one: Json) => `${one.documentType} ${one.outcome}`)],
    [0, ['Manual Handling joined', 'CV joined']],
  )
  const { agencies } = (await server.get(`/workers/${known}`, a2)).body.data
  assert.deepEqual(agencies, [{ id: 'a2', name: 'Agency a2', agencyId: 'B-1', active: true }])
  assert.equal((await matches('decide', attempt, 'dismiss')).code, 1, 'it is decided')
  const { state, sent, decisions } = (await matches('show', attempt)).out
  assert.deepEqual(
    [state, sent, decisions[0].by, decisions[0].note, decisions[0].worker],
    ['linked', undefined, 'Ada', 'seen', known],
  )
  await tenMinutesLater()
  assert.equal(await files(), before + 2, 'they are the worker’s')
})

test('create makes a worker of what was sent, with its files', async () => {
  const { known, attempt } = await sentTwice(2)
  const made = await matches('decide', attempt, 'create')
  assert.equal(made.code, 0)
  assert.notEqual(made.out.id, known)
  const worker = (await server.get(`/workers/${made.out.id}`, a2)).body.data
  assert.deepEqual([worker.reference, worker.agencies[0].agencyId], [made.out.reference, 'B-2'])
  await tenMinutesLater()
  assert.equal((await fetch(worker.attachments[1].files[0].url)).status, 200)
  assert.equal((await server.get(`/workers/${made.out.id}`, a1)).status, 404)
})

test('files that a created worker lost before the decision was final go when it is', async () => {
  await tenMinutesLater()
  const before = await files()
  const [deleted, changed] = [await sentTwice(12), await sentTwice(13)]
  const made = async ({ attempt }: { attempt: string }) => (await matches('decide', attempt, 'create')).out.id
  const [gone, stays] = [await made(deleted), await made(changed)]
  const [, cv] = (await server.get(`/workers/${stays}`, a2)).body.data.attachments
  const { url: _, ...file } = cv.files[0]
  const kept = { ...cv, files: [{ ...file, url: 'https://papers.example/cv.pdf' }] }
  await server.load([
    { type: 'worker', id: gone, deleted: true },
    { type: 'worker', record: { id: stays, attachments: [kept] }, patch: true },
  ])
  assert.equal(await files(), before + 4, 'both decisions may still be looked at')
  await tenMinutesLater()
  assert.equal(await files(), before)
})

test('create is refused where a check fails, and the attempt still waits', async () => {
  const visa = [paper('visa', { documentNumber: 'W4G12K88K' })]
  const { attempt } = await sentTwice(3, { rightToWork: visa })
  assert.equal((await matches('decide', attempt, 'create')).code, 1)
  assert.equal((await matches('show', attempt)).out.state, 'open')
  assert.equal((await matches('decide', attempt, 'dismiss')).code, 0)
})

test('dismiss forgets what was sent; the same may then be sent again', async () => {
  await tenMinutesLater()
  const before = await files()
  const { attempt } = await sentTwice(4)
  assert.equal((await matches('decide', attempt, 'dismiss')).code, 0)
  await tenMinutesLater()
  assert.equal(await files(), before)
  const again = newcomer(4, { agencyId: 'B-4', attachments: [paper('course'), paper('cv')] })
  assert.equal((await post(again, a2)).status, 409)
  const [next] = (await matches('list')).out
  assert.notEqual(next.id, attempt)
})

test('the same sent again counts, and is kept once', async () => {
  const { attempt } = await sentTwice(5)
  const again = newcomer(5, { agencyId: 'B-5', attachments: [paper('course'), paper('cv')] })
  assert.equal((await post(again, a2)).status, 409)
  const waiting = (await storedMatches.rows(server.database, { state: 'open' })).find(
    one => one.id === attempt,
  )
  assert.equal(waiting!.posts, 2)
})

test('the same with other files is another attempt: none is lost', async () => {
  const { attempt } = await sentTwice(8)
  const scan = { fileName: 'page-0.pdf', content: pdf('a better scan') }
  const attachments = [paper('course'), paper('cv', { files: [scan] })]
  assert.equal((await post(newcomer(8, { agencyId: 'B-8', attachments }), a2)).status, 409)
  const [newest, before] = await storedMatches.rows(server.database, { state: 'open' })
  assert.deepEqual([before!.id, before!.posts, newest!.posts], [attempt, 1, 1])
  const made = await matches('decide', newest!.id, 'create')
  const worker = (await server.get(`/workers/${made.out.id}`, a2)).body.data
  assert.match(await (await fetch(worker.attachments[1].files[0].url)).text(), /a better scan/)
  for (const { id } of await storedMatches.rows(server.database, { state: 'open' }))
    await matches('decide', id, 'dismiss')
})

test('who came while an attempt waits is among those it may be, and is not made twice', async () => {
  const { known, attempt: first } = await sentTwice(9)
  assert.equal((await post(newcomer(9, { agencyId: 'C-9' }), a1)).status, 409)
  const [second] = await storedMatches.rows(server.database, { state: 'open' })
  const made = (await matches('decide', first, 'create')).out.id
  assert.equal((await matches('decide', second!.id, 'create')).code, 1, 'it may be who was made just now')
  const { candidates } = (await matches('show', second!.id)).out
  assert.deepEqual(new Set(candidates.map((one: Json) => one.worker)), new Set([known, made]))
  assert.equal((await matches('decide', second!.id, 'dismiss', '--worker', made)).code, 2)
  assert.equal((await matches('decide', second!.id, 'link', '--worker', made)).code, 0)
})

test('an attempt lies sealed, and what nobody decides is forgotten', async () => {
  const { attempt } = await sentTwice(6)
  const { lastName, nationalIns, email } = newcomer(6)
  const [row] = await server.database.rows<{ sealed: Buffer; rest: string }>(
    sql`select sealed, (to_jsonb(a) - 'sealed')::text as rest from match_attempt a where id = ${attempt}`,
  )
  for (const word of [lastName, nationalIns, email] as string[])
    assert.ok(!Buffer.from(row!.sealed).includes(word) && !row!.rest.includes(word))
  await server.database.rows(sql`update match_attempt set last_at = now() - interval '91 days'`)
  await expireAttempts(server.database, 90)
  assert.deepEqual(await storedMatches.rows(server.database, { state: 'open' }), [])
  const { state, decisions } = (await matches('show', attempt)).out
  assert.deepEqual([state, decisions[0].decision, decisions[0].by], ['expired', 'expire', 'muster'])
  const later = new Date(Date.now() + 2 * 3_600_000)
  assert.ok((await sweepFiles(server.database, server.files.store, later)) > 0)
  let kept = 0
  for await (const _ of server.files.store.list()) kept++
  assert.equal(kept, await files())
})

test('the command itself: a table, one attempt in full, and a decision', async () => {
  const { attempt, known } = await sentTwice(7)
  const list = await command(['matches', 'list'], env)
  const { firstName, lastName } = newcomer(7)
  const name = `${firstName} ${lastName}`
  assert.match(
    list.stdout,
    new RegExp(`^Id .*\\n${attempt} +${name} +Agency a2 +${name}, WK-\\d+, Agency a1 +open +1×`),
  )
  const show = await command(['matches', 'show', attempt], env)
  assert.match(show.stdout, new RegExp(`${known} WK-\\d+: the same National Insurance number`))
  assert.match(show.stdout, /\nDate of birth +\d{4}-\d\d-\d\d +\d{4}-\d\d-\d\d +same +13\.2 +the same/)
  assert.match(
    show.stdout,
    /\nlink --worker \w+\n {2}Sent by Agency a2: .*\n {2}WK-\d+ .*Agency a2 is added to it/,
  )
  assert.match(show.stdout, /It can be undone for 10 minutes/)
  assert.match((await command(['matches', 'decide', attempt, 'dismiss'], env)).stdout, /^Dismissed/)
})

test('a list that is empty, a wrong state and an unknown id are told', async () => {
  assert.deepEqual((await matches('list')).out, [])
  assert.equal((await matches('list', '--state', 'lost')).code, 2)
  assert.equal((await matches('show', 'nothing')).code, 5)
  assert.equal((await matches('decide', 'nothing', 'dismiss')).code, 5)
  assert.equal((await matches('weigh')).code, 2)
  assert.ok((await matches('list', '--state', 'all')).out.length >= 6)
})
