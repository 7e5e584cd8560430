// The master secret is changed server by server, under posts: nothing is sealed anew before every server accepts both
// secrets, nobody is taken twice, and everybody can be exported afterwards.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { scopesFor } from '../../src/api/scopes.ts'
import { sql } from '../../src/database/sql.ts'
import { secretFingerprints } from '../../src/encryption/sealing.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { createOperatorToken } from '../../src/store/operators/tokens.ts'
import { changeSecret, sealedWith, secretInUse, serversWithout } from '../../src/store/writing/sealed-with.ts'
import { command } from '../support/command.ts'
import { testDatabase, urlOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { rivals, worker } from '../support/lines.ts'
import { masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { dataFolder, stop, type Up, up } from '../support/process.ts'
import type { Json } from '../support/server.ts'

const { database, connection } = await testDatabase()
const [old, next] = ['old-'.repeat(12), 'next-'.repeat(12)] as const
const data = await dataFolder()
const envOf = (secret: string, before?: string) => ({
  DATABASE_URL: urlOf(connection),
  MUSTER_SECRET: secret,
  ...(before !== undefined && { MUSTER_SECRET_OLD: before }),
  LOG_LEVEL: 'info',
})
const start = (secret: string, before?: string) => up(data, [], envOf(secret, before))
const fingerprint = (secret: string) => secretFingerprints(secretsOf([secret]))[0]!

async function load(lines: readonly object[], env: Record<string, string>) {
  const file = join(await dataFolder(), 'lines.ndjson')
  await writeFile(file, lines.map(line => JSON.stringify(line)).join('\n'))
  return command(['load', file, '--data', data], env)
}

const servers: (Up | undefined)[] = [await start(old), await start(old), await start(old)]
after(() => Promise.all(servers.map(server => server && stop(server))))
assert.equal((await load([...rivals(), ...masterLists()], envOf(old))).code, 0)
const key = await createKey(database, {
  kind: 'agency',
  owners: ['a1'],
  name: 'posts',
  scopes: scopesFor('agency'),
  perMinute: 1_000_000,
  perDay: 1_000_000,
})
const token = await createOperatorToken(database, 'rollover', 'owner')

type Sent = { number: number; server: number; status: number; code: string; message: string; id?: string }
const sent: Sent[] = []

/** Everything that is known of the person but the number differs, so that only the number can tell. */
const personAt = (number: number, turn: number) => {
  const person = newcomer(1000 + number * 40 + turn)
  return { ...person, nationalIns: newcomer(3000 + number).nationalIns }
}

async function post(number: number, turn: number, server: number): Promise<void> {
  const at = servers[server]
  if (!at) return
  const { headers, ...init } = posted(personAt(number, turn))
  const response = await fetch(`${at.baseUrl}/workers`, {
    ...init,
    headers: { ...headers, Authorization: `Bearer ${key.secret}` },
  } as RequestInit).catch(() => undefined)
  // A server that is being stopped takes no more connections.
  if (!response) return
  const body = (await response.json()) as Json
  const { code = '', message = '' } = body.error ?? {}
  sent.push({
    number,
    server,
    status: response.status,
    code,
    message,
    ...(body.data && { id: body.data.id }),
  })
}

async function operator(path: string): Promise<Json> {
  const response = await fetch(`${new URL(servers[0]!.baseUrl).origin}/operator${path}`, {
    headers: { Authorization: `Bearer ${token.secret}` },
  })
  return { status: response.status, ...((await response.json()) as object) }
}

let number = 0
/** The same number to all servers at once, and again: what each of them knows shows in its answer. */
async function postEverywhere(): Promise<void> {
  const own = number++
  await Promise.all([0, 1, 2].map(server => post(own, server, server)))
  for (const server of [2, 0, 1]) await post(own, 3 + server, server)
}

test('three servers are rolled over to a new secret under posts, and the same number is accepted once', {
  timeout: 600_000,
}, async () => {
  let isOver = false
  const posting = (async () => {
    // Not as fast as it can be, so that the servers have time to start.
    for (; !isOver; await wait(300)) await postEverywhere()
  })()
  const postsMore = async (many: number) => {
    const enough = number + many
    await eventually(`${many} more were posted`, () => number >= enough)
  }
  for (const index of [0, 1, 2]) {
    const server = servers[index]!
    servers[index] = undefined
    assert.equal(await stop(server), 0)
    servers[index] = await start(next, old)
    await postsMore(3)
    if (index === 2) break
    assert.equal(
      (await secretInUse(database))!.fingerprint,
      fingerprint(old),
      'nothing is sealed anew before all accept it',
    )
    assert.equal((await serversWithout(database, fingerprint(next))).length, 2 - index)
    assert.match(servers[index]!.log(), /once these servers accept the new one too/)
  }
  await eventually('all is sealed anew', async () => (await sealedWith(database)) === fingerprint(next))
  await postsMore(3)
  for (const index of [0, 1, 2]) {
    const server = servers[index]!
    servers[index] = undefined
    assert.equal(await stop(server), 0)
    servers[index] = await start(next)
    await postsMore(2)
  }
  isOver = true
  await posting

  const accepted = sent.filter(({ status }) => status === 200)
  assert.ok(accepted.length >= 15, `${accepted.length} were accepted`)
  const twice = [...Map.groupBy(accepted, ({ number }) => number).values()].filter(({ length }) => length > 1)
  assert.deepEqual(twice, [])
  const others = sent.filter(({ status }) => status !== 200)
  const told = new Set(others.map(({ status, code }) => `${status} ${code}`))
  told.delete('503 SERVICE_UNAVAILABLE')
  assert.deepEqual([...told], ['409 WORKER_MATCH_REQUIRES_REVIEW'])
  for (const { message } of others.filter(({ status }) => status === 503))
    assert.match(message, /master secret|stopping/)
  const said = await command(['export', 'worker', '--with-identity', '--data', data], envOf(next))
  assert.equal(said.code, 0, said.stderr)
  const numbers = new Map(
    said.stdout
      .split('\n')
      .filter(line => line.startsWith('{"type":"worker"'))
      .map(line => JSON.parse(line))
      .map(({ record, facts }) => [record.id, facts?.nationalIns]),
  )
  for (const { number, id } of accepted) assert.equal(numbers.get(id), newcomer(3000 + number).nationalIns)
  // One of each phase: to find a person in open submissions takes as long as there are submissions.
  for (const { number, id } of accepted.filter((_, at) => at % Math.ceil(accepted.length / 10) === 0)) {
    const { status, data: person } = await operator(`/people/${id}`)
    assert.equal(status, 200)
    assert.equal(person.worker.facts.nationalIns, newcomer(3000 + number).nationalIns)
  }
  const reviews = await database.rows<{ id: string }>(
    sql`select id from match_attempt where sealed is not null order by created_at`,
  )
  assert.ok(reviews.length > 10)
  for (const { id } of reviews.filter((_, at) => at % Math.ceil(reviews.length / 20) === 0))
    assert.equal((await operator(`/matches/${id}`)).status, 200)
})

test('a server whose secret is not the database’s writes nobody, says so, and reads on', async () => {
  const server = await start(next, old)
  const origin = new URL(server.baseUrl).origin
  after(() => stop(server))
  // As if it had been out of reach while the others changed over.
  await changeSecret(database, fingerprint('another-'.repeat(6)))
  const headers = { Authorization: `Bearer ${key.secret}` }
  const passport = paper('passport', { documentNumber: '661234567', expiration: '2031-01-01' })
  const body = newcomer(900, { rightToWork: [passport] })
  const before = await database.rows(sql`select count(*)::int as n from worker`)
  for (const [query, more] of [
    ['', {}],
    ['', { 'Idempotency-Key': 'foreign' }],
    ['?dryRun=true', {}],
  ] as const) {
    const init = posted(body, { ...headers, ...more }) as RequestInit
    const response = await fetch(`${server.baseUrl}/workers${query}`, init)
    const { error } = (await response.json()) as Json
    assert.deepEqual([response.status, error.code], [503, 'SERVICE_UNAVAILABLE'])
    assert.match(error.message, /sealed with another master secret than this server has/)
    assert.ok(response.headers.get('retry-after'))
  }
  const loads = async (line: object) => {
    const response = await fetch(`${origin}/operator/loads`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token.secret}`, 'Content-Type': 'application/x-ndjson' },
      body: `${JSON.stringify(line)}\n`,
    })
    return { status: response.status, body: (await response.json()) as Json }
  }
  const refused = await loads({ ...worker('foreign'), facts: { nationalIns: 'AB123456C' } })
  assert.equal(refused.status, 503, JSON.stringify(refused.body))
  assert.match(refused.body.error.message, /another master secret/)
  const said = await load([{ ...worker('foreign'), facts: { nationalIns: 'AB123456C' } }], envOf(next, old))
  assert.equal(said.code, 1)
  assert.match(said.stderr, /being changed over to another master secret|sealed with another master secret/)
  assert.deepEqual(await database.rows(sql`select count(*)::int as n from worker`), before)
  assert.equal((await fetch(`${server.baseUrl}/workers?limit=1`, { headers })).status, 200)
  assert.equal((await loads(masterLists()[0]!)).status, 200)
  await changeSecret(database, fingerprint(next))
  const init = posted(body, { ...headers, 'Idempotency-Key': 'foreign' }) as RequestInit
  assert.equal((await fetch(`${server.baseUrl}/workers`, init)).status, 200)
})
