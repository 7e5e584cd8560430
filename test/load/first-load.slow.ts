// The worked example: exports of a legacy system to records that are answered, from files and from a real PostgreSQL, again
// every night, with a row changed, one deleted, one wrong, and the load killed half way.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { recordTypes } from '../../src/api/index.ts'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { name, sql } from '../../src/database/sql.ts'
import { readMapping } from '../../src/mapping/mapping.ts'
import { openTable, type TableRow } from '../../src/mapping/rows.ts'
import { command } from '../support/command.ts'
import { newDatabase, onCluster, urlOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { testFolder } from '../support/files.ts'

const example = fileURLToPath(new URL('../../examples/first-load/', import.meta.url))
const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const mapping = join(example, 'legacy.yaml')
const asked = join(example, 'legacy-database.yaml')

/** A copy of the exports that a test may change. */
async function exportsOf(): Promise<string> {
  const folder = join(await testFolder(), 'exports')
  await cp(example, folder, { recursive: true })
  return folder
}

type Env = Record<string, string>

async function loaded(env: Env, ...args: string[]) {
  const said = await command(['load', ...args, '--json'], env)
  assert.notEqual(said.stdout, '', said.stderr)
  return { code: said.code, ...JSON.parse(said.stdout) }
}

/** Everything that is stored, as the lines that load it, without what was made for it alone. */
async function storedIn(env: Env): Promise<Record<string, unknown>[]> {
  const { stdout } = await command(['export', 'all'], env)
  return stdout
    .trim()
    .split('\n')
    .filter(line => line.startsWith('{"type"'))
    .map(line => {
      const { nanoid: _, ...rest } = JSON.parse(line)
      return rest
    })
}

async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'latin1')
  assert.ok(text.includes(from), from)
  await writeFile(file, text.replace(from, to), 'latin1')
}

test('the exports load without a reject or a doubt, and again without a change', async () => {
  const env = await onCluster()
  const first = await loaded(env, '--map', mapping, example)
  assert.deepEqual([first.code, first.rejected, first.warnedOf], [0, 0, []], JSON.stringify(first.reasons))
  assert.equal(first.counts.created, 2 + 2 + 3 + 3 + 8 + 24)
  const sheet = (await storedIn(env)).find(({ type }) => type === 'timesheet')!.record as Record<
    string,
    unknown
  >
  assert.deepEqual(
    [sheet.reference, sheet.netHours, sheet.status, (sheet.timelogs as unknown[]).length],
    ['BCW-00001', 38.5, 'approved', 5],
  )
  const again = await loaded(env, '--map', mapping, example)
  assert.deepEqual([again.counts.created, again.counts.updated, again.counts.unchanged], [0, 0, 42])
  const { sources } = JSON.parse((await command(['status', '--json'], env)).stdout)
  assert.deepEqual(
    sources.find((one: { name: string }) => one.name === 'legacy/timesheet'),
    { ...sources.at(-2), rows: 24, rejected: 0 },
  )
})

test('a row that changed is updated, one that is gone is deleted, one that is wrong is told with its line', async () => {
  const env = await onCluster()
  const folder = await exportsOf()
  await loaded(env, '--map', mapping, folder)
  await change(join(folder, 'operatives.csv'), 'tom.ballard@', 't.ballard@')
  await change(join(folder, 'operatives.csv'), '03/01/1980', '1980 or so')
  const sheets = join(folder, 'tsheets.csv')
  const text = await readFile(sheets, 'latin1')
  await writeFile(
    sheets,
    text
      .split('\r\n')
      .filter(line => !line.startsWith('TS00024'))
      .join('\r\n'),
    'latin1',
  )
  const report = await loaded(env, '--map', mapping, folder, '--snapshot', 'timesheet')
  assert.deepEqual([report.code, report.counts.updated, report.counts.deleted, report.rejected], [3, 1, 1, 1])
  assert.deepEqual(report.reasons, [
    {
      type: 'worker',
      path: 'record.dob',
      reason: 'column "BORN" has "1980 or so", which is no date in this form',
      hint: 'correct it at the source: it is read as DD/MM/YYYY or DD/MM/YYYY HH:mm',
      count: 1,
      lines: ['operatives.csv:2'],
    },
  ])
  const kept = (await readFile(report.rejectsFile, 'utf8')).split('\n')[0]!
  assert.equal(JSON.parse(JSON.parse(kept).text).row.SURNAME, 'Okafor')
})

