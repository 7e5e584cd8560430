// What a key may see, worked out the slow and obvious way from the text of the specification and from
// nothing of the server: plain objects are shown, filtered, sorted, cut into pages and projected.
import type { Any, Line, World } from './worlds.ts'
import { refer } from './worlds.ts'

export type Caller = { kind: 'company' | 'agency'; owners: readonly string[] }
export type Request = { path: string; id?: string; query: readonly (readonly [string, string])[] }
export type Answer = { status: number; code?: string; data?: Any; meta?: Any }

class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, code: string) {
    super(code)
    this.answer = { status, code }
  }
}

const badRequest = () => new Refused(400, 'BAD_REQUEST')

/** Who asks, of which companies (all that the key has, or those that the request names). */
export type View = { world: World; caller: Caller; companies: ReadonlySet<string>; narrowed: boolean }

type Flags = ReadonlySet<string>
type Values = (shown: Any, line: Line, view: View) => Any[]
type Rules = {
  type: string
  /** Set where agency keys are refused. */
  companyOnly?: 'list' | 'both'
  visible(line: Line, view: View): boolean
  show?(line: Line, view: View, flags: Flags): Any
  /** Properties of the single record that records of a list lack. */
  getOnly?: readonly string[]
  fields: string
  choices?: Record<string, { of: readonly string[]; agency?: readonly string[]; values: Values }>
  ids?: Record<string, Values>
  repeats?: readonly string[]
  single?: readonly string[]
  search?: Values
  dates?: Record<string, Values>
  /** Whether `dateField` is a parameter; lists without it look at createdAt. */
  dateField?: boolean
  sorts?: Record<string, string>
  sort?: string
  flags?: { list?: readonly string[]; get?: readonly string[]; agencyGet?: readonly string[] }
  /** Read by every key, whatever its companies. */
  everyones?: boolean
}

const own = (view: View, agency: string) =>
  view.caller.kind === 'company' || view.caller.owners.includes(agency)

/** Values at a dot path, through lists, without what is unset. */
function at(value: Any, path: string): Any[] {
  const [first, ...rest] = path.split('.')
  if (Array.isArray(value)) return value.flatMap(item => at(item, path))
  const found = value?.[first!]
  if (found === undefined || found === null) return []
  if (rest.length === 0) return Array.isArray(found) ? found : [found]
  return at(found, rest.join('.'))
}
const path =
  (name: string): Values =>
  shown =>
    at(shown, name)
const paths =
  (...names: string[]): Values =>
  shown =>
    names.flatMap(name => at(shown, name))
const same = (...names: string[]) => Object.fromEntries(names.map(name => [name, path(name)]))
const sortsBy = (...names: string[]) => Object.fromEntries(names.map(name => [name, name]))

// Connections

const active = (world: World) =>
  world
    .of('connection')
    .filter(line => line.record.active)
    .map(({ record, facts }) => ({ ...record, listed: facts.projects ?? [] }))

const linked = (world: World, agency: string, company: string) =>
  active(world).some(one => one.agency.id === agency && one.company.id === company)

/** Connected to a project: itself, or through its company unless that is restricted to other projects. */
const connected = (world: World, agency: string, project: string) => {
  const company = world.find('project', project)!.record.company.id
  return active(world).some(
    one =>
      one.agency.id === agency &&
      one.company.id === company &&
      (one.project ? one.project.id === project : !one.restricted || one.listed.includes(project)),
  )
}

/** The companies that are available to a key. */
export const companiesOf = (world: World, { kind, owners }: Caller): string[] =>
  kind === 'company'
    ? [...owners]
    : world
        .of('company')
        .map(line => line.record.id)
        .filter(company => owners.some(agency => linked(world, agency, company)))

// Who sees which rows

const byOwner = ({ record }: Line, { world, caller, companies }: View): boolean => {
  if (!companies.has(record.company.id)) return false
  if (caller.kind === 'company') return true
  return caller.owners.includes(record.agency?.id) && linked(world, record.agency.id, record.company.id)
}

const requisitionVisible = ({ record, facts }: Line, { world, caller, companies }: View): boolean => {
  if (!companies.has(record.company.id)) return false
  if (caller.kind === 'company') return true
  if (statusOf({ record, facts }) === 'raised' || statusOf({ record, facts }) === 'rejected') return false
  return record.agencies.some(
    (one: Any) => caller.owners.includes(one.id) && linked(world, one.id, record.company.id),
  )
}

