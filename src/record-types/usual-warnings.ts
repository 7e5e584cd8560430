// Warnings that hold for any record, by the names, kinds and marks of its properties: a name without a letter, an end before
// its start, negative hours, an approval without a date, a faulty e-mail address, a list that names a record twice.
import { isEmail } from '../formats/email.ts'
import { declaredWord, sentence } from '../shape/sentence.ts'
import {
  type Doubt,
  type Node,
  nodeOf,
  type TSchema,
  withoutNull,
  withoutProperties,
} from '../shape/shape.ts'
import type { Warning } from './rules.ts'

type Values = Record<string, unknown>
/** On the way to a value; put together only where something is wrong. */
type Place = { outer?: Place; name: string | number }
type Look = (value: Values, at: Place, found: Warning[]) => void

/** Half a penny, or half of a hundredth of an hour: what is less is rounding. */
const near = 0.0051

/** Of a sum of so many parts that were rounded each, as many times that. */
export const sumsDiffer = (one: number, other: number, parts = 1) => Math.abs(one - other) >= near * parts

const periods = [
  ['start', 'end'],
  ['startDate', 'endDate'],
  ['permissionStart', 'permissionExpiry'],
] as const
/** What a status is dated by. */
const dated = [
  ['approved', 'approvedDate'],
  ['approved', 'approvalDate'],
  ['confirmed', 'confirmedDate'],
  ['confirmed', 'confirmationDate'],
] as const
/** Dialling codes of countries where the 0 is part of the number: Italy, San Marino, and some of West and Central Africa. */
const zeroStays = new Set(['+39', '+378', '+225', '+226', '+227', '+229', '+241', '+242'])

/** Looks at a record of this Shape, but for lists that may be taken as text. */
export function usualWarnings(shape: TSchema, asText: readonly string[]): (record: Values) => Warning[] {
  const looks = looksInto(nodeOf(withoutProperties(shape, asText)))
  return record => {
    const found: Warning[] = []
    for (const look of looks) look(record, { name: 'record' }, found)
    return found
  }
}

function looksInto(node: Node): Look[] {
  const properties = Object.entries(node.properties ?? {}).filter(([, child]) => !child['x-derived'])
  const names = new Set(properties.map(([name]) => name))
  const has = (...wanted: readonly string[]) => wanted.every(name => names.has(name))
  const isText = (child: Node) => child.type === 'string' && !child.enum && !child['x-instant']
  return [
    ...properties.flatMap(([name, child]) => [
      ...(isText(child) && node.required?.includes(name) ? [emptyText(name)] : []),
      ...(/hours$/i.test(name) && child.type === 'number' ? [belowNothing(name)] : []),
      ...(child['x-doubt'] ? [doubtful(name, child['x-doubt'])] : []),
      ...(name === 'email' ? [noEmail(name)] : []),
      ...within(name, child),
    ]),
    ...periods.flatMap(([start, end]) => (has(start, end) ? [endFirst(start, end)] : [])),
    ...(has('createdAt', 'updatedAt') ? [updatedFirst] : []),
    ...(has('firstName', 'lastName', 'name') ? [otherName] : []),
    ...(has('countryCode', 'number') ? [leadingZero] : []),
    ...dated.flatMap(([status, date]) =>
      has(date) && node.properties?.status?.enum?.includes(status) ? [noDate(status, date)] : [],
    ),
  ]
}

function within(name: string, given: Node): Look[] {
  const { node } = withoutNull(given)
  const isList = node.type === 'array'
  const inner = isList ? withoutNull(node.items!).node : node
  if (isList && inner['x-reference']) return [namedTwice(name, inner['x-reference'])]
  // What is named belongs to another record.
  const looks = inner['x-reference'] ? [] : looksInto(inner)
  if (looks.length === 0) return []
  return [
    (value, at, found) => {
      const inner = value[name]
      if (inner === null || typeof inner !== 'object') return
      const here = { outer: at, name }
      if (!isList) for (const look of looks) look(inner as Values, here, found)
      else
        for (const [index, item] of (inner as Values[]).entries())
          for (const look of looks) look(item, { outer: here, name: index }, found)
    },
  ]
}

const pathTo = ({ outer, name }: Place, inner: string): string => {
  const path = `${name}.${inner}`
  return outer ? pathTo(outer, path) : path
}

