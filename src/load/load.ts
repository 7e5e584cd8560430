// A whole load: lines in, batches written one behind the other while the next is being read, lines that
// mention what is not known yet tried again at the end, what is impossible set aside.
import type { FileHandle } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import type { FileIntake } from '../files/intake.ts'
import { removeUnnamed } from '../files/unnamed.ts'
import type { RecordType, Warning } from '../kernel/resource/record-type.ts'
import type { Seal } from '../kernel/resource/seal.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import type { Database } from '../store/engine/database.ts'
import { rehearsal } from '../store/engine/rehearsal.ts'
import type { NewEvent } from '../store/events/outbox.ts'
import { tidy } from '../store/records/load-queries.ts'
import { type BatchResult, type BatchWriter, batchWriter, type Count, type Rejection } from './batch.ts'
import { BatchEntries } from './batch-entries.ts'
import { type Entry, type LineReader, lineReader } from './line.ts'
import { linesOf } from './lines.ts'
import { refreshAll } from './refresh.ts'
import { Snapshot, type SnapshotOptions, type SnapshotReport } from './snapshot.ts'
import { keepLine, keptLines, keptTogether, type NumberedLine, namelessFile } from './waiting-lines.ts'
import { keyOf } from './work.ts'

/** Behind the batch that is being written another one waits: to commit takes PostgreSQL a while. */
const batchesAhead = 2
/** The batch being written has its turn after so many lines: PostgreSQL shall not wait for us. */
const linesPerTurn = 2
/** Fewer rows than that any plan reads as fast. Without statistics pages of the demo took four times as long. */
const tidiedFrom = 500

export type LoadReport = {
  lines: number
  counts: Record<Count, number>
  rejected: number
  /** How many sums disagree with what they are of, in lines that were taken. */
  warned: number
  /** What was taken away of people, by what it is called. */
  losses: Record<string, number>
  followed: number
  dryRun: boolean
  /** How many events of each type were told, or would be. */
  events: Record<string, number>
  snapshot?: SnapshotReport
}

type Stage = 'reading' | 'retrying' | 'deleting' | 'following' | 'tidying'

export type LoadOptions = {
  dryRun?: boolean
  /** What takes in the content of files; without it, lines with files are rejected. */
  files?: FileIntake
  /** How long the content stays of files that no record names any more; they go at once unless given. */
  keepFilesHours?: number
  /** What encrypts what must not lie open; needed where such facts are loaded. */
  seal?: Seal
  /** Whether what changed becomes events; a backfill says no. */
  events?: boolean
  /** Whether lines change what they name and nothing else, where they do not say. */
  patch?: boolean
  /** Whether lines that are older than what is stored replace it. */
  allowOlder?: boolean
  /** What the load has all of: what is missing in it is deleted. */
  snapshot?: SnapshotOptions | undefined
  /** Hears of each record that is missing, before any is deleted. */
  onMissing?: (missing: { type: string; id: string }) => void
  onEvent?: (event: NewEvent) => void
  onRejection?: (rejection: Rejection) => void | Promise<void>
  onWarning?: (warning: Warning & { line: number }) => void
  progress?: (state: { lines: number; rejected: number; stage: Stage; left?: number }) => void
}

export async function load(
  database: Database,
  types: readonly RecordType[],
  input: AsyncIterable<Buffer>,
  options: LoadOptions = {},
): Promise<LoadReport> {
  const report: LoadReport = {
    lines: 0,
    counts: { created: 0, updated: 0, unchanged: 0, older: 0, deleted: 0 },
    rejected: 0,
    warned: 0,
    losses: {},
    followed: 0,
    dryRun: options.dryRun ?? false,
    events: {},
  }
  const written = new Map<RecordType, number>()
  const rehearsed = options.dryRun ? await rehearsal(database, types) : undefined
  const place = rehearsed ?? database
  try {
    const snapshot = options.snapshot && (await Snapshot.begin(database, types, options.snapshot))
    const writeBatch = batchWriter(batch => place.transaction(batch), types, options)
    const write: BatchWriter = async (entries, last) => {
      const result = await writeBatch(entries, last)
      // Who sees a record has changed: what refers to it is brought up to date at once, not at the end.
      if (result.regarded > 0) report.followed += await refreshAll(place, types)
      return result
    }
    await new Loading(report, options, lineReader(types, options), write, written, snapshot).read(input)
    report.followed += await refreshAll(place, types, (_, left) =>
      options.progress?.({ ...report, stage: 'following', left }),
    )
  } finally {
    await rehearsed?.end()
  }
  if (options.dryRun) return report
  await removeUnnamed({
    database,
    types,
    store: options.files?.store,
    keptHours: options.keepFilesHours,
  })
  for (const [type, rows] of written) {
    if (rows < tidiedFrom) continue
    options.progress?.({ ...report, stage: 'tidying' })
    await tidy(database, type)
  }
  return report
}

class Loading {
  private readonly report: LoadReport
  private readonly options: LoadOptions
  private readonly readLine: LineReader
  private readonly write: BatchWriter
  private readonly written: Map<RecordType, number>
  private readonly snapshot: Snapshot | undefined

  constructor(
    report: LoadReport,
    options: LoadOptions,
    readLine: LineReader,
    write: BatchWriter,
    written: Map<RecordType, number>,
    snapshot: Snapshot | undefined,
  ) {
    this.snapshot = snapshot
    this.written = written
    this.report = report
    this.options = options
    this.readLine = readLine
    this.write = write
  }

