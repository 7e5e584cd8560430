// The references people know records by: a company's prefix, letters for the kind, a number.
import type { Company } from './organisations.ts'

export const numbered = ({ prefix }: Company, letters: string, number: number, digits = 5): string =>
  `${prefix}-${letters}${String(number + 1).padStart(digits, '0')}`
