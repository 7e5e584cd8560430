// What is promised of every operation alike, generated from the declarations.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { CallerKind } from '../../src/access/caller.ts'
import { newSecret } from '../../src/access/key-format.ts'
import { allowsKind } from '../../src/access/permit.ts'
import { operations } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { name, sql } from '../../src/database/sql.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { type Node, nodeOf, withoutNull } from '../../src/shape/shape.ts'
import { narrowTable } from '../../src/store/records/tables.ts'
import { company as rival } from '../support/lines.ts'
import { everyNth, isLong } from '../support/long.ts'
import { masterLists, newcomer, posted } from '../support/newcomer.ts'
import { sampleId, samples, shownSampleLines, shownToday } from '../support/samples.ts'
import { type Reply, testServer } from '../support/server.ts'

const server = await testServer()
const idOf = (type: string) => samples.get(type)!.record.id
const owners = { company: [idOf('company'), 'c2'], agency: [idOf('agency')] }
/** Another record of each type, so that lists have more than one. */
const again = [...samples.values()]
  .map(shownToday)
  .flatMap(({ type, record, facts }) =>
    owners.company.includes(record.id) || owners.agency.includes(record.id)
      ? []
      : [{ type, record: { ...record, id: `${record.id}-2` }, facts }],
  )
const report = await server.load([rival('c2'), ...masterLists(), ...shownSampleLines(), ...again])
assert.equal(report.rejected, 0)
const keys: Record<CallerKind, string> = {
  company: await server.key('company', owners.company),
  agency: await server.key('agency', owners.agency),
}

const pathOf = (operation: Operation) =>
  operation.path.includes('{id}') ? operation.path.replace('{id}', sampleId(operation)) : operation.path
let people = 0
const bodyFor = ({ path }: Operation) => (path === '/workers' ? newcomer(++people) : { state: 'accepted' })
/** A request that is whole: of an operation that takes a body, with one that it takes, of somebody new. */
const ask = (operation: Operation, secret?: string, query = '') =>
  server.get(
    `${pathOf(operation)}${query}`,
    secret,
    operation.body ? posted(bodyFor(operation)) : { method: operation.method },
  )
const kindsOf = (operation: Operation) =>
  (['company', 'agency'] as const).filter(kind => allowsKind(operation, kind))

/** Of what all operations treat alike each has some, so that together they have all; in the long run each has all. */
const someFor = <T>(operation: Operation, all: readonly T[], n: number): readonly T[] =>
  all.filter((_, at) => isLong || (at + operations.indexOf(operation)) % n === 0)

