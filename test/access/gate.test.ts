// The gate's own promises: everybody who waits is judged by their own secret and address, and is told the truth.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { newSecret } from '../../src/access/key-format.ts'
import { agencies, connections } from '../../src/api/agencies.ts'
import { companies } from '../../src/api/companies.ts'
import { Problem } from '../../src/kernel/problem.ts'
import { callerBook } from '../../src/store/callers.ts'
import { openDatabase } from '../../src/store/database.ts'
import { type Gate, gateOf, lookerOf } from '../../src/store/gate.ts'
import { createKey, type NewKey } from '../../src/store/keys.ts'
import { takeClock } from '../support/clock.ts'
import { testDatabase } from '../support/database.ts'

const { database, connection } = await testDatabase([companies.stored, agencies, connections])
const clock = await takeClock(database, '2026-03-02T12:00:00Z')
const callers = callerBook(database)
const newGate = () => gateOf(database, callers, () => clock.now().getTime())
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

const newKey = (more: Partial<NewKey> = {}) =>
  createKey(database, { kind: 'company', owners: ['c1'], name: 'k', scopes: [], ...more })

const outcome = (gate: Gate, secret: string, ip: string): Promise<string> =>
  gate.admit(secret, ip).then(
    () => 'in',
    (problem: Problem) => problem.code,
  )

test('of one key’s requests that wait together, exactly those from addresses on its list come in', async () => {
  const { secret } = await newKey({ allowedIps: ['203.0.113.0/24', '2001:db8::7'] })
  const inside = ['203.0.113.7', '203.0.113.255', '2001:db8::7']
  const outside = ['198.51.100.1', '203.0.114.0', '2001:db8::8', '']
  for (const addresses of [
    [...inside, ...outside],
    [...outside, ...inside],
  ]) {
    const gate = newGate()
    const asked = Array.from({ length: 70 }, (_, index) => addresses[index % addresses.length]!)
    const came = await Promise.all(asked.map(ip => outcome(gate, secret, ip)))
    assert.deepEqual(
      came,
      asked.map(ip => (inside.includes(ip) ? 'in' : 'IP_NOT_ALLOWED')),
    )
  }
})

test('of many keys’ requests that wait together, each has the outcome of its own key', async () => {
  const open = await newKey({ owners: ['c1'] })
  const listed = await newKey({ owners: ['c2'], allowedIps: ['203.0.113.7'] })
  const gate = newGate()
  const asked = Array.from({ length: 60 }, (_, index) => ({
    made: [open, listed, { secret: newSecret('company'), key: undefined }][index % 3]!,
    ip: ['203.0.113.7', '198.51.100.1'][index % 2]!,
  }))
  await Promise.all(
    asked.map(async ({ made, ip }) => {
      const found = await gate.admit(made.secret, ip).catch((problem: Problem) => problem)
      if (made === open || (made === listed && ip === '203.0.113.7'))
        assert.equal((found as { keyId: string }).keyId, made.key!.id)
      else assert.equal((found as Problem).code, made === listed ? 'IP_NOT_ALLOWED' : 'INVALID_API_KEY')
    }),
  )
})

test('a key that is mistyped, or opens something else, is refused without a look-up', async () => {
  const away = openDatabase(
    { connection: { ...connection, database: 'no_such_database' } },
    { connections: 1, applicationName: 'away' },
  )
  after(() => away.close())
  const gates = [gateOf(away, callerBook(away)).admit, lookerOf(away, callerBook(away))]
  const key = newSecret('agency')
  const last = key.endsWith('0') ? '1' : '0'
  const message = 'This is not an API key: it is mistyped or cut short'
  for (const admit of gates) {
    await assert.rejects(admit(key, '::1'), error => !(error instanceof Problem), 'a good one is looked up')
    for (const wrong of [`${key.slice(0, -1)}${last}`, key.slice(0, -1), `${key}0`, 'wfc_', 'hunter2'])
      await assert.rejects(admit(wrong, '::1'), { code: 'INVALID_API_KEY', message })
    await assert.rejects(admit(newSecret('operator'), '::1'), {
      code: 'INVALID_API_KEY',
      message: 'This is an operator token; the API takes API keys only',
    })
  }
})

test('who waits as many seconds as was told is let in, and who waits one less is not', async () => {
  const gate = newGate()
  const asked = fc.record({ passedMs: fc.integer({ min: 0, max: 59_999 }), perMinute: fc.constantFrom(1, 2) })
  await fc.assert(
    fc.asyncProperty(asked, async ({ passedMs, perMinute }) => {
      const { secret } = await newKey({ perMinute })
      for (let n = 0; n < perMinute; n++) await gate.admit(secret, '::1')
      await later(passedMs)
      const refusal = await gate.admit(secret, '::1').catch((problem: Problem) => problem)
      const { RateLimit, 'Retry-After': wait } = (refusal as Problem).headers
      assert.match(RateLimit!, new RegExp(`^"minute";r=0;t=${wait},`))
      await later(Number(wait) * 1000 - 1000)
      assert.equal(await outcome(gate, secret, '::1'), 'RATE_LIMIT_EXCEEDED')
      await later(1000)
      assert.equal(await outcome(gate, secret, '::1'), 'in')
    }),
    { numRuns: 15, examples: [[{ passedMs: 400, perMinute: 1 }], [{ passedMs: 59_999, perMinute: 1 }]] },
  )
})
