// How fresh the data of a key is: when records were last loaded for its owners, and by which job; never anybody else's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { recordedLoad } from '../../src/load/recorded-load.ts'
import { type Line, rivals, site, timesheet } from '../support/lines.ts'
import { ndjson, testServer } from '../support/server.ts'

const server = await testServer()
const of1 = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const of2 = { company: 'c2', project: 'p2', agency: 'a2', worker: 'w2' }
await server.load([...rivals(), site('s9', 'p1', 'c1')])
const [c1, c2] = [await server.key('company', ['c1']), await server.key('company', ['c2'])]
const [a1, a2] = [await server.key('agency', ['a1']), await server.key('agency', ['a2'])]

const loaded = (lines: readonly Line[], about: { job?: string; dryRun?: boolean } = {}) =>
  recordedLoad(
    server.database,
    recordTypes,
    ndjson(lines),
    { dryRun: about.dryRun ?? false },
    { source: 'command', who: 'tests', ...(about.job && { job: about.job }) },
  )

type ListFreshness = { list: string; loadedAt?: string; source?: string }

async function freshness(key: string, list: string): Promise<ListFreshness | undefined> {
  const { body } = await server.get('/me?includeFreshness=true', key)
  return body.data.freshness.find((one: ListFreshness) => one.list === list)
}

test('until something is loaded, it is not known, and no header says so', async () => {
  assert.deepEqual(await freshness(c1, '/timesheets'), { list: '/timesheets' })
  assert.equal((await server.get('/timesheets', c1)).headers.get('muster-loaded-at'), null)
  assert.equal((await server.get('/me', c1)).body.data.freshness, undefined)
})

test('a load is told to those whose records it brought, with its job, and to nobody else', async () => {
  const before = Date.now()
  await loaded([timesheet('t1', of1)], { job: 'nightly' })
  for (const key of [c1, a1]) {
    const fresh = await freshness(key, '/timesheets')
    assert.equal(fresh?.source, 'nightly')
    assert.ok(Date.parse(fresh!.loadedAt!) >= before - 1000)
    const { headers } = await server.get('/timesheets', key)
    assert.equal(headers.get('muster-loaded-at'), fresh!.loadedAt)
  }
  for (const key of [c2, a2]) {
    assert.deepEqual(await freshness(key, '/timesheets'), { list: '/timesheets' })
    assert.equal((await server.get('/timesheets', key)).headers.get('muster-loaded-at'), null)
  }
})

test('a load that changed nothing makes data fresh too, and moves no version of anybody', async () => {
  const first = await freshness(c1, '/timesheets')
  const answer = await server.get('/timesheets', c1)
  const { counts } = await loaded([timesheet('t1', of1)], { job: 'again' })
  assert.equal(counts.unchanged, 1)
  const again = await freshness(c1, '/timesheets')
  assert.ok(again!.loadedAt! > first!.loadedAt!)
  assert.equal(again!.source, 'again')
  const same = await server.get('/timesheets', c1, {
    headers: { 'If-None-Match': answer.headers.get('etag')! },
  })
  assert.equal(same.status, 304)
  assert.equal(same.headers.get('muster-loaded-at'), again!.loadedAt)
})

test('dry runs, loads that fail and rejected lines make nothing fresh', async () => {
  const first = await freshness(c2, '/timesheets')
  await loaded([timesheet('t2', of2)], { dryRun: true })
  await loaded([timesheet('t2', { ...of2, worker: 'nobody' })])
  async function* broken() {
    yield Buffer.from(`${JSON.stringify(timesheet('t3', of2))}\n`)
    throw new Error('The disk is gone')
  }
  const failing = recordedLoad(
    server.database,
    recordTypes,
    broken(),
    {},
    { source: 'command', who: 'tests' },
  )
  await assert.rejects(failing, /The disk is gone/)
  assert.deepEqual(await freshness(c2, '/timesheets'), first)
})

test('a record that does not say whose it is makes lists fresh for everybody, without its source', async () => {
  await loaded([{ type: 'region', record: { id: 'r1', name: 'North' } } as unknown as Line], { job: 'rival' })
  const [row] = await server.database.rows<{ owner: string; source: string | null }>(
    sql`select owner, source from freshness where type = 'region'`,
  )
  assert.deepEqual(row, { owner: '', source: null })
})

test('only lists that the key may read are told of', async () => {
  const few = await server.key('company', ['c1'], { scopes: ['read:trades'] })
  const { body } = await server.get('/me?includeFreshness=true', few)
  const lists = body.data.freshness.map(({ list }: ListFreshness) => list)
  assert.ok(lists.includes('/trades'))
  assert.equal(lists.includes('/timesheets'), false)
  assert.equal((await server.get('/me?includeFreshness=perhaps', few)).status, 400)
})
