// Clients for the bench of the gate, in a process of their own: connections to each of two servers, asking one for a
// moment, then the other, in turns so short that a noisy machine disturbs both alike. Prints the answers a second of each
// turn.
import { connect, type Socket } from 'node:net'

const [ports, path, key, connections, turns, turnMs] = process.argv.slice(2)
const request = Buffer.from(
  `GET /api/open/v1${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n\r\n`,
)

type Client = { ask(): Promise<void> }

function client(port: number): Client {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let left = -1
  let answered: PromiseWithResolvers<void>
  socket.on('data', chunk => {
    if (left < 0) {
      const end = chunk.indexOf('\r\n\r\n')
      const head = chunk.toString('latin1', 0, end)
      if (!head.startsWith('HTTP/1.1 200')) answered.reject(new Error(head))
      left = Number(/content-length: (\d+)/i.exec(head)![1]) + end + 4
    }
    left -= chunk.length
    if (left > 0) return
    left = -1
    answered.resolve()
  })
  return {
    ask() {
      answered = Promise.withResolvers()
      socket.write(request)
      return answered.promise
    },
  }
}

/** Answers a second while all of these ask again as soon as they are answered. */
async function turn(clients: readonly Client[]): Promise<number> {
  const began = performance.now()
  let answers = 0
  await Promise.all(
    clients.map(async each => {
      while (performance.now() - began < Number(turnMs)) {
        await each.ask()
        answers++
      }
    }),
  )
  return (answers * 1000) / (performance.now() - began)
}

const sides = ports!
  .split(',')
  .map(port => Array.from({ length: Number(connections) }, () => client(Number(port))))
const rates: number[][] = sides.map(() => [])
for (const side of sides) await turn(side)
for (let i = 0; i < Number(turns); i++) {
  for (const index of i % 2 ? [1, 0] : [0, 1]) rates[index]!.push(await turn(sides[index]!))
}
process.stdout.write(JSON.stringify(rates))
process.exit(0)
