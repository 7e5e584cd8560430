// RateLimit headers: what is left of a key's minute and day.
import type { Usage } from '../kernel/caller.ts'

export function rateHeaders(usage: Usage, now = Date.now()): Record<string, string> {
  const { perMinute, perDay, minuteLeft, minuteFreesIn, usedToday, resetsAt } = usage
  const midnight = Math.max(0, Math.ceil((Date.parse(resetsAt) - now) / 1000))
  return {
    'RateLimit-Policy': `"minute";q=${perMinute};w=60,"day";q=${perDay};w=86400`,
    RateLimit: `"minute";r=${minuteLeft};t=${Math.ceil(minuteFreesIn)},"day";r=${Math.max(0, perDay - usedToday)};t=${midnight}`,
  }
}
