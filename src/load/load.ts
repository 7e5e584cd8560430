// A load as a whole: lines are read, batches written one behind the other while the next is read, lines that reference
// what is not there yet are tried again at the end, and what cannot be right is rejected.

import { setImmediate as turn } from 'node:timers/promises'
import { linesOf, plainText } from '../body/lines.ts'
import type { Database, Transacting } from '../database/database.ts'
import { removeUnnamed } from '../files/unnamed.ts'
import { recordKey } from '../record-types/record-key.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { FaultGroups } from '../shape/fault-groups.ts'
import { faultText, InvalidValue } from '../shape/invalid-value.ts'
import type { NewEvent } from '../store/feeds/outbox.ts'
import { mergePending, tidyTables } from '../store/schema/maintenance.ts'
import type { LoadStage } from '../store/writing/loads.ts'
import { dependantTypes, type RefreshJob } from '../store/writing/refresh-jobs.ts'
import { openRehearsal, type Rehearsal } from '../store/writing/rehearsal.ts'
import {
  type BatchResult,
  type LineOutcome,
  type LineWarning,
  type RejectedLine,
  rejectionOf,
  type WriteOptions,
} from './batch.ts'
import { type Deferral, deferLine, deferredLines, groupedLines, newDeferral } from './deferred-lines.ts'
import { LineBatch } from './line-batch.ts'
import type { LoadFaultGroups, LoadReport, LoadWarning, Rejection } from './load-report.ts'
import { type LineReader, type LoadEntry, lineReader, type NumberedLine, type ReaderOptions } from './read.ts'
import { RejectedRecords } from './references.ts'
import { refreshAll } from './refresh.ts'
import { Snapshot, type SnapshotOptions } from './snapshot.ts'
import { checkStored } from './stored-shapes.ts'
import { type PendingWarning, UnlinkedPairs } from './unlinked-pairs.ts'
import { type BatchWriter, batchWriter } from './write.ts'

/** Behind the batch that is being written another one waits: PostgreSQL takes a while to commit. */
const batchesAhead = 2
/** The batch being written has its turn after so many lines: PostgreSQL must not wait for us. */
const linesPerTurn = 8
/** With more rows than this, PostgreSQL needs statistics to choose good plans. */
const tidiedFrom = 500

export type LoadOptions = WriteOptions &
  ReaderOptions & {
    /** How long the content is kept of files that no record names any more; by default it goes at once. */
    keepFilesHours?: number
    /** The encoding of the bytes, where it is not UTF-8. */
    encoding?: string | undefined
    /** Makes lines of the bytes, where they are something else, such as a table. */
    linesOf?: ((bytes: AsyncIterable<Buffer>) => AsyncIterable<NumberedLine>) | undefined
    /** What the load has all of: what is missing in it is deleted. */
    snapshot?: SnapshotOptions | undefined
    /** Called for each missing record, before any is deleted. */
    onMissing?: (missing: { type: string; id: string }) => void
    onEvent?: (event: NewEvent) => void
    onRejection?: (rejection: Rejection) => void | Promise<void>
    onWarning?: (warning: LoadWarning) => void
    progress?: (state: LoadReport & { stage: LoadStage; groups: LoadFaultGroups; left?: number }) => void
  }

/** Bytes, as a file has them, or lines with numbers that say where each was found. */
export type LoadInput = AsyncIterable<Buffer> | { lines: AsyncIterable<NumberedLine> }

export async function load(
  database: Database,
  types: readonly RecordType[],
  input: LoadInput,
  options: LoadOptions = {},
): Promise<LoadReport> {
  const rehearsed = options.dryRun ? await openRehearsal(database, types) : undefined
  let loading: LoadRun
  try {
    const snapshot = options.snapshot && (await Snapshot.begin(database, types, options.snapshot))
    loading = new LoadRun(rehearsed ?? database, types, options, snapshot, rehearsed)
    await loading.run('lines' in input ? input.lines : linesIn(input, options))
  } finally {
    await rehearsed?.end()
  }
  const { report, written, groups } = loading
  if (options.dryRun) return report
  await removeUnnamed({ database, types, store: options.files?.store, keptHours: options.keepFilesHours })
  if (loading.erased > 0) await options.eraser?.end()
  if (loading.rechecks)
    await checkStored(database, types, {
      ...atOnce,
      again: types.flatMap(({ type, ownedItems }) => (ownedItems ? [type] : [])),
    })
  for (const [type, rows] of written) {
    if (rows < tidiedFrom) continue
    options.progress?.({ ...report, groups, stage: 'tidying' })
    await tidyTables(database, type, rows)
  }
  if ([...written.values()].some(rows => rows >= tidiedFrom)) await mergePending(database, types)
  return report
}

