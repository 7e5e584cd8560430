// Smaller sets of tools, by path, for assistants that do one kind of work.
import { chapterOf, toolsets } from '../api/chapters.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { metadataPath } from './metadata.ts'

export type Toolset = (operation: Operation) => boolean

export const toolsetNames: readonly string[] = toolsets

/** The set of tools at a path; undefined where there is none. The tool that describes the others is in each. */
export function toolsetAt(path: string): Toolset | undefined {
  if (path === '/mcp') return () => true
  if (path === '/mcp/readonly') return ({ method }) => method === 'GET'
  const set = toolsets.find(name => path === `/mcp/x/${name}`)
  return set && (operation => operation.path === metadataPath || chapterOf(operation).sets.includes(set))
}
