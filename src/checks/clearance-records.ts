// Clearances as records: one for each stretch of an assignment on each side. What is stored is made to be what was worked out.
import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { asOwner } from '../access/owners.ts'
import { lossOf } from '../api/clearances/news.ts'
import type { ClearanceStretch } from '../api/clearances/records.ts'
import { runningDays } from '../api/clearances/running-days.ts'
import { factsOfRowOwner, rowOwner, type StoredClearance } from '../api/clearances/shape.ts'
import {
  type AskedDays,
  type StandingToday,
  toldBefore,
  toldFacts,
  toldOf,
  usualExpiringDays,
} from '../api/clearances/telling.ts'
import type { SettledState } from '../api/clearances/words.ts'
import { typeNamed } from '../api/index.ts'
import { namesByKey } from '../api/rules/qualifications.ts'
import type { Assignment } from '../api/shapes/assignment.ts'
import { dayOfMoment, momentOfDay } from '../formats/day.ts'
import { byCodePoints } from '../formats/fold.ts'
import type { LoadEntry } from '../load/read.ts'
import { deletionEntry, replacementEntry } from '../load/single-writes.ts'
import type { StoredRecord } from '../shape/stored.ts'
import type { ClearanceSide, SideClearances } from './clearance-rows.ts'

/** After every day that anybody may ask for. */
const farAhead = '9999-12-31T23:59:59.999Z'

export type StoredClearances = ReadonlyMap<string, StoredClearance>

/** Every stretch as it should be stored, by its id. */
export const storedClearances = (found: readonly SideClearances[]): StoredClearances =>
  new Map(
    found.flatMap(({ side, assignment, timeline }) =>
      timeline.map(stretch => {
        const stored = storedStretch(side, assignment, stretch)
        return [stored.record.id, stored] as const
      }),
    ),
  )

const unitOf = ({ kind, id }: ClearanceSide, assignment: string) => `${assignment} ${asOwner(kind, id)}`

function storedStretch(
  side: ClearanceSide,
  assignment: Assignment,
  { from, to, state, needs, until, ends }: ClearanceStretch,
): StoredClearance {
  const unit = unitOf(side, assignment.id)
  const { first, last } = runningDays(assignment)!
  const { status, worker, company, project, site, trade, agency } = assignment
  const lacking = needs.filter(need => need.status !== 'held')
  const said = {
    side: side.kind,
    assignment: { id: assignment.id },
    status,
    worker,
    company,
    project,
    ...(site && { site }),
    ...(trade && { trade }),
    agency,
    startDate: momentOfDay(first),
    ...(last !== undefined && { endDate: momentOfDay(last) }),
    day: momentOfDay(from),
    state,
    needs: needs.map(({ until: end, ...need }) => ({
      ...need,
      ...(end !== undefined && { until: momentOfDay(end) }),
    })),
    ...(until !== undefined && { until: momentOfDay(until) }),
    ends,
  }
  const ids = [worker, company, project, site, trade, agency].map(ref => ref?.id ?? null)
  const facts = {
    ...factsOfRowOwner(side.kind, side.id),
    unit,
    from: momentOfDay(from),
    to: to === undefined ? farAhead : momentOfDay(to),
    ...namesOfAll('lacking', lacking),
    ...namesOfAll('ending', ends),
  }
  const { worker: _, company: __, project: ___, site: ____, trade: _____, agency: ______, ...own } = said
  return {
    record: { id: idOf(unit, from), ...said },
    facts: {
      ...facts,
      fingerprint: hash('sha256', JSON.stringify([own, ids, facts]), 'hex').slice(0, 24),
      isCurrent: false,
    },
  } as StoredClearance
}

const idOf = (unit: string, from: string) => hash('sha256', `${unit} ${from}`, 'hex').slice(0, 24)

/** Each once, by what it is found by and as it is first written. */
function namesOfAll(list: 'lacking' | 'ending', needs: readonly { names: readonly string[] }[]) {
  const names = namesByKey(needs.flatMap(need => need.names))
  return { [list]: [...names.keys()], [`${list}Names`]: [...names.values()] }
}

/** Days asked for, by who hears of them. */
type AskedByOwner = ReadonlyMap<string, readonly AskedDays[]>

const usual = usualExpiringDays.map((days): AskedDays => ({ days }))

/** The same with what those who listen are told. It is kept with the stretch that today is in, or that is nearest before it. */
function withTold(
  before: StoredClearances,
  after: StoredClearances,
  today: string,
  asked: AskedByOwner,
): StoredClearances {
  const kept = new Map(
    [...before.values()].filter(({ facts }) => isBearing(facts)).map(one => [one.facts.unit, one] as const),
  )
  const moment = momentOfDay(today)
  const told = new Map<string, StoredClearance>()
  for (const [unit, found] of Map.groupBy(after.values(), ({ facts }) => facts.unit)) {
    const stretches = found.toSorted((one, other) => byCodePoints(one.facts.from, other.facts.from))
    const at = Math.max(
      0,
      stretches.findLastIndex(({ facts }) => facts.from <= moment),
    )
    const { record, facts } = stretches[at]!
    const was = kept.get(unit)
    const isCurrent = facts.from <= moment && facts.to > moment
    const state = was?.facts.isCurrent ? stateOf(was) : undefined
    const days = [...usual, ...(asked.get(rowOwner(facts)) ?? [])]
    const now = isCurrent
      ? toldOf(standingAt(stretches, at), was && { ...was.facts, state }, today, days)
      : toldBefore(was?.facts ?? {})
    told.set(record.id, { record, facts: { ...facts, isCurrent, ...toldFacts(now) } } as StoredClearance)
  }
  return new Map([...after].map(([id, stored]) => [id, told.get(id) ?? stored]))
}

const isBearing = ({ isCurrent, toldUntil, toldLoss }: StoredClearance['facts']) =>
  isCurrent || toldUntil !== undefined || toldLoss !== undefined

const stateOf = ({ record }: StoredClearance) => record.state as SettledState

/** Of one side's stretches, in order, how somebody stands in one: where not cleared, by the first stretch that is not. */
function standingAt(stretches: readonly StoredClearance[], at: number): StandingToday {
  const state = stateOf(stretches[at]!)
  const { until } = stretches[at]!.record
  if (state === 'cleared') return { state, until: until && dayOfMoment(until) }
  const { facts } =
    stretches[1 + stretches.findLastIndex((one, place) => place < at && stateOf(one) === 'cleared')]!
  return { state, loss: lossOf(dayOfMoment(facts.from), facts.lacking) }
}

/** What has to be written so that it is. */
export function clearanceWrites(
  before: StoredClearances,
  found: StoredClearances,
  today: string,
  asked: AskedByOwner = new Map(),
): { gone: LoadEntry[]; written: LoadEntry[] } {
  const type = typeNamed('clearance')
  const after = withTold(before, found, today, asked)
  const isSame = (id: string, { facts }: StoredClearance) => {
    const was = before.get(id)
    return was !== undefined && isDeepStrictEqual(was.facts, facts)
  }
  return {
    gone: [...before.keys()].filter(id => !after.has(id)).map(id => deletionEntry(id, type)),
    written: [...after]
      .filter(([id, stored]) => !isSame(id, stored))
      .map(([id, stored]) => replacementEntry(id, stored as unknown as StoredRecord, type)),
  }
}
