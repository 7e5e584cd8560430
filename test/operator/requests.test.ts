// The log of requests, as operators look for a fault in it: what each was, who made it and how it ended, and nothing of
// what was asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSecret } from '../../src/access/key-format.ts'
import { sql } from '../../src/database/sql.ts'
import { meaningOf } from '../../src/errors/problem.ts'
import { type ClosedSteps, countHours, summaryOfRequests } from '../../src/store/requests/request-summary.ts'
import { requestLog, sweepRequests } from '../../src/store/requests/requests.ts'
import { eventually } from '../support/eventually.ts'
import { operatorServer } from '../support/operator.ts'
import { expectAnswered } from '../support/operator-check.ts'
import type { Json } from '../support/server.ts'

const server = await operatorServer()
const { operator, database, api, key } = server
const { secret, key: own } = await key('company', ['c1'])
const limited = await key('agency', ['a1'], { scopes: ['read:projects'], perMinute: 1 })

const found = (requestId: string): Promise<Json> =>
  eventually('a request is in the log', async () => {
    const { data } = await operator('GET', `/requests?requestId=${requestId}`)
    return data[0]
  })

test('a request is logged with its key, its route and its outcome, and never with its address or query', async () => {
  const { requestId } = await api('/sites?query=Fennick%20Wharf&limit=3', secret)
  const { id: _, at, ms, ...line } = await found(requestId)
  assert.deepEqual(line, {
    requestId,
    keyId: own.id,
    keyName: own.name,
    surface: 'http',
    method: 'GET',
    operation: '/sites',
    status: 200,
    code: null,
  })
  assert.ok(Math.abs(Date.now() - Date.parse(at)) < 60_000 && ms > 0)
  const missing = await api('/workers/Ada-Lovelace', secret)
  const { operation, status, code } = await found(missing.requestId)
  assert.deepEqual([operation, status, code], ['/workers/{id}', 404, 'NOT_FOUND'])
  const all = await database.rows<{ whole: string }>(sql`select request::text as whole from request`)
  assert.ok(!all.some(({ whole }) => /Fennick|Ada-Lovelace|limit=/.test(whole)))
})

