// Makes sure of the tables before anything else: a server that starts brings them up to date, a command only checks them.
import type { RecordType } from '../../record-types/record-type.ts'
import type { Database } from '../database/database.ts'
import { HomeProblem } from '../database/home.ts'
import { declare } from './declare.ts'
import { migrate } from './migrate.ts'
import { type Readiness, readinessOf } from './readiness.ts'
import { type SchemaVersion, schemaState } from './schema-version.ts'

/** For a server that starts: tables as this version declares them; quick, and safe for several processes at once. */
export async function prepare(
  database: Database,
  types: readonly RecordType[],
  own?: SchemaVersion,
  say?: (line: string) => void,
): Promise<Readiness> {
  await migrate(database, say)
  return declare(database, types, own, say)
}

/** For a command: it changes no tables. Those of another version are refused; a database without any gets them. */
export async function prepared(
  database: Database,
  types: readonly RecordType[],
  own?: SchemaVersion,
): Promise<Readiness> {
  const state = await schemaState(database, types, own)
  if ('why' in state) throw new HomeProblem(state.why)
  return state.is === 'none' ? prepare(database, types, own) : readinessOf(database, types)
}
