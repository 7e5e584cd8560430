// The entries of a ZIP archive that somebody gave: found by the directory at its end, unpacked piece by piece and within
// bounds. It runs in a browser too.
import { badRequest } from '../errors/problem.ts'

const mostEntries = 10_000
/** Each piece is unpacked whole before the next is asked for, to a thousand times its size at most. */
const pieceBytes = 16 * 1024

const [endMark, entryMark, localMark] = [0x06054b50, 0x02014b50, 0x04034b50]
const [stored, deflated] = [0, 8]
/** Where the end of the directory is looked for: it may have a comment behind it. */
const longestEnd = 22 + 0xffff

type Entry = { method: number; isEncrypted: boolean; packed: number; at: number }

export type Archive = {
  has(path: string): boolean
  /** The pieces of an entry; it may be read more than once. */
  read(path: string): AsyncGenerator<Uint8Array>
}

type ArchiveOptions = {
  /** What people call it. */
  name: string
  /** What may be unpacked of an entry, however small the archive is. */
  mostUnpackedBytes: number
}

export function openArchive(bytes: Uint8Array, { name, mostUnpackedBytes }: ArchiveOptions): Archive {
  const damaged = () => badRequest(`${name} is damaged: it is no whole ZIP archive; save or send it again`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = entriesOf(view, damaged)
  return {
    has: path => entries.has(path),
    async *read(path) {
      const entry = entries.get(path)
      if (!entry) throw damaged()
      if (entry.isEncrypted) throw badRequest(`${name} is encrypted; save it without a password`)
      const packed = contentOf(bytes, view, entry, damaged)
      if (entry.method !== stored && entry.method !== deflated) throw damaged()
      let unpacked = 0
      for await (const piece of entry.method === stored ? [packed] : inflated(packed, damaged)) {
        unpacked += piece.length
        if (unpacked > mostUnpackedBytes)
          throw badRequest(
            `${name} unpacks to more than ${mostUnpackedBytes / 1024 / 1024} MB; save its tables as CSV`,
          )
        yield piece
      }
    },
  }
}

function entriesOf(view: DataView, damaged: () => Error): Map<string, Entry> {
  const end = endOf(view)
  if (end === undefined) throw damaged()
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count > mostEntries) throw damaged()
  const entries = new Map<string, Entry>()
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entryMark) throw damaged()
    const [named, extra, comment] = [28, 30, 32].map(place => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ]
    if (at + 46 + named > view.byteLength) throw damaged()
    const path = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, named))
    entries.set(path, {
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      packed: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    })
    at += 46 + named + extra + comment
  }
  return entries
}

function endOf(view: DataView): number | undefined {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - longestEnd); at--)
    if (view.getUint32(at, true) === endMark) return at
  return undefined
}

function contentOf(
  bytes: Uint8Array,
  view: DataView,
  { at, packed }: Entry,
  damaged: () => Error,
): Uint8Array {
  if (at + 30 > bytes.length || view.getUint32(at, true) !== localMark) throw damaged()
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  if (from + packed > bytes.length) throw damaged()
  return bytes.subarray(from, from + packed)
}

async function* inflated(packed: Uint8Array, damaged: () => Error): AsyncGenerator<Uint8Array> {
  let at = 0
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at >= packed.length) return controller.close()
      controller.enqueue(packed.slice(at, at + pieceBytes))
      at += pieceBytes
    },
  })
  const reader = pieces.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw damaged()
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
