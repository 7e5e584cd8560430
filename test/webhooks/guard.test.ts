// The guard at the moment of connecting: what counts is where the connection leads, however the host was written,
// and whom the certificate there is for.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, Socket } from 'node:net'
import { after, mock, test } from 'node:test'
import { createServer as createTlsServer, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { AddressRefused, guardOf, TimedOut } from '../../src/outbound/guard.ts'
import { posterOf } from '../../src/outbound/post.ts'
import { certificateFor } from '../support/certificate.ts'
import { nameServer } from './name-server.ts'
import { receiver } from './receiver.ts'

/** Where connections to an address are sent instead, as a rule of the machine's firewall would; null is nowhere. */
const detours = new Map<string, number | null>()
const targets: string[] = []
const { connect } = Socket.prototype
Socket.prototype.connect = function (this: Socket, ...given: never[]) {
  const [target] = given[0] as unknown as [{ host: string; port: number }]
  targets.push(`${target.host} ${target.port}`)
  const port = detours.get(target.host)
  if (port === null) return this
  if (port !== undefined) Object.assign(target, { host: '127.0.0.1', port })
  return Reflect.apply(connect, this, given)
} as typeof connect
after(() => {
  Socket.prototype.connect = connect
})

const publicAddress = '93.184.216.34'
const always =
  (...addresses: string[]) =>
  async () =>
    addresses
const closed = guardOf({ loopback: false, resolve: always(publicAddress) })
const open = (...addresses: string[]) => guardOf({ loopback: true, resolve: always(...addresses) })

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  after(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A server that only takes what comes, and the next connection to it. */
async function silent() {
  const heard: Buffer[] = []
  const server = createServer(socket => socket.on('data', chunk => heard.push(chunk)).on('error', () => {}))
  const port = await listening(server)
  return { port, heard, came: once(server, 'connection') as Promise<[Socket]> }
}

const gone = async (socket: Socket) => {
  if (!socket.closed) await once(socket, 'close')
}

const refused = (message: string | RegExp) => (error: unknown) => {
  assert.ok(error instanceof AddressRefused, String(error))
  if (typeof message === 'string') assert.equal(error.message, message)
  else assert.match(error.message, message)
  return true
}

test('a connection that ends inside although the address was public is closed before a byte is sent', async () => {
  const inside = await silent()
  detours.set(publicAddress, inside.port)
  await assert.rejects(
    closed.connect(new URL('https://public.example/'), 2_000),
    refused('connected to an address that may not be used'),
  )
  const [socket] = await inside.came
  await gone(socket)
  assert.deepEqual(inside.heard, [])
})

test('a dot at the end of a host changes nothing about where it leads', async () => {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return [publicAddress]
  }
  const guard = guardOf({ loopback: false, resolve })
  for (const inside of ['localhost.', 'LOCALHOST.', '127.0.0.1.', '10.0.0.1.', '0x7f.1.'])
    await assert.rejects(guard.check(`https://${inside}/`), AddressRefused, inside)
  assert.deepEqual(asked, [], 'no name server is asked about what is inside')
  await guard.check('https://public.example./')
  assert.deepEqual(asked, ['public.example'])
  const to = await receiver()
  const poster = posterOf(guardOf({ loopback: true, resolve }))
  after(poster.close)
  for (const host of ['localhost', 'localhost.', '127.0.0.1.'])
    assert.equal((await poster.post(new URL(to.url.replace('127.0.0.1', host)), {}, '{}')).status, 200, host)
})

test('whoever is refused hears what is wrong with the address', async () => {
  const usable =
    'https on port 443 or 8443 to a public address is, and loopback where WEBHOOK_LOOPBACK is set'
  const long = (length: number) => 'https://public.example/'.padEnd(length, 'x')
  for (const [address, message] of [
    [long(2049), 'The address is longer than 2048 characters'],
    ['public.example', 'The address is not a URL'],
    ['ftp://public.example/', 'The address must begin with https://'],
    ['https://user@public.example/', 'The address may not hold a user name or password'],
    ['https://:word@public.example/', 'The address may not hold a user name or password'],
    ['https://public.example/#there', 'The address may not have a fragment'],
    ['https://10.0.0.1/', '10.0.0.1 is not a public address'],
    ['https://[fd00::1]/', 'fd00::1 is not a public address'],
    ['https://localhost/', `https://localhost may not be used: ${usable}`],
    ['http://public.example/', `http://public.example may not be used: ${usable}`],
    ['https://public.example:444/', `https://public.example:444 may not be used: ${usable}`],
  ] as const)
    await assert.rejects(closed.check(address), refused(message), address)
  for (const [addresses, message] of [
    [[], 'name.example has no address'],
    [[publicAddress, '10.0.0.1'], 'name.example is not a public address'],
    [[publicAddress, '127.0.0.1'], `https://name.example may not be used: ${usable}`],
    [['10.0.0.1', '127.0.0.1'], `https://name.example may not be used: ${usable}`],
  ] as const)
    await assert.rejects(
      guardOf({ loopback: false, resolve: always(...addresses) }).check('https://name.example/'),
      refused(message),
    )
  assert.equal((await closed.check(long(2048))).href, long(2048))
})

test('a name that cannot be resolved is refused when it is saved, and fails when it is connected to', async () => {
  const resolve = async () => {
    throw Object.assign(new Error('no'), { code: 'ESERVFAIL' })
  }
  const guard = guardOf({ loopback: false, resolve })
  await assert.rejects(guard.check('https://name.example/'), refused('name.example cannot be resolved'))
  await assert.rejects(guard.connect(new URL('https://name.example/'), 2_000), { code: 'ESERVFAIL' })
})

test('without a port it is 80 for http and 443 for https', async () => {
  const { port } = await silent()
  detours.set('127.0.0.5', port)
  targets.length = 0
  const socket = await open('127.0.0.5').connect(new URL('http://name.example/'), 2_000)
  socket.destroy()
  await assert.rejects(open('127.0.0.5').connect(new URL('https://name.example/'), 50), TimedOut)
  assert.deepEqual(targets, ['127.0.0.5 80', '127.0.0.5 443'])
})

test('one address after another is tried, and the last failure is told', async () => {
  const { port } = await silent()
  const url = new URL(`http://name.example:${port}/`)
  targets.length = 0
  const socket = await open('127.0.0.2', '127.0.0.3', '127.0.0.1').connect(url, 5_000)
  assert.equal(socket.remoteAddress, '127.0.0.1')
  assert.equal(socket.listenerCount('error'), 0, 'whoever has it now hears of its errors')
  socket.destroy()
  assert.deepEqual(
    targets,
    ['127.0.0.2', '127.0.0.3', '127.0.0.1'].map(address => `${address} ${port}`),
  )
  await assert.rejects(open('127.0.0.2', '127.0.0.3').connect(url, 5_000), { code: 'ECONNREFUSED' })
})

test('an address that leads nowhere has its share of the time, and no more', async () => {
  const { port } = await silent()
  const url = new URL(`http://name.example:${port}/`)
  detours.set('127.0.0.6', null)
  const began = performance.now()
  const socket = await open('127.0.0.6', '127.0.0.6', '127.0.0.1', '127.0.0.1').connect(url, 2_000)
  socket.destroy()
  const took = performance.now() - began
  assert.ok(took >= 990 && took < 1_900, `${took} ms for two of four`)
  const late = { name: 'Error', message: 'connecting took too long' }
  await assert.rejects(open('127.0.0.6').connect(url, 50), late)
  await assert.rejects(open('127.0.0.6').connect(url, 50), TimedOut)
  targets.length = 0
  mock.method(Date, 'now', () => 1)
  after(() => mock.reset())
  await assert.rejects(open('127.0.0.1').connect(url, 0), late)
  mock.reset()
  assert.deepEqual(targets, [], 'there was no time for any')
})

test('a name that takes too long to resolve takes too long to connect to', async () => {
  const never = guardOf({ loopback: true, resolve: () => new Promise(() => {}) })
  await assert.rejects(never.connect(new URL('https://name.example/'), 50), TimedOut)
})

test('no timer outlives the connecting', async () => {
  const { port } = await silent()
  const timers = () => process.getActiveResourcesInfo().filter(each => each === 'Timeout').length
  const before = timers()
  const socket = await open('127.0.0.1').connect(new URL(`http://name.example:${port}/`), 60_000)
  assert.equal(timers(), before)
  socket.destroy()
})

type Met = { servername: string | false; protocol: string | false | null }

async function tlsServer(names: string[], addresses: string[] = []) {
  const certificate = certificateFor(names, addresses)
  const server = createTlsServer({ ...certificate, ALPNProtocols: ['h2', 'http/1.1'] })
  const met: Met[] = []
  const heard: Buffer[] = []
  server.on('secureConnection', (socket: TLSSocket & { servername: string | false }) => {
    met.push({ servername: socket.servername, protocol: socket.alpnProtocol })
    socket.on('data', chunk => heard.push(chunk)).on('error', () => {})
  })
  return { port: await listening(server), certificate, met, heard }
}

test('https asks for the host by its name, speaks HTTP/1.1 and takes only a certificate for that host', async () => {
  const server = await tlsServer(['public.example'], ['127.0.0.1', '::1'])
  const to = (host: string) => new URL(`https://${host}:${server.port}/`)
  const guard = open('127.0.0.1')
  await assert.rejects(guard.connect(to('public.example'), 5_000), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  setDefaultCACertificates([server.certificate.cert])
  await assert.rejects(guard.connect(to('other.example'), 5_000), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  server.met.length = 0
  detours.set('::1', server.port)
  for (const host of ['public.example', '127.0.0.1', '[::1]']) {
    const socket = (await guard.connect(to(host), 5_000)) as TLSSocket
    assert.ok(socket.encrypted && socket.authorized, host)
    socket.end('hello')
    await gone(socket)
  }
  assert.deepEqual(server.met, [
    { servername: 'public.example', protocol: 'http/1.1' },
    { servername: false, protocol: 'http/1.1' },
    { servername: false, protocol: 'http/1.1' },
  ])
  assert.equal(Buffer.concat(server.heard).toString(), 'hello'.repeat(3))
  const other = await tlsServer(['public.example'])
  setDefaultCACertificates([other.certificate.cert])
  await assert.rejects(guard.connect(new URL(`https://127.0.0.1:${other.port}/`), 5_000), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
})

test('a receiver that never finishes its handshake is left in time', async () => {
  const { port, came } = await silent()
  await assert.rejects(open('127.0.0.1').connect(new URL(`https://name.example:${port}/`), 300), TimedOut)
  const [socket] = await came
  await gone(socket)
})

test('names are looked up in both families, and one that is not known says so', async () => {
  const asked = await nameServer({
    'both.example': ['1.1.1.1', '2606:4700:4700::1111'],
    'four.example': ['1.1.1.1'],
    'six.example': ['2606:4700:4700::1111'],
    'inside.example': ['1.1.1.1', 'fd00::1'],
    'empty.example': [],
    'broken.example': 'broken',
    'silent.example': 'silent',
  })
  const guard = guardOf({ loopback: false })
  for (const name of ['both', 'four', 'six']) await guard.check(`https://${name}.example/`)
  assert.deepEqual(asked.slice(0, 2).sort(), ['A both.example', 'AAAA both.example'])
  await assert.rejects(
    guard.check('https://inside.example/'),
    refused('inside.example is not a public address'),
  )
  for (const [name, code] of [
    ['unknown', 'ENOTFOUND'],
    ['empty', 'ENODATA'],
    ['broken', 'ESERVFAIL'],
  ] as const) {
    await assert.rejects(
      guard.check(`https://${name}.example/`),
      refused(`${name}.example cannot be resolved`),
    )
    await assert.rejects(guard.connect(new URL(`https://${name}.example/`), 2_000), {
      message: `${name}.example cannot be resolved`,
      code,
    })
  }
  const began = performance.now()
  await assert.rejects(guard.check('https://silent.example/'), refused('silent.example cannot be resolved'))
  const took = performance.now() - began
  assert.equal(asked.filter(each => each === 'A silent.example').length, 2, 'asked twice')
  assert.ok(took > 3_000 && took < 9_000, `${took} ms`)
})
