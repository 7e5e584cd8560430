// What is typed into a form stays a value in the samples, whatever it is.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { operations } from '../../src/api/index.ts'
import { openApiDocument } from '../../src/describe/openapi.ts'
import { highlighted } from '../../src/describe/reference/highlight.js'
import { describeOperation } from '../../src/describe/reference/operations.ts'
import {
  addressOf,
  type SampleCall,
  type SampleInput,
  samplesOf,
} from '../../src/describe/reference/samples.js'
import { python } from '../support/python.ts'

const call: SampleCall = {
  method: 'GET',
  path: '/things/{id}',
  shape: 'list',
  client: 'things.list',
  python: 'things.list',
  kinds: { limit: 'number', project: 'several' },
  tool: 'list_things',
}
const nasty = fc.stringMatching(/^[\w "'`$!\\;&|<>(){}#@%*~,:\u00e9-]{1,20}$/)
const typed = fc.sample(fc.record({ id: nasty, query: nasty, limit: nasty, tag: nasty }), {
  numRuns: 60,
  seed: 1,
})
const written = (title: string) =>
  typed.map(({ id, query, limit, tag }) => {
    const given = { path: { id }, query: { query, limit }, headers: { 'If-None-Match': tag } }
    return samplesOf(call, given).find(one => one.title === title)!.text
  })

test('in a shell it is one argument of curl', async () => {
  const script = [`curl() { printf '%s\\0' "$2" "$6"; }`, ...written('curl')].join('\n')
  const env = { ...process.env, MUSTER_URL: 'http://muster.example', MUSTER_API_KEY: 'a key' }
  const { stdout } = await promisify(execFile)('bash', ['-uc', script], { env })
  const told = stdout.split('\0').slice(0, -1)
  for (const [index, { id, query, limit, tag }] of typed.entries()) {
    const address = new URL(told[2 * index]!)
    assert.equal(decodeURIComponent(address.pathname), `/things/${id}`)
    assert.deepEqual([address.searchParams.get('query'), address.searchParams.get('limit')], [query, limit])
    assert.equal(told[2 * index + 1], `If-None-Match: ${tag}`)
  }
})

test('in Python it is one argument of the call', async () => {
  const program = `import ast, json, sys
def values(text):
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return [ast.literal_eval(word.value) for call in calls for word in call.keywords]
print(json.dumps([values(text) for text in json.loads(sys.argv[1])]))`
  const told = JSON.parse(await python(['-c', program, JSON.stringify(written('Python'))]))
  for (const [index, { query, limit }] of typed.entries())
    assert.deepEqual(told[index].map(String).sort(), [query, limit].sort())
})

/** What a program in C# or PowerShell sends, read from its text: neither can be run here. */
const readers: Record<
  string,
  (text: string) => { address: string | undefined; headers: object; body: unknown; posts: boolean }
> = {
  'C#': text => ({
    address: /"MUSTER_URL"\) \+ "([^"]*)";/.exec(text)?.[1],
    headers: Object.fromEntries(
      [...text.matchAll(/TryAddWithoutValidation\("(.*?)", (".*")\);/g)].map(([, name, value]) => [
        name,
        JSON.parse(value!),
      ]),
    ),
    body: JSON.parse(
      /StringContent\("{3}\n(.*?)\n"{3}, Encoding.UTF8, "application\/json"\)/s.exec(text)?.[1] ?? 'null',
    ),
    posts: text.includes('HttpMethod.Post,'),
  }),
  PowerShell: text => ({
    address: /Invoke-RestMethod "\$env:MUSTER_URL([^"$`]*)" -Headers \$headers/.exec(text)?.[1],
    headers: Object.fromEntries(
      [...text.matchAll(/; '((?:[^']|'')*)' = '((?:[^']|'')*)'/g)].map(([, name, value]) => [
        name,
        value!.replaceAll("''", "'"),
      ]),
    ),
    body: JSON.parse(/^\$body = @'\n(.*?)\n'@$/ms.exec(text)?.[1] ?? 'null'),
    posts: / -Method Post .* -Body \$body$/m.test(text),
  }),
}

test('in C# and PowerShell the address, the headers and the body are those of curl, for every example', () => {
  const document = openApiDocument(operations)
  const examples = operations.flatMap(operation => {
    const { call, cases } = describeOperation(operation, document)
    return cases.map(({ given }) => ({ call, given }))
  })
  const inForms: { call: SampleCall; given: SampleInput }[] = typed.map(({ id, query, limit, tag }) => ({
    call,
    given: { path: { id }, query: { query, limit }, headers: { 'If-None-Match': tag } },
  }))
  for (const { call, given } of [...examples, ...inForms])
    for (const { title, text } of samplesOf(call, given)) {
      const sent = readers[title]?.(text)
      if (!sent) continue
      const { headers = {}, body = null } = given
      const posts = call.method === 'POST'
      assert.deepEqual(sent, { address: addressOf(call, given), headers, body, posts }, `${title}: ${text}`)
      assert.ok(text.includes('MUSTER_API_KEY'))
    }
  assert.ok(examples.some(({ given }) => given.body))
})

test('highlighted code is the same text, and nothing in it is taken for HTML', () => {
  const plain = (html: string) =>
    html
      .replace(/<\/?span[^>]*>/g, '')
      .replace(/&(lt|gt|quot|amp);/g, (_, name) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name as 'lt'])
  const languages = ['json', 'ts', 'sh', 'python', 'cs', 'powershell', 'other']
  fc.assert(
    fc.property(fc.constantFrom(...languages), fc.string(), (language, text) => {
      const html = highlighted(language, text)
      assert.equal(plain(html), text)
      assert.doesNotMatch(html.replace(/<\/?span(?: class="\w+")?>/g, ''), /[<>]/)
    }),
  )
})
