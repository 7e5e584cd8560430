// Every page of the reference: guides from docs/guides, chapters from the declarations, each as HTML and Markdown.
import { readFileSync } from 'node:fs'
import { groupOf } from '../../api/groups.ts'
import type { Page } from '../../http/pages.ts'
import type { Operation } from '../../kernel/operation/operation.ts'
import type { DescribedEvent } from '../webhooks.ts'
import { eventsPage } from './events.ts'
import { htmlOf, slugOf } from './markdown.ts'
import { chapterPage, errorsPage } from './operations.ts'
import { insertsFor, shell } from './shell.ts'

export type Sheet = { path: string; title: string; kind: 'guide' | 'chapter'; markdown: () => string }

/** In the order in which somebody new would read them; files of docs/guides. */
const guides: Record<string, string> = {
  'quick-start': 'Quick start',
  'keys-and-limits': 'Keys and limits',
  exports: 'Exports',
  'incremental-sync': 'Incremental sync',
  webhooks: 'Webhooks',
  'creating-workers': 'Creating workers',
  totals: 'Totals',
  metrics: 'Recruitment metrics',
  assistants: 'Assistants (MCP)',
  sdk: 'TypeScript SDK',
  python: 'Python SDK',
  'excel-and-power-bi': 'Excel and Power BI',
  'first-load': 'First load, for operators',
}

const own = (path: string) => readFileSync(new URL(path, import.meta.url))
const guide = (name: string) => own(`../../../docs/guides/${name}.md`).toString()

export function sheetsOf(operations: readonly Operation[], events: readonly DescribedEvent[]): Sheet[] {
  const groups = [...new Map(operations.map(one => [groupOf(one).name, groupOf(one)])).values()]
  const [first, ...rest] = Object.entries(guides).map(
    ([name, title]): Sheet => ({ path: `/docs/${name}`, title, kind: 'guide', markdown: () => guide(name) }),
  )
  return [
    { ...first!, path: '/docs' },
    ...rest,
    { path: '/docs/errors', title: 'Errors', kind: 'guide', markdown: errorsPage },
    ...groups.map(
      (group): Sheet => ({
        path: `/docs/${slugOf(group.name)}`,
        title: group.name,
        kind: 'chapter',
        markdown: () => chapterPage(group, operations),
      }),
    ),
    ...(events.length > 0
      ? [
          {
            path: '/docs/events',
            title: 'Events',
            kind: 'chapter' as const,
            markdown: () => eventsPage(events),
          },
        ]
      : []),
  ]
}

const html = 'text/html; charset=utf-8'
const asset = (type: string, path: string) => (): Page => ({
  type,
  body: own(path),
  headers: { 'Cache-Control': 'public, max-age=3600' },
})

/** All that is served under /docs, and llms.txt, by path. */
export function referencePages(
  operations: readonly Operation[],
  events: readonly DescribedEvent[],
): Record<string, () => Page> {
  const sheets = sheetsOf(operations, events)
  const made = sheets.flatMap(sheet => [
    [sheet.path, () => htmlPage(sheet, sheets, operations)],
    [`${sheet.path}.md`, () => text(sheet.markdown())],
  ])
  return {
    ...Object.fromEntries(made),
    '/docs/style.css': asset('text/css; charset=utf-8', './style.css'),
    '/docs/page.js': asset('text/javascript; charset=utf-8', './page.js'),
    ...Object.fromEntries(
      ['overpass-latin-400-normal', 'overpass-latin-600-normal', 'ibm-plex-mono-latin-400-normal'].map(
        name => [`/docs/${name}.woff2`, asset('font/woff2', `./fonts/${name}.woff2`)],
      ),
    ),
    '/llms.txt': () => text(llms(sheets)),
    '/llms-full.txt': () => text(sheets.map(sheet => withoutMarks(sheet.markdown())).join('\n\n')),
  }
}

const withoutMarks = (markdown: string) =>
  markdown.replace(/^<!-- .* -->\n\n?/gm, '').replaceAll(' ∙ ', ', scope ')

const text = (body: string): Page => ({
  type: 'text/markdown; charset=utf-8',
  body: `${withoutMarks(body).trimEnd()}\n`,
})

const htmlPage = (sheet: Sheet, sheets: readonly Sheet[], operations: readonly Operation[]): Page => ({
  type: html,
  body: shell(sheet, sheets, htmlOf(sheet.markdown(), insertsFor(operations))),
  headers: {
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
  },
})

const llms = (sheets: readonly Sheet[]) =>
  [
    '# Workforce and Programme Open API',
    '> Workforce and programme data of construction over HTTP/JSON, for integrators with scoped keys. Served by Muster.',
    'OpenAPI 3.1: /api/open/v1/openapi.json, or openapi.yaml. For Postman: /api/open/v1/postman.json. Tools for assistants: /mcp. All of this in one file: /llms-full.txt.',
    '## Guides',
    linksTo(sheets.filter(({ kind }) => kind === 'guide')),
    '## Reference',
    linksTo(sheets.filter(({ kind }) => kind === 'chapter')),
  ].join('\n\n')

const linksTo = (sheets: readonly Sheet[]) =>
  sheets.map(({ path, title }) => `- [${title}](${path}.md)`).join('\n')
