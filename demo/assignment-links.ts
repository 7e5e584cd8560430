// What an assignment came from and what followed it: a requisition, an original, a replacement.
import type { Course } from './assignment-dates.ts'
import { at } from './calendar.ts'
import { type Gang, gangSize, type Stint } from './gangs.ts'
import type { Company } from './organisations.ts'
import { type Placement, placementIndex } from './placements.ts'
import { idOf, nanoidOf } from './random.ts'
import { numbered } from './references.ts'

export type Other = { id: string; reference: string }

const other = (company: Company, index: number): Other => ({
  id: idOf('assignment', index),
  reference: numbered(company, 'AS', index),
})

/** A gang's later stint may be copied from its first: no requisition is raised for it. */
export const isCloned = (gang: Gang, stint: Stint): boolean =>
  stint !== gang.stints[0] && gang.index % 2 === 0

/** Room for two stints and a vacancy a gang. */
export const requisitionNumber = (stint: Stint): number => (stint.index >> 1) * 3 + (stint.index & 1)

export const requisitionId = (number: number) => ({
  id: idOf('requisition', number),
  nanoid: nanoidOf('requisition', number),
})

const requisitionOf = ({ firm }: Gang, stint: Stint) => {
  const number = requisitionNumber(stint)
  const { id, nanoid } = requisitionId(number)
  return { id, reference: numbered(firm.company, 'RQ', number), nanoid }
}

/** Whose assignment was copied: a worker's own, in some gangs a mate's. */
const originalMember = ({ gang, member }: Placement): number =>
  gang.index % 4 === 0 ? (member + 2) % gangSize : member

const workerIn = (gang: Gang, member: number): number => gang.index * gangSize + member

export function linksOf(placement: Placement, { created }: Course) {
  const { gang, stint, replacedBy, replacementFor } = placement
  const { company } = gang.firm
  const replaced = replacedBy !== undefined || replacementFor !== undefined
  if (isCloned(gang, stint)) {
    const original = placementIndex(workerIn(gang, originalMember(placement)), gang.stints[0]!)
    return { clone: { date: at(created, 620), original: other(company, original) } }
  }
  const requisition = requisitionOf(gang, stint)
  return {
    requisition,
    ...(replaced && {
      replacement: {
        ...(replacedBy !== undefined && { replacedBy: other(company, replacedBy) }),
        ...(replacementFor !== undefined && { replacementFor: other(company, replacementFor) }),
        requisition,
        reason: 'Left for another job',
        type: gang.index % 2 === 0 ? 'temporary' : 'permanent',
      },
    }),
  }
}

/** The assignment on the other side of a replacement. */
export function counterpartOf({ gang, replacedBy, replacementFor }: Placement): Other | undefined {
  const index = replacedBy ?? replacementFor
  return index === undefined ? undefined : other(gang.firm.company, index)
}
