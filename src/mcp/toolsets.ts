// Smaller sets of tools, by path, for assistants that do one kind of work.
import type { Operation } from '../kernel/operation/operation.ts'

const sets: Record<string, readonly string[]> = {
  finance: [
    'timesheets',
    'expenses',
    'invoices',
    'afps',
    'credit-notes',
    'purchase-orders',
    'rates',
    'projects',
  ],
  recruitment: ['requisitions', 'workers', 'trades', 'rates', 'assignments', 'projects', 'sites'],
  workforce: ['workers', 'assignments', 'timesheets', 'expenses', 'sites', 'projects', 'companies', 'trades'],
}

/** In every set: who am I, and what is there. */
const everywhere = ['me', 'metadata']

export type Toolset = (operation: Operation) => boolean

export const toolsetNames = Object.keys(sets)

/** The set that a path asks for; nothing where there is none. */
export function toolsetAt(path: string): Toolset | undefined {
  if (path === '/mcp') return () => true
  if (path === '/mcp/readonly') return ({ method }) => method === 'GET'
  const called = /^\/mcp\/x\/(\w+)$/.exec(path)?.[1] ?? ''
  const words = Object.hasOwn(sets, called) ? sets[called] : undefined
  return words && (operation => [...everywhere, ...words].includes(operation.path.split('/')[1]!))
}
