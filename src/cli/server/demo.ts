// The demo programme that `muster up --demo` loads.
import type { Demo, loadDemo } from '../../../demo/install.ts'
import type { ProgrammeOptions } from '../../../demo/programme.ts'
import { usageProblem } from '../command.ts'

export type DemoGiven = ProgrammeOptions
export type DemoMade = Demo | undefined

/** Loaded where it is asked for. */
export const demoIn: typeof loadDemo = async (...given) =>
  (await import('../../../demo/install.ts')).loadDemo(...given)

export function programmeOf(
  demo: boolean,
  seed: string | undefined,
  scale: string | undefined,
): ProgrammeOptions {
  if (!demo && (seed ?? scale) !== undefined)
    throw usageProblem('--seed and --scale are for --demo; give that too')
  if (seed !== undefined && !/^\d{1,9}$/.test(seed))
    throw usageProblem(`--seed ${seed}: must be a whole number, such as 7`)
  if (scale !== undefined && !(/^\d{1,4}(\.\d{1,2})?$/.test(scale) && Number(scale) > 0))
    throw usageProblem(
      `--scale ${scale}: must be a number above 0, such as 10 for ten times the usual programme`,
    )
  return {
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(scale !== undefined && { scale: Number(scale) }),
  }
}
