// Random worlds in one database, each asked through keys of its own, and every answer compared with the
// oracle's: worlds must not see each other, and no key more than the specification gives it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { operations, recordTypes } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import {
  csvCell,
  expectTable,
  readCsv,
  readExport,
  readLines,
  readXlsx,
  xlsxCell,
} from '../support/exports.ts'
import { isLong } from '../support/long.ts'
import type { TestServer } from '../support/server.ts'
import { narrowedSecret } from '../support/sign-ins.ts'
import { type Dice, diceOf } from './dice.ts'
import { linkSomebody } from './match-decisions.ts'
import { everythingSeen, expected, metricsPath, recordSeen } from './oracle.ts'
import type { Answer, Caller, Request } from './oracle-basics.ts'
import { everyOperation, randomRequest } from './requests.ts'
import { randomChange } from './world-changes.ts'
import { type Any, everyonesLines, type Line, randomWorld, type World } from './worlds.ts'

const changesPerWorld = isLong ? 12 : 8
const atOnce = 8

/** A server that lets each key ask for as much at once as is asked here: its owner may have half of all. */
export const manyExports = { operations, types: recordTypes, exports: { perKey: atOnce, atOnce: 2 * atOnce } }

/** Declares the test: so many worlds, the first of which are changed as well, from a seed that is printed. */
export function isolation(server: TestServer, worlds: number, changed: number, usual: number): void {
  const seed = Number(process.env.MUSTER_SEED ?? usual)
  test(`${worlds} random worlds show each key what it may see (MUSTER_SEED=${seed})`, async t => {
    t.diagnostic(`MUSTER_SEED=${seed}`)
    const everyones = [...everyonesLines(), ...(await fixedLists(server))]
    const made = Array.from({ length: worlds }, (_, at) =>
      randomWorld(seed * 1000 + at, `q${at.toString(36).padStart(2, '0')}`, everyones),
    )
    const began = performance.now()
    await loadWhole(server, made)
    t.diagnostic(`loaded in ${Math.round(performance.now() - began)} ms`)
    const wrong = new Map<string, string>()
    let compared = 0
    let changes = 0
    for (const [at, world] of made.entries()) {
      const dice = diceOf(seed * 1000 + at + 7)
      compared += await compareWorld(server, world, dice, wrong)
      if (at >= changed) continue
      changes += await changeWorld(server, world, dice, wrong)
      compared += await compareWorld(server, world, dice, wrong, 8)
    }
    t.diagnostic(`${compared} answers compared, ${changes} changes told`)
    assert.equal(wrong.size, 0, [...wrong.values()].join('\n\n'))
  })
}

/** The lists that the server itself defines: read once whole, then asked for in pieces. */
async function fixedLists(server: TestServer): Promise<Line[]> {
  await server.load(everyonesLines().map(withoutNothing))
  await server.load([{ type: 'company', record: { ...anyCompany } }])
  const key = await server.key('company', [anyCompany.id])
  const read = async (path: string, type: string): Promise<Line[]> => {
    const pages = await Promise.all([1, 2].map(page => server.get(`${path}?limit=200&page=${page}`, key)))
    const records = pages.flatMap(page => page.body.data)
    assert.equal(records.length, pages[0]!.body.meta.total)
    return records.map(record => ({ type, nanoid: '', record, facts: {} }))
  }
  const genders = ['Male', 'Female', 'Non-binary', 'Prefer not to say']
  return [
    ...genders.map(name => ({ type: 'gender', nanoid: '', record: { name }, facts: {} })),
    ...(await read('/countries', 'country')),
    ...(await read('/telephone-country-codes', 'telephoneCode')),
  ]
}

