// An embedded database with a given number of timesheets of the demo programme: made once, then found again.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recordTypes } from '../src/api/index.ts'
import { checkToEnd } from '../src/checks/checker.ts'
import { beginDay } from '../src/checks/daily.ts'
import type { Database } from '../src/database/database.ts'
import { borrowHome } from '../src/database/home.ts'
import { name, sql } from '../src/database/sql.ts'
import { sealOf } from '../src/encryption/sealing.ts'
import { readSecrets } from '../src/encryption/secret.ts'
import { isAnyWaiting } from '../src/store/checks/work.ts'
import { fillPending } from '../src/store/schema/fill.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { requirementsOf } from '../src/store/schema/requirements.ts'
import { sealingState } from '../src/workers/resealing.ts'
import { timed } from './loading.ts'
import { programme } from './programme.ts'

export type BenchDatabase = { data: string; timesheets: number }

type Say = (text: string) => void

/** In a folder of its own for each size; what was made on another day serves as well. */
export async function database(folder: string, timesheets: number, say: Say): Promise<BenchDatabase> {
  const data = join(folder, String(timesheets))
  const note = join(data, 'bench.json')
  if (await readFile(note).catch(() => undefined)) {
    await upToDate(data, say)
    return { data, timesheets }
  }
  await rm(data, { recursive: true, force: true })
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 4 }, say)
  try {
    await prepareDatabase(home.database, recordTypes)
    // A server in this folder opens what is sealed here.
    const secrets = await readSecrets({
      data,
      databaseUrl: undefined,
      secret: undefined,
      oldSecret: undefined,
    })
    await sealingState(home.database, recordTypes, secrets)
    await withoutOrders(home.database)
    const loaded = await timed(home.database, all(timesheets), join(data, 'files'), say, {
      seal: sealOf(secrets),
    })
    say('Building the indexes')
    await fillPending(home.database, recordTypes)
    await checked(home.database, say)
    // As autovacuum does within minutes.
    await home.database.script('vacuum analyze')
    await writeFile(note, `${JSON.stringify(loaded, null, 2)}\n`)
  } finally {
    await home.close()
  }
  return { data, timesheets }
}

/** Timesheets are most of the lines, and indexing them when all are there is quicker. A load itself finds them by their
 * references. */
async function withoutOrders(db: Database): Promise<void> {
  const type = recordTypes.find(each => each.type === 'timesheet')!
  for (const want of requirementsOf(type)) {
    if (want.fill.by !== 'index' || want.definition.includes('"reference_key"')) continue
    await db.rows(sql`drop index ${name(want.name)}`)
    await db.rows(sql`update declared set filled = false where type = ${type.type} and name = ${want.name}`)
  }
}

/** A server would work findings out while it is measured. */
async function checked(database: Database, say: Say): Promise<void> {
  say('Checking the bills')
  await beginDay(database, new Date())
  await checkToEnd(database)
}

/** What has been declared since it was made is there before anything is measured. */
async function upToDate(data: string, say: Say): Promise<void> {
  const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 4 }, say)
  try {
    const isComplete = (await prepareDatabase(home.database, recordTypes)).pending() === 0
    const isChecked = !(await isAnyWaiting(home.database))
    if (isComplete && isChecked) return
    say('Bringing the database up to the declarations')
    await fillPending(home.database, recordTypes)
    await checked(home.database, say)
    await home.database.script('vacuum analyze')
  } finally {
    await home.close()
  }
}

async function* all(timesheets: number): AsyncIterable<Buffer> {
  yield* programme(timesheets)
}
