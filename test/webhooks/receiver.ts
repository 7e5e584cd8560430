// Receivers of webhooks for tests: real servers on loopback, with the ways in which real ones misbehave.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type Received = { headers: IncomingHttpHeaders; body: string; at: number; path: string }
export type Answer = (response: ServerResponse, received: Received) => void

export type Receiver = {
  url: string
  received: Received[]
  /** Settles when so many have arrived. */
  arrived(count: number): Promise<void>
  /** How many connections were made. */
  connections(): number
  answer: Answer
  close(): void
}

export const ok: Answer = response => response.end('thank you')

export async function receiver(answer: Answer = ok): Promise<Receiver> {
  let connections = 0
  const waiting: { count: number; resolve: () => void }[] = []
  const self: Receiver = {
    url: '',
    received: [],
    arrived: count =>
      new Promise(resolve => {
        if (self.received.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    connections: () => connections,
    answer,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const received = { headers: request.headers, body, at: Date.now(), path: request.url ?? '' }
      self.received.push(received)
      self.answer(response, received)
      for (const each of waiting) if (self.received.length >= each.count) each.resolve()
    })
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, take)
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(self.close)
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return self
}
