// Why an owner sees a stored record: the same forms of ownership that grant it, told one by one.
import type { Stored } from '../shape/stored.ts'
import { type Links, linkedCompanies, viewersOf } from './audience.ts'
import type { CallerKind } from './caller.ts'
import { idsAt, type Ownership } from './ownership.ts'

export type Seen = {
  kind: CallerKind
  id: string
  why: 'owner' | 'link' | 'grant'
  text: string
}

/** `granted` are the companies that other records open it to. */
export function seenBecause(
  type: { owners?: Ownership },
  stored: Stored,
  links: Links,
  granted: readonly string[],
): Seen[] {
  return viewersOf(type, stored, links, granted).map(owner => {
    const id = owner.slice(2)
    return owner.startsWith('c:')
      ? { kind: 'company', id, ...companyReason(type.owners ?? {}, stored, id) }
      : { kind: 'agency', id, ...agencyReason(type, stored, id) }
  })
}

type Reason = Pick<Seen, 'why' | 'text'>

function companyReason({ company }: Ownership, stored: Stored, id: string): Reason {
  const paths = [
    company?.named ?? [],
    ...(company?.grants ?? []).flatMap(one => ('own' in one ? one.own : [])),
  ]
  const at = paths.flat().find(path => idsAt(stored, path).includes(id))
  if (at !== undefined) return { why: 'owner', text: `The record names this company, at ${at}` }
  const others = [...new Set((company?.grants ?? []).flatMap(one => ('type' in one ? one.type : [])))]
  return { why: 'grant', text: `Other records open it to this company: ${others.join(' or ')}` }
}

function agencyReason(type: { owners?: Ownership }, stored: Stored, id: string): Reason {
  const at = type.owners?.agency?.named
  const companies = linkedCompanies(type, stored).join(', ')
  const connected = companies === '' ? '' : `, and it is connected to company ${companies}`
  if (at !== undefined && idsAt(stored, at).includes(id))
    return { why: 'owner', text: `The record names this agency, at ${at}${connected}` }
  return { why: 'link', text: `It is connected to company ${companies}, whose agencies see such records` }
}
