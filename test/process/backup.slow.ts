// Backup and restore between real databases: everything comes back, or nothing changes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { recordTypes } from '../../src/api/index.ts'
import { BackupProblem, type BackupSummary } from '../../src/backup-file/format.ts'
import { type Database, type DatabaseAddress, openDatabase } from '../../src/database/database.ts'
import { name, type Sql, sql } from '../../src/database/sql.ts'
import { type EmbeddedConnection, startDatabase, stopDatabase } from '../../src/embedded/postgresql.ts'
import { load } from '../../src/load/load.ts'
import { backup } from '../../src/store/backup/backup.ts'
import { restore } from '../../src/store/backup/restore.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { createOperatorToken } from '../../src/store/operators/tokens.ts'
import { fillPending } from '../../src/store/schema/fill.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { newDatabase, templateDatabase } from '../support/database.ts'
import { company, rivals, site, timesheet } from '../support/lines.ts'
import { everyNth, isLong } from '../support/long.ts'
import { ndjson } from '../support/server.ts'

/** Tables of all types take a second to make each time; the first test has them all. */
const few = 'company agency connection project site user'.split(' ')
const types = recordTypes.filter(({ type }) => few.includes(type))
const folder = await mkdtemp(join(tmpdir(), 'muster-backup-'))
after(() => rm(folder, { recursive: true, force: true }))
const backupFile = join(folder, 'muster.backup')
const files = join(folder, 'files')
let made = 0
const newFolder = () => join(folder, `restored-${made++}`)

function open(place: DatabaseAddress): Database {
  const database = openDatabase(place, { connections: 3, applicationName: 'muster tests' })
  after(() => database.close())
  return database
}

const empty = async () => open({ connection: await newDatabase() })

/** With the tables of those types; made once and copied. */
const madeOnce = await newDatabase()
const making = openDatabase({ connection: madeOnce }, { connections: 1, applicationName: 'muster tests' })
await prepareDatabase(making, types)
await making.close()
const withTables = async () => open({ connection: await newDatabase(madeOnce.database) })

/** In the long run a cluster of its own. */
async function elsewhere(): Promise<EmbeddedConnection> {
  if (!isLong) return newDatabase()
  const data = join(folder, 'external')
  after(() => stopDatabase(data))
  return (await startDatabase(data, () => {})).connection
}

/** A database that is reached by URL alone, as one that somebody else runs. */
async function external(): Promise<Database> {
  const connection = await elsewhere()
  const door = createServer(client => {
    const server = connect(`${connection.host}/.s.PGSQL.${connection.port}`)
    client.pipe(server).pipe(client)
    for (const end of [client, server]) end.on('error', () => [client, server].map(each => each.destroy()))
  }).listen(0, '127.0.0.1')
  after(() => door.close())
  await once(door, 'listening')
  const { port } = door.address() as AddressInfo
  const { user, password, database } = connection
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  // An administrator may have chosen other forms of values and limits.
  const role = `alter role ${user} in database ${database}`
  await open({ url }).script(`${role} set datestyle = 'German'; ${role} set statement_timeout = '2s'`)
  return open({ url })
}

const permanent = sql`select relname as table from pg_class
  where relnamespace = to_regnamespace('muster') and relkind = 'r' and relpersistence = 'p' order by relname`

/** The one moves when texts lie elsewhere, the other so that nothing that was answered before is taken to hold. */
const moved: Record<string, Sql> = { schema_version: sql` - 'stamp'`, owner_version: sql` - 'version'` }

/** Every table's rows, whatever their order; but for the name of the feed, which a restored database has its own of. */
async function contents(database: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { table } of await database.rows<{ table: string }>(permanent)) {
    const chunks: Buffer[] = []
    const moving = moved[table] ?? sql``
    const rows = database.transaction(async tx => {
      await tx.script(`set local datestyle = 'ISO'`)
      for await (const chunk of await tx.copyOut(
        // Older tables come back with the columns of today, which are empty.
        sql`copy (select jsonb_strip_nulls(to_jsonb(t) - 'text_at'${moving}) from ${name(table)} t) to stdout`,
      ))
        chunks.push(chunk)
    })
    await rows
    const lines = Buffer.concat(chunks)
      .toString()
      .trimEnd()
      .split('\n')
      .sort()
      .filter(each => !each.includes('"name": "feed"') && !each.includes('"name": "text_at"'))
    found[table] =
      `${lines[0] === '' ? 0 : lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`
  }
  return found
}

