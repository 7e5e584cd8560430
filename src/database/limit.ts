// How long a caller waits for the database: a statement that is not answered in time fails, since a database that is
// frozen or cut off says nothing at all.

/** It carries a code as the errors of PostgreSQL and its client do. */
export class NoAnswer extends Error {
  code = 'NO_ANSWER'
  constructor(limitMs: number) {
    super(`The database did not answer within ${limitMs / 1000} s`)
  }
}

export type Limit = {
  ms: number
  /** `onSilence` is called before the caller is told. */
  within<T>(answer: Promise<T>, onSilence: (error: Error) => void): Promise<T>
}

type Waiting = { dueMs: number; fail(): void }

/** One timer for all, as they are due in the order in which they were asked. `count` is called for each that was not answered. */
export function limitOf(limitMs: number, count: () => void): Limit {
  // Answered ones are removed at once, so that nothing keeps their results.
  const waiting = new Set<Waiting>()
  let isTimed = false
  const look = () => {
    isTimed = false
    const nowMs = performance.now()
    for (const one of waiting) {
      if (one.dueMs > nowMs) return lookIn(one.dueMs - nowMs)
      waiting.delete(one)
      one.fail()
    }
  }
  const lookIn = (ms: number) => {
    if (isTimed) return
    isTimed = true
    setTimeout(look, ms).unref()
  }
  return {
    ms: limitMs,
    within: (answer, onSilence) =>
      new Promise((resolve, reject) => {
        const one: Waiting = {
          dueMs: performance.now() + limitMs,
          fail() {
            count()
            const error = new NoAnswer(limitMs)
            onSilence(error)
            reject(error)
          },
        }
        waiting.add(one)
        lookIn(limitMs)
        const settle =
          <V>(how: (value: V) => void) =>
          (value: V) => {
            waiting.delete(one)
            how(value)
          }
        answer.then(settle(resolve), settle(reject))
      }),
  }
}
