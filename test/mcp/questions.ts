// Sixty-one questions that people ask an assistant: the shortest calls that answer each, the answer worked out from the
// demo's own lines, and, for most, a wrong first guess of which the error alone leads on.
import { demoKeys } from '../../demo/programme.ts'
import { sampleOf } from '../../src/api/samples.ts'
import { dayShown } from '../clearances/day-shown.ts'
import { standingsIn } from '../demo/clearances.ts'
import { complianceOfficer, furtherAgency, furtherPayroll, recruiter } from './further-questions.ts'
import {
  type Any,
  type Facts,
  grouped,
  hours,
  inOctober,
  lastWeek,
  october,
  pounds,
  type Question,
  rows,
  sorted,
  week,
  within,
} from './question-facts.ts'

const sheetsAt = (facts: Facts, project: string) =>
  facts
    .company('timesheet')
    .filter(sheet => lastWeek(sheet) && sheet.project.id === facts.named('project', project).id)

const owing = (facts: Facts) =>
  facts.company('invoice').filter(one => one.status === 'pending' && one.invoiceType !== 'supplierToMsp')

const tomorrow = '2026-11-16'

/** All that the company key's people lack who may not be on site on a day: of a card that is missing, not its check as well. */
function lackingOn(facts: Facts, day: string): string[] {
  const stopped = standingsIn(facts.lines).flatMap(({ side, assignment, timeline }) => {
    const isShown = side === 'company' && demoKeys.company.includes(assignment.company.id)
    const shown = isShown ? dayShown(timeline, day, 0) : undefined
    const { worker } = assignment
    return !shown || shown.state === 'cleared' ? [] : [{ assignment, worker, ...shown.stretch }]
  })
  // Beside the demo's people every server with the samples has that one.
  const sample = sampleOf('clearance').record as Any
  return sorted(
    [...stopped, sample].map(({ assignment, worker, needs }) => {
      const { reference } = facts.all('assignment').find(({ id }) => id === assignment.id)
      const lacks: Any[] = needs.filter(({ status }: Any) => status !== 'held')
      const cards = lacks.map(({ what }) => `smart check of ${what}`)
      const said = lacks.flatMap(({ what, why }) => (cards.includes(what) ? [] : why))
      return `${reference}, ${facts.nameOf('worker', worker)}: ${sorted(said).join(' ')}`
    }),
  )
}

