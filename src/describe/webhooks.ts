// What is sent to receivers, for the documents: a webhook for each kind of event. It knows none by name.
import type { CallerKind } from '../access/caller.ts'
import type { TSchema } from '../shape/shape.ts'
import type { Schema, SchemaBook } from './schema.ts'

/** What is told of an event's declaration. */
export type DescribedEvent = {
  name: string
  summary: string
  /** The object's name in `data`. */
  key: string
  /** Where the whole object is fetched. */
  fetch: string
  scopes: readonly string[]
  hears: readonly CallerKind[]
  payload: TSchema
}

export const sampleEvent = ({ name, key }: Pick<DescribedEvent, 'name' | 'key'>) => ({
  id: 'evt_01JC8Z5W3V9K2M4N6P8Q0R1S2T',
  type: name,
  createdAt: '2026-11-10T09:15:02.123Z',
  data: { [key]: { id: '65f0c0ffee00000000001234' } },
})

export const deliveryHeaders: Record<string, string> = {
  'X-Service-Event': 'The event type.',
  'X-Service-Event-Id': 'The id of the event; the same when it is delivered again.',
  'X-Service-Timestamp': 'When it was signed, ISO 8601 UTC with milliseconds.',
  'X-Service-Signature':
    '`v1=` and the hexadecimal HMAC-SHA-256 of the timestamp, a full stop and the raw body; several, separated by commas, while a secret is rotated.',
  'X-Service-Delivery-Attempt': 'Which attempt this is, from 1.',
  traceparent:
    'The trace of the request or load that caused the event, after W3C Trace Context, with a span of this attempt; where that had one.',
}

export const webhooksOf = (events: readonly DescribedEvent[], book: SchemaBook): Record<string, Schema> =>
  Object.fromEntries(events.map(event => [event.name, { post: webhookOf(event, book) }]))

function webhookOf(event: DescribedEvent, book: SchemaBook): Schema {
  const { name, summary, fetch, hears, payload } = event
  const whose = hears.includes('agency') ? '' : ' Only for endpoints of companies.'
  return {
    operationId: name,
    tags: ['Webhooks'],
    summary,
    description: `Fetch the whole object with \`GET ${fetch}\`.${whose} Delivered at least once: drop ids you have seen.`,
    security: [],
    parameters: Object.entries(deliveryHeaders).map(([header, description]) => ({
      name: header,
      in: 'header',
      required: header !== 'traceparent',
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: book.use(payload), example: sampleEvent(event) } },
    },
    responses: {
      200: { description: 'Received. Any 2xx will do; anything else is tried again.' },
      410: { description: 'The endpoint is gone: nothing is sent to it any more.' },
    },
  }
}
