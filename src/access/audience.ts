// In whose names a record may be seen, for the writer: the same that access/reach.ts grants to keys. A reference to a
// record is shown to nobody else.

import { namesIn } from '../shape/path.ts'
import { type Stored, storedAt } from '../shape/stored.ts'
import {
  type AgencyPath,
  asAgency,
  asCompany,
  type CompanyPath,
  connectionPath,
  type Owners,
} from './ownership.ts'

type SomeOwners = Partial<Exclude<Owners, 'everyone'>> | undefined

/** Where a record says which companies and agencies see it, and the company that those agencies are connected to. */
export type OwnerPaths = { companies: string; agencies?: string; connectedTo?: string }

/** Undefined where the record alone does not decide. */
export function ownerPaths(owners: SomeOwners): OwnerPaths | undefined {
  const companies = plainPath(owners?.company)
  const agencies = plainPath(owners?.agency)
  if (companies === undefined || (owners?.agency !== undefined && agencies === undefined)) return undefined
  const connectedTo = connectionPath(owners)
  return {
    companies,
    ...(agencies !== undefined && { agencies }),
    ...(connectedTo !== undefined && { connectedTo }),
  }
}

const plainPath = (path: CompanyPath | AgencyPath | undefined): string | undefined =>
  typeof path === 'string' ? path : path && 'many' in path ? path.many : undefined

export function audienceOf(owners: SomeOwners, stored: Stored): string[] | undefined {
  const paths = ownerPaths(owners)
  if (!paths) return undefined
  const at = (path: string | undefined) =>
    path === undefined ? [] : (storedAt(stored, namesIn(path)) as string[])
  return audience(at(paths.companies), at(paths.agencies), at(paths.connectedTo)[0])
}

export const audience = (
  companies: readonly string[],
  agencies: readonly string[],
  connectedTo: string | undefined,
): string[] => [
  ...new Set([
    ...companies.map(asCompany),
    ...(connectedTo === undefined ? [] : agencies.map(agency => asAgency(agency, connectedTo))),
  ]),
]

/** Whether all who see one thing see the other too. */
export const covers = (seenBy: readonly string[], all: readonly string[] | undefined): boolean =>
  all?.every(name => seenBy.includes(name)) ?? false
