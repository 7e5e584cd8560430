// Numbers that identify a person or a document, in forms that pass and belong to nobody.
import type { Dice } from './random.ts'

/** Prefixes that are used for administration and never issued to anybody. */
const administrative = ['PZ', 'CR', 'MW'] as const

const digits = (value: number, count: number) => String(value).padStart(count, '0')

/** One a worker: the first eight characters are never the same twice. */
export function nationalInsurance(worker: number): string {
  const number = (Math.floor(worker / 3) * 7919 + 101_013) % 1_000_000
  return administrative[worker % 3] + digits(number, 6) + 'ABCD'[worker % 4]
}

export const passportNumber = (worker: number): string =>
  digits(500_000_000 + ((worker * 7919) % 400_000_000), 9)

/** The one before, from another range, so that nobody shares it. */
export const formerPassport = (worker: number): string =>
  digits(100_000_000 + ((worker * 7919) % 400_000_000), 9)

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ23456789'

/** Those for the right to work begin with W. */
export function shareCode(worker: number, dice: Dice): string {
  const tail = Array.from({ length: 4 }, () => letters[dice.below(letters.length)]).join('')
  return `W${worker.toString(36).toUpperCase().padStart(4, '0').slice(-4)}${tail}`
}

/** Eight digits; the simulator of card checks knows the last two, and takes these for a card that is valid. */
export const cardNumber = (dice: Dice): string =>
  `${digits(100_000 + dice.below(800_000), 6)}${digits(6 + dice.below(94), 2)}`
