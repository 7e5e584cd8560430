// The OpenAPI 3.1 document: a fold over the list of operations. It knows no operation by name.
import { scopesText } from '../access/permit.ts'
import { chapterOf } from '../api/chapters.ts'
import { scopes } from '../api/scopes.ts'
import { namedShapes } from '../api/shapes.ts'
import { apiPrefix } from '../http/surface.ts'
import { nextChangeHeader } from '../kernel/operation/export.ts'
import { loadedAtHeader, type Operation } from '../kernel/operation/operation.ts'
import { type Parameter, parameterText } from '../kernel/operation/parameter.ts'
import { nodeOf } from '../shape/shape.ts'
import { exportFormats } from '../tables/export-formats.ts'
import { type Example, examples } from './examples.ts'
import { bodyNameOf, doneOf, recordNameOf, verbOf } from './names.ts'
import { exampleOf } from './parameter-examples.ts'
import { problemDetailsSchema, problemResponses, problemSchema, responsesFor } from './problems.ts'
import { type Schema, type SchemaBook, schemaBook } from './schema.ts'
import { type DescribedEvent, webhooksOf } from './webhooks.ts'

export type OpenApi = {
  openapi: string
  info: Schema
  servers: Schema[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Schema>>
  webhooks?: Record<string, Schema>
  components: { schemas: Record<string, Schema> } & Record<string, Schema>
}

/** Where a server listens unless it is told otherwise; one that serves the document puts its own in its place. */
export const usualAddress = 'http://127.0.0.1:8080'

export function openApiDocument(
  operations: readonly Operation[],
  events: readonly DescribedEvent[] = [],
): OpenApi {
  const book = schemaBook(namedShapes)
  // Single records first: they have the plain names, and lists that show less another.
  const ordered = operations.toSorted((a, b) => rankOf(a) - rankOf(b))
  const records = new Map(ordered.map(operation => [operation, recordSchema(operation, book)]))
  const paths: OpenApi['paths'] = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    const described = operationObject(operation, records.get(operation)!, book)
    paths[operation.path]![operation.method.toLowerCase()] = described
  }
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: `${usualAddress}${apiPrefix}`, description: 'This server' }],
    tags: [...new Set(operations.map(chapterOf))].map(({ name, description }) => ({ name, description })),
    paths,
    ...(events.length > 0 && { webhooks: webhooksOf(events, book) }),
    components: {
      securitySchemes: { apiKey, apiKeyByBasic },
      headers,
      responses: problemResponses(operations),
      schemas: {
        ...sorted(book.schemas),
        ...(operations.some(({ shape }) => shape === 'feed') && { FeedMeta: feedMeta }),
        ListMeta: listMeta,
        Problem: problemSchema,
        ProblemDetails: problemDetailsSchema,
      },
    },
  }
}

const rankOf = (operation: Operation) =>
  operation.method === 'POST' ? 2 : operation.shape === 'single' && verbOf(operation) === 'get' ? 0 : 1

const sorted = (schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The schema of one record, under the operation's name for it. */
function recordSchema(operation: Operation, book: SchemaBook): Schema {
  const node = nodeOf(operation.answers)
  const record = operation.shape === 'single' ? node : node.items!
  const name = recordNameOf(operation)
  const made =
    operation.method === 'POST'
      ? `${name}${doneOf(operation)}`
      : name in book.schemas
        ? `${name}Summary`
        : name
  if (!record.anyOf) return book.keep(made, record)
  return { anyOf: record.anyOf.map((one, index) => book.keep(`${made}${index + 1}`, one)) }
}

function operationObject(operation: Operation, record: Schema, book: SchemaBook): Schema {
  const example = examples.get(`${operation.method} ${operation.path}`)
  return {
    operationId: operation.name,
    tags: [chapterOf(operation).name],
    summary: operation.summary,
    description: descriptionOf(operation),
    security: ['apiKey', 'apiKeyByBasic'].map(name => ({ [name]: operation.scopes })),
    parameters: [
      ...pathParameters(operation, example),
      ...operation.parameters.map(parameter => queryParameter(parameter, exampleOf(parameter, operation))),
      ...(operation.body && !operation.idempotent ? [idempotencyKey] : []),
      ...(operation.hasTag ? [ifNoneMatch] : []),
    ],
    ...(operation.body && { requestBody: requestBody(operation, book, example) }),
    responses: {
      200: success(operation, record, example, book),
      ...(operation.hasTag && { 304: notModified }),
      ...responsesFor(operation),
    },
  }
}

export function descriptionOf({ callers, scopes, feature, tool, topic, list }: Operation): string {
  return [
    callers ? `For ${callers}-scoped keys only.` : '',
    scopes.length > 0 ? `Needs ${scopesText(scopes, '`')}.` : 'Any valid key may call this.',
    feature ? `Some or all of it needs a company with \`${feature}\` enabled.` : '',
    topic
      ? `For assistants: the topic \`${topic}\` of \`${tool}\`.`
      : `For assistants: the tool \`${tool}\`${list ? ` with \`list\` \`${list}\`` : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const idSchema = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]{1,64}$' }

const pathParameters = ({ path, noun }: Operation, example: Example | undefined): Schema[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: `The ${noun}’s id, or its nanoid.`,
    schema: idSchema,
    ...(example?.path?.[name!] && { example: example.path[name!] }),
  }))

