// Who may see a stored record, as `c:<company>` and `a:<agency>`: what access/reach.ts grants, worked out for the
// writer, which tells each owner what it gained, lost or has to read again.

import { type AgencyPath, generic } from '../access/ownership.ts'
import type { RecordType } from '../kernel/resource/record-type.ts'
import { namesIn } from '../shape/path.ts'
import { type Stored, storedAt } from '../shape/stored.ts'
import type { Transaction } from '../store/engine/database.ts'
import { activeLinks, type CompanyLink } from '../store/records/load-queries.ts'
import { type Changed, type Grants, idsAt } from './consequences.ts'
import { companiesInReferences, linkedAgenciesIn } from './difference.ts'

/** Active links, by company. */
export type Links = ReadonlyMap<string, readonly CompanyLink[]>

/** The links that decide who sees these records. */
export async function linksFor(
  tx: Transaction,
  records: readonly { type: RecordType; stored: Stored | undefined }[],
  more: readonly string[] = [],
): Promise<Links> {
  const companies = new Set(more)
  const agencies = new Set<string>()
  for (const { type, stored } of records) {
    if (!stored) continue
    if (type.owners?.agency) for (const id of linkedAt(type, stored)) companies.add(id)
    for (const id of companiesInReferences(type, stored)) companies.add(id)
    for (const id of linkedAgenciesIn(type, [stored])) agencies.add(id)
  }
  const links = new Map<string, CompanyLink[]>()
  for (const link of await activeLinks(tx, [...companies], [...agencies])) {
    const held = links.get(link.company)
    if (held) held.push(link)
    else links.set(link.company, [link])
  }
  return links
}

/** The companies whose links count. */
function linkedAt({ owners }: RecordType, stored: Stored): string[] {
  const path = owners?.linkedAt ?? (typeof owners?.company === 'string' ? owners.company : undefined)
  return path === undefined ? [] : idsAt(stored, path)
}

export function viewersOf(
  type: RecordType,
  stored: Stored | undefined,
  links: Links,
  grants: readonly string[] = [],
): string[] {
  if (!stored || !type.owners) return []
  const { company, agency } = type.owners
  const companies =
    company === undefined
      ? []
      : typeof company === 'string'
        ? idsAt(stored, company)
        : 'many' in company
          ? idsAt(stored, company.many)
          : grants.filter(id => !id.includes(' '))
  const agencies = agency === undefined ? [] : agencyViewers(type, agency, stored, links)
  return [...new Set([...companies.map(id => `c:${id}`), ...agencies.map(id => `a:${id}`)])]
}

function agencyViewers(type: RecordType, path: AgencyPath, stored: Stored, links: Links): string[] {
  const { company } = type.owners!
  const named = typeof path === 'string' ? path : 'many' in path ? path.many : undefined
  // People belong to agencies, wherever they work.
  if (
    named !== undefined &&
    (company === undefined || (typeof company === 'object' && 'grantedBy' in company))
  )
    return idsAt(stored, named)
  const held = linkedAt(type, stored).flatMap(id => links.get(id) ?? [])
  if (named !== undefined) {
    const linked = new Set(held.map(link => link.agency))
    return idsAt(stored, named).filter(id => linked.has(id))
  }
  return sharers(path as Exclude<AgencyPath, string | { many: string }>, company as string, stored, held)
}

/** Linked agencies that see what is not one agency's own: of a project, those whose links reach it. */
function sharers(
  path: Exclude<AgencyPath, string | { many: string }>,
  company: string,
  stored: Stored,
  held: readonly CompanyLink[],
): string[] {
  const projects = path.project && path.project !== company ? storedAt(stored, namesIn(path.project)) : []
  const owner = 'orGeneric' in path ? storedAt(stored, namesIn(path.orGeneric))[0] : generic
  const reached = held.filter(
    link =>
      (owner === generic || link.agency === owner) &&
      (!link.projects ||
        projects.length === 0 ||
        projects.some(id => id === generic || link.projects!.includes(id as string))),
  )
  return reached.map(link => link.agency)
}

