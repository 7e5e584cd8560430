// A database of a version before references were shown by who could fetch them: after the migration and its job, every
// answer is as if all had been loaded anew.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { refreshAll } from '../../src/load/refresh.ts'
import { runMigrations } from '../../src/store/schema/migrate.ts'
import { isUpgrading } from '../../src/store/writing/refresh-jobs.ts'
import { assignment, creditNote, expense, invoice, rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
await server.load([
  ...rivals(),
  assignment('old1', of, { replacement: { replacedBy: { id: 'old2' }, reason: 'Left' } }),
  assignment('old2', { ...of, agency: 'a2' }, { clone: { date: '2026-01-01', original: { id: 'old1' } } }),
  invoice('bill', of, { invoiceType: 'mspToClient', msp: { id: 'c2' } }),
  creditNote('note', of, { invoice: { id: 'bill' } }),
  expense('spent', of, { invoice: { id: 'bill' } }),
])
const keys = await Promise.all([
  server.key('company', ['c1']),
  server.key('company', ['c2']),
  server.key('agency', ['a1']),
  server.key('agency', ['a2']),
])
const paths = ['/assignments/old1', '/assignments/old2', '/credit-notes', '/expenses/spent', '/invoices/bill']
const answers = () =>
  Promise.all(
    keys.flatMap(key =>
      paths.map(path => server.get(path, key).then(({ status, text }) => `${status} ${text}`)),
    ),
  )

test('what an earlier version stored is shown as if it was loaded anew', async () => {
  const right = await answers()
  const { database } = server
  for (const [property, owner] of [
    ['replacement', 'a2'],
    ['clone', 'nobody'],
  ] as const)
    await database.rows(sql`
      update assignment_text set record = regexp_replace(
        regexp_replace(ltrim(record), ',"seenBy":\\[[^]]*\\]', '', 'g'),
        ${`("${property}":\\{.*?)\\}(,"a)`}::text, '\\1' || ${`,"ownedBy":"${owner}"}`}::text || '\\2')`)
  await database.rows(sql`
    update expense_text set record = regexp_replace(ltrim(record), ',"seenBy":\\[[^]]*\\]', '', 'g')`)
  await database.rows(sql`update credit_note_text set facts = '{}'`)
  const [old] = await database.rows<{ count: number }>(
    sql`select count(*)::int as count from assignment_text where record like '%"ownedBy":"%'`,
  )
  assert.equal(old!.count, 2)
  await database.transaction(tx => runMigrations(tx, ['0022-references.sql']))
  assert.ok(await isUpgrading(database))
  await refreshAll(database, recordTypes)
  assert.ok(!(await isUpgrading(database)))
  assert.deepEqual(await answers(), right)
})
