// The only maker of a Reach: which rows a caller may see of records with these owners.
// Whatever is not granted here is not selected anywhere.

import { Problem } from '../problem.ts'
import { columnName } from '../shape/stored.ts'
import type { Caller, Link } from './caller.ts'
import type { Narrowing } from './ownership.ts'
import {
  type AgencyPath,
  type Branch,
  type CompanyPath,
  generic,
  grantsColumnName,
  type Owners,
  type Reach,
} from './ownership.ts'

export function reachOf(caller: Caller, owners: Owners, narrowing: Narrowing = {}): Reach {
  return { branches: branchesOf(caller, owners, narrowing) } as unknown as Reach
}

function branchesOf(caller: Caller, owners: Owners, narrowing: Narrowing): Branch[] {
  if (owners === 'everyone') return [{}]
  const companies = companiesWithin(caller, narrowing.companies)
  const column = companyColumn(owners.company)
  if (caller.kind === 'company') return [...companies].map(company => ({ [column]: company }))
  const links = caller.links.filter(link => companies.has(link.company) && isAsked(link.agency, narrowing))
  const linkedAt = owners.linkedAt ? columnName(owners.linkedAt) : column
  return owners.agency === undefined ? [] : agencyBranches(links, linkedAt, owners.agency, narrowing, caller)
}

const isAsked = (agency: string, { agencies }: Narrowing) => agencies?.includes(agency) ?? true

const companyColumn = (path: CompanyPath): string =>
  typeof path === 'string' ? columnName(path) : 'many' in path ? columnName(path.many) : grantsColumnName

function companiesWithin(caller: Caller, asked: readonly string[] | undefined): Set<string> {
  const own = new Set(caller.companies.map(company => company.id))
  if (!asked) return own
  const outside = asked.find(id => !own.has(id))
  if (outside === undefined) return new Set(asked)
  throw new Problem(
    'COMPANY_ACCESS_DENIED',
    `company=${outside}: this key has no access to that company; GET /me lists what it has access to`,
  )
}

function agencyBranches(
  links: readonly Link[],
  company: string,
  path: AgencyPath,
  narrowing: Narrowing,
  caller: Caller,
): Branch[] {
  if (typeof path === 'string') return pairs(links, company, columnName(path))
  if ('via' in path) return linkedBranches(links, company, columnName(path.project))
  if ('many' in path) return manyBranches(links, company, columnName(path.many), narrowing, caller)
  const owner = columnName(path.orGeneric)
  const found = genericBranches(links, company, owner, path.project && columnName(path.project))
  return narrowing.agencies ? found.filter(branch => branch[owner] !== generic) : found
}

/** People belong to agencies, wherever they work: a company narrows only when it is asked for, to their own work there. */
function manyBranches(
  links: readonly Link[],
  company: string,
  agency: string,
  narrowing: Narrowing,
  caller: Caller,
): Branch[] {
  if (company !== grantsColumnName) return pairs(links, company, agency)
  const asked = caller.agencies.filter(({ id }) => isAsked(id, narrowing))
  if (!narrowing.companies) return asked.map(({ id }) => ({ [agency]: id }))
  // Work of any of them opens a worker at a company, whichever of them the worker is asked for by.
  const work = caller.links.filter(link => narrowing.companies!.includes(link.company))
  return work.flatMap(link =>
    asked.map(({ id }) => ({ [company]: `${link.company} ${link.agency}`, [agency]: id })),
  )
}

/** Own and generic rows; where links name projects, those of these projects and of none. */
function genericBranches(
  links: readonly Link[],
  company: string,
  agency: string,
  project?: string,
): Branch[] {
  const found = links.flatMap(link =>
    [link.agency, generic].flatMap(owner => {
      const branch = { [company]: link.company, [agency]: owner }
      if (!project || !link.projects) return [branch]
      return [...link.projects, generic].map(id => ({ ...branch, [project]: id }))
    }),
  )
  const pair = (branch: Branch) => `${branch[company]} ${branch[agency]}`
  const isWhole = (branch: Branch) => !(project && project in branch)
  const whole = new Set(found.filter(isWhole).map(pair))
  const kept = found.filter(branch => isWhole(branch) || !whole.has(pair(branch)))
  return [...new Map(kept.map(branch => [JSON.stringify(branch), branch])).values()]
}

function pairs(links: readonly Link[], company: string, agency: string): Branch[] {
  const found = new Map(links.map(link => [`${link.company} ${link.agency}`, link]))
  return [...found.values()].map(link => ({ [company]: link.company, [agency]: link.agency }))
}

/** A link to a whole company reaches all of its projects; otherwise just those that the links name. */
function linkedBranches(links: readonly Link[], company: string, project: string): Branch[] {
  if (company === project) return [...new Set(links.map(link => link.company))].map(id => ({ [company]: id }))
  const whole = new Set(links.filter(link => !link.projects).map(link => link.company))
  const partly = links
    .filter(link => !whole.has(link.company))
    .flatMap(link => link.projects!.map(id => [link.company, id] as const))
  const named = new Map(partly.map(pair => [pair.join(' '), pair]))
  return [
    ...[...whole].map(id => ({ [company]: id })),
    ...[...named.values()].map(([owner, id]) => ({ [company]: owner, [project]: id })),
  ]
}
