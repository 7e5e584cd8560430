// What can hardly be right and is taken all the same is told with a code, once for each record until it changes; strictly,
// it is rejected. Records that name nobody, and two that nobody could tell apart, are always rejected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { png } from '../../demo/files.ts'
import { demoProgramme } from '../../demo/programme.ts'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import type { LoadOptions } from '../../src/load/load.ts'
import { usualWarnings } from '../../src/record-types/usual-warnings.ts'
import { sentenceText } from '../../src/shape/sentence.ts'
import { type Node, nodeOf, withoutNull, withoutProperties } from '../../src/shape/shape.ts'
import {
  agency,
  amounts,
  assignment,
  company,
  connection,
  creditNote,
  expense,
  invoice,
  named,
  project,
  requisition,
  rivals,
  site,
  tag,
  timesheet,
  trade,
  worker,
} from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([...rivals(), trade('t1', 'c1')])
const at = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const seal = sealOf(secretsOf(['the master secret of all the tests']))

async function told(lines: Iterable<object>, options: LoadOptions = {}) {
  const warnings: string[] = []
  const rejections: string[] = []
  const report = await server.load(lines, {
    seal,
    ...options,
    onWarning: ({ code, path }) => void warnings.push(`${code} ${path}`),
    onRejection: ({ path, reason }) => void rejections.push(`${path} ${reason}`),
  })
  return { report, warnings: warnings.sort(), rejections }
}

const rate = (id: string, hourly: object) => ({
  type: 'rate',
  record: {
    id,
    project: null,
    agency: null,
    trade: { id: 't1' },
    company: { id: 'c1' },
    rates: { cis: null, paye: hourly, psc: null },
    dayRates: { cis: null, paye: null, psc: null },
    pieceRates: [],
    createdAt: '2026-03-02',
    updatedAt: '2026-03-02',
  },
})
const withNumber = (id: string, nationalIns: string) => ({ ...worker(id), facts: { nationalIns } })
const bill = (id: string, values: object) =>
  invoice(id, { company: 'c1', agency: 'a1' }, { values: { ...amounts, ...values } })
const logged = { standard: -2, overtime: 0, total: -2 }
const timelog = {
  id: 'l1',
  status: 'approved',
  date: '2026-03-02',
  start: '2026-03-02T07:00:00.000Z',
  end: '2026-03-02T15:30:00.000Z',
  breaks: 0,
  hours: logged,
  rates: { pay: 1, emp: 0, margin: 0, charge: 1 },
  values: { pay: logged, emp: logged, margin: logged, charge: logged },
}

const logOf = (total: number) => ({ ...timelog, hours: { standard: total, overtime: 0, total } })
const confirmed = (id: string, more: object = {}, of = at) =>
  assignment(id, of, { confirmationDate: '2026-03-02', ...more })
const hourly = (pay: number) => ({ pay, emp: 0, margin: 0, charge: pay, uplift: null as number | null })
const blocks = (payRate: number, chargeRate: number) => ({
  enabled: true,
  breakdown: [
    {
      ...{ date: '2026-03-07', dayOfWeek: 'Saturday', blockStartHour: 8, blockEndHour: 13, blockHours: 5 },
      ...{ upliftPercentage: 50, payRate, chargeRate, payValue: payRate * 5, chargeValue: chargeRate * 5 },
    },
  ],
})

