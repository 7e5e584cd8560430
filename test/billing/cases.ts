// The cases of docs/billing-checks.md: what each row says is loaded, as books.
import type { BillingFinding, Books, OrderSpending } from '../../src/api/billing-checks/books.ts'
import { checkOrder, checkWeek } from '../../src/api/billing-checks/check-week.ts'
import { decimalOf } from '../../src/formats/decimal.ts'
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
  sat,
  sheet,
  snapshot,
  sun,
  tue,
  week,
} from './records.ts'

type Case = () => Books | BillingFinding[]

const lastWeek = '2026-01-25T00:00:00.000Z'
const agencySide = { kind: 'agency', id: 'a1' } as const
const mspSide = { kind: 'msp', id: 'm1' } as const
const fullyCredited = { creditNotes: 800 }
const later = '2026-02-11T09:00:00.000Z'

const aboutTimesheets: Readonly<Record<string, Case>> = {
  'The right week: one approved timesheet, billed once': () => books(),
  'The same, and no invoice': () => books({ invoices: [] }),
  'The same, and an AfP names it': () => books({ invoices: [], afps: [afp()] }),
  'No invoice, and none was ever made from timesheets of this agency': () =>
    books({ invoices: [], billing: new Set(['a2']) }),
  'No invoice, and £60.00 of piece rates': () =>
    books({ invoices: [], timesheets: [sheet({ pieceRateEntries: [boarding(10)] })] }),
  'No invoice, and nothing is charged': () => books({ invoices: [], timesheets: [sheet({ charge: {} })] }),
  'No invoice, and no values': () => {
    const { values: _, ...without } = sheet()
    return books({ invoices: [], timesheets: [without] })
  },
  'No invoice, and waiting for approval': () =>
    books({ invoices: [], timesheets: [sheet({ status: 'pending_approval' })] }),
  'Not billed, seen by the agency': () => books({ side: agencySide, invoices: [] }),
  'On two invoices of one flow': () =>
    books({ invoices: [invoice({ id: 'I2' }), invoice({ createdAt: later })] }),
  'On three': () => books({ invoices: [invoice(), invoice({ id: 'I2' }), invoice({ id: 'I3' })] }),
  'On two, and one is credited in full': () =>
    books({ invoices: [invoice({ values: fullyCredited }), invoice({ id: 'I2' })] }),
  'On two, and one is credited but for a penny': () =>
    books({ invoices: [invoice({ values: { creditNotes: 799.99 } }), invoice({ id: 'I2' })] }),
  'On two invoices of two flows': () =>
    books({ invoices: [invoice(), invoice({ id: 'I2', invoiceType: 'mspToClient' })] }),
  'On one invoice that names it twice': () => books({ invoices: [invoice({ of: ['T1', 'T1'] })] }),
  'Billed, and cancelled since': () => books({ timesheets: [sheet({ status: 'cancelled' })] }),
  'Billed, and waiting for approval': () => books({ timesheets: [sheet({ status: 'pending_approval' })] }),
  'Cancelled, on two invoices': () =>
    books({ timesheets: [sheet({ status: 'cancelled' })], invoices: [invoice(), invoice({ id: 'I2' })] }),
  'Cancelled, and credited in full': () =>
    books({ timesheets: [sheet({ status: 'cancelled' })], invoices: [invoice({ values: fullyCredited })] }),
  'Cancelled, and not billed': () => books({ timesheets: [sheet({ status: 'cancelled' })], invoices: [] }),
  'Amended from £900.00 to £1,000.00 after it was billed at £900.00': () =>
    books({
      timesheets: [sheet({ versionHistory: [snapshot(1, '2026-02-12', 900, 36)] })],
      invoices: [invoice({ subtotal: 900, values: { netHours: 36 } })],
    }),
  'Amended before it was billed': () =>
    books({ timesheets: [sheet({ versionHistory: [snapshot(1, '2026-02-05', 900, 36)] })] }),
  'Amended in the moment in which it was billed': () =>
    books({
      timesheets: [
        sheet({
          versionHistory: [{ ...snapshot(1, '2026-02-10', 900, 36), snapshotAt: invoice().createdAt }],
        }),
      ],
    }),
  'Amended after it was billed, from 38 hours to 40 at the same charge': () =>
    books({
      timesheets: [sheet({ versionHistory: [snapshot(1, '2026-02-12', 1000, 38)] })],
      invoices: [invoice({ values: { netHours: 38 } })],
    }),
  'Amended three times: before it was billed, and twice after it': () =>
    books({
      timesheets: [
        sheet({
          versionHistory: [
            snapshot(3, '2026-02-14', 950, 38),
            snapshot(2, '2026-02-12', 900, 36),
            snapshot(1, '2026-02-05', 800, 32),
          ],
        }),
      ],
      invoices: [invoice({ subtotal: 900, values: { netHours: 36 } })],
    }),
  'Amended after it was billed, and back to what it was': () =>
    books({
      timesheets: [
        sheet({ versionHistory: [snapshot(1, '2026-02-12', 1000, 40), snapshot(2, '2026-02-13', 900, 36)] }),
      ],
    }),
  'Amended after it was billed, and that bill is credited in full': () =>
    books({
      timesheets: [sheet({ versionHistory: [snapshot(1, '2026-02-12', 900, 36)] })],
      invoices: [
        invoice({ subtotal: 900, values: { netHours: 36, creditNotes: 720 } }),
        invoice({ id: 'I2', createdAt: '2026-02-15T09:00:00.000Z' }),
      ],
    }),
}

