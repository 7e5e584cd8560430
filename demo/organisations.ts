// The companies that hire and the agencies that supply: three and six of them, more where much is asked for.
import { type Place, placeIn, places } from './places.ts'
import { idOf } from './random.ts'

export type Uplifts = {
  bh: number
  bhNw: number
  wdOt: number
  sat: number
  sun: number
  wdNw: number
  weNw: number
}

export type Company = {
  index: number
  id: string
  name: string
  prefix: string
  domain: string
  industry: string
  place: Place
  /** Its part of all current work. */
  share: number
  /** Nothing of it is younger than two years. */
  retired: boolean
  stageTracking: boolean
  /** Below the usual pay, in pence an hour. */
  lessPay: number
  /** Works 7.5 hours a day instead of 9 with overtime. */
  shortDays: boolean
  uplifts: Uplifts
  /** The master trades it hires. */
  trades: readonly number[]
  /** Manages some suppliers on behalf of the others. */
  msp: boolean
}

export type Agency = {
  index: number
  id: string
  name: string
  code: string
  domain: string
  umbrella: boolean
  retired: boolean
}

const usual: Uplifts = { bh: 100, bhNw: 125, wdOt: 25, sat: 50, sun: 100, wdNw: 20, weNw: 75 }
const generous: Uplifts = { bh: 100, bhNw: 150, wdOt: 50, sat: 50, sun: 100, wdNw: 33, weNw: 100 }

const slug = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-')

type First = Pick<
  Company,
  | 'name'
  | 'prefix'
  | 'industry'
  | 'place'
  | 'share'
  | 'stageTracking'
  | 'lessPay'
  | 'shortDays'
  | 'uplifts'
  | 'trades'
>

// biome-ignore format: a table reads better in rows
const firstCompanies: readonly First[] = [
  {
    name: 'Brackenholt Construction', prefix: 'BRK', industry: 'Main contractor', place: placeIn('London'),
    share: 0.46, stageTracking: true, lessPay: 0, shortDays: false, uplifts: usual,
    trades: [0, 1, 2, 4, 5, 6, 7, 10, 11, 13, 18, 20],
  },
  {
    name: 'Tarnside Civils', prefix: 'TRN', industry: 'Civil engineering', place: placeIn('North East'),
    share: 0.31, stageTracking: false, lessPay: 0, shortDays: false, uplifts: generous,
    trades: [0, 1, 2, 3, 4, 12, 14, 15, 18, 19],
  },
  {
    name: 'Ossulwick Interiors', prefix: 'OSW', industry: 'Fit-out', place: placeIn('West Midlands'),
    share: 0.23, stageTracking: false, lessPay: 15, shortDays: true, uplifts: usual,
    trades: [0, 6, 7, 8, 9, 16, 17, 19],
  },
]

// The first of each is the one whose work is all old.
const moreCompanies =
  'Fallowgate Amberley Brindlemoor Cawdale Drumlarig Eskwater Farthinghoe Gorsedale Hollinbank Inverlune Jackdaw Knapwell Larchmere Millstream Northolme Overstrand Pikehurst Quernmore Rushbeck Stonecroft Thornaby Underhill'.split(
    ' ',
  )
const moreAgencies =
  'Yesterfold Ashlar Bellwether Cairnway Dovetail Embertree Fieldfare Gritstone Hearthside'.split(' ')
const agencyKinds = ['Labour', 'Site Services', 'Trades', 'Recruitment', 'Resourcing', 'Workforce']

const firstAgencies = [
  'Heronsgill Labour Supply',
  'Quillmark Trades',
  'Pennywhistle Site Staffing',
  'Marrow & Vane Resourcing',
  'Two Lanterns Recruitment',
  'Thistlewick Pay',
]

/** Of many companies the first has 43 % of current work, so 40 % of all; the others share, the earlier more. */
const shareAmong = (count: number, index: number): number => {
  if (index === 0) return 0.43
  const weight = (at: number) => (at === 3 ? 0 : 1 / (at + 3))
  const all = Array.from({ length: count - 1 }, (_, at) => weight(at + 1)).reduce((sum, one) => sum + one, 0)
  return (0.57 * weight(index)) / all
}

function laterCompany(index: number): First {
  const name = `${moreCompanies[index - 3]} Group`
  const prefix = name.slice(0, 3).toUpperCase()
  const place = places[(index * 5) % places.length]!
  return {
    name,
    prefix,
    industry: 'Main contractor',
    place,
    share: 0,
    stageTracking: index % 2 === 0,
    lessPay: 0,
    shortDays: false,
    uplifts: usual,
    trades: Array.from({ length: 21 }, (_, trade) => trade),
  }
}

export const companyId = (index: number): string => idOf('company', index)
export const agencyId = (index: number): string => idOf('agency', index)

export const companiesFor = (count: number): Company[] =>
  Array.from({ length: count }, (_, index) => {
    const given = firstCompanies[index] ?? laterCompany(index)
    const share = count === firstCompanies.length ? given.share : shareAmong(count, index)
    const domain = slug(given.name)
    return {
      ...given,
      index,
      id: companyId(index),
      name: `${given.name} (Demo)`,
      domain,
      share,
      retired: index === 3,
      msp: index === 2,
    }
  })

export const agenciesFor = (count: number): Agency[] =>
  Array.from({ length: count }, (_, index) => {
    const later = index - firstAgencies.length
    const name =
      firstAgencies[index] ??
      `${moreAgencies[later % 9]} ${agencyKinds[Math.floor(later / 9) % agencyKinds.length]}`
    const code = name.replace(/[^A-Z]/g, '') + (later < 0 ? '' : later)
    return {
      index,
      id: agencyId(index),
      name: `${name} (Demo)`,
      code,
      domain: slug(name),
      umbrella: index === 5,
      retired: index === 6,
    }
  })
