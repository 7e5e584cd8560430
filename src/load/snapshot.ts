// A load that has all records of some types: what was stored when it began and is not in it is deleted. It never deletes
// much, nor anything where a line could not be read, because a file that was cut off must not empty a database.

import type { Database } from '../database/database.ts'
import { orNearestOrAll } from '../errors/nearest.ts'
import { Problem } from '../errors/problem.ts'
import { parsedObject } from '../formats/json-object.ts'
import { loadableTypes, type RecordType } from '../record-types/record-type.ts'
import { batchIds, belongsToCompanies } from '../store/reading/selection.ts'
import type { SnapshotReport } from '../store/writing/loads.ts'
import { isStored, openMissing, type StoredMissing } from '../store/writing/missing.ts'
import type { RejectedLine } from './batch.ts'
import type { Deletion, LoadEntry } from './read.ts'

export type SnapshotOptions = {
  /** The types that the load has all of. */
  types: readonly string[]
  /** Only what is this company's and no other's. */
  company?: string | undefined
  /** How many may be deleted, instead of one in ten of each type. */
  deleteAtMost?: number | undefined
}

/** As a command or a query gives it. */
export function readSnapshot(
  types: readonly RecordType[],
  given: { types?: string | undefined; company?: string | undefined; deleteAtMost?: string | undefined },
): SnapshotOptions | undefined {
  const { company, deleteAtMost } = given
  const refused = (reason: string) => new Problem('BAD_REQUEST', reason)
  if (given.types === undefined) {
    if (company === undefined && deleteAtMost === undefined) return undefined
    throw refused('A company and how many may be deleted are for a snapshot; say of which types')
  }
  const named = given.types.split(',')
  const loaded = loadableTypes(types)
  const known = loaded.map(({ type }) => type)
  for (const name of named) {
    const type = loaded.find(({ type }) => type === name)
    if (!type) throw refused(`"${name.slice(0, 60)}" is not a type of record${orNearestOrAll(name, known)}`)
    if (company !== undefined && !belongsToCompanies(type))
      throw refused(`A ${name} belongs to no company; leave the company out`)
  }
  if (deleteAtMost !== undefined && !/^\d{1,9}$/.test(deleteAtMost))
    throw refused('How many may be deleted must be a whole number')
  return { types: named, company, ...(deleteAtMost !== undefined && { deleteAtMost: Number(deleteAtMost) }) }
}

export class Snapshot {
  private readonly types: readonly RecordType[]
  private readonly options: SnapshotOptions
  private readonly missing: StoredMissing
  private seen: { type: string; id: string }[] = []
  private unreadable = 0
  private companyExists: boolean

  private constructor(
    types: readonly RecordType[],
    options: SnapshotOptions,
    missing: StoredMissing,
    companyExists: boolean,
  ) {
    this.types = types
    this.options = options
    this.missing = missing
    this.companyExists = companyExists
  }

  static async begin(
    database: Database,
    types: readonly RecordType[],
    options: SnapshotOptions,
  ): Promise<Snapshot> {
    const { company } = options
    const exists = company === undefined || (await isStored(database, 'company', company))
    const missing = await openMissing(database, coveredBy(options, types), company)
    return new Snapshot(types, options, missing, exists)
  }

  end(): Promise<void> {
    return this.missing.close()
  }

  /** A line that is rejected later still says that its record is there. */
  saw(entry: LoadEntry): void {
    if (!('stored' in entry)) return
    this.note(entry.type.type, entry.id)
    if (entry.type.type === 'company' && entry.id === this.options.company) this.companyExists = true
  }

  /** An invalid line keeps its record, where it says which that is. */
  sawInvalid(text: string): void {
    const line = parsedObject(text)
    const id = (line?.record as { id?: unknown } | undefined)?.id
    const type = this.types.find(({ type }) => type === line?.type)
    if (type && typeof id === 'string') this.note(type.type, id)
    else if (line?.deleted !== true) this.unreadable++
  }

  private note(type: string, id: string): void {
    if (this.options.types.includes(type)) this.seen.push({ type, id })
  }

  async removeSeen(): Promise<void> {
    const seen = Map.groupBy(this.seen, one => one.type)
    this.seen = []
    for (const [type, own] of seen) {
      const ids = own.map(({ id }) => id)
      await this.missing.remove(type, ids)
    }
  }

  async report(): Promise<SnapshotReport> {
    await this.removeSeen()
    const missing = await this.missing.counts()
    const refused = this.refusal(missing)
    return { missing, ...(refused && { refused }) }
  }

  private refusal(missing: SnapshotReport['missing']): string | undefined {
    if (!this.companyExists) return `there is no company "${this.options.company?.slice(0, 64)}"`
    if (this.unreadable > 0)
      return `${this.unreadable} ${this.unreadable === 1 ? 'line' : 'lines'} could not be read, so it is not known what is missing`
    const all = Object.values(missing).reduce((sum, { missing }) => sum + missing, 0)
    const { deleteAtMost } = this.options
    if (deleteAtMost !== undefined)
      return all > deleteAtMost ? `${all} would be deleted, and at most ${deleteAtMost} may` : undefined
    const most = Object.entries(missing).find(([, { missing, of }]) => missing * 10 > of)
    return most && `more than 10 % of ${most[0]} would be deleted; to allow it, delete at most ${all}`
  }

  /** All that are missing, those last that others reference most. */
  async *ids(): AsyncIterable<{ type: RecordType; id: string }> {
    for (const type of coveredBy(this.options, this.types).reverse())
      for await (const ids of this.missing.of(type.type)) for (const id of ids) yield { type, id }
  }

  /** What others still reference is tried again as long as others are deleted; gives back what stays. */
  async delete(
    write: (batch: readonly Deletion[]) => Promise<readonly RejectedLine[]>,
  ): Promise<RejectedLine[]> {
    let left: Deletion[] = []
    for await (const { type, id } of this.ids()) left.push(deletionOf(type, id))
    for (;;) {
      const rejected: RejectedLine[] = []
      for (let from = 0; from < left.length; from += batchIds)
        rejected.push(...(await write(left.slice(from, from + batchIds))))
      const texts = new Set(rejected.map(({ text }) => text))
      const next = left.filter(({ text }) => texts.has(text))
      if (next.length === 0 || next.length === left.length) return rejected
      left = next
    }
  }
}

const coveredBy = (options: SnapshotOptions, types: readonly RecordType[]) =>
  types.filter(({ type }) => options.types.includes(type))

/** Reported as line 0, as it is no line of the file. */
const deletionOf = (type: RecordType, id: string): Deletion => ({
  line: 0,
  text: JSON.stringify({ type: type.type, id, deleted: true }),
  type,
  id,
  deleted: true,
})
