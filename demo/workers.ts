// The people of the gangs as they are loaded, with their papers.
import { attachmentsOf } from './attachments.ts'
import { at, type Day } from './calendar.ts'
import { proofValidationsOf, validationsOf } from './document-validations.ts'
import { type Gang, gangSize } from './gangs.ts'
import { formerPassport, nationalInsurance } from './identity.ts'
import type { LoadLine } from './load-line.ts'
import { emailOf, personOf, phoneOf } from './names.ts'
import type { Agency } from './organisations.ts'
import { type Crew, crewOf } from './placements.ts'
import { addressIn, places } from './places.ts'
import { Dice, idOf, nanoidOf } from './random.ts'
import { rightToWorkOf } from './right-to-work.ts'
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

/** Another company that may have looked at the same card. */
const neighbourOf = ({ firms }: World, { firm }: Gang) =>
  firms[(firm.company.index + 1) % firms.length]!.company

function papersOf(world: World, gang: Gang, crew: Crew, since: Day) {
  const { worker, agency } = crew
  const dice = new Dice('papers', worker)
  const { name, nationality } = personOf(worker)
  const bearer = { worker, name, since, today: world.today }
  const proof = rightToWorkOf(bearer, agency, nationality, dice)
  const owned = attachmentsOf(bearer, crew, gang.trade, nationality === 'Ireland', dice)
  const companies = [gang.firm.company, neighbourOf(world, gang)] as const
  const documentValidations = [
    ...validationsOf(bearer, owned[0]!.document, companies, dice),
    ...proof.documents
      .slice(0, 1)
      .flatMap(document => proofValidationsOf(bearer, document, companies[0], dice)),
  ]
  const documentOwners = owned.flatMap(({ document, owner }) =>
    owner ? [{ document: document.id, agency: owner.id }] : [],
  )
  const { passportNo, shareCodes } = proof
  return {
    shown: {
      attachments: owned.map(({ document }) => document),
      rightToWork: proof.documents,
      ...(documentValidations.length > 0 && { documentValidations }),
    },
    facts: {
      ...(documentOwners.length > 0 && { documentOwners }),
      nationalIns: nationalInsurance(worker),
      ...(passportNo && { passportNo }),
      ...(passportNo && worker % 20 === 0 && { otherPassports: [formerPassport(worker)] }),
      ...(shareCodes && { shareCodes }),
    },
  }
}

function contactsOf(gang: Gang, { worker }: Crew, dice: Dice) {
  return {
    email: emailOf(personOf(worker), worker, 'mail'),
    phone: phoneOf('worker', worker),
    address: addressIn(dice.chance(70) ? gang.stints[0]!.project.place : dice.pick(places), dice),
  }
}

function workerLine(world: World, gang: Gang, crew: Crew): LoadLine {
  const { worker } = crew
  const dice = new Dice('worker', worker)
  const { firstName, lastName, name, nationality, gender } = personOf(worker)
  const { company } = gang.firm
  const born = mondayOf(world, gang.stints[0]!.first + gang.before) - 60 - dice.below(60)
  const contacts = contactsOf(gang, crew, dice)
  const papers = papersOf(world, gang, crew, born)
  const { countryCode, number } = contacts.phone
  return {
    type: 'worker',
    record: {
      id: idOf('worker', worker),
      reference: workerReference(worker),
      firstName,
      lastName,
      name,
      gender: dice.chance(3) ? 'Prefer not to say' : gender,
      nationality,
      dob: at(world.today - 365 * 20 - dice.below(365 * 42)),
      ...contacts,
      agencies: agenciesOf(crew, dice, world.agencies),
      trades: tradesOf(gang.trade, dice),
      companyIds: dice.chance(50) ? [{ company: company.id, id: `${company.prefix}-W${1000 + worker}` }] : [],
      ...papers.shown,
      createdAt: at(born, 540 + 5 * dice.below(96)),
      updatedAt: at(born + 6 + dice.below(20), 540 + 5 * dice.below(96)),
    },
    facts: { ...papers.facts, e164: countryCode + number, sequence: worker + 1 },
    nanoid: nanoidOf('worker', worker),
  }
}

export function* workersOf(world: World, gang: Gang): Generator<LoadLine> {
  for (let member = 0; member < gangSize; member++) yield workerLine(world, gang, crewOf(gang, member))
}