/** Lines of which the last is doubted, and why. */
const doubtful: Record<string, [string, ...object[]]> = {
  'one agency twice': [
    'NAMED_TWICE record.agencies.1',
    worker('d-twice', { agencies: ['a1', 'a1'].map(id => ({ id, active: true })) }),
  ],
  'one agency twice, active and not': [
    'NAMED_TWICE record.agencies.2',
    worker('d-both', { agencies: ['a1', 'a2', 'a1'].map((id, index) => ({ id, active: index < 2 })) }),
  ],
  'a site of another company than its project': ['OTHER_COMPANY record.project', site('d1', 'p2', 'c1')],
  'an end before its start': [
    'END_BEFORE_START record.endDate',
    project('d2', 'c1', { startDate: '2026-05-01', endDate: '2026-04-01' }),
  ],
  'two workers with one reference': [
    'SAME_REFERENCE record.reference',
    worker('d3', { reference: 'WK-SAME' }),
    worker('d4', { reference: 'WK-SAME' }),
  ],
  'two timesheets with one reference': [
    'SAME_REFERENCE record.reference',
    timesheet('d5', at, { reference: 'C1-T-SAME' }),
    timesheet('d6', at, { reference: 'C1-T-SAME' }),
  ],
  'words in place of a National Insurance number': [
    'NI_NUMBER facts.nationalIns',
    withNumber('d7', 'not a number'),
  ],
  'one National Insurance number on two workers': [
    'SAME_NI_NUMBER facts.nationalIns',
    withNumber('d8', 'AB123456C'),
    withNumber('d9', 'AB 12 34 56 C'),
  ],
  'one identifier of an agency on two of its workers': [
    'SAME_AGENCY_ID record.agencies.1.agencyId',
    worker('d-own', { agencies: [{ id: 'a1', agencyId: 'OWN-1', active: true }] }),
    worker('d-others', { agencies: [{ id: 'a2', agencyId: 'OWN-1', active: true }] }),
    worker('d-second', {
      agencies: [
        { id: 'a2', agencyId: 'OWN-2', active: true },
        { id: 'a1', agencyId: 'OWN-1', active: true },
      ],
    }),
  ],
  'negative hours': ['NEGATIVE_HOURS record.netHours', timesheet('d10', at, { netHours: -1 })],
  'negative hours in a log': [
    'NEGATIVE_HOURS record.timelogs.0.hours.total',
    timesheet('d11', at, { netHours: -2, timelogs: [timelog] }),
  ],
  'an empty name': ['EMPTY_TEXT record.name', site('d12', 'p1', 'c1', { name: ' ' })],
  'a charge that is not the sum of its parts': [
    'CHARGE record.rates.paye.charge',
    rate('d13', { pay: 10, emp: 2, margin: 1, charge: 14 }),
  ],
  'VAT that is not the subtotal times the rate': [
    'VAT record.values.vat',
    bill('d14', { vat: 100, total: 1100 }),
  ],
  'a week that ends on a Tuesday': [
    'WEEK_ENDING record.weekEnding',
    timesheet('d15', at, { weekEnding: '2026-03-10' }),
  ],
  'a total that is a penny off': [
    'SUM record.values.pay.total',
    timesheet('d16', at, { values: { pay: { wdBasic: 100, total: 100.01 }, charge: {} } }),
  ],
  'a total without its parts': [
    'SUM record.values.pay.total',
    timesheet('d17', at, { values: { pay: { total: 100 }, charge: {} } }),
  ],
  'a timesheet of another agency than its assignment': [
    'OTHER_AGENCY record.assignment',
    confirmed('e1'),
    timesheet('e2', { ...at, agency: 'a2' }, { assignment: 'e1' }),
  ],
  'an expense of another agency than its timesheet': [
    'OTHER_AGENCY record.timesheet',
    timesheet('e3', at),
    expense('e4', { ...at, agency: 'a2' }, { timesheet: 'e3' }),
  ],
  'an invoice with a timesheet of another agency': [
    'OTHER_AGENCY record.timesheets.1',
    timesheet('e5', at),
    timesheet('e6', { ...at, agency: 'a2' }),
    invoice('e7', { company: 'c1', agency: 'a1' }, { timesheets: [{ id: 'e5' }, { id: 'e6' }] }),
  ],
  'a credit note of another agency than its invoice': [
    'OTHER_AGENCY record.invoice',
    bill('e8', {}),
    creditNote('e9', { company: 'c1', agency: 'a2' }, { invoice: 'e8' }),
  ],
  'a timesheet that is approved without a date': [
    'NO_DATE record.approvedDate',
    timesheet('f1', at, { status: 'approved' }),
  ],
  'an expense that is approved without a date': [
    'NO_DATE record.approvalDate',
    expense('f2', at, { status: 'approved' }),
  ],
  'a requisition that is approved without a date': [
    'NO_DATE record.approvedDate',
    requisition('f3', { company: 'c1', project: 'p1' }),
  ],
  'an invoice that is confirmed without a date': [
    'NO_DATE record.confirmedDate',
    invoice('f4', { company: 'c1', agency: 'a1' }, { status: 'confirmed' }),
  ],
  'an assignment that is confirmed without a date': ['NO_DATE record.confirmationDate', assignment('f5', at)],
  'a name that is not first and last name': ['NAME record.name', worker('g1', { name: 'g1, Ada' })],
  'words in place of an e-mail address': ['EMAIL record.email', worker('g2', { email: 'none' })],
  'no e-mail address of whoever asks': [
    'EMAIL record.requestor.email',
    requisition(
      'g3',
      { company: 'c1', project: 'p1' },
      { status: 'raised', requestor: { name: 'Uma', email: 'uma at site' } },
    ),
  ],
  'a telephone with its leading 0': [
    'PHONE record.phone.number',
    worker('g4', { phone: { countryCode: '+44', number: '07700 900123' } }),
  ],
  'the same connection twice': [
    'SAME_CONNECTION record.agency.id',
    agency('g5'),
    connection('c1', 'g5'),
    connection('c1', 'g5', { id: 'once-more' }),
  ],
  'the same connection to a project twice': [
    'SAME_CONNECTION record.agency.id',
    agency('g6'),
    connection('c1', 'g6', { project: 'p1' }),
    connection('c1', 'g6', { project: 'p1', id: 'once-more-there' }),
  ],
  'a record that was changed before it was made': [
    'UPDATED_BEFORE_CREATED record.updatedAt',
    site('g7', 'p1', 'c1', { createdAt: '2027-01-01', updatedAt: '2026-06-01' }),
  ],
  'a log of 40 hours in a day': [
    'HOURS_IN_DAY record.timelogs.0.hours.total',
    timesheet('h1', at, { netHours: 40, timelogs: [logOf(40)] }),
  ],
  'two logs of a day with more hours than it has': [
    'HOURS_IN_DAY record.timelogs.1.hours.total',
    timesheet('h2', at, { netHours: 26, timelogs: [logOf(13), { ...logOf(13), id: 'l2' }] }),
  ],
  'more hours than the days have': [
    'HOURS_IN_DAY record.netHours',
    timesheet('h3', at, { start: '2026-03-02', end: '2026-03-02T23:00:00.000Z', netHours: 40 }),
  ],
  'an expense of 40 hours on a day': [
    'HOURS_IN_DAY record.hours',
    expense('h4', at, { category: 'Training hours', hours: 40 }),
  ],
  'more held back for CIS than its rate': [
    'CIS record.values.cis',
    bill('h5', { cis: 200.01, cisRate: 20, finalTotal: 999.99, netValue: 999.99 }),
  ],
  'a rate that is not its base with the uplift': [
    'UPLIFT record.rates.sat.pay',
    timesheet('h6', at, { rates: { wd: hourly(20), sat: { ...hourly(29), uplift: 50 } } }),
  ],
  'a block of hours whose rate is not its base with the uplift': [
    'UPLIFT record.enhancedUplifts.breakdown.0.payRate',
    confirmed('h7', { rates: { pay: 20, charge: 25 }, enhancedUplifts: blocks(31, 37.5) }),
  ],
  'an assignment of an agency without connection': [
    'NOT_CONNECTED record.agency',
    agency('i1'),
    confirmed('i2', {}, { ...at, agency: 'i1' }),
  ],
  'a timesheet of an agency without connection': [
    'NOT_CONNECTED record.agency',
    agency('i3'),
    timesheet('i4', { ...at, agency: 'i3' }),
  ],
  'an expense of an agency without connection': [
    'NOT_CONNECTED record.agency',
    agency('i5'),
    expense('i6', { ...at, agency: 'i5' }),
  ],
  'an invoice of an agency without connection': [
    'NOT_CONNECTED record.agency',
    agency('i7'),
    invoice('i8', { company: 'c1', agency: 'i7' }),
  ],
}

