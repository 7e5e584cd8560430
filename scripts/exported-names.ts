// What a file exports under a name of its own: types, functions and other values.
import ts from '../test/node_modules/typescript5/lib/typescript.js'

/** Those that the file declares, and not what it hands on from another. */
export function exportedNames(tree: ts.SourceFile): Record<'types' | 'functions' | 'values', Set<string>> {
  const types = new Set<string>()
  const functions = new Set<string>()
  const values = new Set<string>()
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
          for (const each of boundNames(name))
            (initializer && isFunction(initializer) ? functions : values).add(each)
    }
  }
  return { types, functions, values }
}

const boundNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap(element => (ts.isBindingElement(element) ? boundNames(element.name) : []))

const isExported = (statement: ts.Statement) =>
  ts.canHaveModifiers(statement) &&
  !!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const isFunction = (value: ts.Expression) => ts.isArrowFunction(value) || ts.isFunctionExpression(value)
