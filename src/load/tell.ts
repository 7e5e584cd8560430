// The end of a write: who gained, lost or has to read something again, which events it fires, and then publish.

import {
  type LinksByCompany,
  linkedCompanies,
  openedBy,
  type RecordChange,
  viewersOf,
} from '../access/audience.ts'
import {
  companiesInReferences,
  countsDifferently,
  differsFor,
  differsForPairs,
  linkedAgenciesIn,
} from '../access/difference.ts'
import { rescopedBy } from '../access/links.ts'
import { asCompany, asOwner, isCompanyOwner } from '../access/owners.ts'
import { companiesIn, type Grant, idsAt, opensIn } from '../access/ownership.ts'
import type { EventType, FiredEvent } from '../api/event.ts'
import { events, narrowedBy } from '../api/events.ts'
import type { Transaction } from '../database/database.ts'
import type { RecordType } from '../record-types/record-type.ts'
import type { Recheck } from '../record-types/rules.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { noteWork } from '../store/checks/work.ts'
import type { NewEvent } from '../store/feeds/outbox.ts'
import { type PublishedChange, publishWrite } from '../store/feeds/publish.ts'
import { activeLinks } from '../store/keys/links.ts'
import { addGrants, type GrantChange, refreshGrants } from '../store/records/grants.ts'
import { readRows, wholeRecord } from '../store/records/record-rows.ts'
import { addRecounts } from '../store/writing/refresh-jobs.ts'

export type TypedChange = RecordChange<RecordType>

/** Of records that are open through others, by type and id: to whom they were and are. */
type Grants = ReadonlyMap<RecordType, ReadonlyMap<string, GrantChange>>

/** Gives back the events that were told; backfills and what merely follows other records fire none. */
export async function publishChanges(
  { tx, types, silent }: { tx: Transaction; types: readonly RecordType[]; silent?: boolean },
  changed: readonly TypedChange[],
): Promise<readonly NewEvent[]> {
  const grants = await refreshedGrants(tx, types, changed)
  await Promise.all([
    addRecounts(tx, recounts(types, changed)),
    noteWork(tx, changed.flatMap(rechecksOf), silent ?? false),
  ])
  const fired = silent ? [] : await firedBy(tx, types, changed)
  const states = changed.flatMap(({ type, before, after }) => [
    { type, stored: before },
    { type, stored: after },
  ])
  const opened = [...grants.values()].flatMap(opened => [...opened.values()].flatMap(one => one.after))
  const links = await linksFor(tx, types, [...states, ...fired], opened)
  const rescoped = rescopedBy(changed)
  const events = fired.flatMap(one => eventOf(one, links, grants))
  const [computed, loaded] = [true, false].map(are => changed.filter(({ type }) => !!type.computed === are))
  await publishWrite(tx, {
    changes: [...changesOf(loaded!, links, grants), ...movedThrough(grants, changed)],
    touched: [
      ...rescoped,
      ...(await callersTouchedBy(tx, types, changed)),
      ...countedBy(changed, links),
      ...changesOf(computed!, links, grants).flatMap(ownersIn),
    ],
    rescoped,
    events,
  })
  return events
}

async function refreshedGrants(
  tx: Transaction,
  types: readonly RecordType[],
  changed: readonly TypedChange[],
): Promise<Grants> {
  const refreshed = new Map<RecordType, Map<string, GrantChange>>()
  for (const type of types) {
    const grants = type.owners?.company?.grants
    if (!grants) continue
    const { anew, added } = movedGrants(type, grants, changed)
    const opened = [
      ...(await refreshGrants(tx, types, type, [...anew])),
      ...(await addGrants(
        tx,
        type,
        added.filter(([id]) => !anew.has(id)),
      )),
    ]
    refreshed.set(type, new Map(opened.map(one => [one.id, one])))
  }
  return refreshed
}

/** The records of a type whose grants are worked out anew, and what new ones among the others add to the rest. A new record
 * of the type is mentioned by none that was there before it, and has its own companies from the start. */
function movedGrants(
  type: RecordType,
  grants: readonly (Grant | { own: string })[],
  changed: readonly TypedChange[],
) {
  const anew = new Set<string>()
  const added: [id: string, company: string | null][] = []
  const add = (id: string, companies: readonly string[]) => {
    added.push([id, null], ...companies.map((company): [string, string] => [id, company]))
  }
  for (const { type: written, id, before, after } of changed) {
    if (written === type && before && after) anew.add(id)
    else if (written === type && after) add(id, [])
    for (const source of grants) {
      if (!('type' in source) || source.type !== written.type) continue
      const [was, is] = [opensIn(source, before), opensIn(source, after)]
      for (const mentioned of new Set([...was.keys(), ...is.keys()])) {
        const [from = [], to = []] = [was.get(mentioned), is.get(mentioned)]
        if (before && from.join() !== to.join()) anew.add(mentioned)
        else add(mentioned, to)
      }
    }
  }
  return { anew, added }
}