for (const [what, [warning, ...lines]] of Object.entries(doubtful))
  test(`${what} is warned of once, not when it is loaded again, and strictly rejected`, async () => {
    const strict = await told(lines, { strict: true })
    assert.deepEqual([strict.report.rejected, strict.report.counts.created], [1, lines.length - 1])
    const first = await told(lines)
    assert.ok(first.warnings.includes(warning), first.warnings.join())
    assert.deepEqual([first.report.rejected, first.report.counts.created], [0, 1])
    assert.deepEqual((await told(lines)).warnings, [])
    const changed = structuredClone(lines.at(-1)) as { record: Record<string, unknown> }
    changed.record.updatedAt = '2026-12-01'
    assert.ok((await told([changed])).warnings.includes(warning), 'it is warned of when it changes')
  })

test('warnings are told by code and type, with the first lines', async () => {
  const lines = Array.from({ length: 8 }, (_, n) => site(`w${n}`, 'p1', 'c1', { name: '' }))
  const { report } = await told(lines)
  assert.deepEqual(
    report.warnedOf.map(({ code, type, count, lines }) => [code, type, count, lines]),
    [['EMPTY_TEXT', 'site', 8, [1, 2, 3, 4, 5]]],
  )
})

test('what is right is not doubted', async () => {
  const { warnings } = await told([
    timesheet('r1', at, { values: { pay: { wdBasic: 0.1, saturday: 0.2, total: 0.3 }, charge: {} } }),
    timesheet('r2', { ...at, company: 'c2', project: 'p2' }, { reference: 'C1-T-r1' }),
    withNumber('r3', 'CE123456A'),
    withNumber('r4', '1234567T'),
    bill('r5', { subtotal: 33.33, vat: 6.67, total: 40, finalTotal: 40, netValue: 40 }),
    rate('r6', { pay: 0.1, emp: 0.2, margin: 0, charge: 0.3 }),
    worker('r7', { name: 'Ada  r7', phone: { countryCode: '+39', number: '06 6982' } }),
    bill('r8', { cis: 200, cisRate: 20, finalTotal: 1000, netValue: 1000 }),
    bill('r9', { cis: 120, cisRate: 20, finalTotal: 1080, netValue: 1080 }),
    timesheet('r10', at, {
      status: 'approved',
      approvedDate: '2026-03-09',
      rates: {
        wd: hourly(16.65),
        sat: { ...hourly(24.98), uplift: 50 },
        sun: { ...hourly(30), uplift: null },
      },
      netHours: 26,
      timelogs: [logOf(13), { ...logOf(13), id: 'l2', date: '2026-03-03' }],
    }),
    confirmed('r11', { rates: { pay: 20, charge: 25 }, enhancedUplifts: blocks(30, 37.51) }),
    timesheet('r12', at, { assignment: 'r11', netHours: 168 }),
    agency('r13'),
    connection('c1', 'r13', { active: false }),
    connection('c1', 'r13', { id: 'r13-now' }),
    connection('c1', 'r13', { project: 'p1' }),
    confirmed('r14', {}, { ...at, agency: 'r13' }),
  ])
  assert.deepEqual(warnings, [])
})

