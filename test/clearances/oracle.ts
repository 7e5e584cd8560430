// How somebody stands on a day, as one side sees it, worked out the slow and obvious way from the text of docs/clearances.md: every
// need on every day, and what ends by going on from day to day until it does.
import type { ClearanceRecords, NamedDocument, WorkerDocument } from '../../src/api/clearances/records.ts'
import { type Asked, askedFor, type CustomDocument } from './oracle-asked.ts'
import { datesIn, dayAfter, dayOf, runningDays } from './oracle-days.ts'
import { isSameName, type Judged, judge, qualificationOf, type Status } from './oracle-documents.ts'

export type Need = {
  source: string
  what: string
  names: string[]
  status: Status
  documents: NamedDocument[]
  until?: string
  reason?: string
}
export type State = 'cleared' | 'expiring' | 'unknown' | 'notCleared'
export type Row = {
  day: string
  state: State
  needs: Need[]
  until?: string
  ends: Pick<Need, 'source' | 'what' | 'names'>[]
}

/** A need of one day, without its `until`. */
type Standing = {
  asked: Asked
  status: Status
  reason?: string
  documents: NamedDocument[]
  /** The last day of the document that `reason` is about. */
  lastDay?: string | undefined
}

const statuses: readonly Status[] = ['held', 'unknown', 'notHeld']
const states: readonly State[] = ['cleared', 'expiring', 'unknown', 'notCleared']
const lacks = ['notValidated', 'tooManyHours', 'notBegun', 'expired', 'refused']
const doubts = [
  'workerNotSeen',
  'documentsNotSeen',
  'notChecked',
  'decisionNotKnown',
  'endNotKnown',
  'hoursNotKnown',
  'termTime',
]

const best = (all: readonly Status[]): Status => statuses.find(status => all.includes(status)) ?? 'notHeld'
const worst = (all: readonly Status[]): Status => statuses.findLast(status => all.includes(status))!

export type Oracle = {
  /** Every date that the records have. */
  dates: readonly string[]
  on(day: string, days: number): Row | undefined
  /** The first of the worst days from the one to the other. */
  worst(from: string, to: string, days: number): Row | undefined
}

export function oracleOf(records: ClearanceRecords): Oracle {
  const asked = askedFor(records)
  const running = runningDays(records.assignment)
  const dates = datesIn(records)
  /** After all dates that are written anywhere, nothing changes any more. */
  const atRest = dayAfter(dates.at(-1)!, 2)
  const standings = new Map<string, Standing[]>()

  const standingsOn = (day: string): Standing[] => {
    const known = standings.get(day) ?? asked.map(one => standingOn(one, day, records))
    standings.set(day, known)
    return known
  }
  const stateOn = (day: string): State => {
    const all = standingsOn(day).map(({ status }) => status)
    if (all.includes('notHeld')) return 'notCleared'
    return all.includes('unknown') ? 'unknown' : 'cleared'
  }
  const firstAfter = (day: string, last: string, isIt: (day: string) => boolean): string | undefined => {
    const end = last < atRest ? last : atRest
    for (let next = dayAfter(day); next <= end; next = dayAfter(next)) if (isIt(next)) return next
    return undefined
  }
  const needOn = (day: string, at: number): Need => {
    const { asked, status, documents, reason, lastDay } = standingsOn(day)[at]!
    const until =
      status === 'held'
        ? firstAfter(day, atRest, next => standingsOn(next)[at]!.status !== 'held')
        : reason === 'expired' && lastDay !== undefined && lastDay < day
          ? dayAfter(lastDay)
          : undefined
    return { ...named(asked), status, documents, ...(until && { until }), ...(reason && { reason }) }
  }
  const on = (day: string, days: number): Row | undefined => {
    if (!running || day < running.first || (running.last !== undefined && day > running.last))
      return undefined
    const state = stateOn(day)
    const until = firstAfter(day, running.last ?? atRest, next => stateOn(next) !== state)
    const isSoon = state === 'cleared' && until !== undefined && until <= dayAfter(day, days)
    return {
      day,
      state: isSoon ? 'expiring' : state,
      needs: asked.map((_, at) => needOn(day, at)),
      ...(until && { until }),
      ends: until === undefined ? [] : worseOn(until),
    }
  }
  const worseOn = (day: string) => {
    const before = standingsOn(dayAfter(day, -1))
    return standingsOn(day)
      .filter(({ status }, at) => statuses.indexOf(status) > statuses.indexOf(before[at]!.status))
      .map(standing => named(standing.asked))
  }
  const worstDay = (from: string, to: string, days: number): Row | undefined => {
    let found: Row | undefined
    for (let day = from; day <= to; day = dayAfter(day)) {
      const row = on(day, days)
      if (row && (!found || isBetter(found.state, row.state))) found = row
    }
    return found
  }
  return { dates, on, worst: worstDay }
}

