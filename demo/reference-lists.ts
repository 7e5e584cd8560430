// Lists that everyone shares: regions, sectors, activities, cost codes and the trades with what they pay.
import { at } from './calendar.ts'
import type { LoadLine } from './load-line.ts'
import { places } from './places.ts'
import { idOf } from './random.ts'

// biome-ignore format: a list of words reads better in rows
const sectors = [
  'Residential', 'Commercial', 'Highways', 'Rail', 'Water & Utilities', 'Healthcare', 'Education',
  'Data Centres', 'Energy', 'Fit-out',
]

export const sectorId = (name: string): string => idOf('sector', sectors.indexOf(name))

export const activities = [
  'Excavation',
  'Concrete pour',
  'Brick and block',
  'First fix',
  'Second fix',
  'Handover',
]

/** Name, description. */
export const costCodes: readonly (readonly [string, string])[] = [
  ['01-100 Preliminaries', 'Site set-up, welfare and management'],
  ['02-210 Groundworks', 'Excavation, drainage and foundations'],
  ['03-300 RC Frame', 'Formwork, reinforcement and concrete'],
  ['04-400 Brickwork', 'Brick, block and stone'],
  ['05-510 Envelope', 'Roofing and cladding'],
  ['06-600 Carpentry', 'First and second fix'],
  ['07-720 Finishes', 'Drylining, plastering and decoration'],
  ['08-800 Services', 'Mechanical and electrical'],
  ['09-900 Plant and Lifting', 'Operated plant, cranes and hoists'],
]

export const costCodeOf = (index: number) => {
  const [name, description] = costCodes[index]!
  return { name, description }
}

export type MasterTrade = { name: string; cis: number; paye: number; costCode: number }

/** Pay per hour in pence for CIS and for PAYE workers; plausible figures of our own. */
export const masterTrades: readonly MasterTrade[] = (
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

/** The lists are older than everything else. */
export const stamps = { createdAt: at(18_000, 540), updatedAt: at(18_400, 540) }

const named = (type: string, names: readonly string[]): LoadLine[] =>
  names.map((name, index) => ({ type, record: { id: idOf(type, index), name } }))

export function* referenceLists(): Generator<LoadLine> {
  yield* named(
    'region',
    places.map(place => place.region),
  )
  yield* named('sector', sectors)
  yield* named('activity', activities)
  for (const [index, [name, description]] of costCodes.entries()) {
    yield { type: 'costCode', record: { id: idOf('costCode', index), name, description } }
  }
  for (const [index, { name }] of masterTrades.entries()) {
    yield { type: 'masterTrade', record: { id: idOf('masterTrade', index), name, ...stamps } }
  }
}
