// A database that is made at once and one that took every step of earlier versions are the same, to the last function.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import {
  createTablesAt,
  migrateSchema,
  migrationFiles,
  runMigrations,
} from '../../src/store/schema/migrate.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { schemaNumber, schemaVersionOf } from '../../src/store/schema/schema-version.ts'
import { newDatabase } from '../support/database.ts'

async function emptyDatabase(): Promise<Database> {
  return openDatabase(
    { connection: await newDatabase() },
    { connections: 2, applicationName: 'muster tests' },
  )
}

const files = migrationFiles

/** All that the catalogue says of the schema, and how many rows each table begins with. */
async function catalogueOf(database: Database): Promise<object> {
  const relations = await database.rows<{ name: string }>(sql`
    select c.relname::text as name, c.relkind::text, c.relpersistence::text, c.reloptions::text, am.amname::text,
      (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
          a.attstorage, a.attstattarget, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid)) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select json_agg(json_build_array(f.conname, pg_get_constraintdef(f.oid)) order by f.conname)
        from pg_constraint f where f.conrelid = c.oid) as constraints,
      (select json_agg(json_build_array(t.tgname, pg_get_triggerdef(t.oid)) order by t.tgname)
        from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
      (select pg_get_indexdef(x.indexrelid) from pg_index x where x.indexrelid = c.oid) as index
    from pg_class c left join pg_am am on am.oid = c.relam
    where c.relnamespace = to_regnamespace('muster') order by c.relname`)
  const functions = await database.rows(sql`
    select pg_get_functiondef(oid) as definition, proacl::text from pg_proc
    where pronamespace = to_regnamespace('muster') order by proname`)
  const rows = await database.rows(sql`
    select relname::text as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', relname),
      false, true, '')))[1]::text as rows
    from pg_class where relnamespace = to_regnamespace('muster') and relkind = 'r' order by relname`)
  const settings = await database.rows(sql`select name from setting order by name`)
  const one = await database.rows(sql`select h.*, v.number from head h, schema_version v`)
  return { relations, functions, rows, settings, one }
}

test('a new database has what every step of earlier versions leads to, and counts as having taken them', async () => {
  const [atOnce, byStep] = [await emptyDatabase(), await emptyDatabase()]
  await migrateSchema(atOnce)
  await byStep.transaction(tx => createTablesAt(tx, files.slice(0, 1)))
  for (const file of files.slice(1, -1)) await byStep.transaction(tx => runMigrations(tx, [file]))
  await migrateSchema(byStep)
  assert.deepEqual(await catalogueOf(atOnce), await catalogueOf(byStep))
  assert.deepEqual(
    await atOnce.rows(sql`select file from migration order by file collate "C"`),
    files.map(file => ({ file })),
  )
  await Promise.all([atOnce.close(), byStep.close()])
})

test('a database that stands at any earlier step gets the functions of today, whichever it has', async () => {
  const right = await emptyDatabase()
  await migrateSchema(right)
  const catalogue = await catalogueOf(right)
  for (const done of [1, 2, 8, 20, files.length - 1]) {
    const older = await emptyDatabase()
    await older.transaction(tx => createTablesAt(tx, files.slice(0, done)))
    await older.script(`
      create function gate(
        hashes bytea[], ips inet[], counts integer[], heard timestamptz, expected timestamptz, take boolean
      ) returns table (
        place integer, state text, admitted integer, key_id text, stamp bigint, version text, per_minute integer,
        granted integer, oldest timestamptz, per_day integer, used integer, moment timestamptz, last_used timestamptz
      ) language plpgsql as $$ begin return; end $$;
      create function reached(versions text) returns boolean language plpgsql as $$ begin return false; end $$`)
    await migrateSchema(older)
    assert.deepEqual(await catalogueOf(older), catalogue, `after ${files[done - 1]}`)
    await older.close()
  }
  await right.close()
})

test('a server of another schema brings its functions, and one that is older leaves those of the newer', async () => {
  const database = await emptyDatabase()
  const types = recordTypes.slice(0, 1)
  const bodies = () =>
    database.rows(
      sql`select proname::text, prosrc from pg_proc where pronamespace = 'muster'::regnamespace order by 1`,
    )
  await prepareDatabase(database, types)
  const own = await bodies()
  await database.script(
    `create or replace function gate_clock() returns timestamptz language sql as 'select now()'`,
  )
  const changed = await bodies()
  await prepareDatabase(database, types)
  assert.deepEqual(await bodies(), changed, 'nothing is declared anew by a server of the same schema')
  const version = schemaVersionOf(types)
  await database.rows(sql`update schema_version set number = number + 1`)
  await assert.rejects(prepareDatabase(database, types), /upgraded by a newer Muster/)
  assert.deepEqual(await bodies(), changed)
  await prepareDatabase(database, types, { own: { ...version, number: schemaNumber + 2 } })
  assert.deepEqual(await bodies(), own)
  await database.close()
})

test('who disabled an endpoint is known of what earlier versions stored, before and beside this one', async () => {
  const database = await emptyDatabase()
  const [before, [fills, again]] = [
    files.filter(file => file < '0095'),
    files.filter(file => /^009[56]/.test(file)),
  ]
  const disable = (id: string, because: string) =>
    database.rows(sql`
      insert into endpoint (id, kind, owners, url, types, state, disabled_because)
      values (${id}, 'company', '{}', '', '{}', 'disabled', ${because})`)
  const known = async () =>
    new Map(
      (
        await database.rows<{ id: string; by: string | null }>(
          sql`select id, disabled_by as by from endpoint`,
        )
      ).map(({ id, by }) => [id, by]),
    )
  await database.transaction(tx => createTablesAt(tx, before))
  await disable('off', 'the operator disabled it')
  await disable('failed', 'the receiver answered 410 Gone')
  await database.transaction(tx => runMigrations(tx, [fills!]))
  assert.deepEqual(
    await known(),
    new Map([
      ['off', 'operator'],
      ['failed', 'failures'],
    ]),
  )
  await disable('since', 'the operator disabled it')
  await database.rows(sql`update endpoint set state = 'active', disabled_because = null where id = 'off'`)
  await database.transaction(tx => runMigrations(tx, [again!]))
  assert.deepEqual(
    await known(),
    new Map([
      ['off', null],
      ['failed', 'failures'],
      ['since', 'operator'],
    ]),
  )
  await database.close()
})
