// Exports records as the lines that would load them: everything of a type, or of one company, or what was written since
// an earlier export, as of one moment. Loaded elsewhere in this order they give the same answers.

import type { Database, Transaction } from '../database/database.ts'
import { Problem } from '../errors/problem.ts'
import type { FileStore } from '../files/store.ts'
import { filesIn, type RecordType } from '../record-types/record-type.ts'
import { openFacts, type Seal } from '../record-types/seal.ts'
import { nodeOf } from '../shape/shape.ts'
import { readingContent } from '../store/backup/content-lock.ts'
import { changedSince, exportPlace, namingChangedFiles } from '../store/exports/changed-since.ts'
import { belongsToCompanies, idsOf } from '../store/reading/selection.ts'
import { readRows, type StoredRow, wholeRecord } from '../store/records/record-rows.ts'
import { readFiles } from '../store/writing/file-rows.ts'
import { asLoaded } from './as-loaded.ts'

export type RecordExportOptions = {
  /** In the order in which they can be loaded. */
  types: readonly RecordType[]
  company?: string | undefined
  /** The cursor of an earlier export: only what was written since. */
  since?: string | undefined
  files: FileStore
  /** Opens encrypted facts, and is told whose before a line is written; without it they are left out. */
  identity?: { seal: Seal; opening(type: string, ids: readonly string[]): Promise<unknown> } | undefined
  progress?(lines: number, type: string): void
}

export type ExportReport = {
  lines: number
  records: Record<string, number>
  files: number
  /** Records that cannot be loaded without their encrypted facts, where those are left out. */
  leftOut: Record<string, number>
  cursor: string
}

type WriteLine = (line: string) => Promise<void>

export async function exportRecords(
  database: Database,
  options: RecordExportOptions,
  write: WriteLine,
): Promise<ExportReport> {
  const { types, company, since } = options
  const unowned = company === undefined ? undefined : types.find(type => !belongsToCompanies(type))
  if (unowned)
    throw new Problem(
      'BAD_REQUEST',
      `A ${unowned.type} belongs to no company; export that type without --company`,
    )
  const exported = async (tx: Transaction) => {
    const { cursor, after } = await exportPlace(tx, since)
    const exporting = new RecordExport(tx, options, write, cursor)
    const deleted: DeletedRecord[] = []
    for (const type of types) deleted.push(...(await exporting.type(type, after)))
    for (const { type, id } of deleted.reverse()) await exporting.line({ type, id, deleted: true })
    return exporting.report
  }
  return readingContent(database, session => session.transaction(exported, 'read'))
}

type DeletedRecord = { type: string; id: string }

class RecordExport {
  readonly report: ExportReport
  private readonly tx: Transaction
  private readonly options: RecordExportOptions
  private readonly write: WriteLine
  private readonly filesWritten = new Set<string>()

  constructor(tx: Transaction, options: RecordExportOptions, write: WriteLine, cursor: string) {
    this.tx = tx
    this.options = options
    this.write = write
    this.report = { lines: 0, records: {}, files: 0, leftOut: {}, cursor }
  }

  /** Gives back those that were deleted since, or are not the company's any more. */
  async type(type: RecordType, after: number | undefined): Promise<DeletedRecord[]> {
    const { company, identity } = this.options
    const changed = after === undefined ? undefined : await changedSince(this.tx, type.type, after, company)
    const withFiles = after === undefined ? [] : await namingChangedFiles(this.tx, type, after)
    const among = changed && [...new Set([...changed.map(({ id }) => id), ...withFiles])]
    const written = new Set<string>()
    for await (const ids of idsOf(this.tx, type, company, among)) {
      if (type.needsSealed && !identity)
        this.report.leftOut[type.type] = (this.report.leftOut[type.type] ?? 0) + ids.length
      else await this.batch(type, ids)
      if (changed) for (const id of ids) written.add(id)
    }
    return (changed ?? []).flatMap(({ id, toldCompany }) =>
      written.has(id) || !toldCompany ? [] : [{ type: type.type, id }],
    )
  }

  private async batch(type: RecordType, ids: readonly string[]): Promise<void> {
    const rows = await readRows(this.tx, type, ids)
    const found = ids.flatMap(id => rows.get(id) ?? [])
    if (Object.keys(type.sealed).length > 0)
      await this.options.identity?.opening(
        type.type,
        found.map(({ id }) => id),
      )
    await this.filesOf(type, found)
    for (const row of found) await this.line(this.lineOf(type, row))
    this.report.records[type.type] = (this.report.records[type.type] ?? 0) + found.length
    this.options.progress?.(this.report.lines, type.type)
  }

  private lineOf(type: RecordType, row: StoredRow): object {
    const { record, facts } = asLoaded(type, wholeRecord(type, row))
    const { identity } = this.options
    const { properties = {} } = nodeOf(type.facts)
    if (identity) openFacts(type.sealed, facts, identity.seal)
    for (const name of Object.keys(type.sealed)) {
      if (!identity) delete facts[name]
      // Left out, a copy would keep what it has.
      else if (facts[name] === undefined && !properties[name]?.['x-derived']) facts[name] = null
    }
    const hasFacts = Object.keys(facts).length > 0
    return { type: type.type, record, ...(hasFacts && { facts }), nanoid: row.nanoid, replace: true }
  }

  /** The files of these records come before them, each once. */
  private async filesOf(type: RecordType, rows: readonly StoredRow[]): Promise<void> {
    if (!type.mentions.some(mention => mention.type === 'file')) return
    const named = new Set(rows.flatMap(row => filesIn(type, wholeRecord(type, row))))
    const ids = [...named].filter(id => !this.filesWritten.has(id))
    for (const [id, { fileName, contentType, storageKey }] of await readFiles(this.tx, ids)) {
      const { stream } = await this.options.files.get(storageKey)
      const base64 = Buffer.concat(await stream.toArray()).toString('base64')
      await this.line({ type: 'file', id, fileName, contentType, base64 })
      this.filesWritten.add(id)
      this.report.files++
    }
  }

  async line(value: object): Promise<void> {
    await this.write(`${JSON.stringify(value)}\n`)
    this.report.lines++
  }
}
