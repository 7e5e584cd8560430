// The demo programme as a whole: that it hangs together, repeats itself and shows everything.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoKeys, demoProgramme, notInDemo } from '../../demo/programme.ts'
import { recordTypes } from '../../src/api/index.ts'
import { slotsOf } from '../../src/record-types/record-type.ts'
import { type Node, nodeOf, type TSchema, withoutNull } from '../../src/shape/shape.ts'
import type { StoredRecord } from '../../src/shape/stored.ts'
import {
  type Any,
  all,
  assignments,
  byId,
  entries,
  files,
  given,
  isRecord,
  linesOn,
  of,
  recordsOn,
  seed,
  texts,
  timesheets,
  today,
} from './lines.ts'

test('every mention is of a record that came before, or of another assignment', () => {
  const known = new Set(files.map(file => `file:${file.id}`))
  const assignments = byId('assignment')
  for (const { type, id, stored, line } of entries) {
    for (const slot of slotsOf(type, stored)) {
      const isThere =
        slot.type === type.type ? assignments.has(slot.id) : known.has(`${slot.type}:${slot.id}`)
      assert.ok(isThere, `line ${line}: ${slot.path} ${slot.type} ${slot.id}`)
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
  for (const line of demoProgramme(new Date('2026-06-17T00:00:00Z'), { seed, faults: false })) {
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
      .filter(([name, child]) => !child['x-derived'] && !open['x-copied']?.includes(name))
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

/** Set when a record is stored, after those it follows, or somebody is erased or linked; or of the other kind of document. */
const elsewhere = [
  /^worker facts\.(erased|linkedAgencies)$/,
  /^(expense|creditNote) facts\./,
  /^requisition record\.stageTracking$/,
  /^worker record\.attachments\[\](\.type=rightToWork|\.files\[\]\.docType=Term dates)$/,
  /^worker record\.rightToWork\[\](\.type=attachment|\.ownedBy)$/,
]

test('its sums agree', () => {
  assert.deepEqual(
    entries.flatMap(entry => entry.warnings),
    [],
  )
})

test('it has every type of record, but for those that are said to have a sample alone', () => {
  const had = new Set(entries.map(entry => entry.type.type))
  for (const { type } of recordTypes)
    assert.ok(
      had.has(type) !== notInDemo.includes(type),
      `The demo programme has no ${type}: make some in demo/, or add "${type}" to notInDemo in demo/programme.ts`,
    )
})

test('every property of every Shape and every word of its choices is shown at least once', () => {
  const stored = Map.groupBy(entries, entry => entry.type.type)
  const shown = recordTypes.filter(({ type }) => !notInDemo.includes(type))
  const missing = shown.flatMap(({ type, record, facts }) => {
    // Written and read again: lists may be held as the text they came in.
    const found: StoredRecord[] = (stored.get(type) ?? []).map(entry =>
      JSON.parse(JSON.stringify(entry.stored)),
    )
    const gaps = (shape: TSchema, side: keyof StoredRecord) =>
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
