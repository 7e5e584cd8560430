// A copy that loads what was exported since its last cursor is the same database again, whatever was done to the source.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfSaying } from '../../demo/files.ts'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import { exportRecords, type RecordExportOptions } from '../../src/export/records.ts'
import type { LoadOptions } from '../../src/load/load.ts'
import { erasePerson } from '../../src/workers/erasure.ts'
import { expectSameRows } from '../support/all-rows.ts'
import { lifeOf } from '../support/life.ts'
import { expense, type Line, requisition, rivals, timesheet, trade, worker } from '../support/lines.ts'
import { masterLists } from '../support/newcomer.ts'
import { type TestServer, testServer } from '../support/server.ts'

const [source, copy] = [await testServer(), await testServer()]
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }

async function loaded(lines: Iterable<object>, into: TestServer = source, options: LoadOptions = {}) {
  const rejected: string[] = []
  const report = await into.load(lines, {
    ...options,
    onRejection: ({ path, reason }) => void rejected.push(`${path} ${reason}`),
  })
  return { ...report, rejections: rejected }
}

async function exported(options: Partial<RecordExportOptions> = {}) {
  const lines: (Record<string, unknown> & { type: string })[] = []
  const identity = { seal: sealOf(source.files.secrets), opening: async () => {} }
  const given = { types: recordTypes, files: source.files.store, identity, ...options }
  const report = await exportRecords(source.database, given, async line => {
    lines.push(JSON.parse(line))
  })
  return { lines, report }
}

let cursor: string | undefined

/** Brings the copy up to date; nothing may be refused, and nothing may differ. */
async function inStep() {
  const { lines, report } = await exported({ since: cursor })
  const { rejections, counts } = await loaded(lines, copy)
  assert.deepEqual([rejections, counts.older], [[], 0])
  await expectSameRows(copy.database, source.database)
  cursor = report.cursor
  return lines
}

const file = (words: string, fileName = 'card.pdf') => ({
  type: 'file',
  id: 'card',
  fileName,
  contentType: 'application/pdf',
  base64: pdfSaying(words).toString('base64'),
})
const card = {
  id: 'd1',
  type: 'attachment',
  documentType: 'CSCS',
  createdAt: '2026-03-01',
  files: [{ fileName: 'card.pdf', url: 'file:card' }],
}
const life = lifeOf(1)
const patch = (type: string, record: object, facts?: object) => ({ type, record, facts, patch: true })
const nanoidOf = async (id: string) =>
  (await source.database.rows<{ nanoid: string }>(sql`select nanoid from trade where id = ${id}`))[0]!.nanoid

test('a copy begins as the same database', async () => {
  const { rejections } = await loaded([
    ...rivals(),
    ...masterLists(),
    ...life.lines,
    ...['t1', 't2', 't3', 't4'].map(id => trade(id, 'c1')),
    file('one'),
    {
      ...worker('wx', { email: 'ada@example.com', attachments: [card] }),
      facts: { passportNo: '887766554' },
    },
    timesheet('cancelled', of, { status: 'cancelled' }),
    timesheet('approved', of, { status: 'approved' }),
    expense('stamped', of, { updatedAt: '2026-05-05' }),
    { ...requisition('refused', of, { status: 'raised' }), facts: { refusal: { stage: 1 } } },
  ])
  assert.deepEqual(rejections, [])
  await inStep()
})

const changes: Record<string, () => Promise<(object[] | (() => Promise<unknown>))[]>> = {
  'a value of a worker is cleared': async () => [[patch('worker', { id: 'wx', email: null })]],
  'a document of a worker is removed': async () => [[patch('worker', { id: 'wx', attachments: [] })]],
  'it is named again': async () => [[file('one'), patch('worker', { id: 'wx', attachments: [card] })]],
  'the content of a file is replaced': async () => [[file('two')]],
  'a file is called something else': async () => [[file('two', 'other.pdf')]],
  'an identity number is cleared': async () => [[patch('worker', { id: 'wx' }, { passportNo: null })]],
  'a fact is cleared': async () => [[patch('requisition', { id: 'refused' }, { refusal: null })]],
  'a cancelled record is deleted and created again as pending': async () => [
    [{ type: 'timesheet', id: 'cancelled', deleted: true }],
    [timesheet('cancelled', of, { status: 'pending' })],
  ],
  'a status goes where only a step between leads': async () => [
    [patch('timesheet', { id: 'approved', status: 'pending_approval' })],
    [patch('timesheet', { id: 'approved', status: 'pending' })],
  ],
  'a record is created again with an older date': async () => [
    [{ type: 'expense', id: 'stamped', deleted: true }],
    [expense('stamped', of)],
  ],
  'a short id moves to another record': async () => {
    const nanoid = await nanoidOf('t2')
    return [[{ ...trade('t2', 'c1'), nanoid: 'another1' }], [{ ...trade('t1', 'c1'), nanoid }]]
  },
  'a short id is that of a record which was deleted': async () => {
    const nanoid = await nanoidOf('t3')
    return [[{ type: 'trade', id: 't3', deleted: true }], [{ ...trade('t2', 'c1'), nanoid }]]
  },
  'somebody is erased': async () => [
    () =>
      erasePerson(
        {
          database: source.database,
          types: recordTypes,
          store: source.files.store,
          secrets: source.files.secrets,
        },
        life.id,
        {
          by: 'test',
        },
      ),
  ],
}

