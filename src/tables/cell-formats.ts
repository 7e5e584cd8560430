// How the numbers of a workbook are shown: which of its formats say a day, a moment or a time, and such numbers as text.
// It runs in a browser too.

import { dayMs } from '../formats/day.ts'

export type CellFormat = 'number' | 'day' | 'moment' | 'time' | 'elapsed'

/** Formats that a workbook need not spell out: days, times, moments, and those of East Asian calendars. */
function builtIn(id: number): CellFormat {
  if (id === 22) return 'moment'
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'day'
  if ((id >= 18 && id <= 21) || id === 45 || id === 47 || (id >= 32 && id <= 35)) return 'time'
  return id === 46 ? 'elapsed' : 'number'
}

/** What a format such as `dd/mm/yyyy hh:mm` says, without what it shows as it stands. */
function spelt(code: string): CellFormat {
  const [first = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .toLowerCase()
    .split(';')
  if (/\[(h+|m+|s+)\]/.test(first)) return 'elapsed'
  const bare = first.replace('am/pm', '').replace('a/p', '')
  const hasTime = /[hs]/.test(bare)
  if (/[dy]/.test(bare)) return hasTime ? 'moment' : 'day'
  if (hasTime) return 'time'
  return /m/.test(bare) ? 'day' : 'number'
}

export const cellFormatOf = (id: number, codes: ReadonlyMap<number, string>): CellFormat => {
  const code = codes.get(id)
  return code === undefined ? builtIn(id) : spelt(code)
}

/** The last day that a workbook can show. */
const lastDay = 2_958_465
const secondMs = 1000

/** `from1904` counts from 1904, as old workbooks of a Mac do. */
export function shownNumber(written: string, format: CellFormat, from1904: boolean): string {
  const number = Number(written)
  if (written.trim() === '' || !Number.isFinite(number)) return written
  if (format === 'number' || number < 0 || number > lastDay) return plain(number)
  if (format === 'elapsed') return clock(Math.round(number * 86_400))
  if (format === 'time' && number < 1) return clock(Math.round(number * 86_400), 2)
  const days = from1904 ? number + 1462 : number
  // Before March 1900 a workbook counts a day that never was.
  const first = Date.UTC(1899, 11, days < 61 ? 31 : 30)
  const at = new Date(first + Math.round((days * dayMs) / secondMs) * secondMs).toISOString()
  return format === 'day' ? at.slice(0, 10) : at.slice(0, 19)
}

/** As many digits as are shown: those behind them are noise of the calculation. */
function plain(number: number): string {
  const shown = Number(number.toPrecision(15))
  const text = String(shown)
  if (!text.includes('e')) return text
  return Math.abs(shown) < 1 ? shown.toFixed(20).replace(/0+$/, '') : BigInt(shown).toString()
}

function clock(seconds: number, digits = 1): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const hours = String(Math.floor(seconds / 3600)).padStart(digits, '0')
  const rest = seconds % 60
  return `${hours}:${two(Math.floor(seconds / 60) % 60)}${rest === 0 ? '' : `:${two(rest)}`}`
}
