// Whoever keeps trying keys that do not exist is refused more and more slowly, and whoever asks beyond its limits ten times a
// second; nobody else waits.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { newSecret } from '../../src/access/key-format.ts'
import { slowDown, type Time } from '../../src/access/slow-down.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import { listKeys, revokeKey } from '../../src/store/keys/keys.ts'
import { rivals } from '../support/lines.ts'
import { type Json, testServer } from '../support/server.ts'

type Waiting = { ms: number; pass(): void }

/** Time in the hands of a test: what waits, waits until it is told that its time has passed. */
class HeldTime implements Time {
  at = 0
  readonly waiting: Waiting[] = []
  #came = Promise.withResolvers<void>()

  now() {
    return this.at
  }

  wait(ms: number, gone: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.waiting.push({ ms, pass: resolve })
    gone.addEventListener('abort', () => reject(gone.reason))
    this.#came.resolve()
    this.#came = Promise.withResolvers()
    return promise
  }

  /** Once so many have waited in all. */
  async until(count: number): Promise<void> {
    while (this.waiting.length < count) await this.#came.promise
  }
}

const declared = { operations, types: recordTypes, trustedProxies: ['127.0.0.1'] }

async function serverWith(held: HeldTime) {
  const server = await testServer({ ...declared, time: held })
  await server.load(rivals())
  const from = (ip: string, secret = newSecret('company')) =>
    server.get('/me', secret, { headers: { 'X-Forwarded-For': ip } })
  const tools = async (ip: string, secret = newSecret('company')) => {
    const headers = { Authorization: `Bearer ${secret}`, 'X-Forwarded-For': ip }
    return (await fetch(`${server.origin}/mcp`, { method: 'POST', headers, body: '{}' })).status
  }
  return { ...server, from, tools }
}

test('the first five unknown keys of an address are refused at once, the next ones after longer and longer waits', async () => {
  const held = new HeldTime()
  const { from, tools } = await serverWith(held)
  for (const secret of ['wfc_mistyped', newSecret('company'), newSecret('agency')])
    assert.equal((await from('203.0.113.7', secret)).status, 401)
  assert.equal(await tools('203.0.113.7'), 401)
  assert.equal((await from('203.0.113.7', newSecret('operator'))).status, 401)
  assert.equal(held.waiting.length, 0)
  const expected = [125, 250, 500, 1000, 2000, 4000, 4000, 4000]
  for (const [at, ms] of expected.entries()) {
    const refused = at % 2 === 0 ? from('203.0.113.7').then(({ status }) => status) : tools('203.0.113.7')
    await held.until(at + 1)
    assert.equal(held.waiting[at]!.ms, ms)
    held.waiting[at]!.pass()
    assert.equal(await refused, 401)
  }
})

test('a good key behind the same address is answered while unknown ones wait, and so are other addresses', async () => {
  const held = new HeldTime()
  const { from, tools, key } = await serverWith(held)
  const good = await key('company', ['c1'])
  const refused = Array.from({ length: 9 }, () => from('203.0.113.7'))
  await held.until(4)
  assert.equal((await from('203.0.113.7', good)).status, 200)
  assert.equal(await tools('203.0.113.7', good), 415)
  assert.equal((await from('203.0.113.8')).status, 401)
  assert.equal(held.waiting.length, 4)
  for (const { pass } of held.waiting) pass()
  for (const { status, body } of await Promise.all(refused))
    assert.deepEqual([status, body.error.code], [401, 'INVALID_API_KEY'])
})

test('only unknown keys count: those that are missing, revoked or used elsewhere never wait', async () => {
  const held = new HeldTime()
  const { get, key, database } = await serverWith(held)
  const revoked = await key('company', ['c1'])
  await revokeKey(database, (await listKeys(database, revoked))[0]!.id)
  const elsewhere = await key('company', ['c1'], { allowedIps: ['203.0.113.7'] })
  for (let turn = 0; turn < 9; turn++)
    for (const [secret, status] of [
      [undefined, 401],
      [revoked, 401],
      [elsewhere, 403],
    ] as const)
      assert.equal((await get('/me', secret)).status, status)
  assert.equal((await get('/me', newSecret('company'))).status, 401)
  assert.equal(held.waiting.length, 0)
})

