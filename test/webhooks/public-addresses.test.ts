// Both sides of every boundary between addresses that may be sent to and those that may not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addressFault,
  hostOf,
  isLoopbackAddress,
  isPublicAddress,
  isPublicForm,
  readAddress,
} from '../../src/formats/web-address.ts'

/** Each line: the last before a range, its first, its last, the first after it; only the middle two are in it. */
const notPublic = [
  ['1fff:ffff::', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
  ['2001:db7:ffff::ffff', '2001:db8::', '2001:db8:ffff::ffff', '2001:db9::'],
  ['2001:ffff:ffff::ffff', '2002::', '2002:ffff:ffff::ffff', '2003::'],
  ['3ffe:ffff:ffff::ffff', '3fff::', '3fff:fff:ffff::ffff', '3fff:1000::'],
  ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
] as const

test('what lies next to a range that is not public is public', () => {
  for (const [before, first, last, behind] of notPublic) {
    // The range before 2001:: is 2000::, and before that nothing is.
    assert.equal(isPublicAddress(before), before !== '1fff:ffff::', before)
    for (const inside of [first, last]) assert.equal(isPublicAddress(inside), false, inside)
    assert.equal(isPublicAddress(behind), true, behind)
  }
})

test('of IPv6, only 2000::/3 is public', () => {
  for (const inside of ['2000::', '2000:ffff::1', '2600::', '3000::1', '3fff:ffff:ffff::ffff'])
    assert.equal(isPublicAddress(inside), true, inside)
  for (const outside of ['1fff:ffff:ffff::ffff', '4000::', '::', '0:2000::'])
    assert.equal(isPublicAddress(outside), false, outside)
})

test('what is no plain address is neither public nor loopback', () => {
  for (const text of ['', 'nonsense', 'localhost', '2600::1%eth0', '1.1.1.1%eth0', '0x8.8.8.8', '134744072'])
    assert.deepEqual([isPublicAddress(text), isLoopbackAddress(text)], [false, false], text)
})

test('loopback is 127.0.0.0/8 and ::1', () => {
  for (const inside of ['127.0.0.0', '127.0.0.1', '127.255.255.255', '::1'])
    assert.equal(isLoopbackAddress(inside), true, inside)
  for (const outside of ['126.255.255.255', '128.0.0.0', '::', '::2', '::ffff:127.0.0.1'])
    assert.equal(isLoopbackAddress(outside), false, outside)
})

test('a host is the same with a dot at its end, and an IPv6 address without its brackets', () => {
  for (const [address, host] of [
    ['https://public.example/', 'public.example'],
    ['https://public.example./', 'public.example'],
    ['https://a.b.c.example:8443/', 'a.b.c.example'],
    ['https://[2600::1]/', '2600::1'],
    ['https://127.0.0.1./', '127.0.0.1'],
  ] as const)
    assert.equal(hostOf(new URL(address)), host)
})

const long = (length: number) => 'https://public.example/'.padEnd(length, 'x')

test('of an address everything is said that is wrong with its form, and of nothing else', () => {
  for (const [address, fault] of [
    [long(2049), 'is longer than 2048 characters'],
    ['public.example', 'is not a URL'],
    ['', 'is not a URL'],
    ['ftp://public.example/', 'must begin with https://'],
    ['https://user@public.example/', 'may not hold a user name or password'],
    ['https://:word@public.example/', 'may not hold a user name or password'],
    ['https://public.example/#there', 'may not have a fragment'],
  ] as const) {
    assert.equal(readAddress(address), fault)
    assert.equal(addressFault(address, { loopback: true }), fault)
  }
  for (const address of [long(2048), 'http://public.example:8080/', 'https://10.0.0.1/'])
    assert.equal((readAddress(address) as URL).href, address)
})

const thisMachine = 'is an address of this machine, which WEBHOOK_LOOPBACK does not allow'

test('what an address says of itself is enough to refuse what is inside or not https', () => {
  for (const [address, fault] of [
    ['http://public.example/', 'is not https on port 443 or 8443'],
    ['https://public.example:8080/', 'is not https on port 443 or 8443'],
    ['http://8.8.8.8:443/', 'is not https on port 443 or 8443'],
    ['https://10.0.0.1/', 'is not a public address'],
    ['https://[fd00::1]:8443/', 'is not a public address'],
    ['https://public.example/', undefined],
    ['https://public.example:443/', undefined],
    ['https://public.example:8443/', undefined],
    ['https://8.8.8.8/', undefined],
    ['http://localhost:8080/', undefined],
    ['http://localhost.:8080/', undefined],
    ['http://127.0.0.1:8080/', undefined],
    ['http://[::1]:8080/', undefined],
  ] as const) {
    assert.equal(addressFault(address, { loopback: true }), fault, address)
    const isHere = /localhost|127\.0\.0\.1|::1\]:8080/.test(address)
    const inPublic = addressFault(address, { loopback: false })
    assert.equal(inPublic, isHere ? thisMachine : fault, address)
    const isHttps = /^https:[^:]*(\[.*\])?(:8?443)?\/$/.test(address)
    assert.equal(isPublicForm(new URL(address)), isHttps, address)
  }
})
