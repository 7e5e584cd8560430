// Whether a write made a difference to what an owner is shown, or can ask for: of a shared record, what a rival's entries
// do is not that owner's to hear.
import { isDeepStrictEqual } from 'node:util'
import { asAgency, asCompany, connectionPath, nobody } from '../access/ownership.ts'
import { linkedAgencyPaths, type Redaction, redaction } from '../access/redact.ts'
import type { Viewer } from '../access/viewer.ts'
import type { RecordType } from '../kernel/resource/record-type.ts'
import { namesIn } from '../shape/path.ts'
import { seenByProperty } from '../shape/shape.ts'
import { type Stored, storedAt } from '../shape/stored.ts'
import { reader } from '../store/records/column-values.ts'
import type { Changed } from './consequences.ts'
import type { Links } from './viewers.ts'

type Guarding = { guards: Record<Viewer['kind'], Guard | undefined>; redaction: Redaction }
type Guard = (stored: Stored) => readonly string[]

const known = new WeakMap<RecordType, Guarding>()

function guardingOf(type: RecordType): Guarding {
  const held = known.get(type)
  if (held) return held
  const guard = (kind: Viewer['kind']) => {
    const column = type.columns.find(each => each.name === `guarded_${kind}`)
    return column && (reader(column) as Guard)
  }
  const made = {
    guards: { company: guard('company'), agency: guard('agency') },
    redaction: redaction(type.record, connectionPath(type.owners)),
  }
  known.set(type, made)
  return made
}

export type Rewritten = Changed & { before: Stored; after: Stored }

export function differsFor(owner: string, rewritten: Rewritten, links: Links): boolean {
  const { type, before, after, sameText, newNanoid } = rewritten
  if (newNanoid || asksDifferently(type, before, after)) return true
  return !sameText && looksDifferent([owner], rewritten, links)
}

/**
 * Pairs of owners of whom neither sees a difference alone, and a key of both does: one sees the record, and what changed
 * in it is the other's, who does not see it by itself.
 */
export function differsForPairs(
  same: readonly string[],
  told: readonly string[],
  rewritten: Rewritten,
  links: Links,
): [string, string][] {
  if (rewritten.sameText || same.length === 0) return []
  const entitled = entitledIn(rewritten, links).filter(owner => !told.includes(owner))
  return same.flatMap(owner => {
    const others = entitled.filter(other => other !== owner && other[0] === owner[0])
    if (others.length === 0 || !looksDifferent([owner, ...others], rewritten, links)) return []
    const one = others.filter(other => looksDifferent([owner, other], rewritten, links))
    return (one.length > 0 ? one : others).map((other): [string, string] => [owner, other])
  })
}

/** Owners of anything in a record that not everybody may see who sees the record. */
function entitledIn({ type, before, after }: Rewritten, links: Links): string[] {
  const { guards } = guardingOf(type)
  const states = [before, after]
  const agencies = new Set(linkedAgenciesIn(type, states))
  const found = states.flatMap(stored => [
    ...(guards.agency?.(stored) ?? []).map(id => `a:${id}`),
    ...(guards.company?.(stored) ?? []).map(id => `c:${id}`),
    ...seenByIn(type, stored).map(name => name.split('@')[0]!),
  ])
  const companies = [...links].flatMap(([company, held]) =>
    held.some(link => agencies.has(link.agency)) ? [`c:${company}`] : [],
  )
  return [...new Set([...found, ...companies])].filter(owner => owner.slice(2) !== nobody)
}

/** Agencies whose entries companies see that are linked to them. */
export const linkedAgenciesIn = (type: RecordType, states: readonly Stored[]): string[] =>
  linkedAgencyPaths(type.record).flatMap(path =>
    states.flatMap(stored => storedAt(stored, namesIn(path)) as string[]),
  )

/** Companies whose connections decide whether a reference is seen. */
export const companiesInReferences = (type: RecordType, stored: Stored): string[] =>
  seenByIn(type, stored).flatMap(name => name.split('@')[1] ?? [])

/** Facts that filters and dates look at are not shown, and decide all the same which records a list has. */
const asksDifferently = (type: RecordType, before: Stored, after: Stored) =>
  type.askedFacts.some(
    path => !isDeepStrictEqual(storedAt(before, namesIn(path)), storedAt(after, namesIn(path))),
  )

/** Whether figures that companies are shown may come out differently: they hang on facts too. */
export const countsDifferently = ({ type: { children }, before, after }: Rewritten): boolean =>
  children.some(
    child => child.figures && JSON.stringify(child.rows(before)) !== JSON.stringify(child.rows(after)),
  )

function looksDifferent(
  owners: readonly string[],
  { type, before, after }: Rewritten,
  links: Links,
): boolean {
  const kind = owners[0]!.startsWith('c:') ? 'company' : 'agency'
  const ids = owners.map(owner => owner.slice(2))
  const { guards, redaction } = guardingOf(type)
  const guard = guards[kind]
  const isWhole = (stored: Stored) =>
    (guard?.(stored).every(each => each === ids[0]) ?? true) && seenByIn(type, stored).length === 0
  if (type.merges.length === 0 && isWhole(before) && isWhole(after)) return true
  const viewer = kind === 'company' ? companyViewer(ids, links) : agencyViewer(ids, links)
  const shown = (stored: Stored) => shownTo(viewer, type, stored, redaction)
  return !isDeepStrictEqual(shown(before), shown(after))
}

const companyViewer = (owners: readonly string[], links: Links): Viewer => ({
  kind: 'company',
  owners,
  everywhere: [],
  linked: owners.flatMap(id => (links.get(id) ?? []).map(link => link.agency)),
  names: owners.map(asCompany),
  version: '',
})

const agencyViewer = (owners: readonly string[], links: Links): Viewer => ({
  kind: 'agency',
  owners,
  everywhere: [],
  linked: [],
  names: [...links].flatMap(([company, held]) =>
    held.filter(link => owners.includes(link.agency)).map(link => asAgency(link.agency, company)),
  ),
  version: '',
})

/** In whose names the references are seen that not all may see who see the record. */
const seenByIn = ({ mentions }: RecordType, stored: Stored): string[] =>
  mentions
    .filter(mention => mention.isRestricted)
    .flatMap(({ names }) => storedAt(stored, [...names, seenByProperty]) as string[])

function shownTo(viewer: Viewer, type: RecordType, { record }: Stored, redaction: Redaction): object {
  // Written and read again: what is unset is absent, and the order of properties is not compared.
  const copy = JSON.parse(JSON.stringify(record))
  for (const { property, put, callers } of type.merges) {
    const value = copy[property]
    delete copy[property]
    if (callers === viewer.kind) put(copy, value ?? [], new Set(viewer.owners))
  }
  redaction.redact(copy, viewer)
  return copy
}
