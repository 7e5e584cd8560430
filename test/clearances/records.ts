// Records of an assignment that is cleared, to be changed case by case: a dryliner with a passport and a card.
import type {
  ClearanceRecords,
  DocumentValidation,
  WorkerDocument,
} from '../../src/api/clearances/records.ts'
import type { CompetencyEntry } from '../../src/api/competency.ts'
import { documentKey, type Qualification } from '../../src/api/rules/qualifications.ts'
import type { Assignment } from '../../src/api/shapes/assignment.ts'

/** The Monday that is asked about. */
export const day = '2026-03-02'
export const midnight = (on: string) => `${on}T00:00:00.000Z`

const stamps = { createdAt: '2025-11-05T09:00:00.000Z', updatedAt: '2025-11-05T09:00:00.000Z' }
const company = { id: 'c1', name: 'Brook' }
const trade = { id: 't1', name: 'Dryliner' }
const quay = { id: 'p1', name: 'Quay' }
export const residential = { id: 'x1', name: 'Residential' }

type Kind = readonly [string, Partial<Qualification>]
const proof = { collection: 'rightToWork', expiry: 'required' } as const
const card = { expiry: 'required', smartCheck: 'CSCS' } as const
const kinds: readonly Kind[] = [
  ['UK passport', proof],
  ['Irish passport', { ...proof, mayBePast: true }],
  ['Birth certificate with NI evidence', { ...proof, expiry: 'none' }],
  ['Visa', { ...proof, expiry: 'optional', homeOfficeCheck: true }],
  ['Frontier worker permit', proof],
  ['CSCS Skilled Worker', card],
  ['CSCS Labourer', card],
  ['CPCS', { ...card, smartCheck: 'CPCS' }],
  ['NPORS', { ...card, smartCheck: 'NPORS' }],
  ['ALLMI', { ...card, smartCheck: 'ALLMI' }],
  ['First Aid at Work', { expiry: 'required' }],
  ['Asbestos Awareness', { expiry: 'optional' }],
  ['Manual Handling', { expiry: 'optional' }],
  ['Agency contract', { expiry: 'optional', agencySpecific: true }],
]

const qualification = ([name, given]: Kind): Qualification => ({
  id: name,
  name,
  collection: 'attachment',
  documentNumber: 'optional',
  expiry: 'optional',
  minimumFiles: 1,
  agencySpecific: false,
  ...given,
})

export const qualificationsOf = (...further: readonly Kind[]) =>
  new Map([...kinds, ...further].map(kind => [documentKey(kind[0]), qualification(kind)]))

type Given = Partial<WorkerDocument>

/** `until` is its last day. */
function document(documentType: string, until: string | undefined, given: Given): WorkerDocument {
  return {
    id: documentType,
    type: 'attachment',
    documentType,
    ...(until !== undefined && { expiration: midnight(until) }),
    createdAt: stamps.createdAt,
    files: [],
    ...given,
  }
}

export const paper = (documentType: string, until?: string, given: Given = {}) =>
  document(documentType, until, given)
export const right = (documentType: string, until?: string, given: Given = {}) =>
  document(documentType, until, { type: 'rightToWork', ...given })

export const passport = right('UK passport', '2030-06-30')
export const skilled = paper('CSCS Skilled Worker', '2027-12-31')
export const verified = (expiry?: string) => ({
  verification: {
    verified: true,
    occupationQualifications: [],
    ...(expiry !== undefined && { expiry }),
  },
})

type Check = NonNullable<WorkerDocument['rightToWorkCheck']>

export const check = (given: Partial<Check> = {}): { rightToWorkCheck: Check } => ({
  rightToWorkCheck: {
    id: 'check',
    status: 'passed',
    checkType: 'homeOfficeOnline',
    checkedAt: stamps.createdAt,
    ...given,
  },
})

/** May work 20 hours a week. */
export const student = (given: Given = {}) =>
  right('Visa', '2028-09-30', { ...check({ permissionType: 'timeLimited', maxHoursPerWeek: 20 }), ...given })
