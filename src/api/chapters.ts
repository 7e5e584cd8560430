// The chapters that operations are told in, by the first word of their paths.
import type { Operation } from '../kernel/operation/operation.ts'

export type Chapter = { name: string; description: string }

const chapters: Record<string, Chapter> = {
  me: { name: 'Key', description: 'What the key that is calling is, may do and has used.' },
  sites: { name: 'Sites', description: 'Where the work of projects is done.' },
  companies: {
    name: 'Companies',
    description: 'Hiring companies, their tags, their users and what they ask of workers.',
  },
  projects: { name: 'Projects', description: 'Projects and the agencies that supply them.' },
  expenses: { name: 'Expenses', description: 'What workers claim besides their hours.' },
  requisitions: {
    name: 'Requisitions',
    description: 'Requests for workers, from raised to filled, and figures on how recruitment goes.',
  },
  workers: { name: 'Workers', description: 'People and their documents.' },
  timesheets: { name: 'Timesheets', description: 'What a worker did in a week, and what it pays and costs.' },
  invoices: { name: 'Invoices', description: 'What suppliers charge for weeks of work.' },
  afps: { name: 'Applications for payment', description: 'What suppliers apply to be paid.' },
  'billing-checks': {
    name: 'Billing checks',
    description:
      'What does not fit between timesheets, invoices and what belongs to them; of the last four full weeks unless asked for others.',
  },
  'credit-notes': { name: 'Credit notes', description: 'What is taken off invoices.' },
  assignments: { name: 'Assignments', description: 'Who works where, for whom, at what rates.' },
  clearances: {
    name: 'Clearances',
    description: 'Who may be on site on a day, and until when.',
  },
  trades: { name: 'Trades', description: 'What companies hire for.' },
  rates: { name: 'Rates', description: 'What a trade is paid and charged at.' },
  'purchase-orders': { name: 'Purchase orders', description: 'What may be spent with a supplier.' },
  events: { name: 'Feeds', description: 'What has happened and what has changed, in order, from a cursor.' },
}
const aliases: Record<string, string> = { changes: 'events' }
const reference: Chapter = {
  name: 'Reference lists',
  description: 'Lists that records refer to; any valid key may read them.',
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
  }

/** Words of the tables that no path begins with. */
export function chaptersOfNothing(operations: readonly Operation[]): string[] {
  const first = new Set(operations.map(firstWord))
  return [...Object.keys(chapters), ...Object.keys(aliases)].filter(word => !first.has(word))
}

/** Operations whose chapter was forgotten. */
export const inNoChapter = (operations: readonly Operation[]): Operation[] =>
  operations.filter(operation => !named(operation))
