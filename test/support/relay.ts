// An address that is known before the server that answers there listens: its connections are passed on.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

export type Relay = {
  origin: string
  /** Where the server listens that is to answer. */
  passOnTo(origin: string): void
}

export async function relay(): Promise<Relay> {
  let port = 0
  const open = new Set<Socket>()
  const server = createServer(incoming => {
    const onward = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => open.delete(one))
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passOnTo: origin => {
      port = Number(new URL(origin).port)
    },
  }
}
