// A worker's documents, with number, expiry and files as each qualification requires: cards, courses and papers, some
// of them for one agency only; and how companies validated them.
import { at, type Day } from './calendar.ts'
import { cardsOf, namesFor, qualificationCalled } from './competency.ts'
import { type FileName, fileLinkTo, linkElsewhere } from './files.ts'
import { userOf } from './people-and-permissions.ts'
import { type Dice, idOf } from './random.ts'
import { masterTrades } from './reference-lists.ts'
import type { Agency, Company, Gang, Hire, LoadLine, Requirement, World } from './world.ts'

/** The worker who holds the documents. */
export type Holder = {
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

/** Former proofs of the right to work, licences, letters and papers of agencies: nobody asks for them. */
const notAskedFor = [1, 5, 6, 7, 8, 9]

/** The system reads most documents, and fails on some. */
function readingOf(holder: Holder, slot: number, documentType: string) {
  const turn = (holder.worker + slot) % 8
  if (turn > 4) return {}
  return { systemValidation: reading(holder, documentType, turn !== 0 || !notAskedFor.includes(slot)) }
}

export const reading = ({ since }: Holder, documentType: string, isPassed: boolean) => ({
  status: isPassed ? 'passed' : 'failed',
  checkedAt: at(since + 1, 605),
  documentType,
  reason: isPassed ? null : 'The picture is too dark to read',
})

/** Each worker has room for sixteen; `slot` says which one this is. */
export function documentOf(
  holder: Holder,
  slot: number,
  called: string,
  files: readonly DocumentFile[],
  { number, expires }: Details = {},
) {
  const { collection, expiry } = qualificationCalled(called)
  const index = holder.worker * 16 + slot
  const id = idOf('document', index)
  return {
    id,
    type: collection,
    documentType: called,
    ...(number !== undefined && { documentNumber: number }),
    ...(expires !== undefined ? { expiration: at(expires) } : expiry !== 'required' && { indefinite: true }),
    createdAt: at(holder.since + 1, 600),
    files: files.map(({ file, docType }) => ({
      fileName: file,
      url: index % 53 === 0 ? linkElsewhere(`${id}/${file}`) : fileLinkTo(file),
      ...(docType && { docType }),
    })),
    ...readingOf(holder, slot, called),
  }
}

export type Document = ReturnType<typeof documentOf> & { verification?: object; rightToWorkCheck?: object }

/** Eight digits; the smart check simulator goes by the last two, and from 06 on the card is valid. */
const cardNumber = (dice: Dice): string =>
  `${100_000 + dice.below(800_000)}${String(6 + dice.below(94)).padStart(2, '0')}`

/** Verified with its scheme, by companies that ask for that. */
function cardOf(holder: Holder, slot: number, called: string, { firm, trade }: Gang, dice: Dice): Document {
  const number = cardNumber(dice)
  const expires = holder.today + 40 + dice.below(1500)
  const document = documentOf(holder, slot, called, bothSides, { number, expires })
  if (firm.company.index === withoutChecks && dice.chance(40)) return document
  const [first, ...rest] = holder.name.split(' ')
  const verification = {
    verified: true,
    cardTypeName: called,
    serial: `S${number}`,
    customerName: `${first![0]} ${rest.join(' ')}`,
    documentNumber: number,
    photoType: 'image/jpeg',
    expiry: at(expires).slice(0, 10),
    occupationQualifications: [{ qual: masterTrades[trade]!.name }],
    lastVerifiedAt: at(holder.since + 2, 585),
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

function courseOf(holder: Holder, slot: number, called: string, dice: Dice): Document {
  const { documentNumber } = qualificationCalled(called)
  const details = {
    ...(documentNumber === 'required' && { number: cardNumber(dice) }),
    ...(!lasting.includes(called) && { expires: holder.today + 40 + dice.below(900) }),
  }
  return documentOf(holder, slot, called, [{ file: 'training-certificate.pdf' }], details)
}

/** The owner of an agency-specific document. */
type OwnedDocument = { document: Document; owner?: Agency | undefined }

/** Beside the card. */
const slotsOfCourses = [3, 4, 11, 12, 13, 14, 15]

/** The card, and what somebody holds of courses: all that is asked for, and perhaps one more. */
function* proofsOfSkill(
  holder: Holder,
  gang: Gang,
  asked: readonly Requirement[],
  irish: boolean,
  dice: Dice,
) {
  const { trade } = gang
  const card = dice.pick(cardsOf(trade))
  yield cardOf(holder, 2, card, gang, dice)
  const first = irish ? 'Safe Pass' : (tradeCourses[trade] ?? dice.pick(courses))
  // Agencies keep theirs apart.
  const isShared = (called: string) => !qualificationCalled(called).agencySpecific
  const needed = namesFor(asked, [card, first], dice).filter(isShared)
  const second = dice.pick(courses)
  const further = dice.chance(50) && ![first, ...needed].includes(second) ? [second] : []
  for (const [at, called] of [first, ...needed, ...further].slice(0, slotsOfCourses.length).entries()) {
    const slot = slotsOfCourses[at]!
    const isCard = qualificationCalled(called).smartCheck !== undefined
    yield isCard ? cardOf(holder, slot, called, gang, dice) : courseOf(holder, slot, called, dice)
  }
}

/** The card first. */
export function attachmentsOf(
  holder: Holder,
  gang: Gang,
  { agency, rival, rateType }: Hire,
  asked: readonly Requirement[],
  irish: boolean,
  dice: Dice,
): OwnedDocument[] {
  const { worker, today } = holder
  const expires = today + 300 + dice.below(2000)
  const owned: OwnedDocument[] = []
  const add = (document: Document, owner?: Agency) => owned.push({ document, owner })
  const paper = (slot: number, called: string, file: FileName, details?: Details) =>
    documentOf(holder, slot, called, [{ file }], details)
  for (const document of proofsOfSkill(holder, gang, asked, irish, dice)) add(document)
  const licence = { number: `DEMO${700_000 + worker}`, expires }
  if (dice.chance(20)) add(documentOf(holder, 5, 'Driving licence', bothSides, licence))
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
const ownOutcomes = ['approved', 'approved', 'pending']

type Finding = { slot: number; company: Company; document: Document; system: boolean; status: string }

function findingOf(holder: Holder, { slot, company, document, system, status }: Finding) {
  const { documentType, documentNumber } = document
  const user = userOf(company, 4)
  const raisedAt = at(holder.since + 3, 500)
  const resolvedAt = status === 'pending' ? undefined : at(holder.since + 5, 505)
  const resolved = { status, changedAt: resolvedAt, ...(!system && { changedBy: user.name }) }
  return {
    document: document.id,
    system,
    id: idOf('validation', holder.worker * 6 + slot),
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
 * The card is validated by the system and the company, sometimes by another company too; the proof of the right to
 * work by the system and the company.
 */
export function validationsOf(
  holder: Holder,
  [card, proof]: readonly [Document, Document],
  [company, another]: readonly [Company, Company],
  decided: { document: Document; status: string } | undefined,
  dice: Dice,
): object[] {
  const found: Finding[] = decided ? [{ slot: 3, company, system: false, ...decided }] : []
  if (dice.chance(35)) {
    const seen = { document: card, system: false }
    found.push({ slot: 0, company, document: card, system: true, status: 'approved' })
    if (dice.chance(60) && !decided) found.push({ ...seen, slot: 1, company, status: dice.pick(ownOutcomes) })
    if (dice.chance(20)) found.push({ ...seen, slot: 2, company: another, status: dice.pick(outcomes) })
  }
  if (dice.chance(30)) {
    const seen = { company, document: proof, status: 'approved' }
    found.push({ ...seen, slot: 4, system: true }, { ...seen, slot: 5, system: false })
  }
  return found.map(finding => findingOf(holder, finding))
}

/** Its own service for smart checks is not active yet; all others use the simulator. */
const withoutChecks = 2

export function* smartCheckConfigurations({ firms }: World): Generator<LoadLine> {
  const type = 'smartCheckConfiguration'
  const service = { provider: 'http', address: 'https://cards.example/verify', active: false }
  for (const { company } of firms) {
    const record = { id: idOf(type, company.index), company: { id: company.id } }
    yield company.index === withoutChecks
      ? { type, record: { ...record, ...service }, facts: { credentials: 'demo-credentials-of-nobody' } }
      : { type, record: { ...record, provider: 'simulator', active: true } }
  }
}
