// What loading promises: all right rows in, the wrong ones out with their reasons, nothing half written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { load } from '../../src/load/load.ts'
import type { Rejection } from '../../src/load/load-report.ts'
import { lineReader } from '../../src/load/read.ts'
import { batchWriter } from '../../src/load/write.ts'
import { faultText } from '../../src/shape/invalid-value.ts'
import { fillPending } from '../../src/store/schema/fill.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import {
  agency,
  amounts,
  answer,
  assignment,
  company,
  connection,
  invoice,
  named,
  project,
  rivals,
  site,
  timesheet,
  worker,
} from '../support/lines.ts'
import { ndjson, testServer } from '../support/server.ts'

const server = await testServer()
const at = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const none = { created: 0, updated: 0, unchanged: 0, older: 0, deleted: 0 }
await server.load(rivals())
const key = await server.key('company', ['c1', 'c2'])

async function rejectionsOf(lines: Iterable<object>): Promise<Omit<Rejection, 'text'>[]> {
  const found: Omit<Rejection, 'text'>[] = []
  await server.load(lines, { onRejection: ({ text: _, ...rest }) => void found.push(rest) })
  return found
}

test('the same file twice is all unchanged, and publishes nothing', async () => {
  const lines = [...rivals(), timesheet('same', at)]
  await server.load(lines)
  const before = await server.database.rows(sql`select seq from head`)
  const again = await server.load(lines)
  assert.deepEqual(again.counts, { ...none, unchanged: lines.length })
  assert.deepEqual(await server.database.rows(sql`select seq from head`), before)
})

test('rejections are told one after the other, in the order of their lines, however many batches there are', async () => {
  const lines = Array.from({ length: 3500 }, (_, n) => {
    if (n % 11 === 0) return { type: 'bad' }
    return { ...site(`told${n}`, 'p1', 'c1'), ...(n % 7 === 0 && { patch: true }) }
  })
  const told: number[] = []
  let telling = false
  await server.load(lines, {
    onRejection: async ({ line }) => {
      assert.ok(!telling)
      telling = true
      await turn()
      told.push(line)
      telling = false
    },
  })
  const bad = lines.flatMap((_, n) => (n % 11 === 0 || n % 7 === 0 ? [n + 1] : []))
  assert.deepEqual(told, bad)
})

test('a line that waits for what it mentions keeps its place before later lines of the same record', async () => {
  const later = (id: string) => project(id, 'c1')
  const lines = [
    site('order1', 'p-later', 'c1', { name: 'Old' }),
    site('order2', 'p-later', 'c1'),
    site('order1', 'p1', 'c1', { name: 'New' }),
    { type: 'site', id: 'order2', deleted: true },
    later('p-later'),
  ]
  for (const _ of ['first', 'again']) {
    assert.equal((await server.load(lines)).rejected, 0)
    const { name, project: at } = (await server.get('/sites?query=New', key)).body.data[0]
    assert.deepEqual([name, at.id], ['New', 'p1'])
    assert.equal((await server.get('/sites?query=order2', key)).body.meta.total, 0)
  }
})

test('a first line that waits in vain does not take the later ones with it', async () => {
  const found = await rejectionsOf([
    site('vain', 'p-never', 'c1', { name: 'Vain' }),
    site('vain', 'p1', 'c1', { name: 'Vain but right' }),
  ])
  assert.deepEqual(
    found.map(({ line, path }) => [line, path]),
    [[1, 'record.project.id']],
  )
  assert.equal((await server.get('/sites?query=Vain', key)).body.data[0].name, 'Vain but right')
})

test('dates of any year are sorted and filtered by as they are, to the millisecond', async () => {
  const dates = [
    '0001-01-01T00:00:00.001Z',
    '1815-12-10T11:59:59.999Z',
    '1999-12-31T23:59:59.999Z',
    '2000-01-01T00:00:00.000Z',
    '2026-03-29T01:00:00.123Z',
    '4283-06-07T08:09:10.111Z',
    '9999-12-31T23:59:59.999Z',
  ]
  await rejectionsOf(dates.map((createdAt, index) => site(`dated${index}`, 'p1', 'c1', { createdAt })))
  const rows = await server.database.rows<{ at: string }>(sql`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from site
    where id like 'dated%' order by id`)
  assert.deepEqual(
    rows.map(({ at }) => at),
    dates.map(date => date.replace('Z', '000Z')),
  )
})

