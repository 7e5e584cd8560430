// Where work is done: regions with a town each, invented addresses, and what is built there (projects, sites).
import { at, beginning } from './calendar.ts'
import { phoneOf } from './people-and-permissions.ts'
import { Dice, idOf, nanoidOf } from './random.ts'
import type { Company, LoadLine, Place, Project, Site, World } from './world.ts'

/** Region, town, what postcodes there begin with, latitude, longitude. */
const towns = [
  ['North East', 'Gateshead', 'NE8', 54.9527, -1.6034],
  ['North West', 'Salford', 'M5', 53.4875, -2.2901],
  ['Yorkshire and The Humber', 'Wakefield', 'WF1', 53.6833, -1.4977],
  ['East Midlands', 'Newark-on-Trent', 'NG24', 53.0765, -0.8091],
  ['West Midlands', 'Walsall', 'WS1', 52.5862, -1.9829],
  ['East of England', 'Lowestoft', 'NR32', 52.4811, 1.7534],
  ['London', 'London', 'SE16', 51.4981, -0.0497],
  ['South East', 'Reading', 'RG1', 51.4543, -0.9781],
  ['South West', 'Taunton', 'TA1', 51.0153, -3.1063],
  ['Wales', 'Newport', 'NP20', 51.5842, -2.9977],
  ['Scotland', 'Leith', 'EH6', 55.9753, -3.1701],
  ['Northern Ireland', 'Lisburn', 'BT28', 54.5162, -6.0581],
  ['Republic of Ireland', 'Dublin', 'D24', 53.2859, -6.3733],
] as const

export const places = towns.map(([region, city, outward, latitude, longitude], index) => {
  const country = region === 'Republic of Ireland' ? 'Ireland' : 'United Kingdom'
  return { index, region, city, country, outward, latitude, longitude }
})

export const placeIn = (region: string): Place => places.find(place => place.region === region)!

// biome-ignore format: a list of words reads better in rows
export const sectors = [
  'Residential', 'Commercial', 'Highways', 'Rail', 'Water & Utilities', 'Healthcare', 'Education',
  'Data Centres', 'Energy', 'Fit-out',
]

export const sectorId = (name: string): string => idOf('sector', sectors.indexOf(name))

// biome-ignore format: a list of words reads better in rows
const streets = [
  'Alder Row', 'Barrow Lane', 'Cobbler Street', 'Dovecote Road', 'Elmfield Way', 'Foundry Close',
  'Garnet Terrace', 'Hopyard Lane', 'Ironside Road', 'Juniper Court', 'Kiln Street', 'Lockkeeper Walk',
  'Millrace Avenue', 'Nettlebed Road', 'Orchard Rise', 'Paddock Gate', 'Quarry Hill', 'Ropewalk',
]

const streetOf = (dice: Dice): string => `${1 + dice.below(140)} ${dice.pick(streets)}`

const inward = [...'ABDEFGHJLNPQRSTUWXYZ']

function postcodeIn({ country, outward }: Place, dice: Dice): string {
  if (country === 'Ireland') return `${outward} X${100 + dice.below(900)}`
  return `${outward} ${dice.below(10)}${dice.pick(inward)}${dice.pick(inward)}`
}

/** An invented address near a town's middle. */
export function addressIn(place: Place, dice: Dice) {
  const near = (degrees: number) => Math.round((degrees + (dice.next() - 0.5) / 10) * 10_000) / 10_000
  return {
    lineOne: streetOf(dice),
    ...(dice.chance(20) && { lineTwo: `Flat ${1 + dice.below(30)}` }),
    city: place.city,
    region: place.region,
    country: place.country,
    code: postcodeIn(place, dice),
    latitude: near(place.latitude),
    longitude: near(place.longitude),
  }
}

type ProjectPlan = { name: string; region: string; sector: string; sites: string; closed?: boolean }

