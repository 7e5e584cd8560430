// How fast an answer has to be read: a client that stays below the least speed for too long is broken off. Only time in
// which something waited for the client counts.
import { ReaderTooSlow } from './spill-room.ts'

export type ReadingPace = { leastBytesPerSecond: number; patienceMs: number }

type Pacer = {
  /** So many bytes were handed over, and all of them were taken when `waiting` settles. */
  taken(bytes: number, waiting: Promise<void> | undefined): Promise<void>
}

export function paceOf(
  { leastBytesPerSecond, patienceMs }: ReadingPace,
  breakOff: (error: ReaderTooSlow) => void,
): Pacer {
  // What is read ahead of the least speed is good for a while, and no longer than the patience: buffers on the way
  // take megabytes at once from somebody who then reads nothing.
  let creditMs = patienceMs
  return {
    async taken(bytes, waiting) {
      if (waiting) {
        const began = performance.now()
        const timer = setTimeout(() => {
          const seconds = patienceMs / 1000
          breakOff(
            new ReaderTooSlow(
              `The reader took less than ${leastBytesPerSecond} bytes a second for ${seconds} seconds`,
            ),
          )
        }, creditMs)
        await waiting
        clearTimeout(timer)
        creditMs -= performance.now() - began
      }
      creditMs = Math.min(patienceMs, Math.max(0, creditMs) + (1000 * bytes) / leastBytesPerSecond)
    },
  }
}
