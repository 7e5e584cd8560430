// The end of a write: what it means for others, who gained, lost or has to read something again, what it tells,
// and then publish.
import type { RecordType } from '../kernel/resource/record-type.ts'
import type { Transaction } from '../store/engine/database.ts'
import type { NewEvent } from '../store/events/outbox.ts'
import { type Change, publish } from '../store/events/publish.ts'
import { type Changed, consequences, type Grants } from './consequences.ts'
import { countsDifferently, differsFor, differsForPairs } from './difference.ts'
import { eventsOf } from './events.ts'
import {
  callersTouchedBy,
  type Links,
  linksFor,
  movedThrough,
  openedBy,
  rescopedBy,
  viewersOf,
} from './viewers.ts'

export type PublishedWrite = {
  tx: Transaction
  types: readonly RecordType[]
  /** Backfills and what merely follows other records tell nothing. */
  silent?: boolean
}

/** Gives back the events that were told. */
export async function publishChanges(
  { tx, types, silent }: PublishedWrite,
  changed: readonly Changed[],
): Promise<readonly NewEvent[]> {
  const grants = await consequences(tx, types, changed)
  const states = changed.flatMap(({ type, before, after }) => [
    { type, stored: before },
    { type, stored: after },
  ])
  const opened = [...grants.values()].flatMap(opened => opened.flatMap(one => one.after))
  const links = await linksFor(tx, states, opened)
  const rescoped = rescopedBy(changed)
  const events = silent ? [] : await eventsOf(tx, types, changed, links, grants)
  await publish(tx, {
    changes: changesOf(changed, links, grants),
    touched: [...rescoped, ...(await callersTouchedBy(tx, changed)), ...countedBy(changed, links)],
    rescoped,
    events,
  })
  return events
}

/** Companies whose figures may be others now, though no record of theirs looks different. */
const countedBy = (changed: readonly Changed[], links: Links): string[] =>
  changed.flatMap(({ before, after, ...rest }) =>
    before && after && countsDifferently({ ...rest, before, after })
      ? viewersOf(rest.type, after, links).filter(owner => owner.startsWith('c:'))
      : [],
  )

function changesOf(changed: readonly Changed[], links: Links, grants: Grants): Change[] {
  const open = new Map([...grants].map(([type, opened]) => [type, new Map(opened.map(one => [one.id, one]))]))
  const written = changed.map((one): Change => {
    const { type, id, before, after } = one
    // Nobody is told of what nobody reads, but that there was a write shows all the same.
    if (!type.isRead) return { type: type.type, id, kind: 'upserted', before: [], after: [] }
    const opened = open.get(type)
    const companies = after ? opened?.get(id)?.after : []
    const saw = before ? viewersOf(type, before, links, opened && openedBy(one, 'before', changed)) : []
    const see = viewersOf(type, after, links, companies)
    const change = { type: type.type, id, kind: after ? 'upserted' : 'deleted' } as const
    if (!before || !after) return { ...change, before: saw, after: see }
    const gained = opened ? openedBy(one, 'after', changed).map(company => `c:${company}`) : []
    const had = (owner: string) =>
      saw.includes(owner) || (opened && owner.startsWith('c:') && !gained.includes(owner))
    const same = see.filter(owner => had(owner) && !differsFor(owner, { ...one, before, after }, links))
    const told = see.filter(owner => !same.includes(owner))
    const pairs = differsForPairs(same, told, { ...one, before, after }, links)
    return { ...change, before: saw.filter(owner => !same.includes(owner)), after: told, pairs }
  })
  const moved = movedThrough(grants, changed).map(
    ({ type, id, lost, gained }): Change => ({
      type: type.type,
      id,
      kind: 'upserted',
      before: lost.map(company => `c:${company}`),
      after: gained.map(company => `c:${company}`),
    }),
  )
  return [...written, ...moved]
}
