// The checker keeps findings as the records say, whatever is written, by whom and in which order.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { checkWaiting } from '../../src/checks/checker.ts'
import { findingsOfWeek } from '../../src/checks/week-findings.ts'
import { weekWorker } from '../../src/checks/week-worker.ts'
import { sql } from '../../src/database/sql.ts'
import { billingStages, isWorkWaiting, noteWork, stages, takeAway } from '../../src/store/checks/work.ts'
import { databaseFigures } from '../../src/store/figures/figures.ts'
import { connection } from '../support/lines.ts'
import { noteEveryCompany } from '../support/noted-work.ts'
import { testServer } from '../support/server.ts'
import { check, deleted, emptied, found, lines, loading, owners, rowsOf, worksLeft } from './checked-world.ts'
import { log, midnight, sun } from './records.ts'

const server = await testServer()
const { database } = server
const load = loading(server)

const { timesheet, assignment, invoice, afp, expense, creditNote, purchaseOrder, rate } = lines
const rightWeek = [assignment(), timesheet(), invoice()]

beforeEach(async () => {
  await emptied(database)
  await load([...owners, ...rightWeek])
  await check(database)
})

test('a week that is right leaves no finding and no work', async () => {
  assert.deepEqual(await found(database), [])
  assert.deepEqual(await worksLeft(database), [])
})

test('an invoice that is wrong is found for both sides, and gone when it is put right', async () => {
  await load([invoice({ subtotal: 1100, values: { cis: 220 } })])
  await check(database)
  assert.deepEqual(await found(database), ['a1 sumDiffers 2026-02-01 100', 'c1 sumDiffers 2026-02-01 100'])
  await load([invoice()])
  await check(database)
  assert.deepEqual(await found(database), [])
})

test('a timesheet taken off its invoice is not billed', async () => {
  await load([
    timesheet({ id: 'T2', worker: { id: 'w2' } }),
    invoice({ of: ['T1', 'T2'], subtotal: 2000, values: { netHours: 80 } }),
  ])
  await check(database)
  assert.deepEqual(await found(database), [])
  await load([invoice({ of: ['T2'] })])
  await check(database)
  assert.deepEqual(await found(database), ['a1 notBilled 2026-02-01 -1000', 'c1 notBilled 2026-02-01 -1000'])
})

test('what moves to another week stays the same finding', async () => {
  await load([timesheet({ status: 'pending_approval' })])
  await check(database)
  const [before] = await rowsOf(database)
  assert.deepEqual(await found(database), [
    'a1 notApproved 2026-02-01 1000',
    'c1 notApproved 2026-02-01 1000',
  ])
  const later = { weekEnding: midnight('2026-02-08'), end: '2026-02-08T23:59:59.999Z' }
  await load([timesheet({ status: 'pending_approval', ...later })])
  await check(database, { now: () => new Date('2026-04-02T10:00:00.000Z') })
  assert.deepEqual(await found(database), [
    'a1 notApproved 2026-02-08 1000',
    'c1 notApproved 2026-02-08 1000',
  ])
  const after = (await rowsOf(database)).find(({ id }) => id === before!.id)!
  assert.equal(JSON.parse(after.record).since, JSON.parse(before!.record).since)
})

test('an invoice of one week that names a timesheet of another follows both', async () => {
  await load([invoice({ weekEnding: midnight('2026-02-15') })])
  await check(database)
  assert.deepEqual(await found(database), [])
  await load([timesheet({ netHours: 41 })])
  await check(database)
  assert.deepEqual(await found(database), ['a1 hoursDiffer 2026-02-15 0', 'c1 hoursDiffer 2026-02-15 0'])
})

test('an invoice of another agency is that agency’s, and its timesheet is billed for the client alone', async () => {
  await load([invoice({ agency: { id: 'a2' }, subtotal: 1100, values: { cis: 220 } })])
  await check(database)
  assert.deepEqual(await found(database), ['c1 sumDiffers 2026-02-01 100'])
})

test('the order that an assignment names, now and before, is held against its timesheets', async () => {
  await load([purchaseOrder({ value: 900 }), assignment({ purchaseOrder: 'BRK-PO1' })])
  await check(database)
  assert.deepEqual(await found(database), ['c1 overOrder 2026-02-01 100'])
  await load([purchaseOrder({ value: 900, reference: 'BRK-PO2' })])
  await check(database)
  assert.deepEqual(await found(database), [])
  await load([assignment({ purchaseOrder: 'BRK-PO2' })])
  await check(database)
  assert.deepEqual(await found(database), ['c1 overOrder 2026-02-01 100'])
  await load([deleted('purchaseOrder', 'O1')])
  await check(database)
  assert.deepEqual(await found(database), [])
})

