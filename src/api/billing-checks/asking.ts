// How billing checks are asked for: which findings count on the day, which were marked, how much is at stake, and what lists say
// besides of what they cannot tell.
import { viewerOf } from '../../access/viewer.ts'
import { daysAfter } from '../../formats/day.ts'
import { lastFullWeeks } from '../../formats/period.ts'
import { amountParameter, choiceParameter, countParameter } from '../../kernel/operation/parameter.ts'
import type { Period, Selection } from '../../kernel/query/selection.ts'
import type { ListMeta } from '../../kernel/resource/declaration.ts'
import { flag, list, oneName, record, text } from '../../shape/shape.ts'
import { billingCodeNames, notChecked, usualGraceDays } from './codes.ts'
import { markStates } from './shape.ts'

/** Whoever asks by ids is given what was found of these, however it counts by now. */
const graceDays = {
  ...countParameter(
    'graceDays',
    `Days after its week that a bill may take before notBilled and flowsDiffer are told, default ${usualGraceDays}, with id none`,
    { most: 371, example: 30 },
  ),
  brief: `default ${usualGraceDays}`,
}

const open = 'open'

const mark = {
  ...choiceParameter(
    'mark',
    [open, ...Object.keys(markStates)],
    `What was decided about it: ${open} where nobody has, or what was decided holds no longer`,
    { [open]: 'nothing holds', ...markStates },
  ),
  brief: 'what was decided',
}

const leastAmount = {
  ...amountParameter(
    'leastAmount',
    'Only what is at stake with so many pounds or more, whatever the sign',
    100,
  ),
  brief: 'pounds at stake',
}

type Asked = { graceDays?: number; mark?: string; leastAmount?: number; id?: readonly string[] }

export const selection = {
  parameters: [mark, leastAmount, graceDays],
  looksAt: ['facts.state', 'facts.countsFrom', 'mark.state', 'atStake'],
  select(query, today) {
    const asked = query as Asked
    const days = asked.graceDays ?? (asked.id ? undefined : usualGraceDays)
    return [
      { path: 'facts.state', in: ['current'] },
      // The day after the last of grace is the first that counts.
      ...(days !== undefined
        ? [{ path: 'facts.countsFrom', before: new Date(daysAfter(today, -days)) } as const]
        : []),
      ...(asked.mark === open ? [{ path: 'mark.state', empty: true } as const] : []),
      ...(asked.mark !== undefined && asked.mark !== open
        ? [{ path: 'mark.state', in: [asked.mark] } as const]
        : []),
      ...(asked.leastAmount !== undefined ? [{ path: 'atStake', least: asked.leastAmount } as const] : []),
    ]
  },
} as const satisfies Selection

const usualWeeks = 4

export const period: Period = {
  mostWeeks: 53,
  usual: today => lastFullWeeks(usualWeeks, today),
  said: 'the last four full weeks',
}

export const listMeta: ListMeta = {
  shape: record({
    checking: [flag, 'Whether something of these owners was written that was not looked at yet.'],
    notChecked: [
      list(
        record({
          code: [oneName(...billingCodeNames), 'What this key is told nothing of.'],
          scopes: [list(text), 'What it would need to be told.'],
        }),
      ),
      'What the scopes of the key leave out; empty when nothing.',
    ],
  }),
  async of({ caller, world }) {
    return {
      checking: await world.billingWork.isWaiting(viewerOf(caller).names),
      notChecked: notChecked(caller),
    }
  },
}

/** What has been written and not been looked at yet. */
type BillingWork = {
  /** Whether anything waits that somebody may find different in these names (`viewerOf`). */
  isWaiting(names: readonly string[]): Promise<boolean>
}

declare module '../../kernel/operation/operation.ts' {
  interface World {
    billingWork: BillingWork
  }
}
