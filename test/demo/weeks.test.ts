// The demo's timesheets and assignments: the rules of money and time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Any, assignments, byId, dayOf, halfUp, pence, recordsOn, sum, timesheets } from './lines.ts'

test('a timesheet’s week ends on a Sunday and its logs lie inside it', () => {
  for (const { weekEnding, start, end, timelogs } of timesheets) {
    const sunday = dayOf(weekEnding)
    assert.equal((sunday + 4) % 7, 0)
    assert.deepEqual([dayOf(start), dayOf(end)], [sunday - 6, sunday])
    for (const log of timelogs) {
      assert.ok(start <= log.start && log.start <= log.end && log.end <= end)
      assert.ok(log.date <= log.start && dayOf(log.date) === dayOf(log.start))
    }
    const starts = timelogs.map((log: Any) => log.start)
    assert.deepEqual(starts, starts.toSorted())
  }
})

test('a timesheet is approved exactly when it says by whom and when', () => {
  for (const { status, approvedDate, approvedBy, approvalRequestedBy, weekEnding } of timesheets) {
    assert.equal(status === 'approved', approvedDate !== undefined)
    assert.equal(status === 'approved', approvedBy !== undefined)
    if (approvedDate) assert.ok(approvedDate > weekEnding)
    if (status.startsWith('pending_') || approvedDate) assert.ok(approvalRequestedBy)
  }
})

test('every charge is its pay, employment costs and margin, in whole pence', () => {
  const check = ({ pay, emp, margin, charge }: Any) =>
    assert.equal(pence(pay) + pence(emp) + pence(margin), pence(charge))
  for (const { rates, timelogs, pieceRateEntries, rateType } of timesheets) {
    for (const rate of Object.values<Any>(rates)) {
      check(rate)
      for (const part of ['pay', 'emp', 'margin']) {
        assert.equal(pence(rate[part]), halfUp(pence(rates.wd[part]) * (100 + (rate.uplift ?? 0)), 100))
      }
      if (!rateType.endsWith('PAYE')) assert.equal(rate.emp, 0)
    }
    for (const { rates, values } of timelogs) {
      check(rates)
      for (const kind of ['standard', 'overtime', 'total']) {
        check(Object.fromEntries(Object.entries<Any>(values).map(([part, value]) => [part, value[kind]])))
      }
    }
    for (const { values, totals, lines } of pieceRateEntries) {
      check(values)
      for (const part of ['pay', 'emp', 'margin', 'charge']) {
        for (const line of lines) assert.equal(pence(line[`${part}Value`]), pence(values[part]) * line.units)
        assert.equal(
          sum(lines.map((line: Any) => pence(line[`${part}Value`]))),
          pence(totals[`${part}Value`]),
        )
      }
      assert.equal(sum(lines.map((line: Any) => line.units)), totals.units)
    }
  }
})

test('a log’s values are its rate times its net hours, half a penny up', () => {
  for (const { payType, timelogs, rates: week } of timesheets) {
    for (const { status, breaks, hours, rates, values } of timelogs) {
      assert.equal(hours.standard + hours.overtime, hours.total)
      if (status === 'absent') assert.equal(hours.total, 0)
      const minutes = hours.total === 0 ? 0 : payType === 'daily' ? 60 : hours.standard * 60 - breaks
      for (const part of ['pay', 'emp', 'margin', 'charge']) {
        const { standard, overtime, total } = values[part]
        assert.equal(pence(standard), halfUp(pence(rates[part]) * minutes, 60))
        assert.equal(pence(overtime), halfUp(pence(week.ot[part]) * hours.overtime * 60, 60))
        assert.equal(pence(standard) + pence(overtime), pence(total))
      }
    }
  }
})

