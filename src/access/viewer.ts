// A Viewer: what redaction and conditions need to know of a caller.
import type { Caller, CallerKind, Link, Principal } from './caller.ts'
import { asAgency, asCompany } from './owners.ts'

export type Viewer = {
  kind: CallerKind
  owners: readonly string[]
  /** Of agencies: those that are connected to every company of the key. */
  everywhere: readonly string[]
  /** Of a company: the agencies linked to it. */
  linked: readonly string[]
  /** The names in which records are seen, as `asCompany` and `asAgency` write them. */
  names: readonly string[]
  version: string
}

export function viewerOf(
  who: Omit<Principal, 'scopes'> & Pick<Caller, 'linkedAgencies' | 'version'>,
): Viewer {
  const { kind, linkedAgencies: linked, version } = who
  if (kind === 'agency') return { kind, linked, version, ...agencyNames(who) }
  const owners = who.companies.map(({ id }) => id)
  return { kind, linked, version, owners, everywhere: [], names: owners.map(asCompany) }
}

/** A key of these owners and no others, of whose links these are all that matter. */
export function viewerOfOwners(kind: CallerKind, ids: readonly string[], links: readonly Link[]): Viewer {
  const held = links.filter(link => ids.includes(link[kind]))
  const owners = ids.map(id => ({ id }))
  return viewerOf({
    kind,
    companies: kind === 'company' ? owners : [],
    agencies: kind === 'agency' ? owners : [],
    links: held,
    linkedAgencies: kind === 'company' ? held.map(link => link.agency) : [],
    version: '',
  })
}

type AgencyNames = Pick<Viewer, 'owners' | 'everywhere' | 'names'>

type HeldBy = Pick<Principal, 'agencies' | 'companies' | 'links'>

/** Worked out once for each reading of a key, not for each of its requests. They follow from three lists, and count for no
 * caller of whom any of them is another list. */
const known = new WeakMap<readonly Link[], { of: Omit<HeldBy, 'links'>; made: AgencyNames }>()

function agencyNames({ agencies, companies, links }: HeldBy): AgencyNames {
  const held = known.get(links)
  if (held?.of.agencies === agencies && held.of.companies === companies) return held.made
  const owners = agencies.map(({ id }) => id)
  const names = new Set(links.map(({ agency, company }) => asAgency(agency, company)))
  const everywhere = owners.filter(id => companies.every(company => names.has(asAgency(id, company.id))))
  const made = { owners, everywhere, names: [...names] }
  known.set(links, { of: { agencies, companies }, made })
  return made
}

/** Whose entries a viewer is shown in every record that it sees, where rows name the company that agencies must be
 * connected to: of several agencies not all may be, and the others' rows are looked into. */
export const ownersEverywhere = (viewer: Viewer, connectedTo: string | undefined): readonly string[] =>
  viewer.kind === 'agency' && connectedTo !== undefined ? viewer.everywhere : viewer.owners

/** Whose entries in a record count: all, those of these owners, or those seen in these names, where rows name the company
 * that owners must be connected to. */
export type OwnEntries =
  | 'all'
  | { ids: readonly string[] }
  | { names: readonly string[]; connectedTo: string }

export const ownEntries = ({ kind, owners, names }: Viewer, connectedTo: string | undefined): OwnEntries =>
  kind === 'company' ? 'all' : connectedTo === undefined ? { ids: owners } : { names, connectedTo }

/** Of items that are private to an agency where they have an owner: those of nobody, whose owner is empty, and of an agency
 * its own. */
export const privateEntries = ({ kind, owners }: Viewer): OwnEntries => ({
  ids: kind === 'agency' ? ['', ...owners] : [''],
})
