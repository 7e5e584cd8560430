// Whether a caller may call an operation at all: its kind, then its scopes.
import type { Caller } from '../kernel/caller.ts'
import { allows, type Operation } from '../kernel/operation.ts'
import { Problem } from '../kernel/problem.ts'

export function permit(operation: Operation, caller: Caller): void {
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