test('requests of unknown keys, refused keys, tools and operators are logged too', async () => {
  const unknown = await api('/sites', newSecret('company'))
  const { keyId, status, code, operation } = await found(unknown.requestId)
  assert.deepEqual([keyId, status, code, operation], [null, 401, 'INVALID_API_KEY', 'none'])

  await api('/sites', limited.secret)
  const refused = await api('/sites', limited.secret)
  const over = await found(refused.requestId)
  assert.deepEqual([over.keyId, over.status, over.code], [limited.key.id, 429, 'RATE_LIMIT_EXCEEDED'])

  const wrong = await operator('GET', '/loads/nothing')
  const ofOperator = await found(wrong.requestId)
  assert.deepEqual(
    [ofOperator.surface, ofOperator.operation, ofOperator.status, ofOperator.keyId],
    ['operator', '/operator/loads/{id}', 404, null],
  )

  const tool = async (name: string, given: object, who: string) => {
    const response = await fetch(`${new URL(server.running.baseUrl).origin}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${who}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: given },
      }),
    })
    await response.text()
    return found(response.headers.get('x-request-id')!)
  }
  const called = await tool('open_api_list_sites', { limit: 1 }, secret)
  assert.deepEqual(
    [called.surface, called.method, called.operation, called.status, called.keyId],
    ['tool', 'GET', '/sites', 200, own.id],
  )
  const limitedTool = await tool('open_api_list_sites', { limit: 1 }, limited.secret)
  assert.deepEqual(
    [limitedTool.surface, limitedTool.status, limitedTool.code, limitedTool.keyId],
    ['tool', 429, 'RATE_LIMIT_EXCEEDED', limited.key.id],
  )
})

test('every filter leaves what it says, and pages go on where the one before ended', async () => {
  const last = await api('/me', secret)
  await found(last.requestId)
  const { data: all } = await operator('GET', '/requests?limit=999')
  const ids = (lines: Json[]) => lines.map(({ id }) => Number(id))
  assert.deepEqual(
    ids(all),
    ids(all).toSorted((one, other) => other - one),
  )
  const since = all[2].at
  const filters: [string, (line: Json) => boolean][] = [
    [`key=${own.id}`, line => line.keyId === own.id],
    ['status=4xx', line => line.status >= 400 && line.status < 500],
    ['status=404', line => line.status === 404],
    ['code=NOT_FOUND', line => line.code === 'NOT_FOUND'],
    ['operation=/sites', line => line.operation === '/sites'],
    ['surface=tool', line => line.surface === 'tool'],
    [`since=${since}`, line => line.at >= since],
    [`until=${since}`, line => line.at < since],
  ]
  for (const [query, holds] of filters) {
    const { data } = await operator('GET', `/requests?limit=999&${query}`)
    const known = new Set(ids(all))
    const expected = all.filter(holds)
    assert.ok(expected.length > 0, query)
    assert.deepEqual(
      ids(data).filter(id => known.has(id)),
      ids(expected),
      query,
    )
    assert.ok(data.every(holds), query)
  }
  const first = (await operator('GET', '/requests?limit=2')).data
  const next = (await operator('GET', `/requests?limit=999&after=${first[1].id}`)).data
  assert.ok(next.every((line: Json) => Number(line.id) < Number(first[1].id)) && next.length > 2)
  for (const wrong of ['status=9xx', 'since=yesterday', 'after=x', 'surface=post', 'path=/sites'])
    assert.equal((await operator('GET', `/requests?${wrong}`)).status, 400, wrong)
})

test('the summary counts each request once, by outcome, and says of errors what to do', async () => {
  await database.rows(sql`
    insert into request (at, request_id, key_id, surface, method, operation, status, code, ms)
    select now() - interval '2 minutes', 'summary' || n, 'k-summary', 'http', 'GET', '/sites',
      case when n = 20 then 503 when n = 19 then 429 when n > 16 then 404 else 200 end,
      case when n = 20 then 'SERVICE_UNAVAILABLE' when n = 19 then 'RATE_LIMIT_EXCEEDED' when n > 16 then 'NOT_FOUND' end, n
    from generate_series(1, 20) n`)
  for (const [span, step, buckets] of [
    ['hour', 'minute', 60],
    ['day', 'hour', 24],
    ['week', 'hour', 168],
  ] as const) {
    const { data } = await operator('GET', `/requests/summary?span=${span}&key=k-summary`)
    assert.deepEqual([data.span, data.step, data.buckets.length], [span, step, buckets])
    const { p50, p95, ...totals } = data.totals
    assert.deepEqual(totals, { success: 16, client: 2, limited: 1, failed: 1 })
    assert.ok(Math.abs(p50 / 10 - 1) < 0.035 && Math.abs(p95 / 19 - 1) < 0.035, `${p50} ${p95}`)
    const { at: _, ...full } = data.buckets.find((bucket: Json) => bucket.success > 0)
    assert.deepEqual(full, data.totals)
    assert.deepEqual(
      data.errors.map((error: Json) => [error.code, error.count, error.fix]),
      [
        ['NOT_FOUND', 2, meaningOf.NOT_FOUND],
        ['RATE_LIMIT_EXCEEDED', 1, meaningOf.RATE_LIMIT_EXCEEDED],
        ['SERVICE_UNAVAILABLE', 1, meaningOf.SERVICE_UNAVAILABLE],
      ],
    )
  }
  const none = (await operator('GET', '/requests/summary?key=nobody')).data
  assert.deepEqual(none.totals, { success: 0, client: 0, limited: 0, failed: 0, p50: null, p95: null })
})

test('errors add up to all that did not end well, also where an answer has no code or a code has two statuses', async () => {
  const key = 'k-errors'
  await database.rows(sql`
    insert into request (at, request_id, key_id, surface, method, operation, status, code, ms)
    select now() - interval '2 minutes', 'error' || n, ${key}, 'http', 'GET', '/docs',
      case when n <= 3 then 404 when n <= 5 then 400 when n <= 9 then 403 else 200 end,
      case when n <= 3 then null when n = 4 then 'BAD_REQUEST' when n = 5 then 'NOT_FOUND' when n <= 9 then 'NOT_FOUND' end, 1
    from generate_series(1, 12) n`)
  const { errors, totals, from, until } = (await operator('GET', `/requests/summary?span=day&key=${key}`))
    .data
  assert.deepEqual(
    errors.map((error: Json) => [error.code, error.status, error.count]),
    [
      ['NOT_FOUND', 403, 4],
      [null, 404, 3],
      ['BAD_REQUEST', 400, 1],
      ['NOT_FOUND', 400, 1],
    ],
  )
  assert.equal(totals.client + totals.limited + totals.failed, 9)
  for (const { code, status, count } of errors) {
    const query = `key=${key}&code=${code ?? 'none'}&status=${status}&since=${from}&until=${until}`
    assert.equal((await operator('GET', `/requests/count?${query}`)).data.count, count, query)
    assert.equal((await operator('GET', `/requests?${query}`)).data.length, count, query)
  }
  for (const [ending, count] of [
    ['error', 9],
    ['client', 9],
    ['success', 3],
    ['limited', 0],
    ['failed', 0],
  ] as const)
    assert.equal((await operator('GET', `/requests/count?key=${key}&status=${ending}`)).data.count, count)
})

test('a summary counts steps that are over once, and what is new each time', async () => {
  const key = 'k-steps'
  const insert = (from: number, many: number) =>
    database.rows(sql`
      insert into request (at, request_id, key_id, surface, method, operation, status, ms)
      select now() - n * interval '17 minutes', 'step' || n, ${key}, 'http', 'GET', '/sites',
        case when n % 7 = 0 then 503 else 200 end, n % 40 + 1
      from generate_series(${from}::int, ${from + many - 1}::int) n`)
  await insert(0, 600)
  // The server has counted these hours already, when nothing was in them.
  await database.rows(sql`delete from request_hour`)
  for (const buckets of [24, 168]) {
    const closed: ClosedSteps = new Map()
    const asked = { step: 'hour', buckets, key } as const
    const ask = () => summaryOfRequests(database, asked, closed)
    assert.deepEqual(await ask(), await summaryOfRequests(database, asked))
    await insert(0, 1)
    const again = await ask()
    assert.deepEqual(again, await summaryOfRequests(database, asked))
    assert.ok(closed.size >= buckets - 2 && closed.size < buckets, `${closed.size} of ${buckets} are over`)
    const counted = [...closed.values()].flat().reduce((sum, { count }) => sum + count, 0)
    assert.ok(counted > buckets, `only ${counted} were counted`)
    await database.rows(
      sql`delete from request where key_id = ${key} and at < now() - interval '130 minutes'`,
    )
    assert.deepEqual((await ask()).totals, again.totals, `${counted} were counted a second time`)
    await insert(8, 592)
  }
})

test('a week is told from hours that are counted once, and says what the log itself would', async () => {
  await database.rows(sql`
    insert into request (at, request_id, key_id, surface, method, operation, status, code, ms)
    select now() - n * interval '7 minutes', 'hour' || n, case when n % 3 = 0 then null else 'k-hours' || n % 2 end, 'http',
      'GET', '/sites', case when n % 7 = 0 then 503 else 200 end, case when n % 7 = 0 then 'SERVICE_UNAVAILABLE' end,
      n % 40 + 1
    from generate_series(0, 1500) n`)
  const week = { step: 'hour', buckets: 168 } as const
  const told = async () => [
    // The server writes its own beside them, in the last.
    (await summaryOfRequests(database, week)).buckets.slice(0, -2),
    await summaryOfRequests(database, { ...week, key: 'k-hours0' }),
    await summaryOfRequests(database, { ...week, key: 'k-hours1' }),
    await summaryOfRequests(database, { ...week, key: 'nobody' }),
  ]
  await database.rows(sql`delete from request_hour`)
  const before = await told()
  await countHours(database, 168)
  assert.deepEqual(await told(), before)
  await countHours(database, 168)
  assert.deepEqual(await told(), before, 'nothing is counted twice')
  // Only what is not over is read from the log any more, so that its size does not matter.
  await database.rows(sql`delete from request where at < now() - interval '130 minutes'`)
  assert.deepEqual(await told(), before)
  const [kept] = await database.rows<{ count: number }>(sql`select count(*)::int as count from request_hour`)
  await database.rows(sql`update request_hour set at = at - interval '7 days'`)
  await sweepRequests(database, 7, () => false)
  const [left] = await database.rows<{ count: number }>(sql`select count(*)::int as count from request_hour`)
  assert.ok(kept!.count > 168 && left!.count <= 2, `${left!.count} of ${kept!.count} outlive their week`)
})

test('the log holds as many as its setting says, and what is old is swept', async () => {
  const note = (log: ReturnType<typeof requestLog>, many: number) => {
    for (let n = 0; n < many; n++)
      log.note({
        requestId: `bounded-${n}`,
        surface: 'http',
        method: 'GET',
        route: '/me',
        status: 200,
        ms: 1,
      })
  }
  const log = requestLog(database, 100)
  note(log, 250)
  await log.flush()
  // The server writes its own beside them, when it comes to that.
  const [row] = await database.rows<{ count: number }>(
    sql`select count(*)::int as count from request where request_id like 'bounded-%'`,
  )
  assert.ok(row!.count <= 100, `${row!.count} are kept`)
  await database.rows(sql`update request set at = now() - interval '8 days' where request_id = 'bounded-200'`)
  await sweepRequests(database, 7, () => false)
  const left = await database.rows(
    sql`select 1 from request where request_id in ('bounded-200', 'bounded-201')`,
  )
  assert.equal(left.length, 1)
})

test('what cannot be written stays in memory, is bounded, and is written once', async () => {
  let fails = true
  const broken = {
    ...database,
    transaction: ((run: never) =>
      fails
        ? Promise.reject(new Error('no database'))
        : database.transaction(run)) as typeof database.transaction,
  }
  const log = requestLog(broken, 1_000_000)
  for (let n = 0; n < 50_010; n++)
    log.note({ requestId: 'kept-back', surface: 'http', method: 'GET', route: '/me', status: 200, ms: 1 })
  await assert.rejects(log.flush())
  fails = false
  await log.flush()
  await log.flush()
  const [row] = await database.rows<{ count: number }>(
    sql`select count(*)::int as count from request where request_id = 'kept-back'`,
  )
  assert.equal(row!.count, 50_000)
})

test('every operation of this part was answered here as its document says', () => expectAnswered('requests'))