/** Owners whose view of everything changed at once: both ends of a link that began, ended, reaches elsewhere or marks
 * rates up differently. */
export function rescopedBy(changed: readonly Changed[]): string[] {
  const reachOf = (stored: Stored | undefined) =>
    stored?.record.active
      ? JSON.stringify([
          ['company.id', 'agency.id', 'project.id', 'restricted'].map(path => idsAt(stored, path)),
          stored.facts.projects ?? null,
          // What rates show follows from these.
          [stored.record.markupAdjustment ?? null, stored.record.tradeMarkupAdjustments ?? null],
        ])
      : undefined
  const ends = changed
    .filter(({ type, before, after }) => type.type === 'connection' && reachOf(before) !== reachOf(after))
    .flatMap(({ before, after }) => [before, after])
  return [
    ...new Set(
      ends.flatMap(end => [
        ...idsAt(end, 'company.id').map(id => `c:${id}`),
        ...idsAt(end, 'agency.id').map(id => `a:${id}`),
      ]),
    ),
  ]
}

const isTracking = ({ facts }: Stored) =>
  (facts.stageTracking as { enabled?: boolean } | undefined)?.enabled === true

/** What is remembered of a key until the version of one of its owners moves: of its own company or agency, and of the
 * companies that an agency is linked to. */
const remembered: Record<string, { own(stored: Stored): unknown; linked?(stored: Stored): unknown }> = {
  company: {
    own: stored => [stored.record.name, stored.record.prefix, isTracking(stored)],
    linked: stored => [stored.record.prefix, isTracking(stored)],
  },
  agency: { own: ({ record }) => record.name },
}

/** Owners of keys of which something else is remembered from now on. */
export async function callersTouchedBy(tx: Transaction, changed: readonly Changed[]): Promise<string[]> {
  const touched = (of: 'own' | 'linked', name: string) =>
    changed
      .filter(({ type, before, after, newNanoid }) => {
        const known = type.type === name ? remembered[name]?.[of] : undefined
        if (!known) return false
        return (
          newNanoid || !before || !after || JSON.stringify(known(before)) !== JSON.stringify(known(after))
        )
      })
      .map(({ id }) => id)
  const linked = await activeLinks(tx, touched('linked', 'company'))
  return [
    ...touched('own', 'company').map(id => `c:${id}`),
    ...touched('own', 'agency').map(id => `a:${id}`),
    ...linked.map(({ agency }) => `a:${agency}`),
  ]
}

/** The companies that a record was, or is, open to through itself and the others of this write. */
export function openedBy(
  { type, id, ...own }: Changed,
  when: 'before' | 'after',
  changed: readonly Changed[],
): string[] {
  const company = type.owners?.company
  if (typeof company !== 'object' || !('grantedBy' in company)) return []
  return company.grantedBy.flatMap(source => {
    if ('own' in source) return idsAt(own[when], source.own)
    return changed.flatMap(other =>
      other.type.type === source.type && idsAt(other[when], source.by).includes(id)
        ? idsAt(other[when], source.owner)
        : [],
    )
  })
}

/** Records that were not written themselves, with the companies that gained and lost them through others. */
export const movedThrough = (grants: Grants, changed: readonly Changed[]) =>
  [...grants].flatMap(([type, opened]) => {
    const written = new Set(changed.filter(one => one.type === type).map(one => one.id))
    const plain = (ids: readonly string[]) => ids.filter(id => !id.includes(' '))
    return opened
      .filter(({ id }) => !written.has(id))
      .map(({ id, before, after }) => ({
        type,
        id,
        lost: plain(before).filter(company => !after.includes(company)),
        gained: plain(after).filter(company => !before.includes(company)),
      }))
      .filter(({ lost, gained }) => lost.length + gained.length > 0)
  })
