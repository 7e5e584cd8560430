// Load lines for tests: each maker gives a whole, valid record and takes what the test is about.

export type Line = {
  type: string
  record: Record<string, unknown>
  facts?: Record<string, unknown>
  nanoid?: string
}
type More = Record<string, unknown>

const stamps = { createdAt: '2026-03-02T09:00:00.000Z', updatedAt: '2026-03-03T09:00:00.000Z' }
const line = (type: string, record: More, more: More = {}): Line => ({ type, record: { ...record, ...more } })

/** The same once more, a little newer: what was loaded together with connections is not in the feeds, since whoever
 * they are of has to read everything anyway. */
export const touched = (lines: Iterable<object>): object[] =>
  ([...lines] as Line[])
    .filter(({ type, record }) => type !== 'connection' && record?.updatedAt !== undefined)
    .map(line => ({ ...line, record: { ...line.record, updatedAt: '2026-12-31T00:00:00.000Z' } }))

const refer = (value: unknown) => (typeof value === 'string' ? { id: value } : value)

/** Short forms: `company: 'c1'` for `company: {id: 'c1'}`. */
function withRefs(more: More, names: readonly string[]): More {
  return Object.fromEntries(
    Object.entries(more).map(([key, value]) => [key, names.includes(key) ? refer(value) : value]),
  )
}

export const company = (id: string, more: More = {}) =>
  line('company', { id, name: `Company ${id}`, prefix: id.toUpperCase(), active: true, ...stamps }, more)
export const agency = (id: string, more: More = {}) =>
  line('agency', { id, name: `Agency ${id}`, active: true }, more)
export const connection = (company: string, agency: string, more: More = {}) =>
  line(
    'connection',
    {
      id: `${company}-${agency}${more.project ? `-${more.project}` : ''}`,
      company: { id: company },
      agency: { id: agency },
      active: true,
      ...stamps,
    },
    withRefs(more, ['project']),
  )
export const project = (id: string, company: string, more: More = {}) =>
  line(
    'project',
    { id, name: `Project ${id}`, active: true, company: { id: company }, ...stamps },
    withRefs(more, ['region', 'sector']),
  )
export const site = (id: string, project: string, company: string, more: More = {}) =>
  line(
    'site',
    { id, name: `Site ${id}`, active: true, project: { id: project }, company: { id: company }, ...stamps },
    more,
  )
export const named = (
  type: 'region' | 'sector' | 'masterTrade' | 'user',
  id: string,
  name = `${type} ${id}`,
) => line(type, { id, name })
export const worker = (id: string, more: More = {}) =>
  line(
    'worker',
    { id, reference: `WK-${id}`, firstName: 'Ada', lastName: id, name: `Ada ${id}`, ...stamps },
    more,
  )

export const assignment = (
  id: string,
  of: { company: string; project: string; agency: string; worker: string },
  more: More = {},
) =>
  line(
    'assignment',
    {
      id,
      reference: `${of.company.toUpperCase()}-A-${id}`,
      status: 'confirmed',
      payType: 'hourly',
      rateType: 'paye',
      ...references(of),
      ...stamps,
    },
    withRefs(more, ['site', 'trade']),
  )

/** What makes a timesheet as long as one likes: work by the piece that somebody wrote much about. */
export const withComment = (length: number) => {
  const nothing = { payValue: 0, empValue: 0, marginValue: 0, chargeValue: 0 }
  const entry = {
    id: 'entry',
    pieceRateId: 'rate',
    code: 'BRD',
    name: 'Boarding',
    unitLabel: 'board',
    unitLabelPlural: 'boards',
    frequency: 'daily',
    rateType: 'PAYE',
    values: { pay: 0, emp: 0, margin: 0, charge: 0 },
    totals: { units: 0, ...nothing },
    lines: [{ id: 'line', units: 0, ...nothing, comment: 'x'.repeat(length) }],
  }
  return { pieceRateEntries: [entry] }
}

export const timesheet = (
  id: string,
  of: { company: string; project: string; agency: string; worker: string },
  more: More = {},
) =>
  line(
    'timesheet',
    {
      id,
      reference: `${of.company.toUpperCase()}-T-${id}`,
      status: 'pending',
      ...references(of),
      start: '2026-03-02',
      end: '2026-03-08',
      weekEnding: '2026-03-08',
      version: 1,
      netHours: 40,
      ...stamps,
    },
    withRefs(more, ['site', 'assignment', 'approvedBy']),
  )

const references = (of: { company: string; project: string; agency: string; worker: string }) => ({
  company: { id: of.company },
  project: { id: of.project },
  agency: { id: of.agency },
  worker: { id: of.worker },
})