test('a connection may come after the work, and then nothing is doubted, strictly neither', async () => {
  const lines = (id: string) => [
    agency(id),
    confirmed(`${id}-work`, {}, { ...at, agency: id }),
    ...Array.from({ length: 1200 }, (_, number) => site(`${id}-s${number}`, 'p1', 'c1')),
    connection('c1', id),
  ]
  const first = await told(lines('late1'))
  assert.deepEqual([first.warnings, first.report.warned], [[], 0])
  const strict = await told(lines('late2'), { strict: true })
  assert.deepEqual([strict.rejections, strict.report.counts.created], [[], 1203])
  const never = await told(lines('late3').slice(0, -1), { dryRun: true })
  assert.deepEqual(
    never.report.warnedOf.map(({ code, type, lines, reason }) => [code, type, lines, reason]),
    [['NOT_CONNECTED', 'assignment', [2], 'is agency late3, which nothing connects to company c1']],
  )
})

test('the demo programme is not doubted but for its bills that are wrong, neither by itself nor beside what it names', async () => {
  const demo = await testServer()
  const warnings: string[] = []
  const lines = demoProgramme(new Date('2026-11-16'), { seed: 7, scale: 0.1, timesheets: 200, faults: false })
  const report = await demo.load(lines, {
    onWarning: ({ code, path }) => void warnings.push(`${code} ${path}`),
  })
  assert.deepEqual([warnings, report.warned, report.rejected], [[], 0, 0])
})

