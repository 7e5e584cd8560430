// §2.12, §4.22: purchase orders.

import { collection, namedAsPath } from '../kernel/resource/collection.ts'
import { agencyIds, choice, ids } from '../record-types/filter.ts'
import { amount, flag, instant, list, maybe, record, type Static, text, words } from '../shape/shape.ts'
import { orderRechecks } from './billing-checks/rechecks.ts'
import { recordId, ref, stamps, userRef } from './shapes.ts'

const turn = record({ user: [userRef, 'Who did it.'], date: [instant, 'When it was done.'] })

export const PurchaseOrder = record({
  id: recordId,
  reference: [text, 'The number people quote, with the company’s prefix, such as BRK-PO01026.'],
  status: [
    words({
      active: 'work can be booked to it',
      inactive: 'revoked; expired ones are not among these',
      expired: 'its end has passed',
    }),
    'Whether work can be booked to it, as stored: it does not change with the day.',
  ],
  startDate: [maybe(instant), 'The first day it covers.'],
  endDate: [maybe(instant), 'The last day it covers.'],
  value: [amount, 'The most that may be spent under it, in pounds.'],
  company: [ref('company'), 'Who spends.'],
  site: [maybe(ref('site')), 'The only site it covers; absent for all.'],
  agency: [maybe(ref('agency')), 'The only agency it is for; absent for all.'],
  projects: [list(ref('project')), 'The projects it covers.'],
  trades: [list(ref('trade')), 'The trades it covers; ignored when allTrades is true.'],
  allTrades: [maybe(flag), 'Whether it covers every trade.'],
  tradeOption: [maybe(text), 'How trades were chosen, such as all or selected.'],
  tag: [maybe(ref('tag')), 'The company’s label on it; absent when not set.'],
  reinstated: [maybe(turn), 'Who made it valid again, and when; absent when nobody has.'],
  revoked: [maybe(turn), 'Who took it back, and when; absent when nobody has.'],
  ...stamps,
})
export type PurchaseOrder = Static<typeof PurchaseOrder>

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
    ...namedAsPath('createdAt', 'updatedAt', 'value'),
    poRef: 'reference',
    start: 'startDate',
    end: 'endDate',
  },
  defaultSort: 'createdAt desc',
  operations: { list: 'listPurchaseOrders', get: 'getPurchaseOrder', totals: 'getPurchaseOrderTotals' },
  reading: {
    badId: 400,
    totals: {
      groups: ['company', 'site', 'agency', 'status', 'startDate', 'endDate', 'createdAt'],
      sums: ['value'],
    },
  },
  derived: { rechecks: orderRechecks },
})
