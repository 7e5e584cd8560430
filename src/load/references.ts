// What records copy and derive from others: looked up where it is not cached, with the records of a batch known as soon
// as they have been compared.

import { audienceOf, isSeenByAll } from '../access/audience.ts'
import type { Transaction } from '../database/database.ts'
import { nanoid } from '../formats/id.ts'
import { aliasOf } from '../record-types/columns.ts'
import { recordKey } from '../record-types/record-key.ts'
import { namedBy, type RecordType, type ReferenceSlot, slotsOf } from '../record-types/record-type.ts'
import type { Derivation } from '../record-types/rules.ts'
import type { Fault } from '../shape/invalid-value.ts'
import { memoized } from '../shape/memoized.ts'
import { namesIn } from '../shape/path.ts'
import { erasePersonal } from '../shape/personal.ts'
import { declaredWord, sentence } from '../shape/sentence.ts'
import { seenByProperty } from '../shape/shape.ts'
import { columnName, type StoredRecord, storedAt } from '../shape/stored.ts'
import {
  comesFirst,
  type Label,
  labelOf,
  readByAlias,
  readLabels,
  readReferred,
  readRows,
  wholeRecord,
} from '../store/records/record-rows.ts'
import { existingFiles } from '../store/writing/file-rows.ts'
import { countByColumn } from '../store/writing/load-queries.ts'
import type { Upsert } from './read.ts'

/** Values by type, and within it by id or alias. */
type ByType<T> = Map<string, Map<string, T>>

const maxLabels = 50_000
const maxSources = 5_000

/** What earlier batches of a load looked up; valid for as long as nobody else has written. */
export class ReferenceCache {
  readonly labels: ByType<Label> = new Map()
  /** Records that derived values come from; undefined where there is none. */
  readonly sources: ByType<StoredRecord | undefined> = new Map()
  /** Whether any label is that of somebody who was erased. */
  hasErased = false
  private asOf: string | undefined

  /** Drops what another's write may have changed, and what grew too large to keep. */
  validate(lastWrite: string): void {
    if (lastWrite !== this.asOf) this.clear()
    for (const [type, { size }] of this.labels) if (size > maxLabels) this.labels.delete(type)
    for (const [type, { size }] of this.sources) if (size > maxSources) this.sources.delete(type)
  }

  keep(lastWrite: string): void {
    this.asOf = lastWrite
  }

  clear(): void {
    this.labels.clear()
    this.sources.clear()
    this.hasErased = false
    this.asOf = undefined
  }
}

type TypedRecord = Pick<Upsert, 'stored' | 'type'>

export class References {
  private readonly cache: ReferenceCache
  private readonly labels: ByType<Label>
  private readonly sources: ByType<StoredRecord | undefined>
  /** Those of this batch, which may differ from the stored ones. They are not cached: whole records by the thousand cost
   * more to keep than those that are needed later cost to read. */
  private readonly newSources: ByType<StoredRecord> = new Map()
  private readonly counts = new Map<string, Map<string, number>>()
  private readonly slots = new Map<StoredRecord, readonly ReferenceSlot[]>()
  private readonly tx: Transaction
  private readonly types: ReadonlyMap<string, RecordType>
  private readonly sourceTypes: ReadonlySet<string>
  private readonly restricted: ReadonlySet<string>
  private readonly batch = new Map<string, Upsert>()
  /** Files that were only named in what was said of people who were erased. */
  readonly droppedFiles: string[] = []
  /** References to records that only come with this batch, by the record they are in. */
  readonly withinBatch = new Map<StoredRecord, ReferenceSlot[]>()

  constructor(tx: Transaction, types: readonly RecordType[], cache = new ReferenceCache()) {
    this.tx = tx
    this.cache = cache
    this.labels = cache.labels
    // Files come and go without a write of records, so that they are looked up in each batch.
    this.labels.delete('file')
    this.sources = cache.sources
    this.types = new Map(types.map(type => [type.type, type]))
    this.sourceTypes = new Set(types.flatMap(type => type.derivations.map(derivation => derivation.type)))
    this.restricted = restrictedTypes(types)
  }

  /** Allows references to records that only come with this batch; gives back whether there are any. */
  addBatch(entries: readonly Upsert[]): boolean {
    for (const entry of entries) this.batch.set(recordKey(entry), entry)
    return entries.some(({ type, stored }) =>
      [...this.slotsIn(type, stored), ...namedBy(type, stored)].some(
        slot => !this.labelFor(slot) && this.batch.has(recordKey(slot)),
      ),
    )
  }

  async fetch(entries: readonly TypedRecord[]): Promise<void> {
    await Promise.all([this.fetchSources(entries), this.fetchCounts(entries)])
    const unknown = entries.flatMap(({ type, stored }) => {
      this.derive(type, stored)
      const all = [...this.slotsIn(type, stored), ...peopleIn(type, stored), ...namedBy(type, stored)]
      return all.filter(one => !this.labelFor(one))
    })
    await Promise.all(idsByType(unknown).map(([type, ids]) => this.fetchLabels(type, ids)))
  }

