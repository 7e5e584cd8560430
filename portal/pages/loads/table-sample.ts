// The beginnings of tables, as the server is asked about them: enough rows to propose a mapping from, and to try one on.
import type { LoadedFile } from './loaded-file.ts'

/** Of each table, and of all that are asked about at once. */
const [mostBytes, mostOfAll] = [768 * 1024, 4 * 1024 * 1024]

export type TableSample = { name: string; sample: string; isWhole: boolean }

export async function samplesOf(tables: readonly LoadedFile[]): Promise<TableSample[]> {
  const most = Math.min(mostBytes, Math.floor(mostOfAll / tables.length))
  return Promise.all(tables.map(table => sampleOf(table, most)))
}

async function sampleOf({ name, content }: LoadedFile, most: number): Promise<TableSample> {
  const isZipped = /\.gz$/i.test(name)
  const stream = isZipped ? content.stream().pipeThrough(new DecompressionStream('gzip')) : content.stream()
  const { bytes, isWhole } = await beginning(stream, most)
  return { name, sample: base64(bytes), isWhole }
}

async function beginning(stream: ReadableStream<Uint8Array>, most: number) {
  const reader = stream.getReader()
  const bytes = new Uint8Array(most)
  let length = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return { bytes: bytes.subarray(0, length), isWhole: true }
    const taken = value.subarray(0, most - length)
    bytes.set(taken, length)
    length += taken.length
    if (taken.length < value.length) break
  }
  await reader.cancel()
  return { bytes, isWhole: false }
}

/** In pieces, as a call takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
