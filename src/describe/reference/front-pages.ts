// Pages for people: the first page, and the one for addresses where there is nothing. Programs, which do not ask for
// HTML, get JSON there.
import type { IncomingMessage } from 'node:http'
import type { StaticPage } from '../../http/pages.ts'
import { apiPrefix, type Handler } from '../../http/surface.ts'
import { escaped, inlineHtml } from './markdown.ts'
import { pageAround, type Sheet } from './shell.ts'
import { htmlPage } from './site.ts'

const wantsHtml = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '')

/** `/` for browsers; `missing` comes after everything else that may answer. */
export function frontPages(sheets: readonly Sheet[]): { home: Handler; missing: Handler } {
  return {
    home: async (request, { path }) =>
      path === '/' && wantsHtml(request) ? replyWith(200, homePage(sheets), '/') : undefined,
    missing: async (request, { path }) =>
      wantsHtml(request)
        ? { ...replyWith(404, missingPage(sheets, path), 'none'), code: 'NOT_FOUND' }
        : undefined,
  }
}

const replyWith = (status: number, { type, body, headers }: StaticPage, route: string) => ({
  status,
  headers: {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    Vary: 'Accept',
    ...headers,
  },
  body,
  route,
})

const paragraph = (markdown: string) => `<p>${inlineHtml(markdown)}</p>`

const homePage = (sheets: readonly Sheet[]) =>
  htmlPage(
    pageAround({
      title: 'Muster',
      sheets,
      content: `<h1>Workforce and Programme Open API</h1>
${paragraph(`Construction workforce data, from requisition to invoice, over HTTP and JSON: under \`${apiPrefix}\`, with an API key.`)}
<h2>To begin</h2>
<ul>
<li>${inlineHtml('[Quick start](/docs): the first request, a list, a record.')}</li>
<li>${inlineHtml('[Keys and limits](/docs/keys-and-limits): what a key sees, and how often it may ask.')}</li>
<li>${inlineHtml('[Lists](/docs/lists): pages, filters, dates, order.')}</li>
<li>${inlineHtml('[Creating workers](/docs/creating-workers), [receiving webhooks](/docs/webhooks), [reconciling a week’s pay](/docs/totals#reconcile-a-weeks-pay), [asking through an assistant](/docs/assistants).')}</li>
<li>${inlineHtml('[Errors](/docs/errors) and [events](/docs/events): every code and every webhook.')}</li>
</ul>
<h2>Operations <span>${sheets.reduce((sum, { operations }) => sum + (operations?.().length ?? 0), 0)}</span></h2>
<ul class="contents">${sheets
        .flatMap(({ operations, path }) => operations?.().map(one => ({ ...one, path })) ?? [])
        .map(
          ({ path, anchor, key, summary }) =>
            `<li><a href="${path}#${anchor}"><code>${escaped(key)}</code></a> ${inlineHtml(summary)}</li>`,
        )
        .join('')}</ul>
<h2>For programs</h2>
${paragraph(`OpenAPI 3.1 as [JSON](${apiPrefix}/openapi.json) and [YAML](${apiPrefix}/openapi.yaml), a [Postman collection](${apiPrefix}/postman.json), [llms.txt](/llms.txt), tools for assistants at \`/mcp\`.`)}
<h2>For operators</h2>
${paragraph('`./muster portal link` prints where to sign in to the portal; `./muster status` says how the server is.')}`,
    }),
  )

const missingPage = (sheets: readonly Sheet[], path: string) =>
  htmlPage(
    pageAround({
      title: 'Nothing here',
      sheets,
      content: `<h1>There is nothing at this address</h1>
<p><code>${escaped(path.slice(0, 200))}</code> is none of this server’s pages. The API is under <code>${apiPrefix}</code>.</p>
${paragraph('Press `/` to search the reference, or go to the [first page](/), the [quick start](/docs) or the [errors](/docs/errors).')}`,
    }),
  )
