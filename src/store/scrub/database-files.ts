// Files in the folder of the embedded database that may still hold deleted data: those that belong to no table or index,
// which a crash leaves and PostgreSQL never removes, and old segments of the write-ahead log. A checkpoint only renames the
// segments that it needs no more, and their bytes stay until they are used again.
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session, Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { clusterFolder } from '../../embedded/cluster.ts'

/** Those with content that were there before `since`: a younger one may belong to somebody who is still writing it. */
export async function leftoverFiles(db: Statements, data: string, since: Date): Promise<string[]> {
  const own = await db.value(sql`select oid::text from pg_database where datname = current_database()`)
  const place = `base/${own}`
  const folder = join(clusterFolder(data), place)
  const files = (await readdir(folder)).filter(file => /^\d+(_\w+)?(\.\d+)?$/.test(file))
  const ofRelations = sql`
    select pg_relation_filenode(oid)::text from pg_class where pg_relation_filenode(oid) is not null`
  const known = new Set(await db.column(ofRelations))
  const leftovers: string[] = []
  for (const file of files.filter(one => !known.has(/^\d+/.exec(one)![0]))) {
    const about = await stat(join(folder, file)).catch(() => undefined)
    if (about && about.size > 0 && about.ctime < since) leftovers.push(`${place}/${file}`)
  }
  return leftovers
}

const mostRounds = 20
const isSegment = (file: string) => /^[0-9A-F]{24}$/.test(file)

/** In the embedded database, whose folder is ours. Gives back how many segments still hold something from before. */
export async function dropSegments(session: Session, data: string): Promise<number> {
  const folder = join(clusterFolder(data), 'pg_wal')
  await setRecycling(session, 'alter system set wal_recycle = off')
  try {
    let left = 0
    for (let round = 0; round < mostRounds; round++) {
      const last = (await readdir(folder)).filter(isSegment).sort().at(-1)!
      await switchBeyond(session, last)
      await session.script('checkpoint')
      left = await staleSegments(session, folder, last)
      if (left === 0) return 0
    }
    return left
  } finally {
    await setRecycling(session, 'alter system reset wal_recycle')
  }
}

async function setRecycling(session: Session, setting: string): Promise<void> {
  await session.script(setting)
  await session.rows(sql`select pg_reload_conf()`)
}

/** Each switch fills the rest of a segment with zeros, so that nothing is left of what a renamed one held. */
async function switchBeyond(session: Session, last: string): Promise<void> {
  while ((await placeOf(session)).file <= last) {
    await session.rows(sql`select pg_logical_emit_message(false, 'muster', 'scrub')`)
    await session.rows(sql`select pg_switch_wal()`)
  }
}

/** The position of the next byte of the log. */
async function placeOf(session: Session): Promise<{ file: string; offset: number }> {
  return (await session.row<{ file: string; offset: number }>(sql`
    select file_name as file, file_offset as "offset" from pg_walfile_name_offset(pg_current_wal_insert_lsn())`))!
}

/** Segments that were there before, or are waiting for use and are not empty: renamed ones. */
async function staleSegments(session: Session, folder: string, last: string): Promise<number> {
  let stale = 0
  for (const file of (await readdir(folder)).filter(isSegment)) {
    const zerosFrom = await endOfContent(join(folder, file))
    // Asked after it was read: what lies behind this place now had not been written then.
    const place = await placeOf(session)
    const room = file > place.file ? 0 : file === place.file ? place.offset : Number.POSITIVE_INFINITY
    if (file <= last || (zerosFrom ?? 0) > room) stale++
  }
  return stale
}

const chunkBytes = 1024 * 1024

/** Where the last byte lies that is not zero; undefined where the file is gone. */
async function endOfContent(path: string): Promise<number | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!file) return undefined
  try {
    const chunk = Buffer.alloc(chunkBytes)
    const { size } = await file.stat()
    for (let end = size; end > 0; ) {
      const from = Math.max(0, end - chunkBytes)
      const { bytesRead } = await file.read(chunk, 0, end - from, from)
      for (let at = bytesRead - 1; at >= 0; at--) if (chunk[at] !== 0) return from + at + 1
      end = from
    }
    return 0
  } finally {
    await file.close()
  }
}

/** Where else PostgreSQL's log may be, and whether this role may ask for a checkpoint. */
export async function logCopies(db: Statements) {
  return (await db.row<{ archive: string; replicas: number; checkpoint: boolean }>(sql`
    select current_setting('archive_mode') as archive,
      (select count(*)::int from pg_stat_replication) + (select count(*)::int from pg_replication_slots) as replicas,
      pg_has_role('pg_checkpoint', 'usage') as checkpoint`))!
}