const ended = (day: string) => ({ date: midnight(day) })

const outside: Readonly<Record<string, Case>> = {
  'Monday is before the assignment begins': () =>
    books({ assignments: [assignment({ startDate: midnight(tue) })] }),
  'The assignment begins on Monday at noon': () =>
    books({ assignments: [assignment({ startDate: `${mon}T12:00:00.000Z` })] }),
  'The assignment was ended on Wednesday': () =>
    books({ assignments: [assignment({ status: 'ended', ended: ended('2026-01-28') })] }),
  'It was ended on Wednesday, and its status is confirmed again': () =>
    books({ assignments: [assignment({ ended: ended('2026-01-28') })] }),
  'The assignment was cancelled from Friday on, and two logs are of Saturday': () =>
    books({
      timesheets: [sheet({ timelogs: [log(fri), log(sat, 8, 10, 50), log(sat, 11, 13, 50)] })],
      assignments: [assignment({ status: 'cancelled', cancellation: ended(fri) })],
    }),
  'A day without hours is after the end': () =>
    books({
      timesheets: [sheet({ timelogs: [log(mon), { ...log(fri, 8, 8, 0) }] })],
      assignments: [assignment({ endDate: midnight(tue) })],
    }),
  'The week is after the end, and there are no logs': () => {
    const { timelogs: _, ...without } = sheet()
    return books({ timesheets: [without], assignments: [assignment({ endDate: midnight('2026-01-20') })] })
  },
  'Another site than the assignment’s': () =>
    books({ assignments: [assignment({ site: { id: 's2', name: 'South' } })] }),
  'Another project, and Monday is before the assignment begins': () =>
    books({ assignments: [assignment({ project: { id: 'p2', name: 'Wharf' }, startDate: midnight(tue) })] }),
  'The assignment has a site of which only the name is known': () =>
    books({ assignments: [assignment({ site: { id: null, name: 'South' } })] }),
  'The assignment has no site': () => {
    const { site: _, ...without } = assignment()
    return books({ assignments: [without] })
  },
  'Outside its assignment, which this side does not see': () => books({ assignments: [] }),
}

const otherWorker = { worker: { id: 'w2', name: 'Bo Else' } }
const nightShift = (day: string, charge = 200) => log(day, 20, 30, charge)

const overlapping: Readonly<Record<string, Case>> = {
  'Two timesheets of one worker have Monday 8 to 16 and 14 to 18, at £25.00 and £20.00 an hour': () =>
    books({
      timesheets: [
        sheet(),
        sheet({
          id: 'T2',
          charge: { wdBasic: 80 },
          netHours: 4,
          timelogs: [log(mon, 14, 18, 80)],
          rates: {},
        }),
      ],
      invoices: [invoice(), invoice({ id: 'I2', of: ['T2'], subtotal: 80, values: { netHours: 4 } })],
    }),
  'The same of two workers': () =>
    books({
      timesheets: [sheet(), sheet({ id: 'T2', ...otherWorker })],
      invoices: [invoice({ of: ['T1', 'T2'], subtotal: 2000, values: { netHours: 80 } })],
    }),
  'One begins when the other ends': () =>
    books({
      timesheets: [sheet({ timelogs: [log(mon)] }), sheet({ id: 'T2', timelogs: [log(mon, 16, 20)] })],
      invoices: [invoice({ of: ['T1', 'T2'], subtotal: 2000, values: { netHours: 80 } })],
    }),
  'A third of an hour in each of two pairs, at £10.00 and £25.00 an hour': () =>
    books({
      timesheets: [
        sheet({ timelogs: [log(mon, 8, 12, 40), log(tue, 8, 12, 100)] }),
        sheet({ id: 'T2', timelogs: [log(mon, 12 - 1 / 3, 14, 100), log(tue, 12 - 1 / 3, 14, 100)] }),
      ],
      invoices: [invoice({ of: ['T1', 'T2'], subtotal: 2000, values: { netHours: 80 } })],
    }),
  'Two logs of one timesheet overlap': () =>
    books({ timesheets: [sheet({ timelogs: [log(mon), log(mon, 14, 18)] })] }),
  'The other timesheet is cancelled': () =>
    books({ timesheets: [sheet(), sheet({ id: 'T2', status: 'cancelled' })] }),
  'A night shift of last Sunday ends on Monday at 6, and the next begins on Monday at 4': () =>
    books({
      timesheets: [sheet({ timelogs: [log(mon, 4, 12)] })],
      before: [sheet({ id: 'T0', weekEnding: lastWeek, timelogs: [nightShift('2026-01-25')] })],
    }),
  'The night shift of this Sunday, and next week’s Monday': () =>
    books({ timesheets: [sheet({ timelogs: [nightShift(sun)] })] }),
  'Two timesheets of last week overlap': () =>
    books({
      before: [
        sheet({ id: 'T0', weekEnding: lastWeek, timelogs: [log('2026-01-20')] }),
        sheet({ id: 'T9', weekEnding: lastWeek, timelogs: [log('2026-01-20')] }),
      ],
    }),
  'A log that ends before it starts': () =>
    books({
      timesheets: [
        sheet(),
        sheet({ id: 'T2', timelogs: [{ ...log(mon, 8, 16), end: `${mon}T07:00:00.000Z` }] }),
      ],
      invoices: [invoice({ of: ['T1', 'T2'], subtotal: 2000, values: { netHours: 80 } })],
    }),
}

