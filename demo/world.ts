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
  /** What is to go wrong with its bills, and where it is known beforehand. */
  faults: Faults
  planted: Planted
}

/** One of a matrix, or of an assignment. */
export type Requirement = {
  rule: string
  items: { name: string }[]
  groups: { items: { name: string }[] }[]
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

export type KeptWeek = {
  placement: Placement
  week: number
  fault?: WeekFault
  /** The timesheet that was sent in again for its last day. */
  isCopy?: true
}

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
  faults: readonly BillFault[]
}

/** A week's work that is on no bill. */
export type UnbilledWeek = { number?: undefined; weeks: [KeptWeek] }

export type Flow = 'supplierToClient' | 'supplierToMsp' | 'mspToClient'

/** The numbers of a company and an agency, and how many weeks before the last full one. */
type Where = { at: readonly [company: number, agency: number, ago: number] }

/** The code of a billing check, and what happened, in words. */
type Told = { code: string; what: string }

/** Something that is wrong with one worker's week, or with how it was billed. */
export type WeekFault = Told &
  Where & {
    /** A second code that it is found under, by the MSP. */
    also?: string
    /** On none of these bills. */
    leftOff?: readonly ('afp' | 'invoice' | Flow)[]
    /** On a second bill of its own. */
    billedAgain?: true
    /** What became of it after it was billed. */
    status?: 'cancelled' | 'pending_approval'
    /** How its last day changed after it was billed. */
    lastDay?: 'takenOff' | 'added'
    /** On the bill, and not in this of its sums. */
    notIn?: 'subtotal' | 'netMinutes'
    rates?: 'dearerMarkup' | 'dearerProject' | 'overtimeAsSaturday'
    movedTo?: 'site' | 'project'
    /** Its last day came in on a second timesheet. */
    sentAgain?: true
  }

/** Something that is wrong with a whole bill. */
export type BillFault = Told &
  Where & {
    /** What has so many pence or minutes more than it should. */
    on?: 'afp' | 'invoice'
    pence?: Pence
    minutes?: number
    tax?: 'cisOnVat' | 'formerVat' | 'lowVat'
    credit?: 'beforeCis' | 'digitTooMany' | 'twice'
    /** Billed by the MSP without a timesheet. */
    standing?: { minutes: number; pence: Pence }
  }

export type OrderFault = Told & { companies: readonly number[]; order: 'ranOut' | 'overspent' | 'endedEarly' }

export type Faults = {
  weeks: readonly WeekFault[]
  bills: readonly BillFault[]
  orders: readonly OrderFault[]
}

/** What orders and assignments, which come before timesheets, have to be so that something is wrong later. */
export type Planted = {
  /** By the number of an order. */
  orders: ReadonlyMap<number, { lastDay?: Day; value?: Pence }>
  /** Of placements. */
  endedEarly: ReadonlySet<number>
  /** Nothing else goes wrong in these gangs. */
  gangs: ReadonlySet<number>
  /** By the number of a worker. */
  stories: ReadonlyMap<number, PlantedStory>
}

/** A worker who is not simply cleared for site: by what, and what happened, in words. */
export type Story = {
  at: readonly [company: number, agency: number]
  /** The document that it is about: by its name, or what the worker has of that kind. */
  of?: string
  /** Its last day, in days from today. */
  ends?: number
  /** The first day of its permission, in days from today. */
  begins?: number
  /** What is the matter with it otherwise. */
  is?: DocumentTurn
  /** What is the matter with the assignment. */
  assignment?: AssignmentTurn
  startsTomorrow?: true
  what: string
}

export type DocumentTurn =
  | 'missing'
  | 'notRead'
  | 'notOfScheme'
  | 'notConfirmed'
  | 'notFound'
  | 'notChecked'
  | 'withoutEnd'
  | 'rejected'
  | 'escalated'
  | 'student'
  | 'studentWithDates'

type AssignmentTurn = 'noTrade' | 'noPattern' | 'asksForContract' | 'unclearRule' | 'notWithAgency'

export type PlantedStory = { story: Story; placement: number }
