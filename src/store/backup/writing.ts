// Writes a backup: sums up what passes, compresses it, and waits when the other end is slow.
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Counted } from './format.ts'

export class Writing {
  readonly counted: Counted = { tables: 0, rows: 0, files: 0, bytes: 0 }
  // A third quicker than the default level, and little larger.
  private readonly gzip = createGzip({ level: 3 })
  private readonly hash = createHash('sha256')
  private readonly written: Promise<void>

  constructor(out: NodeJS.WritableStream) {
    this.written = pipeline(this.gzip, out)
    this.written.catch(() => {})
  }

  async line(value: object): Promise<void> {
    await this.bytes(`${JSON.stringify(value)}\n`)
  }

  async bytes(chunk: Buffer | string): Promise<void> {
    this.hash.update(chunk)
    this.counted.bytes += Buffer.byteLength(chunk)
    if (this.gzip.destroyed || !this.gzip.write(chunk)) await this.room()
  }

  /** Settles when the whole file has been taken. */
  async end(): Promise<void> {
    await this.line({ end: true, ...this.counted, sha256: this.hash.copy().digest('hex') })
    this.gzip.end()
    await this.written
  }

  async abandon(): Promise<void> {
    this.gzip.destroy()
    await this.written.catch(() => {})
  }

  private async room(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (!this.gzip.destroyed) {
      this.gzip.on('drain', resolve).on('close', resolve)
      await promise
      this.gzip.off('drain', resolve).off('close', resolve)
    }
    // Throws what went wrong at the other end.
    if (this.gzip.destroyed) await this.written
  }
}

/** COPY writes a line feed only at the end of a row. */
export function rowsIn(chunk: Buffer): number {
  let rows = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
  return rows
}