/** The names by which the filter `need` finds a row. */
export const namesFinding = ({ state, needs, ends }: Row): Set<string> =>
  new Set(
    [...needs.filter(({ status }) => status !== 'held'), ...(state === 'expiring' ? ends : [])].flatMap(
      ({ names }) => names.map(name => name.trim().toLowerCase()),
    ),
  )

const isBetter = (state: State, than: State): boolean => states.indexOf(state) < states.indexOf(than)

const named = ({ source, what, names }: Asked) => ({ source, what, names })

const shown = ({ id, documentType }: WorkerDocument): NamedDocument => ({ id, documentType })

// A need on a day

function standingOn(asked: Asked, day: string, records: ClearanceRecords): Standing {
  if (asked.by === 'nobody') return { asked, status: 'unknown', reason: asked.reason, documents: [] }
  if (asked.by === 'custom') return { asked, ...customOn(asked.custom, day) }
  return { asked, ...provenOn(alternativesOf(asked, day, records)) }
}

function customOn({ id, name, attachment, expiry }: CustomDocument, day: string): Omit<Standing, 'asked'> {
  const documents = [{ id, documentType: name }]
  if (attachment === null) return { status: 'notHeld', reason: 'none', documents: [] }
  if (expiry !== null && day > dayOf(expiry))
    return { status: 'notHeld', reason: 'expired', documents, lastDay: dayOf(expiry) }
  return { status: 'held', documents }
}

/** A name on a day, or the right to work. */
type Name = { status: Status; judged: Judged[]; doubt?: string }

function alternativesOf(
  asked: Extract<Asked, { by: 'rightToWork' | 'names' }>,
  day: string,
  records: ClearanceRecords,
): Name[][] {
  const { worker } = records
  if (!worker) {
    const notSeen: Name = { status: 'unknown', judged: [], doubt: 'workerNotSeen' }
    return asked.by === 'names' ? asked.alternatives.map(names => names.map(() => notSeen)) : [[notSeen]]
  }
  if (asked.by === 'rightToWork') {
    const judged = worker.rightToWork.map(one => judge(one, 'rightToWork', day, records))
    return [[{ status: best(judged.map(({ status }) => status)), judged }]]
  }
  const nameOn = (name: string): Name => {
    const judged = [...worker.attachments, ...worker.rightToWork]
      .filter(({ documentType }) => isSameName(documentType, name))
      .map(document => judge(document, asked.purpose, day, records))
    const status = best(judged.map(({ status }) => status))
    const isHidden = records.side === 'company' && qualificationOf(records, name)?.agencySpecific
    return isHidden && status !== 'held'
      ? { status: 'unknown', judged, doubt: 'documentsNotSeen' }
      : { status, judged }
  }
  return asked.alternatives.map(names => names.map(nameOn))
}

/** As late as no end. */
const never = '9999-12-31'
const end = ({ lastDay }: Judged): string => lastDay ?? never

/** Of several the one that ends last, then the one with the lowest id. */
const lasting = (judged: readonly Judged[]): Judged =>
  [...judged].sort((a, b) =>
    end(a) === end(b) ? (a.document.id < b.document.id ? -1 : 1) : end(a) > end(b) ? -1 : 1,
  )[0]!

function provenOn(alternatives: readonly Name[][]): Omit<Standing, 'asked'> {
  const statusOf = (names: readonly Name[]) => worst(names.map(({ status }) => status))
  const status = best(alternatives.map(statusOf))
  if (status === 'held') {
    const ways = alternatives
      .filter(names => statusOf(names) === 'held')
      .map(names => names.map(({ judged }) => lasting(judged.filter(({ status }) => status === 'held'))))
    const endOf = (way: readonly Judged[]) => way.map(end).sort()[0]!
    const longest = ways.map(endOf).sort().at(-1)
    const way = ways.find(each => endOf(each) === longest)!
    return { status, documents: [...new Set(way.map(({ document }) => document))].map(shown) }
  }
  const names = alternatives.flat()
  const judged = names.flatMap(name => name.judged)
  const applies = (reason: string) =>
    names.some(({ doubt }) => doubt === reason) || judged.some(one => one.reason === reason)
  const reason = (status === 'notHeld' ? lacks : doubts).find(applies)
  if (reason === undefined) return { status, reason: 'none', documents: [] }
  const about = judged.filter(one => one.reason === reason)
  if (about.length === 0) return { status, reason, documents: [] }
  const { document, lastDay } = lasting(about)
  return { status, reason, documents: [shown(document)], lastDay }
}
