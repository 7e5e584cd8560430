// Lists that everyone shares (regions, sectors, activities, cost codes, master trades), and a company's own tags
// and trades.
import { at, beginning } from './calendar.ts'
import { places, sectors } from './places.ts'
import { idOf } from './random.ts'
import type { Company, LoadLine, World } from './world.ts'

// biome-ignore format: a list of words reads better in rows
export const activities = [
  'Excavation', 'Concrete pour', 'Brick and block', 'First fix', 'Second fix', 'Handover',
]

const costCodes = [
  { name: '01-100 Preliminaries', description: 'Site set-up, welfare and management' },
  { name: '02-210 Groundworks', description: 'Excavation, drainage and foundations' },
  { name: '03-300 RC Frame', description: 'Formwork, reinforcement and concrete' },
  { name: '04-400 Brickwork', description: 'Brick, block and stone' },
  { name: '05-510 Envelope', description: 'Roofing and cladding' },
  { name: '06-600 Carpentry', description: 'First and second fix' },
  { name: '07-720 Finishes', description: 'Drylining, plastering and decoration' },
  { name: '08-800 Services', description: 'Mechanical and electrical' },
  { name: '09-900 Plant and Lifting', description: 'Operated plant, cranes and hoists' },
]

/** The cost code of work that belongs to no trade. */
export const preliminaries = costCodes[0]!

export const costCodeOf = (trade: number) => costCodes[masterTrades[trade]!.costCode]!

/** Pay per hour in pence for CIS and for PAYE workers; plausible figures of our own. */
export const masterTrades = (
  [
    ['General Labourer', 1500, 1300, 0],
    ['Traffic Marshal', 1575, 1360, 0],
    ['Groundworker', 1950, 1680, 1],
    ['Steel Fixer', 2250, 1940, 2],
    ['Shuttering Carpenter', 2400, 2070, 2],
    ['Bricklayer', 2450, 2110, 3],
    ['Carpenter', 2300, 1980, 5],
    ['Dryliner', 2250, 1940, 6],
    ['Plasterer', 2250, 1940, 6],
    ['Painter', 2000, 1720, 6],
    ['Roofer', 2250, 1940, 4],
    ['Scaffolder', 2550, 2200, 4],
    ['360 Excavator Operator', 2250, 1940, 8],
    ['Telehandler Operator', 2000, 1720, 8],
    ['Slinger', 2200, 1900, 8],
    ['Tower Crane Operator', 2800, 2410, 8],
    ['Electrician', 2700, 2330, 7],
    ['Plumber', 2600, 2240, 7],
    ['Site Engineer', 3000, 2590, 0],
    ['Site Supervisor', 2650, 2280, 0],
    ['Site Manager', 3600, 3100, 0],
  ] as const
).map(([name, cis, paye, costCode]) => ({ name, cis, paye, costCode }))

/** Engineers, supervisors and managers are paid by the day. */
export const isManaging = (trade: number): boolean => trade >= 18

/** The lists are older than everything else. */
export const stamps = { createdAt: at(18_000, 540), updatedAt: at(18_400, 540) }

export function* referenceLists(): Generator<LoadLine> {
  const lists: Record<string, readonly object[]> = {
    region: places.map(({ region }) => ({ name: region })),
    sector: sectors.map(name => ({ name })),
    activity: activities.map(name => ({ name })),
    costCode: costCodes,
    masterTrade: masterTrades.map(({ name }) => ({ name, ...stamps })),
  }
  for (const [type, rows] of Object.entries(lists))
    for (const [index, row] of rows.entries()) yield { type, record: { id: idOf(type, index), ...row } }
}

const tags = [
  { name: 'Safety critical', description: 'Needs a medical in date', resourceType: 'trade', mandatory: true },
  { name: 'Wet trade', resourceType: 'trade', mandatory: false },
  { name: 'Approver', description: 'May approve timesheets', resourceType: 'user', mandatory: false },
]
const safetyCritical = [1, 11, 12, 13, 14, 15]
const wet = [5, 8]

/** Tower cranes are hired with their operators, so that trade is switched off; nobody is assigned to it. */
const inactiveTrade = 15

export const tradeId = (company: Company, trade: number): string => idOf('trade', company.index * 100 + trade)
const tagId = (company: Company, tag: number): string => idOf('tag', company.index * 10 + tag)

export const tagsOf = (company: Company, trade: number): { id: string }[] =>
  [safetyCritical, wet].flatMap((trades, tag) =>
    trades.includes(trade) ? [{ id: tagId(company, tag) }] : [],
  )

export function* companyTags(world: World): Generator<LoadLine> {
  const born = beginning(world) + 3
  for (const { company } of world.firms)
    for (const [index, { name, description, mandatory, resourceType }] of tags.entries()) {
      const record = {
        id: tagId(company, index),
        reference: `${company.prefix}-TAG${index + 1}`,
        name,
        ...(description && { description }),
        company: company.id,
        mandatory,
        resourceType,
        createdAt: at(born + (index >> 1), 655),
        updatedAt: at(born + index, 660),
      }
      yield { type: 'tag', record }
    }
}

export function* trades(world: World): Generator<LoadLine> {
  const born = beginning(world) + 4
  for (const { company } of world.firms)
    for (const trade of company.trades) {
      const { name } = masterTrades[trade]!
      const record = {
        id: tradeId(company, trade),
        name: company.index === 1 && name === 'Slinger' ? 'Slinger / Signaller' : name,
        ...(safetyCritical.includes(trade) && { description: `${name} with a current card` }),
        active: trade !== inactiveTrade,
        company: { id: company.id },
        masterTrade: { id: idOf('masterTrade', trade) },
        tags: tagsOf(company, trade),
        createdAt: at(born + (trade >> 1), 665),
        updatedAt: at(born + trade, 670),
      }
      yield { type: 'trade', record }
    }
}
