// The Shape of a clearance: how somebody stands on the days of one stretch of an assignment, as one side sees it.
import type { CallerKind } from '../../access/caller.ts'
import { asOwner } from '../../access/owners.ts'
import {
  fields,
  flag,
  instant,
  integer,
  list,
  maybe,
  record,
  reference,
  type Static,
  text,
  words,
} from '../../shape/shape.ts'
import type { StoredOf } from '../../shape/stored.ts'
import { Assignment } from '../shapes/assignment.ts'
import { itemId, recordId, ref } from '../shapes.ts'
import {
  clearanceSides,
  clearanceStates,
  doubtReasons,
  lackReasons,
  needSources,
  needStatuses,
} from './words.ts'

const named = fields({
  source: [words(needSources), 'Who asks for it.'],
  what: [text, 'What is asked for, such as CPCS or NPORS with ALLMI.'],
  names: [list(text), 'The qualifications in it by name, each once.'],
})
const document = record({
  id: itemId,
  documentType: [text, 'The master qualification it is, or the custom document, by name.'],
})
const need = record({
  ...named,
  status: [words(needStatuses), 'Whether it is held on the day.'],
  documents: [
    list(document),
    'Those by which it is held; otherwise the one that reason is about, if it is about one.',
  ],
  until: [
    maybe(instant),
    'The first day on which it is held no longer; where it has expired, the first on which it was not.',
  ],
  reason: [maybe(words({ ...lackReasons, ...doubtReasons })), 'Why it is not held; absent where it is.'],
  why: [maybe(text), 'The same in one sentence; absent where it is held.'],
})
const ending = record(named)

export const Clearance = record({
  id: [recordId, 'Tells it from other rows.'],
  side: [words(clearanceSides), 'For whom it was worked out: from nothing but what that side could fetch.'],
  assignment: [reference('assignment', 'reference'), 'The placement that it is about.'],
  status: [Assignment.properties.status, 'How far the placement has come.'],
  worker: [reference('worker', 'reference', 'name'), 'Who was placed.'],
  company: ref('company'),
  project: ref('project'),
  site: maybe(ref('site')),
  trade: maybe(ref('trade')),
  agency: ref('agency'),
  startDate: [instant, 'The first day on which the assignment runs.'],
  endDate: [maybe(instant), 'The last day on which it runs; absent where no end is known.'],
  day: [instant, 'The day that all of this is about, as stored the first of its stretch.'],
  state: [words(clearanceStates), 'How the worker stands on that day; never expiring as stored.'],
  needs: [list(need), 'Everything that is asked for.'],
  until: [maybe(instant), 'The first day on which the state is another; absent if it stays.'],
  ends: [list(ending), 'What is worse on that day than on the day before it.'],
})

export const clearanceFacts = record({
  companies: [list(text), 'The company whose row it is; none where it is an agency’s.'],
  agency: [maybe(text), 'The agency whose row it is, where it is one’s.'],
  unit: [text, 'Whose stretch it is: the assignment, and the side that it was worked out for.'],
  from: [instant, 'The first day of the stretch.'],
  to: [instant, 'The first day after it: far ahead where no end is known.'],
  lacking: [list(text), 'What is missing or not known, as need finds it.'],
  lackingNames: [list(text), 'The same as it is written, in the same order.'],
  ending: [list(text), 'What ends, as need finds it: that counts for as long as it is expiring.'],
  endingNames: [list(text), 'That as it is written, in the same order.'],
  fingerprint: [text, 'Of all that it says.'],
  isCurrent: [flag, 'Whether today was one of its days when it was last looked at.'],
  toldUntil: [maybe(text), 'The end of the clearance that those who listen know of.'],
  toldWithin: [maybe(integer), 'So many days before it they were last told, or it was first seen.'],
  toldLoss: [maybe(text), 'The loss that they know of: its first day, and what was missing on it.'],
  toldLossOn: [maybe(text), 'The day on which they were told of that.'],
  tells: [
    maybe(text),
    'What it told, once: lost and which loss, or expiring with the day, how near it is and how near it was.',
  ],
})

/** Of a row those facts that say whose it is. */
export const factsOfRowOwner = (kind: CallerKind, id: string) => ({
  companies: kind === 'company' ? [id] : [],
  ...(kind === 'agency' && { agency: id }),
})

/** Whose row it is, as `asOwner` writes it. */
export const rowOwner = ({ companies, agency }: StoredClearance['facts']): string =>
  agency === undefined ? asOwner('company', companies[0]!) : asOwner('agency', agency)

export type StoredClearance = StoredOf<typeof Clearance, typeof clearanceFacts>
export type ClearanceRow = Static<typeof Clearance>
