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
