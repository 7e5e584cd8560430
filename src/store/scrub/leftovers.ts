// Files in the folder of the embedded database that belong to no table or index: a crash while one was being written
// leaves them, and PostgreSQL never removes them.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Statements } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { clusterFolder } from '../embedded/cluster.ts'

/** Those with content that were there before `since`: a younger one may belong to somebody who is still writing it. */
export async function leftoverFiles(db: Statements, data: string, since: Date): Promise<string[]> {
  const [own] = await db.rows<{ oid: string }>(
    sql`select oid::text from pg_database where datname = current_database()`,
  )
  const place = `base/${own!.oid}`
  const folder = join(clusterFolder(data), place)
  const files = (await readdir(folder)).filter(file => /^\d+(_\w+)?(\.\d+)?$/.test(file))
  const known = await db.rows<{ node: string }>(
    sql`select pg_relation_filenode(oid)::text as node from pg_class where pg_relation_filenode(oid) is not null`,
  )
  const nodes = new Set(known.map(({ node }) => node))
  const found: string[] = []
  for (const file of files.filter(one => !nodes.has(/^\d+/.exec(one)![0]))) {
    const about = await stat(join(folder, file)).catch(() => undefined)
    if (about && about.size > 0 && about.ctime < since) found.push(`${place}/${file}`)
  }
  return found
}
