// The beginning of a table, as the server is asked about it: enough rows to propose a mapping from, and to try one on.

/** A request may have a megabyte, and base64 takes a third more. */
const mostBytes = 384 * 1024

export type TableSample = { name: string; sample: string; isWhole: boolean }

export async function sampleOf(file: File): Promise<TableSample> {
  const isZipped = /\.gz$/i.test(file.name)
  const stream = isZipped ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()
  const { bytes, isWhole } = await beginning(stream)
  return { name: file.name, sample: base64(bytes), isWhole }
}

async function beginning(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  const bytes = new Uint8Array(mostBytes)
  let length = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return { bytes: bytes.subarray(0, length), isWhole: true }
    const taken = value.subarray(0, mostBytes - length)
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
