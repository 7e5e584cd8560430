// A dry run says what the load of the same lines then does, disturbs nobody meanwhile and leaves nothing behind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoProgramme } from '../../demo/programme.ts'
import type { FileLine, LoadLine } from '../../demo/world.ts'
import { recordTypes } from '../../src/api/index.ts'
import type { Database } from '../../src/database/database.ts'
import { name, sql } from '../../src/database/sql.ts'
import { type LoadOptions, load } from '../../src/load/load.ts'
import { lockWriter } from '../../src/store/schema/writer-lock.ts'
import { type Dice, diceOf } from '../access/dice.ts'
import { company, project, site, worker } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { testServer } from '../support/server.ts'

const rounds = isLong ? 20 : 2
const stretches = isLong ? 12 : 1

/** Deletions are written apart: each change from one to the other is a batch. */
const [changesPerStretch, deletionsPerStretch] = [120, 40]
const linesPerRound = stretches * (changesPerStretch + deletionsPerStretch)
const seed = Number(process.env.SEED ?? 20_261_116)

const server = await testServer()
const { database } = server
const today = new Date('2026-11-02T00:00:00.000Z')

const programmes = [1, 2, 3].map(seed => [...demoProgramme(today, { timesheets: 200, seed })])

/** Everything that a load of these lines says, in its order. */
async function told(lines: readonly object[], options: LoadOptions) {
  const rejected: string[] = []
  const fired: object[] = []
  const warnings: object[] = []
  // Its groups are of what is heard line by line, each under the first that was named.
  const {
    dryRun: _,
    reasons: __,
    warnedOf: ___,
    ...report
  } = await server.load(lines, {
    ...options,
    onRejection({ line, path, reason, hint }) {
      // Of many that mention a record any one is named.
      rejected.push(`${line} ${path}: ${reason.replace(/(still mentioned by \S+) .*/, '$1')}; ${hint}`)
    },
    onEvent: event => fired.push(event),
    onWarning: ({ reason, ...warning }) =>
      warnings.push({ ...warning, reason: reason.replace(/is that of (\S+) .*/, 'is that of $1') }),
  })
  return { report, rejected, fired, warnings }
}

