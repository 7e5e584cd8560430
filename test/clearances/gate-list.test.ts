// The gate list: the clearances of a day as a gate needs them, on paper, for turnstiles and for assistants, to companies and to
// agencies; and the pages of those who lack something.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { demoKeys } from '../../demo/programme.ts'
import { gateCsv, gateOrder, gateRowOf } from '../../src/api/clearances/gate-rows.ts'
import type { ClearanceRow } from '../../src/api/clearances/shape.ts'
import { checkToEnd } from '../../src/checks/checker.ts'
import { linesOn } from '../demo/lines.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
await server.load(linesOn(new Date(), { scale: 0.5 }))
await checkToEnd(server.database)
const keys = {
  company: await server.key('company', demoKeys.company),
  agency: await server.key('agency', demoKeys.agency),
}
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const tomorrow = dayFrom(1)

async function get(path: string, key = keys.company): Promise<Json> {
  const { status, body, text } = await server.get(path, key)
  assert.equal(status, 200, text)
  return body
}

async function csvOf(path: string): Promise<{ headers: Headers; text: string }> {
  const answer = await fetch(`${server.origin}/api/open/v1${path}`, {
    headers: { Authorization: `Bearer ${keys.company}` },
  })
  assert.equal(answer.status, 200)
  return { headers: answer.headers, text: await answer.text() }
}

async function clearancesOn(day: string, key: string, query = ''): Promise<Json[]> {
  const { data, meta } = await get(`/clearances?limit=200&on=${day}${query}`, key)
  assert.equal(data.length, meta.total)
  return data
}

const countsOf = (rows: readonly Json[]) => {
  const count = (state: string) => rows.filter(row => row.state === state).length
  return {
    cleared: count('cleared'),
    expiring: count('expiring'),
    unknown: count('unknown'),
    notCleared: count('notCleared'),
  }
}

for (const kind of ['company', 'agency'] as const)
  test(`it has everybody whom the clearances of the day have, for a key of the ${kind}`, async () => {
    const rows = await clearancesOn(tomorrow, keys[kind])
    const { data } = await get(`/clearances/gate-list?on=${tomorrow}&includeEverybody=true`, keys[kind])
    assert.deepEqual([data.day, data.counts, data.more], [tomorrow, countsOf(rows), 0])
    const brief = (all: readonly Json[]) => all.map(one => `${one.worker.id} ${one.state}`).toSorted()
    assert.deepEqual(brief(data.people), brief(rows))
    const states = new Set(data.people.map(({ state }: Json) => state))
    assert.ok(states.size >= 3, [...states].join())
    for (const { state, mayEnter, needs } of data.people) {
      assert.equal(mayEnter, state === 'cleared' || state === 'expiring')
      assert.equal(needs.length === 0, state === 'cleared')
    }
  })

test('whoever starts on the day and may not enter stands first, then who may not, then the others', async () => {
  const { data } = await get(`/clearances/gate-list?on=${tomorrow}&includeEverybody=true`)
  const place = ({ starts, state }: Json) => {
    const worst = ['notCleared', 'unknown', 'expiring', 'cleared'].indexOf(state)
    return starts && worst < 2 ? worst - 2 : worst
  }
  const places: number[] = data.people.map(place)
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  assert.ok(places[0]! < 0, 'nobody starts tomorrow who may not')
})

test('without everybody it has those alone who may not enter, which is short enough for an assistant', async () => {
  const { data } = await get(`/clearances/gate-list?on=${tomorrow}`)
  const { notCleared, unknown } = data.counts
  assert.equal(data.people.length, notCleared + unknown)
  assert.ok(data.people.every(({ mayEnter, needs }: Json) => !mayEnter && needs.length > 0))
  assert.ok(JSON.stringify(data).length / data.people.length < 500)
})

test('the CSV has the hash that the list says, which is another once anything in it is', async () => {
  const [row] = await clearancesOn(tomorrow, keys.company, '&state=notCleared')
  const site = `&site=${row!.site.id}`
  const { data } = await get(`/clearances/gate-list?on=${tomorrow}${site}`)
  const { headers, text } = await csvOf(`/clearances/gate-list?on=${tomorrow}${site}&as=csv`)
  const hash = createHash('sha256').update(text).digest()
  assert.equal(hash.toString('hex'), data.sha256)
  assert.equal(headers.get('repr-digest'), `sha-256=:${hash.toString('base64')}:`)
  assert.match(headers.get('content-type')!, /^text\/csv/)
  assert.match(headers.get('content-disposition')!, new RegExp(`gate-list-${tomorrow}\\.csv`))
  const lines = text.split('\r\n')
  assert.equal(lines[0], 'day,site,worker,name,agency,trade,assignment,state,enter,until,needs')
  const rows = await clearancesOn(tomorrow, keys.company, site)
  assert.equal(lines.length, rows.length + 2)
  const other = await get(`/clearances/gate-list?on=${dayFrom(2)}${site}`)
  assert.notEqual(other.data.sha256, data.sha256)
})

