// Every operation of the API, in the contract's order, and every kind of record that is stored.

import type { Operation } from '../kernel/operation/operation.ts'
import { checkAssembly } from '../kernel/resource/assembly.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { agencies, connections } from './agencies.ts'
import { assignments } from './assignments.ts'
import { billingChecks } from './billing-checks/collection.ts'
import { markBillingCheck } from './billing-checks/mark-operation.ts'
import { billingSummary } from './billing-checks/summary.ts'
import { rightToWorkChecks, smartCheckConfigurations } from './checks.ts'
import { clearances } from './clearances/collection.ts'
import { gateList } from './clearances/gate-list.ts'
import { companies } from './companies.ts'
import { competencyEntries, competencyMatrix } from './competency.ts'
import { connectedAgencies } from './connected-agencies.ts'
import { createWorker } from './create-worker/operation.ts'
import { events } from './events.ts'
import { expenses } from './expenses.ts'
import { feedsOf } from './feeds.ts'
import { afps, creditNotes, invoices } from './invoices.ts'
import {
  activities,
  costCodes,
  masterQualifications,
  masterTrades,
  regions,
  sectors,
} from './master-lists.ts'
import { me } from './me.ts'
import { permissions, projectRules, roles, userPermissionRecords } from './permissions.ts'
import { projects } from './projects.ts'
import { purchaseOrders } from './purchase-orders.ts'
import { rates } from './rates.ts'
import { recruitmentMetrics } from './recruitment-metrics/operation.ts'
import { referenceLists } from './reference-lists.ts'
import { requisitions } from './requisitions.ts'
import { scopes } from './scopes.ts'
import { sites } from './sites.ts'
import { tags } from './tags.ts'
import { timesheets } from './timesheets.ts'
import { trade, trades } from './trades.ts'
import { userAssignments, userPermissions, users } from './users.ts'
import { workers } from './workers.ts'

const reading: readonly Operation[] = [
  me,
  ...sites.operations,
  ...companies.operations,
  ...tags.operations,
  userPermissions,
  userAssignments,
  competencyMatrix,
  connectedAgencies,
  ...expenses.operations,
  ...requisitions.operations,
  recruitmentMetrics,
  createWorker,
  ...workers.operations,
  ...timesheets.operations,
  ...invoices.operations,
  ...afps.operations,
  ...creditNotes.operations,
  ...billingChecks.operations,
  billingSummary,
  markBillingCheck,
  ...assignments.operations,
  ...clearances.operations,
  gateList,
  ...trades.operations,
  trade,
  ...rates.operations,
  ...purchaseOrders.operations,
  ...projects.operations,
  ...masterTrades.operations,
  ...masterQualifications.operations,
  ...permissions.operations,
  ...referenceLists,
]

/** In an order in which they can be loaded: what others mention comes first. */
export const recordTypes: readonly RecordType[] = [
  regions,
  sectors,
  activities,
  costCodes,
  masterTrades.stored,
  masterQualifications.stored,
  permissions.stored,
  companies.stored,
  agencies,
  projects.stored,
  roles,
  users,
  projectRules,
  userPermissionRecords,
  tags.stored,
  trades.stored,
  connections,
  sites.stored,
  rates.stored,
  competencyEntries,
  smartCheckConfigurations,
  rightToWorkChecks,
  workers.stored,
  requisitions.stored,
  purchaseOrders.stored,
  assignments.stored,
  timesheets.stored,
  invoices.stored,
  afps.stored,
  creditNotes.stored,
  expenses.stored,
  billingChecks.stored,
  clearances.stored,
]

/** One whose name stands in the code. */
export function typeNamed(name: string): RecordType {
  const type = recordTypes.find(known => known.type === name)
  if (!type) throw new Error(`There is no record type "${name}"`)
  return type
}

export const operations: readonly Operation[] = [...reading, ...feedsOf(reading, recordTypes)]

checkAssembly({ operations, recordTypes, scopes: Object.keys(scopes), events })
