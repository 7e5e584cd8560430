// Requests drawn from the published documents: valid ones, ones that are nearly so, and hostile ones, of the API, the operator's
// interface, the tools, signing in with an assistant and the portal.
import { readFileSync } from 'node:fs'
import { pdfSaying } from '../../../demo/files.ts'
import type { Dice } from '../../access/dice.ts'
import { newcomer } from '../../support/newcomer.ts'
import { operatorDocument } from '../../support/operator-check.ts'
import { samples } from '../../support/samples.ts'
import { type Any, hostileText, hostileValue, spoilt, spoiltBytes, spoiltText } from './hostile.ts'

export type Sent = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
  /** Whose document the answer is held to. */
  of: 'api' | 'operator' | 'other'
}

const api: Any = JSON.parse(readFileSync(new URL('../../../contract/openapi.json', import.meta.url), 'utf8'))

type Operation = { method: string; path: string; parameters: Any[]; body?: Any; type?: string; document: Any }

const operationsOf = (document: Any): Operation[] =>
  Object.entries(document.paths as Any).flatMap(([path, methods]: [string, Any]) =>
    Object.entries(methods).flatMap(([method, one]: [string, Any]) => {
      const [type, content] = Object.entries((one.requestBody?.content ?? {}) as Any)[0] ?? []
      const parameters = (one.parameters ?? []).map((each: Any) => followed(each, document))
      const body = content && ((content as Any).example ?? (content as Any).schema)
      return [{ method: method.toUpperCase(), path, parameters, body, ...(type && { type }), document }]
    }),
  )

const followed = (node: Any, document: Any): Any =>
  node?.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at: Any, name: string) => at[name], document)
    : node

const apiOperations = operationsOf(api)
const operatorOperations = operationsOf(operatorDocument)

/** Ids that exist, of every kind. */
const known = [...samples.values()]
  .map(sample => String(sample.record.id))
  .filter(id => /^[\w-]{1,64}$/.test(id))
const ids = [...known, 'c1', 'a1', 'p1', 'w1', 's1', 'nothing-here']

/** A value that a schema allows, or nearly. */
export function valueFor(dice: Dice, schema: Any, document: Any, levels = 4): Any {
  const node = followed(schema, document) ?? {}
  if (levels === 0) return null
  const inner = (one: Any) => valueFor(dice, one, document, levels - 1)
  const options = node.anyOf ?? node.oneOf
  if (options) return inner(dice.pick(options))
  if (node.const !== undefined) return node.const
  if (node.enum) return dice.pick(node.enum)
  if (node.type === 'array') return Array.from({ length: dice.int(3) }, () => inner(node.items ?? {}))
  if (node.type === 'object' || node.properties)
    return Object.fromEntries(
      Object.entries(node.properties ?? {})
        .filter(([name]) => node.required?.includes(name) || dice.chance(0.3))
        .map(([name, one]) => [name, inner(one)]),
    )
  if (node.type === 'integer') return dice.pick([1, 2, 50, 200, node.minimum ?? 0, node.maximum ?? 7])
  if (node.type === 'number') return dice.pick([0, 0.5, 48, 100])
  if (node.type === 'boolean') return dice.chance(0.5)
  if (node.format === 'date') return dice.pick(['2026-01-01', '2026-03-08', '2026-12-31'])
  if (node.format === 'date-time') return '2026-03-02T09:00:00.000Z'
  if (node.pattern?.includes('A-Za-z0-9_-')) return dice.pick(ids)
  return dice.pick(['x', 'name', 'id,name', ...ids.slice(0, 3)])
}

const asText = (value: Any) => (Array.isArray(value) ? value.join(',') : String(value))

function parameterText(dice: Dice, { schema, example }: Any, document: Any): string {
  const right =
    dice.chance(0.3) && example !== undefined ? asText(example) : asText(valueFor(dice, schema, document))
  const how = dice.int(10)
  if (how < 7) return right
  return how === 7 ? spoiltText(dice, right) : how === 8 ? hostileText(dice) : asText(hostileValue(dice))
}

