// What a worker must hold for a trade: at a company, in a sector, on a project.
import { at } from './calendar.ts'
import type { LoadLine } from './load-line.ts'
import type { Company } from './organisations.ts'
import type { Project } from './projects.ts'
import { idOf } from './random.ts'
import { sectorId } from './reference-lists.ts'
import { tradeId } from './trades.ts'
import { beginning, type Firm, type World } from './world.ts'

const named = (...names: string[]) => names.map(name => ({ name }))

const anyCard = {
  rule: 'any',
  items: named('CSCS Skilled Worker', 'CSCS Advanced Craft', 'CSCS Experienced Worker', 'CSCS Labourer'),
  groups: [],
}
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

const basicsOf = (trade: number) => {
  if (trade >= 18) return [supervision, firstAid]
  return trade >= 12 && trade <= 15 ? [lifting, awareness] : [anyCard, awareness]
}

type Scope = { sector?: string; project?: Project; mode?: 'additive' | 'replacement' }

function entryLine(
  world: World,
  company: Company,
  trade: number,
  slot: number,
  scope: Scope,
  requirements: readonly object[],
): LoadLine {
  const { sector, project, mode } = scope
  const agreed = beginning(world) + 25 + trade
  return {
    type: 'competencyEntry',
    record: {
      id: idOf('competencyEntry', (company.index * 32 + trade) * 8 + slot),
      company: { id: company.id },
      trade: { id: tradeId(company, trade) },
      ...(sector && { sector: { id: sectorId(sector) } }),
      ...(project && { project: { id: project.id } }),
      ...(mode && { mode }),
      requirements,
      createdAt: at(agreed, 575),
      updatedAt: at(agreed + 3 * slot, 580),
    },
  }
}

/** The company's for every trade; a sector, a project that adds and one that replaces for every third. */
function* entriesOf(world: World, { company, projects }: Firm, trade: number): Generator<LoadLine> {
  const [first, second, third] = projects
  yield entryLine(world, company, trade, 0, {}, basicsOf(trade))
  if (trade % 3 !== 0) return
  const { sector } = first!
  const basics = basicsOf(trade)
  yield entryLine(world, company, trade, 1, { sector }, sector === 'Rail' ? [track, ...basics] : basics)
  yield entryLine(world, company, trade, 2, { project: second!, mode: 'additive' }, [firstAid])
  yield entryLine(world, company, trade, 3, { project: third!, mode: 'replacement' }, [anyCard, firstAid])
}

export function* competencyEntries(world: World): Generator<LoadLine> {
  for (const firm of world.firms) {
    for (const trade of firm.company.trades) yield* entriesOf(world, firm, trade)
  }
}
