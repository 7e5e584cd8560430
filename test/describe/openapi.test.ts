// The OpenAPI document: what it says, that a strict linter finds nothing, and that it is what is served.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { events } from '../../src/api/events.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { examples } from '../../src/describe/examples.ts'
import { openApiDocument } from '../../src/describe/openapi.ts'
import { hostsOf } from '../../src/formats/hosts.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import { settingsTable } from '../../src/settings/settings.ts'
import { fieldsAt, onlyFields } from '../../src/shape/fields.ts'
import { command } from '../support/command.ts'
import { testFolder } from '../support/files.ts'
import { operatorDocument } from '../support/operator-check.ts'
import { type TestServerOptions, testServer } from '../support/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document, walked freely
type Any = any

const server = await testServer()
const root = fileURLToPath(new URL('../..', import.meta.url))
const committed = await readFile(new URL('../../contract/openapi.json', import.meta.url), 'utf8')
const document = openApiDocument(operations, events)

async function faultsIn(file: string): Promise<unknown> {
  const lint = ['test/node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--format', 'json']
  const config = ['--config', 'redocly.yaml']
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = await promisify(execFile)(process.execPath, [...lint, ...config], {
    cwd: root,
    env: environment,
  })
  return JSON.parse(stdout).totals
}

const none = { errors: 0, warnings: 0, ignored: 0 }

test('a strict linter finds nothing in it, not even a warning', async () => {
  assert.deepEqual(await faultsIn('contract/openapi.json'), none)
})

test('nor in the document of the operator’s interface, which speaks of tokens and of no API key', async () => {
  const file = join(await testFolder(), 'operator.json')
  await writeFile(file, JSON.stringify(operatorDocument))
  assert.deepEqual(await faultsIn(file), none)
  const codes = JSON.stringify(operatorDocument).match(/[A-Z]+_(API_KEY|OPERATOR_TOKEN)/g)
  assert.deepEqual(new Set(codes), new Set(['MISSING_OPERATOR_TOKEN', 'INVALID_OPERATOR_TOKEN']))
})

test('as it is committed it names a whole address, where a server listens unless it is told otherwise', () => {
  const [{ url }] = JSON.parse(committed).servers
  const { HOST, PORT } = settingsTable
  assert.equal(url, `http://${HOST.fallback}:${PORT.fallback}${apiPrefix}`)
})

test('it has every operation with its scope, parameters, errors, headers and an example', () => {
  for (const operation of operations) {
    const described = document.paths[operation.path]![operation.method.toLowerCase()] as Any
    const where = `${operation.method} ${operation.path}`
    const needed = operation.scopes
    assert.deepEqual(described.security, [{ apiKey: needed }, { apiKeyByBasic: needed }], where)
    const names = described.parameters.filter((one: { in: string }) => one.in === 'query')
    assert.equal(names.length, operation.parameters.length, where)
    for (const status of ['200', '401', '403', '405', '429', '500'])
      assert.ok(described.responses[status], `${where} ${status}`)
    const success = described.responses[200]
    const isExported = operation.parameters.some(({ name }) => name === 'format')
    const headers = [
      ...['X-Request-Id', 'RateLimit', 'RateLimit-Policy'],
      ...(operation.hasTag ? ['ETag'] : []),
      ...(operation.shape === 'list' ? ['Link'] : []),
      ...(operation.shape === 'list' && operation.reads ? ['Muster-Loaded-At'] : []),
      ...(isExported ? ['Muster-Next-Change'] : []),
    ]
    assert.equal('text/csv' in success.content, isExported, where)
    assert.deepEqual(Object.keys(success.headers), headers, where)
    assert.equal(described.responses[304] !== undefined, operation.hasTag, where)
    assert.ok(success.content['application/json'].example, `${where} has no example; npm run examples`)
  }
})

/** A schema with its references followed. */
function followed(node: Any): Any {
  if (Array.isArray(node)) return node.map(followed)
  if (node === null || typeof node !== 'object') return node
  if (node.$ref) return followed(document.components.schemas[node.$ref.split('/').at(-1)])
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, followed(value)]))
}

/** The same with nothing required and nothing said of it. */
const bare = (node: Any): Any =>
  JSON.parse(
    JSON.stringify(node, (key, value) =>
      (key === 'required' && Array.isArray(value)) || (key === 'description' && typeof value === 'string')
        ? undefined
        : value,
    ),
  )

