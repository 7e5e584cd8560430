// Smaller sets of tools, by path, for assistants that do one kind of work.
import { toolsets } from '../api/toolsets.ts'
import type { Operation } from '../kernel/operation/operation.ts'

/** In every set: who am I, and what is there. */
const everywhere = ['me', 'metadata']

/** Words whose operations are in no set. */
const onlyInAll = ['events', 'changes']

export type Toolset = (operation: Operation) => boolean

export const toolsetNames = Object.keys(toolsets)

/** The set of tools at a path; undefined where there is none. */
export function toolsetAt(path: string): Toolset | undefined {
  if (path === '/mcp') return () => true
  if (path === '/mcp/readonly') return ({ method }) => method === 'GET'
  const called = /^\/mcp\/x\/(\w+)$/.exec(path)?.[1] ?? ''
  const words = Object.hasOwn(toolsets, called) ? toolsets[called] : undefined
  return words && (operation => [...everywhere, ...words].includes(operation.path.split('/')[1]!))
}

/** Words of the sets that no path begins with. */
export function toolsetsOfNothing(operations: readonly Operation[]): string[] {
  const first = new Set(operations.map(({ path }) => path.split('/')[1]!))
  return [...new Set(Object.values(toolsets).flat())].filter(word => !first.has(word))
}

/** Operations that are in no set, and not declared to be in none. */
export const inNoToolset = (operations: readonly Operation[]): Operation[] =>
  operations.filter(({ path }) => {
    const first = path.split('/')[1]!
    return ![...everywhere, ...onlyInAll, ...Object.values(toolsets).flat()].includes(first)
  })
