// What must never be reached through a webhook: every form is refused when it is saved and when it is connected to,
// and no connection is made.
import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { after, test } from 'node:test'
import { isLoopbackAddress, isPublicAddress } from '../../src/formats/web-address.ts'
import { AddressRefused, guardOf } from '../../src/outbound/guard.ts'
import { posterOf } from '../../src/outbound/post.ts'
import { receiver } from './receiver.ts'

const insides = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
]
const sixes = [
  '::',
  '::1',
  '::2',
  '::7f00:1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '0:0:0:0:0:ffff:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::10.0.0.1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '2002:c0a8:1::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::a9fe:a9fe',
  'fec0::1',
  'feff::1',
  'ff02::1',
  'ff0e::1',
]
/** Other ways to write 127.0.0.1, 10.0.0.1 and 169.254.169.254 that URLs allow. */
const encodings = [
  '2130706433',
  '0x7f000001',
  '0x7F.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '127.0.0.1.',
  '127。0。0。1',
  '１２７.０.０.１',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
  '0x0a000001',
  '012.0.0.1',
  '167772161',
  '10.1',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '169.254.43518',
  '169.16689662',
  '0',
  '0x0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]',
]
const names = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'loopback.example',
  'private.example',
  'metadata.example',
  'mapped.example',
  'mixed.example',
  'nat64.example',
  'nothing.example',
  'rebinding.example',
]
let asked = 0
const resolve = async (host: string) => {
  const known: Record<string, string[]> = {
    'loopback.example': ['127.0.0.1'],
    'private.example': ['10.1.2.3'],
    'metadata.example': ['169.254.169.254'],
    'mapped.example': ['::ffff:10.0.0.1'],
    'mixed.example': ['93.184.216.34', '192.168.1.1'],
    'nat64.example': ['64:ff9b::a00:1'],
    'nothing.example': [],
    'rebinding.example': asked++ === 0 ? ['93.184.216.34'] : ['127.0.0.1'],
    'public.example': ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'],
  }
  return known[host.replace(/\.$/, '')] ?? []
}
/** Public addresses in forms that are refused all the same. */
const forms = [
  'http://public.example/',
  'https://public.example:8080/',
  'https://public.example:22/',
  'https://public.example:80/',
  'http://public.example:443/',
  'https://user:pass@public.example/',
  'https://user@public.example/',
  'https://public.example/#there',
  'ftp://public.example/',
  'file:///etc/passwd',
  'gopher://public.example/',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'public.example',
  '//public.example/',
  'https://',
  'https://[::1',
  'https://256.256.256.256/',
  'https://1.2.3.4.5/',
  `https://public.example/${'x'.repeat(2050)}`,
  'http://0.0.0.0:9200/',
  'http://127.0.0.1:5432/',
  'http://[::]:80/',
]

const hosts = [...insides, ...sixes.map(six => `[${six}]`), ...encodings, ...names]
const refused = [...hosts.map(host => `https://${host}/`), ...forms]

/** Every connection that anything in this process asks for. */
const connections: unknown[] = []
const { connect } = Socket.prototype
Socket.prototype.connect = function (this: Socket, ...given: never[]) {
  connections.push(given)
  return Reflect.apply(connect, this, given)
} as typeof connect
after(() => {
  Socket.prototype.connect = connect
})

const guard = guardOf({ loopback: false, resolve })

test(`${refused.length} forms are refused when saved and when sent to, and nothing is connected to`, async () => {
  assert.ok(refused.length >= 100)
  const { post } = posterOf(guard)
  for (const address of refused) {
    if (!address.includes('rebinding'))
      await assert.rejects(guard.check(address), AddressRefused, `${address} was accepted`)
    if (!/^https?:/.test(address) || !URL.canParse(address)) continue
    // What is not about the host is refused at saving; the host again at every connect.
    if (/user|#|xxx/.test(address)) continue
    const { status, error } = await post(new URL(address), {}, '{}')
    assert.equal(status, undefined, address)
    assert.ok(error, address)
  }
  assert.deepEqual(connections, [])
})

test('a name that was public when it was saved and is not when it is connected to is refused', async () => {
  asked = 0
  await guard.check('https://rebinding.example/')
  const { error } = await posterOf(guard).post(new URL('https://rebinding.example/'), {}, '{}')
  assert.match(error!, /rebinding\.example/)
  assert.deepEqual(connections, [])
})

test('public addresses pass, over https on 443 and 8443', async () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450::1'])
    assert.ok(isPublicAddress(address), address)
  for (const address of ['https://public.example/', 'https://public.example:8443/in?x=1', 'https://8.8.8.8/'])
    assert.equal((await guard.check(address)).href, address)
})

test('where loopback is allowed it is allowed over http and on any port, and nothing else is', async () => {
  const to = await receiver()
  const open = guardOf({ loopback: true, resolve })
  assert.equal((await posterOf(open).post(new URL(to.url), {}, '{}')).status, 200)
  for (const address of ['https://localhost/', 'http://127.0.0.1:8080/', 'http://[::1]:9/', 'http://127.1/'])
    await open.check(address)
  const still = refused.filter(address => !/^https?:/.test(address) || !URL.canParse(address))
  const isLoopback = (host: string) => {
    const plain = new URL(`http://${host}/`).hostname.replace(/^\[|\]$|\.$/g, '')
    return isLoopbackAddress(plain) || /^(localhost|loopback\.example|rebinding\.example)$/.test(plain)
  }
  const inside = hosts.filter(host => !isLoopback(host))
  for (const address of [...still, ...inside.map(host => `http://${host}/`), 'http://public.example/'])
    await assert.rejects(open.check(address), AddressRefused, `${address} was accepted`)
})
