// Whether a write changed what an owner is shown or can ask for. In a shared record, changes to a rival's entries are not
// told to that owner.

import { isDeepStrictEqual } from 'node:util'
import { memoized } from '../shape/memoized.ts'
import { seenByProperty, type TSchema } from '../shape/shape.ts'
import { type StoredRecord, storedAt } from '../shape/stored.ts'
import type { LinksByCompany, RecordChange } from './audience.ts'
import type { CallerKind } from './caller.ts'
import { asCompany, asOwner, connectedIn, ownerIds, ownerSeeing, readOwner } from './owners.ts'
import { idsAt, nobody, type Ownership } from './ownership.ts'
import { mergeParts, type PartMerge } from './part-merge.ts'
import { type GuardPlace, guardsIn, itemOwnersIn, linkedAgencyPaths, schemaRedaction } from './redact.ts'
import { type Viewer, viewerOfOwners } from './viewer.ts'

/** The parts of a record type that are compared. */
type ComparableType = {
  record: TSchema
  owners?: Ownership
  guards: Readonly<Partial<Record<CallerKind, { places: readonly GuardPlace[] }>>>
  mentions: readonly { names: readonly string[]; isRestricted: boolean }[]
  merges: readonly PartMerge[]
  /** Facts that lists can be asked by. */
  askedFacts: readonly string[]
  children: readonly { figures: boolean; rows(stored: StoredRecord): unknown }[]
}

export type RecordUpdate = RecordChange<ComparableType> & { before: StoredRecord; after: StoredRecord }

export function differsFor(owner: string, rewritten: RecordUpdate, links: LinksByCompany): boolean {
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
  rewritten: RecordUpdate,
  links: LinksByCompany,
): [string, string][] {
  if (rewritten.sameText || same.length === 0) return []
  const entitled = entitledIn(rewritten, links).filter(owner => !told.includes(owner))
  const passedOn = isPassedOn(rewritten)
  return same.flatMap(owner => {
    const others = entitled.filter(other => other !== owner && other[0] === owner[0])
    const together = () => looksDifferent([owner, ...others], rewritten, links)
    if (others.length === 0 || !(passedOn || together())) return []
    const one = others.filter(other => looksDifferent([owner, other], rewritten, links))
    const all = one.length > 0 || !together() ? one : others
    return all.map((other): [string, string] => [owner, other])
  })
}

/** Whether a reference is shown to others than before: a key of those before and those after sees no difference. */
const isPassedOn = ({ type, before, after }: RecordUpdate): boolean =>
  !isDeepStrictEqual(referenceAudiences(type, before), referenceAudiences(type, after))

const referenceAudiences = ({ mentions }: ComparableType, stored: StoredRecord): unknown[] =>
  mentions
    .filter(mention => mention.isRestricted)
    .flatMap(({ names }) =>
      storedAt(stored, names).map(named => (named as Partial<Record<string, unknown>>)[seenByProperty]),
    )

/** Owners of anything in a record that is not shown to everybody who sees the record. */
function entitledIn({ type, before, after }: RecordUpdate, links: LinksByCompany): string[] {
  const states = [before, after]
  const agencies = new Set(states.flatMap(stored => linkedAgenciesIn(type, stored)))
  const found = states.flatMap(stored => [
    ...guarding(type, 'agency', stored).map(id => asOwner('agency', id)),
    ...itemOwners(type, stored).map(id => asOwner('agency', id)),
    ...guarding(type, 'company', stored).map(asCompany),
    ...seenByIn(type, stored).map(ownerSeeing),
  ])
  const companies = [...links].flatMap(([company, held]) =>
    held.some(link => agencies.has(link.agency)) ? [asCompany(company)] : [],
  )
  return [...new Set([...found, ...companies])].filter(owner => readOwner(owner).id !== nobody)
}

/** Owners of entries in a record that others of their kind are not shown. */
const guarding = ({ guards }: ComparableType, kind: CallerKind, stored: StoredRecord): string[] =>
  guardsIn(guards[kind]?.places ?? [], stored)

/** Agencies that have an item of a list to themselves, such as a document, whether or not they see the record. */
const itemOwners = ({ guards }: ComparableType, stored: StoredRecord): string[] =>
  itemOwnersIn(guards.agency?.places ?? [], stored)

/** Agencies whose entries companies see that are linked to them. */
export const linkedAgenciesIn = (
  { record }: Pick<ComparableType, 'record'>,
  stored: StoredRecord,
): string[] => linkedPathsOf(record).flatMap(path => idsAt(stored, path))

const linkedPathsOf = memoized((record: TSchema) => linkedAgencyPaths(record))

/** Companies whose connections decide whether a reference is seen. */
export const companiesInReferences = (
  type: Pick<ComparableType, 'mentions'>,
  stored: StoredRecord,
): string[] => seenByIn(type, stored).flatMap(name => connectedIn(name) ?? [])

/** The owners who see those references that are not shown to everybody who sees the record. */
const seenByIn = ({ mentions }: Pick<ComparableType, 'mentions'>, stored: StoredRecord): string[] =>
  mentions
    .filter(mention => mention.isRestricted)
    .flatMap(({ names }) => storedAt(stored, [...names, seenByProperty]) as string[])

/** Facts that filters and dates use are not shown, but they decide which records a list has. */
const asksDifferently = ({ askedFacts }: ComparableType, before: StoredRecord, after: StoredRecord) =>
  askedFacts.some(path => !isDeepStrictEqual(idsAt(before, path), idsAt(after, path)))

/** Whether figures that companies are shown may change: they depend on facts too. */
export const countsDifferently = ({ type: { children }, before, after }: RecordUpdate): boolean =>
  children.some(
    child => child.figures && JSON.stringify(child.rows(before)) !== JSON.stringify(child.rows(after)),
  )

function looksDifferent(
  owners: readonly string[],
  { type, before, after }: RecordUpdate,
  links: LinksByCompany,
): boolean {
  const { kind } = readOwner(owners[0]!)
  const ids = ownerIds(owners)
  const isWhole = (stored: StoredRecord) =>
    guarding(type, kind, stored).every(each => each === ids[0]) && seenByIn(type, stored).length === 0
  if (type.merges.length === 0 && isWhole(before) && isWhole(after)) return true
  const viewer = viewerOfOwners(kind, ids, [...links.values()].flat())
  return !isDeepStrictEqual(shownTo(viewer, type, before), shownTo(viewer, type, after))
}

const redactionOf = memoized(({ record, owners }: ComparableType) =>
  schemaRedaction(record, owners?.connectedTo),
)

function shownTo(viewer: Viewer, type: ComparableType, { record }: StoredRecord): object {
  // Written and read again: what is unset is absent, and the order of properties is not compared.
  const copy = JSON.parse(JSON.stringify(record))
  mergeParts(copy, type.merges, viewer)
  redactionOf(type).redact(copy, viewer)
  return copy
}