  async read(input: AsyncIterable<Buffer>): Promise<void> {
    try {
      await this.readAll(input)
      if (this.snapshot) await this.deleteMissing(this.snapshot)
    } finally {
      await this.snapshot?.end()
    }
  }

  private async deleteMissing(snapshot: Snapshot): Promise<void> {
    this.report.snapshot = await snapshot.report()
    if (this.options.onMissing)
      for await (const { type, id } of snapshot.ids()) this.options.onMissing({ type: type.type, id })
    if (this.report.snapshot.refused) return
    const rejected = await snapshot.delete(this.write, result => {
      this.account(result)
      this.options.progress?.({ ...this.report, stage: 'deleting' })
    })
    for (const rejection of rejected) await this.reject(rejection)
  }

  private async readAll(input: AsyncIterable<Buffer>): Promise<void> {
    let kept = await namelessFile()
    try {
      let left = await this.pass(numbered(linesOf(input)), kept, 'reading', false)
      let together = false
      while (left > 0) {
        const before = kept
        kept = await namelessFile()
        const next = await this.passAgain(before, kept, left, together).finally(() => before.close())
        together = next === left
        left = next
      }
    } finally {
      await kept.close()
    }
  }

  private async passAgain(
    kept: FileHandle,
    spill: FileHandle,
    left: number,
    together: boolean,
  ): Promise<number> {
    const lines = together ? keptTogether(kept, this.readLine) : keptLines(kept)
    const next = await this.pass(lines, spill, 'retrying', false)
    if (next !== left || !together) return next
    await this.pass(keptLines(kept), spill, 'retrying', true)
    return 0
  }

  /** One reading of all lines; gives back how many must be tried again. */
  private async pass(
    lines: AsyncIterable<NumberedLine>,
    spill: FileHandle,
    stage: Stage,
    last: boolean,
  ): Promise<number> {
    let batch = new BatchEntries()
    let deferred = 0
    let read = 0
    /** Records with a line that waits: what comes after it of the same record waits behind it. */
    const waiting = new Set<string>()
    const defer = async (entry: Entry) => {
      deferred++
      waiting.add(keyOf(entry))
      await keepLine(spill, entry)
    }
    const write = async ({ all, refused }: BatchEntries) => {
      for (const entry of all) if (waiting.has(keyOf(entry))) await defer(entry)
      const ready = all.filter(entry => !waiting.has(keyOf(entry)))
      const result = ready.length > 0 ? await this.write(ready, last) : undefined
      const rejected = [...refused, ...(result?.rejected ?? [])]
      for (const one of rejected.sort((one, other) => one.line - other.line)) await this.reject(one)
      if (result) this.account(result)
      await this.snapshot?.settle()
      for (const entry of result?.deferred ?? []) await defer(entry)
      this.options.progress?.({ lines: this.report.lines, rejected: this.report.rejected, stage })
    }
    const writing: Promise<void>[] = []
    const send = async () => {
      const full = batch
      batch = new BatchEntries()
      const written = (writing.at(-1) ?? Promise.resolve()).then(() => write(full))
      written.catch(() => {})
      writing.push(written)
      if (writing.length > batchesAhead) await writing.shift()
    }
    try {
      for await (const { line, text, joined } of lines) {
        if (++read % linesPerTurn === 0) await turn()
        if (batch.isFull && !joined) await send()
        if (stage === 'reading') this.report.lines++
        const entry = this.entryOf(line, text, batch)
        if (!entry) continue
        if (!batch.takes(entry)) await send()
        batch.add(entry)
      }
      await send()
    } finally {
      // What was read is written, whatever became of the rest; nobody writes when this has ended.
      await Promise.allSettled(writing)
    }
    await Promise.all(writing)
    return deferred
  }

  private entryOf(line: number, bytes: string | InvalidValue, batch: BatchEntries): Entry | undefined {
    try {
      if (bytes instanceof InvalidValue) throw bytes
      if (bytes.trim() === '') return undefined
      const entry = this.readLine(bytes, line)
      this.snapshot?.saw(entry)
      return entry
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      const text = typeof bytes === 'string' ? bytes : ''
      this.snapshot?.sawRefused(text)
      batch.refuse({ line, path: error.path, reason: error.reason, hint: error.hint, text })
      return undefined
    }
  }

  private account({ counts, written, events, losses, warnings }: BatchResult): void {
    this.report.warned += warnings.length
    for (const warning of warnings.toSorted((one, other) => one.line - other.line))
      this.options.onWarning?.(warning)
    for (const [what, count] of losses) this.report.losses[what] = (this.report.losses[what] ?? 0) + count
    for (const event of events) {
      this.report.events[event.type] = (this.report.events[event.type] ?? 0) + 1
      this.options.onEvent?.(event)
    }
    for (const [type, rows] of written) this.written.set(type, (this.written.get(type) ?? 0) + rows)
    for (const [name, count] of Object.entries(counts)) this.report.counts[name as Count] += count
  }

  private async reject(rejection: Rejection): Promise<void> {
    this.report.rejected++
    await this.options.onRejection?.(rejection)
  }
}

async function* numbered(lines: AsyncIterable<string | InvalidValue>): AsyncIterable<NumberedLine> {
  let line = 0
  for await (const text of lines) yield { line: ++line, text }
}