test('numbers that overflow and dates outside the four-digit years are refused', async () => {
  const record = JSON.stringify(site('wide', 'p1', 'c1', { createdAt: '9999-12-31T23:59:59-14:00' }))
  const lines = [
    JSON.parse(record),
    site('zero', 'p1', 'c1', { createdAt: '0000-01-01' }),
    site('last', 'p1', 'c1', { createdAt: '9999-12-31T23:59:59Z' }),
  ]
  assert.deepEqual(
    (await rejectionsOf(lines)).map(({ line, path }) => [line, path]),
    [
      [1, 'record.createdAt'],
      [2, 'record.createdAt'],
    ],
  )
  const sheet = JSON.stringify(timesheet('huge', at, { netHours: 77 })).replace(
    '"netHours":77',
    '"netHours":1e400',
  )
  const found: string[] = []
  async function* bytes() {
    yield Buffer.from(sheet)
  }
  await load(server.database, recordTypes, bytes(), { onRejection: ({ path }) => void found.push(path) })
  assert.deepEqual(found, ['record.netHours'])
})

test('of two connections of a company and an agency the active one is meant, whichever came last', async () => {
  const old = (id: string) => connection('c1', 'a1', { id, active: false, supplierType: 'umbrella' })
  const supplier = async () => (await server.get('/timesheets/tied', key)).body.data.supplierType
  await server.load([connection('c1', 'a1', { supplierType: 'agency' }), timesheet('tied', at)])
  for (const id of ['zz-old', 'aa-old']) {
    await server.load([old(id), timesheet('tied', at)])
    assert.equal(await supplier(), 'agency', id)
    await server.load([timesheet('tied2', at)])
    assert.equal((await server.get('/timesheets/tied2', key)).body.data.supplierType, 'agency')
    const ids = (await server.get('/projects/p1/connected-agencies', key)).body.data
    assert.ok(ids.some((one: { agency: { id: string } }) => one.agency.id === 'a1'))
  }
})

test('a timesheet that an invoice names is not cancelled', async () => {
  const sheet = (status: string) => timesheet('billed', at, { status })
  const bill = (...ids: string[]) =>
    invoice('bill', { company: 'c1', agency: 'a1' }, { timesheets: ids.map(id => ({ id })) })
  await server.load([sheet('approved'), bill('billed')])
  const [found] = await rejectionsOf([sheet('cancelled')])
  assert.deepEqual(
    [found!.path, found!.reason, found!.hint],
    [
      'record.status',
      'cannot go from approved to cancelled while an invoice or AfP names it',
      'take it off the invoice first',
    ],
  )
  await server.load([bill()])
  assert.deepEqual(await rejectionsOf([sheet('cancelled')]), [])
  const [back] = await rejectionsOf([sheet('approved')])
  assert.equal(back!.hint, 'cancelled is for good')
})

test('sums that disagree are taken as given, and warned', async () => {
  const warnings: string[] = []
  const values = { pay: { wdBasic: 100, total: 5 }, charge: { wdBasic: 120, saturday: 0.1, total: 120.1 } }
  const spread = { standard: 8.5, overtime: 0, total: 8.5 }
  const timelogs = [
    {
      id: 'l1',
      status: 'approved',
      date: '2026-03-02',
      start: '2026-03-02T07:00:00Z',
      end: '2026-03-02T15:30:00Z',
      breaks: 30,
      hours: spread,
      rates: { pay: 1, emp: 0, margin: 0, charge: 1 },
      values: { pay: spread, emp: spread, margin: spread, charge: spread },
    },
  ]
  const bill = invoice('sum', { company: 'c1', agency: 'a1' }, { values: { ...amounts, total: 1 } })
  const report = await server.load(
    [
      timesheet('sums', at, { values, timelogs, netHours: 8 }),
      bill,
      timesheet('sums2', at, { timelogs, netHours: 9 }),
    ],
    {
      onWarning: ({ line, code, path, reason }) => void warnings.push(`${line} ${code} ${path} ${reason}`),
    },
  )
  assert.deepEqual([report.rejected, report.warned], [0, 3])
  assert.deepEqual(warnings, [
    '1 SUM record.values.pay.total is 5, but what it is the sum of comes to 100',
    '2 SUM record.values.total is 1, but what it is the sum of comes to 1200',
    '3 SUM record.netHours is 9, but what it is the sum of comes to 8',
  ])
  const shown = (await server.get('/timesheets/sums', key)).body.data
  assert.equal(shown.values.pay.total, 5)
})

