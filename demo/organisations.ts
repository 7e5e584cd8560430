// The companies that hire and the agencies that supply: three and six of them, more at a larger scale.
import { at, beginning } from './calendar.ts'
import { phoneOf } from './people-and-permissions.ts'
import { addressIn, placeIn, places } from './places.ts'
import { Dice, idOf, nanoidOf } from './random.ts'
import type { Agency, Company, Firm, LoadLine, Uplifts, World } from './world.ts'

const usual: Uplifts = { bh: 100, bhNw: 125, wdOt: 25, sat: 50, sun: 100, wdNw: 20, weNw: 75 }
const generous: Uplifts = { bh: 100, bhNw: 150, wdOt: 50, sat: 50, sun: 100, wdNw: 33, weNw: 100 }

type Profile = Omit<Company, 'index' | 'id' | 'domain' | 'retired' | 'msp'>

const contractor = {
  industry: 'Main contractor',
  stageTracking: false,
  lessPay: 0,
  shortDays: false,
  uplifts: usual,
}

// biome-ignore format: a table reads better in rows
const firstCompanies: readonly Profile[] = [
  {
    ...contractor, name: 'Brackenholt Construction', prefix: 'BRK', place: placeIn('London'), share: 0.46,
    stageTracking: true, trades: [0, 1, 2, 4, 5, 6, 7, 10, 11, 13, 18, 20],
  },
  {
    ...contractor, name: 'Tarnside Civils', prefix: 'TRN', place: placeIn('North East'), share: 0.31,
    industry: 'Civil engineering', uplifts: generous, trades: [0, 1, 2, 3, 4, 12, 14, 15, 18, 19],
  },
  {
    ...contractor, name: 'Ossulwick Interiors', prefix: 'OSW', place: placeIn('West Midlands'), share: 0.23,
    industry: 'Fit-out', lessPay: 15, shortDays: true, trades: [0, 6, 7, 8, 9, 16, 17, 19],
  },
]

// The first of each is retired.
const moreCompanies =
  'Fallowgate Amberley Brindlemoor Cawdale Drumlarig Eskwater Farthinghoe Gorsedale Hollinbank Inverlune Jackdaw Knapwell Larchmere Millstream Northolme Overstrand Pikehurst Quernmore Rushbeck Stonecroft Thornaby Underhill'.split(
    ' ',
  )
const moreAgencies =
  'Yesterfold Ashlar Bellwether Cairnway Dovetail Embertree Fieldfare Gritstone Hearthside'.split(' ')
const agencyKinds = ['Labour', 'Site Services', 'Trades', 'Recruitment', 'Resourcing', 'Workforce']

// biome-ignore format: a list of names reads better in rows
const firstAgencies = [
  'Heronsgill Labour Supply', 'Quillmark Trades', 'Pennywhistle Site Staffing', 'Marrow & Vane Resourcing',
  'Two Lanterns Recruitment', 'Thistlewick Pay',
]

/** Of many companies the first has 43 % of current work, so 40 % of all; the rest is shared, earlier ones have more. */
const shareAmong = (count: number, index: number): number => {
  if (index === 0) return 0.43
  const weight = (at: number) => (at === 3 ? 0 : 1 / (at + 3))
  const all = Array.from({ length: count - 1 }, (_, at) => weight(at + 1)).reduce((sum, one) => sum + one, 0)
  return (0.57 * weight(index)) / all
}

const laterCompany = (index: number): Profile => ({
  ...contractor,
  name: `${moreCompanies[index - 3]} Group`,
  prefix: moreCompanies[index - 3]!.slice(0, 3).toUpperCase(),
  place: places[(index * 5) % places.length]!,
  share: 0,
  stageTracking: index % 2 === 0,
  trades: Array.from({ length: 21 }, (_, trade) => trade),
})

const domainOf = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-')

export const companyId = (index: number): string => idOf('company', index)
export const agencyId = (index: number): string => idOf('agency', index)

