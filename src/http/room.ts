// Bounds the memory of request bodies. Bytes count once they have arrived, so a slow sender holds little; where no room
// is left, it is taken from whoever holds most.
import { Problem } from '../errors/problem.ts'

/** Bytes of bodies held at once; small ones always find room. */
const roomBytes = 256 * 1024 * 1024
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

export function roomFor(total = roomBytes): Room {
  let left = total
  let making: NodeJS.Timeout | undefined
  const senders = new Map<string, Sender>()
  const stalled = new Set<StalledBody>()

  const take = (held: HeldBody, bytes: number) => {
    left -= bytes
    held.bytes += bytes
    held.sender.held += bytes
  }
  const end = (one: StalledBody) => {
    stalled.delete(one)
    one.go()
    if (stalled.size > 0) return
    clearInterval(making)
    making = undefined
  }
  /** Who holds least goes on first. */
  const goOn = () => {
    for (const one of [...stalled].sort((a, b) => a.held.sender.held - b.held.sender.held)) {
      if (one.bytes > left) return
      take(one.held, one.bytes)
      end(one)
    }
  }
  /** The last that came of who holds most. */
  const makeRoom = () => {
    const coming = [...senders.values()].flatMap(({ bodies }) => bodies.filter(({ isComing }) => isComing))
    const most = Math.max(...coming.map(({ sender }) => sender.held))
    coming.findLast(({ sender }) => sender.held === most)?.giveUp(busy())
  }
  const turnOf = async (sender: Sender) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    sender.waiting.push(resolve)
    const patience = setTimeout(() => {
      sender.waiting.splice(sender.waiting.indexOf(resolve), 1)
      reject(busy())
    }, patienceMs)
    await promise.finally(() => clearTimeout(patience))
  }

  return {
    held: () => ({
      bytes: total - left,
      limit: total,
      waiting: [...senders.values()].reduce((sum, { waiting }) => sum + waiting.length, stalled.size),
    }),
    async enter(name, giveUp) {
      const sender = senders.get(name) ?? { held: 0, inside: 0, bodies: [], waiting: [] }
      senders.set(name, sender)
      // Whoever leaves hands its turn on.
      if (sender.inside >= atOnce) await turnOf(sender)
      else sender.inside++
      const held: HeldBody = { bytes: 0, sender, isComing: true, giveUp }
      sender.bodies.push(held)
      let isIn = true
      return {
        grow(bytes) {
          // What still arrives of one that was given up is nobody's.
          if (!isIn) return undefined
          if (bytes <= left) return void take(held, bytes)
          const { promise, resolve: go } = Promise.withResolvers<void>()
          stalled.add({ held, bytes, go })
          making ??= setInterval(makeRoom, stallMs)
          return promise
        },
        isWhole() {
          held.isComing = false
        },
        leave() {
          if (!isIn) return
          isIn = false
          left += held.bytes
          sender.held -= held.bytes
          sender.bodies.splice(sender.bodies.indexOf(held), 1)
          for (const one of stalled) if (one.held === held) end(one)
          const next = sender.waiting.shift()
          if (next) next()
          else if (--sender.inside === 0) senders.delete(name)
          goOn()
        },
      }
    },
  }
}
