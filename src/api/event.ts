// An event is a value: what it is called, what it tells, who may hear it, and which writes it follows from.
// Deriving events, webhooks, feeds and documents are folds over these.
import type { CallerKind, Scope } from '../access/caller.ts'
import { type NeededScopes, scopesIn } from '../access/permit.ts'
import { describe, instant, oneOf, record, type TSchema, text } from '../shape/shape.ts'
import type { StoredRecord } from '../shape/stored.ts'

/** A record that was written: as it was, and as it is. */
export type RecordWrite = { before?: StoredRecord; after: StoredRecord }

/** An end that is near: on which day, in how many days, and within how many that was told before. */
export type NearEnd = { on: string; left: number; before?: number }

/** One event of a write; `id` where it is about another record, `agency` where of all agencies only that one hears, `owner` where
 * only that owner does, as `asOwner` writes it. `apart` where no feed has it, and only endpoints hear that ask for the days of `end`. */
export type FiredEvent = { id?: string; agency?: string; owner?: string; end?: NearEnd; apart?: true }

export type EventType = {
  name: string
  /** What `data` has its object under. */
  key: string
  /** The kind of record it is about. */
  object: string
  /** The operation that shows the record. */
  fetch: string
  /** What a key needs to hear of it in feeds, all of them. */
  scopes: readonly Scope[]
  hears: readonly CallerKind[]
  summary: string
  payload: TSchema
  /** Before so many days it is told of an end; an endpoint may ask for other days. */
  usualDays?: readonly number[]
  /** The kind of record whose writes may fire it. */
  cause: string
  /** A record's first load fires nothing unless this is set. */
  atCreation?: true
  fires(write: RecordWrite): readonly FiredEvent[]
  /** Where it says that the status of a record became one of these. */
  statuses?: readonly string[]
  /** Where it says what has become of a record: whether that is so of the record now. Nobody is told of another to try it out. */
  holds?(now: StoredRecord): boolean
}

export const eventId = describe(text, 'The same however often it is delivered: drop ids that you have seen.')
export const eventTime = describe(instant, 'When it happened.')
export const eventObject = record({ id: [text, 'What to fetch the record with.'] })

const bothKinds: readonly CallerKind[] = ['company', 'agency']

export function eventType({
  scope,
  ...declaration
}: Omit<EventType, 'payload' | 'hears' | 'cause' | 'scopes'> &
  Partial<Pick<EventType, 'hears' | 'cause'>> & { scope: NeededScopes }): EventType {
  const { name, key, object, summary } = declaration
  return {
    hears: bothKinds,
    cause: object,
    scopes: scopesIn(scope),
    ...declaration,
    payload: record({
      id: eventId,
      type: [oneOf(name), `${summary}.`],
      createdAt: eventTime,
      data: [
        record({ [key]: describe(eventObject, 'What it is about.') }),
        'The record it is about, under its name.',
      ],
    }),
  }
}

type EventContent = { id: string; createdAt: string; objectId: string }

/** What is sent and shown: ids only; whoever hears fetches the rest (§6). */
export const payloadOf = ({ name, key }: Pick<EventType, 'name' | 'key'>, told: EventContent) => ({
  id: told.id,
  type: name,
  createdAt: told.createdAt,
  data: { [key]: { id: told.objectId } },
})
