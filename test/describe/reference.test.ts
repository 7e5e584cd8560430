// The reference under /docs: that everything is in it and can be linked to, that it is light, and that it asks nobody else for anything.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { events } from '../../src/api/events.ts'
import { operations } from '../../src/api/index.ts'
import { openApiDocument, usualAddress } from '../../src/describe/openapi.ts'
import { documentPages } from '../../src/describe/pages.ts'
import { problemsOf } from '../../src/describe/problems.ts'
import { anchorOf, operationKey } from '../../src/describe/reference/operations.ts'
import type { SearchIndex } from '../../src/describe/reference/search-index.ts'
import { referencePages, sheetsOf } from '../../src/describe/reference/site.ts'
import { statusOf } from '../../src/errors/problem.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
const document = openApiDocument(operations)
const told = sheetsOf(operations, events)
const pages = referencePages(told)
const paths = Object.keys(pages)
const served = documentPages(operations, events, () => server.origin).paths
const bodies = new Map(paths.map(path => [path, pages[path]!().body]))
const sheets = paths.filter(path => path.startsWith('/docs') && !path.includes('.'))
const html = sheets.map(path => bodies.get(path) as string)
const markdown = sheets.map(path => bodies.get(`${path}.md`) as string).join('\n')

test('every operation is in it with its parameters, calls, answer and errors', () => {
  for (const { method, path, parameters, tool } of operations) {
    const section = markdown.split(`## ${method} ${path}, scope`)[1]?.split('\n## ')[0]
    assert.ok(section, `${method} ${path} is missing`)
    for (const { name } of parameters) assert.ok(section.includes(`| \`${name}\` |`), `${path} ${name}`)
    for (const kind of ['```sh curl', '```ts TypeScript', '```json Assistant', '```json Answer'])
      if (method === 'GET') assert.ok(section.includes(kind), `${path}: ${kind}`)
    assert.ok(section.includes(`"name": "${tool}"`), `${path}: ${tool}`)
    assert.ok(section.includes('`RATE_LIMIT_EXCEEDED`'), path)
  }
  for (const { name, key } of events)
    assert.ok(markdown.includes(`## ${name}, scope`) && markdown.includes(`"${key}": {`), name)
  for (const code of Object.keys(statusOf)) assert.ok(markdown.includes(`\`${code}\``), code)
})

const pageOf = (operation: (typeof operations)[number]) =>
  html[
    sheets.indexOf(
      told.find(sheet => sheet.operations?.().some(one => one.key === operationKey(operation)))!.path,
    )
  ]!

/** Dot paths of all that is shown of a schema, as the reference calls them. */
// biome-ignore lint/suspicious/noExplicitAny: a schema, walked freely
function pathsIn(schema: any, under = ''): string[] {
  const options = (schema.anyOf ?? [schema]).filter((one: { type?: string }) => one.type !== 'null')
  // Records of the feed of changes are told with their lists.
  if (options.length > 1) return []
  const [one] = options
  const inside = one.items ?? Object.values(one.patternProperties ?? {})[0]
  if (inside) return pathsIn(inside, under)
  return Object.entries<Json>(one.properties ?? {})
    .filter(([, child]) => !child['x-hidden'])
    .flatMap(([name, child]) => [`${under}${name}`, ...pathsIn(child, `${under}${name}.`)])
}

