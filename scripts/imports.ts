// Keeps the house in order: who may import whom, and a few rules that prose would not keep.
import './one-line-errors.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { recordNamesIn } from './record-names.ts'

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const src = join(root, 'src')
const demo = join(root, 'demo')

/**
 * Each folder of src, and demo beside it, with what it may import besides itself; files at the top of src go by
 * their names. Those that are not listed (cli, main.ts and what it is assembled from) may import everything.
 */
const allowed: Record<string, readonly string[]> = {
  formats: [],
  postgres: [],
  'problem.ts': [],
  'data-folder.ts': [],
  'version.ts': [],
  'trace.ts': [],
  'telemetry.ts': ['settings.ts', 'trace.ts', 'version.ts'],
  'log.ts': [],
  shape: ['formats'],
  access: ['shape', 'formats', 'problem.ts', 'version.ts'],
  tables: ['shape', 'access', 'formats', 'problem.ts'],
  'record-types': ['shape', 'access', 'formats'],
  kernel: ['tables', 'record-types', 'shape', 'access', 'formats', 'problem.ts'],
  matching: ['shape', 'formats'],
  api: ['kernel', 'tables', 'record-types', 'access', 'shape', 'formats', 'problem.ts', 'matching'],
  store: [
    'postgres',
    'kernel',
    'record-types',
    'access',
    'shape',
    'formats',
    'problem.ts',
    'matching',
    'data-folder.ts',
    'version.ts',
    'trace.ts',
  ],
  body: ['kernel', 'shape', 'formats', 'problem.ts'],
  'answer-memory.ts': ['kernel'],
  'call.ts': ['kernel', 'access', 'formats', 'problem.ts', 'answer-memory.ts'],
  'settings.ts': ['access', 'postgres'],
  http: ['kernel', 'access', 'formats', 'problem.ts', 'call.ts', 'trace.ts'],
  mcp: ['kernel', 'access', 'shape', 'formats', 'problem.ts', 'call.ts', 'api', 'version.ts'],
  'secret.ts': ['settings.ts', 'data-folder.ts'],
  'sealing.ts': ['record-types', 'secret.ts', 'problem.ts', 'store'],
  files: [
    'kernel',
    'record-types',
    'access',
    'shape',
    'formats',
    'problem.ts',
    'store',
    'http',
    'settings.ts',
  ],
  export: ['record-types', 'shape', 'problem.ts', 'store', 'files'],
  mapping: ['body', 'record-types', 'shape', 'formats', 'problem.ts', 'load'],
  load: [
    'kernel',
    'body',
    'record-types',
    'access',
    'shape',
    'formats',
    'problem.ts',
    'store',
    'api',
    'files',
    'export',
  ],
  outbound: ['formats'],
  workers: [
    'kernel',
    'record-types',
    'shape',
    'formats',
    'problem.ts',
    'matching',
    'store',
    'api',
    'load',
    'export',
    'files',
    'outbound',
    'secret.ts',
    'sealing.ts',
  ],
  webhooks: ['record-types', 'access', 'formats', 'problem.ts', 'store', 'api', 'outbound', 'trace.ts'],
  describe: [
    'kernel',
    'record-types',
    'access',
    'shape',
    'problem.ts',
    'api',
    'settings.ts',
    'store',
    'http',
    'mcp',
    'mapping',
    'version.ts',
  ],
  operator: [
    'kernel',
    'body',
    'record-types',
    'access',
    'shape',
    'formats',
    'problem.ts',
    'api',
    'store',
    'load',
    'mapping',
    'webhooks',
    'workers',
    'http',
    'call.ts',
    'log.ts',
    'trace.ts',
    'version.ts',
    'answer-memory.ts',
  ],
  portal: [
    'kernel',
    'access',
    'shape',
    'problem.ts',
    'call.ts',
    'store',
    'formats',
    'http',
    'operator',
    'secret.ts',
    'settings.ts',
    'version.ts',
  ],
  demo: ['record-types', 'access', 'shape', 'formats', 'api', 'store', 'load', 'files'],
}

const problems: string[] = []
const imported = new Set<string>()

for (const folder of [src, demo])
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue
    const file = join(entry.parentPath, entry.name)
    checkFile(file, pathOf(file), readFileSync(file, 'utf8'))
  }

// What is declared and not listed would simply not be there.
if (existsSync(join(src, 'api/index.ts')))
  for (const name of readdirSync(join(src, 'api')))
    if (name.endsWith('.ts') && !imported.has(join(src, 'api', name)))
      problems.push(
        `api/${name} is imported by nobody: list its operations and its record type in src/api/index.ts`,
      )

/** As the table names it: from src, and from the root where it lies beside src. */
function pathOf(file: string): string {
  return relative(file.startsWith(join(src, '/')) ? src : root, file)
}

function checkFile(file: string, path: string, text: string): void {
  const room = path.split('/')[0]!
  const open = allowed[room]
  for (const [, target] of text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'/gm)) {
    if (target!.startsWith('.')) {
      imported.add(resolve(dirname(file), target!))
      const other = pathOf(resolve(dirname(file), target!)).split('/')[0]!
      if (other !== room && open && !open.includes(other))
        problems.push(`${path} may not import ${other}/ (${target})`)
    }
  }
  if (/process\.env\b/.test(text) && !['settings.ts', 'cli', 'postgres'].includes(room))
    problems.push(`${path}: only settings.ts reads process.env, and postgres/ what libpq reads there`)
  if (/as unknown as Reach\b|as Reach\b/.test(text) && path !== 'access/reach.ts')
    problems.push(`${path}: only access/reach.ts makes a Reach`)
  if (/(^|\/)(utils?|helpers?|common)\.ts$/.test(path))
    problems.push(`${path}: name a file after what it holds`)
  problems.push(...recordNamesIn(path, text))
}

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exit(1)
}