/** What makes the tables what they are. */
async function definitions(database: Database): Promise<object[]> {
  return database.rows(sql`
    select c.relname::text as table, c.reloptions::text as options, c.relpersistence::text as lasting,
      (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstorage,
          a.attcollation::regcollation, a.attidentity, pg_get_expr(d.adbin, d.adrelid)) order by a.attname)
        from pg_attribute a left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select json_agg(pg_get_indexdef(x.indexrelid) order by x.indexrelid::regclass::text) from pg_index x where x.indrelid = c.oid) as indexes,
      (select json_agg(f.conname || ' ' || pg_get_constraintdef(f.oid) order by f.conname) from pg_constraint f
        where f.conrelid = c.oid) as constraints,
      (select json_agg(pg_get_triggerdef(t.oid) || ' ' || pg_get_functiondef(t.tgfoid) order by t.tgname) from pg_trigger t
        where t.tgrelid = c.oid and not t.tgisinternal) as triggers
    from pg_class c where c.relnamespace = to_regnamespace('muster') and c.relkind = 'r' order by c.relname`)
}

async function filesIn(place: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const path of (await readdir(place, { recursive: true })).sort()) {
    const { mode } = await stat(join(place, path))
    if ((await stat(join(place, path))).isFile())
      found[path] = `${mode & 0o777} ${createHash('sha256')
        .update(await readFile(join(place, path)))
        .digest('hex')}`
  }
  return found
}

const restoreFrom = (database: Database, file: Buffer, to: string, replace = false): Promise<BackupSummary> =>
  restore(
    database,
    types,
    to,
    (async function* () {
      for (let at = 0; at < file.length; at += 10_007) yield file.subarray(at, at + 10_007)
    })(),
    { replace },
  )

const refused = (words: RegExp) => (error: unknown) =>
  error instanceof BackupProblem && words.test(error.message) && error.cause === undefined

/** The same backup with other contents, and a checksum that says they are right. */
function altered(change: (text: string) => string): Buffer {
  const text = change(gunzipSync(original).toString('latin1'))
  const end = text.lastIndexOf('{"end"')
  const body = Buffer.from(text.slice(0, end), 'latin1')
  const trailer = JSON.parse(text.slice(end))
  const sha256 = createHash('sha256').update(body).digest('hex')
  return gzipSync(
    Buffer.concat([body, Buffer.from(`${JSON.stringify({ ...trailer, bytes: body.length, sha256 })}\n`)]),
  )
}

const awkward = 'tab\t, line\n, \\N, \\., nul-like \\0, “é”, 𐐷\r\n\\.\n'
const places = rivals().filter(({ type }) => few.includes(type))
const sites = Array.from({ length: 300 }, (_, n) => site(`n${n}`, 'p1', 'c1'))
const source = await withTables()
await load(
  source,
  types,
  ndjson([
    ...places,
    ...sites,
    // The largest comes last: longer than any buffer on the way.
    company('zz', { config: { text: `${awkward}${'x'.repeat(300_000)}` } }),
  ]),
)
for (const owner of ['c1', 'c2', 'c3']) {
  await createKey(source, { kind: 'company', owners: [owner], name: awkward, scopes: ['read:timesheets'] })
}
await createOperatorToken(source, 'prometheus', 'owner')
await source.script(`
  delete from api_key where n = 3;
  insert into key_day values (1, '2026-03-02', 17);
  insert into key_grant values (1, now(), 2);
  insert into setting values ('float', 'é'), ('backslash', E'\\\\.')`)
await mkdir(join(files, 'ab', 'cd'), { recursive: true })
await writeFile(join(files, 'ab', 'cd', 'large'), Buffer.alloc(1_000_003, 'file\n\\.\n'), { mode: 0o600 })
await writeFile(join(files, 'empty'), '')
await chmod(join(files, 'empty'), 0o640)
await symlink('/etc/passwd', join(files, 'elsewhere'))
await backup(source, files, createWriteStream(backupFile))
await rm(join(files, 'elsewhere'))
const original = await readFile(backupFile)
const before = await contents(source)