const rechecksOf = ({ type, before, after }: TypedChange): readonly Recheck[] =>
  type.rechecks?.({ ...(before && { before }), ...(after && { after }) }) ?? []

/** Records whose numbers count what was added, removed or moved. */
function recounts(
  types: readonly RecordType[],
  changed: readonly TypedChange[],
): { type: string; id: string }[] {
  return types.flatMap(counting => {
    const ids = Object.values(counting.counts).flatMap(({ type, by }) =>
      changed
        .filter(written => written.type.type === type)
        .map(({ before, after }) => [idsAt(before, by)[0], idsAt(after, by)[0]])
        .flatMap(([was, is]) => (was === is ? [] : [was, is])),
    )
    return [...new Set(ids)].flatMap(id => (id === undefined ? [] : [{ type: counting.type, id }]))
  })
}

/** The links that decide who sees these records. */
async function linksFor(
  tx: Transaction,
  types: readonly RecordType[],
  records: readonly { type: RecordType; stored?: StoredRecord | undefined }[],
  more: readonly string[],
): Promise<LinksByCompany> {
  const companies = new Set(more)
  const agencies = new Set<string>()
  for (const { type, stored } of records) {
    if (!stored) continue
    for (const id of linkedCompanies(type, stored)) companies.add(id)
    for (const id of companiesInReferences(type, stored)) companies.add(id)
    for (const id of linkedAgenciesIn(type, stored)) agencies.add(id)
  }
  const links = await activeLinks(tx, types, { companies: [...companies], agencies: [...agencies] })
  return Map.groupBy(links, link => link.company)
}

function changesOf(
  changed: readonly TypedChange[],
  links: LinksByCompany,
  grants: Grants,
): PublishedChange[] {
  return changed.map((one): PublishedChange => {
    const { type, id, before, after } = one
    // Records that nobody reads are told to nobody, but the write itself shows.
    if (!type.isRead) return { type: type.type, id, kind: 'upserted', before: [], after: [] }
    const opened = grants.get(type)
    const companies = after ? opened?.get(id)?.after : []
    const saw = before ? viewersOf(type, before, links, opened && openedBy(one, 'before', changed)) : []
    const see = viewersOf(type, after, links, companies)
    const change = { type: type.type, id, kind: after ? 'upserted' : 'deleted' } as const
    if (!before || !after) return { ...change, before: saw, after: see }
    const gained = opened ? openedBy(one, 'after', changed).map(asCompany) : []
    const had = (owner: string) =>
      saw.includes(owner) || (opened && isCompanyOwner(owner) && !gained.includes(owner))
    const same = see.filter(owner => had(owner) && !differsFor(owner, { ...one, before, after }, links))
    const told = see.filter(owner => !same.includes(owner))
    const pairs = differsForPairs(same, told, { ...one, before, after }, links)
    return { ...change, before: saw.filter(owner => !same.includes(owner)), after: told, pairs }
  })
}

/** All who see a difference: of what is worked out here they are told by their versions alone. */
const ownersIn = ({ before, after, pairs = [] }: PublishedChange) => [...before, ...after, ...pairs.flat()]

/** Records that were not written themselves, with the companies that gained and lost them through others. */
const movedThrough = (grants: Grants, changed: readonly TypedChange[]): PublishedChange[] =>
  [...grants].flatMap(([type, opened]) => {
    const written = new Set(changed.filter(one => one.type === type).map(one => one.id))
    return [...opened.values()].flatMap(({ id, before, after }): PublishedChange[] => {
      const lost = companiesIn(before).filter(company => !after.includes(company))
      const gained = companiesIn(after).filter(company => !before.includes(company))
      if (written.has(id) || lost.length + gained.length === 0) return []
      const change = { type: type.type, id, kind: 'upserted' } as const
      return [{ ...change, before: lost.map(asCompany), after: gained.map(asCompany) }]
    })
  })

