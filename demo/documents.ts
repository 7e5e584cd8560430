// A worker's documents, with number, expiry and files as each qualification asks for them: cards, courses and papers,
// some of them kept for one agency alone; and what companies found when they looked at them.
import { at, type Day } from './calendar.ts'
import { qualificationCalled } from './competency.ts'
import { type FileName, fileLinkTo, linkElsewhere } from './files.ts'
import type { Crew } from './gangs.ts'
import type { Agency, Company } from './organisations.ts'
import { userOf } from './people-and-permissions.ts'
import type { LoadLine, World } from './programme.ts'
import { type Dice, idOf } from './random.ts'
import { masterTrades } from './reference-lists.ts'

/** Who the documents are of, since when. */
export type Bearer = {
  worker: number
  name: string
  /** When the worker was first known. */
  since: Day
  today: Day
}

export type DocumentFile = { file: FileName; docType?: 'Front' | 'Back' | 'Term dates' }

export type Details = { number?: string | undefined; expires?: Day | undefined }

export const bothSides: readonly DocumentFile[] = [
  { file: 'card-front.jpg', docType: 'Front' },
  { file: 'card-back.jpg', docType: 'Back' },
]

/** Most are read and recognised; of some the reading failed. */
function readingOf({ worker, since }: Bearer, slot: number, documentType: string) {
  const turn = (worker + slot) % 8
  if (turn > 4) return {}
  const status = turn === 0 ? 'failed' : 'passed'
  const reason = turn === 0 ? 'The picture is too dark to read' : null
  return { systemValidation: { status, checkedAt: at(since + 1, 605), documentType, reason } }
}

/** There is room for sixteen a worker; `slot` says which one it is. */
export function documentOf(
  bearer: Bearer,
  slot: number,
  called: string,
  files: readonly DocumentFile[],
  { number, expires }: Details = {},
) {
  const { collection, expiry } = qualificationCalled(called)
  const index = bearer.worker * 16 + slot
  const id = idOf('document', index)
  return {
    id,
    type: collection,
    documentType: called,
    ...(number !== undefined && { documentNumber: number }),
    ...(expires !== undefined ? { expiration: at(expires) } : expiry !== 'required' && { indefinite: true }),
    createdAt: at(bearer.since + 1, 600),
    files: files.map(({ file, docType }) => ({
      fileName: file,
      url: index % 53 === 0 ? linkElsewhere(`${id}/${file}`) : fileLinkTo(file),
      ...(docType && { docType }),
    })),
    ...readingOf(bearer, slot, called),
  }
}

export type Document = ReturnType<typeof documentOf>

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
const skilled = ['CSCS Skilled Worker', 'CSCS Advanced Craft', 'CSCS Experienced Worker']

/** Eight digits; the simulator of card checks knows the last two, and takes these for a card that is valid. */
const cardNumber = (dice: Dice): string =>
  `${100_000 + dice.below(800_000)}${String(6 + dice.below(94)).padStart(2, '0')}`

