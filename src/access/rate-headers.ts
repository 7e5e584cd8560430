// RateLimit headers: what is left of a key's minute and day, and in how many seconds there is more.
import type { Usage } from './caller.ts'

export const secondsLeftToday = ({ at, resetsAt }: Usage) =>
  Math.ceil((Date.parse(resetsAt) - Date.parse(at)) / 1000)

export function rateHeaders(usage: Usage): Record<string, string> {
  const { perMinute, perDay, minuteLeft, minuteFreesIn, usedToday } = usage
  const dayLeft = Math.max(0, perDay - usedToday)
  return {
    'RateLimit-Policy': `"minute";q=${perMinute};w=60,"day";q=${perDay};w=86400`,
    RateLimit: `"minute";r=${minuteLeft};t=${Math.ceil(minuteFreesIn)},"day";r=${dayLeft};t=${secondsLeftToday(usage)}`,
  }
}
