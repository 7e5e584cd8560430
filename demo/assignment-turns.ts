// What befell an assignment, as its cancellation, reinstatement and end, and as the list of what was done.
import type { Course } from './assignment-dates.ts'
import { counterpartOf } from './assignment-links.ts'
import { at, type Day } from './calendar.ts'
import type { Placement } from './placements.ts'
import { Dice } from './random.ts'
import { agencyUserOf, mentionOf, userOf } from './users.ts'

const reasons = {
  cancellation: ['Worker withdrew', 'Programme moved', 'Duplicate booking'],
  reinstatement: ['Cancelled by mistake', 'Programme moved back'],
  ended: ['Left for another job', 'Work finished early', 'Did not return'],
}

type Turn = keyof typeof reasons

const minutes: Record<Turn, number> = { cancellation: 900, reinstatement: 930, ended: 990 }

const reasonFor = ({ index, replacedBy }: Placement, turn: Turn) =>
  replacedBy !== undefined ? reasons.ended[0]! : new Dice(turn, index).pick(reasons[turn])

function turn(placement: Placement, kind: Turn, day: Day | undefined) {
  if (day === undefined) return {}
  const { company } = placement.gang.firm
  const comments =
    new Dice(`${kind} comments`, placement.index).chance(50) && 'Agreed with the agency by telephone'
  return {
    [kind]: {
      reason: reasonFor(placement, kind),
      date: at(day, minutes[kind]),
      ...(comments && { comments }),
      user: mentionOf(userOf(company, 4)),
    },
  }
}

export const turnsOf = (placement: Placement, { cancelled, reinstated, ended }: Course) => ({
  ...turn(placement, 'cancellation', cancelled),
  ...turn(placement, 'reinstatement', reinstated),
  ...turn(placement, 'ended', ended),
})

/** In the order in which they happened. */
export function activitiesOf(placement: Placement, course: Course): object[] {
  const { gang, stint, agency } = placement
  const labour = userOf(gang.firm.company, 4)
  const counterpart = counterpartOf(placement)
  const by = ({ id, name }: { id: string; name: string }) => ({ user: name, userId: id })
  const entry = (activityType: string, day: Day | undefined, minute: number, rest: object) =>
    day === undefined ? [] : [{ created: at(day, minute), activityType, ...rest }]
  const turned = (kind: Turn, activityType: string, day: Day | undefined) =>
    entry(activityType, day, minutes[kind], {
      ...by(labour),
      reason: reasonFor(placement, kind),
      ...(kind === 'ended' && { comments: 'Passes collected at the gate' }),
    })
  return [
    ...entry('created', course.created, 620, {
      ...by(userOf(gang.firm.company, stint.project.index % 5)),
      message: `Offered to ${agency.name}`,
    }),
    ...entry('confirmed', course.confirmed, 670, by(agencyUserOf(agency, 0))),
    ...turned('cancellation', 'cancelled', course.cancelled),
    ...turned('reinstatement', 'reinstated', course.reinstated),
    ...turned('ended', 'ended', course.ended),
    ...entry('replaced', counterpart && course.updated, 1025, {
      ...by(labour),
      entity: counterpart && { id: counterpart.id },
    }),
    ...entry('completed', course.completed, 1020, { message: 'The end date has passed' }),
  ]
}