/** Companies whose figures may have changed, though no record of theirs looks different. */
const countedBy = (changed: readonly TypedChange[], links: LinksByCompany): string[] =>
  changed.flatMap(({ before, after, ...rest }) =>
    before && after && countsDifferently({ ...rest, before, after })
      ? viewersOf(rest.type, after, links).filter(owner => isCompanyOwner(owner))
      : [],
  )

/** Owners of keys of which something else is remembered from now on: an agency's key knows the companies that the agency
 * is linked to, but not their names. */
async function callersTouchedBy(
  tx: Transaction,
  types: readonly RecordType[],
  changed: readonly TypedChange[],
): Promise<string[]> {
  const touched = changed.filter(one => one.type.keyOwner && knowsDifferently(one, true))
  const own = touched.map(({ type, id }) => asOwner(type.keyOwner!.kind, id))
  const companies = touched.filter(
    one => one.type.keyOwner!.kind === 'company' && knowsDifferently(one, false),
  )
  const linked = await activeLinks(tx, types, { companies: companies.map(({ id }) => id) })
  return [...own, ...linked.map(({ agency }) => asOwner('agency', agency))]
}

function knowsDifferently({ type, before, after, newNanoid }: TypedChange, byName: boolean): boolean {
  const { prefix, features = {} } = type.keyOwner!
  const paths = [...(byName ? ['name'] : []), ...(prefix ? [prefix] : []), ...Object.values(features)]
  const known = (stored: StoredRecord) => JSON.stringify(paths.map(path => idsAt(stored, path)))
  return newNanoid || !before || !after || known(before) !== known(after)
}

const byCause = Map.groupBy(events, event => event.cause)
const place = new Map(events.map((event, index) => [event, index]))

type EventOccurrence = Omit<FiredEvent, 'id'> & {
  event: EventType
  type: RecordType
  objectId: string
  stored?: StoredRecord
}

/** Events by the declared rules, each with the record it is about. Only what really changed fires. */
async function firedBy(
  tx: Transaction,
  types: readonly RecordType[],
  changed: readonly TypedChange[],
): Promise<EventOccurrence[]> {
  const fired = inOrder(
    changed.flatMap(({ type: { type: cause }, id, before, after }) =>
      (after ? (byCause.get(cause) ?? []) : [])
        .filter(event => before !== undefined || event.atCreation)
        .flatMap(event =>
          event.fires({ after: after!, ...(before && { before }) }).map(
            ({ id: other, ...about }): EventOccurrence => ({
              ...about,
              event,
              type: types.find(({ type }) => type === event.object)!,
              objectId: other ?? id,
              ...(other === undefined && { stored: after! }),
            }),
          ),
        ),
    ),
  )
  const others = fired.filter(one => !one.stored)
  for (const [type, group] of Map.groupBy(others, one => one.type)) {
    const rows = await readRows(tx, type, [...new Set(group.map(one => one.objectId))])
    // One of each, however many events are about it: it is parsed when it is first looked at.
    const stored = new Map([...rows].map(([id, row]) => [id, wholeRecord(type, row)]))
    for (const one of group) if (stored.has(one.objectId)) one.stored = stored.get(one.objectId)!
  }
  return fired
}

/** Events about one record stay together, in the declared order, whichever of its writes they come from. */
function inOrder(fired: readonly EventOccurrence[]): EventOccurrence[] {
  const groups = Map.groupBy(fired, ({ event, objectId }) => `${event.object}:${objectId}`)
  return [...groups.values()].flatMap(group =>
    group.toSorted((one, other) => place.get(one.event)! - place.get(other.event)!),
  )
}

/** With its recipients: an owner is told only of what it could fetch. */
function eventOf(
  { event, type, objectId, agency, owner: only, end, apart, stored }: EventOccurrence,
  links: LinksByCompany,
  grants: Grants,
): NewEvent[] {
  const opened = grants.get(type)?.get(objectId)?.after
  const owners = viewersOf(type, stored, links, opened).filter(
    owner => hears(event, owner, agency) && (only === undefined || owner === only),
  )
  if (owners.length === 0) return []
  const projects = narrowedBy.paths.flatMap(path => idsAt(stored, path))
  const about = { type: event.name, object: event.object, objectId }
  return [{ ...about, owners, projects, ...(end && { end }), ...(apart && { apart }) }]
}

/** Of agencies, only the one the event is about, where it is about one's own worker. */
const hears = ({ hears }: EventType, owner: string, agency: string | undefined) =>
  isCompanyOwner(owner)
    ? hears.includes('company')
    : hears.includes('agency') && (agency === undefined || owner === asOwner('agency', agency))
