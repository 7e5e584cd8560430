// What is wrong with the bills of some weeks, in one short answer: what is at stake by code and agency, and the largest findings in
// their own words.
import { viewerOf } from '../../access/viewer.ts'
import { type Decimal, decimalOf, decimalText, sumOf } from '../../formats/decimal.ts'
import { data, exactNumber } from '../../kernel/operation/answer.ts'
import { operation } from '../../kernel/operation/operation.ts'
import type { Total } from '../../kernel/query/figures.ts'
import {
  amount,
  flag,
  integer,
  list,
  maybe,
  oneName,
  orNull,
  record,
  type Static,
  text,
} from '../../shape/shape.ts'
import { ref } from '../shapes.ts'
import { listMeta } from './asking.ts'
import { billingCheckScopes, billingCodeNames } from './codes.ts'
import { billingChecks } from './collection.ts'
import { BillingCheck } from './shape.ts'

/** So many agencies, those with most at stake first, and so many findings. */
const most = { agencies: 5, findings: 5 }
const mostGroups = 10_000

const figures = {
  count: [integer, 'How many findings.'],
  atStake: [amount, 'Pounds at stake in them, whatever the sign.'],
} as const

const { id, sentence } = BillingCheck.properties

const Summary = record({
  ...figures,
  codes: [
    list(record({ code: [oneName(...billingCodeNames), 'What is wrong.'], ...figures })),
    'Every code that there is, the one with most at stake first.',
  ],
  agencies: [
    list(record({ agency: [orNull(ref('agency')), 'Whose bills; null for those of several.'], ...figures })),
    `The ${most.agencies} with most at stake.`,
  ],
  largest: [
    list(record({ id, sentence, agency: [maybe(text), 'The name of the agency.'] })),
    `The ${most.findings} findings with most at stake.`,
  ],
  checking: [flag, 'Whether something was written that was not looked at yet.'],
  notChecked: [list(text), 'Codes that this key is told nothing of, for want of scopes.'],
})

type Finding = Pick<Static<typeof BillingCheck>, 'id' | 'sentence' | 'agency'>

const asked = ['company', 'project', 'agency', 'severity', 'mark', 'graceDays', 'from', 'to']

export const billingSummary = operation({
  method: 'GET',
  path: '/billing-checks/summary',
  tool: 'open_api_get_billing_summary',
  summary:
    'What is wrong with the bills of some weeks: what is at stake, by what and whose, and the largest findings',
  brief: 'What is wrong with the bills of some weeks, by code and agency, with the largest findings',
  scope: billingCheckScopes,
  parameters: billingChecks.selecting.parameters.filter(({ name }) => asked.includes(name)),
  answers: Summary,
  noun: 'billing summary',
  run: async (input, context) => {
    const { caller, world } = context
    const { type } = billingChecks.stored
    const viewer = viewerOf(caller)
    const selected = billingChecks.selecting.of(input, context)
    const added = (column: string) =>
      world.figures.totals({
        ...{ type, ...selected, viewer, keyId: caller.keyId },
        groups: [{ column }],
        sums: ['at_stake'],
        most: mostGroups,
      })
    const [codes, agencies, found, { checking, notChecked }] = await Promise.all([
      added('code'),
      added('agency_id'),
      world.records.page({
        ...{ type, ...selected, viewer, parts: [], cut: true },
        order: { column: 'at_stake', descending: true, nullable: false },
        offset: 0,
        limit: most.findings,
      }),
      listMeta.of(context) as Promise<{ checking: boolean; notChecked: { code: string }[] }>,
    ])
    const top = largestFirst(agencies).slice(0, most.agencies)
    const names = await world.figures.labels(
      'agency',
      top.flatMap(({ keys: [key] }) => key ?? []),
    )
    return data({
      count: codes.reduce((sum, one) => sum + one.count, 0),
      atStake: exactNumber(decimalText(sumOf(codes.map(stakeOf)))),
      codes: largestFirst(codes).map(one => ({ code: one.keys[0], ...figuresOf(one) })),
      agencies: top.map(one => {
        const [key] = one.keys
        return { agency: key == null ? null : { id: key, name: names.get(key)?.name }, ...figuresOf(one) }
      }),
      largest: found.rows.map(({ text }) => briefOf(JSON.parse(text.toString()))),
      checking,
      notChecked: notChecked.map(one => one.code),
    })
  },
})

const stakeOf = ({ sums: [sum] }: Total): Decimal => decimalOf(sum!)

const figuresOf = (one: Total) => ({ count: one.count, atStake: exactNumber(one.sums[0]!) })

/** Of equal ones the first by name. */
const largestFirst = (totals: readonly Total[]): Total[] =>
  totals.toSorted(
    (a, b) => Number(b.sums[0]) - Number(a.sums[0]) || (String(a.keys[0]) < String(b.keys[0]) ? -1 : 1),
  )

const briefOf = ({ id, sentence, agency }: Finding) => ({
  ...{ id, sentence },
  ...(agency?.name !== undefined && { agency: agency.name }),
})