  /** Found once for each record, as finding them is slow. */
  slotsIn(type: RecordType, stored: StoredRecord): readonly ReferenceSlot[] {
    const found = this.slots.get(stored) ?? slotsOf(type, stored)
    this.slots.set(stored, found)
    return found
  }

  private labelFor({ type, id }: { type: string; id: string }): Label | undefined {
    return this.labels.get(type)?.get(id)
  }

  private labelInBatch(slot: ReferenceSlot): Label | undefined {
    const entry = this.batch.get(recordKey(slot))
    if (!entry) return undefined
    entry.nanoid ??= nanoid()
    return this.newLabel(entry.type, entry.nanoid, entry.stored)
  }

  private newLabel(type: RecordType, short: string, stored: StoredRecord): Label {
    const label = labelOf(short, stored)
    const seenBy = this.restricted.has(type.type) ? audienceOf(type.owners, stored) : undefined
    return seenBy ? { ...label, seenBy } : label
  }

  private know(type: string, id: string, label: Label): void {
    put(this.labels, type, id, label)
    this.cache.hasErased ||= label.erased === true
  }

  private async fetchLabels(type: string, ids: readonly string[]): Promise<void> {
    if (type === 'file')
      for (const id of await existingFiles(this.tx, ids)) put(this.labels, type, id, noLabel)
    const known = this.types.get(type)
    if (!known) return
    const read = this.restricted.has(type)
      ? readReferred(this.tx, known, ids)
      : readLabels(this.tx, type, ids)
    for (const [id, label] of await read) this.know(type, id, label)
  }

  private async fetchSources(entries: readonly TypedRecord[]): Promise<void> {
    const unknown = entries.flatMap(({ type, stored }) =>
      type.derivations
        .map(derivation => ({ type: derivation.type, id: aliasOf(stored, derivation.by) }))
        .filter(source => !this.sources.get(source.type)?.has(source.id)),
    )
    const fetched = idsByType(unknown).map(async ([name, keys]) => {
      const found = await readSources(this.tx, this.types.get(name)!, keys)
      for (const key of keys) put(this.sources, name, key, found.get(key))
    })
    await Promise.all(fetched)
  }

  private async fetchCounts(entries: readonly TypedRecord[]): Promise<void> {
    for (const [type, own] of Map.groupBy(entries, entry => entry.type)) {
      const ids = own.map(entry => entry.stored.record.id as string)
      for (const [property, { type: counted, by }] of Object.entries(type.counts))
        this.counts.set(
          `${type.type}.${property}`,
          await countByColumn(this.tx, counted, columnName(by), ids),
        )
    }
  }

  /** Fills in what a record copies and derives from others; gives back the references to what does not exist. */
  resolve(type: RecordType, stored: StoredRecord): readonly ReferenceSlot[] {
    const isInBatch = ({ type, by }: Derivation) => this.newSources.get(type)?.has(aliasOf(stored, by))
    if (type.derivations.some(isInBatch)) {
      this.derive(type, stored)
      this.slots.delete(stored)
    }
    for (const property of Object.keys(type.counts)) {
      const counts = this.counts.get(`${type.type}.${property}`)
      stored.record[property] = counts?.get(stored.record.id as string) ?? 0
    }
    this.erase(type, stored)
    let seenBy: readonly string[] | undefined
    const withinBatch: ReferenceSlot[] = []
    const unknown: ReferenceSlot[] = []
    for (const slot of [...this.slotsIn(type, stored), ...namedBy(type, stored)]) {
      const known = this.labelFor(slot)
      const label = known ?? this.labelInBatch(slot)
      if (!label) {
        unknown.push(slot)
        continue
      }
      if (!known) withinBatch.push(slot)
      for (const property of slot.copied) copy(slot.target, property, label)
      if (slot.isRestricted) {
        seenBy ??= audienceOf(type.owners, stored)
        restrict(slot.target, label.seenBy!, seenBy)
      }
    }
    if (withinBatch.length > 0) this.withinBatch.set(stored, withinBatch)
    return unknown
  }

  /** What is said of an erased person goes before references are looked at: its files are gone too. */
  private erase(type: RecordType, stored: StoredRecord): void {
    if (!this.cache.hasErased) return
    const slots = this.slotsIn(type, stored)
    const erased = [...slots, ...peopleIn(type, stored)].filter(one => this.labelFor(one)?.erased)
    if (erased.length === 0) return
    for (const one of erased) erasePersonal(type, stored, one)
    this.slots.delete(stored)
    const files = (some: readonly ReferenceSlot[]) =>
      some.flatMap(({ type, id }) => (type === 'file' ? [id] : []))
    const still = new Set(files(this.slotsIn(type, stored)))
    this.droppedFiles.push(...files(slots).filter(id => !still.has(id)))
  }

  private derive(type: RecordType, stored: StoredRecord): void {
    for (const derivation of type.derivations) {
      const source = this.sourceAt(derivation.type, aliasOf(stored, derivation.by))
      if (source || !leadsNowhere(type, derivation, stored)) derivation.apply(stored, source)
    }
  }

