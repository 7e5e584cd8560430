// Who may see a stored record, as the writer asks it: the same owners that access/reach.ts shows its row to. The writer
// tells each of them what it gained, lost or has to read again; a reference to the record is shown to nobody else.

import type { StoredRecord } from '../shape/stored.ts'
import type { Link } from './caller.ts'
import { asAgency, asCompany, asOwner } from './owners.ts'
import { type DeclaredOwners, everybody, idsAt, type Ownership, ownership } from './ownership.ts'

/** Active links, by company. */
export type LinksByCompany = ReadonlyMap<string, readonly Link[]>

type HasOwners = { owners?: Ownership }

/** A record that was written: before (undefined where it is new) and after (undefined where it was deleted). */
export type RecordChange<T> = {
  type: T
  id: string
  before?: StoredRecord
  after?: StoredRecord
  /** Nothing that is ever shown changed, only facts or the short id. */
  sameText?: boolean
  newNanoid?: boolean
}

/** Owners, as `c:<company>` and `a:<agency>`; `granted` are the companies that other records open it to. */
export function viewersOf(
  type: HasOwners,
  stored: StoredRecord | undefined,
  links: LinksByCompany,
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
export const linkedCompanies = ({ owners }: HasOwners, stored: StoredRecord): string[] =>
  owners?.agency && owners.connectedTo !== undefined ? idsAt(stored, owners.connectedTo) : []

/** The companies that a record was, or is, open to through itself and the others of this write. */
export const openedBy = (
  { type, id, ...own }: RecordChange<HasOwners>,
  when: 'before' | 'after',
  writes: readonly RecordChange<{ type: string }>[],
): string[] =>
  (type.owners?.company?.grants ?? []).flatMap(source => {
    if ('own' in source) return idsAt(own[when], source.own)
    return writes.flatMap(other =>
      other.type.type === source.type && idsAt(other[when], source.by).includes(id)
        ? idsAt(other[when], source.owner)
        : [],
    )
  })

/** The owners who may see a record by the values at its paths; undefined where those alone do not decide. */
export function ownersWhoSee(
  owners: DeclaredOwners | undefined,
  at: (path: string) => readonly string[],
): string[] | undefined {
  const { company, agency, connectedTo } = ownership(owners ?? {})
  if (company?.named === undefined || (agency && agency.named === undefined)) return undefined
  const [connected] = connectedTo === undefined ? [] : at(connectedTo)
  const agencies = agency?.named === undefined || connected === undefined ? [] : at(agency.named)
  return [...new Set([...at(company.named).map(asCompany), ...agencies.map(id => asAgency(id, connected!))])]
}

/** Whose a record is, by the ids that it names; everybody's where these do not tell. */
export function ownersNamedIn({ owners }: HasOwners, stored: StoredRecord): string[] {
  const { company, agency } = owners ?? {}
  if (!company && !agency) return [everybody]
  return (['company', 'agency'] as const).flatMap(kind => {
    const form = kind === 'company' ? company : agency
    if (!form) return []
    return form.named === undefined ? [everybody] : idsAt(stored, form.named).map(id => asOwner(kind, id))
  })
}

export const audienceOf = (owners: DeclaredOwners | undefined, stored: StoredRecord): string[] | undefined =>
  ownersWhoSee(owners, path => idsAt(stored, path))

/** Whether everybody who sees the one sees the other too. */
export const isSeenByAll = (seenBy: readonly string[], all: readonly string[] | undefined): boolean =>
  all?.every(name => seenBy.includes(name)) ?? false
