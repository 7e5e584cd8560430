// The documents that other programs read (OpenAPI as JSON and YAML, the Postman collection), put to the server that
// publishes them: what they give as an example is sent as it stands.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, test } from 'node:test'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import { demoKeys } from '../../demo/programme.ts'
import { chapterOf } from '../../src/api/chapters.ts'
import { operations } from '../../src/api/index.ts'
import { command } from '../support/command.ts'
import { demoFolder, stop, up } from '../support/process.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents, walked freely
type Any = any

// It comes without types that its package says where to find.
const { Collection } = createRequire(import.meta.url)('postman-collection')

const data = await demoFolder()
const server = await up(data, ['--demo'], { EXPORTS_PER_KEY: '50', EXPORTS_AT_ONCE: '50' })
after(() => stop(server))

async function keyOf(kind: 'company' | 'agency'): Promise<string> {
  const limits = ['--per-minute', '100000', '--per-day', '1000000']
  const owners = [`--${kind}`, demoKeys[kind].join(',')]
  const made = await command([
    'keys',
    'create',
    ...owners,
    '--scopes',
    'all',
    ...limits,
    '--json',
    '--data',
    data,
  ])
  return JSON.parse(made.stdout).secret
}
const keys = { company: await keyOf('company'), agency: await keyOf('agency') }

const fetched = async (name: string) => {
  const response = await fetch(`${server.baseUrl}/${name}`)
  assert.equal(response.status, 200)
  return { type: response.headers.get('content-type'), text: await response.text() }
}
const document = JSON.parse((await fetched('openapi.json')).text)

type Described = { method: string; path: string; described: Any }

const all: Described[] = Object.entries(document.paths as Any).flatMap(([path, methods]) =>
  Object.entries(methods as Any).map(([method, described]) => ({ method, path, described })),
)

/** Every parameter of every operation, with where it is. */
const parameters = all.flatMap(one =>
  one.described.parameters.map((parameter: Any) => ({
    ...one,
    parameter,
    where: `${one.method} ${one.path} ${parameter.name}`,
  })),
)

test('the document names the address that it was fetched from', () => {
  assert.deepEqual(
    document.servers.map(({ url }: Any) => url),
    [server.baseUrl],
  )
})

test('every parameter has an example, and its schema takes it', () => {
  const ajv = new Ajv.default({ strict: false })
  addFormats.default(ajv)
  assert.ok(parameters.length > 200)
  for (const { parameter, where } of parameters) {
    assert.notEqual(parameter.example, undefined, `${where} has no example`)
    assert.ok(ajv.validate(parameter.schema, parameter.example), `${where}: ${ajv.errorsText()}`)
  }
})

const asText = (example: unknown) => encodeURIComponent(String(example))

/** What a parameter is of no use without. */
const beside: Record<string, string[]> = {
  explode: ['format=csv'],
  records: ['metric=timeToFill'],
  group: ['metric=stages', 'records=reached'],
  from: ['to=2026-12-31'],
  to: ['from=2026-11-01'],
}

/** The request with one of its parameters, sent as the key that may send it. */
async function sent({ method, path, described }: Described, parameter?: Any): Promise<number> {
  const own = operations.find(one => one.path === path && one.method === method.toUpperCase())!
  const only = own.callers ?? own.parameters.find(({ name }) => name === parameter?.name)?.callers
  const address = described.parameters
    .filter((one: Any) => one.in === 'path')
    .reduce((at: string, one: Any) => at.replace(`{${one.name}}`, asText(one.example)), path)
  // A worker is not created: everything is checked, and nothing stored.
  const query = [
    ...(beside[parameter?.name] ?? []),
    ...(own.parameters.some(({ name }) => name === 'dryRun') && parameter?.name !== 'dryRun'
      ? ['dryRun=true']
      : []),
    ...(parameter?.in === 'query' ? [`${parameter.name}=${asText(parameter.example)}`] : []),
  ]
  const body = described.requestBody?.content['application/json'].example
  const response = await fetch(`${server.baseUrl}${address}?${query.join('&')}`, {
    method: method.toUpperCase(),
    headers: {
      Authorization: `Bearer ${keys[only ?? 'company']}`,
      ...(parameter?.in === 'header' && { [parameter.name]: parameter.example }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { status } = response
  const said = `${method} ${response.url}: ${status} ${(await response.text()).slice(0, 300)}`
  assert.ok(status === 200 || (status === 404 && path.includes('{')), said)
  return status
}

const inTurns = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>) => {
  const left = [...items]
  const one = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, one))
}

test('each example is taken by the server, sent alone and as it stands', async () => {
  const statuses: number[] = []
  await inTurns(parameters, async one => statuses.push(await sent(one, one.parameter)))
  assert.equal(statuses.length, parameters.length)
  assert.ok(statuses.filter(status => status === 200).length > parameters.length / 2)
})

test('as YAML it is the same document', async () => {
  const { type, text } = await fetched('openapi.yaml')
  assert.equal(type, 'application/yaml; charset=utf-8')
  assert.deepEqual(parse(text, { uniqueKeys: false, prettyErrors: false }), document)
})

const collection: Any = JSON.parse((await fetched('postman.json')).text)

test('the Postman collection has a folder for each chapter and a request for each operation', () => {
  assert.equal(collection.info.schema, 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
  const chapters = new Set(operations.map(operation => chapterOf(operation).name))
  assert.deepEqual(new Set(collection.item.map((folder: Any) => folder.name)), chapters)
  const requests = collection.item.flatMap((folder: Any) => folder.item)
  assert.equal(requests.length, operations.length)
  for (const { request } of requests) {
    for (const given of [...(request.url.query ?? []), ...(request.url.variable ?? [])]) {
      const where = `${request.method} ${request.url.raw} ${given.key}`
      assert.ok(given.description && given.value !== '', where)
    }
    for (const given of request.url.query ?? []) assert.equal(given.disabled, true)
  }
  const values = Object.fromEntries(collection.variable.map((one: Any) => [one.key, one.value]))
  assert.deepEqual(values, { baseUrl: server.baseUrl, apiKey: '' })
})

test('Postman’s own library reads it, and each of its requests is answered as it is', async () => {
  const read = new Collection(collection)
  read.variables.one('apiKey').set(keys.company)
  const filled = (text: string) => read.variables.replace(text)
  const items: Any[] = []
  read.forEachItem((item: Any) => items.push(item))
  assert.equal(items.length, operations.length)
  await inTurns(
    items.filter(({ request }) => request.method === 'GET'),
    async item => {
      const { request } = item
      const [{ value }] = item.getAuth().parameters().all()
      const response = await fetch(filled(request.url.toString()), {
        headers: { ...request.getHeaders({ enabled: true }), Authorization: `Bearer ${filled(value)}` },
      })
      const said = `${response.url}: ${response.status} ${(await response.text()).slice(0, 200)}`
      assert.ok([200, ...(request.url.variables.count() > 0 ? [404] : [])].includes(response.status), said)
    },
  )
  const [post] = items.filter(({ request }) => request.method === 'POST')
  assert.deepEqual(
    JSON.parse(post.request.body.raw),
    document.paths['/workers'].post.requestBody.content['application/json'].example,
  )
})
