// One record as an operator looks at it: who sees it and why, by the rules that the API goes by, and what was told of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallerKind } from '../../src/access/caller.ts'
import { ownersOf } from '../../src/access/owners.ts'
import { events } from '../../src/api/events.ts'
import { recordTypes } from '../../src/api/index.ts'
import { sampleLines, sampleOf } from '../../src/api/samples.ts'
import { sql } from '../../src/database/sql.ts'
import { load } from '../../src/load/load.ts'
import { loadableTypes } from '../../src/record-types/record-type.ts'
import { visibleTo } from '../../src/store/keys/visible-to.ts'
import { eventually } from '../support/eventually.ts'
import { assignment, connection, project, site, timesheet, worker } from '../support/lines.ts'
import { operatorServer } from '../support/operator.ts'
import { expectAnswered } from '../support/operator-check.ts'
import { type Json, ndjson } from '../support/server.ts'
import { receiver } from '../webhooks/receiver.ts'

const { operator, key, api, loaded, database } = await operatorServer()
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
await loaded(
  assignment('as1', of),
  timesheet('t1', of, { updatedAt: '2026-03-04T09:00:00.000Z' }),
  worker('w1', {
    agencies: [{ id: 'a1', agencyId: 'x1', active: true }],
    updatedAt: '2026-03-05T09:00:00.000Z',
  }),
  project('p3', 'c1'),
  site('s3', 'p3', 'c1'),
  connection('c1', 'a2', { updatedAt: '2026-12-01T00:00:00.000Z', active: false }),
)

const viewers = async (type: string, id: string): Promise<Json> =>
  (await operator('GET', `/records/${type}/${id}/viewers`)).data

test('every type of record is listed with where it is read', async () => {
  const { data } = await operator('GET', '/record-types')
  assert.deepEqual(
    data.map(({ type }: Json) => type),
    recordTypes.map(({ type }) => type),
  )
  const find = (name: string) => data.find(({ type }: Json) => type === name)
  assert.deepEqual(find('timesheet'), {
    type: 'timesheet',
    noun: 'timesheet',
    group: 'Timesheets',
    scope: 'read:timesheets',
    kinds: ['company', 'agency'],
    listPath: '/timesheets',
    getPath: '/timesheets/{id}',
    audited: false,
  })
  assert.equal(find('worker').audited, true)
  assert.deepEqual([find('connection').listPath, find('connection').kinds], [null, []])
})

test('those who see a record are told with the reason, and they are those whom the API shows it', async () => {
  const why = async (type: string, id: string) =>
    (await viewers(type, id)).viewers.map((one: Json) => `${one.kind} ${one.id} ${one.why}`).toSorted()
  assert.deepEqual(await why('timesheet', 't1'), ['agency a1 owner', 'company c1 owner'])
  assert.deepEqual(await why('worker', 'w1'), ['agency a1 owner', 'company c1 grant'])
  assert.deepEqual(await why('project', 'p3'), ['agency a1 link', 'company c1 owner'])
  assert.deepEqual(await why('site', 's3'), ['company c1 owner'])
  assert.equal((await viewers('masterTrade', 'mt1')).everyone, true)
  const linked = (await viewers('project', 'p3')).viewers.find((one: Json) => one.kind === 'agency')
  assert.deepEqual(
    [linked.name, linked.text, linked.through],
    ['Agency a1', 'Agencies of the company see such records', [{ id: 'c1', name: 'Company c1' }]],
  )
  for (const [type, id] of [
    ['timesheet', 't1'],
    ['worker', 'w1'],
    ['worker', 'w2'],
    ['site', 's1'],
    ['site', 's2'],
    ['project', 'p1'],
    ['project', 'p2'],
    ['assignment', 'as1'],
    ['company', 'c1'],
  ] as const) {
    const told = (await viewers(type, id)).viewers.map((one: Json) => `${one.kind} ${one.id}`).toSorted()
    const seen = []
    for (const owner of ['company c1', 'company c2', 'agency a1', 'agency a2']) {
      const [kind, one] = owner.split(' ') as [CallerKind, string]
      const found = await visibleTo(database, recordTypes, { kind, owners: ownersOf(kind, [one]) }, type, [
        id,
      ])
      if (found.size > 0) seen.push(owner)
    }
    assert.deepEqual(told, seen.toSorted(), `${type} ${id}`)
  }
})