  private sourceAt(type: string, key: string): StoredRecord | undefined {
    return this.newSources.get(type)?.get(key) ?? this.sources.get(type)?.get(key)
  }

  /** Makes a compared record of the batch known to those that come after it. */
  add(of: RecordType, id: string, short: string, stored: StoredRecord): void {
    const { type, alias } = of
    this.know(type, id, this.newLabel(of, short, stored))
    if (!this.sourceTypes.has(type) || (alias && !alias.only(stored))) return
    const key = alias ? aliasOf(stored, alias.paths) : id
    const other = this.sourceAt(type, key)
    if (other && other.record.id !== id && !comesFirst(of, stored, other)) return
    put(this.newSources, type, key, stored)
    this.sources.get(type)?.delete(key)
  }
}

/** Whether a record names what it derives values from, and that is not there: they stay as they were, such as who sees it. */
const leadsNowhere = ({ mentions }: RecordType, { type, by }: Derivation, stored: StoredRecord): boolean =>
  mentions.some(mention => mention.type === type && by.length === 1 && by[0] === `${mention.path}.id`) &&
  storedAt(stored, namesIn(by[0]!)).length > 0

/** Whether records of a type may reference, name or derive values from others of it. */
export const referencesItself = memoized((type: RecordType): boolean =>
  [
    ...type.mentions.map(mention => mention.type),
    ...Object.values(type.names ?? {}),
    ...type.derivations.map(derivation => derivation.type),
    ...type.people.map(person => person.type),
    ...Object.values(type.counts).map(counted => counted.type),
  ].includes(type.type),
)

/** People whose ids a record has besides its references. They need not exist. */
const peopleIn = ({ people }: RecordType, stored: StoredRecord): { type: string; id: string }[] =>
  people.flatMap(({ type, names }) => (storedAt(stored, names) as string[]).map(id => ({ type, id })))

/** Types with restricted references to them: who may see such a record decides who is shown the reference. */
export const restrictedTypes = memoized(
  (types: readonly RecordType[]): ReadonlySet<string> =>
    new Set(
      types.flatMap(({ mentions }) => mentions.filter(one => one.isRestricted).map(({ type }) => type)),
    ),
)

/** Copies a property, or removes it where the referenced record has none. What has no name goes by its reference. */
function copy(target: Record<string, unknown>, property: string, label: Label): void {
  const value = property === 'name' ? (label.name ?? label.reference) : label[property as keyof Label]
  if (value === undefined) delete target[property]
  else target[property] = value
}

/** Says who may see a reference, where not all may who see the record that it is in. */
function restrict(
  target: Record<string, unknown>,
  seenBy: readonly string[],
  all: readonly string[] | undefined,
): void {
  delete target[seenByProperty]
  if (!isSeenByAll(seenBy, all)) target[seenByProperty] = seenBy
}

async function readSources(
  tx: Transaction,
  type: RecordType,
  keys: readonly string[],
): Promise<Map<string, StoredRecord>> {
  if (type.alias) return readByAlias(tx, type, keys)
  const rows = await readRows(tx, type, keys)
  return new Map([...rows].map(([id, row]) => [id, wholeRecord(type, row)]))
}

/** Nothing is copied from a file. */
const noLabel: Label = { nanoid: '' }

function put<T>(values: ByType<T>, type: string, key: string, value: T): void {
  const held = values.get(type)
  if (held) held.set(key, value)
  else values.set(type, new Map([[key, value]]))
}

const idsByType = (some: readonly { type: string; id: string }[]): [string, string[]][] =>
  [...Map.groupBy(some, one => one.type)].map(([type, own]) => [type, [...new Set(own.map(({ id }) => id))]])

export const missingRecord = (path: string, type: string, id: string): Fault => ({
  path,
  reason: sentence`there is no ${declaredWord(type)} with the id "${id}"`,
  hint: `load that ${type} too, before or after this line`,
  missing: { type, id },
})

/** More are not remembered: a load with so many faults has other problems. */
const mostKept = 100_000

/** The records of a load whose lines were rejected: a reference to one of them follows from that. */
export class RejectedRecords {
  private readonly keys = new Set<string>()

  note(text: string): void {
    if (this.keys.size >= mostKept) return
    const key = keyIn(text)
    if (key !== undefined) this.keys.add(key)
  }

  /** The same fault; what is wrong with a reference to one of these is wrong there. */
  explain(fault: Fault): Fault {
    const { type, id } = fault.missing ?? {}
    if (!type || !this.keys.has(recordKey({ type, id: id! }))) return fault
    return {
      path: fault.path,
      reason: sentence`the ${declaredWord(type)} with the id "${id!}" was rejected itself`,
      hint: `correct that ${type}, and load both again`,
      follows: true,
    }
  }
}

function keyIn(text: string): string | undefined {
  try {
    const { type, record } = JSON.parse(text) as { type?: unknown; record?: { id?: unknown } }
    return record?.id === undefined ? undefined : `${type}:${record.id}`
  } catch {
    return undefined
  }
}
