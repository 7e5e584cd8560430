// What billing checks find, and what they leave alone: the cases of docs/billing-checks.md, row by row, and what a finding
// names.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BillingFinding, Books } from '../../src/api/billing-checks/books.ts'
import { checkOrder, checkWeek } from '../../src/api/billing-checks/check-week.ts'
import {
  type BillingCode,
  billingCheckScopes,
  billingCodeNames,
  billingCodes,
  notChecked,
} from '../../src/api/billing-checks/codes.ts'
import { sundayOf, weekOf } from '../../src/api/billing-checks/terms.ts'
import { decimalOf } from '../../src/formats/decimal.ts'
import { cellsOf, rowsOf } from './case-rows.ts'
import { cases, findingsOf } from './cases.ts'
import {
  afp,
  assignment,
  basic,
  boarding,
  books,
  creditNote,
  expense,
  fri,
  invoice,
  log,
  midnight,
  mon,
  msp,
  order,
  rate,
  sheet,
  snapshot,
  tue,
  week,
} from './records.ts'

const page = join(import.meta.dirname, '../../docs/billing-checks.md')
const rows = rowsOf(page)

test('the page has a row for each case, and a case for each row', () => {
  const written = rows.map(({ section, name }) => `${section}: ${name}`)
  const tried = Object.entries(cases).flatMap(([section, all]) =>
    Object.keys(all).map(name => `${section}: ${name}`),
  )
  assert.deepEqual(written, tried)
  assert.deepEqual(
    rows.filter(({ why }) => why === ''),
    [],
    'each row says why',
  )
  const codes = new Set(rows.flatMap(({ cells }) => cells[0].match(/`(\w+)`/)?.[1] ?? []))
  assert.deepEqual([...codes].sort(), billingCodeNames.toSorted(), 'every code is found in some row')
})

for (const { section, name, cells, why } of rows)
  test(`${section}: ${name}: ${cells[0]}, as ${why}`, () => {
    assert.deepEqual(cellsOf(findingsOf(cases[section]![name]!)), cells)
  })

test('the page says which scopes a code needs, which sides are told, and how sure it is', () => {
  const text = readFileSync(page, 'utf8')
  const scopeRows = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| ((?:`[\w:-]+`(?:, )?)+) \|$/gm)]
  const written = Object.fromEntries(
    scopeRows.flatMap(([, codes, scopes]) =>
      codes!.split(', ').map(code => [code.replaceAll('`', ''), scopes!.replaceAll('`', '').split(', ')]),
    ),
  )
  const declared = Object.fromEntries(
    billingCodeNames
      .map(code => [code, [...billingCodes[code].furtherScopes]] as const)
      .filter(([, scopes]) => scopes.length > 0),
  )
  assert.deepEqual(written, declared)
  for (const scope of billingCheckScopes) assert.ok(text.includes(`\`${scope}\``))
  const rules = text.split('\n## The rules\n')[1]!.split('\n## ')[0]!.split('\n### ').slice(1)
  assert.deepEqual(
    rules.map(rule => rule.split('\n')[0]),
    billingCodeNames,
  )
  for (const rule of rules) {
    const code = rule.split('\n')[0] as BillingCode
    const { severities, sides } = billingCodes[code]
    for (const severity of severities) assert.ok(rule.includes(`\`${severity}\``), `${code} ${severity}`)
    const said = /All sides|Sides: [^.]*|Client only|The MSP's side/.exec(rule)![0]
    const everybody = said === 'All sides'
    for (const side of ['client', 'agency', 'msp'] as const)
      assert.equal(
        everybody ||
          said.toLowerCase().replace(/\(.*/, '').includes(side) ||
          (side === 'agency' && /agency/.test(said)),
        (sides as readonly string[]).includes(side),
        `${code} ${side}`,
      )
  }
})

