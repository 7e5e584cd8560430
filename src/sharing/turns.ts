// Whose heavy query runs next: a few at once, one of each key, the keys in turn.
import { Problem } from '../errors/problem.ts'

export class Turns {
  private readonly most: number
  private readonly waiting = new Map<string, (() => void)[]>()
  private readonly running = new Set<string>()
  /** How many of one key may wait. */
  private readonly mostWaiting: number

  constructor(most: number, mostWaiting = 10) {
    this.most = most
    this.mostWaiting = mostWaiting
  }

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.turnOf(key)
    try {
      return await work()
    } finally {
      this.running.delete(key)
      this.next()
    }
  }

  private turnOf(key: string): Promise<void> {
    const line = this.waiting.get(key) ?? []
    if (line.length >= this.mostWaiting)
      throw new Problem(
        'RATE_LIMIT_EXCEEDED',
        `${this.mostWaiting} totals of this key wait already; ask again when they are answered`,
        { 'Retry-After': '1' },
      )
    return new Promise(resolve => {
      this.waiting.set(key, [...line, resolve])
      this.next()
    })
  }

  /** A key that had its turn goes to the end: keys are in the order in which they came or had their last turn. */
  private next(): void {
    for (const [key, [first, ...rest]] of this.waiting) {
      if (this.running.size >= this.most) return
      if (this.running.has(key)) continue
      this.waiting.delete(key)
      if (rest.length > 0) this.waiting.set(key, rest)
      this.running.add(key)
      first!()
    }
  }
}
