// Writes what the declarations amount to into contract/, or with --check says where the committed files differ.
import './one-line-errors.ts'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { CallerKind } from '../src/access/caller.ts'
import { chaptersOfNothing, inNoChapter } from '../src/api/chapters.ts'
import { events } from '../src/api/events.ts'
import { operations, recordTypes } from '../src/api/index.ts'
import { scopes, scopesFor } from '../src/api/scopes.ts'
import { commandPages, commandsTable, commonOptionsTable, exitCodesTable } from '../src/cli/help.ts'
import { clientSource } from '../src/describe/client.ts'
import { loadSchema, mappingSchema } from '../src/describe/load-schema.ts'
import { missingMeanings } from '../src/describe/meaning.ts'
import { openApiDocument } from '../src/describe/openapi.ts'
import { pythonResources, pythonTypes } from '../src/describe/python.ts'
import { recordPages, typesTable, warningsTable } from '../src/describe/record-pages.ts'
import { tablesDocument } from '../src/describe/tables.ts'
import { personalTable, visibilityDocument } from '../src/describe/visibility.ts'
import { orNearest } from '../src/errors/nearest.ts'
import { meaningOf } from '../src/errors/problem.ts'
import type { Operation } from '../src/kernel/operation/operation.ts'
import { toolOperations, toolsFor } from '../src/mcp/server.ts'
import { operatorOpenApi } from '../src/operator/openapi.ts'
import { operatorOperations, operatorPrefix } from '../src/operator/surface.ts'
import { familiesTable } from '../src/server/metrics/families.ts'
import { settingsTable } from '../src/settings/settings.ts'
import { schemaVersionFile } from '../src/store/schema/schema-version.ts'
import { helmTemplate } from './helm.ts'
import { missingFiles } from './named-files.ts'
import { roomsTables } from './rooms.ts'
import { broken, type Rule, rulesList } from './rules.ts'
import { sampleFaults } from './sample-faults.ts'
import { versioned } from './versioned.ts'

/** Folders in which every page is written from a declaration. */
const folders = { 'docs/commands': await commandPages(), 'docs/records': recordPages(recordTypes) }

const documents: Record<string, () => string> = {
  'contract/tables.sql': () => tablesDocument(recordTypes),
  'src/store/schema/schema-version.json': () => schemaVersionFile(recordTypes),
  'contract/visibility.md': () => visibilityDocument(operations),
  'contract/openapi.json': () => `${JSON.stringify(openApiDocument(operations, events), null, 1)}\n`,
  'contract/operator.json': () =>
    `${JSON.stringify(operatorOpenApi(operatorOperations, operatorPrefix), null, 1)}\n`,
  'contract/tools.json': () =>
    `${JSON.stringify({ company: tools('company'), agency: tools('agency') }, null, 1)}\n`,
  'sdk/generated.ts': () => clientSource(operations),
  'sdk/python/muster/types.py': () => pythonTypes(operations),
  'sdk/python/muster/resources.py': () => pythonResources(operations),
  'contract/load.schema.json': () => `${JSON.stringify(loadSchema(recordTypes), null, 1)}\n`,
  'contract/mapping.schema.json': () => `${JSON.stringify(mappingSchema(recordTypes))}\n`,
  'CONTRIBUTING.md': () => withTable('CONTRIBUTING.md', 'rules', rulesList()),
  'docs/architecture.md': () => withTable('docs/architecture.md', 'rooms', roomsTables().trimEnd()),
  'docs/adding-a-list.md': () => withTable('docs/adding-a-list.md', 'lists', listsTable()),
  'docs/commands.md': () =>
    withTables('docs/commands.md', {
      options: commonOptionsTable(),
      codes: exitCodesTable(),
      commands: commandsTable(),
    }),
  'docs/loading.md': () =>
    withTables('docs/loading.md', { types: typesTable(recordTypes), warnings: warningsTable() }),
  ...Object.fromEntries(
    Object.entries(folders).flatMap(([folder, pages]) =>
      Object.entries(pages).map(([name, write]) => [`${folder}/${name}.md`, write]),
    ),
  ),
  'docs/metrics.md': () => withTable('docs/metrics.md', 'metrics', familiesTable()),
  'docs/operating.md': () =>
    withTables('docs/operating.md', { settings: settingsRows(), schema: schemaSentence() }),
  'docs/webhooks.md': () => withTable('docs/webhooks.md', 'events', eventRows()),
  'deploy/helm/templates/muster.yaml': helmTemplate,
  ...versioned,
  'docs/personal-data.md': () => withTable('docs/personal-data.md', 'personal', personalTable(recordTypes)),
}

