// What can hardly be right whatever the record is, told from the names and the kinds of its properties: a name without a
// letter, an end before its start, hours below nothing, a charge that is not the sum of its parts, a week that does not
// end on a Sunday.
import { type Node, nodeOf, type TSchema, without, withoutNull } from '../shape/shape.ts'
import type { Warning } from './record-type.ts'

type Values = Record<string, unknown>
type Look = (value: Values, at: string) => Warning[]

/** Half a penny, or half of a hundredth of an hour: what is less is rounding. */
const near = 0.0051

export const differs = (one: number, other: number) => Math.abs(one - other) >= near

const periods = [
  ['start', 'end'],
  ['startDate', 'endDate'],
  ['permissionStart', 'permissionExpiry'],
] as const
const parts = ['pay', 'emp', 'margin'] as const
const sunday = 0

/** Looks at a record of this Shape, but for lists that may be taken as text. */
export function usualWarnings(shape: TSchema, asText: readonly string[]): (record: Values) => Warning[] {
  const looks = looksInto(nodeOf(without(shape, asText)))
  return record => looks.flatMap(look => look(record, 'record'))
}

function looksInto(node: Node): Look[] {
  const properties = Object.entries(node.properties ?? {}).filter(([, child]) => !child['x-derived'])
  const names = new Set(properties.map(([name]) => name))
  const isText = (child: Node) => child.type === 'string' && !child.enum && !child['x-instant']
  return [
    ...properties.flatMap(([name, child]) => [
      ...(isText(child) && node.required?.includes(name) ? [emptyText(name)] : []),
      ...(/hours$/i.test(name) && child.type === 'number' ? [belowNothing(name)] : []),
      ...(name === 'weekEnding' ? [noSunday(name)] : []),
      ...within(name, child),
    ]),
    ...periods.flatMap(([start, end]) => (names.has(start) && names.has(end) ? [endFirst(start, end)] : [])),
    ...([...parts, 'charge'].every(name => isNumber(node.properties?.[name])) ? [wrongCharge] : []),
  ]
}

const isNumber = (node: Node | undefined) => node?.type === 'number'

function within(name: string, given: Node): Look[] {
  const { node } = withoutNull(given)
  const isList = node.type === 'array'
  const inner = isList ? withoutNull(node.items!).node : node
  // What is named belongs to another record.
  const looks = inner['x-reference'] ? [] : looksInto(inner)
  if (looks.length === 0) return []
  return [
    (value, at) => {
      const found = value[name]
      if (found === null || typeof found !== 'object') return []
      if (!isList) return looks.flatMap(look => look(found as Values, `${at}.${name}`))
      return (found as Values[]).flatMap((item, index) =>
        looks.flatMap(look => look(item, `${at}.${name}.${index}`)),
      )
    },
  ]
}

const warn = (code: string, path: string, reason: string, hint: string): Warning[] => [
  { code, path, reason, hint },
]

const emptyText =
  (name: string): Look =>
  (value, at) =>
    typeof value[name] === 'string' && value[name].trim() === ''
      ? warn('EMPTY_TEXT', `${at}.${name}`, 'is empty', 'give what it is called, or what it is')
      : []

const belowNothing =
  (name: string): Look =>
  (value, at) =>
    (value[name] as number) < 0
      ? warn('NEGATIVE_HOURS', `${at}.${name}`, 'is below nothing', 'give hours from 0 upwards')
      : []

const noSunday =
  (name: string): Look =>
  (value, at) => {
    const day = typeof value[name] === 'string' ? new Date(value[name]).getUTCDay() : sunday
    return day === sunday
      ? []
      : warn(
          'WEEK_ENDING',
          `${at}.${name}`,
          'is no Sunday',
          'weeks run from Monday to Sunday; give the Sunday',
        )
  }

const endFirst =
  (start: string, end: string): Look =>
  (value, at) => {
    const [from, to] = [value[start], value[end]]
    if (typeof from !== 'string' || typeof to !== 'string' || from <= to) return []
    return warn('END_BEFORE_START', `${at}.${end}`, `is before its ${start}`, `see whether they are swapped`)
  }

const wrongCharge: Look = (value, at) => {
  const sum = parts.reduce((total, part) => total + (value[part] as number), 0)
  if (typeof value.charge !== 'number' || !differs(value.charge, sum)) return []
  const reason = `is ${value.charge}, but ${parts.join(', ')} come to ${Number(sum.toFixed(2))}`
  return warn('CHARGE', `${at}.charge`, reason, 'correct the charge, or what it is made of')
}
