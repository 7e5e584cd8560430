// Who may reach the tools from a web page: pages of this server and of this machine, by whatever name it was asked.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { hostsOf, strangerIn } from '../../src/formats/hosts.ts'
import { rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load(rivals())
const key = await server.key('company', ['c1'])

async function statusOf(headers: Record<string, string>): Promise<number> {
  const asked = request(`${server.origin}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
  })
  asked.end('{"jsonrpc":"2.0","id":1,"method":"ping"}')
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode!
}

test('an Origin is the Host that was asked, or this machine; any other address is refused', async () => {
  for (const [host, origin, status] of [
    ['127.0.0.1:8080', 'http://127.0.0.1:8080', 200],
    ['127.0.0.1', 'http://localhost:3000', 200],
    ['localhost', 'http://[::1]', 200],
    ['localhost', 'http://127.7.7.7', 200],
    ['192.168.1.20', 'http://192.168.1.20', 200],
    ['[2001:db8::5]:8080', 'https://[2001:db8::5]', 200],
    ['127.0.0.1', 'http://192.168.1.20', 403],
    ['192.168.1.20', 'http://192.168.1.21', 403],
    ['192.168.1.20', 'http://203.0.113.9', 403],
    ['localhost', 'http://[2001:db8::5]', 403],
    ['localhost', 'http://0.0.0.0', 403],
    ['localhost', 'https://evil.example', 403],
    ['localhost', 'null', 403],
    ['localhost', 'http://localhost.evil.example', 403],
    ['evil.example', 'http://evil.example', 403],
    ['evil.example', 'http://127.0.0.1', 403],
  ] as const)
    assert.equal(await statusOf({ Host: host, Origin: origin }), status, `${origin} at ${host}`)
})

test('the public name and a name that is listened on are ours, an address that is listened on is not', () => {
  const stranger = (given: Parameters<typeof hostsOf>[0], host: string, origin: string) =>
    strangerIn(new Headers({ host, origin }), () => hostsOf(given)) !== undefined
  const named = { publicUrl: 'https://Muster.example/under', host: '0.0.0.0' }
  assert.equal(stranger(named, 'muster.example', 'https://muster.example'), false)
  assert.equal(stranger(named, '10.0.0.4:8080', 'https://muster.example'), false)
  assert.equal(stranger(named, 'muster.example', 'http://0.0.0.0'), true)
  assert.equal(stranger(named, 'muster.example', 'http://10.0.0.4'), true)
  assert.equal(stranger({ host: '10.0.0.4' }, 'localhost', 'http://10.0.0.4'), true)
  assert.equal(stranger({ host: 'muster.lan' }, 'muster.lan:8080', 'http://muster.lan'), false)
  assert.equal(stranger({ publicUrl: 'https://203.0.113.9' }, 'localhost', 'https://203.0.113.9'), false)
})
