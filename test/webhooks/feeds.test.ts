// The feeds: whoever was away catches up, nobody misses or repeats, and a mirror never keeps what it may not see.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events } from '../../src/api/events.ts'
import { sql } from '../../src/database/sql.ts'
import { cursorsFor } from '../../src/kernel/operation/cursors.ts'
import { sweepFeeds } from '../../src/store/feeds/sweep-feeds.ts'
import { listKeys, updateKey } from '../../src/store/keys/keys.ts'
import {
  assignment,
  connection,
  project,
  purchaseOrder,
  rate,
  requisition,
  response,
  rivals,
  site,
  submission,
  timesheet,
  trade,
  worker,
} from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([...rivals(), trade('tr1', 'c1'), worker('w3'), worker('w4')])
const keys = {
  c1: await server.key('company', ['c1']),
  c2: await server.key('company', ['c2']),
  both: await server.key('company', ['c1', 'c2']),
  a1: await server.key('agency', ['a1']),
  a2: await server.key('agency', ['a2']),
}
type Who = keyof typeof keys

const at = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }

class Reader {
  next = ''
  readonly path: string
  readonly who: Who

  constructor(path: '/events' | '/changes', who: Who) {
    this.path = path
    this.who = who
  }

  static async now(path: '/events' | '/changes', who: Who): Promise<Reader> {
    const reader = new Reader(path, who)
    const { body } = await server.get(`${path}?after=now`, keys[who])
    assert.deepEqual([body.data, body.meta.more], [[], false])
    reader.next = body.meta.next
    return reader
  }

  async read(limit = 200): Promise<string[]> {
    const found: string[] = []
    for (let more = true; more; ) {
      const after = this.next === '' ? '' : `&after=${this.next}`
      const { body } = await server.get(`${this.path}?limit=${limit}${after}`, keys[this.who])
      for (const entry of body.data)
        found.push(
          this.path === '/events'
            ? `${entry.type} ${(Object.values(entry.data)[0] as { id: string }).id}`
            : `${entry.type} ${entry.id} ${entry.change}`,
        )
      ;({ next: this.next, more } = body.meta)
    }
    return found
  }
}

const readers = async (path: '/events' | '/changes', ...who: Who[]) =>
  Promise.all(who.map(each => Reader.now(path, each)))

test('each owner reads what happened to what it sees, in order, once', async () => {
  const all = await readers('/events', 'c1', 'c2', 'both', 'a1', 'a2')
  await server.load([timesheet('e1', at), timesheet('e2', { ...at, company: 'c2', project: 'p2' })])
  await server.load([
    timesheet('e1', at, { status: 'pending_approval' }),
    timesheet('e2', { ...at, company: 'c2', project: 'p2' }, { status: 'pending_approval' }),
  ])
  const [e1, e2] = ['timesheet_approval_requested e1', 'timesheet_approval_requested e2']
  const read = await Promise.all(all.map(reader => reader.read(1)))
  assert.deepEqual(read, [[e1], [e2], [e1, e2], [e1, e2], []])
  assert.deepEqual(await Promise.all(all.map(reader => reader.read())), [[], [], [], [], []])
})

test('an event is told as webhooks tell it, to keys with the scope to read what it is about', async () => {
  const [row] = (await server.get('/events', keys.c1)).body.data
  assert.deepEqual(Object.keys(row), ['id', 'type', 'createdAt', 'data'])
  assert.match(row.id, /^evt_[0-9a-f]{24}$/)
  assert.deepEqual(row.data, { timesheet: { id: 'e1' } })
  await server.load([site('s9', 'p1', 'c1')])
  const without = await server.key('company', ['c1'], { scopes: ['read:projects'] })
  assert.deepEqual((await server.get('/events', without)).body.data, [])
  const types = (await server.get('/changes', without)).body.data.map((each: { type: string }) => each.type)
  assert.deepEqual([...new Set(types)].sort(), ['project', 'site'])
})

test('an agency is not told of purchase orders, nor of requisitions that are raised or rejected', async () => {
  const [c1, a1] = await readers('/events', 'c1', 'a1')
  const [changes] = await readers('/changes', 'a1')
  const raised = (more = {}) =>
    requisition(
      'raised',
      { company: 'c1', project: 'p1' },
      { status: 'raised', agencies: [response('a1', more)] },
    )
  await server.load([purchaseOrder('po1', 'c1'), raised()])
  await server.load([purchaseOrder('po1', 'c1', { value: 77 }), raised({ submissions: [submission('w1')] })])
  assert.deepEqual(await c1!.read(), ['requisition_worker_submitted raised', 'purchase_order_amended po1'])
  assert.deepEqual(await a1!.read(), [])
  assert.deepEqual(await changes!.read(), [])
})

