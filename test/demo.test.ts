// The demo programme: that it loads, repeats itself, keeps the rules of money and time, and shows everything.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../src/api/index.ts'
import { builtInStages } from '../src/api/stages.ts'
import {
  demoKeys,
  demoProgramme,
  type FileLine,
  type LoadLine,
  type ProgrammeOptions,
} from '../src/demo/programme.ts'
import type { Stored } from '../src/kernel/columns.ts'
import { slotsOf } from '../src/kernel/record-type.ts'
import { type Node, nodeOf, type TSchema, withoutNull } from '../src/kernel/shape.ts'
import { lineReader, type Upsert } from '../src/load/line.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of every kind, looked into freely
type Any = any

const today = new Date('2026-06-17T15:30:00Z')
const read = lineReader(recordTypes)

/** Files are lines of a kind of their own, not records. */
const isRecord = (line: FileLine | LoadLine): line is LoadLine => line.type !== 'file'
const linesOn = (day: Date, options?: ProgrammeOptions): Any[] => [...demoProgramme(day, options)]
const recordsOn = (day: Date, options?: ProgrammeOptions): Any[] => linesOn(day, options).filter(isRecord)

const all = linesOn(today)
const texts = all.map(line => JSON.stringify(line))
const files: Any[] = all.filter(line => !isRecord(line))
const given: Any[] = all.filter(isRecord)
const entries = texts.slice(files.length).map((text, at) => read(text, at + 1) as Upsert)

const of = (type: string): Any[] => given.filter(line => line.type === type).map(line => line.record)
const factsOf = (type: string): Any[] =>
  given.filter(line => line.type === type).map(line => line.facts ?? {})
const byId = (type: string) => new Map<string, Any>(of(type).map(record => [record.id, record]))
const timesheets = of('timesheet')
const assignments = of('assignment')

const pence = (value: number): number => {
  const whole = Math.round(value * 100)
  assert.equal(whole / 100, value, `${value} is not whole pence`)
  return whole
}
const halfUp = (numerator: number, denominator: number) =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const dayOf = (moment: string) => Date.parse(moment.slice(0, 10)) / 86_400_000

test('every mention is of a record that came before', () => {
  const known = new Set(files.map(file => `file:${file.id}`))
  for (const { type, id, stored, line } of entries) {
    for (const slot of slotsOf(type, stored)) {
      assert.ok(known.has(`${slot.type}:${slot.id}`), `line ${line}: ${slot.path} ${slot.type} ${slot.id}`)
    }
    assert.ok(!known.has(`${type.type}:${id}`), `line ${line}: ${type.type} ${id} twice`)
    known.add(`${type.type}:${id}`)
  }
})

test('ids that are plain text lead somewhere too', () => {
  const [companies, agencies, projects] = [byId('company'), byId('agency'), byId('project')]
  const [workers, users, assigned] = [byId('worker'), byId('user'), byId('assignment')]
  for (const tag of of('tag')) assert.ok(companies.has(tag.company))
  const roles = byId('role')
  for (const { companies: places, projects: own } of users.values()) {
    for (const { company, role, customRole } of places) {
      assert.ok(companies.has(company) && roles.has(role))
      if (customRole) assert.equal(roles.get(customRole).company.id, company)
    }
    for (const id of own) assert.ok(projects.has(id))
  }
  const actions = byId('permission')
  for (const rule of of('projectRule')) {
    assert.ok(projects.has(rule.project) && roles.has(rule.role) && actions.has(rule.permission))
  }
  for (const grant of of('userPermission')) {
    assert.ok(users.has(grant.user) && projects.has(grant.project) && actions.has(grant.permission))
  }
  for (const worker of workers.values()) {
    for (const tie of worker.agencies) assert.equal(agencies.get(tie.id).name, tie.name)
    for (const tie of worker.companyIds) assert.ok(companies.has(tie.company))
  }
  for (const line of given) for (const id of line.facts?.projects ?? []) assert.ok(projects.has(id))
  for (const { replacement = {}, clone, activities, ...assignment } of assignments) {
    for (const other of [replacement.replacedBy, replacement.replacementFor, clone?.original]) {
      if (!other) continue
      const { reference, company } = assigned.get(other.id)
      assert.deepEqual([reference, company.id], [other.reference, assignment.company.id])
    }
    for (const { user, userId } of activities) if (userId) assert.equal(users.get(userId).name, user)
  }
  for (const { approvalRequestedBy: by } of timesheets) {
    if (by) assert.equal((by.type === 'user' ? users : workers).get(by.id).name, by.name)
  }
  const keys = [
    ...demoKeys.company.map(id => companies.get(id)),
    ...demoKeys.agency.map(id => agencies.get(id)),
  ]
  assert.deepEqual(
    keys.map(({ name }) => name.split(' ')[0]),
    ['Brackenholt', 'Tarnside', 'Heronsgill'],
  )
})