test('what is billed is judged by the lines that come with it', async () => {
  const sheet = (status: string) => timesheet('billed2', at, { status })
  const bill = (...ids: string[]) =>
    invoice('bill2', { company: 'c1', agency: 'a1' }, { timesheets: ids.map(id => ({ id })) })
  await server.load([sheet('approved'), bill()])
  assert.equal((await rejectionsOf([bill('billed2'), sheet('cancelled')])).length, 1)
  assert.deepEqual(await rejectionsOf([bill(), sheet('cancelled')]), [])
})

test('when the active connection changes, what follows it does too', async () => {
  const tie = (id: string, active: boolean, supplierType: string) =>
    connection('c2', 'a1', { id, active, supplierType })
  const of = { company: 'c2', project: 'p2', agency: 'a1', worker: 'w1' }
  await server.load([tie('c2-a1', true, 'umbrella'), tie('zz', false, 'agency'), timesheet('turns', of)])
  const supplier = async () => (await server.get('/timesheets/turns', key)).body.data.supplierType
  assert.equal(await supplier(), 'umbrella')
  await server.load([tie('c2-a1', false, 'umbrella'), tie('zz', true, 'agency')])
  assert.equal(await supplier(), 'agency')
})

test('dates in any form become UTC with milliseconds; keys come in the order of the Shape', async () => {
  const record = {
    updatedAt: '2026-03-03T10:00:00+01:00',
    createdAt: '2026-03-02',
    name: 'Order',
    id: 'order',
    active: true,
    company: { id: 'c1', name: 'ignored' },
    project: { id: 'p1' },
  }
  await server.load([{ type: 'site', record }])
  const { data } = (await server.get('/sites?query=Order', key)).body
  assert.equal(
    JSON.stringify(data[0]),
    '{"id":"order","name":"Order","active":true,"project":{"id":"p1","name":"Project p1"},"company":{"id":"c1","name":"Company c1"},"createdAt":"2026-03-02T00:00:00.000Z","updatedAt":"2026-03-03T09:00:00.000Z"}',
  )
})

test('a line that cannot be right is set aside with line, path, reason and hint; the rest goes on', async () => {
  const wrong = [
    { type: 'site', record: { ...site('x1', 'p1', 'c1').record, colour: 'red' } },
    { type: 'site', record: { ...site('x2', 'p1', 'c1').record, active: 'yes' } },
    { type: 'site', record: { ...site('x3', 'p1', 'c1').record, createdAt: '2026-02-30' } },
    site('ok', 'p1', 'c1'),
    { type: 'sites', record: {} },
    site('x4', 'nowhere', 'c1'),
    { type: 'timesheet', record: { ...timesheet('x5', at).record, status: 'aproved' } },
    { type: 'site', record: { ...site('x 6', 'p1', 'c1').record } },
    { type: 'site', record: { ...site('x7', 'p1', 'c1').record, name: 'nul\0' } },
    { type: 'site', record: { ...site('x8', 'p1', 'c1').record }, color: 1 },
  ]
  const found = await rejectionsOf(wrong)
  const shown = found
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, path, reason, hint }) => `${line} ${path}: ${reason}; ${hint}`)
  assert.deepEqual(shown, [
    '1 record.colour: is not a property of this kind of record; there are id, name, active, project, company, email, phone, address, createdAt, updatedAt',
    '2 record.active: must be true or false, not a string; write true',
    '3 record.createdAt: is not a date: "2026-02-30"; use YYYY-MM-DD or an ISO 8601 date-time with Z or an offset',
    '5 type: "sites" is not a type of record; the nearest one is "site"',
    '6 record.project.id: there is no project with the id "nowhere"; load that project too, before or after this line',
    '7 record.status: must be one of 5 words, not "aproved"; use one of pending, pending_approval, approved, cancelled, absent',
    '8 record.id: is not an id; give 1 to 64 letters, digits, "_" or "-"',
    '9 record.name: must not contain a NUL character; remove \\u0000',
    '10 color: is not part of a load line; a line has type, record, facts, nanoid and patch or replace, or type, id and deleted',
  ])
  assert.equal((await server.get('/sites?query=Site%20ok', key)).body.meta.total, 1)
})

