// How long answers take that are asked for at a fixed pace, one after another over one connection. Their bytes are read
// into one buffer, as the garbage of a client of node:http would take processor time from those that are measured.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type Paced = { port: string; requests: readonly string[]; everyMs: number }

/** Milliseconds each, by turns of the requests, until it is over. */
export async function paced({ port, requests, everyMs }: Paced, over: Promise<unknown>): Promise<number[]> {
  let left = -1
  let answered = Promise.withResolvers<void>()
  const socket = connect({
    port: Number(port),
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer: Buffer.alloc(256 * 1024),
      callback(count, bytes) {
        if (left < 0) {
          const read = Buffer.from(bytes.buffer, bytes.byteOffset, count)
          const end = read.indexOf('\r\n\r\n')
          const head = read.toString('latin1', 0, end)
          if (!head.startsWith('HTTP/1.1 200')) answered.reject(new Error(`The server answered\n${head}`))
          left = Number(/content-length: (\d+)/i.exec(head)![1]) + end + 4
        }
        left -= count
        if (left === 0) {
          left = -1
          answered.resolve()
        }
        return true
      },
    },
  })
  socket.on('error', error => answered.reject(error))
  await once(socket, 'connect')
  const took: number[] = []
  let isOver = false
  over.finally(() => {
    isOver = true
  })
  try {
    while (!isOver) {
      const began = performance.now()
      socket.write(requests[took.length % requests.length]!)
      await answered.promise
      answered = Promise.withResolvers()
      const ms = performance.now() - began
      took.push(ms)
      await wait(Math.max(0, everyMs - ms))
    }
  } finally {
    socket.destroy()
  }
  return took
}
