// A fresh database for a test file, in the run's cluster, with the record tables of some declarations.
import { after } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { name, sql } from '../../src/database/sql.ts'
import { type EmbeddedConnection, runningDatabase } from '../../src/embedded/postgresql.ts'
import type { RecordType } from '../../src/record-types/record-type.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import type { Readiness } from '../../src/store/schema/readiness.ts'

const folder = () => {
  const given = process.env.MUSTER_TEST_CLUSTER
  if (!given) throw new Error('Run tests with npm test, which starts a cluster for them')
  return given
}

let found: EmbeddedConnection | undefined

async function cluster(): Promise<EmbeddedConnection> {
  found ??= await runningDatabase(folder())
  if (!found) throw new Error('The test cluster does not run')
  return found
}

let made = 0

/** What new databases with all tables are copied from; where it is an empty one, their tables are made in each. */
export const templateDatabase = process.env.MUSTER_TEST_TEMPLATE ?? 'muster_template'

/** A new database's address, empty unless it is a copy of another; dropped when the file's tests are over. Its files are where
 * the cluster's are, or in a tablespace. */
export async function newDatabase(
  template = 'template1',
  tablespace = 'pg_default',
): Promise<EmbeddedConnection> {
  const connection = await cluster()
  const called = `t_${process.pid}_${Date.now()}_${made++}`
  const admin = openDatabase({ connection }, { connections: 1, applicationName: 'muster tests' })
  // Copying files takes two thirds of the time that writing them through the log does.
  await admin.script(
    sql`create database ${name(called)} template ${name(template)} strategy file_copy tablespace ${name(tablespace)}`.compile()
      .text,
  )
  after(async () => {
    await admin.script(sql`drop database if exists ${name(called)} with (force)`.compile().text)
    await admin.close()
  })
  return { ...connection, database: called }
}

/** As DATABASE_URL names it. */
export const urlOf = ({ user, password, database, host }: EmbeddedConnection) =>
  `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`

/** What makes a command or a server work on a database of its own with every table, and start none. */
export const onCluster = async () => ({
  DATABASE_URL: urlOf(await newDatabase(templateDatabase)),
  MUSTER_SECRET: 'the master secret of all the tests',
})

export type TestDatabase = { database: Database; connection: EmbeddedConnection; readiness: Readiness }

export async function testDatabase(types: readonly RecordType[] = recordTypes): Promise<TestDatabase> {
  const isWhole = types === recordTypes
  let opened: Database | undefined
  // Before the database is dropped, which would break its connections.
  after(() => opened?.close())
  const connection = await newDatabase(isWhole ? templateDatabase : undefined)
  const database = openDatabase({ connection }, { connections: 4, applicationName: 'muster tests' })
  opened = database
  const readiness = await prepareDatabase(database, types)
  // Each is an installation of its own.
  if (isWhole)
    await database.rows(sql`update setting set value = replace(gen_random_uuid()::text, '-', '')
      where name in ('installation', 'feed')`)
  return { database, connection, readiness }
}
