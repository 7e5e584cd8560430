// The body of POST /billing-checks/{id}/mark, which operators send alike: what was decided about a finding, or a list of
// everything that is wrong with it.
import { Problem } from '../../errors/problem.ts'
import { isCalendarDay, utcDay } from '../../formats/day.ts'
import { Type } from '../../shape/schema.ts'
import { amount, longText, maybe, record, words } from '../../shape/shape.ts'
import { BodyReader, Flaws, isBodyObject } from '../flaws.ts'
import { type BillingMark, markStates } from './shape.ts'

const longestNote = 2_000

const decisions = { ...markStates, open: 'nothing was decided: a mark that it has is taken away' }

export const markBody = record({
  state: [words(decisions), 'What was decided about it.'],
  note: [maybe(longText), 'Why; 2,000 characters at most, and not with open.'],
  until: [
    maybe(Type.String({ format: 'date' })),
    'The last day that it counts, YYYY-MM-DD; absent: no end. Not with open.',
  ],
  amount: [maybe(amount), 'What was at stake when you looked: if it is another now, nothing is marked.'],
})

export type MarkDecision = { amount?: number } & (
  | { state: 'open' }
  | Pick<BillingMark, 'state' | 'note' | 'until'>
)

/** What was decided, or a Problem that tells everything that is wrong. */
export function readDecision(body: unknown, now: Date): MarkDecision {
  if (!isBodyObject(body))
    throw new Problem('VALIDATION_ERROR', `The body must be a JSON object with ${names.join(', ')}`)
  const flaws = new Flaws()
  const reader = new BodyReader(flaws, body)
  reader.known(names)
  const state = readState(reader)
  const note = reader.lines('note', longestNote)
  const until = readUntil(reader, now)
  const amount = readAmount(reader)
  if (state === 'open')
    for (const name of ['note', 'until'])
      if (reader.value(name) !== undefined)
        reader.flaw(name, 'is for accepted and disputed; open takes a mark away and keeps nothing')
  flaws.refuse()
  const seen = amount !== undefined && { amount }
  if (state === 'open') return { state, ...seen }
  return {
    state: state!,
    ...(note !== undefined && { note }),
    ...(until !== undefined && { until }),
    ...seen,
  }
}

const names = Object.keys(markBody.properties)

function readState(reader: BodyReader): keyof typeof decisions | undefined {
  const known = Object.keys(decisions)
  const given = reader.requiredExact('state', `is required: one of ${known.join(', ')}`)
  if (given === undefined || Object.hasOwn(decisions, given))
    return given as keyof typeof decisions | undefined
  return reader.flaw('state', `must be one of ${known.join(', ')}`)
}

const midnight = 'T00:00:00.000Z'

/** A day, also as findings have it. */
function readUntil(reader: BodyReader, now: Date): string | undefined {
  const day = reader.exact('until')?.replace(midnight, '')
  if (day === undefined) return undefined
  if (!isCalendarDay(day)) return reader.flaw('until', 'must be a day, YYYY-MM-DD')
  const today = utcDay(now)
  if (day < today) return reader.flaw('until', `is past: give ${today} or a later day, or leave it out`)
  return `${day}${midnight}`
}

function readAmount(reader: BodyReader): number | undefined {
  const value = reader.value('amount')
  if (value === undefined || typeof value === 'number') return value
  return reader.flaw('amount', 'must be a number of pounds, as the finding has it')
}
