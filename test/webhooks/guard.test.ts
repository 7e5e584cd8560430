// The guard at the moment of connecting: what counts is where the connection leads, however the host was written.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { after, test } from 'node:test'
import { AddressRefused, guardOf } from '../../src/webhooks/guard.ts'
import { posterOf } from '../../src/webhooks/post.ts'
import { receiver } from './receiver.ts'

const publicAddress = '93.184.216.34'

/** Sends connections to the public address elsewhere, as a rule of the machine's firewall would. */
const detour: { host?: string; port?: number } = {}
type Target = { host: string; port: number }
const { connect } = Socket.prototype
Socket.prototype.connect = function (this: Socket, ...given: never[]) {
  const [target] = given[0] as unknown as [Target]
  if (target.host === publicAddress) Object.assign(target, detour)
  return Reflect.apply(connect, this, given)
} as typeof connect
after(() => {
  Socket.prototype.connect = connect
})

test('a connection that ends inside although the address was public is closed before a byte is sent', async () => {
  const heard: Buffer[] = []
  const inside = createServer(socket => socket.on('data', chunk => heard.push(chunk)))
  after(() => inside.close())
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
  Object.assign(detour, { host: '127.0.0.1', port: (inside.address() as AddressInfo).port })
  const came = once(inside, 'connection') as Promise<[Socket]>
  const guard = guardOf({ loopback: false, resolve: async () => [publicAddress] })
  await assert.rejects(guard.connect(new URL('https://public.example/'), 2_000), error => {
    assert.ok(error instanceof AddressRefused)
    assert.equal(error.message, 'connected to an address that may not be used')
    return true
  })
  const [socket] = await came
  if (!socket.closed) await once(socket, 'close')
  assert.deepEqual(heard, [])
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