test('a backup holds every record, key, tally and file, and restores them equal on another server', async () => {
  const whole = open({ connection: await newDatabase(templateDatabase) })
  const file = join(folder, 'whole.backup')
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  const sheets = Array.from({ length: 300 }, (_, n) => timesheet(`t${n}`, of))
  await load(whole, recordTypes, ndjson([...rivals(), ...sheets]))
  await createKey(whole, { kind: 'company', owners: ['c1'], name: awkward, scopes: ['read:timesheets'] })
  const written = await backup(whole, files, createWriteStream(file))
  const before = await contents(whole)

  const target = await external()
  const place = newFolder()
  const seen: string[] = []
  const summary = await restore(target, recordTypes, place, createReadStream(file), {}, ({ table }) =>
    seen.push(table ?? ''),
  )
  assert.deepEqual(summary, written)
  assert.ok(summary.rows > 600 && summary.files === 2 && seen.includes('timesheet_text'))
  assert.deepEqual(await contents(target), before)
  assert.deepEqual(await definitions(target), await definitions(whole))
  assert.deepEqual(await filesIn(place), await filesIn(files))
  const readiness = await prepareDatabase(target, recordTypes)
  assert.equal(readiness.pending(), recordTypes.length, 'where texts lie is noted anew')
  await fillPending(target, recordTypes)
  assert.equal((await prepareDatabase(target, recordTypes)).pending(), 0)
  assert.deepEqual(await contents(target), before)

  if (!isLong) return
  const back = await empty()
  const second = join(folder, 'second.backup')
  await backup(target, place, createWriteStream(second))
  await restore(back, recordTypes, newFolder(), createReadStream(second), {})
  assert.deepEqual(await contents(back), before)
})

test('numbers that were given out are not given out again after a restore', async () => {
  const target = await empty()
  await restoreFrom(target, original, newFolder())
  await createKey(target, { kind: 'company', owners: ['c1'], name: 'next', scopes: [] })
  assert.deepEqual(await target.rows(sql`select n::int from api_key order by n`), [
    { n: 1 },
    { n: 2 },
    { n: 4 },
  ])
})

test('no version that something was answered under before a restore holds after it', async () => {
  const versions = async (database: Database) =>
    new Map(
      (
        await database.rows<{ owner: string; version: string }>(
          sql`select owner, version::text from owner_version`,
        )
      ).map(({ owner, version }) => [owner, BigInt(version)]),
    )
  const target = await empty()
  await restoreFrom(target, original, newFolder())
  const [was, is] = [await versions(source), await versions(target)]
  assert.deepEqual([...is.keys()].sort(), [...was.keys()].sort())
  for (const [owner, version] of is) assert.ok(version > was.get(owner)!, owner)
})

test('a database or a folder that holds something is refused, and with replace has only the backup', async () => {
  const target = await withTables()
  const place = newFolder()
  await load(target, types, ndjson([...places, site('own', 'p1', 'c1')]))
  const own = await contents(target)
  await assert.rejects(restoreFrom(target, original, place), refused(/already holds records/))
  assert.deepEqual(await contents(target), own)
  await mkdir(place)
  await writeFile(join(place, 'own'), 'own')
  await assert.rejects(restoreFrom(await empty(), original, place), refused(/files in/))
  // Connections of others stay usable, also with statements they have prepared.
  const other = await target.session()
  const ask = () => other.rows<{ n: number }>(sql`select count(*)::int as n from site`)
  assert.deepEqual(await ask(), [{ n: 3 }])
  await restoreFrom(target, original, place, true)
  assert.deepEqual(await ask(), [{ n: 302 }])
  await other.release()
  assert.deepEqual(await contents(target), before)
  assert.deepEqual(await filesIn(place), await filesIn(files))
  assert.deepEqual(
    (await readdir(folder)).filter(entry => /restoring|before/.test(entry)),
    [],
  )
})

test('a prepared database with nothing in it counts as empty', async () => {
  const target = await withTables()
  await restoreFrom(target, original, newFolder())
  assert.deepEqual(await contents(target), before)
})

