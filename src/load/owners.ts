// Who a stored record belongs to, for the feed and for versions: `c:<company>` and `a:<agency>`.
import type { Stored } from '../kernel/columns.ts'
import { valuesAt } from '../kernel/path.ts'
import type { RecordType } from '../kernel/record-type.ts'

export function ownersOf(type: RecordType, stored: Stored | undefined): string[] {
  if (!stored || !type.owners) return []
  const { company, agency } = type.owners
  const at = (path: string) => valuesAt({ ...stored.record, facts: stored.facts }, path.split('.'))
  const agencies = typeof agency === 'string' ? at(agency) : agency && 'many' in agency ? at(agency.many) : []
  return [...(company ? at(company).map(id => `c:${id}`) : []), ...agencies.map(id => `a:${id}`)]
}

/** Companies whose linked agencies see this record too. */
export const sharedCompanies = (type: RecordType, owners: readonly string[]): string[] =>
  typeof type.owners?.agency === 'object' && 'via' in type.owners.agency
    ? owners.filter(owner => owner.startsWith('c:'))
    : []