const invoiceVisible =
  (type: string) =>
  (line: Line, view: View): boolean => {
    const { record } = line
    if (view.caller.kind === 'agency') return record[type] !== 'mspToClient' && byOwner(line, view)
    const client = record[type] !== 'supplierToMsp' && view.companies.has(record.company.id)
    return client || (record.msp !== undefined && view.companies.has(record.msp.id))
  }

const rateVisible = ({ record }: Line, { world, caller, companies }: View): boolean => {
  if (!companies.has(record.company.id)) return false
  if (caller.kind === 'company') return true
  const agencies = record.agency ? caller.owners.filter(id => id === record.agency.id) : caller.owners
  return agencies.some(
    agency =>
      linked(world, agency, record.company.id) &&
      (record.project === null || connected(world, agency, record.project.id)),
  )
}

const projectVisible = ({ record }: Line, { world, caller, companies }: View): boolean =>
  companies.has(record.company.id) &&
  (caller.kind === 'company' || caller.owners.some(agency => connected(world, agency, record.id)))

const tradeVisible = ({ record }: Line, { companies }: View): boolean => companies.has(record.company.id)

/** Companies where a worker has an assignment, a submission or an identifier, as far as this caller is shown. */
function companiesOfWorker(worker: Any, view: View): string[] {
  const { world, caller } = view
  const assigned = world
    .of('assignment')
    .filter(line => line.record.worker.id === worker.id && byOwner(line, view))
  const submitted = world
    .of('requisition')
    .filter(line => requisitionVisible(line, view))
    .filter(line =>
      showRequisition(line, view, new Set()).agencies.some(
        (one: Any) =>
          // Work of an agency whose connection to the company has ended opens nothing there any more.
          (caller.kind === 'company' || linked(world, one.id, line.record.company.id)) &&
          at(one, 'submissions.worker.id').includes(worker.id),
      ),
    )
  const named = caller.kind === 'company' ? at(worker, 'companyIds.company') : []
  return [...[...assigned, ...submitted].map(({ record }) => record.company.id), ...named]
}

const workerVisible = ({ record }: Line, view: View): boolean => {
  const { caller, companies, narrowed } = view
  const here = () => companiesOfWorker(record, view).some(company => companies.has(company))
  if (caller.kind === 'company') return here()
  return record.agencies.some((one: Any) => caller.owners.includes(one.id)) && (!narrowed || here())
}

// What is shown of a row

const statusOf = ({ record, facts }: Pick<Line, 'record' | 'facts'>): string =>
  record.status === 'raised' && facts.refusal ? 'rejected' : record.status

const answersFor = (location: string, answers: Any[], view: View) =>
  answers.filter(one => one.displayLocations.includes(location) && own(view, one.agency.id))

const stages: Record<string, string> = {
  submitted: 'Submitted',
  cvReviewed: 'CV reviewed',
}

export const tracks = (world: World, company: string): boolean =>
  world.find('company', company)?.facts.stageTracking?.enabled === true

function stageTracking({ record, facts }: Line, view: View): Any {
  if (!tracks(view.world, record.company.id) || facts.stages === undefined) return {}
  const labels = view.world.find('company', record.company.id)!.facts.stageTracking.labels ?? {}
  const label = (stage: string) => labels[stage] ?? stages[stage] ?? stage
  return {
    stageTracking: facts.stages
      .filter((one: Any) => own(view, one.agency.id))
      .map((one: Any) => ({
        ...one,
        stageLabel: label(one.stage),
        history: one.history.map((entry: Any) => ({ ...entry, stageLabel: label(entry.stage) })),
      })),
  }
}

function showRequisition(line: Line, view: View, flags: Flags): Any {
  const { cancellation, ...record } = line.record
  return {
    ...record,
    status: statusOf(line),
    agencies: record.agencies.filter((one: Any) => own(view, one.id)),
    submissionAnswers: answersFor('requisition', record.submissionAnswers, view),
    ...(record.status === 'cancelled' && cancellation && { cancellation }),
    ...(flags.has('includeStageTracking') && stageTracking(line, view)),
  }
}

const supplierOf = (world: World, record: Any): string =>
  world
    .of('connection')
    .find(
      line =>
        line.record.project === undefined &&
        line.record.company.id === record.company.id &&
        line.record.agency.id === record.agency.id,
    )?.record.supplierType ?? 'agency'

