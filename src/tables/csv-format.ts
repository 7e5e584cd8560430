// Exports as CSV: copied from the stored text of records where that is possible, and else from their values.
import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { turnLength } from './columns.ts'
import { csvHeader, csvRows } from './csv.ts'
import { csvChunks } from './csv-chunks.ts'
import {
  countTrailer,
  type ExportFormat,
  type ExportOptions,
  type ExportRecords,
  type ExportRows,
} from './export-format.ts'

type Tally = { count: number }

export const csv: ExportFormat = {
  name: 'csv',
  noun: 'a table in CSV',
  mediaType: 'text/csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  schema: {
    type: 'string',
    description: `A header with the dot paths of the fields, then a row a record. The trailer ${countTrailer} has the number of records.`,
  },
  isTable: true,
  isCompressed: false,
  showsItsEnd: false,
  async *write(records, tally, options) {
    yield Buffer.from(csvHeader(options.table))
    // What is repeated in thousands of rows is copied faster from its text than from its bytes.
    if (records.rows && !options.table.explode) yield* fromRows(records.rows, tally, options)
    else yield* fromValues(records, tally, options)
  },
}

async function* fromRows(
  stored: ExportRows,
  tally: Tally,
  { table, fill }: ExportOptions,
): AsyncGenerator<Buffer> {
  const chunks = csvChunks(table, stored)
  for await (const { rows, done } of stored.batches()) {
    const bytes = chunks(rows)
    done()
    tally.count += rows.length
    yield* fill(bytes)
  }
}

async function* fromValues(
  records: ExportRecords,
  tally: Tally,
  { table, fill }: ExportOptions,
): AsyncGenerator<Buffer> {
  const rows = csvRows(table)
  let text = ''
  for await (const values of records.values()) {
    tally.count += values.length
    for (const value of values)
      for (const row of rows(value)) {
        text += row
        if (text.length < turnLength) continue
        yield* fill([Buffer.from(text)])
        text = ''
        await turnOfOthers()
      }
  }
  yield* fill([Buffer.from(text)])
}
