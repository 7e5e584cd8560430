// What the makers of a random world of bills share: its dice, weeks and records, and money in whole pence.
import type { Dice } from '../access/dice.ts'
import { diceOf } from '../access/dice.ts'
import { type Any, clean, type Line, makerOf, refer, type World } from '../access/worlds.ts'

export { type Any, clean, type Line, refer, type World }

export type Story = {
  dice: Dice
  world: World
  /** The UTC day on which it is told. */
  today: string
  /** Of six weeks, earliest first; the last one is over. */
  sundays: readonly string[]
  add(type: string, record: Any, facts?: Any): Any
  of(type: string): Any[]
  get(type: string, ref: Any): Any
  /** The expenses that each bill has in its sum, by its id. */
  accounts: Map<string, Any[]>
}

const dayMs = 86_400_000

export const dayFrom = (day: string, days: number): string =>
  new Date(Date.parse(day.slice(0, 10)) + days * dayMs).toISOString().slice(0, 10)

export const at = (day: string, time: string): string => `${day.slice(0, 10)}T${time}:00.000Z`
export const midnight = (day: string): string => at(day, '00:00')

export function newStory(seed: number, prefix: string, today: string): Story {
  const dice = diceOf(seed)
  const maker = makerOf(dice, prefix, [])
  const { world } = maker
  const last = dayFrom(today, -new Date(today).getUTCDay())
  return {
    dice,
    world,
    today,
    sundays: [5, 4, 3, 2, 1, 0].map(weeks => midnight(dayFrom(last, -7 * weeks))),
    add: (type, record, facts) => maker.add(type, record, facts).record,
    of: type => world.of(type).map(line => line.record),
    get: (type, ref) => world.find(type, ref.id)!.record,
    accounts: new Map(),
  }
}

/** Long before the first week, so that nothing looks changed since. */
export const stamps = ({ sundays }: Story) => ({
  createdAt: at(dayFrom(sundays[0]!, -90), '09:00'),
  updatedAt: at(dayFrom(sundays[0]!, -60), '09:00'),
})

export const ofCompany = (story: Story, type: string, company: Any): Any[] =>
  story.of(type).filter(record => record.company.id === company.id)

export const pair = ({ id, reference }: Any) => ({ id, reference })

// Whole numbers, so that nothing is lost on the way

/** The quotient, half up. */
export const share = (over: number, under: number): number => Math.floor((2 * over + under) / (2 * under))

export const pounds = (pence: number): number => pence / 100
export const pence = (pounds: number): number => Math.round(pounds * 100)

/** A part of a rate with a percentage on top, which may have one decimal. */
export const onTop = (part: number, percentage: number): number =>
  share(part * (1000 + Math.round(10 * percentage)), 1000)

export const total = (amounts: Iterable<number>): number => [...amounts].reduce((sum, one) => sum + one, 0)

const parts = ['pay', 'emp', 'margin', 'charge'] as const
/** A rate or an amount in whole pence, as records have it. */
export type Money = Record<(typeof parts)[number], number>

export const moneyOf = (pay: number, emp: number, margin: number): Money => ({
  pay,
  emp,
  margin,
  charge: pay + emp + margin,
})
export const eachPart = (money: Money, make: (part: number) => number): Money =>
  Object.fromEntries(parts.map(name => [name, make(money[name])])) as Money
