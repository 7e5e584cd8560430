// Writes a backup: sums up what passes, compresses it, and waits when the other end is slow.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { BackupCounts } from './format.ts'

export class BackupWriter {
  readonly counts: BackupCounts = { tables: 0, rows: 0, files: 0 }
  // A third quicker than the default level, and little larger.
  private readonly gzip = createGzip({ level: 3 })
  private readonly hash = createHash('sha256')
  private readonly written: Promise<void>
  private bytesWritten = 0

  constructor(out: NodeJS.WritableStream) {
    this.written = pipeline(this.gzip, out)
    this.written.catch(() => {})
  }

  async line(value: object): Promise<void> {
    await this.bytes(`${JSON.stringify(value)}\n`)
  }

  async bytes(chunk: Buffer | string): Promise<void> {
    this.hash.update(chunk)
    this.bytesWritten += Buffer.byteLength(chunk)
    // Throws what went wrong at the other end.
    if (this.gzip.destroyed) await this.written
    if (!this.gzip.write(chunk)) await once(this.gzip, 'drain').catch(() => this.written)
  }

  /** Settles when the whole file has been taken. */
  async end(): Promise<void> {
    const bytes = this.bytesWritten
    await this.line({ end: true, ...this.counts, bytes, sha256: this.hash.copy().digest('hex') })
    this.gzip.end()
    await this.written
  }

  async abandon(): Promise<void> {
    this.gzip.destroy()
    await this.written.catch(() => {})
  }
}

/** COPY writes a line feed only at the end of a row. */
export function rowsIn(chunk: Buffer): number {
  let rows = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
  return rows
}