/** As it goes on the wire: now and then not as it should be written. */
const encoded = (dice: Dice, text: string) =>
  dice.chance(0.02)
    ? dice.pick(['%', '%zz', '%ED%A0%80', '%FF%FE', '%00', '+', '%2', 'a%20b', '&', '='])
    : encodeURIComponent(text.toWellFormed())

function addressed(dice: Dice, { path, parameters, document }: Operation): string {
  const filled = path.replace(/\{\w+\}/g, () =>
    dice.chance(0.8) ? dice.pick(ids) : encoded(dice, hostileText(dice)) || 'x',
  )
  const own = parameters.filter(one => one.in === 'query' && (one.required || dice.chance(0.25)))
  const pairs = own.flatMap(one => {
    const pair = `${one.name}=${encoded(dice, parameterText(dice, one, document))}`
    return dice.chance(0.03) ? [pair, pair] : [pair]
  })
  if (dice.chance(0.05)) pairs.push(`${encoded(dice, hostileText(dice))}=${encoded(dice, hostileText(dice))}`)
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}

const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '').slice(0, 500)

function headersOf(dice: Dice): Record<string, string> {
  const headers: Record<string, string> = {}
  const maybe = (part: number, name: string, values: readonly string[]) => {
    if (dice.chance(part)) headers[name] = dice.chance(0.7) ? dice.pick(values) : printable(hostileText(dice))
  }
  maybe(0.1, 'Accept', [
    'application/json',
    'text/csv',
    'application/x-ndjson',
    '*/*;q=0',
    'application/problem+json',
    'text/html',
  ])
  maybe(0.1, 'If-None-Match', ['*', 'W/"x"', '"', 'W/"a", W/"b"'])
  maybe(0.1, 'Accept-Encoding', ['gzip', 'br', 'zstd', 'identity;q=0', '*;q=0'])
  maybe(0.05, 'X-Request-Id', ['abcdefgh', 'x'.repeat(64)])
  maybe(0.05, 'Origin', ['null', 'https://evil.example'])
  maybe(0.05, 'Range', ['bytes=0-1', 'bytes=-1'])
  maybe(0.05, 'Content-Encoding', ['gzip', 'identity'])
  maybe(0.05, 'Expect', ['100-continue'])
  return headers
}

/** JSON that is right, spoilt in places, or not JSON. */
function jsonOf(dice: Dice, value: Any): string | Buffer {
  const how = dice.int(10)
  if (how < 2) return JSON.stringify(value)
  if (how < 8) return JSON.stringify(spoilt(dice, value)) ?? ''
  const text = JSON.stringify(value)
  return how === 8 ? spoiltText(dice, text) : spoiltBytes(dice, Buffer.from(text))
}

const json = { 'Content-Type': 'application/json' }

export function apiRequest(dice: Dice): Sent {
  const operation = dice.pick(apiOperations.filter(one => one.method === 'GET'))
  const method = dice.chance(0.03) ? dice.pick(['POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS']) : 'GET'
  return { method, path: `/api/open/v1${addressed(dice, operation)}`, headers: headersOf(dice), of: 'api' }
}

export function workerRequest(dice: Dice): Sent {
  const file = () => ({
    fileName: 'a.pdf',
    content: `data:application/pdf;base64,${pdfSaying('x').toString('base64')}`,
  })
  const body = newcomer(dice.int(100_000), {
    attachments: dice.chance(0.5)
      ? [{ documentId: dice.pick(['course', 'cv', 'card']), files: [file()] }]
      : [],
    ...(dice.chance(0.4) && {
      rightToWork: [
        {
          documentId: dice.pick(['passport', 'visa']),
          documentNumber: '900000001',
          expiration: '2040-01-01',
          files: [file()],
        },
      ],
    }),
  })
  const headers = {
    ...json,
    ...headersOf(dice),
    ...(dice.chance(0.3) && { 'Idempotency-Key': `k${dice.int(30)}` }),
  }
  const path = `/api/open/v1/workers${dice.chance(0.2) ? '?dryRun=true' : ''}`
  return { method: 'POST', path, headers, body: jsonOf(dice, body), of: 'api' }
}

