// Counts and sums kept in memory until an owner of those who asked changes: the key holds their versions, which every
// write moves.

export class Remembered<T> {
  private readonly known = new Map<string, Promise<T>>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  of(key: string, work: () => Promise<T>): Promise<T> {
    const held = this.known.get(key)
    if (held) return held
    const made = work()
    this.known.set(key, made)
    made.catch(() => this.known.delete(key))
    if (this.known.size > this.most) this.known.delete(this.known.keys().next().value!)
    return made
  }

  forget(key: string): void {
    this.known.delete(key)
  }
}
