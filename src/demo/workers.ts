// The people of the gangs as they are loaded.
import { at } from './calendar.ts'
import { type Gang, gangSize } from './gangs.ts'
import type { LoadLine } from './load-line.ts'
import { emailOf, personOf, phoneOf } from './names.ts'
import type { Agency } from './organisations.ts'
import { type Crew, crewOf } from './placements.ts'
import { addressIn, places } from './places.ts'
import { Dice, idOf, nanoidOf } from './random.ts'
import { mondayOf, type World } from './world.ts'

export const workerReference = (worker: number): string => `WK-${String(worker + 1).padStart(6, '0')}`

/** Where an agency is no longer interested, the tie stays but is not active. */
function agenciesOf({ worker, agency, rival }: Crew, dice: Dice, all: readonly Agency[]) {
  const tie = ({ id, name, code }: Agency, active: boolean) => ({
    id,
    name,
    agencyId: `${code}-${10_000 + worker}`,
    active,
  })
  const former = all[dice.below(5)]!
  return [
    tie(agency, true),
    ...(rival ? [tie(rival, true)] : []),
    ...(dice.chance(8) && former !== agency && former !== rival ? [tie(former, false)] : []),
  ]
}

/** Neighbouring trades that many can do as well. */
const tradesOf = (trade: number, dice: Dice) =>
  (trade > 0 && dice.chance(35) ? [trade, trade - 1] : [trade]).map(one => ({ id: idOf('masterTrade', one) }))

function workerLine(world: World, gang: Gang, crew: Crew): LoadLine {
  const { worker } = crew
  const dice = new Dice('worker', worker)
  const person = personOf(worker)
  const { company } = gang.firm
  const born = mondayOf(world, gang.stints[0]!.first + gang.before) - 40 - dice.below(60)
  const { firstName, lastName, name, nationality } = person
  return {
    type: 'worker',
    record: {
      id: idOf('worker', worker),
      reference: workerReference(worker),
      firstName,
      lastName,
      name,
      gender: dice.chance(3) ? 'Prefer not to say' : person.gender,
      nationality,
      dob: at(world.today - 365 * 20 - dice.below(365 * 42)),
      email: emailOf(person, worker, 'mail'),
      phone: phoneOf('worker', worker),
      address: addressIn(dice.chance(70) ? gang.stints[0]!.project.place : dice.pick(places), dice),
      agencies: agenciesOf(crew, dice, world.agencies),
      trades: tradesOf(gang.trade, dice),
      companyIds: dice.chance(50) ? [{ company: company.id, id: `${company.prefix}-W${1000 + worker}` }] : [],
      createdAt: at(born, 540 + 5 * dice.below(96)),
      updatedAt: at(born + 1 + dice.below(30), 540 + 5 * dice.below(96)),
    },
    nanoid: nanoidOf('worker', worker),
  }
}

export function* workersOf(world: World, gang: Gang): Generator<LoadLine> {
  for (let member = 0; member < gangSize; member++) yield workerLine(world, gang, crewOf(gang, member))
}
