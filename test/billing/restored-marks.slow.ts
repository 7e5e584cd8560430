// Marks of findings in a backup: after a restore they are there, none that was made since, and they hold and end as ever.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { after, test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { beginDay } from '../../src/checks/daily.ts'
import { backup } from '../../src/store/backup/backup.ts'
import { restore } from '../../src/store/backup/restore.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { type Json, testServer } from '../support/server.ts'
import { check, lines, loading, owners } from './checked-world.ts'

const server = await testServer()
const { database } = server
const load = loading(server)
const key = await server.key('company', ['c1'])
const { assignment, timesheet, invoice } = lines
const folder = await mkdtemp(join(tmpdir(), 'muster-marks-'))
after(() => rm(folder, { recursive: true, force: true }))

const all = async (): Promise<Json[]> =>
  (await server.get('/billing-checks?from=2026-01-26&to=2026-02-01', key)).body.data
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000)

/** Puts back what a backup had, over what is there. */
async function backedUp(): Promise<() => Promise<void>> {
  const out = new PassThrough()
  const kept = out.toArray()
  await backup(database, folder, out)
  const chunks = await kept
  return async () => {
    async function* input() {
      yield* chunks
    }
    await restore(database, recordTypes, folder, input(), { replace: true })
    await prepareDatabase(database, recordTypes)
  }
}

test('after a restore the marks of the backup are there, none that was made since, and they hold and end as ever', async () => {
  await load([...owners, assignment(), timesheet({ status: 'pending_approval' }), invoice()])
  await load([timesheet({ id: 'T2', status: 'pending_approval', worker: { id: 'w2' }, timelogs: [] })])
  await load([invoice({ id: 'I2', of: ['T2'] })])
  await check(database)
  await beginDay(database, new Date())
  const mark = async (timesheet: string, body: object) => {
    const { id } = (await all()).find(({ timesheets }) => timesheets[0].id === timesheet)
    const { status } = await server.get(`/billing-checks/${id}/mark`, key, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.equal(status, 200)
  }
  await mark('T1', { state: 'accepted', note: 'Agreed', until: dayFrom(1).toISOString().slice(0, 10) })
  const before = await all()
  assert.deepEqual(before.map(one => one.mark?.state).toSorted(), ['accepted', undefined])
  const putBack = await backedUp()
  await mark('T2', { state: 'disputed' })
  await load([timesheet()])
  await check(database)
  assert.equal((await all()).length, 1)
  await putBack()
  assert.deepEqual(await all(), before)
  await check(database)
  assert.deepEqual(await all(), before, 'nothing is found anew')
  await load([invoice({ reference: 'MAR-2026-7' })])
  await check(database)
  const marks = async () => (await all()).flatMap(one => one.mark?.note ?? [])
  assert.deepEqual(await marks(), ['Agreed'])
  await beginDay(database, dayFrom(2))
  await check(database, { now: () => dayFrom(2) })
  assert.deepEqual(await marks(), [])
})