test('a load that was killed half way moves no mark, and is finished by the next', async () => {
  const env = await onCluster()
  const folder = await exportsOf()
  const [map, table] = [join(folder, 'regions.yaml'), join(folder, 'regions.csv')]
  await writeFile(map, 'type: region\nid: NO\nrecord: {name: NAME}\n')
  const rows = Array.from({ length: 4000 }, (_, n) => `R${n},Region ${n},2026-01-01\n`)
  await writeFile(table, ['NO,NAME,CHANGED\n', ...rows].join(''))
  const args = ['load', '--map', map, '-', '--since-column', 'CHANGED']
  const held = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  // The rest never comes.
  held.stdin.write(['NO,NAME,CHANGED\n', ...rows.slice(0, 3500)].join(''))
  const database = openDatabase({ url: env.DATABASE_URL }, { connections: 1, applicationName: 'watching' })
  const stored = async () =>
    Number((await database.rows<{ n: string }>(sql`select count(*) as n from region`))[0]!.n)
  await eventually('some are stored', async () => {
    assert.equal(held.exitCode, null)
    return (await stored()) > 0
  })
  held.kill('SIGKILL')
  await once(held, 'exit')
  const before = await stored()
  assert.ok(before < 4000)
  assert.match((await command(['status'], env)).stdout, /regions\/region: began .* and has not ended/)
  const { counts } = await loaded(env, '--map', map, table, '--since-column', 'CHANGED')
  assert.equal(counts.created + counts.unchanged, 4000)
  assert.ok(counts.unchanged >= before)
  assert.match(
    (await command(['status'], env)).stdout,
    /4,000 rows, 0 rejected, read up to CHANGED 2026-01-01/,
  )
  await database.close()
})

/** The legacy system's own database, with the same rows as the exports. */
async function legacyDatabase(): Promise<{ url: string; database: Database }> {
  const connection = await newDatabase()
  const database = openDatabase({ connection }, { connections: 1, applicationName: 'legacy' })
  await database.script(`set search_path to public; ${await readFile(join(example, 'legacy.sql'), 'utf8')}`)
  const { mappings } = readMapping(await readFile(mapping, 'utf8'), recordTypes)
  for (const file of [...mappings.map(one => one.source!), 'tslines.csv']) {
    const bytes = Buffer.from(await readFile(join(example, file), 'latin1'))
    async function* all() {
      yield bytes
    }
    for await (const { row } of (await openTable(file, all())).rows)
      await insert(database, file.slice(0, -4), row as TableRow)
  }
  await database.script(`update suppliers set changed = '2026-02-02 08:30'`)
  return { url: urlOf(connection), database }
}

async function insert(database: Database, table: string, row: TableRow): Promise<void> {
  const values = Object.entries(row)
    .filter(([, value]) => value !== '')
    .map(([column, value]) => {
      const [, day, month, year, time = ''] = /^(\d\d)\/(\d\d)\/(\d{4})(.*)$/.exec(String(value)) ?? []
      const read = day ? `${year}-${month}-${day}${time}` : String(value)
      const isNumber = /^\d+,\d\d$/.test(read)
      return [column.toLowerCase(), isNumber ? read.replace(',', '.') : read] as const
    })
  const columns = values.map(([column]) => `"${column}"`).join(', ')
  const texts = values.map(([, value]) => `'${value.replaceAll("'", "''")}'`).join(', ')
  await database.script(`insert into public.${name(table).compile().text} (${columns}) values (${texts})`)
}

