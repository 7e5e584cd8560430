// The Shape of a finding of the billing checks: what is wrong, with which records, and for which side it was worked out.
import {
  amount,
  anything,
  fields,
  flag,
  instant,
  list,
  longText,
  maybe,
  number,
  oneName,
  personal,
  record,
  restrictedReference,
  type Static,
  text,
  words,
} from '../../shape/shape.ts'
import type { StoredOf } from '../../shape/stored.ts'
import { recordId, ref, referenceRef, weekEnding } from '../shapes.ts'
import {
  type BillingCode,
  billingCodeNames,
  billingCodes,
  type FindingUnit,
  findingUnits,
  type SideKind,
  severities,
  sideKinds,
} from './codes.ts'

const meanings = Object.fromEntries(billingCodeNames.map(code => [code, billingCodes[code].meaning]))

export const markStates = {
  accepted: 'it is right as it is, or nobody will correct it',
  disputed: 'it was taken up with the other side',
} as const

export const mark = record({
  state: [words(markStates), 'What was decided about it.'],
  note: [
    personal(maybe(longText)),
    'Why, in the words of whoever marked it; absent when nothing was written.',
  ],
  until: [maybe(instant), 'The last day that it counts; then the finding is open again. Absent: no end.'],
  by: [text, 'The name of the key or the operator.'],
  at: [instant, 'When it was marked.'],
})

const comparedValue = record({
  type: [text, 'The type of the record, such as timesheet.'],
  id: [text, 'Finds that record.'],
  path: [text, 'Where in the record the value stands, such as values.subtotal.'],
  value: [anything, 'What stands there: a number, or a text.'],
  differs: [flag, 'Whether it is one of those that do not fit.'],
})

/** The records that a finding is about, by type, each only for those who could fetch it. */
export const namedRecords = fields({
  timesheets: [list(referenceRef('timesheet')), 'Weeks of work that it is about.'],
  assignments: [list(referenceRef('assignment')), 'Placements that it is about.'],
  invoices: [list(referenceRef('invoice')), 'Bills that it is about.'],
  afps: [list(referenceRef('afp')), 'Applications for payment that it is about.'],
  creditNotes: [list(referenceRef('creditNote')), 'Credits that it is about.'],
  expenses: [list(restrictedReference('expense')), 'Expense claims that it is about.'],
  purchaseOrders: [list(referenceRef('purchaseOrder')), 'Orders that it is about.'],
})

export const BillingCheck = record({
  id: [recordId, 'Stays the same for as long as the same thing is wrong with the same records.'],
  code: [words(meanings as Record<BillingCode, string>), 'What is wrong.'],
  severity: [words(severities), 'How sure that is.'],
  side: [words(sideKinds), 'For whom it was worked out: from nothing but what that side could fetch.'],
  sentence: [longText, 'What is wrong in one sentence, with the numbers and without names of people.'],
  amount: [
    amount,
    'Pounds at stake: above 0 for billed too much, below 0 for too little, 0 for hours or dates alone.',
  ],
  atStake: [amount, 'The same whatever its sign: what amount sorts by, and leastAmount looks at.'],
  expected: [number, 'What should stand there, by the other records, in the unit given.'],
  found: [number, 'What stands there, in the unit given.'],
  unit: [oneName(...(Object.keys(findingUnits) as FindingUnit[])), 'What expected and found are counted in.'],
  company: [ref('company'), 'Whom the work was done for; the client, also on the side of an MSP.'],
  agency: [maybe(ref('agency')), 'Who supplied the workers; absent where its records have several.'],
  project: [maybe(ref('project')), 'What the work was for; absent where its records have several or none.'],
  worker: [maybe(ref('worker')), 'Whose work it is about; absent where its records are of several people.'],
  ...namedRecords,
  compared: [list(comparedValue), 'The values that were held against each other.'],
  weekEnding: [weekEnding, 'The Sunday that the week it belongs to ends on.'],
  since: [instant, 'When it was first found.'],
  resolvedAt: [maybe(instant), 'When its records stopped saying so; absent while they do.'],
  mark: [maybe(mark), 'What somebody decided about it; absent when nobody has.'],
})

export const billingCheckFacts = record({
  companies: [list(text), 'The company whose finding it is; none where it is an agency’s.'],
  agency: [maybe(text), 'The agency whose finding it is, where it is one’s.'],
  state: [
    words({ current: 'its records still say so', resolved: 'they do not any more' }),
    'Whether lists have it unless they are asked for resolved ones.',
  ],
  unit: [text, 'What it was worked out with, such as the week of a company: found again by that.'],
  fingerprint: [text, 'Of all that it says: it is written again when this changes.'],
  grounds: [
    maybe(text),
    'Of what a mark rests on, and stays for as long as; absent of what was written before it was kept.',
  ],
  countsFrom: [instant, 'Its week ending where it counts only graceDays later, else a day long ago.'],
  markedUntil: [
    instant,
    'The last day that its mark counts: long ago for none, far ahead for one without an end.',
  ],
  told: [
    flag,
    'Whether it has counted: those who listen were told of it then, unless it was found in silence.',
  ],
})

export type StoredBillingCheck = StoredOf<typeof BillingCheck, typeof billingCheckFacts>
export type BillingMark = Static<typeof mark>
type BillingSide = { kind: SideKind; id: string }

const longAgo = '1970-01-01T00:00:00.000Z'
const farAhead = '9999-12-31T00:00:00.000Z'

/** The facts that follow from what a finding says and whose it is. */
export const factsOfSide = ({ kind, id }: BillingSide) =>
  kind === 'agency' ? { companies: [], agency: id } : { companies: [id] }

export const countsFrom = (weekEnding: string, waits: boolean): string => (waits ? weekEnding : longAgo)

export const markedUntil = (mark: BillingMark | undefined): string =>
  mark ? (mark.until ?? farAhead) : longAgo
