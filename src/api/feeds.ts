// GET /events and GET /changes: whoever was away catches up, and a mirror never keeps what it may no longer see.
import type { Answer } from '../kernel/answer.ts'
import { listOfValues } from '../kernel/answer.ts'
import type { Caller, CallerKind } from '../kernel/caller.ts'
import { payloadOf } from '../kernel/event.ts'
import {
  afterParameter,
  type Cursor,
  cursorText,
  type FeedPage,
  type FeedPlan,
  markOf,
  requireWhole,
} from '../kernel/feed.ts'
import { allows, type Input, type Operation, operation } from '../kernel/operation.ts'
import { defaultLimit, maximumLimit, pageParameters } from '../kernel/paging.ts'
import type { Owners } from '../kernel/reach.ts'
import type { RecordType } from '../kernel/record-type.ts'
import { instant, list, mapOf, oneOf, record, text } from '../kernel/shape.ts'
import { eventNamed, events } from './events.ts'

const parameters = [afterParameter, pageParameters.find(one => one.name === 'limit')!]

const Event = record({
  id: text,
  type: oneOf(...events.map(event => event.name)),
  createdAt: instant,
  data: mapOf(record({ id: text })),
})

const ownersOf = ({ kind, companies, agencies }: Caller) =>
  kind === 'company' ? companies.map(({ id }) => `c:${id}`) : agencies.map(({ id }) => `a:${id}`)

/** Reads a page and says where the next begins; refuses a cursor that something may be missing after. */
async function paged<P extends FeedPlan, E>(
  kind: string,
  query: Input['query'],
  plan: Omit<P, keyof FeedPlan> & Pick<FeedPlan, 'owners' | 'types'>,
  read: (plan: P) => Promise<FeedPage<E>>,
  show: (entry: E) => unknown,
): Promise<Answer> {
  const cursor = query.after as Cursor | 'now' | undefined
  const limit = Math.min((query.limit as number | undefined) ?? defaultLimit, maximumLimit)
  const after = typeof cursor === 'object' ? cursor.seq : cursor
  const page = await read({ ...plan, after, limit } as unknown as P)
  const mark = markOf(page.feed, kind, plan)
  if (typeof cursor === 'object') requireWhole(cursor, mark, page)
  const next = cursorText({ seq: page.next, mark })
  return listOfValues(page.entries.map(show), { limit, next, more: page.more })
}

const eventFeed = (types: readonly RecordType[]): Operation =>
  operation({
    method: 'GET',
    path: '/events',
    tool: 'open_api_list_events',
    summary: 'Read events in the order they happened, from a cursor on: what webhooks tell, for catching up',
    parameters,
    answers: list(Event),
    shape: 'feed',
    noun: 'event',
    run: ({ query }, { caller, world, reach }) => {
      const heard = events.filter(
        event => event.hears.includes(caller.kind) && caller.scopes.has(event.scope),
      )
      const objects = [...new Set(heard.map(event => event.object))]
      const reaches = new Map(
        objects.map(object => [object, reach(types.find(type => type.type === object)!.owners as Owners)]),
      )
      const plan = { owners: ownersOf(caller), types: heard.map(event => event.name), reaches }
      return paged('events', query, plan, world.feeds.events, entry =>
        payloadOf(eventNamed(entry.type)!, entry),
      )
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
type Followed = { type: string; scope: string; kinds: CallerKind[] }

function followedBy(operations: readonly Operation[]): Followed[] {
  const reading = operations.filter(each => each.reads && each.scope)
  return [...Map.groupBy(reading, each => each.reads!)].map(([type, each]) => ({
    type,
    scope: each[0]!.scope!,
    kinds: (['company', 'agency'] as const).filter(kind => each.some(one => allows(one, kind))),
  }))
}

function changeFeed(operations: readonly Operation[]): Operation {
  const followed = followedBy(operations)
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
    run: ({ query }, { caller, world }) => {
      const types = followed
        .filter(({ kinds, scope }) => kinds.includes(caller.kind) && caller.scopes.has(scope))
        .map(({ type }) => type)
      return paged('changes', query, { owners: ownersOf(caller), types }, world.feeds.changes, entry => entry)
    },
  })
}

/** The feeds over what these operations read. */
export const feedsOf = (operations: readonly Operation[], types: readonly RecordType[]): Operation[] => [
  eventFeed(types),
  changeFeed(operations),
]
