// Warnings about sums that do not add up, and hours that no day has.

import type { Warning } from '../../record-types/rules.ts'
import { sumsDiffer } from '../../record-types/usual-warnings.ts'
import { declaredWord, sentence } from '../../shape/sentence.ts'

/** Sums are taken as they are given; where they disagree with what they are the sums of, the load says so. */
export function warnOfSum(path: string, given: unknown, parts: readonly unknown[]): Warning[] {
  const sum = parts.reduce<number>((total, part) => total + (typeof part === 'number' ? part : 0), 0)
  if (typeof given !== 'number' || !sumsDiffer(given, sum)) return []
  const reason = sentence`is ${given}, but what it is the sum of comes to ${Number(sum.toFixed(2))}`
  return [{ code: 'SUM', path, reason, hint: 'correct the sum, or what it is of' }]
}

export const warnOfNegative = (path: string): Warning[] => [
  { code: 'NEGATIVE_HOURS', path, reason: 'is negative', hint: 'give hours from 0 upwards' },
]

/** More hours than `days` have. */
export function warnOfDay(path: string, hours: number | undefined, beside = '', days = 1): Warning[] {
  if (hours === undefined || hours <= days * 24) return []
  const reason = sentence`comes to ${Number(hours.toFixed(2))} hours${declaredWord(beside)} in ${days === 1 ? declaredWord('one day') : sentence`${days} days`}`
  return [
    {
      code: 'HOURS_IN_DAY',
      path,
      reason,
      hint: 'a day has 24; see whether hours of a longer time are in it',
    },
  ]
}
