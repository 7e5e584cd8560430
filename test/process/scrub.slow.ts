// After an erasure and a scrub no byte of the person is left in any file of the data folder: not in tables, indexes,
// samples, the log of PostgreSQL, nor in files.
import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { runningDatabase } from '../../src/embedded/postgresql.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import { readSecrets } from '../../src/encryption/secret.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { createOperatorToken } from '../../src/store/operators/tokens.ts'
import { recordErasures } from '../../src/store/people/erasures.ts'
import { waitForReaders } from '../../src/store/scrub/rewriting.ts'
import { askForScrub, lastScrub } from '../../src/store/scrub/scrubs.ts'
import { command } from '../support/command.ts'
import { testDatabase, urlOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { type Life, lifeOf } from '../support/life.ts'
import { rivals, worker } from '../support/lines.ts'
import { masterLists, newcomer, paper, pdf, posted } from '../support/newcomer.ts'
import { checkOperatorAnswer } from '../support/operator-check.ts'
import { dataFolder, stop, up } from '../support/process.ts'
import type { Json } from '../support/server.ts'

const data = await dataFolder()
let server = await up(data, [])
after(() => stop(server))
const database = openDatabase(
  { connection: (await runningDatabase(data))! },
  { connections: 2, applicationName: 'tests' },
)
after(() => database.close())
const muster = (...args: string[]) => command([...args, '--data', data])
const token = await createOperatorToken(database, 'data protection', 'owner')
const seal = sealOf(
  await readSecrets({ data, databaseUrl: undefined, secret: undefined, oldSecret: undefined }),
)

async function operator(method: string, path: string, body?: object): Promise<Json> {
  const response = await fetch(`${new URL(server.baseUrl).origin}/operator${path}`, {
    method,
    headers: { Authorization: `Bearer ${token.secret}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  checkOperatorAnswer(method, path, response, text)
  return { status: response.status, ...(JSON.parse(text) as object) }
}

async function load(lines: readonly object[]): Promise<void> {
  const file = join(await dataFolder(), 'lines.ndjson')
  await writeFile(file, lines.map(line => JSON.stringify(line)).join('\n'))
  const { code, stderr } = await muster('load', file)
  assert.equal(code, 0, stderr)
}

const folded = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** Which of these words lie in which files, as bytes, whatever the case of their letters. */
async function foundOnDisk(words: readonly string[]): Promise<Map<string, string[]>> {
  const forms = words.map(word => [word, [word.toLowerCase(), folded(word)]] as const)
  const found = new Map<string, string[]>()
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    const text = bytes.toString('latin1').toLowerCase() + path.toLowerCase()
    for (const [word, ways] of forms)
      if (ways.some(way => text.includes(Buffer.from(way).toString('latin1').toLowerCase())))
        found.set(word, [...(found.get(word) ?? []), path.slice(data.length + 1)])
  }
  return found
}

const wordsOf = ({ words, numbers }: Life) => [
  ...words,
  ...seal.hashes(`ni:${numbers.nationalIns.slice(0, 8)}`),
  ...[numbers.passport, numbers.shareCode].flatMap(number => seal.hashes(`travel:${number}`)),
]

/** Somebody who came by POST, with everything that leaves: an answer, an attempt of a rival, a receiver's words. */
async function sentBy(number: number): Promise<{ id: string; words: string[] }> {
  const [agency, rival] = [
    await createKey(database, { kind: 'agency', owners: ['a1'], name: 'own', scopes: ['write:workers'] }),
    await createKey(database, { kind: 'agency', owners: ['a2'], name: 'rival', scopes: ['write:workers'] }),
  ]
  const word = (what: string) => `${what}${number}zq`
  const scan = { fileName: `${word('cv')}.pdf`, content: pdf(word('scanned')) }
  const body = newcomer(number, {
    firstName: word('Ragnhild'),
    lastName: word('Oddsdottir'),
    email: `${word('post')}@people.example`,
    agencyId: word('ledger'),
    address: { lineOne: word('Lane'), city: word('Harbour'), country: 'United Kingdom', code: 'M1 1AE' },
    attachments: [paper('cv', { files: [scan] })],
    rightToWork: [paper('passport', { documentNumber: `66${number}1234`, expiration: '2031-01-01' })],
  })
  const post = async (secret: string, sent: object, headers: object) => {
    const init = posted(sent as never, { Authorization: `Bearer ${secret}`, ...headers })
    return fetch(`${server.baseUrl}/workers`, init as RequestInit)
  }
  const made = await post(agency.secret, body, { 'Idempotency-Key': word('once') })
  assert.equal(made.status, 200, await made.clone().text())
  const { data: created } = (await made.json()) as Json
  assert.equal((await post(rival.secret, { ...body, agencyId: word('other') }, {})).status, 409)
  return {
    id: created.id,
    words: [
      ...['Ragnhild', 'Oddsdottir', 'post', 'ledger', 'Lane', 'Harbour', 'cv', 'once'].map(word),
      `66${number}1234`,
      String(body.phone).slice(1),
      ...seal.hashes(`ni:${String(body.nationalIns).slice(0, 8)}`),
    ],
  }
}

/** Rows that make pages, so that what is erased does not lie at the end of a table that a vacuum cuts off. */
const crowd = (from: number) =>
  Array.from({ length: 300 }, (_, at) =>
    worker(`crowd${from + at}`, { email: `crowd${from + at}@x.example` }),
  )

test('the documented vacuum and checkpoint leave bytes of a person, a scrub leaves none', async () => {
  await load([...rivals(), ...masterLists(), ...crowd(0)])
  const life = lifeOf(1)
  await load([...life.lines, ...crowd(300)])
  const sent = await sentBy(500)
  await load(crowd(600))
  const words = [...wordsOf(life), ...sent.words]
  await database.script('checkpoint')
  const before = await foundOnDisk(words)
  for (const word of [...life.words.slice(0, 10), ...sent.words.slice(0, 8)])
    assert.ok(before.has(word), `${word} is written somewhere`)
  for (const id of [life.id, sent.id]) assert.equal((await muster('people', 'erase', id)).code, 0)
  await database.script('vacuum')
  await database.script('checkpoint')
  const left = await foundOnDisk(words)
  assert.ok(left.size > 5, `without a scrub bytes stay: ${[...left.keys()]}`)

  const said = await muster('people', 'scrub')
  assert.equal(said.code, 0, said.stderr)
  assert.match(said.stdout, /\d+ tables are rewritten.*Backups and exports that were made before/s)
  assert.doesNotMatch(said.stdout, /segments of PostgreSQL's log/)
  assert.deepEqual(await foundOnDisk(words), new Map())
})

test('the server answers as before, and after a start too', async () => {
  const key = await createKey(database, {
    kind: 'agency',
    owners: ['a1'],
    name: 'reader',
    scopes: ['read:workers'],
  })
  const read = async () => {
    const headers = { Authorization: `Bearer ${key.secret}` }
    const response = await fetch(`${server.baseUrl}/workers?limit=200&page=2`, { headers })
    const { data: rows, meta } = (await response.json()) as Json
    return [response.status, meta.total, rows.length, rows[0]?.name]
  }
  const before = await read()
  assert.deepEqual(before.slice(0, 1), [200])
  const places = await database.rows(sql`
    select s.id from worker s join worker_text t on t.id = s.id where s.text_at is distinct from t.ctid`)
  assert.deepEqual(places, [], 'rows know where their texts lie')
  assert.deepEqual(
    await database.rows(sql`select name from pg_settings where name = 'wal_recycle' and setting = 'off'`),
    [],
  )
  assert.equal(await stop(server), 0)
  server = await up(data, [])
  assert.deepEqual(await read(), before)
})

test('an operator has a server scrub, which waits for whoever reads as of before, and it is audited', async () => {
  const life = lifeOf(2, true)
  await load([...life.lines, ...crowd(1000)])
  const sent = await sentBy(501)
  const words = [...wordsOf(life), ...sent.words]
  const reader = await database.session()
  const reading = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  const snapshot = reader.transaction(async tx => {
    await tx.rows(sql`select count(*) from setting`)
    reading.resolve()
    await read.promise
  }, 'read')
  await reading.promise
  for (const id of [life.id, sent.id])
    assert.equal((await operator('POST', `/people/${id}/erase`, { dryRun: false })).status, 200)
  const asked = await operator('POST', '/people/scrub', {})
  assert.deepEqual([asked.status, asked.data.state, asked.data.by], [200, 'under way', 'data protection'])
  await eventually('it waits for the reader', async () =>
    (await lastScrub(database))!.step.includes('reads as of before'),
  )
  assert.equal((await operator('GET', '/people/scrub')).data.done, 0)
  read.resolve()
  await snapshot
  await reader.release()
  let state = (await operator('GET', '/people/scrub')).data
  const answers = new Map<number, number>()
  const key = await createKey(database, {
    kind: 'agency',
    owners: ['a1'],
    name: 'meanwhile',
    scopes: ['read:workers'],
    perMinute: 1_000_000,
    perDay: 1_000_000,
  })
  while (state.state === 'under way') {
    const headers = { Authorization: `Bearer ${key.secret}` }
    const { status } = await fetch(`${server.baseUrl}/workers?limit=5`, { headers })
    answers.set(status, (answers.get(status) ?? 0) + 1)
    state = (await operator('GET', '/people/scrub')).data
  }
  assert.deepEqual(
    [state.state, state.failed, state.done, state.erasedSince],
    ['done', undefined, state.total, 0],
  )
  assert.ok(state.total > 30)
  assert.ok(
    [...answers.keys()].every(status => status === 200 || status === 503) && answers.has(200),
    `requests are answered meanwhile: ${[...answers]}`,
  )
  assert.deepEqual(await foundOnDisk(words), new Map())
  const audit = (await operator('GET', '/audit')).data.filter((row: Json) => row.kind === 'scrub')
  assert.deepEqual(
    audit.map((row: Json) => [row.name, row.operation]),
    [
      ['data protection', 'POST /people/scrub'],
      [audit[1].name, 'muster people scrub'],
    ],
  )
})

test('a person is erased and scrubbed by one command, also without a server', async () => {
  const life = lifeOf(3)
  await load([...life.lines, ...crowd(2000)])
  assert.equal(await stop(server), 0)
  const said = await muster('people', 'erase', life.id, '--scrub', '--json')
  assert.equal(said.code, 0, said.stderr)
  const { outcome, scrub } = JSON.parse(said.stdout)
  assert.deepEqual([outcome, scrub.state, scrub.erasedSince], ['emptied', 'done', 0])
  assert.deepEqual(await foundOnDisk(wordsOf(life)), new Map())
  const [folder] = (await readdir(join(data, 'postgres-18/base'))).sort(
    (one, other) => Number(other) - Number(one),
  )
  const orphan = join(data, 'postgres-18/base', folder!, '99999999')
  await writeFile(orphan, 'left by a crash')
  const told = await muster('people', 'scrub')
  assert.match(told.stdout, /Files that a crash left and no table has: base\/\d+\/99999999/)
  await rm(orphan)
  for (const args of [
    ['scrub', life.id],
    ['erase', life.id, '--scrub', '--dry-run'],
    ['export', life.id, '--scrub'],
  ])
    assert.equal((await muster('people', ...args)).code, 2)
})

test('of a PostgreSQL that is not its own it says what it cannot reach, and rewrites the rest', async () => {
  const { database: other, connection } = await testDatabase()
  const env = { DATABASE_URL: urlOf(connection), MUSTER_SECRET: 's'.repeat(32) }
  const said = await command(['people', 'scrub', '--data', await dataFolder()], env)
  assert.equal(said.code, 0, said.stderr)
  assert.match(said.stdout, /PostgreSQL's own log \(pg_wal\): .*docs\/personal-data\.md says how/)
  assert.equal((await lastScrub(other))!.state, 'done')
  assert.doesNotMatch(said.stdout, /pg_read_all_stats/, 'a superuser sees who reads')

  const role = `plain_${connection.database}`
  await other.script(`create role ${role} login password 'plain' in role ${connection.user}`)
  const plain = { ...env, DATABASE_URL: urlOf({ ...connection, user: role, password: 'plain' }) }
  const without = await command(['people', 'scrub', '--data', await dataFolder()], plain)
  assert.equal(without.code, 0, without.stderr)
  assert.match(
    without.stdout,
    new RegExp(`it was not waited for them\\. GRANT pg_read_all_stats TO ${role}, and`),
  )
  await other.script(`grant pg_read_all_stats to ${role}`)
  const granted = await command(['people', 'scrub', '--data', await dataFolder()], plain)
  assert.equal(granted.code, 0, granted.stderr)
  assert.doesNotMatch(granted.stdout, /pg_read_all_stats/)
  await other.script(`drop role ${role}`)
})

test('who is erased after a scrub has begun is told, and reached by the next one that is asked for', async () => {
  const { database: other, connection } = await testDatabase()
  const env = { DATABASE_URL: urlOf(connection), MUSTER_SECRET: 's'.repeat(32) }
  const folder = await dataFolder()
  /** Has somebody erased, and `then` something done, while a scrub waits for a transaction that has written. */
  const scrubbing = async (id: string, then: () => Promise<unknown>) => {
    const writer = await other.session()
    const [written, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = writer.transaction(async tx => {
      await tx.rows(sql`insert into setting (name, value) values (${id}, '') `)
      written.resolve()
      await over.promise
    })
    await written.promise
    const session = await other.session()
    const asking = waitForReaders(session, { withinMs: -1, stopped: () => false })
    await assert.rejects(asking, /rows from before are still being used by/)
    await session.release()
    const said = command(['people', 'scrub', '--data', folder], env)
    await eventually('it waits for the writer', async () =>
      (await lastScrub(other))?.step.includes('reads as of before'),
    )
    await other.transaction(tx => recordErasures(tx, [{ type: 'worker', id, whole: true, by: 'tests' }]))
    await then()
    over.resolve()
    await writing
    await writer.release()
    const { code, stdout, stderr } = await said
    assert.equal(code, 0, stderr)
    return { stdout, scrub: (await lastScrub(other))! }
  }
  const told = await scrubbing('late', async () => {})
  assert.equal(told.scrub.erasedSince, 1)
  assert.match(told.stdout, /Whoever was erased after it was asked for: 1\. Repeat it for them\./)
  const followed = await scrubbing('later', () => askForScrub(other, 'tests'))
  assert.deepEqual(
    [followed.scrub.state, followed.scrub.by, followed.scrub.erasedSince],
    ['done', 'tests', 0],
  )
  assert.doesNotMatch(followed.stdout, /Repeat it for them/)
})
