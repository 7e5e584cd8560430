// The documents a worker can have, and what each must come with.
import type { LoadLine } from './load-line.ts'
import { idOf } from './random.ts'
import { stamps } from './reference-lists.ts'

type Need = 'required' | 'optional' | 'none'

export type Qualification = {
  name: string
  collection: 'attachment' | 'rightToWork'
  documentNumber: Need
  expiry: Need
  minimumFiles: number
  smartCheck?: string
  agencySpecific: boolean
  mayBePast?: boolean
  homeOfficeCheck?: boolean
}

const rightToWork = (
  name: string,
  documentNumber: Need,
  expiry: Need,
  minimumFiles: number,
  more: Partial<Qualification> = {},
): Qualification => ({
  name,
  collection: 'rightToWork',
  documentNumber,
  expiry,
  minimumFiles,
  agencySpecific: false,
  ...more,
})

const attachment = (
  name: string,
  documentNumber: Need,
  expiry: Need,
  minimumFiles: number,
  more: Partial<Qualification> = {},
): Qualification => ({
  name,
  collection: 'attachment',
  documentNumber,
  expiry,
  minimumFiles,
  agencySpecific: false,
  ...more,
})

/** Both sides of a card, which its scheme can be asked about. */
const card = (name: string, smartCheck: string) => attachment(name, 'required', 'required', 2, { smartCheck })

const cscs =
  'Labourer|Skilled Worker|Advanced Craft|Supervisor|Manager|Academically Qualified|Professionally Qualified|Apprentice|Trainee|Experienced Worker|Industry Placement|Provisional'
const partners = 'CPCS|NPORS|CISRS|ECS|JIB PMES|IPAF PAL|PASMA|EUSR|ALLMI'
const renewed = 'SMSTS|SSSTS|First Aid at Work|Emergency First Aid|NRSWA|CCNSG|Safe Pass'
const lasting =
  'Asbestos Awareness|Working at Height|Manual Handling|Abrasive Wheels|Confined Space|Face Fit|Traffic Marshal|Slinger/Signaller'

export const qualifications: readonly Qualification[] = [
  rightToWork('UK passport', 'required', 'required', 1),
  rightToWork('Irish passport', 'required', 'required', 1, { mayBePast: true }),
  rightToWork('Irish passport card', 'required', 'required', 1, { mayBePast: true }),
  rightToWork('Birth certificate with NI evidence', 'optional', 'none', 2),
  rightToWork('Adoption certificate with NI evidence', 'optional', 'none', 2),
  rightToWork('Naturalisation certificate with NI evidence', 'optional', 'none', 2),
  rightToWork('Visa', 'required', 'optional', 1, { homeOfficeCheck: true }),
  rightToWork('Frontier worker permit', 'required', 'required', 1),
  rightToWork('Positive Verification Notice', 'required', 'required', 1),
  ...cscs.split('|').map(name => card(`CSCS ${name}`, 'CSCS')),
  ...partners.split('|').map(name => card(name, name)),
  ...renewed.split('|').map(name => attachment(name, 'optional', 'required', 1)),
  ...lasting.split('|').map(name => attachment(name, 'optional', 'optional', 1)),
  attachment('Sentinel PTS', 'required', 'required', 1),
  attachment('Driving licence', 'required', 'required', 2),
  attachment('DBS', 'required', 'optional', 1),
  attachment('UTR letter', 'required', 'none', 1),
  attachment('CV', 'none', 'none', 1, { agencySpecific: true }),
  attachment('Agency contract', 'none', 'optional', 1, { agencySpecific: true }),
]

const numbers = new Map(qualifications.map(({ name }, index) => [name, index]))

export const qualificationCalled = (name: string): Qualification => qualifications[numbers.get(name)!]!
export const qualificationId = (name: string): string => idOf('masterQualification', numbers.get(name)!)

export function* masterQualifications(): Generator<LoadLine> {
  for (const qualification of qualifications) {
    const id = qualificationId(qualification.name)
    yield { type: 'masterQualification', record: { id, ...qualification, ...stamps } }
  }
}
