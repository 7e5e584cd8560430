// Slows down whoever keeps trying secrets that do not exist. Only the refusal waits, so those with a good key behind the
// same address never do, and a wait says nothing but what the refusal says: that nobody holds this secret.
import { setTimeout as wait } from 'node:timers/promises'
import { networkOf } from './address.ts'

/** Refusals of one address that come at once: a key pasted wrongly, a few machines that start with an old one. */
const free = 5
/** An address that tried nothing unknown for so long begins anew. */
const forgottenAfterMs = 60_000
/** The first wait; each further refusal waits twice as long, up to the longest, which clients still sit out. */
const firstMs = 125
const longestMs = 4_000
/** Refusals that wait at once, each a socket and a timer. Whoever comes beyond these is refused at once. */
const mostWaiting = 200
/** Addresses remembered, about 1 MB of them; the one that was quiet longest is forgotten first. */
const mostAddresses = 10_000

/** The time, and waiting for it to pass or for a signal. */
export type Time = { now(): number; wait(ms: number, gone: AbortSignal): Promise<unknown> }

export type SlowDown = {
  /** Waits as long as the next refusal of this address has to; false where there was no room to wait in. */
  hold(address: string, gone: AbortSignal): Promise<boolean>
}

const realTime: Time = {
  now: () => performance.now(),
  wait: (ms, signal) => wait(ms, undefined, { signal }),
}

export function slowDown(time: Time = realTime): SlowDown {
  const refused = new Map<string, { times: number; lastAt: number }>()
  let waiting = 0
  const note = (address: string): number => {
    const network = networkOf(address)
    const known = refused.get(network)
    const now = time.now()
    const times = known && now - known.lastAt < forgottenAfterMs ? known.times + 1 : 1
    refused.delete(network)
    refused.set(network, { times, lastAt: now })
    if (refused.size > mostAddresses) refused.delete(refused.keys().next().value!)
    return times
  }
  return {
    async hold(address, gone) {
      const ms = waitBefore(note(address))
      if (ms === 0) return true
      if (waiting >= mostWaiting) return false
      waiting++
      // Who went away need not be waited for.
      await time.wait(ms, gone).catch(() => {})
      waiting--
      return true
    },
  }
}

const waitBefore = (times: number) =>
  times <= free ? 0 : Math.min(longestMs, firstMs * 2 ** (times - free - 1))
