// Conditional requests: who has the answer already hears so, for the minute's count and not for the day's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { operations, recordTypes } from '../../src/api/index.ts'
import { answerCall, type Backend } from '../../src/kernel/call/call.ts'
import { entityTag } from '../../src/kernel/call/entity-tag.ts'
import { callerBook } from '../../src/store/keys/callers.ts'
import { gateOf } from '../../src/store/keys/gate.ts'
import {
  assignment,
  connection,
  project,
  rate,
  requisition,
  response,
  rivals,
  submission,
  timesheet,
  trade,
  worker,
} from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
await server.load([
  ...rivals(),
  worker('w1', { agencies: [{ id: 'a1', active: true }] }),
  assignment('as1', of),
  timesheet('t1', of),
])
const key = await server.key('company', ['c1'])
const other = await server.key('company', ['c1'])
const rival = await server.key('company', ['c2'])

const knowing = (tag: string) => ({ headers: { 'If-None-Match': tag } })
const tagOf = async (path: string, secret = key) => (await server.get(path, secret)).headers.get('etag')!
const usedToday = async (secret = key) => (await server.get('/me', secret)).body.data.usage.requestsToday

test('an answer that is still the same is 304: no body, the same tag, what is left of the limits', async () => {
  for (const path of ['/timesheets?limit=1', '/timesheets/t1', '/projects?sortBy=name', '/companies/c1']) {
    const first = await server.get(path, key)
    assert.equal(first.headers.get('cache-control'), 'private, no-cache')
    const tag = first.headers.get('etag')!
    assert.match(tag, /^W\/"[\w-]{22}"$/)
    for (const sent of [tag, tag.slice(2), `"x", ${tag}`]) {
      const again = await server.get(path, key, knowing(sent))
      assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', tag])
      assert.match(again.headers.get('ratelimit')!, /^"minute";r=\d+;t=\d+,"day";r=\d+;t=\d+$/)
      assert.equal(again.headers.get('content-type'), null)
    }
  }
})

test('another address, another key, a star or a tag of something else is answered in full', async () => {
  const tag = await tagOf('/timesheets?limit=1')
  assert.equal((await server.get('/timesheets?limit=2', key, knowing(tag))).status, 200)
  assert.equal((await server.get('/timesheets/t1', key, knowing(tag))).status, 200)
  assert.equal((await server.get('/timesheets?limit=1', other, knowing(tag))).status, 200)
  assert.equal((await server.get('/timesheets?limit=1', key, knowing('*'))).status, 200)
  assert.equal((await server.get('/timesheets/none', key, knowing(tag))).status, 404)
  assert.equal((await server.get('/timesheets?limit=x', key, knowing(tag))).status, 400)
})

test('a write that the key can see ends it, one of a rival does not', async () => {
  const path = '/timesheets'
  const tag = await tagOf(path)
  await server.load([project('p2', 'c2', { name: 'Renamed' })])
  assert.equal((await server.get(path, key, knowing(tag))).status, 304)
  const theirs = await tagOf('/projects', rival)
  await server.load([project('p1', 'c1', { name: 'Renamed too' })])
  const after = await server.get(path, key, knowing(tag))
  assert.equal(after.status, 200)
  assert.equal(after.body.data[0].project.name, 'Renamed too')
  assert.equal((await server.get('/projects', rival, knowing(theirs))).status, 304)
})

test('what a rival does on something shared moves no tag, no time and no feed of the other agency', async () => {
  const own = { id: 'a1', agencyId: 'own', active: true }
  const theirs = { id: 'a2', agencyId: 'theirs', active: true }
  const person = (agencies: object[], documents: string[]) => ({
    ...worker('shared', {
      agencies,
      attachments: documents.map(id => ({
        id,
        type: 'attachment',
        documentType: 'CV',
        createdAt: '2026-01-01',
        files: [],
      })),
    }),
    facts: { documentOwners: documents.map(document => ({ document, agency: 'a2' })) },
  })
  const wanted = (submissions: object[]) =>
    requisition(
      'shared',
      { company: 'c1', project: 'p1' },
      { agencies: [response('a1'), response('a2', { submissions })] },
    )
  const trades = [trade('tr1', 'c1'), rate('ra1', { company: 'c1', trade: 'tr1' }, { agency: 'a2' })]
  await server.load([...trades, person([own], []), wanted([])])
  const a1 = await server.key('agency', ['a1'])
  const tag = await tagOf('/projects', a1)
  const cursor = (await server.get('/changes?after=now', a1)).body.meta.next
  const raised = { cis: { pay: 20, emp: 0, margin: 1, charge: 21 }, paye: null, psc: null }
  for (const line of [
    rate('ra1', { company: 'c1', trade: 'tr1' }, { agency: 'a2', rates: raised }),
    wanted([submission('w2')]),
    person([own], ['cv']),
    person([own, theirs], ['cv']),
    connection('c1', 'a2', { tier: 3 }),
  ]) {
    await server.load([line])
    assert.equal((await server.get('/projects', a1, knowing(tag))).status, 304, JSON.stringify(line))
    const feed = await server.get(`/changes?after=${encodeURIComponent(cursor)}`, a1)
    assert.deepEqual(feed.body.data, [], JSON.stringify(line))
  }
})

