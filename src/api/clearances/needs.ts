// Whether a need is held on a day: by which documents, and if not, why not.
import { dayOfMoment } from '../../formats/day.ts'
import { byCodePoints } from '../../formats/fold.ts'
import { documentKey } from '../rules/qualifications.ts'
import type { AskedNeed } from './asked.ts'
import { type Paper, type Purpose, paperOf, verdictOn } from './documents.ts'
import type { ClearanceRecords, WorkerDocument } from './records.ts'
import { nextDay } from './running-days.ts'
import {
  type DoubtReason,
  doubtReasonNames,
  lackReasonNames,
  type NeedReason,
  type NeedStatus,
  statusRank,
  worstStatus,
} from './words.ts'

/** A name that is asked for, with the documents that may prove it. */
type Candidates = {
  papers: readonly Paper[]
  /** Why it is not known to be missing where none of them is held. */
  doubt?: DoubtReason
}

/** What is asked for, with what may prove it: of each alternative all of its names. */
type ProvableNeed = { asked: AskedNeed; alternatives: readonly (readonly Candidates[])[] }

export type NeedOnDay = { status: NeedStatus; reason?: NeedReason; papers: readonly Paper[] }

/** All that is the same on every day. */
export const provableNeed = (asked: AskedNeed, records: ClearanceRecords): ProvableNeed => ({
  asked,
  alternatives: alternativesOf(asked, records),
})

function alternativesOf(asked: AskedNeed, records: ClearanceRecords): Candidates[][] {
  const { kind } = asked
  if (kind === 'notKnown') return [[{ papers: [], doubt: asked.reason }]]
  if (kind === 'customDocument') return [[{ papers: customPapers(asked.document) }]]
  if (kind !== 'rightToWork')
    return asked.alternatives.map(names => names.map(name => candidatesFor(name, kind, records)))
  const { worker } = records
  if (!worker) return [[{ papers: [], doubt: 'workerNotSeen' }]]
  return [[{ papers: worker.rightToWork.map(one => paperOf(one, kind, records)) }]]
}

function candidatesFor(name: string, purpose: Purpose, records: ClearanceRecords): Candidates {
  const { side, worker, qualifications } = records
  if (!worker) return { papers: [], doubt: 'workerNotSeen' }
  const key = documentKey(name)
  const documents: readonly WorkerDocument[] = [...worker.attachments, ...worker.rightToWork]
  const named = documents.filter(({ documentType }) => documentKey(documentType) === key)
  const papers = named.map(one => paperOf(one, purpose, records))
  const isHidden = side === 'company' && qualifications.get(key)?.agencySpecific === true
  return { papers, ...(isHidden && { doubt: 'documentsNotSeen' }) }
}

function customPapers(document: Extract<AskedNeed, { kind: 'customDocument' }>['document']): Paper[] {
  const { id, name, attachment, expiry } = document
  if (attachment === null) return []
  const between = { status: 'held' } as const
  return [{ id, documentType: name, ...(expiry !== null && { lastDay: dayOfMoment(expiry) }), between }]
}

export function needOn({ alternatives }: ProvableNeed, day: string): NeedOnDay {
  const status = bestStatus(
    alternatives.map(names => worstStatus(names.map(candidates => statusOf(candidates, day)))),
  )
  if (status === 'held') return { status, papers: holding(alternatives, day) }
  const candidates = alternatives.flat()
  const found = distinct(candidates.flatMap(({ papers }) => papers)).map(paper => ({
    paper,
    ...verdictOn(paper, day),
  }))
  const said = found.flatMap(one => (one.status === status ? [one] : []))
  const doubts = candidates.flatMap(one => (one.doubt && statusOf(one, day) !== 'held' ? [one.doubt] : []))
  const reasons: readonly NeedReason[] = status === 'notHeld' ? lackReasonNames : doubtReasonNames
  const given: readonly NeedReason[] = [...(status === 'notHeld' ? [] : doubts), ...said.map(reasonIn)]
  const reason = reasons.find(one => given.includes(one)) ?? 'none'
  const about = longest(said.flatMap(one => (reasonIn(one) === reason ? [one.paper] : [])))
  return { status, reason, papers: about ? [about] : [] }
}

const reasonIn = (verdict: { status: NeedStatus; reason?: NeedReason }): NeedReason => verdict.reason!

const bestStatus = (statuses: readonly NeedStatus[]): NeedStatus =>
  statuses.reduce((best, status) => (statusRank(status) < statusRank(best) ? status : best), 'notHeld')

const statusOf = ({ papers, doubt }: Candidates, day: string): NeedStatus =>
  bestStatus([...papers.map(paper => verdictOn(paper, day).status), ...(doubt ? (['unknown'] as const) : [])])

const distinct = (papers: readonly Paper[]): Paper[] => [
  ...new Map(papers.map(paper => [paper.id, paper])).values(),
]

const forEver = '9999-12-31'

const endOf = ({ lastDay = forEver }: Paper): string => lastDay

/** Of those that are good until the latest day the one with the lowest id. */
const longest = (papers: readonly Paper[]): Paper | undefined =>
  papers.toSorted((one, other) => byCodePoints(endOf(other), endOf(one)) || byCodePoints(one.id, other.id))[0]

/** Those of the alternative that is held for longest. */
function holding(alternatives: ProvableNeed['alternatives'], day: string): Paper[] {
  const held = alternatives.flatMap(names => {
    const chosen = names.flatMap(
      ({ papers }) => longest(papers.filter(paper => verdictOn(paper, day).status === 'held')) ?? [],
    )
    return chosen.length === names.length ? [chosen] : []
  })
  const endsOf = (papers: readonly Paper[]) => papers.map(endOf).sort()[0]!
  const [first] = held.toSorted((one, other) => byCodePoints(endsOf(other), endsOf(one)))
  return distinct(first ?? [])
}

/** Days after a day on which a document begins to be good, or is good no longer. */
export function turningDays(needs: readonly ProvableNeed[], after: string): string[] {
  const papers = needs.flatMap(({ alternatives }) => alternatives.flat().flatMap(one => one.papers))
  const days = papers.flatMap(({ beginsOn, lastDay }) => [
    ...(beginsOn === undefined ? [] : [beginsOn]),
    ...(lastDay === undefined ? [] : [nextDay(lastDay)]),
  ])
  return [...new Set(days)].filter(day => day !== undefined && day > after).sort() as string[]
}
