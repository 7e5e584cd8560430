// Slows down whoever keeps trying secrets that do not exist, or keeps asking beyond the limits of a key. Only the refusal
// waits, so nobody with a good key does, even behind the same address; and the wait reveals no more than the refusal.
import { setTimeout as wait } from 'node:timers/promises'
import { networkOf } from '../formats/ip-address.ts'

/** So many refusals come at once; the next waits for the first time, each further one twice as long, up to the longest. */
type RefusalDelays = { free: number; firstMs: number; longestMs: number }

/** Of an address: a key pasted wrongly, a few machines that start with an old one. Clients sit out the longest wait. */
const ofAddress: RefusalDelays = { free: 5, firstMs: 125, longestMs: 4_000 }
/** Of a key: a client that asks again as soon as it was refused would take a core, and is told so ten times a second. */
const ofKey: RefusalDelays = { free: 20, firstMs: 100, longestMs: 100 }
/** A client that was refused nothing for so long starts again from the first wait. */
const forgottenAfterMs = 60_000
/** Refusals that wait at once, each a socket and a timer. Whoever comes beyond these is refused at once. */
const mostWaiting = 200
/** Addresses and keys remembered, about 1 MB of them; the one that was quiet longest is forgotten first. */
const mostNames = 10_000

/** The time, and waiting for it to pass or for a signal. */
export type Time = { now(): number; wait(ms: number, gone: AbortSignal): Promise<unknown> }

/** Waits as long as the next refusal has to; false where too many are waiting already. */
type Hold = (name: string, gone: AbortSignal) => Promise<boolean>

export type SlowDown = {
  hold: Hold
  holdKey: Hold
  /** Counts what another process has refused, as if it had been refused here. */
  heard(refused: RefusedName): void
}

/** Whom a refusal counts for. */
export type RefusedName = { of: 'network' | 'key'; name: string }

const realTime: Time = {
  now: () => performance.now(),
  wait: (ms, signal) => wait(ms, undefined, { signal }),
}

/** `tell` is told of each refusal, for other processes that share the port. */
export function slowDown(time: Time = realTime, tell: (refused: RefusedName) => void = () => {}): SlowDown {
  const holds = {
    network: holding(ofAddress, time, name => tell({ of: 'network', name })),
    key: holding(ofKey, time, name => tell({ of: 'key', name })),
  }
  return {
    hold: (address, gone) => holds.network.hold(networkOf(address), gone),
    holdKey: holds.key.hold,
    heard: ({ of, name }) => void holds[of].note(name),
  }
}

function holding(pace: RefusalDelays, time: Time, tell: (name: string) => void) {
  const refused = new Map<string, { times: number; lastAt: number }>()
  let waiting = 0
  const note = (name: string): number => {
    const known = refused.get(name)
    const now = time.now()
    const times = known && now - known.lastAt < forgottenAfterMs ? known.times + 1 : 1
    refused.delete(name)
    refused.set(name, { times, lastAt: now })
    if (refused.size > mostNames) refused.delete(refused.keys().next().value!)
    return times
  }
  const hold: Hold = async (name, gone) => {
    tell(name)
    const ms = waitBefore(note(name), pace)
    if (ms === 0) return true
    if (waiting >= mostWaiting) return false
    waiting++
    // Nobody waits for a client that has gone.
    await time.wait(ms, gone).catch(() => {})
    waiting--
    return true
  }
  return { hold, note }
}

const waitBefore = (times: number, { free, firstMs, longestMs }: RefusalDelays) =>
  times <= free ? 0 : Math.min(longestMs, firstMs * 2 ** (times - free - 1))
