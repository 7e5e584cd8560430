// The chapters that operations are told in, and the sets of tools that each is in, by the first word of their paths.
import type { Operation } from '../kernel/operation/operation.ts'

/** Sets of tools for assistants that do one kind of work. */
export const toolsets = ['finance', 'recruitment', 'workforce'] as const

type ToolsetName = (typeof toolsets)[number]

export type Chapter = {
  name: string
  description: string
  sets: readonly ToolsetName[]
}

const chapters: Record<string, Chapter> = {
  me: {
    name: 'Key',
    description: 'What the key that is calling is, may do and has used.',
    sets: toolsets,
  },
  sites: {
    name: 'Sites',
    description: 'Where the work of projects is done.',
    sets: ['recruitment', 'workforce'],
  },
  companies: {
    name: 'Companies',
    description: 'Hiring companies, their tags, their users and what they ask of workers.',
    sets: ['workforce'],
  },
  projects: {
    name: 'Projects',
    description: 'Projects and the agencies that supply them.',
    sets: ['finance', 'recruitment', 'workforce'],
  },
  expenses: {
    name: 'Expenses',
    description: 'What workers claim besides their hours.',
    sets: ['finance', 'workforce'],
  },
  requisitions: {
    name: 'Requisitions',
    description: 'Requests for workers, from raised to filled, and figures on how recruitment goes.',
    sets: ['recruitment'],
  },
  workers: {
    name: 'Workers',
    description: 'People and their documents.',
    sets: ['recruitment', 'workforce'],
  },
  timesheets: {
    name: 'Timesheets',
    description: 'What a worker did in a week, and what it pays and costs.',
    sets: ['finance', 'workforce'],
  },
  invoices: {
    name: 'Invoices',
    description: 'What suppliers charge for weeks of work.',
    sets: ['finance'],
  },
  afps: {
    name: 'Applications for payment',
    description: 'What suppliers apply to be paid.',
    sets: ['finance'],
  },
  'billing-checks': {
    name: 'Billing checks',
    description:
      'What does not fit between timesheets, invoices and what belongs to them; of the last four full weeks unless asked for others.',
    sets: ['finance'],
  },
  'credit-notes': {
    name: 'Credit notes',
    description: 'What is taken off invoices.',
    sets: ['finance'],
  },
  assignments: {
    name: 'Assignments',
    description: 'Who works where, for whom, at what rates.',
    sets: ['recruitment', 'workforce'],
  },
  clearances: {
    name: 'Clearances',
    description: 'Who may be on site on a day, and until when.',
    sets: ['recruitment', 'workforce'],
  },
  trades: {
    name: 'Trades',
    description: 'What companies hire for.',
    sets: ['recruitment', 'workforce'],
  },
  rates: {
    name: 'Rates',
    description: 'What a trade is paid and charged at.',
    sets: ['finance', 'recruitment'],
  },
  'purchase-orders': {
    name: 'Purchase orders',
    description: 'What may be spent with a supplier.',
    sets: ['finance'],
  },
  events: {
    name: 'Feeds',
    description: 'What has happened and what has changed, in order, from a cursor.',
    sets: [],
  },
}
const aliases: Record<string, string> = { changes: 'events' }
const reference: Chapter = {
  name: 'Reference lists',
  description: 'Lists that records refer to; any valid key may read them.',
  sets: toolsets,
}

const firstWord = ({ path }: Operation) => path.split('/')[1]!

const named = (operation: Operation): Chapter | undefined => {
  const first = firstWord(operation)
  return operation.topic ? reference : chapters[aliases[first] ?? first]
}

/** The chapter an operation belongs to: that of its path's first word. */
export const chapterOf = (operation: Operation): Chapter =>
  named(operation) ?? {
    name: firstWord(operation),
    description: `Operations under /${firstWord(operation)}.`,
    sets: [],
  }

/** Words of the tables that no path begins with. */
export function chaptersOfNothing(operations: readonly Operation[]): string[] {
  const first = new Set(operations.map(firstWord))
  return [...Object.keys(chapters), ...Object.keys(aliases)].filter(word => !first.has(word))
}

/** Operations whose chapter was forgotten. */
export const inNoChapter = (operations: readonly Operation[]): Operation[] =>
  operations.filter(operation => !named(operation))