test('the same records come from its database, and every night only what is new', async () => {
  const env = await onCluster()
  const { url, database } = await legacyDatabase()
  const nightly = [
    '--map',
    asked,
    '--from',
    url,
    '--since-column',
    'changed',
    '--rejects',
    join(tmpdir(), 'r.ndjson'),
  ]
  const first = await loaded(env, ...nightly)
  assert.deepEqual(
    [first.code, first.rejected, first.counts.created],
    [0, 0, 42],
    JSON.stringify(first.reasons),
  )
  const files = await onCluster()
  await loaded(files, '--map', mapping, example)
  assert.deepEqual(await storedIn(env), await storedIn(files))

  const rowsOfSheets = ({ sources }: { sources: { name: string; rows: number }[] }) =>
    sources.find(one => one.name === 'legacy-database/timesheet')!.rows
  assert.equal(rowsOfSheets(first), 120)
  const idle = await loaded(env, ...nightly)
  assert.equal(rowsOfSheets(idle), 5, 'only what is as new as the newest is read again')
  assert.equal(idle.counts.unchanged, idle.lines)

  await database.script(`
    update public.tsheets set state = 'A', approved_on = '2026-02-04', changed = '2026-02-05 10:00' where ts_no = 'TS00020';
    update public.tslines set break_min = 30 where ts_no = 'TS00020';
    update public.jobs set job_name = 'Mill Lane Bridges', changed = '2026-02-05 10:00' where job_no = 'J-2001';
    insert into public.suppliers (supplier, kind, live) values ('Without a date', 'AG', true);
    update public.operatives set forename = repeat('x', 5000), changed = '2026-02-05 10:00' where op_no = 'OP/0003'`)
  const changed = await loaded(env, ...nightly)
  assert.deepEqual(
    [changed.code, changed.rejected, changed.counts.updated, changed.counts.created],
    [3, 1, 2, 1],
    JSON.stringify(changed.reasons),
  )
  const sheet = (await storedIn(env)).find(one => (one.record as { id: string }).id === 'TS00020')!
  assert.equal((sheet.record as { timelogs: unknown[] }).timelogs.length, 5, 'all rows of a record are read')

  const marks = async () => {
    const { sources } = JSON.parse((await command(['status', '--json'], env)).stdout)
    return Object.fromEntries(
      sources.map((one: { name: string; mark: string }) => [one.name.split('/')[1], one.mark]),
    )
  }
  const after = await marks()
  assert.equal(after.timesheet, '2026-02-05 10:00:00')
  assert.equal(after.worker, '2026-02-02 08:30:00', 'the mark waits where something was rejected')
  await database.script(`update public.operatives set forename = 'Zoe' where op_no = 'OP/0003'`)
  const mended = await loaded(env, ...nightly)
  assert.deepEqual([mended.code, mended.counts.updated], [0, 1])
  assert.equal((await marks()).worker, '2026-02-05 10:00:00')
})

test('each mapping may say which column tells what is new, and those that do not are read whole', async () => {
  const env = await onCluster()
  const { url, database } = await legacyDatabase()
  const nightly = ['--map', asked, '--from', url, '--since']
  assert.equal((await loaded(env, ...nightly)).counts.created, 42)
  await database.script(
    `update public.suppliers set live = false where supplier like 'N%' or supplier like 'S%'`,
  )
  const { sources } = await loaded(env, ...nightly)
  const rows = Object.fromEntries(
    sources.map((one: { name: string; rows: number }) => [one.name.split('/')[1], one.rows]),
  )
  assert.deepEqual([rows.agency, rows.timesheet], [2, 5])
  const conflict = await command(['load', ...nightly, '--snapshot', 'timesheet'], env)
  assert.match(conflict.stderr, /A snapshot has all there is, and --since leaves out/)
  const none = await command(['load', '--map', mapping, example, '--since'], env)
  assert.match(none.stderr, /no mapping says with "since" which column tells what is new/)
})

test('a column that a query does not answer with is refused in every place, and what is stored stays as it is', async () => {
  const env = await onCluster()
  const { url, database } = await legacyDatabase()
  await loaded(env, '--map', asked, '--from', url)
  const before = await storedIn(env)
  await database.script('alter table public.operatives rename column email to e_mail')
  const renamed = await command(['load', '--map', asked, '--from', url, '--strict'], env)
  assert.equal(renamed.code, 2)
  assert.match(
    renamed.stderr,
    /line 65: legacy-database\/worker has no column "email"; the nearest one is "e_mail"/,
  )
  assert.deepEqual(await storedIn(env), before)
  const folder = await testFolder()
  const regions = async (more: string, ...args: string[]) => {
    const file = join(folder, 'regions.yaml')
    await writeFile(
      file,
      `type: region\nquery: select client_no, name from clients\nrecord: {name: name}\n${more}`,
    )
    const said = await command(['load', '--map', file, '--from', url, ...args], env)
    assert.equal(said.code, 2, said.stdout)
    return said.stderr
  }
  const id = 'id: client_no\n'
  for (const more of [
    'id: client\n',
    `${id}group: client\n`,
    `${id}where: {client: a}\n`,
    `${id}deleted: client\n`,
  ])
    assert.match(await regions(more), /has no column "client"; the nearest one is "client_no"/)
  assert.match(await regions(id, '--since-column', 'nam'), /has no column "nam", which is to say what is new/)
  assert.match(await regions(`${id}since: nam\n`, '--since'), /has no column "nam"/)
})

