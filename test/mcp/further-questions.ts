// Questions of recruiters and compliance officers, and further ones of payroll clerks and agencies.
import { demoKeys } from '../../demo/programme.ts'
import {
  type Any,
  type Facts,
  grouped,
  lastWeek,
  october,
  pounds,
  type Question,
  rows,
  sorted,
  submissionsOf,
  week,
  within,
} from './question-facts.ts'

type Further = Omit<Question, 'asks'>

const soon = { from: '2026-11-15', to: '2026-12-13' }
const lapsed = { from: '2026-01-01', to: '2026-11-14' }
const thisYear = { dateField: 'weekEnding', from: '2026-01-01', to: '2026-11-08' }
const augustHoliday = { dateField: 'weekEnding', from: '2026-08-31', to: '2026-09-06' }
const holidayPay = 'values.pay.bankHoliday,values.pay.bankHolidayNight'

const approvedIn = (facts: Facts, range: { from: string; to: string }) =>
  facts.company('timesheet').filter(one => one.status === 'approved' && within(one.weekEnding, range))

const expiring = (facts: Facts, kind: 'company' | 'agency', range: { from: string; to: string }) =>
  facts
    .workersOf(kind)
    .filter(({ documents }) => documents.some(({ expiration }) => expiration && within(expiration, range)))
    .map(({ worker }) => worker.name)

const totalOf = (_: Any, { total }: Any) => total

export const furtherPayroll: Further[] = [
  {
    question: 'How much bank holiday pay have we approved this year?',
    calls: [
      ['open_api_get_totals', { list: 'timesheets', status: 'approved', ...thisYear, sum: holidayPay }],
    ],
    read: ([{ sums }]) => [sums['values.pay.bankHoliday'], sums['values.pay.bankHolidayNight']],
    expected: facts => {
      const own = approvedIn(facts, thisYear)
      return ['bankHoliday', 'bankHolidayNight'].map(kind =>
        pounds(own.map(({ values }) => values.pay[kind] ?? 0)),
      )
    },
  },
  {
    question: 'What was paid for the August bank holiday, by agency?',
    calls: [
      [
        'open_api_get_totals',
        {
          ...{ list: 'timesheets', status: 'approved', ...augustHoliday },
          ...{ groupBy: 'agency', sum: 'values.pay.bankHoliday' },
        },
      ],
    ],
    read: data => rows(data, 'agency', 'values.pay.bankHoliday'),
    expected: facts =>
      grouped(
        approvedIn(facts, augustHoliday),
        one => facts.nameOf('agency', one.agency),
        own => pounds(own.map(({ values }) => values.pay.bankHoliday ?? 0)),
      ),
    wrong: {
      call: [
        'open_api_get_totals',
        {
          ...{ list: 'timesheets', status: 'approved', ...augustHoliday },
          ...{ groupBy: 'agency', sum: 'bankHoliday' },
        },
      ],
    },
  },
  {
    question: 'What did overtime on weekdays cost us last week, by project?',
    calls: [
      [
        'open_api_get_totals',
        { list: 'timesheets', ...week, groupBy: 'project', sum: 'values.charge.wdOvertime' },
      ],
    ],
    read: data => rows(data, 'project', 'values.charge.wdOvertime'),
    expected: facts =>
      grouped(
        facts.company('timesheet').filter(lastWeek),
        one => facts.nameOf('project', one.project),
        own => pounds(own.map(({ values }) => values.charge.wdOvertime ?? 0)),
      ),
    wrong: {
      call: [
        'open_api_get_totals',
        { list: 'timesheets', ...week, groupBy: 'project', sum: 'values.charge.overtime' },
      ],
      picks: ['values.charge.wdOvertime'],
    },
  },
  {
    question: 'How much mileage did each worker claim in October?',
    calls: [
      [
        'open_api_get_totals',
        { list: 'expenses', category: 'Mileage', ...october, groupBy: 'worker', sum: 'value' },
      ],
    ],
    read: data => rows(data, 'worker', 'value'),
    expected: facts =>
      grouped(
        facts.company('expense').filter(one => one.category === 'Mileage' && within(one.date, october)),
        one => facts.nameOf('worker', one.worker),
        own => pounds(own.map(one => one.value)),
      ),
    wrong: {
      call: [
        'open_api_get_totals',
        { list: 'expenses', category: 'mileage', ...october, groupBy: 'worker', sum: 'value' },
      ],
    },
  },
]

