// From a method and a path to an operation. Built from the list of operations; an empty segment is a missing
// id, so that it can be refused as one.

import { methodNotAllowed, Problem } from '../errors/problem.ts'
import type { RouteMatch } from '../kernel/call/call.ts'
import type { Operation } from '../kernel/operation/operation.ts'

type RouteDeclaration = Pick<Operation, 'path'> & { method: string }
type Branch<O> = {
  exact: Map<string, Branch<O>>
  any?: { name: string; branch: Branch<O> }
  operations: O[]
}

const emptyBranch = <O>(): Branch<O> => ({ exact: new Map(), operations: [] })

export type RoutesTo<O> = (method: string, path: string) => { operation: O; path: RouteMatch['path'] }
export type Routes = RoutesTo<Operation>

/** Those of the API: `totals` at the end of a path is no id, also where there are none to ask for. */
export const apiRoutes = (operations: readonly Operation[]): Routes => routesOf(operations, ['totals'])

/** `noIds` are words that name no record at the end of a path. */
export function routesOf<O extends RouteDeclaration>(
  operations: readonly O[],
  noIds: readonly string[] = [],
): RoutesTo<O> {
  const root = emptyBranch<O>()
  for (const operation of operations) plant(root, operation)
  return (method, path) => {
    const segments = path.split('/').slice(1)
    const found = walk(root, segments, {})
    if (!found || (noIds.includes(segments.at(-1)!) && found.branch.operations[0]!.path.endsWith('}')))
      throw new Problem(
        'NOT_FOUND',
        `There is no ${path.slice(0, 200)} here; openapi.json at the root of the API lists what there is`,
      )
    const operation = found.branch.operations.find(known => known.method === method)
    if (operation) return { operation, path: found.path }
    const allow = found.branch.operations.map(known => known.method).join(', ')
    throw methodNotAllowed(method, allow)
  }
}

function plant<O extends RouteDeclaration>(root: Branch<O>, operation: O): void {
  let branch = root
  for (const segment of operation.path.split('/').slice(1)) {
    const parameter = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (parameter) {
      branch.any ??= { name: parameter, branch: emptyBranch() }
      branch = branch.any.branch
    } else {
      const next = branch.exact.get(segment) ?? emptyBranch()
      branch.exact.set(segment, next)
      branch = next
    }
  }
  branch.operations.push(operation)
}

type BranchMatch<O> = { branch: Branch<O>; path: Record<string, string> }

function walk<O>(
  branch: Branch<O>,
  segments: readonly string[],
  path: Record<string, string>,
): BranchMatch<O> | undefined {
  const [segment, ...rest] = segments
  if (segment === undefined) return branch.operations.length > 0 ? { branch, path } : undefined
  const exact = branch.exact.get(segment)
  const found = exact && walk(exact, rest, path)
  if (found || !branch.any) return found
  return walk(branch.any.branch, rest, { ...path, [branch.any.name]: decoded(segment) })
}

/** A segment that cannot be decoded stays as it is, and is refused as an id. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