function showTimesheet({ record }: Line, view: View, flags: Flags): Any {
  const { timelogs, versionHistory, ...rest } = record
  const supplierType = supplierOf(view.world, record)
  const shown = (type: string) =>
    supplierType === 'umbrella' ? type.replace(/^(Agency|Umbrella) /, '') : type
  const snapshot = record.assignment && view.world.find('assignment', record.assignment.id)!.facts.answers
  return {
    ...rest,
    supplierType,
    ...(record.rateType && { rateType: shown(record.rateType) }),
    pieceRateEntries: record.pieceRateEntries.map((one: Any) => ({ ...one, rateType: shown(one.rateType) })),
    submissionAnswers: answersFor('timesheet', snapshot ?? [], view),
    ...(flags.has('includeTimelogs') && timelogs && { timelogs }),
    ...(flags.has('includeVersionHistory') && versionHistory && { versionHistory }),
  }
}

const week = 7 * 24 * 60 * 60 * 1000

function weeksElapsed(record: Any): Any {
  const from = record.confirmationDate ?? record.startDate
  if (from === undefined) return {}
  const ends = [record.completedDate, record.ended?.date, record.cancellation?.date, new Date().toISOString()]
  const end = Math.min(...ends.filter(one => one !== undefined).map(one => Date.parse(one)))
  return { weeksElapsed: Math.max(0, Math.floor((end - Date.parse(from)) / week)) }
}

function showAssignment({ record, facts }: Line, view: View): Any {
  const { replacement, clone, activities, ...rest } = record
  const mine = (agency: string | undefined) =>
    view.caller.kind === 'company' || (agency !== undefined && view.caller.owners.includes(agency))
  return {
    ...rest,
    supplierType: supplierOf(view.world, record),
    ...(replacement && mine(facts.others?.replacement) && { replacement }),
    ...(clone && mine(facts.others?.clone) && { clone }),
    activities: activities.map(({ entity, ...activity }: Any) => ({
      ...activity,
      ...(entity && mine(facts.activityAgencies?.[entity.id]) && { entity }),
    })),
    submissionAnswers: answersFor('assignment', facts.answers, view),
    ...weeksElapsed(record),
  }
}

function showWorker({ record, facts }: Line, view: View, flags: Flags): Any {
  const { documentValidations, companyIds, ...rest } = record
  const { world, caller } = view
  const company = caller.kind === 'company'
  const documents = (given: Any[]) =>
    given
      .filter(one => {
        const owner = facts.documentOwners.find((entry: Any) => entry.document === one.id)
        return owner === undefined || (!company && caller.owners.includes(owner.agency))
      })
      .map(one => ({
        ...one,
        ...(company &&
          flags.has('includeDocumentValidations') && {
            validations: validations(documentValidations, one, caller),
          }),
      }))
  return {
    ...rest,
    agencies: record.agencies.filter((one: Any) =>
      company ? caller.owners.some(id => linked(world, one.id, id)) : caller.owners.includes(one.id),
    ),
    ...(company && { companyIds: companyIds.filter((one: Any) => caller.owners.includes(one.company)) }),
    attachments: documents(record.attachments),
    rightToWork: documents(record.rightToWork),
  }
}

const validations = (all: Any[], document: Any, { owners }: Caller): Any[] =>
  all
    .filter(one => one.document === document.id && (one.system || owners.includes(one.company.id)))
    .map(({ document: _, system: __, ...rest }) => rest)

function showCompany({ record }: Line, { world }: View, flags: Flags): Any {
  const { config, ...rest } = record
  const projectCount = world.of('project').filter(line => line.record.company.id === record.id).length
  return { ...rest, projectCount, ...(flags.has('includeConfig') && config && { config }) }
}

const showProject = ({ record }: Line, { world }: View): Any => ({
  ...record,
  sites: world.of('site').filter(line => line.record.project.id === record.id).length,
})

// The collections

const onOff = { of: ['active', 'inactive'], values: (shown: Any) => [shown.active ? 'active' : 'inactive'] }
const choice = (name: string, ...of: string[]) => ({ [name]: { of, values: path(name) } })
const stamps = 'createdAt,updatedAt'

