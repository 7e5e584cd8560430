// Random choices that a seed repeats.

export type Dice = {
  next(): number
  int(below: number): number
  between(least: number, most: number): number
  chance(part: number): boolean
  pick<T>(list: readonly T[]): T
  /** Some of a list, in its order. */
  some<T>(list: readonly T[], least?: number): T[]
  /** The value, in a part of the cases; what is undefined is left out of records. */
  maybe<T>(part: number, make: () => T): T | undefined
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number) => Math.floor(next() * below)
  const chance = (part: number) => next() < part
  return {
    next,
    int,
    between: (least, most) => least + int(most - least + 1),
    chance,
    pick: list => list[int(list.length)]!,
    some(list, least = 0) {
      const kept = list.filter(() => chance(0.5))
      return kept.length >= least ? kept : list.slice(0, least)
    },
    maybe: (part, make) => (chance(part) ? make() : undefined),
  }
}
