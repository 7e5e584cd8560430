// What the short suite leaves to `npm run test:long`: further cases, combinations and rounds of what it tests itself.
import { test } from 'node:test'

export const isLong = process.env.MUSTER_LONG !== undefined

/** All of them in the long run, every nth in the short suite. */
export const everyNth = <T>(all: readonly T[], n: number): readonly T[] =>
  all.filter((_, at) => isLong || at % n === 0)

/** A test of the long run only; the short suite has another of its kind. */
export const longTest = (name: string, promised: () => Promise<void>): void => {
  if (isLong) test(name, promised)
}
