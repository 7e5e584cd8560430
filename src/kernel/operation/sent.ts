// Tells the owner of a chunk's memory when the chunk has left, or lies whole in a file, so that its bytes can be used
// again. A chunk that goes through a compressor, or partly into the file, is not reported and left to the collector.
const waiting = new WeakMap<Buffer, () => void>()

export const whenSent = (chunk: Buffer, then: () => void): void => {
  waiting.set(chunk, then)
}

export function sent(chunk: Buffer): void {
  const then = waiting.get(chunk)
  waiting.delete(chunk)
  then?.()
}
