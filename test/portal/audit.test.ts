// What operators change is written down once, with who, what, before and after; and no secret and nobody's data with it.

import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { sampleLines, sampleOf } from '../../src/api/samples.ts'
import { sql } from '../../src/database/sql.ts'
import { load } from '../../src/load/load.ts'
import type { OperatorOperation } from '../../src/operator/operation.ts'
import { operatorOperations } from '../../src/operator/surface.ts'
import { loadableTypes } from '../../src/record-types/record-type.ts'
import { type AuditLine, audit, sweepAudit } from '../../src/store/operators/audit.ts'
import { sweepSessions } from '../../src/store/operators/sessions.ts'
import { command } from '../support/command.ts'
import { findInTables } from '../support/find-anywhere.ts'
import { worker } from '../support/lines.ts'
import { newcomer } from '../support/newcomer.ts'
import { expectAnswered } from '../support/operator-check.ts'
import { portal } from '../support/portal.ts'
import { expectNoSecret } from '../support/secret-scan.ts'
import { type Json, ndjson } from '../support/server.ts'

const server = await portal({ WEBHOOK_LOOPBACK: 'yes' })
const { database } = server
const ann = await server.token('owner', 'Ann')
const browser = server.browser()
await browser.signIn({ token: ann.secret })
const secrets = [ann.secret, browser.secret!]
const written = new Set<OperatorOperation>()

const rows = () => audit.rows(database, { limit: 999 })

