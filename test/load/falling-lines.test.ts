// Lines that fall take nothing with them: nobody is shown what a rejected line said, and nothing that stands is lost.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { deferredFile, groupedLines } from '../../src/load/deferred-lines.ts'
import { load } from '../../src/load/load.ts'
import { lineReader } from '../../src/load/read.ts'
import {
  assignment,
  creditNote,
  invoice,
  type Line,
  project,
  rivals,
  timesheet,
  worker,
} from '../support/lines.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
await server.load(rivals())
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const [c1, c2, a1, a2] = await Promise.all([
  server.key('company', ['c1']),
  server.key('company', ['c2']),
  server.key('agency', ['a1']),
  server.key('agency', ['a2']),
])
const newer = (line: Line): Line => ({ ...line, record: { ...line.record, updatedAt: '2027-01-01' } })
const statusOf = async (path: string, key: string) => (await server.get(path, key)).status
const gone = (type: string, id: string) => ({ type, id, deleted: true })

test('a credit note is not settled by a line of its invoice that falls', async () => {
  await server.load([
    invoice('i8', of, { invoiceType: 'supplierToMsp', msp: 'c2' }),
    creditNote('n8', of, { invoice: 'i8' }),
  ])
  const report = await server.load([
    timesheet('t8', { ...of, worker: 'nobody' }),
    newer(invoice('i8', of, { invoiceType: 'supplierToClient', timesheets: [{ id: 't8' }] })),
    newer(creditNote('n8', of, { invoice: 'i8', reason: 'x' })),
  ])
  assert.equal(report.rejected, 2)
  assert.deepEqual(
    [await statusOf('/credit-notes/n8', c1), await statusOf('/credit-notes/n8', c2)],
    [404, 200],
  )
})

test('a reference shows nothing of a line that falls', async () => {
  await server.load([assignment('A', { ...of, agency: 'a2' }), timesheet('T', of, { assignment: 'A' })])
  const report = await server.load([
    newer(assignment('A', of, { reference: 'NEVER', replacement: { replacedBy: { id: 'B' } } })),
    assignment('B', of, { site: 'nowhere', replacement: { replacementFor: { id: 'A' } } }),
    newer(timesheet('T', of, { assignment: 'A' })),
  ])
  assert.equal(report.rejected, 2)
  assert.equal((await server.get('/timesheets/T', a1)).body.data.assignment, undefined)
  assert.equal((await server.get('/timesheets?assignment=A', a1)).body.meta.total, 0)
})

test('lines that name each other are written together though one of them comes twice', async () => {
  const far = Array.from({ length: 1200 }, (_, n) => assignment(`between${n}`, of))
  const report = await server.load([
    assignment('X', of, { replacement: { replacedBy: { id: 'Y' } } }),
    { type: 'assignment', patch: true, record: { id: 'X', umbrella: 'U' } },
    ...far,
    assignment('Y', of, { replacement: { replacementFor: { id: 'X' } } }),
  ])
  assert.equal(report.rejected, 0)
  const { umbrella, replacement } = (await server.get('/assignments/X', a1)).body.data
  assert.deepEqual([umbrella, replacement.replacedBy.id], ['U', 'Y'])
})

test('any number of lines that wait for one that never comes are told apart', async () => {
  const lines = [
    project('p9', 'missing'),
    ...Array.from({ length: 15_000 }, (_, n) =>
      worker(`x${n}`, { agencies: [{ id: 'missing', active: true }] }),
    ),
    ...Array.from({ length: 15_000 }, (_, n) =>
      assignment(`y${n}`, { ...of, project: 'p9', worker: `x${n}` }),
    ),
  ]
  const file = await deferredFile()
  after(() => file.close())
  await file.write(lines.map((line, at) => `${at + 1}\t${JSON.stringify(line)}\n`).join(''))
  let read = 0
  for await (const _ of groupedLines(file, lineReader(recordTypes))) read++
  assert.equal(read, lines.length)
})