const siteManager: Omit<Question, 'asks'>[] = [
  {
    question: 'How many hours did Grzegorz Gajda work last week?',
    calls: [
      ['open_api_list_workers', { query: 'Grzegorz Gajda', fields: 'id' }],
      ['open_api_list_timesheets', { worker: '$1', ...week, fields: 'netHours' }],
    ],
    read: hours,
    expected: facts =>
      hours(
        facts
          .company('timesheet')
          .filter(sheet => lastWeek(sheet) && sheet.worker.id === facts.named('worker', 'Grzegorz Gajda').id),
      ),
    wrong: { call: ['open_api_list_timesheets', { worker: 'Grzegorz Gajda', ...week, fields: 'netHours' }] },
  },
  {
    question: 'How many of last week’s timesheets at Fennick Wharf wait for approval?',
    calls: [
      ['open_api_list_projects', { query: 'Fennick Wharf', fields: 'id' }],
      ['open_api_get_totals', { list: 'timesheets', project: '$1', status: 'pending_approval', ...week }],
    ],
    read: ([row]) => row?.count ?? 0,
    expected: facts =>
      sheetsAt(facts, 'Fennick Wharf').filter(({ status }) => status === 'pending_approval').length,
    wrong: {
      call: [
        'open_api_get_totals',
        { list: 'timesheets', project: 'Fennick Wharf', status: 'awaiting_approval', ...week },
      ],
      picks: ['pending_approval'],
    },
  },
  {
    question: 'How many hours did each agency’s people work at Station Quarter last week?',
    calls: [
      ['open_api_list_projects', { query: 'Station Quarter', fields: 'id' }],
      [
        'open_api_get_totals',
        { list: 'timesheets', project: '$1', ...week, groupBy: 'agency', sum: 'netHours' },
      ],
    ],
    read: data => rows(data, 'agency', 'netHours'),
    expected: facts =>
      grouped(sheetsAt(facts, 'Station Quarter'), one => facts.nameOf('agency', one.agency), hours),
    wrong: {
      call: [
        'open_api_get_totals',
        { list: 'timesheets', project: 'Station Quarter', ...week, groupBy: 'agencies', sum: 'hours' },
      ],
    },
  },
  {
    question: 'Who was absent last week?',
    calls: [['open_api_list_timesheets', { status: 'absent', ...week, fields: 'worker.name' }]],
    read: data => sorted(data.map((one: Any) => one.worker.name)),
    expected: facts =>
      sorted(
        facts
          .company('timesheet')
          .filter(sheet => lastWeek(sheet) && sheet.status === 'absent')
          .map(one => facts.nameOf('worker', one.worker)),
      ),
    wrong: {
      call: [
        'open_api_list_timesheets',
        { status: 'absent', weekEnding: '2026-11-08', fields: 'worker.name' },
      ],
    },
  },
  {
    question: 'Which requisitions at Station Quarter are still unfilled?',
    calls: [
      ['open_api_list_projects', { query: 'Station Quarter', fields: 'id' }],
      ['open_api_list_requisitions', { project: '$1', status: 'open', fields: 'reference' }],
    ],
    read: data => sorted(data.map((one: Any) => one.reference)),
    expected: facts => {
      const { id } = facts.named('project', 'Station Quarter')
      const open = facts.lines.filter(
        ({ type, record, facts = {} }: Any) =>
          type === 'requisition' &&
          record.project.id === id &&
          record.status === 'approved' &&
          facts.active !== false &&
          record.agencies.reduce((sum: number, { assigned }: Any) => sum + assigned, 0) < record.quantity,
      )
      return sorted(open.map(({ record }: Any) => record.reference))
    },
    wrong: {
      call: [
        'open_api_list_requisitions',
        { project: 'Station Quarter', status: 'unfilled', fields: 'reference' },
      ],
      picks: ['open'],
    },
  },
  {
    question: 'How many people are booked at Oldmoor Viaduct East?',
    calls: [
      ['open_api_list_sites', { query: 'Oldmoor Viaduct East', fields: 'id' }],
      ['open_api_get_totals', { list: 'assignments', site: '$1', status: 'confirmed' }],
    ],
    read: ([row]) => row?.count ?? 0,
    expected: facts =>
      facts
        .company('assignment')
        .filter(
          one => one.status === 'confirmed' && one.site.id === facts.named('site', 'Oldmoor Viaduct East').id,
        ).length,
    wrong: {
      call: [
        'open_api_get_totals',
        { list: 'assignments', site: 'Oldmoor Viaduct East', status: 'confirmed' },
      ],
    },
  },
  {
    question: 'What is the e-mail address of the site Fennick Wharf Plot C?',
    calls: [['open_api_list_sites', { query: 'Fennick Wharf Plot C', fields: 'email' }]],
    read: ([site]) => site.email,
    expected: facts => facts.named('site', 'Fennick Wharf Plot C').email,
    wrong: { call: ['open_api_get_site', { id: 'Fennick Wharf Plot C', fields: 'email' }] },
  },
  {
    question: 'Which agencies may supply Kestrel Bank Bypass?',
    calls: [
      ['open_api_list_projects', { query: 'Kestrel Bank Bypass', fields: 'id' }],
      ['open_api_list_project_connected_agencies', { id: '$1', fields: 'agency.name' }],
    ],
    read: data => sorted(data.map((one: Any) => one.agency.name)),
    expected: facts => {
      const { company } = facts.named('project', 'Kestrel Bank Bypass')
      const ties = facts.all('connection').filter(tie => tie.active && tie.company.id === company.id)
      return sorted(ties.filter(tie => !tie.project).map(tie => facts.nameOf('agency', tie.agency)))
    },
    wrong: { call: ['open_api_list_agencies', { project: 'Kestrel Bank Bypass', fields: 'agency.name' }] },
  },
  {
    question: 'When does assignment TRN-AS00793 end?',
    calls: [['open_api_list_assignments', { query: 'TRN-AS00793', fields: 'endDate' }]],
    read: data => [data].flat()[0].endDate,
    expected: facts => facts.named('assignment', 'TRN-AS00793').endDate,
    wrong: { call: ['open_api_get_assignment', { id: 'TRN-AS00793' }] },
  },
  {
    question: 'Who asked for the workers of requisition BRK-RQ00295?',
    calls: [['open_api_list_requisitions', { query: 'BRK-RQ00295', fields: 'requestor.name' }]],
    read: ([one]) => one.requestor.name,
    expected: facts => facts.named('requisition', 'BRK-RQ00295').requestor.name,
    wrong: { call: ['open_api_list_requisitions', { query: 'BRK-RQ00295', fields: 'requester.name' }] },
  },
  {
    question: 'At which site is Duncan Drummond booked?',
    calls: [
      ['open_api_list_assignments', { query: 'Duncan Drummond', status: 'confirmed', fields: 'site.name' }],
    ],
    read: data => sorted(data.map((one: Any) => one.site.name)),
    expected: facts => {
      const { id } = facts.named('worker', 'Duncan Drummond')
      const own = facts
        .company('assignment')
        .filter(one => one.worker.id === id && one.status === 'confirmed')
      return sorted(own.map(one => facts.nameOf('site', one.site)))
    },
    wrong: {
      call: [
        'open_api_list_assignments',
        { workerName: 'Duncan Drummond', status: 'confirmed', fields: 'site.name' },
      ],
    },
  },
  {
    question: 'How many people worked more than 48 hours last week?',
    calls: [
      ['open_api_list_recruitment_metrics', { metric: 'workersOverHours', from: week.from, to: week.to }],
    ],
    read: ([row]) => row.values.distinctWorkersOverThreshold,
    expected: facts =>
      new Set(
        facts
          .all('timesheet')
          .filter(
            one =>
              lastWeek(one) &&
              one.company.id === demoKeys.company[0] &&
              !['cancelled', 'absent'].includes(one.status) &&
              one.netHours > 48,
          )
          .map(one => one.worker.id),
      ).size,
    wrong: {
      call: ['open_api_list_recruitment_metrics', { metric: 'overHours', from: week.from, to: week.to }],
      picks: ['workersOverHours'],
    },
  },
  {
    question: 'On which days did Nadiya Danyliuk work last week?',
    calls: [
      [
        'open_api_list_timesheets',
        { query: 'Nadiya Danyliuk', ...week, includeTimelogs: true, fields: 'timelogs.date' },
      ],
    ],
    read: data => data.flatMap((one: Any) => one.timelogs.map((log: Any) => log.date)),
    expected: facts => {
      const { id } = facts.named('worker', 'Nadiya Danyliuk')
      const own = facts.company('timesheet').filter(one => lastWeek(one) && one.worker.id === id)
      return own.flatMap(one => one.timelogs.map((log: Any) => log.date))
    },
    wrong: {
      call: [
        'open_api_list_timesheets',
        { query: 'Nadiya Danyliuk', ...week, includeTimeLogs: true, fields: 'timelogs.date' },
      ],
    },
  },
  {
    question: 'Whose bookings end in the next ten weeks?',
    calls: [
      [
        'open_api_list_assignments',
        {
          ...{ status: 'confirmed', dateField: 'endDate', from: '2026-11-15', to: '2027-01-23' },
          ...{ fields: 'worker.name', limit: 200 },
        },
      ],
    ],
    read: data => sorted(data.map((one: Any) => one.worker.name)),
    expected: facts =>
      sorted(
        facts
          .company('assignment')
          .filter(
            one =>
              one.status === 'confirmed' && within(one.endDate, { from: '2026-11-15', to: '2027-01-23' }),
          )
          .map(one => facts.nameOf('worker', one.worker)),
      ),
  },
  {
    question: 'Who must not be on site tomorrow, and what do they need?',
    calls: [['open_api_get_gate_list', { on: tomorrow }]],
    read: ({ people }) =>
      sorted(
        people.map(
          ({ reference, worker, needs }: Any) =>
            `${reference}, ${worker.name}: ${sorted(needs.map(({ why }: Any) => why)).join(' ')}`,
        ),
      ),
    expected: facts => lackingOn(facts, tomorrow),
  },
]