export const termDates = { files: [{ fileName: 'term.pdf', url: 'file:1', docType: 'Term dates' as const }] }

const names = (all: readonly string[]) => all.map(name => ({ name }))
type Requirement = CompetencyEntry['requirements'][number]

export const all = (...items: string[]): Requirement => ({ rule: 'all', items: names(items), groups: [] })
export const any = (...items: string[]): Requirement => ({ rule: 'any', items: names(items), groups: [] })
export const withGroups = (one: Requirement, ...groups: readonly string[][]): Requirement => ({
  ...one,
  groups: groups.map(items => ({ items: names(items) })),
})

export const entry = (
  requirements: readonly Requirement[],
  given: Partial<CompetencyEntry> = {},
): CompetencyEntry => ({ id: 'e1', company, trade, requirements: [...requirements], ...stamps, ...given })
export const onQuay = (mode: 'additive' | 'replacement') => ({ project: quay, mode })

export const validation = (
  document: string,
  status: string,
  given: Partial<DocumentValidation> = {},
): DocumentValidation => ({
  document,
  system: false,
  id: `validation of ${document}`,
  company,
  competency: null,
  user: { id: 'u1', name: 'Una' },
  validationType: 'manual',
  status,
  resolvedAt: '2026-01-10T09:00:00.000Z',
  statusHistory: [],
  ...stamps,
  ...given,
})

type CustomDocument = Assignment['customDocuments'][number]

export const induction = (given: Partial<CustomDocument> = {}): CustomDocument => ({
  id: 'induction',
  name: 'Site induction',
  required: true,
  uploadPermissions: { company: true, supplier: true },
  attachment: 'file:2',
  uploadedBy: 'u1',
  expiry: null,
  ...given,
})

const shift = { start: 8, end: 16.5, active: true, break: 30, night: false }

/** So many shifts of eight hours, from Monday on. */
export function shifts(
  number: number,
  given: Partial<typeof shift> = {},
): NonNullable<Assignment['shiftPattern']> {
  const days = ['m', 't', 'w', 'th', 'f', 's', 'su'].map((name, at) => [
    name,
    { ...shift, active: at < number, ...given },
  ])
  return Object.fromEntries(days)
}

/** What is undefined is absent. */
export type Placement = { [name in keyof Assignment]?: Assignment[name] | undefined }

const placed: Assignment = {
  id: 'A1',
  reference: 'BRK-A1',
  status: 'confirmed',
  payType: 'hourly',
  rateType: 'cis',
  supplierType: 'agency',
  company,
  project: quay,
  trade,
  agency: { id: 'a1', name: 'Marrow' },
  worker: { id: 'w1', reference: 'W1', name: 'Ann Other' },
  startDate: midnight('2026-01-05'),
  endDate: midnight('2026-06-26'),
  shiftPattern: shifts(5),
  activities: [],
  customDocuments: [],
  metaFields: [],
  submissionAnswers: [],
  ...stamps,
}

export function placedWith(given: Placement): Assignment {
  const changed = Object.entries({ ...placed, ...given }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(changed) as Assignment
}

type Changes = Partial<Omit<ClearanceRecords, 'assignment' | 'worker'>> & {
  assignment?: Placement
  /** In place of the passport. */
  proofs?: readonly WorkerDocument[]
  /** In place of the card. */
  papers?: readonly WorkerDocument[]
  /** What the matrix asks of everybody in place of the card. */
  asks?: readonly Requirement[]
  isSeen?: boolean
}

export function world(changes: Changes = {}): ClearanceRecords {
  const { proofs = [passport], papers = [skilled], asks = [all('CSCS Skilled Worker')], ...given } = changes
  const { assignment: assigned = {}, isSeen = true, ...rest } = given
  return {
    side: 'company',
    worker: isSeen ? { attachments: [...papers], rightToWork: [...proofs] } : undefined,
    validations: [],
    project: { id: quay.id, sector: residential },
    entries: [entry(asks)],
    qualifications: qualificationsOf(),
    asksForSmartChecks: false,
    ...rest,
    assignment: placedWith(assigned),
  }
}
