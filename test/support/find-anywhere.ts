// Looks for words through everything that is stored: every column of every table, as text, as bytes and as base64, and
// every file.
import { readdir, readFile } from 'node:fs/promises'
import { join as pathOf } from 'node:path'
import { type Database, schemaName } from '../../src/database/database.ts'
import { join, name, sql } from '../../src/database/sql.ts'

/** The ways in which a word may lie there. */
export const formsOf = (word: string): string[] => {
  const bytes = Buffer.from(word)
  // Of base64, what stands for the inner bytes wherever the word begins.
  const base64 = [0, 1, 2].map(shift =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : shift + 1, -4),
  )
  const folded = word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  return [
    word,
    folded,
    JSON.stringify(word).slice(1, -1),
    bytes.toString('hex'),
    ...base64,
    encodeURIComponent(word),
  ]
}

export async function findInTables(database: Database, words: readonly string[]): Promise<string[]> {
  const tables = await database.rows<{ called: string }>(
    sql`select table_name as called from information_schema.tables where table_schema = ${schemaName} order by 1`,
  )
  const parts = tables.map(
    ({ called }) => sql`select ${called} as called, t::text as row from ${name(called)} t`,
  )
  const rows = await database.rows<{ called: string; row: string }>(join(parts, ' union all '), {
    once: true,
  })
  const forms = [...new Set(words.flatMap(formsOf))].filter(form => form.length > 3)
  return rows.flatMap(({ called, row }) => {
    const text = row.toLowerCase()
    const found = forms.filter(form => text.includes(form.toLowerCase()))
    return found.map(form => `${called}: ${form} in ${row.slice(0, 200)}`)
  })
}

export const findInBytes = (bytes: Buffer, words: readonly string[], where: string): string[] => {
  const text = bytes.toString('latin1').toLowerCase()
  return words
    .flatMap(formsOf)
    .filter(form => form.length > 3)
    .filter(form => text.includes(Buffer.from(form).toString('latin1').toLowerCase()))
    .map(form => `${where}: ${form}`)
}

export async function findInFolder(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries)
    if (entry.isFile()) {
      const path = pathOf(entry.parentPath, entry.name)
      found.push(
        ...findInBytes(await readFile(path), words, path),
        ...findInBytes(Buffer.from(path), words, 'a path'),
      )
    }
  return found
}
