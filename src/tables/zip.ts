// A ZIP archive that is written while its entries are made: sizes and checksums follow each entry, as they are known
// only then. It runs in a browser too. Nothing in it may be larger than 4 GB; ZIP64 would allow more than any spreadsheet
// opens.

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export type ZipEntry = { name: string; content: Pieces }

/** What Node and browsers each have their own of. */
export type Packing = {
  deflate(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Of these bytes behind those that have the checksum `before`. */
  crc32(bytes: Uint8Array, before: number): number
}

type ZipEntryInfo = { name: Uint8Array; at: number; crc: number; size: number; packed: number }

const most = 0xffff_ffff
/** Sizes follow the content; names are UTF-8. */
const flags = 0x0808
const deflated = 8
/** 1 January 1980, the first day that there is. */
const day = 0x21

export async function* zipArchive(
  entries: AsyncIterable<ZipEntry>,
  packing: Packing,
): AsyncGenerator<Uint8Array> {
  const written: ZipEntryInfo[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const entry: ZipEntryInfo = { name: new TextEncoder().encode(name), at, crc: 0, size: 0, packed: 0 }
    const head = localHeader(entry)
    yield head
    for await (const piece of packing.deflate(counted(content, entry, packing))) {
      entry.packed += piece.length
      yield piece
    }
    const sizes = sizesAfter(entry)
    yield sizes
    at += head.length + entry.packed + sizes.length
    if (at > most || entry.size > most) throw new Error('This is more than a ZIP archive can hold')
    written.push(entry)
  }
  let length = 0
  for (const entry of written) {
    const listed = directoryEntry(entry)
    length += listed.length
    yield listed
  }
  yield endOf(written.length, length, at)
}

async function* counted(
  content: Pieces,
  entry: ZipEntryInfo,
  { crc32 }: Packing,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    entry.crc = crc32(piece, entry.crc)
    entry.size += piece.length
    yield piece
  }
}

type NumberField = readonly [bytes: 2 | 4, value: number]

/** Numbers, and the name behind them. */
function fields(numbers: readonly NumberField[], name: Uint8Array = new Uint8Array()): Uint8Array {
  const length = numbers.reduce((sum, [bytes]) => sum + bytes, 0)
  const all = new Uint8Array(length + name.length)
  const view = new DataView(all.buffer)
  let at = 0
  for (const [bytes, value] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  all.set(name, length)
  return all
}

const localHeader = ({ name }: ZipEntryInfo) =>
  fields(
    [
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
    ],
    name,
  )

const sizesAfter = ({ crc, packed, size }: ZipEntryInfo) =>
  fields([
    [4, 0x08074b50],
    [4, crc],
    [4, packed],
    [4, size],
  ])

const directoryEntry = ({ name, at, crc, packed, size }: ZipEntryInfo) =>
  fields(
    [
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
    ],
    name,
  )

const endOf = (count: number, length: number, at: number) =>
  fields([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, length],
    [4, at],
    [2, 0],
  ])
