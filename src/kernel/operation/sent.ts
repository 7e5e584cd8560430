// Who wants to know when a chunk of an answer has left, to use its bytes again. One that goes another way, through a
// compressor or a file, is never told of, and its bytes are left to the collector.
const waiting = new WeakMap<Buffer, () => void>()

export const whenSent = (chunk: Buffer, then: () => void): void => {
  waiting.set(chunk, then)
}

export function sent(chunk: Buffer): void {
  const then = waiting.get(chunk)
  waiting.delete(chunk)
  then?.()
}