test('an agency whose connection ends is told of nothing any more, and again when it is back', async () => {
  await load([timesheet({ status: 'pending_approval' }), connection('c1', 'a1', { active: false })])
  await check(database)
  assert.deepEqual(await found(database), ['c1 notApproved 2026-02-01 1000'])
  await load([connection('c1', 'a1')])
  await check(database)
  assert.deepEqual(await found(database), [
    'a1 notApproved 2026-02-01 1000',
    'c1 notApproved 2026-02-01 1000',
  ])
})

test('what is left open counts only where the two bill each other at all', async () => {
  await load([timesheet({ id: 'T2', agency: { id: 'a2' }, assignment: undefined, worker: { id: 'w2' } })])
  await check(database)
  assert.deepEqual(await found(database), [])
  const later = { weekEnding: midnight('2026-02-15'), end: '2026-02-15T23:59:59.999Z', timelogs: [] }
  await load([
    timesheet({ id: 'T3', agency: { id: 'a2' }, assignment: undefined, worker: { id: 'w2' }, ...later }),
    invoice({ id: 'I2', of: ['T3'], agency: { id: 'a2' }, weekEnding: midnight('2026-02-15') }),
  ])
  await check(database)
  assert.deepEqual(await found(database), ['a2 notBilled 2026-02-01 -1000', 'c1 notBilled 2026-02-01 -1000'])
  await load([deleted('invoice', 'I2')])
  await check(database)
  assert.deepEqual(await found(database), [])
})

test('expenses, credit notes, AfPs and rates reach the weeks of their invoices', async () => {
  await load([expense({ value: 30, invoice: { id: 'I1' } })])
  await check(database)
  assert.deepEqual(await found(database), ['a1 sumDiffers 2026-02-01 -30', 'c1 sumDiffers 2026-02-01 -30'])
  await load([deleted('expense', 'E1'), creditNote({ value: 900 })])
  await check(database)
  assert.deepEqual(await found(database), [
    'a1 creditTooLarge 2026-02-01 -100',
    'c1 creditTooLarge 2026-02-01 -100',
  ])
  await load([deleted('creditNote', 'N1'), afp({ subtotal: 990, weekEnding: midnight('2026-02-08') })])
  await check(database)
  assert.deepEqual(await found(database), ['a1 afpDiffers 2026-02-01 10', 'c1 afpDiffers 2026-02-01 10'])
  await load([deleted('afp', 'P1'), rate()])
  await check(database)
  assert.deepEqual(await found(database), [])
})

test('an MSP is told of what it sees, and of nothing else', async () => {
  const msp = { msp: { id: 'm1' }, of: [] }
  await load([
    invoice({ id: 'I2', invoiceType: 'supplierToMsp', ...msp }),
    invoice({ id: 'I3', invoiceType: 'mspToClient', values: { netHours: 50 }, ...msp }),
  ])
  await check(database)
  assert.deepEqual(await found(database), ['m1 flowsDiffer 2026-02-01 -250'])
})

test('a night that ends in the next week is found when either timesheet is written', async () => {
  const night = timesheet({ timelogs: [log(sun, 20, 30)] })
  const next = { weekEnding: midnight('2026-02-08'), end: '2026-02-08T23:59:59.999Z' }
  const morning = timesheet({
    id: 'T2',
    assignment: undefined,
    ...next,
    timelogs: [log('2026-02-02', 4, 12)],
  })
  await load([morning, invoice({ id: 'I2', of: ['T2'], weekEnding: next.weekEnding })])
  await check(database)
  assert.deepEqual(await found(database), [])
  await load([night])
  await check(database)
  assert.deepEqual(await found(database), ['a1 overlaps 2026-02-08 40', 'c1 overlaps 2026-02-08 40'])
})

test('a dry run notes nothing', async () => {
  await load([timesheet({ status: 'pending_approval' })], { dryRun: true })
  assert.deepEqual(await worksLeft(database), [])
})

test('what is written while a week is worked out is worked out after it', async () => {
  await load([timesheet({ status: 'pending_approval' })])
  let isWritten = false
  await check(database, {
    async workOut(week) {
      if (!isWritten)
        await load([timesheet(), timesheet({ id: 'T2', status: 'pending_approval', worker: { id: 'w2' } })])
      isWritten = true
      return findingsOfWeek(week)
    },
  })
  assert.deepEqual(await found(database), [])
  assert.deepEqual(await worksLeft(database), [])
})

