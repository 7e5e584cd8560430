// The least that a server in Node.js can do: answers `/api/open/v1/<bytes>` with that many bytes, and looks at nothing
// else.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const bodies = new Map<string, Buffer>()
const bodyOf = (url: string) => {
  const body = bodies.get(url) ?? Buffer.alloc(Number(url.slice(url.lastIndexOf('/') + 1)), 'x')
  bodies.set(url, body)
  return body
}

const server = createServer((request, response) => {
  const body = bodyOf(request.url!)
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
