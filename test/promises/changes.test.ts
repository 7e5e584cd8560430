// What changed comes with its record when asked: as its list shows it to this key now, and nothing else of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowsKind } from '../../src/access/permit.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sampleLines } from '../../src/api/samples.ts'
import { project, rivals, site, timesheet, touched } from '../support/lines.ts'
import { samples } from '../support/samples.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
const owners = { company: samples.get('company')!.record.id, agency: samples.get('agency')!.record.id }
await server.load([...rivals(), ...sampleLines(recordTypes)])
await server.load(touched(sampleLines(recordTypes)))
const c1 = await server.key('company', ['c1'])

/** Links to files are signed anew each second. */
const plain = (text: string): Json => JSON.parse(text.replace(/expires=\d+&sig=[\w-]+/g, ''))

/** All that is told from a cursor on. */
async function changesAfter(key: string, query: string): Promise<Json[]> {
  const { text, body } = await server.get(`/changes?${query}`, key)
  const { data } = plain(text)
  if (!body.meta.more) return data
  return [...data, ...(await changesAfter(key, `${query.replace(/&after=\w+/, '')}&after=${body.meta.next}`))]
}

const end = async (key: string): Promise<string> =>
  (await server.get('/changes?after=now', key)).body.meta.next

for (const kind of ['company', 'agency'] as const) {
  test(`every record that a ${kind} key is told of is the one in its list, links to files included`, async () => {
    const key = await server.key(kind, [owners[kind]])
    const whole = (await server.get('/changes?include=records&limit=200', key)).text
    assert.ok(!whole.includes('\u0001'), 'a link to a file was left as it is stored')
    const told = await changesAfter(key, 'include=records&limit=3')
    const read = operations.filter(one => one.followed && allowsKind(one, kind))
    assert.deepEqual(
      [...new Set(told.filter(change => change.record).map(change => change.type))].sort(),
      [...new Set(read.map(one => one.reads!))].sort(),
      'a type of record is never told of, or never shown',
    )
    for (const { type, id, record } of told.filter(change => change.record)) {
      const own = read.filter(one => one.reads === type)
      const list = own.find(one => one.shape === 'list')
      const path = (list ?? own[0]!).path
      const under = path.includes('/{id}/') ? path.replace('{id}', owners.company) : path
      const { text } = await server.get(list ? `${under}?id=${id}` : path.replace('{id}', id), key)
      assert.deepEqual(record, [plain(text).data].flat()[0], `${type} ${id}`)
    }
  })
}

const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }

test('a record that changed often comes once, with its last mention; one that is gone does not come', async () => {
  const after = await end(c1)
  await server.load([timesheet('often', of), timesheet('gone', of), timesheet('moved', of)])
  await server.load([timesheet('often', of, { netHours: 8 })])
  await server.load([
    timesheet('often', of, { netHours: 9 }),
    { type: 'timesheet', id: 'gone', deleted: true },
  ])
  await server.load([timesheet('moved', { ...of, company: 'c2', project: 'p2' })])
  const shown = (changes: Json[]) => changes.map(({ id, change, record }) => [id, change, record?.netHours])
  assert.deepEqual(shown(await changesAfter(c1, `include=records&limit=200&after=${after}`)), [
    ['often', 'upserted', undefined],
    ['gone', 'upserted', undefined],
    ['moved', 'upserted', undefined],
    ['often', 'upserted', undefined],
    ['often', 'upserted', 9],
    ['gone', 'deleted', undefined],
    ['moved', 'out_of_scope', undefined],
  ])
  const byPages = shown(await changesAfter(c1, `include=records&limit=2&after=${after}`))
  assert.deepEqual(
    byPages.map(([id, , hours]) => [id, hours]),
    [
      ['often', 9],
      ['gone', undefined],
      ['moved', undefined],
      ['often', 9],
      ['often', 9],
      ['gone', undefined],
      ['moved', undefined],
    ],
    'the last mention on its own page, and as it is now',
  )
})

test('type leaves other types out, and its cursor goes on with any', async () => {
  const after = await end(c1)
  await server.load([project('later', 'c1'), site('latest', 'later', 'c1'), timesheet('t9', of)])
  const ids = async (query: string) => (await changesAfter(c1, query)).map(({ id }) => id)
  assert.deepEqual(await ids(`type=site&after=${after}`), ['latest'])
  assert.deepEqual(await ids(`type=site,timesheet&limit=1&after=${after}`), ['latest', 't9'])
  const { next } = (await server.get(`/changes?type=site&after=${after}`, c1)).body.meta
  assert.deepEqual(await ids(`after=${next}`), [])
  const first = (await server.get(`/changes?type=project,site&limit=1&after=${after}`, c1)).body.meta
  assert.deepEqual(await ids(`after=${first.next}&type=site`), ['latest'])
  const wrong = await server.get('/changes?type=site,sites', c1)
  assert.equal(wrong.status, 400)
  assert.match(
    wrong.body.error.message,
    /^type=site,sites: must be one or several, separated by commas, of site, /,
  )
})

test('a type that the key does not read is refused, as its list is', async () => {
  const narrow = await server.key('company', ['c1'], { scopes: ['read:timesheets'] })
  for (const [type, key, code] of [
    ['invoice', narrow, 'INSUFFICIENT_SCOPE'],
    ['timesheet,invoice', narrow, 'INSUFFICIENT_SCOPE'],
    ['site', await server.key('agency', ['a1']), 'COMPANY_KEY_REQUIRED'],
  ] as const) {
    const { status, body } = await server.get(`/changes?type=${type}`, key)
    assert.deepEqual([status, body.error.code], [403, code], type)
  }
  assert.equal((await server.get('/changes?type=timesheet', narrow)).status, 200)
})

test('total counts what comes after the cursor, for several owners each change once', async () => {
  const both = await server.key('company', ['c1', 'c2'])
  const [one, two] = [await end(c1), await end(both)]
  await server.load([timesheet('n1', of), timesheet('n2', of), project('n3', 'c1'), project('n4', 'c2')])
  await server.load([timesheet('n1', { ...of, company: 'c2', project: 'p2' })])
  for (const [key, after] of [
    [c1, one],
    [both, two],
  ] as const) {
    const all = await changesAfter(key, `limit=200&after=${after}`)
    for (const type of ['timesheet', 'project', 'timesheet,project']) {
      const counted = all.filter(change => type.split(',').includes(change.type)).length
      const { meta } = (await server.get(`/changes?type=${type}&limit=1&include=total&after=${after}`, key))
        .body
      assert.equal(meta.total, counted, type)
    }
    const { meta, data } = (await server.get(`/changes?include=total,records&after=${after}`, key)).body
    assert.deepEqual([meta.total, data.length], [all.length, all.length])
  }
  assert.equal((await server.get('/changes?include=total&after=now', c1)).body.meta.total, 0)
  assert.equal((await server.get('/changes', c1)).body.meta.total, undefined)
})

test('records that follow another are told of by their ids, wherever their rows lie', async () => {
  const ids = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6']
  for (const id of ids.toReversed()) await server.load([timesheet(id, of)])
  const after = await end(c1)
  const [renamed] = rivals().filter(({ type, record }) => type === 'worker' && record.id === 'w1')
  await server.load([
    { ...renamed!, record: { ...renamed!.record, name: 'Somebody Else', updatedAt: '2027-02-01' } },
  ])
  const told = await changesAfter(c1, `type=timesheet&limit=200&after=${after}`)
  assert.deepEqual(
    told.map(({ id }) => id).filter(id => ids.includes(id)),
    ids,
  )
})
