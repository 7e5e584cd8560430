// The only maker of a Reach: which rows a caller may see of records with these owners.
// Whatever is not granted here is not selected anywhere.

import { Problem } from '../errors/problem.ts'
import type { Principal } from './caller.ts'
import {
  type Branch,
  type DeclaredOwners,
  furtherWords,
  type Narrowing,
  narrowReach,
  openValues,
  ownership,
  type Reach,
} from './ownership.ts'

export function reachOf(
  who: Principal,
  owners: DeclaredOwners | 'everyone',
  narrowing: Narrowing = {},
): Reach {
  const branches = owners === 'everyone' ? [{}] : branchesOf(who, owners, narrowing)
  const reach = { branches } as unknown as Reach
  return owners === 'everyone' ? reach : withinScopes(reach, who, owners)
}

/** Whoever has every scope that there may be need of looks at no values. */
function withinScopes(reach: Reach, { scopes }: Principal, owners: DeclaredOwners): Reach {
  const { needs } = ownership(owners)
  if (!needs) return reach
  const open = openValues(needs, scopes)
  return open.length === furtherWords(needs).length ? reach : narrowReach(reach, needs.column, open)
}

function branchesOf(who: Principal, owners: DeclaredOwners, narrowing: Narrowing): Branch[] {
  const companies = companiesWithin(who, narrowing.companies)
  const { company, agency, connectedTo } = ownership(owners)
  if (who.kind === 'company') return company ? [...companies].map(id => ({ [company.column]: id })) : []
  const isAsked = (id: string) => narrowing.agencies?.includes(id) ?? true
  const atCompanies = who.links.filter(link => companies.has(link.company))
  const found = agency?.branches({
    agencies: who.agencies.map(({ id }) => id).filter(isAsked),
    links: atCompanies.filter(link => isAsked(link.agency)),
    connectedTo,
    ownOnly: narrowing.agencies !== undefined,
  })
  if (!found || connectedTo !== undefined || !narrowing.companies) return found ?? []
  // Work of any of these agencies opens a person at a company, whichever agency the query names.
  return atCompanies.flatMap(link =>
    company ? found.map(branch => ({ [company.column]: `${link.company} ${link.agency}`, ...branch })) : [],
  )
}

function companiesWithin(who: Principal, asked: readonly string[] | undefined): Set<string> {
  const own = new Set(who.companies.map(company => company.id))
  if (!asked) return own
  const outside = asked.find(id => !own.has(id))
  if (outside === undefined) return new Set(asked)
  throw new Problem(
    'COMPANY_ACCESS_DENIED',
    `company=${outside}: this key has no access to that company; GET /me lists what it has access to`,
  )
}