test('a key of two agencies has another tag when one has a document of a worker that only the other sees', async () => {
  const both = await server.key('agency', ['a1', 'a2'])
  const [alone, rivals] = await Promise.all([server.key('agency', ['a1']), server.key('agency', ['a2'])])
  const somebody = { agencies: [{ id: 'a1', active: true }] }
  await server.load([worker('w7', somebody)])
  const cv = { id: 'cv', type: 'attachment', documentType: 'CV', createdAt: '2026-02-01', files: [] }
  const path = '/timesheets?limit=1'
  const tags = await Promise.all([alone, rivals, both].map(secret => tagOf(path, secret)))
  const shown = async (secret: string) =>
    (await server.get('/workers/w7', secret)).body.data.attachments.length
  assert.deepEqual([await shown(alone), await shown(both)], [0, 0])
  await server.load([
    {
      ...worker('w7', { ...somebody, attachments: [cv] }),
      facts: { documentOwners: [{ document: 'cv', agency: 'a2' }] },
    },
  ])
  assert.deepEqual([await shown(alone), await shown(both)], [0, 1])
  const now = await Promise.all([alone, rivals, both].map(secret => tagOf(path, secret)))
  assert.deepEqual(now.slice(0, 2), tags.slice(0, 2))
  assert.notEqual(now[2], tags[2])
})

test('a 304 counts for the minute and not for the day, also many at once', async () => {
  const secret = await server.key('company', ['c1'], { perMinute: 100, perDay: 1000 })
  const path = '/timesheets'
  const tag = await tagOf(path, secret)
  const before = await usedToday(secret)
  const replies = await Promise.all(Array.from({ length: 30 }, () => server.get(path, secret, knowing(tag))))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([304]))
  assert.equal(await usedToday(secret), before + 1)
  const minute = /"minute";r=(\d+)/.exec((await server.get('/me', secret)).headers.get('ratelimit')!)![1]
  assert.equal(Number(minute), 100 - 34)
  const [first] = replies
  assert.ok(Number(/"day";r=(\d+)/.exec(first!.headers.get('ratelimit')!)![1]) >= 1000 - before - 30)
})

test('a 304 waits until the day’s count is put right only where little of the day is left', async () => {
  const gate = gateOf(server.database, callerBook(server.database, recordTypes))
  const operation = operations.find(({ method, path }) => method === 'GET' && path === '/projects')!
  const ask = async (perDay: number) => {
    const caller = await gate.admit(await server.key('company', ['c1'], { perDay }), '::1')
    const told = Promise.withResolvers<void>()
    const backend = {
      admit: async () => caller,
      giveBack: () => told.promise,
      world: {},
    } as unknown as Backend
    const known = { address: '/projects', tags: entityTag(caller, '/projects') }
    let isOver = false
    const outcome = answerCall(
      { secret: undefined, ip: '', find: () => ({ operation, path: {} }), query: () => new Map(), known },
      backend,
    ).then(ended => {
      isOver = true
      return 'answer' in ended ? ended.answer.status : ended.problem
    })
    await setImmediate()
    const waited = !isOver
    told.resolve()
    return [await outcome, waited]
  }
  assert.deepEqual(await ask(1001), [304, false])
  assert.deepEqual(await ask(1000), [304, true])
})

test('what has addresses of files, a clock or no owners in it has no tag', async () => {
  const untagged = operations.filter(operation => operation.links || operation.shape === 'feed')
  assert.ok(untagged.length > 5 && untagged.every(operation => !operation.hasTag))
  for (const path of ['/me', '/countries', '/assignments', '/changes'])
    assert.equal((await server.get(path, key)).headers.get('etag'), null, path)
})
