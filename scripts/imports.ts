// Holds src, demo, portal and test to the rules that need only the text of a file: who may import whom (scripts/rooms.ts),
// and the others of scripts/rules.ts.
import './one-line-errors.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from '../test/node_modules/typescript5/lib/typescript.js'
import { circlesIn } from './circles.ts'
import { exportedNames } from './exported-names.ts'
import { longFunctionsIn } from './function-lengths.ts'
import { recordNamesIn } from './record-names.ts'
import {
  isPortalFile,
  mayImport,
  misplacedRooms,
  portalMayImport,
  portalRooms,
  roomOf,
  rooms,
} from './rooms.ts'
import { broken, type Rule } from './rules.ts'
import { sqlIn } from './sql-places.ts'
import { Exports } from './unused-exports.ts'

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const [src, demo, portal, test] = ['src', 'demo', 'portal', 'test'].map(name => join(root, name)) as [
  string,
  string,
  string,
  string,
]

const problems = misplacedRooms.map(each => broken('rooms', each))
const refuse = (rule: Rule, faults: readonly string[]) =>
  problems.push(...faults.map(each => broken(rule, each)))
/** What each file imports as it is loaded. */
const imports = new Map<string, string[]>()
const imported = new Set<string>()
const typeFiles = new Map<string, string[]>()
const functionFiles = new Map<string, string[]>()
const exports = new Exports()

for (const folder of [src, demo, portal, test])
  for (const file of sourcesIn(folder)) checkFile(folder, file, readFileSync(file, 'utf8'))
for (const [rule, kind, files] of [
  ['type-names', 'type', typeFiles],
  ['function-names', 'function', functionFiles],
] as const)
  for (const [name, all] of files)
    if (all.length > 1)
      refuse(rule, [`${all.toSorted().join(', ')} each export a ${kind} ${name.split(' ').at(-1)}`])
for (const circle of circlesIn(imports)) refuse('circles', [`${circle.join(', ')} import one another`])
for (const file of ['scripts', 'bench', 'sdk'].flatMap(folder => sourcesIn(join(root, folder)))) {
  const text = readFileSync(file, 'utf8')
  noteImports(file, text)
  exports.noteTaken(file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
}
checkListed()
checkExports()

function sourcesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => !file.includes('/node_modules/'))
}

/** As scripts/rooms.ts has it: from src, and from the root where it lies beside src. */
function pathOf(file: string): string {
  return relative(file.startsWith(join(src, '/')) ? src : root, file)
}