test('every parameter, every field at any depth and every error of an operation has an anchor of its own', () => {
  let fields = 0
  for (const operation of operations) {
    const { method, path, shape, answers, body } = operation
    const ids = new Set(pageOf(operation).match(/(?<= id=")[^"]+/g))
    const at = anchorOf(operation)
    const record: Json = shape === 'single' ? answers : (answers as Json).items
    const forms: Json[] = record.anyOf ?? [record]
    const wanted = [
      ...(document.paths[path]![method.toLowerCase()]!.parameters as Json[]).map(
        one => `${one.in}.${one.name}`,
      ),
      ...forms.flatMap((form, index) =>
        pathsIn(form).map(field => `answer${index === 0 ? '' : `-${index + 1}`}.${field}`),
      ),
      ...(body ? pathsIn(body.schema).map(field => `body.${field}`) : []),
      ...(shape === 'single' ? [] : ['meta.limit']),
      ...problemsOf(operation).map(code => `error.${code}`),
    ]
    fields += wanted.length
    assert.deepEqual(
      wanted.filter(id => !ids.has(`${at}.${id}`)),
      [],
      `${method} ${path}`,
    )
  }
  assert.ok(fields > 2000, String(fields))
})

test('no two things on a page have the same anchor', () => {
  for (const [index, text] of html.entries()) {
    const ids = text.match(/(?<= id=")[^"]+/g)!
    assert.deepEqual(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      [],
      sheets[index],
    )
  }
})

test('creating a worker is told whole: what is required, the content of files, its Idempotency-Key, an example a way', () => {
  const section = html[sheets.indexOf('/docs/workers')]!.split('<section')[1]!
  const row = (id: string) => section.split(`id="post-workers.${id}"`)[1]!.split('<p>')[0]!
  for (const name of ['firstName', 'address.code', 'rightToWork.documentId', 'attachments.files.content'])
    assert.match(row(`body.${name}`), /<b>required<\/b>/, name)
  assert.match(row('body.rightToWork.expiration'), /optional/)
  assert.match(row('header.Idempotency-Key'), /header/)
  assert.equal(section.match(/<details class="case"/g)!.length, 4)
  for (const word of ['data:image/png;base64,', 'Idempotency-Key: ', 'W4G12K88K', '&quot;countryCode&quot;'])
    assert.ok(section.includes(word), word)
})

test('the search finds every operation, error, event, guide and field, and what it finds is there', () => {
  const { pages: index }: SearchIndex = JSON.parse(String(bodies.get('/docs/search.json')))
  const names = new Set(index.flatMap(({ entries }) => entries.map(([kind, name]) => `${kind} ${name}`)))
  for (const operation of operations) assert.ok(names.has(`operation ${operationKey(operation)}`))
  for (const code of Object.keys(statusOf)) assert.ok(names.has(`error ${code}`), code)
  for (const { name } of events) assert.ok(names.has(`guide ${name}`), name)
  for (const name of ['field values.pay.total', 'body address.code', 'parameter status', 'guide Quick start'])
    assert.ok(names.has(name), name)
  for (const { path, entries } of index) {
    const ids = new Set(html[sheets.indexOf(path)]!.match(/(?<= id=")[^"]+/g))
    assert.deepEqual(
      entries.map(([, , anchor]) => anchor).filter(anchor => anchor !== '' && !ids.has(anchor)),
      [],
      path,
    )
  }
  const saying = (word: string) =>
    index.flatMap(({ path, entries }) =>
      entries.flatMap(([kind, name, , said]) =>
        `${name} ${said}`.toLowerCase().includes(word) ? [`${kind} ${path}`] : [],
      ),
    )
  for (const found of ['example /docs/workers', 'guide /docs/creating-workers'])
    assert.ok(saying('passport').includes(found), found)
  assert.ok(saying('breaks').includes('guide /docs/totals'))
  assert.ok(
    saying('meaning x-service-event the event type. x-service-event-id').includes('guide /docs/events'),
  )
  const size = gzipSync(bodies.get('/docs/search.json')!).length
  assert.ok(size < 70_000, `${size} bytes`)
})

