// What keys read of both versions: every operation of the OpenAPI document and every tool, with random queries.
import type { Dice } from '../../test/access/dice.ts'
import { everyOperation, randomRequest } from '../../test/access/requests.ts'
import type { World } from '../../test/access/worlds.ts'
import type { Both } from './alike.ts'
import { type Base, operator } from './loads.ts'
import { type Json, type Pair, prefix } from './pair.ts'

export type Key = {
  name: string
  kind: 'company' | 'agency'
  owners: string[]
  secrets: Both<string>
  ids: Both<string>
}

/** Makes a key in both versions. */
export async function createKey(pair: Pair, base: Base, body: Json): Promise<Key> {
  const made = await operator(pair, base, { method: 'POST', path: '/keys', body })
  const [one, other] = made.map(({ json }) => json?.data)
  const { kind, owners } = body
  return {
    name: `${kind} key of ${owners}`,
    kind,
    owners,
    secrets: [one?.secret, other?.secret],
    ids: [one?.key.id, other?.key.id],
  }
}

const documentOf = new WeakMap<Pair, Json>()

/** What the other version promises. */
export async function openApi(pair: Pair): Promise<Json> {
  const known =
    documentOf.get(pair) ?? (await pair.ask('anybody', { path: `${prefix}/openapi.json` }))[1].json
  documentOf.set(pair, known)
  return known
}

/** Keys of one and of several owners, with all scopes and with some, limited by the day and by address. */
export async function keysOf(pair: Pair, base: Base, dice: Dice, world: World): Promise<Key[]> {
  const [{ json }] = await operator(pair, base, { path: '/scopes' })
  const keys: Key[] = []
  for (const kind of ['company', 'agency'] as const) {
    const ids = world.of(kind).map(({ record }) => record.id as string)
    const scopes = json.data.filter((one: Json) => one.kinds.includes(kind)).map((one: Json) => one.name)
    const most = { perMinute: 1_000_000, perDay: 1_000_000 }
    const several = [...new Set([dice.pick(ids), ...dice.some(ids)])]
    keys.push(
      await createKey(pair, base, { kind, owners: [dice.pick(ids)], scopes, ...most }),
      await createKey(pair, base, { kind, owners: several, scopes, ...most, description: 'of several' }),
    )
    const narrow = { kind, owners: [ids[0]], scopes: dice.some(scopes, 1), perMinute: 100, perDay: 3 }
    const limited = await createKey(pair, base, narrow)
    for (let left = 4; left > 0; left--) await get(pair, limited, '/projects?limit=1')
    const away = await createKey(pair, base, {
      ...narrow,
      scopes,
      allowedIps: ['10.0.0.0/8'],
      expiresAt: '2031-01-01T00:00:00.000Z',
    })
    await get(pair, away, '/me')
  }
  return keys
}

export const get = (
  pair: Pair,
  { name, secrets }: Pick<Key, 'name' | 'secrets'>,
  path: string,
  headers: (side: 0 | 1) => Record<string, string> = () => ({}),
) => pair.ask(name, side => ({ path: prefix + path, secret: secrets[side], headers: headers(side) }))

/** A random value for a parameter of a document, now and then a wrong one. */
export function randomValue(dice: Dice, world: World, name: string, schema: Json): string {
  if (dice.chance(0.08)) return dice.pick(['', 'zzz', '0', '-1', "'", '%', 'a,b', '9'.repeat(20)])
  const words: string[] = schema.enum ?? schema.items?.enum ?? []
  if (words.length > 0) return dice.pick(words)
  if (schema.type === 'boolean') return dice.pick(['true', 'false'])
  if (name === 'fields') return dice.pick(['id', 'id,name', 'reference,company.id', 'id,nothing'])
  if (name === 'from' || name === 'to') return `2026-0${dice.between(1, 2)}-${10 + dice.int(18)}`
  if (schema.type === 'integer' || name === 'limit') return String(dice.between(1, 5))
  const lines = world.of(
    name === 'id' ? dice.pick(['project', 'timesheet', 'worker']) : name.replace(/Id$/, ''),
  )
  if (lines.length > 0) return dice.pick(lines).record.id
  return dice
    .pick(['alpha', 'e', 'nothing-here', ...(schema.examples ?? []), schema.example ?? 'x'])
    .toString()
}

export function randomQuery(dice: Dice, world: World, parameters: readonly Json[], share = 0.25): string {
  const query = new URLSearchParams()
  for (const { name, in: place, schema, example } of parameters)
    if (place === 'query' && dice.chance(share))
      query.append(name, randomValue(dice, world, name, { example, ...schema }))
  if (dice.chance(0.03)) query.append(dice.pick(['nonsense', 'Limit', 'page', 'page']), '1')
  return query.size > 0 ? `?${query}` : ''
}

