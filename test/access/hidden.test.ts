// What a newcomer marks hidden comes out to no key, whichever way the record is asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedsOf } from '../../src/api/feeds.ts'
import { recordTypes } from '../../src/api/index.ts'
import { recordId, ref, stamps } from '../../src/api/shapes.ts'
import { openApiDocument } from '../../src/describe/openapi.ts'
import { visibilityDocument } from '../../src/describe/visibility.ts'
import { readAll } from '../../src/kernel/query/read-all.ts'
import { collection, namedAsPath } from '../../src/kernel/resource/collection.ts'
import { computedList } from '../../src/kernel/resource/computed-list.ts'
import { choice } from '../../src/record-types/filter.ts'
import { hidden, list, maybe, number, orNull, record, text, words } from '../../src/shape/shape.ts'
import { assistant } from '../support/assistants.ts'
import { answerTo } from '../support/client.ts'
import { rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const secret = 'Blacklisted'
const check = record({
  name: [text, 'What was checked.'],
  verdict: [hidden(text), 'What the checker really thinks.'],
})

const Induction = record({
  id: recordId,
  reference: [text, 'The number people quote.'],
  status: [words({ open: 'not signed yet', closed: 'signed' }), 'Whether it was signed.'],
  company: ref('company'),
  agency: ref('agency'),
  riskNote: [hidden(maybe(text)), 'What only the office knows.'],
  score: [hidden(maybe(number)), 'What the office gives for it.'],
  host: [orNull(check), 'Who was asked first.'],
  checks: [list(check), 'Who was asked besides.'],
  ...stamps,
})
const owners = { company: 'company.id', agency: 'agency.id' } as const

const inductions = collection({
  path: '/inductions',
  noun: 'induction',
  scope: 'read:projects',
  record: Induction,
  owners,
  filters: { status: choice('status') },
  search: { within: ['reference'] },
  dates: ['createdAt'],
  sorts: namedAsPath('createdAt', 'reference'),
  defaultSort: 'createdAt desc',
  operations: { list: 'listInductions', get: 'getInduction', totals: 'getInductionTotals' },
  reading: { totals: { groups: ['status'], sums: [] } },
})

/** The same, worked out by an operation of its own. */
const latest = computedList({
  path: '/latest-inductions',
  name: 'listLatestInductions',
  summary: 'List the latest inductions',
  record: Induction,
  noun: 'induction',
  work: (_, context) => readAll(context, inductions.stored, context.reach(owners)),
})

const reading = [...inductions.operations, latest]
const types = [...recordTypes, inductions.stored]
const operations = [...reading, ...feedsOf(reading, types)]
const server = await testServer({ operations, types })

const induction = (id: string, more: object = {}) => ({
  type: 'induction',
  record: {
    id,
    reference: `IND-${id}`,
    status: 'open',
    company: { id: 'c1' },
    agency: { id: 'a1' },
    host: { name: 'Uma', verdict: secret },
    checks: [{ name: 'Ivo', verdict: secret }],
    createdAt: '2026-11-01T08:00:00.000Z',
    updatedAt: '2026-11-01T08:00:00.000Z',
    ...more,
  },
})
const lines = [
  induction('i1', { riskNote: secret, score: 77.25 }),
  // Each of these has something hidden in one place alone.
  induction('i2', { riskNote: secret, host: null, checks: [] }),
  induction('i3', { checks: [] }),
  induction('i4', { host: null }),
]
await server.load(rivals())
const { rejected } = await server.load(lines)
const keys = {
  company: await server.key('company', ['c1']),
  'two companies’': await server.key('company', ['c1', 'c2']),
  agency: await server.key('agency', ['a1']),
}

const isSecret = (said: string) => /blacklisted|77\.25|riskNote|verdict|"score"/i.test(said)
function expectNothing(said: string, where: string): void {
  assert.ok(said.length > 0, where)
  assert.ok(!isSecret(said), `${where} let out ${said.slice(0, 400)}`)
}

for (const [kind, key] of Object.entries(keys))
  test(`what is hidden is in no answer to a ${kind} key`, async () => {
    assert.equal(rejected, 0)
    const paths = [
      ...['/inductions', '/inductions?fields=id,host,checks', '/inductions?query=IND', '/latest-inductions'],
      ...['i1', 'i2', 'i3', 'i4'].map(id => `/inductions/${id}`),
      ...['/latest-inductions?fields=id,host,checks', '/inductions/totals?groupBy=status'],
      '/changes?type=induction&include=records',
    ]
    for (const path of paths) {
      const { status, body, text: said } = await server.get(path, key)
      assert.equal(status, 200, `${path}: ${said}`)
      assert.ok([body.data].flat().length > 0, path)
      expectNothing(said, path)
    }
    for (const path of ['inductions', 'latest-inductions'])
      for (const format of ['ndjson', 'csv', 'csv&explode=checks']) {
        const url = `${server.origin}/api/open/v1/${path}?format=${format}`
        const { status, text: said } = await answerTo(url, { headers: { Authorization: `Bearer ${key}` } })
        assert.equal(status, 200, said)
        expectNothing(said, url)
      }
    const one = await assistant(server.origin, key)
    for (const tool of ['open_api_list_inductions', 'open_api_list_latest_inductions'])
      expectNothing(JSON.stringify(await one.call(tool, { detail: 'full' })), tool)
    expectNothing(
      JSON.stringify(await one.call('open_api_get_induction', { id: 'i1', detail: 'full' })),
      'get',
    )
    expectNothing(JSON.stringify(await one.tools()), 'the tools')
    await one.close()
  })

test('nobody can ask for what is hidden, and no document names it', async () => {
  for (const path of ['/inductions', '/latest-inductions']) {
    const { status, body } = await server.get(`${path}?fields=riskNote`, keys.company)
    assert.equal(status, 400)
    assert.match(body.error.message, /there is no field "riskNote"/)
    for (const inside of ['host.verdict', 'checks.verdict']) {
      const { text: said } = await server.get(`${path}?fields=id,${inside}`, keys.company)
      expectNothing(said, `${path} ${inside}`)
    }
  }
  const { body } = await server.get(`/inductions?query=${secret}`, keys.company)
  assert.deepEqual(body.data, [])
  expectNothing(JSON.stringify(openApiDocument(operations)), 'OpenAPI')
  expectNothing(visibilityDocument(operations), 'visibility.md')
})

test('that what is hidden has changed is told to nobody', async () => {
  for (const key of Object.values(keys)) {
    const { body } = await server.get('/changes?type=induction', key)
    const { counts } = await server.load([induction('i1', { riskNote: `${secret} by ${key}`, score: 77.25 })])
    assert.equal(counts.updated, 1)
    const since = await server.get(`/changes?type=induction&after=${body.meta.next}`, key)
    assert.deepEqual(since.body.data, [])
  }
})
