// Where the content of files lies. Keys are random and made here, so that no name, id or path from outside ever
// becomes part of a place.
import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { maxFileBytes } from '../formats/data-url.ts'

export type Content = AsyncIterable<Buffer> | Buffer

export type FileStore = {
  /** Settles when the content would survive a crash; refuses more than `maxFileBytes`. */
  put(key: string, content: Content): Promise<FileMeasure>
  /** The content from its first byte on; fails before that where it cannot be read. */
  get(key: string): Promise<{ size: number; stream: Readable }>
  remove(key: string): Promise<void>
  /** Everything that is there, what an interrupted write has left behind too. */
  list(): AsyncIterable<{ key: string; changedAt: Date }>
}

export type FileMeasure = { size: number; sha256: string }

export class StorageProblem extends Error {}

export class FileTooLarge extends Error {
  constructor() {
    super(`A file may have at most ${maxFileBytes / 1024 / 1024} MiB`)
  }
}

/** Fanned out over folders, so that none grows large. */
export function newStorageKey(): string {
  const text = randomBytes(16).toString('hex')
  return `${text.slice(0, 2)}/${text.slice(2, 4)}/${text.slice(4)}`
}

export const isStorageKey = (key: string) => /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{28}$/.test(key)

/** The content as it passes, measured; `measured` is what has passed so far. */
export function measuredContent(content: Content): {
  chunks: AsyncIterable<Buffer>
  measured(): FileMeasure
} {
  const hash = createHash('sha256')
  let size = 0
  async function* chunks() {
    for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
      size += chunk.length
      if (size > maxFileBytes) throw new FileTooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  return { chunks: chunks(), measured: () => ({ size, sha256: hash.copy().digest('hex') }) }
}
