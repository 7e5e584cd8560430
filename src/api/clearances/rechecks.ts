// Which clearances a write may change, as work that is looked up later: the cheapest that can be told from the record alone, as
// every load asks for it.

import { asOwner, untold } from '../../access/owners.ts'
import type { Recheck } from '../../record-types/rules.ts'

/** Found in this work are assignments, of which each is worked out by itself. */
export type LookedUpClearances =
  | 'standings'
  | 'standingsOfAll'
  | 'standingsOfWorker'
  | 'standingsOfTrade'
  | 'standingsOfProject'
  | 'standingsOfAgency'

declare module '../../record-types/rules.ts' {
  interface WorkKinds extends Record<LookedUpClearances | 'standing', true> {}
}

type Ref = { id: string | null } | undefined
type Change<R> = { before?: { record: R }; after?: { record: R } }

/** As it was and as it is. */
const statesOf = <R>({ before, after }: Change<R>): R[] =>
  [before, after].flatMap(state => (state ? [state.record] : []))

/** Whether a change may be of nothing that clearances look at: as texts, which have one order of properties, and are compared faster. */
const isAlike = <R>({ before, after }: Change<R>, look: (record: R) => unknown): boolean =>
  before !== undefined &&
  after !== undefined &&
  JSON.stringify(look(before.record)) === JSON.stringify(look(after.record))

type Placed = {
  id: string
  status: string
  company: { id: string | null }
  agency: { id: string | null }
  worker: Ref
  project: Ref
  site?: Ref
  trade?: Ref
  startDate?: string | undefined
  endDate?: string | undefined
  completedDate?: string | undefined
  ended?: unknown
  shiftPattern?: unknown
  competencyRequirements?: unknown
  customDocuments: readonly object[]
}

const decisiveOf = (record: Placed) => [
  record.status,
  [record.company, record.agency, record.worker, record.project, record.site, record.trade].map(
    ref => ref?.id,
  ),
  [record.startDate, record.endDate, record.completedDate, record.ended],
  [record.shiftPattern, record.competencyRequirements, record.customDocuments],
]

/** Both who see an assignment see each change of it. */
export const assignmentClearanceRechecks = (change: Change<Placed>): Recheck[] =>
  isAlike(change, decisiveOf)
    ? []
    : statesOf(change).flatMap(({ id, company, agency }): Recheck[] =>
        company.id === null
          ? []
          : [
              { company: company.id, key: `standing:${id}` },
              ...(agency.id === null
                ? []
                : [
                    {
                      company: company.id,
                      key: `standing:${id}` as const,
                      owner: asOwner('agency', agency.id),
                    },
                  ]),
            ],
      )

type Person = {
  id: string
  agencies?: readonly { id: string | null }[] | undefined
  attachments: readonly unknown[]
  rightToWork: readonly unknown[]
  documentValidations?: readonly unknown[] | undefined
}

/** Of nobody in particular: who works with whom, and whose document it is, is told to nobody. One that is new works nowhere yet. */
export const workerClearanceRechecks = (change: Change<Person>): Recheck[] => {
  const { before, after } = change
  const isNew = before === undefined
  const look = ({ agencies, attachments, rightToWork, documentValidations }: Person) => [
    agencies?.map(({ id }) => id),
    [attachments, rightToWork, documentValidations],
  ]
  if (isNew || isAlike(change, look)) return []
  const { id } = (after ?? before).record
  return [{ company: '', owner: untold, key: `standingsOfWorker:${id}` }]
}

type Asking = { company: { id: string | null }; trade: { id: string | null } }

export const matrixClearanceRechecks = (change: Change<Asking>): Recheck[] =>
  statesOf(change).flatMap(({ company, trade }) =>
    company.id === null || trade.id === null
      ? []
      : [{ company: company.id, key: `standingsOfTrade:${trade.id}` }],
  )

type Place = { id: string; company: { id: string | null }; sector?: Ref }

export const projectClearanceRechecks = (change: Change<Place>): Recheck[] =>
  isAlike(change, ({ company, sector }) => [company.id, sector?.id])
    ? []
    : statesOf(change).flatMap(({ id, company }) =>
        company.id === null ? [] : [{ company: company.id, key: `standingsOfProject:${id}` }],
      )

type Tie = { company: { id: string | null }; agency: { id: string | null } }

/** What it sees of the company, and whether anything at all. */
export const connectionClearanceRechecks = (change: Change<Tie>): Recheck[] =>
  statesOf(change).flatMap(({ company, agency }) =>
    company.id === null || agency.id === null
      ? []
      : [{ company: company.id, owner: asOwner('agency', agency.id), key: `standingsOfAgency:${agency.id}` }],
  )

export const configurationClearanceRechecks = (
  change: Change<{ company: { id: string | null } }>,
): Recheck[] =>
  statesOf(change).flatMap(({ company }) =>
    company.id === null ? [] : [{ company: company.id, key: 'standings:' }],
  )

/** Everybody’s. */
export const qualificationClearanceRechecks = (change: Change<object>): Recheck[] =>
  isAlike(change, record => record) ? [] : [{ company: '', owner: untold, key: 'standingsOfAll:' }]
