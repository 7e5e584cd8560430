// docs/adding-a-resource.md, followed step by step in a copy of the project: its code compiles, each thing that is not
// done yet is said in the sentence that the page quotes, and in the end the checks and the page's own test pass.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const page = await readFile(join(root, 'docs/adding-a-resource.md'), 'utf8')
const copy = await mkdtemp(join(tmpdir(), 'muster-adding-'))
after(() => rm(copy, { recursive: true, force: true }))
for (const part of [
  'src',
  'demo',
  'scripts',
  'contract',
  'docs',
  'sdk',
  'bench',
  'test',
  'muster',
  'portal',
  'deploy',
  'README.md',
  'CONTRIBUTING.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'redocly.yaml',
])
  await cp(join(root, part), join(copy, part), {
    recursive: true,
    filter: source => !source.endsWith('node_modules'),
  })
await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
await symlink(join(root, 'test/node_modules'), join(copy, 'test/node_modules'))

/** The code that the page shows for a file: in the step that names it. */
function codeFor(file: string): string {
  const step = page.split('\n## ').find(one => /^\d/.test(one) && one.includes(`\`${file}\``))!
  return step.slice(step.indexOf(`\`${file}\``)).match(/```(?:ts|json)\n([\s\S]*?)```/)![1]!
}

/** Not those of the run that this test is part of. */
const { NODE_TEST_CONTEXT: _, MUSTER_TEST_CLUSTER: __, ...env } = process.env

function run(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: copy,
    env,
    encoding: 'utf8',
  })
  return stdout + stderr
}

const checks = () => run('scripts/imports.ts') + run('scripts/contract.ts', '--check')

/** Fails unless the page quotes what is said now. */
function says(sentence: string): void {
  assert.ok(page.includes(sentence), `the page does not quote: ${sentence}`)
  const said = checks()
  assert.ok(said.includes(sentence), `${said} does not say: ${sentence}`)
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(copy, file), 'utf8')
  assert.ok(text.includes(from), `${file} has no ${from}`)
  await writeFile(join(copy, file), text.replace(from, to))
}

test('a newcomer who follows the page adds a resource, and is told whatever is missing', async () => {
  await writeFile(join(copy, 'src/api/inductions.ts'), codeFor('src/api/inductions.ts'))
  says('api/inductions.ts is imported by nobody: list its operations and its record type in src/api/index.ts')
  await edit(
    'src/api/index.ts',
    "import { afps, creditNotes, invoices } from './invoices.ts'",
    "import { inductions } from './inductions.ts'\nimport { afps, creditNotes, invoices } from './invoices.ts'",
  )
  await edit(
    'src/api/index.ts',
    '  ...purchaseOrders.operations,\n',
    '  ...purchaseOrders.operations,\n  ...inductions.operations,\n',
  )
  says('/inductions reads induction: add its `stored` to recordTypes in src/api/index.ts')
  says('/inductions needs the scope read:inductions: add it to src/api/scopes.ts')
  await edit('src/api/index.ts', '  expenses.stored,\n', '  expenses.stored,\n  inductions.stored,\n')
  await edit(
    'src/api/scopes.ts',
    "  'write:workers':",
    "  'read:inductions': 'inductions',\n  'write:workers':",
  )
  says(
    'the scope read:inductions is explained by its own name: say its unit, its source, who sees it, when it is absent: "inductions"',
  )
  await edit(
    'src/api/scopes.ts',
    "'read:inductions': 'inductions'",
    "'read:inductions': 'who was told the rules'",
  )
  const [said, bare] = [/riskNote: \[(.*), '.*'\]/.exec(page)!, 'riskNote: companyOnly(maybe(text))']
  await edit('src/api/inductions.ts', said[0], bare)
  says('induction.riskNote does not say what it means: write [schema, sentence] beside it')
  await edit('src/api/inductions.ts', bare, said[0])
  says('/inductions is in no chapter: add "inductions" to the table in src/api/chapters.ts')
  says(
    'There is no sample of "induction": write one record, as it is loaded, to src/api/samples/induction.json',
  )
  await edit('src/api/chapters.ts', '  rates: {', `${codeFor('src/api/chapters.ts')}  rates: {`)
  await writeFile(join(copy, 'src/api/samples/induction.json'), codeFor('src/api/samples/induction.json'))
  says('more are not what the declarations say; run npm run contract and look at the difference')
  await edit(
    'demo/programme.ts',
    'notInDemo: readonly string[] = [',
    "notInDemo: readonly string[] = ['induction', ",
  )
  await edit(
    'src/api/events.ts',
    "  eventType({\n    ...billingCheck,\n    name: 'billing_check_found',",
    `${codeFor('src/api/events.ts')}  eventType({\n    ...billingCheck,\n    name: 'billing_check_found',`,
  )
  assert.equal(run('scripts/contract.ts'), '')
  assert.equal(run('scripts/examples.ts'), '')
  assert.equal(run('scripts/contract.ts'), '')
  const own = 'test/sections/inductions.test.ts'
  await writeFile(join(copy, own), codeFor(own))
  assert.equal(checks(), '')
  assert.equal(run('node_modules/typescript/bin/tsc'), '')
  const tests = [
    own,
    'test/access/samples.test.ts',
    'test/promises/every-operation.test.ts',
    'test/promises/parts.test.ts',
    'test/promises/events.test.ts',
    'test/webhooks/events.test.ts',
    'test/operator/records.test.ts',
    'test/mcp/tools.test.ts',
    'test/mcp/next-call.test.ts',
    'test/mcp/budget.test.ts',
  ]
  for (const file of [...tests, 'test/describe/openapi.test.ts', 'test/demo/programme.test.ts']) {
    const said = run('--test', '--test-global-setup=test/support/cluster.ts', file)
    assert.match(said, /^ℹ fail 0$/m, said)
  }
})

test('a word that looks at what the page hides is refused when the declaration is read', async () => {
  await edit(
    'src/api/inductions.ts',
    "sorts: namedAsPath('createdAt', 'validUntil', 'reference')",
    "sorts: { ...namedAsPath('createdAt', 'validUntil', 'reference'), risk: 'riskNote' }",
  )
  says(
    "/inductions: sorts.risk looks at riskNote, which agency keys are not shown; take it out, or use a word that looks at the caller's own entries only",
  )
})
