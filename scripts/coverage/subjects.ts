// What the contract says of each operation that its declaration does not: who is refused, which property a
// parameter speaks of, and in how many ways it answers.
import type { Operation } from '../../src/kernel/operation/operation.ts'

/** Operations that agency keys are refused (section 5). */
export const companyOnly = [
  '/sites',
  '/companies/{id}',
  '/companies/{id}/tags',
  '/companies/{id}/user-permissions',
  '/companies/{id}/user-assignments',
  '/projects/{id}/connected-agencies',
  '/requisitions/recruitment-metrics',
  '/trades',
  '/purchase-orders',
  '/purchase-orders/{id}',
  '/purchase-orders/totals',
]

const everywhere: Record<string, string> = {
  company: 'company.id',
  reqRef: 'reference',
  timesheetRef: 'reference',
  invoiceRef: 'reference',
  assignmentRef: 'reference',
  poRef: 'reference',
}

const here: Record<string, Record<string, string>> = {
  '/requisitions': { agency: 'agencies.id', dateAccepted: 'agencies.dateAccepted' },
  '/workers': {
    ...{ agency: 'agencies.id', trade: 'trades.id', company: '' },
    documentExpiry: 'attachments.expiration,rightToWork.expiration',
  },
  '/invoices': { project: 'projects.id', company: '' },
  '/afps': { project: 'projects.id', company: '' },
  '/purchase-orders': { project: 'projects.id', start: 'startDate', end: 'endDate' },
  '/projects/{id}/connected-agencies': { name: 'agency.name' },
}

/** Queries that together show everything an operation can answer. */
const ways: Record<string, readonly Record<string, string>[]> = {
  '/requisitions/recruitment-metrics': [
    {},
    { metric: 'timeToFill', groupBy: 'month' },
    { metric: 'workersOverHours', groupBy: 'month' },
    { metric: 'timeToFill', groupBy: 'month', fields: 'outliers' },
    { metric: 'stages' },
    { metric: 'supplierResponses' },
    { metric: 'timeToFill', groupBy: 'agency', fields: 'groupKey' },
    { metric: 'timeToFill', records: 'count' },
    { metric: 'stages', records: 'reached', group: 'cvReviewed' },
    { metric: 'workersOverHours', groupBy: 'project', records: 'workerWeeks' },
  ],
}
/** Where a project may be named, with each. */
export const waysOf = (operation: Operation, projects: readonly string[]) =>
  operation.parameters.some(({ name }) => name === 'projectId')
    ? projects.map(projectId => ({ projectId }))
    : (ways[operation.path] ?? [{}])

/** The property that a parameter or one of its values speaks of, or several for a date; empty where the records do not show
 * it. */
export function pathOf(operation: Operation, name: string): string {
  const hidden =
    (operation.path === '/requisitions' && name === 'costCode') ||
    (operation.path === '/assignments' && name === 'approvedDate')
  return hidden ? '' : (here[operation.path]?.[name] ?? everywhere[name] ?? name)
}

/** The property that an include flag adds. */
export const added: Record<string, readonly string[]> = {
  includeConfig: ['config'],
  includeFreshness: ['freshness'],
  includeStageTracking: ['stageTracking'],
  includeTimelogs: ['timelogs'],
  includeVersionHistory: ['versionHistory'],
  includeRates: ['rates'],
  includeCompetencyMatrix: ['competencyMatrix'],
  includeDocumentValidations: ['attachments.validations', 'rightToWork.validations'],
}

/** What a search looks at: a value of one of these must be found again. */
export const searched: Record<string, readonly string[]> = {
  '/expenses': ['category', 'description'],
  '/requisitions': ['reference'],
  '/workers': ['name', 'reference', 'email'],
  '/timesheets': ['reference', 'worker.name', 'agency.name'],
  '/invoices': [
    'reference',
    'company.name',
    'projects.name',
    'agency.name',
    'msp.name',
    'timesheets.reference',
  ],
  '/afps': ['reference', 'company.name', 'projects.name', 'agency.name', 'msp.name', 'timesheets.reference'],
  '/credit-notes': ['reference'],
  '/assignments': ['reference', 'worker.name', 'worker.reference', 'agency.name'],
  '/purchase-orders': ['reference'],
  '/projects': ['name', 'reference'],
  '/projects/{id}/connected-agencies': ['agency.name', 'email'],
}
export const searchedIn = (operation: Operation) => searched[operation.path] ?? ['name']

/** Words of a shared choice that the contract keeps out of one place. */
export const never = new Set([
  // What a key is not told for want of scopes: test/billing/summary.test.ts.
  '/billing-checks/summary notChecked',
  // Only an MSP is told of it, and neither key is one's: test/demo/faults.test.ts.
  '/billing-checks/summary codes.code=flowsDiffer',
  // Loads that are written down are told of: test/load/freshness.test.ts.
  ...['/me freshness.loadedAt', '/me freshness.source'],
  '/workers attachments.type=rightToWork',
  '/workers attachments.files.docType=Term dates',
  '/workers rightToWork.type=attachment',
])

/** What `/me` shows of keys that have it; the demo keys need not. */
export const ofSomeKeys = new Set(['/me description', '/me ipAllowlist', '/me expiresAt'])