const atOnce = { stopped: () => false, rest: async () => {}, tell: () => {} }

const linesIn = (bytes: AsyncIterable<Buffer>, { linesOf: made, encoding }: LoadOptions) =>
  made?.(bytes) ?? linesOf(plainText(bytes, encoding))

class LoadRun {
  readonly report: LoadReport
  /** How many rows of each type. */
  readonly written = new Map<RecordType, number>()
  /** How many people. */
  erased = 0
  rechecks = false
  readonly groups: LoadFaultGroups = {
    rejected: new FaultGroups(),
    warned: new FaultGroups(),
    kept: new FaultGroups(),
  }
  private readonly database: Transacting
  private readonly types: readonly RecordType[]
  private readonly options: LoadOptions
  private readonly snapshot: Snapshot | undefined
  private readonly rehearsed: Rehearsal | undefined
  private readonly readLine: LineReader
  private readonly writeBatch: BatchWriter
  private readonly fallen = new RejectedRecords()
  private readonly unlinked = new UnlinkedPairs()

  constructor(
    database: Transacting,
    types: readonly RecordType[],
    options: LoadOptions,
    snapshot: Snapshot | undefined,
    rehearsed?: Rehearsal,
  ) {
    this.database = database
    this.types = types
    this.options = options
    this.snapshot = snapshot
    this.rehearsed = rehearsed
    this.readLine = lineReader(types, options)
    this.writeBatch = batchWriter(batch => database.transaction(batch), types, options)
    this.report = {
      lines: 0,
      counts: { created: 0, updated: 0, unchanged: 0, older: 0, deleted: 0 },
      rejected: 0,
      reasons: [],
      warned: 0,
      warnedOf: [],
      losses: {},
      kept: [],
      followed: 0,
      unresolved: 0,
      dryRun: options.dryRun ?? false,
      events: {},
    }
  }

  async run(lines: AsyncIterable<NumberedLine>): Promise<void> {
    try {
      await this.readAll(lines)
      if (this.snapshot) await this.deleteMissing(this.snapshot)
    } finally {
      await this.snapshot?.end()
    }
    await this.refresh(left =>
      this.options.progress?.({ ...this.report, groups: this.groups, stage: 'refreshing', left }),
    )
    if (this.unlinked.any)
      this.warn(await this.database.transaction(tx => this.unlinked.left(tx, this.types)))
    this.report.reasons = this.groups.rejected.all()
    this.report.warnedOf = this.groups.warned.all()
    this.report.kept = this.groups.kept.all()
  }

  private async refresh(progress?: (left: number) => void): Promise<void> {
    const { database, types, rehearsed } = this
    const before =
      rehearsed &&
      (async (job: RefreshJob) => {
        await rehearsed.willWrite(await dependantTypes(rehearsed, types, job))
      })
    const { rewritten, unresolved } = await refreshAll(database, types, { progress, before })
    this.report.followed += rewritten
    this.report.unresolved += unresolved
  }

  /** Deferred lines are read again until none is left, grouped when that has got no further, and then for the last time. */
  private async readAll(input: AsyncIterable<NumberedLine>): Promise<void> {
    let deferred = newDeferral()
    try {
      let left = await this.pass(input, deferred, 'reading')
      for (let grouped = false; left > 0; ) {
        const before = deferred
        const kept = await before.file()
        deferred = newDeferral()
        try {
          const lines = grouped ? groupedLines(kept, this.readLine) : deferredLines(kept)
          const next = await this.pass(lines, deferred, 'retrying')
          if (grouped && next === left) {
            await this.pass(deferredLines(kept), deferred, 'retrying', true)
            return
          }
          grouped = next === left
          left = next
        } finally {
          await before.close()
        }
      }
    } finally {
      await deferred.close()
    }
  }