const invoiceRules = (type: 'invoice' | 'afp'): Rules => ({
  type,
  visible: invoiceVisible(`${type}Type`),
  fields: `id,reference,status,company,agency,msp,projects,${type}Type,mspInvoiceType,reason,comments,vatToBeApplied,weekEnding,due,confirmedDate,confirmedBy,payment,values,files,timesheets,${stamps}`,
  choices: {
    ...choice('status', 'pending', 'confirmed'),
    ...choice(`${type}Type`, 'supplierToClient', 'supplierToMsp', 'mspToClient'),
    ...choice('mspInvoiceType', 'receivable', 'payable'),
  },
  ids: { project: path('projects.id'), agency: path('agency.id') },
  search: paths(
    'reference',
    'company.name',
    'projects.name',
    'agency.name',
    'msp.name',
    'timesheets.reference',
  ),
  dates: same('createdAt', 'confirmedDate', 'due', 'weekEnding'),
  dateField: true,
  sorts: {
    ...sortsBy('createdAt', 'updatedAt', 'due', 'weekEnding', 'confirmedDate'),
    invoiceRef: 'reference',
  },
})

/** Timesheets that count in the filter: those that the key reaches and that end on or after the cutoff. */
const countedTimesheet: Values = (shown, _line, view) => {
  const timesheet = shown.timesheet && view.world.find('timesheet', shown.timesheet.id)
  if (!timesheet) return []
  const whole = { ...view, companies: new Set(companiesOf(view.world, view.caller)) }
  const cutoff = view.world.find('company', timesheet.record.company.id)!.facts.timesheetCutoff
  const inside = cutoff === undefined || timesheet.record.end >= cutoff
  return inside && byOwner(timesheet, whole) ? [timesheet.record.id] : []
}

const requisitionStatus = {
  of: ['open', 'raised', 'approved', 'filled', 'cancelled', 'rejected'],
  agency: ['open', 'approved', 'filled', 'cancelled'],
  values: (shown: Any, { record, facts }: Line) => {
    const assigned = record.agencies.reduce((sum: number, one: Any) => sum + one.assigned, 0)
    const open = shown.status === 'approved' && facts.active !== false && assigned < record.quantity
    return open ? ['open', shown.status] : [shown.status]
  },
}

