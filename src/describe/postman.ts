// The API as a Postman collection: a folder for each chapter, a request for each operation, made from the OpenAPI
// document. The key is a variable that is left empty.
import type { OpenApi } from './openapi.ts'
import type { Schema } from './schema.ts'

type DescribedOperation = Schema & {
  summary: string
  description: string
  tags: string[]
  parameters: Parameter[]
}
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  description: string
  required?: boolean
  example?: unknown
}

export function postmanCollection(document: OpenApi): Schema {
  const { title, description } = document.info as { title: string; description: string }
  const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ path, method, described: one as DescribedOperation })),
  )
  return {
    info: {
      name: title,
      description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: document.servers[0]!.url, type: 'string' },
      { key: 'apiKey', value: '', type: 'string', description: 'An API key: wfc_… or wfa_…' },
    ],
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: requests
        .filter(({ described }) => described.tags[0] === name)
        .map(({ path, method, described }) => itemOf(path, method, described)),
    })),
  }
}

function itemOf(
  path: string,
  method: string,
  { summary, description, parameters, requestBody }: DescribedOperation,
) {
  const segments = path
    .slice(1)
    .split('/')
    .map(segment => segment.replace(/^\{(\w+)\}$/, ':$1'))
  const query = parametersIn(parameters, 'query')
  const variable = parameters
    .filter(one => one.in === 'path')
    .map(({ name, description, example }) => ({ key: name, value: textOf(example), description }))
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      header: [
        { key: 'Accept', value: 'application/json' },
        ...(requestBody ? [{ key: 'Content-Type', value: 'application/json' }] : []),
        ...parametersIn(parameters, 'header'),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(query.length > 0 && { query }),
        ...(variable.length > 0 && { variable }),
      },
      ...(requestBody !== undefined && { body: bodyOf(requestBody as Schema) }),
    },
    response: [],
  }
}

/** Nothing but a path is needed, so the rest is there to be switched on. */
const parametersIn = (parameters: readonly Parameter[], place: Parameter['in']) =>
  parameters
    .filter(one => one.in === place)
    .map(({ name, description, required, example }) => ({
      key: name,
      value: textOf(example),
      description,
      ...(!required && { disabled: true }),
    }))

/** Several values are separated by commas, as in a query. */
const textOf = (example: unknown) => String(example ?? '')

function bodyOf({ content }: Schema) {
  const { example } = (content as Record<string, { example?: unknown }>)['application/json']!
  return {
    mode: 'raw',
    raw: JSON.stringify(example, null, 2),
    options: { raw: { language: 'json' } },
  }
}
