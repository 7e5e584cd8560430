// Loads that die by kill -9 at any moment, and databases that die under them: every batch is stored whole or not
// at all, the feed has every number once and in order for those who read it meanwhile, totals are exact, and the
// same file loaded again completes it. Rounds in MUSTER_ROUNDS, the seed in MUSTER_SEED.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { CallerKind } from '../../src/access/caller.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { runningDatabase } from '../../src/embedded/postgresql.ts'
import { batchSize } from '../../src/load/line-batch.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { eventually } from '../support/eventually.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { dataFolder, postmasterPid, run, stop, up } from '../support/process.ts'

const rounds = Number(process.env.MUSTER_ROUNDS ?? 50)
const seed = Number(process.env.MUSTER_SEED ?? Math.floor(Math.random() * 2 ** 31))
const muster = fileURLToPath(new URL('../../muster', import.meta.url))
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const linesARound = 5 * batchSize

/** Small, fast and repeatable: mulberry32. */
function dice(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const roll = dice(seed)

const data = await dataFolder()
const server = await up(data, [])
const keys: Record<string, string> = {}
/** What is stored: the id of each timesheet, and the round that wrote it last. */
const stored = new Map<string, number>()

async function write(called: string, lines: readonly object[]): Promise<string> {
  const path = join(data, `${called}.ndjson`)
  await writeFile(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  return path
}

/** The database as it runs now; after a crash it may take a moment to be back. */
async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const connection = await runningDatabase(data).catch(() => undefined)
    const options = { connections: 1, applicationName: 'muster tests' }
    const database = connection && openDatabase({ connection }, options)
    try {
      if (database) return await use(database)
    } catch (error) {
      if (error instanceof assert.AssertionError || attempt > 100) throw error
    } finally {
      await database?.close().catch(() => {})
    }
    if (attempt > 100) throw new Error('The database did not come back')
    await wait(100)
  }
}

/** Follows one owner's feed as it grows. Numbers that appear behind its place would be missed for ever. */
class Reader {
  readonly seen: number[] = []
  readonly owner: string
  private readonly reading: Promise<void>
  private stopping = false

  constructor(owner: string) {
    this.owner = owner
    this.reading = this.read()
  }

  private async read(): Promise<void> {
    while (!this.stopping)
      await withDatabase(async database => {
        while (!this.stopping) {
          const place = this.seen.at(-1) ?? 0
          const rows = await database.rows<{ seq: string }>(
            sql`select seq from change where owner = ${this.owner} and seq > ${place}::bigint order by seq`,
          )
          this.seen.push(...rows.map(row => Number(row.seq)))
          await wait(5)
        }
      })
  }

  async stop(): Promise<void> {
    this.stopping = true
    await this.reading
  }
}

type Round = { number: number; ids: string[]; file: string }

/** New timesheets among changes of old ones, each line telling by its hours which round wrote it. */
async function prepare(number: number): Promise<Round> {
  const old = [...stored.keys()]
  const chosen = new Set<string>()
  for (let index = 0; chosen.size < linesARound; index++) {
    const again = old.length > 0 && roll() < 0.3
    chosen.add(again ? old[Math.floor(roll() * old.length)]! : `r${number}-${index}`)
  }
  const ids = [...chosen]
  const lines = ids.map(id => timesheet(id, of, { netHours: number }))
  return { number, ids, file: await write(`round-${number}`, lines) }
}

type Victim = 'the load' | 'PostgreSQL' | 'a backend'

/** Starts a load and kills something a while after it has reached the database. */
async function killedLoad({ file }: Round, patienceMs: number): Promise<Victim> {
  const victim: Victim = roll() < 0.7 ? 'the load' : roll() < 0.5 ? 'PostgreSQL' : 'a backend'
  const child = spawn(muster, ['load', file, '--data', data], { stdio: 'ignore' })
  const ended = once(child, 'close')
  const backend = await backendOf(child)
  await Promise.race([wait(patienceMs), ended])
  const pid = { 'the load': child.pid, PostgreSQL: await postmasterPid(data), 'a backend': backend }[victim]
  if (pid !== undefined && child.exitCode === null) process.kill(pid, 'SIGKILL')
  await ended
  return victim
}

async function backendOf(loader: ChildProcess): Promise<number | undefined> {
  return withDatabase(async database => {
    while (loader.exitCode === null) {
      const [row] = await database.rows<{ pid: number }>(
        sql`select pid from pg_stat_activity where application_name = ${`muster cli ${loader.pid}`} limit 1`,
      )
      if (row) return row.pid
      await wait(5)
    }
    return undefined
  })
}