export const collections: Record<string, Rules> = {
  '/sites': {
    type: 'site',
    companyOnly: 'both',
    visible: byOwner,
    fields: `id,name,active,project,company,email,phone,address,${stamps}`,
    choices: { status: onOff },
    ids: { project: path('project.id') },
    single: ['project'],
    search: path('name'),
    dates: same('createdAt'),
    sorts: sortsBy('createdAt', 'updatedAt', 'name'),
    sort: 'name asc',
  },
  '/companies': {
    type: 'company',
    companyOnly: 'both',
    visible: ({ record }, { companies }) => companies.has(record.id),
    show: showCompany,
    fields: '',
    flags: { get: ['includeConfig'] },
  },
  '/companies/{id}/tags': {
    type: 'tag',
    companyOnly: 'both',
    visible: ({ record }, { companies }) => companies.has(record.company),
    fields: `id,reference,name,description,company,mandatory,resourceType,${stamps}`,
    choices: choice('resourceType', 'user', 'trade'),
    search: path('name'),
    sorts: sortsBy('createdAt', 'updatedAt', 'name'),
    sort: 'name asc',
  },
  '/expenses': {
    type: 'expense',
    visible: byOwner,
    fields: `id,worker,timesheet,company,project,agency,status,category,description,date,value,hours,rate,wra,costCode,receipts,noReceiptReason,createdBy,approvedBy,approvalDate,invoice,afp,${stamps}`,
    choices: {
      ...choice('status', 'pending', 'approved', 'rejected'),
      ...choice('category', 'Fuel', 'Mileage', 'On-call', 'Other', 'Out-of-hours callout', 'Bonus'),
    },
    ids: {
      project: path('project.id'),
      timesheet: countedTimesheet,
      worker: path('worker.id'),
      agency: path('agency.id'),
    },
    repeats: ['timesheet'],
    search: paths('category', 'description'),
    dates: same('date', 'createdAt', 'updatedAt', 'approvalDate'),
    dateField: true,
    sorts: sortsBy('createdAt', 'updatedAt', 'date', 'value', 'status', 'category'),
  },
  '/requisitions': {
    type: 'requisition',
    visible: requisitionVisible,
    show: showRequisition,
    fields: `id,reference,status,quantity,autoAssign,requestor,approver,approvalStages,approvedDate,company,project,region,sector,site,trade,activity,agencies,cancellation,customFields,stageTracking,startDate,endDate,submissionAnswers,${stamps}`,
    choices: { status: requisitionStatus },
    ids: {
      project: path('project.id'),
      site: path('site.id'),
      costCode: (_shown, line) => line.facts.costCodes,
      trade: path('trade.id'),
      agency: path('agencies.id'),
    },
    search: path('reference'),
    dates: {
      ...same('createdAt', 'updatedAt', 'approvedDate', 'startDate', 'endDate'),
      dateAccepted: path('agencies.dateAccepted'),
    },
    dateField: true,
    sorts: { ...sortsBy('createdAt', 'updatedAt', 'approvedDate'), reqRef: 'reference' },
    flags: {
      list: ['includeStageTracking'],
      get: ['includeStageTracking'],
      agencyGet: ['includeStageTracking'],
    },
  },
  '/workers': {
    type: 'worker',
    visible: workerVisible,
    show: showWorker,
    fields: `id,reference,firstName,lastName,name,gender,nationality,dob,email,phone,address,agencies,trades,companyIds,attachments,rightToWork,${stamps}`,
    ids: { agency: path('agencies.id'), trade: path('trades.id') },
    search: paths('name', 'reference', 'email'),
    dates: same('createdAt', 'updatedAt'),
    dateField: true,
    sorts: sortsBy('createdAt', 'updatedAt', 'name', 'reference'),
    flags: { get: ['includeDocumentValidations'], agencyGet: [] },
  },
  '/timesheets': {
    type: 'timesheet',
    visible: byOwner,
    show: showTimesheet,
    fields: `id,reference,status,supplierType,worker,assignment,company,project,site,agency,payType,rateType,start,end,weekEnding,version,approvedDate,approvalRequestedBy,approvedBy,timesheetApprovers,netHours,rates,values,pieceRateEntries,timelogs,submissionAnswers,${stamps}`,
    choices: choice('status', 'pending', 'pending_approval', 'approved', 'cancelled', 'absent'),
    ids: {
      project: path('project.id'),
      site: path('site.id'),
      assignment: path('assignment.id'),
      worker: path('worker.id'),
      agency: path('agency.id'),
    },
    search: (shown, _line, { world }) => [
      ...paths('reference', 'worker.name', 'agency.name')(shown, _line, {} as View),
      world.find('worker', shown.worker.id)!.record.reference,
    ],
    dates: same('createdAt', 'updatedAt', 'start', 'end', 'weekEnding', 'approvedDate'),
    dateField: true,
    sorts: {
      ...sortsBy('createdAt', 'updatedAt', 'start', 'weekEnding', 'approvedDate'),
      timesheetRef: 'reference',
    },
    flags: {
      list: ['includeTimelogs'],
      get: ['includeTimelogs', 'includeVersionHistory'],
      agencyGet: ['includeTimelogs', 'includeVersionHistory'],
    },
  },
  '/invoices': invoiceRules('invoice'),
  '/afps': invoiceRules('afp'),
  '/credit-notes': {
    type: 'creditNote',
    visible: byOwner,
    fields: `id,reference,company,agency,invoice,value,reason,status,${stamps}`,
    ids: { agency: path('agency.id'), invoice: path('invoice.id') },
    search: path('reference'),
    dates: same('createdAt', 'updatedAt'),
    dateField: true,
    sorts: sortsBy('createdAt', 'updatedAt', 'value', 'reference'),
  },
  '/assignments': {
    type: 'assignment',
    visible: byOwner,
    show: showAssignment,
    getOnly: [
      'weeksElapsed',
      'workActivity',
      'rateOverrides',
      'workerDistanceToSite',
      'workerLodgeDistanceToSite',
    ],
    fields: `id,reference,status,payType,rateType,supplierType,company,project,region,sector,site,trade,tag,agency,umbrella,worker,requisition,costCode,startDate,endDate,timesheetStartDate,completedDate,confirmationDate,purchaseOrder,rates,values,rateUplifts,enhancedUplifts,shiftPattern,cancellation,reinstatement,ended,clone,replacement,assignedBy,activities,competencyRequirements,customDocuments,customFields,metaFields,lodgeApplicable,lodge,sdc,sds,kid,submissionAnswers,${stamps}`,
    choices: choice('status', 'pending', 'confirmed', 'cancelled', 'completed', 'ended'),
    ids: {
      project: path('project.id'),
      site: path('site.id'),
      trade: path('trade.id'),
      worker: path('worker.id'),
      agency: path('agency.id'),
      requisition: path('requisition.id'),
    },
    repeats: ['project', 'site', 'trade', 'worker', 'agency', 'requisition'],
    search: paths('reference', 'worker.name', 'worker.reference', 'agency.name'),
    dates: {
      ...same('createdAt', 'updatedAt', 'startDate', 'endDate', 'completedDate'),
      approvedDate: (_shown, line) => at(line.facts, 'approvedDate'),
    },
    dateField: true,
    sorts: { ...sortsBy('createdAt', 'updatedAt', 'startDate', 'endDate'), assignmentRef: 'reference' },
  },
  '/trades': {
    type: 'trade',
    companyOnly: 'list',
    visible: tradeVisible,
    fields: `id,name,description,active,company,masterTrade,tags,${stamps}`,
    choices: { status: onOff },
    search: path('name'),
    dates: same('createdAt'),
    sorts: sortsBy('createdAt', 'updatedAt', 'name'),
    sort: 'name asc',
  },
  '/rates': {
    type: 'rate',
    visible: rateVisible,
    fields: `id,region,sector,project,agency,trade,company,rates,dayRates,pieceRates,${stamps}`,
    ids: {
      trade: path('trade.id'),
      project: path('project.id'),
      agency: path('agency.id'),
      region: path('region.id'),
      sector: path('sector.id'),
    },
    sorts: sortsBy('createdAt', 'updatedAt'),
  },
  '/purchase-orders': {
    type: 'purchaseOrder',
    companyOnly: 'both',
    visible: byOwner,
    fields: `id,reference,status,startDate,endDate,value,company,site,agency,projects,trades,allTrades,tradeOption,tag,reinstated,revoked,${stamps}`,
    choices: choice('status', 'active', 'inactive', 'expired'),
    ids: { project: path('projects.id'), site: path('site.id'), agency: path('agency.id') },
    search: path('reference'),
    dates: { createdAt: path('createdAt'), start: path('startDate'), end: path('endDate') },
    dateField: true,
    sorts: {
      ...sortsBy('createdAt', 'updatedAt', 'value'),
      poRef: 'reference',
      start: 'startDate',
      end: 'endDate',
    },
  },
  '/projects': {
    type: 'project',
    visible: projectVisible,
    show: showProject,
    fields: `id,reference,name,active,company,region,sector,address,startDate,endDate,sites,${stamps}`,
    choices: { status: onOff },
    ids: { region: path('region.id'), sector: path('sector.id') },
    search: paths('name', 'reference'),
    dates: same('createdAt', 'updatedAt', 'startDate', 'endDate'),
    dateField: true,
    sorts: sortsBy('createdAt', 'updatedAt', 'name', 'reference', 'startDate', 'endDate'),
  },
  '/master-trades': {
    type: 'masterTrade',
    visible: () => true,
    everyones: true,
    fields: `id,name`,
    search: path('name'),
    sort: 'name asc',
  },
  '/master-qualifications': {
    type: 'masterQualification',
    visible: () => true,
    everyones: true,
    fields: 'id,name,collection,documentNumber,expiry,minimumFiles,smartCheck,agencySpecific',
    search: path('name'),
    sort: 'name asc',
  },
  '/genders': {
    type: 'gender',
    visible: () => true,
    everyones: true,
    fields: 'name',
    search: path('name'),
    sort: 'none asc',
  },
  '/countries': {
    type: 'country',
    visible: () => true,
    everyones: true,
    fields: 'code,name',
    search: path('name'),
    sort: 'none asc',
  },
  '/telephone-country-codes': {
    type: 'telephoneCode',
    visible: () => true,
    everyones: true,
    fields: 'name,countries',
    search: path('name'),
    sort: 'none asc',
  },
}

