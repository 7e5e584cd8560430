// How long a server in this process holds others up while it works: counted in processor time of its main thread, which a busy
// machine does not lengthen as it does every wait.
import { setTimeout as wait } from 'node:timers/promises'

export const mainThreadMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Asks again and again until the work has ended: the most that the main thread did from one answer to the next. */
export async function heldUpMs(address: URL, work: Promise<unknown>): Promise<number> {
  let isOver = false
  const ended = work.then(
    () => {},
    () => {},
  )
  void ended.then(() => {
    isOver = true
  })
  let longestMs = 0
  for (let before = mainThreadMs(); !isOver; ) {
    await Promise.race([ended, wait(5)])
    await (await fetch(address)).text()
    const now = mainThreadMs()
    longestMs = Math.max(longestMs, now - before)
    before = now
  }
  return longestMs
}
