// A company's tags, and the trades it hires under its own names.
import { at } from './calendar.ts'
import type { LoadLine } from './load-line.ts'
import type { Company } from './organisations.ts'
import { idOf } from './random.ts'
import { masterTrades } from './reference-lists.ts'
import { beginning, type World } from './world.ts'

/** Name, description, what it is put on, whether there must be one. */
const tags = [
  ['Safety critical', 'Needs a medical in date', 'trade', true],
  ['Wet trade', undefined, 'trade', false],
  ['Approver', 'May approve timesheets', 'user', false],
] as const

export const tradeId = (company: Company, trade: number): string => idOf('trade', company.index * 100 + trade)
export const tagId = (company: Company, tag: number): string => idOf('tag', company.index * 10 + tag)

/** Tower cranes are hired with their operators, so that trade is switched off; nobody is assigned to it. */
export const inactiveTrade = 15

const safetyCritical = new Set([1, 11, 12, 13, 14, 15])
const wet = new Set([5, 8])

export const tagsOf = (company: Company, trade: number): { id: string }[] => [
  ...(safetyCritical.has(trade) ? [{ id: tagId(company, 0) }] : []),
  ...(wet.has(trade) ? [{ id: tagId(company, 1) }] : []),
]

export function* companyTags(world: World): Generator<LoadLine> {
  const born = beginning(world) + 3
  for (const { company } of world.firms) {
    for (const [index, [name, description, resourceType, mandatory]] of tags.entries()) {
      yield {
        type: 'tag',
        record: {
          id: tagId(company, index),
          reference: `${company.prefix}-TAG${index + 1}`,
          name,
          ...(description && { description }),
          company: company.id,
          mandatory,
          resourceType,
          createdAt: at(born + (index >> 1), 655),
          updatedAt: at(born + index, 660),
        },
      }
    }
  }
}

function tradeLine(world: World, company: Company, trade: number): LoadLine {
  const { name } = masterTrades[trade]!
  const born = beginning(world) + 4
  return {
    type: 'trade',
    record: {
      id: tradeId(company, trade),
      name: company.index === 1 && name === 'Slinger' ? 'Slinger / Signaller' : name,
      ...(safetyCritical.has(trade) && { description: `${name} with a current card` }),
      active: trade !== inactiveTrade,
      company: { id: company.id },
      masterTrade: { id: idOf('masterTrade', trade) },
      tags: tagsOf(company, trade),
      createdAt: at(born + (trade >> 1), 665),
      updatedAt: at(born + trade, 670),
    },
  }
}

export function* trades(world: World): Generator<LoadLine> {
  for (const { company } of world.firms) {
    for (const trade of company.trades) yield tradeLine(world, company, trade)
  }
}
