// The dice of a random world of clearances, and the few days on which something in it begins or ends.
import { daysAfter } from '../../src/formats/day.ts'
import { type Dice, diceOf } from '../access/dice.ts'

export const firstDay = '2026-03-01'
/** All that begins or ends does so within these days, so that it meets. */
export const span = 60

/** What the parts of a world share: its dice, and the days on which something may begin or end. */
export type Told = {
  dice: Dice
  turns: readonly string[]
  /** How much is out of order, of 1. */
  trouble: number
}

/** When nothing else turns any more. */
export const afterAll = '2026-06-30T00:00:00.000Z'
export const farOff = '9999-12-31T00:00:00.000Z'

export function newTold(seed: number): Told {
  const dice = diceOf(seed)
  const some = Array.from({ length: 3 }, () => daysAfter(firstDay, dice.int(span)))
  const turns = some.flatMap(day => [-1, 0, 0, 1].map(by => daysAfter(day, by)))
  return { dice, turns, trouble: dice.pick([0, 0.1, 0.2, 0.4]) }
}

/** A moment of one of the days on which something turns, at any time of that day. */
export const turning = ({ dice, turns }: Told): string => momentOf(dice, dice.pick(turns))

export const momentOf = (dice: Dice, day: string) =>
  `${day}T${dice.pick(['00:00:00.000', '00:00:00.000', '12:30:00.000', '23:59:59.999'])}Z`

export const several = <T>({ dice }: Told, most: number, make: (at: number) => T): T[] =>
  Array.from({ length: dice.int(most + 1) }, (_, at) => make(at))
