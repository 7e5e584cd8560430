// What it costs to keep a copy of many timesheets: requests and processor time, beside those of copying anew.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Batch, createMuster, type SyncState } from '../../sdk/index.ts'
import { recordTypes } from '../../src/api/index.ts'
import { sampleLines, sampleOf } from '../../src/api/samples.ts'
import { testServer } from '../support/server.ts'

const rows = 60_000
const changed = 10_000
const atSite = 700

const server = await testServer()
const sample = sampleOf('timesheet')
const site = sampleOf('site')
const otherSite = (name: string) => ({ type: 'site', record: { ...site.record, id: 'other-site', name } })

/** One of many, created minutes apart; the first are at a site of their own. */
function* sheets(to: number, netHours: number): Iterable<object> {
  for (let at = 0; at < to; at++) {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString()
    const id = `7e0000000000000000${String(at).padStart(6, '0')}`
    const place = at < atSite ? { site: { id: 'other-site' } } : {}
    yield {
      type: 'timesheet',
      record: { ...sample.record, id, reference: `TS-${at}`, netHours, createdAt, ...place },
      facts: sample.facts,
    }
  }
}

await server.load([...sampleLines(recordTypes), otherSite('Quay')])
const { rejected } = await server.load(sheets(rows, 40))
assert.equal(rejected, 0)

let requests = 0
const key = await server.key('company', [sampleOf('company').record.id])
const muster = createMuster({
  url: server.origin,
  key,
  fetch: (...asked) => {
    requests++
    return fetch(...asked)
  },
})

type Row = { id: string }
class Copy {
  rows = new Map<string, Row>()
  state: SyncState | undefined
  resets = 0

  /** Requests, and milliseconds of processor time that server and client took (PostgreSQL apart) and of the clock. */
  async sync(params?: Record<string, boolean>) {
    const [began, used] = [performance.now(), process.cpuUsage()]
    requests = 0
    await muster.sync('timesheets', this.state, batch => this.take(batch), params ? { params } : {})
    const { user, system } = process.cpuUsage(used)
    return { requests, busyMs: (user + system) / 1000, ms: performance.now() - began }
  }

  take({ reset, upserts, deletes, state }: Batch<Row>): void {
    if (reset) {
      this.resets++
      this.rows.clear()
    }
    for (const row of upserts) this.rows.set(row.id, row)
    for (const id of deletes) this.rows.delete(id)
    if (state) this.state = state
  }
}

const kept = new Copy()

const said = ({ requests, busyMs, ms }: Awaited<ReturnType<Copy['sync']>>) =>
  `${requests} requests, ${Math.round(busyMs)} ms busy, ${Math.round(ms)} ms`

test(`after ${changed} changes of ${rows} timesheets a sync takes a fifth of a new copy, in 60 requests`, async t => {
  t.diagnostic(`first copy: ${said(await kept.sync())}`)
  await server.load(sheets(changed, 41))
  const synced = await kept.sync()
  const anew = new Copy()
  const copied = await anew.sync()
  t.diagnostic(`sync: ${said(synced)}; new copy: ${said(copied)}`)
  assert.deepEqual(kept.rows, anew.rows)
  assert.equal(kept.resets, 1)
  assert.ok(synced.requests <= changed / 200 + 2, `${synced.requests} requests`)
  assert.ok(synced.busyMs <= copied.busyMs / 5, `${synced.busyMs} ms against ${copied.busyMs}`)
})

test(`a site that ${atSite} timesheets name is renamed, and a sync takes five requests at most`, async t => {
  await server.load([otherSite('Wharf')])
  const synced = await kept.sync()
  t.diagnostic(said(synced))
  const named = [...kept.rows.values()].filter(row => JSON.stringify(row).includes('"Wharf"'))
  assert.equal(named.length, atSite)
  assert.ok(synced.requests <= 5, `${synced.requests} requests`)
})
