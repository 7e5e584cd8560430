// The rules of `npm run check` that need only the text of a file: what breaks one is refused, and the rule is named.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

const root = mkdtempSync(join(tmpdir(), 'muster-rules-'))
const src = join(root, 'src')
const header = '// What it is for.\n'
mkdirSync(join(root, 'demo'))
mkdirSync(join(root, 'portal'))
after(() => rmSync(root, { recursive: true }))

/** The faults of these files, as the check prints them; each begins with a sentence, unless `bare`. */
function faultsOf(files: Record<string, string>, { bare = false } = {}): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, path)), { recursive: true })
    writeFileSync(join(src, path), bare ? text : `${header}${text}`)
  }
  const script = join(import.meta.dirname, '../../scripts/imports.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  for (const path of Object.keys(files)) rmSync(join(src, path))
  const faults = stderr.split('\n').filter(line => line !== '')
  assert.equal(status, faults.length > 0 ? 1 : 0, stderr)
  return faults.toSorted()
}

const check = (files: Record<string, string>) => faultsOf(files).map(fault => fault.split(';')[0]!)

test('files that import one another in a circle are refused, types included', () => {
  const faults = faultsOf({
    'access/one.ts': "import { two } from './two.ts'\nexport type One = typeof two\n",
    'access/two.ts': "import { three } from './three.ts'\nexport const two = three\n",
    'access/three.ts': "import type { One } from './one.ts'\nexport const three = {} as One\n",
    'access/four.ts': "import { two } from './two.ts'\nexport const four = two\n",
  })
  assert.deepEqual(faults, [
    'src/access/one.ts, src/access/three.ts, src/access/two.ts import one another [circles]',
  ])
})

test('a type that two files export under one name is refused', () => {
  const faults = faultsOf({
    'access/one.ts': 'export type Key = string\nexport const Key = 1\ntype Own = 1\n',
    'http/two.ts': 'export class Key {}\nconst source = `\nexport type Own = 1\n`\nexport { source }\n',
    'kernel/query/three.ts': 'export type Own = 1\n',
    'load/four.ts': 'type Mine = 1\nexport type { Mine as Own }\n',
    'mcp/five.ts': "export type { Own } from '../kernel/query/three.ts'\n",
  })
  assert.deepEqual(faults, [
    'access/one.ts, http/two.ts each export a type Key [type-names]',
    'kernel/query/three.ts, load/four.ts each export a type Own [type-names]',
  ])
})

test('each rule that a file breaks is named at the end of the fault', () => {
  const faults = faultsOf({
    'access/one.ts': "import { send } from '../http/send.ts'\nexport const reach = send as Reach\n",
    'kernel/query/two.ts': "export const late = () => import('../../database/sql.ts')\n",
    'cellar/three.ts': 'export const three = 3\n',
    'store/attic/four.ts': 'export const four = process.env.FOUR\n',
    'http/utils.ts': 'export const five = 5\n',
    'tables/seven.ts': "import '../database/sql.ts'\n",
    'store/reading/six.ts': "import type { Key } from '../keys/keys.ts'\nexport type Six = Key\n",
  })
  assert.deepEqual(faults, [
    'access/one.ts makes a Reach [reach]',
    'access/one.ts may not import http/send.ts [rooms]',
    'cellar/three.ts is in no room of scripts/rooms.ts [rooms]',
    'http/utils.ts: name a file after what it holds [file-names]',
    'kernel/query/two.ts may not import database/sql.ts [rooms]',
    'store/attic is not described in scripts/rooms.ts [rooms]',
    'store/attic/four.ts reads process.env [environment]',
    'store/reading/six.ts may not import store/keys/keys.ts [rooms]',
    'tables/seven.ts may not import database/sql.ts [rooms]',
  ])
})

