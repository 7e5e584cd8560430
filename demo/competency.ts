// The documents a worker can have, and which of them a trade needs: at a company, in a sector, on a project.
import { applyingEntries } from '../src/api/rules/competency.ts'
import { at, beginning } from './calendar.ts'
import { sectorId } from './places.ts'
import { type Dice, idOf, refTo } from './random.ts'
import { isManaging, stamps, tradeId } from './reference-lists.ts'
import type { Firm, LoadLine, Project, Requirement, World } from './world.ts'

type Need = 'required' | 'optional' | 'none'

type Qualification = {
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

const certificates = ['Birth', 'Adoption', 'Naturalisation'].map(
  kind => `${kind} certificate with NI evidence`,
)
// biome-ignore format: a list of names reads better in rows
const cscs = [
  'Labourer', 'Skilled Worker', 'Advanced Craft', 'Supervisor', 'Manager', 'Academically Qualified',
  'Professionally Qualified', 'Apprentice', 'Trainee', 'Experienced Worker', 'Industry Placement', 'Provisional',
].map(name => `CSCS ${name}`)
const partners = ['CPCS', 'NPORS', 'CISRS', 'ECS', 'JIB PMES', 'IPAF PAL', 'PASMA', 'EUSR', 'ALLMI']
const renewed = ['SMSTS', 'SSSTS', 'First Aid at Work', 'Emergency First Aid', 'NRSWA', 'CCNSG', 'Safe Pass']
// biome-ignore format: a list of names reads better in rows
const lasting = [
  'Asbestos Awareness', 'Working at Height', 'Manual Handling', 'Abrasive Wheels', 'Confined Space', 'Face Fit',
  'Traffic Marshal', 'Slinger/Signaller',
]

type Kind = readonly [string[], Qualification['collection'], Need, Need, number, Partial<Qualification>?]

/** Names, collection, document number, expiry, minimum number of files (a card has two sides). */
const kinds: readonly Kind[] = [
  [['UK passport'], 'rightToWork', 'required', 'required', 1],
  [['Irish passport', 'Irish passport card'], 'rightToWork', 'required', 'required', 1, { mayBePast: true }],
  [certificates, 'rightToWork', 'optional', 'none', 2],
  [['Visa'], 'rightToWork', 'required', 'optional', 1, { homeOfficeCheck: true }],
  [['Frontier worker permit', 'Positive Verification Notice'], 'rightToWork', 'required', 'required', 1],
  [cscs, 'attachment', 'required', 'required', 2, { smartCheck: 'CSCS' }],
  ...partners.map((name): Kind => [[name], 'attachment', 'required', 'required', 2, { smartCheck: name }]),
  [renewed, 'attachment', 'optional', 'required', 1],
  [lasting, 'attachment', 'optional', 'optional', 1],
  [['Sentinel PTS'], 'attachment', 'required', 'required', 1],
  [['Driving licence'], 'attachment', 'required', 'required', 2],
  [['DBS'], 'attachment', 'required', 'optional', 1],
  [['UTR letter'], 'attachment', 'required', 'none', 1],
  [['CV'], 'attachment', 'none', 'none', 1, { agencySpecific: true }],
  [['Agency contract'], 'attachment', 'none', 'optional', 1, { agencySpecific: true }],
]

const qualifications = new Map(
  kinds
    .flatMap(([names, collection, documentNumber, expiry, minimumFiles, more]): Qualification[] => {
      const needs = { collection, documentNumber, expiry, minimumFiles, agencySpecific: false, ...more }
      return names.map(name => ({ name, ...needs }))
    })
    .map((one, index) => [one.name, { id: idOf('masterQualification', index), ...one }]),
)

export const qualificationCalled = (name: string) => qualifications.get(name)!

export function* masterQualifications(): Generator<LoadLine> {
  for (const qualification of qualifications.values())
    yield { type: 'masterQualification', record: { ...qualification, ...stamps } }
}

const named = (...names: string[]) => names.map(name => ({ name }))

const plant = ['CPCS', 'NPORS']

/** Other trades have a skilled worker's. */
const tradeCards: Record<number, readonly string[]> = {
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

export const cardsOf = (trade: number): readonly string[] => tradeCards[trade] ?? skilled

const anyCard = (trade: number): Requirement => ({ rule: 'any', items: named(...cardsOf(trade)), groups: [] })
const awareness: Requirement = {
  rule: 'all',
  items: named('Asbestos Awareness'),
  groups: [{ items: named('Manual Handling', 'Working at Height') }],
}
const lifting: Requirement = {
  rule: 'any',
  items: named('CPCS'),
  groups: [{ items: named('NPORS', 'ALLMI') }],
}
const supervision: Requirement = { rule: 'any', items: named('SMSTS', 'SSSTS'), groups: [] }
const firstAid: Requirement = {
  rule: 'all',
  items: [],
  groups: [{ items: named('First Aid at Work', 'Emergency First Aid') }],
}
const track: Requirement = { rule: 'all', items: named('Sentinel PTS'), groups: [] }

/** Requirements that some assignments have of their own. */
export const assignmentRequirements = (trade: number): Requirement[] => [
  { rule: 'all', items: named('Asbestos Awareness'), groups: [{ items: named(...cardsOf(trade)) }] },
  { rule: 'any', items: named('Abrasive Wheels', 'Face Fit'), groups: [] },
]

/** Only the agency can see such a document. */
export const contractRequirement: Requirement = { rule: 'all', items: named('Agency contract'), groups: [] }

/** In a word that nobody knows. */
export const unclearRequirement: Requirement = {
  rule: 'most',
  items: named('Asbestos Awareness', 'Manual Handling', 'Working at Height'),
  groups: [],
}

const basicsOf = (trade: number): Requirement[] => {
  if (isManaging(trade)) return [supervision, firstAid]
  return trade >= 12 && trade <= 15 ? [lifting, awareness] : [anyCard(trade), awareness]
}

type Entry = {
  sector?: { id: string }
  project?: { id: string }
  mode?: 'additive' | 'replacement'
  requirements: Requirement[]
}

/** One entry for every trade; every third has more: for a sector, added by a project, replaced by a project. */
function entriesOf({ projects }: Firm, trade: number): Entry[] {
  const requirements = basicsOf(trade)
  if (trade % 3 !== 0) return [{ requirements }]
  const [first, second, third] = projects as [Project, Project, Project]
  return [
    { requirements },
    {
      sector: { id: sectorId(first.sector) },
      requirements: first.sector === 'Rail' ? [track, ...requirements] : requirements,
    },
    { project: refTo(second), mode: 'additive', requirements: [firstAid] },
    { project: refTo(third), mode: 'replacement', requirements: [anyCard(trade), firstAid] },
  ]
}

/** What the matrix asks of a trade on a project. */
export function matrixFor(firm: Firm, trade: number, { id, sector }: Project): Requirement[] {
  const { applying } = applyingEntries(entriesOf(firm, trade), { id, sector: { id: sectorId(sector) } })
  return applying.flatMap(({ requirements }) => requirements)
}

/** What has to be held besides so that all is held that is asked for. */
export function namesFor(asked: readonly Requirement[], held: readonly string[], dice: Dice): string[] {
  const all = [...held]
  for (const alternatives of asked.flatMap(needsOf)) {
    const missing = alternatives.map(names => names.filter(name => !all.includes(name)))
    const least = Math.min(...missing.map(names => names.length))
    all.push(...dice.pick(missing.filter(names => names.length === least)))
  }
  return all.slice(held.length)
}

/** Of each thing asked for the alternatives, each of one or more names. */
export function needsOf({ rule, items, groups }: Requirement): string[][][] {
  const [single, joint] = [namesOf(items), groups.map(group => namesOf(group.items))]
  if (rule === 'all') return [...single.map(one => [[one]]), ...joint.map(eachAlone)]
  return rule === 'any' ? [[...eachAlone(single), ...joint]] : []
}

const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name)
const eachAlone = (names: readonly string[]) => names.map(name => [name])

function* entryLines(world: World, firm: Firm, trade: number): Generator<LoadLine> {
  const { company } = firm
  const agreed = beginning(world) + 25 + trade
  for (const [slot, entry] of entriesOf(firm, trade).entries())
    yield {
      type: 'competencyEntry',
      record: {
        id: idOf('competencyEntry', (company.index * 32 + trade) * 8 + slot),
        company: { id: company.id },
        trade: { id: tradeId(company, trade) },
        ...entry,
        createdAt: at(agreed, 575),
        updatedAt: at(agreed + 3 * slot, 580),
      },
    }
}

export function* competencyEntries(world: World): Generator<LoadLine> {
  for (const firm of world.firms)
    for (const trade of firm.company.trades) yield* entryLines(world, firm, trade)
}
