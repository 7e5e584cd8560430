// Bounds the memory of request bodies. Bytes count once they have arrived, so a slow sender holds little; where no room
// is left, it is taken from whoever holds most.
import { Problem } from '../errors/problem.ts'

/** Bytes of bodies held at once; small ones always find room. */
export const roomBytes = 256 * 1024 * 1024
/** How many large bodies of one sender are read at once, and how long its others wait. */
const atOnce = 4
const patienceMs = 60_000
/** How long bytes that have arrived wait for room before it is taken from somebody else. */
const stallMs = 2_000

export type BodyPlace = {
  /** Counts bytes that have arrived; a promise where they have to wait for room. */
  grow(bytes: number): Promise<void> | undefined
  /** Notes that it has arrived whole; it is not given up for others any more. */
  isWhole(): void
  leave(): void
}

/** `giveUp` is called where others need the room of this body. */
export type Room = {
  enter(sender: string, giveUp: (problem: Problem) => void): Promise<BodyPlace>
  /** How much large bodies hold, and how many more wait. */
  held(): { bytes: number; limit: number; waiting: number }
}

type Sender = { held: number; inside: number; bodies: HeldBody[]; waiting: (() => void)[] }
type HeldBody = { bytes: number; sender: Sender; isComing: boolean; giveUp(problem: Problem): void }
type StalledBody = { held: HeldBody; bytes: number; go(): void }

const busy = () =>
  new Problem('SERVICE_UNAVAILABLE', 'Too many large bodies are being taken in just now; try again', {
    'Retry-After': '5',
  })

export const roomFor = (total = roomBytes): Room => new BodyRoom(total)

class BodyRoom implements Room {
  private readonly total: number
  private left: number
  private making: NodeJS.Timeout | undefined
  private readonly senders = new Map<string, Sender>()
  private readonly stalled = new Set<StalledBody>()

  constructor(total: number) {
    this.total = total
    this.left = total
  }

  held() {
    const waiting = [...this.senders.values()].reduce(
      (sum, { waiting }) => sum + waiting.length,
      this.stalled.size,
    )
    return { bytes: this.total - this.left, limit: this.total, waiting }
  }

  async enter(name: string, giveUp: (problem: Problem) => void): Promise<BodyPlace> {
    const sender = this.senders.get(name) ?? { held: 0, inside: 0, bodies: [], waiting: [] }
    this.senders.set(name, sender)
    // Whoever leaves hands its turn on.
    if (sender.inside >= atOnce) await turnOf(sender)
    else sender.inside++
    const held: HeldBody = { bytes: 0, sender, isComing: true, giveUp }
    sender.bodies.push(held)
    let isIn = true
    return {
      // What still arrives of one that was given up is nobody's.
      grow: bytes => (isIn ? this.grow(held, bytes) : undefined),
      isWhole() {
        held.isComing = false
      },
      leave: () => {
        if (isIn) this.leave(name, held)
        isIn = false
      },
    }
  }

  private grow(held: HeldBody, bytes: number): Promise<void> | undefined {
    if (bytes <= this.left) return void this.take(held, bytes)
    const { promise, resolve: go } = Promise.withResolvers<void>()
    this.stalled.add({ held, bytes, go })
    this.making ??= setInterval(() => this.makeRoom(), stallMs)
    return promise
  }

  private take(held: HeldBody, bytes: number): void {
    this.left -= bytes
    held.bytes += bytes
    held.sender.held += bytes
  }

  private leave(name: string, held: HeldBody): void {
    const { sender } = held
    this.left += held.bytes
    sender.held -= held.bytes
    sender.bodies.splice(sender.bodies.indexOf(held), 1)
    for (const one of this.stalled) if (one.held === held) this.end(one)
    const next = sender.waiting.shift()
    if (next) next()
    else if (--sender.inside === 0) this.senders.delete(name)
    this.goOn()
  }

  private end(one: StalledBody): void {
    this.stalled.delete(one)
    one.go()
    if (this.stalled.size > 0) return
    clearInterval(this.making)
    this.making = undefined
  }

  /** Who holds least goes on first. */
  private goOn(): void {
    for (const one of [...this.stalled].sort((a, b) => a.held.sender.held - b.held.sender.held)) {
      if (one.bytes > this.left) return
      this.take(one.held, one.bytes)
      this.end(one)
    }
  }

  /** The last that came of who holds most. */
  private makeRoom(): void {
    const bodies = [...this.senders.values()].flatMap(sender => sender.bodies)
    const coming = bodies.filter(({ isComing }) => isComing)
    const most = Math.max(...coming.map(({ sender }) => sender.held))
    coming.findLast(({ sender }) => sender.held === most)?.giveUp(busy())
  }
}

async function turnOf(sender: Sender): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  sender.waiting.push(resolve)
  const patience = setTimeout(() => {
    sender.waiting.splice(sender.waiting.indexOf(resolve), 1)
    reject(busy())
  }, patienceMs)
  await promise.finally(() => clearTimeout(patience))
}
