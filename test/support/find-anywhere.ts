// Looks for words through everything that is stored: every column of every table, as text, as bytes and as base64, and
// every file.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, schema } from '../../src/store/engine/database.ts'
import { name, sql } from '../../src/store/engine/sql.ts'

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
    sql`select table_name as called from information_schema.tables where table_schema = ${schema} order by 1`,
  )
  const found: string[] = []
  const forms = [...new Set(words.flatMap(formsOf))].filter(form => form.length > 3)
  for (const { called } of tables) {
    const rows = await database.rows<{ form: string; row: string }>(sql`
      select f.form, left(t::text, 200) as row from ${name(called)} t, unnest(${forms}::text[]) f(form)
      where position(lower(f.form) in lower(t::text)) > 0 limit 5`)
    found.push(...rows.map(({ form, row }) => `${called}: ${form} in ${row}`))
  }
  return found
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
      const path = join(entry.parentPath, entry.name)
      found.push(
        ...findInBytes(await readFile(path), words, path),
        ...findInBytes(Buffer.from(path), words, 'a path'),
      )
    }
  return found
}
