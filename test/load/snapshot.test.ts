// A load that has all there is of some types deletes what it has not, carefully.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import type { Database } from '../../src/database/database.ts'
import { name, sql } from '../../src/database/sql.ts'
import type { LoadOptions } from '../../src/load/load.ts'
import { load } from '../../src/load/load.ts'
import { readSnapshot } from '../../src/load/snapshot.ts'
import { narrowTable } from '../../src/store/records/tables.ts'
import { openMissing } from '../../src/store/writing/missing.ts'
import { erasePerson } from '../../src/workers/erasure.ts'
import {
  assignment,
  company,
  invoice,
  project,
  rivals,
  site,
  tag,
  timesheet,
  worker,
} from '../support/lines.ts'
import { masterLists, newcomer, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const tags = (company: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => tag(`${company}-${from + index}`, company))
await server.load([...rivals(), ...masterLists(), ...tags('c1', 0, 40), ...tags('c2', 0, 40)])

const of = { company: 'c1', project: 'p1', agency: 'a1' }

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

const sharedByType: Record<string, (id: string, companies: readonly string[]) => object> = {
  user: (id, companies) => ({
    type: 'user',
    record: { id, name: id, companies: companies.map(company => ({ company })), projects: [] },
  }),
  worker: (id, companies) =>
    worker(id, { companyIds: companies.map(company => ({ company, id: `own-${id}` })) }),
  invoice: (id, [company, msp]) => invoice(id, { company: company!, agency: 'a1' }, msp ? { msp } : {}),
}

for (const [type, line] of Object.entries(sharedByType))
  test(`${type}: what another company has, too, is not missed by a snapshot of one company`, async () => {
    const own = Array.from({ length: 12 }, (_, index) => line(`${type}-own-${index}`, ['c1']))
    const both = [line(`${type}-both`, ['c1', 'c2']), line(`${type}-other`, ['c2', 'c1'])]
    const loaded = await snapshot([...own, ...both, line(`${type}-foreign`, ['c2'])], {})
    assert.deepEqual(loaded.rejections, [])
    const { missing } = await snapshot(own.slice(1), {
      snapshot: { types: [type], company: 'c1', deleteAtMost: 9 },
    })
    assert.deepEqual(
      missing.filter(one => one.startsWith(`${type} ${type}-`)),
      [`${type} ${type}-own-0`],
    )
    assert.equal(await countOf(type, `${type}-%`), 14)
  })

test('a worker whom assignments open to one company through several agencies is that company’s alone', async () => {
  const at = (company: string, agency: string, id: string) =>
    assignment(`as-${company}-${agency}-${id}`, {
      company,
      project: company === 'c1' ? 'p1' : 'p2',
      agency,
      worker: id,
    })
  const lines = [worker('one'), worker('two'), at('c1', 'a1', 'one'), at('c1', 'a2', 'one')]
  const more = [at('c1', 'a1', 'two'), at('c2', 'a2', 'two')]
  assert.deepEqual((await snapshot([...lines, ...more], {})).rejections, [])
  const { missing } = await snapshot([], {
    dryRun: true,
    snapshot: { types: ['worker'], company: 'c1', deleteAtMost: 99 },
  })
  assert.deepEqual([missing.includes('worker one'), missing.includes('worker two')], [true, false])
})

test('a line whose type does not exist is one that could not be read', async () => {
  const [first, ...others] = tags('c1', 10, 40)
  for (const type of ['Tag', undefined]) {
    const report = await snapshot([{ ...first, type }, ...others], tagsOf('c1'))
    assert.match(report.snapshot!.refused!, /^1 line could not be read/)
    assert.equal(report.counts.deleted, 0)
  }
})

test('workers who were erased are not missed', async () => {
  await server.load([worker('stub'), timesheet('of-stub', { ...of, worker: 'stub' })])
  const { outcome } = await erasePerson(
    {
      database: server.database,
      types: recordTypes,
      store: server.files.store,
      secrets: server.files.secrets,
    },
    'stub',
    { by: 'test' },
  )
  assert.equal(await countOf('worker', 'stub'), 1, outcome)
  const { missing } = await snapshot([], { dryRun: true, snapshot: { types: ['worker'] } })
  assert.ok(missing.length > 0 && !missing.includes('worker stub'))
})

test('a company that is neither stored nor loaded is refused', async () => {
  const nobody = await snapshot([], tagsOf('nosuch'))
  assert.equal(nobody.snapshot!.refused, 'there is no company "nosuch"')
  const brought = await snapshot([company('brought'), tag('first', 'brought')], tagsOf('brought'))
  assert.deepEqual([brought.snapshot!.refused, brought.counts.created], [undefined, 2])
})

test('a snapshot that cannot begin leaves no connection behind', async () => {
  let released = 0
  const failing: Database = {
    ...server.database,
    session: async () => {
      const session = await server.database.session()
      const rows = () => Promise.reject(new Error('the connection broke'))
      const release = async () => {
        released++
        await session.release()
      }
      return { ...session, rows, release }
    },
  }
  await assert.rejects(openMissing(failing, recordTypes, undefined), /the connection broke/)
  assert.equal(released, 1)
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
