// The end of a write: what it means for others, who gained, lost or has to read something again, what it tells,
// and then publish.
import type { RecordType } from '../kernel/record-type.ts'
import type { Transaction } from '../store/database.ts'
import { linkedAgencies } from '../store/load-queries.ts'
import type { NewEvent } from '../store/outbox.ts'
import { type Change, publish } from '../store/publish.ts'
import { type Changed, consequences, type OpenTo } from './consequences.ts'
import { eventsOf } from './events.ts'
import { ownersOf, sharedCompanies } from './owners.ts'
import { type Links, linksFor, movedThrough, openedBefore, rescopedBy, viewersOf } from './viewers.ts'

export type Announced = {
  tx: Transaction
  types: readonly RecordType[]
  /** Backfills and what merely follows other records tell nothing. */
  silent?: boolean
}

/** Gives back the events that were told. */
export async function announce(
  { tx, types, silent }: Announced,
  changed: readonly Changed[],
): Promise<readonly NewEvent[]> {
  const openTo = await consequences(tx, types, changed)
  const links = await linksFor(
    tx,
    changed.flatMap(({ type, before, after }) => [
      { type, stored: before },
      { type, stored: after },
    ]),
  )
  const events = silent ? [] : await eventsOf(tx, types, changed, links)
  await publish(tx, {
    changes: changesOf(changed, links, openTo),
    touched: await touchedBy(tx, changed),
    rescoped: rescopedBy(changed),
    events,
  })
  return events
}

function changesOf(changed: readonly Changed[], links: Links, openTo: OpenTo): Change[] {
  const open = new Map([...openTo].map(([type, opened]) => [type, new Map(opened.map(one => [one.id, one]))]))
  const written = changed.map(({ type, id, before, after }): Change => {
    const companies = after ? (open.get(type)?.get(id)?.after ?? []) : []
    const opened = before && openTo.has(type) ? openedBefore(type, id, before, changed) : []
    return {
      type: type.type,
      id,
      kind: after ? 'upserted' : 'deleted',
      before: viewersOf(type, before, links, opened),
      after: viewersOf(type, after, links, companies),
    }
  })
  const moved = movedThrough(openTo, changed).map(
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

/** Owners for whom anything may look different now, whether they see the record or not: a link that ended says so to
 * the one that had it. */
async function touchedBy(tx: Transaction, changed: readonly Changed[]): Promise<string[]> {
  const owners = changed.map(({ type, before, after }) => ({
    type,
    owners: [...ownersOf(type, before), ...ownersOf(type, after)],
  }))
  const shared = owners.flatMap(({ type, owners }) => sharedCompanies(type, owners))
  return [...owners.flatMap(one => one.owners), ...(await linkedAgencies(tx, [...new Set(shared)]))]
}
