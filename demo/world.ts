// What the demo programme is made of, from companies down to the weeks that somebody worked; types alone.
import type { Day } from './calendar.ts'

/** One line of a load, as a value. */
export type LoadLine = { type: string; record: object; facts?: object; nanoid?: string }

/** The content of a file; records refer to it as `file:<id>`. */
export type FileLine = { type: 'file'; id: string; fileName: string; contentType: string; base64: string }

export type Firm = { company: Company; projects: Project[]; connections: Connection[] }

/** Small at any scale, because gangs are not kept in it. */
export type World = {
  today: Day
  /** The Sunday that ended the last full week. */
  sunday: Day
  firms: Firm[]
  agencies: Agency[]
}

/** In percent of the rate: bank holidays, overtime, Saturdays, Sundays and nights (`Nw`, `wdNw`, `weNw`). */
export type Uplifts = Record<'bh' | 'bhNw' | 'wdOt' | 'sat' | 'sun' | 'wdNw' | 'weNw', number>

export type Company = {
  index: number
  id: string
  name: string
  prefix: string
  domain: string
  industry: string
  place: Place
  /** Its share of all current work. */
  share: number
  /** All its records are older than two years. */
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

export type Place = {
  index: number
  region: string
  city: string
  country: string
  outward: string
  latitude: number
  longitude: number
}

export type Site = { index: number; id: string; name: string; active: boolean }

export type Project = Site & { reference: string; place: Place; sector: string; sites: Site[] }

export type Markup = {
  /** Percentage points on pay that are added to the margin. */
  markup?: number
  tradeMarkup?: { trade: number; points: number }
}

export type Connection = Markup & {
  id: string
  company: Company
  agency: Agency
  project?: Project
  active: boolean
  /** Only these projects; all where there is no such list. */
  only?: Project[]
  tier: number
  /** Nobody has worked under it for a year or more. */
  old: boolean
  /** Has every setting that a connection can have. */
  full: boolean
}

export type Span = { phase: 'past' | 'current' | 'future'; first: number; last: number }

/** One hiring of a gang. Weeks count backwards from the last full one, 0; negative ones are in the future. */
export type Stint = Span & {
  /** Unique among all stints. */
  index: number
  project: Project
  site: Site
}

export type Gang = {
  index: number
  firm: Firm
  trade: number
  night: boolean
  /** Weeks between this gang's last full week and today's. */
  before: number
  stints: Stint[]
  /** Those that may supply all of its stints. */
  agencies: Agency[]
}

/** A worker of a gang. */
export type Hire = {
  /** The worker's number. */
  worker: number
  member: number
  agency: Agency
  /** Another agency that put the same worker forward. */
  rival?: Agency
  rateType: RateType
  /** As the system of record writes it on timesheets. */
  storedRateType: string
  /** An umbrella pays this worker of another supplier. */
  viaUmbrella: boolean
}

export type Outcome = 'pending' | 'confirmed' | 'reinstated' | 'cancelled' | 'completed' | 'ended'

/** A worker in one of the gang's stints: the plan behind an assignment and its timesheets. */
export type Placement = Hire & {
  index: number
  gang: Gang
  stint: Stint
  outcome: Outcome
  /** Weeks of work, as in a stint; planned ones where it has not begun. */
  first: number
  last: number
  replacedBy?: number
  replacementFor?: number
  table: RateTable
}

export type KeptWeek = { placement: Placement; week: number }

/** When things happened to an assignment. */
export type Course = {
  /** When an agency put the worker forward. */
  submitted: Day
  created: Day
  confirmed?: Day
  cancelled?: Day
  reinstated?: Day
  start: Day
  end: Day
  ended?: Day
  completed?: Day
  /** When the latest of these happened. */
  updated: Day
}

export type Pence = number

/** The parts of a charge: the worker's pay, employment costs, the agency's margin. */
export type Parts = { pay: Pence; emp: Pence; margin: Pence }

export type RateType = 'cis' | 'paye' | 'psc'

export type RateKey = 'wd' | 'wdNw' | 'weNw' | 'bh' | 'bhNight' | 'sat' | 'sun' | 'ot'

export type RateTable = {
  daily: boolean
  points: number
  rates: Record<RateKey, Parts>
  /** As timesheets show them. */
  shown: Record<RateKey, object>
}

/** The timesheets on one bill. Each pass gathers them again, so that nothing is kept for longer than a week. */
export type Batch = {
  number: number
  firm: Firm
  agency: Agency
  /** Weeks between the week of work and the last full one. */
  ago: number
  weeks: KeptWeek[]
}

/** A week's work that is on no bill. */
export type UnbilledWeek = { number?: undefined; weeks: [KeptWeek] }
