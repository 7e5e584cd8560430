// Everything that is published about the API, by its address.
import type { OwnAddress } from '../http/own-address.ts'
import { type Page, type Pages, pages } from '../http/pages.ts'
import { prefix } from '../http/server.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { type OpenApi, openApiDocument, usualAddress } from './openapi.ts'
import { postmanCollection } from './postman.ts'
import { referencePages } from './reference/site.ts'
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
): Pages {
  const described = Object.entries(forms).map(([name, { type, write }]) => [
    `${prefix}/${name}`,
    (): Page => ({ type, body: write(openApiDocument(operations, events)), address: usualAddress }),
  ])
  const written: Record<string, () => Page> = {
    ...referencePages(operations, events),
    ...Object.fromEntries(described),
  }
  return pages(Object.keys(written), path => written[path]!(), addressOf)
}
