// Holds src, demo and portal to the rules that need only the text of a file: who may import whom (scripts/rooms.ts), and the
// others of scripts/rules.ts.
import './one-line-errors.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { circlesIn } from './circles.ts'
import { longFunctionsIn } from './function-lengths.ts'
import { recordNamesIn } from './record-names.ts'
import { mayImport, misplacedRooms, roomOf, rooms } from './rooms.ts'
import { broken } from './rules.ts'

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const src = join(root, 'src')
const demo = join(root, 'demo')
const portal = join(root, 'portal')

const problems = misplacedRooms.map(each => broken('rooms', each))
/** What each file imports as it is loaded. */
const imports = new Map<string, string[]>()
const imported = new Set<string>()
/** The files of src that export a type, by its name. */
const typeFiles = new Map<string, string[]>()

for (const folder of [src, demo, portal])
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    const targets = text.matchAll(/^(?:import |(?:import|export)\b[^'"]*?from )'(\.[^']+)'/gm)
    imports.set(
      relative(root, file),
      [...targets].map(([, target]) => relative(root, resolve(dirname(file), target!))),
    )
    if (folder === src)
      for (const name of exportedTypes(text))
        typeFiles.set(name, [...(typeFiles.get(name) ?? []), pathOf(file)])
    if (folder !== portal) checkFile(file, pathOf(file), text)
  }
for (const [name, files] of typeFiles)
  if (files.length > 1)
    problems.push(broken('type-names', `${files.toSorted().join(', ')} each export a type ${name}`))
for (const circle of circlesIn(imports))
  problems.push(broken('circles', `${circle.join(', ')} import one another`))

// What is declared and not listed would simply not be there.
if (existsSync(join(src, 'api/index.ts')))
  for (const name of readdirSync(join(src, 'api')))
    if (name.endsWith('.ts') && !imported.has(join(src, 'api', name)))
      problems.push(
        broken(
          'listed',
          `api/${name} is imported by nobody: list its operations and its record type in src/api/index.ts`,
        ),
      )

/** As scripts/rooms.ts has it: from src, and from the root where it lies beside src. */
function pathOf(file: string): string {
  return relative(file.startsWith(join(src, '/')) ? src : root, file)
}

/** Those that a text declares, and not the source that it writes in a template. */
function exportedTypes(text: string): Set<string> {
  const own = text.replace(/`(?:[^`\\]|\\.)*`/gs, '')
  const found = own.matchAll(/^export (?:abstract )?(?:type|interface|class) (\w+)/gm)
  const together = [...own.matchAll(/^export type \{([^}]*)\}(?! from)/gm)]
    .flatMap(([, names]) => names!.split(','))
    .map(name => name.trim().split(' as ').at(-1)!)
  return new Set([...[...found].map(([, name]) => name!), ...together.filter(name => name !== '')])
}

function checkFile(file: string, path: string, text: string): void {
  const room = roomOf(path)
  checkListed(path)
  for (const [, target] of text.matchAll(
    /(?:^import |^(?:import|export)\b[^'"]*?from |\bimport\()'(\.[^']+)'/gm,
  )) {
    const other = resolve(dirname(file), target!)
    imported.add(other)
    if (rooms[room] && !mayImport(path, pathOf(other)))
      problems.push(broken('rooms', `${path} may not import ${pathOf(other)}`))
  }
  if (/process\.env\b/.test(text) && !['settings', 'cli', 'postgres'].includes(room))
    problems.push(broken('environment', `${path} reads process.env`))
  if (/as unknown as Reach\b|as Reach\b/.test(text) && path !== 'access/reach.ts')
    problems.push(broken('reach', `${path} makes a Reach`))
  if (/(^|\/)(utils?|helpers?|common)\.ts$/.test(path))
    problems.push(broken('file-names', `${path}: name a file after what it holds`))
  problems.push(...longFunctionsIn(path, text).map(each => broken('function-lengths', each)))
  problems.push(...recordNamesIn(path, text).map(each => broken('record-names', each)))
}

/** A room and its folders say what they are for. */
function checkListed(path: string): void {
  const [room, folder, ...rest] = path.split('/')
  const known = rooms[room!]
  if (!known) problems.push(broken('rooms', `${path} is in no room of scripts/rooms.ts`))
  else if (rest.length > 0 && !known.folders?.[folder!])
    problems.push(broken('rooms', `${room}/${folder} is not described in scripts/rooms.ts`))
}

if (problems.length > 0) {
  process.stderr.write(`${[...new Set(problems)].join('\n')}\n`)
  process.exit(1)
}
