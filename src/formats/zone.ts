// Local times, as databases and spreadsheets mostly write them, as moments.

import { dayMs } from './day.ts'

/** What a clock showed, as the moment that would be in UTC. */
export type LocalTime = (clock: string) => string | undefined

const clockForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?$/

export const isLocalTime = (text: string) => clockForm.test(text)

/** As ISO 8601 writes it, without an offset. */
export const isoLocalTime = (text: string) =>
  text.replace(clockForm, (_, day, minute, second = ':00') => `${day}T${minute}${second}`)

/**
 * Reads the clock of a zone, such as Europe/London; undefined where there is no such zone. An hour that the clock
 * showed twice is the first; one that it left out is read as if it had not yet been put forward.
 */
export function localTime(zone: string): LocalTime | undefined {
  const offsetAt = offsets(zone)
  if (!offsetAt) return undefined
  return clock => {
    if (!isLocalTime(clock)) return undefined
    const asUtc = Date.parse(`${isoLocalTime(clock)}Z`)
    if (Number.isNaN(asUtc)) return undefined
    // The offset before the moment is the one that counts where both would do.
    const before = offsetAt(asUtc - dayMs)
    const after = offsetAt(asUtc + dayMs)
    const first = asUtc - before
    const moment = before === after || offsetAt(first) === before ? first : asUtc - after
    const isShown = offsetAt(moment) === asUtc - moment
    return new Date(isShown ? moment : first).toISOString()
  }
}

/** By how much the clocks of a zone are ahead of UTC; kept by the hour, since that is asked of every date of a load. */
function offsets(zone: string): ((moment: number) => number) | undefined {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  } catch {
    return undefined
  }
  const known = new Map<number, number>()
  return moment => {
    const quarter = Math.floor(moment / 900_000)
    const held = known.get(quarter)
    if (held !== undefined) return held
    const at = quarter * 900_000
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const shown = Date.parse(
      `${part.year!.padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`,
    )
    if (known.size > 50_000) known.clear()
    known.set(quarter, shown - at)
    return shown - at
  }
}