/** A timesheet that also charges at one other kind of time. */
const withKind = (rates: object, charge: Partial<Record<string, number>>) =>
  sheet({ rates: { wd: basic, ...rates }, charge })
const billed = (subtotal: number) => [invoice({ subtotal })]
const overtime = { pay: 30, emp: 0, margin: 7.5, charge: 37.5, uplift: 50 }
const employed = { pay: 20, emp: 4, margin: 1, charge: 25, uplift: null }
const costs = (value: number, active = true) => ({ rateOverrides: { employerCosts: { active, value } } })

const rated: Readonly<Record<string, Case>> = {
  'A basic rate of £26.00 where the assignment has £25.00, for £1,040.00': () =>
    books({
      timesheets: [sheet({ rates: { wd: { ...basic, charge: 26 } }, charge: { wdBasic: 1040 } })],
      invoices: billed(1040),
    }),
  'The same, and the assignment was changed on the Monday after': () =>
    books({
      timesheets: [sheet({ rates: { wd: { ...basic, charge: 26 } }, charge: { wdBasic: 1040 } })],
      assignments: [assignment({ updatedAt: '2026-02-02T00:00:00.000Z' })],
      invoices: billed(1040),
    }),
  'The same, and the assignment was changed on the Sunday': () =>
    books({
      timesheets: [sheet({ rates: { wd: { ...basic, charge: 26 } }, charge: { wdBasic: 1040 } })],
      assignments: [assignment({ updatedAt: '2026-02-01T23:00:00.000Z' })],
      invoices: billed(1040),
    }),
  'The same basic rate, and £312.00 at night beside £520.00 by day': () =>
    books({
      timesheets: [
        withKind(
          { wd: { ...basic, charge: 26 }, wdNw: { ...basic, charge: 31.2 } },
          { wdBasic: 520, wdNightwork: 312 },
        ),
      ],
      invoices: billed(832),
    }),
  'The same basic rate, and all of £312.00 is at night': () =>
    books({
      timesheets: [
        withKind({ wd: { ...basic, charge: 26 }, wdNw: { ...basic, charge: 31.2 } }, { wdNightwork: 312 }),
      ],
      invoices: billed(312),
    }),
  'A basic rate of £26.00, and nothing is charged for time': () =>
    books({
      timesheets: [
        sheet({ rates: { wd: { ...basic, charge: 26 } }, charge: {}, pieceRateEntries: [boarding(10)] }),
      ],
      invoices: billed(60),
    }),
  'Pay of £21.00 where the assignment has £20.00': () =>
    books({ timesheets: [sheet({ rates: { wd: { ...basic, pay: 21, margin: 4 } } })] }),
  'The timesheet has no rates': () => {
    const { rates: _, ...without } = sheet()
    return books({ timesheets: [without] })
  },
  'A basic rate of £0.00': () => books({ timesheets: [sheet({ rates: { wd: { ...basic, charge: 0 } } })] }),
  'Overtime at £37.50, which is 50 % more': () =>
    books({ timesheets: [withKind({ ot: overtime }, { wdBasic: 925, wdOvertime: 75 })] }),
  'Overtime at £40.00 for £80.00, where 50 % more is £37.50': () =>
    books({
      timesheets: [withKind({ ot: { ...overtime, charge: 40 } }, { wdBasic: 920, wdOvertime: 80 })],
    }),
  'Overtime at £40.00, of which there was none': () =>
    books({ timesheets: [withKind({ ot: { ...overtime, charge: 40 } }, { wdBasic: 1000 })] }),
  'Overtime at £40.00, and enhanced uplifts apply': () =>
    books({
      timesheets: [withKind({ ot: { ...overtime, charge: 40 } }, { wdBasic: 920, wdOvertime: 80 })],
      assignments: [assignment({ enhancedUplifts: { enabled: true, breakdown: [] } })],
    }),
  'Overtime at £40.00, and the assignment gives no percentage for it': () =>
    books({
      timesheets: [withKind({ ot: { ...overtime, charge: 40 } }, { wdBasic: 920, wdOvertime: 80 })],
      assignments: [assignment({ rateUplifts: { sat: 50 } })],
    }),
  'Each part rounds up: 20 % more than £12.33, £1.23 and £0.63 is £14.80, £1.48 and £0.76': () => {
    const wd = { pay: 12.33, emp: 1.23, margin: 0.63, charge: 14.19, uplift: null }
    const wdNw = { pay: 14.8, emp: 1.48, margin: 0.76, charge: 17.04, uplift: 20 }
    return books({
      timesheets: [sheet({ rates: { wd, wdNw }, charge: { wdNightwork: 170.4 } })],
      assignments: [assignment({ rates: { pay: 12.33, charge: 14.19 } })],
      invoices: billed(170.4),
    })
  },
  'Weekend nights at £50.00 for £100.00 on Saturday and £50.00 on Sunday, where 75 % more is £43.75': () =>
    books({
      timesheets: [
        withKind(
          { weNw: { pay: 35, emp: 0, margin: 8.75, charge: 50, uplift: 75 } },
          { wdBasic: 850, saturdayNightwork: 100, sundayNightwork: 50 },
        ),
      ],
    }),
  'Bank holiday nights at £56.25, which is 125 % more': () =>
    books({
      timesheets: [
        withKind(
          { bhNight: { pay: 45, emp: 0, margin: 11.25, charge: 56.25, uplift: 125 } },
          { wdBasic: 775, bankHolidayNight: 225 },
        ),
      ],
    }),
  'Pay alone of Saturdays, and the charge of Sundays, £51.00 where £50.00 is due, for £102.00': () =>
    books({
      timesheets: [
        withKind(
          {
            sat: { pay: 29, emp: 0, margin: 8.5, charge: 37.5, uplift: 50 },
            sun: { pay: 40, emp: 0, margin: 11, charge: 51, uplift: 100 },
          },
          { wdBasic: 823, saturday: 75, sunday: 102 },
        ),
      ],
    }),
  'Employer’s costs of £4.00 on £20.00, where 25 % is agreed': () =>
    books({
      timesheets: [sheet({ rates: { wd: employed } })],
      assignments: [assignment({ rateType: 'paye', ...costs(25) })],
    }),
  'Employer’s costs that are a penny off': () =>
    books({
      timesheets: [sheet({ rates: { wd: { ...employed, emp: 4.01, margin: 0.99 } } })],
      assignments: [assignment({ rateType: 'paye', ...costs(20) })],
    }),
  'Employer’s costs that are two pennies off': () =>
    books({
      timesheets: [sheet({ rates: { wd: { ...employed, emp: 4.02, margin: 0.98 } } })],
      assignments: [assignment({ rateType: 'paye', ...costs(20) })],
    }),
  'Other employer’s costs are entered for the assignment, and not active': () =>
    books({
      timesheets: [sheet({ rates: { wd: employed } })],
      assignments: [assignment({ rateType: 'paye', ...costs(25, false) })],
    }),
  'Other employer’s costs, of a worker in the CIS': () => books({ assignments: [assignment(costs(25))] }),
}