function queryParameter(parameter: Parameter, example: unknown): Schema {
  const { name, schema, several, most, repeats, callers, choices, searches } = parameter
  const fewer = choices ? ` Agency-scoped keys: ${choices.agency.join(', ')}.` : ''
  const only = callers ? ` Only for ${callers}-scoped keys.` : fewer
  const shared = { name, in: 'query', description: `${parameterText(parameter)}${only}` }
  const shown = example === undefined ? {} : { example }
  const places = searches ? { 'x-searches': searches } : {}
  if (!several) return { ...shared, ...places, schema: { ...schema }, ...shown }
  // Separated by commas; where it may be repeated, that is read as well.
  const more = repeats ? ' May also be given several times.' : ''
  return {
    ...shared,
    description: `${shared.description}${more}`,
    style: 'form',
    explode: false,
    schema: {
      type: 'array',
      minItems: 1,
      ...(most !== undefined && { maxItems: most }),
      items: nodeOf(schema).enum ? { ...schema } : idSchema,
    },
    ...shown,
  }
}

const requestBody = (operation: Operation, book: SchemaBook, example: Example | undefined): Schema => ({
  required: true,
  content: {
    'application/json': {
      schema: book.keep(bodyNameOf(operation), operation.body!.schema),
      ...(example?.body !== undefined && { example: example.body }),
    },
  },
})

function success(
  operation: Operation,
  record: Schema,
  example: Example | undefined,
  book: SchemaBook,
): Schema {
  const list = operation.shape !== 'single'
  const schema = {
    type: 'object',
    properties: {
      success: { type: 'boolean', const: true, description: 'Always true with status 200.' },
      data: {
        ...(list ? { type: 'array', items: itemSchema(operation, record, book) } : record),
        description: list ? 'The records of this page.' : `What was asked for: the ${operation.noun}.`,
      },
      ...(list && { meta: metaSchema(operation, book) }),
    },
    required: ['success', 'data', ...(list ? ['meta'] : [])],
  }
  const whole = operation.parameters.some(({ name }) => name === 'format')
  return {
    description: whole
      ? 'A page of the list; or all of it, where `format` or the Accept header asks for that.'
      : list
        ? 'A page of the list.'
        : `The ${operation.noun}.`,
    headers: headersNamed(
      ...everywhere,
      ...(operation.hasTag ? ['ETag'] : []),
      ...(operation.shape === 'list' ? ['Link'] : []),
      ...(operation.shape === 'list' && operation.reads ? [loadedAtHeader] : []),
      ...(whole ? [nextChangeHeader] : []),
    ),
    content: {
      'application/json': { schema, ...(example && { example: example.answer }) },
      ...(whole && exportContent),
    },
  }
}

const exportContent: Schema = Object.fromEntries(
  exportFormats.map(({ mediaType, schema }) => [mediaType, { schema }]),
)

/** A whole record, or what `fields` leaves of it. The whole one comes first: many clients take the first that fits. */
function itemSchema({ parameters }: Operation, record: Schema, book: SchemaBook): Schema {
  if (!parameters.some(({ name }) => name === 'fields')) return record
  const whole = (record.anyOf ?? [record]) as Schema[]
  return { anyOf: [...whole, ...whole.map(book.partial)] }
}

const everywhere = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']

const headersNamed = (...names: string[]): Schema =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

const notModified: Schema = {
  description:
    'Nothing has changed since the answer with that tag. It counts for the minute, not for the day.',
  headers: headersNamed(...everywhere, 'ETag'),
}

