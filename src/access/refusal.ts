// The sentences for callers who are not let in, the same on every surface.

import { Problem, type ProblemCode } from '../errors/problem.ts'
import type { Principal, Usage } from './caller.ts'
import { isWellFormed, kindOfSecret } from './key-format.ts'
import { ownersOfKey } from './owners.ts'

export type RefusedState = 'revoked' | 'expired' | 'replaced' | 'ownerless' | 'ip' | 'minute' | 'day'
export type GateState = 'in' | RefusedState

type RefusedKey = { state: RefusedState; keyId: string; usage: Usage }

/** A refusal of a key that is known; the key's ledger counts it. */
export class Refusal extends Problem {
  readonly state: RefusedState
  readonly keyId: string
  readonly at: string

  constructor(code: ProblemCode, message: string, of: RefusedKey, headers: Record<string, string> = {}) {
    super(code, message, headers)
    this.state = of.state
    this.keyId = of.keyId
    this.at = of.usage.at
  }
}

const howTo = 'send the header "Authorization: Bearer <API_KEY>"'

/** A secret that cannot be right is refused without a look-up. */
export function wellFormedSecret(secret: string | undefined): string {
  if (!secret) throw new Problem('MISSING_API_KEY', `An API key is required; ${howTo}`)
  const kind = kindOfSecret(secret)
  if (kind === 'operator') {
    throw new Problem('INVALID_API_KEY', 'This is an operator token; the API takes API keys only')
  }
  if (kind === 'access') {
    throw new Problem(
      'INVALID_API_KEY',
      'This is the access token of a sign-in, which opens /mcp/oauth alone',
    )
  }
  if ((kind !== 'company' && kind !== 'agency') || !isWellFormed(secret)) {
    throw new Problem('INVALID_API_KEY', 'This is not an API key: it is mistyped or cut short')
  }
  return secret
}

/** The access token of a sign-in; nothing else that opens anything is one. */
export function wellFormedToken(token: string | undefined): string {
  if (!token) throw new Problem('MISSING_API_KEY', 'An access token is required; sign in to get one')
  if (kindOfSecret(token) !== 'access' || !isWellFormed(token))
    throw new Problem('INVALID_API_KEY', 'This is not an access token; API keys are used at /mcp')
  return token
}

/** Whether a refusal says that the secret belongs to no key. */
export const isOfUnknownSecret = ({ code }: Problem) =>
  code === 'INVALID_API_KEY' || code === 'INVALID_OPERATOR_TOKEN' || code === 'INVALID_SIGN_IN_LINK'

export const unknownKey = () => new Problem('INVALID_API_KEY', 'This API key does not exist')

const notFrom = (ip: string) =>
  `This API key may not be used from ${ip === '' ? 'an address that is not known' : ip}; it has an IP allow-list`

/** The same for something that was signed for a key. */
export const notAllowedFrom = (ip: string) => new Problem('IP_NOT_ALLOWED', notFrom(ip))

/** Where nobody is left whose data the key could see, every list would be empty, and none would say why. */
export const isOwnerless = (principal: Principal) => ownersOfKey(principal).length === 0

export function refusalOfKey(of: RefusedKey, ip: string): Refusal {
  switch (of.state) {
    case 'revoked':
      return new Refusal('REVOKED_API_KEY', 'This API key was revoked', of)
    case 'expired':
      return new Refusal('EXPIRED_API_KEY', 'This API key has expired', of)
    case 'replaced':
      return new Refusal(
        'EXPIRED_API_KEY',
        'This API key was rotated and this secret has ended; use the new one',
        of,
      )
    case 'ownerless':
      return new Refusal(
        'KEY_OWNER_DELETED',
        'The company or agency that this API key is for was deleted; ask whoever made the key for another',
        of,
      )
    case 'ip':
      return new Refusal('IP_NOT_ALLOWED', notFrom(ip), of, rateHeaders(of.usage))
    case 'minute':
    case 'day':
      return overLimit(of)
  }
}

function overLimit(of: RefusedKey): Refusal {
  const { usage } = of
  // Where both are used up, the longer wait counts.
  const isMinute = of.state === 'minute' && usage.usedToday < usage.perDay
  const seconds = isMinute ? Math.ceil(usage.minuteFreesIn) : secondsLeftToday(usage)
  const wait = String(Math.max(1, seconds))
  const message = isMinute
    ? `More than ${usage.perMinute} requests in 60 seconds; try again in ${wait} s`
    : `More than ${usage.perDay} requests today; the day ends at midnight UTC`
  return new Refusal('RATE_LIMIT_EXCEEDED', message, of, { ...rateHeaders(usage), 'Retry-After': wait })
}
export const secondsLeftToday = ({ at, resetsAt }: Usage) =>
  Math.ceil((Date.parse(resetsAt) - Date.parse(at)) / 1000)

/** What is left of a key's minute and day, and in how many seconds there is more. */
export function rateHeaders(usage: Usage): Record<string, string> {
  const { perMinute, perDay, minuteLeft, minuteFreesIn, usedToday } = usage
  const dayLeft = Math.max(0, perDay - usedToday)
  return {
    'RateLimit-Policy': `"minute";q=${perMinute};w=60,"day";q=${perDay};w=86400`,
    RateLimit: `"minute";r=${minuteLeft};t=${Math.ceil(minuteFreesIn)},"day";r=${dayLeft};t=${secondsLeftToday(usage)}`,
  }
}