const payrollClerk: Omit<Question, 'asks'>[] = [
  {
    question: 'What do we pay for last week’s approved work, by project?',
    calls: [
      [
        'open_api_get_totals',
        { list: 'timesheets', status: 'approved', ...week, groupBy: 'project', sum: 'values.pay.total' },
      ],
    ],
    read: data => rows(data, 'project', 'values.pay.total'),
    expected: facts =>
      grouped(
        facts.company('timesheet').filter(one => lastWeek(one) && one.status === 'approved'),
        one => facts.nameOf('project', one.project),
        own => pounds(own.map(one => one.values.pay.total)),
      ),
    wrong: {
      call: [
        'open_api_get_totals',
        { list: 'timesheet', status: 'approved', ...week, groupBy: 'project', sum: 'values.pay.total' },
      ],
    },
  },
  {
    question: 'What did each agency charge for the weeks of October?',
    calls: [
      [
        'open_api_get_totals',
        {
          ...{ list: 'timesheets', status: 'approved', dateField: 'weekEnding', ...october },
          ...{ groupBy: 'agency', sum: 'values.charge.total' },
        },
      ],
    ],
    read: data => rows(data, 'agency', 'values.charge.total'),
    expected: facts =>
      grouped(
        facts.company('timesheet').filter(one => inOctober(one.weekEnding) && one.status === 'approved'),
        one => facts.nameOf('agency', one.agency),
        own => pounds(own.map(one => one.values.charge.total)),
      ),
    wrong: {
      call: [
        'open_api_get_totals',
        {
          ...{ list: 'timesheets', status: 'approved', dateField: 'weekEnding', ...october },
          ...{ groupBy: 'agency', sum: 'charge' },
        },
      ],
    },
  },
  {
    question: 'Which invoices are unpaid and overdue?',
    calls: [
      [
        'open_api_list_invoices',
        { status: 'pending', dateField: 'due', to: '2026-11-14', fields: 'reference,due,values.netValue' },
      ],
    ],
    read: data => sorted(data.map((one: Any) => one.reference)),
    expected: facts =>
      sorted(
        owing(facts)
          .filter(({ due }) => due < '2026-11-15')
          .map(one => one.reference),
      ),
    wrong: {
      call: [
        'open_api_list_invoices',
        { status: 'unpaid', dateField: 'due', to: '2026-11-14', fields: 'reference,due,values.netValue' },
      ],
      picks: ['pending'],
    },
  },
  {
    question: 'How much do we owe each agency?',
    calls: [
      [
        'open_api_get_totals',
        { list: 'invoices', status: 'pending', groupBy: 'agency', sum: 'values.netValue' },
      ],
    ],
    read: data => rows(data, 'agency', 'values.netValue'),
    expected: facts =>
      grouped(
        owing(facts),
        one => facts.nameOf('agency', one.agency),
        own => pounds(own.map(one => one.values.netValue)),
      ),
    wrong: {
      call: [
        'open_api_get_totals',
        { list: 'invoices', status: 'pending', groupBy: 'supplier', sum: 'values.netValue' },
      ],
      picks: ['agency'],
    },
  },
  {
    question: 'What is left to pay of invoice BRK-INV02381?',
    calls: [['open_api_list_invoices', { query: 'BRK-INV02381', fields: 'values.netValue' }]],
    read: data => [data].flat()[0].values.netValue,
    expected: facts => facts.named('invoice', 'BRK-INV02381').values.netValue,
    wrong: { call: ['open_api_get_invoice', { id: 'BRK-INV02381' }] },
  },
  {
    question: 'Which timesheets does invoice TRN-INV02662 bill?',
    calls: [['open_api_list_invoices', { query: 'TRN-INV02662', fields: 'timesheets.reference' }]],
    read: ([one]) => sorted(one.timesheets.map((sheet: Any) => sheet.reference)),
    expected: facts => {
      const listed = facts.named('invoice', 'TRN-INV02662').timesheets.map((one: Any) => one.id)
      return sorted(
        facts
          .all('timesheet')
          .filter(({ id }) => listed.includes(id))
          .map(one => one.reference),
      )
    },
  },
  {
    question: 'Which expenses of last week were rejected?',
    calls: [
      [
        'open_api_list_expenses',
        { status: 'rejected', from: week.from, to: week.to, fields: 'worker.name,category,value' },
      ],
    ],
    read: data => data.map((one: Any) => `${one.worker.name} ${one.category} ${one.value}`).toSorted(),
    expected: facts =>
      facts
        .company('expense')
        .filter(one => one.status === 'rejected' && within(one.date, week))
        .map(one => `${facts.nameOf('worker', one.worker)} ${one.category} ${one.value}`)
        .toSorted(),
    wrong: {
      call: [
        'open_api_list_expenses',
        { status: 'declined', from: week.from, to: week.to, fields: 'worker.name,category,value' },
      ],
      picks: ['rejected'],
    },
  },
  {
    question: 'How much accommodation was approved in October?',
    calls: [
      [
        'open_api_get_totals',
        { list: 'expenses', category: 'Accommodation', status: 'approved', ...october, sum: 'value' },
      ],
    ],
    read: ([row]) => row?.sums.value ?? 0,
    expected: facts =>
      pounds(
        facts
          .company('expense')
          .filter(one => one.category === 'Accommodation' && one.status === 'approved' && inOctober(one.date))
          .map(one => one.value),
      ),
    wrong: {
      call: [
        'open_api_get_totals',
        { list: 'expenses', category: 'accommodation', status: 'approved', ...october, sum: 'value' },
      ],
    },
  },
  {
    question: 'What did we approve in October, by category of expense?',
    calls: [
      [
        'open_api_get_totals',
        { list: 'expenses', status: 'approved', ...october, groupBy: 'category', sum: 'value' },
      ],
    ],
    read: data => rows(data, 'category', 'value'),
    expected: facts =>
      grouped(
        facts.company('expense').filter(one => one.status === 'approved' && inOctober(one.date)),
        one => one.category,
        own => pounds(own.map(one => one.value)),
      ),
    wrong: {
      call: [
        'open_api_get_expense_totals',
        { status: 'approved', ...october, groupBy: 'category', sum: 'value' },
      ],
      picks: ['open_api_get_totals', 'expenses'],
    },
  },
  {
    question: 'Which credit notes were applied to invoice BRK-INV02609?',
    calls: [
      ['open_api_list_invoices', { query: 'BRK-INV02609', fields: 'id' }],
      ['open_api_list_credit_notes', { invoice: '$1', fields: 'reference,value' }],
    ],
    read: data => data.map((one: Any) => `${one.reference} ${one.value}`).toSorted(),
    expected: facts =>
      facts
        .all('creditNote')
        .filter(one => one.invoice?.id === facts.named('invoice', 'BRK-INV02609').id)
        .map(one => `${one.reference} ${one.value}`)
        .toSorted(),
    wrong: {
      call: ['open_api_list_credit_notes', { invoice: 'BRK-INV02609', fields: 'reference,value' }],
    },
  },
  {
    question: 'When was timesheet TRN-TS008140 approved?',
    calls: [['open_api_list_timesheets', { query: 'TRN-TS008140', fields: 'approvedDate' }]],
    read: data => [data].flat()[0].approvedDate,
    expected: facts => facts.named('timesheet', 'TRN-TS008140').approvedDate,
    wrong: { call: ['open_api_get_timesheet', { id: 'TRN-TS008140' }] },
  },
  {
    question: 'How much CIS was held back in each month from August to October?',
    calls: [
      [
        'open_api_get_totals',
        {
          ...{ list: 'invoices', dateField: 'weekEnding', from: '2026-08-01', to: '2026-10-31' },
          ...{ groupBy: 'weekEnding:month', sum: 'values.cis' },
        },
      ],
    ],
    read: data => rows(data, 'weekEnding', 'values.cis'),
    expected: facts =>
      grouped(
        facts
          .company('invoice')
          .filter(
            one =>
              one.invoiceType !== 'supplierToMsp' &&
              within(one.weekEnding, { from: '2026-08-01', to: '2026-10-31' }),
          ),
        one => one.weekEnding.slice(0, 7),
        own => pounds(own.map(one => one.values.cis)),
      ),
    wrong: {
      call: [
        'open_api_get_totals',
        {
          ...{ list: 'invoices', dateField: 'weekEnding', from: '2026-08-01', to: '2026-10-31' },
          ...{ groupBy: 'month', sum: 'values.cis' },
        },
      ],
    },
  },
  {
    question: 'Which of last week’s timesheets were returned and not sent again?',
    calls: [
      ['open_api_list_timesheets', { status: 'pending', ...week, fields: 'reference,version', limit: 200 }],
    ],
    read: data => sorted(data.filter((one: Any) => one.version > 1).map((one: Any) => one.reference)),
    expected: facts =>
      sorted(
        facts
          .company('timesheet')
          .filter(one => lastWeek(one) && one.status === 'pending' && one.versionHistory)
          .map(one => one.reference),
      ),
    wrong: {
      call: [
        'open_api_list_timesheets',
        { status: 'returned', ...week, fields: 'reference,version', limit: 200 },
      ],
    },
  },
  {
    question: 'Why was timesheet BRK-TS008132 returned?',
    calls: [
      ['open_api_list_timesheets', { query: 'BRK-TS008132', fields: 'id' }],
      ['open_api_get_timesheet', { id: '$1', includeVersionHistory: true }],
    ],
    read: ({ versionHistory }) => versionHistory[0].snapshotReason,
    expected: facts => facts.named('timesheet', 'BRK-TS008132').versionHistory[0].snapshotReason,
    wrong: { call: ['open_api_get_timesheet', { id: 'BRK-TS008132', includeVersionHistory: true }] },
  },
  {
    question: 'How many applications for payment have we not agreed yet, and to how much do they come?',
    calls: [['open_api_get_totals', { list: 'afps', status: 'pending', sum: 'values.finalTotal' }]],
    read: ([row]) => [row.count, row.sums['values.finalTotal']],
    expected: facts => {
      const own = facts
        .company('afp')
        .filter(one => one.status === 'pending' && one.afpType !== 'supplierToMsp')
      return [own.length, pounds(own.map(one => one.values.finalTotal))]
    },
    wrong: {
      call: ['open_api_get_totals', { list: 'applications', status: 'pending', sum: 'values.finalTotal' }],
      picks: ['afps'],
    },
  },
  {
    question: 'How many purchase orders have run out?',
    calls: [['open_api_get_totals', { list: 'purchase-orders', status: 'expired' }]],
    read: ([row]) => row.count,
    expected: facts => facts.company('purchaseOrder').filter(({ status }) => status === 'expired').length,
    wrong: {
      call: ['open_api_get_totals', { list: 'purchase-orders', status: 'closed' }],
      picks: ['expired'],
    },
  },
  {
    question: 'How many hours were worked last week?',
    calls: [['open_api_get_totals', { list: 'timesheets', ...week, sum: 'netHours' }]],
    read: ([row]) => row.sums.netHours,
    expected: facts => hours(facts.company('timesheet').filter(lastWeek)),
    wrong: {
      call: [
        'open_api_get_totals',
        { list: 'timesheets', dateField: 'weekEnding', from: 'last week', to: 'last week', sum: 'netHours' },
      ],
    },
  },
  {
    question: 'At which rates are bricklayers in the CIS paid?',
    calls: [
      ['open_api_list_trades', { query: 'Bricklayer', fields: 'id' }],
      ['open_api_list_rates', { trade: '$1', fields: 'rates.cis.pay' }],
    ],
    read: data => sorted(data.map((one: Any) => String(one.rates.cis?.pay))),
    expected: facts => {
      const [trade] = facts.company('trade').filter(({ name }) => name === 'Bricklayer')
      const own = facts.all('rate').filter(one => one.trade.id === trade.id)
      return sorted(own.map(one => String(one.rates.cis?.pay)))
    },
    wrong: { call: ['open_api_list_rates', { trade: 'Bricklayer', fields: 'rates.cis.pay' }] },
  },
  {
    question: 'Which users of Brackenholt are inactive?',
    calls: [
      ['open_api_get_me', {}],
      ['open_api_list_company_user_assignments', { id: '$1', status: 'inactive', fields: 'name' }],
    ],
    read: data => sorted(data.map((one: Any) => one.name)),
    expected: facts =>
      sorted(
        facts
          .all('user')
          .filter(one => one.inactive && one.companies.some((at: Any) => at.company === demoKeys.company[0]))
          .map(one => one.name),
      ),
    wrong: {
      call: [
        'open_api_list_company_user_assignments',
        { id: 'Brackenholt', status: 'inactive', fields: 'name' },
      ],
    },
  },
  {
    question: 'How many timesheets of the last four weeks still wait for approval, week by week?',
    calls: [
      [
        'open_api_get_totals',
        {
          ...{ list: 'timesheets', status: 'pending_approval', dateField: 'weekEnding' },
          ...{ from: '2026-10-12', to: '2026-11-08', groupBy: 'weekEnding:day' },
        },
      ],
    ],
    read: data => Object.fromEntries(data.map((row: Any) => [row.weekEnding, row.count])),
    expected: facts =>
      grouped(
        facts
          .company('timesheet')
          .filter(
            one =>
              one.status === 'pending_approval' &&
              within(one.weekEnding, { from: '2026-10-12', to: '2026-11-08' }),
          ),
        one => one.weekEnding.slice(0, 10),
        own => own.length,
      ),
    wrong: {
      call: [
        'open_api_get_totals',
        {
          ...{ list: 'timesheets', status: 'pending_approval', dateField: 'weekEnding' },
          ...{ from: '2026-10-12', to: '2026-11-08', groupBy: 'weekEnding:days' },
        },
      ],
    },
  },
]

