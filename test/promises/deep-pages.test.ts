// Pages far into a long list are the rows that stand there, from whichever end they were read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reachOf } from '../../src/access/reach.ts'
import { viewerOf } from '../../src/access/viewer.ts'
import { recordTypes } from '../../src/api/index.ts'
import type { Statements } from '../../src/database/database.ts'
import type { Plan } from '../../src/kernel/query/plan.ts'
import { markEvery, PageEnds } from '../../src/sharing/list-memory.ts'
import { storedRecords } from '../../src/store/reading/records.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { diceOf } from '../access/dice.ts'
import { caller } from '../support/callers.ts'
import { readExport, readLines } from '../support/exports.ts'
import { rivals, site, timesheet } from '../support/lines.ts'
import { type Json, type Reply, testServer } from '../support/server.ts'

const many = 2345
const server = await testServer()
await server.load([
  ...rivals(),
  ...Array.from({ length: many }, (_, n) => {
    // Several have the same moment, so that the id decides.
    const createdAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 60_000).toISOString()
    const [project, company] = n % 7 === 0 ? ['p2', 'c2'] : ['p1', 'c1']
    return site(`deep${n}`, project!, company!, { createdAt, updatedAt: createdAt, name: `Site ${n % 50}` })
  }),
])
const key = await server.key('company', ['c1', 'c2'])

test('every page of a list in either order has the rows that come after those of the page before', async () => {
  for (const limit of [200, 199]) {
    const lists: Record<string, string[]> = {}
    for (const sortOrder of ['asc', 'desc']) {
      const ids: string[] = []
      for (let page = 1; ; page++) {
        const query = `sortBy=createdAt&sortOrder=${sortOrder}&limit=${limit}&page=${page}&fields=id`
        const { body } = await server.get(`/sites?${query}`, key)
        ids.push(...body.data.map(({ id }: Json) => id))
        if (body.data.length === 0) break
        assert.equal(body.data.length, Math.min(limit, body.meta.total - (page - 1) * limit))
      }
      lists[sortOrder] = ids
    }
    assert.equal(new Set(lists.asc).size, lists.asc!.length)
    assert.ok(lists.asc!.length >= many)
    assert.deepEqual(lists.desc, lists.asc!.toReversed())
  }
})

const idsOf = ({ body }: Reply): string[] => body.data.map(({ id }: Json) => id)

test('pages that are jumped to, walked to or asked for again are the rows that stand there, for any sort and owners', async () => {
  const dice = diceOf(11)
  const keys = [key, await server.key('company', ['c1'])]
  for (const sort of ['sortBy=createdAt', 'sortBy=name&sortOrder=desc', 'project=p1&sortBy=name'])
    for (const secret of keys) {
      const asked = (page: number, limit: number) =>
        server.get(`/sites?${sort}&fields=id&limit=${limit}&page=${page}`, secret)
      const all: string[] = []
      for (let page = 1; ; page++) {
        const ids = idsOf(await asked(page, 200))
        if (ids.length === 0) break
        all.push(...ids)
      }
      assert.equal(new Set(all).size, (await asked(1, 1)).body.meta.total)
      for (let left = 12; left > 0; left--) {
        const limit = dice.pick([50, 130, 200])
        const page = dice.between(1, Math.ceil(all.length / limit) + 1)
        for (const each of [page, page + 1])
          assert.deepEqual(
            idsOf(await asked(each, limit)),
            all.slice((each - 1) * limit, each * limit),
            `${sort}: page ${each} of ${limit}`,
          )
      }
    }
})

test('a jump into a list of timesheets, which begins in their day, gives the rows that stand there', async () => {
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  const dayOf = (days: number, hour = 0) => new Date(Date.UTC(2026, 0, 1 + days, hour)).toISOString()
  await server.load(
    Array.from({ length: 1500 }, (_, n) =>
      timesheet(`far${n}`, of, {
        // Both ends of a day, and days without any.
        createdAt: n % 5 === 0 ? dayOf(n % 9) : dayOf((n * n) % 23, n % 24),
        weekEnding: dayOf(7 * (n % 6)),
        status: n % 8 === 0 ? 'pending' : 'approved',
      }),
    ),
  )
  let touched = 0
  const touch = () =>
    server.load([
      timesheet('touched', of, { createdAt: dayOf(400), netHours: ++touched, status: 'rejected' }),
    ])
  await touch()
  const own = await server.key('company', ['c1'])
  const lists = ['createdAt', 'weekEnding'].flatMap(sort =>
    ['asc', 'desc'].flatMap(order =>
      ['', '&status=approved', '&from=2026-01-02&to=2026-01-22'].map(
        more => `/timesheets?fields=id&sortBy=${sort}&sortOrder=${order}${more}`,
      ),
    ),
  )
  for (const list of lists) {
    const all: string[] = []
    for (let page = 1; page <= 8; page++)
      all.push(...idsOf(await server.get(`${list}&limit=200&page=${page}`, own)))
    for (const limit of [50, 49, 7]) {
      const page = Math.floor(1100 / limit) + 1
      // Nobody has walked here: after a write nothing is known of where pages ended.
      await touch()
      const jumped = idsOf(await server.get(`${list}&limit=${limit}&page=${page}`, own))
      const from = (page - 1) * limit
      assert.ok(jumped.length > 0 || all.length <= from)
      assert.deepEqual(jumped, all.slice(from, from + limit), `${list}&limit=${limit}`)
    }
  }
})