const pieces = (more: object = {}) => ({
  timesheets: [sheet({ pieceRateEntries: [boarding(10, { charge: 6.5 })] })],
  invoices: billed(1065),
  ...more,
})
const marrow = { id: 'a1', name: 'Marrow' }
const quay = { id: 'p1', name: 'Quay' }

const pieceRated: Readonly<Record<string, Case>> = {
  '10 m² boarding at £6.50 where £6.00 is agreed': () => books(pieces({ rates: [rate()] })),
  '10 m² boarding at £6.50, and that piece rate is in no rate': () => books(pieces({ rates: [] })),
  'Boarding at £6.50, agreed with this agency; any other gets £6.00': () =>
    books(pieces({ rates: [rate(), rate({ id: 'R2', agency: marrow }, { charge: 6.5 })] })),
  'Boarding at £6.50, agreed for this project; with this agency on any project £6.20': () =>
    books(
      pieces({
        rates: [
          rate({ project: quay }, { charge: 6.5 }),
          rate({ id: 'R2', agency: marrow }, { charge: 6.2 }),
          rate({ id: 'R3' }),
        ],
      }),
    ),
  'Boarding at £6.50, agreed with this agency on this project; otherwise less': () =>
    books(
      pieces({
        rates: [
          rate({ project: quay, agency: marrow }, { charge: 6.5 }),
          rate({ id: 'R2', agency: marrow }, { charge: 6.2 }),
        ],
      }),
    ),
  'Boarding at £6.50; £6.00 is agreed with another agency': () =>
    books(pieces({ rates: [rate({ agency: { id: 'a2', name: 'Vane' } })] })),
  'Boarding at £6.50; £6.00 is agreed for a region that the assignment does not name': () =>
    books(pieces({ rates: [rate({ region: { id: 'r1', name: 'North' } })] })),
  'Boarding at £6.50; £6.00 is agreed for another trade': () =>
    books(pieces({ rates: [rate({ trade: { id: 't2', name: 'Plasterer' } })] })),
  'Boarding at £6.50; two rates for any agency and project say £6.00': () =>
    books(pieces({ rates: [rate(), rate({ id: 'R2' })] })),
  'Boarding at £6.50 for a worker on the payroll, for whom nothing is agreed': () =>
    books(pieces({ rates: [rate()], assignments: [assignment({ rateType: 'paye' })] })),
  'Boarding at £6.50 where £6.00 is agreed, and the assignment has a markup of its own': () =>
    books(
      pieces({
        rates: [rate()],
        assignments: [assignment({ rateOverrides: { markup: { active: true, value: 12 } } })],
      }),
    ),
  'The same, and the worker gets £4.00 where £3.50 is agreed': () =>
    books(
      pieces({
        rates: [rate({}, { pay: 3.5 })],
        assignments: [assignment({ rateOverrides: { markup: { active: true, value: 12 } } })],
      }),
    ),
  'Boarding at £6.50 where £6.00 is agreed, by a rate that was changed on the Monday after': () =>
    books(pieces({ rates: [rate({ updatedAt: '2026-02-02T00:00:00.000Z' })] })),
  'The same of an assignment that was changed since, and not the rate': () =>
    books(pieces({ rates: [rate()], assignments: [assignment({ updatedAt: '2026-02-02T00:00:00.000Z' })] })),
  'Boarding at £6.50 where £6.00 is agreed, and nothing was done': () =>
    books({ timesheets: [sheet({ pieceRateEntries: [boarding(0, { charge: 6.5 })] })], rates: [rate()] }),
}