test('a user or a tag of a company that does not exist is rejected, and taken where the company comes later', async () => {
  const member = (id: string, of: string) => {
    const line = named('user', id)
    return { ...line, record: { ...line.record, companies: [{ company: of }], projects: [] } }
  }
  const { rejections } = await told([member('u9', 'c9'), tag('t9', 'c9')])
  assert.deepEqual(rejections, [
    'record.companies.company there is no company with the id "c9"',
    'record.company there is no company with the id "c9"',
  ])
  const { report } = await told([member('u8', 'c8'), tag('t8', 'c8'), company('c8')])
  assert.deepEqual([report.rejected, report.counts.created], [0, 3])
})

const withMore = (type: string, id: string, more: object) => ({ type, record: { id, name: id, ...more } })

test('users, roles and rules that name a project, role, user or permission that is not there are rejected', async () => {
  const lines = (there: string) => [
    withMore('user', `u-${there}`, {
      companies: [{ company: 'c1', role: there, customRole: `own-${there}` }],
      projects: ['p1', `p-${there}`],
    }),
    withMore('role', `r-${there}`, { defaults: [{ permission: `e-${there}`, permitted: true }] }),
    {
      type: 'projectRule',
      record: { id: there, project: `p-${there}`, role: there, permission: `e-${there}`, permitted: true },
    },
    {
      type: 'userPermission',
      record: { id: there, user: `n-${there}`, project: 'p1', permission: `e-${there}`, permitted: true },
    },
  ]
  const { report, rejections } = await told(lines('no'))
  assert.equal(report.counts.created, 0)
  const first = ['companies.role', 'defaults.permission', 'project', 'user']
  assert.deepEqual(
    rejections.map(text => text.split(' ')[0]),
    first.map(path => `record.${path}`),
  )
  const faults = report.reasons.map(({ path, reason }) => `${path} ${reason}`)
  for (const fault of ['companies.customRole there is no role with the id "own-no"', 'projects there is no'])
    assert.ok(
      faults.some(text => text.startsWith(`record.${fault}`)),
      fault,
    )
  const others = [
    project('p-yes', 'c1'),
    withMore('role', 'yes', { defaults: [] }),
    withMore('role', 'own-yes', { company: { id: 'c1' }, defaults: [] }),
    withMore('user', 'n-yes', { companies: [{ company: 'c1' }], projects: [] }),
    { type: 'permission', record: { id: 'e-yes', name: 'Raise', category: 'Requisitions' } },
  ]
  const taken = await told([...lines('yes'), ...others])
  assert.deepEqual([taken.rejections, taken.report.counts.created], [[], 9])
})

