// What a write tells: events by the declared rules, each with those who may hear it. Only what really changed
// fires, and an owner hears only of what it could fetch.

import type { EventType } from '../api/event.ts'
import { events } from '../api/events.ts'
import type { RecordType } from '../kernel/resource/record-type.ts'
import type { Stored } from '../shape/stored.ts'
import type { Transaction } from '../store/engine/database.ts'
import type { NewEvent } from '../store/events/outbox.ts'
import { readRows, unsplit } from '../store/records/write-records.ts'
import { type Changed, type Grants, idsAt } from './consequences.ts'
import { type Links, linksFor, viewersOf } from './viewers.ts'

const byCause = Map.groupBy(events, event => event.cause)
const place = new Map(events.map((event, index) => [event, index]))

type Fired = { event: EventType; objectId: string; agency?: string; stored?: Stored }

export async function eventsOf(
  tx: Transaction,
  types: readonly RecordType[],
  changed: readonly Changed[],
  links: Links,
  grants: Grants,
): Promise<NewEvent[]> {
  const fired = inOrder(changed.flatMap(firedBy))
  if (fired.length === 0) return []
  const others = await otherObjects(tx, types, fired)
  return fired.flatMap(({ event, objectId, agency, stored }) => {
    const type = types.find(known => known.type === event.object)!
    const other = others.get(`${event.object}:${objectId}`)
    const object = stored ?? other?.stored
    const opened = grants.get(type)?.find(one => one.id === objectId)?.after
    const owners = viewersOf(type, object, stored ? links : (other?.links ?? links), opened).filter(owner =>
      hears(event, owner, agency),
    )
    if (!object || owners.length === 0) return []
    const projects = [...idsAt(object, 'project.id'), ...idsAt(object, 'projects.id')]
    return [{ type: event.name, object: event.object, objectId, owners, projects }]
  })
}

function firedBy({ type, id, before, after }: Changed): Fired[] {
  const rules = byCause.get(type.type)
  if (!rules || !after) return []
  return rules
    .filter(event => before !== undefined || event.atCreation)
    .flatMap(event =>
      event.fires({ after, ...(before && { before }) }).map(({ id: other, agency }) => ({
        event,
        objectId: other ?? id,
        ...(agency !== undefined && { agency }),
        ...(other === undefined && { stored: after }),
      })),
    )
}

/** Events about one record stay together, in the declared order, whichever of its writes they come from. */
function inOrder(fired: readonly Fired[]): Fired[] {
  const groups = Map.groupBy(fired, ({ event, objectId }) => `${event.object}:${objectId}`)
  return [...groups.values()].flatMap(group =>
    group.toSorted((one, other) => place.get(one.event)! - place.get(other.event)!),
  )
}

/** Records that events are about but that were not written themselves. */
async function otherObjects(tx: Transaction, types: readonly RecordType[], fired: readonly Fired[]) {
  const found = new Map<string, { stored: Stored; links: Links }>()
  const missing = fired.filter(one => !one.stored)
  for (const [object, group] of Map.groupBy(missing, one => one.event.object)) {
    const type = types.find(known => known.type === object)!
    const rows = await readRows(tx, type, [...new Set(group.map(one => one.objectId))])
    const records = [...rows].map(([id, row]) => ({ id, type, stored: unsplit(type, row) }))
    const links = await linksFor(tx, records)
    for (const { id, stored } of records) found.set(`${object}:${id}`, { stored, links })
  }
  return found
}

/** Of agencies, only the one the event is about, where it is about one's own worker. */
const hears = ({ hears }: EventType, owner: string, agency: string | undefined) =>
  owner.startsWith('c:')
    ? hears.includes('company')
    : hears.includes('agency') && (agency === undefined || owner === `a:${agency}`)
