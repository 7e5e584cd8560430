// Takes what is produced as fast as it comes and hands it on as fast as it is taken: what waits lies in memory, and beyond
// that in a file that has no name, which goes with the process.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sent } from '../kernel/operation/sent.ts'

export type SpillOptions = { folder: string; memoryBytes: number; diskBytes: number }

/** Told at once, as whoever takes it may be waiting for somebody else. */
type Failed = (error: unknown) => void

const pieceBytes = 256 * 1024

export class SpillFull extends Error {}

export async function* spilled(
  source: AsyncIterable<Buffer>,
  { folder, memoryBytes, diskBytes }: SpillOptions,
  failed: Failed,
): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = []
  let inMemory = 0
  let file: FileHandle | undefined
  // The file is written from its start again where it has grown as long as it may.
  let [readAt, writtenAt] = [0, 0]
  let [isOver, isLeft] = [false, false]
  let failure: unknown
  let moved = Promise.withResolvers<void>()
  const move = () => {
    moved.resolve()
    moved = Promise.withResolvers()
  }
  const put = async (chunk: Buffer) => {
    // What is in the file comes first: memory is used again once that is empty.
    if (readAt === writtenAt && (inMemory === 0 || inMemory + chunk.length <= memoryBytes)) {
      waiting.push(chunk)
      inMemory += chunk.length
      return
    }
    file ??= await unnamedFile(folder)
    if (readAt === writtenAt) readAt = writtenAt = 0
    if (writtenAt - readAt + chunk.length > diskBytes) throw new SpillFull('The reader is too far behind')
    const at = writtenAt % diskBytes
    const { bytesWritten } = await file.write(chunk, 0, Math.min(chunk.length, diskBytes - at), at)
    writtenAt += bytesWritten
    if (bytesWritten < chunk.length) await put(chunk.subarray(bytesWritten))
    else sent(chunk)
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
  const fromFile = async () => {
    const at = readAt % diskBytes
    const length = Math.min(pieceBytes, writtenAt - readAt, diskBytes - at)
    const { bytesRead, buffer } = await file!.read(Buffer.allocUnsafe(length), 0, length, at)
    readAt += bytesRead
    return buffer.subarray(0, bytesRead)
  }
  try {
    for (;;) {
      if (failure) throw failure
      const chunk = waiting.shift()
      if (chunk) {
        inMemory -= chunk.length
        yield chunk
      } else if (readAt < writtenAt) yield await fromFile()
      else if (isOver) return
      else await moved.promise
    }
  } finally {
    isLeft = true
    // A producer that waits for its next chunk is ended by whoever closes its source.
    void taking.then(() => file?.close())
  }
}

async function unnamedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `export-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
