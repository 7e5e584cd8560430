// POST /billing-checks/{id}/mark: who may mark which finding, what is taken, how long it stays, and that neither a mark nor what
// the checker writes is lost where both write one finding.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { scopesFor } from '../../src/api/scopes.ts'
import { beginDay } from '../../src/checks/daily.ts'
import { markFinding } from '../../src/checks/marks.ts'
import { findingsOfWeek } from '../../src/checks/week-findings.ts'
import { sql } from '../../src/database/sql.ts'
import { audit } from '../../src/store/operators/audit.ts'
import { connection } from '../support/lines.ts'
import { noteEveryCompany } from '../support/noted-work.ts'
import { testServer } from '../support/server.ts'
import { check, emptied, lines, loading, owners, rowsOf } from './checked-world.ts'

const server = await testServer()
const { database } = server
const load = loading(server)

const client = await server.key('company', ['c1'], { name: 'Accounts' })
const agency = await server.key('agency', ['a1'], { name: 'Marrow' })
const rival = await server.key('agency', ['a2'])

/** An invoice that bills £100.00 more than its timesheet. */
const wrongWeek = [
  lines.assignment(),
  lines.timesheet(),
  lines.invoice({ subtotal: 1100, values: { cis: 220 } }),
]

beforeEach(async () => {
  await emptied(database)
  await database.rows(sql`truncate operator_audit`)
  await load([...owners, ...wrongWeek])
  await check(database)
})

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function findings() {
  const found = (await rowsOf(database)).map(({ id, record, facts }) => ({
    id,
    record: JSON.parse(record),
    facts: JSON.parse(facts),
  }))
  return {
    all: found,
    of: (side: string) => found.find(({ record }) => record.side === side)!,
  }
}

const idOf = async (side: string) => (await findings()).of(side).id
const markOf = async (side: string) => (await findings()).of(side).record.mark

const send = (
  id: string,
  body: unknown,
  key: string | undefined = client,
  { path = '', ...more }: RequestInit & { path?: string } = {},
) =>
  server.get(`/billing-checks/${id}/mark${path}`, key, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...more,
  })

const versionsOf = async () =>
  Object.fromEntries(
    (
      await database.rows<{ owner: string; version: string }>(
        sql`select owner, version::text from owner_version`,
      )
    ).map(({ owner, version }) => [owner, version]),
  )

const recheck = async (now = new Date()) => {
  await database.transaction(tx => noteEveryCompany(tx, 'all', false))
  await check(database, { now: () => now })
}

test('a mark says what was decided, by whom, when and until when, and nobody but its side sees a difference', async () => {
  const before = await versionsOf()
  const until = dayFrom(30)
  const { status, body } = await send(await idOf('client'), {
    state: 'disputed',
    note: '  Asked for the receipt\nand waiting  ',
    until,
  })
  assert.equal(status, 200)
  const { at, ...mark } = body.data.mark
  assert.deepEqual(mark, {
    state: 'disputed',
    note: 'Asked for the receipt\nand waiting',
    until: `${until}T00:00:00.000Z`,
    by: 'Accounts',
  })
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
  assert.deepEqual(await markOf('client'), body.data.mark)
  assert.equal(await markOf('agency'), undefined)
  const after = await versionsOf()
  const moved = Object.keys(after).filter(owner => after[owner] !== before[owner])
  assert.deepEqual(moved, ['c:c1'])
})

test('nobody marks what they could not fetch, and learns nothing of it', async () => {
  const [own, other] = [await idOf('agency'), await idOf('client')]
  const unknown = await send('nothing', { state: 'accepted' }, agency)
  assert.equal(unknown.status, 404)
  for (const [id, key] of [
    [other, agency],
    [own, client],
    [own, rival],
    [other, rival],
  ] as const) {
    const answer = await send(id, { state: 'accepted' }, key)
    assert.equal(answer.status, 404)
    assert.deepEqual(answer.body, unknown.body)
  }
  await load([connection('c1', 'a1', { active: false })])
  assert.equal((await send(own, { state: 'accepted' }, agency)).status, 404)
  assert.deepEqual(
    (await findings()).all.map(({ record }) => record.mark),
    [undefined, undefined],
  )
})

test('it takes the scope to mark and those that reading takes', async () => {
  const id = await idOf('client')
  for (const lacking of ['write:billing-checks', 'read:timesheets', 'read:invoices']) {
    const scopes = scopesFor('company').filter(scope => scope !== lacking)
    const answer = await send(id, { state: 'accepted' }, await server.key('company', ['c1'], { scopes }))
    assert.equal(`${answer.status} ${answer.body.error.code}`, '403 INSUFFICIENT_SCOPE')
    assert.match(answer.body.error.message, new RegExp(lacking))
  }
  const scopes = scopesFor('company').filter(scope => scope !== 'read:expenses')
  const blind = await send(id, { state: 'accepted' }, await server.key('company', ['c1'], { scopes }))
  assert.equal(blind.status, 404)
  assert.equal(await markOf('client'), undefined)
})

