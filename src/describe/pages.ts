// Every page that is published about the API, by its address.
import type { OwnAddress } from '../http/own-address.ts'
import { type Pages, type StaticPage, staticPages } from '../http/pages.ts'
import { apiPrefix, type Handler } from '../http/surface.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { type OpenApi, openApiDocument, usualAddress } from './openapi.ts'
import { postmanCollection } from './postman.ts'
import { frontPages } from './reference/front-pages.ts'
import { referencePages, sheetsOf } from './reference/site.ts'
import type { DescribedEvent } from './webhooks.ts'
import { yamlOf } from './yaml.ts'

const json = 'application/json; charset=utf-8'

const forms: Record<string, { type: string; write(document: OpenApi): string }> = {
  'openapi.json': { type: json, write: JSON.stringify },
  'openapi.yaml': { type: 'application/yaml; charset=utf-8', write: yamlOf },
  'postman.json': { type: json, write: document => JSON.stringify(postmanCollection(document)) },
}

export function documentPages(
  operations: readonly Operation[],
  events: readonly DescribedEvent[],
  addressOf: OwnAddress,
): Pages & { missing: Handler } {
  const described = Object.entries(forms).map(([name, { type, write }]) => [
    `${apiPrefix}/${name}`,
    (): StaticPage => ({ type, body: write(openApiDocument(operations, events)), address: usualAddress }),
  ])
  const sheets = sheetsOf(operations, events)
  const written: Record<string, () => StaticPage> = {
    ...referencePages(sheets),
    ...Object.fromEntries(described),
  }
  const { handler, paths } = staticPages(Object.keys(written), path => written[path]!(), addressOf)
  const { home, missing } = frontPages(sheets)
  return { handler: async (...asked) => (await handler(...asked)) ?? home(...asked), paths, missing }
}
