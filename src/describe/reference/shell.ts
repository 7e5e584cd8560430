// The frame around every page: navigation, search, the place for a key, the title block.
import { version } from '../../settings/version.ts'
import { escaped } from './markdown.ts'
import type { OperationDescription } from './operations.ts'

export type Sheet = {
  path: string
  title: string
  kind: 'guide' | 'chapter' | 'about'
  markdown: () => string
  html: () => string
  /** Of a chapter: what is told in it. */
  operations?: () => readonly OperationDescription[]
}

export function pageShell(sheet: Sheet, sheets: readonly Sheet[]): string {
  const operations = sheet.operations?.()
  const content = `${operations ? keyForm : ''}
${withLinks(sheet.html(), sheets)}
<p class="muted forms"><a href="${sheet.path}.md">This page as Markdown</a>, <a href="/llms.txt">llms.txt</a>, OpenAPI 3.1 as <a href="/api/open/v1/openapi.json">JSON</a> and <a href="/api/open/v1/openapi.yaml">YAML</a>, <a href="/api/open/v1/postman.json">Postman collection</a></p>`
  const about = `<link rel="alternate" type="text/markdown" href="${sheet.path}.md">`
  return pageAround({
    title: sheet.title,
    content,
    about,
    sheets,
    path: sheet.path,
    isWide: operations !== undefined,
  })
}

/** An operation that a text names leads to where it is told. */
function withLinks(html: string, sheets: readonly Sheet[]): string {
  return html.replace(/(?<!<a [^>]*>)<code>((?:GET|POST) \/[^<?]+)<\/code>/g, (whole, key: string) => {
    for (const { path, operations } of sheets) {
      const told = operations?.().find(one => one.key === key)
      if (told) return `<a href="${path}#${told.anchor}">${whole}</a>`
    }
    return whole
  })
}

type Around = {
  title: string
  content: string
  sheets: readonly Sheet[]
  about?: string
  path?: string
  isWide?: boolean
}

/** A page that is none of the reference's own, such as the first one, looks like them. */
export const pageAround = ({
  title,
  content,
  sheets,
  about = '',
  path = '',
  isWide = false,
}: Around) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} – Workforce and Programme Open API</title>
<link rel="preload" href="/docs/overpass-latin-400-normal.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/docs/style.css">
${about}
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath fill='%23F2B705' d='M0 0h8v8H0z'/%3E%3C/svg%3E">
<script src="/docs/page.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="sheet${isWide ? ' three' : ''}">
<nav aria-label="Reference">
<b><a href="/">Muster</a></b>
<form class="search" role="search" hidden><label class="unseen" for="search">Search</label><input id="search" type="search" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" placeholder="Search, or press /" autocomplete="off" spellcheck="false"><ul id="found" role="listbox" aria-label="Found" hidden></ul></form>
<details class="menu"><summary>${path === '' ? 'Contents' : escaped(title)}</summary>
${links('Guides', 'guide', path, sheets)}
${links('Operations', 'chapter', path, sheets)}
${links('About', 'about', path, sheets)}
</details>
</nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>
<div class="title" aria-hidden="true"><div><span>key</span><i id="shown-key">none</i></div><div><span>scope</span><i id="shown-scope">–</i></div><div><span>revision</span><i>1.0.0 / ${escaped(version)}</i></div></div>
</body>
</html>
`

const keyForm = `<form class="key" id="key" autocomplete="off" hidden>
<label for="secret">API key</label>
<input id="secret" name="secret" type="password" placeholder="wfc_… or wfa_…" spellcheck="false" autocomplete="off">
<button>Use it here</button>
<output id="holder" aria-live="polite">With a key, operations it may not call are greyed and you can try the others. This page forgets it when you leave.</output>
</form>`

function links(title: string, kind: Sheet['kind'], current: string, sheets: readonly Sheet[]): string {
  const items = sheets
    .filter(sheet => sheet.kind === kind)
    .map(({ path, title, operations }) => {
      const isHere = path === current
      const inside = isHere && operations ? contents(operations()) : ''
      return `<li><a href="${path}"${isHere ? ' aria-current="page"' : ''}>${escaped(title)}</a>${inside}</li>`
    })
  return `<h2>${title}</h2><ul>${items.join('')}</ul>`
}

const contents = (operations: readonly { key: string; anchor: string }[]) =>
  `<ul>${operations.map(({ key, anchor }) => `<li><a href="#${anchor}">${escaped(key)}</a></li>`).join('')}</ul>`