for (const [what, steps] of Object.entries(changes))
  test(`a copy is the same again after this: ${what}`, async () => {
    for (const step of await steps()) {
      if (typeof step === 'function') await step()
      else assert.deepEqual((await loaded(step)).rejections, [])
    }
    assert.ok((await inStep()).length > 0)
  })

test('without identity numbers an export loads whole, without the checks that are nothing without them', async () => {
  const check = (life.lines as Line[]).find(({ type }) => type === 'rightToWorkCheck')!
  const id = 'check-left-out'
  const record = { ...check.record, id, evidence: undefined }
  assert.deepEqual((await loaded([{ ...check, record }])).rejections, [])
  const { lines, report } = await exported({ identity: undefined })
  assert.deepEqual(report.leftOut, { rightToWorkCheck: 1 })
  assert.ok(!lines.some(({ type }) => type === 'rightToWorkCheck'))
  assert.deepEqual((await loaded(lines, await testServer())).rejections, [])
  await loaded([{ type: 'rightToWorkCheck', id, deleted: true }])
  const { lines: later } = await exported({ identity: undefined, since: report.cursor })
  assert.deepEqual(later, [{ type: 'rightToWorkCheck', id, deleted: true }])
})

test('a line that replaces keeps nothing of a worker but what lies encrypted', async () => {
  const { record } = worker('kept', { email: 'kept@example.com', gender: 'female', attachments: [card] })
  const facts = { passportNo: '887766555', documentOwners: [{ document: 'd1', agency: 'a1' }] }
  assert.deepEqual((await loaded([file('two'), { type: 'worker', record, facts }])).rejections, [])
  const bare = { ...worker('kept'), replace: true }
  assert.deepEqual((await loaded([bare])).counts.updated, 1)
  const [stored] = await source.database.rows<{ record: string; facts: string }>(
    sql`select record, facts from worker_text where id = 'kept'`,
  )
  const now = { record: JSON.parse(stored!.record), facts: JSON.parse(stored!.facts) }
  assert.deepEqual([now.record.email, now.record.gender, now.record.attachments], [undefined, undefined, []])
  assert.deepEqual(Object.keys(now.facts), ['passportNo'])
  await loaded([{ ...bare, facts: { erased: true } }])
  const [erased] = await source.database.rows<{ facts: string }>(
    sql`select facts from worker_text where id = 'kept'`,
  )
  assert.deepEqual(JSON.parse(erased!.facts), { erased: true })
})

test('a line that replaces fires the events of what it changes', async () => {
  const line = (status: string) => ({ ...requisition('told', of, { status }), replace: true })
  assert.deepEqual((await loaded([line('raised')])).rejections, [])
  assert.deepEqual((await loaded([line('cancelled')])).events, { requisition_cancelled: 1 })
})

test('replace is true or false, and never of a patch', async () => {
  const line = trade('t1', 'c1')
  const refusals = async (more: object) => (await loaded([{ ...line, ...more }])).rejections
  assert.deepEqual(await refusals({ replace: 'yes' }), ['replace must be true or false'])
  assert.deepEqual(await refusals({ replace: true, patch: true }), ['replace cannot be true of a patch'])
  assert.deepEqual(await refusals({ replace: false }), [])
  const patching = await loaded([{ ...line, replace: true }], source, { patch: true })
  assert.deepEqual(patching.rejections, [])
})

test('a short id that is never let go of is refused with its holder', async () => {
  const nanoid = await nanoidOf('t4')
  const { rejections, counts } = await loaded([{ ...trade('t5', 'c1'), nanoid }, trade('t6', 'c1')])
  assert.deepEqual([rejections, counts.created], [['nanoid is already the short id of trade t4'], 1])
})
