// Places for exports: how many may read the database at once, in all and for one owner. A place is free again when all
// rows are read, however slowly the client takes the rest. Where all are taken, exports wait a while for their turn,
// those whose owners read the fewest first.
import type { Caller } from '../access/caller.ts'
import { ownersOfKey } from '../access/owners.ts'
import { Problem } from '../errors/problem.ts'

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

type Export = {
  keyId: string
  owners: readonly string[]
  state: keyof ExportsUnderWay
  /** Called when one that waits has its turn. */
  go(): void
}

const again = { 'Retry-After': '10' }

export class ExportPlaces {
  private readonly limits: PlaceLimits
  /** In the order in which they came. */
  private readonly underWay = new Set<Export>()

  constructor(limits: PlaceLimits) {
    this.limits = limits
  }

  async enter(caller: Caller): Promise<ExportPlace> {
    const own: Export = { keyId: caller.keyId, owners: ownersOfKey(caller), state: 'reading', go() {} }
    this.requireShare(own)
    if (this.isFull) await this.turnOf(own)
    else this.underWay.add(own)
    const read = () => {
      own.state = 'sending'
      this.next()
    }
    return {
      read,
      leave: () => {
        this.underWay.delete(own)
        read()
      },
    }
  }

  counts(): ExportsUnderWay {
    const count = (state: Export['state']) => this.count(one => one.state === state)
    return { waiting: count('waiting'), reading: count('reading'), sending: count('sending') }
  }

  private count(counts: (one: Export) => boolean): number {
    return [...this.underWay].filter(counts).length
  }

  private get isFull(): boolean {
    return this.counts().reading >= this.limits.atOnce
  }

  private requireShare({ keyId, owners }: Export): void {
    const { perKey, atOnce } = this.limits
    const own = this.count(one => one.keyId === keyId)
    if (own >= perKey)
      throw new Problem(
        'RATE_LIMIT_EXCEEDED',
        `This key has ${own} ${own === 1 ? 'export' : 'exports'} under way, as many as it may have at once; try again when one has ended`,
        again,
      )
    const isFull = (owner: string) =>
      this.count(one => one.owners.includes(owner)) >= atOnce ||
      this.count(one => one.owners.includes(owner) && one.state !== 'sending') >= Math.ceil(atOnce / 2)
    if (owners.some(isFull))
      throw new Problem(
        'RATE_LIMIT_EXCEEDED',
        'The keys of one owner have as many exports under way as they may have at once; try again when one has ended',
        again,
      )
  }

  private turnOf(own: Export): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    own.state = 'waiting'
    own.go = resolve
    this.underWay.add(own)
    const timer = setTimeout(() => {
      this.underWay.delete(own)
      const message = 'The server reads as many exports as it may at once; try again shortly'
      reject(new Problem('SERVICE_UNAVAILABLE', message, again))
    }, this.limits.waitMs)
    return promise.finally(() => clearTimeout(timer))
  }

  /** Of those who wait, who came first of those whose owners read the fewest. */
  private next(): void {
    const waiting = [...this.underWay].filter(one => one.state === 'waiting')
    if (this.isFull || waiting.length === 0) return
    const readBy = (owner: string) => this.count(one => one.owners.includes(owner) && one.state === 'reading')
    const load = ({ owners }: Export) => Math.max(...owners.map(readBy))
    const least = Math.min(...waiting.map(load))
    const next = waiting.find(one => load(one) === least)!
    next.state = 'reading'
    next.go()
  }
}
