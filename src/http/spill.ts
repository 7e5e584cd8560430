// A buffer between a fast producer and a slow reader: in memory, and beyond that in unnamed files, which vanish with the
// process.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { noteSent } from '../kernel/operation/sent-chunks.ts'
import { ReaderTooSlow, type SpillPlace } from './spill-room.ts'

export type SpillOptions = {
  folder: string
  /** Of one answer. */
  memoryBytes: number
  diskBytes: number
}

/** Told at once, as whoever takes it may be waiting for somebody else. */
type OnFailure = (error: unknown) => void

const pieceBytes = 256 * 1024
/** A file that is read to its end goes, and gives its place on the disk back. */
const fileBytes = 64 * 1024 * 1024

/** Memory that is shared with nobody. */
const alone: SpillPlace = {
  takeMemory: () => true,
  giveMemory() {},
  takeDisk() {},
  giveDisk() {},
  leave() {},
}

export async function* spillOver(
  source: AsyncIterable<Buffer>,
  { folder, memoryBytes, diskBytes }: SpillOptions,
  failed: OnFailure,
  place: SpillPlace = alone,
): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = []
  let inMemory = 0
  const disk = new Files(folder, place)
  let [isOver, isLeft] = [false, false]
  let failure: unknown
  let moved = Promise.withResolvers<void>()
  const move = () => {
    moved.resolve()
    moved = Promise.withResolvers()
  }
  const put = async (chunk: Buffer) => {
    // What is in files comes first: memory is used again once they are empty.
    const fits = disk.unread === 0 && (inMemory === 0 || inMemory + chunk.length <= memoryBytes)
    if (fits && place.takeMemory(chunk.length)) {
      waiting.push(chunk)
      inMemory += chunk.length
      return
    }
    if (disk.unread + chunk.length > diskBytes) throw new ReaderTooSlow('The reader is too far behind')
    await disk.write(chunk)
    noteSent(chunk)
  }
  const taking = (async () => {
    try {
      for await (const chunk of source) {
        if (isLeft) break
        await put(chunk)
        move()
      }
    } catch (error) {
      failure = error
      failed(error)
    }
    isOver = true
    move()
  })()
  try {
    for (;;) {
      if (failure) throw failure
      const chunk = waiting.shift()
      if (chunk) {
        inMemory -= chunk.length
        place.giveMemory(chunk.length)
        yield chunk
      } else if (disk.unread > 0) yield await disk.read()
      else if (isOver) return
      else await moved.promise
    }
  } finally {
    isLeft = true
    // A producer that waits for its next chunk is ended by whoever closes its source.
    void taking.then(() => disk.close()).finally(() => place.leave())
  }
}

type Part = { file: FileHandle; written: number; read: number }

/** Bytes in the order they came, in one file after another. */
class Files {
  private readonly folder: string
  private readonly place: SpillPlace
  private readonly parts: Part[] = []
  unread = 0

  constructor(folder: string, place: SpillPlace) {
    this.folder = folder
    this.place = place
  }

  async write(chunk: Buffer): Promise<void> {
    this.place.takeDisk(chunk.length)
    let part = this.parts.at(-1)
    if (!part || part.written >= fileBytes) {
      part = { file: await unnamedFile(this.folder), written: 0, read: 0 }
      this.parts.push(part)
    }
    for (let at = 0; at < chunk.length; ) {
      const { bytesWritten } = await part.file.write(chunk, at, chunk.length - at, part.written + at)
      at += bytesWritten
    }
    part.written += chunk.length
    this.unread += chunk.length
  }

  async read(): Promise<Buffer> {
    while (this.parts[0]!.read === this.parts[0]!.written) await this.remove()
    const part = this.parts[0]!
    const length = Math.min(pieceBytes, part.written - part.read)
    const { bytesRead, buffer } = await part.file.read(Buffer.allocUnsafe(length), 0, length, part.read)
    part.read += bytesRead
    this.unread -= bytesRead
    return buffer.subarray(0, bytesRead)
  }

  async close(): Promise<void> {
    while (this.parts.length > 0) await this.remove()
  }

  private async remove(): Promise<void> {
    const { file, written } = this.parts.shift()!
    await file.close()
    this.place.giveDisk(written)
  }
}

async function unnamedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `export-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
