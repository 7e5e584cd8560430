// One value of a record in the words of a person, and its name: dates, amounts, statuses.
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { moneyText } from '../../src/formats/number-text.ts'
import type { ListField } from '../client/api-lists.ts'
import { Status, type StatusKind } from './layout.tsx'
import { dayOf, timeWords } from './text.tsx'

const special: Record<string, string> = {
  id: 'Id',
  afp: 'Application for payment',
  cis: 'CIS',
  drc: 'DRC',
  vat: 'VAT',
  wd: 'Weekday',
  wdBasic: 'Weekday',
  wdOt: 'Weekday overtime',
  wdOvertime: 'Weekday overtime',
  wdNightwork: 'Weekday night',
  weNightwork: 'Weekend night',
  bankHoliday: 'Bank holiday',
  saturdayNightwork: 'Saturday night',
  sundayNightwork: 'Sunday night',
  wdNw: 'Weekday night',
  weNw: 'Weekend night',
  bh: 'Bank holiday',
  bhNight: 'Bank holiday night',
  bhNw: 'Bank holiday night',
  sat: 'Saturday',
  sun: 'Sunday',
  ot: 'Overtime',
  emp: 'Employer',
  dob: 'Date of birth',
  timesheetRef: 'Reference',
  invoiceRef: 'Reference',
  assignmentRef: 'Reference',
  reqRef: 'Reference',
  poRef: 'Reference',
}

/** `weekEnding` and `pending_approval` as words. */
export function wordsOf(name: string): string {
  const text =
    special[name] ??
    name
      .replace(/[_-]/g, ' ')
      .replace(/([a-z\d])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`)
  return text === '' ? text : text[0]!.toUpperCase() + text.slice(1)
}

/** `Worker name` of worker.name, `Charge total` of values.charge.total. */
export function pathWords(names: readonly string[]): string {
  const said = names[0] === 'values' && names.length > 1 ? names.slice(1) : names
  return said.map((name, at) => (at === 0 ? wordsOf(name) : wordsOf(name).toLowerCase())).join(' ')
}

const standings: Record<string, StatusKind> = {
  active: 'ok',
  approved: 'ok',
  confirmed: 'ok',
  filled: 'ok',
  completed: 'ok',
  pending: 'wait',
  pending_approval: 'wait',
  raised: 'wait',
  rejected: 'alert',
  expired: 'alert',
}

export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/.test(value)

/** The names of the record that is shown under which amounts of money stand, as the API declares them. */
export const MoneyNames = createContext<ReadonlySet<string>>(new Set())

/** The day alone where the time says nothing. */
export function momentWords(value: string): string {
  const at = new Date(value)
  if (/T(?!00:00:00|23:59:59)/.test(value)) return timeWords(value)
  return `${dayOf(at)} ${at.getUTCFullYear()}`
}

/** One value that stands by itself. */
export function Scalar({ name, value, kind }: { name: string; value: unknown; kind?: ListField['kind'] }) {
  const money = useContext(MoneyNames)
  if (value === null || value === undefined || value === '') return <span class="muted">–</span>
  if (kind === 'status') {
    const word = value === true ? 'active' : value === false ? 'inactive' : String(value)
    return <Status is={standings[word.toLowerCase()] ?? 'off'}>{word.replaceAll('_', ' ')}</Status>
  }
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>
  if (typeof value === 'number')
    return (
      <>
        {kind === 'money' || (kind === undefined && money.has(name))
          ? moneyText(value)
          : value.toLocaleString('en-GB', { maximumFractionDigits: 4 })}
      </>
    )
  if (isInstant(value))
    return (
      <time dateTime={value} class="day">
        {momentWords(value)}
      </time>
    )
  if (Array.isArray(value)) return <>{value.map(String).join(', ') || '–'}</>
  const text = String(value)
  if (/^https?:\/\//.test(text))
    return (
      <a href={text} target="_blank" rel="noreferrer">
        {fileName(text)}
      </a>
    )
  if (/^[0-9a-f]{24}$/.test(text)) return <span class="ref">{text}</span>
  return <>{text}</>
}

const fileName = (url: string) => decodeURIComponent(new URL(url).pathname.split('/').at(-1) || url)