/** An answer one agency gave about a worker it submitted. */
export const answer = (agency: string, value: unknown, more: More = {}) => ({
  fieldId: 'f1',
  label: 'Shift preference',
  fieldType: 'text',
  value,
  answerScope: 'submission',
  submissionId: `sub-${agency}`,
  workerIds: [],
  agency: { id: agency },
  worker: null,
  displayLocations: ['requisition', 'assignment', 'timesheet'],
  submittedAt: '2026-03-01T08:00:00.000Z',
  submittedBy: null,
  updatedAt: null,
  updatedBy: null,
  ...more,
})

/** Two rival companies, two rival agencies, everything connected, and a worker of each agency. */
export const rivals = (): Line[] => [
  company('c1'),
  company('c2'),
  agency('a1'),
  agency('a2'),
  connection('c1', 'a1'),
  connection('c1', 'a2'),
  connection('c2', 'a1'),
  connection('c2', 'a2'),
  project('p1', 'c1'),
  project('p2', 'c2'),
  site('s1', 'p1', 'c1'),
  site('s2', 'p2', 'c2'),
  named('user', 'u1', 'Uma Reid'),
  worker('w1'),
  worker('w2'),
]

type Of = { company: string; project: string; agency: string; worker: string }

export const trade = (id: string, company: string, more: More = {}) =>
  line('trade', { id, name: `Trade ${id}`, active: true, company: { id: company }, ...stamps }, more)
export const tag = (id: string, company: string, more: More = {}) =>
  line('tag', { id, name: `Tag ${id}`, company, mandatory: false, resourceType: 'trade', ...stamps }, more)

export const requisition = (
  id: string,
  of: { company: string; project: string },
  more: More = {},
  facts: More = {},
): Line => ({
  ...line(
    'requisition',
    {
      id,
      reference: `${of.company.toUpperCase()}-R-${id}`,
      status: 'approved',
      quantity: 2,
      company: { id: of.company },
      project: { id: of.project },
      ...stamps,
    },
    withRefs(more, ['site', 'trade', 'activity']),
  ),
  facts,
})

/** An agency's answer to a requisition. */
export const response = (id: string, more: More = {}) => ({
  id,
  offered: 0,
  assigned: 0,
  dateReceived: '2026-03-01',
  dateAccepted: null,
  submissions: [],
  ...more,
})
export const submission = (worker: string, more: More = {}) => ({
  worker: { id: worker },
  submittedAt: '2026-03-05',
  isRejected: false,
  rejectionReason: null,
  ...more,
})

export const expense = (id: string, of: Of, more: More = {}) =>
  line(
    'expense',
    {
      id,
      status: 'pending',
      category: 'Fuel',
      date: '2026-03-04',
      value: 12.5,
      ...references(of),
      ...stamps,
    },
    withRefs(more, ['timesheet', 'invoice', 'afp', 'approvedBy', 'createdBy']),
  )

export const amounts = {
  grossHours: 42,
  netHours: 40,
  subtotal: 1000,
  vat: 200,
  total: 1200,
  cis: 0,
  cisRate: 0,
  vatRate: 20,
  finalTotal: 1200,
  expenses: 0,
  creditNotes: 0,
  netValue: 1200,
}

export const invoice = (id: string, of: { company: string; agency: string }, more: More = {}) =>
  line(
    'invoice',
    {
      id,
      reference: `${of.company.toUpperCase()}-I-${id}`,
      status: 'pending',
      company: { id: of.company },
      agency: { id: of.agency },
      invoiceType: 'supplierToClient',
      values: amounts,
      files: { invoice: null, timesheetSnapshot: null },
      ...stamps,
    },
    withRefs(more, ['msp', 'confirmedBy']),
  )

export const afp = (id: string, of: { company: string; agency: string }, more: More = {}) => {
  const { invoiceType: _, files: __, ...record } = invoice(id, of).record
  return line(
    'afp',
    { ...record, afpType: 'supplierToClient', files: { afp: null, timesheetSnapshot: null } },
    withRefs(more, ['msp']),
  )
}

export const creditNote = (id: string, of: { company: string; agency: string }, more: More = {}) =>
  line(
    'creditNote',
    {
      id,
      reference: `CN-${id}`,
      company: { id: of.company },
      agency: { id: of.agency },
      value: 10,
      status: 'applied',
      ...stamps,
    },
    withRefs(more, ['invoice']),
  )

export const purchaseOrder = (id: string, company: string, more: More = {}) =>
  line(
    'purchaseOrder',
    { id, reference: `PO-${id}`, status: 'active', value: 100, company: { id: company }, ...stamps },
    withRefs(more, ['site', 'agency', 'tag']),
  )

const perType = (value: unknown) => ({ cis: value, paye: null, psc: null })
export const rate = (id: string, of: { company: string; trade: string }, more: More = {}) =>
  line(
    'rate',
    {
      id,
      project: null,
      agency: null,
      trade: { id: of.trade },
      company: { id: of.company },
      rates: perType({ pay: 20, emp: 0, margin: 2, charge: 22 }),
      dayRates: perType(null),
      ...stamps,
    },
    withRefs(more, ['region', 'sector', 'project', 'agency']),
  )
