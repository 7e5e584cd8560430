// Messages to PostgreSQL, written one after the other into memory that is sent in one piece.

const leastBytes = 16 * 1024
/** After a longer one, the memory is let go. */
const mostKept = 256 * 1024

export class MessageWriter {
  private bytes = Buffer.allocUnsafeSlow(leastBytes)
  private at = 0

  get length(): number {
    return this.at
  }

  /** What was written since the last time. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.at))
    this.at = 0
    if (this.bytes.length > mostKept) this.bytes = Buffer.allocUnsafeSlow(leastBytes)
    return taken
  }

  /** Forgets what was written after this length. */
  rewind(length: number): void {
    this.at = length
  }

  /** Room for so many bytes more; the place where they begin. */
  room(count: number): number {
    if (this.at + count > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.bytes.length, this.at + count))
      this.bytes.copy(larger, 0, 0, this.at)
      this.bytes = larger
    }
    const from = this.at
    this.at += count
    return from
  }

  // The room comes first each time: making it may replace the bytes.
  int16(value: number): void {
    const from = this.room(2)
    this.bytes.writeInt16BE(value, from)
  }
  /** How many follow: up to 65,535. */
  count(value: number): void {
    const from = this.room(2)
    this.bytes.writeUInt16BE(value, from)
  }
  int32(value: number): void {
    const from = this.room(4)
    this.bytes.writeInt32BE(value, from)
  }
  /** Into room that was already made. */
  int16At(from: number, value: number): void {
    this.bytes.writeInt16BE(value, from)
  }
  int32At(from: number, value: number): void {
    this.bytes.writeInt32BE(value, from)
  }
  int64(value: bigint): void {
    const from = this.room(8)
    this.bytes.writeBigInt64BE(value, from)
  }
  float64(value: number): void {
    const from = this.room(8)
    this.bytes.writeDoubleBE(value, from)
  }
  byte(value: number): void {
    const from = this.room(1)
    this.bytes[from] = value
  }
  raw(value: Uint8Array): void {
    const from = this.room(value.length)
    this.bytes.set(value, from)
  }
  utf8(value: string): void {
    const from = this.room(value.length > 1024 ? Buffer.byteLength(value) : value.length * 3)
    this.at = from + this.bytes.write(value, from)
  }
  /** Ended by a zero; the text itself has none. */
  zeroEnded(value: string): void {
    if (value.includes('\0')) throw new TypeError('A statement or a name has a zero byte in it')
    this.utf8(value)
    this.byte(0)
  }

  /** What `write` writes, with its length before it; `counted` of the length's own bytes are part of it. */
  sized(write: () => void, counted = 0): void {
    const from = this.room(4)
    write()
    this.bytes.writeInt32BE(this.at - from - 4 + counted, from)
  }

  message(letter: string, write: () => void = nothing): void {
    this.byte(letter.charCodeAt(0))
    this.sized(write, 4)
  }
}

const nothing = () => {}
