// One embedded PostgreSQL for a whole test run, with a database that has every table already; each test file has a copy.
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordTypes } from '../../src/api/index.ts'
import { openDatabase } from '../../src/database/database.ts'
import { name, sql } from '../../src/database/sql.ts'
import { startDatabase, stopDatabase } from '../../src/embedded/postgresql.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { templateDatabase } from './database.ts'

let folder: string

/** In memory where there is room: a database is 900 files, which are slow to make and remove on a disk. */
async function place(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }))
  return memory.bavail * memory.bsize > 4e9 ? '/dev/shm' : tmpdir()
}

export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(await place(), 'muster-test-'))
  const { connection } = await startDatabase(folder, () => {})
  const options = { connections: 1, applicationName: 'muster tests' }
  const admin = openDatabase({ connection }, options)
  await admin.script(sql`create database ${name(templateDatabase)}`.compile().text)
  // What a killed server wrote is still there; only a machine that loses its power would lose it. No database lives
  // long enough to be vacuumed.
  for (const setting of ['fsync', 'full_page_writes', 'autovacuum'])
    await admin.script(sql`alter system set ${name(setting)} = off`.compile().text)
  await admin.rows(sql`select pg_reload_conf()`)
  await admin.close()
  const template = openDatabase({ connection: { ...connection, database: templateDatabase } }, options)
  await prepareDatabase(template, recordTypes)
  await template.close()
  process.env.MUSTER_TEST_CLUSTER = folder
}

export async function globalTeardown(): Promise<void> {
  await stopDatabase(folder)
  for (const made of [folder, `${folder}-empty`, `${folder}-demo`])
    await rm(made, { recursive: true, force: true })
}
