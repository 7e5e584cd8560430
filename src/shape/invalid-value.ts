// Why something that was given cannot be taken, and how that is said.

/** Why a value does not fit, where, and what would. */
export class InvalidValue extends Error {
  readonly path: string
  readonly reason: string
  readonly hint: string

  constructor(path: string, reason: string, hint: string) {
    super(`${path}: ${reason}`)
    this.path = path
    this.reason = reason
    this.hint = hint
  }
}

/** The names on the way to a value. */
export type Trail = string[]
/** Gives back the value as it is stored, or throws why it is none. */
export type Fit = (value: unknown, at: Trail) => unknown

export const invalid = (at: Trail, reason: string, hint: string) =>
  new InvalidValue(at.join('.'), reason, hint)

export const kindOf = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`
