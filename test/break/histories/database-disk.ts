// A small disk under the database of a history, as a tablespace of the cluster in which it lies.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../../src/database/database.ts'
import { name, sql } from '../../../src/database/sql.ts'
import { runningDatabase } from '../../../src/embedded/postgresql.ts'
import { fill, smallDisk } from '../../support/small-disk.ts'

export type DatabaseDisk = {
  tablespace: string
  /** What it gives back makes room again. */
  fill(): Promise<() => Promise<void>>
  /** Drops the database that lies there. */
  close(database: string): Promise<void>
}

/** Undefined where none can be mounted. */
export async function databaseDisk(megabytes: number): Promise<DatabaseDisk | undefined> {
  const folder = process.env.MUSTER_TEST_CLUSTER!
  const { uid, gid } = await stat(join(folder, 'postgres-18'))
  const disk = await smallDisk({ uid, gid, megabytes })
  if (!disk) return undefined
  const connection = (await runningDatabase(folder))!
  const admin = openDatabase({ connection }, { connections: 1, applicationName: 'muster tests' })
  const tablespace = `small_${process.pid}_${Date.now()}`
  const end = async () => {
    await admin.close()
    await disk.close()
  }
  try {
    await admin.script(`create tablespace ${tablespace} location '${disk.path}'`)
  } catch (error) {
    await end()
    throw error
  }
  return {
    tablespace,
    fill: () => fill(disk.path),
    async close(database) {
      try {
        await admin.script(sql`drop database if exists ${name(database)} with (force)`.compile().text)
        await admin.script(`drop tablespace ${tablespace}`)
      } finally {
        await end()
      }
    },
  }
}
