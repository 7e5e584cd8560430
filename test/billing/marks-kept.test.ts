// What a mark outlives: other names, another worker of the same work, decisions about workers and their undoing.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { guardOf } from '../../src/outbound/guard.ts'
import { matches as storedMatches } from '../../src/store/people/matches.ts'
import { decideMatch } from '../../src/workers/decisions.ts'
import { undoDecision } from '../../src/workers/undo.ts'
import { agency, worker } from '../support/lines.ts'
import { masterLists, newcomer, posted } from '../support/newcomer.ts'
import { type Json, testServer } from '../support/server.ts'
import { check, deleted, emptied, lines, loading, owners } from './checked-world.ts'

const secret = 'the master secret of these marks, whole'
const server = await testServer({ operations, types: recordTypes, files: { secrets: [secret] } })
const { database, files } = server
const load = loading(server)
const key = await server.key('company', ['c1'])
const [a1, a2] = [await server.key('agency', ['a1']), await server.key('agency', ['a2'])]
const { assignment, timesheet, invoice, afp } = lines
const deciding = {
  ...{ database, store: files.store, secrets: files.secrets, guard: guardOf({ loopback: true }) },
  trouble: () => {},
}

const week = 'from=2026-01-26&to=2026-02-01'
const only = async (): Promise<Json> => {
  const { body } = await server.get(`/billing-checks?${week}`, key)
  assert.equal(body.data.length, 1)
  return body.data[0]
}

async function marked(): Promise<Json> {
  const { id } = await only()
  const { status } = await server.get(`/billing-checks/${id}/mark`, key, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"state":"accepted"}',
  })
  assert.equal(status, 200)
  return only()
}

const unbilled = { status: 'pending_approval', timelogs: [] }

beforeEach(async () => {
  await emptied(database)
  await load([...owners, ...masterLists(), assignment(), timesheet(unbilled), invoice(), afp()])
  await check(database)
})

test('where an invoice, a timesheet and an agency are called otherwise, the finding says so and stays marked', async () => {
  const before = await marked()
  await load([
    invoice({ reference: 'MAR-2026-7' }),
    timesheet({ ...unbilled, reference: 'WK5-ANN' }),
    agency('a1', { name: 'Marrow & Sons' }),
  ])
  await check(database)
  const later = await only()
  assert.deepEqual([later.id, later.mark, later.since], [before.id, before.mark, before.since])
  assert.match(later.sentence, /^WK5-ANN .*MAR-2026-7/)
  assert.deepEqual(
    later.compared.filter((one: Json) => one.path === 'reference').map((one: Json) => one.value),
    ['MAR-2026-7'],
  )
  assert.equal(later.agency.name, 'Marrow & Sons')
})

test('where somebody was known twice, and the timesheets name the one who stays, the mark stays', async () => {
  const before = await marked()
  await load([
    assignment({ worker: { id: 'w2' } as never }),
    timesheet({ ...unbilled, worker: { id: 'w2', name: 'Ann Other' } }),
  ])
  await check(database)
  await load([deleted('worker', 'w1')])
  await check(database)
  const later = await only()
  assert.deepEqual([later.id, later.mark, later.worker.id], [before.id, before.mark, 'w2'])
  await load([
    worker('w1'),
    assignment({ worker: { id: 'w1' } as never }),
    timesheet({ ...unbilled, worker: { id: 'w1', name: 'Ann Other' } }),
  ])
  await check(database)
  assert.deepEqual([(await only()).mark, (await only()).worker.id], [before.mark, 'w1'])
})

test('a mark stays while its worker is posted by another agency, and both are loaded and linked', async () => {
  const person = newcomer(7, { agencyId: 'B-7' })
  const nightly = (more: object = {}) => ({
    ...worker('w1', { agencies: [{ id: 'a1', active: true }], ...more }),
    facts: { nationalIns: person.nationalIns },
  })
  await load([nightly()])
  await check(database)
  const before = await marked()
  const expectSame = async () => {
    await check(database)
    const { worker: _, ...later } = await only()
    const { worker: __, ...was } = before
    assert.deepEqual(later, was)
  }
  const [sent] = await Promise.all([
    server.get('/workers', a2, posted(person)),
    load([nightly({ email: 'ann@people.example' })]),
  ])
  assert.equal(sent.status, 409, sent.text)
  await expectSame()
  const [attempt] = await storedMatches.rows(database, { state: 'open' })
  await decideMatch(deciding, { attempt: attempt!.id, by: 'tests' }, 'link', 'w1')
  await Promise.all([load([nightly({ email: 'other@people.example' })]), expectSame()])
  await expectSame()
  await load([nightly({ email: 'ann@people.example' })])
  const fresh = await server.get('/workers', a1, posted(newcomer(8, { agencyId: 'A-8' })))
  assert.equal(fresh.status, 200, fresh.text)
  await expectSame()
})

test('a mark stays while a link of its worker is undone', async () => {
  const person = newcomer(17, { agencyId: 'B-17' })
  await load([
    {
      ...worker('w1', { agencies: [{ id: 'a1', active: true }] }),
      facts: { nationalIns: person.nationalIns },
    },
  ])
  await check(database)
  const before = await marked()
  assert.equal((await server.get('/workers', a2, posted(person))).status, 409)
  const [attempt] = await storedMatches.rows(database, { state: 'open' })
  await decideMatch(deciding, { attempt: attempt!.id, by: 'tests' }, 'link', 'w1')
  await check(database)
  assert.deepEqual(await only(), before)
  await undoDecision(database, attempt!.id, { by: 'tests' })
  await check(database)
  assert.deepEqual(await only(), before)
})
