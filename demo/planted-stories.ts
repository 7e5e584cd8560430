// Where the demo's stories are planted: each with the first worker who has room for it, the same on every pass.
import { matrixFor, needsOf } from './competency.ts'
import { gangOf, gangSize, isOld, placementOf, type Staffing } from './gangs.ts'
import { personOf } from './people-and-permissions.ts'
import { stories } from './stories.ts'
import { namesAbout, requirementsOf } from './story-records.ts'
import type { Gang, Placement, PlantedStory, Requirement, Story, World } from './world.ts'

/** One in a gang, as far as there are gangs enough. */
export function storiesIn(world: World, { gangs }: Staffing): Map<number, PlantedStory> {
  const planted = new Map<number, PlantedStory>()
  const busy = new Set<number>()
  for (const [number, story] of stories.entries()) {
    const order = Array.from({ length: gangs }, (_, turn) => (number * 7 + turn) % gangs)
    const apart = order.filter(index => !busy.has(index))
    const found = roomAmong(world, apart, story, planted) ?? roomAmong(world, order, story, planted)
    if (!found) continue
    planted.set(found.worker, { story, placement: found.index })
    busy.add(found.gang.index)
  }
  return planted
}

function roomAmong(
  world: World,
  gangs: readonly number[],
  story: Story,
  planted: ReadonlyMap<number, PlantedStory>,
): Placement | undefined {
  const [company, agency] = story.at
  const phase = story.startsTomorrow ? 'future' : 'current'
  for (const index of gangs) {
    const gang = isOld(index) ? undefined : gangOf(world, index)
    const stint = gang?.stints.find(one => one.phase === phase)
    if (gang?.firm.company.index !== company || !stint) continue
    for (let member = 0; member < gangSize; member++) {
      const placement = placementOf(gang, member, stint)
      if (placement.agency.index !== agency || planted.has(placement.worker)) continue
      if (hasRoom(world, placement, story)) return placement
    }
  }
  return undefined
}

const atHome: readonly string[] = ['United Kingdom', 'Ireland']

function hasRoom(world: World, placement: Placement, { of, startsTomorrow }: Story): boolean {
  const { outcome, replacementFor, worker, gang } = placement
  const isAtWork =
    outcome === 'confirmed' || outcome === 'reinstated' || (startsTomorrow && outcome === 'pending')
  if (!isAtWork || replacementFor !== undefined) return false
  if (of === undefined || of === 'Site induction') return true
  if (of === 'Visa') return !atHome.includes(personOf(worker).nationality)
  const names = namesAbout(of, gang.trade)
  // Nothing else will do in its place.
  return askedOf(world, placement)
    .flatMap(needsOf)
    .some(alternatives => alternatives.every(all => all.some(name => names.includes(name))))
}

const askedOf = (world: World, placement: Placement): Requirement[] => {
  const { gang, stint } = placement
  return [...matrixFor(gang.firm, gang.trade, stint.project), ...requirementsOf(world, placement)]
}

/** In all of the worker's assignments. */
export const askedOfWorker = (world: World, gang: Gang, member: number): Requirement[] =>
  gang.stints.flatMap(stint => askedOf(world, placementOf(gang, member, stint)))
