// What a file exports and no other file imports.
import { dirname, resolve } from 'node:path'
import ts from '../test/node_modules/typescript5/lib/typescript.js'

/** Stands for every name of a file. */
const everything = '*'

/** Notes what files take from one another, and says what nobody takes. */
export class Exports {
  #taken = new Map<string, Set<string>>()
  #given = new Map<string, string[]>()

  /** What `tree` imports by name; as a whole, or later, it takes everything. */
  noteTaken(file: string, tree: ts.SourceFile): void {
    const take = (module: ts.Node | undefined, names: readonly string[]) => {
      if (!module || !ts.isStringLiteral(module) || !module.text.startsWith('.')) return
      const from = resolve(dirname(file), module.text)
      for (const name of names) this.#taken.set(from, (this.#taken.get(from) ?? new Set()).add(name))
    }
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
        take(node.moduleSpecifier, namesIn(node))
      if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
        take(node.arguments[0], [everything])
      // What is added to a file's own type stands for taking it.
      if (ts.isModuleDeclaration(node)) take(node.name, [everything])
      if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
        take(node.argument.literal, [everything])
      ts.forEachChild(node, visit)
    }
    visit(tree)
  }

  noteGiven(file: string, names: Iterable<string>): void {
    this.#given.set(file, [...names])
  }

  unused(): { file: string; name: string }[] {
    return [...this.#given].flatMap(([file, names]) => {
      const taken = this.#taken.get(file) ?? new Set()
      if (taken.has(everything)) return []
      return names.filter(name => !taken.has(name)).map(name => ({ file, name }))
    })
  }
}

function namesIn(node: ts.ImportDeclaration | ts.ExportDeclaration): string[] {
  const named = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause
  if (named && (ts.isNamedImports(named) || ts.isNamedExports(named)))
    return named.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
  return ts.isImportDeclaration(node) && !named ? [] : [everything]
}
