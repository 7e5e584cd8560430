// The server that lives of data happen on, and what it has stored, told as lines tell it.
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { guardOf } from '../../src/outbound/guard.ts'
import { isSealed, type Seal } from '../../src/record-types/seal.ts'
import { markedFile } from '../../src/shape/file-mark.ts'
import { readRows, wholeRecord } from '../../src/store/records/record-rows.ts'
import { rivals } from '../support/lines.ts'
import { masterLists } from '../support/newcomer.ts'
import { type Json, testServer } from '../support/server.ts'
import { type File, type Held, paperNumbers, sha256 } from './life-model.ts'

export const owners = ['a:a1', 'a:a2', 'c:c1', 'c:c2'] as const

export type LifeServer = Awaited<ReturnType<typeof lifeServer>>

/** With the rivals' records and no worker, and a key for each owner. */
export async function lifeServer() {
  const server = await testServer()
  const { database, files } = server
  await server.load([...rivals(), ...masterLists(), { type: 'worker', id: 'w1', deleted: true }])
  await server.load([{ type: 'worker', id: 'w2', deleted: true }])
  const keys = new Map<string, string>()
  for (const owner of owners) {
    const [kind, id] = owner.split(':') as [string, string]
    keys.set(owner, await server.key(kind === 'a' ? 'agency' : 'company', [id]))
  }
  const guard = guardOf({ loopback: true })
  /** How often each thing happened, so that a run that tests nothing shows. */
  const tally = new Map<string, number>()
  return {
    ...server,
    keys,
    seal: sealOf(files.secrets),
    deciding: { database, store: files.store, secrets: files.secrets, guard, trouble: assert.ifError },
    erasing: { database, types: recordTypes, store: files.store, secrets: files.secrets },
    tally,
    count: (what: string, times = 1) => tally.set(what, (tally.get(what) ?? 0) + times),
  }
}

const type = recordTypes.find(known => known.type === 'worker')!

/** A record as lines say it: files by their ids, references without names, secrets in the open. */
function plain(value: Json, seal: Pick<Seal, 'open'>): Json {
  if (Array.isArray(value)) return value.map(one => plain(one, seal))
  if (typeof value === 'string') {
    const file = markedFile(value)
    return file !== undefined ? `file:${file}` : isSealed(value) ? seal.open(value) : value
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([called, inner]) => [called, plain(inner, seal)]))
}
const withoutNames = (entries: Json[]) => entries.map(({ name: _, ...entry }) => entry)

export async function storedWorkers({
  database,
  seal,
}: LifeServer): Promise<Map<string, Held & { nanoid: string }>> {
  const ids = await database.rows<{ id: string }>(sql`select id from worker`)
  const found = await readRows(
    database,
    type,
    ids.map(({ id }) => id),
  )
  return new Map(
    [...found].map(([id, row]) => {
      const { record, facts } = plain(wholeRecord(type, row), seal) as Held
      const { agencies, trades } = record
      const bare = { ...record, agencies: withoutNames(agencies), trades: withoutNames(trades) }
      return [id, { record: bare, facts, nanoid: row.nanoid }]
    }),
  )
}

/** As it should be stored: documents say whose they are, and facts have the numbers of papers. */
export function expectedStored({ record, facts }: Held): Held {
  const owned = new Map((facts.documentOwners ?? []).map((one: Json) => [one.document, one.agency]))
  const withOwner = (one: Json) => (owned.has(one.id) ? { ...one, ownedBy: owned.get(one.id) } : one)
  const numbers = paperNumbers({ record, facts })
  return {
    record: {
      ...record,
      attachments: record.attachments.map(withOwner),
      rightToWork: record.rightToWork.map(withOwner),
    },
    facts: { ...facts, ...(numbers.length > 0 && { documentNumbers: numbers }) },
  }
}

/** Files by what their content really is. */
export async function storedFiles({ database, files }: LifeServer): Promise<Record<string, File>> {
  const rows = await database.rows<{ id: string; name: string; sha256: Buffer; key: string }>(
    sql`select id, file_name as name, sha256, storage_key as key from file order by id`,
  )
  const found: Record<string, File> = {}
  for (const { id, name: called, sha256: hash, key } of rows) {
    const content = await buffer((await files.store.get(key)).stream)
    found[id] = { name: called, sha256: sha256(content) }
    assert.equal(Buffer.from(hash).toString('hex'), found[id].sha256, `the content of ${id}`)
  }
  return found
}

/** Content that belongs to no file, once what may still be read was waited for. */
export async function contentLeft({ database, files }: LifeServer): Promise<string[]> {
  await sweepFiles(database, files.store, new Date(Date.now() + 2 * 60 * 60 * 1000))
  const rows = await database.rows<{ key: string }>(sql`select storage_key as key from file`)
  const named = new Set(rows.map(({ key }) => key))
  const left: string[] = []
  for await (const { key } of files.store.list()) if (!named.has(key)) left.push(key)
  return left
}
