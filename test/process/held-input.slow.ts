// Whatever a client or an operator keeps back, nobody waits for it: no transaction is open meanwhile, and loads and posts
// go on.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { recordTypes } from '../../src/api/index.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { type Sql, sql } from '../../src/database/sql.ts'
import { load } from '../../src/load/load.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { command } from '../support/command.ts'
import { testDatabase, urlOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { company, connection as linked, project, rivals, site, timesheet } from '../support/lines.ts'
import { masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { dataFolder, stop, up } from '../support/process.ts'
import { ndjson } from '../support/server.ts'
import { receiver } from '../webhooks/receiver.ts'

const { database, connection } = await testDatabase()
const silent = await receiver(() => {})
const configuration = {
  type: 'smartCheckConfiguration',
  record: { id: 's1', company: { id: 'c2' }, provider: 'http', active: true, address: silent.url },
}
const loading = (lines: Iterable<object>) => load(database, recordTypes, ndjson(lines), { loopback: true })
await loading([...rivals(), ...masterLists(), linked('c2', 'a2'), configuration])
const env = {
  DATABASE_URL: urlOf(connection),
  MUSTER_SECRET: 's'.repeat(32),
  LOG_LEVEL: 'warn',
  WEBHOOK_LOOPBACK: 'yes',
}
const data = await dataFolder()
const server = await up(data, [], env)
after(() => stop(server))
const { origin } = new URL(server.baseUrl)
const keyOf = async (agency: string) => {
  const { secret } = await createKey(database, {
    kind: 'agency',
    owners: [agency],
    name: 'k',
    scopes: scopesFor('agency'),
  })
  return secret
}
const [a1, a2] = [await keyOf('a1'), await keyOf('a2')]
const { token } = JSON.parse((await command(['tokens', 'create', '--json'], env)).stdout) as { token: string }

const post = (body: object, secret: string) => {
  const { headers, ...init } = posted(body)
  return fetch(`${server.baseUrl}/workers`, {
    ...init,
    headers: { ...headers, Authorization: `Bearer ${secret}` },
  })
}

/** Nothing tells a test what another process has done but the database. */
const comesTrue = (promise: string, condition: Sql) =>
  eventually(promise, () => database.hasRows(sql`select 1 where ${condition}`))

let people = 0

async function everybodyGoesOn(): Promise<void> {
  const number = ++people
  assert.equal((await loading([company(`goes-on-${number}`)])).counts.created, 1)
  assert.equal((await post(newcomer(number), a1)).status, 200)
  await comesTrue(
    'no transaction stays open',
    sql`not exists (
      select from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
        and state_change < clock_timestamp() - interval '100 milliseconds')`,
  )
}

const manyLines = (prefix: string) =>
  [
    company(prefix),
    project(`${prefix}p`, prefix),
    ...Array.from({ length: 1100 }, (_, index) => site(`${prefix}${index}`, `${prefix}p`, prefix)),
  ]
    .map(line => `${JSON.stringify(line)}\n`)
    .join('')

const isLoaded = (prefix: string) => sql`exists (select 1 from site where id = ${`${prefix}1`})`
const isRehearsed = sql`exists (select 1 from pg_class where relname = 'written_site' and relpersistence = 't')`
const nothingIsRehearsed = sql`not ${isRehearsed}`

for (const dryRun of [false, true]) {
  const what = dryRun ? 'a dry run' : 'a load'

  test(`${what} over HTTP whose body stalls holds up nobody`, async () => {
    const prefix = `http-${dryRun}`
    const sending = request(`${origin}/operator/loads?dryRun=${dryRun}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    })
    sending.write(manyLines(prefix))
    await comesTrue('the first lines are read', dryRun ? isRehearsed : isLoaded(prefix))
    await everybodyGoesOn()
    sending.end()
    const [response] = await once(sending, 'response')
    assert.equal(response.statusCode, 200)
    response.resume()
    await comesTrue('no dry run is left', nothingIsRehearsed)
  })

  test(`${what} from a standard input that stalls holds up nobody, and leaves nothing when it is killed`, async () => {
    const prefix = `stdin-${dryRun}`
    const muster = fileURLToPath(new URL('../../muster', import.meta.url))
    const flags = dryRun ? ['--dry-run'] : []
    const child = spawn(muster, ['load', '-', ...flags, '--data', data], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.stdin.on('error', () => {})
    child.stdin.write(manyLines(prefix))
    await comesTrue('the first lines are read', dryRun ? isRehearsed : isLoaded(prefix))
    await everybodyGoesOn()
    child.kill('SIGKILL')
    await once(child, 'close')
    await comesTrue('no dry run is left', nothingIsRehearsed)
  })
}

test('a post whose body stalls holds up nobody', async () => {
  const sending = request(`${server.baseUrl}/workers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${a1}`, 'Content-Type': 'application/json', 'Content-Length': '5000' },
  })
  sending.on('error', () => {})
  const [used] = await database.rows<{ n: number }>(
    sql`select coalesce(sum(granted), 0)::int as n from key_window`,
  )
  sending.write('{"firstName":')
  await comesTrue('the post is admitted', sql`(select sum(granted) from key_window) > ${used!.n}::int`)
  await everybodyGoesOn()
  sending.destroy()
})

test('a card scheme that does not answer holds up nobody else', async () => {
  const before = silent.received.length
  const card = paper('card', { documentNumber: '77', expiration: '2030-06-30' }, 2)
  const waiting = new AbortController()
  const asked = fetch(`${server.baseUrl}/workers`, {
    ...posted(newcomer(900, { attachments: [card, paper('course')] }), { Authorization: `Bearer ${a2}` }),
    signal: waiting.signal,
  })
  asked.catch(() => {})
  await silent.arrived(before + 1)
  await everybodyGoesOn()
  waiting.abort()
})

test('a webhook endpoint that does not answer holds up nobody', async () => {
  const events = ['--company', 'c1', '--events', 'timesheet_approval_requested']
  const made = await command(['webhooks', 'add', silent.url, ...events, '--data', data], env)
  assert.equal(made.code, 0, made.stderr)
  const before = silent.received.length
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  await loading([timesheet('asks', of)])
  await loading([timesheet('asks', of, { status: 'pending_approval' })])
  await silent.arrived(before + 1)
  await everybodyGoesOn()
})

test('a restore is refused while a server uses the database', async () => {
  const { code, stderr } = await command(['restore', '-', '--replace', '--data', data], env, 'not read')
  assert.deepEqual([code, /A server uses this database/.test(stderr)], [4, true], stderr)
})

test('a line over 64 MB in an operator’s load is a rejected line, never a 500, and the others are loaded', async () => {
  const named = Buffer.from(JSON.stringify(company('after-the-long')))
  const body = Buffer.concat([Buffer.alloc(65 * 1024 * 1024, 'x'), Buffer.from('\n'), named])
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' }
  const answer = await fetch(`${origin}/operator/loads?strict=true&timezone=Europe/London`, {
    method: 'POST',
    headers,
    body,
  })
  const said = (await answer.json()) as { data: { counts: { created: number }; reasons: object[] } }
  assert.equal(answer.status, 200, JSON.stringify(said))
  assert.deepEqual([said.data.counts.created, said.data.reasons.length], [1, 1])
  const wrong = await fetch(`${origin}/operator/loads?timezone=Nowhere`, {
    method: 'POST',
    headers,
    body: named,
  })
  assert.equal(wrong.status, 400)
})
