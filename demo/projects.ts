// What is built: projects of each company and the sites within them.
import type { Company } from './organisations.ts'
import { type Place, placeIn, places } from './places.ts'
import { Dice, idOf } from './random.ts'

export type Site = { index: number; id: string; name: string; active: boolean }

export type Project = {
  index: number
  id: string
  reference: string
  name: string
  active: boolean
  place: Place
  sector: string
  sites: Site[]
}

type Plan = { name: string; region: string; sector: string; sites: string; closed?: boolean }

// A site in brackets is no longer active.
// biome-ignore format: a table reads better in rows
const firstPlans: readonly (readonly Plan[])[] = [
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

const laterPlans = (company: Company): Plan[] =>
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
      reference: `${company.prefix}-P${String(101 + at)}`,
      name: `${plan.name} (Demo)`,
      active: !plan.closed,
      place: placeIn(plan.region),
      sector: plan.sector,
      sites: plan.sites.split('|').map((name, site) => siteOf(name, index * 10 + site)),
    }
  })

/** Where work can go on today. */
export const openSites = (project: Project): Site[] => project.sites.filter(site => site.active)

export const diceOf = (project: Project): Dice => new Dice('project', project.index)
