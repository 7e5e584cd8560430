// Whether a caller may call an operation at all: its kind, then its scopes.

import { Problem } from '../problem.ts'
import type { Caller, CallerKind, Scope } from './caller.ts'

/** What an operation says of who may call it. */
type Permitted = { method: string; path: string; scope?: Scope; callers?: CallerKind }

export const allows = ({ callers }: Pick<Permitted, 'callers'>, kind: CallerKind) =>
  !callers || callers === kind

export function permit(operation: Permitted, caller: Caller): void {
  if (!allows(operation, caller.kind)) {
    throw operation.callers === 'company'
      ? new Problem(
          'COMPANY_KEY_REQUIRED',
          `${operation.method} ${operation.path} is for company-scoped keys; this key is agency-scoped`,
        )
      : new Problem(
          'AGENCY_KEY_REQUIRED',
          `${operation.method} ${operation.path} is for agency-scoped keys; this key is company-scoped`,
        )
  }
  if (operation.scope && !caller.scopes.has(operation.scope)) {
    throw new Problem(
      'INSUFFICIENT_SCOPE',
      `${operation.method} ${operation.path} needs the scope ${operation.scope}, which this key does not have`,
    )
  }
}