export function operatorRequest(dice: Dice): Sent {
  const operation = dice.pick(
    operatorOperations.filter(
      one => !/^\/(loads|tokens|sessions|backups)/.test(one.path) || one.method === 'GET',
    ),
  )
  const path = `/operator${addressed(dice, operation)}`
  const headers = { ...headersOf(dice), ...(operation.type && { 'Content-Type': operation.type }) }
  if (!operation.body) return { method: operation.method, path, headers, of: 'operator' }
  const value =
    operation.body.type || operation.body.$ref || operation.body.anyOf
      ? valueFor(dice, operation.body, operatorDocument)
      : operation.body
  return { method: operation.method, path, headers, body: jsonOf(dice, value), of: 'operator' }
}

const recordSamples = [...samples.values()]

export function loadRequest(dice: Dice): Sent {
  const lines = Array.from({ length: dice.between(1, 4) }, () => {
    const sample: Any = structuredClone(dice.pick(recordSamples))
    const line = dice.chance(0.3) ? { ...sample, patch: true } : sample
    return jsonOf(dice, dice.chance(0.1) ? { type: line.type, id: line.record.id, deleted: true } : line)
  })
  const query = dice.pick([
    '',
    '?dryRun=true',
    '?strict=true',
    '?allowOlder=true',
    '?snapshot=tag&company=c1',
    '?events=false',
  ])
  const body = Buffer.concat(lines.flatMap(line => [Buffer.from(line), Buffer.from('\n')]))
  return {
    method: 'POST',
    path: `/operator/loads${query}`,
    headers: { 'Content-Type': 'application/x-ndjson' },
    body,
    of: 'operator',
  }
}

const mappings = [
  'type: region\nid: NO\nrecord: {name: NAME}\n',
  'records:\n  - type: tag\n    source: "*.csv"\n    id: {join: [NO, NAME], with: "-"}\n    record: {name: NAME, company: {value: c1}, mandatory: {column: OK, yes: J, no: N}, resourceType: {value: trade}, createdAt: {column: DAY, date: DD/MM/YYYY}, updatedAt: {column: DAY, date: DD/MM/YYYY}}\n',
  'type: site\nid: NO\ncsv: {delimiter: ";"}\nwhere: {OK: J}\nrecord: {name: {first: [NAME, NO]}, active: {column: OK, words: {J: true, N: false}}, project: {id: {value: p1}}, company: {id: {value: c1}}, createdAt: {value: 2026-01-01}, updatedAt: {value: 2026-01-01}}\n',
]
const tables = [
  'NO,NAME,OK,DAY\n1,North,J,01/02/2026\n2,"So ""u"" th",N,29/02/2024\n',
  'NO;NAME;OK;DAY\r\n1;Nord;J;01/02/2026\r\n',
  '[{"NO":1,"NAME":"x","OK":"J","DAY":"01/02/2026"}]',
]

export function mappingRequest(dice: Dice): Sent {
  const plain = dice.pick(mappings)
  const mapping = Buffer.from(dice.chance(0.8) ? spoiltText(dice, plain) : plain)
  const table = Buffer.from(dice.pick(tables))
  const rows = dice.chance(0.6) ? spoiltBytes(dice, table) : table
  const name = encoded(dice, dice.pick(['t.csv', 't.json', 't.tsv', 't.csv.gz', 't.xlsx', hostileText(dice)]))
  const path = `/operator/loads?name=${name}&mapping=${dice.chance(0.95) ? mapping.length : dice.pick([0, -1, 1e9])}`
  return {
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/octet-stream' },
    body: Buffer.concat([mapping, rows]),
    of: 'operator',
  }
}

