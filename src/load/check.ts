// Checks loaded values against a Shape: refuses what the Shape does not know, brings dates to one form and keys into the
// Shape's order, so that an unchanged record is byte-equal. References keep their id; the rest is filled in later.

import { nearestOrAll } from '../errors/nearest.ts'
import { isCalendarDay } from '../formats/day.ts'
import { isId } from '../formats/id.ts'
import { isObject } from '../formats/json-object.ts'
import { standardPostcode } from '../formats/postcode.ts'
import type { LocalTime } from '../formats/zone.ts'
import { markFor } from '../shape/file-mark.ts'
import { type Fit, invalidValue, kindOf, Trail } from '../shape/invalid-value.ts'
import {
  dateFor,
  flagFor,
  listFor,
  numberFor,
  objectWith,
  referenceFor,
  textFor,
  wordFor,
} from '../shape/right-form.ts'
import { howMany, jsonValue, type Sentence, sentence } from '../shape/sentence.ts'
import { defaultOf, longestText, type Node, nodeOf, type TSchema, withoutNull } from '../shape/shape.ts'

type Values = Record<string, unknown>
export type Check = (value: unknown, at: string) => Values

/** Throws everything that is wrong with a value at once. `local` reads times without an offset. */
export function checkerOf(schema: TSchema, local?: LocalTime): Check {
  const fit = fitFor(nodeOf(schema), local)
  return (value, start) => {
    const at = new Trail(start)
    const fitted = fit(value, at) as Values
    at.end()
    return fitted
  }
}

function fitFor(node: Node, local: LocalTime | undefined): Fit {
  const open = withoutNull(node)
  if (open.nullable) {
    const inner = fitFor(open.node, local)
    return (value, at) => (value === null ? null : inner(value, at))
  }
  if (node['x-reference']) return fitReference(node, local)
  if (node['x-instant']) return fitInstant(local)
  if (node['x-file']) return fitFile
  if (node['x-postcode']) return fitPostcode
  if (node.enum) return fitChoice(node.enum)
  if (node.type === 'object') return node.properties ? fitObject(node, local) : fitMap(node, local)
  if (node.type === 'array') return fitList(fitFor(node.items!, local))
  if (node.type === 'string') return fitTextUpTo(longestText(node))
  if (node.type === 'number' || node.type === 'integer') return fitNumber(node.type === 'integer')
  if (node.type === 'boolean') return fitFlag
  return fitAnything
}

const fitList =
  (fitItem: Fit): Fit =>
  (value, at) => {
    if (!Array.isArray(value)) throw invalidValue(at, `must be a list, not ${kindOf(value)}`, listFor(value))
    for (let index = 0; index < value.length; index++)
      value[index] = within(at, String(index), value[index], fitItem)
    return value
  }

function within(at: Trail, name: string, value: unknown, fit: Fit): unknown {
  at.names.push(name)
  try {
    return fit(value, at)
  } catch (error) {
    return at.note(error)
  } finally {
    // Setting the length instead is far slower.
    at.names.pop()
  }
}

function asObject(value: unknown, at: Trail, hint: (value: unknown) => Sentence): Values {
  if (isObject(value)) return value
  const reason = value === undefined ? 'is missing' : `must be an object, not ${kindOf(value)}`
  throw invalidValue(at, reason, hint(value))
}

function fitMap(node: Node, local: LocalTime | undefined): Fit {
  const values = (node as { patternProperties?: Record<string, Node> }).patternProperties ?? {}
  const inner = fitFor(Object.values(values)[0]!, local)
  return (value, at) =>
    Object.fromEntries(
      Object.entries(asObject(value, at, () => objectWith([]))).map(([name, item]) => [
        fitText(name, at),
        within(at, name, item, inner),
      ]),
    )
}

type Property = {
  name: string
  fit: Fit
  required: boolean
  nullable: boolean
  /** Its value where a line leaves it out. */
  otherwise: null | undefined | readonly never[]
  filled: boolean
}

