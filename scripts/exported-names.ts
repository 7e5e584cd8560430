// What a file exports under a name of its own: types, and functions.
import ts from '../test/node_modules/typescript5/lib/typescript.js'

/** Those that the file declares, and not what it hands on from another. */
export function exportedNames(tree: ts.SourceFile): { types: Set<string>; functions: Set<string> } {
  const types = new Set<string>()
  const functions = new Set<string>()
  for (const statement of tree.statements) {
    if (ts.isExportDeclaration(statement)) {
      if (statement.isTypeOnly && !statement.moduleSpecifier)
        for (const { name } of (statement.exportClause as ts.NamedExports).elements) types.add(name.text)
    } else if (isExported(statement)) {
      if (
        ts.isTypeAliasDeclaration(statement) ||
        ts.isInterfaceDeclaration(statement) ||
        ts.isClassDeclaration(statement)
      )
        types.add(statement.name!.text)
      if (ts.isFunctionDeclaration(statement)) functions.add(statement.name!.text)
      if (ts.isVariableStatement(statement))
        for (const { name, initializer } of statement.declarationList.declarations)
          if (initializer && isFunction(initializer)) functions.add(name.getText(tree))
    }
  }
  return { types, functions }
}

const isExported = (statement: ts.Statement) =>
  ts.canHaveModifiers(statement) &&
  !!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const isFunction = (value: ts.Expression) => ts.isArrowFunction(value) || ts.isFunctionExpression(value)
