// The only maker of a Reach: which rows a caller may see of records with these owners.
// Whatever is not granted here is not selected anywhere.
import type { Caller, Link } from '../kernel/caller.ts'
import { columnName } from '../kernel/columns.ts'
import type { Narrowing } from '../kernel/operation.ts'
import { Problem } from '../kernel/problem.ts'
import type { Branch, Owners, Reach } from '../kernel/reach.ts'

export function reachOf(caller: Caller, owners: Owners, narrowing: Narrowing = {}): Reach {
  const companies = companiesWithin(caller, narrowing.companies)
  const branches =
    caller.kind === 'company'
      ? [...companies].map(company => ({ [columnName(owners.company)]: company }))
      : agencyBranches(caller, owners, companies, narrowing.agencies)
  return { branches } as unknown as Reach
}

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
  caller: Caller,
  owners: Owners,
  companies: ReadonlySet<string>,
  asked: readonly string[] | undefined,
): Branch[] {
  const links = caller.links.filter(
    link => companies.has(link.company) && (!asked || asked.includes(link.agency)),
  )
  if (owners.agency === undefined) return []
  const company = columnName(owners.company)
  if (typeof owners.agency === 'string') {
    const agency = columnName(owners.agency)
    const pairs = new Map(links.map(link => [`${link.company} ${link.agency}`, link]))
    return [...pairs.values()].map(link => ({ [company]: link.company, [agency]: link.agency }))
  }
  if ('via' in owners.agency) return linkedBranches(links, company, columnName(owners.agency.project))
  throw new Error('Records with many agencies are not readable yet')
}

/** A link to a whole company reaches all of its projects; otherwise just those that the links name. */
function linkedBranches(links: readonly Link[], company: string, project: string): Branch[] {
  const whole = new Set(links.filter(link => !link.projects).map(link => link.company))
  const partly = links
    .filter(link => !whole.has(link.company))
    .flatMap(link => link.projects!.map(id => [link.company, id] as const))
  const pairs = new Map(partly.map(pair => [pair.join(' '), pair]))
  return [
    ...[...whole].map(id => ({ [company]: id })),
    ...[...pairs.values()].map(([owner, id]) => ({ [company]: owner, [project]: id })),
  ]
}
