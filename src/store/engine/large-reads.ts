// A socket to PostgreSQL that reads straight into large buffers and hands the driver whole messages in them, so that it
// joins no pieces. The buffers are used again once every row in them was given back: with a new one for each read and
// each join, collecting them took half of an export.
import { connect, type Socket } from 'node:net'

const bufferBytes = 1024 * 1024
/** With less room than this a read is not worth its call. */
const leastRead = 64 * 1024
/** What PostgreSQL can send at once. */
const longestMessage = 0x4000_0000
const headBytes = 5
/** Rows, and pieces of a copy, which nobody gives back: the other messages are read when they come. */
const kinds = new Set([...'Dd'].map(letter => letter.charCodeAt(0)))
const mostKept = 8

type Used = { bytes: Buffer; rows: number; isRead: boolean; kept: Used[] }

const users = new WeakMap<ArrayBufferLike, Used>()

/** A row of such a socket that nobody looks at any more. One that is never given back keeps its buffer from being used
 * again, and no more than that. */
export function giveBack(row: readonly (Buffer | null)[]): void {
  const used = users.get(row.find(column => column !== null)?.buffer ?? new ArrayBuffer(0))
  if (!used) return
  used.rows--
  keep(used)
}

function keep(used: Used): void {
  const { bytes, rows, isRead, kept } = used
  if (rows === 0 && !isRead && bytes.length === bufferBytes && kept.length < mostKept) kept.push(used)
}

export function largeReads(path: string): Socket {
  const kept: Used[] = []
  const take = (bytes: number): Used => {
    const again = bytes === bufferBytes ? kept.pop() : undefined
    const used = again ?? { bytes: Buffer.allocUnsafeSlow(bytes), rows: 0, isRead: true, kept }
    used.isRead = true
    users.set(used.bytes.buffer, used)
    return used
  }
  let used = take(bufferBytes)
  // Bytes of a message that is not whole yet.
  let [from, to] = [0, 0]
  const moveTo = (bytes: number) => {
    const before = used
    used = take(bytes)
    to = before.bytes.copy(used.bytes, 0, from, to)
    from = 0
    before.isRead = false
    return before
  }
  const socket: Socket = connect({
    path,
    onread: {
      buffer: () => used.bytes.subarray(to),
      callback(count) {
        to += count
        const { bytes } = used
        let [end, wanted] = [from, headBytes]
        while (to - end >= headBytes) {
          wanted = 1 + bytes.readUInt32BE(end + 1)
          if (wanted < headBytes || wanted > longestMessage) {
            socket.destroy(new Error('PostgreSQL sent a message of an impossible length'))
            return false
          }
          if (to - end < wanted) break
          if (kinds.has(bytes[end]!)) used.rows++
          end += wanted
          wanted = headBytes
        }
        const whole = bytes.subarray(from, end)
        from = end
        const isFull = bytes.length - to < leastRead || from + wanted > bytes.length
        const before = isFull ? moveTo(Math.max(bufferBytes, wanted + leastRead)) : undefined
        if (whole.length > 0) socket.emit('data', whole)
        if (before) keep(before)
        return true
      },
    },
  })
  return socket
}