test('bad JSON, bad UTF-8 and empty lines are told apart; gzip is recognised', async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"type":\n\n'),
    Buffer.from([0xff, 0xfe, 10]),
    Buffer.from(`${JSON.stringify(site('zip', 'p1', 'c1'))}\r\n[]\n`),
  ])
  const found: Rejection[] = []
  async function* input() {
    const zipped = gzipSync(bytes)
    yield zipped.subarray(0, 7)
    yield zipped.subarray(7)
  }
  const report = await load(server.database, recordTypes, input(), {
    onRejection: rejection => void found.push(rejection),
  })
  assert.deepEqual([report.lines, report.counts.created, report.rejected], [4, 1, 3])
  assert.deepEqual(
    found.map(({ line, reason }) => `${line} ${reason.slice(0, 11)}`),
    ['1 is not JSON', '3 is not UTF-', '5 is not a JS'],
  )
})

test('references forward in the file are resolved at its end, in any depth', async () => {
  const report = await server.load([
    timesheet('deep', { company: 'd1', project: 'dp', agency: 'da', worker: 'dw' }, { assignment: 'das' }),
    assignment('das', { company: 'd1', project: 'dp', agency: 'da', worker: 'dw' }),
    project('dp', 'd1'),
    worker('dw'),
    connection('d1', 'da'),
    agency('da'),
    company('d1'),
  ])
  assert.deepEqual([report.counts.created, report.rejected], [7, 0])
})

test('a dry run says what would happen, through several batches, and stores nothing', async () => {
  const lines = [
    company('dry'),
    project('dryp', 'dry'),
    ...Array.from({ length: 2500 }, (_, i) => site(`dry${i}`, 'dryp', 'dry')),
    site('drybad', 'nope', 'dry'),
  ]
  const report = await server.load(lines, { dryRun: true })
  assert.deepEqual([report.counts.created, report.rejected, report.dryRun], [2502, 1, true])
  assert.equal((await server.load([company('dry')], { dryRun: true })).counts.created, 1)
})

test('the last line about a record wins, also within one batch', async () => {
  const report = await server.load([
    site('twice', 'p1', 'c1', { name: 'First' }),
    site('twice', 'p1', 'c1', { name: 'Second' }),
  ])
  assert.deepEqual([report.counts.created, report.counts.updated], [1, 1])
  assert.equal((await server.get('/sites?query=Second', key)).body.meta.total, 1)
  assert.equal((await server.get('/sites?query=First', key)).body.meta.total, 0)
})

test('what others mention cannot be deleted; what nobody mentions can, once', async () => {
  await server.load([worker('gone'), timesheet('holds', { ...at, worker: 'gone' })])
  const gone = { type: 'worker', id: 'gone', deleted: true }
  assert.deepEqual(
    (await rejectionsOf([gone])).map(({ path, reason }) => `${path} ${reason}`),
    ['id is still mentioned by timesheet holds'],
  )
  const report = await server.load([{ type: 'timesheet', id: 'holds', deleted: true }, gone, gone])
  assert.deepEqual(report.counts, { ...none, deleted: 2, unchanged: 1 })
  assert.equal((await server.get('/timesheets/holds', key)).status, 404)
})

