// Whether a changed source still passes the type checker: what does not would never have been merged.
import { dirname, join } from 'node:path'
import ts from '../../test/node_modules/typescript5/lib/typescript.js'

export type Types = {
  tree(file: string): ts.SourceFile
  checker(): ts.TypeChecker
  accept(file: string, text: string): boolean
}

export function typesOf(root: string, files: readonly string[]): Types {
  const config = join(root, 'tsconfig.json')
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    dirname(config),
  )
  const changes = new Map<string, { text: string; version: number }>()
  const text = (file: string) => changes.get(file)?.text ?? ts.sys.readFile(file)
  const service = ts.createLanguageService({
    // What is left over after a change is no mistake of its own.
    getCompilationSettings: () => ({ ...options, noUnusedLocals: false, allowUnreachableCode: true }),
    getScriptFileNames: () => files.map(file => join(root, file)),
    getScriptVersion: file => String(changes.get(file)?.version ?? 0),
    getScriptSnapshot: file => {
      const found = text(file)
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    readFile: ts.sys.readFile,
    fileExists: ts.sys.fileExists,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
  })
  const set = (path: string, to: string) =>
    changes.set(path, { text: to, version: (changes.get(path)?.version ?? 0) + 1 })
  return {
    tree: file => service.getProgram()!.getSourceFile(join(root, file))!,
    checker: () => service.getProgram()!.getTypeChecker(),
    accept(file, changed) {
      const path = join(root, file)
      const before = text(path)!
      set(path, changed)
      const wrong =
        service.getSyntacticDiagnostics(path).length > 0 || service.getSemanticDiagnostics(path).length > 0
      set(path, before)
      return !wrong
    },
  }
}
