// Places for exports: how many may read the database at once, in all and for one owner. A place is free again when all
// rows are read, however slowly the client takes the rest. Where all are taken, exports wait a while for their turn,
// those whose owners read the fewest first.
import type { Caller } from '../../access/caller.ts'
import { ownersOfKey } from '../../access/ownership.ts'
import { Problem } from '../../errors/problem.ts'

export type PlaceLimits = {
  /** How many of a key may be under way at once. */
  perKey: number
  /** How many may read the database at once in this process. An owner has half of these, and as many under way as these. */
  atOnce: number
  /** How long one waits for a place. */
  waitMs: number
}

export type ExportPlace = {
  /** Called when all rows are read and the rest only has to be sent. */
  read(): void
  leave(): void
}

/** How many wait for a place, are read, and are only sent. */
export type ExportsUnderWay = { waiting: number; reading: number; sending: number }

type Waiter = { names: readonly string[]; go(forget: () => void): void }

const everybody = 'everybody'
const again = { 'Retry-After': '10' }

export class ExportPlaces {
  private readonly limits: PlaceLimits
  private readonly reading = new Counts()
  private readonly underWay = new Counts()
  private readonly waiting: Waiter[] = []

  constructor(limits: PlaceLimits) {
    this.limits = limits
  }

  async enter(caller: Caller): Promise<ExportPlace> {
    const owners = ownersOfKey(caller)
    this.requireShare(caller.keyId, owners)
    const names = [everybody, caller.keyId, ...owners]
    const leave = this.underWay.add(names)
    const forget = this.isFull
      ? await this.turnOf(names).catch(error => {
          leave()
          throw error
        })
      : this.reading.add(names)
    const read = () => {
      forget()
      this.next()
    }
    return {
      read,
      leave() {
        leave()
        read()
      },
    }
  }

  counts(): ExportsUnderWay {
    const [reading, all] = [this.reading.of(everybody), this.underWay.of(everybody)]
    const waiting = this.waiting.length
    return { waiting, reading, sending: all - reading - waiting }
  }

  private get isFull(): boolean {
    return this.reading.of(everybody) >= this.limits.atOnce
  }

  private requireShare(keyId: string, owners: readonly string[]): void {
    const { perKey, atOnce } = this.limits
    const own = this.underWay.of(keyId)
    if (own >= perKey)
      throw new Problem(
        'RATE_LIMIT_EXCEEDED',
        `This key has ${own} ${own === 1 ? 'export' : 'exports'} under way, as many as it may have at once; try again when one has ended`,
        again,
      )
    const begun = (owner: string) =>
      this.reading.of(owner) + this.waiting.filter(({ names }) => names.includes(owner)).length
    const isFull = (owner: string) =>
      begun(owner) >= Math.ceil(atOnce / 2) || this.underWay.of(owner) >= atOnce
    if (owners.some(isFull))
      throw new Problem(
        'RATE_LIMIT_EXCEEDED',
        'The keys of one owner have as many exports under way as they may have at once; try again when one has ended',
        again,
      )
  }

  private turnOf(names: readonly string[]): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const waiter = { names, go: resolve }
    this.waiting.push(waiter)
    const timer = setTimeout(() => {
      this.waiting.splice(this.waiting.indexOf(waiter), 1)
      reject(
        new Problem(
          'SERVICE_UNAVAILABLE',
          'The server reads as many exports as it may at once; try again shortly',
          again,
        ),
      )
    }, this.limits.waitMs)
    return promise.finally(() => clearTimeout(timer))
  }

  /** Of those who wait, who came first of those whose owners read the fewest. */
  private next(): void {
    if (this.isFull || this.waiting.length === 0) return
    const load = ({ names }: Waiter) => Math.max(...names.slice(2).map(owner => this.reading.of(owner)))
    const least = Math.min(...this.waiting.map(load))
    const at = this.waiting.findIndex(waiter => load(waiter) === least)
    const [waiter] = this.waiting.splice(at, 1)
    waiter!.go(this.reading.add(waiter!.names))
  }
}

/** Counts by name. */
class Counts {
  private readonly counts = new Map<string, number>()

  of(name: string): number {
    return this.counts.get(name) ?? 0
  }

  /** Counts each name once more; gives back how to undo that, once. */
  add(names: readonly string[]): () => void {
    for (const name of names) this.counts.set(name, this.of(name) + 1)
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      for (const name of names) {
        const left = this.of(name) - 1
        if (left > 0) this.counts.set(name, left)
        else this.counts.delete(name)
      }
    }
  }
}
