// A socket to PostgreSQL that reads straight into large buffers and hands the driver whole messages in them, so that it
// joins no pieces. The buffers are used again once every row in them was given back: with a new one for each read and
// each join, collecting them took half of an export, and a quarter of a page.
import { connect, type Socket } from 'node:net'

/** For groups of rows, which whoever reads them gives back, and for single ones, which are copied from it. */
const usualBytes = (isLent: boolean) => (isLent ? 1024 * 1024 : 256 * 1024)
/** With less room than this a read is not worth its call. */
const leastRead = 64 * 1024
/** What PostgreSQL can send at once. */
const longestMessage = 0x4000_0000
const headBytes = 5
/** Rows, and pieces of a copy, which nobody gives back: the other messages are read when they come. */
const kinds = new Set([...'Dd'].map(letter => letter.charCodeAt(0)))
const mostKept = 8

type Used = { bytes: Buffer; rows: number; isRead: boolean; isLent: boolean; kept: Used[] }
type Row = readonly (Buffer | null)[]

const users = new WeakMap<ArrayBufferLike, Used>()

/** A row of such a socket that nobody looks at any more. One that is never given back keeps its buffer from being used
 * again, and no more than that. */
export function giveBack(row: Row): void {
  const used = readInto(row)
  if (!used) return
  used.rows--
  keep(used)
}

const readInto = (row: Row | undefined): Used | undefined => {
  const column = row?.find(column => column !== null)
  return column ? users.get(column.buffer) : undefined
}

/** Rows in memory of their own, all in one piece; those that were lent stay where they are. */
export function owned<R extends Row>(rows: readonly R[]): R[] {
  const used = readInto(rows[0])
  if (!used || used.isLent) return rows as R[]
  let bytes = 0
  for (const row of rows) for (const column of row) bytes += column?.length ?? 0
  const own = Buffer.allocUnsafeSlow(bytes)
  let to = 0
  const copied = (column: Buffer | null) => {
    if (column === null) return null
    const from = to
    to += column.copy(own, from)
    return own.subarray(from, to)
  }
  return rows.map(row => {
    const kept = row.map(copied) as unknown as R
    giveBack(row)
    return kept
  })
}

function keep(used: Used): void {
  const { bytes, rows, isRead, isLent, kept } = used
  const isUsual = bytes.length === usualBytes(isLent)
  if (rows === 0 && !isRead && isUsual && kept.length < mostKept) kept.push(used)
}

export function largeReads(path: string, isLent: boolean): Socket {
  const kept: Used[] = []
  const bufferBytes = usualBytes(isLent)
  const take = (bytes: number): Used => {
    const again = bytes === bufferBytes ? kept.pop() : undefined
    const used = again ?? { bytes: Buffer.allocUnsafeSlow(bytes), rows: 0, isRead: true, isLent, kept }
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
