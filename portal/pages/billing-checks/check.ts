// A finding as the API answers it, and the records that it is about.
import type { BillingCheck, namedRecords } from '../../../src/api/billing-checks/shape.ts'
import type { Static } from '../../../src/shape/shape.ts'

export type Finding = Static<typeof BillingCheck>
export type NamedRecord = { type: string; id: string; reference: string | undefined }

/** In the order in which work becomes a bill. */
const places: Readonly<Record<keyof typeof namedRecords, string>> = {
  purchaseOrders: 'purchaseOrder',
  assignments: 'assignment',
  timesheets: 'timesheet',
  expenses: 'expense',
  afps: 'afp',
  invoices: 'invoice',
  creditNotes: 'creditNote',
}

export const recordPlaces = Object.keys(places) as (keyof typeof places)[]

/** What it is about, and what else something was compared with, such as a rate. */
export function recordsOf(finding: Finding): NamedRecord[] {
  const named = recordPlaces.flatMap(place =>
    finding[place].flatMap((one): NamedRecord[] =>
      one?.id == null
        ? []
        : [{ type: places[place], id: one.id, reference: 'reference' in one ? one.reference : undefined }],
    ),
  )
  const known = new Set(named.map(({ id }) => id))
  const others = new Map(
    finding.compared.flatMap(({ type, id }) =>
      known.has(id) ? [] : [[id, { type, id, reference: undefined }]],
    ),
  )
  return [...named, ...others.values()]
}

/** The references of all of them, as a letter has them. */
export const referencesOf = (finding: Pick<Finding, (typeof recordPlaces)[number]>): string =>
  recordPlaces
    .flatMap(place => finding[place].flatMap(one => (one && 'reference' in one ? (one.reference ?? []) : [])))
    .join(', ')