  /** Reads and writes all these lines; gives back how many were deferred. */
  private async pass(
    lines: AsyncIterable<NumberedLine>,
    deferred: Deferral,
    stage: LoadStage,
    last = false,
  ): Promise<number> {
    let batch = new LineBatch()
    let count = 0
    let read = 0
    /** Records with a deferred line: their later lines are deferred behind it. */
    const waiting = new Set<string>()
    const defer = async (entry: LoadEntry) => {
      count++
      waiting.add(recordKey(entry))
      await deferLine(await deferred.file(), entry)
    }
    const write = async ({ entries, rejected }: LineBatch) => {
      for (const entry of entries) if (waiting.has(recordKey(entry))) await defer(entry)
      const ready = entries.filter(entry => !waiting.has(recordKey(entry)))
      const result = ready.length > 0 ? await this.write(ready, last) : undefined
      await this.reject([...rejected, ...(result?.rejected ?? [])])
      if (result) this.account(result)
      await this.snapshot?.removeSeen()
      for (const entry of result?.deferred ?? []) await defer(entry)
      this.options.progress?.({ ...this.report, groups: this.groups, stage })
    }
    const writing: Promise<void>[] = []
    const send = async () => {
      const full = batch
      batch = new LineBatch()
      const written = (writing.at(-1) ?? Promise.resolve()).then(() => write(full))
      written.catch(() => {})
      writing.push(written)
      if (writing.length > batchesAhead) await writing.shift()
    }
    try {
      for await (const { line, text, given, joined } of lines) {
        if (++read % linesPerTurn === 0) await turn()
        if (batch.isFull && !joined) await send()
        if (stage === 'reading') this.report.lines++
        const entry = this.read(line, text, batch, given)
        if (!entry) continue
        if (!batch.takes(entry)) await send()
        batch.add(entry)
      }
      await send()
    } finally {
      // What was read is written even where the rest fails, and nothing is written after this has ended.
      await Promise.allSettled(writing)
    }
    await Promise.all(writing)
    return count
  }

  private read(
    line: number,
    given: string | InvalidValue,
    batch: LineBatch,
    instead = '',
  ): LoadEntry | undefined {
    try {
      if (given instanceof InvalidValue) throw given
      if (given.trim() === '') return undefined
      const entry = this.readLine(given, line)
      this.snapshot?.saw(entry)
      return entry
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      const text = typeof given === 'string' ? given : instead
      this.snapshot?.sawInvalid(text)
      batch.reject(rejectionOf({ line, text }, error))
      return undefined
    }
  }

  private async write(entries: readonly LoadEntry[], last: boolean): Promise<BatchResult> {
    await this.rehearsed?.willWrite(entries.map(entry => entry.type.type))
    const result = await this.writeBatch(entries, last)
    if (result.audienceChanges > 0) await this.refresh()
    return result
  }

  private async deleteMissing(snapshot: Snapshot): Promise<void> {
    this.report.snapshot = await snapshot.report()
    if (this.options.onMissing)
      for await (const { type, id } of snapshot.ids()) this.options.onMissing({ type: type.type, id })
    if (this.report.snapshot.refused) return
    const rejected = await snapshot.delete(async entries => {
      const result = await this.write(entries, true)
      this.account(result)
      this.options.progress?.({ ...this.report, groups: this.groups, stage: 'deleting' })
      return result.rejected
    })
    await this.reject(rejected)
  }

  private account({ counts, written, erased, rechecks, events, losses, kept, warnings }: BatchResult): void {
    const { report, options } = this
    this.erased += erased
    this.rechecks ||= rechecks
    const [held, others] = [true, false].map(is => warnings.filter(one => 'unlinked' in one === is))
    this.unlinked.hold(held as PendingWarning[])
    this.warn(others!)
    for (const one of kept.toSorted((one, other) => one.line - other.line)) this.groups.kept.add(one, one)
    for (const [what, count] of losses) report.losses[what] = (report.losses[what] ?? 0) + count
    for (const event of events) {
      report.events[event.type] = (report.events[event.type] ?? 0) + 1
      options.onEvent?.(event)
    }
    for (const [type, rows] of written) this.written.set(type, (this.written.get(type) ?? 0) + rows)
    for (const [name, count] of Object.entries(counts)) report.counts[name as LineOutcome] += count
  }

  private warn(warnings: readonly LineWarning[]): void {
    this.report.warned += warnings.length
    for (const warning of warnings.toSorted((one, other) => one.line - other.line)) {
      this.groups.warned.add(warning, warning, { code: warning.code })
      this.options.onWarning?.({ ...warning, ...faultText(warning) })
    }
  }

  private async reject(rejected: RejectedLine[]): Promise<void> {
    for (const { text } of rejected) this.fallen.note(text)
    for (const { line, text, faults } of rejected.sort((one, other) => one.line - other.line)) {
      this.report.rejected++
      const explained = faults.map(fault => this.fallen.explain(fault))
      for (const [index, fault] of explained.entries())
        this.groups.rejected.add({ line, text }, fault, { leads: index === 0 })
      const [first, ...others] = explained.map(faultText)
      await this.options.onRejection?.({ line, ...first!, ...(others.length > 0 && { others }), text })
    }
  }
}
