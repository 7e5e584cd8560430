// The demo programme: that it loads, repeats itself, keeps the rules of money and time, and shows everything.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../src/api/index.ts'
import { demoKeys, demoProgramme, type ProgrammeOptions } from '../src/demo/programme.ts'
import type { Stored } from '../src/kernel/columns.ts'
import { slotsOf } from '../src/kernel/record-type.ts'
import { type Node, nodeOf, type TSchema, withoutNull } from '../src/kernel/shape.ts'
import { lineReader, type Upsert } from '../src/load/line.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of every kind, looked into freely
type Any = any

const today = new Date('2026-06-17T15:30:00Z')
const texts = (day: Date, options?: ProgrammeOptions) =>
  Array.from(demoProgramme(day, options), line => JSON.stringify(line))

const lines = texts(today)
const read = lineReader(recordTypes)
const entries = lines.map((text, at) => read(text, at + 1) as Upsert)
const given: Any[] = lines.map(text => JSON.parse(text))

const of = (type: string): Any[] => given.filter(line => line.type === type).map(line => line.record)
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
  const known = new Set<string>()
  for (const { type, id, stored, line } of entries) {
    for (const slot of stored ? slotsOf(type, stored) : []) {
      assert.ok(known.has(`${slot.type}:${slot.id}`), `line ${line}: ${slot.path} ${slot.type} ${slot.id}`)
    }
    assert.ok(!known.has(`${type.type}:${id}`), `line ${line}: ${type.type} ${id} twice`)
    known.add(`${type.type}:${id}`)
  }
})

test('ids that are plain text lead somewhere too', () => {
  const [companies, agencies, projects] = [byId('company'), byId('agency'), byId('project')]
  const [workers, users, all] = [byId('worker'), byId('user'), byId('assignment')]
  for (const tag of of('tag')) assert.ok(companies.has(tag.company))
  for (const user of of('user')) for (const id of user.companies ?? []) assert.ok(companies.has(id))
  for (const worker of workers.values()) {
    for (const tie of worker.agencies) assert.equal(agencies.get(tie.id).name, tie.name)
    for (const tie of worker.companyIds) assert.ok(companies.has(tie.company))
  }
  for (const line of given) for (const id of line.facts?.projects ?? []) assert.ok(projects.has(id))
  for (const { replacement = {}, clone, activities, ...assignment } of assignments) {
    for (const other of [replacement.replacedBy, replacement.replacementFor, clone?.original]) {
      if (!other) continue
      const { reference, company } = all.get(other.id)
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

test('the same day gives the same bytes, another day the same records', () => {
  assert.deepEqual(texts(new Date('2026-06-17T00:00:00Z')), lines)
  const sameOn = (text: string) => {
    const { type, record = JSON.parse(text), nanoid } = JSON.parse(text)
    return [type, record.id, record.reference, record.status, nanoid].join(' ')
  }
  for (const day of ['2026-06-21', '2026-06-22', '2027-01-02']) {
    assert.deepEqual(texts(new Date(day)).map(sameOn), lines.map(sameOn))
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

test('nothing was changed before it was made, and nothing lies ahead of today', () => {
  for (const day of ['2026-06-20', '2026-06-21', '2026-06-22']) {
    for (const { type, record } of demoProgramme(new Date(day))) {
      if (!record) continue
      const { id, createdAt, updatedAt, approvedDate, confirmationDate, completedDate } = record as Any
      if (createdAt) assert.ok(createdAt <= updatedAt, `${type} ${id}`)
      for (const moment of [updatedAt, approvedDate, confirmationDate, completedDate]) {
        if (moment) assert.ok(moment < day, `${type} ${id} ${moment}`)
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
  const answers = given.filter(line => line.type === 'assignment').map(line => line.facts.answers ?? [])
  assert.ok(answers.some(all => new Set(all.map((answer: Any) => answer.agency.id)).size > 1))
  assert.ok(of('worker').some(worker => worker.agencies.filter((tie: Any) => tie.active).length > 1))
  const gone = of('connection').find(tie => !tie.active)
  const old = timesheets.filter(
    sheet => sheet.agency.id === gone.agency.id && sheet.company.id === gone.company.id,
  )
  assert.ok(old.length > 0 && old.every(sheet => sheet.weekEnding < '2025-06-17'))
  const stages = given.filter(line => line.type === 'company').map(line => line.facts.stageTracking)
  assert.deepEqual(
    stages.map(stage => stage?.enabled),
    [true, false, undefined],
  )
  assert.ok(stages[0].order.includes('custom_siteTour') && stages[0].labels.custom_siteTour)
})

test('names, addresses and numbers belong to nobody', () => {
  const text = lines.join('\n')
  for (const [mail] of text.matchAll(/[\w.+-]+@[\w.-]+/g)) assert.match(mail, /\.example$/)
  for (const [, number] of text.matchAll(/"number":"(\d+)"/g)) assert.match(number!, /^7700900\d{3}$/)
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
  if (open['x-mention']) return []
  if (open.enum) return open.enum.filter(word => !set.includes(word)).map(word => `${path}=${word}`)
  if (open.type === 'array') return unseen(open.items!, set.flat(), `${path}[]`)
  if (open.properties) {
    return Object.entries(open.properties)
      .filter(([, child]) => !child['x-derived'])
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

test('every property of every Shape and every word of its choices is shown at least once', () => {
  for (const day of [today, new Date('2027-01-05'), new Date('2027-10-02')]) {
    const stored = Map.groupBy(
      texts(day).map((text, at) => read(text, at + 1) as Upsert),
      entry => entry.type.type,
    )
    const missing = recordTypes.flatMap(({ type, record, facts }) => {
      const all = stored.get(type)?.map(entry => entry.stored) ?? []
      const gaps = (shape: TSchema, side: keyof Stored) =>
        unseen(
          nodeOf(shape),
          all.map(one => one[side]),
          `${type} ${side}`,
        )
      return [...gaps(record, 'record'), ...gaps(facts, 'facts')]
    })
    assert.deepEqual(missing, [])
  }
})

test('a large programme has exactly as many timesheets as asked for, most of them one company’s', () => {
  const companies = new Map<string, { count: number; newest: string }>()
  const agencies = new Map<string, { count: number; newest: string }>()
  const count = (map: typeof companies, { id }: { id: string }, week: string) => {
    const { count, newest } = map.get(id) ?? { count: 0, newest: '' }
    map.set(id, { count: count + 1, newest: newest > week ? newest : week })
  }
  let total = 0
  for (const { type, record } of demoProgramme(today, { timesheets: 30_000 })) {
    if (type !== 'timesheet') continue
    const { company, agency, weekEnding } = record as Any
    total++
    count(companies, company, weekEnding)
    count(agencies, agency, weekEnding)
  }
  assert.equal(total, 30_000)
  const largest = companies.get(demoKeys.company[0]!)!.count / total
  assert.ok(largest > 0.37 && largest < 0.43, String(largest))
  const retired = (map: typeof companies) =>
    [...map.values()].filter(({ newest }) => newest < '2024-12-31').length
  assert.deepEqual([retired(companies), retired(agencies)], [1, 1])
  assert.equal(
    texts(today, { scale: 1, timesheets: 100 }).filter(text => text.startsWith('{"type":"timesheet"')).length,
    100,
  )
})