test('a backup that is cut, changed or something else is refused, and nothing changes', async () => {
  const target = await withTables()
  const place = newFolder()
  await load(target, types, ndjson(places))
  await mkdir(place)
  await writeFile(join(place, 'own'), 'own')
  const own = await contents(target)
  const flipped = (at: number) => {
    const copy = Buffer.from(original)
    copy[at]! ^= 4
    return copy
  }
  const { length } = original
  const wrong: [Buffer, RegExp][] = [
    ...everyNth([length >> 1, length - 1, 3000], 3).map((at): [Buffer, RegExp] => [
      original.subarray(0, at),
      /damaged \(it ends too early\)/,
    ]),
    ...everyNth([length >> 1, length - 3], 2).map((at): [Buffer, RegExp] => [flipped(at), /damaged|error/]),
    [gzipSync(gunzipSync(original).toString('latin1').replace('Uma Reid', 'Eve Reid')), /damaged/],
    [Buffer.concat([original, original]), /something follows/],
    [Buffer.alloc(0), /not a Muster backup/],
    [Buffer.from('{"format":"muster-backup"}'), /not a Muster backup/],
    [gzipSync('{"type":"site"}\n'), /not a Muster backup/],
    [altered(text => text.replace('"version":2', '"version":3')), /newer Muster/],
    [
      altered(text => text.replace('0001-ground.sql', '9001-ground.sql')),
      /newer Muster \(it has 9001-ground.sql\)/,
    ],
  ]
  for (const [file, words] of wrong)
    await assert.rejects(restoreFrom(target, file, place, true), refused(words))
  assert.deepEqual(await contents(target), own)
  assert.deepEqual(Object.keys(await filesIn(place)), ['own'])
})

test('a hostile backup cannot write outside its folder or run SQL, and values stay out of messages', async () => {
  const target = await empty()
  const place = newFolder()
  for (const path of everyNth(['../escaped', '/tmp/escaped', 'ab/../../escaped'], 3))
    await assert.rejects(
      restoreFrom(
        target,
        altered(text => text.replace('"file":"empty"', `"file":"${path}"`)),
        place,
      ),
      refused(/outside its folder\. Nothing was changed\./),
    )
  const column = (more: string) => `"table":"site","columns":[{"name":"more",${more}},`
  const tables: [string, string][] = [
    ['"table":"site"', '"table":"site\\"; drop schema muster; --"'],
    ['"name":"nanoid"', '"name":"nanoid\\") from program \'id\'; --"'],
    ['"table":"site","columns":[', column('"type":"text default pg_reload_conf()","collation":null')],
    ['"table":"site","columns":[', column('"type":"text","collation":"C\\" check (true)--"')],
  ]
  for (const [right, wrong] of everyNth(tables, 2)) {
    const file = altered(text => {
      assert.ok(text.includes(right), right)
      return text.replaceAll(right, wrong)
    })
    await assert.rejects(
      restoreFrom(target, file, place),
      refused(/damaged.*nothing was changed|not known here\. Nothing was changed\./),
    )
  }
  const wrongDay = altered(text => text.replace('\n1\t2026-03-02\t17\n', '\n1\tMarchSecret\t17\n'))
  await assert.rejects(
    restoreFrom(target, wrongDay, place),
    (error: Error) =>
      refused(/table key_day: PostgreSQL answered with error 22007/)(error) && !/Secret/.test(error.message),
  )
  assert.deepEqual(await target.rows(permanent), [])
  assert.deepEqual(
    (await readdir(folder)).filter(entry => /escaped|restoring/.test(entry)),
    [],
  )
})

test('a backup from an older Muster is restored as it was, and then brought up to date', async () => {
  const old = await withTables()
  await load(old, types, ndjson([...places, site('own', 'p1', 'c1')]))
  await old.script(`
    drop table change, follow_job, follow_row, key_tally, record_read, file, file_left, erasure, request, load;
    drop table idempotency, reference_number, match_candidate, match_attempt, match_decision, match_scan;
    drop table event, event_owner, owner_scope, owner_pair, endpoint_secret, endpoint_days, delivery, attempt, endpoint;
    drop table portal_link, portal_session, operator_audit, load_source, load_total, clock_seen, schema_version, scrub, server_secret, upgrade;
    drop table shape_check, invalid_record, kept_view, mapping, expected_job, backup_run, freshness, check_work, order_spending, billing_pair, oauth_client, oauth_code, oauth_refresh;
    drop function key_within_parent, children_within_key cascade;
    drop function move_schema_stamp cascade;
    alter table operator_token drop column role;
    alter table api_key drop column ownerless_at, drop column parent_n;
    alter table head drop column event_seq, drop column floor_seq, drop column floor_event_seq;
    delete from setting where name = 'feed';
    delete from migration where file >= '0004';
    alter table site drop column created_at, drop column name_key;
    delete from declared where type = 'site' and (name in ('created_at', 'name_key') or name like 'site_by_%')`)
  const then = await contents(old)
  const file = join(folder, 'old.backup')
  await backup(old, newFolder(), createWriteStream(file))
  const target = await empty()
  await restoreFrom(target, await readFile(file), newFolder())
  assert.deepEqual(await contents(target), then)
  assert.ok((await prepareDatabase(target, types)).pending() > 0)
  await fillPending(target, types)
  assert.equal((await prepareDatabase(target, types)).pending(), 0)
  assert.deepEqual(await definitions(target), await definitions(source))
  assert.deepEqual(await target.rows(sql`select id from site where created_at is not null order by id`), [
    { id: 'own' },
    { id: 's1' },
    { id: 's2' },
  ])
})

