// When the bytes of a chunk can be used again: whoever fills chunks asks to be told, and whoever sends them tells.

const waiting = new WeakMap<Buffer, () => void>()

/** Has it told once when a chunk has left, or lies whole in a file. A chunk that goes through a compressor, or partly into
 * the file, is not reported and left to the collector. */
export const onceSent = (chunk: Buffer, then: () => void): void => {
  waiting.set(chunk, then)
}

export function noteSent(chunk: Buffer): void {
  const then = waiting.get(chunk)
  waiting.delete(chunk)
  then?.()
}
