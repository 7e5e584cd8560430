// GET /events and GET /changes: whoever was away catches up, and a mirror never keeps what it may no longer see.

import type { Caller, CallerKind, Scope } from '../access/caller.ts'
import { ownersOfKey } from '../access/owners.ts'
import { type DeclaredOwners, openValues } from '../access/ownership.ts'
import { allowsKind, missingScopes, scopesText } from '../access/permit.ts'
import { Problem } from '../errors/problem.ts'
import { listOfValues, listWithRecords } from '../kernel/operation/answer.ts'
import { afterParameter, type ChangeEntry, type FeedPlan } from '../kernel/operation/feed.ts'
import { type Context, type Input, type Operation, operation } from '../kernel/operation/operation.ts'
import { severalChoicesParameter } from '../kernel/operation/parameter.ts'
import { defaultLimit, maximumLimit, pageParameters } from '../kernel/query/paging.ts'
import type { RecordType } from '../record-types/record-type.ts'
import {
  anyOf,
  instant,
  list,
  mapOf,
  maybe,
  nodeOf,
  oneName,
  record,
  type TSchema,
  text,
  words,
} from '../shape/shape.ts'
import { eventId, eventObject, eventTime, payloadOf } from './event.ts'
import { eventNamed, events } from './events.ts'

const parameters = [afterParameter, pageParameters.find(one => one.name === 'limit')!]

const Event = record({
  id: eventId,
  type: [oneName(...events.map(event => event.name)), 'What happened.'],
  createdAt: eventTime,
  data: [mapOf(eventObject), 'The record it is about, under its name, such as timesheet.'],
})

const ownersIn = (types: readonly RecordType[], type: string) =>
  types.find(known => known.type === type)!.owners ?? {}

/** The values of records of this kind that scopes decide about and this key is shown. */
const openedBy = ({ needs }: DeclaredOwners, object: string, { scopes }: Caller): string[] =>
  needs ? openValues(needs, scopes).map(value => `${object} ${value}`) : []

/** The part of a plan that the query decides. */
const asked = (query: Input['query']): Pick<FeedPlan, 'after' | 'limit'> => ({
  after: query.after as string | undefined,
  limit: Math.min((query.limit as number | undefined) ?? defaultLimit, maximumLimit),
})

const eventFeed = (recordTypes: readonly RecordType[]): Operation =>
  operation({
    method: 'GET',
    path: '/events',
    name: 'listEvents',
    summary: 'Read events in the order they happened, from a cursor on: what webhooks tell, for catching up',
    brief: 'Events in order, from a cursor on: what webhooks tell',
    parameters,
    answers: list(Event),
    shape: 'feed',
    noun: 'event',
    run: async ({ query }, { caller, world, reach }) => {
      const heard = events.filter(
        event => event.hears.includes(caller.kind) && missingScopes(event, caller.scopes).length === 0,
      )
      const objects = [...new Set(heard.map(event => event.object))]
      const reaches = new Map(objects.map(object => [object, reach(ownersIn(recordTypes, object))]))
      const types = heard.map(event => event.name)
      const opened = objects.flatMap(object => openedBy(ownersIn(recordTypes, object), object, caller))
      const plan = { ...asked(query), owners: ownersOfKey(caller), types, reaches, opened }
      const { entries, next, more } = await world.feeds.events(plan)
      const told = entries.map(entry => payloadOf(eventNamed(entry.type)!, entry))
      return listOfValues(told, { limit: plan.limit, next, more })
    },
  })

const Change = (followed: readonly FollowedType[]) =>
  record({
    type: [oneName(...followed.map(({ type }) => type)), 'What kind of record it is.'],
    id: [text, 'Of the record.'],
    change: [
      words({
        upserted: 'made or changed, for this key',
        deleted: 'gone for everybody',
        out_of_scope: 'still there, but not this key’s to see any more',
      }),
      'What became of it: write it to a copy, or take it out.',
    ],
    at: [instant, 'When it was written.'],
    record: [
      maybe(anyOf(followed.map(({ shown }) => shown))),
      'With include=records, at its last mention on the page: as its list shows it now, unless it is gone.',
    ],
  })

/** A kind of record with the scopes that read it, what is shown of it, and by what, for the kinds of keys that may. */
type FollowedType = {
  type: string
  scopes: readonly Scope[]
  shown: TSchema
  byIds: Partial<Record<CallerKind, NonNullable<Operation['byIds']>>>
}

/** A record is shown as in its list, where there is one for that kind of key. */
function followedIn(operations: readonly Operation[]): FollowedType[] {
  const reading = operations.filter(each => each.followed)
  return [...Map.groupBy(reading, each => each.reads!)].map(([type, each]) => {
    const [first, ...others] = each.toSorted(
      (a, b) => Number(b.shape === 'list') - Number(a.shape === 'list'),
    )
    const node = nodeOf(first!.answers)
    const open = (['agency', 'company'] as const).flatMap(kind =>
      [first!, ...others]
        .filter(one => allowsKind(one, kind))
        .slice(0, 1)
        .map(one => [kind, one.byIds!]),
    )
    return {
      type,
      scopes: first!.scopes,
      shown: first!.shape === 'list' ? node.items! : node,
      byIds: Object.fromEntries(open),
    }
  })
}

