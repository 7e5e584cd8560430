// Cuts what PostgreSQL sends into messages, each whole and in one piece where it was read.
import type { Buffers, ReadBuffer } from './buffers.ts'

/** With less room than this a read is not worth its call. */
const leastRead = 64 * 1024
const headBytes = 5
/** What PostgreSQL can send at once. */
const longestMessage = 0x4000_0000

/** The letter of a message, and where its body lies. */
type Take = (letter: number, buffer: ReadBuffer, from: number, to: number) => void

export class Messages {
  private readonly buffers: Buffers
  private readonly take: Take
  private current: ReadBuffer
  /** Bytes of a message that is not whole yet. */
  private from = 0
  private to = 0
  private isClosed = false

  constructor(buffers: Buffers, take: Take) {
    this.buffers = buffers
    this.take = take
    this.current = buffers.take(0)
  }

  /** Where the next bytes go. */
  space(): Buffer {
    return this.current.bytes.subarray(this.to)
  }

  /** Notes that so many bytes have arrived there. */
  read(count: number): void {
    if (this.isClosed) return
    this.to += count
    let wanted = headBytes
    while (!this.isClosed) {
      const { bytes } = this.current
      wanted = headBytes
      if (this.to - this.from < headBytes) break
      wanted = 1 + bytes.readUInt32BE(this.from + 1)
      if (wanted < headBytes || wanted > longestMessage)
        throw new Error('PostgreSQL sent a message of an impossible length')
      if (this.to - this.from < wanted) break
      const at = this.from
      this.from += wanted
      this.take(bytes[at]!, this.current, at + headBytes, at + wanted)
    }
    if (this.isClosed) return
    const { length } = this.current.bytes
    const isFull = length - this.to < leastRead || this.from + wanted > length
    // A buffer that was made for one long message is not kept.
    if (isFull || (this.from === this.to && this.buffers.isLonger(length))) this.move(wanted + leastRead)
  }

  /** Takes bytes that arrived elsewhere, as over TLS. */
  copy(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.isClosed; ) {
      const count = chunk.copy(this.space(), 0, at)
      at += count
      this.read(count)
    }
  }

  close(): void {
    this.isClosed = true
    this.current.release()
  }

  private move(leastBytes: number): void {
    const before = this.current
    this.current = this.buffers.take(leastBytes)
    this.to = before.bytes.copy(this.current.bytes, 0, this.from, this.to)
    this.from = 0
    before.release()
  }
}