/** What a key of this kind with every scope is shown. */
const tools = (kind: CallerKind) =>
  toolsFor(toolOperations(operations), { kind, scopes: new Set<string>(scopesFor(kind)) })

/** A page that is written by hand, with tables in it as the code has them. */
const withTables = (path: string, tables: Record<string, string>): string =>
  Object.entries(tables).reduce(
    (page, [name, table]) =>
      page.replace(
        new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`),
        (_, begin, end) => `${begin}${table}\n${end}`,
      ),
    readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'),
  )

const withTable = (path: string, name: string, table: string) => withTables(path, { [name]: table })

/** As the database is told, by the file that is written with it. */
function schemaSentence(): string {
  const { number, beside } = JSON.parse(schemaVersionFile(recordTypes))
  return `This version has schema ${number}, and runs beside servers of schema ${beside} or newer.`
}

/** Where each list that operators look at is declared. */
function listsTable(): string {
  const src = new URL('../src/', import.meta.url)
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
  const rows = files.toSorted().flatMap(file => {
    const text = readFileSync(new URL(file, src), 'utf8')
    const names = [...text.matchAll(/^(?:export )?const (\w+) = declareList\(/gm)].map(
      ([, name]) => `\`${name}\``,
    )
    return names.length === 0 ? [] : [`| \`${file}\` | ${names.join(', ')} |`]
  })
  return ['| in `src` | list |', '|---|---|', ...rows].join('\n')
}

function settingsRows(): string {
  const rows = Object.entries(settingsTable).map(
    ([name, { fallback, meaning }]) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
  )
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

function eventRows(): string {
  const rows = events.map(({ name, summary, fetch }) => `| \`${name}\` | ${summary} | \`GET ${fetch}\` |`)
  return ['| event | what happened | fetch with |', '|---|---|---|', ...rows].join('\n')
}

const check = process.argv.includes('--check')
const firstWord = ({ path }: Operation) => `"${path.split('/')[1]}"`
const firstWords = operations.map(({ path }) => path.split('/')[1]!)
const problems = [
  ...breaking(
    'meaning',
    missingMeanings({
      recordTypes,
      operations: toolOperations(operations),
      events,
      scopes,
      errors: meaningOf,
    }),
  ),
  ...breaking('samples', sampleFaults()),
  ...breaking('named-files', missingFiles()),
  ...breaking('listed', [
    ...inNoChapter(operations).map(
      one => `${one.path} is in no chapter: add ${firstWord(one)} to the table in src/api/chapters.ts`,
    ),
    ...chaptersOfNothing(operations).map(
      word => `src/api/chapters.ts has "${word}", which no path begins with${orNearest(word, firstWords)}`,
    ),
  ]),
]
const stale: string[] = []
if (!check)
  for (const folder of Object.keys(folders))
    mkdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true })
for (const [path, write] of Object.entries(documents)) {
  const at = new URL(`../${path}`, import.meta.url)
  try {
    const text = write()
    if (!check) writeFileSync(at, text)
    else if (read(at) !== text) stale.push(path)
  } catch (error) {
    const { message } = error as Error
    if (!problems.some(known => known.startsWith(message))) problems.push(message)
  }
}
for (const path of pagesOfNothing()) {
  if (check) stale.push(path)
  else rmSync(new URL(`../${path}`, import.meta.url))
}
// What else is wrong is mended first: the files follow from it.
if (problems.length === 0 && stale.length > 0) problems.push(...breaking('generated', [staleText(stale)]))
for (const problem of new Set(problems)) process.stderr.write(`${problem}\n`)
process.exit(problems.length > 0 ? 1 : 0)

function staleText([first, ...others]: readonly string[]): string {
  const more = others.length === 0 ? ' is' : ` and ${others.length} more are`
  return `${first}${more} not what the declarations say; run npm run contract and look at the difference`
}

function breaking(rule: Rule, faults: readonly string[]): string[] {
  return faults.map(fault => broken(rule, fault))
}

/** Pages of what is declared no more. */
function pagesOfNothing(): string[] {
  return Object.keys(folders).flatMap(folder =>
    readdirSync(new URL(`../${folder}`, import.meta.url))
      .map(name => `${folder}/${name}`)
      .filter(path => !(path in documents)),
  )
}

function read(at: URL): string | undefined {
  try {
    return readFileSync(at, 'utf8')
  } catch {
    return undefined
  }
}