test('of two companies with one prefix the second is rejected, until the first has another', async () => {
  const lines = [company('x1', { prefix: 'ONE' }), company('x2', { prefix: 'ONE' })]
  assert.deepEqual((await told(lines)).rejections, ['record.prefix is that of company x1, too'])
  assert.deepEqual((await told([lines[1]!])).rejections, ['record.prefix is that of company x1, too'])
  assert.deepEqual((await told([lines[1]!, company('x1', { prefix: 'TWO' })])).rejections, [])
})

test('of many lines that are written together each is held against those before it and what is stored', async () => {
  const person = (id: string, reference: string, nationalIns: string, more: object = {}) => ({
    ...worker(id, { reference, updatedAt: '2026-05-01T09:00:00.000Z' }),
    facts: { nationalIns },
    ...more,
  })
  await told([person('m-held', 'M-HELD', 'CE 11 22 33 A')])
  const lines = Array.from({ length: 900 }, (_, index) => worker(`m-${index}`, { reference: `M-${index}` }))
  const put = (at: number, line: object) => lines.splice(at, 0, line as never)
  put(1, person('m-held', 'M-MOVED', 'HK 44 55 66 B'))
  put(10, worker('m-first', { reference: 'M-TWICE' }))
  put(20, { ...worker('m-short', { reference: 'M-SHORT' }), nanoid: 'shorter111' })
  put(400, person('m-free', 'M-HELD', 'CE 11 22 33 A'))
  put(500, worker('m-second', { reference: 'M-TWICE' }))
  put(600, person('m-taken', 'M-MOVED', 'HK 44 55 66 B'))
  const known = (id: string, agencyId: string) =>
    worker(id, { reference: id.toUpperCase(), agencies: [{ id: 'a1', agencyId, active: true }] })
  await told([known('m-known', 'M-KNOWN'), known('m-freed', 'M-FREED')])
  put(800, known('m-freed', 'M-OTHER'))
  put(810, known('m-like', 'M-KNOWN'))
  put(820, known('m-takes', 'M-FREED'))
  put(830, known('m-again', 'M-TAKEN-NOW'))
  put(840, known('m-too', 'M-TAKEN-NOW'))
  put(700, { ...worker('m-shorter', { reference: 'M-SHORTER' }), nanoid: 'shorter111' })
  const { report, warnings, rejections } = await told(lines)
  assert.deepEqual(rejections, ['nanoid is already the short id of worker m-short'])
  assert.deepEqual(warnings, [
    'SAME_AGENCY_ID record.agencies.0.agencyId',
    'SAME_AGENCY_ID record.agencies.0.agencyId',
    'SAME_NI_NUMBER facts.nationalIns',
    'SAME_REFERENCE record.reference',
    'SAME_REFERENCE record.reference',
  ])
  assert.equal(report.counts.created, 909)
  assert.equal(report.counts.updated, 2)
})

/** Where records of this Shape list others. */
function listsOfReferences(given: Node, path: readonly string[] = []): string[][] {
  const { node } = withoutNull(given)
  const items = node.items && withoutNull(node.items).node
  if (items?.['x-reference']) return [[...path]]
  if (items) return listsOfReferences(items, [...path, '0'])
  return Object.entries(node.properties ?? {}).flatMap(([name, inner]) =>
    inner['x-derived'] ? [] : listsOfReferences(inner, [...path, name]),
  )
}

test('every list that names one record twice is warned of, and whether it says the same of it', () => {
  const found: string[] = []
  for (const { type, record, asText } of recordTypes)
    for (const path of listsOfReferences(nodeOf(withoutProperties(record, Object.keys(asText))))) {
      const holding = (items: object[]) =>
        path.reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), items)
      const warned = (items: object[]) =>
        usualWarnings(
          record,
          Object.keys(asText),
        )(holding(items) as Record<string, unknown>).filter(({ code }) => code === 'NAMED_TWICE')
      const [a, b, other] = [{ id: 'a' }, { id: 'b' }, { id: 'a', active: false }]
      assert.deepEqual(warned([a, b, { id: null }, { id: null }]), [])
      for (const [again, told] of [
        [a, /^names \w+ "a" again$/],
        [other, /^names \w+ "a" again, and says something else of it/],
      ] as const) {
        const [warning, ...more] = warned([a, b, again])
        assert.deepEqual([warning!.path, more], [`record.${path.join('.')}.2`, []])
        assert.match(sentenceText(warning!.reason), told)
      }
      found.push(`${type} ${path.join('.')}`)
    }
  for (const list of ['worker agencies', 'requisition agencies', 'invoice timesheets'])
    assert.ok(found.includes(list), list)
})

