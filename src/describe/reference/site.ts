// Every page of the reference: guides from docs/guides, chapters from the declarations, each as HTML and Markdown.
import { readFileSync } from 'node:fs'
import { type Chapter, chapterOf } from '../../api/chapters.ts'
import type { StaticPage } from '../../http/pages.ts'
import type { Operation } from '../../kernel/operation/operation.ts'
import { openApiDocument, usualAddress } from '../openapi.ts'
import type { DescribedEvent } from '../webhooks.ts'
import { chapterHtml, errorsHtml } from './chapter-html.ts'
import { chapterMarkdown, errorsMarkdown } from './chapter-markdown.ts'
import { eventsPage } from './events.ts'
import { htmlOf, slugOf } from './markdown.ts'
import { describeOperation, type OperationDescription } from './operations.ts'
import { searchIndex } from './search-index.ts'
import { pageShell, type Sheet } from './shell.ts'

/** In the order in which somebody new would read them; files of docs/guides. */
const guides: Record<string, string> = {
  'quick-start': 'Quick start',
  'keys-and-limits': 'Keys and limits',
  lists: 'Lists',
  exports: 'Exports',
  'incremental-sync': 'Incremental sync',
  webhooks: 'Webhooks',
  'creating-workers': 'Creating workers',
  totals: 'Totals',
  'who-may-be-on-site': 'Who may be on site',
  metrics: 'Recruitment metrics',
  assistants: 'Assistants (MCP)',
  sdk: 'TypeScript SDK',
  python: 'Python SDK',
  'excel-and-power-bi': 'Excel and Power BI',
  'first-load': 'First load, for operators',
}

const own = (path: string) => readFileSync(new URL(path, import.meta.url))
const atRoot = (path: string) => own(`../../../${path}`).toString()

const written = (
  kind: Sheet['kind'],
  name: string,
  title: string,
  markdown: () => string,
  html = () => htmlOf(markdown()),
): Sheet => ({ path: `/docs${name && `/${name}`}`, title, kind, markdown, html })

export function sheetsOf(operations: readonly Operation[], events: readonly DescribedEvent[]): Sheet[] {
  const groups = [...new Map(operations.map(one => [chapterOf(one).name, chapterOf(one)])).values()]
  const described = once(() => {
    const document = openApiDocument(operations)
    return new Map(operations.map(one => [one, describeOperation(one, document)]))
  })
  return [
    ...Object.entries(guides).map(([name, title], index) =>
      written('guide', index === 0 ? '' : name, title, () => atRoot(`docs/guides/${name}.md`)),
    ),
    written('guide', 'errors', 'Errors', errorsMarkdown, errorsHtml),
    ...groups.map(group =>
      chapterSheet(group, () =>
        operations.filter(one => chapterOf(one).name === group.name).map(one => described().get(one)!),
      ),
    ),
    ...(events.length > 0 ? [written('chapter', 'events', 'Events', () => eventsPage(events))] : []),
    written('about', 'billing-rules', 'Rules of billing checks', () => atRoot('docs/billing-checks.md')),
    written('about', 'questions', 'Sixty-one questions', () => atRoot('docs/questions.md')),
    written('about', 'changelog', 'Changelog', () => atRoot('CHANGELOG.md')),
  ]
}

const chapterSheet = (group: Chapter, operations: () => readonly OperationDescription[]): Sheet => ({
  path: `/docs/${slugOf(group.name)}`,
  title: group.name,
  kind: 'chapter',
  markdown: () => chapterMarkdown(group, operations()),
  html: () => chapterHtml(group, operations()),
  operations,
})

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Scripts and styles are of one version with the pages, which are asked for anew each time; fonts do not change. */
const asset = (type: string, path: string) => (): StaticPage =>
  type.startsWith('text')
    ? { type: `${type}; charset=utf-8`, body: own(path) }
    : { type, body: own(path), headers: { 'Cache-Control': 'public, max-age=3600' } }

const scripts = ['page.js', 'samples.js', 'highlight.js', 'search.js', 'ranking.js']
const fonts = ['overpass-latin-400-normal', 'overpass-latin-600-normal', 'ibm-plex-mono-latin-400-normal']

/** All that is served under /docs, and llms.txt, by path. */
export function referencePages(sheets: readonly Sheet[]): Record<string, () => StaticPage> {
  const made = sheets.flatMap(sheet => [
    [sheet.path, () => htmlPage(pageShell(sheet, sheets))],
    [`${sheet.path}.md`, () => text(sheet.markdown())],
  ])
  return {
    ...Object.fromEntries(made),
    '/docs/style.css': asset('text/css', './style.css'),
    ...Object.fromEntries(scripts.map(name => [`/docs/${name}`, asset('text/javascript', `./${name}`)])),
    ...Object.fromEntries(
      fonts.map(name => [`/docs/${name}.woff2`, asset('font/woff2', `./fonts/${name}.woff2`)]),
    ),
    '/docs/search.json': () => ({
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(searchIndex(sheets)),
    }),
    '/llms.txt': () => text(llms(sheets)),
    '/llms-full.txt': () =>
      text(
        sheets
          .filter(({ kind }) => kind !== 'about')
          .map(sheet => sheet.markdown())
          .join('\n\n'),
      ),
  }
}

const withoutMarks = (markdown: string) => markdown.replaceAll(' ∙ ', ', scope ')

const text = (body: string): StaticPage => ({
  type: 'text/markdown; charset=utf-8',
  body: `${withoutMarks(body).trimEnd()}\n`,
  ...named(body),
})

/** What names the server's address is written for the address that it is asked at. */
const named = (body: string) => (body.includes(usualAddress) ? { address: usualAddress } : {})

export const htmlPage = (body: string): StaticPage => ({
  type: 'text/html; charset=utf-8',
  body,
  ...named(body),
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
