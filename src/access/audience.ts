// Who may see a stored record, for the writer: the same that access/reach.ts grants to keys. The writer tells each owner
// what it gained, lost or has to read again, and a reference to a record is shown to nobody else.

import type { Stored } from '../shape/stored.ts'
import type { Link } from './caller.ts'
import { asAgency, asCompany, asOwner, idsAt, type Owned, type Ownership, ownership } from './ownership.ts'

/** Active links, by company. */
export type Links = ReadonlyMap<string, readonly Link[]>

type Owning = { owners?: Ownership }

/** Owners, as `c:<company>` and `a:<agency>`; `granted` are the companies that other records open it to. */
export function viewersOf(
  type: Owning,
  stored: Stored | undefined,
  links: Links,
  granted: readonly string[] = [],
): string[] {
  if (!stored) return []
  const { company, agency, connectedTo } = type.owners ?? {}
  const held = linkedCompanies(type, stored).flatMap(id => links.get(id) ?? [])
  const agencies = agency?.agencies(stored, held, connectedTo) ?? []
  return [
    ...new Set([
      ...(company?.companies(stored, granted) ?? []).map(asCompany),
      ...agencies.map(id => asOwner('agency', id)),
    ]),
  ]
}

/** The companies whose links decide which agencies see a record. */
export const linkedCompanies = ({ owners }: Owning, stored: Stored): string[] =>
  owners?.agency && owners.connectedTo !== undefined ? idsAt(stored, owners.connectedTo) : []

type Write = {
  type: Owning & { type: string }
  id: string
  before?: Stored
  after?: Stored
}

/** The companies that a record was, or is, open to through itself and the others of this write. */
export const openedBy = (
  { type, id, ...own }: Write,
  when: 'before' | 'after',
  writes: readonly Write[],
): string[] =>
  (type.owners?.company?.grants ?? []).flatMap(source => {
    if ('own' in source) return idsAt(own[when], source.own)
    return writes.flatMap(other =>
      other.type.type === source.type && idsAt(other[when], source.by).includes(id)
        ? idsAt(other[when], source.owner)
        : [],
    )
  })

/** Where a record says which companies and agencies see it, and the company that those agencies are connected to. */
export type OwnerPaths = { companies: string; agencies?: string; connectedTo?: string }

/** Undefined where the record alone does not decide. */
export function ownerPaths(owners: Owned | undefined): OwnerPaths | undefined {
  const { company, agency, connectedTo } = ownership(owners ?? {})
  if (company?.named === undefined || (agency && agency.named === undefined)) return undefined
  return {
    companies: company.named,
    ...(agency?.named !== undefined && { agencies: agency.named }),
    ...(connectedTo !== undefined && { connectedTo }),
  }
}

export function audienceOf(owners: Owned | undefined, stored: Stored): string[] | undefined {
  const paths = ownerPaths(owners)
  if (!paths) return undefined
  const at = (path: string | undefined) => (path === undefined ? [] : idsAt(stored, path))
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
