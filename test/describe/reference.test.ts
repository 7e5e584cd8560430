// The reference under /docs: that everything is in it, that it is light, and that it asks nobody else for anything.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { events } from '../../src/api/events.ts'
import { operations } from '../../src/api/index.ts'
import { documentPages } from '../../src/describe/pages.ts'
import { referencePages } from '../../src/describe/reference/site.ts'
import { statusOf } from '../../src/problem.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const pages = referencePages(operations, events)
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
    if (!tool.startsWith('reference:')) assert.ok(section.includes(`"name":"${tool}"`), `${path}: ${tool}`)
    assert.ok(section.includes('`RATE_LIMIT_EXCEEDED`'), path)
  }
  for (const { name, key } of events)
    assert.ok(markdown.includes(`## ${name}, scope`) && markdown.includes(`"${key}": {`), name)
  for (const code of Object.keys(statusOf)) assert.ok(markdown.includes(`\`${code}\``), code)
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
      assert.ok(served.has(at), `${sheets[index]} links to ${target}`)
      if (anchor) assert.ok(ids.get(at)?.has(anchor), `${sheets[index]}: ${target} is nowhere`)
    }
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