export const companiesFor = (count: number): Company[] =>
  Array.from({ length: count }, (_, index) => {
    const profile = firstCompanies[index] ?? laterCompany(index)
    return {
      ...profile,
      index,
      id: companyId(index),
      name: `${profile.name} (Demo)`,
      domain: domainOf(profile.name),
      share: count === firstCompanies.length ? profile.share : shareAmong(count, index),
      retired: index === 3,
      msp: index === 2,
    }
  })

export const agenciesFor = (count: number): Agency[] =>
  Array.from({ length: count }, (_, index) => {
    const later = index - firstAgencies.length
    const kind = agencyKinds[Math.floor(later / 9) % agencyKinds.length]
    const name = firstAgencies[index] ?? `${moreAgencies[later % 9]} ${kind}`
    return {
      index,
      id: agencyId(index),
      name: `${name} (Demo)`,
      code: name.replace(/[^A-Z]/g, '') + (later < 0 ? '' : later),
      domain: domainOf(name),
      umbrella: index === 5,
      retired: index === 6,
    }
  })

/** References such as BRK-AS00001: the company's prefix, letters for the type, a number. */
export const referenceFor = ({ prefix }: Company, letters: string, number: number, digits = 5): string =>
  `${prefix}-${letters}${String(number + 1).padStart(digits, '0')}`

/** With an order and labels of its own, a custom stage and an excluded one. */
const stageTracking = {
  enabled: true,
  order:
    'submitted cvReviewed custom_siteTour interviewRequested interviewBooked interviewed offerMade offerAccepted offerRejected assigned withdrew'.split(
      ' ',
    ),
  labels: { cvReviewed: 'CV screened', custom_siteTour: 'Site tour', assigned: 'On site' },
  excluded: ['missingCompliance'],
  baseStages: { interviewed: 'interviewBooked', custom_siteTour: 'cvReviewed' },
}

const factsOf = (world: World, company: Company) => ({
  ...(company.stageTracking
    ? { stageTracking }
    : company.index === 1 && { stageTracking: { enabled: false } }),
  // The work of the supplier whose connection ended is older than this.
  ...(company.index === 1 && { timesheetCutoff: at(world.sunday - 7 * 52) }),
  msp: company.msp,
  features: { enhancedUplifts: company.index < 2, pieceRates: true, lodge: company.index === 1 },
})

function financeOf(company: Company, dice: Dice) {
  const digits = (count: number) => Array.from({ length: count }, () => dice.below(10)).join('')
  return {
    vat: `GB${digits(9)}`,
    accountName: company.name,
    bankName: 'Bank of Nowhere (Demo)',
    accountNumber: digits(8),
    sortCode: `00-00-${digits(2)}`,
    paymentTerms: { days: 30, term: 'End of month following invoice' },
  }
}

function companyLine(world: World, { company, projects }: Firm): LoadLine {
  const dice = new Dice('company', company.index)
  return {
    type: 'company',
    record: {
      id: company.id,
      name: company.name,
      prefix: company.prefix,
      active: !company.retired,
      companyNumber: String(90_000_000 + company.index),
      industry: company.industry,
      email: `office@${company.domain}.example`,
      phone: phoneOf('company', company.index),
      address: { ...addressIn(company.place, dice), lineTwo: 'Second floor' },
      finance: financeOf(company, dice),
      projectCount: projects.length,
      config: {
        weekEnding: 'sunday',
        timesheets: { requireApproval: true, approvers: 2 },
        requisitions: { approvalStages: company.stageTracking ? 2 : 1 },
      },
      createdAt: at(beginning(world), 540),
      updatedAt: at(world.sunday - 90, 610),
    },
    facts: factsOf(world, company),
    nanoid: nanoidOf('company', company.index),
  }
}

export function* companies(world: World): Generator<LoadLine> {
  for (const firm of world.firms) yield companyLine(world, firm)
}

export function* agencies(world: World): Generator<LoadLine> {
  for (const { index, id, name, domain, umbrella } of world.agencies) {
    const record = {
      id,
      name,
      email: `desk@${domain}.example`,
      phone: phoneOf('agency', index),
      kind: umbrella ? 'umbrella' : 'agency',
      active: true,
      createdAt: at(beginning(world), 600),
      updatedAt: at(beginning(world) + 30 + index, 600),
    }
    yield { type: 'agency', record }
  }
}
