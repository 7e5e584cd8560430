// Totals, worked out of the records that a list shows: each put into its group, and added up digit by digit.
import { type Answer, at, badRequest, compare, pageOf, type Request, valuesOf } from './oracle-basics.ts'
import type { Any } from './worlds.ts'

type Declared = { groups: string; dates: string; sums: string }

const invoiceFigures = [
  ...['grossHours', 'netHours', 'subtotal', 'vat', 'total', 'cis', 'finalTotal', 'expenses'],
  ...['creditNotes', 'netValue'],
]
const invoices = (type: string): Declared => ({
  groups: `${type},company,agency,msp,status,mspInvoiceType`,
  dates: 'weekEnding,due,confirmedDate,createdAt',
  sums: invoiceFigures.map(name => `values.${name}`).join(),
})

const kindsOfTime = [
  ...['wdBasic', 'wdOvertime', 'wdNightwork', 'weNightwork', 'bankHoliday', 'bankHolidayNight', 'saturday'],
  ...['sunday', 'saturdayNightwork', 'sundayNightwork', 'total'],
]
const timeFigures = (side: string) => kindsOfTime.map(kind => `values.${side}.${kind}`)

export const totals: Record<string, Declared> = {
  '/timesheets': {
    groups: 'company,project,site,agency,worker,status,supplierType,payType',
    dates: 'weekEnding,approvedDate,createdAt',
    sums: ['netHours', ...['pay', 'charge'].flatMap(timeFigures), 'values.expense'].join(),
  },
  '/expenses': {
    groups: 'company,project,agency,worker,status,category',
    dates: 'date,approvalDate,createdAt',
    sums: 'value,hours',
  },
  '/invoices': invoices('invoiceType'),
  '/afps': invoices('afpType'),
  '/credit-notes': { groups: 'company,agency,status', dates: 'createdAt', sums: 'value' },
  '/purchase-orders': {
    groups: 'company,site,agency,status',
    dates: 'startDate,endDate,createdAt',
    sums: 'value',
  },
  '/assignments': {
    groups: 'company,project,site,trade,agency,worker,status,payType,rateType,supplierType',
    dates: 'startDate,endDate,completedDate,createdAt',
    sums: '',
  },
}

export const isTotals = (path: string) => path.endsWith('/totals')
export const listOf = (path: string) => path.slice(0, -'/totals'.length)
export const steps = ['day', 'week', 'month', 'quarter', 'year']

export function refuseTotals({ path, query }: Request): void {
  const { groups, dates, sums } = totals[listOf(path)]!
  const isGroup = (word: string) => {
    const [name, step] = word.split(':') as [string, string?]
    return step === undefined
      ? groups.split(',').includes(name)
      : dates.split(',').includes(name) && steps.includes(step)
  }
  const asked = groupsIn(query)
  const names = asked.map(word => word.split(':')[0])
  const figures = sums === '' ? [] : sums.split(',')
  if (!asked.every(isGroup) || new Set(names).size < names.length || names.length > 4) throw badRequest()
  if (!(valuesOf(query, 'sum') ?? []).every(name => figures.includes(name))) throw badRequest()
  if (!(valuesOf(query, 'sortBy') ?? []).every(name => ['group', 'count', ...figures].includes(name)))
    throw badRequest()
}

/** To say the same twice is to say it. */
const groupsIn = (query: Request['query']) => [...new Set(valuesOf(query, 'groupBy'))]

/** `records` are all that the list shows. */
export function totalled(request: Request, records: readonly Any[]): Answer {
  const { query } = request
  const groupBy = groupsIn(query)
  const sortBy = valuesOf(query, 'sortBy')?.[0] ?? 'group'
  const isFigure = sortBy !== 'group' && sortBy !== 'count'
  const sums = [...new Set([...(valuesOf(query, 'sum') ?? []), ...(isFigure ? [sortBy] : [])])]
  const keyed = records.map(record => ({ record, keys: groupBy.map(word => keyOf(record, word)) }))
  const together = Map.groupBy(keyed, ({ keys }) => JSON.stringify(keys.map(key => key?.id ?? key)))
  const groups = [...together.values()].map(own => ({
    keys: own[0]!.keys,
    records: own.map(one => one.record),
  }))
  if (groupBy.length === 0 && groups.length === 0) groups.push({ keys: [], records: [] })
  const sign = (valuesOf(query, 'sortOrder')?.[0] ?? (sortBy === 'group' ? 'asc' : 'desc')) === 'asc' ? 1 : -1
  const figure = (own: readonly Any[]) => (sortBy === 'count' ? BigInt(own.length) : added(own, sortBy))
  const rows = groups.toSorted((a, b) => {
    if (sortBy === 'group') return byKeys(a.keys, b.keys, sign)
    const [one, other] = [figure(a.records), figure(b.records)]
    return one === other ? byKeys(a.keys, b.keys, 1) : one < other ? -sign : sign
  })
  const figures = (own: readonly Any[]) => ({
    count: own.length,
    sums: Object.fromEntries(sums.map(name => [name, Number(`${added(own, name)}e-${places}`)])),
  })
  const page = pageOf(
    request,
    rows.map(({ keys, records: own }) => ({
      ...Object.fromEntries(groupBy.map((word, index) => [word.split(':')[0], keys[index]])),
      ...figures(own),
    })),
  )
  return { ...page, meta: { ...page.meta, all: figures(records) } }
}

function keyOf(record: Any, word: string): Any {
  const [name, step] = word.split(':') as [string, string?]
  const value = record[name]
  if (value === undefined || value === null || value.id === null) return null
  return step === undefined ? value : stepOf(value.slice(0, 10), step)
}

function stepOf(day: string, step: string): string {
  const [year, month] = day.split('-') as [string, string]
  if (step === 'day') return day
  if (step === 'month') return `${year}-${month}`
  if (step === 'quarter') return `${year}-Q${['01', '04', '07', '10'].filter(first => first <= month).length}`
  return step === 'year' ? year : weekOf(day)
}

/** Weeks are counted from the one that has the year's first Thursday in it. */
function weekOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  while (at.getUTCDay() !== 4)
    at.setUTCDate(at.getUTCDate() + (at.getUTCDay() === 0 || at.getUTCDay() > 4 ? -1 : 1))
  let week = 0
  const year = at.getUTCFullYear()
  for (; at.getUTCFullYear() === year; at.setUTCDate(at.getUTCDate() - 7)) week++
  return `${year}-W${String(week).padStart(2, '0')}`
}

const places = 6

/** In millionths, from the digits as they are written. */
function added(records: readonly Any[], name: string): bigint {
  const units = records
    .flatMap(record => at(record, name))
    .map((value: number) => {
      const [whole, fraction = ''] = String(value).split('.') as [string, string?]
      return BigInt(whole + fraction.padEnd(places, '0'))
    })
  return units.reduce((sum: bigint, one: bigint) => sum + one, 0n)
}

function byKeys(a: readonly Any[], b: readonly Any[], sign: number): number {
  for (const [index, key] of a.entries()) {
    const other = b[index]
    if (key === null || other === null) {
      if (key !== other) return key === null ? 1 : -1
      continue
    }
    const [one, two] = [key, other].map(orderOf) as [string[], string[]]
    const differs = one.findIndex((text, place) => text !== two[place])
    if (differs >= 0) return sign * compare(one[differs], two[differs])
  }
  return 0
}

const orderOf = (key: Any): string[] => (key.id ? [key.name.toLowerCase(), key.name, key.id] : [key])
