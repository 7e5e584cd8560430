// Whether a caller may call an operation at all: its kind, then its scopes, then the features of its companies.

import { Problem } from '../errors/problem.ts'
import type { Caller, CallerKind, Scope } from './caller.ts'

/** The part of an operation that says who may call it. */
type CallRequirements = { method: string; path: string; scopes: readonly Scope[]; callers?: CallerKind }

export const allowsKind = ({ callers }: Pick<CallRequirements, 'callers'>, kind: CallerKind) =>
  !callers || callers === kind

/** Why whoever holds such a key may not call an operation; nothing where they may. */
function refusalOf(
  operation: CallRequirements,
  { kind, scopes }: Pick<Caller, 'kind' | 'scopes'>,
): Problem | undefined {
  if (!allowsKind(operation, kind)) {
    return operation.callers === 'company'
      ? new Problem(
          'COMPANY_KEY_REQUIRED',
          `${operation.method} ${operation.path} is for company-scoped keys; this key is agency-scoped`,
        )
      : new Problem(
          'AGENCY_KEY_REQUIRED',
          `${operation.method} ${operation.path} is for agency-scoped keys; this key is company-scoped`,
        )
  }
  const missing = missingScopes(operation, scopes)
  if (missing.length > 0) {
    return new Problem(
      'INSUFFICIENT_SCOPE',
      `${operation.method} ${operation.path} needs ${scopesText(missing)}, which this key does not have`,
    )
  }
  return undefined
}

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
  const refusal = refusalOf(operation, caller)
  if (refusal) throw refusal
}

/** Those of these operations that such a key may call, each as `GET /sites/{id}`. */
export const callableWith = (
  key: Pick<Caller, 'kind' | 'scopes'>,
  operations: readonly CallRequirements[],
): string[] =>
  operations.filter(operation => !refusalOf(operation, key)).map(({ method, path }) => `${method} ${path}`)

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
