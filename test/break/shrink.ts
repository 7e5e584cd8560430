// The shortest case that still fails, found by leaving out steps: large pieces first, then single ones, until nothing more
// can go or the time is over.
import type { Case } from './part.ts'

/** `isNamed` where a checker said what is wrong; else something broke on the way there. */
export type Failure = { found: Case; message: string; isNamed: boolean }

export type Failing = Pick<Failure, 'message' | 'isNamed'>

/** `fails` plays a case and gives back how it failed; what fails in another way is another failure. */
export async function shrunk(
  first: Failure,
  fails: (one: Case) => Promise<Failing | undefined>,
  untilMs: number,
): Promise<Failure> {
  let least = first
  for (let size = Math.ceil(first.found.steps.length / 2); size >= 1; ) {
    const shorter = await without(least, size, fails, untilMs)
    if (Date.now() > untilMs) return shorter
    if (shorter.found.steps.length === least.found.steps.length) size = size === 1 ? 0 : Math.ceil(size / 2)
    least = shorter
  }
  return least
}

/** Leaves out pieces of this size, from the last to the first: what comes late needs what came before. */
async function without(
  { found, ...failing }: Failure,
  size: number,
  fails: (one: Case) => Promise<Failing | undefined>,
  untilMs: number,
): Promise<Failure> {
  let least: Failure = { found, ...failing }
  for (let end = found.steps.length; end > 0; end -= size) {
    if (Date.now() > untilMs) break
    const { steps } = least.found
    const fewer = { ...found, steps: [...steps.slice(0, Math.max(0, end - size)), ...steps.slice(end)] }
    const again = await fails(fewer)
    if (again?.isNamed !== failing.isNamed) continue
    least = { found: fewer, ...again }
  }
  return least
}