test('the portal has rooms too, whose pages know one subject, and of the server only types', () => {
  const faults = faultsOf({
    '../portal/app.tsx': "import './pages/keys/key.tsx'\n",
    '../portal/client/one.ts': "import '../components/table.tsx'\n",
    '../portal/components/two.tsx': "export const late = () => import('../pages/keys/key.tsx')\n",
    '../portal/pages/keys/key.tsx': "import '../../charts/line.tsx'\nimport '../loads/load.tsx'\n",
    '../portal/pages/today.tsx': "import './keys/key.tsx'\nimport '../app.tsx'\n",
    '../portal/charts/three.tsx':
      "import type { Answers } from '../../src/operator/answers.ts'\nimport { day } from '../../src/formats/day.ts'\nexport type Three = Answers[typeof day]\n",
    '../portal/pages/loads/four.tsx':
      "import { answers } from '../../../src/operator/answers.ts'\nimport type { Sql } from '../../../src/database/sql.ts'\nexport type Four = Sql | typeof answers\n",
    '../portal/attic/five.ts': 'export const five = 5\n',
    '../portal/pages/gates/six.tsx':
      "import { lackingText } from '../../../src/api/clearances/lacking.ts'\nimport { day } from '../../../src/api/clearances/words.ts'\nexport const six = lackingText(day)\n",
    'api/clearances/lacking.ts':
      "import type { Clearance } from './shape.ts'\nimport { day } from './words.ts'\nexport const lackingText = (one: Clearance) => [one, day].join()\n",
  })
  assert.deepEqual(faults, [
    'api/clearances/lacking.ts runs in a browser too, and may not import api/clearances/words.ts [rooms]',
    'portal/attic is not described in scripts/rooms.ts [rooms]',
    'portal/client/one.ts may not import portal/components/table.tsx [rooms]',
    'portal/components/two.tsx may not import portal/pages/keys/key.tsx [rooms]',
    'portal/pages/gates/six.tsx may not import src/api/clearances/words.ts [rooms]',
    'portal/pages/keys/key.tsx may not import portal/pages/loads/load.tsx [rooms]',
    'portal/pages/loads/four.tsx may not import src/operator/answers.ts [rooms]',
    'portal/pages/loads/four.tsx may not import types of src/database/sql.ts [rooms]',
    'portal/pages/today.tsx may not import portal/app.tsx [rooms]',
  ])
})

test('what a program exports and no other file imports is refused, types included', () => {
  const faults = faultsOf({
    'cli/main.ts':
      "import { one } from '../access/one.ts'\nimport type { Used } from '../access/two.ts'\nvoid import('../http/three.ts')\nvoid one as Used\n",
    'access/one.ts': 'export const one = 1\nexport const { two: other } = { two: 2 }\nexport type One = 1\n',
    'access/two.ts': 'export type Used = 1\nexport function unused() {}\nfunction own() {}\nown()\n',
    'http/three.ts': 'export const three = 3\n',
  })
  assert.deepEqual(faults, [
    'src/access/one.ts exports One, which no other file imports [exports]',
    'src/access/one.ts exports other, which no other file imports [exports]',
    'src/access/two.ts exports unused, which no other file imports [exports]',
  ])
})

test('a record type is refused as a string, a table and an identifier, wherever records are all alike', () => {
  const found = check({
    'store/records/one.ts': "\nexport const is = (type: string) => type === 'timesheet'\n",
    'store/keys/two.ts': 'export const rows = sql`\n  select id from connection where active`\n',
    'load/three.ts': 'export const createInvoice = () => undefined\n',
    'kernel/query/four.ts': 'export const named = (of: { worker: string }) => of.worker\n',
    'access/five.ts': 'export const kind = `creditNote`\n',
    'webhooks/six.ts': "export const about = 'project'\n",
    'kernel/call/seven.ts': "export const paths = ['purchaseOrders']\n",
  })
  assert.deepEqual(found, [
    'access/five.ts:2 names the record type creditNote',
    'kernel/call/seven.ts:2 names the record type purchaseOrders',
    'kernel/query/four.ts:2 names the record type worker',
    'load/three.ts:2 names the record type Invoice',
    'store/keys/two.ts:2 names the record type connection',
    'store/records/one.ts:3 names the record type timesheet',
    'webhooks/six.ts:2 names the record type project',
  ])
})

test('kinds of keys, words of prose and places that are about one type are no false alarm', () => {
  const found = check({
    'access/one.ts': "/** Of a timesheet. */\nexport const kinds = ['company', 'agency']\n",
    'describe/two.ts': 'export const prose = `Rows from project to project, such as worker.name`\n',
    'http/three.ts': 'export const connection = { rate: 1, user: 2, projects: [] }\n',
    'store/people/four.ts': 'export const rows = sql`select id from worker`\n',
    'database/five.ts': "export const has = 'connection' in place\n",
    'api/six.ts': "export const type = 'timesheet'\n",
  })
  assert.deepEqual(found, [])
})

const ofLines = (lines: number) => `\nexport function count() {\n${'  next()\n'.repeat(lines - 2)}}\n`

