// The sheet around every page: navigation, the place for a key, the title block; and what is put beside operations.
import type { Operation } from '../../kernel/operation/operation.ts'
import { nodeOf } from '../../shape/shape.ts'
import { version } from '../../version.ts'
import { escaped, type Inserts, inline } from './markdown.ts'
import { keyOf } from './operations.ts'
import type { Sheet } from './site.ts'

export function shell(sheet: Sheet, sheets: readonly Sheet[], content: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(sheet.title)} – Workforce and Programme Open API</title>
<link rel="preload" href="/docs/overpass-latin-400-normal.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/docs/style.css">
<link rel="alternate" type="text/markdown" href="${sheet.path}.md">
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath fill='%23F2B705' d='M0 0h8v8H0z'/%3E%3C/svg%3E">
<script src="/docs/page.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="sheet">
<nav aria-label="Reference">
<b>Muster</b>
<details class="menu"><summary>${escaped(sheet.title)}</summary>
${links('Guides', 'guide', sheet, sheets)}
${links('Operations', 'chapter', sheet, sheets)}
</details>
</nav>
<main id="content" tabindex="-1">
<form class="key" id="key" autocomplete="off">
<label for="secret">API key</label>
<input id="secret" name="secret" type="password" placeholder="wfc_… or wfa_…" spellcheck="false" autocomplete="off">
<button>Use it here</button>
<output id="holder" aria-live="polite">With a key, operations it may not call are greyed and you can try the others. It stays in this tab.</output>
</form>
${content}
<p class="muted"><a href="${sheet.path}.md">This page as Markdown</a>, <a href="/llms.txt">llms.txt</a>, OpenAPI 3.1 as <a href="/api/open/v1/openapi.json">JSON</a> and <a href="/api/open/v1/openapi.yaml">YAML</a>, <a href="/api/open/v1/postman.json">Postman collection</a></p>
</main>
</div>
<div class="title" aria-hidden="true"><div><span>key</span><i id="shown-key">none</i></div><div><span>opens</span><i id="shown-scope">–</i></div><div><span>revision</span><i>1.0.0 / ${escaped(version)}</i></div></div>
</body>
</html>
`
}

function links(title: string, kind: Sheet['kind'], current: Sheet, sheets: readonly Sheet[]): string {
  const items = sheets
    .filter(sheet => sheet.kind === kind)
    .map(({ path, title }) => {
      const here = path === current.path ? ' aria-current="page"' : ''
      return `<li><a href="${path}"${here}>${escaped(title)}</a></li>`
    })
  return `<h2>${title}</h2><ul>${items.join('')}</ul>`
}

/** A form to try an operation, and parts that are folded away. */
export function insertsFor(operations: readonly Operation[]): Inserts {
  return {
    operation: key => {
      const operation = operations.find(one => keyOf(one) === key)
      return operation ? tryForm(operation) : ''
    },
    fold: words => {
      const [title, count] = words.split(', ')
      return `<details class="fold"><summary>${inline(title!)}${count ? ` <span>${count}</span>` : ''}</summary>`
    },
    end: () => '</details>',
  }
}

function tryForm(operation: Operation): string {
  const { scope = '', callers = '', method, path, parameters } = operation
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const id = keyOf(operation).replace(/\W+/g, '-')
  const fields = [
    ...names.map(name => field(id, name, '', true)),
    ...parameters.map(({ name, schema }) => field(id, name, choices(nodeOf(schema)), false)),
  ]
  const facts = `data-method="${method}" data-path="${path}" data-scope="${scope}" data-callers="${callers}"`
  const form =
    method === 'GET'
      ? `<details class="try fold" hidden><summary>Try it</summary><form><div>${fields.join('')}</div><button class="main">Send</button><output aria-live="polite"></output></form></details>`
      : ''
  return `<div class="operation" ${facts}><p class="may" hidden></p>${form}</div>`
}

const choices = (node: { enum?: string[]; type?: string }) =>
  node.enum ?? (node.type === 'boolean' ? ['true', 'false'] : '')

function field(id: string, name: string, values: readonly string[] | '', required: boolean): string {
  const at = `${id}-${name}`
  const label = `<label for="${at}">${name}</label>`
  if (values === '')
    return `<span>${label}<input id="${at}" name="${name}"${required ? ' required' : ''}></span>`
  const options = ['', ...values].map(value => `<option>${escaped(value)}</option>`)
  return `<span>${label}<select id="${at}" name="${name}">${options.join('')}</select></span>`
}
