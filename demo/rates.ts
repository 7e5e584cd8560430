// What an hour, or a day, is paid and charged at: by company, trade and kind of pay, plus an agency's markup,
// with an uplifted rate for every kind of time.
import { chargeOf, eachPart, type Parts, type Pence, percentOf, shownParts, uplifted } from './money.ts'
import type { Company, Uplifts } from './organisations.ts'
import type { Project } from './projects.ts'
import { masterTrades } from './reference-lists.ts'

export type RateType = 'cis' | 'paye' | 'psc'
export type RateKey = 'wd' | 'wdNw' | 'weNw' | 'bh' | 'bhNight' | 'sat' | 'sun' | 'ot'

export type RateTable = {
  daily: boolean
  points: number
  rates: Record<RateKey, Parts>
  /** As timesheets show them. */
  shown: Record<RateKey, object>
}

const upliftKeys: Record<RateKey, keyof Uplifts | undefined> = {
  wd: undefined,
  wdNw: 'wdNw',
  weNw: 'weNw',
  bh: 'bh',
  bhNight: 'bhNw',
  sat: 'sat',
  sun: 'sun',
  ot: 'wdOt',
}

const rateKeys = Object.keys(upliftKeys) as RateKey[]

/** A day of a day rate is worth this many hours. */
export const hoursPerDay = 8

/** One project of each company pays more for some trades, in pence an hour. */
export const premiumOn = (project: Project, trade: number): Pence =>
  project.index % 10 === 2 && trade % 3 === 0 ? 50 : 0

/**
 * Before any markup. Employment costs and margin are even pence: then half hours round in pay alone, and a
 * charge is both the sum of its rounded parts and the rounded product of its rate.
 */
export function baseRate(company: Company, trade: number, rateType: RateType, premium: Pence): Parts {
  const { cis, paye } = masterTrades[trade]!
  const pay = (rateType === 'paye' ? paye : cis) - company.lessPay + premium
  const emp = rateType === 'paye' ? 2 * Math.round((pay * 286) / 2000) : 0
  const margin = 176 + 2 * ((trade * 37 + company.index * 53) % 83)
  return { pay, emp, margin }
}

/** What decides a table. */
export type Terms = {
  company: Company
  trade: number
  rateType: RateType
  daily: boolean
  /** Percentage points on pay that an agency adds to its margin. */
  points: number
  premium: Pence
}

function tableOf({ company, trade, rateType, daily, points, premium }: Terms): RateTable {
  const base = baseRate(company, trade, rateType, premium)
  const plain = eachPart(base, part => part * (daily ? hoursPerDay : 1))
  const unit = { ...plain, margin: plain.margin + percentOf(plain.pay, points) }
  const rates = {} as Record<RateKey, Parts>
  const shown = {} as Record<RateKey, object>
  for (const key of rateKeys) {
    const kind = upliftKeys[key]
    const uplift = kind ? company.uplifts[kind] : null
    rates[key] = uplift === null ? unit : eachPart(unit, part => uplifted(part, uplift))
    shown[key] = { ...shownParts(rates[key]), uplift }
  }
  return { daily, points, rates, shown }
}

const tables = new Map<number, RateTable>()
const rateTypes = ['cis', 'paye', 'psc'] as const

/** Companies × trades × kinds of pay: a few thousand tables at most. */
export function rateTable(terms: Terms): RateTable {
  const { company, trade, rateType, daily, points, premium } = terms
  const kind = (rateTypes.indexOf(rateType) * 2 + (daily ? 1 : 0)) * 2 + (premium ? 1 : 0)
  const key = ((company.index * masterTrades.length + trade) * 12 + kind) * 100 + points
  let table = tables.get(key)
  if (!table) {
    table = tableOf(terms)
    tables.set(key, table)
  }
  return table
}

export const chargeRate = (table: RateTable, key: RateKey) => chargeOf(table.rates[key])
