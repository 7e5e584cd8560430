// How much all slow readers together may have waiting, in memory and on disk. Where the disk is full, the reader with the
// most waiting is broken off, not the next to come; one owner, by all its keys, has at most half of the disk.

/** Why an answer that was begun is broken off where its reader is to blame. */
export class ReaderTooSlow extends Error {}

export type SpillLimits = { memoryBytes: number; diskBytes: number }

/** What one answer has waiting. */
export type SpillPlace = {
  /** Whether there is room for these bytes in memory, which are then taken. */
  takeMemory(bytes: number): boolean
  giveMemory(bytes: number): void
  /** Makes room on the disk; throws where this answer itself is the one to be broken off. */
  takeDisk(bytes: number): void
  giveDisk(bytes: number): void
  /** Nothing of it waits any more. */
  leave(): void
}

type SlowStream = {
  owners: readonly string[]
  memory: number
  disk: number
  breakOff(error: ReaderTooSlow): void
}

export type SpillRoom = {
  /** `breakOff` is called where others need the room more. */
  enter(owners: readonly string[], breakOff: SlowStream['breakOff']): SpillPlace
  taken(): { memory: number; disk: number }
}

export function spillRoom({ memoryBytes, diskBytes }: SpillLimits): SpillRoom {
  const all = new Set<SlowStream>()
  const sum = (of: 'memory' | 'disk', owner?: string) => {
    let total = 0
    for (const one of all) if (owner === undefined || one.owners.includes(owner)) total += one[of]
    return total
  }
  const breakOff = (one: SlowStream, why: string) => {
    all.delete(one)
    one.breakOff(new ReaderTooSlow(why))
  }
  const largestOf = (owner: string) =>
    [...all].filter(one => one.owners.includes(owner)).sort((one, other) => other.disk - one.disk)[0]!
  const ownerOfMost = () =>
    [...new Set([...all].flatMap(one => one.owners))].sort(
      (one, other) => sum('disk', other) - sum('disk', one),
    )[0]!
  const makeRoom = (owners: readonly string[]) => {
    for (const owner of owners)
      while (sum('disk', owner) > diskBytes / 2)
        breakOff(largestOf(owner), 'Its owner has more waiting on disk than half of what may wait there')
    while (sum('disk') > diskBytes)
      breakOff(largestOf(ownerOfMost()), 'As much waits on disk as may, and most of it is its owner’s')
  }
  return {
    enter(owners, told) {
      const own: SlowStream = { owners, memory: 0, disk: 0, breakOff: told }
      all.add(own)
      let isAsking = false
      let refused: ReaderTooSlow | undefined
      own.breakOff = error => {
        if (isAsking) refused = error
        else told(error)
      }
      return {
        takeMemory(bytes) {
          if (sum('memory') + bytes > memoryBytes) return false
          own.memory += bytes
          return true
        },
        giveMemory(bytes) {
          own.memory -= bytes
        },
        takeDisk(bytes) {
          own.disk += bytes
          isAsking = true
          if (all.has(own)) makeRoom(owners)
          isAsking = false
          if (refused) throw refused
        },
        giveDisk(bytes) {
          own.disk -= bytes
        },
        leave() {
          all.delete(own)
        },
      }
    },
    taken: () => ({ memory: sum('memory'), disk: sum('disk') }),
  }
}
