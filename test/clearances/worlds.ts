// Random records of one assignment, in which documents begin and end, are refused or not known, and all kinds of things are asked.
import type { ClearanceRecords, WorkerDocument } from '../../src/api/clearances/records.ts'
import { daysAfter } from '../../src/formats/day.ts'
import { repeatable } from '../support/lists.ts'
import {
  all,
  any,
  check,
  entry,
  induction,
  midnight,
  onQuay,
  paper,
  qualificationsOf,
  residential,
  right,
  shifts,
  termDates,
  validation,
  verified,
  withGroups,
  world,
} from './records.ts'

const start = '2026-03-01'
/** All that is random happens within these days, so that it meets. */
const span = 60

type Dice = {
  below: (number: number) => number
  pick: <T>(items: readonly T[]) => T
  chance: (percent: number) => boolean
}

export function diceOf(seed: number): Dice {
  const below = repeatable(seed)
  return {
    below,
    pick: items => items[below(items.length)]!,
    chance: percent => below(100) < percent,
  }
}

const dayIn = (dice: Dice) => daysAfter(start, dice.below(span))

const cards = ['CSCS Skilled Worker', 'CPCS', 'NPORS', 'ALLMI']
const courses = ['First Aid at Work', 'Asbestos Awareness', 'Manual Handling', 'Agency contract', 'Unlisted']
const names = [...cards, ...courses]
const proofs = ['UK passport', 'Irish passport', 'Visa', 'Frontier worker permit', 'Polish passport']

function qualities(dice: Dice): Partial<WorkerDocument> {
  const status = dice.pick(['passed', 'failed', 'pending', 'odd'])
  return {
    ...(dice.chance(15) && { indefinite: true }),
    ...(dice.chance(15) && { systemValidation: { status, reason: null } }),
    ...(dice.chance(40) && verified(dice.chance(30) ? dayIn(dice) : undefined)),
  }
}

const randomPaper = (dice: Dice, id: string) =>
  paper(dice.pick(names), dice.chance(75) ? dayIn(dice) : undefined, { id, ...qualities(dice) })

function randomProof(dice: Dice, id: string): WorkerDocument {
  const status = dice.pick(['passed', 'passed', 'passed', 'refused', 'expired', 'notFound'] as const)
  const permission = {
    status,
    ...(dice.chance(30) && { permissionStart: midnight(dayIn(dice)) }),
    ...(dice.chance(40) && { permissionExpiry: midnight(dayIn(dice)) }),
    ...(dice.chance(50) && { permissionType: dice.pick(['timeLimited', 'unlimited'] as const) }),
    ...(dice.chance(25) && { maxHoursPerWeek: 20 }),
  }
  return right(dice.pick(proofs), dice.chance(75) ? dayIn(dice) : undefined, {
    id,
    ...(dice.chance(70) && check(permission)),
    ...(dice.chance(30) && termDates),
    ...(dice.chance(15) && { indefinite: true }),
  })
}

const several = <T>(most: number, dice: Dice, make: (at: number) => T): T[] =>
  Array.from({ length: dice.below(most + 1) }, (_, at) => make(at))

function randomRequirement(dice: Dice) {
  const items = several(2, dice, () => dice.pick(names))
  const groups = several(2, dice, () => several(2, dice, () => dice.pick(names)))
  const one = withGroups(dice.chance(50) ? all(...items) : any(...items), ...groups)
  return dice.chance(5) ? { ...one, rule: 'most' } : one
}

function randomEntry(dice: Dice) {
  const requirements = several(2, dice, () => randomRequirement(dice))
  const level = dice.pick(['company', 'company', 'sector', 'project'])
  if (level === 'sector') return entry(requirements, { sector: residential })
  const mode = dice.chance(20) ? 'replacement' : 'additive'
  return entry(requirements, level === 'project' ? onQuay(mode) : {})
}

export const randomDocument = (dice: Dice, id: string): WorkerDocument =>
  dice.chance(50) ? randomPaper(dice, id) : randomProof(dice, id)

export function randomWorld(seed: number): ClearanceRecords {
  const dice = diceOf(seed)
  const papers = several(6, dice, at => randomPaper(dice, `k${at}`))
  const rights = several(3, dice, at => randomProof(dice, `r${at}`))
  const validated = several(3, dice, at =>
    validation(
      dice.pick([...papers, ...rights])?.id ?? 'none',
      dice.pick(['approved', 'rejected', 'pending']),
      {
        id: `v${at}`,
        system: dice.chance(30),
        resolvedAt: midnight(daysAfter('2026-01-01', dice.below(3))),
      },
    ),
  )
  const custom = several(2, dice, at =>
    induction({
      id: `d${at}`,
      name: `Paper ${at}`,
      attachment: dice.chance(85) ? 'file:1' : null,
      expiry: dice.chance(60) ? midnight(dayIn(dice)) : null,
      required: dice.chance(80),
    }),
  )
  return world({
    side: dice.chance(60) ? 'company' : 'agency',
    papers,
    proofs: rights,
    isSeen: dice.chance(92),
    validations: validated,
    entries: several(3, dice, () => randomEntry(dice)),
    qualifications: qualificationsOf(),
    asksForSmartChecks: dice.chance(40),
    assignment: {
      startDate: midnight(daysAfter(start, dice.below(20))),
      endDate: dice.chance(80) ? midnight(daysAfter(start, 20 + dice.below(span))) : undefined,
      trade: dice.chance(95) ? { id: 't1', name: 'Dryliner' } : undefined,
      shiftPattern: dice.chance(80) ? shifts(dice.pick([2, 5])) : undefined,
      customDocuments: custom,
    },
  })
}
