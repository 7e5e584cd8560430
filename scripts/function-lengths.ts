// Refuses functions that nobody can hold in mind.
import ts from '../test/node_modules/typescript5/lib/typescript.js'

/** The functions of a file that have more lines than that, each with its line; what is inside one counts as part of it. */
export function longFunctionsIn(path: string, tree: ts.SourceFile, longest: number): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const lines = ts.isFunctionLike(node) && 'body' in node && node.body ? linesOf(node, tree) : undefined
    if (lines && lines.count > longest)
      found.push(`${path}:${lines.first} is a function of ${lines.count} lines; cut it by what it does`)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function linesOf(node: ts.Node, tree: ts.SourceFile): { first: number; count: number } {
  const [first, last] = [node.getStart(tree), node.getEnd()].map(
    at => tree.getLineAndCharacterOfPosition(at).line,
  ) as [number, number]
  return { first: first + 1, count: last - first + 1 }
}
