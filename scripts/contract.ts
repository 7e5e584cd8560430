// Writes what the declarations amount to into contract/, or with --check says where the committed files differ.
import { readFileSync, writeFileSync } from 'node:fs'
import { demoProgramme } from '../demo/programme.ts'
import { events } from '../src/api/events.ts'
import { operations, recordTypes } from '../src/api/index.ts'
import { scopesFor } from '../src/api/scopes.ts'
import { clientSource } from '../src/describe/client.ts'
import { loadingDocument } from '../src/describe/loading.ts'
import { openApiDocument } from '../src/describe/openapi.ts'
import { personalTable } from '../src/describe/personal.ts'
import { tablesDocument } from '../src/describe/tables.ts'
import { visibilityDocument } from '../src/describe/visibility.ts'
import type { CallerKind } from '../src/kernel/caller.ts'
import { toolOperations, toolsFor } from '../src/mcp/server.ts'
import { settingsTable } from '../src/settings.ts'

const documents: Record<string, () => string> = {
  'contract/tables.sql': () => tablesDocument(recordTypes),
  'contract/visibility.md': () => visibilityDocument(operations),
  'contract/openapi.json': () => `${JSON.stringify(openApiDocument(operations, events), null, 1)}\n`,
  'contract/tools.json': () =>
    `${JSON.stringify({ company: tools('company'), agency: tools('agency') }, null, 1)}\n`,
  'sdk/generated.ts': () => clientSource(operations),
  'docs/loading.md': () => loadingDocument(recordTypes, exampleLines()),
  'docs/operating.md': () => withTable('docs/operating.md', 'settings', settingsRows()),
  'docs/personal-data.md': () => withTable('docs/personal-data.md', 'personal', personalTable(recordTypes)),
}

/** What a key of this kind with every scope is shown. */
const tools = (kind: CallerKind) =>
  toolsFor(toolOperations(operations), { kind, scopes: new Set<string>(scopesFor(kind)) })

/** The shortest line of each type in the demo programme of one day. */
function exampleLines(): Map<string, string> {
  const shortest = new Map<string, string>()
  for (const line of demoProgramme(new Date('2026-11-15T00:00:00Z'))) {
    const text = JSON.stringify(line)
    if (text.length < (shortest.get(line.type)?.length ?? Number.POSITIVE_INFINITY))
      shortest.set(line.type, text)
  }
  return shortest
}

/** A page that is written by hand, with a table in it as the code has it. */
function withTable(path: string, name: string, table: string): string {
  const page = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  return page.replace(new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*(<!-- end -->)`), `$1${table}\n$2`)
}

function settingsRows(): string {
  const rows = Object.entries(settingsTable).map(
    ([name, { fallback, meaning }]) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
  )
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

const check = process.argv.includes('--check')
let differs = false
for (const [path, write] of Object.entries(documents)) {
  const at = new URL(`../${path}`, import.meta.url)
  const text = write()
  if (!check) writeFileSync(at, text)
  else if (read(at) !== text) {
    differs = true
    process.stderr.write(
      `${path} is not what the declarations say; run npm run contract and look at the difference\n`,
    )
  }
}
process.exit(differs ? 1 : 0)

function read(at: URL): string | undefined {
  try {
    return readFileSync(at, 'utf8')
  } catch {
    return undefined
  }
}
