// Hints for a refused value that write out its right form.

import { nearestWord } from '../errors/nearest.ts'
import { isCalendarDay } from '../formats/day.ts'
import { isId } from '../formats/id.ts'
import { isLocalTime, isoLocalTime } from '../formats/zone.ts'
import { type Sentence, sentence } from './sentence.ts'

const longest = 80

/** A value as JSON, where that is short enough to show. */
function written(value: unknown): string | undefined {
  const text = JSON.stringify(value)
  return text !== undefined && text.length <= longest ? text : undefined
}

export function referenceFor(value: unknown): Sentence {
  const id = typeof value === 'number' ? String(value) : value
  return typeof id === 'string' && isId(id) ? sentence`write {"id":"${id}"}` : 'write {"id": "…"}'
}

export const objectWith = (names: readonly string[]) =>
  names.length === 0
    ? 'write it in braces'
    : `write it in braces, as {"${names[0]}": …}${names.length > 1 ? ` with ${names.slice(1, 6).join(', ')}` : ''}`

/** A text with commas is most likely the items; anything else is one. */
export function listFor(value: unknown): Sentence {
  if (value === null) return 'write [] for none'
  const items =
    typeof value === 'string'
      ? value
          .split(/[,;|]/)
          .map(item => item.trim())
          .filter(item => item !== '')
      : [value]
  const text = written(items)
  return text === undefined ? 'write it in square brackets' : sentence`write ${text}`
}

export const textFor = (value: unknown): Sentence =>
  typeof value === 'number' || typeof value === 'boolean'
    ? sentence`write "${String(value)}"`
    : value === null
      ? 'leave it out'
      : 'write it in quotation marks'

const yes = ['true', 'yes', 'y', '1', 't', 'on']
const no = ['false', 'no', 'n', '0', 'f', 'off']

export function flagFor(value: unknown): string {
  const word = String(value).trim().toLowerCase()
  if (yes.includes(word)) return 'write true'
  return no.includes(word) ? 'write false' : 'write true or false without quotation marks'
}

/** A number that is written as text, with either decimal mark. */
export function numberFor(value: unknown): Sentence {
  if (typeof value !== 'string') return 'write it without quotation marks'
  const bare = value.trim().replace(/[£€$\s]/g, '')
  const [, english] = /^(-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?)$/.exec(bare) ?? []
  if (english !== undefined) return sentence`write ${Number(english.replaceAll(',', ''))}`
  const [, comma] = /^(-?\d{1,3}(?:\.\d{3})*,\d+|-?\d+,\d+)$/.exec(bare) ?? []
  if (comma !== undefined) return sentence`write ${Number(comma.replaceAll('.', '').replace(',', '.'))}`
  return bare === '' ? 'leave it out' : 'write it without quotation marks'
}

export function wordFor(value: unknown, allowed: readonly string[]): string {
  const bare = (word: string) => word.toLowerCase().replace(/[^a-z0-9]/g, '')
  const same = typeof value === 'string' && allowed.find(word => bare(word) === bare(value))
  const all = `use one of ${allowed.join(', ')}`
  if (same) return `write ${written(same)}; ${all}`
  const close =
    typeof value === 'string' && value.length < 40 && allowed.length > 6 && nearestWord(value, allowed)
  return close ? `the nearest one is ${written(close)}; ${all}` : all
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/
const named = /^(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4})$/i
const yearFirst = /^(\d{4})[/.]?(\d{2})[/.]?(\d{2})$/

const day = (year: string, month: number, date: string) =>
  `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`
const real = (days: readonly string[]) => days.filter(isCalendarDay)

/** A date in another form; both readings where it is not plain which of day and month comes first. */
export function dateFor(value: unknown): Sentence {
  const usual = 'use YYYY-MM-DD or an ISO 8601 date-time with Z or an offset'
  if (typeof value !== 'string') return usual
  const text = value.trim()
  if (isLocalTime(text))
    return sentence`write "${isoLocalTime(text)}Z" where it is UTC, or say with --timezone which clock it was`
  const [, one, other, year, time] = dayFirst.exec(text) ?? []
  const [, date, month, in_] = named.exec(text) ?? []
  const joined = yearFirst.exec(text)
  const readings = year
    ? real([day(year, Number(other), one!), day(year, Number(one), other!)])
    : date && months.includes(month!.toLowerCase())
      ? real([day(in_!, months.indexOf(month!.toLowerCase()) + 1, date)])
      : joined
        ? real([`${joined[1]}-${joined[2]}-${joined[3]}`])
        : []
  const [first, second] = [...new Set(readings)].map(found => `${found}${time ? `T${time}Z` : ''}`)
  if (!first) return usual
  return second
    ? sentence`write "${first}" where the day comes first, "${second}" where the month does`
    : sentence`write "${first}"`
}