const anyCompany = {
  id: 'bystander',
  name: 'Bystander',
  prefix: 'BYSTANDER',
  active: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

export const withoutNothing = ({ facts, ...line }: Line) =>
  Object.keys(facts).length > 0 ? { ...line, facts } : line

export async function loadWhole(server: TestServer, worlds: readonly World[]): Promise<void> {
  const rejected: unknown[] = []
  const byType = Map.groupBy(
    worlds.flatMap(world => world.lines),
    line => line.type,
  )
  const inOrder = recordTypes.flatMap(({ type }) => byType.get(type) ?? [])
  await server.load(inOrder.map(withoutNothing), {
    onRejection: rejection => {
      rejected.push(rejection)
    },
  })
  assert.deepEqual(rejected.slice(0, 3), [], 'a world must load whole')
}

async function compareWorld(
  server: TestServer,
  world: World,
  dice: Dice,
  wrong: Map<string, string>,
  perCaller = Number.POSITIVE_INFINITY,
): Promise<number> {
  let compared = 0
  for (const [at, caller] of callersOf(dice, world).entries()) {
    const secret = await secretOf(server, world, caller, at)
    const asked = everyOperation(dice)
      .slice(0, perCaller)
      .map(({ path, get }) => randomRequest(dice, world, caller, path, get))
    asked.push({ path: '/me', query: [] })
    for (let at = 0; at < asked.length; at += atOnce) {
      await Promise.all(
        asked.slice(at, at + atOnce).map(request => compare(server, world, caller, secret, request, wrong)),
      )
    }
    compared += asked.length
  }
  return compared
}

/** Versions and feeds move for those who see a difference, and for nobody else. */
async function changeWorld(
  server: TestServer,
  world: World,
  dice: Dice,
  wrong: Map<string, string>,
): Promise<number> {
  const keys = await Promise.all(
    callersOf(dice, world).map(async (caller, at) => ({
      caller,
      secret: await secretOf(server, world, caller, at + 1),
    })),
  )
  const stateOf = async ({ caller, secret }: (typeof keys)[number]) => ({
    seen: everythingSeen(world, caller),
    tag: (await server.get('/projects?limit=1', secret)).headers.get('etag'),
    cursor: (await server.get('/changes?after=now', secret)).body.meta.next as string,
  })
  let before = await Promise.all(keys.map(stateOf))
  for (let left = changesPerWorld; left > 0; left--) {
    const what =
      (dice.chance(0.1) && (await linkSomebody(server, world, dice))) || (await change(server, world, dice))
    const after = await Promise.all(keys.map(stateOf))
    for (const [at, { caller, secret }] of keys.entries()) {
      const query = [['metric', dice.pick(['rows', 'timeToFill', 'workersOverHours'])]] as const
      if (caller.kind === 'company')
        await compare(server, world, caller, secret, { path: metricsPath, query }, wrong)
      const [was, is] = [before[at]!, after[at]!]
      const feed = await server.get(`/changes?after=${was.cursor}&include=records&limit=200`, secret)
      const told = feed.status === 409 || feed.body.data.length > 0
      const say = (how: string) =>
        wrong.set(
          `${caller.kind} ${what} ${how}`,
          `${caller.kind} key of ${caller.owners.join(', ')}: ${what}: ${how}`,
        )
      for (const [place, given, right] of feed.status === 200
        ? recordsTold(feed.body.data, world, caller)
        : [])
        if (!isDeepStrictEqual(given, right)) say(differences(given, right, place).slice(0, 3).join('\n'))
      const differs = was.seen.all !== is.seen.all
      if (was.seen.versioned !== is.seen.versioned && was.tag === is.tag)
        say('it sees a difference, its tag none')
      if (!differs && was.seen.figures === is.seen.figures && was.tag !== is.tag)
        say('it sees no difference, and its tag moved')
      if (!differs && told) say('it sees no difference, and its feed tells one')
      if (was.seen.records !== is.seen.records && !told) say('it sees a difference, and its feed tells none')
    }
    before = after
  }
  return changesPerWorld
}

/** The record that comes with each change of a page, and the one that should: its own at its last mention. */
function recordsTold(changes: Any[], world: World, caller: Caller): [string, Any, Any][] {
  const last = new Map(changes.map(change => [`${change.type} ${change.id}`, change]))
  return changes.map(change => {
    const isLast = last.get(`${change.type} ${change.id}`) === change
    const right =
      isLast && change.change === 'upserted' ? recordSeen(world, caller, change.type, change.id) : undefined
    return [`${change.type} ${change.id}`, change.record, right]
  })
}

async function change(server: TestServer, world: World, dice: Dice): Promise<string> {
  const { what, line } = randomChange(dice, world)
  const report = await server.load([withoutNothing(line)])
  assert.equal(report.rejected, 0, what)
  return `${what} (${line.record.id})`
}

/** A key with one company, one with several, one with one agency, one with several. */
export function callersOf(dice: Dice, world: World): Caller[] {
  return (['company', 'agency'] as const).flatMap(kind => {
    const ids = world.of(kind).map(line => line.record.id as string)
    const one = dice.pick(ids)
    const several = [...new Set([dice.pick(ids), ...dice.some(ids)])]
    return [
      { kind, owners: [one] },
      { kind, owners: several },
    ]
  })
}

/** Every other one asks through a sign-in with a key of everybody in its world, narrowed to its own owners. */
async function secretOf(server: TestServer, world: World, { kind, owners }: Caller, at: number) {
  if ((at + world.lines.length) % 2 === 0) return server.key(kind, owners)
  const everybody = world.of(kind).map(line => line.record.id as string)
  const wide = { kind, owners: everybody, name: 'wide', scopes: scopesFor(kind) }
  return narrowedSecret(server.database, { ...wide, perMinute: 1_000_000, perDay: 100_000_000 }, owners)
}

export const urlOf = ({ path, id, query }: Request) => {
  const place = path.includes('{id}') ? path.replace('{id}', id!) : id === undefined ? path : `${path}/${id}`
  const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return text === '' ? place : `${place}?${text}`
}

async function compare(
  server: TestServer,
  world: World,
  caller: Caller,
  secret: string,
  request: Request,
  wrong: Map<string, string>,
): Promise<void> {
  const url = urlOf(request)
  const operation = `${caller.kind} ${request.path} ${request.id === undefined ? 'list' : 'get'}`
  const say = (what: string) => {
    const who = `${caller.kind} key of ${caller.owners.join(', ')}`
    if (!wrong.has(operation)) wrong.set(operation, `${who}: GET ${url}\n${what}`)
  }
  try {
    const { status, body } = await server.get(url, secret)
    if (status === 200) await fetchReferences(server, secret, body.data, say)
    const differ = differences(plain(request, status, body), expected(world, caller, request), 'answer')
    if (differ.length > 0) say(differ.slice(0, 6).join('\n'))
    if (status === 200 && exported.has(request.path) && request.id === undefined)
      await compareExport(server, world, caller, secret, request)
  } catch (error) {
    say(String(error))
  }
}

const exported = new Set(
  operations
    .filter(({ parameters }) => parameters.some(({ name }) => name === 'format'))
    .map(({ path }) => path),
)
const formats = ['ndjson', 'csv', 'xlsx'] as const
let exports = 0

/** The same request for all of the list, in each format in its turn. */
async function compareExport(
  server: TestServer,
  world: World,
  caller: Caller,
  secret: string,
  { path, query: asked }: Request,
): Promise<void> {
  const query = asked.filter(([name]) => name !== 'page' && name !== 'limit')
  const whole = expected(world, caller, { path, query: [...query, ['limit', '200']] })
  const format = formats[exports++ % formats.length]!
  const url = urlOf({ path, query: [...query, ['format', format]] })
  if (!('data' in whole) || (whole.meta as Any).total > 200) return
  const records = whole.data as Any[]
  const { status, bytes, text } = await readExport(server.origin, url, secret)
  // Of fields that this key is not shown there is no table.
  if (status === 400 && text.includes('no column')) return
  assert.equal(status, 200, text)
  if (format === 'ndjson')
    assert.deepEqual(
      readLines(text).lines.map(line => JSON.parse(line)),
      records,
      url,
    )
  else if (format === 'csv') expectTable(readCsv(text), records, csvCell, url)
  else expectTable(await readXlsx(bytes, records.length), records, xlsxCell, url)
}

/** Where each reference leads, by what it is called. */
const places: Record<string, string> = {
  timesheet: '/timesheets',
  timesheets: '/timesheets',
  assignment: '/assignments',
  requisition: '/requisitions',
  invoice: '/invoices',
  afp: '/afps',
  original: '/assignments',
  replacedBy: '/assignments',
  replacementFor: '/assignments',
  entity: '/assignments',
}

/** A key that is shown a reference can fetch the record. */
async function fetchReferences(
  server: TestServer,
  secret: string,
  data: Any,
  say: (what: string) => void,
): Promise<void> {
  for (const url of new Set(referencesIn(data, ''))) {
    const { status } = await server.get(url, secret)
    if (status !== 200) say(`  shows a reference to ${url}, which is ${status}`)
  }
}

function referencesIn(value: Any, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap(item => referencesIn(item, name))
  if (value === null || typeof value !== 'object') return []
  const inside = Object.entries(value).flatMap(([key, child]) => referencesIn(child, key))
  const isReference = 'id' in value && (places[name] !== undefined || (name !== '' && isPair(value)))
  return isReference ? [...inside, `${places[name] ?? name}/${value.id}`] : inside
}

/** An id and a reference alone; anything of that kind must be known above, or its fetch fails. */
const isPair = (value: Any) =>
  'reference' in value && Object.keys(value).every(key => ['id', 'reference', 'nanoid'].includes(key))

const brief = (value: Any) => {
  const text = Array.isArray(value)
    ? JSON.stringify(value.map(item => item?.id ?? item))
    : JSON.stringify(value)
  return text === undefined ? 'nothing' : text.slice(0, 300)
}

/** Where two values differ, each place on a line. */
export function differences(actual: Any, right: Any, place: string): string[] {
  if (isDeepStrictEqual(actual, right)) return []
  const open = (value: Any) => value !== null && typeof value === 'object'
  const lists = [actual, right].filter(Array.isArray)
  const alike = open(actual) && open(right) && (lists.length === 0 || actual.length === right.length)
  if (!alike) return [`  ${place}: ${brief(actual)}, should be ${brief(right)}`]
  const names = new Set([...Object.keys(actual), ...Object.keys(right)])
  return [...names].flatMap(name => differences(actual[name], right[name], `${place}.${name}`))
}

export function plain(request: Request, status: number, body: Any): Answer {
  if (status >= 400) return { status, code: body.error.code }
  if (request.path !== '/me') return { status, data: body.data, ...(body.meta && { meta: body.meta }) }
  const { companies, agencies } = body.data
  const ordered = (refs: Any[]) => [...refs].sort((a, b) => (a.id < b.id ? -1 : 1))
  return { status, data: companies ? { companies: ordered(companies) } : { agencies: ordered(agencies) } }
}