const agency: Omit<Question, 'asks'>[] = [
  {
    question: 'How many hours did our people work last week, by company?',
    calls: [['open_api_get_totals', { list: 'timesheets', ...week, groupBy: 'company', sum: 'netHours' }]],
    read: data => rows(data, 'company', 'netHours'),
    expected: facts =>
      grouped(facts.agency('timesheet').filter(lastWeek), one => facts.nameOf('company', one.company), hours),
    wrong: {
      call: ['open_api_get_totals', { list: 'timesheets', ...week, groupBy: 'client', sum: 'netHours' }],
      picks: ['company'],
    },
  },
  {
    question: 'Which of our timesheets of last week wait for approval?',
    calls: [['open_api_list_timesheets', { status: 'pending_approval', ...week, fields: 'reference' }]],
    read: data => sorted(data.map((one: Any) => one.reference)),
    expected: facts =>
      sorted(
        facts
          .agency('timesheet')
          .filter(one => lastWeek(one) && one.status === 'pending_approval')
          .map(one => one.reference),
      ),
    wrong: {
      call: ['open_api_list_timesheets', { state: 'pending_approval', ...week, fields: 'reference' }],
      picks: ['status'],
    },
  },
  {
    question: 'Which requisitions could we still put people forward for?',
    calls: [['open_api_list_requisitions', { status: 'open', fields: 'reference' }]],
    read: data => sorted(data.map((one: Any) => one.reference)),
    expected: facts => {
      const open = facts.lines.filter(
        ({ type, record, facts = {} }: Any) =>
          type === 'requisition' &&
          record.status === 'approved' &&
          facts.active !== false &&
          record.agencies.some(({ id }: Any) => id === demoKeys.agency[0]) &&
          record.agencies.reduce((sum: number, { assigned }: Any) => sum + assigned, 0) < record.quantity,
      )
      return sorted(open.map(({ record }: Any) => record.reference))
    },
    wrong: {
      call: ['open_api_list_requisitions', { status: 'raised', fields: 'reference' }],
      picks: ['open'],
    },
  },
  {
    question: 'How much are we owed?',
    calls: [['open_api_get_totals', { list: 'invoices', status: 'pending', sum: 'values.netValue' }]],
    read: ([row]) => row.sums['values.netValue'],
    expected: facts =>
      pounds(
        facts
          .agency('invoice')
          .filter(one => one.status === 'pending' && one.invoiceType !== 'mspToClient')
          .map(one => one.values.netValue),
      ),
    wrong: {
      call: ['open_api_get_invoice_totals', { status: 'pending', sum: 'values.netValue' }],
      picks: ['open_api_get_totals', 'invoices'],
    },
  },
  {
    question: 'Which right-to-work document does Adrian Bielak have?',
    calls: [['open_api_list_workers', { query: 'Adrian Bielak', fields: 'rightToWork.documentType' }]],
    read: data => [data].flat()[0].rightToWork.map((one: Any) => one.documentType),
    expected: facts => facts.named('worker', 'Adrian Bielak').rightToWork.map((one: Any) => one.documentType),
    wrong: { call: ['open_api_get_worker', { id: 'Adrian Bielak', detail: 'full' }] },
  },
  {
    question: 'At which sites have we been asked for people?',
    calls: [['open_api_list_requisitions', { fields: 'site.name', limit: 200 }]],
    read: data => sorted(data.map((one: Any) => one.site.name)),
    expected: facts =>
      sorted(
        facts
          .all('requisition')
          .filter(
            one => one.status !== 'raised' && one.agencies.some(({ id }: Any) => id === demoKeys.agency[0]),
          )
          .map(one => facts.nameOf('site', one.site)),
      ),
  },
]

const asked = (asks: Question['asks'], own: Omit<Question, 'asks'>[]) => own.map(one => ({ asks, ...one }))

export const questions: readonly Question[] = [
  ...asked('site manager', siteManager),
  ...asked('payroll clerk', [...payrollClerk, ...furtherPayroll]),
  ...asked('recruiter', recruiter),
  ...asked('compliance officer', complianceOfficer),
  ...asked('agency', [...agency, ...furtherAgency]),
]