test('the keys of those who see it are told apart, and what is hidden from each kind of key', async () => {
  const { key: open } = await key('company', ['c1'], { name: 'open' })
  const { key: narrow } = await key('company', ['c1'], { name: 'narrow', scopes: ['read:projects'] })
  const { key: over } = await key('company', ['c1'], { name: 'over' })
  await key('company', ['c2'], { name: 'stranger' })
  await operator('POST', `/keys/${over.id}/revoke`)
  const data = await viewers('timesheet', 't1')
  const keys = data.viewers.find((one: Json) => one.kind === 'company').keys
  assert.deepEqual(Object.fromEntries(keys.map((one: Json) => [one.id, [one.sees, one.text]])), {
    [open.id]: [true, 'GET /timesheets/{id}'],
    [narrow.id]: [false, 'needs the scope read:timesheets'],
    [over.id]: [false, 'is revoked'],
  })
  assert.ok(data.hidden.agency.length > 0)
  assert.ok([...data.hidden.agency, ...data.hidden.company].every((one: Json) => one.shown !== 'yes'))
  for (const path of ['/records/timesheet/nothing/viewers', '/records/nothing/t1/viewers'])
    assert.equal((await operator('GET', path)).status, 404)
})

test('the history of a record is found without reading all of the feed', async () => {
  const used = async () => {
    const [row] = await database.rows<{ scans: number }>(sql`
      select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = 'change_by_record'`)
    return row!.scans
  }
  const before = await used()
  await operator('GET', '/records/timesheet/t1/history')
  await eventually('the look-up was counted', async () => (await used()) > before)
})

test('the history of a record has its changes and, of people, who read it', async () => {
  const { secret, key: reader } = await key('agency', ['a1'], { name: 'reader' })
  assert.equal((await api('/workers/w1', secret)).status, 200)
  await loaded(timesheet('t1', of, { netHours: 41, updatedAt: '2026-03-06T09:00:00.000Z' }))
  await loaded({ type: 'timesheet', id: 't1', deleted: true })
  const sheet = (await operator('GET', '/records/timesheet/t1/history')).data
  assert.deepEqual(
    sheet.changes.map((change: Json) => change.what),
    ['deleted', 'upserted', 'upserted'],
  )
  assert.deepEqual(sheet.changes[0].owners, [
    { kind: 'agency', id: 'a1', name: 'Agency a1' },
    { kind: 'company', id: 'c1', name: 'Company c1' },
  ])
  assert.equal(sheet.reads, null)
  const person = await eventually('the ledger has the reading', async () => {
    const { data } = await operator('GET', '/records/worker/w1/history')
    return data.reads.length > 0 && data
  })
  assert.deepEqual(person.reads[0].owners, [{ kind: 'agency', id: 'a1', name: 'Agency a1' }])
  assert.deepEqual([person.reads[0].keyId, person.reads[0].operation], [reader.id, 'GET /workers/{id}'])
  assert.equal((await operator('GET', '/records/nothing/t1/history')).status, 404)
})

test('an endpoint has records to be tested with: the latest that it could be told of, within its projects', async () => {
  const to = await receiver()
  const waits = { status: 'pending_approval' }
  const add = async (body: object) =>
    (await operator('POST', '/webhooks', { kind: 'company', owners: ['c1'], url: to.url, ...body })).data
      .endpoint
  await loaded(
    timesheet('t5', of, { updatedAt: '2026-03-07T09:00:00.000Z', ...waits }),
    timesheet('t6', { ...of, project: 'p3' }, { updatedAt: '2026-03-07T09:00:00.000Z', ...waits }),
    timesheet('t7', { ...of, company: 'c2', project: 'p2' }, waits),
    timesheet('t8', of, { updatedAt: '2026-03-07T09:00:00.000Z' }),
  )
  const type = 'timesheet_approval_requested'
  const all = await add({ types: [type] })
  const samples = (await operator('GET', `/webhooks/${all.id}/samples?type=${type}`)).data
  assert.deepEqual(samples.map((one: Json) => one.objectId).toSorted(), ['t5', 't6'])
  assert.ok(samples.every((one: Json) => one.at !== null && one.object === 'timesheet' && one.label))
  const some = await add({ types: ['*'], projects: ['p3'] })
  const narrowed = (await operator('GET', `/webhooks/${some.id}/samples`)).data
  assert.deepEqual(new Set(narrowed.map((one: Json) => one.objectId)), new Set(['t6']))
  await database.rows(sql`delete from change`)
  const older = (await operator('GET', `/webhooks/${all.id}/samples?limit=1`)).data
  assert.deepEqual(
    older.map((one: Json) => [one.objectId, one.at]),
    [['t6', null]],
  )
  const triggered = await operator('POST', `/webhooks/${all.id}/trigger`, { type, objectId: 't6' })
  assert.equal(triggered.data.outcome.status, 200)
  assert.equal((await operator('GET', `/webhooks/${all.id}/samples?type=nothing`)).status, 400)
  await operator('POST', `/webhooks/${all.id}/trigger`, { type, objectId: 't5' })
  const pages = async (query: string) =>
    (await operator('GET', `/webhooks/${all.id}/deliveries?${query}`)).data.map((one: Json) => one.id)
  const both = await pages('')
  assert.equal(both.length, 2)
  assert.deepEqual(await pages(`after=${both[0]}`), [both[1]])
  assert.deepEqual(await pages(`type=${type}&limit=1`), [both[0]])
  assert.deepEqual(await pages('type=timesheet_approved'), [])
})