test('what others only name by its id cannot be deleted either, in a database of an earlier version too', async () => {
  const on = (projects: string[]) => ({
    type: 'user',
    record: { id: 'on-named', name: 'Nia', companies: [{ company: 'c1' }], projects },
  })
  await server.load([project('named', 'c1'), on(['named'])])
  const gone = { type: 'project', id: 'named', deleted: true }
  const reasons = async () => (await rejectionsOf([gone])).map(({ reason }) => reason)
  assert.deepEqual(await reasons(), ['is still mentioned by user on-named'])

  // As it was before names counted as mentions.
  await server.database.rows(sql`update "user" set mentions = '{}'`)
  await server.database.rows(sql`delete from declared where type = 'user' and name = 'mentions'`)
  await prepareDatabase(server.database, recordTypes)
  await fillPending(server.database, recordTypes)
  assert.deepEqual(await reasons(), ['is still mentioned by user on-named'])

  const report = await server.load([on([]), gone])
  assert.deepEqual([report.counts.updated, report.counts.deleted], [1, 1])
})

test('a rename reaches everything that repeats the name, search included, and leaves updatedAt alone', async () => {
  await server.load([
    named('user', 'ren', 'Old Boss'),
    worker('renw', { name: 'Old Worker' }),
    ...Array.from({ length: 1200 }, (_, i) =>
      timesheet(
        `ren${i}`,
        { ...at, worker: 'renw' },
        { approvedBy: 'ren', timesheetApprovers: [{ id: 'ren' }] },
      ),
    ),
  ])
  const report = await server.load([named('user', 'ren', 'New Boss'), worker('renw', { name: 'New Worker' })])
  assert.equal(report.followed, 1200)
  const { body } = await server.get('/timesheets?query=new%20worker&limit=1', key)
  assert.equal(body.meta.total, 1200)
  const [sheet] = body.data
  assert.deepEqual(
    [sheet.worker.name, sheet.approvedBy.name, sheet.timesheetApprovers[0].name, sheet.updatedAt],
    ['New Worker', 'New Boss', 'New Boss', '2026-03-03T09:00:00.000Z'],
  )
  assert.equal((await server.get('/timesheets?query=old%20worker', key)).body.meta.total, 0)
})

test('a status change that cannot happen is refused; one that can is not', async () => {
  const sheet = (status: string) => [timesheet('moves', at, { status })]
  await server.load(sheet('pending'))
  for (const status of [
    'absent',
    'pending',
    'pending_approval',
    'approved',
    'pending_approval',
    'approved',
    'cancelled',
  ])
    assert.deepEqual(await rejectionsOf(sheet(status)), [], status)
  const [refused] = await rejectionsOf(sheet('approved'))
  assert.deepEqual(
    [refused?.path, refused?.reason],
    ['record.status', 'cannot go from cancelled to approved'],
  )
  await server.load([assignment('mova', at, { status: 'completed' })])
  assert.equal(
    (await rejectionsOf([assignment('mova', at, { status: 'pending' })]))[0]?.reason,
    'cannot go from completed to pending',
  )
  const goesOn = (endDate: string) => [assignment('mova', at, { status: 'confirmed', endDate })]
  assert.deepEqual(
    (await rejectionsOf([assignment('mova', at, { status: 'confirmed' })])).map(({ reason, hint }) => [
      reason,
      hint,
    ]),
    [['cannot go from completed to confirmed while endDate stays the same', 'give the new endDate']],
  )
  assert.deepEqual(await rejectionsOf(goesOn('2027-01-29T00:00:00.000Z')), [])
})

test('a short id that is taken is refused', async () => {
  await server.load([{ ...site('n1', 'p1', 'c1'), nanoid: 'short00001' }])
  assert.equal((await rejectionsOf([{ ...site('n2', 'p1', 'c1'), nanoid: 'short00001' }]))[0]?.path, 'nanoid')
  assert.equal(
    (
      await rejectionsOf([
        { ...site('n3', 'p1', 'c1'), nanoid: 'short00002' },
        { ...site('n4', 'p1', 'c1'), nanoid: 'short00002' },
      ])
    ).length,
    1,
  )
})