test('whoever lost a record is told so, whoever still has it is not, and strangers hear nothing', async () => {
  await server.load([timesheet('m1', at)])
  const all = await readers('/changes', 'c1', 'c2', 'both', 'a1', 'a2')
  await server.load([timesheet('m1', { company: 'c2', project: 'p2', agency: 'a1', worker: 'w1' })])
  assert.deepEqual(await Promise.all(all.map(reader => reader.read())), [
    ['timesheet m1 out_of_scope'],
    ['timesheet m1 upserted'],
    ['timesheet m1 upserted'],
    ['timesheet m1 upserted'],
    [],
  ])
  await server.load([{ type: 'timesheet', id: 'm1', deleted: true }])
  assert.deepEqual(await Promise.all(all.map(reader => reader.read())), [
    [],
    ['timesheet m1 deleted'],
    ['timesheet m1 deleted'],
    ['timesheet m1 deleted'],
    [],
  ])
})

test('a worker comes and goes with the assignments that open it to a company', async () => {
  const [c1, c2] = await readers('/changes', 'c1', 'c2')
  const placed = { ...at, worker: 'w3' }
  await server.load([assignment('as3', placed)])
  assert.deepEqual(await c1!.read(), ['assignment as3 upserted', 'worker w3 upserted'])
  await server.load([assignment('as3', placed, { umbrella: 'Thistlewick Pay' })])
  assert.deepEqual(await c1!.read(), ['assignment as3 upserted'])
  await server.load([worker('w3', { email: 'ada@example.example' })])
  assert.deepEqual(await c1!.read(), ['worker w3 upserted'])
  await server.load([{ type: 'assignment', id: 'as3', deleted: true }])
  assert.deepEqual(await c1!.read(), ['assignment as3 deleted', 'worker w3 out_of_scope'])
  assert.deepEqual(await c2!.read(), [])
})

test('a worker that loses its own entry of a company goes out of its scope', async () => {
  await server.load([worker('w4', { companyIds: [{ company: 'c1', id: 'X1' }] })])
  const [c1] = await readers('/changes', 'c1')
  await server.load([worker('w4', { companyIds: [] })])
  assert.deepEqual(await c1!.read(), ['worker w4 out_of_scope'])
})

test('a rate that becomes another agency’s goes out of scope, and one that always was is not heard of', async () => {
  const of = { company: 'c1', trade: 'tr1' }
  const [a1, a2] = await readers('/changes', 'a1', 'a2')
  await server.load([rate('ra1', of)])
  assert.deepEqual([await a1!.read(), await a2!.read()], [['rate ra1 upserted'], ['rate ra1 upserted']])
  await server.load([rate('ra1', of, { agency: { id: 'a2' } })])
  assert.deepEqual([await a1!.read(), await a2!.read()], [['rate ra1 out_of_scope'], ['rate ra1 upserted']])
  await server.load([rate('ra1', of, { agency: { id: 'a2' }, updatedAt: '2026-04-01' })])
  assert.deepEqual([await a1!.read(), await a2!.read()], [[], ['rate ra1 upserted']])
})

test('a connection that ends makes both ends read again, and silences what was told', async () => {
  await server.load([timesheet('s1', at)])
  const [a1, c1, c2] = await readers('/changes', 'a1', 'c1', 'c2')
  const [events] = await readers('/events', 'a1')
  await server.load([timesheet('s1', at, { status: 'pending_approval' })])
  await server.load([connection('c1', 'a1', { active: false })])
  for (const [path, who, next] of [
    ['/changes', 'a1', a1!.next],
    ['/changes', 'c1', c1!.next],
    ['/events', 'a1', events!.next],
  ] as const) {
    const { status, body } = await server.get(`${path}?after=${next}`, keys[who])
    assert.deepEqual([status, body.error.code], [409, 'RESYNC_REQUIRED'], `${path} of ${who}`)
  }
  assert.deepEqual(await c2!.read(), [])
  const whole = (await server.get('/events?limit=200', keys.a1)).body.data
  assert.equal(whole.filter((each: { data: object }) => JSON.stringify(each.data).includes('s1')).length, 0)
  await server.load([timesheet('s1', at, { status: 'approved' })])
  assert.deepEqual((await server.get('/changes', keys.a1)).body.data, [])
  await server.load([connection('c1', 'a1')])
})