test('work that was interrupted is done by the next', async () => {
  await load([timesheet({ status: 'pending_approval' })])
  const interrupted = checkWaiting(database, {
    async workOut() {
      throw new Error('the process went away')
    },
  })
  await assert.rejects(interrupted)
  assert.ok((await worksLeft(database)).every(({ taken }) => taken))
  await load([timesheet({ status: 'pending_approval', netHours: 39 })])
  await check(database)
  assert.deepEqual(await found(database), [
    'a1 hoursDiffer 2026-02-01 0',
    'a1 notApproved 2026-02-01 1000',
    'c1 hoursDiffer 2026-02-01 0',
    'c1 notApproved 2026-02-01 1000',
  ])
  assert.deepEqual(await worksLeft(database), [])
})

test('a thread works out the same, of weeks that follow each other, after a write and after it was ended', async () => {
  const worker = weekWorker()
  const ids = Array.from({ length: 80 }, (_, index) => `M${index}`)
  const many = (change: object) =>
    ids.map(id => timesheet({ id, status: 'pending_approval', timelogs: [], ...change }))
  const sunday = { weekEnding: midnight('2026-02-08'), end: '2026-02-08T23:59:59.999Z', timelogs: [] }
  const next = ids.map(id => timesheet({ id: `N${id}`, status: 'pending_approval', ...sunday }))
  await load([...many({}), ...next, invoice({ of: ids })])
  const checkAside = async () => {
    const weeks: string[] = []
    await check(database, {
      async workOut(week) {
        const [aside, here] = [await worker.workOut(week), findingsOfWeek(week)]
        weeks.push(week.week)
        assert.deepEqual(aside, here)
        return here
      },
    })
    assert.deepEqual(weeks.slice(0, 2), ['2026-02-01', '2026-02-08'])
    return (await found(database)).filter(line => line.includes('notApproved')).length
  }
  assert.equal(await checkAside(), 160)
  await load(many({ netHours: 39 }))
  assert.equal(await checkAside(), 160)
  await load([timesheet({ id: 'M0', timelogs: [] })])
  assert.equal(await checkAside(), 158)
  await worker.close()
  await load([timesheet({ id: 'M1', timelogs: [] })])
  assert.equal(await checkAside(), 156)
  await worker.close()
})

test('what is shown of a database says how much is to be worked out', async () => {
  await load([timesheet({ status: 'pending_approval' })])
  const waiting = async () => (await databaseFigures(database, recordTypes)).queue.checks
  assert.ok((await waiting()) > 0)
  await check(database)
  assert.equal(await waiting(), 0)
})

test('a thread that works many weeks out gathers no listeners', async () => {
  const warnings: string[] = []
  const note = ({ name }: Error) => void warnings.push(name)
  process.on('warning', note)
  const worker = weekWorker()
  const ids = Array.from({ length: 80 }, (_, index) => `M${index}`)
  await load(ids.map(id => timesheet({ id, timelogs: [] })))
  await check(database, {
    async workOut(week) {
      for (let round = 0; round < 12; round++) await worker.workOut(week)
      return findingsOfWeek(week)
    },
  })
  await worker.close()
  process.off('warning', note)
  assert.deepEqual(warnings, [])
})

test('a thread that is ended while it works fails, and keeps nobody waiting', async () => {
  const worker = weekWorker()
  const ids = Array.from({ length: 80 }, (_, index) => `M${index}`)
  await load(ids.map(id => timesheet({ id, timelogs: [] })))
  const stopped = checkWaiting(database, {
    workOut(week) {
      const result = worker.workOut(week)
      void worker.close()
      return result
    },
  })
  await assert.rejects(stopped, /has ended/)
  await check(database)
  assert.deepEqual(await worksLeft(database), [])
})

test('only those are told that something waits whose it is', async () => {
  await load([timesheet({ status: 'pending_approval' })])
  const waiting = (...owners: string[]) => isWorkWaiting(database, owners, billingStages)
  assert.deepEqual(
    await Promise.all([
      waiting('c:c1'),
      waiting('a:a1@c1'),
      waiting('a:a2@c1'),
      waiting('c:m1'),
      waiting('a:a2@c1', 'a:a1@c1'),
      // Connected to another company alone.
      waiting('a:a1@c9'),
    ]),
    [true, true, false, false, true, false],
  )
  await check(database)
  assert.equal(await waiting('c:c1', 'a:a1@c1'), false)
})