function metaSchema({ meta, shape }: Operation, book: SchemaBook): Schema {
  if (shape === 'feed') return { $ref: '#/components/schemas/FeedMeta' }
  if (!meta) return { $ref: '#/components/schemas/ListMeta' }
  const { properties } = book.use(meta)
  return { ...listMeta, properties: { ...(listMeta.properties as object), ...(properties as object) } }
}

export const listMeta: Schema = {
  type: 'object',
  description: 'Where in the list this page is.',
  properties: {
    page: { type: 'integer', description: 'Which page this is, from 1.' },
    limit: { type: 'integer', description: 'Records a page, as it was read: at most 200.' },
    total: { type: 'integer', description: 'Records that match, on all pages.' },
  },
  required: ['page', 'limit', 'total'],
}

export const feedMeta: Schema = {
  type: 'object',
  description: 'Where to go on reading.',
  properties: {
    limit: { type: 'integer', description: 'Entries a page, as it was read: at most 200.' },
    next: { type: 'string', description: 'The cursor to go on from, as `after`.' },
    more: { type: 'boolean', description: 'Whether there is more at once.' },
    total: {
      type: 'integer',
      description:
        'Entries after the cursor that was given, counted up to 100,000, where `include` asks for it.',
    },
  },
  required: ['limit', 'next', 'more'],
}

const tagExample = 'W/"uMJ3nJ5kqT8c0mYB2v1x7Q"'

const idempotencyKey: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Names this attempt: the same key and body give the same answer for 24 hours, unless the server is set otherwise.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'c4f0bd0e-5a0b-4b57-9d0a-2f7c9a3d1e64',
}

const ifNoneMatch: Schema = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an answer to the same address that you still have: 304 where it still holds.',
  schema: { type: 'string' },
  example: tagExample,
}

const scopeTable = Object.entries(scopes)
  .map(([scope, opens]) => `- \`${scope}\`: ${opens}`)
  .join('\n')

const info: Schema = {
  title: 'Workforce and Programme Open API',
  version: '1.0.0',
  summary: 'Workforce and programme data of construction, for integrators.',
  description: `Every request carries \`Authorization: Bearer <API_KEY>\`. A key is company-scoped or agency-scoped, and sees what is its own.

Success is \`{success: true, data}\`, with \`meta\` on lists; failure is \`{success: false, error: {code, message}}\`. Times are UTC with milliseconds. What is not set is absent. Expect properties that are not listed here: they come without a new version.

Scopes:

${scopeTable}`,
}

const apiKey: Schema = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key: `wfc_…` (company-scoped) or `wfa_…` (agency-scoped).',
}

const apiKeyByBasic: Schema = {
  type: 'http',
  scheme: 'basic',
  description:
    'The same key as the user name or the password, for clients that only know those; the other may be anything.',
}

const text = (description: string, example?: string): Schema => ({
  description,
  schema: { type: 'string' },
  ...(example && { example }),
})

const headers: Record<string, Schema> = {
  'X-Request-Id': text('Names this request in the logs; the client’s own where it sent one.'),
  RateLimit: text(
    'What is left of the minute and the day, and in how many seconds there is more.',
    '"minute";r=119;t=60,"day";r=49999;t=3600',
  ),
  'RateLimit-Policy': text(
    'How many requests the key has a minute and a day.',
    '"minute";q=120;w=60,"day";q=50000;w=86400',
  ),
  ETag: text('Stands for this answer; send it as `If-None-Match`.', tagExample),
  Link: text(
    'The `first`, `prev`, `next` and `last` page of the list, those that there are (RFC 8288).',
    '<https://api.example.com/api/open/v1/sites?page=2>; rel="next"',
  ),
  [loadedAtHeader]: text(
    'When records of this kind were last loaded for the owners of the key; absent where that is not known.',
    '2026-11-18T02:10:33.120Z',
  ),
  [nextChangeHeader]: text(
    'With an export: the cursor of `GET /changes` that goes on from exactly these records.',
    '6d4d26ec7485e0e897c89bc617ec0e6c',
  ),
  'Retry-After': text('Seconds to wait before trying again.', '12'),
  'WWW-Authenticate': text('`Bearer`; to those who came with Basic, `Basic`.', 'Bearer'),
  Allow: text('The methods that the path takes.', 'GET'),
}
