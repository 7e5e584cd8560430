// Memory that a connection reads into. Whoever looks at bytes in it holds it; once nobody does, it is used again, which
// spares allocating and collecting a new one for each read.

const mostKept = 8

export class ReadBuffer {
  readonly bytes: Buffer
  private holders = 1
  private readonly home: Buffers

  constructor(bytes: Buffer, home: Buffers) {
    this.bytes = bytes
    this.home = home
  }

  hold(): this {
    this.holders++
    return this
  }

  release(): void {
    if (--this.holders === 0) this.home.keep(this.bytes)
    if (this.holders < 0) throw new Error('A buffer was given back more often than it was held')
  }
}

/** A buffer that is never released is garbage-collected; it is only not used again. */
export class Buffers {
  private readonly kept: Buffer[] = []
  private readonly usualBytes: number

  constructor(usualBytes: number) {
    this.usualBytes = usualBytes
  }

  /** The caller holds it until it releases it. */
  take(leastBytes: number): ReadBuffer {
    const again = leastBytes <= this.usualBytes ? this.kept.pop() : undefined
    return new ReadBuffer(again ?? Buffer.allocUnsafeSlow(Math.max(leastBytes, this.usualBytes)), this)
  }

  isLonger(bytes: number): boolean {
    return bytes > this.usualBytes
  }

  keep(bytes: Buffer): void {
    if (bytes.length === this.usualBytes && this.kept.length < mostKept) this.kept.push(bytes)
  }
}
