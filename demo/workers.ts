// The workers of the gangs, with their contact details and documents, and some that an agency sends a second time.
import type { NewWorker } from '../src/api/create-worker/new-worker.ts'
import { at, type Day, mondayOf } from './calendar.ts'
import { attachmentsOf, type Document, validationsOf } from './documents.ts'
import { gangSize, hireOf } from './gangs.ts'
import { emailOf, personOf, phoneOf } from './people-and-permissions.ts'
import { addressIn, places } from './places.ts'
import { askedOfWorker } from './planted-stories.ts'
import { Dice, idOf, nanoidOf } from './random.ts'
import { formerPassport, rightToWorkOf } from './right-to-work.ts'
import { decidedBy, turned } from './story-records.ts'
import type { Agency, FileLine, Gang, Hire, LoadLine, World } from './world.ts'

/** Prefixes that are used for administration and never issued to anybody. */
const administrative = ['PZ', 'CR', 'MW']

/** The first eight characters are never the same twice. */
function nationalInsurance(worker: number): string {
  const number = (Math.floor(worker / 3) * 7919 + 101_013) % 1_000_000
  return administrative[worker % 3] + String(number).padStart(6, '0') + 'ABCD'[worker % 4]
}

/** A former agency stays listed but is not active. */
function agenciesOf({ agencies: all, planted }: World, { worker, agency, rival }: Hire, dice: Dice) {
  const tie = ({ id, name, code }: Agency, active: boolean) => ({
    id,
    name,
    agencyId: `${code}-${10_000 + worker}`,
    active,
  })
  const former = all[dice.below(5)]!
  if (planted.stories.get(worker)?.story.assignment === 'notWithAgency') return []
  return [
    tie(agency, true),
    ...(rival ? [tie(rival, true)] : []),
    ...(dice.chance(8) && former !== agency && former !== rival ? [tie(former, false)] : []),
  ]
}

/** Many can also do the neighbouring trade. */
const tradesOf = (trade: number, dice: Dice) =>
  (trade > 0 && dice.chance(35) ? [trade, trade - 1] : [trade]).map(one => ({ id: idOf('masterTrade', one) }))

function documentsOf(world: World, gang: Gang, hire: Hire, since: Day) {
  const { firms, today, planted } = world
  const { firm, trade } = gang
  const { worker, agency } = hire
  const story = planted.stories.get(worker)?.story
  const dice = new Dice('papers', worker)
  const { name, nationality } = personOf(worker)
  const holder = { worker, name, since, today }
  const isTurned = (document: Document) => turned(holder, trade, document, story)
  const needsVisa = story?.of === 'Visa'
  const { documents, passportNo, shareCodes } = rightToWorkOf(holder, agency, nationality, needsVisa, dice)
  const asked = askedOfWorker(world, gang, hire.member)
  const kept = attachmentsOf(holder, gang, hire, asked, nationality === 'Ireland', dice)
  const owned = kept.flatMap(one => isTurned(one.document).map(document => ({ ...one, document })))
  const proofs = documents.flatMap(isTurned)
  // Another company may have looked at the same card.
  const companies = [firm.company, firms[(firm.company.index + 1) % firms.length]!.company] as const
  const all = owned.map(({ document }) => document)
  const looked = [all[0]!, proofs[0]!] as const
  const documentValidations = validationsOf(holder, looked, companies, decidedBy(story, trade, all), dice)
  const documentOwners = owned.flatMap(({ document, owner }) =>
    owner ? [{ document: document.id, agency: owner.id }] : [],
  )
  return {
    shown: {
      attachments: all,
      rightToWork: proofs,
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

function workerLine(world: World, gang: Gang, hire: Hire): LoadLine {
  const { worker } = hire
  const dice = new Dice('worker', worker)
  const person = personOf(worker)
  const { company } = gang.firm
  const { first, project } = gang.stints[0]!
  const born = mondayOf(world, first + gang.before) - 60 - dice.below(60)
  const phone = phoneOf('worker', worker)
  const address = addressIn(dice.chance(70) ? project.place : dice.pick(places), dice)
  const { shown, facts } = documentsOf(world, gang, hire, born)
  return {
    type: 'worker',
    record: {
      id: idOf('worker', worker),
      reference: `WK-${String(worker + 1).padStart(6, '0')}`,
      firstName: person.firstName,
      lastName: person.lastName,
      name: person.name,
      gender: dice.chance(3) ? 'Prefer not to say' : person.gender,
      nationality: person.nationality,
      dob: at(world.today - 365 * 20 - dice.below(365 * 42)),
      email: emailOf(person, worker, 'mail'),
      phone,
      address,
      agencies: agenciesOf(world, hire, dice),
      trades: tradesOf(gang.trade, dice),
      companyIds: dice.chance(50) ? [{ company: company.id, id: `${company.prefix}-W${1000 + worker}` }] : [],
      ...shown,
      createdAt: at(born, 540 + 5 * dice.below(96)),
      updatedAt: at(born + 6 + dice.below(20), 540 + 5 * dice.below(96)),
    },
    facts: { ...facts, e164: phone.countryCode + phone.number, sequence: worker + 1 },
    nanoid: nanoidOf('worker', worker),
  }
}

export function* workersOf(world: World, gang: Gang): Generator<LoadLine> {
  for (let member = 0; member < gangSize; member++) yield workerLine(world, gang, hireOf(gang, member))
}

type KnownWorker = Pick<NewWorker, 'firstName' | 'lastName' | 'dob' | 'email' | 'phone' | 'gender'> &
  Pick<NewWorker, 'nationality' | 'address'> & { agencies: { id: string }[]; trades: { id: string }[] }

/** What the agency wrote otherwise than the system of record did. */
const differences: ((known: KnownWorker) => Partial<NewWorker>)[] = [
  // The same person with a new telephone.
  () => otherPhone('7700900961'),
  // A name cut short, and a new address of e-mail.
  ({ firstName, lastName }) => ({
    firstName: firstName.slice(0, Math.max(3, firstName.length - 2)),
    email: `${lastName.toLowerCase().replaceAll(/[^a-z]/g, '')}@post.example`,
  }),
  // Day and month of birth exchanged, as far as both are days.
  ({ dob }) => {
    const [year, month, day] = dob.slice(0, 10).split('-') as [string, string, string]
    return Number(day) <= 12 ? { dob: `${year}-${day}-${month}` } : otherPhone('7700900963')
  },
]

const otherPhone = (number: string) => ({ phone: { countryCode: '+44', number }, e164: `+44${number}` })

/**
 * Workers that an agency sends although they may be known already, so that somebody has matches to decide on: takes note
 * of the first that it does not have. What it sends of them comes after the load.
 */
export function newcomers(agency: string) {
  const known: KnownWorker[] = []
  return {
    look(line: LoadLine | FileLine): void {
      if (line.type !== 'worker' || known.length === differences.length) return
      const worker = (line as LoadLine).record as KnownWorker
      if (!worker.agencies.some(({ id }) => id === agency)) known.push(worker)
    },
    sent: (): NewWorker[] =>
      known.map((worker, at) => {
        const { firstName, lastName, dob, email, phone, gender, nationality, address, trades } = worker
        return {
          ...{ firstName, lastName, dob: dob.slice(0, 10), email, phone, gender, nationality, address },
          e164: phone.countryCode + phone.number,
          trades: trades.map(({ id }) => id),
          agencyId: `HG-NEW-${at + 1}`,
          documents: [],
          ...differences[at]!(worker),
        }
      }),
  }
}
