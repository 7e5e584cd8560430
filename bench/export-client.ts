// Reads one export to its end, in a process of its own, and prints its size, its duration and the processor time it took
// here: `export-client.ts URL KEY ENCODING`. It reads bytes from the socket, as the parser of node:http would take as
// long as the server does.
import { connect } from 'node:net'

const [, , address = '', key = '', encoding = 'identity'] = process.argv
const { hostname, port, pathname, search } = new URL(address)
const began = performance.now()
const before = process.cpuUsage()
let bytes = 0
let head = ''
let tail = ''
const socket = connect({
  host: hostname,
  port: Number(port),
  onread: {
    buffer: Buffer.alloc(256 * 1024),
    callback(count, buffer) {
      const read = Buffer.from(buffer.buffer, buffer.byteOffset, count)
      if (bytes === 0) head = read.toString('latin1', 0, 200)
      tail = (tail + read.toString('latin1', Math.max(0, count - 200))).slice(-200)
      bytes += count
      return true
    },
  },
})
socket.write(
  `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${key}\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`,
)
socket.on('close', () => {
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(before)
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1])
  // The trailer, which follows the last chunk alone.
  const rows = Number(/\r\n0\r\nmuster-count: (\d+)\r\n\r\n$/i.exec(tail)?.[1])
  process.stdout.write(JSON.stringify({ status, rows, bytes, seconds, micros: user + system }))
})