test('of a bill only those are told that something waits who see it, from the write to the end of all that follows', async () => {
  const msp = { msp: { id: 'm1' } }
  const names = ['c:c1', 'a:a1@c1', 'c:m1']
  const bill = (invoiceType: string, given = {}) => invoice({ id: 'I2', invoiceType, ...msp, ...given })
  const told = async (written: object) => {
    await load([written])
    const now = await Promise.all(names.map(name => isWorkWaiting(database, [name], billingStages)))
    const among = new Set(names.filter((_, at) => now[at]))
    await check(database, {
      async workOut(week) {
        for (const name of names) if (await isWorkWaiting(database, [name], billingStages)) among.add(name)
        return findingsOfWeek(week)
      },
    })
    return [...among]
  }
  assert.deepEqual(await told(bill('supplierToMsp')), ['a:a1@c1', 'c:m1'])
  assert.deepEqual(await told(deleted('invoice', 'I2')), ['a:a1@c1', 'c:m1'])
  assert.deepEqual(await told(bill('mspToClient')), ['c:c1', 'c:m1'])
  assert.deepEqual(await told(deleted('invoice', 'I2')), ['c:c1', 'c:m1'])
  assert.deepEqual(await told(bill('supplierToMsp')), ['a:a1@c1', 'c:m1'])
  assert.deepEqual(await told(creditNote({ invoice: { id: 'I2', reference: 'BRK-I2' } })), [
    'a:a1@c1',
    'c:m1',
  ])
})

test('checked as a whole, everything is found once more as it was', async () => {
  await load([timesheet({ status: 'pending_approval' })])
  await check(database)
  const before = await rowsOf(database)
  await database.transaction(tx => noteEveryCompany(tx, 'all', true))
  await check(database)
  assert.deepEqual(await rowsOf(database), before)
})

test('what a finding says does not depend on where its records lie, which anybody’s write may move', async () => {
  const parties = { msp: { id: 'm1' }, of: [] }
  const supplied = ['I7', 'I8', 'I9'].map(id => invoice({ ...parties, id, invoiceType: 'supplierToMsp' }))
  await load([...supplied, invoice({ ...parties, id: 'I6', invoiceType: 'mspToClient' })])
  await check(database)
  const before = await rowsOf(database)
  const named = before.map(({ record }) => JSON.parse(record)).find(({ code }) => code === 'flowsDiffer')
  assert.equal(named.invoices.length, 4)
  await database.rows(sql`update invoice_text set record = record where id = 'I7'`)
  await database.transaction(tx => noteEveryCompany(tx, 'all', true))
  await check(database)
  assert.deepEqual(await rowsOf(database), before)
})

test('some of what waits is taken without reading through the rest, however much there is', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({
    company: 'c1',
    key: `assignment:gone-${at}` as const,
  }))
  await database.transaction(tx => noteWork(tx, many, true))
  await database.rows(sql`analyze check_work`)
  const [taken, read] = await database.transaction(async tx => [
    await takeAway(tx, { stage: stages.lookUp }, 500),
    await tx.value<number>(
      sql`select seq_tup_read::int from pg_stat_xact_user_tables where relname = 'check_work'`,
    ),
  ])
  assert.equal(taken.flatMap(({ subjects }) => subjects).length, 500)
  assert.ok(read! < 1000, `${read} rows were read through`)
  await check(database)
})

test('work of a kind that only a newer version knows waits for that one, and holds up nothing', async () => {
  for (const stage of Object.values(stages))
    await database.rows(sql`
      insert into check_work (company, key, owner, silent, stage, since)
      values ('c1', ${`unheard:${stage}`}, '', true, ${stage}::smallint, now() - interval '1 day')`)
  await load([invoice({ values: { cis: 251 } })])
  await check(database)
  const left = await database.column(sql`select key from check_work order by stage`)
  assert.deepEqual(
    left,
    Object.values(stages).map(stage => `unheard:${stage}`),
  )
  await database.rows(sql`delete from check_work`)
})

test('an MSP is told nothing of what the supplier bills the client, though the bill names it', async () => {
  await load([invoice({ msp: { id: 'm1' }, values: { cis: 250 } })])
  await check(database)
  assert.deepEqual(await found(database), ['a1 taxDiffers 2026-02-01 -50', 'c1 taxDiffers 2026-02-01 -50'])
})

test('a company that is its own MSP has both sides: what it is billed, and what it bills itself', async () => {
  const msp = { msp: { id: 'c1' } }
  await load([
    invoice({ ...msp, invoiceType: 'supplierToMsp', values: { netHours: 40, cis: 250 } }),
    invoice({ ...msp, id: 'I2', invoiceType: 'mspToClient', values: { netHours: 38 } }),
  ])
  await check(database)
  const sides = (await rowsOf(database)).map(({ record }) => {
    const { side, code, invoices } = JSON.parse(record)
    return `${side} ${code} ${invoices.map(({ id }: { id: string }) => id)}`
  })
  assert.deepEqual(sides.toSorted(), [
    'agency taxDiffers I1',
    'client hoursDiffer I2',
    'msp flowsDiffer I1,I2',
    'msp taxDiffers I1',
  ])
})