/** Most with what the scheme answered when it was asked about the card. */
function cardOf(bearer: Bearer, trade: number, dice: Dice): Document {
  const called = dice.pick(cards[trade] ?? skilled)
  const number = cardNumber(dice)
  const expires = bearer.today + 40 + dice.below(1500)
  const document = documentOf(bearer, 2, called, bothSides, { number, expires })
  if (!dice.chance(75)) return document
  const [first, ...rest] = bearer.name.split(' ')
  const verification = {
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
  return Object.assign(document, { verification })
}

// biome-ignore format: a list of words reads better in rows
const courses = [
  'Asbestos Awareness', 'Working at Height', 'Manual Handling', 'Abrasive Wheels', 'Face Fit',
  'Emergency First Aid',
]
const lasting = ['Manual Handling', 'Abrasive Wheels']
const tradeCourses: Record<number, string> = {
  1: 'Traffic Marshal',
  2: 'NRSWA',
  14: 'Slinger/Signaller',
  19: 'SSSTS',
  20: 'SMSTS',
}

/** One may be out of date. */
function courseOf(bearer: Bearer, slot: number, called: string, dice: Dice): Document {
  const expires = bearer.today + (dice.chance(8) ? -20 : 100) + dice.below(900)
  const details = lasting.includes(called) ? {} : { expires }
  return documentOf(bearer, slot, called, [{ file: 'training-certificate.pdf' }], details)
}

/** Of an agency-specific document, whose it is. */
type Owned = { document: Document; owner?: Agency | undefined }

/** In the order in which they are numbered, the card first. */
export function attachmentsOf(
  bearer: Bearer,
  { agency, rival, rateType }: Crew,
  trade: number,
  irish: boolean,
  dice: Dice,
): Owned[] {
  const { worker, today } = bearer
  const first = irish ? 'Safe Pass' : (tradeCourses[trade] ?? dice.pick(courses))
  const second = dice.pick(courses)
  const expires = today + 300 + dice.below(2000)
  const owned: Owned[] = []
  const add = (document: Document, owner?: Agency) => owned.push({ document, owner })
  const paper = (slot: number, called: string, file: FileName, details?: Details) =>
    documentOf(bearer, slot, called, [{ file }], details)
  add(cardOf(bearer, trade, dice))
  add(courseOf(bearer, 3, first, dice))
  if (second !== first && dice.chance(50)) add(courseOf(bearer, 4, second, dice))
  const licence = { number: `DEMO${700_000 + worker}`, expires }
  if (dice.chance(20)) add(documentOf(bearer, 5, 'Driving licence', bothSides, licence))
  const utr = String(4_000_000_000 + worker)
  if (dice.chance(6)) add(paper(6, 'DBS', 'letter.pdf', { number: `00${utr}` }))
  if (rateType === 'cis' && dice.chance(40)) add(paper(7, 'UTR letter', 'letter.pdf', { number: utr }))
  // Each agency keeps the CV it wrote and the contract it made.
  const until = dice.chance(50) ? { expires: today + 200 } : {}
  if (dice.chance(40)) add(paper(8, 'CV', 'curriculum-vitae.pdf'), agency)
  if (rival) add(paper(9, 'CV', 'curriculum-vitae.pdf'), rival)
  if (dice.chance(50)) add(paper(10, 'Agency contract', 'agency-contract.pdf', until), agency)
  return owned
}

const outcomes = ['approved', 'rejected', 'pending']

type Finding = { slot: number; company: Company; document: Document; system: boolean; status: string }

function findingOf(bearer: Bearer, { slot, company, document, system, status }: Finding) {
  const { documentType, documentNumber } = document
  const user = userOf(company, 4)
  const raisedAt = at(bearer.since + 3, 500)
  const resolvedAt = status === 'pending' ? undefined : at(bearer.since + 5, 505)
  const resolved = { status, changedAt: resolvedAt, ...(!system && { changedBy: user.name }) }
  return {
    document: document.id,
    system,
    id: idOf('validation', bearer.worker * 6 + slot),
    company: { id: company.id },
    competency: system ? { id: qualificationCalled(documentType).id, name: documentType } : null,
    user: system ? { id: null, name: 'System' } : { id: user.id, name: user.name },
    validationType: system ? 'smartCheck' : 'manual',
    status,
    ...(resolvedAt && { resolvedAt }),
    documentType,
    ...(documentNumber && { documentRef: documentNumber }),
    statusHistory: [{ status: 'pending', changedAt: raisedAt }, ...(resolvedAt ? [resolved] : [])],
    createdAt: raisedAt,
    updatedAt: resolvedAt ?? raisedAt,
  }
}

/**
 * Of the card by the system and the company, now and then by another company as well; of the proof of the right to
 * work by the system and the company that takes the worker on.
 */
export function validationsOf(
  bearer: Bearer,
  card: Document,
  proof: Document,
  [company, another]: readonly [Company, Company],
  dice: Dice,
): object[] {
  const found: Finding[] = []
  if (dice.chance(35)) {
    const seen = { document: card, system: false }
    found.push({ slot: 0, company, document: card, system: true, status: 'approved' })
    if (dice.chance(60)) found.push({ ...seen, slot: 1, company, status: dice.pick(outcomes) })
    if (dice.chance(20)) found.push({ ...seen, slot: 2, company: another, status: dice.pick(outcomes) })
  }
  if (dice.chance(30)) {
    const seen = { company, document: proof, status: 'approved' }
    found.push({ ...seen, slot: 4, system: true }, { ...seen, slot: 5, system: false })
  }
  return found.map(finding => findingOf(bearer, finding))
}

/** Whom to ask about cards: the simulator, but for one company whose service is not in use yet. */
export function* smartCheckConfigurations({ firms }: World): Generator<LoadLine> {
  const type = 'smartCheckConfiguration'
  const service = { provider: 'http', address: 'https://cards.example/verify', active: false }
  for (const { company } of firms) {
    const record = { id: idOf(type, company.index), company: { id: company.id } }
    yield company.index === 2
      ? { type, record: { ...record, ...service }, facts: { credentials: 'demo-credentials-of-nobody' } }
      : { type, record: { ...record, provider: 'simulator', active: true } }
  }
}