/** Does something in the portal and gives the one row that it left. */
async function change(method: string, path: string, body?: unknown): Promise<{ data: Json; row: AuditLine }> {
  const before = (await rows()).length
  const answer = await browser.ask(method, `/operator${path}`, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  const all = await rows()
  assert.equal(all.length, before + 1, `${method} ${path}`)
  const [row] = all
  const operation = operatorOperations.find(each => `${each.method} ${each.path}` === row!.operation)
  written.add(operation!)
  assert.deepEqual([row!.via, row!.who, row!.name], ['token', ann.id, 'Ann'])
  assert.equal(row!.requestId, answer.headers.get('x-request-id'))
  if (answer.body.data.secret) secrets.push(answer.body.data.secret)
  return { data: answer.body.data, row: row! }
}

// biome-ignore lint/suspicious/noExplicitAny: states of different things
const states = ({ before, after }: AuditLine): any[] => [before, after]

test('signing in is the first row', async () => {
  const [row] = await rows()
  assert.deepEqual([row!.operation, row!.kind, row!.who], ['POST /portal/session', 'session', ann.id])
})

test('keys: made, changed, rotated and revoked, each with the state before and after', async () => {
  const made = await change('POST', '/keys', { kind: 'company', owners: ['c1'], scopes: ['read:projects'] })
  const { id } = made.data.key
  assert.deepEqual([made.row.kind, made.row.subject, made.row.before], ['key', id, null])
  const [before, after] = states((await change('PATCH', `/keys/${id}`, { perDay: 7 })).row)
  assert.deepEqual([before.perDay, after.perDay], [50_000, 7])
  const [old, fresh] = states((await change('POST', `/keys/${id}/rotate`, {})).row)
  assert.notEqual(old.hint, fresh.hint)
  const [active, revoked] = states((await change('POST', `/keys/${id}/revoke`)).row)
  assert.deepEqual([active.state, revoked.state], ['active', 'revoked'])
  const listed = (await browser.ask('GET', `/operator/audit?subject=${id}&limit=2`)).body.data
  assert.deepEqual(
    listed.map((row: AuditLine) => row.operation),
    ['POST /keys/{id}/revoke', 'POST /keys/{id}/rotate'],
  )
  const more = (await browser.ask('GET', `/operator/audit?subject=${id}&after=${listed[1].id}`)).body.data
  assert.deepEqual(
    more.map((row: AuditLine) => row.operation),
    ['PATCH /keys/{id}', 'POST /keys'],
  )
})

test('views: kept and removed, by the id alone', async () => {
  const body = { name: 'Refused', address: '/requests?status=client' }
  const { data, row } = await change('POST', '/views', body)
  assert.deepEqual([row.kind, row.subject, row.before, row.after], ['view', data.id, null, null])
  assert.equal((await change('DELETE', `/views/${data.id}`)).row.subject, data.id)
})

test('what fails leaves no row and what is written down fails with the change', async () => {
  const before = (await rows()).length
  assert.equal((await browser.ask('POST', '/operator/keys/nobody/revoke')).status, 404)
  assert.equal((await browser.ask('POST', '/operator/tokens', { name: 'x', role: 'king' })).status, 400)
  assert.equal((await browser.ask('POST', '/operator/loads?dryRun=true', '')).status, 200)
  assert.equal((await rows()).length, before)
  const { secret: _, key } = await server.key('company', 'c1')
  await database.script('alter table muster.operator_audit add constraint no check (false) not valid')
  const answer = await browser.ask('POST', `/operator/keys/${key.id}/revoke`)
  await database.script('alter table muster.operator_audit drop constraint no')
  assert.equal(answer.status, 500)
  assert.equal((await browser.ask('GET', `/operator/keys/${key.id}`)).body.data.state, 'active')
})

test('webhooks: every change of an endpoint, without what its address hides', async () => {
  const made = await change('POST', '/webhooks', {
    kind: 'company',
    owners: ['c1'],
    url: 'http://127.0.0.1:9/hook?token=hidden-in-query',
  })
  const { id } = made.data.endpoint
  assert.deepEqual([made.row.subject, (made.row.after as Json).url], [id, 'http://127.0.0.1:9/hook'])
  const [before, after] = states((await change('PATCH', `/webhooks/${id}`, { state: 'disabled' })).row)
  assert.deepEqual([before.state, after.state], ['active', 'disabled'])
  await change('PATCH', `/webhooks/${id}`, { state: 'active' })
  await change('POST', `/webhooks/${id}/rotate`, {})
  await change('POST', `/webhooks/${id}/test`)
  const sent = await change('POST', `/webhooks/${id}/trigger`, {
    type: 'assignment_dates_updated',
    objectId: 'as1',
  })
  await change('POST', `/webhooks/${id}/recover`, { since: new Date(0).toISOString() })
  const replayed = await change('POST', `/deliveries/${sent.data.deliveryId}/replay`)
  assert.deepEqual([replayed.row.kind, replayed.row.after], ['delivery', { state: 'waiting' }])
  const gone = await change('DELETE', `/webhooks/${id}`)
  assert.deepEqual([(gone.row.before as Json).state, gone.row.after], ['active', null])
})

test('tokens and sessions: made and ended', async () => {
  const made = await change('POST', '/tokens', { name: 'Bob', role: 'matches' })
  const [none, token] = states(made.row)
  assert.deepEqual([none, token.name, token.role], [null, 'Bob', 'matches'])
  const bob = server.browser()
  await bob.signIn({ token: made.data.secret })
  const [session] = (await browser.ask('GET', '/operator/sessions')).body.data
  const [open, ended] = states((await change('POST', `/sessions/${session.id}/revoke`)).row)
  assert.deepEqual([open.state, ended.state], ['open', 'revoked'])
  const [, revoked] = states((await change('POST', `/tokens/${made.data.token.id}/revoke`)).row)
  assert.equal(revoked.revoked, true)
})

test('loads, matches and people: counts, states and ids, and nothing of anybody', async () => {
  const line = worker('w9', { firstName: 'Zebedee', lastName: 'Quillfeather', name: 'Zebedee Quillfeather' })
  const loaded = await change('POST', '/loads', `${JSON.stringify(line)}\n`)
  assert.equal((loaded.row.after as Json).lines, 1)
  const [a1, a2] = [server.browser(), server.browser()]
  for (const [agency, owner] of [
    [a1, 'a1'],
    [a2, 'a2'],
  ] as const)
    await agency.signIn({ key: (await server.key('agency', owner)).secret })
  assert.equal((await a1.ask('POST', '/api/workers', newcomer(1))).status, 200)
  assert.equal((await a2.ask('POST', '/api/workers', newcomer(1, { agencyId: 'B-1' }))).status, 409)
  const [match] = (await browser.ask('GET', '/operator/matches')).body.data
  const [open, dismissed] = states(
    (await change('POST', `/matches/${match.id}/decide`, { decision: 'dismiss', note: 'not her' })).row,
  )
  assert.deepEqual([open.state, dismissed.state], ['open', 'dismissed'])
  await change('POST', `/matches/${match.id}/undo`, {})
  await change('POST', '/matches/scan', {})
  const found = await change('POST', '/people/find', { text: 'quillfether zebedee' })
  assert.deepEqual(found.row.after, { comparedWith: ['reference', 'agencyId', 'name'], found: 1, waiting: 0 })
  const erased = await change('POST', '/people/w9/erase', { dryRun: false })
  assert.deepEqual([erased.row.subject, erased.row.before, erased.row.after], ['w9', null, null])
  await change('POST', '/people/scrub', {})
  // That it is asked for is what is written down; to rewrite every table takes this server too long here.
  await database.rows(sql`update scrub set finished_at = now()`)
  const text = JSON.stringify(await rows())
  const person = newcomer(1)
  for (const word of [
    'Zebedee',
    'Quillfeather',
    'quillfether',
    'not her',
    person.lastName,
    person.nationalIns,
  ])
    assert.ok(!text.includes(String(word)), String(word))
})

test('mappings and jobs: what was there before and after', async () => {
  const text = 'type: region\nid: NO\nrecord: {name: NAME}\n'
  const saved = states((await change('POST', '/mappings/regions', { text })).row)
  assert.deepEqual(saved, [null, { version: 1 }])
  const removed = states((await change('DELETE', '/mappings/regions')).row)
  assert.deepEqual(removed, [{ version: 1 }, null])
  const expected = states((await change('POST', '/jobs/nightly', { everyMinutes: 1440 })).row)
  assert.deepEqual(expected, [null, { everyMinutes: 1440 }])
  await change('DELETE', '/jobs/nightly')
})

test('a mark on a finding: what was decided before and after', async () => {
  const sample = sampleOf('billingCheck')
  const { mark: _, resolvedAt: __, ...record } = sample.record as Json
  const about = sampleLines(loadableTypes(recordTypes)).map(line => JSON.stringify(line))
  await change('POST', '/loads', about.join('\n'))
  const lines = ndjson([{ ...sample, record }])
  assert.equal((await load(database, recordTypes, lines, { takesComputed: true })).rejected, 0)
  const { row } = await change('POST', `/billing-checks/${record.id}/mark`, { state: 'disputed' })
  assert.deepEqual(
    states(row).map(({ state }) => state),
    ['open', 'disputed'],
  )
})

test('every operation that changes something was seen to write its row', () => {
  const missing = operatorOperations.filter(
    operation => typeof operation.changes === 'object' && !written.has(operation),
  )
  assert.deepEqual(
    missing.map(({ method, path }) => `${method} ${path}`),
    [],
  )
})

test('tokens, sessions and the audit are answered as the document says', async () => {
  assert.equal((await browser.ask('GET', '/operator/tokens')).body.data.length, 2)
  expectAnswered('access')
})

test('what commands change is written down with the user of the machine', async () => {
  const run = async (...args: string[]) => {
    const said = await command([...args, '--json'], server.environment)
    assert.equal(said.code, 0, said.stdout + said.stderr)
    const value = JSON.parse(said.stdout)
    for (const secret of [value.secret, value.token]) if (secret) secrets.push(secret)
    return value
  }
  const key = await run('keys', 'create', '--company', 'c1', '--scopes', 'all')
  await run('keys', 'update', key.id, '--per-day', '9')
  await run('keys', 'rotate', key.id)
  await run('keys', 'revoke', key.id)
  const token = await run('tokens', 'create', '--role', 'read-only')
  await run('tokens', 'revoke', token.id)
  const endpoint = await run('webhooks', 'add', 'http://127.0.0.1:9/x', '--company', 'c1')
  await run('webhooks', 'update', endpoint.id, '--disable')
  await run('webhooks', 'rotate', endpoint.id)
  await run('webhooks', 'remove', endpoint.id)
  const [match] = (await browser.ask('GET', '/operator/matches')).body.data
  await run('matches', 'decide', match.id, 'dismiss')
  await run('matches', 'undo', match.id)
  await run('people', 'erase', 'w2')
  const made = await run('portal', 'link', '--role', 'operator', '--name', 'Cyd')
  secrets.push(new URL(made.link).hash.slice(6))
  const own = (await rows()).filter(({ via }) => via === 'command line')
  assert.deepEqual(own.map(({ operation }) => operation.replace('muster ', '')).reverse(), [
    'keys create',
    'keys update',
    'keys rotate',
    'keys revoke',
    'tokens create',
    'tokens revoke',
    'webhooks add',
    'webhooks update',
    'webhooks rotate',
    'webhooks remove',
    'matches decide',
    'matches undo',
    'people erase',
    'portal link',
  ])
  assert.ok(own.every(({ who, subject }) => who === userInfo().username && subject !== ''))
})

test('secrets of sessions, links, tokens and keys are in no table and no line of the log', async () => {
  assert.deepEqual(await findInTables(database, secrets), [])
  expectNoSecret(server.log(), 'the log')
  for (const secret of secrets) assert.ok(!server.log().includes(secret))
  assert.ok(server.log().includes('/portal/operator/keys'))
})

test('rows and sessions go when their time is over', async () => {
  await database.rows(sql`update operator_audit set at = at - interval '401 days' where kind = 'key'`)
  await database.rows(sql`update portal_session set revoked_at = revoked_at - interval '8 days'`)
  const [{ ended } = { ended: 0 }] = await database.rows<{ ended: number }>(
    sql`select count(*)::int as ended from portal_session where revoked_at is not null`,
  )
  assert.ok(ended > 0)
  await sweepAudit(database, 400)
  await sweepSessions(database)
  const left = await rows()
  assert.ok(left.length > 0 && left.every(({ kind }) => kind !== 'key'))
  assert.deepEqual(await database.rows(sql`select 1 from portal_session where revoked_at is not null`), [])
  assert.equal((await browser.ask('GET', '/session')).status, 200)
})