test('every finding of every case is written down, word for word', () => {
  const found = Object.fromEntries(
    Object.entries(cases).flatMap(([section, all]) =>
      Object.entries(all).map(([name, one]) => [`${section}: ${name}`, findingsOf(one)]),
    ),
  )
  const file = join(import.meta.dirname, 'findings.json')
  if (process.env.MUSTER_FINDINGS === 'write') writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`)
  const said = 'MUSTER_FINDINGS=write writes test/billing/findings.json anew: look at what changed'
  assert.deepEqual(JSON.parse(JSON.stringify(found)), JSON.parse(readFileSync(file, 'utf8')), said)
})

test('a key is told which codes it cannot be told of, and why', () => {
  const scopes = new Set(['read:expenses', 'read:assignments'])
  assert.deepEqual(notChecked({ kind: 'company', scopes }), [
    { code: 'rateDiffers', scopes: ['read:rates'] },
    { code: 'overOrder', scopes: ['read:purchase-orders'] },
    { code: 'creditTooLarge', scopes: ['read:credit-notes'] },
  ])
  // No agency is told of orders, whatever its key may read.
  assert.deepEqual(
    notChecked({ kind: 'agency', scopes }).map(({ code }) => code),
    ['rateDiffers', 'creditTooLarge'],
  )
})

/** The one finding of these books. */
function only(loaded: Books): BillingFinding {
  const found = checkWeek(loaded)
  assert.equal(found.length, 1, JSON.stringify(found.map(({ sentence }) => sentence)))
  return found[0]!
}

const recordsOf = ({
  timesheets,
  assignments,
  invoices,
  afps,
  creditNotes,
  expenses,
  purchaseOrders,
}: BillingFinding) =>
  Object.fromEntries(
    Object.entries({ timesheets, assignments, invoices, afps, creditNotes, expenses, purchaseOrders }).filter(
      ([, ids]) => ids.length > 0,
    ),
  )

/** Loaded, key, records. */
const named: readonly (readonly [string, () => Books, string, object])[] = [
  ['notBilled', () => books({ invoices: [], afps: [afp()] }), 'T1', { timesheets: ['T1'], afps: ['P1'] }],
  [
    'billedTwice, the invoices by creation, then id',
    () =>
      books({
        invoices: [
          invoice({ id: 'I3' }),
          invoice({ id: 'I2' }),
          invoice({ createdAt: '2026-02-20T00:00:00.000Z' }),
        ],
      }),
    'T1 supplierToClient',
    { timesheets: ['T1'], invoices: ['I2', 'I3', 'I1'] },
  ],
  [
    'notApproved, without what is credited in full',
    () =>
      books({
        timesheets: [sheet({ status: 'absent' })],
        invoices: [invoice({ values: { creditNotes: 800 } }), invoice({ id: 'I2' })],
      }),
    'T1',
    { timesheets: ['T1'], invoices: ['I2'] },
  ],
  [
    'outsideAssignment',
    () => books({ assignments: [assignment({ startDate: midnight(tue) })] }),
    'T1',
    { timesheets: ['T1'], assignments: ['A1'] },
  ],
  [
    'hoursDiffer',
    () => books({ invoices: [invoice({ values: { netHours: 41 } })] }),
    'I1',
    {
      timesheets: ['T1'],
      invoices: ['I1'],
    },
  ],
  [
    'sumDiffers, all timesheets where nothing explains it',
    () => books({ invoices: [invoice({ subtotal: 1025 })] }),
    'I1',
    { timesheets: ['T1'], invoices: ['I1'] },
  ],
  [
    'sumDiffers, the expense that explains it alone',
    () => books({ expenses: [expense()] }),
    'I1',
    { invoices: ['I1'], expenses: ['E1'] },
  ],
  [
    'creditTooLarge',
    () =>
      books({
        invoices: [invoice({ values: { creditNotes: 500 } })],
        creditNotes: [
          creditNote({ value: 900 }),
          creditNote({ id: 'N2', invoice: { id: 'I9', reference: '' } }),
        ],
      }),
    'I1',
    { invoices: ['I1'], creditNotes: ['N1'] },
  ],
  [
    'taxDiffers of VAT',
    () => books({ invoices: [invoice({ values: { vat: 10, vatRate: 20 } })] }),
    'I1 vat',
    { invoices: ['I1'] },
  ],
  [
    'taxDiffers of CIS',
    () => books({ invoices: [invoice({ values: { cis: 10 } })] }),
    'I1 cis',
    {
      invoices: ['I1'],
    },
  ],
  [
    'afpDiffers, of a sum',
    () => books({ afps: [afp({ subtotal: 950 })] }),
    'I1',
    { invoices: ['I1'], afps: ['P1'] },
  ],
  [
    'overOrder, not covered',
    () =>
      books({
        assignments: [assignment({ purchaseOrder: 'BRK-PO1' })],
        orders: [order({ startDate: midnight(tue) })],
      }),
    'T1 O1',
    { timesheets: ['T1'], assignments: ['A1'], purchaseOrders: ['O1'] },
  ],
]

for (const [name, loaded, key, records] of named)
  test(`a finding names its records: ${name}`, () => {
    const found = only(loaded())
    assert.equal(found.key, key)
    assert.deepEqual(recordsOf(found), records)
    const ids = new Set(Object.values(records).flat())
    for (const { id, type, path, value } of found.compared) {
      assert.ok(value !== undefined && path !== '' && type !== '')
      assert.ok(ids.has(id) || ['timesheet', 'expense', 'rate'].includes(type), `${type} ${id}`)
    }
    assert.ok(found.compared.some(({ differs }) => differs))
  })

test('a timesheet explains a difference alone, and its record stands alone', () => {
  const found = only(
    books({
      timesheets: [sheet(), sheet({ id: 'T2', charge: { wdBasic: 600 }, netHours: 24, timelogs: [] })],
      invoices: [invoice({ of: ['T1', 'T2'], subtotal: 1000, values: { netHours: 64 } })],
    }),
  )
  assert.deepEqual(recordsOf(found), { timesheets: ['T2'], invoices: ['I1'] })
  assert.deepEqual(
    found.compared.filter(({ differs }) => differs).map(({ id, path }) => `${id} ${path}`),
    ['I1 values.subtotal', 'T2 values.charge.total'],
  )
})

test('an overlap is of both timesheets by id, wherever they come from', () => {
  const before = sheet({
    id: 'T0',
    weekEnding: '2026-01-25T00:00:00.000Z',
    timelogs: [log('2026-01-25', 20, 30)],
  })
  const found = only(books({ timesheets: [sheet({ timelogs: [log(mon, 4, 12)] })], before: [before] }))
  assert.equal(found.key, 'T0 T1')
  assert.deepEqual(recordsOf(found), { timesheets: ['T0', 'T1'] })
  assert.deepEqual([found.weekEnding, found.worker, found.agency, found.project], [week, 'w1', 'a1', 'p1'])
  const other = { ...before, agency: { id: 'a2', name: 'Vane' } }
  const apart = only(books({ timesheets: [sheet({ timelogs: [log(mon, 4, 12)] })], before: [other] }))
  assert.equal(apart.agency, undefined)
})

test('the order of an order that is overspent is by the order alone, of the week in which it was', () => {
  const [found] = checkOrder(order({ value: 100 }), [
    {
      id: 'T1',
      reference: 'BRK-T1',
      assignment: 'A1',
      weekEnding: '2026-01-25T00:00:00.000Z',
      charge: decimalOf(100),
    },
    {
      id: 'T2',
      reference: 'BRK-T2',
      assignment: 'A2',
      weekEnding: week,
      charge: decimalOf(0.01),
      agency: 'a1',
      project: 'p1',
      worker: 'w1',
    },
  ])
  assert.equal(found!.key, 'O1')
  assert.deepEqual(recordsOf(found!), { timesheets: ['T2'], assignments: ['A2'], purchaseOrders: ['O1'] })
  assert.deepEqual(
    [found!.weekEnding, found!.agency, found!.project, found!.worker, found!.amount],
    [week, 'a1', 'p1', 'w1', 0.01],
  )
})

test('an order that is only of another site is not held against its days', () => {
  const found = only(
    books({
      assignments: [assignment({ purchaseOrder: 'BRK-PO1' })],
      orders: [
        order({
          site: { id: 's2', name: 'South' },
          startDate: midnight('2026-01-01'),
          endDate: midnight('2026-03-01'),
        }),
      ],
    }),
  )
  assert.deepEqual(
    found.compared.map(({ type, path }) => `${type} ${path}`),
    ['assignment site.id', 'purchaseOrder site.id'],
  )
})

const timeKinds: readonly [kind: string, points: number, said: string, ...parts: string[]][] = [
  ['ot', 50, 'overtime', 'wdOvertime'],
  ['wdNw', 20, 'weekday nights', 'wdNightwork'],
  ['weNw', 75, 'weekend nights', 'weNightwork', 'saturdayNightwork', 'sundayNightwork'],
  ['bh', 100, 'bank holidays', 'bankHoliday'],
  ['bhNight', 125, 'bank holiday nights', 'bankHolidayNight'],
  ['sat', 50, 'Saturdays', 'saturday'],
  ['sun', 100, 'Sundays', 'sunday'],
]
for (const [kind, points, said, ...parts] of timeKinds)
  test(`a pound too much an hour for ${said} is found, of whatever is charged at it`, () => {
    const by = 1 + points / 100
    const found = 25 * by + 1
    const rate = { pay: 20 * by, emp: 0, margin: 5 * by, charge: found, uplift: points }
    for (const part of parts) {
      const charge = { wdBasic: 1000 - 4 * found, [part]: 4 * found }
      const told = only(books({ timesheets: [sheet({ rates: { wd: basic, [kind]: rate }, charge })] }))
      assert.deepEqual(
        [told.code, told.expected, told.found, told.amount],
        ['rateDiffers', 25 * by, found, 4],
      )
      assert.ok(told.sentence.includes(` for ${said}, `), told.sentence)
    }
  })

test('of rates of which none differs in the charge, the first that differs in the pay is shown, and the others are named', () => {
  const costs = { employerCosts: { active: true, value: 25 } }
  const paid = (pay: number, by: number) => ({
    pay,
    emp: 0,
    margin: 25 * by - pay,
    charge: 25 * by,
    uplift: null,
  })
  const timesheet = sheet({
    rates: {
      wd: { pay: 20, emp: 0, margin: 5, charge: 25, uplift: null },
      ot: { ...paid(31, 1.5) },
      sat: { ...paid(32, 1.5) },
      sun: { ...paid(41, 2) },
    },
    charge: { wdBasic: 700, wdOvertime: 100, saturday: 100, sunday: 100 },
  })
  const assignments = [assignment({ rateType: 'paye', rateOverrides: costs as never })]
  const told = only(books({ timesheets: [timesheet], assignments }))
  assert.equal(
    told.sentence,
    'BRK-T1 pays £31.00 for overtime, but assignment BRK-A1 makes it £30.00; the rates for weekdays, Saturdays and Sundays differ, too.',
  )
  const { sun: _, ...rates } = timesheet.rates!
  assert.equal(
    only(books({ timesheets: [{ ...timesheet, rates }], assignments })).sentence,
    'BRK-T1 pays £31.00 for overtime, but assignment BRK-A1 makes it £30.00; the rates for weekdays and Saturdays differ, too.',
  )
})

test('rates are looked at with reserve where the assignment was changed since, or for piece work alone, any of the rates', () => {
  const changed = { updatedAt: '2026-02-02T09:00:00.000Z' }
  const plaster = { ...boarding(10), id: 'e2', pieceRateId: 'piece2', name: 'Plaster' }
  const plasterRate = rate({ id: 'R2', ...changed }, { charge: 5 })
  const rates = [
    rate({}, { charge: 5 }),
    { ...plasterRate, pieceRates: plasterRate.pieceRates.map(one => ({ ...one, id: 'piece2' })) },
  ]
  const overtime = { pay: 30, emp: 0, margin: 10, charge: 40, uplift: 50 }
  const told = (timesheet: object, subtotal: number, given: object = {}) =>
    only(
      books({
        timesheets: [sheet({ pieceRateEntries: [boarding(10), plaster], ...timesheet })],
        assignments: [assignment(given)],
        invoices: [invoice({ subtotal })],
        rates,
      }),
    )
  assert.equal(told({}, 1120).severity, 'look')
  const timed = { rates: { wd: basic, ot: overtime }, charge: { wdBasic: 900, wdOvertime: 100 } }
  assert.equal(told(timed, 1120).severity, 'likely')
  assert.equal(told(timed, 1120, changed).severity, 'look')
})

test('what is too much is rounded to the penny, and so are employer’s costs', () => {
  const ot = { pay: 30, emp: 0, margin: 9, charge: 39, uplift: 50 }
  const timed = sheet({ rates: { wd: basic, ot }, charge: { wdBasic: 900, wdOvertime: 100 } })
  assert.equal(only(books({ timesheets: [timed] })).amount, 3.85)
  const wd = { pay: 20.33, emp: 3, margin: 1.67, charge: 25, uplift: null }
  const told = only(
    books({
      timesheets: [sheet({ rates: { wd } })],
      assignments: [
        assignment({
          rateType: 'paye',
          rates: { pay: 20.33, charge: 25 },
          rateOverrides: { employerCosts: { active: true, value: 12.5 } } as never,
        }),
      ],
    }),
  )
  assert.deepEqual([told.expected, told.found], [2.54, 3])
})

test('what piece work charges is not known where a markup or employer’s costs are active, and is where they are not', () => {
  const found = (rateOverrides: object) =>
    checkWeek(
      books({
        timesheets: [sheet({ pieceRateEntries: [boarding(10)] })],
        assignments: [assignment({ rateOverrides: rateOverrides as never })],
        invoices: [invoice({ subtotal: 1060 })],
        rates: [rate({}, { charge: 5 })],
      }),
    ).length
  for (const name of ['markup', 'employerCosts'])
    assert.deepEqual(
      [found({ [name]: { active: true, value: 5 } }), found({ [name]: { active: false, value: 5 } })],
      [0, 1],
    )
})

test('piece work is held against the rate of its company, project and sector, and in it against its own piece', () => {
  const found = (...rates: ReturnType<typeof rate>[]) =>
    checkWeek(
      books({
        timesheets: [sheet({ pieceRateEntries: [boarding(10, { charge: 6.5 })] })],
        invoices: [invoice({ subtotal: 1065 })],
        rates,
      }),
    ).map(({ expected }) => expected)
  const [quay, wharf] = [
    { id: 'p1', name: 'Quay' },
    { id: 'p2', name: 'Wharf' },
  ]
  assert.deepEqual(found(rate(), rate({ id: 'R2', company: { id: 'c9', name: 'Elsewhere' } })), [6])
  assert.deepEqual(found(rate({}, { charge: 5 }), rate({ id: 'R2', project: quay })), [6])
  assert.deepEqual(found(rate({ project: wharf })), [])
  assert.deepEqual(found(rate({ sector: { id: 'x1', name: 'Homes' } } as never)), [])
  const { pieceRates, ...rest } = rate()
  const both = {
    ...rest,
    pieceRates: [...rate({}, { charge: 9 }).pieceRates.map(one => ({ ...one, id: 'other' })), ...pieceRates],
  }
  assert.deepEqual(found(both), [6])
})

test('flows are told of by agency and week, and wait only where one of them is missing', () => {
  const side = { kind: 'msp', id: 'm1' } as const
  const flow = (given: object) => invoice({ msp, of: [], ...given })
  const invoices = [
    flow({ invoiceType: 'supplierToMsp' }),
    flow({ id: 'I2', invoiceType: 'mspToClient', values: { netHours: 30 }, projects: [] }),
  ]
  const found = only(books({ side, timesheets: [], invoices }))
  assert.equal(found.key, `m1 c1 a1 ${week}`)
  assert.deepEqual(recordsOf(found), { invoices: ['I1', 'I2'] })
  assert.equal(found.waits, undefined)
  const waiting = only(books({ side, timesheets: [], invoices: invoices.slice(0, 1) }))
  assert.equal(waiting.waits, true)
  assert.equal(only(books({ invoices: [] })).waits, true, 'as what is not billed does')
})

test('what hours of the MSP come to is rounded to the penny', () => {
  const side = { kind: 'msp', id: 'm1' } as const
  const flow = (given: object) => invoice({ msp, of: [], ...given })
  const invoices = [
    flow({ invoiceType: 'supplierToMsp', values: { netHours: 30 } }),
    flow({ id: 'I2', invoiceType: 'mspToClient', values: { netHours: 29 } }),
  ]
  assert.equal(only(books({ side, timesheets: [], invoices })).amount, 33.33)
})

test('of two timesheets at the same time the one with the lower id is named first, whichever comes first', () => {
  const [one, other] = [sheet(), sheet({ id: 'T2' })]
  const invoices = [invoice({ of: ['T1', 'T2'], subtotal: 2000, values: { netHours: 80 } })]
  for (const timesheets of [
    [one, other],
    [other, one],
  ])
    assert.deepEqual(recordsOf(only(books({ timesheets, invoices }))), { timesheets: ['T1', 'T2'] })
})

test('tax is held against one line where no timesheets are seen, or none are named, and against what is rounded to the penny', () => {
  const taxOf = (given: Parameters<typeof invoice>[0]) =>
    checkWeek(books({ invoices: [invoice(given)] })).filter(({ code }) => code === 'taxDiffers')
  const vat = (value: number) => ({ vat: value, vatRate: 20 })
  assert.equal(taxOf({ of: ['T1', 'unseen'], values: vat(200.01) }).length, 1)
  assert.deepEqual(taxOf({ of: [], values: vat(200.004) }), [])
  const [found] = taxOf({ subtotal: 1000.03, values: { ...vat(200.02), cis: 200.01 } })
  assert.deepEqual([found!.expected, found!.amount], [200.01, 0.01])
})

test('of several invoices that were made before a change, the last counts, then the highest id', () => {
  const timesheets = [sheet({ versionHistory: [snapshot(1, '2026-02-12', 900, 36)] })]
  const old = { subtotal: 900, values: { netHours: 36 } }
  const found = checkWeek(
    books({
      timesheets,
      invoices: [invoice({ ...old, id: 'I2' }), invoice({ ...old, id: 'I3' }), invoice(old)],
    }),
  )
  const changed = found.filter(({ code }) => code === 'changedSinceBilled')
  assert.deepEqual(changed.map(recordsOf), [{ timesheets: ['T1'], invoices: ['I3'] }])
  assert.deepEqual(
    changed[0]!.compared.map(({ path }) => path),
    [
      'versionHistory.0.values.charge.total',
      'values.charge.total',
      'versionHistory.0.netHours',
      'netHours',
      'createdAt',
    ],
  )
})

test('what changed since it was billed and is not approved any more is found once, as not approved', () => {
  const timesheets = [sheet({ status: 'cancelled', versionHistory: [snapshot(1, '2026-02-12', 900, 36)] })]
  const invoices = [invoice({ subtotal: 900, values: { netHours: 36 } })]
  assert.equal(only(books({ timesheets, invoices })).code, 'notApproved')
})

test('the bill of a changed timesheet is compared with what was billed, and its piece rates as they are', () => {
  const timesheets = [
    sheet({ versionHistory: [snapshot(1, '2026-02-12', 900, 36)], pieceRateEntries: [boarding(10)] }),
  ]
  const found = checkWeek(
    books({ timesheets, invoices: [invoice({ subtotal: 960, values: { netHours: 36 } })] }),
  )
  assert.deepEqual(
    found.map(({ code }) => code),
    ['changedSinceBilled'],
  )
})

test('half a penny may be lost on each expense as on each line, of what is billed and of what was applied for', () => {
  const billed = (subtotal: number) =>
    checkWeek(
      books({
        invoices: [invoice({ subtotal })],
        afps: [afp({ subtotal: 1030 })],
        expenses: [expense()],
      }),
    ).map(({ code }) => code)
  assert.deepEqual(billed(1030.01), [])
  assert.deepEqual(billed(1030.02), ['sumDiffers', 'afpDiffers'])
})

test('VAT and CIS may both be wrong, of one invoice', () => {
  const found = checkWeek(books({ invoices: [invoice({ values: { vat: 10, vatRate: 20, cis: 10 } })] }))
  assert.deepEqual(
    found.map(({ key }) => key),
    ['I1 vat', 'I1 cis'],
  )
})

test('a finding about an invoice names its project only where there is one', () => {
  const quay = { id: 'p1', name: 'Quay' }
  const wharf = { id: 'p2', name: 'Wharf' }
  const of = (projects: (typeof quay)[]) => only(books({ invoices: [invoice({ subtotal: 1025, projects })] }))
  assert.equal(of([quay]).project, 'p1')
  assert.equal(of([quay, wharf]).project, undefined)
  assert.equal(of([]).project, undefined)
  assert.equal(of([quay]).agency, 'a1')
  assert.equal(of([quay]).worker, undefined)
})

test('no sentence names a person, whose name may have to be erased', () => {
  const all = Object.values(cases).flatMap(section => Object.values(section).flatMap(findingsOf))
  assert.ok(all.length > 50)
  for (const { sentence, compared } of all) {
    assert.doesNotMatch(`${sentence} ${JSON.stringify(compared)}`, /Ann|Other\b|Else/)
    assert.match(sentence, /^[A-Z].*\d.*\.$/, 'a sentence with numbers')
  }
})

/** Of each kind of finding, one as a clerk reads it. */
const sentences: readonly (readonly [() => Books, string])[] = [
  [
    () => books({ expenses: [expense()] }),
    'BRK-I1 bills £1,000.00, but BRK-T1, with piece rates and expenses, comes to £1,030.00: £30.00 too little, which is the expense for Fuel of 28 January 2026, £30.00.',
  ],
  [
    () => books({ timesheets: [sheet({ status: 'cancelled' })] }),
    'BRK-T1 is cancelled, but BRK-I1 bills it: £1,000.00.',
  ],
  [
    () => books({ timesheets: [sheet({ status: 'pending' })] }),
    'BRK-T1 is not handed in for approval, but BRK-I1 bills it: £1,000.00.',
  ],
  [
    () => books({ timesheets: [sheet({ status: 'absent' })] }),
    'BRK-T1 says that the worker was absent, but BRK-I1 bills it: £1,000.00.',
  ],
  [
    () =>
      books({
        timesheets: [sheet({ timelogs: [log(fri), log(mon), log(tue)] })],
        assignments: [assignment({ endDate: midnight('2026-01-25') })],
      }),
    'BRK-T1 is under assignment BRK-A1, but has 3 days outside it, 26 January 2026, 27 January 2026 and 30 January 2026: £600.00.',
  ],
  [
    () =>
      books({
        timesheets: [sheet({ timelogs: [log(fri), log(mon), log(tue)] })],
        assignments: [assignment({ purchaseOrder: 'BRK-PO1' })],
        orders: [order({ endDate: midnight('2026-01-25') })],
      }),
    'BRK-T1 is booked to BRK-PO1, which does not cover 26 January 2026, 27 January 2026 and 30 January 2026: £600.00.',
  ],
  [
    () =>
      books({
        timesheets: [
          sheet({
            rates: {
              wd: basic,
              ot: { pay: 30, emp: 0, margin: 10, charge: 40, uplift: 50 },
              sat: { pay: 29, emp: 0, margin: 8.5, charge: 37.5, uplift: 50 },
            },
            charge: { wdBasic: 845, wdOvertime: 80, saturday: 75 },
          }),
        ],
      }),
    'BRK-T1 charges £40.00 for overtime, but assignment BRK-A1 makes it £37.50; the rate for Saturdays differs, too: £5.00 too much.',
  ],
  [
    () =>
      books({
        timesheets: [sheet({ pieceRateEntries: [boarding(10)] })],
        invoices: [invoice({ subtotal: 1060 })],
        rates: [rate({}, { charge: 5 })],
      }),
    'BRK-T1 charges £6.00 for Boarding, but the rate agreed makes it £5.00: £10.00 too much.',
  ],
  [
    () =>
      books({
        timesheets: [sheet(), sheet({ id: 'T2', worker: { id: 'w2', name: 'Bo Else' } })],
        invoices: [invoice({ of: ['T1', 'T2'], subtotal: 2000, values: { netHours: 70 } })],
      }),
    'BRK-I1 has 70 hours, but its 2 timesheets have 80 hours: 10 hours too few.',
  ],
  [
    () => books({ creditNotes: [creditNote({ value: 850 })] }),
    'BRK-I1 comes to £800.00, but £850.00 is credited (BRK-N1): £50.00 too much is given back.',
  ],
  [
    () =>
      books({
        invoices: [invoice({ subtotal: 1100 })],
        expenses: [expense({ category: 'Plant', value: 100 })],
      }),
    'BRK-I1 holds back £220.00 CIS, but 20 % of £1,000.00, without £100.00 of plant, is £200.00: £20.00 too much is held back.',
  ],
]

for (const [loaded, sentence] of sentences)
  test(`a clerk reads: ${sentence}`, () => assert.equal(only(loaded()).sentence, sentence))

test('a week is named by its Sunday, whatever day a record says', () => {
  assert.equal(sundayOf('2026-02-01T00:00:00.000Z'), week)
  assert.equal(sundayOf('2026-02-01T23:59:59.999Z'), week)
  assert.equal(sundayOf(midnight(mon)), week)
  assert.equal(sundayOf('2026-02-02T00:00:00.000Z'), '2026-02-08T00:00:00.000Z')
  const { weekEnding: _, ...without } = invoice({ of: ['T0', 'T1', 'T8'] })
  const seen = (...timesheets: ReturnType<typeof sheet>[]) => new Map(timesheets.map(one => [one.id, one]))
  const earlier = sheet({ id: 'T0', weekEnding: '2026-01-25T00:00:00.000Z' })
  const hidden = sheet({ id: 'T9', weekEnding: '2026-03-01T00:00:00.000Z' })
  assert.equal(
    weekOf(without, seen(sheet(), earlier, hidden)),
    week,
    'the latest that it names and the side sees',
  )
  assert.equal(weekOf(without, seen()), '2026-02-15T00:00:00.000Z', 'the Sunday after it was made')
})

test('of three thousand timesheets, each worker is told of once', () => {
  const numbers = Array.from({ length: 3000 }, (_, index) => index)
  const loaded = books({
    timesheets: numbers.map(at => sheet({ id: `T${at}`, worker: { id: `w${at % 1500}`, name: '' } })),
    invoices: numbers
      .filter(at => at % 20 === 0)
      .map(at =>
        invoice({
          id: `I${at}`,
          of: numbers.slice(at, at + 20).map(each => `T${each}`),
          subtotal: 20_000,
          values: { netHours: 800 },
        }),
      ),
    before: numbers.map(at =>
      sheet({ id: `B${at}`, worker: { id: `w${at % 1500}`, name: '' }, timelogs: [log(fri, 0, 1)] }),
    ),
  })
  const found = checkWeek(loaded)
  assert.equal(found.length, 1500)
  assert.ok(found.every(({ code, found: hours }) => code === 'overlaps' && hours === 40))
})
