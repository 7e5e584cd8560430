// Content that a backup or an export is still to read is not removed meanwhile, and goes afterwards.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pdfSaying } from '../../demo/files.ts'
import { recordTypes } from '../../src/api/index.ts'
import type { Database } from '../../src/database/database.ts'
import { locks } from '../../src/database/locks.ts'
import { sql } from '../../src/database/sql.ts'
import { exportRecords } from '../../src/export/records.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { removeUnnamed } from '../../src/files/unnamed.ts'
import { backup } from '../../src/store/backup/backup.ts'
import { restore } from '../../src/store/backup/restore.ts'
import { eventually } from '../support/eventually.ts'
import { expense, rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const { database, files } = server
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
await server.load(rivals())

const removing = { database, types: recordTypes, store: files.store }
const contents = async () =>
  (await readdir(files.content, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
    .length
const remove = (id: string) => server.load([{ type: 'expense', id, deleted: true }])

/** An expense with a receipt of its own; nothing else has a file. */
async function withReceipt(id: string): Promise<void> {
  const { rejected } = await server.load([
    {
      type: 'file',
      id: `receipt-${id}`,
      fileName: 'receipt.pdf',
      contentType: 'application/pdf',
      base64: pdfSaying(id).toString('base64'),
    },
    expense(id, of, { receipts: [{ fileName: 'receipt.pdf', url: `file:receipt-${id}` }] }),
  ])
  assert.deepEqual([rejected, await contents()], [0, 1])
}

/** Runs something once the rows of a backup are read, and before its files are. */
const between = (meanwhile: () => Promise<unknown>): Database => ({
  ...database,
  session: async () => {
    const session = await database.session()
    return {
      ...session,
      async transaction(run, mode) {
        const result = await session.transaction(run, mode)
        await meanwhile()
        return result
      },
    }
  },
})

async function backedUp(meanwhile: () => Promise<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const out = new Writable({
    write(chunk, _, done) {
      chunks.push(chunk)
      done()
    },
  })
  await backup(between(meanwhile), files.content, out)
  return Buffer.concat(chunks)
}

test('a backup has the content of every file in it, though the last record that named one goes meanwhile', async () => {
  await withReceipt('backed-up')
  const bytes = await backedUp(() => remove('backed-up'))
  const copy = await testServer()
  async function* input() {
    yield bytes
  }
  await restore(copy.database, recordTypes, copy.files.content, input(), { replace: true })
  const { body } = await copy.get('/expenses/backed-up', await copy.key('company', ['c1']))
  const served = await fetch(body.data.receipts[0].url)
  assert.deepEqual([served.status, copy.files.troubles], [200, []])
  assert.ok(Buffer.from(await served.arrayBuffer()).equals(pdfSaying('backed-up')))
  assert.equal(await contents(), 1)
  await removeUnnamed(removing)
  assert.equal(await contents(), 0)
})

test('an export has the content of what it names, though the last record that named it goes meanwhile', async () => {
  await withReceipt('exported')
  let lines = ''
  const report = await exportRecords(database, { types: recordTypes, files: files.store }, async line => {
    if (lines === '') await remove('exported')
    lines += line
  })
  assert.equal(report.files, 1)
  assert.ok(lines.includes(pdfSaying('exported').toString('base64')))
  assert.equal(await contents(), 1)
  await removeUnnamed(removing)
  assert.equal(await contents(), 0)
})

test('a sweep removes nothing while content is read', async () => {
  await withReceipt('swept')
  const later = new Date(Date.now() + 2 * 60 * 60 * 1000)
  await backedUp(async () => {
    await remove('swept')
    assert.equal(await sweepFiles(database, files.store, later), 0)
  })
  assert.equal(await contents(), 1)
  assert.equal(await sweepFiles(database, files.store, later), 1)
})

test('whoever must not leave content behind waits for those who read it', async () => {
  await withReceipt('waited-for')
  let waiting: Promise<number> | undefined
  await backedUp(async () => {
    await remove('waited-for')
    waiting = removeUnnamed({ ...removing, wait: true })
    await eventually('it waits', () => database.hasRows(queued))
    assert.equal(await contents(), 1)
  })
  await waiting
  assert.equal(await contents(), 0)
})

const queued = sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${locks.content}::bigint
  and database = (select oid from pg_database where datname = current_database()) and not granted`