/** A digest of every table. */
async function everything(database: Database): Promise<Record<string, string>> {
  const tables = await database.rows<{ table: string }>(
    sql`select tablename as table from pg_tables where schemaname = 'muster' order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { table } of tables) {
    const [row] = await database.rows<{ digest: string }>(sql`
      select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${name(table)} t`)
    found[table] = row!.digest
  }
  return found
}

const idOf = (line: LoadLine | FileLine) => ('id' in line ? line.id : (line.record as { id: string }).id)

const pick = (dice: Dice) => dice.pick(dice.pick(programmes))

const fresh = (dice: Dice) => `new-${dice.int(60)}`

function deleted(dice: Dice): object {
  const line = pick(dice)
  return { type: line.type, id: dice.chance(0.8) ? idOf(line) : fresh(dice), deleted: true }
}

/** A line of the demo, mostly changed into something that a source, right or wrong, might send of that record. */
function changed(dice: Dice): object {
  const line = pick(dice)
  if (!('record' in line)) return dice.pick([line, line, { ...line, fileName: `${dice.int(9)}.pdf` }])
  const other = dice.pick(programmes[0]!.filter(one => one.type === line.type)) as LoadLine
  const { id } = line.record as { id: string }
  const later = { updatedAt: `2027-01-01T00:00:00.${100 + dice.int(900)}Z` }
  const words = { name: `Name ${dice.int(5)}`, reference: `R-${dice.int(5)}` }
  const some = Object.fromEntries(dice.some(Object.entries(other.record)))
  const nobody = dice.chance(0.5) ? fresh(dice) : 'nobody'
  return dice.pick<() => object>([
    () => line,
    () => line,
    () => ({ ...line, record: { ...line.record, ...later } }),
    () => ({ ...line, record: { ...line.record, updatedAt: '2020-01-01T00:00:00.000Z' } }),
    () => ({ ...line, record: { ...line.record, ...words, ...later } }),
    () => ({ ...line, record: { ...line.record, ...some, id, ...later } }),
    () => ({ ...line, record: { ...line.record, id: fresh(dice), ...later }, nanoid: undefined }),
    () => ({ type: line.type, record: { id: dice.pick([id, id, fresh(dice)]), ...words }, patch: true }),
    () => ({ type: line.type, record: { ...some, id }, patch: true }),
    () => ({ ...line, nanoid: other.nanoid }),
    () => ({ ...line, nanoid: `Nano${dice.int(30)}`.padEnd(10, 'x') }),
    () => ({ ...line, facts: dice.chance(0.5) ? {} : other.facts }),
    () => ({ ...line, record: { ...line.record, status: 'unheard-of' } }),
    () => JSON.parse(JSON.stringify(line).replaceAll(idOf(other), nobody)),
  ])()
}

test(`a dry run of ${rounds} times ${linesPerRound} lines, changed at random, says what their load then does`, async () => {
  const sums: Record<string, number> = {}
  for (let round = 0; round < rounds; round++) {
    const dice = diceOf(seed + round)
    // The first lines meet an empty database, those after them what the rounds before left.
    const lines = Array.from({ length: stretches }, () => [
      ...Array.from({ length: changesPerStretch }, () => changed(dice)),
      ...Array.from({ length: deletionsPerStretch }, () => deleted(dice)),
    ]).flat()
    const options = { patch: round % 5 === 2, allowOlder: round % 3 === 2, events: round % 4 !== 3 }
    const before = await everything(database)
    const dry = await told(lines, { ...options, dryRun: true })
    assert.deepEqual(await everything(database), before, `seed ${seed}, round ${round}: something was stored`)
    assert.deepEqual(await told(lines, options), dry, `seed ${seed}, round ${round}`)
    const { counts, rejected, followed, warned } = dry.report
    const events = dry.fired.length
    const losses = Object.keys(dry.report.losses).length
    for (const [what, count] of Object.entries({ ...counts, rejected, followed, warned, events, losses }))
      sums[what] = (sums[what] ?? 0) + count
    // The demo itself, so that what was refused for want of others is there in the next round.
    if (round + 1 < rounds) await server.load(dice.pick(programmes), { allowOlder: true })
  }
  for (const [what, count] of Object.entries(sums)) assert.ok(count > 0, `nothing was ever ${what}`)
})

/** Lines, and a wait after them for input that is yet to come. */
function slowly(lines: readonly object[]) {
  const more = Promise.withResolvers<readonly object[]>()
  const bytes = (some: readonly object[]) =>
    Buffer.from(some.map(line => `${JSON.stringify(line)}\n`).join(''))
  async function* input() {
    yield bytes(lines)
    yield bytes(await more.promise)
  }
  return { input: input(), goOn: more.resolve }
}

const manySites = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => site(`${prefix}${from + index}`, `${prefix}p`, prefix))

/** A dry run that has judged two batches of its lines, and waits for more. */
async function waitingDryRun(prefix: string, more: readonly object[] = []) {
  const own = [company(prefix), project(`${prefix}p`, prefix), ...manySites(prefix, 0, 2100)]
  const lines = [...own.slice(0, 1500), ...more, ...own.slice(1500)]
  const { input, goOn } = slowly(lines)
  const judged = Promise.withResolvers<void>()
  let batches = 0
  const progress = () => ++batches === 2 && judged.resolve()
  const report = load(database, recordTypes, input, { dryRun: true, progress })
  report.catch(judged.reject)
  await judged.promise
  return { report, goOn }
}

const otherConnections = async () =>
  database.rows<{ pid: number; began: Date | null }>(sql`
    select pid, xact_start as began from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)

test('a dry run that waits for its input has no transaction and no lock, and loads go on', async () => {
  const { report, goOn } = await waitingDryRun('slow')
  assert.deepEqual(
    (await otherConnections()).filter(({ began }) => began !== null),
    [],
  )
  const real = await server.load([company('slow'), project('slowp', 'slow'), ...manySites('slow', 0, 10)])
  assert.equal(real.counts.created, 12)
  goOn([...manySites('slow', 2090, 2110), site('slow2200', 'nowhere', 'slow')])
  const { counts, rejected } = await report
  // What it would have stored counts for the lines after, whatever others stored meanwhile.
  assert.deepEqual([counts.created, counts.unchanged, rejected], [2112, 10, 1])
})

test('a dry run sees what others delete while it waits', async () => {
  await server.load([company('leaving')])
  const { report, goOn } = await waitingDryRun('sees', [project('stays', 'leaving')])
  const gone = await server.load([{ type: 'company', id: 'leaving', deleted: true }])
  assert.equal(gone.counts.deleted, 1)
  goOn([project('late', 'leaving')])
  assert.equal((await report).rejected, 1)
})

test('a dry run waits for nobody who writes the same records', async () => {
  await server.load([worker('busy')])
  await database.transaction(async tx => {
    await lockWriter(tx)
    await tx.rows(sql`select 1 from worker for update`)
    await tx.rows(sql`update head set seq = seq + 1`)
    await tx.rows(sql`insert into company (id, nanoid, label, mentions) values ('mine', 'mine', '{}', '{}')`)
    const lines = [
      worker('busy', { firstName: 'Bo', updatedAt: '2027-01-01' }),
      { ...company('mine'), nanoid: 'mine' },
    ]
    const { counts, rejected } = await server.load(lines, { dryRun: true })
    assert.deepEqual([counts.updated, counts.created, rejected], [1, 1, 0])
    await tx.rows(sql`delete from company where id = 'mine'`)
    await tx.rows(sql`update head set seq = seq - 1`)
  })
})

/** Connections that have tables of their own; their schemas are numbered as they are. */
const withTemporaryTables = () =>
  database.rows<{ pid: number }>(sql`
    select pg_stat_get_backend_pid(substr(n.nspname, 9)::int) as pid from pg_namespace n
    where n.nspname ~ '^pg_temp_[0-9]+$' and exists (select from pg_class c where c.relnamespace = n.oid)`)

test('a dry run makes stand-ins for the tables that its lines write, not for every type', async () => {
  const { report, goOn } = await waitingDryRun('few')
  const made = await database.rows<{ of: string }>(sql`
    select substr(relname, 9) as of from pg_class where relname like 'written\\_%' and relpersistence = 't' and relkind = 'r'
    order by 1`)
  goOn([])
  assert.equal((await report).counts.created, 2102)
  assert.deepEqual(
    [...new Set(made.map(({ of }) => of.replace(/_.*/, '')))],
    ['company', 'file', 'project', 'site'],
  )
})

test('a dry run of a new name tells what follows it in types that no line names', async () => {
  await server.load([company('led'), project('ledp', 'led'), site('leds', 'ledp', 'led')])
  const renamed = company('led', { name: 'Renamed', updatedAt: '2027-01-01' })
  const dry = await server.load([renamed], { dryRun: true })
  const real = await server.load([renamed])
  assert.equal(dry.followed, 2)
  assert.equal(real.followed, 2)
})

test('a dry run whose connection breaks fails, and stores nothing', async () => {
  const stored = await everything(database)
  const { report, goOn } = await waitingDryRun('lost')
  const own = await withTemporaryTables()
  assert.equal(own.length, 1)
  for (const { pid } of own) await database.rows(sql`select pg_terminate_backend(${pid}::int, 10000)`)
  goOn([company('lost2')])
  await assert.rejects(report, /broke during the dry run/)
  assert.deepEqual(await everything(database), stored)
})
