// GET /events and GET /changes: whoever was away catches up, and a mirror never keeps what it may no longer see.

import type { Caller, CallerKind } from '../access/caller.ts'
import { asOwner } from '../access/ownership.ts'
import { allows } from '../access/permit.ts'
import { type Answer, listOfValues } from '../kernel/operation/answer.ts'
import { afterParameter, type FeedPage, type FeedPlan } from '../kernel/operation/feed.ts'
import { type Input, type Operation, operation } from '../kernel/operation/operation.ts'
import { defaultLimit, maximumLimit, pageParameters } from '../kernel/query/paging.ts'
import type { RecordType } from '../kernel/resource/record-type.ts'
import { instant, list, mapOf, oneOf, record, text } from '../shape/shape.ts'
import { payloadOf } from './event.ts'
import { eventNamed, events } from './events.ts'

const parameters = [afterParameter, pageParameters.find(one => one.name === 'limit')!]

const Event = record({
  id: text,
  type: oneOf(...events.map(event => event.name)),
  createdAt: instant,
  data: mapOf(record({ id: text })),
})

const ownersOf = ({ kind, companies, agencies }: Caller) =>
  (kind === 'company' ? companies : agencies).map(({ id }) => asOwner(kind, id))

const ownersIn = (types: readonly RecordType[], type: string) =>
  types.find(known => known.type === type)!.owners ?? {}

/** What of a plan the query says. */
const asked = (query: Input['query']): Pick<FeedPlan, 'after' | 'limit'> => ({
  after: query.after as string | undefined,
  limit: Math.min((query.limit as number | undefined) ?? defaultLimit, maximumLimit),
})

const shown = <E>({ entries, next, more }: FeedPage<E>, limit: number, show: (entry: E) => unknown): Answer =>
  listOfValues(entries.map(show), { limit, next, more })

const eventFeed = (recordTypes: readonly RecordType[]): Operation =>
  operation({
    method: 'GET',
    path: '/events',
    tool: 'open_api_list_events',
    summary: 'Read events in the order they happened, from a cursor on: what webhooks tell, for catching up',
    parameters,
    answers: list(Event),
    shape: 'feed',
    noun: 'event',
    run: async ({ query }, { caller, world, reach }) => {
      const heard = events.filter(
        event => event.hears.includes(caller.kind) && caller.scopes.has(event.scope),
      )
      const objects = [...new Set(heard.map(event => event.object))]
      const reaches = new Map(objects.map(object => [object, reach(ownersIn(recordTypes, object))]))
      const types = heard.map(event => event.name)
      const plan = { ...asked(query), owners: ownersOf(caller), types, reaches }
      const page = await world.feeds.events(plan)
      return shown(page, plan.limit, entry => payloadOf(eventNamed(entry.type)!, entry))
    },
  })

const Change = (types: readonly string[]) =>
  record({
    type: oneOf(...types),
    id: text,
    change: oneOf('upserted', 'deleted', 'out_of_scope'),
    at: instant,
  })

/** A kind of record with the scope that reads it, for the kinds of keys that may. */
type ReadType = { type: string; scope: string; kinds: CallerKind[] }

function readTypes(operations: readonly Operation[]): ReadType[] {
  const reading = operations.filter(each => each.reads && each.scope)
  return [...Map.groupBy(reading, each => each.reads!)].map(([type, each]) => ({
    type,
    scope: each[0]!.scope!,
    kinds: (['company', 'agency'] as const).filter(kind => each.some(one => allows(one, kind))),
  }))
}

/** Whose changes a caller reads, of which types. */
const following =
  (followed: readonly ReadType[]) =>
  (caller: Caller): Pick<FeedPlan, 'owners' | 'types'> => ({
    owners: ownersOf(caller),
    types: followed
      .filter(({ kinds, scope }) => kinds.includes(caller.kind) && caller.scopes.has(scope))
      .map(({ type }) => type),
  })

/** What GET /changes tells a caller, where these are the operations. */
export const followedBy = (operations: readonly Operation[]) => following(readTypes(operations))

function changeFeed(operations: readonly Operation[], recordTypes: readonly RecordType[]): Operation {
  const followed = readTypes(operations)
  const followedBy = following(followed)
  return operation({
    method: 'GET',
    path: '/changes',
    tool: 'open_api_list_changes',
    summary:
      'Read which records were written, deleted or went out of scope, from a cursor on: for keeping a mirror',
    parameters,
    answers: list(Change(followed.map(one => one.type))),
    shape: 'feed',
    noun: 'change',
    run: async ({ query }, { caller, world, reach }) => {
      const reachOf = (type: string) => reach(ownersIn(recordTypes, type))
      const plan = { ...asked(query), ...followedBy(caller), reachOf }
      return shown(await world.feeds.changes(plan), plan.limit, entry => entry)
    },
  })
}

/** The feeds over what these operations read. */
export const feedsOf = (operations: readonly Operation[], types: readonly RecordType[]): Operation[] => [
  eventFeed(types),
  changeFeed(operations, types),
]
