// A connection in which everything that a load writes is its own: temporary tables and views with the names of the real
// ones, so that the code of a load runs as it is, sees what it has written so far over what is stored, and leaves nothing.
// Its transactions only read, as PostgreSQL sees it: no real row can be written or locked, not even by mistake. A table gets
// its stand-in when its type is first written, so that a dry run of a few lines costs about what their load does.

import type { Database, Transacting } from '../../database/database.ts'
import { schemaName } from '../../database/pool.ts'
import { name, type Sql, sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { allTables } from '../records/tables.ts'

export type Rehearsal = Transacting & {
  /** Has to come before a transaction that writes records of these types: PostgreSQL refuses to write others. */
  willWrite(types: Iterable<string>): Promise<void>
  end(): Promise<void>
}

/** What a load notes down for itself: empty here. What others would be told of is not written at all (publish.ts). */
const ownNotes = ['follow_job', 'follow_row', 'file_left']

export async function openRehearsal(database: Database, types: readonly RecordType[]): Promise<Rehearsal> {
  const session = await database.session()
  let isLost = false
  session.lost.then(() => {
    isLost = true
  })
  const layered = new Set(['file'])
  try {
    // Plans that were kept from when its tables were empty would read them whole when they are not.
    await session.script(
      scriptOf([
        sql`set plan_cache_mode = force_custom_plan`,
        ...ownNotes.map(emptied),
        emptied('head'),
        sql`insert into head select * from ${real('head')}`,
        ...layer('file'),
      ]),
    )
  } catch (error) {
    await session.release()
    throw error
  }
  return {
    ...session,
    async willWrite(written) {
      const wanted = [...new Set(written)].filter(type => !layered.has(type))
      if (wanted.length === 0) return
      const missing = types.filter(type => !layered.has(type.type) && isWrittenWith(type, wanted))
      await session.script(scriptOf(missing.flatMap(allTables).flatMap(layer)))
      for (const { type } of missing) layered.add(type)
    },
    async transaction(run) {
      // Another connection would see only the real tables.
      if (isLost) throw new Error('The connection to the database broke during the dry run; run it again')
      return session.transaction(tx => run({ ...tx, isRehearsal: true }), 'read')
    },
    end: () => session.release(),
  }
}

/** Whether writing records of these types writes rows of this one: a row also says whom others open its record to. */
const isWrittenWith = ({ type, owners }: RecordType, written: readonly string[]): boolean =>
  written.includes(type) ||
  (owners?.company?.grants ?? []).some(grant => 'type' in grant && written.includes(grant.type))

const scriptOf = (statements: readonly Sql[]) =>
  statements.map(statement => `${statement.compile().text};`).join('\n')

const real = (table: string): Sql => sql`${name(schemaName)}.${name(table)}`
const own = (table: string): Sql => sql`pg_temp.${name(table)}`

const emptied = (table: string): Sql =>
  sql`create temporary table ${name(table)} (like ${real(table)} including all)`

/** The rows written here over those stored, without the stored ones that were replaced or deleted here. */
function layer(table: string): Sql[] {
  const written = `written_${table}`
  const replaced = `replaced_${table}`
  const write = `write_${table}`
  return [
    sql`create temporary table ${name(written)} (like ${real(table)} including all)`,
    sql`create temporary table ${name(replaced)} (id text collate "C" primary key)`,
    sql`create temporary view ${name(table)} as
      select * from ${real(table)} r where not exists (select from ${own(replaced)} g where g.id = r.id)
      union all select * from ${own(written)}`,
    sql`create function ${own(write)}() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          delete from ${own(written)} where id = old.id;
        end if;
        if tg_op = 'DELETE' then
          insert into ${own(replaced)} values (old.id) on conflict do nothing;
          return old;
        end if;
        insert into ${own(replaced)} values (new.id) on conflict do nothing;
        insert into ${own(written)} values (new.*);
        return new;
      end
    $$`,
    sql`create trigger ${name(write)} instead of insert or update or delete on ${own(table)}
      for each row execute function ${own(write)}()`,
  ]
}
