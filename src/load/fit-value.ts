// Makes single loaded values fit what a Shape says of them: text, numbers, words of a choice, files, and dates, which
// are brought to one form.

import { isCalendarDay, isId } from '../kernel/operation/parameter.ts'
import { markFor } from '../shape/file-mark.ts'
import { type Fit, invalid, kindOf } from '../shape/invalid-value.ts'

export const fitText: Fit = (value, at) => {
  if (typeof value !== 'string')
    throw invalid(at, `must be text, not ${kindOf(value)}`, 'write it in quotation marks')
  if (value.includes('\0')) throw invalid(at, 'must not contain a NUL character', 'remove \\u0000')
  if (value.includes('\u0001')) throw invalid(at, 'must not contain the character U+0001', 'remove \\u0001')
  if (!value.isWellFormed()) throw invalid(at, 'is not valid Unicode text', 'remove the lone surrogate')
  return value
}

export const fitId: Fit = (value, at) => {
  if (typeof value === 'string' && isId(value)) return value
  throw invalid(at, 'is not an id', 'give 1 to 64 letters, digits, "_" or "-"')
}

export const fitFlag: Fit = (value, at) => {
  if (typeof value === 'boolean') return value
  throw invalid(
    at,
    `must be true or false, not ${kindOf(value)}`,
    'write true or false without quotation marks',
  )
}

export const fitNumber =
  (whole: boolean): Fit =>
  (value, at) => {
    if (typeof value !== 'number')
      throw invalid(at, `must be a number, not ${kindOf(value)}`, 'write it without quotation marks')
    if (!Number.isFinite(value)) throw invalid(at, 'is too large a number', 'write one below 1e308')
    if (whole && !Number.isSafeInteger(value))
      throw invalid(at, `must be a whole number, not ${value}`, 'leave out the fraction')
    return value
  }

export const fitChoice =
  (allowed: readonly string[]): Fit =>
  (value, at) => {
    if (allowed.includes(value as string)) return value
    const hint = `use one of ${allowed.join(', ')}`
    throw invalid(
      at,
      `must be one of ${allowed.length} words, not ${JSON.stringify(value)?.slice(0, 60)}`,
      hint,
    )
  }

const canonical =
  /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
const dateTime = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

const [firstMs, lastMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

export const fitInstant: Fit = (value, at) => {
  if (typeof value === 'string') {
    if (canonical.test(value)) {
      if (value.slice(8, 10) <= '28' || isCalendarDay(value.slice(0, 10))) return value
    } else if (isCalendarDay(value)) return `${value}T00:00:00.000Z`
    else {
      const day = dateTime.exec(value)?.[1]
      const moment = day && isCalendarDay(day) ? Date.parse(value) : Number.NaN
      if (moment >= firstMs && moment <= lastMs) return new Date(moment).toISOString()
    }
  }
  throw invalid(
    at,
    `is not a date: ${JSON.stringify(value)?.slice(0, 60)}`,
    'use YYYY-MM-DD or an ISO 8601 date-time with Z or an offset',
  )
}

const webAddress = /^https:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]{1,2000}$/

/** A loaded file, kept as a mark that becomes an address on the way out; or somebody else's address, as it is. */
export const fitFile: Fit = (value, at) => {
  if (typeof value === 'string') {
    if (value.startsWith('file:') && isId(value.slice(5))) return markFor(value.slice(5))
    if (webAddress.test(value) && URL.canParse(value)) return value
  }
  throw invalid(at, 'is neither a file nor an https address', 'write "file:" and the id of a loaded file')
}

export const fitAnything: Fit = (value, at) => {
  const text = JSON.stringify(value)
  if (text === undefined || !text.isWellFormed() || /\\u000[01]/.test(text)) {
    throw invalid(at, 'is not valid JSON text', 'remove the characters U+0000, U+0001 and lone surrogates')
  }
  return value
}