test('an item of a list is a whole record, or what fields leaves of it, of which nothing is required', () => {
  for (const { path, parameters, shape } of operations) {
    if (shape !== 'list') continue
    assert.ok(parameters.some(({ name }) => name === 'fields'))
    const { schema } = (document.paths[path]!.get as Any).responses[200].content['application/json']
    const options = schema.properties.data.items.anyOf.map(followed)
    const [whole, partial] = [options.slice(0, options.length / 2), options.slice(options.length / 2)]
    assert.ok(
      whole.every((one: Any) => one.required.length > 0),
      path,
    )
    assert.deepEqual(partial.map(bare), whole.map(bare), path)
    assert.ok(!JSON.stringify(partial).includes('"required":['), path)
    const items = { anyOf: options }
    const answers = Compile({
      ...followed(schema),
      properties: { data: { type: 'array', items } },
    } as TSchema)
    const { answer } = examples.get(`GET ${path}`) as { answer: { data: object[] } }
    for (const name of Object.keys(whole[0].properties)) {
      const data = answer.data.map(record => onlyFields(record, fieldsAt([name])))
      assert.ok(answers.Check({ ...answer, data }), `${path}?fields=${name}`)
    }
  }
})

test('it is served to anybody, as it is committed but for the address, and printed by the command', async () => {
  const response = await fetch(`${server.origin}${apiPrefix}/openapi.json`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  const served = await response.json()
  assert.deepEqual(served, JSON.parse(committed.replaceAll('http://127.0.0.1:8080', server.origin)))
  const again = await fetch(`${server.origin}${apiPrefix}/openapi.json`, {
    headers: { 'If-None-Match': response.headers.get('etag')! },
  })
  assert.equal(again.status, 304)
  const posted = await fetch(`${server.origin}${apiPrefix}/openapi.json`, { method: 'POST' })
  assert.equal(posted.status, 405)
  const printed = await command(['openapi'])
  assert.deepEqual(JSON.parse(printed.stdout), JSON.parse(committed))
})

/** The document as a server gives it to a request with these headers, `Host` among them. */
async function documentFrom(origin: string, headers: Record<string, string>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${origin}${apiPrefix}/openapi.json`, { headers }, resolve).on('error', reject),
  )
  const bytes = Buffer.concat(await response.toArray())
  const zipped = response.headers['content-encoding'] === 'gzip'
  const { servers } = JSON.parse(String(zipped ? gunzipSync(bytes) : bytes))
  return { address: servers[0].url.replace(apiPrefix, ''), zipped, tag: response.headers.etag }
}

const serverWith = (given: Partial<TestServerOptions>) =>
  testServer({ operations, types: recordTypes, ...given })

test('the address in it is that of the request if it is ours, of a proxy that is trusted, or the one that is set', async () => {
  const addressFor = async (headers: Record<string, string>, { origin } = server) =>
    (await documentFrom(origin, headers)).address
  assert.equal(await addressFor({}), server.origin)
  for (const Host of ['localhost:8443', '127.0.0.1:81', '[::1]:82'])
    assert.equal(await addressFor({ Host }), `http://${Host}`)
  const named = await serverWith({ hosts: () => hostsOf({ host: 'Workforce.example' }) })
  assert.equal(await addressFor({ Host: 'workforce.example:8443' }, named), 'http://workforce.example:8443')
  const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'api.example.com' }
  assert.equal(await addressFor(proxied), server.origin)
  const trusting = { trustedProxies: ['127.0.0.1'] }
  assert.equal(await addressFor(proxied, await serverWith(trusting)), 'https://api.example.com')
  const passedOn = { Host: 'passed-on.example' }
  assert.equal(await addressFor(passedOn, await serverWith(trusting)), 'http://passed-on.example')
  const publicUrl = 'https://muster.example/office'
  assert.equal(await addressFor(proxied, await serverWith({ ...trusting, publicUrl })), publicUrl)
})

test('a host that is not ours is not repeated, and ports are no way to make the server work', async () => {
  const { origin } = await serverWith({})
  const madeUp = ['evil.example', '203.0.113.9', '[2001:db8::1]:81', 'localhost.evil.example', '0.0.0.0']
  for (const Host of [...madeUp, 'a"b', 'x/../y', 'a b', "a'$&", '<script>'])
    assert.equal((await documentFrom(origin, { Host })).address, origin, Host)
  const tags = new Set()
  for (let number = 0; number < 12; number++) {
    const given = { Host: `localhost:${number}`, 'Accept-Encoding': 'gzip' }
    const { address, zipped, tag } = await documentFrom(origin, given)
    assert.equal(address, `http://${given.Host}`)
    // Eight names are compressed for, and the address itself is one of them.
    assert.equal(zipped, number < 7)
    tags.add(tag)
  }
  assert.equal(tags.size, 12)
})
