// Allow-lists find the client however its address and theirs are written, and cannot be talked past.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainAddress, plainRange } from '../../src/access/address.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { readSettings } from '../../src/settings.ts'
import { rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

test('an address has one form: IPv4 even when mapped, IPv6 shortened, without its zone', () => {
  for (const [given, plain] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:0DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['127.1', undefined],
    ['2130706433', undefined],
    ['0x7f.0.0.1', undefined],
    ['010.0.0.1', undefined],
    ['1.2.3.4.5', undefined],
    ['1.2.3.4:80', undefined],
    ['localhost', undefined],
    ['', undefined],
  ] as const)
    assert.equal(plainAddress(given), plain, given)
})

test('a range has one form: its network, and that of IPv4 where it is a range of mapped addresses', () => {
  for (const [given, plain] of [
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['10.1.2.3/32', '10.1.2.3'],
    ['10.1.2.3', '10.1.2.3'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['192.0.2.129/25', '192.0.2.128/25'],
    ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
    ['::ffff:10.1.2.3/128', '10.1.2.3'],
    ['2001:db8:1:2::3/33', '2001:db8::/33'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['10.0.0.0/33', undefined],
    ['2001:db8::/129', undefined],
    ['10.0.0.0/-1', undefined],
    ['10.0.0.0/', undefined],
    ['10.0.0/8', undefined],
  ] as const)
    assert.equal(plainRange(given), plain, given)
})

const direct = await testServer()
const proxied = await testServer({
  operations,
  types: recordTypes,
  trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
})
for (const server of [direct, proxied]) await server.load(rivals())

const from = async (server: typeof direct, allowedIps: string[], forwarded?: string) => {
  const key = await server.key('company', ['c1'], { allowedIps })
  const init = forwarded === undefined ? {} : { headers: { 'X-Forwarded-For': forwarded } }
  const { status, body } = await server.get('/me', key, init)
  return status === 200 ? 'in' : body.error.message
}
const refused = (address: string) => `This API key may not be used from ${address}; it has an IP allow-list`

test('without trusted proxies only the socket counts, whatever is forwarded', async () => {
  assert.equal(await from(direct, ['127.0.0.1']), 'in')
  assert.equal(await from(direct, ['127.0.0.1'], '203.0.113.7'), 'in')
  assert.equal(await from(direct, ['203.0.113.7'], '203.0.113.7'), refused('127.0.0.1'))
})

test('behind trusted proxies the right-most address that is not one of them counts', async () => {
  const allowed = ['203.0.113.0/24', '2001:db8::/32']
  for (const [forwarded, outcome] of [
    ['203.0.113.7', 'in'],
    ['198.51.100.1, 203.0.113.7', 'in'],
    ['203.0.113.7, 10.9.9.9', 'in'],
    ['203.0.113.7, 10.9.9.9, fd00::1, ::ffff:10.1.1.1', 'in'],
    ['::ffff:203.0.113.7', 'in'],
    ['2001:DB8:0::5', 'in'],
    ['203.0.113.7, 198.51.100.1', refused('198.51.100.1')],
    ['203.0.113.7, 198.51.100.1, 10.9.9.9', refused('198.51.100.1')],
    ['203.0.113.7, nonsense', refused('an address that is not known')],
    ['10.9.9.9', refused('10.9.9.9')],
  ] as const)
    assert.equal(await from(proxied, allowed, forwarded), outcome, forwarded)
  assert.equal(await from(proxied, allowed), refused('127.0.0.1'))
})

test('an address that cannot be read is in no list, not even in one of everything', async () => {
  assert.equal(
    await from(proxied, ['0.0.0.0/0', '::/0'], '203.0.113.7, nonsense'),
    refused('an address that is not known'),
  )
})

test('a trusted proxy that is no address stops the start with the name of the setting', () => {
  assert.deepEqual(readSettings({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }, {}).trustedProxies, [
    '10.0.0.0/8',
    '::1',
  ])
  for (const wrong of ['proxy.example', '10.0.0.0/33', '::1/129', '10.0.0'])
    assert.throws(
      () => readSettings({ TRUSTED_PROXIES: `127.0.0.1,${wrong}` }, {}),
      (error: Error) => error.message.startsWith(`TRUSTED_PROXIES: "${wrong}" is neither`),
    )
})