const forms: readonly [string, Any][] = [
  [
    '/oauth/token',
    {
      grant_type: 'authorization_code',
      client_id: 'x',
      code: 'y',
      redirect_uri: 'https://assistant.example/back',
      code_verifier: 'v'.repeat(43),
      resource: 'https://muster.example/mcp/oauth',
    },
  ],
  ['/oauth/token', { grant_type: 'refresh_token', client_id: 'x', refresh_token: 'y' }],
  ['/oauth/revoke', { client_id: 'x', token: 'y' }],
]
const authorize = {
  response_type: 'code',
  client_id: 'x',
  redirect_uri: 'https://assistant.example/back',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  state: 's',
  resource: 'https://muster.example/mcp/oauth',
}
const registration = {
  client_name: 'An assistant',
  redirect_uris: ['https://assistant.example/back'],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code'],
  scope: 'read:projects',
}

const form = (dice: Dice, fields: Any) =>
  Object.entries(fields)
    .filter(() => dice.chance(0.95))
    .map(([name, value]) => `${name}=${encoded(dice, dice.chance(0.7) ? String(value) : hostileText(dice))}`)
    .join('&')

export function oauthRequest(dice: Dice): Sent {
  const kind = dice.int(4)
  if (kind === 0)
    return {
      method: 'POST',
      path: '/oauth/register',
      headers: json,
      body: jsonOf(dice, registration),
      of: 'other',
    }
  if (kind === 1)
    return { method: 'GET', path: `/oauth/authorize?${form(dice, authorize)}`, headers: {}, of: 'other' }
  const [path, fields] = dice.pick(forms)
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...(dice.chance(0.2) && { Authorization: `Basic ${printable(hostileText(dice))}` }),
  }
  return { method: 'POST', path, headers, body: form(dice, fields), of: 'other' }
}

const calls = [
  { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  },
  {
    jsonrpc: '2.0',
    id: 'a',
    method: 'tools/call',
    params: { name: 'open_api_list_timesheets', arguments: { limit: 2, fields: 'id' } },
  },
  {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'open_api_get_worker', arguments: { id: 'w1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
]

export function toolRequest(dice: Dice): Sent {
  const headers = {
    ...json,
    Accept: 'application/json, text/event-stream',
    ...(dice.chance(0.2) && { 'Mcp-Protocol-Version': printable(hostileText(dice)) }),
  }
  return { method: 'POST', path: '/mcp', headers, body: jsonOf(dice, dice.pick(calls)), of: 'other' }
}

const pages = [
  '/portal',
  '/portal/session',
  '/portal/sign-in',
  '/portal/consent',
  '/portal/consent/answer',
  '/portal/operator/keys',
  '/portal/operator/today',
  '/portal/own',
  '/portal/oidc/start',
  '/portal/oidc/callback?code=x&state=y',
  '/docs',
  '/docs/sites',
  '/api/open/v1/openapi.json',
  '/files/x',
  '/healthz',
  '/metrics',
  '/.well-known/security.txt',
  '/.well-known/oauth-protected-resource/mcp',
]

export function portalRequest(dice: Dice): Sent {
  const path = dice.pick(pages) + (dice.chance(0.2) ? `/${encoded(dice, hostileText(dice))}` : '')
  const method = dice.pick(['GET', 'GET', 'POST', 'HEAD', 'DELETE', 'PUT'])
  const headers = {
    ...json,
    ...headersOf(dice),
    ...(dice.chance(0.7) && { 'X-Muster-Portal': '1' }),
    ...(dice.chance(0.3) && {
      Cookie: `muster_session=${printable(hostileText(dice))}; ${printable(hostileText(dice))}`,
    }),
  }
  const body = jsonOf(dice, {
    key: 'x',
    token: 'y',
    link: 'z',
    query: form(dice, authorize),
    agree: true,
    scopes: ['read:projects'],
    days: 30,
  })
  return { method, path, headers, ...(!['GET', 'HEAD'].includes(method) && { body }), of: 'other' }
}