/** Those that a caller may follow. */
const openTo = (followed: readonly FollowedType[], { kind, scopes }: Caller) =>
  followed.filter(one => one.byIds[kind] && missingScopes(one, scopes).length === 0)

/** Whose changes GET /changes tells a caller, of which types, where these are the operations. */
export const followedBy = (operations: readonly Operation[]) => {
  const followed = followedIn(operations)
  return (caller: Caller): Pick<FeedPlan, 'owners' | 'types'> => ({
    owners: ownersOfKey(caller),
    types: openTo(followed, caller).map(({ type }) => type),
  })
}

/** A key that asks for what it cannot read is refused: an empty answer would look as if there were none. */
function requireOpen(type: string, followed: readonly FollowedType[], { kind, scopes }: Caller): void {
  const one = followed.find(each => each.type === type)!
  if (!one.byIds[kind])
    throw new Problem(
      kind === 'agency' ? 'COMPANY_KEY_REQUIRED' : 'AGENCY_KEY_REQUIRED',
      `type=${type}: this key is ${kind}-scoped, and no such key reads these records`,
    )
  const missing = missingScopes(one, scopes)
  if (missing.length > 0)
    throw new Problem(
      'INSUFFICIENT_SCOPE',
      `type=${type} needs ${scopesText(missing)}, which this key does not have`,
    )
}

const includeParameter = {
  ...severalChoicesParameter(
    'include',
    ['records', 'total'],
    'records adds each record as its list shows it now; total adds meta.total, how many are to come, up to 100,000',
  ),
  brief: 'records as they are now, total left',
}

function changeFeed(operations: readonly Operation[], recordTypes: readonly RecordType[]): Operation {
  const followed = followedIn(operations)
  const types = followed.map(({ type }) => type)
  return operation({
    method: 'GET',
    path: '/changes',
    name: 'listChanges',
    summary:
      'Read which records were written, deleted or went out of scope, from a cursor on: for keeping a mirror',
    brief: 'Records written, deleted or gone out of scope, from a cursor on',
    parameters: [
      ...parameters,
      {
        ...severalChoicesParameter('type', types, 'Only changes of these types of records, comma-separated'),
        brief: 'several by commas',
      },
      includeParameter,
    ],
    answers: list(Change(followed)),
    shape: 'feed',
    noun: 'change',
    run: async ({ query }, context) => {
      const { caller, world, reach } = context
      const { type: only = types, include = [] } = query as { type?: string[]; include?: string[] }
      const open = openTo(followed, caller)
      for (const type of query.type === undefined ? [] : only) requireOpen(type, followed, caller)
      const readable = open.map(({ type }) => type)
      const { entries, next, more, total } = await world.feeds.changes({
        ...asked(query),
        owners: ownersOfKey(caller),
        types: readable,
        only: readable.filter(type => only.includes(type)),
        counts: include.includes('total'),
        reachOf: type => reach(ownersIn(recordTypes, type)),
      })
      const meta = { limit: asked(query).limit, next, more, ...(total !== undefined && { total }) }
      // Read after the page: a record may be newer than what is told of it, and then is told of again.
      const records = include.includes('records') ? await recordsOf(entries, open, context) : undefined
      return listWithRecords(
        entries.map(value => ({ value, record: records?.get(value) })),
        meta,
      )
    },
  })
}

/** The records that entries of a page tell of, each with its last one: one look-up for each type. */
async function recordsOf(
  entries: readonly ChangeEntry[],
  open: readonly FollowedType[],
  context: Context,
): Promise<Map<ChangeEntry, readonly Buffer[]>> {
  const last = new Map(entries.map(entry => [`${entry.type} ${entry.id}`, entry]))
  const written = [...last.values()].filter(({ change }) => change === 'upserted')
  const found = new Map<ChangeEntry, readonly Buffer[]>()
  await Promise.all(
    [...Map.groupBy(written, ({ type }) => type)].map(async ([type, told]) => {
      const byIds = open.find(each => each.type === type)!.byIds[context.caller.kind]!
      const ids = told.map(({ id }) => id)
      const records = await byIds(ids, context)
      for (const entry of told) if (records.has(entry.id)) found.set(entry, records.get(entry.id)!)
    }),
  )
  return found
}

/** The feeds over what these operations read. */
export const feedsOf = (operations: readonly Operation[], types: readonly RecordType[]): Operation[] => [
  eventFeed(types),
  changeFeed(operations, types),
]
