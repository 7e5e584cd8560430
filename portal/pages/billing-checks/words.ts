// Billing checks in words: what is wrong in two or three, how sure that is, what was decided, and amounts with their sign.
import type { BillingCode, Severity, SideKind } from '../../../src/api/billing-checks/codes.ts'
import type { BillingMark } from '../../../src/api/billing-checks/shape.ts'
import { moneyText } from '../../../src/formats/number-text.ts'
import type { StatusKind } from '../../components/layout.tsx'

export const codeWords: Readonly<Record<BillingCode, string>> = {
  notBilled: 'Not billed',
  billedTwice: 'Billed twice',
  notApproved: 'Billed, not approved',
  changedSinceBilled: 'Changed since billed',
  sumDiffers: 'Sum differs',
  hoursDiffer: 'Hours differ',
  rateDiffers: 'Rate differs',
  outsideAssignment: 'Outside the assignment',
  overlaps: 'Same time twice',
  overOrder: 'Beyond the order',
  creditTooLarge: 'Credit too large',
  taxDiffers: 'Tax differs',
  afpDiffers: 'Not as applied for',
  flowsDiffer: 'MSP bills other hours',
}

export const severityWords: Readonly<Record<Severity, readonly [is: StatusKind, word: string]>> = {
  certain: ['alert', 'certain'],
  likely: ['wait', 'likely'],
  look: ['off', 'worth a look'],
}

export const sideWords: Readonly<Record<SideKind, string>> = {
  client: 'as the client',
  agency: 'as the agency',
  msp: 'as the MSP',
}

export type MarkWord = BillingMark['state'] | 'open'
export const markWords: Readonly<Record<MarkWord, readonly [is: StatusKind, word: string]>> = {
  open: ['wait', 'open'],
  disputed: ['alert', 'disputed'],
  accepted: ['ok', 'accepted'],
}

/** Above 0 is billed too much, below it too little. */
export const signedPounds = (amount: number): string =>
  `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${moneyText(Math.abs(amount))}`

export type Stake = { count: number; sums: { amount: number; atStake: number } }

/** What is in sums of amounts, apart: they may cancel each other out, and are exact to a hundredth of a penny. */
export const tooMuch = ({ sums: { amount, atStake } }: Stake): number =>
  Math.round((atStake + amount) * 5_000) / 10_000
export const tooLittle = ({ sums: { amount, atStake } }: Stake): number =>
  Math.round((atStake - amount) * 5_000) / 10_000