const two = [sheet(), sheet({ id: 'T2', charge: { wdBasic: 600 }, netHours: 24, timelogs: [] })]
const three = [...two, sheet({ id: 'T3', charge: { wdBasic: 400 }, netHours: 16, timelogs: [] })]
const ofTwo = { of: ['T1', 'T2'], values: { netHours: 64 } }
const fuel = expense()
const inOtherFlow = { invoice: { id: 'I9', reference: 'BRK-I9' } }

const sums: Readonly<Record<string, Case>> = {
  'An invoice of £1,025.00 for a timesheet of £1,000.00': () => books({ invoices: billed(1025) }),
  'An invoice of £975.00 for it': () => books({ invoices: billed(975) }),
  'An invoice of £1,025.00 for it, credited in full': () =>
    books({
      invoices: [invoice({ subtotal: 1025, values: { netHours: 41, cis: 1, creditNotes: 820 } })],
      afps: [afp({ subtotal: 950 })],
    }),
  'An invoice of £0.00 for it': () => books({ invoices: billed(0) }),
  'Half a penny too much, on one line': () => books({ invoices: [invoice({ subtotal: 1000.005 })] }),
  'A penny too much, on one line': () => books({ invoices: billed(1000.01) }),
  'A penny too much, on two lines': () =>
    books({
      timesheets: [withKind({ ot: overtime }, { wdBasic: 925, wdOvertime: 75 })],
      invoices: billed(1000.01),
    }),
  'A penny too much, on two lines of which one is of piece rates': () =>
    books({ timesheets: [sheet({ pieceRateEntries: [boarding(10)] })], invoices: billed(1060.01) }),
  'Two pence too much, on two lines': () =>
    books({
      timesheets: [withKind({ ot: overtime }, { wdBasic: 925, wdOvertime: 75 })],
      invoices: billed(1000.02),
    }),
  'A penny too much, and nothing is charged': () =>
    books({ timesheets: [sheet({ charge: {} })], invoices: billed(0.01) }),
  '£60.00 of piece rates are billed': () =>
    books({ timesheets: [sheet({ pieceRateEntries: [boarding(10)] })], invoices: billed(1060) }),
  '£60.00 of piece rates are not billed': () =>
    books({ timesheets: [sheet({ pieceRateEntries: [boarding(10)] })] }),
  'An expense of £30.00 that names the invoice is billed': () =>
    books({
      invoices: billed(1030),
      expenses: [expense({ invoice: { id: 'I1', reference: 'BRK-I1' }, approvalDate: later })],
      flows: new Map([['I1', 'supplierToClient']]),
    }),
  'An expense of £30.00 of the timesheet, approved before the bill, is billed': () =>
    books({ invoices: billed(1030), expenses: [fuel] }),
  'An expense of £30.00 of the timesheet, approved before the bill, is not billed': () =>
    books({ expenses: [fuel] }),
  'An expense of £30.00 of the timesheet, approved in the moment of the bill, is billed': () =>
    books({ invoices: billed(1030), expenses: [expense({ approvalDate: invoice().createdAt })] }),
  'An expense of £30.00 of the timesheet, approved after the bill, is not billed': () =>
    books({ expenses: [expense({ approvalDate: later })] }),
  'An expense of £30.00 that waits for approval is billed': () =>
    books({ invoices: billed(1030), expenses: [expense({ status: 'pending' })] }),
  'An expense of £30.00 that names another invoice of the flow is not billed': () =>
    books({ expenses: [expense(inOtherFlow)], flows: new Map([['I9', 'supplierToClient']]) }),
  'An expense of £30.00 that names an invoice of another flow is billed': () =>
    books({
      invoices: billed(1030),
      expenses: [expense(inOtherFlow)],
      flows: new Map([['I9', 'mspToClient']]),
    }),
  'An expense of £30.00 that names an invoice which this side does not see is billed': () =>
    books({ side: agencySide, invoices: billed(1030), expenses: [expense(inOtherFlow)] }),
  'An expense of £30.00 without a day of approval is billed': () => {
    const { approvalDate: _, ...without } = fuel
    return books({ invoices: billed(1030), expenses: [without] })
  },
  'Two timesheets, £1,000.00 and £600.00, on a bill of £1,000.00': () =>
    books({ timesheets: two, invoices: [invoice({ ...ofTwo })] }),
  'Timesheets of £1,000.00, £600.00 and £400.00 on a bill of £1,600.01': () =>
    books({
      timesheets: three,
      invoices: [invoice({ of: ['T1', 'T2', 'T3'], subtotal: 1600.01, values: { netHours: 80 } })],
    }),
  'Timesheets of £1,000.00, £600.00 and £400.00 and expenses of £400.00 on a bill of £2,000.00': () =>
    books({
      timesheets: three,
      invoices: [invoice({ of: ['T1', 'T2', 'T3'], subtotal: 2000, values: { netHours: 80 } })],
      expenses: [expense({ value: 400 })],
    }),
  'A bill of £1,000.00 for two timesheets, of which this side sees one of £900.00': () =>
    books({ timesheets: [sheet({ charge: { wdBasic: 900 } })], invoices: [invoice({ of: ['T1', 'T8'] })] }),
  'A bill of £1,000.00 that names no timesheet': () =>
    books({ timesheets: [], invoices: [invoice({ of: [], reason: 'Retention released' })] }),
  'A bill of £2,025.00 of this week, for a timesheet of last week, too': () =>
    books({
      others: [sheet({ id: 'T0', weekEnding: lastWeek })],
      invoices: [invoice({ of: ['T0', 'T1'], subtotal: 2025, values: { netHours: 80 } })],
    }),
  'A bill of £2,025.00 of next week, for a timesheet of this week, too': () =>
    books({
      others: [sheet({ id: 'T5', weekEnding: '2026-02-08T00:00:00.000Z' })],
      invoices: [
        invoice({
          of: ['T5', 'T1'],
          subtotal: 2025,
          values: { netHours: 80 },
          weekEnding: '2026-02-08T00:00:00.000Z',
        }),
      ],
    }),
  'A bill of £1,025.00 without a week ending, for a timesheet of this week': () => {
    const { weekEnding: _, ...without } = invoice({ subtotal: 1025 })
    return books({ invoices: [without] })
  },
  'A bill of £1,025.00 whose week ends on the Saturday': () =>
    books({ invoices: [invoice({ subtotal: 1025, weekEnding: midnight(sat) })] }),
  'A bill of 41 hours for 40': () => books({ invoices: [invoice({ values: { netHours: 41 } })] }),
  'A bill of 40.005 hours for 40': () => books({ invoices: [invoice({ values: { netHours: 40.005 } })] }),
  'A bill of 40.01 hours for 40': () => books({ invoices: [invoice({ values: { netHours: 40.01 } })] }),
  'A bill of 63.99 hours for two timesheets of 40 and 24': () =>
    books({
      timesheets: two,
      invoices: [invoice({ of: ['T1', 'T2'], subtotal: 1600, values: { netHours: 63.99 } })],
    }),
}

