// Whether a caller may call an operation at all: its kind, then its scopes, then the features of its companies.

import { Problem } from '../errors/problem.ts'
import type { Caller, CallerKind, Scope } from './caller.ts'

/** The part of an operation that says who may call it. */
type OpenTo = { scopes: readonly Scope[]; callers?: CallerKind }
type CallRequirements = OpenTo & { method: string; path: string }

export const allowsKind = ({ callers }: Pick<CallRequirements, 'callers'>, kind: CallerKind) =>
  !callers || callers === kind

/** What decides of a key which operations it may call. */
type CallingKey = Pick<Caller, 'kind' | 'scopes'>

/** What keeps a key from calling an operation: that it is for the other kind, or the scopes that it lacks. Nothing where
 * it may be called. */
export function hindranceTo(
  operation: OpenTo,
  { kind, scopes }: CallingKey,
): { isFor: CallerKind } | { missing: readonly Scope[] } | undefined {
  const { callers } = operation
  if (callers && !allowsKind(operation, kind)) return { isFor: callers }
  const missing = missingScopes(operation, scopes)
  return missing.length > 0 ? { missing } : undefined
}

export const mayCall = (operation: OpenTo, key: CallingKey): boolean =>
  hindranceTo(operation, key) === undefined

/** As it is declared: one scope, or several of which a key needs each. */
export type NeededScopes = Scope | readonly Scope[]

export const scopesIn = (needed: NeededScopes = []): readonly Scope[] =>
  typeof needed === 'string' ? [needed] : needed

/** The scopes that an operation needs and a key with these lacks. */
export const missingScopes = (
  { scopes }: Pick<CallRequirements, 'scopes'>,
  held: ReadonlySet<string>,
): Scope[] => scopes.filter(scope => !held.has(scope))

/** As messages name them. */
export const scopesText = (scopes: readonly Scope[], quote = ''): string =>
  `the ${scopes.length > 1 ? 'scopes' : 'scope'} ${scopes.map(scope => quote + scope + quote).join(' and ')}`

export function requirePermission(operation: CallRequirements, caller: Caller): void {
  const hindrance = hindranceTo(operation, caller)
  if (!hindrance) return
  const called = `${operation.method} ${operation.path}`
  if ('missing' in hindrance)
    throw new Problem(
      'INSUFFICIENT_SCOPE',
      `${called} needs ${scopesText(hindrance.missing)}, which this key does not have`,
    )
  throw new Problem(
    hindrance.isFor === 'company' ? 'COMPANY_KEY_REQUIRED' : 'AGENCY_KEY_REQUIRED',
    `${called} is for ${hindrance.isFor}-scoped keys; this key is ${caller.kind}-scoped`,
  )
}

/** Those of these operations that such a key may call, each as `GET /sites/{id}`. */
export const callableWith = (key: CallingKey, operations: readonly CallRequirements[]): string[] =>
  operations.filter(operation => mayCall(operation, key)).map(({ method, path }) => `${method} ${path}`)

/** Those of these companies that have the feature: refused only if none has; the others simply lack what it unlocks. */
export function withFeature(
  { companies }: Caller,
  among: readonly string[] | undefined,
  feature: string,
  missing: string,
): string[] {
  const found = companies.filter(
    ({ id, features }) => (among?.includes(id) ?? true) && features.includes(feature),
  )
  if (found.length > 0) return found.map(({ id }) => id)
  throw new Problem(
    'FEATURE_NOT_ENABLED',
    `No company in this request has ${feature} enabled, so there ${missing}; do not retry until that changes`,
  )
}