for (const operation of operations) {
  const title = `${operation.method} ${operation.path}`
  describe(title, () => {
    test('answers 401 without a key, with a mistyped one and with an unknown one', async () => {
      const none = await ask(operation)
      assert.deepEqual([none.status, none.body.error.code], [401, 'MISSING_API_KEY'])
      const mistyped = await ask(operation, `${keys.company.slice(0, -1)}!`)
      assert.deepEqual([mistyped.status, mistyped.body.error.code], [401, 'INVALID_API_KEY'])
      const unknown = await ask(operation, newSecret('company'))
      assert.deepEqual([unknown.status, unknown.body.error.code], [401, 'INVALID_API_KEY'])
      assert.equal(unknown.headers.get('ratelimit'), null)
    })

    test('answers 200 to the keys it is for, with rate limit headers', async () => {
      for (const kind of kindsOf(operation)) {
        const answer = await ask(operation, keys[kind])
        assert.equal(answer.status, 200, `${kind}: ${answer.text}`)
        assert.match(answer.headers.get('ratelimit') ?? '', /^"minute";r=\d+;t=\d+,"day";r=\d+;t=\d+$/)
        assert.match(
          answer.headers.get('ratelimit-policy') ?? '',
          /^"minute";q=\d+;w=60,"day";q=\d+;w=86400$/,
        )
      }
    })

    test('answers 403 to the kind of key it is not for', async () => {
      for (const kind of ['company', 'agency'] as const) {
        if (allowsKind(operation, kind)) continue
        const answer = await ask(operation, keys[kind])
        assert.equal(answer.status, 403)
        assert.equal(
          answer.body.error.code,
          kind === 'agency' ? 'COMPANY_KEY_REQUIRED' : 'AGENCY_KEY_REQUIRED',
        )
      }
    })

    test('answers 403 without one of its scopes, and needs no other', async () => {
      for (const kind of kindsOf(operation)) {
        const only = await server.key(kind, owners[kind], { scopes: operation.scopes })
        assert.equal((await ask(operation, only)).status, 200)
        for (const missing of operation.scopes) {
          const without = await server.key(kind, owners[kind], {
            scopes: scopesFor(kind).filter(scope => scope !== missing),
          })
          const answer = await ask(operation, without)
          assert.deepEqual([answer.status, answer.body.error.code], [403, 'INSUFFICIENT_SCOPE'])
          assert.match(answer.body.error.message, new RegExp(missing))
        }
      }
    })

    test('answers 405 with Allow to every other method', async () => {
      const kind = kindsOf(operation)[0]!
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        method => method !== operation.method,
      )) {
        const shared = operations.some(other => other.path === operation.path && other.method === method)
        if (shared) continue
        const answer = await server.get(pathOf(operation), keys[kind], { method })
        assert.deepEqual([answer.status, answer.body.error.code], [405, 'METHOD_NOT_ALLOWED'])
        assert.ok(answer.headers.get('allow')?.includes(operation.method))
      }
      const head = await server.get(pathOf(operation), keys[kind], { method: 'HEAD' })
      assert.equal(head.status, 405)
    })

    test('answers 429 once the minute is used up, and says when to come back', async () => {
      const kind = kindsOf(operation)[0]!
      const few = await server.key(kind, owners[kind], { perMinute: 2 })
      const statuses = []
      for (let i = 0; i < 3; i++) statuses.push(await ask(operation, few))
      assert.deepEqual(
        statuses.map(answer => answer.status),
        [200, 200, 429],
      )
      assert.equal(statuses[2]!.body.error.code, 'RATE_LIMIT_EXCEEDED')
      assert.ok(Number(statuses[2]!.headers.get('retry-after')) >= 1)
      assert.match(statuses[2]!.headers.get('ratelimit') ?? '', /^"minute";r=0;/)
    })

    test('refuses parameters it does not declare, empty, repeated and structured ones', async () => {
      const kind = kindsOf(operation)[0]!
      const names = operation.parameters.map(parameter => parameter.name)
      const queries = names.flatMap(name => [`${name}=`, `${name}[]=x`])
      const once = operation.parameters.filter(parameter => !parameter.repeats)
      queries.push(...once.map(({ name }) => `${name}=1&${name}=1`))
      for (const query of ['zzz=1', 'pages=1', ...someFor(operation, queries, 3)]) {
        const answer = await ask(operation, keys[kind], `?${query}`)
        assert.deepEqual([answer.status, answer.body.error.code], [400, 'BAD_REQUEST'], query)
      }
    })

    if (operation.shape === 'list') listPromises(operation)
    if (operation.path.includes('{id}')) idPromises(operation)
  })
}

/** The page as `meta` tells it; recruitment metrics and totals add figures of everything that matches, billing checks what they
 * cannot tell. */
function placeOf({ body }: Reply) {
  const { withdrawalSummary: _, all: __, checking: ___, notChecked: ____, ...place } = body.meta
  return place
}

/** Numbers around those where something may change, and other ways to write them. */
const pagingTexts = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        0n,
        1n,
        50n,
        200n,
        2n ** 31n,
        2n ** 32n,
        2n ** 53n,
        2n ** 53n / 200n,
        2n ** 63n,
        2n ** 64n,
      ),
      fc.bigInt(-3n, 3n),
    )
    .map(([edge, more]) => String(edge + more)),
  fc.bigInt(1n, 2n ** 54n).map(String),
  fc.integer({ min: 1, max: 4 }).map(String),
  fc.integer({ min: 1, max: 400 }).map(digits => '9'.repeat(digits)),
  fc.nat(500).map(number => `000${number}`),
  fc
    .nat(500)
    .chain(number =>
      fc.constantFrom(
        `+${number}`,
        `-${number}`,
        `${number}.0`,
        `${number}.5`,
        `${number}e2`,
        `0x${number}`,
        `${number} `,
      ),
    ),
)