const vat = (subtotal: number, tax: number, more: object = {}) => ({
  subtotal,
  values: { vat: tax, vatRate: 20, finalTotal: subtotal * 0.8 + tax },
  ...more,
})
const adHoc = { of: [], reason: 'Retention released' }
const plant = expense({ category: 'Plant', value: 100 })

const credited: Readonly<Record<string, Case>> = {
  'A bill of £800.00 to pay, credited with £800.00': () =>
    books({ invoices: [invoice({ values: fullyCredited })] }),
  'A bill of £800.00 to pay, credited with £800.01': () =>
    books({ invoices: [invoice({ values: { creditNotes: 800.01 } })] }),
  'A bill of £800.00 to pay that says £500.00 is credited, with notes of £500.00 and £450.00': () =>
    books({
      invoices: [invoice({ values: { creditNotes: 500 } })],
      creditNotes: [creditNote({ value: 500 }), creditNote({ id: 'N2', value: 450 })],
    }),
  'A bill of −£40.00 to pay, and no credit': () =>
    books({ timesheets: [], invoices: [invoice({ ...adHoc, subtotal: -50 })] }),
  'Too large a credit, seen by the MSP': () =>
    books({
      side: mspSide,
      timesheets: [],
      invoices: [
        invoice({ msp, invoiceType: 'supplierToMsp', values: { creditNotes: 900 }, reason: 'Extra' }),
      ],
    }),
}