test('a key beyond its limit is refused twenty times at once, then ten times a second; other keys wait for nothing', async () => {
  const held = new HeldTime()
  const { get, key } = await serverWith(held)
  const [greedy, other] = [await key('company', ['c1'], { perMinute: 2 }), await key('company', ['c1'])]
  for (const status of [200, 200, ...Array<number>(20).fill(429)])
    assert.equal((await get('/me', greedy)).status, status)
  assert.equal(held.waiting.length, 0)
  for (const at of [0, 1, 2]) {
    const refused = get('/me', greedy)
    await held.until(at + 1)
    assert.equal((await get('/me', other)).status, 200)
    assert.equal(held.waiting[at]!.ms, 100)
    held.waiting[at]!.pass()
    assert.deepEqual([(await refused).status, (await refused).body.error.code], [429, 'RATE_LIMIT_EXCEEDED'])
  }
})

test('after a minute without an unknown key an address begins anew', async () => {
  const held = new HeldTime()
  const { from } = await serverWith(held)
  for (let turn = 0; turn < 5; turn++) await from('203.0.113.7')
  held.at += 59_999
  const refused = from('203.0.113.7')
  await held.until(1)
  held.waiting[0]!.pass()
  await refused
  held.at += 60_000
  for (let turn = 0; turn < 5; turn++) await from('203.0.113.7')
  assert.equal(held.waiting.length, 1)
})

test('at most 200 refusals wait: the next comes at once and its connection ends, and who goes away makes room', async () => {
  const held = new HeldTime()
  const { origin } = await serverWith(held)
  const agent = new Agent({ keepAlive: true, maxSockets: 300 })
  const ask = () => {
    const headers = { Authorization: `Bearer ${newSecret('company')}` }
    return request(`${origin}${apiPrefix}/me`, { agent, headers }).end()
  }
  const answerTo = async (asked: ReturnType<typeof ask>) => {
    const [response] = (await once(asked, 'response')) as Json[]
    response.resume()
    return [response.statusCode, response.headers.connection]
  }
  for (let turn = 0; turn < 5; turn++) assert.deepEqual(await answerTo(ask()), [401, 'keep-alive'])
  const waiting = Array.from({ length: 200 }, ask)
  await held.until(200)
  assert.deepEqual(await answerTo(ask()), [401, 'close'])
  const [gone] = waiting
  gone!.on('error', () => {})
  gone!.destroy()
  // The server hears of that a moment later; until then the next ones come at once too.
  while (held.waiting.length === 200) {
    const asked = ask()
    await Promise.race([once(asked, 'response'), held.until(201)])
    waiting.push(asked)
  }
  agent.destroy()
  for (const asked of waiting) asked.on('error', () => {}).destroy()
})

/** How long a refusal of this address waits after those of others. */
function waitAfter(refused: readonly string[], address: string): number {
  const held = new HeldTime()
  const slow = slowDown(held)
  const { signal } = new AbortController()
  for (const one of refused) void slow.hold(one, signal)
  const before = held.waiting.length
  void slow.hold(address, signal)
  return held.waiting[before]?.ms ?? 0
}

test('addresses within the 64 bits of IPv6 that one subscriber has are one', () => {
  const near = Array.from({ length: 6 }, (_, index) => `2001:db8:1:2:${index + 1}::${index}`)
  assert.equal(waitAfter(near, '2001:db8:1:2:ffff::1'), 250)
  assert.equal(waitAfter(near, '2001:db8:1:3::1'), 0)
})

test('no more than ten thousand addresses are remembered; who was quiet longest is forgotten first', () => {
  const six = Array<string>(6).fill('203.0.113.7')
  const others = (count: number) =>
    Array.from({ length: count }, (_, index) => `10.0.${index >> 8}.${index & 255}`)
  assert.equal(waitAfter([...six, ...others(9_999)], '203.0.113.7'), 250)
  assert.equal(waitAfter([...six, ...others(10_000)], '203.0.113.7'), 0)
})