function checkFile(folder: string, file: string, text: string): void {
  const path = pathOf(file)
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  if (!/^(#!.*\n)?(\/\/|\/\*\*) \S/.test(text))
    refuse('first-sentence', [`${path} does not begin with a sentence that says what it is for`])
  refuse('function-lengths', longFunctionsIn(path, tree, folder === test ? 120 : 70))
  exports.noteTaken(file, tree)
  if (folder === test) return
  noteImports(file, text)
  const targets = text.matchAll(/^(?:import |(?:import|export)\b[^'"]*?from )'(\.[^']+)'/gm)
  imports.set(
    relative(root, file),
    [...targets].map(([, target]) => relative(root, resolve(dirname(file), target!))),
  )
  const { types, functions, values } = exportedNames(tree)
  if (!path.endsWith('.d.ts')) exports.noteGiven(file, new Set([...types, ...functions, ...values]))
  if (folder === src) for (const name of types) noted(typeFiles, name, path)
  // The portal is a program of its own: what it calls as the server does is no second meaning.
  if (folder !== demo && !path.endsWith('.d.ts'))
    for (const name of functions) noted(functionFiles, `${relative(root, folder)} ${name}`, path)
  if (folder === portal) checkPortalRoom(file, path, text)
  else checkRoom(file, path, text, tree)
}

/** A thread is begun by its address. */
function noteImports(file: string, text: string): void {
  for (const [, target] of text.matchAll(/(?:^import |from |\bimport\(|\bURL\()'(\.[^']+)'/gm))
    imported.add(resolve(dirname(file), target!))
}

function noted(files: Map<string, string[]>, name: string, path: string): void {
  files.set(name, [...(files.get(name) ?? []), path])
}

/** What a file imports, now or later; of types alone, or not. */
function importsIn(file: string, text: string): { other: string; isType: boolean }[] {
  const found = text.matchAll(
    /(?:^import |^(?:import|export)\b( type\b)?[^'"]*?from |\bimport\()'(\.[^']+)'/gm,
  )
  return [...found].map(([, type, target]) => ({
    other: resolve(dirname(file), target!),
    isType: type !== undefined,
  }))
}

function checkPortalRoom(file: string, path: string, text: string): void {
  const [, room, ...rest] = path.split('/')
  if (rest.length > 0 && !portalRooms[room!])
    refuse('rooms', [`portal/${room} is not described in scripts/rooms.ts`])
  for (const { other, isType } of importsIn(file, text))
    if (!portalMayImport(path, relative(root, other), isType))
      refuse('rooms', [`${path} may not import ${isType ? 'types of ' : ''}${relative(root, other)}`])
}

function checkRoom(file: string, path: string, text: string, tree: ts.SourceFile): void {
  const room = roomOf(path)
  checkDescribed(path)
  for (const { other } of importsIn(file, text))
    if (rooms[room] && !mayImport(path, pathOf(other)))
      refuse('rooms', [`${path} may not import ${pathOf(other)}`])
  if (isPortalFile(path))
    for (const { other, isType } of importsIn(file, text))
      if (!portalMayImport(path, relative(root, other), isType))
        refuse('rooms', [`${path} runs in a browser too, and may not import ${pathOf(other)}`])
  if (/process\.env\b/.test(text) && !['settings', 'cli', 'postgres'].includes(room))
    refuse('environment', [`${path} reads process.env`])
  if (/as unknown as Reach\b|as Reach\b/.test(text) && path !== 'access/reach.ts')
    refuse('reach', [`${path} makes a Reach`])
  if (/(^|\/)(utils?|helpers?|common)\.ts$/.test(path))
    refuse('file-names', [`${path}: name a file after what it holds`])
  refuse('record-names', recordNamesIn(path, tree))
  refuse('sql', sqlIn(path, tree))
}

/** A room and its folders say what they are for. */
function checkDescribed(path: string): void {
  const [room, folder, ...rest] = path.split('/')
  const known = rooms[room!]
  if (!known) refuse('rooms', [`${path} is in no room of scripts/rooms.ts`])
  else if (rest.length > 0 && !known.folders?.[folder!])
    refuse('rooms', [`${room}/${folder} is not described in scripts/rooms.ts`])
}

/** What is declared and not listed would simply not be there. */
function checkListed(): void {
  if (!existsSync(join(src, 'cli/main.ts'))) return
  for (const file of sourcesIn(src)) {
    const path = pathOf(file)
    if (imported.has(file) || path === 'cli/main.ts' || path.endsWith('.d.ts')) continue
    const advice = path.startsWith('api/')
      ? 'list its operations and its record type in src/api/index.ts'
      : /^tables\/.*-format\.ts$/.test(path)
        ? 'list its format in src/tables/export-formats.ts'
        : 'import it where it is needed, or remove it'
    refuse('listed', [`${path} is imported by nobody: ${advice}`])
  }
}

/** What no other file imports is nobody else's business. */
function checkExports(): void {
  if (!existsSync(join(src, 'cli/main.ts'))) return
  for (const { file, name } of exports.unused())
    refuse('exports', [`${relative(root, file)} exports ${name}, which no other file imports`])
}

if (problems.length > 0) {
  process.stderr.write(`${[...new Set(problems)].join('\n')}\n`)
  process.exit(1)
}
