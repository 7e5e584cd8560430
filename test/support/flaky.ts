// A real proxy before a real server that spoils some requests: answers them itself, or breaks the connection.
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type Spoil =
  | { status: number; headers?: Record<string, string> }
  | 'reset before'
  | 'reset after'
  | undefined

export type Flaky = { url: string; seen: { method: string; at: number }[] }

/** `spoil` says what becomes of each request, in turn; nothing lets it through. */
export async function flaky(origin: string, spoil: (number: number) => Spoil): Promise<Flaky> {
  const seen: Flaky['seen'] = []
  const proxy = createServer((incoming, outgoing) => {
    seen.push({ method: incoming.method!, at: performance.now() })
    const how = spoil(seen.length)
    if (how === 'reset before') return void incoming.socket.destroy()
    if (typeof how === 'object') {
      const { status, headers } = how
      outgoing.writeHead(status, {
        'Content-Type': 'application/json',
        'X-Request-Id': 'spoilt-1',
        ...headers,
      })
      const error = {
        code: status === 429 ? 'RATE_LIMIT_EXCEEDED' : 'SERVICE_UNAVAILABLE',
        message: 'spoilt',
      }
      return void outgoing.end(JSON.stringify({ success: false, error }))
    }
    const { method, url, headers } = incoming
    const onward = httpRequest(`${origin}${url}`, { method, headers }, answer => {
      if (how === 'reset after') return void incoming.socket.destroy()
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => incoming.socket.destroy())
    incoming.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, seen }
}
