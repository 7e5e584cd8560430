// Allow-lists find the client however its address and theirs are written, and cannot be talked past.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { networkOf, plainAddress, plainRange } from '../../src/formats/ip-address.ts'
import { readSettings } from '../../src/settings/settings.ts'
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
    ['fe80::1%eth0\n', undefined],
    ['64:ff9b::203.0.113.7', '64:ff9b::cb00:7107'],
    ['127.1', undefined],
    ['2130706433', undefined],
    ['0x7f.0.0.1', undefined],
    ['010.0.0.1', undefined],
    ['1.2.3.4.5', undefined],
    ['1.2.3.4:80', undefined],
    ['::203.0.113.7', undefined],
    ['::ffff:0x7f.0.0.1', undefined],
    ['::ffff:010.0.0.1', undefined],
    ['0:0:0:0:0:0:203.0.113.7', '::cb00:7107'],
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
    ['::ffff:0:0/96', '0.0.0.0/0'],
    ['::ffff:255.255.255.255/97', '128.0.0.0/1'],
    ['::ffff:10.1.2.3/95', '::fffe:0:0/95'],
    ['::ffff:0:0/95', '::fffe:0:0/95'],
    ['::fffe:10.1.2.3/96', '::fffe:0:0/96'],
    ['::1:ffff:10.1.2.3/96', '::1:ffff:0:0/96'],
    ['::ffff:10.1.2.3/129', undefined],
    ['::ffff:10.1.2.3/0', '::/0'],
    ['10.1.2.3/31', '10.1.2.2/31'],
    ['10.1.2.3/1', '0.0.0.0/1'],
    ['fe80::1%eth0/64', 'fe80::/64'],
    ['::10.1.2.3/104', undefined],
    ['10.0.0.0/0032', undefined],
    ['10.0.0.0/8/8', undefined],
    ['/8', undefined],
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

test('a client is one IPv4 address, or 64 bits of IPv6', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['nonsense', 'nonsense'],
    ['no:nsense', 'no:nsense'],
    ['', ''],
  ] as const)
    assert.equal(networkOf(address), network)
})

const direct = await testServer()
const proxied = await testServer({
  operations,
  types: recordTypes,
  trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
})
for (const server of [direct, proxied]) await server.load(rivals())

const from = async (server: typeof direct, allowedIps: string[], forwarded?: string) => {
  const key = await server.key('company', ['c1'], { allowedIps: allowedIps.map(each => plainRange(each)!) })
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

test('in one notation or the other, a list opens to the same addresses and to none of their neighbours', async () => {
  for (const entries of [['203.0.113.8/30'], ['::ffff:203.0.113.8/126'], ['::FFFF:cb00:7108/126']]) {
    for (const [last, outcome] of [
      [7, 'out'],
      [8, 'in'],
      [11, 'in'],
      [12, 'out'],
    ] as const)
      for (const forwarded of [`203.0.113.${last}`, `::ffff:203.0.113.${last}`])
        assert.equal(
          await from(proxied, entries, forwarded),
          outcome === 'in' ? 'in' : refused(`203.0.113.${last}`),
          `${forwarded} on ${entries}`,
        )
  }
  for (const neighbour of [
    '::fffe:ffff:ffff',
    '::1:0:0:0',
    '::cb00:7108',
    '::203.0.113.8',
    '64:ff9b::cb00:7108',
  ])
    assert.equal(
      await from(proxied, ['::ffff:0:0/96'], neighbour),
      refused(neighbour === '::203.0.113.8' ? 'an address that is not known' : neighbour),
    )
  assert.equal(await from(proxied, ['::ffff:0:0/96'], '255.255.255.255'), 'in')
})

test('of many requests at once behind a proxy, exactly those from addresses on the list come in', async () => {
  const key = await proxied.key('company', ['c1'], { allowedIps: ['203.0.113.0/24'] })
  const asked = Array.from({ length: 60 }, (_, n) => (n % 2 ? `203.0.113.${n}` : `198.51.100.${n % 7}`))
  const replies = await Promise.all(
    asked.map(ip => proxied.get('/me', key, { headers: { 'X-Forwarded-For': ip } })),
  )
  assert.deepEqual(
    replies.map(({ status, body }) => (status === 200 ? 'in' : body.error.message)),
    asked.map(ip => (ip.startsWith('203.') ? 'in' : refused(ip))),
  )
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
