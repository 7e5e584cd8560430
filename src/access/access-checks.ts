// The checks that a call passes, in order, and which of them raised a problem: for explaining a decision.
import type { AnyProblemCode, Problem } from '../errors/problem.ts'
import { Refusal } from './refusal.ts'

export const accessChecks = [
  'key',
  'revocation',
  'expiry',
  'address',
  'minute',
  'day',
  'route',
  'method',
  'kind',
  'scope',
  'request',
  'company',
  'record',
  'feature',
] as const

export type AccessCheck = (typeof accessChecks)[number]

const checkOf: Partial<Record<AnyProblemCode, AccessCheck>> = {
  MISSING_API_KEY: 'key',
  INVALID_API_KEY: 'key',
  REVOKED_API_KEY: 'revocation',
  KEY_OWNER_DELETED: 'key',
  EXPIRED_API_KEY: 'expiry',
  IP_NOT_ALLOWED: 'address',
  METHOD_NOT_ALLOWED: 'method',
  COMPANY_KEY_REQUIRED: 'kind',
  AGENCY_KEY_REQUIRED: 'kind',
  INSUFFICIENT_SCOPE: 'scope',
  COMPANY_ACCESS_DENIED: 'company',
  AGENCY_ACCESS_DENIED: 'company',
  FEATURE_NOT_ENABLED: 'feature',
}

/** `operation` is the one that was found, where the call came so far. */
export function checkBehind(problem: Problem, operation: object | undefined): AccessCheck {
  const known = checkOf[problem.code]
  if (known) return known
  if (problem.code === 'NOT_FOUND') return operation ? 'record' : 'route'
  if (problem instanceof Refusal) return problem.state === 'minute' ? 'minute' : 'day'
  return 'request'
}
