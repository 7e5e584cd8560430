// Refuses SQL wherever the database is not spoken to.
import ts from '../test/node_modules/typescript5/lib/typescript.js'
import { roomOf } from './rooms.ts'

const places = ['store', 'database', 'postgres', 'embedded']
const statement =
  /^\s*(?:select|insert into|update \w+ set|delete from|with \w+ as|(?:create|alter|drop) table)\b/i

/** Statements in a file of another room, each with its line. */
export function sqlIn(path: string, tree: ts.SourceFile): string[] {
  if (places.includes(roomOf(path))) return []
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isSql(node, tree)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
      found.push(`${path}:${line} has SQL; give src/store a function that says what it is for`)
    } else ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function isSql(node: ts.Node, tree: ts.SourceFile): boolean {
  if (ts.isTaggedTemplateExpression(node)) return node.tag.getText(tree) === 'sql'
  if (ts.isStringLiteralLike(node))
    return statement.test(node.text) && / (?:from|into|set|table|1)\b/i.test(node.text)
  return ts.isTemplateExpression(node) && statement.test(node.head.text)
}