export const recruiter: Further[] = [
  {
    question: 'How many requisitions wait for approval?',
    calls: [['open_api_list_requisitions', { status: 'raised', fields: 'id', limit: 1 }]],
    read: totalOf,
    expected: facts =>
      facts.lines.filter(
        ({ type, record, facts: { refusal } = {} }: Any) =>
          type === 'requisition' &&
          record.status === 'raised' &&
          refusal === undefined &&
          demoKeys.company.includes(record.company.id),
      ).length,
    wrong: {
      call: ['open_api_list_requisitions', { status: 'pending', fields: 'id', limit: 1 }],
      picks: ['raised'],
    },
  },
  {
    question: 'Who has been put forward for requisition TRN-RQ00300?',
    calls: [
      [
        'open_api_list_requisitions',
        { query: 'TRN-RQ00300', fields: 'agencies.name,agencies.submissions.worker.name' },
      ],
    ],
    read: data => sorted(submissionsOf([data].flat()[0]).map(({ worker }) => worker.name)),
    expected: facts =>
      sorted(
        submissionsOf(facts.named('requisition', 'TRN-RQ00300')).map(({ worker }) =>
          facts.nameOf('worker', worker),
        ),
      ),
    wrong: {
      call: ['open_api_get_requisition', { id: 'TRN-RQ00300', detail: 'full' }],
    },
  },
  {
    question: 'Why was somebody turned down for requisition TRN-RQ00276?',
    calls: [
      [
        'open_api_list_requisitions',
        {
          query: 'TRN-RQ00276',
          fields: 'agencies.submissions.worker.name,agencies.submissions.rejectionReason',
        },
      ],
    ],
    read: ([one]) => submissionsOf(one).flatMap(({ rejectionReason }) => rejectionReason ?? []),
    expected: facts =>
      submissionsOf(facts.named('requisition', 'TRN-RQ00276')).flatMap(
        ({ rejectionReason }) => rejectionReason ?? [],
      ),
  },
  {
    question: 'Which agencies answered requisition BRK-RQ00295, and with how many people?',
    calls: [
      ['open_api_list_requisitions', { query: 'BRK-RQ00295', fields: 'agencies.name,agencies.offered' }],
    ],
    read: ([one]) => one.agencies.map(({ name, offered }: Any) => `${name} ${offered}`).toSorted(),
    expected: facts =>
      facts
        .named('requisition', 'BRK-RQ00295')
        .agencies.map(({ id, offered }: Any) => `${facts.nameOf('agency', { id })} ${offered}`)
        .toSorted(),
  },
  {
    question: 'How many requisitions were raised in October?',
    calls: [['open_api_list_requisitions', { ...october, fields: 'id', limit: 1 }]],
    read: totalOf,
    expected: facts => facts.company('requisition').filter(one => within(one.createdAt, october)).length,
  },
  {
    question: 'How many people are booked on each project?',
    calls: [['open_api_get_totals', { list: 'assignments', status: 'confirmed', groupBy: 'project' }]],
    read: data => Object.fromEntries(data.map((row: Any) => [row.project.name, row.count]).toSorted()),
    expected: facts =>
      grouped(
        facts.company('assignment').filter(one => one.status === 'confirmed'),
        one => facts.nameOf('project', one.project),
        own => own.length,
      ),
    wrong: {
      call: ['open_api_get_totals', { list: 'assignments', status: 'booked', groupBy: 'project' }],
      picks: ['confirmed'],
    },
  },
  {
    question: 'Which requisitions that begin in the next four weeks are approved and not filled?',
    calls: [
      [
        'open_api_list_requisitions',
        {
          ...{ status: 'approved', dateField: 'startDate', from: '2026-11-16', to: '2026-12-13' },
          ...{ fields: 'reference', limit: 200 },
        },
      ],
    ],
    read: data => sorted(data.map((one: Any) => one.reference)),
    expected: facts =>
      sorted(
        facts
          .company('requisition')
          .filter(
            one =>
              one.status === 'approved' && within(one.startDate, { from: '2026-11-16', to: '2026-12-13' }),
          )
          .map(one => one.reference),
      ),
    wrong: {
      call: [
        'open_api_list_requisitions',
        {
          ...{ status: 'approved', dateField: 'start', from: '2026-11-16', to: '2026-12-13' },
          ...{ fields: 'reference', limit: 200 },
        },
      ],
      picks: ['startDate'],
    },
  },
]

