// Everything that is wrong with a body, gathered so that it can be told at once.

import { nearestOrAll } from '../errors/nearest.ts'
import { Problem, type ProblemCode } from '../errors/problem.ts'
import { isObject } from '../formats/json-object.ts'
import { LongText } from '../kernel/operation/body.ts'

type Flaw = { code: ProblemCode; text: string }

/** The most faults that are reported; a body can have thousands. */
const mostTold = 200
const mostNames = 10

export class Flaws {
  private readonly found: Flaw[] = []

  add(path: string, what: string, code: ProblemCode = 'VALIDATION_ERROR'): undefined {
    this.found.push({ code, text: path === '' ? what : `${path} ${what}` })
    return undefined
  }

  /** The first decides the code and begins the message; the others follow. */
  refuse(): void {
    const [first, ...others] = this.found
    if (!first) return
    const told = others.slice(0, mostTold).map(flaw => flaw.text)
    if (others.length > mostTold) told.push(`and ${others.length - mostTold} more`)
    throw new Problem(first.code, `${first.text}${told.length > 0 ? `. Also: ${told.join('; ')}` : ''}`)
  }
}

export type BodyObject = Record<string, unknown>

const kindOf = (value: unknown) =>
  value instanceof LongText
    ? 'a very long text'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`

export const spacesAround = 'has white space around it; leave that out'

/** Reads the values of one object: what is missing, wrong or unknown is noted under its path. */
export class BodyReader {
  readonly flaws: Flaws
  private readonly given: BodyObject
  private readonly at: string
  private readonly code: ProblemCode

  constructor(flaws: Flaws, given: BodyObject, at = '', code: ProblemCode = 'VALIDATION_ERROR') {
    this.flaws = flaws
    this.given = given
    this.at = at
    this.code = code
  }

  path = (name: string) => (this.at === '' ? name : `${this.at}.${name}`)
  flaw = (name: string, what: string, code = this.code) => this.flaws.add(this.path(name), what, code)

  /** Null is the same as not given. */
  value(name: string): unknown {
    return Object.hasOwn(this.given, name) ? (this.given[name] ?? undefined) : undefined
  }

  known(names: readonly string[], special: Readonly<Record<string, string>> = {}): void {
    const unknown = Object.keys(this.given).filter(name => !names.includes(name))
    for (const name of unknown.slice(0, mostNames)) {
      const shown = name.slice(0, 60)
      const known = Object.hasOwn(special, name) ? special[name] : undefined
      this.flaw(shown, known ?? `is not known; ${nearestOrAll(shown, names)}`)
    }
    if (unknown.length > mostNames)
      this.flaws.add(this.at, `has ${unknown.length - mostNames} more names that are not known`, this.code)
  }

  required(name: string, what = 'is required', longest = 200): string | undefined {
    return this.value(name) === undefined ? this.flaw(name, what) : this.text(name, longest)
  }

  requiredExact(name: string, what = 'is required', longest = 200): string | undefined {
    return this.value(name) === undefined ? this.flaw(name, what) : this.exact(name, longest)
  }

  /** For what has to be the value of a list, an id, or of one form: a value with space around it is another one. */
  exact(name: string, longest = 200): string | undefined {
    const text = this.text(name, longest)
    return text === undefined || text === this.value(name) ? text : this.flaw(name, spacesAround)
  }

  /** Trimmed; undefined where it is missing or no good. */
  text(name: string, longest = 200, controls = /\p{Cc}/u): string | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (value instanceof LongText) return this.flaw(name, `is longer than ${longest} characters`)
    if (typeof value !== 'string') return this.flaw(name, `must be a text, not ${kindOf(value)}`)
    const text = value.trim()
    if (text === '') return this.flaw(name, 'is empty')
    if (text.length > longest) return this.flaw(name, `is longer than ${longest} characters`)
    if (!text.isWellFormed()) return this.flaw(name, 'is not valid Unicode text: it has a lone surrogate')
    if (controls.test(text)) return this.flaw(name, 'has a control character in it')
    return text
  }

  /** The same of what may have several lines. */
  lines = (name: string, longest: number) => this.text(name, longest, /[^\P{Cc}\t\r\n]/u)

  object(name: string): BodyObject | undefined {
    const value = this.value(name)
    if (isBodyObject(value)) return value
    return this.flaw(name, value === undefined ? 'is required' : `must be an object, not ${kindOf(value)}`)
  }

  list(name: string, most: number): readonly unknown[] {
    const value = this.value(name)
    if (value === undefined) return []
    if (!Array.isArray(value)) {
      this.flaw(name, `must be a list, not ${kindOf(value)}`)
      return []
    }
    if (value.length > most) this.flaw(name, `has ${value.length} entries; at most ${most} are taken`)
    return value.slice(0, most)
  }
}

export const isBodyObject = (value: unknown): value is BodyObject =>
  isObject(value) && !(value instanceof LongText)
