// Explains why an owner sees a stored record: which forms of ownership grant it.
import type { StoredRecord } from '../shape/stored.ts'
import { type LinksByCompany, linkedCompanies, viewersOf } from './audience.ts'
import type { CallerKind } from './caller.ts'
import { readOwner } from './owners.ts'
import { idsAt, type Ownership } from './ownership.ts'

type RecordViewer = {
  kind: CallerKind
  id: string
  why: 'owner' | 'link' | 'grant'
  text: string
  /** The companies that it sees the record through, being connected to them. */
  through: string[]
}

/** `granted` are the companies that other records open it to. */
export function seenBecause(
  type: { owners?: Ownership },
  stored: StoredRecord,
  links: LinksByCompany,
  granted: readonly string[],
): RecordViewer[] {
  return viewersOf(type, stored, links, granted).map(owner => {
    const { kind, id } = readOwner(owner)
    return kind === 'company'
      ? { kind, id, ...companyReason(type.owners ?? {}, stored, id) }
      : { kind, id, ...agencyReason(type, stored, id) }
  })
}

type Reason = Pick<RecordViewer, 'why' | 'text' | 'through'>

function companyReason({ company }: Ownership, stored: StoredRecord, id: string): Reason {
  const opened = (company?.grants ?? []).flatMap(one => ('own' in one ? one.own : []))
  const paths = company?.named === undefined ? opened : [company.named, ...opened]
  const at = paths.find(path => idsAt(stored, path).includes(id))
  if (at !== undefined) return { why: 'owner', text: `The record names this company, at ${at}`, through: [] }
  const others = [...new Set((company?.grants ?? []).flatMap(one => ('type' in one ? one.type : [])))]
  const text = `Other records open it to this company: ${others.join(' or ')}`
  return { why: 'grant', text, through: [] }
}

function agencyReason(type: { owners?: Ownership }, stored: StoredRecord, id: string): Reason {
  const at = type.owners?.agency?.named
  const through = linkedCompanies(type, stored)
  if (at === undefined || !idsAt(stored, at).includes(id))
    return { why: 'link', text: 'Agencies of the company see such records', through }
  const text = `The record names this agency, at ${at}`
  return {
    why: 'owner',
    text: through.length > 0 ? `${text}, and it is connected to the company` : text,
    through,
  }
}
