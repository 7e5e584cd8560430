// What each part of the machine is: something that draws steps, plays them against the real server, and throws where a promise
// is broken. Steps are plain data, and what each does follows from its own number alone, so that any of them can be left out.
import type { Dice } from '../access/dice.ts'

export type Step = { do: string; dice: number }
/** What is found and repeated: the same case plays the same way each time. */
export type Case = { part: string; seed: number; steps: readonly Step[] }
/** How often what was done, so that a round that tries nothing shows. */
export type Tally = Map<string, number>

export type Player = {
  draw(dice: Dice): Step[]
  /** `show` is told what is done, where one case is played again. */
  play(seed: number, steps: readonly Step[], tally: Tally, show: (what: string) => void): Promise<void>
  /** Ends what it started and what would stay behind. */
  end?(): Promise<void>
}

/** What a run may say of how it is played, where a part does not choose itself. */
export type PartOptions = {
  /** So many servers in every round. */
  servers?: number
}

export type Part = {
  name: string
  /** What it tries, as the report says it. */
  tries: string
  begin(options: PartOptions): Promise<Player>
}

export const count = (tally: Tally, what: string, times = 1) =>
  void tally.set(what, (tally.get(what) ?? 0) + times)

/** So many steps, each of one of the kinds, by their weights. */
export function drawn(dice: Dice, kinds: Readonly<Record<string, number>>, many: number): Step[] {
  const bag = Object.entries(kinds).flatMap(([kind, weight]) => Array<string>(weight).fill(kind))
  return Array.from({ length: many }, () => ({ do: dice.pick(bag), dice: dice.int(2 ** 31) }))
}

/** The same in any order, with every kind once at least but for those that take long. */
export function drawnWithAll(
  dice: Dice,
  kinds: Readonly<Record<string, number>>,
  seldom: Readonly<Record<string, number>>,
  many: number,
): Step[] {
  const each = Object.keys(kinds).map(kind => ({ do: kind, dice: dice.int(2 ** 31) }))
  const all = [...each, ...drawn(dice, { ...kinds, ...seldom }, Math.max(0, many - each.length))]
  return all
    .map(step => ({ step, place: dice.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ step }) => step)
}
