// Code that is about records of any type names none: the check that keeps it so refuses what is planted.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

const root = mkdtempSync(join(tmpdir(), 'muster-names-'))
const src = join(root, 'src')
mkdirSync(join(root, 'demo'))
after(() => rmSync(root, { recursive: true }))

function check(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, path)), { recursive: true })
    writeFileSync(join(src, path), text)
  }
  const script = join(import.meta.dirname, '../../scripts/imports.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  for (const path of Object.keys(files)) rmSync(join(src, path))
  const lines = stderr.split('\n').filter(line => line.includes(' names the record type '))
  assert.equal(status, lines.length > 0 ? 1 : 0, stderr)
  return lines.map(line => line.split(';')[0]!)
}

test('a record type is refused as a string, a table and an identifier, wherever records are all alike', () => {
  const found = check({
    'store/records/one.ts': "\nexport const is = (type: string) => type === 'timesheet'\n",
    'store/keys/two.ts': 'export const rows = sql`\n  select id from connection where active`\n',
    'load/three.ts': 'export const createInvoice = () => undefined\n',
    'kernel/query/four.ts': 'export const named = (of: { worker: string }) => of.worker\n',
    'access/five.ts': 'export const kind = `creditNote`\n',
    'webhooks/six.ts': "export const about = 'project'\n",
    'call.ts': "export const paths = ['purchaseOrders']\n",
  })
  assert.deepEqual(found.toSorted(), [
    'access/five.ts:1 names the record type creditNote',
    'call.ts:1 names the record type purchaseOrders',
    'kernel/query/four.ts:1 names the record type worker',
    'kernel/query/four.ts:1 names the record type worker',
    'load/three.ts:1 names the record type Invoice',
    'store/keys/two.ts:1 names the record type connection',
    'store/records/one.ts:2 names the record type timesheet',
    'webhooks/six.ts:1 names the record type project',
  ])
})

test('kinds of keys, words of prose and places that are about one type are no false alarm', () => {
  const found = check({
    'access/one.ts': "/** Of a timesheet. */\nexport const kinds = ['company', 'agency']\n",
    'describe/two.ts': 'export const prose = `Rows from project to project, such as worker.name`\n',
    'http/three.ts': 'export const connection = { rate: 1, user: 2, projects: [] }\n',
    'store/people/four.ts': 'export const rows = sql`select id from worker`\n',
    'store/engine/five.ts': "export const has = 'connection' in place\n",
    'api/six.ts': "export const type = 'timesheet'\n",
  })
  assert.deepEqual(found, [])
})
