// Reads the texts of tables as values: dates in any form, numbers with either decimal mark, words for yes and no.

import { dayMs, daysAfter, isCalendarDay } from '../formats/day.ts'
import { isLocalTime, type LocalTime } from '../formats/zone.ts'

/** How the values of a table are written. */
export type Forms = {
  /** Such as DD/MM/YYYY; several are tried in turn. Without one, ISO 8601 is read. */
  dates: readonly DateForm[]
  local: LocalTime | undefined
  decimal: '.' | ','
  yes: readonly string[]
  no: readonly string[]
  /** Words that say that there is no value. */
  empty: readonly string[]
}

/** Gives back a day, or a moment as the clock showed it; undefined where the text has another form. */
type DateForm = ((text: string) => string | undefined) & {
  /** How it is written, where a mapping wrote it. */
  readonly form?: string
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const tokens = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<short>\\d{2})',
  MMM: '(?<word>[A-Za-z]{3})[a-z]*',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2}(?:\\.\\d+)?)',
} as const
const token = /YYYY|YY|MMM|MM|M|DD|D|HH|H|mm|ss/g

const two = (text: string | number) => String(text).padStart(2, '0')

const days = (serial: number) => new Date(Date.UTC(1899, 11, 30) + Math.round(serial * dayMs)).toISOString()

const counted: Record<string, (text: string) => string | undefined> = {
  excel: text => {
    if (!/^\d{1,6}(\.\d+)?$/.test(text)) return undefined
    const moment = days(Number(text))
    return text.includes('.') ? moment.slice(0, 19) : moment.slice(0, 10)
  },
  unix: text => (/^\d{1,11}$/.test(text) ? new Date(Number(text) * 1_000).toISOString() : undefined),
  'unix-ms': text => (/^\d{1,14}$/.test(text) ? new Date(Number(text)).toISOString() : undefined),
}

/** Undefined where it says no day, or has letters that stand for nothing. */
export function dateForm(form: string): DateForm | undefined {
  const read = counted[form] ?? readerOf(form)
  return read && Object.assign((text: string) => read(text), { form })
}

function readerOf(form: string): DateForm | undefined {
  const named: string[] = form.match(token) ?? []
  const has = (...some: string[]) => some.some(one => named.includes(one))
  if (!has('YYYY', 'YY') || !has('MMM', 'MM', 'M') || !has('DD', 'D')) return undefined
  if (new Set(named).size !== named.length) return undefined
  if (/[A-SU-Za-z]/.test(form.replace(token, ''))) return undefined
  const escaped = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`^${escaped.replace(token, found => tokens[found as keyof typeof tokens])}$`)
  return text => {
    const part = pattern.exec(text)?.groups
    if (!part) return undefined
    const year = part.year ?? `${Number(part.short) < 70 ? 20 : 19}${part.short}`
    const month = part.word ? months.indexOf(part.word.toLowerCase()) + 1 : part.month!
    const day = `${year}-${two(month)}-${two(part.day!)}`
    if (!isCalendarDay(day)) return undefined
    if (part.hour === undefined) return day
    return `${day}T${two(part.hour)}:${part.minute ?? '00'}:${part.second ?? '00'}`
  }
}

/** What was probably meant: letters as others write them, such as dd.mm.yyyy hh:mm:ss. */
function meantForm(form: string): string | undefined {
  const [day, ...time] = form.split(/(?<=[^:])[ T](?=h)/i)
  const meant = [day!.toUpperCase(), ...time.map(part => part.toLowerCase().replaceAll('h', 'H'))].join(' ')
  return dateForm(meant) ? meant : undefined
}

/** Why a form cannot be used, and what would do. */
export function badForm(form: string): string {
  const meant = meantForm(form)
  return `"${form}" says no date; ${
    meant === undefined
      ? 'write it like DD/MM/YYYY HH:mm:ss, or excel, unix or unix-ms'
      : `write it as "${meant}": months and days are large letters, minutes and seconds small ones`
  }`
}

const dayForms = [
  ...['DD/MM/YYYY', 'D/M/YYYY', 'DD/MM/YY', 'MM/DD/YYYY', 'M/D/YYYY', 'DD.MM.YYYY', 'D.M.YYYY', 'DD.MM.YY'],
  ...['DD-MM-YYYY', 'DD-MMM-YYYY', 'DD-MMM-YY', 'DD MMM YYYY', 'YYYY/MM/DD', 'YYYYMMDD'],
]
/** Forms that tables usually have, each by itself, with hours and minutes, and with seconds. */
export const usualForms = dayForms.flatMap(day => [day, `${day} HH:mm`, `${day} HH:mm:ss`])

const usualReaders = usualForms.map(form => dateForm(form)!)

/** How this text is written, where it is a date in a usual form. */
export const dateFormOf = (text: string): string | undefined =>
  usualReaders.find(read => read(text) !== undefined)?.form

const iso = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}(?::?\d{2})?)$/

const isoDate: DateForm = text => {
  if (isCalendarDay(text) || isLocalTime(text)) return text
  const [, day, time, offset] = iso.exec(text) ?? []
  return day === undefined
    ? undefined
    : `${day}T${time}${/^[+-]\d{2}$/.test(offset!) ? `${offset}:00` : offset}`
}

/** A day, a moment, or what a clock showed where it is not known whose. */
export function dateIn(
  text: string,
  { dates, local }: Pick<Forms, 'dates' | 'local'>,
  plusDays = 0,
): string | undefined {
  for (const form of dates.length > 0 ? dates : [isoDate]) {
    const read = form(text)
    if (read === undefined) continue
    // By the calendar, so that the clock shows the same time that many days later.
    const found = plusDays === 0 ? read : daysAfter(read.slice(0, 10), plusDays) + read.slice(10)
    if (isCalendarDay(found)) return found
    if (!isLocalTime(found)) return found
    // Whose clock it was is not known here: the load may have been told.
    return local ? local(found) : found.replace(' ', 'T')
  }
  return undefined
}

/** With signs of currency, spaces and marks of thousands left out. */
export function numberIn(text: string, decimal: '.' | ','): number | undefined {
  const bare = text.replace(/[\s\u00a0'£€$]/g, '')
  const thousands = decimal === ',' ? /\.(?=\d{3}(?:\D|$))/g : /,(?=\d{3}(?:\D|$))/g
  const plain = bare.replace(thousands, '').replace(decimal, '.')
  const negative = /^\((.+)\)$/.exec(plain)?.[1]
  const digits = negative === undefined ? plain : `-${negative}`
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(digits) ? Number(digits) : undefined
}

export const usualYes = ['true', 'yes', 'y', '1', 't', 'on']
export const usualNo = ['false', 'no', 'n', '0', 'f', 'off']

export function flagIn(text: string, { yes, no }: Pick<Forms, 'yes' | 'no'>): boolean | undefined {
  const word = text.toLowerCase()
  if (yes.some(one => one.toLowerCase() === word)) return true
  return no.some(one => one.toLowerCase() === word) ? false : undefined
}

const bare = (word: string) => word.toLowerCase().replace(/[^a-z0-9]/g, '')

/** One of the allowed words, however it is spelt. */
export const wordIn = (text: string, allowed: readonly string[]): string | undefined =>
  allowed.find(word => word === text) ?? allowed.find(word => bare(word) === bare(text))
