// Which statements come often enough to be worth preparing, by their text. Each stays prepared in every connection for
// ever, so their number is limited.

const timesBefore = 3
const mostPrepared = 100
const mostSeen = 2000

export class Repeated {
  private readonly prepared = new Set<string>()
  private readonly seen = new Map<string, number>()

  /** Whether this one is to be prepared now. */
  isWorthIt(text: string): boolean {
    if (this.prepared.has(text)) return true
    if (this.prepared.size >= mostPrepared) return false
    const times = (this.seen.get(text) ?? 0) + 1
    this.seen.delete(text)
    if (times > timesBefore) {
      this.prepared.add(text)
      return true
    }
    this.seen.set(text, times)
    if (this.seen.size > mostSeen) this.seen.delete(this.seen.keys().next().value!)
    return false
  }
}
