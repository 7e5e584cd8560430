// What else happens to the records of a finding that somebody has marked: they are renamed, erased, left out of a snapshot, corrected
// and brought back; and a week that lies in two years.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { rewriteRecords } from '../../src/load/refresh.ts'
import { readSnapshot } from '../../src/load/snapshot.ts'
import type { StoredRecord } from '../../src/shape/stored.ts'
import { runSteps } from '../../src/store/schema/migrate.ts'
import { agency, company, worker } from '../support/lines.ts'
import { type Json, testServer } from '../support/server.ts'
import { check, emptied, found, lines, loading, owners } from './checked-world.ts'
import { log, midnight } from './records.ts'

const server = await testServer()
const { database } = server
const load = loading(server)
const key = await server.key('company', ['c1'])
const { assignment, timesheet, invoice } = lines
const week = 'from=2026-01-26&to=2026-02-01'

beforeEach(async () => {
  await emptied(database)
  await load([...owners, assignment(), timesheet({ status: 'pending_approval' }), invoice()])
  await check(database)
})

const get = async (path: string): Promise<Json> => {
  const { status, body, text } = await server.get(path, key)
  assert.equal(status, 200, text)
  return body
}
const only = async (query = week): Promise<Json> => {
  const { data } = await get(`/billing-checks?${query}`)
  assert.equal(data.length, 1)
  return data[0]
}

async function marked(): Promise<Json> {
  const { id } = await only()
  const { status } = await server.get(`/billing-checks/${id}/mark`, key, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ state: 'disputed', note: 'Ann says that she was there' }),
  })
  assert.equal(status, 200)
  return only()
}

test('who is renamed is called so in the finding, which stays marked', async () => {
  const before = await marked()
  await load([
    worker('w1', { firstName: 'Anna', lastName: 'Smith', name: 'Anna Smith' }),
    company('c1', { name: 'Brookes' }),
    agency('a1', { name: 'Marrows' }),
  ])
  await check(database)
  const after = await only()
  assert.deepEqual(
    [after.worker.name, after.company.name, after.agency.name],
    ['Anna Smith', 'Brookes', 'Marrows'],
  )
  const { worker: _, company: __, agency: ___, ...rest } = after
  const { worker: _w, company: _c, agency: _a, ...was } = before
  assert.deepEqual(rest, was)
})

test('whose data is erased is named in no finding, and what was noted of it is gone; what is at stake stays', async () => {
  const person = { ...worker('w9', { firstName: 'Ann', name: 'Ann Other' }), facts: {} }
  const sheet = { status: 'pending_approval', worker: { id: 'w9' }, assignment: undefined }
  await load([person, timesheet(sheet)])
  await check(database)
  const before = await marked()
  assert.equal(before.worker.name, 'Ann Other')
  await load([{ ...person, facts: { erased: true } }])
  await check(database)
  const after = await only()
  const said = ({ id, amount, code, sentence }: Json) => [id, amount, code, sentence]
  assert.deepEqual(said(after), said(before))
  assert.match(after.sentence, /is waiting for approval/)
  assert.equal(after.worker.name, 'Erased worker')
  assert.deepEqual([after.mark?.state, after.mark?.note], ['disputed', undefined])
  const everything = JSON.stringify([after, await get(`/billing-checks/summary?${week}`)])
  assert.ok(!/Ann/.test(everything), everything)
})

test('a finding that an erasure has left without its sentence has it again after an upgrade', async () => {
  const person = { ...worker('w10'), facts: {} }
  const sheet = { status: 'pending_approval', worker: { id: 'w10' }, assignment: undefined }
  await load([person, timesheet(sheet)])
  await check(database)
  const before = await marked()
  await load([{ ...person, facts: { erased: true } }])
  await check(database)
  const type = recordTypes.find(one => one.type === 'billingCheck')!
  const emptySentence = ({ record, facts }: StoredRecord) => ({ record: { ...record, sentence: '' }, facts })
  await database.transaction(tx => rewriteRecords(tx, recordTypes, type, [before.id], emptySentence))
  assert.equal((await only()).sentence, '')
  await database.transaction(tx => runSteps(tx, ['0098-sentences-of-checks.last.sql']))
  await check(database)
  assert.equal((await only()).sentence, before.sentence)
})

test('what a snapshot lacks is in no finding, and the others keep their marks', async () => {
  const other = timesheet({ id: 'T2', status: 'pending_approval', worker: { id: 'w2' }, timelogs: [] })
  await load([other, invoice({ id: 'I2', of: ['T2'] })])
  await check(database)
  const { data } = await get(`/billing-checks?${week}`)
  assert.equal(data.length, 2)
  const { id } = data.find((one: Json) => one.timesheets[0].id === 'T1')
  const mark = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"state":"accepted"}',
  }
  await server.get(`/billing-checks/${id}/mark`, key, mark)
  await load([invoice()], { snapshot: readSnapshot(recordTypes, { types: 'invoice', deleteAtMost: '1' }) })
  await check(database)
  const left = await only()
  assert.deepEqual([left.id, left.mark.state], [id, 'accepted'])
})

test('what is corrected and brought back is the same finding, open again', async () => {
  const { id, mark } = await marked()
  assert.ok(mark)
  await load([timesheet()])
  await check(database)
  assert.deepEqual(await found(database), [])
  await load([timesheet({ status: 'pending_approval' })])
  await check(database)
  const again = await only()
  assert.deepEqual([again.id, again.mark], [id, undefined])
})

test('a week that begins in one year and ends in the next is one week, of the year in which it ends', async () => {
  const sunday = { weekEnding: midnight('2026-01-04'), end: '2026-01-04T23:59:59.999Z' }
  const night = (id: string) =>
    timesheet({ id, assignment: undefined, ...sunday, timelogs: [log('2025-12-31', 20, 28)] })
  await load([
    night('N1'),
    night('N2'),
    invoice({
      id: 'I9',
      of: ['N1', 'N2'],
      subtotal: 2000,
      weekEnding: sunday.weekEnding,
      values: { netHours: 80 },
    }),
  ])
  await check(database)
  const told = await only('from=2025-12-29&to=2026-01-04')
  assert.deepEqual([told.code, told.found, told.weekEnding], ['overlaps', 8, sunday.weekEnding])
  assert.equal((await only('from=2026-01-01&to=2026-01-25')).id, told.id)
  assert.equal((await get('/billing-checks?from=2025-12-01&to=2025-12-31')).meta.total, 0)
  const whole = 'from=2025-12-29&to=2026-01-04'
  for (const [step, name] of [
    ['week', '2026-W01'],
    ['month', '2026-01'],
    ['year', '2026'],
  ]) {
    const { data } = await get(`/billing-checks/totals?groupBy=weekEnding:${step}&${whole}`)
    assert.deepEqual(
      data.map((row: Json) => row.weekEnding),
      [name],
    )
  }
})
