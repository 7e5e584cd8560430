// Scrubs after erasures: rewrites every table, so that no page and no index has bytes of those who were erased, and
// removes the log that they were written to. Reports what it cannot reach. One process does it at a time.

import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, qualifiedName, type Session } from '../database/database.ts'
import { sqlStates } from '../database/sql-states.ts'
import { Problem } from '../errors/problem.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { childTable, narrowTable, recordTables } from '../store/records/tables.ts'
import { notePlaces } from '../store/schema/maintenance.ts'
import { dropSegments, leftoverFiles, logCopies } from '../store/scrub/database-files.ts'
import {
  type Patience,
  rewriteSamples,
  rewriteTable,
  ScrubStopped,
  tablesBySize,
  unseenReaders,
  waitForReaders,
} from '../store/scrub/rewriting.ts'
import {
  finishScrub,
  lastScrub,
  noteScrubStep,
  type Scrub,
  scrubAsked,
  takeScrub,
} from '../store/scrub/scrubs.ts'

type ScrubOptions = {
  database: Database
  types: readonly RecordType[]
  settings: {
    databaseUrl: string | undefined
    data: string
    s3: object | undefined
    keep: { filesHours: number }
  }
  /** How long it waits for older readers and for users of a table. */
  withinMs?: number
  stopped?(): boolean
  progress?(scrub: Scrub): void
  /** Called with the reason why one ended before it was done. */
  trouble?(error: unknown): void
}

/** For a server, which looks again and again: takes no connection of its own where nothing was asked for. */
export async function scrubIfAsked(scrubbing: ScrubOptions): Promise<void> {
  if ((await scrubAsked(scrubbing.database)) !== undefined) await continueScrub(scrubbing)
}

/** Does what was asked for, if anything was; false where another process does. */
async function continueScrub(scrubbing: ScrubOptions): Promise<boolean> {
  const { database, stopped = () => false } = scrubbing
  const session = await takeScrub(database)
  if (!session) return false
  try {
    for (let asked = await scrubAsked(session); asked; asked = await scrubAsked(session)) {
      try {
        await finishScrub(session, asked, { unreached: await scrub(scrubbing, session) })
      } catch (error) {
        if (error instanceof ScrubStopped || stopped()) return true
        scrubbing.trouble?.(error)
        await finishScrub(session, asked, { failed: reasonOf(error) })
      }
    }
    return true
  } finally {
    await session.release()
  }
}

/** Scrubs, or waits for the process that does, until the end. */
export async function scrubToEnd(scrubbing: ScrubOptions): Promise<Scrub> {
  for (;;) {
    await continueScrub(scrubbing)
    const scrub = (await lastScrub(scrubbing.database))!
    scrubbing.progress?.(scrub)
    if (scrub.state !== 'under way' || scrubbing.stopped?.()) return scrub
    await wait(500)
  }
}

/** PostgreSQL's own words may repeat what is stored, so only its code is told. */
function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message
  const { code, name } = error as { code?: string; name?: string }
  if (code === sqlStates.diskFull)
    return 'The disk is full: a rewrite needs as much room again as the table has'
  return `It was broken off (${code ?? name ?? 'unknown'}); the log of the server says more`
}

async function scrub(
  { database, types, settings, withinMs = 600_000, stopped = () => false, progress }: ScrubOptions,
  session: Session,
): Promise<string[]> {
  const patience: Patience = { withinMs, stopped }
  const began = new Date()
  const tables = inOrder(types, await tablesBySize(session))
  const note = async (step: string, done: number) => {
    if (stopped()) throw new ScrubStopped()
    await noteScrubStep(session, { step, done, total: tables.length })
    if (progress) progress((await lastScrub(session))!)
  }
  await note('waiting for whoever reads as of before', 0)
  await waitForReaders(session, patience)
  const placed = new Map(types.map(type => [narrowTable(type.type), type]))
  for (const [done, { table, bytes }] of tables.entries()) {
    await note(`rewriting ${table}`, done)
    if (settings.databaseUrl === undefined) await requireRoom(settings.data, table, bytes)
    const type = placed.get(table)
    // Rows say where their texts lie, and those were rewritten before.
    if (type) await notePlaces(database, type)
    await rewriteTable(session, qualifiedName(table), patience)
  }
  await note('rewriting samples', tables.length)
  const samples = await rewriteSamples(session, patience)
  await note('letting go of the log', tables.length)
  return [
    ...samples,
    ...(await unseenReaders(session)),
    ...(await logAndFiles(session, settings, began)),
    ...elsewhere(settings),
  ]
}

/** Texts before the rows that say where they lie; the rest as they come, the smallest first. */
function inOrder(types: readonly RecordType[], tables: readonly { table: string; bytes: number }[]) {
  const rank = new Map(
    types.flatMap(type => {
      const [narrow, ...texts] = recordTables(type)
      const children = type.children.map(child => childTable(type.type, child.name))
      return [...[...texts, ...children].map(table => [table, 1] as const), [narrow, 2] as const]
    }),
  )
  return [...tables].sort((one, other) => (rank.get(one.table) ?? 0) - (rank.get(other.table) ?? 0))
}

async function requireRoom(data: string, table: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(data)
  if (bavail * bsize > bytes) return
  const megabytes = (number: number) => `${Math.ceil(number / 1e6)} MB`
  throw new Problem(
    'SERVICE_UNAVAILABLE',
    `The table ${table} has ${megabytes(bytes)} and the disk ${megabytes(bavail * bsize)} left: a rewrite needs as much again. Make room and repeat it`,
  )
}

async function logAndFiles(
  session: Session,
  { databaseUrl, data }: ScrubOptions['settings'],
  began: Date,
): Promise<string[]> {
  if (databaseUrl !== undefined) return logOfOthers(session)
  const home = resolve(data)
  const segments = await dropSegments(session, home)
  const files = await leftoverFiles(session, home, began)
  return [
    ...(segments > 0
      ? [`${segments} segments of PostgreSQL's log that it keeps, such as for a replication slot.`]
      : []),
    ...(files.length > 0
      ? [
          `Files that a crash left and no table has: ${files.join(', ')}. Back up, and restore into a new data folder.`,
        ]
      : []),
  ]
}

/** The folder of another's PostgreSQL is not ours. */
async function logOfOthers(session: Session): Promise<string[]> {
  const about = await logCopies(session)
  if (about.checkpoint) await session.script('checkpoint')
  return [
    `PostgreSQL's own log (pg_wal): ${about.checkpoint ? 'a checkpoint was made, but ' : ''}segments are renamed and used again, and hold what was written before until then. Its administrator can let them go: docs/personal-data.md says how.`,
    ...(about.archive === 'off'
      ? []
      : ['Archived segments of the log: they are kept as long as you keep them.']),
    ...(about.replicas === 0
      ? []
      : [
          'Replicas: their tables follow by themselves, segments of their own log are used again in their time.',
        ]),
  ]
}

/** What no rewrite of the database reaches. */
const elsewhere = ({ s3, keep }: ScrubOptions['settings']): string[] => [
  'Backups and exports that were made before, and copies of the data folder or snapshots of its disk.',
  'Room that deleted files had on the disk, until it is used again: encrypt the disk.',
  ...(s3 ? ['Versions of objects that the bucket keeps.'] : []),
  ...(keep.filesHours > 0
    ? [
        `Content of files that records had stopped naming before the erasure: it goes after KEEP_FILES_HOURS (${keep.filesHours}).`,
      ]
    : []),
]
