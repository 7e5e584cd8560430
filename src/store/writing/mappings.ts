// Mappings that are saved under a name, with every version of each: what a load reads a table by, night after night.

import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { Problem } from '../../errors/problem.ts'
import { instant, integer, text } from '../../shape/shape.ts'
import { declareList } from '../lists/list.ts'
import { typedName } from './jobs.ts'

const isLast = sql`m.version = (select max(version) from mapping l where l.name = m.name)`

export const mappings = declareList({
  noun: 'mapping',
  missing: 'There is no mapping of this name',
  from: sql`mapping m`,
  columns: {
    name: [text, sql`m.name`],
    version: [integer, sql`m.version`],
    who: [text, sql`m.who`],
    at: [instant, sql`m.at`],
  },
  parts: { text: [text, sql`m.text`] },
  confined: () => [sql`${isLast} and m.text is not null`],
  order: { id: sql`m.name`, all: sql`m.name` },
  table: {
    Mapping: 'name',
    Version: 'version',
    By: 'who',
    Saved: 'at',
  },
})

/** Every version of one mapping, the newest first. */
export const mappingVersions = declareList({
  noun: 'version of a mapping',
  from: sql`mapping m`,
  columns: {
    version: [integer, sql`m.version`],
    who: [text, sql`m.who`],
    at: [instant, sql`m.at`],
    /** Empty where the mapping was removed. */
    text: [text, sql`coalesce(m.text, '')`],
  },
  confined: ({ name }: { name: string }) => [sql`m.name = ${name}`],
  order: { all: sql`m.version desc` },
  table: {
    Version: 'version',
    By: 'who',
    Saved: 'at',
    '': ({ text }) => (text === '' ? 'removed' : ''),
  },
})

export type MappingRef = { name: string; version: number }

/** The mapping of this name; refuses where there is none. */
export async function savedMapping(db: Statements, name: string): Promise<MappingRef & { text: string }> {
  const found = await mappings.find(db, name)
  if (found) return { name: found.name, version: found.version, text: found.text }
  const known = (await mappings.rows(db)).map(one => one.name)
  throw new Problem(
    'NOT_FOUND',
    `There is no mapping "${name}"; ${known.length > 0 ? `there are ${known.join(', ')}` : 'none was saved yet'}`,
  )
}

/** The text of one version, null where it says that the mapping was removed; refuses one that is not kept. */
export async function mappingVersion(
  db: Statements,
  { name, version }: MappingRef,
): Promise<{ text: string | null }> {
  const found = await db.row<{ text: string | null }>(
    sql`select text from mapping where name = ${name} and version = ${version}::int`,
  )
  if (found) return found
  throw new Problem(
    'NOT_FOUND',
    `There is no version ${version} of a mapping "${name}", or it is no longer kept`,
  )
}

type SavedMapping = {
  name: string
  /** Null removes it; its versions stay. */
  text: string | null
  who: string
  /** The version that was looked at; 0 for a new one. Where another was saved since, nothing is. */
  after?: number | undefined
}

/** Gives back its version. What is saved already is not saved again. */
export async function saveMapping(
  db: Statements,
  { name, text, who, after }: SavedMapping,
): Promise<MappingRef> {
  typedName('mapping', name)
  const last = await db.row<{ version: number; text: string | null }>(
    sql`select version, text from mapping where name = ${name} order by version desc limit 1`,
  )
  const { version = 0 } = last ?? {}
  if (last && last.text === text) return { name, version }
  const isThere = last !== undefined && last.text !== null
  if (after !== undefined && after !== (isThere ? version : 0)) throw changedSince(name, version)
  const rows = await db.rows(sql`
    insert into mapping (name, version, text, who) values (${name}, ${version + 1}::int, ${text}, ${who})
    on conflict do nothing returning version`)
  if (rows.length === 0) throw changedSince(name, version + 1)
  return { name, version: version + 1 }
}

const changedSince = (name: string, version: number) =>
  new Problem(
    'CHANGED_MEANWHILE',
    `The mapping "${name}" was saved by somebody else, as version ${version}; look at it, and save yours after it or under another name`,
  )

/** Keeps so many versions of each, and with them the last. */
export const sweepMappings = (db: Statements, kept: number) =>
  db.rows(sql`
    delete from mapping m
    where m.version <= (select max(version) from mapping l where l.name = m.name) - ${kept}::int`)
