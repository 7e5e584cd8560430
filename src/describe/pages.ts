// Everything that is published about the API, by its address.
import { type Page, type Pages, pages } from '../http/pages.ts'
import { prefix } from '../http/server.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { openApiDocument } from './openapi.ts'
import { referencePages } from './reference/site.ts'
import type { DescribedEvent } from './webhooks.ts'

export function documentPages(operations: readonly Operation[], events: readonly DescribedEvent[]): Pages {
  const written: Record<string, () => Page> = {
    ...referencePages(operations, events),
    [`${prefix}/openapi.json`]: () => ({
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(openApiDocument(operations, events)),
    }),
  }
  return pages(Object.keys(written), path => written[path]!())
}
