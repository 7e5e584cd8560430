// §2.12, §4.22: purchase orders.

import { agencyIds, choice, ids } from '../kernel/query/filter.ts'
import { collection, same } from '../kernel/resource/collection.ts'
import { flag, instant, list, maybe, number, oneOf, record, text } from '../shape/shape.ts'
import { ref, stamps, userRef } from './shapes.ts'

const turn = record({ user: userRef, date: instant })

const PurchaseOrder = record({
  id: text,
  reference: text,
  status: oneOf('active', 'inactive', 'expired'),
  startDate: maybe(instant),
  endDate: maybe(instant),
  value: number,
  company: ref('company'),
  site: maybe(ref('site')),
  agency: maybe(ref('agency')),
  projects: list(ref('project')),
  trades: list(ref('trade')),
  allTrades: maybe(flag),
  tradeOption: maybe(text),
  tag: maybe(ref('tag')),
  reinstated: maybe(turn),
  revoked: maybe(turn),
  ...stamps,
})

export const purchaseOrders = collection({
  path: '/purchase-orders',
  noun: 'purchase order',
  type: 'purchaseOrder',
  scope: 'read:purchase-orders',
  callers: 'company',
  record: PurchaseOrder,
  owners: { company: 'company.id' },
  filters: {
    project: ids('projects.id'),
    site: ids('site.id'),
    agency: agencyIds('agency.id'),
    status: choice('status'),
  },
  search: { within: ['reference'] },
  dates: { createdAt: 'createdAt', start: 'startDate', end: 'endDate' },
  sorts: {
    ...same('createdAt', 'updatedAt', 'value'),
    poRef: 'reference',
    start: 'startDate',
    end: 'endDate',
  },
  defaultSort: 'createdAt desc',
  tools: { list: 'open_api_list_purchase_orders', get: 'open_api_get_purchase_order' },
  reading: {
    badId: 400,
    totals: {
      groups: ['company', 'site', 'agency', 'status', 'startDate', 'endDate', 'createdAt'],
      sums: ['value'],
    },
  },
})