test('the same day and seed give the same bytes, another day the same records, another seed others', () => {
  const other = demoProgramme(today, { seed: 2 })
  let [count, same] = [0, 0]
  for (const line of demoProgramme(new Date('2026-06-17T00:00:00Z'))) {
    const text = JSON.stringify(line)
    if (text !== texts[count++]) assert.equal(text, texts[count - 1])
    // Dice that another programme throws in between change nothing.
    if (count < 1500 && JSON.stringify(other.next().value) === text) same++
  }
  assert.equal(count, all.length)
  assert.ok(same > 300 && same < 1000, `${same} lines are the same for another seed`)
  const sameOn = ({ type, id, record = {}, nanoid }: Any) =>
    [type, id, record.id, record.reference, record.status, nanoid].join(' ')
  const few = { scale: 0.25 }
  const before = linesOn(today, few).map(sameOn)
  for (const day of ['2026-06-21', '2026-06-22', '2027-01-02']) {
    assert.deepEqual(linesOn(new Date(day), few).map(sameOn), before)
  }
})

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

type Tie = { record: Any; facts?: { projects?: string[] } }
const ties = Map.groupBy(
  given.filter(line => line.type === 'connection') as Tie[],
  ({ record }) => `${record.company.id} ${record.agency.id}`,
)

