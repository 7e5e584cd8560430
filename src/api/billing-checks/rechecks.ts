// Which billing checks a write may change, as keys that the checker resolves to weeks: the cheapest that can be told from the
// record alone, as every load asks for them.
import type { Recheck } from '../../record-types/rules.ts'

type Ref = { id: string | null } | undefined
type Parties = { company: { id: string | null }; agency?: Ref; msp?: Ref }
type Change<R> = { before?: { record: R }; after?: { record: R } }

/** As it was and as it is. */
const states = <R>({ before, after }: Change<R>): R[] =>
  [before, after].flatMap(state => (state ? [state.record] : []))

/** For the company of a record, its agency and its MSP. */
function forParties({ company, agency, msp }: Parties, key: string): Recheck[] {
  if (company.id == null) return []
  const owners = [...(agency?.id ? [`a:${agency.id}`] : []), ...(msp?.id ? [`c:${msp.id}`] : [])]
  const noted = { company: company.id, key }
  return owners.length === 0 ? [noted] : owners.map(owner => ({ ...noted, owner }))
}

const dayOf = (time: string) => time.slice(0, 10)

/** The timesheets of its week, and whatever bills them. */
export const timesheetRechecks = (change: Change<Parties & { weekEnding: string }>): Recheck[] =>
  states(change).flatMap(record => forParties(record, `week:${dayOf(record.weekEnding)}`))

type Bill = Parties & {
  id: string
  weekEnding?: string | undefined
  createdAt: string
  timesheets: readonly { id: string | null }[]
}

/** Its week and those of its timesheets. Which timesheets it named before is known only now. */
export const billRechecks =
  (type: 'invoice' | 'afp') =>
  ({ before, after }: Change<Bill>): Recheck[] => {
    const named = new Set(after?.record.timesheets.map(({ id }) => id))
    const was = before?.record
    const dropped = was?.timesheets.flatMap(({ id }) => (id === null || named.has(id) ? [] : [id])) ?? []
    return [
      ...(after ? forParties(after.record, `${type}:${after.record.id}`) : []),
      ...(was ? forParties(was, `check:${dayOf(was.weekEnding ?? was.createdAt)}`) : []),
      ...dropped.flatMap(id => forParties(was!, `timesheet:${id}`)),
    ]
  }

type Claim = Parties & { status: string; timesheet?: Ref; invoice?: Ref }

/** Only approved ones are on a bill. */
export const expenseRechecks = (change: Change<Claim>): Recheck[] =>
  states(change)
    .filter(({ status }) => status === 'approved')
    .flatMap(record => [
      ...(record.timesheet?.id ? forParties(record, `timesheet:${record.timesheet.id}`) : []),
      ...(record.invoice?.id ? forParties(record, `invoice:${record.invoice.id}`) : []),
    ])

export const creditNoteRechecks = (change: Change<Parties & { invoice?: Ref }>): Recheck[] =>
  states(change).flatMap(record =>
    record.invoice?.id ? forParties(record, `invoice:${record.invoice.id}`) : [],
  )

/** A new one has no timesheets yet, and one that has some is not deleted. */
export const assignmentRechecks = ({ before, after }: Change<Parties & { id: string }>): Recheck[] =>
  before && after ? states({ before, after }).flatMap(one => forParties(one, `assignment:${one.id}`)) : []

/** Nobody but the company sees its orders. */
export const orderRechecks = (
  change: Change<{ company: { id: string | null }; reference: string }>,
): Recheck[] =>
  states(change).flatMap(({ company, reference }) => forParties({ company }, `order:${reference}`))

/** All weeks, as nothing says which have the trade; what has no piece rates is compared with nothing. */
export const rateRechecks = (
  change: Change<
    Omit<Parties, 'agency'> & { agency: { id: string | null } | null; pieceRates: readonly unknown[] }
  >,
): Recheck[] =>
  states(change)
    .filter(({ pieceRates }) => pieceRates.length > 0)
    .flatMap(({ company, agency }) => forParties({ company, agency: agency ?? undefined }, 'all'))

/** An agency gains or loses sight of a company, or its rates are marked up differently. */
export const connectionRechecks = (change: Change<Parties>): Recheck[] =>
  states(change).flatMap(({ company, agency }) => forParties({ company, agency }, 'all'))
