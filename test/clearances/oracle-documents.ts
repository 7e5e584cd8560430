// How a document stands on a day, by the table of docs/clearances.md, "A document on a day": line by line, as the page has it.
import type {
  ClearanceRecords,
  DocumentValidation,
  WorkerDocument,
} from '../../src/api/clearances/records.ts'
import type { Assignment } from '../../src/api/shapes/assignment.ts'
import { dayOf, earliest, isCalendarDay } from './oracle-days.ts'

export type Status = 'held' | 'unknown' | 'notHeld'
export type Purpose = 'rightToWork' | 'name' | 'smartCheck'
export type Judged = {
  document: WorkerDocument
  lastDay: string | undefined
  status: Status
  reason?: string
}

export const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

export const qualificationOf = ({ qualifications }: ClearanceRecords, name: string) =>
  [...qualifications.values()].find(qualification => isSameName(qualification.name, name))

const isCalled = (document: WorkerDocument, ...names: string[]) =>
  names.some(name => isSameName(name, document.documentType))

export function judge(
  document: WorkerDocument,
  purpose: Purpose,
  day: string,
  records: ClearanceRecords,
): Judged {
  const lastDay = lastDayOf(document, records)
  const [status, reason] = verdict(document, lastDay, purpose, day, records)
  return { document, lastDay, status, ...(reason && { reason }) }
}

function verdict(
  document: WorkerDocument,
  lastDay: string | undefined,
  purpose: Purpose,
  day: string,
  records: ClearanceRecords,
): [Status, string?] {
  const { rightToWorkCheck: check, verification } = document
  const { shiftPattern } = records.assignment
  const qualification = qualificationOf(records, document.documentType)
  const decision = decisionAbout(document, records)
  const isForWork = purpose === 'rightToWork'
  const limit = isForWork ? check?.maxHoursPerWeek : undefined
  const isTooMuch = limit !== undefined && shiftPattern !== undefined && minutes(shiftPattern) > limit * 60

  if (check?.status === 'refused' || check?.status === 'notFound') return ['notHeld', 'refused']
  if (verification?.verified === false || decision === 'refusal') return ['notHeld', 'refused']
  if (check?.status === 'expired') return ['notHeld', 'expired']
  if (lastDay !== undefined && day > lastDay) return ['notHeld', 'expired']
  if (check?.permissionStart !== undefined && day < dayOf(check.permissionStart))
    return ['notHeld', 'notBegun']
  const hasTermDates = document.files.some(({ docType }) => docType === 'Term dates')
  if (isTooMuch && !hasTermDates) return ['notHeld', 'tooManyHours']
  const isOfScheme = qualification?.smartCheck !== undefined
  if (purpose === 'smartCheck' && isOfScheme && verification?.verified !== true)
    return ['notHeld', 'notValidated']
  if (decision === 'unknown word') return ['unknown', 'decisionNotKnown']
  const asksForCheck = qualification?.homeOfficeCheck ?? isCalled(document, 'Visa')
  if (isForWork && check === undefined && asksForCheck) return ['unknown', 'notChecked']
  if (lastDay === undefined && !hasNoEnd(document, records)) return ['unknown', 'endNotKnown']
  if (limit !== undefined && shiftPattern === undefined) return ['unknown', 'hoursNotKnown']
  if (isTooMuch) return ['unknown', 'termTime']
  return ['held']
}

const mayBePast = (document: WorkerDocument, records: ClearanceRecords): boolean =>
  qualificationOf(records, document.documentType)?.mayBePast ??
  isCalled(document, 'UK passport', 'Irish passport', 'Irish passport card')

function lastDayOf(document: WorkerDocument, records: ClearanceRecords): string | undefined {
  const { expiration, verification, rightToWorkCheck: check } = document
  const days: string[] = []
  if (expiration !== undefined && !mayBePast(document, records)) days.push(dayOf(expiration))
  if (verification?.expiry !== undefined && isCalendarDay(verification.expiry)) days.push(verification.expiry)
  if (check?.permissionExpiry !== undefined) days.push(dayOf(check.permissionExpiry))
  return earliest(days)
}

/** Of a document without a last day. */
function hasNoEnd(document: WorkerDocument, records: ClearanceRecords): boolean {
  const permission = document.rightToWorkCheck?.permissionType
  if (permission === 'timeLimited') return false
  const expiry = qualificationOf(records, document.documentType)?.expiry
  return (
    mayBePast(document, records) ||
    document.indefinite === true ||
    permission === 'unlimited' ||
    expiry === 'optional' ||
    expiry === 'none'
  )
}

/** What is planned for a week, rounded to the minute. */
function minutes(pattern: NonNullable<Assignment['shiftPattern']>): number {
  let sum = 0
  for (const shift of Object.values(pattern)) {
    if (!shift?.active) continue
    const hours = shift.end < shift.start ? shift.end + 24 - shift.start : shift.end - shift.start
    sum += hours * 60 - shift.break
  }
  return Math.round(sum)
}

// Decisions

type Decision = 'approval' | 'refusal' | 'open' | 'unknown word'

function decisionIn(word: string): Decision {
  const words: Record<string, Decision> = {
    approved: 'approval',
    passed: 'approval',
    rejected: 'refusal',
    refused: 'refusal',
    failed: 'refusal',
    pending: 'open',
  }
  return words[word.toLowerCase()] ?? 'unknown word'
}

function decisionAbout(document: WorkerDocument, records: ClearanceRecords): Decision | undefined {
  const company = records.assignment.company.id
  const about = records.validations
    .filter(validation => validation.document === document.id)
    .filter(({ competency }) => competency === null || isSameName(competency.name, document.documentType))
    .filter(({ status }) => decisionIn(status) !== 'open')
  const own = about.filter(validation => !validation.system && validation.company.id === company)
  const systems = about.filter(validation => validation.system)
  if (own.length > 0) return latestOf(own)
  if (systems.length > 0) return latestOf(systems)
  const found = document.systemValidation && decisionIn(document.systemValidation.status)
  return found === 'open' ? undefined : found
}

function latestOf(validations: readonly DocumentValidation[]): Decision {
  const moment = ({ resolvedAt, updatedAt }: DocumentValidation) => Date.parse(resolvedAt ?? updatedAt)
  const latest = Math.max(...validations.map(moment))
  const decided = validations.filter(one => moment(one) === latest).map(({ status }) => decisionIn(status))
  return (['refusal', 'unknown word', 'approval'] as const).find(one => decided.includes(one))!
}
