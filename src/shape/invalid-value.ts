// Why a value is refused, and how that is said.

/** What is wrong at one place, and what would be right. */
export type Fault = { path: string; reason: string; hint: string }

/** Why a value does not fit, where, and what would; and what else is wrong beside it. */
export class InvalidValue extends Error {
  readonly path: string
  readonly reason: string
  readonly hint: string
  readonly others: readonly Fault[]

  constructor(path: string, reason: string, hint: string, others: readonly Fault[] = []) {
    super(`${path}: ${reason}`)
    this.path = path
    this.reason = reason
    this.hint = hint
    this.others = others
  }
}

export const faultsOf = ({ path, reason, hint, others }: InvalidValue): Fault[] => [
  { path, reason, hint },
  ...others,
]

/** So many are told of one line. */
const mostFaults = 100

/** The names on the way to a value, and what was found wrong on the way. */
export class Trail {
  readonly names: string[]
  private readonly faults: Fault[] = []

  constructor(start: string) {
    this.names = [start]
  }

  /** Takes note of what is wrong, so that the rest is looked at, too. */
  note(error: unknown): undefined {
    if (!(error instanceof InvalidValue)) throw error
    if (this.faults.length < mostFaults) this.faults.push(...faultsOf(error))
  }

  end(): void {
    throwAll(this.faults)
  }
}

function throwAll([first, ...others]: readonly Fault[]): void {
  if (first) throw new InvalidValue(first.path, first.reason, first.hint, others)
}

/** Runs them all; what is wrong with any of them is thrown together. */
export function together<T extends readonly (() => unknown)[]>(
  ...runs: T
): { [index in keyof T]: ReturnType<T[index]> } {
  const faults: Fault[] = []
  const results = runs.map(run => {
    try {
      return run()
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      faults.push(...faultsOf(error))
      return undefined
    }
  })
  throwAll(faults)
  return results as { [index in keyof T]: ReturnType<T[index]> }
}

/** Gives back the value as it is stored, or throws why it is none. */
export type Fit = (value: unknown, at: Trail) => unknown

export const invalid = (at: Trail, reason: string, hint: string, name?: string) =>
  new InvalidValue([...at.names, ...(name === undefined ? [] : [name])].join('.'), reason, hint)

export const kindOf = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`