function fitObject(node: Node, local: LocalTime | undefined): Fit {
  const names = new Set(Object.keys(node.properties!))
  const properties = Object.entries(node.properties!)
    .filter(([, child]) => !child['x-derived'])
    .map(([name, child]) => ({
      name,
      fit: fitFor(child, local),
      required: node.required?.includes(name) ?? false,
      nullable: withoutNull(child).nullable || (!child.type && !child.enum),
      otherwise: defaultOf(child),
      filled: child['x-filled'] === true,
    }))
  return (given, at) => {
    const value = asObject(given, at, () => objectWith(properties.map(({ name }) => name)))
    if (isOrdered(value, properties)) return fitInPlace(value, properties, at)
    refuseUnknown(value, names, at)
    return reordered(value, properties, at)
  }
}

/** Whether everything is known, there and in the Shape's order already, as an export mostly writes it. */
function isOrdered(value: Values, properties: readonly Property[]): boolean {
  let next = 0
  for (const name in value) {
    while (next < properties.length && properties[next]!.name !== name)
      if (properties[next++]!.required) return false
    if (next === properties.length || isAbsent(value[name], properties[next]!)) return false
    next++
  }
  while (next < properties.length) if (properties[next++]!.required) return false
  return true
}

const isAbsent = (value: unknown, { nullable, filled }: Property) =>
  value === undefined ||
  (value === null && !nullable) ||
  (filled && Array.isArray(value) && value.length === 0)

/** Changes the value itself, which spares the time and memory of a copy. */
function fitInPlace(value: Values, properties: readonly Property[], at: Trail): Values {
  for (const { name, fit } of properties) {
    const inner = value[name]
    if (inner === undefined) continue
    const fitted = within(at, name, inner, fit)
    if (fitted !== inner) value[name] = fitted
  }
  return value
}

function reordered(value: Values, properties: readonly Property[], at: Trail): Values {
  const ordered: Values = {}
  for (const property of properties) {
    const { name, fit, required, otherwise } = property
    if (!isAbsent(value[name], property)) ordered[name] = within(at, name, value[name], fit)
    else if (required && otherwise !== undefined) ordered[name] = otherwise && []
    else if (required)
      at.note(invalidValue(at, 'is missing', `every record of this kind has "${name}"`, name))
  }
  return ordered
}

function refuseUnknown(value: Values, names: ReadonlySet<string>, at: Trail): void {
  for (const name in value) {
    if (names.has(name)) continue
    const right = nearestOrAll(name, [...names])
    at.note(invalidValue(at, 'is not a property of this kind of record', right, name.slice(0, 60)))
  }
}

/** An id alone is enough; what is copied from the referenced record is filled in later, whatever was given. */
function fitReference(node: Node, local: LocalTime | undefined): Fit {
  const copied = node['x-copied'] ?? []
  const names = new Set(Object.keys(node.properties!))
  const own = [...names].filter(name => name !== 'id' && !copied.includes(name))
  const isNameEnough = withoutNull(node.properties!.id!).nullable
  const properties = Object.fromEntries(own.map(name => [name, node.properties![name]!]))
  const fitOwn = fitObject({ ...node, properties } as Node, local)
  /** A name without a record behind it stays as it was given. */
  const nameAlone = (value: Values, at: Trail) => {
    const kept: Values = { id: null }
    for (const name of copied)
      if (value[name] != null || node.required?.includes(name))
        kept[name] = within(at, name, value[name], fitText)
    return kept
  }
  const toFillIn = (value: Values, at: Trail) => {
    const named: Values = { id: within(at, 'id', value.id, fitId) }
    for (const name of copied) named[name] = ''
    return named
  }
  return (given, at) => {
    const value = asObject(given, at, referenceFor)
    refuseUnknown(value, names, at)
    const named = value.id === null && isNameEnough ? nameAlone(value, at) : toFillIn(value, at)
    if (own.length === 0) return named
    const rest = Object.fromEntries(own.flatMap(name => (name in value ? [[name, value[name]]] : [])))
    return Object.assign(named, fitOwn(rest, at))
  }
}

const fitTextUpTo =
  (longest: number): Fit =>
  (value, at) => {
    const fitted = fitText(value, at) as string
    if (fitted.length <= longest) return fitted
    const length = `${fitted.length.toLocaleString('en-GB')} characters`
    const reason = sentence`is too long: ${{ text: length, inGroup: '… characters', inRecord: '…' }}`
    throw invalidValue(at, reason, `give at most ${longest.toLocaleString('en-GB')}`)
  }

const fitPostcode: Fit = (value, at) => standardPostcode(fitTextUpTo(2_000)(value, at) as string)

