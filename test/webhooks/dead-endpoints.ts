// Endpoints that are dead in all the ways there are, beside one that is well.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestServer } from '../support/server.ts'
import { endpointAt, senderOver, tell } from './outbox.ts'
import { receiver } from './receiver.ts'

/** Addresses that refuse, hang, hang after the request, drip, never end, or lead elsewhere. */
async function deadAddresses(): Promise<string[]> {
  const refusing = createServer()
  refusing.listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const { port } = refusing.address() as { port: number }
  refusing.close()
  const sockets = new Set<Socket>()
  const mute = createServer(socket => sockets.add(socket.on('error', () => {})))
  mute.listen(0, '127.0.0.1')
  await once(mute, 'listening')
  after(() => {
    for (const socket of sockets) socket.destroy()
    mute.close()
  })
  const drip = await receiver(response => {
    response.writeHead(500)
    const timer = setInterval(() => response.write('.'), 200)
    response.on('close', () => clearInterval(timer))
  })
  const endless = await receiver(response => {
    response.writeHead(500)
    const timer = setInterval(() => response.write('x'.repeat(8192)), 5)
    response.on('close', () => clearInterval(timer))
  })
  const elsewhere = await receiver(response => response.writeHead(307, { Location: drip.url }).end())
  return [
    `http://127.0.0.1:${port}/`,
    `http://127.0.0.1:${(mute.address() as { port: number }).port}/`,
    drip.url,
    endless.url,
    elsewhere.url,
  ]
}

export type Latency = { arrived: number; medianMs: number; p99Ms: number; worstMs: number }

/** From before the commit to the arrival at the healthy one. */
export async function besideDeadOnes(
  server: TestServer,
  { dead, perSecond, seconds }: { dead: number; perSecond: number; seconds: number },
): Promise<Latency> {
  const { database } = server
  const addresses = await deadAddresses()
  for (let i = 0; i < dead; i++) await endpointAt(database, addresses[i % addresses.length]!)
  const well = await receiver()
  await endpointAt(database, well.url)
  const sender = senderOver(database)
  const events = perSecond * seconds
  for (let told = 0, began = Date.now(); told < events; told++) {
    await wait(Math.max(0, began + (told * 1000) / perSecond - Date.now()))
    await tell(database, 1)
  }
  await well.arrived(events)
  await sender.stop(100)
  return latencyOf(well.received)
}

export function latencyOf(received: readonly { at: number; body: string }[]): Latency {
  const ms = received.map(one => one.at - Date.parse(JSON.parse(one.body).createdAt)).sort((a, b) => a - b)
  const at = (share: number) => ms[Math.min(ms.length - 1, Math.ceil(ms.length * share) - 1)]!
  return { arrived: ms.length, medianMs: at(0.5), p99Ms: at(0.99), worstMs: ms.at(-1)! }
}