const namedTwice =
  (name: string, type: string): Look =>
  (value, at, found) => {
    if (!Array.isArray(value[name])) return
    const first = new Map<unknown, number>()
    for (const [index, item] of (value[name] as Values[]).entries()) {
      const before = first.get(item.id)
      if (item.id === null || before === undefined) {
        first.set(item.id, index)
        continue
      }
      const isSame = JSON.stringify(value[name][before]) === JSON.stringify(item)
      const reason = sentence`names ${declaredWord(type)} "${String(item.id)}" again${declaredWord(isSame ? '' : ', and says something else of it than the first time')}`
      const hint = isSame ? 'name each once' : 'give one entry, with what is true of it'
      found.push({ code: 'NAMED_TWICE', path: pathTo(at, `${name}.${index}`), reason, hint })
    }
  }

const emptyText =
  (name: string): Look =>
  (value, at, found) => {
    if (typeof value[name] !== 'string' || value[name].trim() !== '') return
    const hint = 'give what it is called, or what it is'
    found.push({ code: 'EMPTY_TEXT', path: pathTo(at, name), reason: 'is empty', hint })
  }

const belowNothing =
  (name: string): Look =>
  (value, at, found) => {
    if (!((value[name] as number) < 0)) return
    const [reason, hint] = ['is negative', 'give hours from 0 upwards']
    found.push({ code: 'NEGATIVE_HOURS', path: pathTo(at, name), reason, hint })
  }

const doubtful =
  (name: string, doubt: Doubt): Look =>
  (value, at, found) => {
    const warning = doubt(value[name], value)
    if (!warning) return
    const { code, reason, hint } = warning
    found.push({ code, path: pathTo(at, name), reason, hint })
  }

const endFirst =
  (start: string, end: string): Look =>
  (value, at, found) => {
    const [from, to] = [value[start], value[end]]
    if (typeof from !== 'string' || typeof to !== 'string' || from <= to) return
    const [reason, hint] = [`is before its ${start}`, 'see whether they are swapped']
    found.push({ code: 'END_BEFORE_START', path: pathTo(at, end), reason, hint })
  }

const updatedFirst: Look = (value, at, found) => {
  const { createdAt, updatedAt } = value
  if (typeof createdAt !== 'string' || typeof updatedAt !== 'string' || createdAt <= updatedAt) return
  const [reason, hint] = ['is before createdAt', 'see whether they are swapped, or in another time zone']
  found.push({ code: 'UPDATED_BEFORE_CREATED', path: pathTo(at, 'updatedAt'), reason, hint })
}

const noDate =
  (status: string, date: string): Look =>
  (value, at, found) => {
    if (value.status !== status || value[date] !== undefined) return
    const [reason, hint] = [`is missing, and the status is ${status}`, `give when it was ${status}`]
    found.push({ code: 'NO_DATE', path: pathTo(at, date), reason, hint })
  }

/** Nothing of people is repeated: reports are kept. */
const noEmail =
  (name: string): Look =>
  (value, at, found) => {
    if (typeof value[name] !== 'string' || isEmail(value[name])) return
    const [reason, hint] = ['is no e-mail address', 'give one, such as name@company.example, or leave it out']
    found.push({ code: 'EMAIL', path: pathTo(at, name), reason, hint })
  }

const otherName: Look = (value, at, found) => {
  const texts = [value.name, `${value.firstName} ${value.lastName}`].map(text => spaced(String(text)))
  if (value.name === undefined || texts[0] === texts[1]) return
  const reason = 'is not firstName and lastName with a space between'
  const hint = 'give both in it, or correct firstName and lastName'
  found.push({ code: 'NAME', path: pathTo(at, 'name'), reason, hint })
}

const spaced = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ')

const leadingZero: Look = (value, at, found) => {
  const { countryCode, number } = value
  if (typeof number !== 'string' || !/^\(?0/.test(number.trim()) || zeroStays.has(String(countryCode))) return
  const reason = 'begins with the 0 that is dialled only within its country'
  const hint = 'leave the 0 out: what follows the dialling code, such as 7700900123'
  found.push({ code: 'PHONE', path: pathTo(at, 'number'), reason, hint })
}
