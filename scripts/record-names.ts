// Refuses the names of record types in code that is about records of any type.
import { recordTypes } from '../src/api/index.ts'
import { snake } from '../src/shape/stored.ts'
import ts from '../test/node_modules/typescript5/lib/typescript.js'
import { roomOf, rooms } from './rooms.ts'

/** What may name a type all the same. */
const exceptions = [
  /** Whether two people are one is asked of workers, and of nothing else. */
  'store/people/',
  /** What is worked out again is of bills, of orders and of how workers stand, and its kinds are called after these. */
  'store/checks/',
  /** PostgreSQL has connections and workers of its own. */
  'database/',
  'embedded/',
  /** Node calls a thread a worker. */
  'body/decoder.ts',
]

/** Keys are of companies or of agencies, so these are kinds of callers wherever they are quoted. */
const kinds = ['company', 'agency']
/** Words that mean other things, too: these are refused only as strings and as tables. */
const ordinary = [
  ...kinds,
  'activity',
  'connection',
  'permission',
  'project',
  'rate',
  'region',
  'role',
  'sector',
  'site',
  'tag',
  'trade',
  'user',
]

const types = recordTypes.map(({ type }) => type)
const certain = types.filter(type => !ordinary.includes(type))
const quoted = new Set([...types.filter(type => !kinds.includes(type)), ...certain.map(type => `${type}s`)])
const inIdentifier = new RegExp(
  certain.map(type => `${type}|${type[0]!.toUpperCase()}${type.slice(1)}`).join('|'),
)
const asTable = new RegExp(
  `\\b(?:from|join|into|update|table)\\s+(${types.map(snake).join('|')})(?:_text)?\\b`,
)

/** The names that a file of `src` should not have, each with its line. */
export function recordNamesIn(path: string, tree: ts.SourceFile): string[] {
  if (!rooms[roomOf(path)]?.anyRecord || exceptions.some(each => path.startsWith(each))) return []
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const name = nameAt(node, tree)
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
    if (name !== undefined)
      found.push(
        `${path}:${line} names the record type ${name}; let its declaration say what is needed here` +
          (ts.isIdentifier(node) ? ', or say in scripts/record-names.ts that the word is ordinary' : ''),
      )
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function nameAt(node: ts.Node, tree: ts.SourceFile): string | undefined {
  if (ts.isIdentifier(node)) return inIdentifier.exec(node.text)?.[0]
  if (ts.isStringLiteralLike(node)) return quoted.has(node.text) ? node.text : undefined
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText(tree) !== 'sql') return undefined
  return asTable.exec(node.template.getText(tree))?.[1]
}
