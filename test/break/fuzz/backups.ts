// Backup files, whole, nearly whole and hostile: each is restored, or refused in words, and then nothing at all has changed.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { recordTypes } from '../../../src/api/index.ts'
import { BackupProblem } from '../../../src/backup-file/format.ts'
import { type Database, openDatabase } from '../../../src/database/database.ts'
import { sql } from '../../../src/database/sql.ts'
import { load } from '../../../src/load/load.ts'
import { backup } from '../../../src/store/backup/backup.ts'
import { restore } from '../../../src/store/backup/restore.ts'
import type { Dice } from '../../access/dice.ts'
import { newDatabase, templateDatabase } from '../../support/database.ts'
import { testFolder } from '../../support/files.ts'
import { rivals } from '../../support/lines.ts'
import { ndjson } from '../../support/server.ts'
import { count, type Tally } from '../part.ts'
import { hostileText, hostileValue, spoilt, spoiltBytes, spoiltText } from './hostile.ts'

/** A line of JSON that announces something, and what follows it. */
type Section = { head: unknown; body: Buffer }

export type Backups = { tryOne(dice: Dice, tally: Tally, show: (what: string) => void): Promise<void> }

/** A database with records and a folder with a file, which every backup is to replace. */
export async function backups(): Promise<Backups> {
  const connection = await newDatabase(templateDatabase)
  const database = openDatabase({ connection }, { connections: 3, applicationName: 'backups' })
  await load(database, recordTypes, ndjson(rivals()))
  const folder = await testFolder()
  const files = join(folder, 'files')
  await mkdir(join(files, 'ab'), { recursive: true })
  await writeFile(join(files, 'ab', 'content'), 'what a file says\n\\.\n')
  const path = join(folder, 'whole.backup')
  await backup(database, files, createWriteStream(path))
  const whole = await readFile(path)
  const sections = sectionsIn(gunzipSync(whole))
  return {
    async tryOne(dice, tally, show) {
      const { what, bytes } = spoiltBackup(dice, whole, sections)
      show(`${what}, ${bytes.length} bytes`)
      const before = await stateOf(database, folder)
      const refused = await restore(database, recordTypes, files, inPieces(bytes), { replace: true }).then(
        () => undefined,
        error => error,
      )
      count(tally, refused ? 'backups refused' : 'backups restored')
      if (!refused) {
        // What it does not have is made when a server starts; the next one finds all of it.
        await restore(database, recordTypes, files, inPieces(whole), { replace: true })
        return
      }
      assert.ok(refused instanceof BackupProblem, `a backup with ${what} is not refused in words: ${refused}`)
      const { message } = refused
      assert.match(
        message,
        /[.)]$|beginning of one|newer$/,
        `a backup with ${what} is refused so: ${message}`,
      )
      assert.deepEqual(
        await stateOf(database, folder),
        before,
        `a backup with ${what} is refused, and something changed`,
      )
    },
  }
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 60_007) yield bytes.subarray(at, at + 60_007)
}

/** What a refused backup could have changed: rows, tables, files, and folders beside them. */
async function stateOf(database: Database, folder: string) {
  const [row] = await database.rows(sql`
    select (select seq || ' ' || event_seq from head) as head, (select count(*) from worker) as workers,
      (select count(*) from site) as sites, (select value from setting where name = 'feed') as feed,
      (select count(*) from pg_class where relnamespace = to_regnamespace('muster')) as tables,
      (select count(*) from pg_namespace) as schemas, (select count(*) from pg_roles) as roles`)
  return { ...row, files: (await readdir(folder, { recursive: true })).sort() }
}

const feed = Buffer.from('\n')

