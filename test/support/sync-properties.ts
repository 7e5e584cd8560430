// The promise that a copy kept by the SDK is the server's own rows, whatever is loaded and deleted while it is made
// and after.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Batch, createMuster, type SyncState } from '../../sdk/index.ts'
import { connection, rivals, site, timesheet } from './lines.ts'
import { testServer } from './server.ts'

const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }

type Row = { id: string; status: string }
type Sync = (state: SyncState | undefined, take: (batch: Batch<Row>) => Promise<void>) => Promise<unknown>

/** A copy as a program would keep one: rows and state together. */
class Copy {
  readonly #sync: Sync
  rows = new Map<string, Row>()
  state: SyncState | undefined
  resets = 0
  /** Run between batches, while the copy is being made. */
  meanwhile: () => Promise<unknown> = async () => {}

  constructor(sync: Sync) {
    this.#sync = sync
  }

  async sync(): Promise<void> {
    await this.#sync(this.state, batch => this.take(batch))
  }

  async take({ reset, upserts, deletes, state }: Batch<Row>): Promise<void> {
    if (reset) {
      this.resets++
      this.rows.clear()
    }
    for (const row of upserts) this.rows.set(row.id, row)
    for (const id of deletes) this.rows.delete(id)
    if (state) this.state = state
    await this.meanwhile()
  }
}

const sortedById = (rows: Iterable<Row>) => [...rows].toSorted((a, b) => (a.id < b.id ? -1 : 1))

const statuses = ['pending', 'pending_approval', 'approved', 'absent'] as const
type Step = { number: number; how: 'write' | 'delete'; status: number; day: number }
const step: fc.Arbitrary<Step> = fc.record({
  number: fc.nat({ max: 400 }),
  how: fc.constantFrom('write', 'write', 'delete'),
  status: fc.nat({ max: statuses.length - 1 }),
  day: fc.nat({ max: 300 }),
})
const steps = fc.array(fc.array(step, { minLength: 1, maxLength: 60 }), { minLength: 2, maxLength: 8 })

/** Rows anywhere in the list come and go: their dates are what decides where. */
const lineOf = ({ number, how, status, day }: Step): object => {
  if (how === 'delete') return { type: 'timesheet', id: `s${number}`, deleted: true }
  const createdAt = new Date(Date.UTC(2026, 0, 1 + day)).toISOString()
  return timesheet(`s${number}`, of, { status: statuses[status], createdAt })
}

/** Programmes of loads and deletions, so many of them. */
export async function promiseSync(runs: number): Promise<void> {
  const server = await testServer()
  await server.load([...rivals()])
  const muster = createMuster({ url: server.origin, key: await server.key('company', ['c1']) })

  const serverRows = () => muster.timesheets.list().toArray()

  async function expectSame(copy: Copy): Promise<void> {
    assert.deepEqual(sortedById(copy.rows.values()), sortedById(await serverRows()))
  }

  /** Lines about a row that is not there, or that cannot be, are set aside. */
  const loaded = (batch: readonly Step[]) => server.load(batch.map(lineOf), { onRejection: () => {} })

  test(`after ${runs} times random loads and deletions, during the copy and after it, the copy is the server’s rows`, async () => {
    await server.load(
      Array.from({ length: 450 }, (_, number) =>
        lineOf({ number, how: 'write', status: 0, day: number % 300 }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(steps, async batches => {
        const copy = new Copy((...from) => muster.sync('timesheets', ...from))
        const left = [...batches]
        copy.meanwhile = async () => {
          const next = left.shift()
          if (next) await loaded(next)
        }
        await copy.sync()
        while (left.length > 0) {
          await loaded(left.shift()!)
          await copy.sync()
        }
        copy.meanwhile = async () => {}
        await copy.sync()
        await expectSame(copy)
        assert.equal(copy.resets, 1)
      }),
      { numRuns: runs, seed: 909, endOnFailure: true },
    )
  })

  test('a state that is too old, or a scope that changed as a whole, begins again by itself', async () => {
    const agency = createMuster({ url: server.origin, key: await server.key('agency', ['a1']) })
    const copy = new Copy((...from) => agency.sync('timesheets', ...from))
    await copy.sync()
    assert.ok(copy.rows.size > 0)
    await server.load([connection('c1', 'a1', { active: false })])
    await copy.sync()
    assert.equal(copy.resets, 2)
    assert.deepEqual(sortedById(copy.rows.values()), sortedById(await agency.timesheets.list().toArray()))
  })

  let requests = 0
  const counted = createMuster({
    url: server.origin,
    key: await server.key('company', ['c1']),
    fetch: (...asked) => {
      requests++
      return fetch(...asked)
    },
  })
  const hours = (netHours: number) =>
    Array.from({ length: 450 }, (_, number) => timesheet(`hours${number}`, of, { netHours }))

  test('200 changes cost one request, and so does no change; of more changes than rows the rows are read again', async () => {
    await server.load(hours(1))
    const copy = new Copy((...from) => {
      requests = 0
      return counted.sync('timesheets', ...from)
    })
    await copy.sync()
    await copy.sync()
    assert.equal(requests, 1)
    await server.load(hours(2))
    await copy.sync()
    assert.equal(requests, 3)
    await expectSame(copy)
    for (const netHours of [3, 4, 5, 6, 7, 8]) await server.load(hours(netHours))
    await copy.sync()
    assert.equal(copy.resets, 2)
    assert.ok(requests < (6 * 450) / 200, `${requests} requests`)
    await expectSame(copy)
  })

  test('rows with parts come as their list has them, 200 with two requests', async () => {
    const params = { includeTimelogs: true }
    const copy = new Copy((...from) => {
      requests = 0
      return counted.sync('timesheets', ...from, { params })
    })
    await copy.sync()
    await server.load(
      Array.from({ length: 200 }, (_, number) => ({
        type: 'timesheet',
        patch: true,
        record: { id: `hours${number}`, netHours: 9 },
      })),
    )
    await copy.sync()
    assert.equal(requests, 2)
    const rows = await muster.timesheets.list(params).toArray()
    assert.deepEqual(sortedById(copy.rows.values()), sortedById(rows))
  })

  test('what has a list and no operation for a single record is kept a copy of too', async () => {
    const names = new Map<string, string>()
    let state = await muster.sync('sites', undefined, () => {})
    await server.load([site('kept', 'p1', 'c1'), site('lost', 'p1', 'c1')])
    await server.load([{ type: 'site', id: 'lost', deleted: true }])
    state = await muster.sync('sites', state, ({ upserts, deletes }) => {
      for (const { id, name } of upserts) names.set(id, name)
      assert.deepEqual(deletes, ['lost'])
    })
    assert.deepEqual([...names], [['kept', 'Site kept']])
  })
}