test('a browser is shown pages at / and where there is nothing; programs are told in JSON', async () => {
  const asked = async (path: string, accept: string) => {
    const response = await fetch(`${server.origin}${path}`, { headers: { accept } })
    return {
      status: response.status,
      type: response.headers.get('content-type')!,
      text: await response.text(),
    }
  }
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const home = await asked('/', browser)
  assert.deepEqual([home.status, home.type], [200, 'text/html; charset=utf-8'])
  for (const [, target, anchor] of home.text.matchAll(/ href="(\/[^"#]*)#?([^"]*)"/g)) {
    assert.ok(target === '/' || served.has(target!), `/ links to ${target}`)
    if (anchor) assert.ok(html[sheets.indexOf(target!)]!.includes(` id="${anchor}"`), `${target}#${anchor}`)
  }
  const missing = await asked('/no-such<page>', browser)
  assert.deepEqual([missing.status, missing.type], [404, 'text/html; charset=utf-8'])
  assert.ok(!missing.text.includes('<page>'))
  assert.equal(server.seen.at(-1)!.route, 'none')
  for (const [path, accept] of [
    ['/', '*/*'],
    ['/no-such-page', 'application/json'],
    [`${apiPrefix}/no-such-list`, browser],
  ] as const) {
    const told = await asked(path, accept)
    assert.deepEqual(
      [told.status, told.type],
      [path.startsWith(apiPrefix) ? 401 : 404, 'application/json; charset=utf-8'],
    )
    assert.equal(JSON.parse(told.text).success, false)
  }
})

test('the changelog is a page', () => {
  assert.match(html[sheets.indexOf('/docs/changelog')]!, /<h1 id="changelog">Changelog<\/h1>/)
})

test('a page with all it needs is under 150 kB compressed', t => {
  const zipped = (path: string) => gzipSync(bodies.get(path)!).length
  const shared = paths
    .filter(path => /\.(css|js|woff2)$/.test(path))
    .reduce((sum, path) => sum + zipped(path), 0)
  const heaviest = sheets.reduce((most, path) => (zipped(path) > zipped(most) ? path : most))
  t.diagnostic(`${heaviest}: ${zipped(heaviest)} bytes and ${shared} that all pages share`)
  assert.ok(zipped(heaviest) + shared < 150_000)
})

test('nothing in it comes from elsewhere, and every link leads somewhere', () => {
  const ids = new Map(sheets.map((path, index) => [path, new Set(html[index]!.match(/(?<= id=")[^"]+/g))]))
  for (const [index, text] of html.entries()) {
    for (const [, target] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      if (target!.startsWith('data:')) continue
      const [path, anchor] = target!.split('#') as [string, string?]
      const at = path === '' ? sheets[index]! : path
      // Another test asks for the first page.
      if (at === '/') continue
      assert.ok(served.has(at), `${sheets[index]} links to ${target}`)
      if (anchor) assert.ok(ids.get(at)?.has(anchor), `${sheets[index]}: ${target} is nowhere`)
    }
  }
})

test('an operation that a text names is a link to where it is told', () => {
  const page = html[sheets.indexOf('/docs/workers')]!
  assert.ok(page.includes('<a href="/docs/reference-lists#get-countries"><code>GET /countries</code></a>'))
  for (const [index, text] of html.entries()) assert.doesNotMatch(text, /<a [^>]*><a /, sheets[index])
})

test('what names the address of the server names the one that it is asked at', async () => {
  for (const path of ['/docs', '/docs.md', '/docs/assistants']) {
    const text = await (await fetch(`${server.origin}${path}`)).text()
    assert.ok(text.includes(server.origin), path)
    assert.ok(!text.includes(usualAddress), path)
  }
})

test('it is served with a strict policy, as HTML and as Markdown, to anybody', async () => {
  for (const path of [...sheets.flatMap(path => [path, `${path}.md`]), '/llms.txt', '/llms-full.txt']) {
    const response = await fetch(`${server.origin}${path}`)
    assert.equal(response.status, 200, path)
    const type = path.includes('.') ? 'text/markdown' : 'text/html'
    assert.ok(response.headers.get('content-type')!.startsWith(type), path)
    if (type === 'text/html')
      assert.match(response.headers.get('content-security-policy')!, /default-src 'none'; script-src 'self'/)
    await response.text()
  }
})