test('a file that is kept under another name is warned of with both names, strictly rejected, and told once', async () => {
  const file = (fileName: string, id = 'named') => ({
    ...{ type: 'file', id, fileName, contentType: 'image/png', base64: png().toString('base64') },
  })
  const names = {
    'C:\\scans\\card.png': ['C:\\scans\\card.png', 'C__scans_card.png'],
    '../card.png': ['../card.png', '_card.png'],
    'card\u202egnp.png': ['card\\u202egnp.png', 'cardgnp.png'],
    'the "card".png': ['the \\u0022card\\u0022.png', 'the _card_.png'],
    'card.exe': ['card.exe', 'card.png'],
  }
  for (const [given, [was, kept]] of Object.entries(names)) {
    const strict = await told([file(given)], { strict: true })
    const reason = `is "${was}", and is kept as "${kept}"`
    assert.deepEqual([strict.rejections, strict.warnings], [[`fileName ${reason}`], []])
    const dry = await told([file(given)], { dryRun: true })
    const { report, warnings, rejections } = await told([file(given)])
    assert.deepEqual([warnings, rejections], [['FILE_NAME fileName'], []])
    assert.deepEqual(dry.report.warnedOf, report.warnedOf)
    assert.deepEqual([report.warnedOf[0]!.type, report.warnedOf[0]!.reason], ['file', reason])
    const again = await told([file(given)], { strict: true })
    assert.deepEqual([again.report.counts.unchanged, again.rejections], [1, []], 'until it changes')
  }
  const [stored] = await server.database.rows<{ name: string }>(
    sql`select file_name as name from file where id = 'named'`,
  )
  assert.equal(stored!.name, 'card.png')
  const plain = ['card.png', 'Caf\u00e9.png', 'Cafe\u0301.png'].map((name, index) =>
    file(name, `plain-${index}`),
  )
  assert.deepEqual((await told(plain)).warnings, [], 'an accent looks the same however it is written')
})

test('a company or agency that is deleted before its keys and endpoints is warned of, and strictly stays', async () => {
  await told([agency('k-agency'), company('k-company')])
  await server.key('agency', ['k-agency'])
  await server.key('company', ['k-company'])
  await server.database.rows(sql`
    insert into endpoint (id, kind, owners, url, types)
    values ('k-end', 'company', array['c:k-company'], 'https://hooks.example/', '{}')`)
  const gone = ['agency', 'company'].map(type => ({ type, id: `k-${type}`, deleted: true }))
  const strict = await told(gone, { strict: true })
  assert.deepEqual([strict.report.counts.deleted, strict.rejections.length], [0, 2])
  const dry = await told(gone, { dryRun: true })
  const { report, warnings } = await told(gone)
  assert.deepEqual([report.counts.deleted, warnings], [2, ['KEYS_LEFT id', 'KEYS_LEFT id']])
  assert.deepEqual(dry.report.warnedOf, report.warnedOf)
  const [ofAgency, ofCompany] = ['agency', 'company'].map(type =>
    report.warnedOf.find(one => one.type === type),
  )
  assert.match(
    ofAgency!.reason,
    /still has API keys \(1\) and webhook endpoints \(0\), which work for nobody/,
  )
  assert.match(ofCompany!.reason, /API keys \(1\) and webhook endpoints \(1\)/)
})