test('what is wrong with a body is told at once, with what would be right', async () => {
  const id = await idOf('client')
  const cases: [body: unknown, said: RegExp][] = [
    [[], /must be a JSON object with state, note, until, amount/],
    [{}, /^state is required: one of accepted, disputed, open/],
    [{ state: 'done' }, /^state must be one of accepted, disputed, open/],
    [{ state: ' open' }, /^state has white space around it/],
    [{ state: 7 }, /^state must be a text/],
    [{ state: 'accepted', untill: dayFrom(1) }, /^untill is not known; .*until/],
    [{ state: 'accepted', until: '2026-13-01' }, /^until must be a day, YYYY-MM-DD/],
    [
      { state: 'accepted', until: dayFrom(-1) },
      new RegExp(`^until is past: give ${dayFrom(0)} or a later day`),
    ],
    [{ state: 'accepted', until: `${dayFrom(1)}T10:00:00.000Z` }, /^until must be a day/],
    [{ state: 'accepted', note: '' }, /^note is empty/],
    [{ state: 'accepted', note: 'x'.repeat(2_001) }, /^note is longer than 2000 characters/],
    [{ state: 'accepted', note: 'bell \u0007' }, /^note has a control character/],
    [{ state: 'accepted', amount: '100' }, /^amount must be a number of pounds/],
    [
      { state: 'open', note: 'no', until: dayFrom(1) },
      /^note is for accepted and disputed.* Also: until is for/,
    ],
    [{ note: 1, until: 2 }, /^state is required.* Also: note must be a text.*; until must be a text/],
  ]
  for (const [body, said] of cases) {
    const answer = await send(id, body)
    assert.equal(`${answer.status} ${answer.body.error.code}`, '400 VALIDATION_ERROR')
    assert.match(answer.body.error.message, said)
  }
  const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) =>
    `${status} ${body.error.code}`
  const state = 'accepted'
  assert.equal(codeOf(await send(id, '{"state":')), '400 INVALID_JSON')
  assert.equal(codeOf(await send(id, { state }, client, { path: '?dryRun=true' })), '400 BAD_REQUEST')
  assert.equal(codeOf(await send(id, { state }, client, { method: 'PUT' })), '405 METHOD_NOT_ALLOWED')
  assert.equal(
    codeOf(await send(id, { state }, client, { headers: { 'Content-Type': 'text/plain' } })),
    '415 UNSUPPORTED_MEDIA_TYPE',
  )
  const large = await send(id, { state, note: 'x'.repeat(70_000) })
  assert.equal(codeOf(large), '413 PAYLOAD_TOO_LARGE')
  assert.equal(large.body.error.message, 'The body is larger than 64 kB')
  const limited = await server.key('company', ['c1'], { perMinute: 1 })
  assert.equal((await send(id, { state }, limited)).status, 200)
  assert.equal(codeOf(await send(id, { state }, limited)), '429 RATE_LIMIT_EXCEEDED')
})

test('a day may be given as findings have it, today counts, and null is as good as nothing', async () => {
  const id = await idOf('client')
  const until = `${dayFrom(0)}T00:00:00.000Z`
  const { body } = await send(id, { state: 'accepted', until, note: null })
  assert.equal(body.data.mark.until, until)
  assert.ok(!('note' in body.data.mark))
})

test('the same mark again changes nothing, another one does, and open takes it away', async () => {
  const id = await idOf('client')
  const first = await send(id, { state: 'accepted', note: 'Agreed' })
  const before = await versionsOf()
  assert.deepEqual((await send(id, { state: 'accepted', note: 'Agreed' })).body, first.body)
  assert.deepEqual(await versionsOf(), before)
  const colleague = await server.key('company', ['c1'], { name: 'Payments' })
  assert.equal(
    (await send(id, { state: 'accepted', note: 'Agreed' }, colleague)).body.data.mark.by,
    'Payments',
  )
  assert.equal((await send(id, { state: 'disputed' })).body.data.mark.state, 'disputed')
  assert.deepEqual((await send(id, { state: 'open' })).body.data, { id })
  const opened = await versionsOf()
  assert.deepEqual((await send(id, { state: 'open' })).body.data, { id })
  assert.deepEqual(await versionsOf(), opened)
  const kept = await audit.rows(database, { kind: 'mark', subject: id })
  assert.deepEqual(
    kept.map(({ via, name, operation, before, after }) => [
      `${via} ${name} ${operation}`,
      (before as { state: string }).state,
      (after as { state: string }).state,
    ]),
    [
      ['key Accounts POST /billing-checks/{id}/mark', 'disputed', 'open'],
      ['key Accounts POST /billing-checks/{id}/mark', 'accepted', 'disputed'],
      ['key Payments POST /billing-checks/{id}/mark', 'accepted', 'accepted'],
      ['key Accounts POST /billing-checks/{id}/mark', 'open', 'accepted'],
    ],
  )
  assert.ok(!JSON.stringify(kept).includes('Agreed'), 'the note is personal')
})

