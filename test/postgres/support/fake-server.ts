// Somebody who says that they are PostgreSQL: they answer as a test wants, by turns.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { type Address, readDatabaseAddress } from '../../../src/postgres/address.ts'

export const message = (letter: string, ...parts: (string | Buffer | number)[]): Buffer => {
  const body = Buffer.concat(
    parts.map(part => {
      if (typeof part !== 'number') return Buffer.from(part)
      const number = Buffer.alloc(4)
      number.writeInt32BE(part)
      return number
    }),
  )
  const head = Buffer.alloc(5)
  head.write(letter, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

export const ready = message('Z', 'I')
export const letIn = message('R', 0)
export const saslOffered = message('R', 10, 'SCRAM-SHA-256\0\0')
/** The challenge to what a client said first. */
export const challenge = (said: Buffer) =>
  message('R', 11, `r=${/r=([^,]+)/.exec(said.toString('latin1'))![1]}more,s=c2FsdA==,i=1`)

export type Fake = { address: Address; sockets: Socket[]; close(): Promise<void> }

/** Each turn answers one thing that the client says, as it comes; after the last there is silence. */
export async function fakeServer(
  turns: readonly ((said: Buffer, socket: Socket) => Buffer | undefined)[],
  query = 'sslmode=disable',
): Promise<Fake> {
  const sockets: Socket[] = []
  const listener = createServer(socket => {
    sockets.push(socket)
    let at = 0
    socket.on('error', () => {})
    socket.on('data', said => {
      const answer = turns[at++]?.(said, socket)
      if (answer) socket.write(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as { port: number }
  return {
    address: readDatabaseAddress(`postgres://someone:secret@127.0.0.1:${port}/any?${query}`),
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy()
      await once(listener.close(), 'close')
    },
  }
}