test('a week’s totals are the sums of its parts, its parts those of its logs', () => {
  const agree = (values: Any, logs: Any[]) => {
    for (const side of ['pay', 'charge']) {
      const { total, ...parts } = values[side]
      assert.equal(Object.keys(parts).length, 10)
      assert.equal(sum(Object.values<number>(parts).map(pence)), pence(total))
      assert.equal(sum(logs.map(log => pence(log.values[side].total))), pence(total))
      assert.equal(sum(logs.map(log => pence(log.values[side].overtime))), pence(parts.wdOvertime))
    }
  }
  const net = (logs: Any[]) => sum(logs.map(log => log.hours.total - log.breaks / 60))
  for (const { netHours, values, timelogs, version, versionHistory = [], status } of timesheets) {
    agree(values, timelogs)
    assert.equal(netHours, net(timelogs))
    assert.equal(versionHistory.length, version - 1)
    if (status === 'absent') assert.equal(netHours + values.expense, 0)
    const worked = timelogs.filter((log: Any) => log.status !== 'absent').slice(0, -1)
    for (const old of versionHistory) {
      agree(old.values, worked)
      assert.equal(old.netHours, net(worked))
    }
    for (const { breaks, hours, costCodeAllocations = [] } of timelogs) {
      const split = sum(costCodeAllocations.map((one: Any) => one.hours))
      if (split > 0) assert.equal(split, hours.total - breaks / 60)
    }
  }
})

const happened = [
  'updatedAt',
  'approvedDate',
  'confirmationDate',
  'completedDate',
  'confirmedDate',
  'approvalDate',
]

test('nothing was changed before it was made, and nothing lies ahead of today', () => {
  for (const day of ['2026-06-20', '2026-06-21', '2026-06-22']) {
    for (const { type, record } of recordsOn(new Date(day), { scale: 0.5 })) {
      if (record.createdAt) assert.ok(record.createdAt <= record.updatedAt, `${type} ${record.id}`)
      for (const name of happened) {
        const moment = record[name]
        if (moment) assert.ok(moment < day, `${type} ${record.id} ${name} ${moment}`)
        if (moment && record.createdAt) assert.ok(moment >= record.createdAt, `${type} ${record.id} ${name}`)
      }
    }
  }
})

test('from Monday to Sunday, last week has work in every state at each company and agency', () => {
  for (const day of [15, 21]) {
    const records = recordsOn(new Date(`2026-06-${day}T09:00:00Z`), { files: false })
    const of = (type: string): Any[] => records.filter(one => one.type === type).map(({ record }) => record)
    const week = of('timesheet').filter(sheet => sheet.weekEnding.startsWith('2026-06-14'))
    const claims = Map.groupBy(of('expense'), one => one.timesheet?.id)
    const owners = Map.groupBy(
      week.flatMap(sheet => [
        { owner: sheet.company.id, sheet },
        { owner: sheet.agency.id, sheet },
      ]),
      ({ owner }) => owner,
    )
    for (const [owner, own] of owners) {
      if (own.length < 20) continue
      const seen = own.flatMap(({ sheet }) => [
        sheet.status,
        ...(sheet.status === 'pending' && sheet.versionHistory ? ['returned'] : []),
        ...(claims.get(sheet.id) ?? []).map(({ status }) => `expense ${status}`),
      ])
      for (const state of ['pending', 'pending_approval', 'approved', 'returned', 'expense rejected'])
        assert.ok(seen.includes(state), `${owner} has nothing ${state}`)
    }
    assert.ok(owners.size > 6)
  }
})

test('a timesheet belongs to its assignment, which was running that week', () => {
  const known = byId('assignment')
  const weeks = new Set<string>()
  for (const sheet of timesheets) {
    const assignment = known.get(sheet.assignment.id)
    for (const name of ['worker', 'company', 'project', 'site', 'agency']) {
      assert.equal(sheet[name].id, assignment[name].id)
    }
    assert.ok(['confirmed', 'completed', 'ended'].includes(assignment.status))
    assert.ok(assignment.startDate <= sheet.start && dayOf(assignment.endDate) >= dayOf(sheet.start))
    assert.equal(assignment.rates.charge, sheet.rates.wd.charge)
    weeks.add(`${sheet.worker.id} ${sheet.weekEnding}`)
  }
  assert.equal(weeks.size, timesheets.length)
})

test('an assignment says what befell it, and never both kinds of uplift', () => {
  for (const { status, cancellation, ended, completedDate, confirmationDate, ...rest } of assignments) {
    assert.equal(status === 'ended', ended !== undefined)
    assert.equal(status === 'completed', completedDate !== undefined)
    assert.equal(status === 'cancelled', cancellation !== undefined && rest.reinstatement === undefined)
    assert.equal(confirmationDate !== undefined, !['pending', 'cancelled'].includes(status))
    assert.notEqual(rest.rateUplifts === undefined, rest.enhancedUplifts === undefined)
  }
})
