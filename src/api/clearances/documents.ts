// A document on a day: whether it is good for what it is to prove, or why not.
import { dayOfMoment, isCalendarDay } from '../../formats/day.ts'
import { documentKey, mayBePastExpiry, needsHomeOffice } from '../rules/qualifications.ts'
import type { Assignment } from '../shapes/assignment.ts'
import { decisionAbout } from './decisions.ts'
import type { ClearanceRecords, NamedDocument, WorkerDocument } from './records.ts'
import type { DoubtReason, LackReason } from './words.ts'

/** What a document is to prove: that somebody may work, that somebody holds what it says, or that its scheme has confirmed it. */
export type Purpose = 'rightToWork' | 'names' | 'smartCheck'

type DayVerdict =
  | { status: 'held' }
  | { status: 'notHeld'; reason: LackReason }
  | { status: 'unknown'; reason: DoubtReason }

/** A document, reduced to what decides on each day. */
export type Paper = NamedDocument & {
  beginsOn?: string
  lastDay?: string
  /** On every day. */
  always?: DayVerdict
  /** From its beginning to its last day. */
  between: DayVerdict
}

const held: DayVerdict = { status: 'held' }
const lacks = (reason: LackReason): DayVerdict => ({ status: 'notHeld', reason })
const doubts = (reason: DoubtReason): DayVerdict => ({ status: 'unknown', reason })

export function verdictOn({ always, beginsOn, lastDay, between }: Paper, day: string): DayVerdict {
  if (always) return always
  if (lastDay !== undefined && day > lastDay) return lacks('expired')
  if (beginsOn !== undefined && day < beginsOn) return lacks('notBegun')
  return between
}

export function paperOf(document: WorkerDocument, purpose: Purpose, records: ClearanceRecords): Paper {
  const { id, documentType, rightToWorkCheck: check, verification } = document
  const lastDay = lastDayOf(document, records)
  const decision = decisionAbout(document, records)
  const isRefused =
    check?.status === 'refused' ||
    check?.status === 'notFound' ||
    verification?.verified === false ||
    decision === 'refusal'
  const always = isRefused ? lacks('refused') : check?.status === 'expired' ? lacks('expired') : undefined
  return {
    id,
    documentType,
    ...(check?.permissionStart !== undefined && { beginsOn: dayOfMoment(check.permissionStart) }),
    ...(lastDay !== undefined && { lastDay }),
    ...(always && { always }),
    between:
      lackOf(document, purpose, records) ??
      (decision === 'notKnown' ? doubts('decisionNotKnown') : undefined) ??
      doubtOf(document, purpose, records, lastDay === undefined) ??
      held,
  }
}

const qualificationOf = ({ documentType }: WorkerDocument, { qualifications }: ClearanceRecords) =>
  qualifications.get(documentKey(documentType))

/** The earliest of its ends. */
function lastDayOf(document: WorkerDocument, records: ClearanceRecords): string | undefined {
  const { documentType, expiration, verification, rightToWorkCheck } = document
  const isIgnored = mayBePastExpiry(documentType, qualificationOf(document, records))
  const { expiry } = verification ?? {}
  return [
    isIgnored || expiration === undefined ? [] : dayOfMoment(expiration),
    expiry !== undefined && isCalendarDay(expiry) ? expiry : [],
    rightToWorkCheck?.permissionExpiry === undefined ? [] : dayOfMoment(rightToWorkCheck.permissionExpiry),
  ]
    .flat()
    .sort()[0]
}

/** Of one without a last day. */
function hasNoEnd(document: WorkerDocument, records: ClearanceRecords): boolean {
  const { documentType, indefinite, rightToWorkCheck } = document
  const qualification = qualificationOf(document, records)
  if (rightToWorkCheck?.permissionType === 'timeLimited') return false
  return (
    indefinite === true ||
    rightToWorkCheck?.permissionType === 'unlimited' ||
    qualification?.expiry === 'optional' ||
    qualification?.expiry === 'none' ||
    mayBePastExpiry(documentType, qualification)
  )
}

function lackOf(
  document: WorkerDocument,
  purpose: Purpose,
  records: ClearanceRecords,
): DayVerdict | undefined {
  if (purpose === 'rightToWork')
    return isBeyondHours(document, records.assignment) && !hasTermDates(document)
      ? lacks('tooManyHours')
      : undefined
  const isCard = qualificationOf(document, records)?.smartCheck !== undefined
  return purpose === 'smartCheck' && isCard && document.verification?.verified !== true
    ? lacks('notValidated')
    : undefined
}

function doubtOf(
  document: WorkerDocument,
  purpose: Purpose,
  records: ClearanceRecords,
  isEndless: boolean,
): DayVerdict | undefined {
  const { documentType, rightToWorkCheck: check } = document
  const isProof = purpose === 'rightToWork'
  if (isProof && !check && needsHomeOffice(documentType, qualificationOf(document, records)))
    return doubts('notChecked')
  if (isEndless && !hasNoEnd(document, records)) return doubts('endNotKnown')
  if (!isProof || check?.maxHoursPerWeek === undefined) return undefined
  if (!records.assignment.shiftPattern) return doubts('hoursNotKnown')
  return isBeyondHours(document, records.assignment) ? doubts('termTime') : undefined
}

const hasTermDates = ({ files }: WorkerDocument) => files.some(({ docType }) => docType === 'Term dates')

function isBeyondHours({ rightToWorkCheck }: WorkerDocument, { shiftPattern }: Assignment): boolean {
  const most = rightToWorkCheck?.maxHoursPerWeek
  return most !== undefined && shiftPattern !== undefined && minutesOf(shiftPattern) > most * 60
}

/** Of a week, without breaks; a night shift ends on the next day. */
function minutesOf(pattern: NonNullable<Assignment['shiftPattern']>): number {
  const minutes = Object.values(pattern).map(({ active, start, end, break: pause }) =>
    active ? (end - start + (end < start ? 24 : 0)) * 60 - pause : 0,
  )
  return Math.round(minutes.reduce((sum, each) => sum + each, 0))
}
