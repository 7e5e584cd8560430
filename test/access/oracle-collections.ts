// The collections as the specification lists them: fields, filters, searches, dates, sorts and includes.
import { at, path, paths, type Rules, same, sortsBy, type Values, type View } from './oracle-basics.ts'
import { showRate, showTrade } from './oracle-computed.ts'
import {
  byOwner,
  creditNoteVisible,
  invoiceVisible,
  projectVisible,
  rateVisible,
  requisitionVisible,
  showAssignment,
  showCompany,
  showCreditNote,
  showExpense,
  showInvoice,
  showProject,
  showRequisition,
  showTimesheet,
  showWorker,
  tradeVisible,
  workerVisible,
} from './oracle-records.ts'
import type { Any, Line } from './worlds.ts'

const onOff = { of: ['active', 'inactive'], values: (shown: Any) => [shown.active ? 'active' : 'inactive'] }
const choice = (name: string, ...of: string[]) => ({ [name]: { of, values: path(name) } })
const stamps = 'createdAt,updatedAt'

const invoiceRules = (type: 'invoice' | 'afp'): Rules => ({
  type,
  visible: invoiceVisible(`${type}Type`),
  show: showInvoice,
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
  const cutoff = view.world.find('company', shown.company.id)!.facts.timesheetCutoff
  return cutoff === undefined || timesheet.record.end >= cutoff ? [timesheet.record.id] : []
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
    show: showExpense,
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
    dates: {
      ...same('createdAt', 'updatedAt'),
      documentExpiry: paths('attachments.expiration', 'rightToWork.expiration'),
    },
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
    visible: creditNoteVisible,
    show: showCreditNote,
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
      approvedDate: (shown, line) => {
        const approved = at(line.facts, 'approvedDate')
        return approved.length > 0 ? approved : at(shown, 'confirmationDate')
      },
    },
    dateField: true,
    sorts: { ...sortsBy('createdAt', 'updatedAt', 'startDate', 'endDate'), assignmentRef: 'reference' },
  },
  '/trades': {
    type: 'trade',
    companyOnly: 'list',
    visible: tradeVisible,
    show: showTrade,
    flags: {
      get: ['includeRates', 'includeCompetencyMatrix'],
      agencyGet: ['includeRates', 'includeCompetencyMatrix'],
    },
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
    show: showRate,
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
  '/access-rule-mappings': {
    type: 'permission',
    visible: () => true,
    everyones: true,
    fields: 'id,name,category',
    search: paths('name', 'category'),
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