test('a load that is broken off moves no mark, and is shown as not ended', async () => {
  const env = await onCluster()
  const { url, database } = await legacyDatabase()
  await database.script(`alter table public.tsheets rename to gone`)
  const nightly = ['load', '--map', asked, '--from', url, '--since-column', 'changed']
  const missing = await command(nightly, env)
  assert.deepEqual(
    [missing.code, /relation "tsheets" does not exist/.test(missing.stderr)],
    [2, true],
    missing.stderr,
  )
  assert.deepEqual(await storedIn(env), [], 'what is missing is told before anything is loaded')
  await database.script(`
    set search_path to public;
    create view tsheets as select * from gone where 1 / (case ts_no when 'TS00020' then 0 else 1 end) = 1`)
  const broken = await command(nightly, env)
  assert.deepEqual([broken.code, /division by zero/.test(broken.stderr)], [2, true], broken.stderr)
  const shown = (await command(['status'], env)).stdout
  assert.match(shown, /legacy-database\/company: began .* and has not ended/)
  await database.script(`drop view public.tsheets; alter table public.gone rename to tsheets`)
  const { counts } = await loaded(env, ...nightly.slice(1))
  assert.deepEqual([counts.created + counts.unchanged], [42])
  assert.match(
    (await command(['status'], env)).stdout,
    /legacy-database\/worker: .* 8 rows, 0 rejected, read up to changed 2026-02-02 08:30:00/,
  )
})

test('what is deleted in the database goes with a snapshot, and a load that is killed is simply run again', async () => {
  const env = await onCluster()
  const { url, database } = await legacyDatabase()
  const nightly = ['--map', asked, '--from', url, '--since-column', 'changed']
  const args = ['--disable-warning=ExperimentalWarning', main, 'load', ...nightly]
  // It waits for the timesheets, whose rows somebody else holds, and is killed there.
  await database.script(`
    set search_path to public;
    alter table tsheets rename to sheets;
    create view tsheets as select * from sheets where pg_advisory_xact_lock_shared(77) is not null`)
  await database.transaction(async tx => {
    await tx.script('select pg_advisory_xact_lock(77)')
    const held = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
    const ended = once(held, 'exit')
    // Other tests wait for locks of their own databases.
    const waits = () =>
      tx.rows(sql`
        select 1 from pg_locks l join pg_database d on d.oid = l.database
        where not l.granted and d.datname = current_database() and l.locktype = 'advisory' and l.objid = 77`)
    await eventually('the load waits', async () => {
      assert.equal(held.exitCode, null)
      return (await waits()).length > 0
    })
    held.kill('SIGKILL')
    assert.deepEqual(await ended, [null, 'SIGKILL'])
  })
  assert.match(
    (await command(['status'], env)).stdout,
    /legacy-database\/company: began .* and has not ended/,
  )
  const { code, counts } = await loaded(env, ...nightly)
  assert.deepEqual([code, counts.created + counts.unchanged], [0, 42])

  await database.script(`
    delete from public.tslines where ts_no = 'TS00020'; delete from public.tsheets where ts_no = 'TS00020'`)
  const all = await loaded(env, '--map', asked, '--from', url, '--snapshot', 'timesheet')
  assert.deepEqual([all.code, all.counts.deleted, all.counts.unchanged], [0, 1, 41])
  assert.ok(!JSON.stringify(await storedIn(env)).includes('"TS00020"'))
})

test('the source database is only ever read', async () => {
  const env = await onCluster()
  const { url, database } = await legacyDatabase()
  const folder = await exportsOf()
  const file = join(folder, 'writes.yaml')
  await writeFile(
    file,
    'type: region\nquery: "with gone as (delete from clients returning *) select * from gone"\nid: client_no\nrecord: {name: name}\n',
  )
  const refused = await command(['load', '--map', file, '--from', url], env)
  assert.match(refused.stderr, /in a read-only transaction/)
  const [left] = await database.rows<{ n: string }>(sql`select count(*) as n from public.clients`)
  assert.equal(Number(left!.n), 2)
})

test('the guide does what it says: its commands are run as they are written', async () => {
  const env = await onCluster()
  const guide = await readFile(new URL('../../docs/guides/first-load.md', import.meta.url), 'utf8')
  const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    block!.trim().split('\n'),
  )
  assert.ok(commands.length >= 6)
  for (const line of commands) {
    const [muster, ...args] = line.split(' ')
    const said = await command(args, env)
    assert.deepEqual([muster, said.code], ['./muster', 0], `${line}\n${said.stdout}${said.stderr}`)
  }
})
