// Records out as the lines that would load them: everything of a type, or of one company, or what was written since an
// earlier export, as of one moment. Loaded elsewhere in this order they give the same answers.
import type { FileStore } from '../files/store.ts'
import { type RecordType, slotsOf } from '../kernel/resource/record-type.ts'
import { openFacts, type Seal } from '../kernel/resource/seal.ts'
import { Problem } from '../problem.ts'
import { nodeOf } from '../shape/shape.ts'
import { readingContent } from '../store/backup/content-lock.ts'
import type { Database, Transaction } from '../store/engine/database.ts'
import { changedSince, exportPlace, namingChangedFiles } from '../store/records/changed-since.ts'
import { readFiles } from '../store/records/file-rows.ts'
import { belongsToCompanies, idsOf } from '../store/records/selection.ts'
import { readRows, type StoredRow, unsplit } from '../store/records/write-records.ts'
import { asLoaded } from './as-loaded.ts'

export type ExportOptions = {
  /** In the order in which they can be loaded. */
  types: readonly RecordType[]
  company?: string | undefined
  /** The cursor of an earlier export: only what was written since. */
  since?: string | undefined
  files: FileStore
  /** Opens what lies encrypted, and is told whose before a line is written; without it such facts are left out. */
  identity?: { seal: Seal; opening(type: string, ids: readonly string[]): Promise<void> } | undefined
  progress?(lines: number, type: string): void
}

export type ExportReport = {
  lines: number
  records: Record<string, number>
  files: number
  /** Records that cannot be loaded without what lies encrypted, where that is left out. */
  leftOut: Record<string, number>
  cursor: string
}

type Write = (line: string) => Promise<void>

export async function exportRecords(
  database: Database,
  options: ExportOptions,
  write: Write,
): Promise<ExportReport> {
  const { types, company } = options
  for (const type of types)
    if (company !== undefined && !belongsToCompanies(type))
      throw new Problem(
        'BAD_REQUEST',
        `A ${type.type} belongs to no company; export that type without --company`,
      )
  return readingContent(database, session =>
    session.transaction(tx => exportFrom(tx, options, write), 'read'),
  )
}

async function exportFrom(tx: Transaction, options: ExportOptions, write: Write): Promise<ExportReport> {
  const { types, since } = options
  const { cursor, after } = await exportPlace(tx, since)
  const report: ExportReport = { lines: 0, records: {}, files: 0, leftOut: {}, cursor }
  const exporting = new Exporting(tx, options, report, write)
  const gone: Gone[] = []
  for (const type of types) gone.push(...(await exporting.type(type, after)))
  for (const { type, id } of gone.reverse()) await exporting.line({ type, id, deleted: true })
  return report
}

type Gone = { type: string; id: string }

class Exporting {
  private readonly tx: Transaction
  private readonly options: ExportOptions
  private readonly report: ExportReport
  private readonly write: Write
  private readonly filesWritten = new Set<string>()

  constructor(tx: Transaction, options: ExportOptions, report: ExportReport, write: Write) {
    this.tx = tx
    this.options = options
    this.report = report
    this.write = write
  }

  /** Gives back those that were there once and are not any more. */
  async type(type: RecordType, after: number | undefined): Promise<Gone[]> {
    const { company } = this.options
    const changed = after === undefined ? undefined : await changedSince(this.tx, type.type, after, company)
    const naming = after === undefined ? [] : await namingChangedFiles(this.tx, type, after)
    const among = changed && [...new Set([...changed.map(({ id }) => id), ...naming])]
    const written = new Set<string>()
    for await (const ids of idsOf(this.tx, type, company, among)) {
      if (type.needsSealed && !this.options.identity) this.leaveOut(type, ids.length)
      else await this.batch(type, ids)
      if (changed) for (const id of ids) written.add(id)
    }
    return (changed ?? []).flatMap(({ id, toldCompany }) =>
      written.has(id) || !toldCompany ? [] : [{ type: type.type, id }],
    )
  }

  private leaveOut({ type }: RecordType, number: number): void {
    this.report.leftOut[type] = (this.report.leftOut[type] ?? 0) + number
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
    const { record, facts } = asLoaded(type, unsplit(type, row))
    const { identity } = this.options
    const { properties = {} } = nodeOf(type.facts)
    if (identity) openFacts(type.sealed, facts, identity.seal)
    for (const name of Object.keys(type.sealed)) {
      if (!identity) delete facts[name]
      // Without a word of it, a copy would keep what it has.
      else if (facts[name] === undefined && !properties[name]?.['x-derived']) facts[name] = null
    }
    const hasFacts = Object.keys(facts).length > 0
    return { type: type.type, record, ...(hasFacts && { facts }), nanoid: row.nanoid, replace: true }
  }

  /** Files that these records name, before them and each once. */
  private async filesOf(type: RecordType, rows: readonly StoredRow[]): Promise<void> {
    if (!type.mentions.some(mention => mention.type === 'file')) return
    const named = rows.flatMap(row => slotsOf(type, unsplit(type, row)).filter(slot => slot.type === 'file'))
    const ids = [...new Set(named.map(({ id }) => id))].filter(id => !this.filesWritten.has(id))
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
