// Who a stored record belongs to, for the feed and for versions: `c:<company>` and `a:<agency>`.
import { type Stored, storedAt } from '../kernel/columns.ts'
import { namesIn } from '../kernel/path.ts'
import { type AgencyPath, generic } from '../kernel/reach.ts'
import type { RecordType } from '../kernel/record-type.ts'

export function ownersOf(type: RecordType, stored: Stored | undefined): string[] {
  if (!stored || !type.owners) return []
  const { company, agency } = type.owners
  const at = (path: string) => storedAt(stored, namesIn(path))
  const companies =
    typeof company === 'string' ? at(company) : company && 'many' in company ? at(company.many) : []
  return [...companies.map(id => `c:${id}`), ...agencyIds(agency, at).map(id => `a:${id}`)]
}

function agencyIds(agency: AgencyPath | undefined, at: (path: string) => unknown[]): unknown[] {
  if (agency === undefined) return []
  if (typeof agency === 'string') return at(agency)
  if ('many' in agency) return at(agency.many)
  return 'orGeneric' in agency ? at(agency.orGeneric).filter(id => id !== generic) : []
}

/** Companies whose linked agencies see this record too. */
export const sharedCompanies = (type: RecordType, owners: readonly string[]): string[] =>
  typeof type.owners?.agency === 'object' &&
  ('via' in type.owners.agency || 'orGeneric' in type.owners.agency)
    ? owners.filter(owner => owner.startsWith('c:'))
    : []