test('a function of more than seventy lines is refused, of tests one of more than 120', () => {
  const faults = faultsOf({
    'load/one.ts': ofLines(71),
    'http/two.ts': ofLines(70).replace('count', 'total'),
    '../portal/three.tsx': ofLines(71),
    '../portal/four.tsx': ofLines(70).replace('count', 'total'),
    '../test/five.test.ts': ofLines(121),
    '../test/six.test.ts': ofLines(120),
  })
  assert.deepEqual(faults, [
    'load/one.ts:3 is a function of 71 lines; cut it by what it does [function-lengths]',
    'portal/three.tsx:3 is a function of 71 lines; cut it by what it does [function-lengths]',
    'test/five.test.ts:3 is a function of 121 lines; cut it by what it does [function-lengths]',
  ])
})

test('a function that two files export under one name is refused, but not where portal and server have it', () => {
  const faults = faultsOf({
    'access/one.ts': 'export const share = (of: number) => of\nexport const words = []\n',
    'http/two.ts': 'export async function share() {}\nexport const words = () => []\n',
    '../portal/three.tsx': 'export function share() {}\nexport function Columns() {}\n',
    '../portal/pages/four.tsx': 'export const Columns = () => null\nconst share = () => 1\n',
  })
  assert.deepEqual(faults, [
    'access/one.ts, http/two.ts each export a function share [function-names]',
    'portal/pages/four.tsx, portal/three.tsx each export a function Columns [function-names]',
  ])
})

test('a file without its first sentence is refused', () => {
  const faults = faultsOf(
    {
      'access/one.ts': 'export const one = 1\n',
      'access/two.ts': '// Two.\nexport const two = 2\n',
      '../portal/three.tsx': "import '../four.ts'\n",
      '../test/five.test.ts': '\n// Too late.\n',
    },
    { bare: true },
  )
  assert.deepEqual(faults, [
    'access/one.ts does not begin with a sentence that says what it is for [first-sentence]',
    'portal/three.tsx does not begin with a sentence that says what it is for [first-sentence]',
    'test/five.test.ts does not begin with a sentence that says what it is for [first-sentence]',
  ])
})

test('SQL is refused wherever the database is not spoken to, and prose is not taken for it', () => {
  const faults = faultsOf({
    'load/one.ts': 'export const rows = sql`select id from file`\n',
    'webhooks/two.ts': "export const text = 'delete from event'\n",
    'http/three.ts': `export const text = (id: string) => \`select * from api_key where id = \${id}\`\n`,
    'cli/four.ts': "export const advice = 'select the columns that you need'\n",
    'store/feeds/five.ts': 'export const events = sql`select id from event`\n',
    'embedded/six.ts': "export const alive = 'select 1'\n",
  })
  assert.deepEqual(faults, [
    'http/three.ts:2 has SQL; give src/store a function that says what it is for [sql]',
    'load/one.ts:2 has SQL; give src/store a function that says what it is for [sql]',
    'webhooks/two.ts:2 has SQL; give src/store a function that says what it is for [sql]',
  ])
})

test('a file that nobody imports is refused, with where it is to be listed', () => {
  const faults = faultsOf({
    'cli/main.ts': "import '../api/index.ts'\nimport '../tables/export-formats.ts'\n",
    'api/index.ts': "import '../body/thread-owner.ts'\n",
    'api/inductions.ts': 'export const inductions = 1\n',
    'tables/export-formats.ts': "import './csv-format.ts'\n",
    'tables/csv-format.ts': 'export const csv = 1\n',
    'tables/tsv-format.ts': 'export const tsv = 1\n',
    'body/thread-owner.ts': "export const thread = new URL('./thread.ts', import.meta.url)\n",
    'body/thread.ts': 'export const thread = 1\n',
    'load/left-over.ts': 'export const leftOver = 1\n',
    'load/for-pages.ts': 'export const forPages = 1\n',
    '../portal/page.tsx': "import { forPages } from '../src/load/for-pages.ts'\n",
  })
  const listed = faults.filter(fault => fault.endsWith('[listed]'))
  assert.deepEqual(listed, [
    'api/inductions.ts is imported by nobody: list its operations and its record type in src/api/index.ts [listed]',
    'load/left-over.ts is imported by nobody: import it where it is needed, or remove it [listed]',
    'tables/tsv-format.ts is imported by nobody: list its format in src/tables/export-formats.ts [listed]',
  ])
})