test('an export has the rows in the order of the pages, for any sort and owners', async () => {
  const keys = [key, await server.key('company', ['c2'])]
  for (const sort of ['sortBy=createdAt', 'sortBy=updatedAt&sortOrder=asc', 'sortBy=name&sortOrder=desc'])
    for (const secret of keys) {
      const paged: string[] = []
      for (let page = 1; page === 1 || paged.length === (page - 1) * 200; page++)
        paged.push(...idsOf(await server.get(`/sites?${sort}&fields=id&limit=200&page=${page}`, secret)))
      const { text } = await readExport(server.origin, `/sites?${sort}&format=ndjson&fields=id`, secret)
      assert.deepEqual(
        readLines(text).lines.map(line => JSON.parse(line).id),
        paged,
        sort,
      )
      assert.ok(paged.length > 300)
    }
})

test('rows that come and go between two pages move what stands on the next one', async () => {
  const page = async (number: number) =>
    idsOf(await server.get(`/sites?sortBy=createdAt&sortOrder=asc&fields=id&limit=50&page=${number}`, key))
  const before = [...(await page(3)), ...(await page(4))]
  const early = { createdAt: '2020-01-01T00:00:00.000Z' }
  await server.load([site('early1', 'p1', 'c1', early), site('early2', 'p2', 'c2', early)])
  assert.deepEqual(await page(4), before.slice(48, 98))
  await server.load([{ type: 'site', id: 'early1', deleted: true }])
  assert.deepEqual(await page(4), before.slice(49, 99))
  await server.load([{ type: 'site', id: 'early2', deleted: true }])
  assert.deepEqual([...(await page(3)), ...(await page(4))], before)
})

test('a page that follows one begins where that ended, and one that is jumped to begins at a mark', async () => {
  const { database } = server
  const said: string[] = []
  const marked = Promise.withResolvers<void>()
  const listening: Statements = {
    ...database,
    raw: (statement, keeping) => {
      said.push(statement.compile().text)
      return database.raw(statement, keeping)
    },
  }
  const marking: Statements = {
    ...database,
    rows: async (statement, keeping) => {
      const rows = await database.rows(statement, keeping)
      setImmediate(marked.resolve)
      return rows as never
    },
  }
  const readiness = await prepareDatabase(database, recordTypes)
  const records = storedRecords(listening, recordTypes, readiness, { slowly: marking })
  const who = caller({ companies: [company('c1'), company('c2')] })
  const plan = (offset: number, version = '1'): Plan => ({
    type: 'site',
    reach: reachOf(who, { company: 'company.id' }),
    where: [],
    order: { column: 'created_at', descending: true, nullable: false },
    offset,
    limit: 50,
    parts: [],
    viewer: viewerOf({ ...who, version }),
  })
  const passedOver = async (offset: number, version?: string) => {
    await records.page(plan(offset, version))
    return Number(/offset (\d+)/.exec(said.at(-1)!)![1])
  }
  assert.equal(await passedOver(200), 200)
  assert.equal(await passedOver(250), 0)
  assert.equal(await passedOver(300), 0)
  assert.equal(await passedOver(350, '2'), 350)
  assert.equal(await passedOver(1120), 1120)
  await marked.promise
  assert.equal(await passedOver(1130), 130)
  assert.equal(await passedOver(2010), 10)
  assert.equal(await passedOver(1130, '2'), 1130)
})

const company = (id: string) => ({ id, name: id, nanoid: id, prefix: id, features: [] })

test('what is known of where pages ended is bounded, and marks are worked out once a minute at most', async () => {
  const ends = new PageEnds()
  for (let place = 1; place <= 10_001; place++) ends.note('list', place, { key: 'k', id: String(place) })
  assert.equal(ends.before('list', 1), undefined)
  assert.deepEqual(ends.before('list', 10_001), { place: 10_001, end: { key: 'k', id: '10001' } })
  const marks = [{ key: 'k', id: 'thousandth' }]
  let tries = 0
  const marking = async () => {
    tries++
    return marks
  }
  for (const version of ['1', '2', '3']) {
    for (const _ of [1, 2, 3]) ends.passed(`far ${version}`, 'far', marking)
    await new Promise(setImmediate)
  }
  assert.equal(tries, 1)
  const known = { place: markEvery, end: marks[0] }
  assert.deepEqual(ends.before('far 1', markEvery + 20), known)
  assert.equal(ends.before('far 2', markEvery + 20), undefined)
  ends.passed('other', 'other', marking)
  ends.passed('meanwhile', 'meanwhile', marking)
  await new Promise(setImmediate)
  assert.deepEqual(ends.before('other', markEvery + 20), known)
  assert.equal(ends.before('meanwhile', markEvery + 20), undefined, 'one list at a time')
  ends.passed('meanwhile', 'meanwhile', () => Promise.reject(new Error('the database is away')))
  await new Promise(setImmediate)
  ends.passed('after that', 'after that', marking)
  await new Promise(setImmediate)
  assert.deepEqual(ends.before('after that', markEvery + 20), known)
})
