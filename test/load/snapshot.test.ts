// A load that has all there is of some types deletes what it has not, carefully.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import type { LoadOptions } from '../../src/load/load.ts'
import { load } from '../../src/load/load.ts'
import { readSnapshot } from '../../src/load/snapshot.ts'
import { name, sql } from '../../src/store/sql.ts'
import { narrowTable } from '../../src/store/tables.ts'
import { project, rivals, site, tag, worker } from '../support/lines.ts'
import { masterLists, newcomer, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const tags = (company: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => tag(`${company}-${from + index}`, company))
await server.load([...rivals(), ...masterLists(), ...tags('c1', 0, 40), ...tags('c2', 0, 40)])

const countOf = async (type: string, like = '%') => {
  const [row] = await server.database.rows<{ n: string }>(
    sql`select count(*) as n from ${name(narrowTable(type))} where id like ${like}`,
  )
  return Number(row!.n)
}

async function snapshot(lines: Iterable<object>, options: LoadOptions) {
  const missing: string[] = []
  const rejected: string[] = []
  const report = await server.load(lines, {
    ...options,
    onMissing: ({ type, id }) => void missing.push(`${type} ${id}`),
    onRejection: ({ line, reason }) => void rejected.push(`${line} ${reason}`),
  })
  return { ...report, missing, rejections: rejected }
}

const tagsOf = (company: string) => ({ snapshot: { types: ['tag'], company } })

test('what is not in the load is deleted, of its company alone', async () => {
  const { counts, snapshot: found, missing } = await snapshot(tags('c1', 2, 40), tagsOf('c1'))
  assert.deepEqual([counts.unchanged, counts.deleted], [38, 2])
  assert.deepEqual(found, { missing: { tag: { missing: 2, of: 40 } } })
  assert.deepEqual(missing, ['tag c1-0', 'tag c1-1'])
  assert.deepEqual([await countOf('tag', 'c1-%'), await countOf('tag', 'c2-%')], [38, 40])
})

test('a dry run lists what would go, and deletes nothing', async () => {
  const { counts, missing, dryRun } = await snapshot(tags('c1', 3, 40), { ...tagsOf('c1'), dryRun: true })
  assert.ok(dryRun)
  assert.deepEqual([counts.deleted, missing], [1, ['tag c1-2']])
  assert.equal(await countOf('tag', 'c1-%'), 38)
})

test('more than one in ten is deleted only where it was said how many', async () => {
  const some = tags('c1', 10, 40)
  const { counts, snapshot: found } = await snapshot(some, tagsOf('c1'))
  assert.equal(counts.deleted, 0)
  assert.match(found!.refused!, /more than 10 % of tag would be deleted; to allow it, delete at most 8/)
  const few = await snapshot(some, { snapshot: { types: ['tag'], company: 'c1', deleteAtMost: 7 } })
  assert.match(few.snapshot!.refused!, /8 would be deleted, and at most 7 may/)
  assert.equal(await countOf('tag', 'c1-%'), 38)
  const enough = await snapshot(some, { snapshot: { types: ['tag'], company: 'c1', deleteAtMost: 8 } })
  assert.deepEqual([enough.counts.deleted, enough.snapshot!.refused], [8, undefined])
  const nothing = await snapshot([], tagsOf('c2'))
  assert.match(nothing.snapshot!.refused!, /more than 10 %/)
})

test('a line that could not be read keeps everything, and one that was rejected keeps its record', async () => {
  const [first, ...others] = tags('c1', 10, 40)
  const broken = { ...first, record: { ...first!.record, colour: 'red' } }
  const kept = await snapshot([broken, ...others], tagsOf('c1'))
  assert.deepEqual([kept.rejected, kept.counts.deleted, kept.missing], [1, 0, []])
  async function* cutOff() {
    const text = others.map(line => JSON.stringify(line)).join('\n')
    yield Buffer.from(text.slice(0, -10))
  }
  const report = await load(server.database, recordTypes, cutOff(), tagsOf('c1'))
  assert.equal(report.counts.deleted, 0)
  assert.match(report.snapshot!.refused!, /^1 line could not be read/)
  assert.equal(await countOf('tag', 'c1-%'), 30)
})

test('records go in an order that references allow, and what others mention stays', async () => {
  const rejected: unknown[] = []
  await server.load([project('p9', 'c1'), site('s8', 'p9', 'c1'), site('s9', 'p9', 'c1')], {
    onRejection: one => void rejected.push(one),
  })
  assert.deepEqual(rejected, [])
  const left = await snapshot([project('p1', 'c1')], {
    snapshot: { types: ['project'], company: 'c1', deleteAtMost: 99 },
  })
  assert.ok(
    left.rejections.some(
      reason => reason === '0 is still mentioned by site s8' || reason === '0 is still mentioned by site s9',
    ),
  )
  assert.equal(await countOf('project', 'p9'), 1)
  const both = await snapshot([project('p1', 'c1'), site('s1', 'p1', 'c1')], {
    snapshot: { types: ['project', 'site'], company: 'c1', deleteAtMost: 99 },
  })
  assert.deepEqual(
    [await countOf('project', 'p9'), await countOf('site', 's8')],
    [0, 0],
    both.rejections.join(),
  )
})

test('what was created after the load began is not missed', async () => {
  const key = await server.key('agency', ['a1'])
  await server.load([worker('w1'), worker('w2')])
  async function* lines() {
    yield Buffer.from(`${JSON.stringify(worker('w1'))}\n`)
    const { status } = await server.get('/workers', key, posted(newcomer(7)))
    assert.equal(status, 200)
    yield Buffer.from(`${JSON.stringify(worker('w2'))}\n`)
  }
  const before = await countOf('worker')
  const report = await load(server.database, recordTypes, lines(), {
    snapshot: { types: ['worker'], deleteAtMost: 100 },
  })
  assert.deepEqual([report.counts.deleted, await countOf('worker')], [before - 2, 3])
})

test('what a snapshot is of is checked before anything is read', () => {
  const read = (given: Parameters<typeof readSnapshot>[1]) => readSnapshot(recordTypes, given)
  assert.equal(read({}), undefined)
  assert.deepEqual(read({ types: 'site,tag', company: 'c1', deleteAtMost: '5' }), {
    types: ['site', 'tag'],
    company: 'c1',
    deleteAtMost: 5,
  })
  assert.throws(() => read({ types: 'sites' }), /"sites" is not a type of record; the nearest one is "site"/)
  assert.throws(() => read({ types: 'region', company: 'c1' }), /belongs to no company/)
  assert.throws(() => read({ company: 'c1' }), /say of which types/)
  assert.throws(() => read({ types: 'site', deleteAtMost: 'all' }), /whole number/)
})
