// The gate list of a day from its clearances: who may not enter comes first, whoever starts on that day before all others; and
// the same as CSV for turnstiles.
import { csvText } from '../../formats/csv-cell.ts'
import { dayOfMoment } from '../../formats/day.ts'
import { byCodePoints } from '../../formats/fold.ts'
import { saidOnce } from './lacking.ts'
import type { ClearanceRow } from './shape.ts'
import { type ClearanceState, stateRank } from './words.ts'

type Ending = { what: string; why?: string }
type Named = Pick<ClearanceRow['needs'][number], 'source' | 'what'> & { why?: string | undefined }

/** Somebody at the gate. */
export type GateRow = {
  /** Of the assignment. */
  reference: string
  worker: { id: string | null; reference?: string | undefined; name?: string | undefined }
  agency?: string
  site?: string
  trade?: string
  state: ClearanceState
  mayEnter: boolean
  /** Whether the assignment begins on that day. */
  starts: boolean
  until?: string
  /** What is not held, and why; of who may enter for some days more, what ends then. */
  needs: Ending[]
}

const lackingIn = ({ needs }: ClearanceRow): Named[] => needs.filter(({ status }) => status !== 'held')

/** Nobody of whom it is not known. */
const entering: readonly ClearanceState[] = ['cleared', 'expiring']

export function gateRowOf(row: ClearanceRow): GateRow {
  const { assignment, worker, agency, site, trade, state, startDate, day, until } = row
  return {
    reference: assignment.reference ?? '',
    worker,
    ...(agency?.name && { agency: agency.name }),
    ...(site?.name && { site: site.name }),
    ...(trade?.name && { trade: trade.name }),
    state,
    mayEnter: entering.includes(state),
    starts: dayOfMoment(startDate) === dayOfMoment(day),
    ...(until && { until: dayOfMoment(until) }),
    needs: saidOnce<Named>(state === 'expiring' ? row.ends : lackingIn(row)).map(({ what, why }) => ({
      what,
      ...(why && { why }),
    })),
  }
}

const isUrgent = ({ mayEnter, starts }: GateRow) => !mayEnter && starts

const placeOf = ({ worker, reference }: GateRow): string =>
  [worker.name ?? '', worker.reference ?? '', reference].join('\n')

/** Whoever may not enter on the first day, then from worst to best; of each by name. */
export const gateOrder = (rows: readonly GateRow[]): GateRow[] =>
  rows.toSorted(
    (one, other) =>
      Number(isUrgent(other)) - Number(isUrgent(one)) ||
      stateRank(other.state) - stateRank(one.state) ||
      byCodePoints(placeOf(one), placeOf(other)),
  )

const columns = [
  'day',
  'site',
  'worker',
  'name',
  'agency',
  'trade',
  'assignment',
  'state',
  'enter',
  'until',
  'needs',
]

/** In the same order. The same list gives the same bytes. */
export function gateCsv(day: string, rows: readonly GateRow[]): string {
  const lines = gateOrder(rows).map(row => [
    day,
    row.site,
    row.worker.reference,
    row.worker.name,
    row.agency,
    row.trade,
    row.reference,
    row.state,
    row.mayEnter ? 'yes' : 'no',
    row.until,
    row.needs.map(({ what, why }) => why ?? what).join(' '),
  ])
  return [columns, ...lines].map(cells => `${cells.map(cell => csvText(cell ?? '')).join(',')}\r\n`).join('')
}
