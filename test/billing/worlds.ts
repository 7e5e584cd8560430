// Random small worlds of bills that fit their timesheets, and worlds in which faults and near misses were planted.
import { addBills } from './bills.ts'
import { faults, type Planting } from './faults.ts'
import { nearMisses, oddities } from './near-misses.ts'
import { addPlaces } from './places.ts'
import { newStory, type Story } from './story.ts'
import { addWork } from './weeks.ts'

/** A world in which nothing is wrong: at most weeks that are not billed yet. */
export function rightWorld(seed: number, prefix: string, today: string): Story {
  const story = newStory(seed, prefix, today)
  addPlaces(story)
  addWork(story)
  addBills(story)
  return story
}

/** Plants some of these, in this order, and says which found a place. */
export const plantAll = (story: Story, plantings: readonly Planting[]): string[] =>
  plantings.filter(({ plant }) => plant(story)).map(({ what }) => what)

/** The same in a world that is stored. */
export const plantLater = (story: Story, plantings: readonly Planting[]): string[] =>
  plantings.filter(({ plant, plantLater = plant }) => plantLater(story)).map(({ what }) => what)

/** A world with faults, near misses and oddities; of four worlds one has none, and one near misses alone. */
export function randomBills(
  seed: number,
  prefix: string,
  today: string,
): { story: Story; planted: string[] } {
  const story = rightWorld(seed, prefix, today)
  const { dice } = story
  const kind = dice.int(4)
  if (kind === 0) return { story, planted: [] }
  const some = (plantings: readonly Planting[], part: number) => plantings.filter(() => dice.chance(part))
  const chosen =
    kind === 1 ? nearMisses : [...some(nearMisses, 0.4), ...some(faults, 0.6), ...some(oddities, 0.3)]
  const shuffled = chosen.map(one => [dice.next(), one] as const).sort(([a], [b]) => a - b)
  return {
    story,
    planted: plantAll(
      story,
      shuffled.map(([, one]) => one),
    ),
  }
}
