// A nightly load of changed workers beside posts: nobody is lost and nobody is made twice.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { pdfSaying } from '../../demo/files.ts'
import type { Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import type { LoadReport } from '../../src/load/load-report.ts'
import { agency, company, connection } from '../support/lines.ts'
import { type Body, dataUrl, masterLists, newcomer, posted } from '../support/newcomer.ts'
import { type Json, type TestServer, testServer } from '../support/server.ts'

const letters = 'bcdfghjklmnprstvwz'

/** Names of which no two are alike. */
function nameOf(seed: string): string {
  const bytes = createHash('sha256').update(seed).digest()
  return [...bytes.subarray(0, 10)]
    .map((byte, at) => (at % 2 ? 'aeiou'[byte % 5] : letters[byte % 18]))
    .join('')
}

const insurance = (number: number) => {
  const pairs = ['AB', 'CE', 'HJ', 'LM', 'PR', 'SW']
  return `${pairs[Math.floor(number / 1_000_000)]}${String(number % 1_000_000).padStart(6, '0')}C`
}
const passport = (number: number) => String(100_000_000 + number)
const shareCode = (number: number) => `W${String(number).padStart(8, '0')}`
const at = (day: string) => `${day}T09:00:00.000Z`
const phoneOf = (number: number, night: number) => `77${night % 10}${String(number).padStart(7, '0')}`
const idOf = (number: number) => `n${number}`

/** A tenth has papers, a third a passport of its own. */
const has = (number: number) => ({ papers: number % 10 === 0, passport: number % 3 === 0 })

function names(number: number) {
  const [firstName, lastName] = [nameOf(`first ${number}`), nameOf(`last ${number}`)]
  return { firstName, lastName, name: `${firstName} ${lastName}` }
}

function* firstLoad(workers: number): Generator<object> {
  for (let number = 0; number < workers; number++) {
    const id = idOf(number)
    const { papers, passport: own } = has(number)
    yield {
      type: 'worker',
      record: {
        id,
        reference: `N-${number}`,
        ...names(number),
        dob: `19${60 + (number % 40)}-0${1 + (number % 9)}-${10 + (number % 18)}`,
        email: `${id}@first.example`,
        phone: { countryCode: '+44', number: phoneOf(number, 0) },
        agencies: [{ id: number % 2 ? 'a1' : 'a2', agencyId: `P-${number}`, active: true }],
        ...(papers && {
          rightToWork: [
            {
              id: `${id}-visa`,
              type: 'rightToWork',
              documentType: 'Visa',
              documentNumber: shareCode(number),
              createdAt: at('2026-01-01'),
              files: [{ fileName: 'visa.pdf', url: 'https://papers.example/visa.pdf' }],
            },
          ],
        }),
        createdAt: at('2026-01-01'),
        updatedAt: at('2026-01-01'),
      },
      facts: { nationalIns: insurance(number), ...(own && { passportNo: passport(number) }) },
    }
  }
}

/** What the second load says of each: a new e-mail, a new telephone by a patch, a further paper, nothing new, nothing. */
const changeOf = (number: number) => ['email', 'phone', 'paper', 'same', 'none'][number % 5]!

/** When the load of a night changed them. */
const dayOf = (night: number) => at(new Date(Date.UTC(2026, 1, night)).toISOString().slice(0, 10))

function* nightlyLoad(workers: number, night: number): Generator<object> {
  for (let number = 0; number < workers; number++) {
    const id = idOf(number)
    const change = changeOf(number)
    if (change === 'none') continue
    if (change === 'phone') {
      const phone = { countryCode: '+44', number: phoneOf(number, night) }
      yield { type: 'worker', record: { id, phone, updatedAt: dayOf(night) }, patch: true }
      continue
    }
    const stamps = {
      createdAt: at('2026-01-01'),
      updatedAt: change === 'same' ? at('2026-01-01') : dayOf(night),
    }
    const course = {
      id: `${id}-course`,
      type: 'attachment',
      documentType: 'Course',
      createdAt: at('2026-02-01'),
      files: [],
    }
    yield {
      type: 'worker',
      record: {
        id,
        reference: `N-${number}`,
        ...names(number),
        ...(change === 'email' && { email: `${id}@night${night}.example` }),
        ...(change === 'paper' && { attachments: [course] }),
        ...stamps,
      },
    }
  }
}

type Night = { workers: number; posts: number }

/** Every third is known, by one of its numbers; the others are new, each sent twice. */
const bodyOf = (number: number, { workers, posts }: Night): Body => {
  const known = Math.floor((number * workers) / posts)
  const by = number % 3 !== 0 ? 'nobody' : has(known).passport ? 'passport' : 'insurance'
  const scan = { fileName: 'page.pdf', content: dataUrl(pdfSaying(`scan ${number}`)) }
  return newcomer(number, {
    ...names(10_000_000 + number),
    name: undefined,
    phone: `07${String(400_000_000 + number)}`,
    agencyId: `POST-${number}`,
    nationalIns: by === 'insurance' ? insurance(known) : insurance(5_000_000 + number),
    ...(by === 'passport' && { passportNo: passport(known) }),
    attachments: [{ documentId: 'course', files: [scan] }],
    rightToWork: [
      {
        documentId: 'passport',
        documentNumber: passport(700_000_000 + number),
        expiration: '2040-01-01',
        files: [scan],
      },
    ],
  })
}
const isKnown = (number: number) => number % 3 === 0

type Answered = { number: number; code: string; id?: string }

/** With `nights` the load comes again, with other changes, until everybody is posted. */
export function promiseNightly(
  workers: number,
  { posts, nights }: { posts: number; nights?: boolean },
): void {
  test(`a nightly load of ${workers} workers beside ${posts} posts loses no number and makes nobody twice`, async t => {
    const server = await testServer()
    const { database } = server
    await server.load([
      company('c1'),
      agency('a1'),
      agency('a2'),
      connection('c1', 'a1'),
      connection('c1', 'a2'),
      ...masterLists(),
    ])
    const key = await server.key('agency', ['a1'])
    const began = performance.now()
    const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
    const first = await server.load(firstLoad(workers))
    assert.deepEqual([first.counts.created, first.rejected], [workers, 0])
    t.diagnostic(`first load: ${workers} workers in ${seconds(began)}`)

    let loading = true
    const nightly = performance.now()
    const answers: Answered[] = []
    let longestMs = 0
    const post = async (number: number): Promise<void> => {
      const { name: _, ...body } = bodyOf(number, { workers, posts })
      const asked = performance.now()
      const { status, body: got } = await server.get('/workers', key, posted(body))
      longestMs = Math.max(longestMs, performance.now() - asked)
      if (status === 503) return post(number)
      answers.push({
        number,
        code: status === 200 ? '200' : got.error.code,
        ...(status === 200 && { id: got.data.id }),
      })
    }
    let during = 0
    let next = 0
    const lane = async (): Promise<void> => {
      for (let number = next++; number < posts; number = next++) {
        if (loading) during++
        await Promise.all(isKnown(number) ? [post(number)] : [post(number), post(number)])
      }
    }
    const posting = Promise.all(Array.from({ length: 3 }, lane))
    const reports: LoadReport[] = []
    do reports.push(await server.load(nightlyLoad(workers, reports.length + 1)))
    while (nights && next < posts)
    loading = false
    const loaded = reports.reduce((sum, { lines }) => sum + lines, 0)
    t.diagnostic(
      `nightly: ${loaded} lines in ${seconds(nightly)}, ${during} of ${posts} people posted meanwhile`,
    )
    await posting
    t.diagnostic(`the slowest post took ${Math.round(longestMs)} ms`)

    await t.test('every change of the load is there, and nothing was lost', () =>
      expectLoads(database, reports, workers),
    )
    await t.test('who is known is refused, who is new is made once, with documents and files', () =>
      expectPosts(database, answers),
    )
    await t.test('every identity number finds exactly its worker', () =>
      expectNumbers(server, answers, workers),
    )
    t.diagnostic(`all of it: ${seconds(began)}`)
  })
}

async function expectLoads(
  database: Database,
  reports: readonly LoadReport[],
  workers: number,
): Promise<void> {
  const changed = Array.from({ length: workers }, (_, number) => changeOf(number))
  const updated = changed.filter(change => ['email', 'phone', 'paper'].includes(change)).length
  const unchanged = changed.filter(change => change === 'same').length
  const counts = { created: 0, updated, unchanged, older: 0, deleted: 0 }
  for (const report of reports)
    assert.deepEqual([report.counts, report.losses, report.rejected], [counts, {}, 0])
  const rows = await database.rows<{ id: string; record: string }>(
    sql`select id, record from worker_text where id like 'n%'`,
  )
  assert.equal(rows.length, workers)
  for (const { id, record } of rows) expectWorker(Number(id.slice(1)), JSON.parse(record), reports.length)
}

async function expectPosts(database: Database, answers: readonly Answered[]): Promise<void> {
  for (const [number, all] of Map.groupBy(answers, answer => answer.number)) {
    const codes = all.map(({ code }) => code).sort()
    const known = 'WORKER_MATCH_REQUIRES_REVIEW'
    assert.deepEqual(codes, isKnown(number) ? [known] : ['200', known], `post ${number}`)
  }
  const made = answers.filter(({ id }) => id !== undefined)
  const rows = await database.rows<{ id: string; record: string }>(
    sql`select id, record from worker_text where id not like 'n%'`,
  )
  assert.deepEqual(rows.map(({ id }) => id).sort(), made.map(({ id }) => id!).sort())
  // Files are marked by a control character on either side of their ids.
  const records = new Map(rows.map(({ id, record }) => [id, JSON.parse(record.replaceAll('\u0001', ''))]))
  const files = await database.rows<{ id: string; sha256: Buffer }>(sql`select id, sha256 from file`)
  const contents = new Map(files.map(row => [row.id, Buffer.from(row.sha256).toString('hex')]))
  for (const { number, id } of made) {
    const { agencies, attachments, rightToWork } = records.get(id!)
    assert.equal(agencies[0].agencyId, `POST-${number}`)
    const scans = [...attachments, ...rightToWork].flatMap(one => one.files)
    const content = createHash('sha256')
      .update(pdfSaying(`scan ${number}`))
      .digest('hex')
    assert.deepEqual(
      scans.map(({ url }: Json) => contents.get(url)),
      [content, content],
      `the files of post ${number}`,
    )
  }
}

async function expectNumbers(
  { database, files }: TestServer,
  answers: readonly Answered[],
  workers: number,
): Promise<void> {
  const seal = sealOf(files.secrets)
  const expected = new Set<string>()
  const hash = (foundBy: string) => seal.hashes(foundBy)[0]!
  const knows = (id: string, foundBy: string) => expected.add(`${id} ${hash(foundBy)}`)
  for (let number = 0; number < workers; number++) {
    const id = idOf(number)
    knows(id, `ni:${insurance(number).slice(0, 8)}`)
    if (has(number).passport) knows(id, `travel:${passport(number)}`)
    if (has(number).papers) knows(id, `travel:${shareCode(number)}`)
  }
  for (const { number, id } of answers) {
    if (id === undefined) continue
    knows(id, `ni:${insurance(5_000_000 + number).slice(0, 8)}`)
    knows(id, `travel:${passport(700_000_000 + number)}`)
  }
  const rows = await database.rows<{ found: string }>(
    sql`select id || ' ' || hash as found from worker_number`,
  )
  assert.equal(rows.length, expected.size)
  for (const { found } of rows) assert.ok(expected.has(found), found)
  const [twice] = await database.rows<{ n: number }>(
    sql`select count(*)::int as n from (select hash from worker_number group by hash having count(*) > 1) q`,
  )
  assert.equal(twice!.n, 0)
}

function expectWorker(number: number, record: Json, night: number): void {
  const change = changeOf(number)
  const id = idOf(number)
  assert.deepEqual(
    [
      record.email,
      record.phone.number,
      record.attachments.map((one: Json) => one.id),
      record.rightToWork.map((one: Json) => one.documentNumber),
      record.agencies[0].agencyId,
      record.updatedAt,
    ],
    [
      `${id}@${change === 'email' ? `night${night}` : 'first'}.example`,
      phoneOf(number, change === 'phone' ? night : 0),
      change === 'paper' ? [`${id}-course`] : [],
      has(number).papers ? [shareCode(number)] : [],
      `P-${number}`,
      ['email', 'phone', 'paper'].includes(change) ? dayOf(night) : at('2026-01-01'),
    ],
    id,
  )
}
