// What an operation works out of records has in it only what its caller is shown of them, however many there are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { many } from '../../src/access/ownership.ts'
import { recordTypes } from '../../src/api/index.ts'
import { recordId, ref, stamps } from '../../src/api/shapes.ts'
import { notFound } from '../../src/errors/problem.ts'
import { singleAnswer } from '../../src/kernel/operation/answer.ts'
import { operation } from '../../src/kernel/operation/operation.ts'
import { readAll, readOne, readUncut } from '../../src/kernel/query/read-all.ts'
import { collection, namedAsPath } from '../../src/kernel/resource/collection.ts'
import {
  companyOnly,
  list,
  maybe,
  number,
  ownAgencyOnly,
  record,
  type Static,
} from '../../src/shape/shape.ts'
import { rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const offer = record({ agency: ref('agency'), price: [number, 'What the agency asks.'] })
const owners = { company: 'company.id', agency: many('agencies.id') } as const
const { stored: tenders } = collection({
  path: '/tenders',
  noun: 'tender',
  scope: 'read:projects',
  record: record({
    id: recordId,
    company: ref('company'),
    agencies: [list(ref('agency')), 'Who is asked.'],
    budget: [companyOnly(maybe(number)), 'What it may cost.'],
    offers: [ownAgencyOnly('agency.id', list(offer)), 'What they ask.'],
    ...stamps,
  }),
  owners,
  dates: ['createdAt'],
  sorts: namedAsPath('createdAt'),
  defaultSort: 'createdAt desc',
  operations: { list: 'listTenders' },
})

const asking = {
  method: 'GET',
  scope: 'read:projects',
  answers: record({ prices: list(number) }),
  badId: 404,
  noun: 'tender',
} as const

type Tender = Static<typeof tenders.record>
const pricesOf = (found: readonly Tender[]) => ({
  prices: found.flatMap(({ offers, budget }) => [...offers.map(({ price }) => price), budget ?? []].flat()),
})
const operations = [
  operation({
    ...asking,
    path: '/prices/{id}',
    name: 'getPrices',
    summary: 'The prices of one tender',
    run: async ({ path }, context) => {
      const found = await readOne(context, tenders, context.reach(owners), path.id!)
      if (!found) throw notFound('tender')
      return singleAnswer(pricesOf([found]))
    },
  }),
  operation({
    ...asking,
    path: '/prices',
    name: 'listPrices',
    summary: 'The prices of all tenders',
    run: async (_, context) => singleAnswer(pricesOf(await readAll(context, tenders, context.reach(owners)))),
  }),
  operation({
    ...asking,
    path: '/all-prices',
    name: 'listAllPrices',
    summary: 'The prices of all tenders, with what others offered',
    run: async (_, context) =>
      singleAnswer(pricesOf(await readUncut(context, tenders, context.reach(owners)))),
  }),
]

const server = await testServer({ operations, types: [...recordTypes, tenders] })
const tender = (id: string, company: string, more: object) => ({
  type: 'tender',
  record: {
    id,
    company: { id: company },
    agencies: [{ id: 'a1' }, { id: 'a2' }],
    createdAt: '2026-03-02T09:00:00.000Z',
    updatedAt: '2026-03-02T09:00:00.000Z',
    ...more,
  },
})
const by = (agency: string, price: number) => ({ agency: { id: agency }, price })
const { rejected } = await server.load([
  ...rivals(),
  tender('t1', 'c1', { budget: 900, offers: [by('a1', 1), by('a2', 2)] }),
  tender('t2', 'c2', { budget: 800, offers: [by('a1', 3)] }),
])
assert.equal(rejected, 0)
const keys = {
  c1: await server.key('company', ['c1']),
  a1: await server.key('agency', ['a1']),
  a2: await server.key('agency', ['a2']),
}
const prices = async (path: string, key: string): Promise<number[]> => {
  const { status, body, text: said } = await server.get(path, key)
  assert.equal(status, 200, said)
  return body.data.prices
}

test('of one record and of all, rivals are each shown their own, and the company all that is its own', async () => {
  for (const [path, seen] of Object.entries({
    '/prices/t1': { c1: [1, 2, 900], a1: [1], a2: [2] },
    '/prices': { c1: [1, 2, 900], a1: [1, 3], a2: [2] },
  }))
    for (const [owner, expected] of Object.entries(seen))
      assert.deepEqual(await prices(path, keys[owner as 'c1']), expected, `${path} to ${owner}`)
  assert.equal((await server.get('/prices/t2', keys.c1)).status, 404)
  assert.equal((await server.get('/prices/t3', keys.c1)).status, 404)
})

test('only where it is asked for is anything worked out of what the caller is not shown', async () => {
  assert.deepEqual(await prices('/all-prices', keys.a2), [1, 2, 900, 3, 800])
})

test('all are read, and each once, where there are more than are read at a time', async () => {
  const many = Array.from({ length: 2001 }, (_, n) => tender(`n${n}`, 'c1', { offers: [by('a1', 1000 + n)] }))
  assert.equal((await server.load(many)).rejected, 0)
  // The second time it is known where the pages begin.
  for (let n = 0; n < 2; n++) {
    const found = (await prices('/prices', keys.a1)).filter(price => price >= 1000)
    assert.deepEqual(
      found.sort((a, b) => a - b),
      many.map((_, n) => 1000 + n),
    )
  }
})
