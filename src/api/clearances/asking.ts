// How clearances are asked for: on which day or days, in which state, lacking what, ending when; and what lists say besides of
// what they cannot tell yet.
import { viewerOf } from '../../access/viewer.ts'
import { badRequest } from '../../errors/problem.ts'
import { dayOfMoment, daysFromTo, momentOfDay } from '../../formats/day.ts'
import {
  countParameter,
  dayParameter,
  type Parameter,
  rangeOf,
  severalChoicesParameter,
  textParameter,
} from '../../kernel/operation/parameter.ts'
import type { AskedStanding, Stretches } from '../../kernel/query/standing.ts'
import type { ListMeta } from '../../kernel/resource/declaration.ts'
import { flag, record } from '../../shape/shape.ts'
import { documentKey } from '../rules/qualifications.ts'
import { worstDayShown } from './day-shown.ts'
import type { ClearanceRow } from './shape.ts'
import { type ClearanceState, clearanceStates, defaultExpiringDays, type SettledState } from './words.ts'

const mostDays = 366

const brief = <T>(parameter: Parameter<T>, text: string): Parameter<T> => ({ ...parameter, brief: text })

const parameters: readonly Parameter[] = [
  brief(
    dayParameter('on', 'The day asked about, default today in UTC; not with from and to', '2026-11-16'),
    'default today',
  ),
  brief(
    dayParameter(
      'from',
      `First of the days of which the worst is shown, with to; at most ${mostDays}`,
      '2026-11-01',
    ),
    'of several, the worst',
  ),
  dayParameter('to', 'Last of the days of which the worst is shown, with from', '2026-11-30'),
  brief(
    countParameter(
      'days',
      `Whoever’s clearance ends within so many days is expiring, default ${defaultExpiringDays}`,
      {
        most: mostDays,
        example: 14,
      },
    ),
    `to be expiring, default ${defaultExpiringDays}`,
  ),
  severalChoicesParameter('state', Object.keys(clearanceStates), 'On the day'),
  brief(
    textParameter(
      'need',
      'The name of something asked for, in any case: whoever lacks it, or is expiring as it ends',
    ),
    'what is lacking',
  ),
  {
    ...countParameter('expiringWithin', 'Who is cleared, and not any more in so many days after the day', {
      most: mostDays,
      example: 7,
    }),
    // Assistants ask by days and state.
    httpOnly: true,
  },
]

type Asked = {
  on?: string
  from?: string
  to?: string
  days?: number
  state?: ClearanceState[]
  need?: string
  expiringWithin?: number
}

function daysIn({ on, from, to }: Asked, today: string): { first: string; last: string } {
  if (from === undefined && to === undefined) return { first: on ?? today, last: on ?? today }
  if (on !== undefined) throw badRequest('on is one day, from and to are several: give one or the other')
  if (from === undefined || to === undefined)
    throw badRequest(`${from === undefined ? 'to' : 'from'} is given alone; give from and to, or on`)
  rangeOf({ from, to })
  if (daysFromTo(from, to) >= mostDays)
    throw badRequest(`from=${from} and to=${to} are more than ${mostDays} days; ask for fewer at a time`)
  return { first: from, last: to }
}

function asked(query: Readonly<Record<string, unknown>>, today: string): AskedStanding {
  const given = query as Asked
  const { days, state, need, expiringWithin } = given
  return {
    ...daysIn(given, today),
    within: days ?? defaultExpiringDays,
    ...(state && { states: state }),
    ...(need !== undefined && { names: [documentKey(need)] }),
    ...(expiringWithin !== undefined && { endsWithin: expiringWithin }),
  }
}

/** As stored it is of the first day of its stretch. */
function show(record: Record<string, unknown>, { first, last, within }: AskedStanding): void {
  const row = record as ClearanceRow
  const from = dayOfMoment(row.day)
  const until = row.until && dayOfMoment(row.until)
  const stretch = { from, state: row.state as SettledState, needs: [], ends: [], ...(until && { until }) }
  const shown = worstDayShown([stretch], first, last, within)
  if (!shown) throw new Error(`The clearance ${row.id} is not of the days that were asked about`)
  row.day = momentOfDay(shown.day)
  row.state = shown.state
}

export const stretches: Stretches = {
  paths: {
    of: 'facts.unit',
    from: 'facts.from',
    to: 'facts.to',
    state: 'state',
    until: 'until',
    lacking: 'facts.lacking',
    lackingNames: 'facts.lackingNames',
    ending: 'facts.ending',
    endingNames: 'facts.endingNames',
  },
  words: { settled: ['cleared', 'unknown', 'notCleared'], soon: 'expiring' },
  named: 'need',
  parameters,
  asked,
  show,
}

export const listMeta: ListMeta = {
  shape: record({
    checking: [flag, 'Whether something of these owners was written that was not worked out yet.'],
  }),
  async of({ caller, world }) {
    return { checking: await world.clearanceWork.isWaiting(viewerOf(caller).names) }
  },
}

/** What has been written and not been worked out yet. */
type ClearanceWork = {
  /** Whether anything waits that somebody may find different in these names (`viewerOf`). */
  isWaiting(names: readonly string[]): Promise<boolean>
}

declare module '../../kernel/operation/operation.ts' {
  interface World {
    clearanceWork: ClearanceWork
  }
}
