// A connection in which everything that a load writes is its own: temporary tables and views with the names of the real
// ones, so that the code of a load runs as it is, sees what it has written so far over what is stored, and leaves nothing.
// Its transactions only read, as PostgreSQL sees it: no real row can be written or locked, not even by mistake.
import type { RecordType } from '../../record-types/record-type.ts'
import { childTable, recordTables } from '../records/tables.ts'
import type { Database, Transacting } from './database.ts'
import { schema } from './pool.ts'
import { name, type Sql, sql } from './sql.ts'

export type Rehearsal = Transacting & { end(): Promise<void> }

/** What a load writes and does not look at: empty here. Without endpoints, no event is to be delivered. */
const onlyWritten = [
  'change',
  'event',
  'event_owner',
  'delivery',
  'endpoint',
  'owner_version',
  'owner_pair',
  'owner_scope',
  'follow_job',
  'follow_row',
  'file_left',
]

export async function rehearsal(database: Database, types: readonly RecordType[]): Promise<Rehearsal> {
  const session = await database.session()
  let isLost = false
  session.lost.then(() => {
    isLost = true
  })
  const children = types.flatMap(({ type, children }) => children.map(child => childTable(type, child.name)))
  const layers = ['file', ...types.flatMap(recordTables), ...children]
  try {
    // Plans that were kept from when its tables were empty would read them whole when they are not.
    await session.script(sql`set plan_cache_mode = force_custom_plan`.compile().text)
    for (const table of layers) await session.script(layered(table))
    await session.script(onlyWritten.map(table => scriptOf([emptied(table)])).join('\n'))
    await session.script(scriptOf([emptied('head'), sql`insert into head select * from ${real('head')}`]))
  } catch (error) {
    await session.release()
    throw error
  }
  return {
    ...session,
    async transaction(run) {
      // Another connection would see the real tables alone.
      if (isLost) throw new Error('The connection to the database broke during the dry run; run it again')
      return session.transaction(tx => run({ ...tx, isRehearsal: true }), 'read')
    },
    end: () => session.release(),
  }
}

const scriptOf = (statements: readonly Sql[]) =>
  statements.map(statement => `${statement.compile().text};`).join('\n')

const real = (table: string): Sql => sql`${name(schema)}.${name(table)}`
const own = (table: string): Sql => sql`pg_temp.${name(table)}`

const emptied = (table: string): Sql =>
  sql`create temporary table ${name(table)} (like ${real(table)} including all)`

/** The rows written here over those stored, without the stored ones that were replaced or deleted here. */
function layered(table: string): string {
  const written = `written_${table}`
  const replaced = `replaced_${table}`
  const write = `write_${table}`
  return scriptOf([
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
  ])
}
