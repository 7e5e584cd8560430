// Money as whole pence, so that half a penny always rounds up: 16.65 × 7.5 is 124.88.

export type Pence = number

/** What a rate adds up to: what the worker is paid, what employing costs, what the agency keeps. */
export type Parts = { pay: Pence; emp: Pence; margin: Pence }

export const pounds = (pence: Pence): number => pence / 100

/** Pence × numerator ÷ denominator, half up; whole numbers all the way. */
const scaled = (pence: Pence, numerator: number, denominator: number): Pence =>
  Math.floor((2 * pence * numerator + denominator) / (2 * denominator))

/** An hourly rate for so many minutes. */
export const forMinutes = (rate: Pence, minutes: number): Pence => scaled(rate, minutes, 60)

export const percentOf = (pence: Pence, percent: number): Pence => scaled(pence, percent, 100)

export const uplifted = (pence: Pence, percent: number): Pence => scaled(pence, 100 + percent, 100)

export const eachPart = (parts: Parts, change: (pence: Pence) => Pence): Parts => ({
  pay: change(parts.pay),
  emp: change(parts.emp),
  margin: change(parts.margin),
})

export const chargeOf = ({ pay, emp, margin }: Parts): Pence => pay + emp + margin

export const shownParts = (parts: Parts) => ({
  pay: pounds(parts.pay),
  emp: pounds(parts.emp),
  margin: pounds(parts.margin),
  charge: pounds(chargeOf(parts)),
})