// A site in brackets is no longer active.
// biome-ignore format: a table reads better in rows
const firstPlans: readonly (readonly ProjectPlan[])[] = [
  [
    { name: 'Fennick Wharf', region: 'London', sector: 'Residential', sites: 'Fennick Wharf Plot C|Fennick Wharf Plot D|Fennick Wharf Plot E|Fennick Wharf Podium|(Fennick Wharf Plot A)' },
    { name: 'Larkhollow Primary', region: 'East Midlands', sector: 'Education', sites: 'Larkhollow Primary Phase 2|Larkhollow Sports Hall|(Larkhollow Primary Phase 1)' },
    { name: 'Station Quarter', region: 'Yorkshire and The Humber', sector: 'Commercial', sites: 'Station Quarter Block B|Station Quarter Block C|Station Quarter Block D|Station Quarter Concourse' },
    { name: 'Gannet Row', region: 'South East', sector: 'Residential', sites: '(Gannet Row East)|(Gannet Row West)', closed: true },
  ],
  [
    { name: 'Oldmoor Viaduct', region: 'North East', sector: 'Rail', sites: 'Oldmoor Viaduct East|Oldmoor Viaduct West|Oldmoor Depot|Oldmoor Pier 7' },
    { name: 'Saltmarsh Grid Upgrade', region: 'East of England', sector: 'Energy', sites: 'Saltmarsh Substation|Saltmarsh Cable Route|Saltmarsh Landfall|(Saltmarsh Haul Road)' },
    { name: 'Kestrel Bank Bypass', region: 'Wales', sector: 'Highways', sites: 'Kestrel Bank Section 1|Kestrel Bank Section 2|Kestrel Bank Footbridge|(Kestrel Bank Compound)' },
    { name: 'Withy Brook Sewer', region: 'South West', sector: 'Water & Utilities', sites: '(Withy Brook Shaft 4)|(Withy Brook Outfall)', closed: true },
  ],
  [
    { name: 'Copperbeech Clinic', region: 'West Midlands', sector: 'Healthcare', sites: 'Copperbeech Clinic Wing A|Copperbeech Clinic Wing B|Copperbeech Theatres' },
    { name: 'Tollgate Data Hall', region: 'Republic of Ireland', sector: 'Data Centres', sites: 'Tollgate Hall 2|Tollgate Hall 3|Tollgate Offices' },
    { name: 'Lanyard House', region: 'Scotland', sector: 'Fit-out', sites: 'Lanyard House Floors 3 to 5|Lanyard House Reception|Lanyard House Roof Terrace' },
    { name: 'Marlpit Academy', region: 'North West', sector: 'Education', sites: 'Marlpit Academy Library|Marlpit Academy Labs|(Marlpit Academy Stores)' },
  ],
]

const laterPlans = (company: Company): ProjectPlan[] =>
  ['Gate', 'Yard', 'Meadow', 'Bridge'].map((word, at) => {
    const name = `${company.name.split(' ')[0]} ${word}`
    const { region } = places[(company.index + at * 4) % places.length]!
    const sector = ['Residential', 'Commercial', 'Healthcare', 'Rail'][at]!
    return { name, region, sector, sites: `${name} North|${name} South|(${name} Compound)` }
  })

function siteOf(written: string, index: number): Site {
  const active = !written.startsWith('(')
  const name = active ? written : written.slice(1, -1)
  return { index, id: idOf('site', index), name: `${name} (Demo)`, active }
}

export const projectsOf = (company: Company): Project[] =>
  (firstPlans[company.index] ?? laterPlans(company)).map((plan, at) => {
    const index = company.index * 10 + at
    return {
      index,
      id: idOf('project', index),
      reference: `${company.prefix}-P${101 + at}`,
      name: `${plan.name} (Demo)`,
      active: !plan.closed,
      place: placeIn(plan.region),
      sector: plan.sector,
      sites: plan.sites.split('|').map((name, site) => siteOf(name, index * 10 + site)),
    }
  })

export const regionAndSectorOf = ({ place, sector }: Project) => ({
  region: { id: idOf('region', place.index) },
  sector: { id: sectorId(sector) },
})

function projectLine(world: World, company: Company, project: Project): LoadLine {
  const { index, id, reference, name, active, place, sites } = project
  const dice = new Dice('project', index)
  const start = beginning(world) + 14 + dice.below(60)
  const end = active ? world.sunday + 180 + dice.below(400) : world.sunday - 280 - dice.below(60)
  return {
    type: 'project',
    record: {
      id,
      reference,
      name,
      active,
      company: { id: company.id },
      ...regionAndSectorOf(project),
      address: addressIn(place, dice),
      startDate: at(start),
      endDate: at(end),
      sites: sites.length,
      createdAt: at(start - 10, 615),
      updatedAt: at(Math.min(end, world.sunday - dice.below(60)), 930),
    },
    nanoid: nanoidOf('project', index),
  }
}

function siteLine(world: World, company: Company, project: Project, site: Site): LoadLine {
  const { index, id, name, active } = site
  const dice = new Dice('site', index)
  const opened = beginning(world) + 80 + dice.below(60)
  return {
    type: 'site',
    record: {
      id,
      name,
      active,
      project: { id: project.id },
      company: { id: company.id },
      email: `site${index}@${company.domain}.example`,
      phone: phoneOf('site', index),
      address: { line1: streetOf(dice), city: project.place.city, postcode: postcodeIn(project.place, dice) },
      createdAt: at(opened, 495),
      updatedAt: at(opened + dice.below(200), 700),
    },
    nanoid: nanoidOf('site', index),
  }
}

export function* projects(world: World): Generator<LoadLine> {
  for (const { company, projects } of world.firms)
    for (const project of projects) yield projectLine(world, company, project)
}

export function* sites(world: World): Generator<LoadLine> {
  for (const { company, projects } of world.firms)
    for (const project of projects)
      for (const site of project.sites) yield siteLine(world, company, project, site)
}
