// What operators do to a whole installation in a story: the server starts again, also on the tables of an earlier version, and
// a backup is put back.
import assert from 'node:assert/strict'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { recordTypes } from '../../../src/api/index.ts'
import { type Database, runAll } from '../../../src/database/database.ts'
import { name, sql } from '../../../src/database/sql.ts'
import { backup } from '../../../src/store/backup/backup.ts'
import { restore } from '../../../src/store/backup/restore.ts'
import { narrowTable } from '../../../src/store/records/tables.ts'
import { fillPending } from '../../../src/store/schema/fill.ts'
import { prepareDatabase } from '../../../src/store/schema/prepare.ts'
import { requirementsOf } from '../../../src/store/schema/requirements.ts'
import type { Dice } from '../../access/dice.ts'
import { manyExports } from '../../access/isolation.ts'
import { testFolder } from '../../support/files.ts'
import { type TestServer, testServer } from '../../support/server.ts'

/** A story may be stopped for minutes while a machine measures something else; that is no database which does not answer. */
export const storyServer = { ...manyExports, databaseTimeoutMs: 900_000 }

export type Restarted = { server: TestServer; filled: Promise<void> }

/** Another server on the same database. What the tables lack is filled while it answers. */
export async function restarted(from: TestServer): Promise<Restarted> {
  const { database, connection, files } = from
  await from.end()
  const readiness = await prepareDatabase(database, recordTypes)
  const on = { database, connection, readiness }
  const server = await testServer({ ...storyServer, on, files: { store: files.store } })
  const filled = fillPending(database, recordTypes).then(async () => {
    assert.equal(await readiness.refresh(), 0, 'all that was added is filled')
  })
  return { server, filled }
}

/** As an earlier version left the tables, which did not have some of the columns. Nothing may be asked meanwhile. */
export async function forgetColumns(database: Database, dice: Dice): Promise<string[]> {
  const gone: string[] = []
  for (let left = dice.between(1, 3); left > 0; left--) {
    const type = dice.pick(recordTypes)
    const columns = type.columns.filter(
      column =>
        !column.split &&
        // A tally keeps days of rows that have one: no version has had a moment to group by without filling it.
        !(column.kind === 'instant' && type.tally?.by.includes(column.name)) &&
        requirementsOf(type).some(
          one => one.name === column.name && one.fill.by === 'records' && one.fill.tables.join() === 'narrow',
        ),
    )
    if (columns.length === 0) continue
    const column = dice.pick(columns).name
    if (gone.includes(`${type.type}.${column}`)) continue
    await database.transaction(async tx => {
      await runAll(tx, sql`alter table ${name(narrowTable(type.type))} drop column ${name(column)} cascade`)
      await tx.rows(sql`delete from declared where type = ${type.type} and name = ${column}`)
      await tx.rows(sql`update schema_version set number = number - 1`)
    })
    gone.push(`${type.type}.${column}`)
  }
  return gone
}

export type Kept = { path: string }

export async function backedUp({ database, files }: TestServer): Promise<Kept> {
  const path = join(await testFolder(), 'story.backup')
  await backup(database, files.content, createWriteStream(path))
  return { path }
}

/** Puts a backup back in place of whatever the database has. */
export async function putBack({ path }: Kept, into: TestServer): Promise<void> {
  const place = join(await testFolder(), 'files')
  await restore(into.database, recordTypes, place, createReadStream(path), { replace: true })
}