test('work is at a site of the project of the company, supplied by a connected agency', () => {
  const [sites, projects] = [byId('site'), byId('project')]
  for (const { site, project, company, agency, updatedAt } of [...assignments, ...timesheets]) {
    assert.equal(sites.get(site.id).project.id, project.id)
    assert.equal(projects.get(project.id).company.id, company.id)
    const reaching = (ties.get(`${company.id} ${agency.id}`) ?? []).filter(({ record, facts }) =>
      record.project ? record.project.id === project.id : (facts?.projects?.includes(project.id) ?? true),
    )
    assert.ok(reaching.some(({ record }) => record.active || updatedAt < record.updatedAt))
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

test('the rules have their cases: umbrella, rivals, an old tie, stages with and without', () => {
  const umbrellas = new Set(
    of('connection')
      .filter(tie => tie.supplierType === 'umbrella')
      .map(tie => tie.agency.id),
  )
  const types = new Set(
    timesheets.filter(sheet => umbrellas.has(sheet.agency.id)).map(sheet => sheet.rateType),
  )
  assert.deepEqual([...types].toSorted(), ['Agency PAYE', 'Umbrella PAYE'])
  const answers = factsOf('assignment').map(facts => facts.answers ?? [])
  assert.ok(answers.some(own => new Set(own.map((answer: Any) => answer.agency.id)).size > 1))
  assert.ok(of('worker').some(worker => worker.agencies.filter((tie: Any) => tie.active).length > 1))
  const gone = of('connection').find(tie => !tie.active)
  const old = timesheets.filter(
    sheet => sheet.agency.id === gone.agency.id && sheet.company.id === gone.company.id,
  )
  assert.ok(old.length > 0 && old.every(sheet => sheet.weekEnding < '2025-06-17'))
  const stages = factsOf('company').map(facts => facts.stageTracking)
  assert.deepEqual(
    stages.map(stage => stage?.enabled),
    [true, false, undefined],
  )
  assert.ok(stages[0].order.includes('custom_siteTour') && stages[0].labels.custom_siteTour)
})

test('lines come in the order in which they are loaded, about as many as a demo needs', () => {
  const order = recordTypes.map(({ type }) => type)
  const places = given.map(({ type }) => order.indexOf(type))
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  assert.ok(files.length > 5 && all.slice(0, files.length).every(line => !isRecord(line)))
  const wanted: Record<string, [number, number]> = {
    company: [3, 3],
    agency: [6, 6],
    worker: [400, 400],
    project: [12, 12],
    site: [40, 40],
    trade: [30, 30],
    requisition: [140, 160],
    assignment: [590, 640],
    timesheet: [8000, 9500],
  }
  for (const [type, [least, most]] of Object.entries(wanted)) {
    const count = of(type).length
    assert.ok(count >= least && count <= most, `${count} of ${type}`)
  }
  const weeks = new Set(timesheets.map(sheet => sheet.weekEnding).filter(week => week > '2025-06-15'))
  assert.equal(weeks.size, 52)
})

test('files are what they say, and every link to one leads to one', () => {
  const starts: Record<string, string> = { pdf: '%PDF-1.', jpg: '\xff\xd8\xff', png: '\x89PNG\r\n' }
  const unused = new Set(files.map(file => `file:${file.id}`))
  const known = new Set(unused)
  for (const { fileName, base64, contentType } of files) {
    const bytes = Buffer.from(base64, 'base64')
    assert.ok(bytes.toString('latin1').startsWith(starts[fileName.slice(-3)]!), fileName)
    assert.ok(['application/pdf', 'image/jpeg', 'image/png'].includes(contentType))
  }
  assert.equal(new Set(files.map(file => file.base64)).size, files.length)
  for (const text of texts) {
    if (!text.includes('"file:')) continue
    for (const [, link] of text.matchAll(/"(file:\w+)"/g)) {
      assert.ok(known.has(link!), link)
      unused.delete(link!)
    }
  }
  assert.deepEqual([...unused], [])
  assert.ok(
    recordsOn(today, { scale: 0.1, files: false }).length ===
      linesOn(today, { scale: 0.1, files: false }).length,
  )
})

test('a requisition counts its own assignments and submissions, and is filled when there are enough', () => {
  const named = Map.groupBy(
    assignments.filter(one => one.requisition),
    one => one.requisition.id,
  )
  const facts = factsOf('requisition')
  for (const [at, { id, status, quantity, agencies, company, ...rest }] of of('requisition').entries()) {
    const own = (named.get(id) ?? []).filter(one => one.status !== 'cancelled')
    for (const agency of agencies) {
      assert.equal(
        agency.assigned,
        own.filter(one => one.agency.id === agency.id).length,
        `${id} ${agency.id}`,
      )
      assert.equal(agency.offered, agency.submissions.length)
      assert.equal(agency.dateAccepted !== null, agency.offered > 0)
    }
    assert.equal(sum(agencies.map((one: Any) => one.assigned)), own.length)
    assert.equal(status === 'filled', own.length >= quantity, id)
    assert.equal(status === 'cancelled', rest.cancellation !== undefined)
    for (const one of named.get(id) ?? []) {
      assert.deepEqual(
        [one.company.id, one.project.id, one.site.id],
        [company.id, rest.project.id, rest.site.id],
      )
      const { submissions } = agencies.find((agency: Any) => agency.id === one.agency.id)
      assert.ok(submissions.some((submission: Any) => submission.worker.id === one.worker.id))
    }
    const last = rest.approvalStages.at(-1)
    assert.equal(last.approved, rest.approvedDate !== undefined)
    if (last.approvedAt) assert.equal(last.approvedAt, rest.approvedDate)
    if (facts[at].refusal) assert.ok(status === 'raised' && !last.approved)
    if (status === 'raised') assert.ok(agencies.every((agency: Any) => agency.dateReceived === null))
  }
})

test('submissions are of known workers by their agencies, and stages tell the same story in order', () => {
  const workers = byId('worker')
  const facts = factsOf('requisition')
  const seen = new Set<string>()
  for (const [at, { id, agencies, createdAt, updatedAt, company }] of of('requisition').entries()) {
    const submitted = agencies.flatMap((agency: Any) =>
      agency.submissions.map((one: Any) => ({ ...one, agency: agency.id })),
    )
    for (const { worker, agency, submittedAt, isRejected, rejectionReason } of submitted) {
      assert.ok(workers.get(worker.id).agencies.some((tie: Any) => tie.id === agency && tie.active))
      assert.equal(isRejected, rejectionReason !== null)
      if (submittedAt) assert.ok(createdAt < submittedAt && submittedAt < updatedAt)
    }
    if (company.id === demoKeys.company[0]) assert.equal((facts[at].stages ?? []).length, submitted.length)
    for (const { worker, agency, history, stage, ...rest } of facts[at].stages ?? []) {
      const of = submitted.find((one: Any) => one.worker.id === worker.id && one.agency === agency.id)
      assert.deepEqual([rest.submittedAt, rest.isRejected], [of.submittedAt, of.isRejected], id)
      assert.deepEqual([history[0].stage, history.at(-1).stage], ['submitted', stage])
      const days = history.map((one: Any) => one.at).filter((day: Any) => day)
      assert.deepEqual(days, days.toSorted())
      for (const day of days) assert.ok(createdAt <= day && day <= updatedAt)
      for (const one of history) seen.add(one.stage)
    }
  }
  for (const stage of [...Object.keys(builtInStages), 'custom_siteTour']) assert.ok(seen.has(stage), stage)
})

test('a purchase order covers the assignments that name it', () => {
  const orders = new Map(of('purchaseOrder').map(order => [order.reference, order]))
  const charged = new Map<string, number>()
  const named = new Map<string, number>()
  for (const { assignment, values } of timesheets) {
    charged.set(assignment.id, (charged.get(assignment.id) ?? 0) + pence(values.charge.total))
  }
  for (const assignment of assignments) {
    const { id, purchaseOrder, company, project, site, agency, trade, startDate, endDate } = assignment
    if (purchaseOrder === undefined) continue
    const order = orders.get(purchaseOrder)
    assert.equal(order.company.id, company.id)
    assert.ok(order.projects.some((one: Any) => one.id === project.id))
    assert.ok(order.allTrades || order.trades.some((one: Any) => one.id === trade.id))
    assert.ok(order.agency === undefined || order.agency.id === agency.id)
    assert.ok(order.site === undefined || order.site.id === site.id)
    assert.ok(order.startDate <= startDate && endDate <= order.endDate, purchaseOrder)
    named.set(purchaseOrder, (named.get(purchaseOrder) ?? 0) + (charged.get(id) ?? 0))
  }
  for (const [reference, order] of orders) {
    assert.ok(named.get(reference)! <= pence(order.value), reference)
    assert.equal(order.status === 'expired', order.endDate < '2026-06-17')
    assert.equal(order.status === 'inactive', order.revoked !== undefined)
  }
})

const claims = Map.groupBy(
  of('expense').filter(one => one.timesheet),
  one => one.timesheet.id,
)
const total = (expenses: Any[]) => sum(expenses.map(one => pence(one.value)))

test('an expense belongs to its timesheet, which shows what was not refused', () => {
  const sheets = byId('timesheet')
  for (const expense of of('expense')) {
    const { status, hours, rate, wra, value, category, receipts, noReceiptReason, timesheet } = expense
    assert.equal(status === 'approved', expense.approvedBy !== undefined)
    assert.equal(status === 'approved', expense.approvalDate !== undefined)
    if (hours) assert.equal(pence(value), halfUp(pence(rate.value) * hours * 60, 60))
    if (wra?.applicable) assert.equal(pence(value), pence(wra.dailyAmount) * wra.daysPaid)
    if (noReceiptReason) assert.equal(receipts.length, 0)
    if (!timesheet) continue
    const sheet = sheets.get(timesheet.id)
    for (const name of ['worker', 'company', 'project', 'agency']) {
      assert.equal(expense[name].id, sheet[name].id, `${category} ${name}`)
    }
    assert.ok(sheet.start <= expense.date && expense.date <= sheet.end)
    assert.ok(status !== 'approved' || sheet.status === 'approved')
    assert.ok(sheet.status !== 'approved' || status !== 'pending')
  }
  for (const { id, values } of timesheets) {
    const own = (claims.get(id) ?? []).filter(one => one.status !== 'rejected')
    assert.equal(pence(values.expense), total(own))
  }
  const cutoff = factsOf('company').find(facts => facts.timesheetCutoff).timesheetCutoff
  assert.ok(of('expense').some(one => one.timesheet && sheets.get(one.timesheet.id).end < cutoff))
})

/** Of an invoice or an application: that it adds up, and how much the managing company added. */
function marginOf({ values, company, agency, timesheets: listed }: Any, sheets: Map<string, Any>): number {
  const own = listed.map((one: Any) => sheets.get(one.id))
  const expenses = own.flatMap((sheet: Any) => claims.get(sheet.id) ?? []).filter(isApproved)
  const logs = own.flatMap((sheet: Any) => sheet.timelogs)
  const pieces = own.flatMap((sheet: Any) => sheet.pieceRateEntries)
  const worked =
    sum(own.map((sheet: Any) => pence(sheet.values.charge.total))) +
    sum(pieces.map((entry: Any) => pence(entry.totals.chargeValue)))
  const { subtotal, vat, cis, finalTotal, creditNotes } = values
  if (own.length > 0) {
    assert.equal(pence(subtotal), worked + total(expenses))
    assert.equal(values.netHours, sum(own.map((sheet: Any) => sheet.netHours)))
    assert.equal(values.grossHours, sum(logs.map((log: Any) => log.hours.total)))
    for (const sheet of own) {
      assert.deepEqual([sheet.status, sheet.company.id, sheet.agency.id], ['approved', company.id, agency.id])
    }
  }
  assert.equal(pence(values.expenses), total(expenses))
  assert.equal(pence(vat), halfUp(pence(subtotal) * values.vatRate, 100))
  assert.equal(pence(values.total), pence(subtotal) + pence(vat))
  const plant = total(expenses.filter((one: Any) => one.category === 'Plant'))
  assert.equal(pence(cis), halfUp((pence(subtotal) - plant) * values.cisRate, 100))
  assert.equal(pence(values.netValue), pence(finalTotal) - pence(creditNotes))
  return pence(finalTotal) - pence(values.total) + pence(cis)
}
const isApproved = ({ status }: Any) => status === 'approved'

test('invoices and applications add up, and a timesheet is on one of each flow', () => {
  const sheets = byId('timesheet')
  const [direct] = of('connection').filter(tie => tie.drc)
  const msp = of('company')[2].id
  for (const [kind, flow] of [
    ['invoice', 'invoiceType'],
    ['afp', 'afpType'],
  ] as const) {
    const billed = new Set<string>()
    const kinds = new Set<string>()
    for (const bill of of(kind)) {
      const managed = bill[flow] === 'mspToClient' && bill.timesheets.length > 0
      const margin = marginOf(bill, sheets)
      assert.equal(margin, managed ? halfUp(pence(bill.values.subtotal) * 2, 100) : 0)
      assert.equal(bill.msp?.id, bill[flow] === 'supplierToClient' ? undefined : msp)
      assert.equal(bill.status === 'confirmed', bill.confirmedDate !== undefined)
      assert.equal(bill.reason !== undefined, bill.timesheets.length === 0)
      if (bill.company.id === direct.company.id) assert.equal(bill.values.vat, 0)
      if (bill.vatToBeApplied === false) assert.equal(bill.values.vat, 0)
      for (const { id } of bill.timesheets) {
        assert.ok(
          sheets.get(id).weekEnding === bill.weekEnding && sheets.get(id).approvedDate < bill.createdAt,
        )
        assert.ok(bill.projects.some((project: Any) => project.id === sheets.get(id).project.id))
        assert.ok(!billed.has(`${id} ${bill[flow]}`), `${id} is twice on ${bill[flow]}`)
        billed.add(`${id} ${bill[flow]}`)
      }
      kinds.add(`${bill[flow]} ${bill.status}`).add(`cis ${bill.values.cisRate}`)
    }
    assert.ok(kinds.size >= 8, [...kinds].join(', '))
    for (const key of billed) {
      const [id, type] = key.split(' ')
      const other = type === 'mspToClient' ? 'supplierToMsp' : 'mspToClient'
      assert.equal(billed.has(`${id} ${other}`), type !== 'supplierToClient')
    }
  }
})

test('credit notes and expenses come to what their invoices say', () => {
  const notes = Map.groupBy(
    of('creditNote').filter(note => note.invoice),
    note => note.invoice.id,
  )
  const spent = (kind: 'invoice' | 'afp') =>
    Map.groupBy(
      of('expense').filter(one => one[kind]),
      one => one[kind].id,
    )
  const invoices = byId('invoice')
  for (const { id, values, company, agency } of invoices.values()) {
    const own = notes.get(id) ?? []
    assert.equal(pence(values.creditNotes), total(own))
    for (const note of own) assert.deepEqual([note.company.id, note.agency.id], [company.id, agency.id])
  }
  for (const kind of ['invoice', 'afp'] as const) {
    const named = spent(kind)
    for (const bill of of(kind)) {
      const own = named.get(bill.id) ?? []
      if (bill.msp) assert.equal(own.length, 0)
      else assert.equal(pence(bill.values.expenses), total(own))
      for (const one of own) assert.ok(isApproved(one) && one.updatedAt >= bill.createdAt)
    }
  }
  assert.ok(of('creditNote').some(note => !note.invoice) && notes.size > 20)
})

test('documents have what their qualification asks for, and the private ones an owner', () => {
  const rules = new Map(of('masterQualification').map(rule => [rule.name, rule]))
  const facts = factsOf('worker')
  const held = new Set<string>()
  for (const [at, { attachments, rightToWork, documentValidations = [], agencies }] of of(
    'worker',
  ).entries()) {
    const owners = new Map((facts[at].documentOwners ?? []).map((one: Any) => [one.document, one.agency]))
    for (const document of [...attachments, ...rightToWork]) {
      const rule = rules.get(document.documentType)
      held.add(rule.name)
      assert.equal(rule.collection, document.type)
      if (rule.documentNumber === 'required') assert.ok(document.documentNumber)
      if (rule.documentNumber === 'none') assert.equal(document.documentNumber, undefined)
      if (rule.expiry === 'required') assert.ok(document.expiration)
      if (rule.expiry === 'none') assert.equal(document.expiration, undefined)
      assert.ok(document.files.length >= rule.minimumFiles)
      assert.equal(rule.agencySpecific, owners.has(document.id))
      const owner = owners.get(document.id)
      if (owner) assert.ok(agencies.some((tie: Any) => tie.id === owner))
      if (document.documentType === 'Visa') assert.match(document.documentNumber, /^W[A-Z0-9]{8}$/)
    }
    assert.ok(rightToWork.length > 0)
    for (const { document } of documentValidations) {
      assert.ok([...attachments, ...rightToWork].some((one: Any) => one.id === document))
    }
    assert.match(facts[at].nationalIns, /^(PZ|CR|MW)\d{6}[A-D]$/)
  }
  assert.equal(new Set(facts.map(one => one.nationalIns.slice(0, 8))).size, facts.length)
  for (const rule of rules.values())
    if (rule.collection === 'rightToWork') assert.ok(held.has(rule.name), rule.name)
})

test('work is paid at the nearest rate there is, an agency’s own with its markup', () => {
  const rates = Map.groupBy(of('rate'), rate => rate.trade.id)
  for (const { rates: own, dayRates, pieceRates } of of('rate')) {
    for (const rate of [own, dayRates, ...pieceRates.map((piece: Any) => piece.values)].flatMap(perType =>
      Object.values<Any>(perType).filter(one => one),
    )) {
      assert.equal(pence(rate.pay) + pence(rate.emp) + pence(rate.margin), pence(rate.charge))
    }
  }
  for (const { trade, project, agency, payType, rateType, rates: paid, rateOverrides } of assignments) {
    const near = (rate: Any) => (rate.agency ? 2 : 0) + (rate.project ? 1 : 0)
    const [rate] = rates
      .get(trade.id)!
      .filter(one => [null, project.id].includes(one.project?.id ?? null))
      .filter(one => [null, agency.id].includes(one.agency?.id ?? null))
      .toSorted((a, b) => near(b) - near(a))
    const { pay, charge } = rate[payType === 'daily' ? 'dayRates' : 'rates'][rateType]
    const points = rateOverrides?.markup?.value ?? 0
    assert.equal(points > 0, rate.agency !== null)
    const markup = halfUp(pence(pay) * points, 100)
    assert.deepEqual([paid.pay, pence(paid.charge)], [pay, pence(charge) + markup])
  }
})

test('names, addresses and numbers belong to nobody', () => {
  for (const text of texts) {
    if (!text.includes('@') && !text.includes('"number"')) continue
    for (const [mail] of text.matchAll(/[\w.+-]+@[\w.-]+/g)) assert.match(mail, /\.example$/)
    for (const [, number] of text.matchAll(/"number":"(\d+)"/g)) assert.match(number!, /^7700900\d{3}$/)
  }
  for (const type of ['company', 'agency', 'project', 'site']) {
    for (const { name } of of(type)) assert.match(name, / \(Demo\)$/)
  }
  const people = of('worker').map(worker => worker.name)
  assert.equal(new Set(people).size, people.length)
})

/** The plain rate is not uplifted: null, everywhere. */
const noUplift = /\.wd\.uplift$/

/** Properties of a Shape, and words of its choices, that none of the values has. */
function unseen(node: Node, values: unknown[], path: string): string[] {
  const open = withoutNull(node).node
  const set = values.filter(value => value !== undefined && value !== null)
  if (set.length === 0) return noUplift.test(path) ? [] : [path]
  if (open.enum) return open.enum.filter(word => !set.includes(word)).map(word => `${path}=${word}`)
  if (open.type === 'array') return unseen(open.items!, set.flat(), `${path}[]`)
  if (open.properties) {
    return Object.entries(open.properties)
      .filter(([name, child]) => !child['x-derived'] && !open['x-follows']?.includes(name))
      .flatMap(([name, child]) =>
        unseen(
          child,
          set.map(value => (value as Any)[name]),
          `${path}.${name}`,
        ),
      )
  }
  return open.type === 'object' && set.every(value => Object.keys(value as object).length === 0) ? [path] : []
}

/** Set when a record is stored, after those it follows; or of the other kind of document. */
const elsewhere = [
  /^expense facts\./,
  /^worker record\.attachments\[\](\.type=rightToWork|\.files\[\]\.docType=Term dates)$/,
  /^worker record\.rightToWork\[\](\.type=attachment|\.ownedBy)$/,
]

test('every property of every Shape and every word of its choices is shown at least once', () => {
  const stored = Map.groupBy(entries, entry => entry.type.type)
  const missing = recordTypes.flatMap(({ type, record, facts }) => {
    const found = stored.get(type)?.map(entry => entry.stored) ?? []
    const gaps = (shape: TSchema, side: keyof Stored) =>
      unseen(
        nodeOf(shape),
        found.map(one => one[side]),
        `${type} ${side}`,
      )
    return [...gaps(record, 'record'), ...gaps(facts, 'facts')]
  })
  assert.deepEqual(
    missing.filter(path => !elsewhere.some(known => known.test(path))),
    [],
  )
})

test('a large programme has exactly as many timesheets as asked for, most of them one company’s', () => {
  const companies = new Map<string, { count: number; newest: string }>()
  const agencies = new Map<string, { count: number; newest: string }>()
  const count = (map: typeof companies, { id }: { id: string }, week: string) => {
    const { count, newest } = map.get(id) ?? { count: 0, newest: '' }
    map.set(id, { count: count + 1, newest: newest > week ? newest : week })
  }
  let total = 0
  for (const line of demoProgramme(today, { timesheets: 20_000 })) {
    if (line.type === 'invoice') break
    if (line.type !== 'timesheet') continue
    const { company, agency, weekEnding } = (line as Any).record
    total++
    count(companies, company, weekEnding)
    count(agencies, agency, weekEnding)
  }
  assert.equal(total, 20_000)
  const largest = companies.get(demoKeys.company[0]!)!.count / total
  assert.ok(largest > 0.37 && largest < 0.43, String(largest))
  const retired = (map: typeof companies) =>
    [...map.values()].filter(({ newest }) => newest < '2024-12-31').length
  assert.deepEqual([retired(companies), retired(agencies)], [1, 1])
  assert.equal(
    recordsOn(today, { scale: 1, timesheets: 100 }).filter(line => line.type === 'timesheet').length,
    100,
  )
})
