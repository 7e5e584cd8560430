// The documents of a random world of clearances: cards and courses, and proofs of the right to work with their checks.
import type { WorkerDocument } from '../../src/api/clearances/records.ts'
import type { Dice } from '../access/dice.ts'
import { check, paper, right, termDates } from './records.ts'
import { afterAll, farOff, type Told, turning } from './world-days.ts'

/** As people write names. */
export const withCase = (dice: Dice, name: string): string =>
  dice.pick([name, name, name, name, name.toLowerCase(), ` ${name.toUpperCase()} `])

/** Mostly the one that is in order, and the others as often as a world has trouble. */
const mostly = <T>({ dice, trouble }: Told, right: T, ...others: readonly T[]): T =>
  dice.chance(trouble) ? dice.pick(others) : right

function anyEnd(told: Told): Pick<WorkerDocument, 'expiration' | 'indefinite'> {
  const { dice, trouble } = told
  const expiration = dice.pick([turning(told), afterAll, afterAll, farOff])
  return {
    ...(!dice.chance(trouble) && dice.chance(0.9) && { expiration }),
    ...(dice.chance(0.15) && { indefinite: dice.chance(0.7) }),
  }
}

function anyVerification(told: Told): Pick<WorkerDocument, 'verification'> {
  const { dice } = told
  const expiry = dice.pick([undefined, undefined, turning(told).slice(0, 10), 'none', '2026-02-30'])
  return {
    verification: {
      verified: mostly(told, true, false),
      occupationQualifications: [],
      ...(expiry !== undefined && { expiry }),
    },
  }
}

const anyFinding = (told: Told) => ({
  systemValidation: {
    status: mostly(told, told.dice.pick(['passed', 'Pending']), 'failed', 'REJECTED', 'odd', 'Odder'),
    reason: null,
  },
})

export function anyPaper(told: Told, id: string, name: string): WorkerDocument {
  const { dice } = told
  return paper(withCase(dice, name), undefined, {
    id,
    ...anyEnd(told),
    ...(dice.chance(0.5) && anyVerification(told)),
    ...(dice.chance(0.15) && anyFinding(told)),
  })
}

/** What is asked for: of card schemes, of nobody, for agencies alone, in no list, and of the other list of documents. */
export const asked = [
  'CSCS Skilled Worker',
  'CPCS',
  'NPORS',
  'ALLMI',
  'First Aid at Work',
  'Asbestos Awareness',
  'Agency contract',
  'CV',
  'Crane Ticket',
  'UK passport',
] as const

const proofs = [
  'UK passport',
  'Irish passport',
  'Irish passport card',
  'Polish passport',
  'Visa',
  'Visa',
  'Visa',
  'Visa',
  'Frontier worker permit',
  'Birth certificate with NI evidence',
]

export function anyProof(told: Told, id: string): WorkerDocument {
  const { dice } = told
  const name = dice.pick(proofs)
  return right(withCase(dice, name), undefined, {
    id,
    ...anyEnd(told),
    ...(dice.chance(name === 'Visa' ? 0.7 : 0.15) && anyCheck(told)),
    ...(dice.chance(0.5) && termDates),
    ...(dice.chance(0.1) && anyFinding(told)),
  })
}

function anyCheck(told: Told) {
  const { dice } = told
  const type = dice.pick([undefined, 'timeLimited', 'unlimited'] as const)
  return check({
    status: mostly(told, 'passed', 'refused', 'expired', 'expired', 'notFound'),
    ...(type && { permissionType: type }),
    ...(dice.chance(0.25) && { permissionStart: turning(told) }),
    ...(dice.chance(0.3) && { permissionExpiry: turning(told) }),
    ...(dice.chance(0.5) && { maxHoursPerWeek: dice.pick([20, 20, 20, 0, 40, 18.5]) }),
    ...(dice.chance(0.2) && { followUpDue: turning(told) }),
  })
}

export const anyDocument = (told: Told, id: string): WorkerDocument =>
  told.dice.chance(0.5) ? anyPaper(told, id, told.dice.pick(asked)) : anyProof(told, id)