test('a backup of a newer schema is refused, and nothing changes', async () => {
  const source = await withTables()
  await source.rows(sql`update schema_version set number = number + 1, muster = '9.9.9'`)
  const file = join(folder, 'newer.backup')
  await backup(source, files, createWriteStream(file))
  const target = await withTables()
  const restoring = restore(target, types, newFolder(), createReadStream(file), { replace: true })
  await assert.rejects(
    restoring,
    /The database of this backup was upgraded by a newer Muster \(schema \d+ of version 9\.9\.9.*Nothing was changed/,
  )
  assert.equal((await prepareDatabase(target, types)).pending(), 0)
})

test('a backup shows one moment while others write', async () => {
  const busy = await withTables()
  await busy.script(`
    insert into key_day values (1, '2026-03-02', 1000);
    insert into setting values ('account', '0');
    insert into change select g, 'c:c1', 'site', repeat(md5(g::text), 8), 'upserted' from generate_series(1, 30000) g`)
  let moves = 0
  let stopped = false
  const writer = (async () => {
    while (!stopped) {
      await busy.transaction(async tx => {
        await tx.rows(sql`update key_day set used = used - 1`)
        await tx.rows(sql`update setting set value = value::int + 1 where name = 'account'`)
      })
      moves++
    }
  })()
  const file = join(folder, 'busy.backup')
  const from = moves
  await backup(busy, newFolder(), createWriteStream(file))
  const during = moves - from
  stopped = true
  await writer
  assert.ok(during > 3, `${during} writes while the backup ran`)
  const target = await empty()
  await restoreFrom(target, await readFile(file), newFolder())
  assert.deepEqual(
    await target.rows(sql`select used + value::int as sum from key_day, setting where name = 'account'`),
    [{ sum: 1000 }],
  )
})

test('a process that is killed while it restores leaves what was there', async () => {
  const connection = await newDatabase(madeOnce.database)
  const target = open({ connection })
  const place = newFolder()
  await load(target, types, ndjson(places))
  await mkdir(place)
  await writeFile(join(place, 'own'), 'own')
  const own = await contents(target)
  const program = `
    import { createReadStream } from 'node:fs'
    import { recordTypes } from './src/api/index.ts'
    import { restore } from './src/store/backup/restore.ts'
    import { openDatabase } from './src/database/database.ts'
    const { connection, file, place, few } = JSON.parse(process.argv[1])
    const database = openDatabase({ connection }, { connections: 2, applicationName: 'muster tests' })
    const halt = state => state.files > 0 && (console.log('halfway'), Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
    const types = recordTypes.filter(({ type }) => few.includes(type))
    await restore(database, types, place, createReadStream(file), { replace: true }, halt)`
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', program, JSON.stringify({ connection, file: backupFile, place, few })],
    { cwd: join(import.meta.dirname, '../..'), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [text] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  assert.match(String(text), /halfway/)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  assert.deepEqual(await contents(target), own)
  assert.deepEqual(Object.keys(await filesIn(place)), ['own'])
  await restoreFrom(target, original, place, true)
  assert.deepEqual(await contents(target), before)
  assert.deepEqual(await filesIn(place), await filesIn(files))
})

test('a backup that cannot be written fails with that reason and leaves the connection usable', async () => {
  const single = openDatabase(
    { connection: await newDatabase() },
    { connections: 1, applicationName: 'muster tests' },
  )
  after(() => single.close())
  await restoreFrom(single, original, newFolder())
  let taken = 0
  const full = new Writable({
    write(chunk, _, done) {
      taken += chunk.length
      done(taken > 10_000 ? Object.assign(new Error('no space left'), { code: 'ENOSPC' }) : null)
    },
  })
  await assert.rejects(backup(single, files, full), { code: 'ENOSPC' })
  assert.deepEqual(await contents(single), before)
  await assert.rejects(
    backup(await empty(), files, createWriteStream(join(folder, 'none'))),
    refused(/no Muster tables/),
  )
})