const taxed: Readonly<Record<string, Case>> = {
  'VAT of £200.00 at 20 % on £1,000.00': () => books({ invoices: [invoice(vat(1000, 200))] }),
  'VAT of £210.00 at 20 % on £1,000.00': () => books({ invoices: [invoice(vat(1000, 210))] }),
  'VAT of £0.00 at 20 %': () => books({ invoices: [invoice(vat(1000, 0))] }),
  'VAT of £200.00 where none is to be applied': () =>
    books({ invoices: [invoice(vat(1000, 200, { vatToBeApplied: false }))] }),
  'VAT of £200.01 on one line': () => books({ invoices: [invoice(vat(1000, 200.01))] }),
  'VAT of £200.01 on two lines': () =>
    books({
      timesheets: [withKind({ ot: overtime }, { wdBasic: 925, wdOvertime: 75 })],
      invoices: [invoice(vat(1000, 200.01))],
    }),
  'CIS of £190.00 at 20 % on £1,000.00': () =>
    books({ invoices: [invoice({ values: { cis: 190, finalTotal: 810 } })] }),
  'CIS of £200.00 at 20 % on £1,100.00, of which £100.00 is plant': () =>
    books({ invoices: [invoice({ subtotal: 1100, values: { cis: 200 } })], expenses: [plant] }),
  'CIS of £220.00 on the same': () => books({ invoices: [invoice({ subtotal: 1100 })], expenses: [plant] }),
  'CIS of £190.00 on a bill of £1,000.00 that names no timesheet': () =>
    books({ timesheets: [], invoices: [invoice({ ...adHoc, values: { cis: 190 } })] }),
  'CIS of £210.00 on a bill of £1,000.00 that names no timesheet': () =>
    books({ timesheets: [], invoices: [invoice({ ...adHoc, values: { cis: 210 } })] }),
  'CIS of £190.00 on a bill with a timesheet that this side does not see': () =>
    books({ invoices: [invoice({ of: ['T1', 'T8'], values: { cis: 190 } })] }),
  'CIS of £210.00 at 20 % on £1,000.00, seen by the MSP': () =>
    books({
      side: mspSide,
      timesheets: [],
      invoices: [invoice({ msp, invoiceType: 'supplierToMsp', values: { cis: 210 }, reason: 'Extra' })],
    }),
}

const applied: Readonly<Record<string, Case>> = {
  'An AfP of £1,000.00, and its invoice': () => books({ afps: [afp()] }),
  'An AfP of £950.00, and an invoice of £1,000.00 for the same timesheet': () =>
    books({ afps: [afp({ subtotal: 950 })] }),
  'An AfP that is a penny less, on two lines': () =>
    books({
      timesheets: [withKind({ ot: overtime }, { wdBasic: 925, wdOvertime: 75 })],
      afps: [afp({ subtotal: 999.99 })],
    }),
  'Two AfPs of £1,000.00 and £600.00, and an invoice for both': () =>
    books({
      timesheets: two,
      invoices: [invoice({ of: ['T1', 'T2'], subtotal: 1600, values: { netHours: 64 } })],
      afps: [afp(), afp({ id: 'P2', of: ['T2'], subtotal: 600 })],
    }),
  'An AfP for one timesheet, and an invoice for it and another of £600.00': () =>
    books({
      timesheets: two,
      invoices: [invoice({ of: ['T1', 'T2'], subtotal: 1600, values: { netHours: 64 } })],
      afps: [afp()],
    }),
  'An AfP for two timesheets, and an invoice for one of them': () =>
    books({
      timesheets: [sheet(), sheet({ id: 'T2', charge: {}, timelogs: [] })],
      afps: [afp({ of: ['T1', 'T2'], subtotal: 1600 })],
    }),
  'An AfP of £950.00 of another flow': () =>
    books({ afps: [afp({ subtotal: 950, afpType: 'mspToClient' })] }),
  'An AfP of £950.00 with a timesheet that this side does not see': () =>
    books({ afps: [afp({ subtotal: 950, of: ['T1', 'T8'] })] }),
}

const ordered = (given: Parameters<typeof order>[0], more: object = {}) =>
  books({ assignments: [assignment({ purchaseOrder: 'BRK-PO1' })], orders: [order(given)], ...more })

const spent = (...charges: readonly number[]): OrderSpending[] =>
  charges.map((charge, index) => ({
    id: `T${index + 1}`,
    reference: `BRK-T${index + 1}`,
    assignment: 'A1',
    weekEnding: week,
    charge: decimalOf(charge),
  }))