const fitText: Fit = (value, at) => {
  if (typeof value !== 'string') throw invalidValue(at, `must be text, not ${kindOf(value)}`, textFor(value))
  if (value.includes('\0')) throw invalidValue(at, 'must not contain a NUL character', 'remove \\u0000')
  if (value.includes('\u0001'))
    throw invalidValue(at, 'must not contain the character U+0001', 'remove \\u0001')
  if (!value.isWellFormed()) throw invalidValue(at, 'is not valid Unicode text', 'remove the lone surrogate')
  return value
}

const fitId: Fit = (value, at) => {
  if (typeof value === 'string' && isId(value)) return value
  throw invalidValue(at, 'is not an id', 'give 1 to 64 letters, digits, "_" or "-"')
}

const fitFlag: Fit = (value, at) => {
  if (typeof value === 'boolean') return value
  throw invalidValue(at, `must be true or false, not ${kindOf(value)}`, flagFor(value))
}

const fitNumber =
  (whole: boolean): Fit =>
  (value, at) => {
    if (typeof value !== 'number')
      throw invalidValue(at, `must be a number, not ${kindOf(value)}`, numberFor(value))
    if (!Number.isFinite(value)) throw invalidValue(at, 'is too large a number', 'write one below 1e308')
    if (whole && !Number.isSafeInteger(value))
      throw invalidValue(at, sentence`must be a whole number, not ${value}`, 'leave out the fraction')
    return value
  }

/** At the end of a reason. */
const given = (value: unknown) => {
  const { inRecord, ...shown } = jsonValue(value)
  return { ...shown, inRecord: inRecord === '"…"' ? '…' : inRecord }
}

const fitChoice =
  (allowed: readonly string[]): Fit =>
  (value, at) => {
    if (allowed.includes(value as string)) return value
    const reason = sentence`must be one of ${howMany(allowed.length)} words, not ${given(value)}`
    throw invalidValue(at, reason, wordFor(value, allowed))
  }

const canonical =
  /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
/** PostgreSQL writes a space, and the hours of the offset alone. */
const dateTime =
  /^(\d{4}-\d{2}-\d{2})[T ](([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?)(Z|[+-]\d{2}(:?\d{2})?)$/

const [firstMs, lastMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

const fitInstant =
  (local: LocalTime | undefined): Fit =>
  (value, at) => {
    if (typeof value === 'string') {
      if (canonical.test(value)) {
        if (value.slice(8, 10) <= '28' || isCalendarDay(value.slice(0, 10))) return value
      } else if (isCalendarDay(value)) return `${value}T00:00:00.000Z`
      else {
        const moment = momentIn(value, local)
        if (moment >= firstMs && moment <= lastMs) return new Date(moment).toISOString()
      }
    }
    throw invalidValue(at, sentence`is not a date: ${given(value)}`, dateFor(value))
  }

function momentIn(value: string, local: LocalTime | undefined): number {
  const [, day, time, , , , offset, minutes] = dateTime.exec(value) ?? []
  if (day !== undefined && isCalendarDay(day))
    return Date.parse(`${day}T${time}${offset === 'Z' || minutes ? offset : `${offset}:00`}`)
  return isCalendarDay(value.slice(0, 10)) ? Date.parse(local?.(value) ?? '') : Number.NaN
}

const webAddress = /^https:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]{1,2000}$/

/** A loaded file, kept as a mark that becomes an address on the way out; or somebody else's address, as it is. */
const fitFile: Fit = (value, at) => {
  if (typeof value === 'string') {
    if (value.startsWith('file:') && isId(value.slice(5))) return markFor(value.slice(5))
    if (webAddress.test(value) && URL.canParse(value)) return value
  }
  throw invalidValue(
    at,
    'is neither a file nor an https address',
    'write "file:" and the id of a loaded file',
  )
}

const longestAnything = 1_000_000

const fitAnything: Fit = (value, at) => {
  const text = JSON.stringify(value)
  if (text?.length > longestAnything)
    throw invalidValue(at, 'is too long', 'give at most 1,000,000 characters')
  if (text?.isWellFormed() && !/\\u000[01]/.test(text)) return value
  throw invalidValue(at, 'is not valid JSON text', 'remove the characters U+0000, U+0001 and lone surrogates')
}
