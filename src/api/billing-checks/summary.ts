// What is wrong with the bills of some weeks, in one short answer: what is at stake by code and agency, and the largest findings in
// their own words.
import { viewerOf } from '../../access/viewer.ts'
import { badRequest } from '../../errors/problem.ts'
import { decimalOf, decimalText, numberOf, sumOf } from '../../formats/decimal.ts'
import { exactNumber, singleAnswer } from '../../kernel/operation/answer.ts'
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
  name: 'getBillingSummary',
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
    const [totals, found, { checking, notChecked }] = await Promise.all([
      world.figures.totals({
        type,
        ...selected,
        viewer,
        keyId: caller.keyId,
        groups: [{ column: 'code' }, { column: 'agency_id' }],
        sums: ['at_stake'],
        most: mostGroups,
      }),
      world.records.page({
        type,
        ...selected,
        viewer,
        parts: [],
        cut: true,
        order: { column: 'at_stake', descending: true, nullable: false },
        offset: 0,
        limit: most.findings,
      }),
      listMeta.of(context) as Promise<{ checking: boolean; notChecked: { code: string }[] }>,
    ])
    if (totals.length > mostGroups)
      throw badRequest(
        'These are findings of too many agencies to sum up; ask for a company, a project or fewer weeks',
      )
    const agencies = addedBy(totals, ([, agency]) => agency!).slice(0, most.agencies)
    const ids = agencies.flatMap(([id]) => id ?? [])
    const names = await world.figures.labels('agency', ids)
    return singleAnswer({
      ...figuresOf(totals),
      codes: addedBy(totals, ([code]) => code!).map(([code, of]) => ({ code, ...figuresOf(of) })),
      agencies: agencies.map(([id, of]) => ({
        agency: id === null ? null : { id, name: names.get(id)?.name },
        ...figuresOf(of),
      })),
      largest: found.rows.map(({ text }) => briefOf(JSON.parse(text.toString()))),
      checking,
      notChecked: notChecked.map(one => one.code),
    })
  },
})

type Group = [name: string | null, totals: Total[]]

const stakeIn = (totals: readonly Total[]) => sumOf(totals.map(({ sums: [sum] }) => decimalOf(sum!)))

const figuresOf = (totals: readonly Total[]) => ({
  count: totals.reduce((sum, { count }) => sum + count, 0),
  atStake: exactNumber(decimalText(stakeIn(totals))),
})

/** Those with most at stake first, of equal ones in the order of their names, and nobody's last. */
function addedBy(totals: readonly Total[], nameOf: (keys: Total['keys']) => string | null): Group[] {
  const groups = [...Map.groupBy(totals, ({ keys }) => nameOf(keys))].map(
    ([name, of]) => ({ name, of, stake: numberOf(stakeIn(of)) }) as const,
  )
  const place = (name: string | null) => name ?? '\uffff'
  return groups
    .toSorted((a, b) => b.stake - a.stake || (place(a.name) < place(b.name) ? -1 : 1))
    .map(({ name, of }) => [name, of])
}

const briefOf = ({ id, sentence, agency }: Finding) => ({
  id,
  sentence,
  ...(agency?.name !== undefined && { agency: agency.name }),
})
