// Through whose eyes a record is shown: what redaction and conditions need to know of a caller.
import type { Caller, Link } from './caller.ts'
import { asAgency, asCompany } from './ownership.ts'

export type Viewer = {
  kind: 'company' | 'agency'
  owners: readonly string[]
  /** Of agencies: those that are connected to every company of the key. */
  everywhere: readonly string[]
  /** Of a company: the agencies linked to it. */
  linked: readonly string[]
  /** The names in which records are seen, as `asCompany` and `asAgency` write them. */
  names: readonly string[]
  version: string
}

export function viewerOf(caller: Caller): Viewer {
  const { kind, linkedAgencies: linked, version } = caller
  if (kind === 'agency') return { kind, linked, version, ...agencyNames(caller) }
  const owners = caller.companies.map(({ id }) => id)
  return { kind, linked, version, owners, everywhere: [], names: owners.map(asCompany) }
}

type AgencyNames = Pick<Viewer, 'owners' | 'everywhere' | 'names'>

/** Worked out once for each reading of a key, not for each of its requests. */
const known = new WeakMap<readonly Link[], AgencyNames>()

function agencyNames({ agencies, companies, links }: Caller): AgencyNames {
  const held = known.get(links)
  if (held) return held
  const owners = agencies.map(({ id }) => id)
  const names = new Set(links.map(({ agency, company }) => asAgency(agency, company)))
  const everywhere = owners.filter(id => companies.every(company => names.has(asAgency(id, company.id))))
  const made = { owners, everywhere, names: [...names] }
  known.set(links, made)
  return made
}