/** The pieces of a backup: a line, and the rows or pieces of a file up to the next. */
function sectionsIn(text: Buffer): Section[] {
  const found: Section[] = []
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(10, at)
    const head = JSON.parse(text.subarray(at, end).toString())
    const from = end + 1
    const last = head.table ? '\\.\n' : head.file ? '\n0\n' : ''
    const isEmpty = head.table && text.subarray(from, from + 3).toString() === '\\.\n'
    const to =
      last === ''
        ? from
        : isEmpty
          ? from + 3
          : text.indexOf(head.table ? `\n${last}` : last, from) + last.length + (head.table ? 1 : 0)
    found.push({ head, body: text.subarray(from, to) })
    at = to
  }
  return found
}

/** The sections as a file, with a last line that says they are right. */
function fileOf(sections: readonly Section[], end: unknown): Buffer {
  const body = Buffer.concat(
    sections.flatMap(({ head, body }) => [Buffer.from(JSON.stringify(head) ?? ''), feed, body]),
  )
  const sha256 = createHash('sha256').update(body).digest('hex')
  const trailer = { ...(end as object), bytes: body.length, sha256 }
  return gzipSync(Buffer.concat([body, Buffer.from(`${JSON.stringify(trailer)}\n`)]), { level: 1 })
}

type Spoiling = (dice: Dice, sections: Section[], end: unknown) => Buffer

const withRows = (sections: Section[]) => sections.filter(({ body }) => body.length > 20)

/** Each of these has a sum that says it is right. */
const spoilings: Record<string, Spoiling> = {
  'a spoilt line': (dice, sections, end) => {
    const one = dice.pick(sections)
    one.head = spoilt(dice, one.head)
    return fileOf(sections, end)
  },
  'a hostile line': (dice, sections, end) => {
    dice.pick(sections).head = hostileValue(dice)
    return fileOf(sections, end)
  },
  'a hostile name': (dice, sections, end) => {
    const { head } = dice.pick(sections.slice(1)) as { head: Record<string, unknown> }
    const names = [
      'pg_authid',
      'pg_class',
      '../../etc/cron.d/x',
      '/tmp/x',
      'a/../../b',
      'a\u0000b',
      'ab',
      'select',
      hostileText(dice),
    ]
    head['file' in head ? 'file' : 'table'] = dice.pick(names)
    return fileOf(sections, end)
  },
  'spoilt rows': (dice, sections, end) => {
    const one = dice.pick(withRows(sections))
    one.body = spoiltBytes(dice, one.body)
    return fileOf(sections, end)
  },
  'rows of another table': (dice, sections, end) => {
    const [one, other] = [dice.pick(withRows(sections)), dice.pick(withRows(sections))]
    one.body = other.body
    return fileOf(sections, end)
  },
  'a section less': (dice, sections, end) => {
    sections.splice(dice.int(sections.length), 1)
    return fileOf(sections, end)
  },
  'a section twice': (dice, sections, end) => {
    const one = dice.pick(sections)
    sections.splice(dice.int(sections.length), 0, one)
    return fileOf(sections, end)
  },
  'a last line that is wrong': (dice, sections, end) => fileOf(sections, spoilt(dice, end)),
  'a line without an end': (dice, sections, end) => {
    const one = dice.pick(sections)
    one.head = 'x'.repeat(dice.pick([5_000_000, 80_000_000]))
    return fileOf(sections, end)
  },
  'another text': (dice, sections, end) =>
    gzipSync(Buffer.from(spoiltText(dice, gunzipSync(fileOf(sections, end)).toString('latin1')), 'latin1')),
}

function spoiltBackup(dice: Dice, whole: Buffer, all: readonly Section[]) {
  if (dice.chance(0.3)) return { what: 'spoilt bytes', bytes: spoiltBytes(dice, whole) }
  if (dice.chance(0.05)) return { what: 'nothing wrong', bytes: whole }
  const what = dice.pick(Object.keys(spoilings))
  const sections = all.slice(0, -1).map(({ head, body }) => ({ head: structuredClone(head), body }))
  return { what, bytes: spoilings[what]!(dice, sections, all.at(-1)!.head) }
}
