// Sums that a record has beside what they are the sums of: taken as they are given, and warned where they disagree.
import type { Warning } from '../kernel/resource/record-type.ts'

/** What is less than a penny, or than a hundredth of an hour, is rounding. */
const near = 0.011

export function warnOfSum(path: string, given: unknown, parts: readonly unknown[]): Warning[] {
  const sum = parts.reduce<number>((total, part) => total + (typeof part === 'number' ? part : 0), 0)
  if (typeof given !== 'number' || Math.abs(given - sum) < near) return []
  return [{ path, reason: `is ${given}, but what it is the sum of comes to ${Number(sum.toFixed(2))}` }]
}