/** A whole load, and how long it was at work. */
async function wholeLoad({ file }: Round): Promise<{ counts: Record<string, number>; ms: number }> {
  const child = spawn(muster, ['load', file, '--data', data, '--json'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [ended, said, errors] = [once(child, 'close'), text(child.stdout), text(child.stderr)]
  await backendOf(child)
  const began = performance.now()
  const [code] = await ended
  assert.equal(code, 0, await errors)
  return { ...JSON.parse(await said), ms: performance.now() - began }
}

/** How many lines of the round are stored: they must be its first ones, and whole batches of them. */
async function storedLines(database: Database, { number, ids }: Round): Promise<number> {
  const rows = await database.rows<{ id: string; hours: number }>(sql`
    select s.id, (t.record::json ->> 'netHours')::int as hours
    from timesheet s join timesheet_text t using (id) where s.id = any(${ids}::text[])`)
  const hours = new Map(rows.map(row => [row.id, row.hours]))
  const from = ids.findIndex(id => hours.get(id) !== number)
  const count = from < 0 ? ids.length : from
  assert.equal(count % batchSize, 0, `${count} lines are stored, which is no whole number of batches`)
  for (const [index, id] of ids.entries()) {
    if (index >= count)
      assert.equal(hours.get(id), stored.get(id), `line ${index} of a batch that is not stored`)
  }
  return count
}

/** Numbers of writes that change nothing for anybody, which no feed has: none beside those before the rounds. */
let unheard = 0

const unheardIn = async (database: Database) =>
  Number(
    (
      await database.rows<{ n: string }>(
        sql`select (select seq from head) - count(distinct seq) as n from change`,
      )
    )[0]!.n,
  )

async function checkFeed(database: Database): Promise<void> {
  const [row] = await database.rows<Record<string, string>>(sql`
    select (select seq from head) as head, coalesce(min(seq), 1) as first, coalesce(max(seq), 0) as last from change`)
  const { head, first, last } = row!
  assert.deepEqual({ first, last }, { first: '1', last: head })
  assert.equal(await unheardIn(database), unheard)
}

async function checkTables(database: Database): Promise<void> {
  const [row] = await database.rows<Record<string, string>>(sql`
    select (select count(*) from timesheet) as narrow, (select count(*) from timesheet_text) as texts,
      (select count(*) from timesheet s join timesheet_text t using (id)) as both`)
  const size = String(stored.size)
  assert.deepEqual(row, { narrow: size, texts: size, both: size })
}

/** The total that the API gives; while the database comes back it may say 503. */
async function total(key: string): Promise<number> {
  const { meta } = await eventually('the total is given', async () => {
    const headers = { Authorization: `Bearer ${key}` }
    const response = await fetch(`${server.baseUrl}/timesheets?limit=1`, { headers })
    const body = (await response.json()) as { meta: { total: number } }
    if (response.status === 200) return body
    assert.equal(response.status, 503)
    return false
  })
  return meta.total
}

async function check(round: Round): Promise<number> {
  const count = await withDatabase(database => storedLines(database, round))
  for (const id of round.ids.slice(0, count)) stored.set(id, round.number)
  await withDatabase(checkTables)
  await withDatabase(checkFeed)
  for (const key of Object.values(keys)) assert.equal(await total(key), stored.size)
  return count
}

/** Every number of a reader's owner was seen, in order: none came up behind its place. */
async function checkReaders(readers: readonly Reader[]): Promise<void> {
  for (const { owner, seen } of readers) {
    const all = await withDatabase(database =>
      database.rows<{ seq: string }>(sql`select seq from change where owner = ${owner} order by seq`),
    )
    await eventually(`${owner} has seen as many`, () => seen.length >= all.length)
    assert.deepEqual(
      seen.slice(0, all.length),
      all.map(row => Number(row.seq)),
      owner,
    )
  }
}

async function begin(): Promise<Reader[]> {
  process.stdout.write(`seed ${seed}, ${rounds} rounds\n`)
  const file = await write('rivals', rivals())
  assert.equal((await run(['load', file, '--data', data])).code, 0)
  await withDatabase(async database => {
    unheard = await unheardIn(database)
    for (const [kind, owner] of Object.entries({ company: 'c1', agency: 'a1' }) as [CallerKind, string][]) {
      const scopes = scopesFor(kind)
      const limits = { perMinute: 1_000_000, perDay: 100_000_000 }
      keys[kind] = (
        await createKey(database, { kind, owners: [owner], name: kind, scopes, ...limits })
      ).secret
    }
  })
  return ['c:c1', 'a:a1'].map(owner => new Reader(owner))
}

test('a load killed at any moment leaves whole batches, and the same file completes it', async t => {
  const readers = await begin()
  let lastsMs = 1500
  try {
    for (let number = 1; number <= rounds; number++) {
      const round = await prepare(number)
      const patienceMs = Math.round(roll() * lastsMs)
      const victim = await killedLoad(round, patienceMs)
      const count = await check(round)
      await checkReaders(readers)
      const { counts, ms } = await wholeLoad(round)
      assert.equal(counts.unchanged, count, 'what was stored is unchanged, the rest is new')
      if (count === 0) lastsMs = ms
      assert.equal(await check(round), linesARound)
      t.diagnostic(
        `round ${number}: killed ${victim} after ${patienceMs} ms, ${count} of ${linesARound} lines were stored`,
      )
    }
    await checkReaders(readers)
  } finally {
    for (const reader of readers) await reader.stop()
    await stop(server)
  }
})
