// Takes away what nothing declares any more, once no server of an older version can come back to it: indexes, columns and rows
// that were made from records, tallies, and functions. What holds the only copy of something goes by a step of its own.

import { runAll, type Statements } from '../../database/database.ts'
import { name, type Sql, sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { narrowTable, sqlText, sqlTypes } from '../records/tables.ts'
import type { Quiet } from './giving-way.ts'
import { dropIndex } from './indexes.ts'
import { requirementsOf } from './requirements.ts'
import { dropKeeper } from './tally.ts'

const isIndex = (definition: string) => definition.startsWith('create index')
const isMadeTable = (definition: string) => /^(edition \d+ of )?create table /.test(definition)
const isKeeper = (definition: string) => definition.startsWith('create function ')
const isColumn = (definition: string) =>
  Object.values(sqlTypes).some(type => definition.startsWith(`${type} from `))

/** How it goes; nothing where it is not ours to take away. */
function dropping(type: string, gone: string, definition: string): Sql[] | undefined {
  if (isMadeTable(definition)) return [sql`drop table if exists ${name(gone)}`, dropKeeper(gone)]
  if (isKeeper(definition)) return [dropKeeper(gone)]
  // A column of texts with Parts is of another table: they are nowhere else.
  if (isColumn(definition))
    return [sql`alter table ${name(narrowTable(type))} drop column if exists ${name(gone)}`]
  return undefined
}

/** `onlyIndexes` where another build of the same schema may still want the rest. */
export async function withdrawRequirements(
  tx: Statements,
  type: RecordType,
  known: ReadonlyMap<string, string>,
  quiet: Quiet,
  onlyIndexes: boolean,
): Promise<void> {
  const wanted = new Set(requirementsOf(type).map(one => one.name))
  for (const [gone, definition] of known) {
    if (wanted.has(gone)) continue
    const drops = onlyIndexes ? undefined : dropping(type.type, gone, definition)
    if (!drops && !isIndex(definition)) continue
    await quiet()
    if (drops) await runAll(tx, ...drops)
    else await dropIndex(tx, gone)
    await tx.rows(sql`delete from declared where type = ${type.type} and name = ${gone}`)
  }
}

/** What functions are noted under, among what is declared of types. */
const ofDatabase = 'database'

/** Puts these functions there. Of those that an earlier version put there, what is not among them goes. */
export async function replaceFunctions(
  tx: Statements & { script(text: string): Promise<unknown> },
  script: string,
): Promise<void> {
  await tx.script(script)
  // An extension has its own in the same place.
  const isOurs = sql`p.pronamespace = current_schema()::regnamespace
    and not exists (select 1 from pg_depend e where e.objid = p.oid and e.deptype = 'e')`
  // What was written in this transaction.
  const isWritten = sql`p.xmin = pg_current_xact_id()::xid`
  const former =
    await tx.column(sql`select p.oid::regprocedure::text from pg_proc p join declared d on d.type = ${ofDatabase} and d.name = p.proname
      where ${isOurs} and not ${isWritten}`)
  await runAll(tx, ...former.map(one => sql`drop function ${sqlText(one)} cascade`))
  await tx.rows(sql`delete from declared where type = ${ofDatabase}`)
  await tx.rows(sql`
    insert into declared (type, name, definition, filled)
    select distinct ${ofDatabase}, proname, 'function', true from pg_proc p
    where ${isOurs} and ${isWritten} and proname not like 'keep\\_%'`)
}
