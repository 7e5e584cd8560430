// The requisition behind each stint of a gang, and every fourth gang's vacancy: raised, refused, open or given up.

import { leadOf } from './assignment-dates.ts'
import { isCloned, requisitionNumber } from './assignment-links.ts'
import type { Day } from './calendar.ts'
import { type Gang, gangSize, isOld, type Stint } from './gangs.ts'
import { crewOf, placementOf } from './placements.ts'
import type { Project, Site } from './projects.ts'
import { Dice } from './random.ts'
import { openSubmissions, placedSubmissions, type Submission } from './submissions.ts'
import { mondayOf, type World } from './world.ts'

export type Plan = {
  number: number
  gang: Gang
  project: Project
  site: Site
  status: 'raised' | 'rejected' | 'approved' | 'filled' | 'cancelled'
  quantity: number
  created: Day
  start: Day
  end: Day
  /** All stages approved it, and agencies received it, two days after it was made. */
  approved: boolean
  /** Nobody looks for workers any more. */
  closed: boolean
  cancelled?: Day
  reopened?: Day
  submissions: Submission[]
}

type Standing = Pick<Plan, 'status' | 'quantity'>

/** Filled as soon as there are as many as wanted; of a worker and the replacement one was wanted. */
function standingOf(assigned: number, replaced: boolean, past: boolean, dice: Dice): Standing {
  if (assigned === 0) return { status: 'cancelled', quantity: gangSize }
  if (past && dice.chance(8)) return { status: 'cancelled', quantity: assigned + 1 }
  if (dice.chance(20)) return { status: 'approved', quantity: assigned + 1 + dice.below(2) }
  return { status: 'filled', quantity: Math.max(1, replaced ? assigned - 1 : assigned) }
}

function stintPlan(world: World, gang: Gang, stint: Stint): Plan {
  const number = requisitionNumber(stint)
  const dice = new Dice('requisition', number)
  const placed = Array.from({ length: gangSize }, (_, member) => placementOf(gang, member, stint))
  const submissions = placed.flatMap(placement => placedSubmissions(world, placement))
  const assigned = submissions.filter(submission => submission.assigned).length
  const replaced = placed.some(placement => placement.replacedBy !== undefined)
  const start = mondayOf(world, stint.first + gang.before)
  // The first submission comes a lead before the first assignment, which is agreed at this time at the earliest.
  const agreed = (stint.first < 0 ? mondayOf(world, 0) - 8 : start - 17) - 2
  const created = agreed - leadOf(gang.firm.company) - 8 - dice.below(6)
  const { status, quantity } = standingOf(assigned, replaced, stint.phase === 'past', dice)
  const given = placed.some(placement => placement.outcome === 'cancelled')
  return {
    number,
    gang,
    project: stint.project,
    site: stint.site,
    status,
    quantity,
    created,
    start,
    end: mondayOf(world, stint.last + gang.before) + 4,
    approved: true,
    closed: stint.phase === 'past',
    ...(status === 'cancelled' && { cancelled: agreed + 8 }),
    ...(status === 'approved' && given && { reopened: agreed + 8 }),
    submissions,
  }
}

const vacancies = ['raised', 'rejected', 'approved', 'cancelled', 'reopened'] as const

/** Some are given up before anybody approved them. */
function vacancyPlan(world: World, gang: Gang): Plan {
  const number = gang.index * 3 + 2
  const dice = new Dice('requisition', number)
  const kind = vacancies[(gang.index >> 2) % vacancies.length]!
  const { project, site } = gang.stints[0]!
  const created = world.sunday - 34 - dice.below(20)
  const approved =
    kind === 'approved' || kind === 'reopened' || (kind === 'cancelled' && gang.index % 8 === 3)
  const submissions = Array.from({ length: approved ? gangSize : 0 }, (_, member) => {
    const candidate = { ...crewOf(gang, member), gang, index: 0x2000_0000 + gang.index * gangSize + member }
    return openSubmissions(candidate, created + 8 + dice.below(6), gang.index + member)
  }).flat()
  return {
    number,
    gang,
    project,
    site,
    status: kind === 'reopened' ? 'approved' : kind,
    quantity: 1 + dice.below(4),
    created,
    start: world.sunday + 15 + 7 * dice.below(3),
    end: world.sunday + 100,
    approved,
    closed: false,
    ...(kind === 'cancelled' && { cancelled: created + 26 }),
    ...(kind === 'reopened' && { reopened: created + 25 }),
    submissions,
  }
}

export function* plansOf(world: World, gang: Gang): Generator<Plan> {
  for (const stint of gang.stints) if (!isCloned(gang, stint)) yield stintPlan(world, gang, stint)
  if (gang.index % 4 === 3 && !isOld(gang.index)) yield vacancyPlan(world, gang)
}
