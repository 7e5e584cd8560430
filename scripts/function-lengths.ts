// Refuses functions of more than seventy lines.
import ts from '../test/node_modules/typescript5/lib/typescript.js'

const longest = 70

/** The functions of a file of `src` that are too long, each with its line; what is inside one counts as part of it. */
export function longFunctionsIn(path: string, text: string): string[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
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