/** Every operation, then lists page by page, exports, tags and feeds, and some tools. */
export async function read(pair: Pair, base: Base, dice: Dice, world: World, most = 1000): Promise<void> {
  const document = await openApi(pair)
  const keys = await keysOf(pair, base, dice, world)
  // A server remembers for seconds how fresh lists are; this has each read it again, so that no answer is told an older one.
  await get(pair, keys[0]!, '/me?includeFreshness=true')
  for (const key of keys) {
    for (const { path, get: single } of everyOperation(dice).slice(0, most)) {
      const request = randomRequest(dice, world, key, path, single)
      const query = new URLSearchParams(request.query as [string, string][])
      const place = path.includes('{id}')
        ? path.replace('{id}', request.id!)
        : `${path}${single ? `/${request.id}` : ''}`
      await readOne(pair, dice, key, place, query)
    }
    for (const [path, { get: operation }] of dice.some(Object.entries<Json>(document.paths)).slice(0, most)) {
      if (!operation) continue
      const type = Object.keys(typeOfPath).find(start => path.startsWith(start))
      const lines = world.of(typeOfPath[type ?? ''] ?? 'project')
      const place = path.replace('{id}', lines.length > 0 ? dice.pick(lines).record.id : 'x')
      await get(pair, key, place + randomQuery(dice, world, operation.parameters ?? []))
    }
    await get(pair, key, '/me')
    for (const feed of ['/changes', '/events']) await follow(pair, dice, key, feed)
    await callTools(pair, dice, world, key)
  }
  for (const secrets of [
    ['', ''],
    ['wfc_x', 'wfc_x'],
  ] as const)
    await get(pair, { name: 'nobody', secrets }, '/timesheets')
  for (const path of ['/nothing', '/timesheets/', '/Timesheets', '/workers/%00', '/%zz'])
    await pair.ask('nobody', { path: prefix + path })
  for (const method of ['POST', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'])
    await pair.ask('nobody', { method, path: `${prefix}/timesheets` })
}

/** Which records the ids of a path are of. */
const typeOfPath: Record<string, string> = {
  '/companies': 'company',
  '/projects': 'project',
  '/expenses': 'expense',
  '/requisitions': 'requisition',
  '/workers': 'worker',
  '/timesheets': 'timesheet',
  '/invoices': 'invoice',
  '/afps': 'afp',
  '/trades': 'trade',
  '/credit-notes': 'creditNote',
  '/assignments': 'assignment',
  '/rates': 'rate',
  '/purchase-orders': 'purchaseOrder',
}

async function readOne(
  pair: Pair,
  dice: Dice,
  key: Key,
  place: string,
  query: URLSearchParams,
): Promise<void> {
  const path = query.size > 0 ? `${place}?${query}` : place
  const answers = await get(pair, key, path)
  const [{ status, headers, json }] = answers
  if (status !== 200) return
  if (headers.has('etag') && dice.chance(0.5))
    await get(pair, key, path, side => ({ 'If-None-Match': answers[side].headers.get('etag') ?? '' }))
  else if (dice.chance(0.2)) await get(pair, key, path, () => ({ 'Accept-Encoding': 'gzip' }))
  const { total = 0, limit = 50 } = json?.meta ?? {}
  if (total > limit && dice.chance(0.5))
    for (let page = 2; page <= Math.min(6, Math.ceil(total / limit) + 1); page++) {
      query.set('page', String(page))
      await get(pair, key, `${place}?${query}`)
    }
  if (total === 0 || dice.chance(0.5)) return
  query.delete('page')
  query.delete('limit')
  query.set('format', dice.pick(['ndjson', 'csv', 'xlsx']))
  if (dice.chance(0.3)) query.set('explode', dice.pick(['timelogs', 'agencies', 'nothing']))
  await get(pair, key, `${place}?${query}`)
}

/** A feed from its start to its end. */
async function follow(pair: Pair, dice: Dice, key: Key, feed: string): Promise<void> {
  const include = feed === '/changes' && dice.chance(0.5) ? '&include=records' : ''
  await get(pair, key, `${feed}?after=now`)
  let next: Both<string | undefined> = ['', '']
  for (let pages = 0; pages < 4; pages++) {
    const from: Both<string> = [
      next[0] && `&after=${next[0]}`,
      next[1] && `&after=${next[1]}`,
    ] as Both<string>
    const answers = await pair.ask(key.name, side => ({
      path: `${prefix}${feed}?limit=50${include}${from[side]}`,
      secret: key.secrets[side],
    }))
    if (!answers[0].json?.data?.length) return
    next = [answers[0].json.meta?.next, answers[1].json?.meta?.next]
  }
}

async function callTools(pair: Pair, dice: Dice, world: World, key: Key): Promise<void> {
  const send = (method: string, params: object, path = '/mcp') =>
    pair.ask(key.name, side => ({
      method: 'POST',
      path,
      secret: key.secrets[side],
      headers: { Accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 7, method, params },
    }))
  const clientInfo = { name: 'compare', version: '1' }
  await send('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  const [{ text }] = await send(
    'tools/list',
    {},
    dice.pick(['/mcp', '/mcp/readonly', '/mcp/x/finance', '/mcp/x/none']),
  )
  const { tools = [] } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}').result ?? {}
  for (let left = tools.length > 0 ? 8 : 0; left > 0; left--) {
    const { name, inputSchema } = dice.pick<Json>(tools)
    const given = Object.entries<Json>(inputSchema.properties)
      .filter(([property]) => dice.chance(inputSchema.required?.includes(property) ? 0.9 : 0.2))
      .map(([property, schema]) => {
        const value = randomValue(dice, world, property, schema)
        return [
          property,
          schema.type === 'integer' ? Number(value) : schema.type === 'boolean' ? value === 'true' : value,
        ]
      })
    await send('tools/call', { name, arguments: Object.fromEntries(given) })
  }
  await send('tools/call', { name: 'open_api_list_timesheet', arguments: {} })
}
