// What is said to those who are not let in.
import type { Usage } from '../kernel/caller.ts'
import { Problem } from '../kernel/problem.ts'
import { isWellFormed, kindOfSecret } from './key-format.ts'
import { rateHeaders } from './rate-headers.ts'

export type GateState = 'in' | 'revoked' | 'expired' | 'ip' | 'minute' | 'day'

const howTo = 'send the header "Authorization: Bearer <API_KEY>"'

/** A secret that cannot be right is refused without a look-up. */
export function wellFormedSecret(secret: string | undefined): string {
  if (!secret) throw new Problem('MISSING_API_KEY', `An API key is required; ${howTo}`)
  const kind = kindOfSecret(secret)
  if (kind === 'operator') {
    throw new Problem('INVALID_API_KEY', 'This is an operator token; the API takes API keys only')
  }
  if (!kind || !isWellFormed(secret)) {
    throw new Problem('INVALID_API_KEY', 'This is not an API key: it is mistyped or cut short')
  }
  return secret
}

export const unknownKey = () => new Problem('INVALID_API_KEY', 'This API key does not exist')

export function refusal(state: Exclude<GateState, 'in'>, usage: Usage, ip: string): Problem {
  const limits = rateHeaders(usage)
  if (state === 'revoked') return new Problem('REVOKED_API_KEY', 'This API key was revoked')
  if (state === 'expired') return new Problem('EXPIRED_API_KEY', 'This API key has expired')
  if (state === 'ip') {
    return new Problem(
      'IP_NOT_ALLOWED',
      `This API key may not be used from ${ip}; it has an IP allow-list`,
      limits,
    )
  }
  if (state === 'minute') {
    const wait = Math.max(1, Math.ceil(usage.minuteFreesIn))
    return new Problem(
      'RATE_LIMIT_EXCEEDED',
      `More than ${usage.perMinute} requests in 60 seconds; try again in ${wait} s`,
      { ...limits, 'Retry-After': String(wait) },
    )
  }
  const wait = Math.max(1, Math.ceil((Date.parse(usage.resetsAt) - Date.now()) / 1000))
  return new Problem(
    'RATE_LIMIT_EXCEEDED',
    `More than ${usage.perDay} requests today; the day ends at midnight UTC`,
    { ...limits, 'Retry-After': String(wait) },
  )
}
