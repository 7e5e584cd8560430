// Who wants to know when a chunk of an answer has left, or lies in a file whole, to use its bytes again. One that goes
// through a compressor, or partly into the file, is never told of, and its bytes are left to the collector.
const waiting = new WeakMap<Buffer, () => void>()

export const whenSent = (chunk: Buffer, then: () => void): void => {
  waiting.set(chunk, then)
}

export function sent(chunk: Buffer): void {
  const then = waiting.get(chunk)
  waiting.delete(chunk)
  then?.()
}