test('the owner of a document stays, whatever a patch or a line says of the others', async () => {
  const document = (id: string) => ({
    id,
    type: 'attachment',
    documentType: 'CV',
    createdAt: '2026-01-01',
    files: [],
  })
  const agencies = ['a1', 'a2'].map(id => ({ id, active: true }))
  const both = { companyIds: [{ company: 'c1', id: 'E' }], attachments: [document('d1'), document('d2')] }
  const patch = (record: object, facts = {}) => ({
    type: 'worker',
    patch: true,
    record: { id: 'wp', ...record },
    facts,
  })
  const documents = async (key: string) =>
    (await server.get('/workers/wp', key)).body.data.attachments.map((one: Json) => one.id)
  await server.load([
    { ...worker('wp', { agencies, ...both }), facts: { documentOwners: [{ document: 'd1', agency: 'a1' }] } },
    patch({}, { documentOwners: [{ document: 'd2', agency: 'a2' }] }),
    patch({}, { documentOwners: null }),
  ])
  assert.deepEqual([await documents(c1), await documents(a1), await documents(a2)], [[], ['d1'], ['d2']])
  await server.load([
    newer({ ...worker('wp', { agencies, rightToWork: [{ ...document('d2'), type: 'rightToWork' }] }) }),
  ])
  const { attachments, rightToWork } = (await server.get('/workers/wp', a2)).body.data
  assert.deepEqual([attachments, rightToWork.map((one: Json) => one.id)], [[], ['d2']])
})

test('who saw a worker through an assignment hears that both are gone, in any order', async () => {
  await server.load([
    worker('w9', { agencies: [{ id: 'a1', active: true }] }),
    assignment('D', { ...of, worker: 'w9' }),
  ])
  const { next } = (await server.get('/changes?after=now', c1)).body.meta
  await server.load([gone('worker', 'w9'), gone('assignment', 'D')])
  const { data } = (await server.get(`/changes?after=${encodeURIComponent(next)}`, c1)).body
  assert.deepEqual(data.map((one: Json) => `${one.type} ${one.change}`).sort(), [
    'assignment deleted',
    'worker deleted',
  ])
})

test('what one owner of a key lost and another still sees is not out of scope', async () => {
  await server.load([
    worker('V', { agencies: [{ id: 'a1', active: true }] }),
    assignment('V1', { ...of, worker: 'V' }),
    assignment('V2', { ...of, company: 'c2', project: 'p2', worker: 'V' }),
  ])
  const both = await server.key('company', ['c1', 'c2'])
  const { next } = (await server.get('/changes?after=now', both)).body.meta
  await server.load([gone('assignment', 'V1')])
  const { data } = (await server.get(`/changes?after=${encodeURIComponent(next)}`, both)).body
  assert.ok(
    data.every((one: Json) => one.change !== 'out_of_scope'),
    JSON.stringify(data),
  )
  assert.equal(await statusOf('/workers/V', both), 200)
})

test('a timesheet is not cancelled because of an invoice line that is left out as older', async () => {
  await server.load([timesheet('t6', of), newer(invoice('i6', of, { timesheets: [{ id: 't6' }] }))])
  const report = await server.load([
    newer(timesheet('t6', of, { status: 'cancelled' })),
    invoice('i6', of, { timesheets: [] }),
  ])
  assert.deepEqual([report.counts.older, report.rejected], [1, 1])
})

test('what refers to a bill follows it while a load goes on', async () => {
  await server.load([invoice('soon', of), creditNote('soon', of, { invoice: 'soon' })])
  const bytes = (line: object) => Buffer.from(`${JSON.stringify(line)}\n`)
  let seen: number | undefined
  async function* lines() {
    yield bytes(newer(invoice('soon', of, { invoiceType: 'mspToClient', msp: 'c2' })))
    // So many lines are read ahead of the one that is written.
    for (let n = 0; n < 4500; n++) yield bytes(timesheet(`filler${n}`, of))
    seen = await statusOf('/credit-notes/soon', a1)
    yield bytes(timesheet('filler-last', of))
  }
  await load(server.database, recordTypes, lines())
  assert.equal(seen, 404)
})
