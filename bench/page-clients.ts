// Clients for the bench of pages, in a process of their own: so many connections, each asking again as soon as it is
// answered, with a tag where one is given. Prints how many answers came.
import { connect } from 'node:net'

const [port, path, key, connections, durationMs, tag] = process.argv.slice(2)
const right = tag ? 'HTTP/1.1 304' : 'HTTP/1.1 200'
const request = Buffer.from(
  `GET /api/open/v1${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n${tag ? `If-None-Match: ${tag}\r\n` : ''}\r\n`,
)
let answers = 0
let wrong = 0

function client(): void {
  const socket = connect(Number(port), '127.0.0.1')
  socket.setNoDelay(true)
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
    socket.write(request)
  })
  socket.write(request)
}

for (let i = 0; i < Number(connections); i++) client()
setTimeout(() => {
  process.stdout.write(JSON.stringify({ answers, wrong }))
  process.exit(0)
}, Number(durationMs))
