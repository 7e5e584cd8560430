// §2.10, §4.20: the trades a company hires, with their rates and requirements when asked.

import { viaLinks } from '../access/ownership.ts'
import { notFound } from '../errors/problem.ts'
import { singleAnswer } from '../kernel/operation/answer.ts'
import { type Context, operation } from '../kernel/operation/operation.ts'
import { yesNoParameter } from '../kernel/operation/parameter.ts'
import { readAll, readOne } from '../kernel/query/read-all.ts'
import { collection, namedAsPath } from '../kernel/resource/collection.ts'
import { onOff } from '../record-types/filter.ts'
import {
  flag,
  list,
  longText,
  maybe,
  nodeOf,
  orNull,
  record,
  reference,
  text,
  withoutProperties,
} from '../shape/shape.ts'
import { competencyEntries } from './competency.ts'
import { rateOwners, rates } from './rates.ts'
import { addMarkup } from './rules/markup.ts'
import { Rate } from './shapes/rate.ts'
import { recordId, ref, requirement, stamps } from './shapes.ts'

const Trade = record({
  id: recordId,
  name: [text, 'What the company calls the work, such as Traffic Marshal.'],
  description: [maybe(longText), 'What the company asks of it.'],
  active: [flag, 'Whether it can still be hired for.'],
  company: [ref('company'), 'Whose trade it is: each company has its own.'],
  masterTrade: [maybe(ref('masterTrade')), 'The trade for all companies that it stands for.'],
  tags: [list(reference('tag', 'name', 'description')), 'The company’s labels on it.'],
  ...stamps,
})

const owners = { company: 'company.id', agency: viaLinks('company.id') } as const

export const trades = collection({
  path: '/trades',
  noun: 'trade',
  scope: 'read:trades',
  callers: 'company',
  record: Trade,
  owners,
  filters: { status: onOff('active') },
  search: { within: ['name'] },
  dates: ['createdAt'],
  sorts: namedAsPath('createdAt', 'updatedAt', 'name'),
  defaultSort: 'name asc',
  operations: { list: 'listTrades' },
})

const TradeRate = withoutProperties(Rate, ['trade', 'company', 'createdAt', 'updatedAt'])
const TradeRequirement = record({
  sector: [orNull(ref('sector')), 'Where these apply; null for those of the whole company.'],
  requirements: [list(requirement), 'All of them have to be met.'],
})

export const trade = operation({
  method: 'GET',
  path: '/trades/{id}',
  name: 'getTrade',
  summary: 'Get one trade by its id or nanoid',
  brief: 'Get one trade',
  scope: 'read:trades',
  parameters: [
    {
      ...yesNoParameter('includeRates', 'Adds rates: those of the trade that the key may see'),
      brief: 'Adds rates',
      adds: ['rates'],
    },
    {
      ...yesNoParameter(
        'includeCompetencyMatrix',
        'Adds competencyMatrix: what workers must hold, by company and sector',
      ),
      brief: 'Adds competencyMatrix',
      adds: ['competencyMatrix'],
    },
  ],
  answers: record({
    ...(nodeOf(Trade).properties as (typeof Trade)['properties']),
    rates: [maybe(list(TradeRate)), 'What it is paid and charged at; only with includeRates=true.'],
    competencyMatrix: [
      maybe(list(TradeRequirement)),
      'What workers must hold; only with includeCompetencyMatrix=true, and without what projects add.',
    ],
  }),
  badId: 400,
  noun: 'trade',
  reads: 'trade',
  byIds: trades.operations[0]!.byIds!,
  run: async ({ path, query }, context) => {
    const found = await readOne(context, trades.stored, context.reach(owners), path.id!)
    if (!found) throw notFound('trade')
    return singleAnswer({
      ...found,
      ...(query.includeRates === true && { rates: await ratesOf(found.id, context) }),
      ...(query.includeCompetencyMatrix === true && {
        competencyMatrix: await requirementsOf(found.id, found.company.id!, context),
      }),
    })
  },
})

async function ratesOf(trade: string, context: Context) {
  const found = await readAll(context, rates.stored, context.reach(rateOwners), [
    { column: 'trade_id', in: [trade] },
  ])
  await addMarkup(found, context)
  return found.map(({ trade: _, company: __, createdAt: ___, updatedAt: ____, ...rest }) => rest)
}

/** Company and sector entries only; a company's entry has no sector (§2.10). */
async function requirementsOf(trade: string, company: string, context: Context) {
  const reach = context.reach(owners, { companies: [company] })
  const where = [{ column: 'trade_id', in: [trade] }]
  const entries = await readAll(context, competencyEntries, reach, where)
  return entries
    .filter(entry => !entry.project)
    .map(entry => ({ sector: entry.sector ?? null, requirements: entry.requirements }))
}