test('the feed has a row for every owner touched, without gaps, and tells an owner that lost a record', async () => {
  const head = async () =>
    Number((await server.database.rows<{ seq: string }>(sql`select seq from head`))[0]!.seq)
  const start = await head()
  await server.load([timesheet('feed', at)])
  await server.load([timesheet('feed', { ...at, agency: 'a2', worker: 'w2' })])
  await server.load([{ type: 'timesheet', id: 'feed', deleted: true }])
  const rows = await server.database.rows<{ seq: string; owner: string; kind: string }>(
    sql`select seq, owner, kind from change where seq > ${start} order by seq, kind desc, owner desc`,
  )
  assert.deepEqual(
    [...new Set(rows.map(row => Number(row.seq)))],
    Array.from({ length: (await head()) - start }, (_, i) => start + 1 + i),
  )
  assert.deepEqual(
    rows.map(row => `${row.owner} ${row.kind}`),
    [
      'c:c1 upserted',
      'a:a1 upserted',
      'c:c1 upserted',
      'a:a2 upserted',
      'a:a1 out_of_scope',
      'c:c1 deleted',
      'a:a2 deleted',
    ],
  )
})

test('two loads at once both arrive whole', async () => {
  const lines = (from: number) =>
    Array.from({ length: 3000 }, (_, i) =>
      site(`par${from + i}`, 'p1', 'c1', { name: `Parallel ${from + i}` }),
    )
  const reports = await Promise.all([
    server.load(lines(0)),
    server.load(lines(1500)),
    load(server.database, recordTypes, ndjson(lines(3000))),
  ])
  assert.ok(reports.every(report => report.rejected === 0))
  assert.equal((await server.get('/sites?query=parallel&limit=1', key)).body.meta.total, 6000)
})

test('a long load sees what others wrote between its batches: names, answers, deletions', async () => {
  const of = { company: 'm1', project: 'mp', agency: 'ma', worker: 'mw' }
  const mine = await server.key('company', ['m1'])
  const answers = (value: string) => ({ facts: { answers: [answer('ma', value)] } })
  const assigned = (id: string, value: string) => ({ ...assignment(id, of), ...answers(value) })
  await server.load([
    ...[company('m1'), agency('ma', { name: 'Before' }), connection('m1', 'ma')],
    ...[project('mp', 'm1'), worker('mw'), worker('mgone'), assigned('mas', 'early')],
  ])
  const read = lineReader(recordTypes)
  const write = batchWriter(batch => server.database.transaction(batch), recordTypes)
  const batchOf = (...lines: object[]) =>
    write(
      lines.map((line, index) => read(JSON.stringify(line), index + 1)),
      true,
    )
  const shown = async (id: string) => {
    const { data } = (await server.get(`/timesheets/${id}`, mine)).body
    return [data.agency.name, ...data.submissionAnswers.map((one: { value: unknown }) => one.value)]
  }
  await batchOf(timesheet('m1', of, { assignment: 'mas' }), timesheet('mg', { ...of, worker: 'mgone' }))
  assert.deepEqual(await shown('m1'), ['Before', 'early'])

  await server.load([agency('ma', { name: 'After' }), assigned('mas', 'late')])
  await server.load([
    { type: 'timesheet', id: 'mg', deleted: true },
    { type: 'worker', id: 'mgone', deleted: true },
  ])
  const { rejected } = await batchOf(
    timesheet('m2', of, { assignment: 'mas' }),
    timesheet('mg', { ...of, worker: 'mgone' }),
  )
  assert.deepEqual(await shown('m2'), ['After', 'late'])
  assert.deepEqual(
    rejected.flatMap(({ faults }) => faults.map(faultText)).map(({ path, reason }) => `${path} ${reason}`),
    ['record.worker.id there is no worker with the id "mgone"'],
  )

  await batchOf(assigned('mas', 'own'))
  await batchOf(timesheet('m3', of, { assignment: 'mas' }))
  assert.deepEqual(await shown('m3'), ['After', 'own'])
})