test('a cursor is refused after the owners or scopes of its key changed, and for the other feed', async () => {
  const secret = await server.key('company', ['c1'])
  const [key] = await listKeys(server.database, secret)
  const { next } = (await server.get('/changes?after=now', secret)).body.meta
  assert.equal((await server.get(`/changes?after=${next}`, secret)).status, 200)
  assert.equal((await server.get(`/events?after=${next}`, secret)).status, 409)
  await updateKey(server.database, key!, { owners: ['c1', 'c2'] })
  assert.equal((await server.get(`/changes?after=${next}`, secret)).status, 409)
  await updateKey(server.database, key!, { owners: ['c1'] })
  assert.equal((await server.get(`/changes?after=${next}`, secret)).status, 200)
  await updateKey(server.database, key!, { scopes: ['read:projects'] })
  assert.equal((await server.get(`/changes?after=${next}`, secret)).status, 409)
})

test('a cursor that is none is 400, one from beyond the end asks to read again', async () => {
  for (const bad of ['x', '0', '-', 'NOW', 'f'.repeat(31), 'F'.repeat(32), 'g'.repeat(32), 'f'.repeat(33)])
    assert.equal((await server.get(`/events?after=${encodeURIComponent(bad)}`, keys.c1)).status, 400, bad)
  assert.equal((await server.get(`/events?after=${'f'.repeat(32)}`, keys.c1)).status, 409)
  const [{ secret }] = (await server.database.rows(
    sql`select value as secret from setting where name = 'feed'`,
  )) as [{ secret: string }]
  const types = events.filter(event => event.hears.includes('company')).map(event => event.name)
  const beyond = cursorsFor(secret, 'events', { owners: ['c:c1'], types }).write(1_000_000_000)
  assert.equal((await server.get(`/events?after=${beyond}`, keys.c1)).status, 409)
  assert.equal((await server.get('/events?limit=0', keys.c1)).status, 400)
  assert.equal((await server.get('/events?limit=900', keys.c1)).body.meta.limit, 200)
})

test('what others do leaves no trace in a cursor', async () => {
  const ends = async () => {
    const answers = ['/events?after=now', '/changes?after=now', '/changes', '/events'].map(path =>
      server.get(path, keys.c2),
    )
    return (await Promise.all(answers)).map(answer => answer.text)
  }
  const before = await ends()
  await server.load([timesheet('x1', at), timesheet('x2', at)])
  await server.load([timesheet('x1', at, { status: 'pending_approval' })])
  assert.deepEqual(await ends(), before)
})

test('what is older than thirty days goes, and a cursor from before that asks to read again', async () => {
  await server.load([site('s10', 'p1', 'c1'), site('s11', 'p1', 'c1')])
  const old = new Reader('/changes', 'c1')
  old.next = (await server.get('/changes?limit=1', keys.c1)).body.meta.next
  const fresh = await Reader.now('/changes', 'c1')
  await server.load([project('late', 'c1')])
  await server.database.rows(
    sql`update change set at = now() - interval '31 days' where seq < (select min(seq) from change where id = 'late')`,
  )
  await server.database.rows(sql`update event set at = now() - interval '31 days'`)
  await sweepFeeds(server.database, 30, new Date())
  assert.equal((await server.get(`/changes?after=${old.next}`, keys.c1)).status, 409)
  const told = ['project late upserted', 'company c1 upserted']
  assert.deepEqual(await fresh.read(), told)
  assert.deepEqual(await new Reader('/changes', 'c1').read(), told)
  assert.deepEqual(await new Reader('/events', 'c1').read(), [])
  const [left] = await server.database.rows(sql`
    select (select count(*)::int from event) as events, (select count(*)::int from event_owner) as owners`)
  assert.deepEqual(left, { events: 0, owners: 0 })
})

test('readers beside writers at once see every change once and in order', async () => {
  const writers = 3
  const loads = 20
  const reader = await Reader.now('/changes', 'c1')
  const seen: string[] = []
  let writing = true
  const reading = (async () => {
    while (writing) seen.push(...(await reader.read(7)))
    seen.push(...(await reader.read(7)))
  })()
  const write = async (writer: number) => {
    for (let load = 0; load < loads; load++)
      await server.load([project(`w${writer}l${load}a`, 'c1'), project(`w${writer}l${load}b`, 'c1')])
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  writing = false
  await reading
  const projects = seen.filter(line => line.startsWith('project w'))
  assert.equal(projects.length, writers * loads * 2)
  assert.equal(new Set(projects).size, projects.length)
})

test('a connection that ends puts a cursor at the very end of either feed behind', async () => {
  await server.load([project('pend', 'c2'), timesheet('tend', { ...at, company: 'c2', project: 'pend' })])
  const cursors = await Promise.all(
    ['/events', '/changes'].map(async path => {
      const { next } = (await server.get(`${path}?after=now`, keys.a1)).body.meta
      return `${path}?after=${next}`
    }),
  )
  for (const path of cursors) assert.equal((await server.get(path, keys.a1)).status, 200, path)
  await server.load([connection('c2', 'a1', { active: false })])
  for (const path of cursors) assert.equal((await server.get(path, keys.a1)).status, 409, path)
})
