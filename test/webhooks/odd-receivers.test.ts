// Receivers that answer with something else than an answer: each is a failure, and soon over.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { guardOf } from '../../src/outbound/guard.ts'
import { posterOf } from '../../src/outbound/post.ts'

const answers = {
  'an upgrade': 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
  nothing: '',
  'only a hint': 'HTTP/1.1 103 Early Hints\r\n\r\n',
  'something that is not HTTP': 'hello\r\n',
}

for (const [called, answer] of Object.entries(answers)) {
  test(`${called} is no success, and does not hold the attempt`, { timeout: 5_000 }, async () => {
    const odd = createServer(socket => socket.once('data', () => socket.end(answer)))
    odd.listen(0, '127.0.0.1')
    await once(odd, 'listening')
    const poster = posterOf(guardOf({ loopback: true }))
    const { port } = odd.address() as AddressInfo
    const { error } = await poster.post(new URL(`http://127.0.0.1:${port}/`), {}, '{}')
    assert.ok(error)
    poster.close()
    odd.close()
  })
}
