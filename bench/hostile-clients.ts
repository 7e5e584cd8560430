// Clients that take all they can get, in a process of their own with a low priority, as theirs would be another machine:
// each connection asks again as soon as it was answered or refused. Posts send their body a byte a second.
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { json } from 'node:stream/consumers'

export type Hostile = { port: string; requests: readonly string[]; connections: number; isPost?: boolean }

const { port, requests, connections, isPost } = (await json(process.stdin)) as Hostile
setPriority(19)
let next = 0

function client(): void {
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(requests[next++ % requests.length]!)
  const sending = isPost ? setInterval(() => socket.write(' '), 1000) : undefined
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(sending)
    setTimeout(client, isPost ? 100 : 0)
  })
  socket.resume()
}

for (let at = 0; at < connections; at++) client()
process.stdout.write('begun\n')