const orders: Readonly<Record<string, Case>> = {
  'An order of £5,000.00 and timesheets of £2,000.00 and £3,000.00': () =>
    checkOrder(order(), spent(2000, 3000)),
  'An order of £5,000.00 and timesheets of £2,000.00, £3,000.01 and £500.00': () =>
    checkOrder(order(), spent(2000, 3000.01, 500)),
  'An order of £5,000.00 and timesheets of £5,100.00 and −£200.00': () =>
    checkOrder(order(), spent(5100, -200)),
  'An order that covers all of it': () =>
    ordered({
      startDate: midnight(mon),
      endDate: midnight(fri),
      site: { id: 's1', name: 'North' },
      agency: marrow,
      projects: [{ id: 'p2', name: 'Wharf' }, quay],
      trades: [{ id: 't1', name: 'Dryliner' }],
    }),
  'An order that begins on Tuesday': () => ordered({ startDate: midnight(tue) }),
  'An order that ended on Wednesday': () => ordered({ endDate: '2026-01-28T09:00:00.000Z' }),
  'An order for another site': () => ordered({ site: { id: 's2', name: 'South' } }),
  'An order for another site that begins on Tuesday': () =>
    ordered({ site: { id: 's2', name: 'South' }, startDate: midnight(tue) }),
  'An order for another project': () => ordered({ projects: [{ id: 'p2', name: 'Wharf' }] }),
  'An order for another agency': () => ordered({ agency: { id: 'a2', name: 'Vane' } }),
  'An order for another trade': () => ordered({ trades: [{ id: 't2', name: 'Plasterer' }] }),
  'An order for another trade, and for all trades': () =>
    ordered({ trades: [{ id: 't2', name: 'Plasterer' }], allTrades: true }),
  'An order for another trade, and the assignment has none': () => {
    const { trade: _, ...without } = assignment({ purchaseOrder: 'BRK-PO1' })
    return ordered({ trades: [{ id: 't2', name: 'Plasterer' }] }, { assignments: [without] })
  },
  'Two orders of one reference, both for another agency': () => {
    const other = { agency: { id: 'a2', name: 'Vane' } }
    return ordered({}, { orders: [order(other), order({ ...other, id: 'O2' })] })
  },
  'An order for another agency, and the timesheet waits for approval': () =>
    ordered(
      { agency: { id: 'a2', name: 'Vane' } },
      { timesheets: [sheet({ status: 'pending' })], invoices: [] },
    ),
}

const toMsp = { invoiceType: 'supplierToMsp', msp, of: [] } as const
const toClient = { id: 'I2', invoiceType: 'mspToClient', msp, of: [] } as const
const managed = (invoices: Books['invoices'], more: object = {}) =>
  books({ side: mspSide, timesheets: [], assignments: [], invoices, ...more })

const flows: Readonly<Record<string, Case>> = {
  'The agency bills the MSP 40 hours, and the MSP the client 40': () =>
    managed([invoice(toMsp), invoice(toClient)]),
  'The agency bills the MSP 40 hours at £1,030.00 with £30.00 of expenses, and the MSP the client 38': () =>
    managed([
      invoice({ ...toMsp, subtotal: 1030, values: { expenses: 30 } }),
      invoice({ ...toClient, values: { netHours: 38 } }),
    ]),
  'The MSP bills the client a hundredth of an hour more, on two invoices': () =>
    managed([invoice(toMsp), invoice({ ...toClient, values: { netHours: 40.01 } })]),
  'The MSP bills the client two hundredths of an hour more, on two invoices': () =>
    managed([invoice(toMsp), invoice({ ...toClient, values: { netHours: 40.02 } })]),
  'The agency bills the MSP 40 hours, and the MSP the client nothing yet': () => managed([invoice(toMsp)]),
  'The MSP bills the client 40 hours at £1,040.00, and the agency bills nothing yet': () =>
    managed([invoice({ ...toClient, subtotal: 1040 })]),
  'The agency bills the MSP 40 hours, credited in full, and the MSP the client nothing': () =>
    managed([invoice({ ...toMsp, values: fullyCredited })]),
  'The agency bills the MSP 40 hours for a reason of its own, and the MSP the client nothing': () =>
    managed([invoice({ ...toMsp, reason: 'Standing time' })]),
  'The agency bills the MSP 40 hours of no week': () => {
    const { weekEnding: _, ...without } = invoice(toMsp)
    return managed([without], { weekEnding: '2026-02-15T00:00:00.000Z' })
  },
  'Two agencies, each as it should be': () => {
    const vane = { agency: { id: 'a2', name: 'Vane' } }
    return managed([
      invoice(toMsp),
      invoice(toClient),
      invoice({ ...toMsp, ...vane, id: 'I3', values: { netHours: 10 } }),
      invoice({ ...toClient, ...vane, id: 'I4', values: { netHours: 10 } }),
    ])
  },
  'What the MSP is told of, asked by the client': () =>
    managed([invoice(toClient)], { side: { kind: 'client', id: 'c1' } }),
}

/** By what each is about, in the order of the page. */
export const cases: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  'Timesheets and their bills': aboutTimesheets,
  'Days and places': outside,
  'One worker twice': overlapping,
  Rates: rated,
  'Piece rates': pieceRated,
  'Sums and hours': sums,
  Credit: credited,
  Tax: taxed,
  'Applications for payment': applied,
  'Purchase orders': orders,
  'Through an MSP': flows,
}

export function findingsOf(one: Case): BillingFinding[] {
  const loaded = one()
  return Array.isArray(loaded) ? loaded : checkWeek(loaded)
}
