// A load that says: this is all there is. What was there when it began and is not in it is deleted, those first that
// others do not mention; never much of it, nor anything where a line could not be read, because a file that was cut off
// must not empty a database.
import { nearest } from '../kernel/operation/parameter.ts'
import type { RecordType } from '../kernel/resource/record-type.ts'
import { Problem } from '../problem.ts'
import type { Database } from '../store/engine/database.ts'
import { isStored, openMissing, type StoredMissing } from '../store/records/missing.ts'
import { belongsToCompanies } from '../store/records/selection.ts'
import type { BatchWriter } from './batch.ts'
import type { Deletion, Entry } from './line.ts'
import type { BatchResult, Rejection } from './work.ts'

export type SnapshotOptions = {
  /** The types that the load has all of. */
  types: readonly string[]
  /** Only what is this company's and no other's. */
  company?: string | undefined
  /** So many may be deleted, instead of one in ten of each type. */
  deleteAtMost?: number | undefined
}

export type SnapshotReport = {
  /** How many of each type are not in the load, of how many that there were. */
  missing: Record<string, { missing: number; of: number }>
  /** Why nothing was deleted. */
  refused?: string
}

/** As a command or a query gives it. */
export function readSnapshot(
  types: readonly RecordType[],
  given: { types?: string | undefined; company?: string | undefined; deleteAtMost?: string | undefined },
): SnapshotOptions | undefined {
  const { company, deleteAtMost } = given
  if (given.types === undefined) {
    if (company === undefined && deleteAtMost === undefined) return undefined
    throw new Problem(
      'BAD_REQUEST',
      'A company and how many may be deleted are for a snapshot; say of which types',
    )
  }
  const named = given.types.split(',')
  const known = types.map(({ type }) => type)
  for (const name of named) {
    const type = types.find(({ type }) => type === name)
    if (!type)
      throw new Problem(
        'BAD_REQUEST',
        `"${name.slice(0, 60)}" is not a type of record; the nearest one is "${nearest(name, known)}"`,
      )
    if (company !== undefined && !belongsToCompanies(type))
      throw new Problem('BAD_REQUEST', `A ${name} belongs to no company; leave the company out`)
  }
  if (deleteAtMost !== undefined && !/^\d{1,9}$/.test(deleteAtMost))
    throw new Problem('BAD_REQUEST', 'How many may be deleted must be a whole number')
  return { types: named, company, ...(deleteAtMost !== undefined && { deleteAtMost: Number(deleteAtMost) }) }
}

const mostOfTen = 1
const batchIds = 500

export class Snapshot {
  private readonly types: readonly RecordType[]
  private readonly options: SnapshotOptions
  private readonly missing: StoredMissing
  private seen: { type: string; id: string }[] = []
  private unreadable = 0
  private companyIsKnown: boolean

  private constructor(
    types: readonly RecordType[],
    options: SnapshotOptions,
    missing: StoredMissing,
    companyIsKnown: boolean,
  ) {
    this.types = types
    this.companyIsKnown = companyIsKnown
    this.options = options
    this.missing = missing
  }

  static async begin(
    database: Database,
    types: readonly RecordType[],
    options: SnapshotOptions,
  ): Promise<Snapshot> {
    const { company } = options
    const isKnown = company === undefined || (await isStored(database, 'company', company))
    return new Snapshot(
      types,
      options,
      await openMissing(database, meantOf(types, options), company),
      isKnown,
    )
  }

  end(): Promise<void> {
    return this.missing.close()
  }

  /** A line that is rejected later says all the same that its record is there. */
  saw(entry: Entry): void {
    if (!('stored' in entry)) return
    this.note(entry.type.type, entry.id)
    if (entry.type.type === 'company' && entry.id === this.options.company) this.companyIsKnown = true
  }

  /** A line that cannot be taken: whatever it was about stays. */
  sawRefused(text: string): void {
    const line = objectIn(text)
    const id = (line?.record as { id?: unknown } | undefined)?.id
    const type = this.types.find(({ type }) => type === line?.type)
    if (type && typeof id === 'string') this.note(type.type, id)
    else if (line?.deleted !== true) this.unreadable++
  }

  private note(type: string, id: string): void {
    if (this.options.types.includes(type)) this.seen.push({ type, id })
  }

  async settle(): Promise<void> {
    const seen = this.seen
    this.seen = []
    for (const [type, found] of Map.groupBy(seen, one => one.type))
      await this.missing.remove(
        type,
        found.map(({ id }) => id),
      )
  }

  async report(): Promise<SnapshotReport> {
    await this.settle()
    const missing = await this.missing.counts()
    const refused = this.refusal(missing)
    return { missing, ...(refused && { refused }) }
  }

  private refusal(missing: SnapshotReport['missing']): string | undefined {
    if (!this.companyIsKnown) return `there is no company "${this.options.company?.slice(0, 64)}"`
    if (this.unreadable > 0)
      return `${this.unreadable} ${this.unreadable === 1 ? 'line' : 'lines'} could not be read, so it is not known what is missing`
    const all = Object.values(missing).reduce((sum, { missing }) => sum + missing, 0)
    const { deleteAtMost } = this.options
    if (deleteAtMost !== undefined)
      return all > deleteAtMost ? `${all} would be deleted, and at most ${deleteAtMost} may` : undefined
    const [type, most] =
      Object.entries(missing).find(([, { missing, of }]) => missing * 10 > of * mostOfTen) ?? []
    return most && `more than 10 % of ${type} would be deleted; to allow it, delete at most ${all}`
  }

  /** Each of them, those first that others mention least. */
  async *ids(): AsyncIterable<{ type: RecordType; id: string }> {
    for (const type of meantOf(this.types, this.options).toReversed())
      for await (const ids of this.missing.of(type.type)) for (const id of ids) yield { type, id }
  }

  /** What others still mention is tried again as long as others go. */
  async delete(write: BatchWriter, account: (result: BatchResult) => void): Promise<Rejection[]> {
    let left: Deletion[] = []
    for await (const { type, id } of this.ids()) left.push(deletionOf(type, id))
    for (;;) {
      const rejected: Rejection[] = []
      for (const batch of batchesOf(left)) {
        const result = await write(batch, true)
        account(result)
        rejected.push(...result.rejected)
      }
      const texts = new Set(rejected.map(({ text }) => text))
      const next = left.filter(({ text }) => texts.has(text))
      if (next.length === 0 || next.length === left.length) return rejected
      left = next
    }
  }
}

const meantOf = (types: readonly RecordType[], options: SnapshotOptions) =>
  types.filter(({ type }) => options.types.includes(type))

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Line 0: it is no line of the file. */
const deletionOf = (type: RecordType, id: string): Deletion => ({
  line: 0,
  text: JSON.stringify({ type: type.type, id, deleted: true }),
  type,
  id,
  deleted: true,
})

function* batchesOf(entries: readonly Deletion[]): Generator<Deletion[]> {
  for (let from = 0; from < entries.length; from += batchIds) yield entries.slice(from, from + batchIds)
}
