// Reads a backup: decompresses it, checks its sum, and cuts it into lines, rows and pieces without holding more than a
// little of it.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type BackupHeader, BackupProblem, damagedBackup, headerOf, notABackup } from './format.ts'

const longestLineBytes = 4 * 1024 * 1024
const endOfRows = Buffer.from('\\.\n')
const lastRow = Buffer.from('\n\\.\n')

type Line = { value: unknown; sumBefore: string }

export class BackupReader {
  private readonly hash = createHash('sha256')
  private readonly gunzip = createGunzip()
  private readonly chunks: AsyncIterator<Buffer>
  private held: Buffer = Buffer.alloc(0)
  bytesRead = 0

  constructor(input: AsyncIterable<Buffer>) {
    pipeline(Readable.from(input), this.gunzip).catch(() => {})
    this.chunks = this.gunzip[Symbol.asyncIterator]()
  }

  async header(): Promise<BackupHeader> {
    const { value } = await this.line().catch(error => {
      throw error instanceof BackupProblem ? notABackup() : error
    })
    return headerOf(value)
  }

  /** The next line as JSON, with the sum of everything before it. */
  async line(): Promise<Line> {
    const sumBefore = this.hash.copy().digest('hex')
    const text = (await this.lineBytes()).toString()
    try {
      return { value: JSON.parse(text), sumBefore }
    } catch {
      throw damagedBackup('a line in it is not JSON')
    }
  }

  /** Rows up to the line that ends them, in chunks of any size. */
  async *rows(): AsyncGenerator<Buffer> {
    for (let atStart = true; ; ) {
      if (atStart && (await this.starts(endOfRows))) {
        this.take(endOfRows.length)
        return
      }
      if (this.held.length === 0) await this.more()
      const end = this.held.indexOf(lastRow)
      const feed = this.held.lastIndexOf(10)
      // What may be the first bytes of the last line is kept for the next round.
      const cut = end >= 0 ? end + 1 : feed >= 0 && feed >= this.held.length - 3 ? feed + 1 : this.held.length
      atStart = this.held[cut - 1] === 10
      yield this.take(cut)
    }
  }

  /** The pieces of a file, up to the empty one. */
  async *pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const text = (await this.lineBytes()).toString('latin1')
      if (!/^(0|[1-9][0-9]{0,8})$/.test(text)) throw damagedBackup('a piece of a file has no length')
      let left = Number(text)
      if (left === 0) return
      for (; left > 0; ) {
        if (this.held.length === 0) await this.more()
        const piece = this.take(Math.min(left, this.held.length))
        left -= piece.length
        yield piece
      }
    }
  }

  /** Reads on to where the file must end; a broken end of the zipped file is found only here. */
  async finish(): Promise<void> {
    if (this.held.length > 0 || (await this.next())) throw damagedBackup('something follows its end')
  }

  close(): void {
    this.gunzip.destroy()
  }

  private async lineBytes(): Promise<Buffer> {
    for (let from = 0; ; ) {
      const at = this.held.indexOf(10, from)
      if (at >= 0) return this.take(at + 1).subarray(0, at)
      if (this.held.length > longestLineBytes) throw damagedBackup('a line in it has no end')
      from = this.held.length
      await this.more()
    }
  }

  private async starts(bytes: Buffer): Promise<boolean> {
    while (this.held.length < bytes.length && bytes.subarray(0, this.held.length).equals(this.held))
      await this.more()
    return this.held.subarray(0, bytes.length).equals(bytes)
  }

  private take(count: number): Buffer {
    const taken = this.held.subarray(0, count)
    this.held = this.held.subarray(count)
    this.hash.update(taken)
    this.bytesRead += count
    return taken
  }

  private async more(): Promise<void> {
    const chunk = await this.next()
    if (!chunk) throw damagedBackup('it ends too early')
    this.held = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk])
  }

  private async next(): Promise<Buffer | undefined> {
    try {
      const { done, value } = await this.chunks.next()
      return done ? undefined : value
    } catch (error) {
      const code = String((error as { code?: unknown }).code)
      if (!code.startsWith('Z_')) throw error
      throw damagedBackup(code === 'Z_BUF_ERROR' ? 'it ends too early' : 'some of its bytes have changed')
    }
  }
}