// Requests

export function expected(world: World, caller: Caller, request: Request): Answer {
  try {
    if (request.path === '/me') return { status: 200, data: keyOwners(world, caller) }
    if (request.path === '/companies/{id}/tags') return tagsOf(world, caller, request)
    return request.id === undefined ? listed(world, caller, request) : single(world, caller, request)
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

const keyOwners = (world: World, { kind, owners }: Caller): Any => {
  const refs = world.of(kind).filter(line => owners.includes(line.record.id))
  const sorted = refs.map(line => refer(line.record)).sort((a, b) => (a.id < b.id ? -1 : 1))
  return { [kind === 'company' ? 'companies' : 'agencies']: sorted }
}

function refuseAgencies(rules: Rules, caller: Caller, shape: 'list' | 'get'): void {
  const refused = rules.companyOnly === 'both' || (rules.companyOnly === 'list' && shape === 'list')
  if (refused && caller.kind === 'agency') throw new Refused(403, 'COMPANY_KEY_REQUIRED')
}

const shown = (rules: Rules, line: Line, view: View, flags: Flags): Any =>
  rules.show ? rules.show(line, view, flags) : line.record

function flagsIn(query: Request['query'], allowed: readonly string[]): Flags {
  const given = query.filter(([name]) => name.startsWith('include'))
  if (given.some(([name]) => !allowed.includes(name))) throw badRequest()
  return new Set(given.filter(([, value]) => value === 'true').map(([name]) => name))
}

function single(world: World, caller: Caller, { path: route, id, query }: Request): Answer {
  const rules = collections[route]!
  refuseAgencies(rules, caller, 'get')
  const allowed = caller.kind === 'agency' ? rules.flags?.agencyGet : rules.flags?.get
  const flags = flagsIn(query, allowed ?? [])
  const view = { world, caller, companies: new Set(companiesOf(world, caller)), narrowed: false }
  const line = world.find(rules.type, id!)
  if (!line || !rules.visible(line, view)) throw new Refused(404, 'NOT_FOUND')
  if (flags.has('includeStageTracking') && !tracks(world, line.record.company.id)) {
    throw new Refused(403, 'FEATURE_NOT_ENABLED')
  }
  return { status: 200, data: shown(rules, line, view, flags) }
}

/** A company's tags: by its id, its nanoid, or its prefix in any case. */
function tagsOf(world: World, caller: Caller, request: Request): Answer {
  refuseAgencies(collections[request.path]!, caller, 'list')
  const wanted = request.id!
  const company = world
    .of('company')
    .find(
      ({ record, nanoid }) =>
        record.id === wanted || nanoid === wanted || record.prefix.toLowerCase() === wanted.toLowerCase(),
    )
  if (!company || !caller.owners.includes(company.record.id)) {
    refuseMistakes(collections[request.path]!, caller, request.query)
    throw new Refused(404, 'NOT_FOUND')
  }
  return listed(world, { ...caller, owners: [company.record.id] }, request)
}

function listed(world: World, caller: Caller, request: Request): Answer {
  const rules = collections[request.path]!
  refuseAgencies(rules, caller, 'list')
  const flags = flagsIn(request.query, rules.flags?.list ?? [])
  refuseMistakes(rules, caller, request.query)
  const available = companiesOf(world, caller)
  const asked = valuesOf(request.query, 'company')
  if (asked?.some(id => !available.includes(id))) throw new Refused(403, 'COMPANY_ACCESS_DENIED')
  const view = { world, caller, companies: new Set(asked ?? available), narrowed: asked !== undefined }
  if (flags.has('includeStageTracking') && ![...view.companies].some(id => tracks(world, id))) {
    throw new Refused(403, 'FEATURE_NOT_ENABLED')
  }
  const rows = world
    .of(rules.type)
    .filter(line => rules.visible(line, view))
    .map(line => ({ line, shown: shown(rules, line, view, flags) }))
  const kept = sorted(rules, filtered(rules, view, request.query, rows), request.query)
  const lacking = new Set(rules.getOnly)
  return pageOf(
    request,
    kept.map(row => Object.fromEntries(Object.entries(row.shown).filter(([name]) => !lacking.has(name)))),
  )
}

/** What is wrong with the request itself is said before whose companies it asks for. */
function refuseMistakes(rules: Rules, caller: Caller, query: Request['query']): void {
  for (const [name, { of, agency }] of Object.entries(rules.choices ?? {})) {
    const wanted = valuesOf(query, name)?.join(',')
    const allowed = caller.kind === 'agency' && agency ? agency : of
    if (wanted !== undefined && !allowed.includes(wanted)) throw badRequest()
  }
  const [from, to] = [valuesOf(query, 'from')?.[0], valuesOf(query, 'to')?.[0]]
  if (from !== undefined && to !== undefined && from > to) throw badRequest()
  const known = rules.fields.split(',')
  if (valuesOf(query, 'fields')?.some(name => !known.includes(name.split('.')[0]!))) throw badRequest()
}

/** The values of a parameter, comma-separated or repeated; undefined where it is not given. */
function valuesOf(query: Request['query'], name: string): string[] | undefined {
  const given = query.filter(([key]) => key === name).flatMap(([, value]) => value.split(','))
  return given.length > 0 ? given : undefined
}

type Row = { line: Line; shown: Any }

function filtered(rules: Rules, view: View, query: Request['query'], rows: Row[]): Row[] {
  let kept = rows
  for (const [name, { values }] of Object.entries(rules.choices ?? {})) {
    const wanted = valuesOf(query, name)?.join(',')
    if (wanted === undefined) continue
    kept = kept.filter(row => values(row.shown, row.line, view).includes(wanted))
  }
  for (const [name, values] of Object.entries(rules.ids ?? {})) {
    const wanted = valuesOf(query, name)
    if (wanted === undefined) continue
    kept = kept.filter(row => values(row.shown, row.line, view).some(id => wanted.includes(id)))
  }
  return searched(rules, view, query, rows, inRange(rules, view, query, kept))
}

function inRange(rules: Rules, view: View, query: Request['query'], rows: Row[]): Row[] {
  const [from] = valuesOf(query, 'from') ?? []
  const [to] = valuesOf(query, 'to') ?? []
  if (from === undefined && to === undefined) return rows
  const dates = rules.dates ?? same('createdAt')
  const field = valuesOf(query, 'dateField')?.[0] ?? Object.keys(dates)[0]!
  return rows.filter(row =>
    dates[field]!(row.shown, row.line, view)
      .map((moment: string) => moment.slice(0, 10))
      .some((day: string) => (from === undefined || day >= from) && (to === undefined || day <= to)),
  )
}

const isReference = (world: World, { shown }: Row, words: string): boolean => {
  const { prefix } = world.find('company', shown.company.id)!.record
  const whole = shown.reference.toLowerCase()
  const short = whole.startsWith(`${prefix.toLowerCase()}-`) ? whole.slice(prefix.length + 1) : whole
  return whole === words || short === words
}

/** A search looks for text in what is shown; a timesheet's own reference gives exactly that timesheet. */
function searched(rules: Rules, view: View, query: Request['query'], all: Row[], rows: Row[]): Row[] {
  const text = query.find(([name]) => name === 'query')?.[1]
  if (text === undefined) return rows
  const words = text.toLowerCase()
  const exactly = (row: Row) => isReference(view.world, row, words)
  if (rules.type === 'timesheet' && all.some(exactly)) return rows.filter(exactly)
  const search = rules.search ?? path('reference')
  return rows.filter(row =>
    search(row.shown, row.line, view).some((one: string) => one.toLowerCase().includes(words)),
  )
}

const codePoints = (text: string) => [...text].map(char => char.codePointAt(0)!)

function compare(a: Any, b: Any): number {
  if (typeof a === 'number') return a - b
  const [left, right] = [codePoints(a), codePoints(b)]
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    if (left[i] !== right[i]) return left[i]! - right[i]!
  }
  return left.length - right.length
}

function sorted(rules: Rules, rows: Row[], query: Request['query']): Row[] {
  const [sort, direction] = (rules.sort ?? 'createdAt desc').split(' ') as [string, string]
  if (sort === 'none') return rows
  const by = valuesOf(query, 'sortBy')?.[0] ?? sort
  const property = rules.sorts?.[by] ?? by
  const order = (valuesOf(query, 'sortOrder')?.[0] ?? direction) === 'asc' ? 1 : -1
  const key = ({ shown }: Row) =>
    typeof shown[property] === 'string' ? shown[property].toLowerCase() : shown[property]
  return [...rows].sort((a, b) => {
    const [left, right] = [key(a), key(b)]
    const ties = compare(a.shown.id, b.shown.id) * order
    if (left === undefined || right === undefined) {
      return left === right ? ties : left === undefined ? 1 : -1
    }
    return compare(left, right) * order || ties
  })
}

function pageOf({ query }: Request, records: Any[]): Answer {
  const number = (name: string, otherwise: number) => Number(valuesOf(query, name)?.[0] ?? otherwise)
  const page = number('page', 1)
  const limit = Math.min(200, number('limit', 50))
  const names = valuesOf(query, 'fields')
  const rows = records.slice((page - 1) * limit, page * limit)
  return {
    status: 200,
    data: names ? rows.map(row => project(row, names)) : rows,
    meta: { page, limit, total: records.length },
  }
}

/** The named properties of a record: whole, or through dot paths; lists are mapped. */
function project(value: Any, names: readonly string[]): Any {
  if (Array.isArray(value)) return value.map(item => project(item, names))
  if (value === null || typeof value !== 'object') return value
  const kept: Any = {}
  for (const [name, child] of Object.entries(value)) {
    if (names.includes(name)) kept[name] = child
    else {
      const deeper = names.filter(one => one.startsWith(`${name}.`)).map(one => one.slice(name.length + 1))
      if (deeper.length > 0) kept[name] = project(child, deeper)
    }
  }
  return kept
}
