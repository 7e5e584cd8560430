// Cards, courses and papers of a worker, some of them kept for one agency alone.
import { at } from './calendar.ts'
import { type Bearer, bothSides, type Details, documentOf, type Owned } from './documents.ts'
import { cardNumber } from './identity.ts'
import type { Crew } from './placements.ts'
import type { Dice } from './random.ts'
import { masterTrades } from './reference-lists.ts'

const skilled = ['CSCS Skilled Worker', 'CSCS Advanced Craft', 'CSCS Experienced Worker']
const plant = ['CPCS', 'NPORS']

/** By trade, where it is not the skilled worker's. */
const cards: Record<number, readonly string[]> = {
  0: ['CSCS Labourer', 'CSCS Provisional', 'CSCS Trainee'],
  1: ['CSCS Labourer'],
  11: ['CISRS'],
  12: plant,
  13: plant,
  14: plant,
  15: plant,
  16: ['ECS'],
  17: ['JIB PMES'],
  18: ['CSCS Academically Qualified', 'CSCS Professionally Qualified'],
  19: ['CSCS Supervisor'],
  20: ['CSCS Manager'],
}

/** What the scheme answered when it was asked about the card. */
function verificationOf(bearer: Bearer, called: string, number: string, expires: number, trade: number) {
  const [first, ...rest] = bearer.name.split(' ')
  return {
    verified: true,
    cardTypeName: called,
    serial: `S${number}`,
    customerName: `${first![0]} ${rest.join(' ')}`,
    documentNumber: number,
    photoType: 'image/jpeg',
    expiry: at(expires).slice(0, 10),
    occupationQualifications: [{ qual: masterTrades[trade]!.name }],
    lastVerifiedAt: at(bearer.since + 2, 585),
  }
}

function cardOf(bearer: Bearer, trade: number, dice: Dice): Owned {
  const called = dice.pick(cards[trade] ?? skilled)
  const number = cardNumber(dice)
  const expires = bearer.today + 40 + dice.below(1500)
  const document = documentOf(bearer, { at: 2, called, number, expires, files: bothSides })
  const verification = verificationOf(bearer, called, number, expires, trade)
  return { document: dice.chance(75) ? { ...document, verification } : document }
}

const courses = [
  'Asbestos Awareness',
  'Working at Height',
  'Manual Handling',
  'Abrasive Wheels',
  'Face Fit',
  'Emergency First Aid',
]
const tradeCourses: Record<number, string> = {
  1: 'Traffic Marshal',
  2: 'NRSWA',
  14: 'Slinger/Signaller',
  19: 'SSSTS',
  20: 'SMSTS',
}

/** One may be out of date. */
function courseOf(bearer: Bearer, called: string, number: number, dice: Dice): Owned {
  const expires = bearer.today + (dice.chance(8) ? -20 : 100) + dice.below(900)
  const lasting = ['Manual Handling', 'Abrasive Wheels'].includes(called)
  const details: Details = { at: number, called, files: [{ file: 'training-certificate.pdf' }] }
  return { document: documentOf(bearer, lasting ? details : { ...details, expires }) }
}

function paper(bearer: Bearer, details: Details, owner?: Crew['agency']): Owned {
  return { document: documentOf(bearer, details), ...(owner && { owner }) }
}

/** Each agency keeps the CV it wrote and the contract it made. */
function agencyPapers(bearer: Bearer, { agency, rival }: Crew, dice: Dice): Owned[] {
  const cv = [{ file: 'curriculum-vitae.pdf' }] as const
  const contract = [{ file: 'agency-contract.pdf' }] as const
  const until = dice.chance(50) ? { expires: bearer.today + 200 } : {}
  return [
    ...(dice.chance(40) ? [paper(bearer, { at: 8, called: 'CV', files: cv }, agency)] : []),
    ...(rival ? [paper(bearer, { at: 9, called: 'CV', files: cv }, rival)] : []),
    ...(dice.chance(50)
      ? [paper(bearer, { at: 10, called: 'Agency contract', ...until, files: contract }, agency)]
      : []),
  ]
}

/** In the order in which they are numbered, the card first. */
export function attachmentsOf(
  bearer: Bearer,
  crew: Crew,
  trade: number,
  irish: boolean,
  dice: Dice,
): Owned[] {
  const first = irish ? 'Safe Pass' : (tradeCourses[trade] ?? dice.pick(courses))
  const second = dice.pick(courses)
  const letter = [{ file: 'letter.pdf' }] as const
  const utr = String(4_000_000_000 + bearer.worker)
  const licence = `DEMO${700_000 + bearer.worker}`
  const lasts = bearer.today + 300 + dice.below(2000)
  return [
    cardOf(bearer, trade, dice),
    courseOf(bearer, first, 3, dice),
    ...(second !== first && dice.chance(50) ? [courseOf(bearer, second, 4, dice)] : []),
    ...(dice.chance(20)
      ? [
          paper(bearer, {
            at: 5,
            called: 'Driving licence',
            number: licence,
            expires: lasts,
            files: bothSides,
          }),
        ]
      : []),
    ...(dice.chance(6) ? [paper(bearer, { at: 6, called: 'DBS', number: `00${utr}`, files: letter })] : []),
    ...(crew.rateType === 'cis' && dice.chance(40)
      ? [paper(bearer, { at: 7, called: 'UTR letter', number: utr, files: letter })]
      : []),
    ...agencyPapers(bearer, crew, dice),
  ]
}