/** The page that two texts ask for, from §4.18: positive integers, a limit capped at 200, a safe offset. */
function pageFor(page: string, limit: string) {
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  if (![page, limit].every(text => /^[0-9]+$/.test(text) && BigInt(text) >= 1n && BigInt(text) <= most))
    return
  const size = BigInt(limit) > 200n ? 200n : BigInt(limit)
  const offset = (BigInt(page) - 1n) * size
  if (offset > most) return
  return { page: Number(page), limit: Number(size), offset: Number(offset) }
}

/** Every field, and every path one step into it. */
function pathsIn(item: Node): string[] {
  const { properties } = item.anyOf?.[0] ?? item
  return Object.entries(properties!).flatMap(([name, node]) => {
    const { node: open } = withoutNull(node)
    const inner = withoutNull(open.items ?? open).node.properties ?? {}
    return [name, ...Object.keys(inner).map(below => `${name}.${below}`)]
  })
}

type Identified = { id: string }

/** The same records by their nanoids; those of lists that are worked out have none. */
async function nanoidsOf({ reads }: Operation, ids: readonly string[]): Promise<string[]> {
  if (!reads) return [...ids]
  const rows = await server.database.rows<{ nanoid: string }>(
    sql`select nanoid from ${name(narrowTable(reads))} where id = any(${ids}::text[])`,
  )
  return rows.map(({ nanoid }) => nanoid)
}

/** What a list may be asked besides: each choice, flag and sort, a search and a range of days. */
const otherQueries = ({ parameters }: Operation): string[] =>
  parameters.flatMap(({ name, schema, httpOnly }) => {
    if (httpOnly) return []
    const { enum: words, type } = nodeOf(schema)
    if (name === 'query') return ['query=a', 'query=e', 'query=nothing-like-it']
    if (name === 'from') return ['from=2026-01-01', 'from=2026-11-01&to=2026-11-30']
    if (name === 'dateField') return words!.map(word => `dateField=${word}&from=2026-02-01`)
    if (words) return words.map(word => `${name}=${word}`)
    return type === 'boolean' ? [`${name}=true`] : []
  })

type GetList = (query: string) => Promise<Reply>

function listPromises(operation: Operation): void {
  const get: GetList = async query => {
    const reply = await server.get(`${pathOf(operation)}${query}`, keys[kindsOf(operation)[0]!])
    // Links to files are signed anew each second.
    return { ...reply, body: JSON.parse(reply.text.replace(/expires=\d+&sig=[\w-]+/g, '')) }
  }
  pagePromises(operation, get)
  sortAndFieldPromises(operation, get)
  chosenByIdPromises(operation, get)

  test('a company outside the key is 403, whatever else is asked', async () => {
    if (!operation.parameters.some(parameter => parameter.name === 'company')) return
    const stranger = await server.get(`${pathOf(operation)}?company=c2,c9`, keys[kindsOf(operation)[0]!])
    assert.deepEqual([stranger.status, stranger.body.error.code], [403, 'COMPANY_ACCESS_DENIED'])
  })

  test('days must be real and in order', async () => {
    if (!operation.parameters.some(parameter => parameter.name === 'from')) return
    for (const query of [
      'from=2026-02-30',
      'to=yesterday',
      'from=2026-3-1',
      'from=2026-03-02&to=2026-03-01',
    ]) {
      assert.equal((await get(`?${query}`)).status, 400, query)
    }
    assert.equal((await get('?from=2026-03-02&to=2026-03-02')).status, 200)
  })
}

