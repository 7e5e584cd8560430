// A ZIP archive that is written while its entries are made: sizes and checksums follow each entry, as they are known
// only then. Nothing in it may be larger than 4 GB; ZIP64 would allow more than any spreadsheet opens.

import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipEntry = { name: string; content: AsyncIterable<Buffer> | Iterable<Buffer> }

type ZipEntryInfo = { name: Buffer; at: number; crc: number; size: number; packed: number }

const most = 0xffff_ffff
/** Sizes follow the content; names are UTF-8. */
const flags = 0x0808
const deflated = 8
/** 1 January 1980, the first day that there is. */
const day = 0x21

export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: ZipEntryInfo[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const entry: ZipEntryInfo = { name: Buffer.from(name), at, crc: 0, size: 0, packed: 0 }
    const head = localHeader(entry)
    yield head
    for await (const piece of packed(content, entry)) {
      entry.packed += piece.length
      yield piece
    }
    const sizes = sizesAfter(entry)
    yield sizes
    at += head.length + entry.packed + sizes.length
    if (at > most || entry.size > most) throw new Error('This is more than a ZIP archive can hold')
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  yield endOf(written.length, directory.length, at)
}

async function* packed(content: ZipEntry['content'], entry: ZipEntryInfo): AsyncGenerator<Buffer> {
  const counted = async function* () {
    for await (const chunk of content) {
      entry.crc = crc32(chunk, entry.crc)
      entry.size += chunk.length
      yield chunk
    }
  }
  const deflate = createDeflateRaw({ level: 1, chunkSize: 64 * 1024 })
  // What fails on the way ends the stream, and is thrown where that is read.
  const packing = pipeline(counted, deflate).catch(() => {})
  try {
    yield* deflate
  } finally {
    deflate.destroy()
    await packing
  }
}

function numbers(...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of values) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

const localHeader = ({ name }: ZipEntryInfo) =>
  Buffer.concat([
    numbers(
      [4, 0x04034b50],
      [2, 20],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, day],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ])

const sizesAfter = ({ crc, packed, size }: ZipEntryInfo) =>
  numbers([4, 0x08074b50], [4, crc], [4, packed], [4, size % (most + 1)])

const directoryEntry = ({ name, at, crc, packed, size }: ZipEntryInfo) =>
  Buffer.concat([
    numbers(
      [4, 0x02014b50],
      [2, 20],
      [2, 20],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, day],
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at],
    ),
    name,
  ])

const endOf = (count: number, length: number, at: number) =>
  numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, at], [2, 0])
