// Mutants of TypeScript, from its syntax tree: small slips that a programmer might make or a merge might leave.
// The tree and the types come from TypeScript 5, which the tests bring along: version 7 has no stable interface yet.
import ts from '../../test/node_modules/typescript5/lib/typescript.js'
import { distinct, type Edit, type Mutant, mutantOf } from './mutant.ts'

const { SyntaxKind } = ts

const swapped: Readonly<Record<string, readonly string[]>> = {
  '&&': ['||'],
  '||': ['&&'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '>>': ['<<'],
  '+=': ['-='],
  '-=': ['+='],
}

const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  flatMap: 'map',
}

/** Calls that give back something of the kind they were made on, so that it can stand in for them. */
const passing = ['filter', 'replace', 'replaceAll', 'trim', 'slice', 'sort', 'reverse', 'toLowerCase']

export function codeMutants(file: string, tree: ts.SourceFile, checker: ts.TypeChecker): Mutant[] {
  const found: Mutant[] = []
  const visit = (node: ts.Node, within: string): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    const inside = nameOf(node) ?? within
    for (const edit of editsAt(node, tree, checker)) found.push(mutantOf(file, tree.text, edit, inside))
    ts.forEachChild(node, child => visit(child, inside))
  }
  visit(tree, '')
  return distinct(found)
}

function nameOf(node: ts.Node): string | undefined {
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isVariableDeclaration(node)
  return named && node.name && ts.isIdentifier(node.name) ? node.name.text : undefined
}

function editsAt(node: ts.Node, tree: ts.SourceFile, checker: ts.TypeChecker): Edit[] {
  const to = (text: string, over: ts.Node = node): Edit => ({
    start: over.getStart(tree),
    end: over.getEnd(),
    text,
  })
  return [
    ...conditions(node).map(condition => to(negated(condition, tree), condition)),
    ...operators(node, tree, to),
    ...calls(node, tree, to),
    ...literals(node, tree).map(text => to(text)),
    ...entries(node, tree),
    ...(isRemovable(node) ? [to('{}')] : []),
    ...results(node).flatMap(result => trivial(result, checker, tree).map(text => to(text, result))),
  ]
}

type To = (text: string, over?: ts.Node) => Edit

/** Those that are no comparison: the opposite of one comes with its operator. */
function conditions(node: ts.Node): ts.Expression[] {
  const all =
    ts.isIfStatement(node) || ts.isWhileStatement(node)
      ? [node.expression]
      : ts.isConditionalExpression(node)
        ? [node.condition]
        : []
  return all.filter(each => !ts.isBinaryExpression(each) || /^(&&|\|\|)$/.test(each.operatorToken.getText()))
}

function negated(node: ts.Expression, tree: ts.SourceFile): string {
  const isNot = ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken
  return isNot ? node.operand.getText(tree) : `!(${node.getText(tree)})`
}

function operators(node: ts.Node, tree: ts.SourceFile, to: To): Edit[] {
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const text = node.getText(tree)
    if (node.operator === SyntaxKind.ExclamationToken) return [to(node.operand.getText(tree))]
    if (node.operator === SyntaxKind.PlusPlusToken) return [to(text.replace('++', '--'))]
    return []
  }
  if (!ts.isBinaryExpression(node)) return []
  const sign = node.operatorToken.getText(tree)
  if (sign === '??') return [to(node.left.getText(tree)), to(node.right.getText(tree))]
  return (swapped[sign] ?? []).map(other => to(other, node.operatorToken))
}

function calls(node: ts.Node, tree: ts.SourceFile, to: To): Edit[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  const { name, expression } = node.expression
  const other = methods[name.text]
  return [
    ...(other ? [to(other, name)] : []),
    ...(passing.includes(name.text) ? [to(expression.getText(tree))] : []),
  ]
}

function literals(node: ts.Node, tree: ts.SourceFile): string[] {
  if (node.kind === SyntaxKind.TrueKeyword) return ['false']
  if (node.kind === SyntaxKind.FalseKeyword) return ['true']
  if (ts.isNumericLiteral(node)) return [Number(node.text) + 1, Number(node.text) - 1].map(n => `(${n})`)
  if (ts.isRegularExpressionLiteral(node)) return expressions(node.text)
  if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent)) return ["''"]
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return []
  const isName =
    (ts.isPropertyAssignment(node.parent) || ts.isPropertySignature(node.parent)) && node.parent.name === node
  return isName || node.getText(tree).startsWith('`') ? [] : [node.text === '' ? "'x'" : "''"]
}

/** Without an anchor, without a flag, or with letters in either case. */
function expressions(text: string): string[] {
  const end = text.lastIndexOf('/')
  const [pattern, flags] = [text.slice(1, end), text.slice(end + 1)]
  const hasLetters = /[a-z]/i.test(pattern.replace(/\\./g, ''))
  return [
    ...(pattern.startsWith('^') ? [`/${pattern.slice(1)}/${flags}`] : []),
    ...(/[^\\]\$$/.test(pattern) ? [`/${pattern.slice(0, -1)}/${flags}`] : []),
    ...[...flags].map(flag => `/${pattern}/${flags.replace(flag, '')}`),
    ...(hasLetters && !flags.includes('i') ? [`/${pattern}/${flags}i`] : []),
  ]
}

/** Lists and objects with one entry less. */
function entries(node: ts.Node, tree: ts.SourceFile): Edit[] {
  const list = ts.isArrayLiteralExpression(node)
    ? node.elements
    : ts.isObjectLiteralExpression(node)
      ? node.properties
      : undefined
  return (list ?? []).map((entry, index) => {
    const next = list![index + 1]
    const end = next ? next.getStart(tree) : entry.getEnd()
    const before = index > 0 && !next ? list![index - 1]!.getEnd() : entry.getStart(tree)
    return { start: before, end, text: '' }
  })
}

/** Statements that something follows or that change something; not the last `return` of a function. */
function isRemovable(node: ts.Node): boolean {
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) return true
  if (ts.isBreakStatement(node) || ts.isContinueStatement(node)) return true
  if (!ts.isReturnStatement(node)) return false
  const body = node.parent
  return !(ts.isBlock(body) && ts.isFunctionLike(body.parent))
}

function results(node: ts.Node): ts.Expression[] {
  if (ts.isReturnStatement(node) && node.expression) return [node.expression]
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? [node.body] : []
}

/** Values of the same type that say nothing. */
function trivial(result: ts.Expression, checker: ts.TypeChecker, tree: ts.SourceFile): string[] {
  const type = checker.getTypeAtLocation(result)
  const of = (flag: ts.TypeFlags) => (type.flags & flag) !== 0
  const own = ts.isStringLiteral(result) ? `'${result.text}'` : result.getText(tree)
  const values = of(ts.TypeFlags.BooleanLike | ts.TypeFlags.Boolean)
    ? ['true', 'false']
    : of(ts.TypeFlags.StringLike)
      ? ["''"]
      : of(ts.TypeFlags.NumberLike)
        ? ['(0)', '(1)']
        : checker.isArrayType(type)
          ? ['[]']
          : ['undefined']
  return values.filter(value => value !== own)
}
