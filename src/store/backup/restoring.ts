// Puts the sections of a backup into place, inside one transaction; the last one says whether all of it arrived.
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../database/database.ts'
import { schema } from '../database/database.ts'
import { name, sql } from '../database/sql.ts'
import type { RestoredFiles } from './files.ts'
import { type Counted, damaged, sectionOf, type Table, type Trailer } from './format.ts'
import type { Reading } from './reading.ts'
import { columnsOf, createIndexes, createTable, qualified } from './table.ts'
import { rowsIn } from './writing.ts'

export class Restoring {
  readonly counted: Counted = { tables: 0, rows: 0, files: 0, bytes: 0 }
  /** The table that is being filled. */
  table: string | undefined
  private readonly tx: Transaction
  private readonly reading: Reading
  private readonly files: RestoredFiles
  private readonly moved: () => void

  constructor(
    tx: Transaction,
    reading: Reading,
    files: RestoredFiles,
    moved: (restoring: Restoring) => void,
  ) {
    this.tx = tx
    this.reading = reading
    this.files = files
    this.moved = () => {
      this.counted.bytes = reading.bytesRead
      moved(this)
    }
  }

  async run(): Promise<void> {
    for (;;) {
      this.counted.bytes = this.reading.bytesRead
      const { value, sumBefore } = await this.reading.line()
      const section = sectionOf(value)
      if ('end' in section) return this.finish(section, sumBefore)
      if ('table' in section) await this.fill(section)
      else {
        await this.files.write(section, this.reading.pieces())
        this.counted.files++
        this.moved()
      }
    }
  }

  private async fill(table: Table): Promise<void> {
    this.table = table.table
    const made = await this.exists(table.table)
    // What refers to this table comes later in the file, so that nothing restored is lost.
    if (made) await this.script(sql`truncate ${qualified(table.table)} cascade`)
    else for (const statement of createTable(table)) await this.script(statement)
    await this.tx.copyIn(
      sql`copy ${qualified(table.table)} (${columnsOf(table)}) from stdin with (freeze)`,
      this.rows(),
    )
    if (!made) for (const statement of createIndexes(table)) await this.script(statement)
    for (const identity of table.identities) await this.goOnAfter(table.table, identity)
    await this.script(sql`analyze ${qualified(table.table)}`)
    this.counted.tables++
    this.table = undefined
  }

  private async *rows(): AsyncGenerator<Buffer> {
    for await (const chunk of this.reading.rows()) {
      this.counted.rows += rowsIn(chunk)
      this.moved()
      yield chunk
    }
  }

  private async exists(table: string): Promise<boolean> {
    const found = await this.tx.rows(sql`
      select 1 from pg_class
      where relnamespace = to_regnamespace(${schema}) and relname = ${table} and relkind = 'r' and relpersistence = 'p'`)
    return found.length > 0
  }

  private async goOnAfter(table: string, { column, last }: Table['identities'][number]): Promise<void> {
    await this.tx.rows(sql`
      select setval(pg_get_serial_sequence(${`${schema}.${table}`}, ${column}), highest)
      from (select greatest(max(${name(column)}), ${last}::bigint) as highest from ${qualified(table)}) h
      where highest is not null`)
  }

  private async finish({ end, sha256, ...announced }: Trailer, sum: string): Promise<void> {
    if (sha256 !== sum || !isDeepStrictEqual(announced, this.counted))
      throw damaged('its contents do not match its checksum')
    await this.reading.finish()
  }

  private script = (statement: { compile(): { text: string } }) => this.tx.script(statement.compile().text)
}