test('whoever says what they saw does not mark something else', async () => {
  const id = await idOf('client')
  assert.equal((await send(id, { state: 'accepted', amount: 100 })).status, 200)
  await load([lines.invoice({ subtotal: 1900, values: { cis: 380 } })])
  await check(database)
  const answer = await send(id, { state: 'accepted', amount: 100 })
  assert.equal(`${answer.status} ${answer.body.error.code}`, '409 BILLING_CHECK_CHANGED')
  assert.equal(answer.body.error.message, 'At stake is £900.00 by now, and nothing was marked; read it again')
  assert.equal(await markOf('client'), undefined)
})

test('what was put right is not marked any more', async () => {
  const id = await idOf('client')
  await send(id, { state: 'disputed' })
  await load([lines.invoice()])
  await check(database)
  const gone = (await findings()).of('client')
  assert.deepEqual([gone.facts.state, gone.record.mark], ['resolved', undefined])
  for (const state of ['accepted', 'open']) {
    const answer = await send(id, { state })
    assert.equal(`${answer.status} ${answer.body.error.code}`, '409 BILLING_CHECK_CHANGED')
    assert.match(answer.body.error.message, /put right on \d/)
  }
})

test('a mark stays while its finding says the same, and goes when it says something else', async () => {
  await send(await idOf('client'), { state: 'accepted' })
  const { mark } = (await findings()).of('client').record
  await recheck()
  assert.deepEqual(await markOf('client'), mark)
  await load([lines.invoice({ subtotal: 1200, values: { cis: 240 } })])
  await check(database)
  assert.equal(await markOf('client'), undefined)
})

test('a mark ends when its last day has passed, without a write', async () => {
  await send(await idOf('client'), { state: 'accepted', until: dayFrom(2) })
  await send(await idOf('agency'), { state: 'disputed' }, agency)
  const midnightIn = (days: number) => new Date(`${dayFrom(days)}T00:00:01.000Z`)
  for (const day of [0, 1, 2]) {
    await beginDay(database, midnightIn(day))
    await check(database, { now: () => midnightIn(day) })
    assert.equal((await markOf('client'))?.state, 'accepted', `after ${day} days`)
  }
  const before = await versionsOf()
  await beginDay(database, midnightIn(3))
  await check(database, { now: () => midnightIn(3) })
  const { of } = await findings()
  assert.equal(of('client').record.mark, undefined)
  assert.match(of('client').facts.markedUntil, /^1970/)
  assert.equal(of('agency').record.mark.state, 'disputed')
  const after = await versionsOf()
  assert.deepEqual(
    Object.keys(after).filter(owner => after[owner] !== before[owner]),
    ['c:c1'],
  )
})

test('a mark that comes while the checker works a week out is kept where the finding stays', async () => {
  let isMarked = false
  await database.transaction(tx => noteEveryCompany(tx, 'all', false))
  await check(database, {
    async workOut(week) {
      if (!isMarked) assert.equal((await send(await idOf('client'), { state: 'accepted' })).status, 200)
      isMarked = true
      return findingsOfWeek(week)
    },
  })
  assert.equal((await markOf('client'))?.state, 'accepted')
})

test('a mark that comes while the checker finds something else is not on what nobody has seen', async () => {
  const id = await idOf('client')
  await load([lines.invoice({ subtotal: 1900, values: { cis: 380 } })])
  let isMarked = false
  await check(database, {
    async workOut(week) {
      if (!isMarked) assert.equal((await send(id, { state: 'accepted' })).status, 200)
      isMarked = true
      return findingsOfWeek(week)
    },
  })
  const { record, facts } = (await findings()).of('client')
  assert.deepEqual([record.amount, record.mark], [900, undefined])
  assert.match(facts.markedUntil, /^1970/)
})

test('a mark and the checker that write one finding wait for each other, whoever comes first', async () => {
  const id = await idOf('client')
  const write = (by: string) =>
    database.transaction(tx => markFinding(tx, id, { state: 'accepted' }, { by, now: new Date() }))
  for (const first of ['mark', 'checker']) {
    await database.transaction(tx => noteEveryCompany(tx, 'all', false))
    const both = [() => write(first), () => check(database, { now: () => new Date() })]
    await Promise.all((first === 'mark' ? both : both.toReversed()).map(run => run()))
    assert.equal((await markOf('client'))?.by, first)
  }
})

test('a mark whose process dies before its end has left nothing', async () => {
  const id = await idOf('client')
  const before = await rowsOf(database)
  const versions = await versionsOf()
  const dying = database.transaction(async tx => {
    await markFinding(tx, id, { state: 'accepted' }, { by: 'nobody', now: new Date() })
    await tx.rows(sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  await assert.rejects(dying)
  assert.deepEqual(await rowsOf(database), before)
  assert.deepEqual(await versionsOf(), versions)
  assert.equal((await send(id, { state: 'disputed' })).status, 200)
  await recheck()
  assert.equal((await markOf('client'))?.state, 'disputed')
})

test('many who mark at once are all written, one after another', async () => {
  const id = await idOf('client')
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => send(id, { state: n % 2 ? 'accepted' : 'disputed', note: `${n}` })),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal((await audit.rows(database, { kind: 'mark', subject: id, limit: 100 })).length, 30)
})