test('an endpoint says on which days before the end of a clearance it is told, and what is wrong with others', async () => {
  const to = await receiver()
  const made = { kind: 'company', owners: ['c1'], url: to.url }
  const add = (daysBefore: unknown) => operator('POST', '/webhooks', { ...made, daysBefore })
  const { id, daysBefore } = (await add([7, 60, 30])).data.endpoint
  assert.deepEqual(daysBefore, [60, 30, 7])
  const change = async (days: unknown) =>
    (await operator('PATCH', `/webhooks/${id}`, { daysBefore: days })).data.daysBefore
  assert.deepEqual(await change([365, 1]), [365, 1])
  assert.deepEqual(
    (await operator('PATCH', `/webhooks/${id}`, { description: 'x' })).data.daysBefore,
    [365, 1],
  )
  assert.equal(await change(null), null)
  assert.equal((await add(undefined)).data.endpoint.daysBefore, null)
  const refusals = [
    [[], /how many days/],
    [[30, 0], /^0 is not a number of days/],
    [[366], /^366 is not .*1 to 365/],
    [[1.5], /^1.5 is not/],
    [[7, 7], /^7 days are there twice/],
    [Array.from({ length: 11 }, (_, at) => at + 1), /at most 10 days.*these are 11/],
  ] as const
  for (const [days, words] of refusals) {
    const { status, data, ...rest } = await add(days)
    assert.equal(status, 400, JSON.stringify(data))
    assert.match(JSON.stringify(rest).replaceAll(/.*"message":"/g, ''), words, JSON.stringify(rest))
  }
  const types = (await operator('GET', '/event-types')).data.filter((one: Json) => one.usualDays)
  assert.deepEqual(
    types.map((one: Json) => [one.name, one.usualDays]),
    [['clearance_expiring', [30, 14, 7, 1]]],
  )
})

test('a signature is looked into, and nothing of the secret is answered', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const headers = { 'X-Service-Signature': 'v1=00', 'X-Service-Timestamp': new Date().toISOString() }
  const told = await operator('POST', '/signatures/check', { headers, body: '{}', secret })
  assert.deepEqual([told.data.valid, told.data.fault], [false, 'mismatch'])
  assert.ok(!JSON.stringify(told).includes(secret.slice(6)))
  const wrong = { headers, body: '{}', secret, receivedAt: 'noon' }
  assert.equal((await operator('POST', '/signatures/check', wrong)).status, 400)
})

test('every operation of this part was answered here as its document says', () => expectAnswered('records'))

test('nobody is told, to try it out, that something became of a record that did not: of no kind of event', async () => {
  const idOf = (type: string) => sampleOf(type).record.id
  assert.equal((await loaded(...sampleLines(loadableTypes(recordTypes)))).data.rejected, 0)
  const finding = ndjson([sampleOf('billingCheck')])
  assert.equal((await load(database, recordTypes, finding, { takesComputed: true })).rejected, 0)
  const to = await receiver()
  const made = { kind: 'company', owners: [idOf('company')], url: to.url, types: ['*'] }
  const { id } = (await operator('POST', '/webhooks', made)).data.endpoint
  const about = (asked: string) => operator('GET', `/webhooks/${id}/samples?type=${asked}&limit=99`)
  const { secret } = await key('company', [idOf('company')])
  const sayWhatBecame = events.filter(({ holds }) => holds)
  let untrue = 0
  for (const { name, object, fetch, holds } of sayWhatBecame) {
    const objectId = idOf(object)
    const shown = await api(fetch.replace('{id}', objectId), secret)
    assert.equal(shown.status, 200, objectId)
    const { facts = {} } = sampleOf(object)
    const isSo = holds!({ record: shown.data, facts, parts: {} } as never)
    const sampled = (await about(name)).data.some((one: Json) => one.objectId === objectId)
    const { status, error } = await operator('POST', `/webhooks/${id}/trigger`, { type: name, objectId })
    assert.deepEqual([name, sampled, status], [name, isSo, isSo ? 200 : 400])
    if (isSo) continue
    untrue++
    assert.ok(
      error.message.startsWith(`${name} is not true of ${object} ${objectId}, and the receiver could act`),
    )
  }
  assert.equal(to.received.length, sayWhatBecame.length - untrue)
  assert.ok(to.received.length > 0 && untrue > 0)

  const worker = idOf('worker')
  assert.equal((await operator('POST', `/people/${worker}/erase`, { dryRun: false })).status, 200)
  const samples = (await about('worker_erased')).data
  assert.deepEqual(
    samples.map((one: Json) => one.objectId),
    [worker],
  )
  const erased = { type: 'worker_erased', objectId: worker }
  const triggered = await operator('POST', `/webhooks/${id}/trigger`, erased)
  assert.equal(triggered.data.outcome.status, 200)
})
