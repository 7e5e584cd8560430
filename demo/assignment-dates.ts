// When things happened to an assignment: agreed, begun, broken off, over.
import type { Day } from './calendar.ts'
import type { Company } from './organisations.ts'
import type { Placement } from './placements.ts'
import { Dice } from './random.ts'
import { mondayOf, type World } from './world.ts'

export type Course = {
  /** When an agency put the worker forward. */
  submitted: Day
  created: Day
  confirmed?: Day
  cancelled?: Day
  reinstated?: Day
  start: Day
  end: Day
  ended?: Day
  completed?: Day
  /** The last of all that has happened. */
  updated: Day
}

/** Who tracks stages takes longer to decide. */
export const leadOf = ({ stageTracking }: Company): number => (stageTracking ? 14 : 5)

export function courseFor(world: World, placement: Placement): Course {
  const { outcome, first, last, gang, stint, index } = placement
  const dice = new Dice('course', index)
  const start = mondayOf(world, first + gang.before)
  const friday = mondayOf(world, last + gang.before) + 4
  const running = stint.phase === 'current' && outcome !== 'ended'
  const end = running ? friday + 7 * (8 + dice.below(12)) : friday
  // What lies ahead was agreed a week ago, so that all of it has happened by today.
  const created = (first < 0 ? mondayOf(world, 0) - 8 : start - 17) - dice.below(3)
  const course = { submitted: created - leadOf(gang.firm.company), created, start, end }
  if (outcome === 'pending') return { ...course, updated: created }
  if (outcome === 'cancelled') return { ...course, cancelled: created + 5, updated: created + 5 }
  const confirmed = created + 3
  if (outcome === 'reinstated') {
    return { ...course, confirmed, cancelled: created + 5, reinstated: created + 7, updated: created + 7 }
  }
  if (outcome === 'ended') return { ...course, confirmed, ended: friday, updated: friday }
  if (outcome === 'completed') return { ...course, confirmed, completed: friday, updated: friday + 1 }
  return { ...course, confirmed, updated: confirmed }
}
