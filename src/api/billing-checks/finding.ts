// A finding from what a rule has found, and the phrases of its sentence.
import { dayOfMoment, dayText } from '../../formats/day.ts'
import { type Decimal, decimalText, numberOf, sizeOf } from '../../formats/decimal.ts'
import { moneyText } from '../../formats/number-text.ts'
import type { Timesheet } from '../shapes/timesheet.ts'
import type { BillingFinding, ComparedValue, FindingRecords } from './books.ts'
import { billingCodes, type Severity } from './codes.ts'
import type { Bill } from './terms.ts'

type Parties = Pick<BillingFinding, 'agency' | 'project' | 'worker'>

type Fault = Pick<BillingFinding, 'code' | 'key' | 'sentence' | 'weekEnding' | 'waits'> &
  Partial<FindingRecords> & {
    amount: Decimal
    expected: Decimal
    found: Decimal
    unit: BillingFinding['unit']
    parties: Parties
    compared: readonly (ComparedValue | undefined)[]
    /** The usual one of the code unless given. */
    severity?: Severity
  }

export function findingOf({ amount, expected, found, parties, ...fault }: Fault): BillingFinding {
  return {
    severity: billingCodes[fault.code].severities[0],
    timesheets: [],
    assignments: [],
    invoices: [],
    afps: [],
    creditNotes: [],
    expenses: [],
    purchaseOrders: [],
    ...fault,
    ...parties,
    amount: numberOf(amount),
    expected: numberOf(expected),
    found: numberOf(found),
    compared: fault.compared.filter(one => one !== undefined),
  }
}

/** One value that was compared; what a record does not have cannot be shown. */
export const comparedValue = (
  type: string,
  { id }: { id: string },
  path: string,
  value: number | string | undefined,
  differs: boolean,
): ComparedValue | undefined => (value === undefined ? undefined : { type, id, path, value, differs })

export const recordIds = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id)

type Reference = { id: string | null } | undefined

const only = (name: keyof Parties, all: readonly Reference[]): Parties => {
  const ids = new Set(all.map(one => one?.id ?? undefined))
  const [id] = ids
  return ids.size === 1 && id !== undefined ? { [name]: id } : {}
}

/** Whose bill it is: what all these timesheets have. */
export const partiesOf = (...timesheets: readonly Timesheet[]): Parties => ({
  ...only(
    'agency',
    timesheets.map(({ agency }) => agency),
  ),
  ...only(
    'project',
    timesheets.map(({ project }) => project),
  ),
  ...only(
    'worker',
    timesheets.map(({ worker }) => worker),
  ),
})

/** The same of invoices and AfPs, which are of any number of workers. */
export const billParties = (...bills: readonly Bill[]): Parties => ({
  ...only(
    'agency',
    bills.map(({ agency }) => agency),
  ),
  ...only(
    'project',
    bills.flatMap(({ projects }) => projects),
  ),
})

export const poundsText = (amount: Decimal): string => moneyText(numberOf(amount))

/** `£25.00 too much`, whatever is too much of. */
export const excessText = (amount: Decimal): string =>
  `${poundsText(sizeOf(amount))} too ${amount.units < 0n ? 'little' : 'much'}`

export const hoursText = (hours: Decimal): string => {
  const text = decimalText(hours)
  return `${text} ${text === '1' ? 'hour' : 'hours'}`
}

export const weekText = (weekEnding: string): string => `the week ending ${dayText(dayOfMoment(weekEnding))}`

export const howManyText = (number: number, one: string): string =>
  `${number} ${one}${number === 1 ? '' : 's'}`

const mostNames = 4

/** Names one after another; of many, the first few. */
export function namesText(names: readonly string[]): string {
  if (names.length > mostNames)
    return `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames} more`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export const referencesText = (records: readonly { reference: string }[]): string =>
  namesText(records.map(({ reference }) => reference))