test('what a key may not see is not on it, and changes no number', async () => {
  const { data } = await get(`/clearances/gate-list?on=${tomorrow}&includeEverybody=true`, keys.agency)
  assert.deepEqual(
    [...new Set(data.people.map(({ agency }: Json) => agency))],
    ['Heronsgill Labour Supply (Demo)'],
  )
  const other = await server.key('company', [demoKeys.company[0]!])
  const refused = await server.get(`/clearances/gate-list?company=${demoKeys.company[1]}`, other)
  assert.equal(refused.status, 403)
  const narrow = await server.key('company', demoKeys.company, { scopes: ['read:assignments'] })
  assert.equal((await server.get('/clearances/gate-list', narrow)).status, 403)
})

test('whoever lacks one thing comes page by page in the order of the list, and so does whose clearance ends soon', async () => {
  const isLacking = ({ state, needs, ends }: Json, name: string) =>
    needs.some(({ status, names }: Json) => status !== 'held' && names.includes(name)) ||
    (state === 'expiring' && ends.some(({ names }: Json) => names.includes(name)))
  const isEnding = ({ state, until }: Json, days: number) =>
    (state === 'cleared' || state === 'expiring') && until?.slice(0, 10) <= dayFrom(1 + days)
  for (const key of [keys.company, keys.agency])
    for (const order of [
      '',
      '&sortBy=until&sortOrder=desc',
      '&sortBy=worker',
      '&sortBy=site&sortOrder=desc',
    ]) {
      const all = await clearancesOn(tomorrow, key, order)
      const lacking = all.flatMap(({ needs }) =>
        needs.flatMap(({ status, names }: Json) => (status === 'held' ? [] : names)),
      )
      const [most] = [...Map.groupBy(lacking, name => name)].toSorted(
        ([, one], [, other]) => other.length - one.length,
      )[0]!
      for (const [query, expected] of [
        [`&need=${encodeURIComponent(most)}`, all.filter(row => isLacking(row, most))],
        ['&need=nothing', []],
        ['&expiringWithin=14', all.filter(row => isEnding(row, 14))],
      ] as const) {
        const found: Json[] = []
        do {
          const page = await get(
            `/clearances?on=${tomorrow}${order}${query}&limit=2&page=${1 + found.length / 2}`,
            key,
          )
          assert.equal(page.meta.total, expected.length)
          found.push(...page.data)
        } while (found.length < expected.length && found.length % 2 === 0)
        assert.deepEqual(
          found.map(({ id }) => id),
          expected.map(({ id }) => id),
          `${order}${query}`,
        )
      }
      assert.ok(all.filter(row => isLacking(row, most)).length > 2)
    }
})

test('words that are not known are refused', async () => {
  for (const query of [
    'on=tomorrow',
    'as=xlsx',
    'includeEverybody=some',
    'from=2026-01-01&to=2026-01-02',
    'state=cleared',
  ])
    assert.equal((await server.get(`/clearances/gate-list?${query}`, keys.company)).status, 400, query)
})

type Lack = Pick<ClearanceRow['needs'][number], 'source' | 'what' | 'status'> & { why?: string }

const rowWith = (name: string, needs: readonly Lack[], given: object = {}) =>
  gateRowOf({
    assignment: { id: 'a', reference: 'BRK-1' },
    worker: { id: 'w', reference: 'WK-1', name },
    state: 'notCleared',
    startDate: '2026-01-05T00:00:00.000Z',
    day: '2026-03-02T00:00:00.000Z',
    needs,
    ends: [],
    ...given,
  } as unknown as ClearanceRow)

const lack = (what: string, why: string, source: Lack['source'] = 'company'): Lack => ({
  ...{ source, what, status: 'notHeld', why },
})

test('what two ask for is said once, and the check of a card that is missing goes without saying', () => {
  const { needs } = rowWith('Ann', [
    lack('CPCS', 'There is no document for this: CPCS.'),
    lack('CPCS', 'There is no document for this: CPCS.', 'project'),
    lack('smart check of CPCS', 'There is no document for this: smart check of CPCS.', 'smartCheck'),
    lack('smart check of ECS', 'ECS has not been confirmed by its card scheme.', 'smartCheck'),
  ])
  assert.deepEqual(
    needs.map(({ what }) => what),
    ['CPCS', 'smart check of ECS'],
  )
})

test('the same people in another order give the same bytes, and none of them can run as a formula', () => {
  const rows = [rowWith('=Bob', [lack('CPCS', 'No.')]), rowWith('Ann', [lack('CPCS', 'No.')])]
  const csv = gateCsv('2026-03-02', rows)
  assert.equal(gateCsv('2026-03-02', rows.toReversed()), csv)
  assert.ok(csv.includes(`,'=Bob,`))
  assert.deepEqual(
    gateOrder(rows).map(({ worker }) => worker.name),
    ['=Bob', 'Ann'],
  )
})
