// A body that holds room and does not come is told so, and the room is given to others.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { apiPrefix } from '../../src/http/surface.ts'
import { rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load(rivals())
const key = await server.key('agency', ['a1'])

test('a large body that stalls is 408', async () => {
  const { hostname, port } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST ${apiPrefix}/workers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 40000000\r\n\r\n{"firstName":`,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  assert.match(answer.toString(), /^HTTP\/1.1 408 /)
  assert.match(answer.toString(), /"REQUEST_TIMEOUT"/)
  socket.destroy()
})
