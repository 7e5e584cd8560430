// Why a value is refused, and how that is said.

import { type Sentence, sentenceText } from './sentence.ts'

/** What is wrong at one place, and what would be right. */
export type Fault = {
  path: string
  reason: Sentence
  hint: Sentence
  /** The record that is named there and does not exist. */
  missing?: { type: string; id: string }
  /** Whether it is put right with what is wrong in another line. */
  follows?: true
}

/** A fault in words. */
export type FaultText = { path: string; reason: string; hint: string }

export const faultText = ({ path, reason, hint }: Fault): FaultText => ({
  path,
  reason: sentenceText(reason),
  hint: sentenceText(hint),
})

/** Everything that is wrong with a value; the message tells the first of it. */
export class InvalidValue extends Error {
  readonly faults: readonly Fault[]

  constructor(path: string, reason: Sentence, hint: Sentence) {
    super(`${path}: ${sentenceText(reason)}`)
    this.faults = [{ path, reason, hint }]
  }

  get path(): string {
    return this.faults[0]!.path
  }

  static of(faults: readonly Fault[]): InvalidValue {
    const { path, reason, hint } = faults[0]!
    return Object.assign(new this(path, reason, hint), { faults })
  }
}

export const faultTexts = ({ faults }: InvalidValue): FaultText[] => faults.map(faultText)

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
    if (this.faults.length < mostFaults) this.faults.push(...error.faults)
  }

  end(): void {
    if (this.faults.length > 0) throw InvalidValue.of(this.faults)
  }
}

/** Runs them all; what is wrong with any of them is thrown together. */
export function allOrTheirFaults<T extends readonly (() => unknown)[]>(
  ...runs: T
): { [index in keyof T]: ReturnType<T[index]> } {
  const faults: Fault[] = []
  const results = runs.map(run => {
    try {
      return run()
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      faults.push(...error.faults)
      return undefined
    }
  })
  if (faults.length > 0) throw InvalidValue.of(faults)
  return results as { [index in keyof T]: ReturnType<T[index]> }
}

/** Gives back the value as it is stored, or throws why it is none. */
export type Fit = (value: unknown, at: Trail) => unknown

export const invalidValue = (at: Trail, reason: Sentence, hint: Sentence, name?: string) =>
  new InvalidValue([...at.names, ...(name === undefined ? [] : [name])].join('.'), reason, hint)

export const kindOf = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`