function pagePromises(operation: Operation, get: GetList): void {
  test('pages: default 50, at most 200, past the end an empty list with the right total', async () => {
    const first = await get('')
    const { total } = first.body.meta
    assert.deepEqual(placeOf(first), { page: 1, limit: 50, total })
    assert.equal(first.body.data.length, Math.min(50, total))
    assert.equal((await get('?limit=5000')).body.meta.limit, 200)
    const past = await get('?page=99&limit=10')
    assert.deepEqual([past.body.data, placeOf(past)], [[], { page: 99, limit: 10, total }])
    const all = []
    for (let page = 1; page <= first.body.data.length; page++)
      all.push(...(await get(`?limit=1&page=${page}`)).body.data)
    assert.deepEqual(all, first.body.data)
  })

  test('page and limit must be positive whole numbers, and the offset safe', async () => {
    for (const value of someFor(
      operation,
      ['0', '-1', '1.5', 'x', '1e3', '%20', '99999999999999999999'],
      3,
    )) {
      assert.equal((await get(`?page=${value}`)).status, 400, `page=${value}`)
      assert.equal((await get(`?limit=${value}`)).status, 400, `limit=${value}`)
    }
    assert.equal((await get('?page=9007199254740991&limit=200')).status, 400)
  })

  test('whatever page and limit are, the answer is the right page or 400 that says why', async () => {
    const { data, meta } = (await get('?limit=200')).body
    while (data.length < meta.total)
      data.push(...(await get(`?limit=200&page=${data.length / 200 + 1}`)).body.data)
    const oneOrOther = fc.asyncProperty(pagingTexts, pagingTexts, async (page, limit) => {
      const answer = await get(`?page=${encodeURIComponent(page)}&limit=${encodeURIComponent(limit)}`)
      const right = pageFor(page, limit)
      if (!right) {
        assert.deepEqual([answer.status, answer.body.error.code], [400, 'BAD_REQUEST'])
        assert.match(
          answer.body.error.message,
          /^(page|limit)=.* (whole number from 1|can be at most [0-9]+)/,
        )
        return
      }
      assert.deepEqual(placeOf(answer), { page: right.page, limit: right.limit, total: meta.total })
      const { offset } = right
      assert.deepEqual(answer.body.data, data.slice(offset, offset + right.limit))
    })
    const [page, limit] = ['45035996273705', '200']
    await fc.assert(oneOrOther, { numRuns: isLong ? 30 : 4, examples: [[page, limit]] })
  })
}

function sortAndFieldPromises(operation: Operation, get: GetList): void {
  const item = nodeOf(operation.answers).items!
  const first = (item.required ?? item.anyOf![0]!.required)![0]!
  const enumOf = (name: string) =>
    (
      operation.parameters.find(parameter => parameter.name === name)?.schema as
        | { enum?: string[] }
        | undefined
    )?.enum ?? []

  test('sorts by every sort in both directions, and by no other', async () => {
    for (const sort of enumOf('sortBy')) {
      const rising = (await get(`?sortBy=${sort}&sortOrder=asc&fields=${first}`)).body.data
      const falling = (await get(`?sortBy=${sort}&sortOrder=desc&fields=${first}`)).body.data
      assert.equal(rising.length, falling.length)
    }
    if (enumOf('sortBy').length > 0) assert.equal((await get('?sortBy=nonsense')).status, 400)
    if (enumOf('sortOrder').length > 0) assert.equal((await get('?sortOrder=up')).status, 400)
  })

  test('fields keeps what is asked for, and refuses what it does not know', async () => {
    const answer = await get(`?fields=${first}`)
    for (const record of answer.body.data) assert.deepEqual(Object.keys(record), [first])
    for (const path of everyNth(pathsIn(item), 6))
      for (const record of (await get(`?fields=${path}`)).body.data)
        assert.ok(
          Object.keys(record).every(name => name === path.split('.')[0]),
          path,
        )
    const wrong = ['nonsense', 'id,,name', ',id', 'id,', 'id=1', 'id name', '__proto__', 'constructor']
    for (const bad of someFor(operation, wrong, 3)) {
      assert.equal((await get(`?fields=${encodeURIComponent(bad)}`)).status, 400, bad)
    }
  })
}

