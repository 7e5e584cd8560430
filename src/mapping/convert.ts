// Converts a column's text to what a property takes (dates, numbers, words, yes or no), or says why it cannot.
import { isId } from '../formats/id.ts'
import { localTime } from '../formats/zone.ts'
import type { Fault } from '../shape/invalid-value.ts'
import { declaredWord, jsonValue, type Phrase, sentence, shownInGroups } from '../shape/sentence.ts'
import type { Node } from '../shape/shape.ts'
import type { ValueKind } from './check-expression.ts'
import { columnsIn, decimalMark, type Expression } from './expression.ts'
import {
  dateForm,
  dateFormOf,
  dateIn,
  type Forms,
  flagIn,
  numberIn,
  usualNo,
  usualYes,
  wordIn,
} from './values.ts'

/** Where a value is in the record, what was found wrong so far, and where it is written, if not in the row itself. */
export type ConversionState = {
  at: string
  faults: Fault[]
  place?: Phrase
  /** So many days later than it is written. */
  plusDays?: number
}

export type Convert = (value: unknown, state: ConversionState) => unknown

/** What a property takes, as far as a mapping can say how it is written. */
export function kindTakenBy(node: Node): ValueKind {
  if (isIdentifier(node)) return 'id'
  if (node['x-instant']) return 'date'
  if (node.type === 'number' || node.type === 'integer') return 'number'
  return node.type === 'boolean' ? 'flag' : 'text'
}

const isIdOf = (node: Node) => (node as { 'x-id-of'?: string })['x-id-of'] !== undefined
const isIdentifier = (node: Node) => node['x-reference'] !== undefined || isIdOf(node)

/** How the values of a table are written, with what an expression says of its own. */
function ownForms(given: Exclude<Expression, string>, forms: Forms): Forms {
  const dates = [given.date ?? []].flat().flatMap(form => dateForm(form) ?? [])
  return {
    ...forms,
    ...(dates.length > 0 && { dates }),
    ...(given.timezone !== undefined && { local: localTime(given.timezone) }),
    ...(given.decimal !== undefined && { decimal: decimalMark(given.decimal) }),
    ...(given.yes !== undefined && {
      yes: [given.yes].flat().map(String),
      no: given.no === undefined ? usualNo : [given.no].flat().map(String),
    }),
    ...(given.no !== undefined &&
      given.yes === undefined && { yes: usualYes, no: [given.no].flat().map(String) }),
  }
}

export function valueConverter(node: Node, expression: Expression, usual: Forms): Convert {
  const given = typeof expression === 'string' ? { column: expression } : expression
  const forms = ownForms(given, usual)
  const from = columnsIn(expression)
  const table = given.from === undefined ? '' : ` of ${given.from}`
  const column = (name: string, index: number) =>
    sentence`${declaredWord(index > 0 ? ' and ' : '')}column "${shownInGroups(name)}"`
  const where = from.length === 0 ? ['the constant'] : [...from.flatMap(column), table]
  const has = from.length > 1 ? 'have' : 'has'
  const fail = (state: ConversionState, value: unknown, what: string, hint: string) => {
    state.faults.push({
      path: state.at,
      reason: sentence`${where}${state.place ?? []} ${declaredWord(has)} ${jsonValue(value)}, which is ${declaredWord(what)}`,
      hint,
    })
    return undefined
  }
  if (isIdentifier(node)) {
    const wrap = (id: string) => (isIdOf(node) ? id : { id })
    return (value, state) => {
      const id = String(value)
      if (isId(id)) return wrap(id)
      return fail(
        state,
        value,
        'no id',
        `make one with {idFrom: ${from[0] ?? '…'}}, here and where the record is mapped`,
      )
    }
  }
  if (node['x-instant'])
    return (value, state) =>
      dateIn(String(value), forms, state.plusDays) ??
      // A constant is written in the mapping, not as tables are written.
      (from.length === 0 ? dateIn(String(value), { ...forms, dates: [] }, state.plusDays) : undefined) ??
      fail(state, value, 'no date in this form', hintForDate(String(value), forms.dates))
  if (node.enum) {
    const allowed = node.enum
    return (value, state) =>
      wordIn(String(value), allowed) ??
      fail(state, value, 'none of the words', `say with words what it means: ${allowed.join(', ')}`)
  }
  if (node.type === 'number' || node.type === 'integer')
    return (value, state) => {
      const found = typeof value === 'number' ? value : numberIn(String(value), forms.decimal)
      if (found !== undefined && (node.type === 'number' || Number.isSafeInteger(found))) return found
      const hint =
        forms.decimal === '.'
          ? 'say decimal: "," where a comma parts the fraction'
          : 'the comma parts the fraction'
      return fail(state, value, node.type === 'integer' ? 'no whole number' : 'no number', hint)
    }
  if (node.type === 'boolean')
    return (value, state) => {
      const found = typeof value === 'boolean' ? value : flagIn(String(value), forms)
      return found ?? fail(state, value, 'neither yes nor no', 'say with yes and no which words are used')
    }
  if (node.type === 'string')
    return (value, state) =>
      typeof value !== 'object'
        ? String(value)
        : fail(state, value, 'no text', 'name what is inside it, with a dot between the names')
  return value => value
}

/** A date in another form is for the mapping to say; what is no date in any form is for the source to correct. */
function hintForDate(text: string, dates: Forms['dates']): string {
  const read = dates.map(({ form }) => form).join(' or ')
  const looks = dateFormOf(text)
  if (looks !== undefined)
    return `it looks like "${looks}": say so with date, or with dates at the top${read ? `; so far it is read as ${read}` : ''}`
  return read
    ? `correct it at the source: it is read as ${read}`
    : 'say with date how it is written, such as DD/MM/YYYY, or correct it at the source'
}
