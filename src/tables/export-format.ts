// A format in which all of a list can be given in one answer is a value: everything that others need to know of it.
import type { Table } from './columns.ts'

/** Has the number of records that were sent. */
export const countTrailer = 'Muster-Count'

/** Records of an export, in batches. */
export type ExportRecords = {
  /** As they are shown, before `fields`. */
  values(): AsyncIterable<readonly Record<string, unknown>[]>
  /** The rows that they are stored in, where these can be written without being read. */
  rows?: ExportRows
  /** As lines of JSON. */
  lines(): AsyncIterable<{ count: number; bytes: Buffer[] }>
  /** The cursor of GET /changes that goes on from these records. */
  next?: string | undefined
}

export type ExportRows = RowReader & {
  batches(): AsyncIterable<{ rows: readonly unknown[]; done(): void }>
}

export type RowReader = {
  /** The JSON of a record, where it can be written from that alone. */
  textOf(row: unknown): Buffer | undefined
  recordOf(row: unknown): unknown
  whenSent(chunk: Buffer, run: () => void): void
}

export type ExportOptions = {
  table: Table
  /** What the file is called, without its ending. */
  name: string
  /** Puts addresses in the place of links to files. */
  fill(body: readonly Buffer[]): Buffer[]
}

export type ExportFormat = {
  /** What `format` asks for it with, and the ending of its files. */
  name: string
  /** What an answer in it is, in a sentence. */
  noun: string
  mediaType: string
  /** Where the Content-Type says more. */
  contentType?: string
  /** Its answers in the published description. */
  schema: { type: 'string'; format?: 'binary'; description: string }
  /** Whether it has columns, so that each item of a list may have a row. */
  isTable: boolean
  /** Whether nothing is gained by compressing it. */
  isCompressed: boolean
  /** Whether whoever reads it sees by itself whether it is whole. */
  showsItsEnd: boolean
  /** Writes the records, and counts them in `tally`. */
  write(records: ExportRecords, tally: { count: number }, options: ExportOptions): AsyncIterable<Buffer>
}
