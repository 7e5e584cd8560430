// Clients for the benches, in a process of their own: connections that ask again as soon as they are answered, each of
// the given requests in turn. Prints how many answers came, until it is ended. It reads and writes bytes, as a client of
// node:http would take as long as the server does.
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Load } from './clients.ts'

const { port, requests, connections, seconds, status } = (await json(process.stdin)) as Required<Load>
const right = `HTTP/1.1 ${status}`
const asked = requests.map(request => Buffer.from(request))
let next = 0
let answers = 0
let wrong = 0

function client(): void {
  const socket = connect(Number(port), '127.0.0.1')
  socket.setNoDelay(true)
  const ask = () => socket.write(asked[next++ % asked.length]!)
  let left = -1
  socket.on('data', chunk => {
    if (left < 0) {
      const end = chunk.indexOf('\r\n\r\n')
      const head = chunk.toString('latin1', 0, end)
      if (!head.startsWith(right)) wrong++
      left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) + end + 4
    }
    left -= chunk.length
    if (left > 0) return
    answers++
    left = -1
    ask()
  })
  ask()
}

for (let i = 0; i < connections; i++) client()
setTimeout(() => {
  process.stdout.write(`${JSON.stringify({ answers, wrong })}\n`)
}, seconds * 1000)
