// What the rules of several resources share.
import type { Warning } from '../kernel/resource/record-type.ts'

/** What has no value is left out of what is stored. */
export function setOrNot<T extends object, K extends keyof T>(target: T, name: K, value?: T[K]): void {
  if (value === undefined) Reflect.deleteProperty(target, name)
  else target[name] = value
}

/** What is less than a penny, or than a hundredth of an hour, is rounding. */
const near = 0.011

/** Sums are taken as they are given; where they disagree with what they are the sums of, the load says so. */
export function warnOfSum(path: string, given: unknown, parts: readonly unknown[]): Warning[] {
  const sum = parts.reduce<number>((total, part) => total + (typeof part === 'number' ? part : 0), 0)
  if (typeof given !== 'number' || Math.abs(given - sum) < near) return []
  return [{ path, reason: `is ${given}, but what it is the sum of comes to ${Number(sum.toFixed(2))}` }]
}