function chosenByIdPromises(operation: Operation, get: GetList): void {
  const item = nodeOf(operation.answers).items!
  test('id gives those records, in the list’s order, however they are asked for', async () => {
    // Totals are of the records that the ids choose.
    if (operation.list !== undefined) return
    const takes = operation.parameters.some(parameter => parameter.name === 'id')
    assert.equal(takes, item.properties?.id !== undefined, 'records that have ids are found by them')
    if (!takes) return
    const all: Identified[] = (await get('?limit=200')).body.data
    assert.ok(all.length > 0)
    const some = all.slice(0, 60).map(record => record.id)
    const alsoNanoids = [...some.slice(1), ...(await nanoidsOf(operation, some.slice(0, 1)))]
    const asked = [...alsoNanoids, 'nowhere', ...alsoNanoids.slice(-2)].reverse()
    const found = await get(`?id=${asked}`)
    const among = (records: Identified[]) => records.filter(({ id }) => some.includes(id))
    assert.deepEqual(found.body.data, among(all))
    assert.deepEqual(placeOf(found), { page: 1, limit: 200, total: some.length })
    const second = await get(`?id=${asked}&limit=1&page=2&fields=id`)
    assert.deepEqual(
      second.body.data,
      some.slice(1, 2).map(id => ({ id })),
    )
    assert.deepEqual(placeOf(second), { page: 2, limit: 1, total: some.length })
    for (const query of everyNth(otherQueries(operation), 4)) {
      const listed = await get(`?${query}&limit=200`)
      const both = await get(`?${query}&id=${asked}`)
      assert.equal(both.status, listed.status, query)
      if (listed.status !== 200) continue
      assert.deepEqual(both.body.data, among(listed.body.data), query)
      assert.equal(both.body.meta.total, both.body.data.length, query)
    }
  })

  test('of ids that are nobody’s and ids of others, id finds nothing and says no more', async () => {
    if (operation.list !== undefined || !operation.parameters.some(parameter => parameter.name === 'id'))
      return
    const stranger = await server.key('company', ['c2'])
    if (!operation.path.includes('{id}') && operation.scopes.length > 0 && allowsKind(operation, 'company')) {
      const theirs = ((await get('?limit=200')).body.data as Identified[]).map(({ id }) => id)
      const outside = await server.get(`${operation.path}?id=${theirs}`, stranger)
      const nobodys = await server.get(`${operation.path}?id=${theirs.map((_, at) => `x${at}`)}`, stranger)
      assert.equal(outside.body.meta.total, 0)
      assert.equal(outside.text, nobodys.text)
    }
    const many = (length: number) => Array.from({ length }, (_, at) => `0123456789abcdef0123${at + 1000}`)
    assert.deepEqual((await get(`?id=${many(200)}`)).body.data, [])
    assert.deepEqual((await get(`?id=${[...many(200), ...many(100)]}`)).body.data, [])
    const over = await get(`?id=${many(201)}`)
    assert.deepEqual([over.status, over.body.error.code], [400, 'BAD_REQUEST'])
    assert.match(over.body.error.message, /^id=.*: these are 201 ids; give at most 200 at a time$/)
    const bad = await get('?id=ok,not%20ok')
    assert.equal(
      bad.body.error.message,
      'id=ok,not ok: "not ok" is not an id; give one id or several separated by commas',
    )
  })
}

function idPromises(operation: Operation): void {
  test('an id that does not exist and one outside the key give the same 404', async () => {
    const kind = kindsOf(operation)[0]!
    const sent = operation.body ? posted(bodyFor(operation)) : {}
    const missing = await server.get(operation.path.replace('{id}', 'nowhere'), keys[kind], sent)
    assert.equal(missing.status, 404)
    const stranger = await server.key('company', ['c2'])
    if (!allowsKind(operation, 'company')) return
    const outside = await server.get(pathOf(operation), stranger, sent)
    assert.deepEqual([outside.status, outside.text], [404, missing.text])
  })

  test('a malformed id is refused as the contract lists it', async () => {
    const kind = kindsOf(operation)[0]!
    for (const bad of ['a b', 'x'.repeat(65), 'é', '%', '..%2f..', '%00', '']) {
      const path = operation.path.replace(
        '{id}',
        bad === '%' ? bad : encodeURIComponent(decodeURIComponent(bad)),
      )
      const answer = await server.get(path, keys[kind], operation.body ? posted(bodyFor(operation)) : {})
      assert.equal(answer.status, operation.badId, JSON.stringify(bad))
    }
  })
}