export const complianceOfficer: Further[] = [
  {
    question: 'Whose documents expire in the next four weeks?',
    calls: [['open_api_list_workers', { dateField: 'documentExpiry', ...soon, fields: 'name' }]],
    read: data => sorted(data.map(({ name }: Any) => name)),
    expected: facts => sorted(expiring(facts, 'company', soon)),
    wrong: { call: ['open_api_list_workers', { dateField: 'expiry', ...soon, fields: 'name' }] },
  },
  {
    question: 'How many people have a document that has run out since January?',
    calls: [['open_api_list_workers', { dateField: 'documentExpiry', ...lapsed, fields: 'id', limit: 1 }]],
    read: totalOf,
    expected: facts => expiring(facts, 'company', lapsed).length,
  },
  {
    question: 'Which documents of Imran Lockhart expire, and when?',
    calls: [
      [
        'open_api_list_workers',
        {
          query: 'Imran Lockhart',
          fields:
            'attachments.documentType,attachments.expiration,rightToWork.documentType,rightToWork.expiration',
        },
      ],
    ],
    read: ([{ attachments, rightToWork }]) => expiries([...attachments, ...rightToWork]),
    expected: facts =>
      facts
        .workersOf('company')
        .filter(({ worker }) => worker.name === 'Imran Lockhart')
        .flatMap(({ documents }) => expiries(documents)),
  },
  {
    question: 'What is Callum Ashdown’s telephone number?',
    calls: [['open_api_list_workers', { query: 'Callum Ashdown', fields: 'phone' }]],
    read: ([{ phone }]) => `${phone.countryCode} ${phone.number}`,
    expected: facts => {
      const { phone } = facts.named('worker', 'Callum Ashdown')
      return `${phone.countryCode} ${phone.number}`
    },
  },
  {
    question: 'Until when may Adrian Bielak work here, by the check of his right to work?',
    calls: [
      [
        'open_api_list_workers',
        {
          query: 'Adrian Bielak',
          fields: 'rightToWork.rightToWorkCheck.status,rightToWork.rightToWorkCheck.permissionExpiry',
        },
      ],
    ],
    read: ([{ rightToWork }]) =>
      rightToWork.flatMap(({ rightToWorkCheck: made }: Any) => made?.permissionExpiry ?? []),
    expected: facts =>
      facts
        .named('worker', 'Adrian Bielak')
        .rightToWork.flatMap(({ rightToWorkCheck: made }: Any) => made?.permissionExpiry ?? []),
  },
  {
    question: 'What does a General Labourer have to hold at Brackenholt?',
    calls: [
      ['open_api_get_me', {}],
      ['open_api_list_trades', { company: '$1', query: 'General Labourer', fields: 'id' }],
      ['open_api_get_trade', { id: '$2', includeCompetencyMatrix: true }],
    ],
    read: ({ competencyMatrix }) => namesIn(competencyMatrix),
    expected: facts => {
      const { id } = facts
        .all('trade')
        .find(one => one.name === 'General Labourer' && one.company.id === demoKeys.company[0])
      return namesIn(facts.all('competencyEntry').filter(one => one.trade.id === id && !one.project))
    },
  },
]

const expiries = (documents: Any[]) =>
  documents
    .flatMap(({ documentType, expiration }) => (expiration ? [`${documentType} ${expiration}`] : []))
    .toSorted()

/** Every qualification that is named in some entries of a matrix. */
const namesIn = (entries: Any[]): string[] =>
  sorted(
    entries.flatMap(({ requirements }) =>
      requirements.flatMap(({ items, groups }: Any) =>
        [...items, ...groups.flatMap((group: Any) => group.items)].map(({ name }: Any) => name),
      ),
    ),
  )

export const furtherAgency: Further[] = [
  {
    question: 'Which of our people’s documents expire in the next four weeks?',
    calls: [['open_api_list_workers', { dateField: 'documentExpiry', ...soon, fields: 'name' }]],
    read: data => sorted(data.map(({ name }: Any) => name)),
    expected: facts => sorted(expiring(facts, 'agency', soon)),
    wrong: { call: ['open_api_list_workers', { dateField: 'expiry', ...soon, fields: 'name' }] },
  },
  {
    question: 'How many of our people are booked, by company?',
    calls: [['open_api_get_totals', { list: 'assignments', status: 'confirmed', groupBy: 'company' }]],
    read: data => Object.fromEntries(data.map((row: Any) => [row.company.name, row.count]).toSorted()),
    expected: facts =>
      grouped(
        facts.agency('assignment').filter(one => one.status === 'confirmed'),
        one => facts.nameOf('company', one.company),
        own => own.length,
      ),
    wrong: {
      call: ['open_api_get_totals', { list: 'assignment', status: 'confirmed', groupBy: 'company' }],
    },
  },
  {
    question: 'What did we charge for weekday nights in October?',
    calls: [
      [
        'open_api_get_totals',
        {
          ...{ list: 'timesheets', status: 'approved', dateField: 'weekEnding', ...october },
          sum: 'values.charge.wdNightwork',
        },
      ],
    ],
    read: ([{ sums }]) => sums['values.charge.wdNightwork'],
    expected: facts =>
      pounds(
        facts
          .agency('timesheet')
          .filter(one => one.status === 'approved' && within(one.weekEnding, october))
          .map(({ values }) => values.charge.wdNightwork ?? 0),
      ),
  },
]
