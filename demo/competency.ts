// The documents a worker can have, and which of them a trade needs: at a company, in a sector, on a project.
import { at, beginning } from './calendar.ts'
import { sectorId } from './places.ts'
import { idOf, refTo } from './random.ts'
import { isManaging, stamps, tradeId } from './reference-lists.ts'
import type { Firm, LoadLine, Project, World } from './world.ts'

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

const cards = named('CSCS Skilled Worker', 'CSCS Advanced Craft', 'CSCS Experienced Worker')
const anyCard = { rule: 'any', items: [...cards, ...named('CSCS Labourer')], groups: [] }
const awareness = {
  rule: 'all',
  items: named('Asbestos Awareness'),
  groups: [{ items: named('Manual Handling', 'Working at Height') }],
}
const lifting = { rule: 'any', items: named('CPCS'), groups: [{ items: named('NPORS', 'ALLMI') }] }
const supervision = { rule: 'any', items: named('SMSTS', 'SSSTS'), groups: [] }
const firstAid = {
  rule: 'all',
  items: [],
  groups: [{ items: named('First Aid at Work', 'Emergency First Aid') }],
}
const track = { rule: 'all', items: named('Sentinel PTS'), groups: [] }

/** Requirements that some assignments have of their own. */
export const assignmentRequirements = [
  { rule: 'all', items: named('Asbestos Awareness'), groups: [{ items: cards }] },
  { rule: 'any', items: named('SSSTS', 'SMSTS'), groups: [] },
]

const basicsOf = (trade: number) => {
  if (isManaging(trade)) return [supervision, firstAid]
  return trade >= 12 && trade <= 15 ? [lifting, awareness] : [anyCard, awareness]
}

type Scope = { sector?: string; project?: Project; mode?: 'additive' | 'replacement' }

/** One entry for every trade; every third has more: for a sector, added by a project, replaced by a project. */
function* entriesOf(world: World, { company, projects }: Firm, trade: number): Generator<LoadLine> {
  const agreed = beginning(world) + 25 + trade
  const entry = (slot: number, { sector, project, mode }: Scope, requirements: readonly object[]) => ({
    type: 'competencyEntry',
    record: {
      id: idOf('competencyEntry', (company.index * 32 + trade) * 8 + slot),
      company: { id: company.id },
      trade: { id: tradeId(company, trade) },
      ...(sector && { sector: { id: sectorId(sector) } }),
      ...(project && { project: refTo(project) }),
      ...(mode && { mode }),
      requirements,
      createdAt: at(agreed, 575),
      updatedAt: at(agreed + 3 * slot, 580),
    },
  })
  const basics = basicsOf(trade)
  yield entry(0, {}, basics)
  if (trade % 3 !== 0) return
  const { sector } = projects[0]!
  yield entry(1, { sector }, sector === 'Rail' ? [track, ...basics] : basics)
  yield entry(2, { project: projects[1]!, mode: 'additive' }, [firstAid])
  yield entry(3, { project: projects[2]!, mode: 'replacement' }, [anyCard, firstAid])
}

export function* competencyEntries(world: World): Generator<LoadLine> {
  for (const firm of world.firms)
    for (const trade of firm.company.trades) yield* entriesOf(world, firm, trade)
}
